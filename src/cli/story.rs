//! A game that was played, told turn by turn.

use super::args::Format;
use super::exit::Fault;
use super::notes::{self, Notes};
use super::warrants::CitedPart;
use super::{consequences, matches, payments};
use crate::engine::{Action, Current, State, Stopped, write_play, write_throw};
use crate::ir::PartId;
use crate::record::{Transcript, position};
use crate::show;
use serde::Serialize;
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
    /// The parts of the rules that the moves rest on.
    parts: Vec<PartId>,
    call: Option<String>,
    /// What was paid, for people (with who left) and for programs.
    paid: (Vec<String>, Vec<Value>),
    /// Who left.
    left: Vec<String>,
    /// How the game before it ended, where the next game of a match begins here.
    ended: Option<Ended>,
    /// The position behind it, drawn or written, where that was asked for.
    after: Option<Value>,
}

/// What one seat did, as a line of a table.
#[derive(Debug, Serialize)]
pub struct Turn {
    /// Number of the round, from 1; 0 before the first turn.
    pub round: u32,
    /// Who acted; nobody where all threw, or the referee called.
    pub seat: Option<String>,
    /// The throw.
    pub throw: Option<String>,
    /// The moves.
    pub play: String,
    /// Who paid whom, and who left.
    pub then: Vec<String>,
}

/// What happened up to a position, turn by turn. Where one game of a match ended, the next is not told.
pub fn turns(state: &State) -> Vec<Turn> {
    let seats = &state.program().seats;
    let turn = |line: &Line| Turn {
        round: line.round,
        seat: line.seat.and_then(|s| seats.get(s)).map(|s| s.name.clone()),
        throw: line.throw.as_ref().map(|t| t.text.clone()),
        play: line.call.clone().unwrap_or_else(|| play(state, line)),
        then: line.paid.0.clone(),
    };
    let lines = lines(state, None);
    lines.iter().take_while(|l| l.ended.is_none()).map(turn).collect()
}

struct Ended {
    text: String,
    json: Value,
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
        Format::Json => super::json::write(&mut out, &json(state, transcript, &lines))?,
        Format::Human => human(&mut out, state, &lines)?,
    }
    Ok(())
}

/// What happened, line by line, each with a look at the position behind it.
fn lines(state: &State, look: Option<fn(&State, usize) -> Value>) -> Vec<Line> {
    let program = state.program();
    let mut now = state.game().start_capped(state.max_rounds());
    let mut lines: Vec<Line> = Vec::new();
    let mut called = 0;
    for action in state.history() {
        let round = match now.current() {
            // What is called stands for the rounds of a game that has none.
            Current::Idle => called + 1,
            _ if now.phase() == "start" => 0,
            _ => now.rounds() + 1,
        };
        let actor = now.actor();
        let seat = Some(actor);
        let mut line = Line {
            round,
            seat,
            throw: None,
            moves: Vec::new(),
            parts: Vec::new(),
            call: None,
            paid: Default::default(),
            left: Vec::new(),
            ended: None,
            after: None,
        };
        let mut joins = false;
        match action {
            Action::Throw { group, faces } => {
                let dice = &program.dice[*group as usize];
                let name = if dice.name.is_empty() {
                    String::new()
                } else {
                    format!("{} ", dice.name)
                };
                let called = now.throw_name(actor, *group, faces);
                let after = called.as_ref().map(|c| format!(" {c}")).unwrap_or_default();
                line.throw = Some(Throw {
                    text: format!("{name}{}{after}", write_throw(program, *group, faces)),
                    json: position::throw(program, *group as usize, faces),
                    called,
                });
                if dice.each {
                    line.seat = None;
                }
            }
            Action::Choice(candidate) => {
                line.moves.push(now.write(candidate));
                line.parts = notes::of_choice(&now, candidate);
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
                called += 1;
            }
            Action::NextGame => {
                line.seat = None;
                line.ended = Some(Ended {
                    text: format!("{}\n\ngame {}", between(&now), now.games() + 2),
                    json: json!({"game": now.games() + 1, "result": result(&now)}),
                });
                called = 0;
            }
        }
        // It was applied here before.
        if now.apply(action.clone()).is_err() {
            break;
        }
        line.after = look.map(|look| look(&now, actor));
        line.paid = (consequences::lines(&now), payments::json(&now));
        line.left = consequences::left(&now);
        match lines.last_mut() {
            Some(last) if joins => {
                last.moves.append(&mut line.moves);
                last.paid.0.append(&mut line.paid.0);
                last.paid.1.append(&mut line.paid.1);
                last.left.append(&mut line.left);
                line.parts.retain(|p| !last.parts.contains(p));
                last.parts.append(&mut line.parts);
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
    let mut notes = Notes::default();
    for line in lines {
        if let Some(ended) = &line.ended {
            writeln!(out, "{}", ended.text)?;
            continue;
        }
        let number = if line.round == 0 {
            String::new()
        } else {
            format!("{}.", line.round)
        };
        let seat = line.seat.and_then(|s| names().nth(s)).unwrap_or("");
        let throw = line.throw.as_ref().map_or("", |t| t.text.as_str());
        let done = line.call.clone().unwrap_or_else(|| play(state, line));
        let mark = notes.mark(program, &line.parts);
        let text = format!(
            "{number:>w$} {}  {}  {done}  {mark}",
            pad(seat, name_width),
            pad(throw, throw_width),
            w = number_width + 1
        );
        writeln!(out, "{}", text.trim_end())?;
        for paid in &line.paid.0 {
            writeln!(out, "{:>w$} {paid}", "", w = number_width + 1)?;
        }
        if let Some(Value::String(board)) = &line.after {
            writeln!(out, "{}\n", board.trim_end())?;
        }
    }
    writeln!(out, "{}", between(state))?;
    if let Some(result) = state.match_result() {
        writeln!(out, "{}", matches::ending(state, &result))?;
    }
    notes.write(out, program)?;
    Ok(())
}

/// How a game ended, and how the match stands after it.
fn between(state: &State) -> String {
    let standing = matches::standing(state);
    if !state.program().has_match || standing.is_empty() || !matches!(state.current(), Current::Over { .. }) {
        return ending(state);
    }
    format!("{}\nafter game {}: {standing}", ending(state), state.games() + 1)
}

/// Who won with which scores, in a few words, of a game that is over.
pub fn outcome(state: &State) -> String {
    let program = state.program();
    let scores = program.seats.iter().zip(state.scores());
    let scores: Vec<String> = scores.map(|(seat, n)| format!("{} {n}", seat.name)).collect();
    let who = match state.current() {
        Current::Over { winner: Some(seat) } => program.winners(seat),
        _ => "nobody".to_owned(),
    };
    format!("{who} wins: {}", scores.join(", "))
}

/// How the game stands at the end, in one sentence.
fn ending(state: &State) -> String {
    let program = state.program();
    let rule = state.ended_by().map_or_else(String::new, |p| matches::rule(state, p));
    let scores: Vec<String> = program
        .seats
        .iter()
        .zip(state.scores())
        .map(|(seat, n)| format!("{} {n}", seat.name))
        .collect();
    let scores = scores.join(", ");
    match state.current() {
        Current::Over { winner } => {
            let who = winner.map_or_else(|| "nobody".to_owned(), |seat| program.winners(seat));
            let mut text = format!("{who} wins: {scores}, by {rule}");
            let by = state.ended_by().filter(|p| (*p as usize) < program.parts.len());
            for line in by
                .iter()
                .flat_map(|p| CitedPart::new(program, *p).lines().collect::<Vec<_>>())
            {
                text.push_str(&format!("\n      {line}"));
            }
            text
        }
        Current::Unfinished => {
            let why = Stopped::of(state).map_or_else(String::new, |s| format!(": {s}"));
            format!("unfinished after {} rounds{why}", state.rounds())
        }
        _ => format!("the game goes on: {}", crate::record::expected(state)),
    }
}

fn json(state: &State, transcript: &Transcript, lines: &[Line]) -> Value {
    let program = state.program();
    let mut notes = Notes::default();
    let seats = &state.program().seats;
    let name = |seat: Option<usize>| seat.and_then(|s| seats.get(s)).map(|s| s.name.as_str());
    let turns: Vec<Value> = lines
        .iter()
        .map(|line| {
            if let Some(ended) = &line.ended {
                return ended.json.clone();
            }
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
                if let Some(standing) = notes.standing(program, &line.parts) {
                    out.insert("rests_on".into(), standing);
                }
            }
            if !line.paid.1.is_empty() {
                out.insert("paid".into(), line.paid.1.clone().into());
            }
            if !line.left.is_empty() {
                out.insert("left".into(), line.left.clone().into());
            }
            if let Some(after) = &line.after {
                out.insert("state".into(), after.clone());
            }
            out.into()
        })
        .collect();
    if let Some(by) = state.ended_by() {
        notes.add(program, by);
    }
    let mut out = json!({
        "bopu": transcript.bopu,
        "game": transcript.game,
        "witness": transcript.witness,
        "readings": transcript.readings.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "agreements": transcript.agreements.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "seed": transcript.seed,
        "turns": turns,
        "result": result(state),
        "rules": notes.json(program),
    });
    if state.program().has_match {
        let ended = state.match_result();
        out["match"] = json!({
            "games": state.games() + 1,
            "finished": ended.is_some(),
            "winner": name(ended.as_ref().and_then(|m| m.winner)),
            "scores": ended.as_ref().map(|m| scores(state, &m.scores)),
            "by": ended.as_ref().and_then(|m| path(state, m.by)),
        });
    }
    out
}

/// How a game ended, for programs.
fn result(state: &State) -> Value {
    let winner = match state.current() {
        Current::Over { winner } => winner.and_then(|s| state.program().seats.get(s)),
        _ => None,
    };
    json!({
        "finished": matches!(state.current(), Current::Over { .. }),
        "winner": winner.map(|s| s.name.as_str()),
        "scores": scores(state, &state.scores()),
        "rounds": state.rounds(),
        "by": state.ended_by().and_then(|p| path(state, p)),
        "unfinished": Stopped::of(state),
    })
}

fn scores(state: &State, scores: &[i32]) -> Map<String, Value> {
    let seats = state.program().seats.iter().map(|s| s.name.clone());
    seats.zip(scores.iter().map(|n| Value::from(*n))).collect()
}

fn path(state: &State, part: u32) -> Option<&str> {
    let part = state.program().parts.get(part as usize).map(|p| p.path.as_str());
    part.filter(|path| !path.is_empty())
}
