//! From clauses to what rests on them: the rules of many games, and the examples and claims pinned to a clause.

use super::game::{Choices, GameRules};
use super::lookup::Registers;
use crate::check::provenance::clause_ids;
use crate::syntax::source::Span;
use crate::syntax::tree::{Grade, Warrant};
use std::collections::BTreeMap;

/// A rule that rests on a clause.
#[derive(Clone, Debug)]
pub struct Use {
    /// The game, by its number among those indexed.
    pub game: usize,
    /// What sort of rule it is.
    pub kind: &'static str,
    /// Its path.
    pub path: String,
    /// What it says.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Its warrant.
    pub warrant: Warrant,
    /// The choices of readings that it needs; none where it stands under the default ones.
    pub under: Choices,
}

impl Use {
    /// How firmly it rests on the clause.
    #[must_use]
    pub fn grade(&self) -> Grade {
        self.warrant.grade
    }
}

/// An example or claim pinned to a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// The game, by its number among those indexed.
    pub game: usize,
    /// The example or claim, by its number in the game.
    pub pinned: usize,
}

/// What rests on a clause.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Rules.
    pub uses: Vec<Use>,
    /// Examples and claims.
    pub tests: Vec<Test>,
}

/// What rests on each clause, by the clause's id.
#[derive(Clone, Debug, Default)]
pub struct Index {
    entries: BTreeMap<String, Entry>,
}

impl Index {
    /// Looks through games.
    #[must_use]
    pub fn new(games: &[GameRules], registers: &Registers) -> Self {
        let mut index = Self::default();
        for (number, game) in games.iter().enumerate() {
            for (under, rule) in game.all() {
                for warrant in &rule.own {
                    for id in clause_ids(std::slice::from_ref(warrant), registers) {
                        index.entries.entry(id).or_default().uses.push(Use {
                            game: number,
                            kind: rule.kind,
                            path: rule.path.clone(),
                            text: rule.text.clone(),
                            span: rule.span,
                            warrant: warrant.clone(),
                            under: under.to_vec(),
                        });
                    }
                }
            }
            for (pinned, example) in game.examples.iter().enumerate() {
                for id in clause_ids(&example.warrants, registers) {
                    let tests = &mut index.entries.entry(id).or_default().tests;
                    tests.push(Test { game: number, pinned });
                }
            }
        }
        index
    }

    /// What rests on a clause.
    #[must_use]
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.get(id)
    }
}
