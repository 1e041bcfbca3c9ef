//! One rule of a page: how it is written, what it rests on, and its parts.

use super::cited;
use super::gather::Gathered;
use super::markdown::{Markdown, code, plain};
use crate::cli::cite::named;
use crate::cli::warrants::{Cited, cited as cite};
use crate::sources::Rule;
use crate::syntax::print::{print_item, print_warrants};
use crate::syntax::source::Span;
use crate::syntax::tree::{Item, Mode, Tail};
use crate::syntax::walk::{Visitor, visit};
use serde::Serialize;

/// `{"kind", "part", "text", "written", "warrants", "parts"}`: `written` is the whole declaration where the text is only its head.
#[derive(Debug, Serialize)]
pub struct Entry {
    pub kind: &'static str,
    pub part: String,
    pub text: String,
    #[serde(skip)]
    spoken: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    pub warrants: Vec<Cited>,
    pub parts: Vec<Parts>,
}

/// `{"parts", "warrants"}`: parts that rest on the same.
#[derive(Debug, Serialize)]
pub struct Parts {
    pub parts: Vec<Part>,
    pub warrants: Vec<Cited>,
}

/// `{"kind", "name", "reason", "text"}`: a reason given to people, or what is written.
#[derive(Debug, Serialize)]
pub struct Part {
    pub kind: &'static str,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub text: String,
}

/// The kind and the name of a rule.
pub fn name(rule: &Rule) -> String {
    if rule.kind == "change" {
        // It is called as it is written.
        return rule.path.clone();
    }
    named(rule.kind, &rule.path)
}

impl Entry {
    /// A declaration with its parts. What stands in a base is told there, but for what is said of it here.
    pub fn of(of: &Gathered, rule: &Rule) -> Self {
        let here = of.tells(rule);
        let parts = rule.parts.iter().filter(|p| here || of.tells(p));
        Self::with_parts(of, rule, parts)
    }

    /// A declaration with some parts.
    pub fn with_parts<'r>(of: &Gathered, rule: &Rule, parts: impl Iterator<Item = &'r Rule>) -> Self {
        let written = written(of, rule);
        // What takes one line needs no head of its own; requirements are told one by one.
        let short = written
            .clone()
            .filter(|w| !w.contains('\n') && !matches!(rule.kind, "step" | "condition"));
        let (text, written) = (short.clone(), written.filter(|_| short.is_none()));
        Self {
            kind: rule.kind,
            part: rule.path.clone(),
            text: text.unwrap_or_else(|| rule.text.clone()),
            spoken: rule.spoken,
            written,
            warrants: rule.own.iter().map(|w| cite(&of.game, &of.registers, w)).collect(),
            parts: grouped(of, parts),
        }
    }

    /// Its line in a list: a part by its whole name with its reason, a declaration as it is written.
    pub fn words(&self) -> String {
        if self.text.is_empty() || self.text == self.part {
            code(&named(self.kind, &self.part))
        } else if self.spoken {
            format!("{}: {}", code(&self.part), plain(&self.text))
        } else if self.part.contains('.') {
            format!("{}: {}", code(&self.part), code(&self.text))
        } else {
            code(&self.text)
        }
    }

    pub fn write(&self, page: &mut Markdown) {
        page.block(&format!("**{}**", code(&self.text)));
        page.lines(&cited::quoted(&self.warrants, ""));
        let mut lines = Vec::new();
        for parts in &self.parts {
            lines.extend(parts.lines());
        }
        page.lines(&lines);
        if let Some(written) = &self.written {
            page.block(&format!(
                "<details><summary>as it is written</summary>\n\n```text\n{}\n```\n\n</details>",
                written.trim_end()
            ));
        }
    }
}

impl Parts {
    /// A point of a list, with what the parts rest on below it.
    pub fn lines(&self) -> Vec<String> {
        let names: Vec<String> = self.parts.iter().map(Part::words).collect();
        // One that gives a reason is a sentence; others are read one after the other.
        let mut out = vec![format!("- {}", names.join(" · "))];
        if !self.warrants.is_empty() {
            out.push(String::new());
        }
        out.extend(cited::quoted(&self.warrants, "  "));
        if !self.warrants.is_empty() {
            out.push(String::new());
        }
        out
    }
}

impl Part {
    fn words(&self) -> String {
        match (&self.reason, self.kind) {
            (Some(reason), _) => format!("{}: {}", code(&self.name), plain(reason)),
            (None, "entry" | "row" | "member" | "account") => code(&self.text),
            (None, "notation") => format!("written {}", code(&self.text)),
            (None, "statement") => code(&self.text),
            (None, "such that" | "best by") => format!("{} {}", self.kind, code(&self.text)),
            (None, _) if self.text.is_empty() || self.text == self.name => code(&self.name),
            (None, _) => format!("{}: {}", code(&self.name), code(&self.text)),
        }
    }
}

/// Parts in their order; those of one kind that rest on the same stand together.
fn grouped<'r>(of: &Gathered, parts: impl Iterator<Item = &'r Rule>) -> Vec<Parts> {
    let mut out: Vec<(&str, String, Parts)> = Vec::new();
    for part in parts {
        let rests = print_warrants(&part.own);
        let told = told(of, part);
        // Words that only list something may stand together, sentences not.
        let alone = told.reason.is_some();
        match out
            .iter_mut()
            .find(|(kind, known, _)| !alone && *kind == part.kind && *known == rests)
        {
            Some((.., group)) => group.parts.push(told),
            None => {
                let kind = if alone { "" } else { part.kind };
                let warrants = part.own.iter().map(|w| cite(&of.game, &of.registers, w));
                let group = Parts {
                    parts: vec![told],
                    warrants: warrants.collect(),
                };
                out.push((kind, rests, group));
            }
        }
    }
    out.into_iter().map(|(.., group)| group).collect()
}

fn told(of: &Gathered, part: &Rule) -> Part {
    let name = part.path.rsplit_once('.').map_or(part.path.as_str(), |(_, name)| name);
    let text = if part.text.is_empty() {
        first_line(of, part)
    } else {
        part.text.clone()
    };
    Part {
        kind: part.kind,
        name: name.to_owned(),
        reason: part.spoken.then(|| part.text.clone()),
        text,
    }
}

/// The first line of a statement as its file has it, without what it rests on.
fn first_line(of: &Gathered, part: &Rule) -> String {
    let rests = part
        .own
        .iter()
        .map(|w| w.span)
        .filter(|w| w.file == part.span.file && w.start > part.span.start);
    let end = rests.map(|w| w.start).min().unwrap_or(part.span.end).min(part.span.end);
    let text = of.game.files.text(Span { end, ..part.span });
    text.lines()
        .next()
        .unwrap_or_default()
        .trim_end_matches([' ', '{'])
        .to_owned()
}

/// The whole declaration as it is written, without its warrants, where its head alone does not say it.
fn written(of: &Gathered, rule: &Rule) -> Option<String> {
    struct Bare;
    impl Visitor for Bare {
        fn part(&mut self, tail: &mut Tail) -> bool {
            tail.warrants.clear();
            true
        }
    }
    let mut item: Item = of.game.declaration(rule.span)?.clone();
    item.tail = Tail::default();
    item.mode = Mode::Plain;
    visit(&mut item, &mut Bare);
    let text = print_item(&item);
    let one_line = text.split_whitespace().eq(rule.text.split_whitespace());
    (!one_line).then_some(text)
}
