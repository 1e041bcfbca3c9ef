//! The rules of a game with what they rest on.

use crate::cli::args::Format;
use crate::cli::exit::{Exit, Fault};
use crate::cli::warrants::{Cited, cited};
use crate::sources::{GameRules, Grades, Registers, Rule};
use serde::Serialize;
use std::io::Write;

/// `{"bopu", "game", "title", "sources": [{"id", "title", "document"}], "grades", "rules"}`.
#[derive(Debug, Serialize)]
struct Answer {
    bopu: u32,
    game: String,
    title: Option<String>,
    sources: Vec<Source>,
    grades: Grades,
    rules: Vec<CitedRule>,
}

/// `{"id", "title", "document"}`: a register, and the file of the document that it quotes.
#[derive(Debug, Serialize)]
struct Source {
    id: String,
    title: Option<String>,
    document: Option<String>,
}

/// `{"kind", "part", "text", "file", "line", "default", "in_force", "warrants", "parts"}`: a definition in reading order, or
/// one of its parts; the two truths only of a choice of a reading.
#[derive(Debug, Serialize)]
struct CitedRule {
    kind: &'static str,
    part: String,
    text: String,
    file: String,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force: Option<bool>,
    warrants: Vec<Cited>,
    parts: Vec<CitedRule>,
}

/// Tells what a game's rules rest on.
pub fn run(game: &GameRules, registers: &Registers, format: Format) -> Result<Exit, Fault> {
    let mut out = anstream::stdout();
    let answer = answer(game, registers);
    match format {
        Format::Json => super::super::json::write(&mut out, &answer)?,
        Format::Human => human(&mut out, &answer)?,
    }
    Ok(Exit::Done)
}

fn answer(game: &GameRules, registers: &Registers) -> Answer {
    let sources = game.sources().into_iter().map(|id| {
        let register = registers.file(&id).map(|f| &f.register);
        Source {
            title: register.map(|r| r.title.clone()),
            document: register.and_then(|r| r.document.as_ref()).map(|d| d.file.clone()),
            id,
        }
    });
    Answer {
        bopu: 1,
        game: game.id.clone(),
        title: game.expanded.header.title.as_ref().map(|t| t.text.clone()),
        sources: sources.collect(),
        grades: Grades::of(&game.rules),
        rules: game.rules.iter().map(|r| cited_rule(game, registers, r)).collect(),
    }
}

fn cited_rule(game: &GameRules, registers: &Registers, rule: &Rule) -> CitedRule {
    let (file, line) = game.place(rule.span);
    let choice = (rule.kind == "choice").then(|| {
        let (reading, choice) = rule.path.split_once('.').unwrap_or_default();
        let reading = game.expanded.readings.iter().find(|r| r.name == reading);
        let is = |at: usize| reading.is_some_and(|r| r.choices[at].name.text == choice);
        (
            reading.is_some_and(|r| is(r.default)),
            reading.is_some_and(|r| is(r.chosen)),
        )
    });
    CitedRule {
        kind: rule.kind,
        part: rule.path.clone(),
        text: rule.text.clone(),
        file,
        line,
        default: choice.map(|c| c.0),
        in_force: choice.map(|c| c.1),
        warrants: rule.own.iter().map(|w| cited(game, registers, w)).collect(),
        parts: rule.parts.iter().map(|p| cited_rule(game, registers, p)).collect(),
    }
}

fn human(out: &mut impl Write, answer: &Answer) -> Result<(), Fault> {
    match &answer.title {
        Some(title) => writeln!(out, "{}: {title}", answer.game)?,
        None => writeln!(out, "{}", answer.game)?,
    }
    for source in &answer.sources {
        let title = source.title.as_deref().unwrap_or("no register of this name");
        writeln!(out, "source {}: {title}", source.id)?;
    }
    writeln!(out, "{}", answer.grades)?;
    let mut bare = Vec::new();
    for rule in &answer.rules {
        if rule.warrants.is_empty() && rule.parts.iter().all(|p| p.warrants.is_empty()) {
            bare.push(named(rule.kind, &rule.part));
            continue;
        }
        writeln!(out, "\n{}  ({}:{})", rule.text, rule.file, rule.line)?;
        tell(out, rule, "    ")?;
        for part in rule.parts.iter().filter(|p| !p.warrants.is_empty()) {
            let name = part.part.rsplit_once('.').map_or(part.part.as_str(), |(_, name)| name);
            let name = if part.kind == "entry" { "" } else { name };
            let mark = match (part.default, part.in_force) {
                (Some(true), _) => " (default)",
                (_, Some(true)) => " (in force)",
                _ => "",
            };
            let text = match (name.is_empty(), part.text.is_empty()) {
                (true, _) => part.text.clone(),
                (_, true) => name.to_owned(),
                _ => format!("{name}: {}", part.text),
            };
            writeln!(out, "    {text}{mark}")?;
            tell(out, part, "        ")?;
        }
    }
    if !bare.is_empty() {
        writeln!(out, "\nWithout a warrant: {}", bare.join(", "))?;
    }
    Ok(())
}

/// A part with the word that declares it, where its name does not begin with that.
pub fn named(kind: &str, path: &str) -> String {
    if path.starts_with(kind) {
        path.to_owned()
    } else {
        format!("{kind} {path}")
    }
}

fn tell(out: &mut impl Write, rule: &CitedRule, indent: &str) -> Result<(), Fault> {
    for line in rule.warrants.iter().flat_map(Cited::lines) {
        writeln!(out, "{indent}{line}")?;
    }
    Ok(())
}
