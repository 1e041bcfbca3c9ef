//! `bopu explain`: why a move is allowed, or what refuses it and a play that shows why.

use super::args::{ExplainArgs, Format};
use super::exit::{Exit, Fault};
use super::warrants::{CitedPart, Standing};
use crate::engine::{Candidate, Current, Explanation, Reason, State, Unread, write_play};
use crate::ir::{Meaning, PartId, Test};
use serde::Serialize;
use std::io::Write;

/// Runs the command.
pub fn run(args: &ExplainArgs) -> Result<Exit, Fault> {
    let mut state = super::position::read(&args.game, &args.position)?;
    let answers = answers(&mut state, &args.text);
    let mut out = anstream::stdout();
    match args.format {
        Format::Json => super::json::write(&mut out, &answers)?,
        Format::Human => {
            for answer in &answers {
                write!(out, "{}", human(answer))?;
            }
        }
    }
    Ok(Exit::Done)
}

/// Why a move or a whole play is allowed or refused in a position, for people.
pub fn told(state: &State, text: &str) -> String {
    answers(&mut state.clone(), text).iter().map(human).collect()
}

/// Why a move or a whole play is refused in a position, in one sentence; nothing where it is allowed.
pub fn refusal(state: &State, text: &str) -> Option<String> {
    answers(&mut state.clone(), text).pop().filter(|a| !a.legal)?.why
}

/// The moves of a written play explained one after the other, as far as they are legal. Where a choice has just gone by
/// because nothing could be chosen, what refused the move there is told.
fn answers(state: &mut State, text: &str) -> Vec<Answer> {
    if !matches!(state.current(), Current::Player { .. }) {
        for mut passed in state.passed_over() {
            let answers = moves_explained(&mut passed, text);
            if answers.last().is_some_and(|a| a.refused_by.is_some()) {
                return answers;
            }
        }
    }
    moves_explained(state, text)
}

fn moves_explained(state: &mut State, text: &str) -> Vec<Answer> {
    let mut answers = Vec::new();
    let actor = state.actor();
    for (at, (text, read)) in written_moves(state, text).into_iter().enumerate() {
        // The rest of a play is judged for the player who began it.
        if at > 0
            && let Some(behind) = state.goes_on(actor)
        {
            *state = behind;
        }
        let found = read.map_or_else(|| state.candidates_written(&text), |c| vec![c]);
        let Some(best) = pick(state, &found) else {
            answers.push(unknown(state, &text));
            break;
        };
        let answer = answer(state, &text, &best);
        let legal = answer.legal;
        answers.push(answer);
        if !legal || state.choose(best.candidate).is_err() {
            break;
        }
    }
    answers
}

/// One move's explanation, as it is written for programs.
#[derive(Debug, Serialize)]
struct Answer {
    /// The move as asked.
    #[serde(rename = "move")]
    text: String,
    /// Who would make it.
    seat: String,
    /// Whether it may be made now.
    legal: bool,
    /// What refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused_by: Option<CitedPart>,
    /// Why, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// A play that does what is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    instead: Option<String>,
    /// How firmly it stands: of a legal move on what it meets, of another on what refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rests_on: Option<Standing>,
    /// The step that it is; of a legal move what it rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<CitedPart>,
    /// The requirements that it meets.
    met: Vec<CitedPart>,
}

/// The moves of a written play: as read where it can be read whole, as one where it is written like one, else word by word.
fn written_moves(state: &State, text: &str) -> Vec<(String, Option<Candidate>)> {
    match state.read_play(text) {
        Ok(way) => {
            let mut after = state.clone();
            way.iter()
                .map(|c| {
                    let text = after.write(c);
                    // Read a moment ago, so it applies.
                    let _ = after.choose(*c);
                    (text.split(" [").next().unwrap_or(&text).to_owned(), Some(*c))
                })
                .collect()
        }
        Err(Unread::Illegal(whole) | Unread::NoSuchMove(whole)) if whole == text.trim() => vec![(whole, None)],
        Err(Unread::NotNow) => vec![(text.to_owned(), None)],
        Err(_) => {
            let moves = crate::engine::split_play(state.program(), text);
            moves.into_iter().map(|text| (text, None)).collect()
        }
    }
}

/// Among candidates written alike the legal one, else the one that gets furthest: it is most likely what was meant.
fn pick(state: &State, found: &[Candidate]) -> Option<Explanation> {
    found.iter().map(|c| state.explain(c)).max_by_key(|e| {
        (
            e.refusal.is_none(),
            !matches!(e.refusal, Some(Reason::Parameter { .. })),
            required(state, e),
        )
    })
}

/// How many requirements it meets; a `let` that has a value asks nothing of the player.
fn required(state: &State, explanation: &Explanation) -> usize {
    let step = state.program().steps.get(explanation.candidate.step as usize);
    let asks = |part: &PartId| {
        let mut tests = step.iter().flat_map(|s| &s.tests);
        tests.any(|t| matches!(t, Test::Require { part: p, .. } if p == part))
    };
    explanation.met.iter().filter(|p| asks(p)).count()
}

fn answer(state: &State, text: &str, explanation: &Explanation) -> Answer {
    let program = state.program();
    let mut answer = Answer {
        text: text.to_owned(),
        seat: program.seats[state.actor()].name.clone(),
        legal: explanation.refusal.is_none(),
        refused_by: None,
        why: None,
        instead: None,
        rests_on: None,
        step: None,
        met: explanation.met.iter().map(|p| CitedPart::new(program, *p)).collect(),
    };
    if explanation.refusal.is_none() {
        let parts = rests_on(state, explanation);
        answer.rests_on = Standing::of(program, &parts);
        let step = step(state, explanation).filter(|p| program.grade(*p).is_some());
        answer.step = step.map(|p| CitedPart::new(program, p));
    }
    match &explanation.refusal {
        None => {}
        Some(Reason::Requirement(part)) => {
            answer.why.clone_from(&program.parts[*part as usize].reason);
            answer.refused_by = Some(CitedPart::new(program, *part));
        }
        Some(Reason::Parameter { at, part }) => {
            let (name, value) = &state.arguments(&explanation.candidate)[*at];
            answer.refused_by = Some(CitedPart::new(program, *part));
            let allowed = match state.program().steps[explanation.candidate.step as usize].params[*at].meaning {
                Meaning::Number => listed(&state.numbers_allowed(&explanation.candidate, *at)),
                _ => None,
            };
            let allowed = allowed.map_or_else(String::new, |numbers| format!(": {numbers}"));
            answer.why = Some(format!("`{value}` is not among what `{name}` can be now{allowed}"));
        }
        Some(Reason::Play { part, instead }) => {
            answer.why.clone_from(&program.parts[*part as usize].reason);
            answer.refused_by = Some(CitedPart::new(program, *part));
            let mut after = state.clone();
            let texts: Vec<String> = instead
                .iter()
                .map(|c| {
                    let text = after.write(c);
                    // An admissible sequence applies from beginning to end.
                    let _ = after.choose(*c);
                    text
                })
                .collect();
            answer.instead = Some(write_play(program, &texts));
        }
        Some(Reason::NotOffered) => answer.why = Some("this is not among what can be done now".into()),
        Some(Reason::NotNow) => answer.why = Some(waits_for(state)),
        Some(Reason::Outgrown) => answer.why = Some("the search of this play outgrew its bound".into()),
    }
    if let Some(Reason::Requirement(part) | Reason::Parameter { part, .. } | Reason::Play { part, .. }) =
        &explanation.refusal
    {
        answer.rests_on = Standing::of(program, &[*part]);
    }
    answer
}

/// Numbers in their order, a stretch as `1..4`; nothing where there are none, or many.
fn listed(numbers: &[i32]) -> Option<String> {
    match numbers {
        [] => None,
        [low, .., high] if numbers.len() > 2 && (high - low) as usize == numbers.len() - 1 => {
            Some(format!("{low}..{high}"))
        }
        _ if numbers.len() > 12 => None,
        _ => Some(numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// The step that a candidate is.
fn step(state: &State, explanation: &Explanation) -> Option<PartId> {
    let steps = &state.program().steps;
    steps.get(explanation.candidate.step as usize).map(|s| s.part)
}

/// The parts that a legal move rests on: its step, and what it meets.
pub fn rests_on(state: &State, explanation: &Explanation) -> Vec<PartId> {
    let mut parts: Vec<PartId> = step(state, explanation).into_iter().collect();
    for part in &explanation.met {
        if !parts.contains(part) {
            parts.push(*part);
        }
    }
    parts
}

fn waits_for(state: &State) -> String {
    match state.current() {
        Current::Chance { .. } => "the dice are to be thrown first: give the throw by `--throw`".into(),
        Current::Idle => "this game has no moves, only what its referee calls".into(),
        Current::Over { .. } | Current::Unfinished => "the game is over".into(),
        Current::Player { .. } => "a player is to choose".into(),
    }
}

fn unknown(state: &State, text: &str) -> Answer {
    let why = if state.legal_choices().is_empty() {
        waits_for(state)
    } else if let Some(misnamed) = state.misnamed(text) {
        misnamed
    } else {
        format!(
            "nothing that is offered now is written `{text}`; {}",
            state.some_legal()
        )
    };
    Answer {
        text: text.to_owned(),
        seat: state.program().seats[state.actor()].name.clone(),
        legal: false,
        refused_by: None,
        why: Some(why),
        instead: None,
        rests_on: None,
        step: None,
        met: Vec::new(),
    }
}

fn human(answer: &Answer) -> String {
    let mut out = format!(
        "{} for {}: {}\n",
        answer.text,
        answer.seat,
        if answer.legal { "allowed" } else { "refused" }
    );
    // What rests on the same as a part before it is not quoted again.
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    let mut part = |out: &mut String, head: &str, part: &CitedPart, reason: &str| {
        out.push_str(&format!("{head}{} ({}:{}){reason}\n", part.part, part.file, part.line));
        let lines: Vec<String> = part.lines().collect();
        match told.iter().find(|(_, earlier)| *earlier == lines) {
            Some((earlier, lines)) if lines.len() > 1 => out.push_str(&format!("      as {earlier}\n")),
            _ => lines.iter().for_each(|line| out.push_str(&format!("      {line}\n"))),
        }
        told.push((part.part.clone(), lines));
    };
    if let Some(why) = &answer.why {
        out.push_str(&format!("  because {why}\n"));
    }
    if let Some(standing) = &answer.rests_on {
        let what = if answer.legal { "this move" } else { "the refusal" };
        out.push_str(&format!("  {what} rests on: {}\n", standing.words()));
    }
    if let Some(by) = &answer.refused_by {
        part(&mut out, "  rule ", by, "");
    }
    if let Some(instead) = &answer.instead {
        let instead = if instead.is_empty() { "playing nothing" } else { instead };
        out.push_str(&format!("  possible: {instead}\n"));
    }
    if let Some(step) = &answer.step {
        part(&mut out, "  step ", step, "");
    }
    if !answer.met.is_empty() {
        out.push_str("  it meets\n");
    }
    for met in &answer.met {
        let reason = met
            .reason
            .as_ref()
            .map_or_else(String::new, |r| format!(", against “{r}”"));
        part(&mut out, "    ", met, &reason);
    }
    out
}
