//! Damaged words that a game cites, and their emendations.

use super::cited;
use super::gather::Gathered;
use super::markdown::{Markdown, code, plain};
use crate::check::provenance::clause_ids;
use serde::Serialize;

/// `{"clause", "quote", "damage", "read"}`: a clause that is damaged, or that a rule reads otherwise than it stands.
#[derive(Debug, Serialize)]
pub struct Damaged {
    pub clause: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    pub damage: Vec<Place>,
    pub read: Vec<Read>,
}

/// `{"kind", "words", "emendation", "ground"}`: `kind` is `lost`, `wrong` or `scrambled`.
#[derive(Debug, Serialize)]
pub struct Place {
    pub kind: &'static str,
    pub words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emendation: Option<String>,
    pub ground: String,
}

/// `{"words", "for", "because", "by"}`: `by` are the rules that read so.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Read {
    pub words: String,
    #[serde(rename = "for")]
    pub instead_of: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    pub by: Vec<String>,
}

/// The damaged clauses among those that are cited here, in the order of their registers.
pub fn of(of: &Gathered) -> Vec<Damaged> {
    let mut out: Vec<Damaged> = Vec::new();
    let here: Vec<String> = of
        .warrants()
        .filter(|w| of.own.has(w.span))
        .flat_map(|w| clause_ids(std::slice::from_ref(w), &of.registers))
        .collect();
    for clause in of.registers.clauses() {
        let id = clause.id();
        if !here.contains(&id) {
            continue;
        }
        let damage = clause.clause.damage.iter().map(|d| Place {
            kind: d.kind.name(),
            words: d.words.clone(),
            emendation: d.emendation.clone(),
            ground: d.ground.clone(),
        });
        let damaged = Damaged {
            quote: clause.clause.quote.clone(),
            damage: damage.collect(),
            read: read(of, &id),
            clause: id,
        };
        if !damaged.damage.is_empty() || !damaged.read.is_empty() {
            out.push(damaged);
        }
    }
    out
}

/// The emendations that the rules told here make in a clause.
fn read(of: &Gathered, clause: &str) -> Vec<Read> {
    let mut out: Vec<Read> = Vec::new();
    let rules = of
        .game
        .all()
        .flat_map(|(_, r)| r.own.iter().map(|w| (r.path.clone(), w)));
    let examples = of.game.examples.iter();
    let examples = examples.flat_map(|e| e.warrants.iter().map(|w| (format!("“{}”", e.title), w)));
    for (by, warrant) in rules.chain(examples).filter(|(_, w)| of.own.has(w.span)) {
        let Some((words, instead_of)) = &warrant.emends else {
            continue;
        };
        if !clause_ids(std::slice::from_ref(warrant), &of.registers)
            .iter()
            .any(|id| id == clause)
        {
            continue;
        }
        let because = warrant.because.as_ref().map(|b| b.text.clone());
        let known = out
            .iter_mut()
            .find(|r| r.words == words.text && r.instead_of == instead_of.text && r.because == because);
        match known {
            Some(known) if known.by.contains(&by) => {}
            Some(known) => known.by.push(by),
            None => out.push(Read {
                words: words.text.clone(),
                instead_of: instead_of.text.clone(),
                because,
                by: vec![by],
            }),
        }
    }
    out
}

pub fn write(damaged: &[Damaged], page: &mut Markdown) {
    if damaged.is_empty() {
        return;
    }
    page.heading(2, "Damage and emendations");
    page.block("Clauses cited above whose words are damaged, or are read otherwise than they stand.");
    for clause in damaged {
        let quote = clause
            .quote
            .as_ref()
            .map_or_else(String::new, |q| format!("“{}” ", plain(q)));
        let mut lines = vec![format!("- {quote}{}", cited::id(&clause.clause))];
        lines.extend(clause.damage.iter().map(|d| format!("  - {}", d.words())));
        lines.extend(clause.read.iter().map(|r| format!("  - {}", r.words())));
        page.lines(&lines);
    }
}

impl Place {
    fn words(&self) -> String {
        let what = match (self.words.is_empty(), self.kind) {
            (true, kind) => format!("*{kind}*"),
            (false, kind) => format!("“{}” *{kind}*", plain(&self.words)),
        };
        let instead = match &self.emendation {
            Some(words) if words.is_empty() => ": to be left out".to_owned(),
            Some(words) => format!(": read “{}”", plain(words)),
            None => String::new(),
        };
        format!("{what}{instead}. {}", plain(&self.ground))
    }
}

impl Read {
    fn words(&self) -> String {
        let because = self
            .because
            .as_ref()
            .map_or_else(String::new, |b| format!(", because {}", plain(b)));
        let by: Vec<String> = self.by.iter().map(|b| code(b)).collect();
        format!(
            "{} reads “{}” for “{}”{because}.",
            by.join(", "),
            plain(&self.words),
            plain(&self.instead_of)
        )
    }
}
