//! A game that was played, told turn by turn.

use super::args::Format;
use super::exit::Fault;
use crate::engine::{Action, Current, State, write_play};
use crate::record::{Transcript, position};
use crate::show;
use serde_json::{Map, Value, json};
use std::io::Write;
use unicode_width::UnicodeWidthStr;

/// What one seat did in one phase of decisions: its throw and its moves.
struct Line {
    /// Number of the round, from 1; 0 before the first turn.
    round: u32,
    /// Who acted; nobody where all threw, or the referee called.
    seat: Option<usize>,
    throw: Option<Throw>,
    moves: Vec<String>,
    call: Option<String>,
    /// The position behind it, drawn or written, where that was asked for.
    after: Option<Value>,
}

struct Throw {
    text: String,
    json: Value,
    /// Its name in the rules.
    called: Option<String>,
}

/// Prints a game that was played from its start to this position.
pub fn tell(state: &State, transcript: &Transcript, format: Format, board: bool) -> Result<(), Fault> {
    let look = match format {
        Format::Json => |state: &State, _: usize| position::write(state),
        Format::Human => |state: &State, seat: usize| show::board(state, seat).into(),
    };
    let lines = lines(state, board.then_some(look));
    let mut out = anstream::stdout();
    match format {
        Format::Json => writeln!(out, "{:#}", json(state, transcript, &lines))?,
        Format::Human => human(&mut out, state, &lines)?,
    }
    Ok(())
}

/// What happened, line by line, each with a look at the position behind it.
fn lines(state: &State, look: Option<fn(&State, usize) -> Value>) -> Vec<Line> {
    let program = state.program();
    let mut now = state.game().start_capped(state.max_rounds());
    let mut lines: Vec<Line> = Vec::new();
    for action in state.history() {
        let round = if now.phase() == "start" { 0 } else { now.rounds() + 1 };
        let actor = now.actor();
        let seat = Some(actor);
        let mut line = Line {
            round,
            seat,
            throw: None,
            moves: Vec::new(),
            call: None,
            after: None,
        };
        let mut joins = false;
        match action {
            Action::Throw { group, faces } => {
                let dice = &program.dice[*group as usize];
                let faces_text: Vec<String> = faces.iter().map(|f| program.write_value(*f, &dice.meaning)).collect();
                let name = if dice.name.is_empty() {
                    String::new()
                } else {
                    format!("{} ", dice.name)
                };
                let called = now.throw_name(actor, *group, faces);
                let after = called.as_ref().map(|c| format!(" {c}")).unwrap_or_default();
                line.throw = Some(Throw {
                    text: format!("{name}{}{after}", faces_text.join("-")),
                    json: position::throw(program, *group as usize, faces),
                    called,
                });
                if dice.each {
                    line.seat = None;
                }
            }
            Action::Choice(candidate) => {
                line.moves.push(now.write(candidate));
                joins = lines
                    .last()
                    .is_some_and(|l| l.seat == seat && l.round == round && l.call.is_none());
            }
            Action::Call { referee, args } => {
                let info = &program.referees[*referee];
                let args = info
                    .params
                    .iter()
                    .zip(args)
                    .map(|(p, v)| program.write_value(*v, &p.meaning));
                let args: Vec<String> = args.collect();
                line.seat = None;
                line.call = Some(format!("{}({})", info.name, args.join(", ")));
            }
        }
        // It was applied here before.
        if now.apply(action.clone()).is_err() {
            break;
        }
        line.after = look.map(|look| look(&now, actor));
        match lines.last_mut() {
            Some(last) if joins => {
                last.moves.append(&mut line.moves);
                last.after = line.after;
            }
            _ => lines.push(line),
        }
    }
    lines
}

/// The moves as one play, without what tells apart choices that are written alike.
fn play(state: &State, line: &Line) -> String {
    let plain = |text: &String| text.split(" [").next().unwrap_or(text).to_owned();
    let moves: Vec<String> = line.moves.iter().map(plain).collect();
    write_play(state.program(), &moves)
}

fn human(out: &mut impl Write, state: &State, lines: &[Line]) -> Result<(), Fault> {
    let program = state.program();
    let names = || program.seats.iter().map(|s| s.name.as_str());
    let name_width = names().map(UnicodeWidthStr::width).max().unwrap_or(0);
    let throw_width = lines
        .iter()
        .filter_map(|l| l.throw.as_ref())
        .map(|t| t.text.width())
        .max()
        .unwrap_or(0);
    let number_width = lines.iter().map(|l| l.round).max().unwrap_or(0).to_string().len();
    let pad = |text: &str, width: usize| format!("{text}{}", " ".repeat(width.saturating_sub(text.width())));
    for line in lines {
        let number = if line.round == 0 {
            String::new()
        } else {
            format!("{}.", line.round)
        };
        let seat = line.seat.and_then(|s| names().nth(s)).unwrap_or("");
        let throw = line.throw.as_ref().map_or("", |t| t.text.as_str());
        let done = line.call.clone().unwrap_or_else(|| play(state, line));
        let text = format!(
            "{number:>w$} {}  {}  {done}",
            pad(seat, name_width),
            pad(throw, throw_width),
            w = number_width + 1
        );
        writeln!(out, "{}", text.trim_end())?;
        if let Some(Value::String(board)) = &line.after {
            writeln!(out, "{}\n", board.trim_end())?;
        }
    }
    writeln!(out, "{}", ending(state))?;
    Ok(())
}

/// How the game stands at the end, in one sentence.
fn ending(state: &State) -> String {
    let program = state.program();
    let rule = state
        .ended_by()
        .and_then(|p| program.parts.get(p as usize))
        .filter(|part| !part.path.is_empty())
        .map(|part| {
            let (line, _) = program.sources.line_column(part.span);
            let file = program.sources.file(part.span.file).map_or("", |f| f.name.as_str());
            format!("{} ({file}:{line})", part.path)
        })
        .unwrap_or_default();
    let scores: Vec<String> = program
        .seats
        .iter()
        .zip(state.scores())
        .map(|(seat, n)| format!("{} {n}", seat.name))
        .collect();
    let scores = scores.join(", ");
    match state.current() {
        Current::Over { winner } => match winner.and_then(|w| program.seats.get(w)) {
            Some(seat) => format!("{} wins: {scores}, by {rule}", seat.name),
            None => format!("nobody wins: {scores}, by {rule}"),
        },
        Current::Unfinished => {
            let at = if rule.is_empty() {
                String::new()
            } else {
                format!(", at {rule}")
            };
            format!(
                "unfinished after {} rounds: the game outgrew a bound{at}",
                state.rounds()
            )
        }
        _ => format!("the game goes on: {}", crate::record::expected(state)),
    }
}

fn json(state: &State, transcript: &Transcript, lines: &[Line]) -> Value {
    let seats = &state.program().seats;
    let name = |seat: Option<usize>| seat.and_then(|s| seats.get(s)).map(|s| s.name.as_str());
    let turns: Vec<Value> = lines
        .iter()
        .map(|line| {
            let mut out = Map::new();
            out.insert("round".into(), line.round.into());
            out.insert("seat".into(), name(line.seat).into());
            if let Some(throw) = &line.throw {
                out.insert("throw".into(), throw.json.clone());
                if let Some(called) = &throw.called {
                    out.insert("called".into(), called.as_str().into());
                }
            }
            if let Some(call) = &line.call {
                out.insert("call".into(), call.as_str().into());
            } else if !line.moves.is_empty() {
                out.insert("play".into(), play(state, line).into());
                out.insert("moves".into(), line.moves.clone().into());
            }
            if let Some(after) = &line.after {
                out.insert("state".into(), after.clone());
            }
            out.into()
        })
        .collect();
    let scores: Map<String, Value> = seats
        .iter()
        .map(|s| s.name.clone())
        .zip(state.scores().into_iter().map(Value::from))
        .collect();
    let part = state.ended_by().and_then(|p| state.program().parts.get(p as usize));
    json!({
        "bopu": transcript.bopu,
        "game": transcript.game,
        "readings": transcript.readings.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "agreements": transcript.agreements.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "seed": transcript.seed,
        "turns": turns,
        "result": {
            "finished": matches!(state.current(), Current::Over { .. }),
            "winner": match state.current() { Current::Over { winner } => name(winner), _ => None },
            "scores": scores,
            "rounds": state.rounds(),
            "by": part.map(|p| p.path.as_str()),
        },
    })
}
