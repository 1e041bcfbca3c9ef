//! How much of the clauses the rules say, show and use, and where rules stand without a clause.

use super::exercise::Exercised;
use super::game::{GameRules, Pinned};
use super::index::{Entry, Index};
use super::lookup::{ClauseRef, Registers};
use super::register::{Passage, Status};
use super::rules::Rule;
use crate::check::provenance::clause_ids;
use crate::syntax::source::Span;
use crate::syntax::tree::Grade;
use std::collections::{BTreeMap, HashSet};

/// The games that are looked at, with what became of their examples and their random games.
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// The games.
    pub games: Vec<GameRules>,
    /// For each the places of its examples and claims that fail.
    pub failing: Vec<HashSet<Span>>,
    /// For each its random games; none where it was not played.
    pub played: Vec<Option<Exercised>>,
}

/// A clause with what rests on it.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The clause.
    pub clause: ClauseRef<'a>,
    /// The rules, examples and claims.
    pub entry: Entry,
    /// For each game that was played and rests on it: the game, and in how many of its random games a rule that rests on the
    /// clause was exercised.
    pub exercised: Vec<(usize, u64)>,
}

impl Row<'_> {
    /// Whether the register says that nothing is to rest on it.
    #[must_use]
    pub fn aside(&self) -> bool {
        is_aside(&self.clause.clause.status)
    }
}

fn is_aside(status: &Status) -> bool {
    matches!(status, Status::SetAside(_) | Status::Lacunose(_))
}

/// Three figures for a number of clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// How many clauses there are.
    pub clauses: usize,
    /// How many of them are set aside, or too damaged to rest anything on.
    pub aside: usize,
    /// On how many rules rest.
    pub encoded: usize,
    /// To how many an example or claim is pinned that holds.
    pub tested: usize,
    /// On how many a rule rests that was exercised in random games.
    pub exercised: usize,
}

impl Figures {
    fn add(&mut self, row: &Row<'_>, games: &Games) {
        self.clauses += 1;
        self.aside += usize::from(row.aside());
        self.encoded += usize::from(!row.entry.uses.is_empty());
        self.tested += usize::from(row.entry.tests.iter().any(|t| games.holds(t.game, t.pinned)));
        self.exercised += usize::from(row.exercised.iter().any(|(_, n)| *n > 0));
    }

    /// With others together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            clauses: self.clauses + other.clauses,
            aside: self.aside + other.aside,
            encoded: self.encoded + other.encoded,
            tested: self.tested + other.tested,
            exercised: self.exercised + other.exercised,
        }
    }
}

/// A passage with its clauses.
#[derive(Clone, Debug)]
pub struct PassageRows<'a> {
    /// Its whole id.
    pub id: String,
    /// The passage.
    pub passage: &'a Passage,
    /// Its clauses.
    pub rows: Vec<Row<'a>>,
    /// Its figures.
    pub figures: Figures,
}

/// A decision that no clause settles, only a conjecture or a convenience of ours.
#[derive(Clone, Debug)]
pub struct Silence {
    /// The game, by its number.
    pub game: usize,
    /// The part.
    pub rule: Rule,
    /// Conjecture or modern.
    pub grade: Grade,
    /// Why it was settled so.
    pub because: String,
    /// The readings that offer something else.
    pub open: Vec<String>,
}

/// Where a register and the rules do not agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// A clause on which rules are said to rest, and none does.
    Unused {
        /// The clause's id.
        clause: String,
    },
    /// A clause that is set aside or lacunose, and said to state a rule all the same.
    Cited {
        /// The clause's id.
        clause: String,
        /// The game.
        game: String,
        /// The part, or the title of the example.
        by: String,
        /// Why the register sets it aside.
        reason: String,
    },
}

impl Games {
    /// Whether an example or claim holds.
    #[must_use]
    pub fn holds(&self, game: usize, pinned: usize) -> bool {
        let example = &self.games[game].examples[pinned];
        self.failing.get(game).is_none_or(|f| !f.contains(&example.span))
    }

    /// The clauses of the passages that are wanted, passage by passage.
    pub fn passages<'a>(
        &self,
        registers: &'a Registers,
        index: &Index,
        wanted: impl Fn(&str) -> bool,
    ) -> Vec<PassageRows<'a>> {
        let exercised = self.exercised_clauses(registers);
        let mut out: Vec<PassageRows<'a>> = Vec::new();
        for clause in registers.clauses() {
            let id = format!("{}.{}", clause.register.id, clause.passage.id);
            if !wanted(&id) {
                continue;
            }
            let row = Row {
                clause,
                entry: index.entry(&clause.id()).cloned().unwrap_or_default(),
                exercised: exercised.get(&clause.id()).cloned().unwrap_or_default(),
            };
            if out.last().is_none_or(|p| p.id != id) {
                out.push(PassageRows {
                    id,
                    passage: clause.passage,
                    rows: Vec::new(),
                    figures: Figures::default(),
                });
            }
            if let Some(passage) = out.last_mut() {
                passage.figures.add(&row, self);
                passage.rows.push(row);
            }
        }
        out
    }

    /// For each clause the games that rest on it, and in how many of their random games it was exercised.
    fn exercised_clauses(&self, registers: &Registers) -> BTreeMap<String, Vec<(usize, u64)>> {
        let mut out: BTreeMap<String, Vec<(usize, u64)>> = BTreeMap::new();
        for (number, (game, played)) in self.games.iter().zip(&self.played).enumerate() {
            let Some(played) = played else { continue };
            let mut rules: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (at, rule) in game.rules.iter().flat_map(Rule::all).enumerate() {
                for id in clause_ids(&rule.warrants, registers) {
                    rules.entry(id).or_default().push(at);
                }
            }
            for (id, rules) in rules {
                out.entry(id).or_default().push((number, played.games_with(&rules)));
            }
        }
        out
    }

    /// The decisions of a game that no clause settles. With `own`, those of its own file only.
    #[must_use]
    pub fn silences(&self, number: usize, own: bool) -> Vec<Silence> {
        let game = &self.games[number];
        let mut out = Vec::new();
        for rule in game.rules.iter().flat_map(Rule::all) {
            let grades = rule.own.iter().map(|w| w.grade);
            let Some(firmest) = grades.min() else { continue };
            let default = rule.kind != "choice" || is_chosen(game, rule);
            let decides = !matches!(rule.kind, "measure" | "layout" | "notation" | "var");
            let here = !own || rule.own.iter().any(|w| game.is_own(w.span));
            if matches!(firmest, Grade::Conjecture | Grade::Modern) && default && decides && here {
                let reasons = rule.own.iter().filter_map(|w| w.because.as_ref());
                let reasons: Vec<&str> = reasons.map(|b| b.text.as_str()).collect();
                out.push(Silence {
                    game: number,
                    grade: firmest,
                    because: reasons.join("; "),
                    open: game.open_by(rule).into_iter().collect(),
                    rule: rule.clone(),
                });
            }
        }
        out
    }
}

/// Whether a choice of a reading is the one in force.
fn is_chosen(game: &GameRules, rule: &Rule) -> bool {
    let readings = &game.expanded.readings;
    readings
        .iter()
        .any(|r| rule.path == format!("{}.{}", r.name, r.choices[r.chosen].name.text))
}

/// Where registers and rules do not agree, clause by clause.
#[must_use]
pub fn disagreements(games: &[GameRules], passages: &[PassageRows<'_>]) -> Vec<Disagreement> {
    let mut out = Vec::new();
    for row in passages.iter().flat_map(|p| &p.rows) {
        let id = row.clause.id();
        match &row.clause.clause.status {
            Status::Encoded | Status::Disputed(_) => {
                if row.entry.uses.is_empty() && row.entry.tests.is_empty() {
                    out.push(Disagreement::Unused { clause: id });
                }
            }
            Status::SetAside(reason) | Status::Lacunose(reason) => {
                // What follows from such a clause, or has it only for support, does not contradict its register.
                let uses = row.entry.uses.iter().filter(|u| u.grade() == Grade::Stated);
                let uses = uses.filter(|u| games[u.game].is_own(u.warrant.span));
                let uses = uses.map(|u| (u.game, u.path.clone()));
                let tests = row.entry.tests.iter();
                let tests = tests.map(|t| (t.game, &games[t.game].examples[t.pinned]));
                let stated = |e: &Pinned| e.warrants.iter().any(|w| w.grade == Grade::Stated);
                let tests = tests
                    .filter(|(_, e)| stated(e))
                    .map(|(game, e)| (game, e.title.clone()));
                for (game, by) in uses.chain(tests) {
                    out.push(Disagreement::Cited {
                        clause: id.clone(),
                        game: games[game].id.clone(),
                        by,
                        reason: reason.clone(),
                    });
                }
            }
        }
    }
    out
}
