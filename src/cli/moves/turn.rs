//! Whole turns: what one player can make of a throw, up to the next throw, another chooser or the end of the turn.

use super::super::args::{Format, MovesArgs};
use super::super::exit::{Exit, Fault};
use super::super::position;
use crate::engine::{Current, Outcome, Refusal, State, Turner, Whole, write_throw};
use crate::ir::{Status, control};
use crate::record::position::{after_turn, over, write};
use crate::record::{Damage, expected};
use serde_json::{Value, json};
use std::io::Write;

/// Runs `moves --turn` for one position.
pub fn run(args: &MovesArgs) -> Result<Exit, Fault> {
    let mut state = position::given(&args.game, &args.position)?;
    let game = state.game().clone();
    let mut turner = Turner::new(&game);
    let mut out = anstream::stdout();
    let faces = match &args.position.throw {
        Some(text) => {
            let thrown = position::typed(&state, text).map_err(position::bad_throw)?;
            Some(all_but_last(&mut state, thrown).map_err(position::bad_throw)?)
        }
        None => None,
    };
    let turns = match (faces, state.current()) {
        (_, Current::Idle) => {
            return Err(Fault::cannot_run(
                format!("this game has no turns: expected {}", position::expected(&state)),
                None,
            ));
        }
        (Some(faces), _) => vec![(None, plays(&mut turner, &state, &faces).map_err(position::bad_throw)?)],
        (None, Current::Player { .. }) => vec![(None, decided(&state)?)],
        (None, Current::Chance { .. }) => outcomes(&state)?
            .into_iter()
            .map(|outcome| {
                let plays = plays(&mut turner, &state, &outcome.faces).map_err(position::damaged)?;
                Ok((Some(outcome), plays))
            })
            .collect::<Result<_, Fault>>()?,
        (None, Current::Over { .. } | Current::Unfinished) => {
            return Err(Fault::cannot_run("the game is over in this position", None));
        }
    };
    match args.format {
        Format::Json => {
            let json = |(outcome, plays): &(Option<Outcome>, Vec<Play>)| {
                let plays: Vec<Value> = plays.iter().map(Play::json).collect();
                match outcome {
                    Some(o) => json!({"throw": throw_json(&state, &o.faces), "weight": o.weight, "plays": plays}),
                    None => json!({"plays": plays}),
                }
            };
            let answer = match turns.as_slice() {
                [only @ (None, _)] => json(only),
                all => json!({"throws": all.iter().map(json).collect::<Vec<_>>()}),
            };
            super::super::json::write(&mut out, &answer)?;
        }
        Format::Human => {
            let sum: u64 = turns.iter().filter_map(|(o, _)| o.as_ref()).map(|o| o.weight).sum();
            for (outcome, plays) in &turns {
                let indent = if let Some(o) = outcome {
                    writeln!(out, "{}  {} of {sum}", throw_text(&state, &o.faces), o.weight)?;
                    "  "
                } else {
                    ""
                };
                for play in plays {
                    writeln!(out, "{indent}{}", play.text())?;
                }
            }
        }
    }
    Ok(Exit::Done)
}

/// One distinct outcome of a turn.
pub struct Play {
    notation: String,
    state: Value,
    /// The throw that is due in mid-turn, in words.
    thrown_next: Option<String>,
}

impl Play {
    /// As people read it.
    fn text(&self) -> String {
        match &self.thrown_next {
            _ if !self.notation.is_empty() => self.notation.clone(),
            Some(throw) => format!("(nothing to play before another throw; next is {throw})"),
            None => "(nothing to play)".to_owned(),
        }
    }

    /// As programs read it.
    pub fn json(&self) -> Value {
        json!({"notation": self.notation, "state": self.state})
    }
}

/// Applies all throws but the last, which is left to be thrown; passes over optional choices before each.
pub fn all_but_last(state: &mut State, mut throws: Vec<(usize, Vec<i32>)>) -> Result<Vec<i32>, Damage> {
    let (group, faces) = throws.pop().unwrap_or_default();
    for (group, faces) in throws {
        position::roll(state, group, faces)?;
    }
    position::to_roll(state);
    position::due(state, group)?;
    Ok(faces)
}

/// What can be made of a throw that is due.
pub fn plays(turner: &mut Turner<'_>, state: &State, faces: &[i32]) -> Result<Vec<Play>, Damage> {
    let damage = |message: String, help: Option<String>| Damage {
        place: "/throw".into(),
        message,
        help,
    };
    let wholes = turner
        .after_throw(state, faces)
        .map_err(|e: Refusal| match state.current() {
            Current::Chance { group } => position::refused(state, group, faces, &e),
            _ => damage(e.to_string(), Some(format!("expected {}", expected(state)))),
        })?
        .ok_or_else(|| damage("this turn has too many outcomes to list".into(), None))?;
    wholes.into_iter().map(|w| play(state, Some(faces), w)).collect()
}

/// What can be decided where a player is to choose already.
fn decided(state: &State) -> Result<Vec<Play>, Fault> {
    let too_many = || Fault::cannot_run("this turn has too many outcomes to list", None);
    let wholes = state.wholes().ok_or_else(too_many)?;
    wholes
        .into_iter()
        .map(|w| play(state, None, w).map_err(position::damaged))
        .collect()
}

fn play(state: &State, faces: Option<&[i32]>, whole: Whole) -> Result<Play, Damage> {
    let ended = whole.slots[control::STATUS] != Status::Running as i32;
    let mut thrown_next = None;
    let written = match &whole.began {
        _ if ended => over(state.game(), &whole.slots),
        Some(began) => after_turn(state.game(), began),
        None => {
            // In mid-turn: what led there is part of the position.
            let mut after = state.clone();
            faces
                .map_or(Ok(()), |faces| after.throw(faces))
                .and_then(|()| after.choose_all(&whole.steps))
                .map_err(|e| Damage {
                    place: String::new(),
                    message: e.to_string(),
                    help: None,
                })?;
            thrown_next = matches!(after.current(), Current::Chance { .. }).then(|| expected(&after));
            write(&after)
        }
    };
    Ok(Play {
        notation: whole.notation,
        state: written,
        thrown_next,
    })
}

/// The throws that can fall.
pub fn outcomes(state: &State) -> Result<Vec<Outcome>, Fault> {
    state
        .chance_outcomes()
        .ok_or_else(|| Fault::cannot_run("these dice can fall in too many ways to list", None))
}

/// A throw as programs read it.
pub fn throw_json(state: &State, faces: &[i32]) -> Value {
    match state.current() {
        Current::Chance { group } => crate::record::position::throw(state.program(), group as usize, faces),
        _ => Value::Null,
    }
}

/// A throw as people read it.
pub fn throw_text(state: &State, faces: &[i32]) -> String {
    let Current::Chance { group } = state.current() else {
        return String::new();
    };
    write_throw(state.program(), group, faces)
}
