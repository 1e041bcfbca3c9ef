//! Arms of `cases` that held together in a simulation: the order in which they are written decided, and nothing says why.

use crate::agents::Agent;
use crate::engine::{Current, Game, generator};
use crate::record::position;
use crate::sim::{Plan, Tally};
use serde::Serialize;
use serde_json::Value;
use std::io::Write;

/// Two arms, and where they met.
#[derive(Serialize)]
pub struct Row<'a> {
    part: &'a str,
    file: &'a str,
    line: usize,
    taken: &'a str,
    also: &'a str,
    times: u64,
    game: u64,
    round: i32,
    state: Option<Value>,
}

/// What was recorded, with the position of the first time.
pub fn rows<'a>(game: &'a Game, plan: &Plan, tally: &Tally) -> Vec<Row<'a>> {
    let program = game.program();
    let text = |span| program.sources.text(span);
    tally
        .overlaps
        .iter()
        .map(|((cases, first, later), together)| {
            let cases = &program.cases[*cases as usize];
            Row {
                part: &cases.path,
                file: program.sources.file(cases.span.file).map_or("", |f| f.name.as_str()),
                line: program.sources.line_column(cases.arms[*later as usize]).0,
                taken: text(cases.arms[*first as usize]),
                also: text(cases.arms[*later as usize]),
                times: together.times,
                game: together.game,
                round: together.round + 1,
                state: round_begins(game, plan, together.game, together.round),
            }
        })
        .collect()
}

/// The position at which a round of a simulated game began.
fn round_begins(game: &Game, plan: &Plan, index: u64, round: i32) -> Option<Value> {
    let mut dice = generator(plan.seed, index, false);
    let mut choices = generator(plan.seed, index, true);
    let mut state = game.start_capped(plan.max_rounds);
    loop {
        if i32::try_from(state.rounds()).is_ok_and(|r| r >= round) {
            return Some(position::write(&state));
        }
        match state.current() {
            Current::Chance { .. } => {
                let faces = state.draw(&mut dice)?;
                state.throw(&faces).ok()?;
            }
            Current::Player { .. } => {
                let choice = Agent::Random.choose(&state, &mut choices)?;
                state.choose(choice).ok()?;
            }
            Current::Idle | Current::Over { .. } | Current::Unfinished => return None,
        }
    }
}

/// For people.
pub fn human(out: &mut impl Write, rows: &[Row<'_>]) -> std::io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "\narms that held together, so that their order decided:")?;
    for row in rows {
        let times = if row.times == 1 {
            "once"
        } else {
            &format!("{} times", row.times)
        };
        writeln!(
            out,
            "  {} ({}:{}): `{}` came before `{}` {times}, first in round {} of game {}",
            row.part, row.file, row.line, row.taken, row.also, row.round, row.game
        )?;
        if let Some(state) = &row.state {
            writeln!(out, "    that round began at {state}")?;
        }
    }
    writeln!(
        out,
        "  a warrant behind the `}}` of a `cases` says what its order rests on\n"
    )
}
