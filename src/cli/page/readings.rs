//! Readings: the choices that the text leaves open, their warrants, and what each changes.

use super::cited;
use super::entry::{Entry, name};
use super::gather::Gathered;
use super::markdown::{Markdown, capital, code, plain};
use crate::cli::exit::Fault;
use crate::cli::readings::{self, Answer, Choice as Known, Reading as Told, Said};
use crate::cli::warrants::Cited;
use crate::sources::Rule;
use serde::Serialize;
use std::collections::BTreeSet;

/// `{"own", "inherited", "witnesses"}`.
#[derive(Debug, Serialize)]
pub struct Readings {
    pub own: Vec<Reading>,
    pub inherited: Vec<Inherited>,
    pub witnesses: Vec<Witness>,
}

/// `{"name", "question", "choices", "asked_by"}`: `asked_by` names the rules that ask for it where they are written.
#[derive(Debug, Serialize)]
pub struct Reading {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    pub choices: Vec<Choice>,
    pub asked_by: Vec<String>,
}

/// `{"name", "gloss", "default", "warrants", "stands", "brings"}`: of the default, `stands` names the rules that stand under it and
/// not under every other choice; of another, `brings` has those that only it brings.
#[derive(Debug, Serialize)]
pub struct Choice {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gloss: Option<String>,
    pub default: bool,
    pub warrants: Vec<Cited>,
    pub stands: Vec<String>,
    pub brings: Vec<Entry>,
}

/// `{"name", "question", "default"}`.
#[derive(Debug, Serialize)]
pub struct Inherited {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    pub default: String,
}

/// `{"name", "gloss", "follows", "choices": [[reading, choice]]}`: what a witness takes where it is not the default.
#[derive(Debug, Serialize)]
pub struct Witness {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gloss: Option<String>,
    pub follows: Vec<String>,
    pub choices: Vec<(String, String)>,
}

impl Readings {
    pub fn of(of: &Gathered) -> Result<Self, Fault> {
        let Answer {
            readings, witnesses, ..
        } = readings::answer(&of.success, None)?;
        let defs = &of.game.expanded.readings;
        let here = |r: &Told| defs.iter().any(|d| d.name == r.name && of.own.has(d.span));
        let witnesses = witnesses.into_iter().map(|w| Witness {
            choices: readings.iter().filter_map(|r| takes(r, &w.name)).collect(),
            name: w.name,
            gloss: w.gloss,
            follows: w.follows,
        });
        let rules = of.game.rules.iter().filter(|r| r.kind != "reading");
        let asking: Vec<(&Rule, BTreeSet<String>)> = rules.map(|r| (r, of.game.asked_by(r))).collect();
        Ok(Self {
            witnesses: witnesses.collect(),
            inherited: readings
                .iter()
                .filter(|r| !here(r))
                .map(|r| Inherited {
                    name: r.name.clone(),
                    question: r.question.clone(),
                    default: r.default.clone(),
                })
                .collect(),
            own: readings
                .into_iter()
                .filter(here)
                .map(|r| reading(of, &asking, r))
                .collect(),
        })
    }

    pub fn write(&self, base: Option<&String>, page: &mut Markdown) {
        if self.own.is_empty() && self.inherited.is_empty() {
            return;
        }
        page.heading(2, "Readings");
        page.block(
            "What the text leaves open, is damaged or told in several ways. The first choice named is in force unless \
             `--reading NAME=CHOICE` asks for another.",
        );
        for reading in &self.own {
            reading.write(page);
        }
        self.write_inherited(base, page);
        self.write_witnesses(page);
    }

    fn write_inherited(&self, base: Option<&String>, page: &mut Markdown) {
        if self.inherited.is_empty() {
            return;
        }
        let from = base.map_or_else(|| "a base".to_owned(), |b| format!("[{b}]({b}.md#readings)"));
        page.block(&format!("Readings of {from} that are open here too:"));
        let rows: Vec<Vec<String>> = self
            .inherited
            .iter()
            .map(|r| {
                let question = r.question.as_ref().map_or_else(String::new, |q| plain(q));
                vec![code(&r.name), question, code(&r.default)]
            })
            .collect();
        page.table(&["reading", "question", "default here"], &rows);
    }

    fn write_witnesses(&self, page: &mut Markdown) {
        if self.witnesses.is_empty() {
            return;
        }
        page.block("A witness followed alone (`--witness NAME`) takes other choices than the defaults:");
        let rows: Vec<Vec<String>> = self
            .witnesses
            .iter()
            .map(|w| {
                let gloss = w.gloss.as_ref().map_or_else(String::new, |g| plain(g));
                let choices: Vec<String> = w.choices.iter().map(|(r, c)| code(&format!("{r}={c}"))).collect();
                let choices = if choices.is_empty() {
                    "none".to_owned()
                } else {
                    choices.join(", ")
                };
                vec![code(&w.name), gloss, w.follows.join(", "), choices]
            })
            .collect();
        page.table(&["witness", "", "follows", "differs in"], &rows);
    }
}

/// The choice that a witness takes of a reading, if it is not the default.
fn takes(reading: &Told, witness: &str) -> Option<(String, String)> {
    let Said { is, choices } = reading.witnesses.get(witness)?;
    match (*is, choices.as_slice()) {
        ("silent", _) => None,
        ("divided", several) => Some((reading.name.clone(), several.join(" or "))),
        (_, [only]) if *only == reading.default => None,
        (_, chosen) => Some((reading.name.clone(), chosen.join(" or "))),
    }
}

fn reading(of: &Gathered, asking: &[(&Rule, BTreeSet<String>)], told: Told) -> Reading {
    let game = &of.game;
    let standing = game.rules.iter().flat_map(Rule::all);
    let hanging: Vec<&Rule> = standing
        .filter(|r| !matches!(r.kind, "choice" | "reading"))
        .filter(|r| game.hangs_on(r).is_some_and(|on| on.contains(&told.name)))
        .collect();
    let asked = asking.iter().filter(|(_, readings)| readings.contains(&told.name));
    let asked = asked.filter(|(rule, _)| !hanging.iter().any(|h| h.path == rule.path));
    let asked_by = asked.map(|(rule, _)| name(rule)).collect();
    let choice = |known: Known| {
        let default = known.name == told.default;
        let brings: Vec<&Rule> = game
            .only_under(&told.name, &known.name)
            .filter(|r| r.kind != "choice")
            .collect();
        Choice {
            default,
            stands: if default {
                wholes(&hanging).map(name).collect()
            } else {
                Vec::new()
            },
            brings: wholes(&brings)
                .map(|whole| Entry::with_parts(of, whole, brings.iter().copied().filter(|p| within(p, whole))))
                .collect(),
            name: known.name,
            gloss: known.gloss,
            warrants: known.warrants,
        }
    };
    let mut choices: Vec<Choice> = told.choices.into_iter().map(choice).collect();
    // The one in force is told first.
    choices.sort_by_key(|c| !c.default);
    Reading {
        name: told.name,
        question: told.question,
        choices,
        asked_by,
    }
}

/// True if something is a part of a declaration.
fn within(part: &Rule, whole: &Rule) -> bool {
    let rest = part.path.strip_prefix(whole.path.as_str());
    rest.is_some_and(|rest| rest.starts_with('.'))
}

/// What is a part of nothing else among some rules.
fn wholes<'r>(rules: &'r [&'r Rule]) -> impl Iterator<Item = &'r Rule> {
    rules
        .iter()
        .copied()
        .filter(|r| !rules.iter().any(|whole| within(r, whole)))
}

impl Reading {
    fn write(&self, page: &mut Markdown) {
        let question = self
            .question
            .as_ref()
            .map_or_else(String::new, |q| format!(" {}", plain(&capital(q))));
        page.heading(3, &format!("{}{question}", code(&self.name)));
        for choice in &self.choices {
            choice.write(page);
        }
        if !self.asked_by.is_empty() {
            let names: Vec<String> = self.asked_by.iter().map(|n| code(n)).collect();
            page.block(&format!("Asked for by {}.", names.join(", ")));
        }
    }
}

impl Choice {
    fn write(&self, page: &mut Markdown) {
        let default = if self.default { " (default)" } else { "" };
        let gloss = self
            .gloss
            .as_ref()
            .map_or_else(String::new, |g| format!(": {}", plain(g)));
        let mut lines = vec![format!("- **{}**{default}{gloss}", code(&self.name))];
        if !self.warrants.is_empty() {
            lines.push(String::new());
            lines.extend(cited::quoted(&self.warrants, "  "));
        }
        if !self.stands.is_empty() {
            let names: Vec<String> = self.stands.iter().map(|n| code(n)).collect();
            lines.push(String::new());
            lines.push(format!("  Another choice takes away or changes {}.", names.join(", ")));
        }
        if !self.brings.is_empty() {
            lines.push(String::new());
            lines.push("  It brings:".to_owned());
            for rule in &self.brings {
                lines.push(String::new());
                lines.extend(brought(rule));
            }
        }
        page.lines(&lines);
    }
}

/// A rule that a choice brings, as a point of a list within one.
fn brought(rule: &Entry) -> Vec<String> {
    let mut out = vec![format!("  - {}", rule.words())];
    if let Some(written) = &rule.written {
        out.push(String::new());
        out.push("    ```text".to_owned());
        out.extend(written.trim_end().lines().map(|line| format!("    {line}")));
        out.push("    ```".to_owned());
    }
    let deeper = |lines: Vec<String>| {
        lines
            .into_iter()
            .map(|l| if l.is_empty() { l } else { format!("    {l}") })
    };
    let rests = cited::quoted(&rule.warrants, "");
    if !rests.is_empty() {
        out.push(String::new());
        out.extend(deeper(rests));
    }
    for parts in rule.parts.iter().filter(|p| !p.warrants.is_empty()) {
        out.push(String::new());
        out.extend(deeper(parts.lines()));
    }
    out
}
