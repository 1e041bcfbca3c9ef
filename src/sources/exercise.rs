//! Which rules of a game are exercised in random games.

use super::rules::Rule;
use crate::engine::{Exercise, MAX_ROUNDS, Playouts, generator};
use crate::ir::{Op, Program};
use crate::syntax::source::Span;
use rayon::prelude::*;
use std::collections::HashSet;

/// For each of a number of games, the rules that it exercises, by their numbers in `rules`.
#[derive(Clone, Debug, Default)]
pub struct Exercised {
    /// How many games were played.
    pub games: u64,
    /// How many of them did not come to an end.
    pub unfinished: u64,
    by_game: Vec<Vec<bool>>,
}

impl Exercised {
    /// In how many games at least one of some rules was exercised.
    #[must_use]
    pub fn games_with(&self, rules: &[usize]) -> u64 {
        let with = self.by_game.iter().filter(|g| rules.iter().any(|r| g[*r]));
        with.count() as u64
    }
}

/// Plays random games, number 0 and on of a seed, and notes which of a game's rules (with their parts, each as one entry of
/// `rules`) are exercised.
#[must_use]
pub fn exercised(program: &Program, rules: &[&Rule], games: u64, seed: u64) -> Exercised {
    let resolver = Resolver::new(program, rules);
    let played: Vec<(bool, Vec<bool>)> = (0..games)
        .into_par_iter()
        .map_init(
            || Playouts::new(program, MAX_ROUNDS),
            |playouts, index| {
                let (mut dice, mut agents) = (generator(seed, index, false), generator(seed, index, true));
                let (played, exercise) = playouts.exercise(&mut dice, &mut agents);
                (played.finished, resolver.took_effect(&exercise))
            },
        )
        .collect();
    Exercised {
        games,
        unfinished: played.iter().filter(|(finished, _)| !finished).count() as u64,
        by_game: played.into_iter().map(|(_, exercised)| exercised).collect(),
    }
}

/// What is there from a game's beginning to its end.
const ALWAYS: [&str; 26] = [
    "extends",
    "change",
    "game",
    "players",
    "seats",
    "sides",
    "pieces",
    "die",
    "space",
    "member",
    "route",
    "numbering",
    "region",
    "setup",
    "entry",
    "enum",
    "const",
    "var",
    "agreed",
    "turn",
    "next",
    "payoff",
    "reading",
    "glossary",
    "word",
    "status",
];

struct Resolver<'a> {
    program: &'a Program,
    rules: &'a [&'a Rule],
}

impl<'a> Resolver<'a> {
    fn new(program: &'a Program, rules: &'a [&'a Rule]) -> Self {
        Self { program, rules }
    }

    /// Where the parts stand that a game was told of.
    fn spans(&self, parts: &[bool]) -> HashSet<Span> {
        let told = self.program.parts.iter().zip(parts).filter(|(_, told)| **told);
        told.map(|(part, _)| part.span).collect()
    }

    fn took_effect(&self, exercise: &Exercise) -> Vec<bool> {
        let program = self.program;
        let mut spans = self.spans(&exercise.refused);
        spans.extend(self.spans(&exercise.met));
        let ran = |from: u32, to: u32| exercise.ran[from as usize..to as usize].contains(&true);
        spans.extend(program.marks.iter().filter(|m| ran(m.from, m.to)).map(|m| m.span));
        let (dice, events) = self.thrown_and_emitted(exercise);
        let rows = self.rows(exercise);
        let mut out: Vec<bool> = self
            .rules
            .iter()
            .map(|rule| {
                let owner = rule.path.split('.').next().unwrap_or_default();
                match rule.kind {
                    "choice" => program
                        .readings
                        .iter()
                        .any(|r| r.name == owner && rule.path == format!("{owner}.{}", r.choices[r.chosen].0)),
                    "dice" => dice.contains(rule.path.as_str()),
                    // A table that sorts no throws is there like an enumeration.
                    "table" | "row" if !self.sorts(owner) => true,
                    "table" | "row" => rows.contains(&rule.path),
                    "event" => events.contains(rule.path.as_str()),
                    kind if ALWAYS.contains(&kind) => true,
                    _ => spans.contains(&rule.span),
                }
            })
            .collect();
        self.follow(&mut out);
        out
    }

    /// Whether a table sorts throws.
    fn sorts(&self, table: &str) -> bool {
        self.program.throw_tables.iter().any(|t| t.name == table)
    }

    /// The rows that a throw belonged to, and their tables, as rules name them.
    fn rows(&self, exercise: &Exercise) -> HashSet<String> {
        let mut names = HashSet::new();
        for (table, row) in &exercise.rows {
            let table = &self.program.throw_tables[*table as usize];
            let rows = &self.program.enums[table.rows as usize].values;
            names.insert(table.name.clone());
            names.extend(rows.get(*row).map(|row| format!("{}.{}", table.name, row.name)));
        }
        names
    }

    fn thrown_and_emitted(&self, exercise: &Exercise) -> (HashSet<&'a str>, HashSet<&'a str>) {
        let (mut dice, mut events) = (HashSet::new(), HashSet::new());
        for (op, _) in self.program.code.iter().zip(&exercise.ran).filter(|(_, ran)| **ran) {
            match op {
                Op::Roll { group, .. } => {
                    let name = self.program.dice[*group as usize].name.as_str();
                    dice.insert(if name.is_empty() { "dice" } else { name });
                }
                Op::Emit { event, .. } => {
                    events.insert(self.program.events[*event as usize].name.as_str());
                }
                _ => {}
            }
        }
        (dice, events)
    }

    /// What is not code of its own is exercised with what it belongs to: functions, conditions and groups with what calls
    /// them, a requirement with the condition that it stands for, a part with its step, function or group.
    fn follow(&self, out: &mut [bool]) {
        let names: HashSet<&str> = std::iter::once("")
            .chain(self.rules.iter().zip(&*out).filter(|(_, e)| **e).map(|(r, _)| owner(r)))
            .collect();
        let mut called = names.clone();
        let mut open: Vec<&str> = names.into_iter().collect();
        // Whether a routine ran is known already.
        let expanded_in_place: HashSet<&str> = self
            .rules
            .iter()
            .filter(|r| matches!(r.kind, "fn" | "condition" | "group"))
            .map(|r| r.path.as_str())
            .collect();
        while let Some(name) = open.pop() {
            for callee in self.program.calls.get(name).into_iter().flatten() {
                if expanded_in_place.contains(callee.as_str()) && called.insert(callee) {
                    open.push(callee);
                }
            }
        }
        for (rule, e) in self.rules.iter().zip(out.iter_mut()) {
            *e |= matches!(rule.kind, "fn" | "condition" | "group") && called.contains(rule.path.as_str());
        }
        let taken: HashSet<String> = self
            .rules
            .iter()
            .zip(&*out)
            .filter(|(_, e)| **e)
            .map(|(r, _)| r.path.clone())
            .collect();
        for (rule, e) in self.rules.iter().zip(out.iter_mut()) {
            let last = rule.path.rsplit('.').next().unwrap_or_default();
            *e |= match (rule.kind, &rule.condition) {
                ("require", Some(condition)) => taken.iter().any(|p| {
                    p.strip_prefix(condition.as_str())
                        .is_some_and(|rest| rest.starts_with('.'))
                }),
                ("pick" | "notation", _) => taken.contains(owner(rule)),
                ("let", _) | ("case", _) => taken.contains(owner(rule)) && !self.has_code(rule.span),
                ("alternative", _) => taken.contains(last),
                _ => false,
            };
        }
    }

    /// Whether it is known of a part itself whether it was exercised.
    fn has_code(&self, span: Span) -> bool {
        self.program.marks.iter().any(|m| m.span == span) || self.program.parts.iter().any(|p| p.span == span)
    }
}

/// The name of the definition that something is, or is a part of.
fn owner(rule: &Rule) -> &str {
    rule.path.split('.').next().unwrap_or_default()
}
