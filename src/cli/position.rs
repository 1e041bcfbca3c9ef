//! The position that a command looks at: given, or the start of the game; and the throw that goes with it.

use super::args::PositionArgs;
use super::exit::Fault;
use crate::engine::{Action, Candidate, Current, Game, State};
use crate::record::{Damage, position::Reader};
use serde_json::Value;
use std::io::Read;

/// The largest position that is read, in bytes.
const MAX_TEXT: u64 = 4 << 20;

/// The position asked for, with the throw applied.
pub fn read(game: &Game, args: &PositionArgs) -> Result<State, Fault> {
    let mut state = given(game, args)?;
    if let Some(text) = &args.throw {
        for (group, faces) in throws(&Reader::new(game), &super::throws::value(game, text)).map_err(bad_throw)? {
            roll(&mut state, group, faces).map_err(bad_throw)?;
        }
    }
    Ok(state)
}

/// The position asked for, without the throw.
pub fn given(game: &Game, args: &PositionArgs) -> Result<State, Fault> {
    let Some(asked) = &args.state else {
        return Ok(game.start());
    };
    let text = match asked.trim_start().chars().next() {
        Some('{' | '(') => asked.clone(),
        _ if asked == "-" => capped(std::io::stdin(), "standard input")?,
        _ => {
            let file = std::fs::File::open(asked).map_err(|e| {
                Fault::cannot_run(
                    format!("cannot read the position `{asked}`: {e}"),
                    Some("`--state` is the text of a position, a file, or `-` for standard input".into()),
                )
            })?;
            capped(file, asked)?
        }
    };
    Reader::new(game).text(&text).map_err(damaged)
}

fn capped(from: impl Read, name: &str) -> Result<String, Fault> {
    let mut text = String::new();
    from.take(MAX_TEXT + 1)
        .read_to_string(&mut text)
        .map_err(|e| Fault::cannot_run(format!("cannot read `{name}`: {e}"), None))?;
    if text.len() as u64 > MAX_TEXT {
        return Err(Fault::cannot_run(format!("`{name}` is larger than 4 MB"), None));
    }
    Ok(text)
}

/// A damaged file is no wrong usage, but nothing can be run from it.
pub fn damaged(damage: Damage) -> Fault {
    Fault::cannot_run(damage.to_string(), damage.help)
}

/// A throw on the command line is part of it.
pub fn bad_throw(damage: Damage) -> Fault {
    Fault::usage(damage.to_string(), damage.help)
}

/// One throw, or several after one another: group and faces of each.
pub fn throws(reader: &Reader<'_>, value: &Value) -> Result<Vec<(usize, Vec<i32>)>, Damage> {
    match value.as_array().map(Vec::as_slice) {
        Some(list @ [Value::Array(_) | Value::Object(_), ..]) => {
            let one = |(i, v)| reader.throw(v, &format!("/throw/{i}"));
            list.iter().enumerate().map(one).collect()
        }
        _ => Ok(vec![reader.throw(value, "/throw")?]),
    }
}

/// Passes over optional choices to where the dice are thrown.
pub fn to_roll(state: &mut State) {
    let pass = Candidate::bare(Candidate::PASS);
    while matches!(state.current(), Current::Player { .. }) && state.choose(pass).is_ok() {}
}

/// Whether a throw of this group is due.
pub fn due(state: &State, group: usize) -> Result<(), Damage> {
    if state.current()
        == (Current::Chance {
            group: u32::try_from(group).unwrap_or(u32::MAX),
        })
    {
        return Ok(());
    }
    let help = if state.history_len() == 0 && state.phase() == "start" {
        "this is the start of the game, before who begins is decided: give a position by `--state`"
    } else {
        "leave the throw out to see what can be done now"
    };
    Err(Damage {
        place: "/throw".into(),
        message: format!("this throw is not due: expected {}", expected(state)),
        help: Some(help.into()),
    })
}

/// Passes over optional choices and throws.
pub fn roll(state: &mut State, group: usize, faces: Vec<i32>) -> Result<(), Damage> {
    to_roll(state);
    due(state, group)?;
    let group = u32::try_from(group).unwrap_or(u32::MAX);
    state.apply(Action::Throw { group, faces }).map_err(|e| Damage {
        place: "/throw".into(),
        message: e.to_string(),
        help: Some(format!("expected {}", expected(state))),
    })
}

/// What a position waits for, for messages.
pub fn expected(state: &State) -> String {
    crate::record::expected(state)
}
