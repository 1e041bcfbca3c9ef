//! The position that a command looks at: given, or the start of the game; and the throw that goes with it.

use super::args::{GameArgs, PositionArgs};
use super::exit::Fault;
use super::open;
use crate::check::MAX_SEATS;
use crate::engine::{Action, Candidate, Current, Game, Refusal, State, write_throw};
use crate::files;
use crate::record::{Damage, position::Reader};
use serde_json::Value;
use std::path::Path;

/// The largest position that is read, in bytes.
const MAX_TEXT: u64 = 4 << 20;

/// The position asked for, with the throw applied.
pub fn read(game: &GameArgs, args: &PositionArgs) -> Result<State, Fault> {
    let mut state = given(game, args)?;
    if let Some(text) = &args.throw {
        for (group, faces) in typed(&state, text).map_err(bad_throw)? {
            roll(&mut state, group, faces).map_err(bad_throw)?;
        }
    }
    Ok(state)
}

/// The throw or throws that were typed for a position.
pub fn typed(state: &State, text: &str) -> Result<Vec<(usize, Vec<i32>)>, Damage> {
    let game = state.game();
    let value = super::throws::value(game, text)?;
    throws(&Reader::new(game), &value).map_err(|damage| of_due_dice(state, &value, damage))
}

/// Where a throw does not say of which dice, those that are due were meant.
fn of_due_dice(state: &State, value: &Value, mut damage: Damage) -> Damage {
    let dice = &state.program().dice;
    let faces = value
        .as_array()
        .filter(|faces| faces.iter().all(|f| !f.is_array() && !f.is_object()));
    if let (Some(faces), Current::Chance { group }) = (faces, state.current())
        && dice.iter().all(|d| !d.name.is_empty())
    {
        let written = |face: &Value| face.as_str().map_or_else(|| face.to_string(), str::to_owned);
        let faces: Vec<String> = faces.iter().map(written).collect();
        damage.help = Some(format!("write `{}={}`", dice[group as usize].name, faces.join("-")));
    }
    damage
}

/// The position asked for, without the throw. Where nobody said how many play, the position does.
pub fn given(asked: &GameArgs, args: &PositionArgs) -> Result<State, Fault> {
    let game = open::game(asked)?;
    let Some(text) = text(args)? else {
        return Ok(game.start());
    };
    let mut damage = match Reader::new(&game).text(&text) {
        Ok(state) => return Ok(state),
        Err(damage) => damage,
    };
    // Damage that is the same for any number of players has nothing to do with it.
    let (mut fitting, mut other_damage) = (Vec::new(), Vec::new());
    for game in other_numbers(asked, &game) {
        match Reader::new(&game).text(&text) {
            Ok(state) => fitting.push(state),
            Err(other) if other != damage => other_damage.push(game),
            Err(_) => {}
        }
    }
    let numbers = |games: Vec<&Game>| -> String {
        let numbers: Vec<String> = games.iter().map(|g| g.program().seat_count().to_string()).collect();
        numbers.join(" or ")
    };
    match fitting.len() {
        1 => Ok(fitting.remove(0)),
        0 if other_damage.is_empty() => Err(damaged(damage)),
        0 => {
            let read_as = format!(
                "it was read as a position of {} players; if {} play, add `--players N`",
                game.program().seat_count(),
                numbers(other_damage.iter().collect())
            );
            damage.help = Some(damage.help.map_or(read_as.clone(), |help| format!("{help}; {read_as}")));
            Err(damaged(damage))
        }
        _ => Err(Fault::cannot_run(
            "the position doesn't say how many play",
            Some(format!(
                "it can be one of {} players: add `--players N`",
                numbers(fitting.iter().map(State::game).collect())
            )),
        )),
    }
}

/// The same game for other numbers of players, where nobody said how many play.
fn other_numbers(asked: &GameArgs, game: &Game) -> Vec<Game> {
    if asked.options.players.is_some() {
        return Vec::new();
    }
    let mut of = asked.clone();
    (1..=MAX_SEATS)
        .filter(|n| *n != game.program().seat_count())
        .filter_map(|n| {
            of.options.players = Some(n);
            open::game(&of).ok()
        })
        .collect()
}

/// The text of the position.
fn text(args: &PositionArgs) -> Result<Option<String>, Fault> {
    let Some(asked) = &args.state else {
        return Ok(None);
    };
    let text = match asked.trim_start().chars().next() {
        Some('{' | '(') => asked.clone(),
        _ if asked == "-" => {
            files::capped(std::io::stdin(), MAX_TEXT).map_err(|e| Fault::cannot_run(e.told("standard input"), None))?
        }
        _ => {
            let help = "`--state` is the text of a position, a file, or `-` for standard input";
            files::read(Path::new(asked), MAX_TEXT).map_err(|e| Fault::cannot_run(e.told(asked), Some(help.into())))?
        }
    };
    Ok(Some(text))
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
    let thrown = faces.clone();
    state
        .apply(Action::Throw { group, faces })
        .map_err(|e| refused(state, group, &thrown, &e))
}

/// Why a throw that is due is none: these faces can't fall, or they do not count.
pub fn refused(state: &State, group: u32, faces: &[i32], refusal: &Refusal) -> Damage {
    let program = state.program();
    let dice = &program.dice[group as usize];
    let throwers = if dice.each { program.seats.len() } else { 1 };
    let can_fall = |face: &i32| dice.faces.iter().any(|(f, _)| f == face);
    let not_counted = faces.len() == throwers * dice.number as usize && faces.iter().all(can_fall);
    let (message, help) = if not_counted {
        (
            format!("`{}` does not count here", write_throw(program, group, faces)),
            "the roll says by `given` which throws count; any other is thrown again".to_owned(),
        )
    } else {
        (refusal.to_string(), format!("expected {}", expected(state)))
    };
    Damage {
        place: "/throw".into(),
        message,
        help: Some(help),
    }
}

/// What a position waits for, for messages.
pub fn expected(state: &State) -> String {
    crate::record::expected(state)
}
