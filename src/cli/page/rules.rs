//! The rules of a game in chapters, each with what it rests on.

use super::cited;
use super::entry::{Entry, name};
use super::gather::Gathered;
use super::markdown::{Markdown, code, plain};
use crate::cli::warrants::{Cited, cited as cite};
use crate::sources::Rule;
use crate::syntax::tree::Mode;
use serde::Serialize;

/// `{"chapters", "helpers", "changes", "replaced", "altered", "inherited"}`: `helpers` are definitions that rest on nothing themselves;
/// the rest tells what became of the base's rules.
#[derive(Debug, Serialize)]
pub struct Rules {
    pub chapters: Vec<Chapter>,
    pub helpers: Vec<String>,
    pub changes: Vec<Change>,
    pub replaced: Vec<String>,
    pub altered: Vec<String>,
    pub inherited: Vec<String>,
}

/// `{"heading", "rules"}`.
#[derive(Debug, Serialize)]
pub struct Chapter {
    pub heading: &'static str,
    pub rules: Vec<Entry>,
}

/// `{"what", "warrants"}`: something removed, or a default changed, as it is written.
#[derive(Debug, Serialize)]
pub struct Change {
    pub what: String,
    pub warrants: Vec<Cited>,
}

/// The chapters, with the words that declare what stands in them; what no chapter has stands in the last.
const CHAPTERS: [(&str, &[&str]); 7] = [
    (
        "Players and equipment",
        &["players", "seats", "sides", "pieces", "die", "dice", "money"],
    ),
    ("The board", &["space", "route", "numbering", "region", "setup"]),
    ("Throws", &["table", "call"]),
    ("The course of a game", &["start", "turn", "next", "phase"]),
    ("Moves", &["step", "group", "condition"]),
    ("What follows from what happens", &["event", "on", "referee"]),
    ("The end, and what it is worth", &["end game", "end match", "payoff"]),
];

/// The chapter of everything else.
const REST: &str = "What the rules compute and keep";

/// What is told in other sections.
const ELSEWHERE: [&str; 10] = [
    "extends", "game", "change", "reading", "choice", "agreed", "glossary", "status", "layout", "notation",
];

impl Rules {
    pub fn of(of: &Gathered) -> Self {
        let rules = of.game.rules.iter().filter(|r| !ELSEWHERE.contains(&r.kind));
        let (mut told, mut helpers, mut inherited) = (Vec::new(), Vec::new(), Vec::new());
        let (mut replaced, mut altered) = (Vec::new(), Vec::new());
        for rule in rules {
            let parts = rule.parts.iter().any(|p| of.tells(p));
            if !of.tells(rule) && !parts {
                inherited.push(name(rule));
                continue;
            }
            if of.own.base.is_some() {
                match (of.own.has(rule.span), mode(of, rule)) {
                    (true, Some(Mode::Override)) => replaced.push(name(rule)),
                    (false, _) => altered.push(name(rule)),
                    _ => {}
                }
            }
            if rule.own.is_empty() && rule.parts.iter().all(|p| p.own.is_empty()) {
                helpers.push(name(rule));
            } else {
                told.push(rule);
            }
        }
        let within = |kinds: &[&str], rule: &Rule| kinds.contains(&rule.kind);
        let named = |rule: &Rule| CHAPTERS.iter().any(|(_, kinds)| within(kinds, rule));
        let entries = |wanted: &dyn Fn(&Rule) -> bool| -> Vec<Entry> {
            told.iter().filter(|r| wanted(r)).map(|r| Entry::of(of, r)).collect()
        };
        let mut chapters: Vec<Chapter> = CHAPTERS
            .iter()
            .map(|(heading, kinds)| Chapter {
                heading,
                rules: entries(&|r| within(kinds, r)),
            })
            .collect();
        chapters.push(Chapter {
            heading: REST,
            rules: entries(&|r| !named(r)),
        });
        chapters.retain(|c| !c.rules.is_empty());
        let changes = of.game.expanded.changes.iter().filter(|c| of.own.has(c.span));
        Self {
            chapters,
            helpers,
            changes: changes
                .map(|c| Change {
                    what: c.what.clone(),
                    warrants: c.warrants.iter().map(|w| cite(&of.game, &of.registers, w)).collect(),
                })
                .collect(),
            replaced,
            altered,
            inherited,
        }
    }

    pub fn write(&self, base: Option<&String>, page: &mut Markdown) {
        if self.chapters.is_empty() && self.inherited.is_empty() {
            return;
        }
        page.heading(2, "Rules");
        if let Some(base) = base {
            self.write_base(base, page);
        }
        for chapter in &self.chapters {
            page.heading(3, chapter.heading);
            for rule in &chapter.rules {
                rule.write(page);
            }
        }
        if !self.helpers.is_empty() {
            let names = listed(&self.helpers);
            page.block(&format!(
                "Besides, these only help to say the rules above, or rest on nothing: {names}."
            ));
        }
    }

    fn write_base(&self, base: &str, page: &mut Markdown) {
        let mut rows = Vec::new();
        for (what, names) in [("replaced", &self.replaced), ("changed in part", &self.altered)] {
            if !names.is_empty() {
                rows.push(vec![what.to_owned(), listed(names)]);
            }
        }
        for change in &self.changes {
            // How it is written begins with the word that says what is done.
            let (word, rest) = change.what.split_once(' ').unwrap_or(("", &change.what));
            let done = match word {
                "remove" => "removed",
                "default" => "another default",
                word => word,
            };
            let rests = cited::cell(&change.warrants);
            let rests = if rests.is_empty() {
                rests
            } else {
                format!("<br>{rests}")
            };
            rows.push(vec![
                plain(done),
                format!("{}{rests}", super::markdown::cell_code(rest)),
            ]);
        }
        if !self.inherited.is_empty() {
            rows.push(vec!["kept as they are".to_owned(), listed(&self.inherited)]);
        }
        page.block(&format!(
            "The rules of [{base}]({base}.md) hold except for what is told here. What becomes of them:"
        ));
        page.table(&["", &format!("rules of {base}")], &rows);
    }
}

fn listed(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|n| code(n).replace('|', "\\|")).collect();
    names.join(", ")
}

/// How a rule was declared: as new, or in the place of another.
fn mode(of: &Gathered, rule: &Rule) -> Option<Mode> {
    let def = of.game.expanded.defs.iter().find(|d| d.item.head == rule.span)?;
    Some(def.item.mode)
}
