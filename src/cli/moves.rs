//! `bopu moves`: what can be done in a position, one choice or a whole turn at a time.

mod batch;
mod turn;

use super::args::{Format, MovesArgs};
use super::exit::{Exit, Fault};
use super::{open, position};
use crate::engine::{Action, Current, State, Stopped, stopped, write_throw};
use serde_json::{Value, json};
use std::io::Write;

/// Runs the command.
pub fn run(args: &MovesArgs) -> Result<Exit, Fault> {
    if args.batch {
        if args.position.state.is_some() || args.position.throw.is_some() {
            return Err(Fault::usage(
                "`--batch` reads positions and throws from standard input",
                Some("leave out `--state` and `--throw`".into()),
            ));
        }
        return batch::run(&open::game(&args.game)?);
    }
    if args.turn {
        return turn::run(args);
    }
    let state = position::read(&args.game, &args.position)?;
    let passed = args.position.throw.as_ref().and_then(|_| passed(&state));
    let mut out = anstream::stdout();
    match (args.format, passed) {
        (Format::Json, passed) => {
            let mut answer = choices(&state)?;
            if let Some(seat) = passed {
                answer["passed"] = state.program().seats[seat].name.clone().into();
            }
            super::json::write(&mut out, &answer)?;
        }
        // The throws of the next turn were not asked for.
        (Format::Human, Some(seat)) => writeln!(out, "{}", nothing_to_play(&state, seat))?,
        (Format::Human, None) => write!(out, "{}", human(&state)?)?,
    }
    Ok(Exit::Done)
}

/// The seat that could choose nothing after a throw, where another throw is due since.
fn passed(state: &State) -> Option<usize> {
    let passed = state.passed_over();
    let thrown_again = matches!(state.current(), Current::Chance { .. });
    passed.first().filter(|_| thrown_again).map(State::actor)
}

fn nothing_to_play(state: &State, seat: usize) -> String {
    let seats = &state.program().seats;
    let throws = state.history().filter_map(|action| match action {
        Action::Throw { group, faces } => Some(write_throw(state.program(), *group, faces)),
        _ => None,
    });
    let throw = throws.last().unwrap_or_default();
    let (name, next) = (&seats[seat].name, &seats[state.actor()].name);
    if state.actor() == seat {
        format!("{name} can play nothing with {throw}, and throws again")
    } else {
        format!("{name} can play nothing with {throw}: the turn passes to {next}")
    }
}

fn choices(state: &State) -> Result<Value, Fault> {
    let program = state.program();
    let seat = |s: usize| program.seats.get(s).map(|s| s.name.as_str());
    Ok(match state.current() {
        Current::Player { seat: chooser } => {
            let moves: Vec<Value> = state
                .labels()
                .into_iter()
                .zip(state.legal_choices())
                .map(|(label, c)| {
                    let args: serde_json::Map<String, Value> =
                        state.arguments(c).into_iter().map(|(k, v)| (k, v.into())).collect();
                    let step = c.is_step().then(|| program.steps[c.step as usize].name.as_str());
                    json!({"notation": label, "step": step, "args": args})
                })
                .collect();
            json!({"waits": "choice", "seat": seat(chooser), "moves": moves})
        }
        Current::Chance { .. } => {
            let throws: Vec<Value> = turn::outcomes(state)?
                .iter()
                .map(|o| json!({"throw": turn::throw_json(state, &o.faces), "weight": o.weight}))
                .collect();
            json!({"waits": "throw", "throws": throws})
        }
        Current::Idle => {
            let events = program.referees.iter().map(|r| {
                let params: Vec<&str> = r.params.iter().map(|p| p.name.as_str()).collect();
                json!({"call": r.name, "params": params})
            });
            json!({"waits": "call", "moves": [], "events": events.collect::<Vec<Value>>()})
        }
        Current::Over { winner } => json!({"waits": null, "winner": winner.and_then(seat)}),
        Current::Unfinished => json!({"waits": null, "unfinished": Stopped::of(state)}),
    })
}

fn human(state: &State) -> Result<String, Fault> {
    Ok(match state.current() {
        Current::Player { .. } => state.labels().into_iter().map(|l| l + "\n").collect(),
        Current::Chance { .. } => {
            let all = turn::outcomes(state)?;
            let sum: u64 = all.iter().map(|o| o.weight).sum();
            let line =
                |o: &crate::engine::Outcome| format!("{}  {} of {sum}\n", turn::throw_text(state, &o.faces), o.weight);
            all.iter().map(line).collect()
        }
        Current::Idle => format!("there are no moves: expected {}\n", position::expected(state)),
        Current::Over { winner } => match winner {
            Some(seat) => format!("the game is over: {} won\n", state.program().winners(seat)),
            None => "the game is over\n".into(),
        },
        Current::Unfinished => format!("{}\n", stopped(state)),
    })
}
