//! A compiled game, shared by all its positions.

use super::machine::Machine;
use super::state::State;
use crate::ir::{Bound, NodeId, PartId, Program, Status, control};
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

    /// The value of an expression in a position given by its slots, from the side of a seat.
    ///
    /// # Errors
    /// The part at which more was gone through than there is time for.
    pub fn value(&self, slots: &[i32], node: NodeId, seat: usize) -> Result<i32, PartId> {
        let mut machine = Machine::new(self.program(), 0);
        let mut eval = machine.eval(slots);
        eval.me = i32::try_from(seat).unwrap_or(0);
        let value = eval.value(node);
        if machine.fuel.overflowed() {
            // The position's place says nothing of the expression's.
            return Err(Bound::Number.part());
        }
        if machine.fuel.spent() {
            return Err(machine.outgrown(slots));
        }
        Ok(value)
    }

    /// Runs code that cannot wait, as a seat, on the slots of a position.
    ///
    /// # Errors
    /// The part that stopped it, such as a value out of its range.
    pub fn execute(&self, slots: &mut [i32], code: u32, seat: usize) -> Result<(), PartId> {
        let me = std::mem::replace(&mut slots[control::ME], i32::try_from(seat).unwrap_or(0));
        Machine::new(self.program(), 0).exec(slots, code);
        slots[control::ME] = me;
        if slots[control::STATUS] == Status::Unfinished as i32 {
            return Err(PartId::try_from(slots[control::ENDED_BY]).unwrap_or(0));
        }
        Ok(())
    }
}
