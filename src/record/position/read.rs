//! Positions from text.

use super::super::{Damage, Face, VERSION, words};
use super::fields::Spaces;
use super::json::{Object, array, escape, known, object, parse, string, whole};
use crate::engine::{Action, Current, Game, MAX_ROUNDS, State};
use serde_json::Value;

/// Reads a position, JSON or RON.
///
/// # Errors
/// [`Damage`] with a JSON pointer to what is wrong.
pub fn read(game: &Game, text: &str) -> Result<State, Damage> {
    Reader::new(game).text(text)
}

/// Reads positions of one game; what they have in common is prepared once.
pub struct Reader<'g> {
    pub(super) game: &'g Game,
    pub(super) spaces: Spaces<'g>,
}

impl<'g> Reader<'g> {
    /// A reader for a game.
    #[must_use]
    pub fn new(game: &'g Game) -> Self {
        Self {
            game,
            spaces: Spaces::indexed(game.program()),
        }
    }

    /// Reads a position, JSON or RON.
    ///
    /// # Errors
    /// [`Damage`] with a JSON pointer to what is wrong.
    pub fn text(&self, text: &str) -> Result<State, Damage> {
        self.value(&parse(text)?)
    }

    /// Reads a position that was parsed already.
    ///
    /// # Errors
    /// [`Damage`] with a JSON pointer to what is wrong.
    pub fn value(&self, value: &Value) -> Result<State, Damage> {
        let program = self.game.program();
        let top = object(value, "", "a position")?;
        known(top, "", &["bopu", "to_move", "pieces", "money", "vars", "at"])?;
        if let Some(version) = top.get("bopu")
            && version.as_u64() != Some(u64::from(VERSION))
        {
            return Err(Damage::new(
                "/bopu",
                format!("the format is `{version}`, expected {VERSION}"),
            ));
        }
        let mut slots = program.initial.clone();
        let at = match top.get("at") {
            Some(at) => Some(object(at, "/at", "the place in the game")?),
            None => None,
        };
        self.place(at, top, &mut slots)?;
        if let Some(pieces) = top.get("pieces") {
            self.pieces(object(pieces, "/pieces", "pieces")?, &mut slots)?;
        } else if program.kinds.iter().any(|k| k.number > 0) {
            return Err(Damage::new("", "`pieces` is missing").help(r#"write "pieces": {SEAT: {SPACE: NUMBER}}"#));
        }
        if let Some(money) = top.get("money") {
            self.money(object(money, "/money", "accounts")?, &mut slots)?;
        }
        if let Some(vars) = top.get("vars") {
            for (name, value) in object(vars, "/vars", "variables")? {
                self.variable(name, value, &mut slots)?;
            }
        }
        self.held(at, &mut slots)?;
        let state =
            State::at_phase(self.game, slots, MAX_ROUNDS).map_err(|refusal| Damage::new("/at", refusal.to_string()))?;
        let Some(at) = at else {
            return match state.overdue() {
                Some(part) => Err(Damage::new(
                    "/pieces",
                    format!("the game is over here by `{}`", program.parts[part as usize].path),
                )
                .help("a position is one in which the game goes on")),
                None => Ok(state),
            };
        };
        self.follow(at, state)
    }

    /// Replays what was thrown, chosen and called since the beginning.
    fn follow(&self, at: &Object, mut state: State) -> Result<State, Damage> {
        let list = |key: &str| at.get(key).map_or(Ok(&[][..]), |v| array(v, &format!("/at/{key}")));
        let (throws, choices, calls) = (list("throws")?, list("choices")?, list("calls")?);
        let (mut thrown, mut chosen, mut called) = (0, 0, 0);
        loop {
            if let Some(value) = calls.get(called) {
                let pointer = format!("/at/calls/{called}");
                let (after, action) = self.call(value, &pointer)?;
                if after == thrown + chosen {
                    called += 1;
                    apply(&mut state, action, &pointer)?;
                    continue;
                }
            }
            match state.current() {
                Current::Chance { .. } if thrown < throws.len() => {
                    let pointer = format!("/at/throws/{thrown}");
                    let (group, faces) = self.throw(&throws[thrown], &pointer)?;
                    let group = u32::try_from(group).unwrap_or(0);
                    thrown += 1;
                    apply(&mut state, Action::Throw { group, faces }, &pointer)?;
                }
                Current::Player { .. } if chosen < choices.len() => {
                    let pointer = format!("/at/choices/{chosen}");
                    let text = string(&choices[chosen], &pointer)?;
                    chosen += 1;
                    let choice = words::choice(&state, text).map_err(|d| d.at(&*pointer))?;
                    apply(&mut state, Action::Choice(choice), &pointer)?;
                }
                _ => break,
            }
        }
        for (key, done, list) in [
            ("throws", thrown, throws),
            ("choices", chosen, choices),
            ("calls", called, calls),
        ] {
            if done < list.len() {
                return Err(Damage::new(
                    format!("/at/{key}/{done}"),
                    "this comes when the position waits for something else",
                )
                .help(format!("expected {}", words::expected(&state))));
            }
        }
        Ok(state)
    }

    /// A throw: a row of faces, under the group's name if it has one.
    ///
    /// # Errors
    /// [`Damage`] where it is not one; whether it is due is not looked at.
    pub fn throw(&self, value: &Value, pointer: &str) -> Result<(usize, Vec<i32>), Damage> {
        let (name, row, pointer) = match value {
            Value::Object(named) if named.len() == 1 => {
                let (name, row) = named
                    .iter()
                    .next()
                    .ok_or_else(|| Damage::new(pointer, "no dice are named"))?;
                (name.as_str(), row, format!("{pointer}/{}", escape(name)))
            }
            row => ("", row, pointer.to_owned()),
        };
        let faces = array(row, &pointer)?
            .iter()
            .enumerate()
            .map(|(i, face)| match face {
                Value::String(name) => Ok(Face::Name(name.clone())),
                Value::Bool(b) => Ok(Face::Name(b.to_string())),
                number => whole(number, &format!("{pointer}/{i}"), (i32::MIN + 1, i32::MAX)).map(Face::Number),
            })
            .collect::<Result<Vec<_>, _>>()?;
        match words::throw(self.game.program(), name, &faces).map_err(|d| d.at(&*pointer))? {
            Action::Throw { group, faces } => Ok((group as usize, faces)),
            Action::Choice(_) | Action::Call { .. } | Action::NextGame => Err(Damage::new(pointer, "this is no throw")),
        }
    }

    fn call(&self, value: &Value, pointer: &str) -> Result<(usize, Action), Damage> {
        let program = self.game.program();
        let call = object(value, pointer, "a call")?;
        known(call, pointer, &["after", "call", "args"])?;
        let need = |key: &str| {
            call.get(key)
                .ok_or_else(|| Damage::new(pointer, format!("`{key}` is missing")))
        };
        let after = whole(need("after")?, &format!("{pointer}/after"), (0, i32::MAX))?;
        let name = string(need("call")?, &format!("{pointer}/call"))?;
        let referee = program
            .referees
            .iter()
            .position(|r| r.name == name)
            .ok_or_else(|| Damage::new(format!("{pointer}/call"), format!("there is no referee event `{name}`")))?;
        let args = match call.get("args") {
            Some(args) => array(args, &format!("{pointer}/args"))?,
            None => &[],
        };
        let params = &program.referees[referee].params;
        if params.len() != args.len() {
            return Err(Damage::new(
                format!("{pointer}/args"),
                format!("`{name}` takes {} arguments, not {}", params.len(), args.len()),
            ));
        }
        let args = params
            .iter()
            .zip(args)
            .enumerate()
            .map(|(i, (param, arg))| {
                let pointer = format!("{pointer}/args/{i}");
                let face = match arg {
                    Value::String(s) => Face::Name(s.clone()),
                    Value::Bool(b) => Face::Name(b.to_string()),
                    n => Face::Number(whole(n, &pointer, (i32::MIN + 1, i32::MAX))?),
                };
                words::value(program, &face, &param.meaning).map_err(|d| d.at(&*pointer))
            })
            .collect::<Result<_, _>>()?;
        Ok((usize::try_from(after).unwrap_or(0), Action::Call { referee, args }))
    }

    pub(super) fn seat(&self, value: &Value, pointer: &str) -> Result<i32, Damage> {
        let name = string(value, pointer)?;
        let seat = self.seat_named(name, pointer)?;
        i32::try_from(seat).map_err(|_| Damage::new(pointer, "this is no seat"))
    }

    pub(super) fn seat_named(&self, name: &str, pointer: &str) -> Result<usize, Damage> {
        let seats = &self.game.program().seats;
        seats
            .iter()
            .position(|s| s.name == name || s.gloss.as_deref() == Some(name))
            .ok_or_else(|| {
                Damage::new(pointer, format!("there is no seat `{name}`"))
                    .help(format!("the seats are {}", self.seats()))
            })
    }

    pub(super) fn seats(&self) -> String {
        let names: Vec<String> = self
            .game
            .program()
            .seats
            .iter()
            .map(|s| format!("`{}`", s.name))
            .collect();
        names.join(", ")
    }
}

fn apply(state: &mut State, action: Action, pointer: &str) -> Result<(), Damage> {
    state.apply(action).map_err(|refusal| {
        Damage::new(pointer, refusal.to_string()).help(format!("expected {}", words::expected(state)))
    })
}
