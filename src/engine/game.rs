//! A compiled game, shared by all its positions.

use super::machine::Machine;
use super::state::State;
use crate::ir::{NodeId, Program};
use std::sync::Arc;

/// How many rounds a game may last before it is stopped as unfinished, unless asked otherwise.
pub const MAX_ROUNDS: u32 = 10_000;

/// A compiled game. Cheap to clone; positions keep one.
#[derive(Clone, Debug)]
pub struct Game {
    program: Arc<Program>,
}

impl Game {
    /// A game from its program.
    #[must_use]
    pub fn new(program: Program) -> Self {
        Self {
            program: Arc::new(program),
        }
    }

    /// The program: names, spaces, parts, layout.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The position at which a game begins; throws and choices in `start` are still to come.
    #[must_use]
    pub fn start(&self) -> State {
        State::begin(self.clone(), MAX_ROUNDS)
    }

    /// The same with another cap on rounds.
    #[must_use]
    pub fn start_capped(&self, max_rounds: u32) -> State {
        State::begin(self.clone(), max_rounds)
    }

    /// The seats for which a condition holds in a position.
    pub(crate) fn seats_where(&self, slots: &[i32], test: NodeId) -> Vec<i32> {
        let mut machine = Machine::new(&self.program, 0);
        let mut eval = machine.eval(slots);
        let seats = i32::try_from(self.program.seats.len()).unwrap_or(0);
        (0..seats)
            .filter(|seat| {
                eval.me = *seat;
                eval.holds(test)
            })
            .collect()
    }
}
