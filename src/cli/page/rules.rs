//! The rules of a game in chapters, each with what it rests on.

use super::cited;
use super::entry::{Entry, name};
use super::gather::Gathered;
use super::markdown::{Markdown, cell_code, counted};
use crate::check::expand::Done;
use crate::cli::warrants::{Cited, cited as cite};
use crate::sources::Rule;
use serde::Serialize;

/// `{"sourced", "chapters", "helpers", "changes", "replaced", "altered", "inherited"}`: `sourced` says whether anything
/// rests on something; `helpers` are definitions that rest on nothing themselves;
/// the rest tells what became of the base's rules.
#[derive(Debug, Serialize)]
pub struct Rules {
    pub sourced: bool,
    #[serde(skip)]
    lost: bool,
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

/// `{"to", "default", "warrants"}`: something is removed, or has another default.
#[derive(Debug, Serialize)]
pub struct Change {
    pub to: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
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
        // A game that is its own authority has no warrants at all, and is told all the same.
        let sourced = of.warrants().next().is_some();
        let (mut told, mut helpers, mut inherited) = (Vec::new(), Vec::new(), Vec::new());
        let (mut replaced, mut altered) = (Vec::new(), Vec::new());
        for rule in rules {
            let parts = rule.parts.iter().any(|p| of.tells(p));
            if !of.tells(rule) && !parts {
                inherited.push(name(rule));
                continue;
            }
            if of.own.base.is_some() {
                match (of.own.has(rule.span), settles(of, rule)) {
                    (true, true) => replaced.push(name(rule)),
                    (false, _) => altered.push(name(rule)),
                    (true, false) => {}
                }
            }
            if sourced && rule.own.is_empty() && rule.parts.iter().all(|p| p.own.is_empty()) {
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
            sourced,
            lost: of.success.program.lost.is_some(),
            chapters,
            helpers,
            changes: changes
                .map(|c| Change {
                    to: c.to.clone(),
                    default: match &c.done {
                        Done::Default(value) => Some(value.clone()),
                        Done::Removed => None,
                    },
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
        if self.lost {
            page.heading(2, "What is left of its rules");
        } else {
            page.heading(2, "Rules");
            page.block(if self.sourced {
                "Each rule with the clauses that it rests on: their words, what they say in ours, and how firmly the rule stands \
                 on them. Behind the name of a requirement stands what is said to who breaks it."
            } else {
                "The game cites no text: its rules are their own authority. Behind the name of a requirement stands what is said \
                 to who breaks it."
            });
        }
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
                "Besides, these help to say the rules and rest on nothing themselves: {names}."
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
        // Rules with the same warrants stand together.
        let mut done: Vec<(&str, Vec<String>, String)> = Vec::new();
        for change in &self.changes {
            let (word, what) = match &change.default {
                Some(value) => ("another default", format!("{} = {value}", change.to)),
                None => ("removed", change.to.clone()),
            };
            let rests = cited::cell(&change.warrants);
            match done.last_mut() {
                Some((known, several, by)) if *known == word && *by == rests => several.push(what),
                _ => done.push((word, vec![what], rests)),
            }
        }
        rows.extend(done.into_iter().map(|(word, several, rests)| {
            let rests = if rests.is_empty() {
                rests
            } else {
                format!("<br>{rests}")
            };
            vec![word.to_owned(), listed(&several) + &rests]
        }));
        let but = if rows.is_empty() {
            ""
        } else {
            " What becomes of the others:"
        };
        page.block(&format!(
            "The rules of [{base}]({base}.md) hold except for what is told here.{but}"
        ));
        page.table(&["", &format!("rules of {base}")], &rows);
        if !self.inherited.is_empty() {
            let kept = counted(self.inherited.len(), "definition");
            page.block(&format!(
                "<details><summary>{kept} kept as they are</summary>\n\n{}\n\n</details>",
                listed(&self.inherited)
            ));
        }
    }
}

fn listed(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|n| cell_code(n)).collect();
    names.join(", ")
}

/// True if a rule stands for what a base left open or said otherwise.
fn settles(of: &Gathered, rule: &Rule) -> bool {
    let def = of.game.expanded.defs.iter().find(|d| d.item.head == rule.span);
    def.is_some_and(|d| d.settles)
}
