//! What the moves of a game rest on, as notes: each part of the rules once, with a number.

use super::warrants::{CitedPart, Standing};
use crate::engine::{Candidate, State};
use crate::ir::{PartId, Program};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Parts in the order in which they are first met.
#[derive(Debug, Default)]
pub struct Notes {
    parts: Vec<PartId>,
}

/// The parts that a choice rests on, those that rest on something themselves.
pub fn of_choice(state: &State, candidate: &Candidate) -> Vec<PartId> {
    if !candidate.is_step() {
        return Vec::new();
    }
    let mut parts = super::explain::rests_on(state, &state.explain(candidate));
    parts.retain(|p| state.program().grade(*p).is_some());
    parts
}

impl Notes {
    /// The numbers of some parts, from 1, ascending.
    fn numbers(&mut self, parts: &[PartId]) -> Vec<usize> {
        let mut numbers: Vec<usize> = parts.iter().map(|part| self.number(*part)).collect();
        numbers.sort_unstable();
        numbers
    }

    fn number(&mut self, part: PartId) -> usize {
        let known = self.parts.iter().position(|p| *p == part);
        known.unwrap_or_else(|| {
            self.parts.push(part);
            self.parts.len() - 1
        }) + 1
    }

    /// The weakest grade among some parts with their numbers: `[conjecture: 1-3 5]`; nothing where there are none.
    pub fn mark(&mut self, program: &Program, parts: &[PartId]) -> String {
        let Some(standing) = Standing::of(program, parts) else {
            return String::new();
        };
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for n in self.numbers(parts) {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == n => *last = n,
                _ => runs.push((n, n)),
            }
        }
        let runs: Vec<String> = runs
            .into_iter()
            .map(|(a, b)| if a == b { a.to_string() } else { format!("{a}-{b}") })
            .collect();
        format!("[{}: {}]", standing.weakest, runs.join(" "))
    }

    /// For programs what a move rests on: its standing, with the paths of all its parts.
    pub fn standing(&mut self, program: &Program, parts: &[PartId]) -> Option<Value> {
        let standing = Standing::of(program, parts)?;
        let paths: Vec<&str> = parts.iter().map(|p| program.parts[*p as usize].path.as_str()).collect();
        self.numbers(parts);
        let Standing { grades, weakest, by } = standing;
        Some(json!({"grades": grades, "weakest": weakest, "by": by, "parts": paths}))
    }

    /// Counts a part that no move rests on among those that are told.
    pub fn add(&mut self, program: &Program, part: PartId) {
        if program.grade(part).is_some() {
            self.number(part);
        }
    }

    /// All parts with what they rest on, for people.
    pub fn write(&self, out: &mut impl Write, program: &Program) -> io::Result<()> {
        if self.parts.is_empty() {
            return Ok(());
        }
        let mut told: Vec<Vec<String>> = Vec::new();
        writeln!(out, "\nWhat the moves rest on")?;
        for (at, part) in self.parts.iter().enumerate() {
            let part = CitedPart::new(program, *part);
            let reason = part
                .reason
                .as_ref()
                .map_or_else(String::new, |r| format!(", against “{r}”"));
            writeln!(
                out,
                "  [{}] {} ({}:{}){reason}",
                at + 1,
                part.part,
                part.file,
                part.line
            )?;
            let lines: Vec<String> = part.lines().collect();
            match told.iter().position(|earlier| *earlier == lines) {
                Some(earlier) => writeln!(out, "      as [{}]", earlier + 1)?,
                None => lines.iter().try_for_each(|line| writeln!(out, "      {line}"))?,
            }
            told.push(lines);
        }
        Ok(())
    }

    /// All parts with what they rest on, for programs.
    pub fn json(&self, program: &Program) -> Value {
        let parts: Vec<CitedPart> = self.parts.iter().map(|p| CitedPart::new(program, *p)).collect();
        serde_json::to_value(parts).unwrap_or_default()
    }
}
