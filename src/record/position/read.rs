//! Positions from text.

use super::super::{Damage, Face, VERSION, words};
use super::fields::{self, Spaces};
use crate::check::closest;
use crate::engine::{Action, Current, Game, MAX_ROUNDS, State};
use crate::ir::{Index, Meaning, NONE, OWED_CAP, Shape, Var, control};
use serde_json::{Map, Value};

/// The largest position that is read, in bytes.
const MAX_TEXT: usize = 4 << 20;

/// Reads a position, JSON or RON.
///
/// # Errors
/// [`Damage`] with a JSON pointer to what is wrong.
pub fn read(game: &Game, text: &str) -> Result<State, Damage> {
    Reader::new(game).text(text)
}

/// Reads positions of one game; what they have in common is prepared once.
pub struct Reader<'g> {
    game: &'g Game,
    spaces: Spaces<'g>,
}

type Object = Map<String, Value>;

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
        } else if !program.kinds.is_empty() {
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

    fn place(&self, at: Option<&Object>, top: &Object, slots: &mut [i32]) -> Result<(), Damage> {
        const KEYS: [&str; 14] = [
            "phase",
            "single",
            "rounds",
            "by",
            "turn_of",
            "passed_to",
            "owed",
            "gone",
            "held",
            "dice",
            "games",
            "throws",
            "choices",
            "calls",
        ];
        let program = self.game.program();
        let empty = Object::new();
        let at = at.unwrap_or(&empty);
        if at.get("phase").is_some_and(|p| p == "over") {
            return Err(
                Damage::new("/at/phase", "the game is over here").help("a position is one in which the game goes on")
            );
        }
        known(at, "/at", &KEYS)?;
        let int =
            |key: &str, range: (i32, i32)| at.get(key).map(|v| whole(v, &format!("/at/{key}"), range)).transpose();
        let seat = |v: &Value, pointer: &str| self.seat(v, pointer);
        if let Some(games) = int("games", (0, i32::MAX - 1))? {
            slots[control::GAMES] = games;
        }
        let start = at.get("phase").is_some_and(|p| p == "start");
        if start {
            slots[control::PHASE] = -1;
            for key in [
                "single",
                "by",
                "turn_of",
                "passed_to",
                "owed",
                "gone",
                "held",
                "dice",
                "rounds",
            ] {
                if at.contains_key(key) {
                    return Err(Damage::new(
                        format!("/at/{key}"),
                        format!("`{key}` has no place before the first turn"),
                    ));
                }
            }
            if let Some(mover) = top.get("to_move").filter(|m| !m.is_null()) {
                slots[control::MOVER] = seat(mover, "/to_move")?;
            }
            return Ok(());
        }
        let mover = match top.get("to_move") {
            Some(mover) if !(program.idle.is_some() && mover.is_null()) => seat(mover, "/to_move")?,
            _ if program.idle.is_some() => program.initial[control::MOVER],
            _ => {
                return Err(Damage::new("", "`to_move` is missing")
                    .help(format!("write \"to_move\": SEAT, one of {}", self.seats())));
            }
        };
        for slot in fields::SEATS {
            slots[slot] = mover;
        }
        slots[control::PHASE] = 0;
        if let Some(phase) = at.get("phase") {
            let name = string(phase, "/at/phase")?;
            let single = at.get("single").is_some_and(|s| *s == Value::Bool(true));
            slots[control::PHASE] = fields::phase_index(program, name, single).ok_or_else(|| {
                let names = program.turn.iter().map(|p| program.phases[*p as usize].name.as_str());
                let near = closest(name, names.clone().chain(["start"]));
                let all: Vec<String> = names.map(|n| format!("`{n}`")).collect();
                Damage::new("/at/phase", format!("the turn has no phase `{name}`")).help(near.map_or_else(
                    || format!("expected {} or `start`", all.join(", ")),
                    |n| format!("did you mean `{n}`?"),
                ))
            })?;
        }
        slots[control::ROUNDS] = int("rounds", (0, i32::MAX - 1))?.unwrap_or(fields::usual_rounds(program));
        for (key, slot) in [
            ("by", control::ME),
            ("turn_of", control::TURN),
            ("passed_to", control::PASSED),
        ] {
            if let Some(value) = at.get(key) {
                slots[slot] = seat(value, &format!("/at/{key}"))?;
            }
        }
        if let Some(owed) = at.get("owed") {
            self.owed(array(owed, "/at/owed")?, slots)?;
        }
        if let Some(gone) = at.get("gone") {
            for (i, value) in array(gone, "/at/gone")?.iter().enumerate() {
                let seat = seat(value, &format!("/at/gone/{i}"))?;
                slots[program.layout.in_play as usize + usize::try_from(seat).unwrap_or(0)] = 0;
            }
        }
        if let Some(dice) = at.get("dice") {
            for (i, value) in array(dice, "/at/dice")?.iter().enumerate() {
                let pointer = format!("/at/dice/{i}");
                let (group, faces) = self.throw(value, &pointer)?;
                let dice = &program.dice[group];
                let n = fields::faces(program, group);
                if faces.len() != n || !faces.iter().all(|f| dice.faces.iter().any(|(g, _)| g == f)) {
                    return Err(Damage::new(pointer, "these dice do not fall so")
                        .help(format!("expected {}", words::throw_shape(program, dice))));
                }
                slots[dice.base as usize..][..n].copy_from_slice(&faces);
            }
        }
        Ok(())
    }

    fn owed(&self, list: &[Value], slots: &mut [i32]) -> Result<(), Damage> {
        let program = self.game.program();
        if list.len() > OWED_CAP {
            return Err(Damage::new(
                "/at/owed",
                format!("at most {OWED_CAP} rounds or phases can be owed"),
            ));
        }
        for (i, value) in list.iter().enumerate() {
            let pointer = format!("/at/owed/{i}");
            let entry = object(value, &pointer, "what is owed")?;
            known(entry, &pointer, &["by", "phase"])?;
            let by = entry
                .get("by")
                .ok_or_else(|| Damage::new(&*pointer, "`by` is missing").help("say whose it is: {\"by\": SEAT}"))?;
            let phase = match entry.get("phase") {
                None => -1,
                Some(name) => {
                    let name = string(name, &format!("{pointer}/phase"))?;
                    let at = program.phases.iter().position(|p| p.name == name);
                    at.and_then(|p| i32::try_from(p).ok())
                        .ok_or_else(|| Damage::new(format!("{pointer}/phase"), format!("there is no phase `{name}`")))?
                }
            };
            let base = program.layout.owed as usize + 2 * i;
            slots[base] = phase;
            slots[base + 1] = self.seat(by, &format!("{pointer}/by"))?;
            slots[control::OWED] += 1;
        }
        Ok(())
    }

    fn pieces(&self, pieces: &Object, slots: &mut [i32]) -> Result<(), Damage> {
        let program = self.game.program();
        let first = program.layout.pieces as usize;
        let all = program.seats.len() * program.kinds.len() * program.spaces.len();
        let rows = 0..program.seats.len() * program.kinds.len();
        let totals: Vec<i32> = rows
            .map(|row| {
                slots[first + row * program.spaces.len()..][..program.spaces.len()]
                    .iter()
                    .sum()
            })
            .collect();
        slots[first..first + all].fill(0);
        for (seat, spaces) in pieces {
            let pointer = format!("/pieces/{}", escape(seat));
            let owner = self.seat_named(seat, &pointer)?;
            for (name, number) in object(spaces, &pointer, "spaces with numbers of pieces")? {
                let pointer = || format!("{pointer}/{}", escape(name));
                let Some(space) = self.spaces.find(owner, name) else {
                    let near = closest(name, self.spaces.names(owner));
                    return Err(Damage::new(pointer(), format!("the board has no space `{name}`")).help(
                        near.map_or_else(
                            || {
                                let some: Vec<&str> = self.spaces.names(owner).take(3).collect();
                                format!("spaces are called so: `{}`, …", some.join("`, `"))
                            },
                            |n| format!("did you mean `{n}`?"),
                        ),
                    ));
                };
                let mut put = |kind: usize, number: &Value, pointer: &str| {
                    let most = totals[owner * program.kinds.len() + kind];
                    slots[program.piece_slot(owner, kind, space)] = whole(number, pointer, (0, most))?;
                    Ok::<(), Damage>(())
                };
                match number {
                    Value::Object(kinds) => {
                        for (kind, number) in kinds {
                            let pointer = format!("{}/{}", pointer(), escape(kind));
                            let kind = words::named(program, kind, &Meaning::Kind).map_err(|d| d.at(&*pointer))?;
                            put(usize::try_from(kind).unwrap_or(0), number, &pointer)?;
                        }
                    }
                    number if program.kinds.len() == 1 => put(0, number, &pointer())?,
                    _ => {
                        return Err(Damage::new(pointer(), "there are several kinds of piece")
                            .help(format!("write {{\"{}\": NUMBER}}", program.kinds[0].name)));
                    }
                }
            }
        }
        for (owner, seat) in program.seats.iter().enumerate() {
            for (kind, info) in program.kinds.iter().enumerate() {
                let base = program.piece_slot(owner, kind, 0);
                let is: i64 = slots[base..base + program.spaces.len()]
                    .iter()
                    .map(|n| i64::from(*n))
                    .sum();
                let total = totals[owner * program.kinds.len() + kind];
                if is != i64::from(total) {
                    return Err(Damage::new(
                        format!("/pieces/{}", escape(&seat.name)),
                        format!("`{}` has {is} pieces (`{}`), expected {total}", seat.name, info.name),
                    )
                    .help("every piece stands somewhere: count those off the track too"));
                }
            }
        }
        Ok(())
    }

    /// What lies where; what is not said lies there as at first, and all must come to what there is.
    fn money(&self, money: &Object, slots: &mut [i32]) -> Result<(), Damage> {
        let program = self.game.program();
        let Some(info) = &program.money else {
            return Err(Damage::new("/money", "this game has no money").help("leave `money` out"));
        };
        let accounts = || info.accounts.iter().map(|a| &program.vars[a.var as usize]);
        for (name, value) in money {
            let pointer = format!("/money/{}", escape(name));
            let Some(var) = accounts().find(|v| v.name == *name) else {
                let near = closest(name, accounts().map(|v| v.name.as_str()));
                return Err(Damage::new(pointer, format!("there is no account `{name}`"))
                    .maybe_help(near.map(|n| format!("did you mean `{n}`?"))));
            };
            let base = var.base as usize;
            if var.index.is_empty() {
                slots[base] = whole(value, &pointer, var.range)?;
                continue;
            }
            for (seat, value) in object(value, &pointer, "players with what they have")? {
                let pointer = format!("{pointer}/{}", escape(seat));
                let owner = self.seat_named(seat, &pointer)?;
                slots[base + owner] = whole(value, &pointer, var.range)?;
            }
        }
        let (is, expected) = (program.money_in(slots), program.money_in(&program.initial));
        if is != expected {
            return Err(
                Damage::new("/money", format!("there is {is} in all, expected {expected}"))
                    .help("money only moves: what one account has less, another has more"),
            );
        }
        Ok(())
    }

    fn variable(&self, name: &str, value: &Value, slots: &mut [i32]) -> Result<(), Damage> {
        let program = self.game.program();
        let pointer = format!("/vars/{}", escape(name));
        let known = || {
            let vars = program.vars.iter().enumerate();
            vars.filter(|(i, _)| !program.is_account(*i)).map(|(_, v)| v)
        };
        let Some(var) = known().find(|v| v.name == name) else {
            let near = closest(name, known().map(|v| v.name.as_str()));
            return Err(Damage::new(pointer, format!("this game has no variable `{name}`"))
                .maybe_help(near.map(|n| format!("did you mean `{n}`?"))));
        };
        let base = var.base as usize;
        self.entries(
            var,
            &var.index,
            value,
            &pointer,
            &mut slots[base..base + var.slots() as usize],
        )
    }

    /// The values of a variable by what it is indexed by, one object within another for each index.
    fn entries(
        &self,
        var: &Var,
        indices: &[Index],
        value: &Value,
        pointer: &str,
        slots: &mut [i32],
    ) -> Result<(), Damage> {
        let Some((index, deeper)) = indices.split_first() else {
            return self.assign(var, value, pointer, slots);
        };
        let width = slots.len() / index.len as usize;
        for (key, value) in object(value, pointer, "values by what they are indexed by")? {
            let pointer = format!("{pointer}/{}", escape(key));
            let at = words::named(self.game.program(), key, &index.meaning).map_err(|d| d.at(&*pointer))?;
            let at = usize::try_from(at)
                .ok()
                .filter(|at| *at < index.len as usize)
                .ok_or_else(|| Damage::new(&*pointer, format!("`{}` has no entry `{key}`", var.name)))?;
            self.entries(var, deeper, value, &pointer, &mut slots[at * width..][..width])?;
        }
        Ok(())
    }

    fn assign(&self, var: &Var, value: &Value, pointer: &str, slots: &mut [i32]) -> Result<(), Damage> {
        match var.shape {
            Shape::Scalar => slots[0] = self.single(var, value, pointer)?,
            Shape::Bag { cap, .. } => {
                slots.fill(0);
                for (i, element) in elements(value, pointer, cap)?.iter().enumerate() {
                    let v = self.single(var, element, &format!("{pointer}/{i}"))?;
                    slots[usize::try_from(v - var.range.0).unwrap_or(0)] += 1;
                }
            }
            Shape::List { cap } => {
                slots.fill(0);
                for (i, element) in elements(value, pointer, cap)?.iter().enumerate() {
                    slots[i + 1] = self.single(var, element, &format!("{pointer}/{i}"))?;
                    slots[0] += 1;
                }
            }
        }
        Ok(())
    }

    fn single(&self, var: &Var, value: &Value, pointer: &str) -> Result<i32, Damage> {
        if value.is_null() {
            return if var.or_none && var.shape == Shape::Scalar {
                Ok(NONE)
            } else {
                Err(Damage::new(pointer, format!("`{}` cannot be `null`", var.name)))
            };
        }
        let v = match (&var.meaning, value) {
            (Meaning::Number, _) => return whole(value, pointer, var.range),
            (Meaning::Truth, Value::Bool(b)) => return Ok(i32::from(*b)),
            (meaning, Value::String(name)) if *meaning != Meaning::Truth => {
                words::named(self.game.program(), name, meaning).map_err(|d| d.at(pointer))?
            }
            (meaning, _) => {
                return Err(Damage::new(
                    pointer,
                    format!("expected {}, not `{value}`", words::kind(meaning)),
                ));
            }
        };
        if (var.range.0..=var.range.1).contains(&v) {
            Ok(v)
        } else {
            Err(Damage::new(pointer, format!("`{}` cannot be {value}", var.name)))
        }
    }

    /// Which watched conditions held when they were last looked at: as said, else as they are now.
    fn held(&self, at: Option<&Object>, slots: &mut [i32]) -> Result<(), Damage> {
        let program = self.game.program();
        if slots[control::PHASE] < 0 {
            return Ok(());
        }
        let mut held: Vec<(&str, Vec<i32>)> = fields::holds_now(self.game, slots);
        if let Some(said) = at.and_then(|at| at.get("held")) {
            held.iter_mut().for_each(|(_, seats)| seats.clear());
            for (name, seats) in object(said, "/at/held", "conditions with seats")? {
                let pointer = format!("/at/held/{}", escape(name));
                let known = held
                    .iter_mut()
                    .find(|(n, _)| n == name)
                    .ok_or_else(|| Damage::new(&*pointer, format!("no condition `{name}` is watched")))?;
                for (i, seat) in array(seats, &pointer)?.iter().enumerate() {
                    known.1.push(self.seat(seat, &format!("{pointer}/{i}"))?);
                }
            }
        }
        for ((_, seats), (_, base)) in held.iter().zip(fields::watches(program)) {
            slots[base..base + program.seats.len()].fill(0);
            for seat in seats {
                slots[base + usize::try_from(*seat).unwrap_or(0)] = 1;
            }
        }
        Ok(())
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

    fn seat(&self, value: &Value, pointer: &str) -> Result<i32, Damage> {
        let name = string(value, pointer)?;
        let seat = self.seat_named(name, pointer)?;
        i32::try_from(seat).map_err(|_| Damage::new(pointer, "this is no seat"))
    }

    fn seat_named(&self, name: &str, pointer: &str) -> Result<usize, Damage> {
        let seats = &self.game.program().seats;
        seats
            .iter()
            .position(|s| s.name == name || s.gloss.as_deref() == Some(name))
            .ok_or_else(|| {
                Damage::new(pointer, format!("there is no seat `{name}`"))
                    .help(format!("the seats are {}", self.seats()))
            })
    }

    fn seats(&self) -> String {
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

/// JSON or RON as one tree of values.
fn parse(text: &str) -> Result<Value, Damage> {
    if text.len() > MAX_TEXT {
        return Err(Damage::new("", "the position is larger than 4 MB"));
    }
    let json = match serde_json::from_str(text) {
        Ok(value) => return Ok(value),
        Err(e) => e,
    };
    let ron = match ron::from_str(text) {
        Ok(value) => return Ok(value),
        Err(e) => e,
    };
    // What begins like JSON is meant as JSON.
    let message = if text.trim_start().starts_with('{') {
        words::lower(&json.to_string())
    } else {
        let at = ron.span.start;
        format!(
            "{} at line {} column {}",
            words::lower(&ron.code.to_string()),
            at.line,
            at.col
        )
    };
    Err(Damage::new("", format!("this is neither JSON nor RON: {message}"))
        .help(r#"expected {"bopu": 1, "to_move": SEAT, "pieces": {SEAT: {SPACE: NUMBER}}}"#))
}

fn known(object: &Object, pointer: &str, keys: &[&str]) -> Result<(), Damage> {
    match object.keys().find(|k| !keys.contains(&k.as_str())) {
        None => Ok(()),
        Some(key) => {
            let near = closest(key, keys.iter().copied());
            Err(Damage::new(
                format!("{pointer}/{}", escape(key)),
                format!("`{key}` is not known here"),
            )
            .help(near.map_or_else(
                || format!("expected one of `{}`", keys.join("`, `")),
                |n| format!("did you mean `{n}`?"),
            )))
        }
    }
}

fn object<'v>(value: &'v Value, pointer: &str, what: &str) -> Result<&'v Object, Damage> {
    value
        .as_object()
        .ok_or_else(|| Damage::new(pointer, format!("expected an object ({what}), not {}", shown(value))))
}

fn array<'v>(value: &'v Value, pointer: &str) -> Result<&'v [Value], Damage> {
    let list = value.as_array().map(Vec::as_slice);
    list.ok_or_else(|| Damage::new(pointer, format!("expected an array, not {}", shown(value))))
}

fn elements<'v>(value: &'v Value, pointer: &str, cap: u32) -> Result<&'v [Value], Damage> {
    let list = array(value, pointer)?;
    if list.len() > cap as usize {
        return Err(Damage::new(
            pointer,
            format!("{} elements, at most {cap} have room", list.len()),
        ));
    }
    Ok(list)
}

fn string<'v>(value: &'v Value, pointer: &str) -> Result<&'v str, Damage> {
    value
        .as_str()
        .ok_or_else(|| Damage::new(pointer, format!("expected a name in quotes, not {}", shown(value))))
}

fn whole(value: &Value, pointer: &str, (low, high): (i32, i32)) -> Result<i32, Damage> {
    let n = value
        .as_i64()
        .ok_or_else(|| Damage::new(pointer, format!("expected a whole number, not {}", shown(value))))?;
    i32::try_from(n)
        .ok()
        .filter(|n| (low..=high).contains(n))
        .ok_or_else(|| Damage::new(pointer, format!("`{n}` is out of range, expected {low}..{high}")))
}

/// A value as messages show it, cut short.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 {
        format!("`{text}`")
    } else {
        format!("`{}…`", text.chars().take(40).collect::<String>())
    }
}

/// A key as part of a JSON pointer.
fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
