//! A match of several games: whether it goes on, what it came to, and its next game.

use super::{Action, Past, Refusal, State};
use crate::engine::machine::stop;
use crate::ir::{Bound, Status, control};
use crate::syntax::tree::Scope;
use std::sync::Arc;

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// The winner, where there is one.
    pub winner: Option<usize>,
    /// Each seat's score.
    pub scores: Vec<i32>,
    /// The part that ended it.
    pub by: u32,
}

impl State {
    /// Whether another game of the match follows.
    #[must_use]
    pub fn match_goes_on(&self) -> bool {
        self.slots[control::STATUS] == Status::Over as i32
    }

    /// How the match ended; nothing where it goes on, or where the game is all there is.
    ///
    /// A match that an `end match` in the course of a game ended came to what that game came to.
    #[must_use]
    pub fn match_result(&self) -> Option<MatchResult> {
        if !self.program().has_match || self.slots[control::STATUS] != Status::MatchOver as i32 {
            return None;
        }
        let mut slots = self.slots.clone();
        let rule = self.machine().name_match(&mut slots);
        if rule.is_none() {
            slots.clone_from(&self.slots);
        }
        let scores = self.program().layout.scores as usize;
        Some(MatchResult {
            winner: usize::try_from(slots[control::WINNER]).ok(),
            scores: slots[scores..scores + self.program().seats.len()].to_vec(),
            by: rule.or(self.ended_by()).unwrap_or(0),
        })
    }

    /// Which game of the match this is, from 0.
    #[must_use]
    pub fn games(&self) -> u32 {
        u32::try_from(self.slots[control::GAMES]).unwrap_or(0)
    }

    /// Begins the next game of a match. One whose games together have gone beyond the cap on rounds is stopped.
    pub(super) fn go_on(&mut self) -> Result<(), Refusal> {
        let Some(mut slots) = self.next_slots() else {
            return Err(Refusal::NotNow(self.current()));
        };
        self.machine().begin(&mut slots);
        let before = self.past.iter().filter(|p| p.action == Action::NextGame);
        let rounds: u64 = before
            .map(|p| p.slots[control::ROUNDS])
            .chain([self.slots[control::ROUNDS]])
            .map(|r| u64::try_from(r).unwrap_or(0) + 1)
            .sum();
        if rounds > u64::from(self.max_rounds) {
            stop(&mut slots, Bound::Rounds.part());
        }
        let turn = Arc::new(slots.clone());
        self.past.push(Past {
            slots: std::mem::replace(&mut self.slots, slots),
            action: Action::NextGame,
            turn: std::mem::replace(&mut self.turn, turn),
            since: self.since.len(),
        });
        self.since.clear();
        self.settle();
        Ok(())
    }

    /// The first position of the match's next game: everything but the match's own variables begins anew.
    fn next_slots(&self) -> Option<Vec<i32>> {
        if !self.match_goes_on() {
            return None;
        }
        let mut slots = self.program().initial.clone();
        for var in &self.program().vars {
            if var.scope == Scope::Match {
                let range = var.base as usize..var.base as usize + var.initial.len();
                slots[range.clone()].copy_from_slice(&self.slots[range]);
            }
        }
        slots[control::GAMES] = self.slots[control::GAMES].saturating_add(1);
        Some(slots)
    }
}
