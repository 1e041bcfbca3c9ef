//! Sentences about a running game.

use crate::engine::{Action, Current, State, stopped, write_play};
use crate::ir::Program;
use crate::show;

/// A seat's name with the sign of its pieces.
pub fn seat(program: &Program, seat: usize) -> String {
    format!("{} {}", program.seats[seat].name, show::sign(program, seat))
}

/// The faces of a throw: in a row, or seat by seat where each throws.
pub fn faces(program: &Program, group: u32, faces: &[i32]) -> String {
    let dice = &program.dice[group as usize];
    let written: Vec<String> = faces.iter().map(|f| program.write_value(*f, &dice.meaning)).collect();
    if !dice.each {
        return written.join(" ");
    }
    let by_seat: Vec<String> = written
        .chunks(dice.number.max(1) as usize)
        .zip(&program.seats)
        .map(|(faces, seat)| format!("{} {}", seat.name, faces.join(" ")))
        .collect();
    by_seat.join(", ")
}

/// A throw that was just made by the acting seat.
pub fn throw(state: &State, thrower: usize, group: u32, thrown: &[i32]) -> String {
    let program = state.program();
    let dice = &program.dice[group as usize];
    let called = state.throw_name(thrower, group, thrown);
    let faces = faces(program, group, thrown) + &called.map(|c| format!(" {c}")).unwrap_or_default();
    match (dice.each, dice.name.as_str()) {
        (true, "") => format!("thrown: {faces}"),
        (true, name) => format!("{name}: {faces}"),
        (false, "") => format!("{} throws {faces}", program.seats[thrower].name),
        (false, name) => format!("{} throws {faces} ({name})", program.seats[thrower].name),
    }
}

/// Whose decision is due, in which phase, after which throw.
pub fn decision(state: &State) -> String {
    let program = state.program();
    let (_, since) = state.since_turn_began();
    let thrown = since.iter().rev().find_map(|a| match a {
        Action::Throw { group, faces } => {
            let called = state.throw_name(state.actor(), *group, faces);
            let called = called.map(|c| format!(" {c}")).unwrap_or_default();
            Some(format!(", throw {}{called}", self::faces(program, *group, faces)))
        }
        _ => None,
    });
    let in_turn = match state.acts_by() {
        Some(_) => format!(" in the turn of {}", seat(program, state.mover())),
        None => String::new(),
    };
    let mut out = format!(
        "{} to choose{in_turn}, phase {}{}:",
        seat(program, state.actor()),
        state.phase(),
        thrown.unwrap_or_default()
    );
    for clause in state
        .acts_by()
        .map_or(&[][..], |part| &program.parts[part as usize].ground.clauses)
    {
        let says = program.clauses.get(clause).map_or("", |words| words.says.as_str());
        out.push_str(&format!("\n  {clause}: {says}"));
    }
    out
}

/// What a seat did, as one play.
pub fn play(program: &Program, seat: usize, moves: &[String]) -> String {
    let name = &program.seats[seat].name;
    if moves.is_empty() {
        return format!("{name} passes");
    }
    format!("{name} plays {}", write_play(program, moves))
}

/// How the game ended: result by seat, and the rule.
pub fn result(state: &State) -> String {
    let program = state.program();
    let mut out = match state.current() {
        Current::Over { winner: Some(winner) } => {
            format!("the game is over: {} wins\n", program.winners(winner))
        }
        Current::Over { winner: None } => "the game is over without a single winner\n".into(),
        _ => format!("{}\n", stopped(state)),
    };
    if matches!(state.current(), Current::Over { .. }) {
        let names: Vec<String> = (0..program.seats.len()).map(|s| seat(program, s)).collect();
        let widest = names.iter().map(|n| show::width(n)).max().unwrap_or(0);
        for (name, score) in names.iter().zip(state.scores()) {
            out.push_str(&format!("  {}  {score:+}\n", show::pad(name, widest)));
        }
    }
    let part = state.ended_by().and_then(|p| program.parts.get(p as usize));
    let Some(part) = part.filter(|p| !p.path.is_empty()) else {
        return out;
    };
    if matches!(state.current(), Current::Over { .. }) {
        let (line, _) = program.sources.line_column(part.span);
        let file = program.sources.file(part.span.file).map_or("", |f| f.name.as_str());
        out.push_str(&format!("  by rule {} ({file}:{line})", part.path));
        if let Some(reason) = &part.reason {
            out.push_str(&format!(": {reason}"));
        }
        out.push('\n');
    }
    for words in show::rests_on(program, &part.ground) {
        out.push_str(&format!("    {words}\n"));
    }
    out
}
