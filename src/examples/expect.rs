//! What an example expects between the lines of its script.

use super::Trouble;
use super::fact::At;
use super::script::{Script, first_needed, waiting};
use super::setup::{place, seat_of, written};
use crate::engine::{Candidate, Current, State};
use crate::syntax::print::print_expr;
use crate::syntax::tree::{ExampleKind, ExampleLine, Expr, Ident, SetupEntry, Text};

/// Checks one line.
pub fn check(script: &Script, line: &ExampleLine) -> Result<(), Trouble> {
    match &line.kind {
        ExampleKind::ExpectPieces { seat, entries } => pieces(script, line, seat, entries),
        ExampleKind::ExpectLegal(texts) => {
            for text in texts {
                script
                    .state
                    .read_play(&text.text)
                    .map_err(|unread| script.unread(&unread, text))?;
            }
            Ok(())
        }
        ExampleKind::ExpectOnly(texts) => only(script, line, texts),
        ExampleKind::ExpectPass => pass(script, line),
        ExampleKind::ExpectNext { seat, phase } => next(script, line, seat, phase.as_ref()),
        ExampleKind::ExpectOver { winner } => over(script, line, winner.as_ref()),
        ExampleKind::ExpectChange { target, rose, by } => change(script, line, target, *rose, by),
        ExampleKind::Expect(fact) => {
            let at = script.here();
            if at.holds(fact)? {
                return Ok(());
            }
            Err(Trouble::new(
                line.span,
                format!("`{}`", print_expr(fact)),
                at.shown(fact)?,
            ))
        }
        _ => Ok(()),
    }
}

fn pieces(script: &Script, line: &ExampleLine, seat: &Ident, entries: &[SetupEntry]) -> Result<(), Trouble> {
    let state = &script.state;
    let program = state.program();
    let seat = seat_of(program, seat)?;
    let mut expected = state.slots().to_vec();
    place(state.game(), &mut expected, seat, entries)?;
    if expected == state.slots() {
        return Ok(());
    }
    Err(Trouble::new(
        line.span,
        format!("`{}`", written(program, &expected, seat)),
        format!("`{}`", written(program, state.slots(), seat)),
    ))
}

/// Just these whole plays, whatever their order and however their moves are ordered.
fn only(script: &Script, line: &ExampleLine, texts: &[Text]) -> Result<(), Trouble> {
    let state = &script.state;
    if !matches!(state.current(), Current::Player { .. }) {
        let trouble = Trouble::new(line.span, waiting(state), "a choice between plays");
        return Err(trouble.maybe_help(first_needed(state)));
    }
    let Some(wholes) = state.wholes() else {
        return Err(Trouble::new(
            line.span,
            "all plays to be listed",
            "there are too many positions",
        ));
    };
    let after = |choices: &[Candidate]| -> Option<State> {
        let mut after = state.clone();
        after.choose_all(choices).ok().map(|()| after)
    };
    let mut left: Vec<(String, Option<State>)> = wholes.iter().map(|w| (w.notation.clone(), after(&w.steps))).collect();
    let mut missing: Vec<String> = Vec::new();
    for text in texts {
        let by_name = left.iter().position(|(notation, _)| *notation == text.text);
        let at = by_name.or_else(|| {
            let end = after(&state.read_play(&text.text).ok()?);
            end.and_then(|end| left.iter().position(|(_, other)| other.as_ref() == Some(&end)))
        });
        match at {
            Some(at) => {
                left.remove(at);
            }
            None => missing.push(format!("`{}`", text.text)),
        }
    }
    if missing.is_empty() && left.is_empty() {
        return Ok(());
    }
    let mut found = Vec::new();
    if !missing.is_empty() {
        found.push(format!("{} is no further whole play", missing.join(" ")));
    }
    if !left.is_empty() {
        const SHOWN: usize = 12;
        let mut more: Vec<String> = left.iter().take(SHOWN).map(|(n, _)| format!("`{n}`")).collect();
        if left.len() > SHOWN {
            more.push(format!("and {} more", left.len() - SHOWN));
        }
        found.push(format!("also legal: {}", more.join(" ")));
    }
    Err(Trouble::new(line.span, "just these whole plays", found.join("; ")))
}

/// Who threw can do nothing, or only pass.
fn pass(script: &Script, line: &ExampleLine) -> Result<(), Trouble> {
    let state = &script.state;
    let passed = match (state.current(), script.thrower) {
        (Current::Player { seat }, thrower) => {
            thrower.is_some_and(|t| t != seat) || state.legal_choices().iter().all(|c| !c.is_step())
        }
        (Current::Chance { .. }, Some(_)) => true,
        _ => false,
    };
    if passed {
        return Ok(());
    }
    let found = match state.legal_choices().first() {
        Some(choice) => format!("`{}` is legal", state.write(choice)),
        None => waiting(state),
    };
    Err(Trouble::new(line.span, "nothing to be possible", found))
}

fn next(script: &Script, line: &ExampleLine, seat: &Ident, phase: Option<&Ident>) -> Result<(), Trouble> {
    let state = &script.state;
    let program = state.program();
    let wanted = seat_of(program, seat)?;
    let goes_on = matches!(state.current(), Current::Chance { .. } | Current::Player { .. });
    if goes_on && state.actor() == wanted && phase.is_none_or(|p| p.text == state.phase()) {
        return Ok(());
    }
    let expected = match phase {
        None => format!("{} next", seat.text),
        Some(phase) => format!("{} next at `{}`", seat.text, phase.text),
    };
    let found = if goes_on {
        format!("{} at `{}`", program.seats[state.actor()].name, state.phase())
    } else {
        waiting(state)
    };
    Err(Trouble::new(line.span, expected, found))
}

fn over(script: &Script, line: &ExampleLine, winner: Option<&(Ident, Option<Expr>)>) -> Result<(), Trouble> {
    let state = &script.state;
    let Current::Over { winner: won } = state.current() else {
        let trouble = Trouble::new(line.span, "the game to be over", waiting(state));
        return Err(trouble.maybe_help(first_needed(state)));
    };
    let Some((seat, value)) = winner else { return Ok(()) };
    let wanted = seat_of(state.program(), seat)?;
    let by = match value {
        None => None,
        Some(e) => Some(script.here().value(e)?),
    };
    let won = won.is_some_and(|w| state.program().allied(w as i32, wanted as i32));
    if won && by.is_none_or(|n| n == state.scores()[wanted]) {
        return Ok(());
    }
    let expected = match by {
        None => format!("{} to win", seat.text),
        Some(n) => format!("{} to win {n}", seat.text),
    };
    Err(Trouble::new(line.span, expected, waiting(state)))
}

fn change(script: &Script, line: &ExampleLine, target: &Expr, rose: bool, by: &Expr) -> Result<(), Trouble> {
    // Both from the side of who acted.
    let me = script.before.actor();
    let value = |state: &State, e: &Expr| At { state, me }.value(e);
    let (before, now) = (value(&script.before, target)?, value(&script.state, target)?);
    let wanted = i64::from(value(&script.state, by)?);
    let grew = i64::from(now) - i64::from(before);
    if grew == if rose { wanted } else { -wanted } {
        return Ok(());
    }
    let written = print_expr(target);
    let way = if rose { "rise" } else { "fall" };
    Err(Trouble::new(
        line.span,
        format!("`{written}` to {way} by {wanted}"),
        format!("it was {before} and is {now}"),
    ))
}
