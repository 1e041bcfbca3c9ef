//! Why a game was stopped as unfinished, for people and for programs.

use super::State;
use crate::ir::{PartId, Program};
use serde::Serialize;
use std::fmt;

/// What stopped a game.
#[derive(Clone, Debug, Serialize)]
pub struct Stopped<'a> {
    /// The name of the bound.
    pub bound: &'static str,
    /// The part of the rules at which it was outgrown, if it has a place there.
    pub part: Option<&'a str>,
    /// What happened.
    pub reason: &'a str,
    /// The rule file, if it has a place there.
    pub file: Option<&'a str>,
    /// The line.
    pub line: Option<usize>,
}

impl<'a> Stopped<'a> {
    /// What a part of the rules, or one of those that stand for the game as a whole, stopped.
    #[must_use]
    pub fn by(program: &'a Program, part: PartId) -> Self {
        let bound = program.bound_of_part(part);
        let placed = program.parts.get(part as usize).filter(|p| !p.path.is_empty());
        let reason = placed.and_then(|p| p.reason.as_deref());
        Self {
            bound: bound.name(),
            part: placed.map(|p| p.path.as_str()),
            reason: reason.unwrap_or(bound.reason()),
            file: placed
                .and_then(|p| program.sources.file(p.span.file))
                .map(|f| f.name.as_str()),
            line: placed.map(|p| program.sources.line_column(p.span).0),
        }
    }

    /// What stopped a game, where it was stopped.
    #[must_use]
    pub fn of(state: &'a State) -> Option<Self> {
        state.bound()?;
        state.ended_by().map(|part| Self::by(state.program(), part))
    }
}

/// That a game was stopped as unfinished, and why, in one sentence.
#[must_use]
pub fn stopped(state: &State) -> String {
    let why = Stopped::of(state).map_or_else(String::new, |s| format!(": {s}"));
    format!("the game was stopped as unfinished{why}")
}

impl fmt::Display for Stopped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason)?;
        if let (Some(part), Some(file), Some(line)) = (self.part, self.file, self.line) {
            write!(f, ", at {part} ({file}:{line})")?;
        }
        Ok(())
    }
}
