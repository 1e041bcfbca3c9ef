//! `bopu readings`: what a game's text leaves open, and what each witness takes.

use super::args::{Format, ReadingsArgs};
use super::exit::{Exit, Fault};
use super::open;
use super::warrants::{Cited, rested};
use crate::check::expand::{Decision, ReadingDef, WitnessDef};
use crate::check::{Success, closest};
use crate::show::{pad, width};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// `{"bopu", "game", "witness", "witnesses": [{"name", "gloss", "follows"}], "readings"}`: `witness` is the one that is followed.
#[derive(Debug, Serialize)]
pub struct Answer {
    pub bopu: u32,
    pub game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
    pub witnesses: Vec<Witness>,
    pub readings: Vec<Reading>,
}

/// `{"name", "gloss", "follows"}`.
#[derive(Debug, Serialize)]
pub struct Witness {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gloss: Option<String>,
    pub follows: Vec<String>,
}

/// `{"name", "question", "default", "in_force", "choices", "witnesses"}`: nothing is in force where the witness that is followed
/// is divided; `witnesses` has for each `{"is", "choices"}`.
#[derive(Debug, Serialize)]
pub struct Reading {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    pub default: String,
    pub in_force: Option<String>,
    pub choices: Vec<Choice>,
    pub witnesses: BTreeMap<String, Said>,
}

/// `{"name", "gloss", "warrants"}`.
#[derive(Debug, Serialize)]
pub struct Choice {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gloss: Option<String>,
    pub warrants: Vec<Cited>,
}

/// `{"is", "choices"}`: `decided` and `picked` with one choice, `silent` with none, `divided` with several.
#[derive(Debug, Serialize)]
pub struct Said {
    pub is: &'static str,
    pub choices: Vec<String>,
}

/// Runs the command.
pub fn run(args: &ReadingsArgs) -> Result<Exit, Fault> {
    // A divided witness is to be shown here, not refused.
    let mut asked = args.game.clone();
    let witness = asked.options.witness.take();
    let success = open::compile(&asked)?;
    let answer = answer(&success, witness)?;
    let mut out = anstream::stdout();
    match args.format {
        Format::Json => super::json::write(&mut out, &answer)?,
        Format::Human => human(&mut out, &answer)?,
    }
    Ok(Exit::Done)
}

/// The readings of a game, with the witness that is followed, if one is.
pub fn answer(success: &Success, asked: Option<String>) -> Result<Answer, Fault> {
    let all = &success.expanded.witnesses;
    let followed = match &asked {
        Some(name) => Some(all.iter().find(|w| w.name == *name).ok_or_else(|| unknown(name, all))?),
        None => None,
    };
    let shown: Vec<&WitnessDef> = match followed {
        Some(witness) => vec![witness],
        None => all.iter().collect(),
    };
    let readings = success.expanded.readings.iter();
    Ok(Answer {
        bopu: 1,
        game: success.program.id.clone(),
        witnesses: shown
            .iter()
            .map(|w| Witness {
                name: w.name.clone(),
                gloss: w.gloss.clone(),
                follows: w.follows.iter().map(|s| s.text.clone()).collect(),
            })
            .collect(),
        readings: readings.map(|r| reading(success, r, followed, &shown)).collect(),
        witness: asked,
    })
}

fn reading(success: &Success, def: &ReadingDef, followed: Option<&WitnessDef>, shown: &[&WitnessDef]) -> Reading {
    let name = |at: usize| def.choices[at].name.text.clone();
    let in_force = match followed.map(|w| w.decide(def)) {
        // What was asked for by name goes before the witness.
        _ if def.asked => Some(def.chosen),
        None | Some(Decision::Silent) => Some(def.chosen),
        Some(Decision::Divided(_)) => None,
        Some(decision) => decision.choice(),
    };
    let said = |witness: &&WitnessDef| {
        let (is, choices) = match witness.decide(def) {
            Decision::Cited(at) => ("decided", vec![at]),
            Decision::Picked(at) => ("picked", vec![at]),
            Decision::Silent => ("silent", Vec::new()),
            Decision::Divided(several) => ("divided", several),
        };
        let choices = choices.into_iter().map(name).collect();
        (witness.name.clone(), Said { is, choices })
    };
    Reading {
        name: def.name.clone(),
        question: def.question.clone(),
        default: name(def.default),
        in_force: in_force.map(name),
        choices: def
            .choices
            .iter()
            .map(|c| {
                let path = format!("{}.{}", def.name, c.name.text);
                let rule = success.program.rules.iter().find(|r| r.path == path);
                Choice {
                    name: c.name.text.clone(),
                    gloss: c.gloss.as_ref().map(|g| g.text.clone()),
                    warrants: rule.map_or_else(Vec::new, |r| rested(&success.program, &r.ground)),
                }
            })
            .collect(),
        witnesses: shown.iter().map(said).collect(),
    }
}

fn unknown(name: &str, all: &[WitnessDef]) -> Fault {
    let names: Vec<&str> = all.iter().map(|w| w.name.as_str()).collect();
    let near = closest(name, names.iter().copied()).map(|n| format!("did you mean `{n}`?"));
    let help = near.or_else(|| (!names.is_empty()).then(|| format!("this game's witnesses are: {}", names.join(", "))));
    Fault::usage(format!("there is no witness `{name}`"), help)
}

fn human(out: &mut impl Write, answer: &Answer) -> Result<(), Fault> {
    if answer.readings.is_empty() {
        writeln!(out, "{} leaves nothing open: it has no readings", answer.game)?;
        return Ok(());
    }
    for witness in &answer.witnesses {
        let gloss = witness.gloss.as_ref().map_or_else(String::new, |g| format!(": {g}"));
        writeln!(
            out,
            "witness {} follows {}{gloss}",
            witness.name,
            witness.follows.join(", ")
        )?;
    }
    if !answer.witnesses.is_empty() {
        writeln!(out)?;
    }
    table(out, answer)?;
    for reading in &answer.readings {
        let question = reading.question.as_ref().map_or_else(String::new, |q| format!(": {q}"));
        writeln!(out, "\n{}{question}", reading.name)?;
        for choice in &reading.choices {
            let in_force = reading.in_force.as_ref() == Some(&choice.name);
            let sign = if in_force { '*' } else { ' ' };
            let default = if choice.name == reading.default {
                " (default)"
            } else {
                ""
            };
            let gloss = choice.gloss.as_ref().map_or_else(String::new, |g| format!(": {g}"));
            writeln!(out, "  {sign} {}{gloss}{default}", choice.name)?;
            for line in choice.warrants.iter().flat_map(Cited::lines) {
                writeln!(out, "        {line}")?;
            }
        }
    }
    Ok(())
}

/// A line a reading: the default, what is in force, and what each witness takes.
fn table(out: &mut impl Write, answer: &Answer) -> Result<(), Fault> {
    let mut head = vec!["reading".to_owned(), "default".to_owned(), "in force".to_owned()];
    head.extend(answer.witnesses.iter().map(|w| w.name.clone()));
    let mut rows = vec![head];
    for reading in &answer.readings {
        let mut row = vec![
            reading.name.clone(),
            reading.default.clone(),
            reading.in_force.clone().unwrap_or_else(|| "?".into()),
        ];
        let said = answer.witnesses.iter().filter_map(|w| reading.witnesses.get(&w.name));
        row.extend(said.map(Said::words));
        rows.push(row);
    }
    let columns = rows[0].len();
    let widths: Vec<usize> = (0..columns)
        .map(|c| rows.iter().map(|r| width(&r[c])).max().unwrap_or(0))
        .collect();
    for row in &rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, w)| pad(cell, *w)).collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}

impl Said {
    fn words(&self) -> String {
        match self.is {
            "decided" => self.choices.join(""),
            "silent" => "silent".into(),
            is => format!("{is}: {}", self.choices.join(", ")),
        }
    }
}
