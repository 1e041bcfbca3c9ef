//! The parts of the rules, and what they rest on.

use super::Bound;
use crate::syntax::source::Span;
use crate::syntax::tree::{Grade, Warrant};
use std::sync::Arc;

/// A named part of the rules.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// Dotted path: `advance.bar_first`, `may_land.block`, `move.most`.
    pub path: String,
    /// The reason given to people.
    pub reason: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// The bound of the interpreter's own that is reported here.
    pub bound: Option<Bound>,
    /// The warrants of its own, written with it or given to it by a `rests` table.
    pub warrants: Vec<Warrant>,
    /// What it rests on: its own warrants, else those of the declaration that it is a part of.
    pub ground: Arc<Ground>,
}

/// A declaration or a part of one, as a `rests` table names it, and what it rests on.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Dotted path: `advance`, `advance.own`, `setup`, `opening.fresh` for a choice of a reading; empty where nothing
    /// names it.
    pub path: String,
    /// As people call it, where nothing names it.
    pub called: String,
    /// Where it stands.
    pub span: Span,
    /// The declaration that it is a part of, as a number of [`super::Program::rules`].
    pub within: Option<u32>,
    /// Whether it decides something of the game, so that it has to rest on something where there is a source.
    pub decides: bool,
    /// What it rests on: its own warrants, else those of the declaration that it is a part of.
    pub ground: Arc<Ground>,
}

/// What a rule rests on.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    /// The warrants.
    pub rests_on: Vec<Warrant>,
    /// For each the ids of the clauses that it cites, ranges written out.
    pub cites: Vec<Vec<String>>,
    /// The ids of all these clauses, each once.
    pub clauses: Vec<String>,
    /// The links of the derivation by which they came to this game, as numbers of [`super::Program::links`].
    pub links: Vec<u32>,
}

impl Ground {
    /// The grade: the weakest among the warrants, where `elsewhere` only supports what a clause says or implies.
    #[must_use]
    pub fn grade(&self) -> Option<Grade> {
        Grade::of(&self.rests_on)
    }
}

/// A clause as its register has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClauseWords {
    /// The words, where the register quotes a document.
    pub quote: Option<String>,
    /// What they say, in our words.
    pub says: String,
    /// What became of the clause.
    pub status: &'static str,
}

/// A link of a derivation that has a warrant: `game X extends Y per CLAUSE`.
#[derive(Clone, Debug)]
pub struct Link {
    /// The derived game.
    pub game: String,
    /// What it extends.
    pub base: String,
    /// What the link rests on.
    pub warrants: Vec<Warrant>,
    /// The ids of the clauses that these cite, ranges written out.
    pub clauses: Vec<String>,
    /// The file of the derived game, as numbered among the sources.
    pub file: u16,
}
