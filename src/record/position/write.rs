//! Positions to values.

use super::super::{VERSION, words};
use super::fields::{self, Spaces};
use crate::engine::{Action, Game, State};
use crate::ir::{Index, NONE, Program, Shape, Var, control};
use serde_json::{Map, Value, json};

/// A position with everything that it takes to come back to it.
#[must_use]
pub fn write(state: &State) -> Value {
    let (began, since) = state.since_turn_began();
    let program = state.program();
    let mut at = place(state.game(), began, true);
    follow(state, since, &mut at);
    position(program, began, at)
}

/// The same as RON text.
#[must_use]
pub fn write_ron(state: &State) -> String {
    // Maps, strings and numbers can always be written.
    ron::ser::to_string_pretty(&write(state), ron::ser::PrettyConfig::new().depth_limit(3)).unwrap_or_default()
}

/// The beginning of a turn in mid-game without what only the course of the game tells (how many rounds, what lay thrown), so
/// that equal boards are written alike.
#[must_use]
pub fn after_turn(game: &Game, began: &[i32]) -> Value {
    position(game.program(), began, place(game, began, false))
}

/// The board at the end of a game, with how it ended. It is only looked at: nothing goes on from it.
#[must_use]
pub fn over(game: &Game, slots: &[i32]) -> Value {
    let program = game.program();
    let mut at = Map::new();
    at.insert("phase".into(), "over".into());
    at.insert("winner".into(), seat(program, slots[control::WINNER]));
    let scores = &slots[program.layout.scores as usize..];
    let scores = program.seats.iter().zip(scores);
    at.insert(
        "scores".into(),
        scores.map(|(s, n)| (s.name.clone(), Value::from(*n))).collect(),
    );
    let part = usize::try_from(slots[control::ENDED_BY])
        .ok()
        .and_then(|p| program.parts.get(p));
    at.insert("by".into(), part.map(|p| p.path.as_str()).into());
    position(program, slots, at)
}

fn position(program: &Program, slots: &[i32], at: Map<String, Value>) -> Value {
    let mut out = Map::new();
    out.insert("bopu".into(), VERSION.into());
    let nobody = program.idle.is_some() && slots[control::MOVER] == program.initial[control::MOVER];
    let mover = if nobody { NONE } else { slots[control::MOVER] };
    out.insert("to_move".into(), seat(program, mover));
    out.insert("pieces".into(), pieces(program, slots));
    let (money, vars) = variables(program, slots);
    if !money.is_empty() {
        out.insert("money".into(), money.into());
    }
    if !vars.is_empty() {
        out.insert("vars".into(), vars.into());
    }
    if !at.is_empty() {
        out.insert("at".into(), at.into());
    }
    out.into()
}

fn seat(program: &Program, at: i32) -> Value {
    let name = usize::try_from(at).ok().and_then(|s| program.seats.get(s));
    name.map_or(Value::Null, |s| s.name.as_str().into())
}

fn pieces(program: &Program, slots: &[i32]) -> Value {
    let mut all = Map::new();
    if program.kinds.is_empty() {
        return all.into();
    }
    let spaces = Spaces::new(program);
    for (owner, seat) in program.seats.iter().enumerate() {
        let mut here = Map::new();
        for space in 0..program.spaces.len() {
            let count = |sort: usize| slots[program.piece_slot(owner, sort, space)];
            let value = if program.sorts.len() == 1 {
                match count(0) {
                    0 => continue,
                    n => n.into(),
                }
            } else {
                let sorts: Map<String, Value> = (0..program.sorts.len())
                    .filter(|s| count(*s) != 0)
                    .map(|s| (program.sorts[s].name.clone(), count(s).into()))
                    .collect();
                if sorts.is_empty() {
                    continue;
                }
                sorts.into()
            };
            here.insert(spaces.write(owner, space), value);
        }
        all.insert(seat.name.clone(), here.into());
    }
    all.into()
}

/// All money, and the variables that differ from their first values.
fn variables(program: &Program, slots: &[i32]) -> (Map<String, Value>, Map<String, Value>) {
    let (mut money, mut out) = (Map::new(), Map::new());
    for (at, var) in program.vars.iter().enumerate() {
        let base = var.base as usize;
        let now = &slots[base..base + var.initial.len()];
        if program.is_account(at) {
            money.insert(var.name.clone(), account(program, now, var.index.is_empty()));
            continue;
        }
        if now == var.initial {
            continue;
        }
        out.insert(var.name.clone(), entries(program, var, &var.index, now, &var.initial));
    }
    (money, out)
}

/// What an account holds, or each player's purse.
fn account(program: &Program, now: &[i32], single: bool) -> Value {
    if single {
        return now[0].into();
    }
    let purses = program.seats.iter().zip(now);
    purses
        .map(|(seat, n)| (seat.name.clone(), Value::from(*n)))
        .collect::<Map<_, _>>()
        .into()
}

/// The values of a variable by what it is indexed by: those that differ from the first ones.
fn entries(program: &Program, var: &Var, indices: &[Index], now: &[i32], first: &[i32]) -> Value {
    let Some((index, deeper)) = indices.split_first() else {
        return variable(program, var, now);
    };
    let width = now.len() / index.len as usize;
    now.chunks(width)
        .zip(first.chunks(width))
        .zip(0..)
        .filter(|((now, first), _)| now != first)
        .map(|((now, first), i)| {
            let key = words::written(program, i, &index.meaning);
            (key, entries(program, var, deeper, now, first))
        })
        .collect::<Map<_, _>>()
        .into()
}

fn variable(program: &Program, var: &Var, slots: &[i32]) -> Value {
    let one = |v: i32| value(program, v, &var.meaning);
    match var.shape {
        Shape::Scalar => one(slots[0]),
        Shape::Bag { .. } => slots
            .iter()
            .zip(var.range.0..)
            .flat_map(|(n, v)| std::iter::repeat_n(v, usize::try_from(*n).unwrap_or(0)))
            .map(one)
            .collect(),
        Shape::List { .. } => {
            let n = usize::try_from(slots[0]).unwrap_or(0);
            slots[1..].iter().take(n).map(|v| one(*v)).collect()
        }
    }
}

fn value(program: &Program, v: i32, meaning: &crate::ir::Meaning) -> Value {
    use crate::ir::Meaning;
    match meaning {
        _ if v == NONE => Value::Null,
        Meaning::Number => v.into(),
        Meaning::Truth => (v != 0).into(),
        _ => words::written(program, v, meaning).into(),
    }
}

/// Where in the game a beginning is, what of it isn't as it usually is.
fn place(game: &Game, slots: &[i32], full: bool) -> Map<String, Value> {
    let program = game.program();
    let mut at = Map::new();
    if slots[control::GAMES] != 0 {
        at.insert("games".into(), slots[control::GAMES].into());
    }
    let Ok(phase) = usize::try_from(slots[control::PHASE]) else {
        at.insert("phase".into(), "start".into());
        return at;
    };
    if phase != 0
        && let Some(phase) = program.phase_at(phase)
    {
        at.insert("phase".into(), program.phases[phase].name.as_str().into());
        at.insert("single".into(), true.into());
    }
    let mover = slots[control::MOVER];
    for (key, slot) in [("by", control::ME), ("turn_of", control::TURN)] {
        if slots[slot] != mover {
            at.insert(key.into(), seat(program, slots[slot]));
        }
    }
    if slots[control::PASSED] != NONE {
        at.insert("passed_to".into(), seat(program, slots[control::PASSED]));
    }
    let owed = usize::try_from(slots[control::OWED]).unwrap_or(0);
    if owed > 0 {
        let base = program.layout.owed as usize;
        let entries = slots[base..base + 2 * owed].chunks(2).map(|entry| {
            let phase = usize::try_from(entry[0]).ok().and_then(|p| program.phases.get(p));
            match phase {
                Some(phase) => json!({"phase": phase.name, "by": seat(program, entry[1])}),
                None => json!({"by": seat(program, entry[1])}),
            }
        });
        at.insert("owed".into(), entries.collect());
    }
    let gone = fields::gone(program, slots);
    if !gone.is_empty() {
        at.insert("gone".into(), gone.into_iter().map(|s| seat(program, s)).collect());
    }
    let held = fields::held(program, slots);
    if held != fields::holds_now(game, slots) {
        let written: Map<String, Value> = held
            .into_iter()
            .map(|(name, seats)| (name.to_owned(), seats.into_iter().map(|s| seat(program, s)).collect()))
            .collect();
        at.insert("held".into(), written.into());
    }
    if full {
        if slots[control::EXTRA] != 0 {
            at.insert("singles".into(), slots[control::EXTRA].into());
        }
        if slots[control::ROUNDS] != fields::usual_rounds(program) {
            at.insert("rounds".into(), slots[control::ROUNDS].into());
        }
        let lying: Vec<Value> = fields::dice_ranges(program)
            .filter(|(_, range)| slots[range.clone()] != program.initial[range.clone()])
            .map(|(group, range)| throw(program, group, &slots[range]))
            .collect();
        if !lying.is_empty() {
            at.insert("dice".into(), lying.into());
        }
    }
    at
}

/// A throw of a group: a row of faces, under the group's name if it has one.
#[must_use]
pub fn throw(program: &Program, group: usize, faces: &[i32]) -> Value {
    let dice = &program.dice[group];
    let faces: Value = faces.iter().map(|f| value(program, *f, &dice.meaning)).collect();
    if dice.name.is_empty() {
        faces
    } else {
        json!({ &dice.name: faces })
    }
}

/// What was thrown, chosen and called since the beginning.
fn follow(state: &State, since: &[Action], at: &mut Map<String, Value>) {
    if since.is_empty() {
        return;
    }
    let (mut throws, mut choices, mut calls) = (Vec::new(), Vec::new(), Vec::new());
    let Ok(mut now) = fields::beginning(state) else { return };
    let program = state.program();
    for action in since {
        match action {
            Action::Throw { group, faces } => throws.push(throw(program, *group as usize, faces)),
            Action::Choice(candidate) => choices.push(Value::from(now.write(candidate))),
            Action::Call { referee, args } => {
                let info = &program.referees[*referee];
                let args: Value = info
                    .params
                    .iter()
                    .zip(args)
                    .map(|(p, v)| value(program, *v, &p.meaning))
                    .collect();
                calls.push(json!({"after": throws.len() + choices.len(), "call": info.name, "args": args}));
            }
            // A new game is a new beginning.
            Action::NextGame => {}
        }
        // It was applied here before.
        if now.apply(action.clone()).is_err() {
            break;
        }
    }
    for (key, list) in [("throws", throws), ("choices", choices), ("calls", calls)] {
        if !list.is_empty() {
            at.insert(key.into(), list.into());
        }
    }
}
