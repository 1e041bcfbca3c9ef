//! How a match stands, between its games and at its end.

use crate::engine::{MatchResult, State};
use crate::ir::{Meaning, Shape, Var};
use crate::syntax::tree::Scope;

/// The variables that a match keeps, one after the other: `points White 3, Black 1`.
pub fn standing(state: &State) -> String {
    let kept = state.program().vars.iter();
    let written: Vec<String> = kept
        .filter(|v| v.scope == Scope::Match && v.shape == Shape::Scalar)
        .map(|v| variable(state, v))
        .collect();
    written.join("; ")
}

fn variable(state: &State, var: &Var) -> String {
    let program = state.program();
    let slots = &state.slots()[var.base as usize..][..var.initial.len()];
    if var.index.is_empty() {
        return format!("{} {}", var.name, program.write_value(slots[0], &var.meaning));
    }
    let short = matches!(var.index.as_slice(), [only] if only.meaning == Meaning::Player);
    let entries: Vec<String> = (0..)
        .zip(slots)
        .zip(&var.initial)
        .filter(|((_, now), first)| short || now != first)
        .map(|((i, now), _)| {
            let value = program.write_value(*now, &var.meaning);
            format!("{} {value}", entry(state, var, i))
        })
        .collect();
    format!("{} {}", var.name, entries.join(", "))
}

/// The indices of a variable's entry, the last running quickest.
fn entry(state: &State, var: &Var, mut at: usize) -> String {
    let mut names = Vec::new();
    for index in var.index.iter().rev() {
        let len = index.len.max(1) as usize;
        names.push(state.program().write_value((at % len) as i32, &index.meaning));
        at /= len;
    }
    names.reverse();
    names.join("/")
}

/// How a match ended, in one sentence.
pub fn ending(state: &State, result: &MatchResult) -> String {
    let program = state.program();
    let games = state.games() + 1;
    let scores: Vec<String> = program
        .seats
        .iter()
        .zip(&result.scores)
        .map(|(seat, n)| format!("{} {n}", seat.name))
        .collect();
    let who = match result.winner {
        Some(seat) => format!("{} wins the match", program.winners(seat)),
        None => "nobody wins the match".to_owned(),
    };
    let plural = if games == 1 { "game" } else { "games" };
    format!(
        "{who} after {games} {plural}: {}, by {}",
        scores.join(", "),
        rule(state, result.by)
    )
}

/// A part of the rules with its place; empty for the game as a whole.
pub fn rule(state: &State, part: u32) -> String {
    let program = state.program();
    let Some(part) = program.parts.get(part as usize).filter(|p| !p.path.is_empty()) else {
        return String::new();
    };
    let (line, _) = program.sources.line_column(part.span);
    let file = program.sources.file(part.span.file).map_or("", |f| f.name.as_str());
    format!("{} ({file}:{line})", part.path)
}
