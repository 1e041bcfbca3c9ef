//! A warrant with the words it rests on, for people and for programs.

use crate::check::provenance::clause_ids;
use crate::sources::{GameRules, Registers, Status};
use crate::syntax::print::print_warrants;
use crate::syntax::tree::Warrant;
use serde::Serialize;

/// `{"grade", "clauses": [{"id", "quote", "says", "status"}], "quote", "read", "because", "through"}`: the grade is `stated`,
/// `implied`, `elsewhere`, `conjecture` or `modern`; `quote` is what the rule file quotes, or the free text of `elsewhere`.
#[derive(Debug, Serialize)]
pub struct Cited {
    pub grade: &'static str,
    pub clauses: Vec<CitedClause>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<Emendation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<Through>,
}

/// `{"id", "quote", "says", "status"}`: a clause as its register has it; only the id where no register has it.
#[derive(Debug, Serialize)]
pub struct CitedClause {
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
}

/// `{"words", "for"}`: what is read for what stands there.
#[derive(Debug, Serialize)]
pub struct Emendation {
    pub words: String,
    #[serde(rename = "for")]
    pub instead_of: String,
}

/// `{"game", "extends", "clauses", "warrant"}`: a link of the derivation by which the rule came here.
#[derive(Debug, Serialize)]
pub struct Through {
    pub game: String,
    pub extends: String,
    pub clauses: Vec<String>,
    pub warrant: String,
}

/// What a status is called.
pub fn status_name(status: &Status) -> &'static str {
    match status {
        Status::Encoded => "encoded",
        Status::SetAside(_) => "set aside",
        Status::Disputed(_) => "disputed",
        Status::Lacunose(_) => "lacunose",
    }
}

/// A warrant of a game's rule.
pub fn cited(game: &GameRules, registers: &Registers, warrant: &Warrant) -> Cited {
    let clauses = clause_ids(std::slice::from_ref(warrant), registers)
        .into_iter()
        .map(|id| {
            let clause = registers.clause(&id).map(|c| c.clause);
            CitedClause {
                quote: clause.and_then(|c| c.quote.clone()),
                says: clause.map(|c| c.says.clone()),
                status: clause.map(|c| status_name(&c.status)),
                id,
            }
        });
    Cited {
        grade: warrant.grade.word(),
        clauses: clauses.collect(),
        quote: warrant.quote.as_ref().map(|q| q.text.clone()),
        read: warrant.emends.as_ref().map(|(words, instead_of)| Emendation {
            words: words.text.clone(),
            instead_of: instead_of.text.clone(),
        }),
        because: warrant.because.as_ref().map(|b| b.text.clone()),
        through: through(game, registers, warrant),
    }
}

/// The links by which a warrant came to a game, those that rest on something.
pub fn through(game: &GameRules, registers: &Registers, warrant: &Warrant) -> Vec<Through> {
    let links = game.through(warrant.span.file).into_iter();
    links
        .filter(|l| !l.warrants.is_empty())
        .map(|l| Through {
            game: l.from.to_owned(),
            extends: l.base.to_owned(),
            clauses: clause_ids(l.warrants, registers),
            warrant: print_warrants(l.warrants),
        })
        .collect()
}

/// The column in which a warrant's words begin, behind its grade.
const WORDS: usize = 12;

impl Cited {
    /// Lines for people, the first beginning with the grade.
    pub fn lines(&self) -> Vec<String> {
        let mut words = Vec::new();
        let several = self.clauses.len() > 1;
        for clause in &self.clauses {
            // The rule file quotes what it means of one clause; of several, the register's words tell them apart.
            let own = self.quote.as_ref().filter(|_| !several);
            match own.or(clause.quote.as_ref()) {
                Some(quote) => words.push(format!("{} “{quote}”", clause.id)),
                None => words.push(clause.id.clone()),
            }
            words.extend(clause.says.clone());
        }
        if self.clauses.is_empty() {
            words.extend(self.quote.clone());
        } else if several && let Some(quote) = &self.quote {
            // What the clauses say already is not said again.
            let known = |piece: &str| {
                self.clauses
                    .iter()
                    .any(|c| c.quote.as_ref().is_some_and(|q| q.contains(piece)))
            };
            if !quote.split('…').all(known) {
                words.push(format!("“{quote}”"));
            }
        }
        if let Some(read) = &self.read {
            words.push(format!("reading “{}” for “{}”", read.words, read.instead_of));
        }
        if let Some(because) = &self.because {
            words.push(if self.clauses.is_empty() {
                because.clone()
            } else {
                format!("because {because}")
            });
        }
        // What no clause says came through no clause either.
        for link in self.through.iter().filter(|_| !self.clauses.is_empty()) {
            words.push(format!(
                "through {} extends {} {}",
                link.game, link.extends, link.warrant
            ));
        }
        if words.is_empty() {
            words.push(String::new());
        }
        words
            .into_iter()
            .enumerate()
            .map(|(i, line)| {
                let grade = if i == 0 { self.grade } else { "" };
                format!("{grade:WORDS$}{line}").trim_end().to_owned()
            })
            .collect()
    }
}
