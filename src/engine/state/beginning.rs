//! Where a position begins: with the game, or with a turn or phase in mid-game.

use super::{Refusal, State};
use crate::engine::game::Game;
use crate::engine::machine::{Machine, Wait};
use crate::ir::{Status, control};
use std::sync::Arc;

impl State {
    pub(crate) fn begin(game: Game, max_rounds: u32) -> Self {
        let slots = game.program().initial.clone();
        Self::from_beginning(game, slots, max_rounds)
    }

    /// A position from the slots of a beginning: of the game, or of a round.
    fn from_beginning(game: Game, mut slots: Vec<i32>, max_rounds: u32) -> Self {
        if slots[control::PHASE] < 0 {
            Machine::new(game.program(), i32::try_from(max_rounds).unwrap_or(i32::MAX)).begin(&mut slots);
        }
        let mut state = Self {
            game,
            max_rounds,
            turn: Arc::new(slots.clone()),
            slots,
            wait: Wait::Over,
            choices: Vec::new(),
            past: Vec::new(),
            since: Vec::new(),
            paid: Vec::new(),
            passed: Vec::new(),
        };
        state.settle();
        state
    }

    /// A position from its slots, as [`State::slots`] gave them, or built by hand for this game's layout: the beginning of
    /// a turn of `seat`, in mid-game.
    ///
    /// # Errors
    /// [`Refusal::NotAPosition`] when the number of slots or the seat is wrong.
    pub fn at_turn(game: &Game, slots: Vec<i32>, seat: usize, max_rounds: u32) -> Result<Self, Refusal> {
        Self::at_turn_phase(game, slots, seat, 0, max_rounds)
    }

    /// The same, at the beginning of a phase of that turn.
    ///
    /// # Errors
    /// [`Refusal::NotAPosition`] when the number of slots, the seat or the phase's place in the turn is wrong.
    pub fn at_turn_phase(
        game: &Game,
        mut slots: Vec<i32>,
        seat: usize,
        phase: usize,
        max_rounds: u32,
    ) -> Result<Self, Refusal> {
        let program = game.program();
        if slots.len() != program.layout.len as usize || seat >= program.seats.len() || phase >= program.turn.len() {
            return Err(Refusal::NotAPosition);
        }
        let seat = i32::try_from(seat).map_err(|_| Refusal::NotAPosition)?;
        for slot in [control::ME, control::MOVER, control::TURN] {
            slots[slot] = seat;
        }
        slots[control::PHASE] = i32::try_from(phase).map_err(|_| Refusal::NotAPosition)?;
        slots[control::ROUNDS] = slots[control::ROUNDS].max(1);
        Machine::new(program, i32::try_from(max_rounds).unwrap_or(i32::MAX)).note_watched(&mut slots);
        Self::at_phase(game, slots, max_rounds)
    }

    /// A position from the slots of the beginning of `start` (phase -1), or of a round, as [`State::since_turn_began`] gave
    /// them or built by hand: its phase, seats and rounds are taken as they stand there.
    ///
    /// # Errors
    /// [`Refusal::NotAPosition`] when the number of slots, the phase or a seat is wrong.
    pub fn at_phase(game: &Game, mut slots: Vec<i32>, max_rounds: u32) -> Result<Self, Refusal> {
        let program = game.program();
        if slots.len() != program.layout.len as usize {
            return Err(Refusal::NotAPosition);
        }
        if let Ok(at) = usize::try_from(slots[control::PHASE]) {
            let is_seat = |slot: usize| usize::try_from(slots[slot]).is_ok_and(|s| s < program.seats.len());
            if ![control::ME, control::MOVER, control::TURN].into_iter().all(is_seat) {
                return Err(Refusal::NotAPosition);
            }
            let address = match program.idle {
                Some(idle) if at == 0 => idle,
                _ => program.phases[program.phase_at(at).ok_or(Refusal::NotAPosition)?].entry,
            };
            slots[control::PC] = address as i32;
        }
        slots[control::STATUS] = Status::Running as i32;
        Ok(Self::from_beginning(game.clone(), slots, max_rounds))
    }
}
