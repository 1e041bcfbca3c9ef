//! What reading and writing a position have in common.

use crate::engine::{Game, Refusal, State};
use crate::ir::{Program, control};
use std::collections::HashMap;
use std::ops::Range;

/// How spaces are called in files: by physical id; a space that each player has, by its bare name for the owner's own and
/// `bar of SEAT` for another's.
pub(super) struct Spaces<'p> {
    program: &'p Program,
    by_name: HashMap<(Option<u32>, &'p str), usize>,
}

impl<'p> Spaces<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            by_name: HashMap::new(),
        }
    }

    /// Ready to look names up.
    pub fn indexed(program: &'p Program) -> Self {
        let mut by_name = HashMap::with_capacity(program.spaces.len());
        for (i, space) in program.spaces.iter().enumerate() {
            by_name.insert((space.owner, space.id.as_str()), i);
            if let Some(name) = &space.name {
                by_name.entry((space.owner, name.as_str())).or_insert(i);
            }
        }
        Self { program, by_name }
    }

    pub fn write(&self, owner: usize, space: usize) -> String {
        let info = &self.program.spaces[space];
        match info.owner {
            Some(other) if other as usize != owner => {
                format!("{} of {}", info.id, self.program.seats[other as usize].name)
            }
            _ => info.id.clone(),
        }
    }

    pub fn find(&self, owner: usize, name: &str) -> Option<usize> {
        let seat_at = |seat: usize, name| self.by_name.get(&(u32::try_from(seat).ok(), name)).copied();
        self.by_name
            .get(&(None, name))
            .copied()
            .or_else(|| seat_at(owner, name))
            .or_else(|| {
                let (space, seat) = name.split_once(" of ")?;
                seat_at(self.program.seats.iter().position(|s| s.name == seat)?, space)
            })
    }

    /// All names that would do for an owner.
    pub fn names(&self, owner: usize) -> impl Iterator<Item = &'p str> {
        self.program
            .spaces
            .iter()
            .filter(move |s| s.owner.is_none_or(|o| o as usize == owner))
            .map(|s| s.id.as_str())
    }
}

/// The seats that have left the game.
pub(super) fn gone(program: &Program, slots: &[i32]) -> Vec<i32> {
    (0..)
        .zip(&slots[program.layout.in_play as usize..][..program.seats.len()])
        .filter(|(_, playing)| **playing == 0)
        .map(|(seat, _)| seat)
        .collect()
}

/// For every condition that is watched, the seats for which it held when it was last looked at.
pub(super) fn held<'p>(program: &'p Program, slots: &[i32]) -> Vec<(&'p str, Vec<i32>)> {
    watches(program)
        .map(|(name, base)| {
            let seats = (0..).zip(&slots[base..base + program.seats.len()]);
            (name, seats.filter(|(_, held)| **held != 0).map(|(s, _)| s).collect())
        })
        .collect()
}

/// The watched conditions: name of the handler and first slot.
pub(super) fn watches(program: &Program) -> impl Iterator<Item = (&str, usize)> {
    let all = program.phases.iter().flat_map(|p| &p.watches);
    all.map(|w| (w.handler.name.as_str(), w.base as usize))
}

/// The same as [`held`], looked at now.
pub(super) fn holds_now<'p>(game: &'p Game, slots: &[i32]) -> Vec<(&'p str, Vec<i32>)> {
    let program = game.program();
    let watches = program.phases.iter().flat_map(|p| &p.watches);
    watches
        .map(|w| (w.handler.name.as_str(), game.seats_where(slots, w.test)))
        .collect()
}

/// Each group of dice with the slots that its last throw fills.
pub(super) fn dice_ranges(program: &Program) -> impl Iterator<Item = (usize, Range<usize>)> {
    program.dice.iter().enumerate().map(|(i, dice)| {
        let base = dice.base as usize;
        (i, base..base + faces(program, i))
    })
}

/// How many faces a throw of a group has.
pub(super) fn faces(program: &Program, group: usize) -> usize {
    let dice = &program.dice[group];
    let throwers = if dice.each { program.seats.len() } else { 1 };
    throwers * dice.number as usize
}

/// The position at the beginning of the running round.
pub(super) fn beginning(state: &State) -> Result<State, Refusal> {
    let (began, _) = state.since_turn_began();
    State::at_phase(state.game(), began.to_vec(), state.max_rounds())
}

/// The index of a phase in [`control::PHASE`]: its place in the turn, or beyond the turn for one that is played singly.
pub(super) fn phase_index(program: &Program, name: &str, single: bool) -> Option<i32> {
    let at = program.phases.iter().position(|p| p.name == name)?;
    let index = if single {
        program.turn.len() + at
    } else {
        program.turn.iter().position(|p| *p as usize == at)?
    };
    i32::try_from(index).ok()
}

/// How many rounds are over in a position that does not say: one in mid-game, none where there are no turns.
pub(super) fn usual_rounds(program: &Program) -> i32 {
    i32::from(program.idle.is_none())
}

/// Slots of the seats that a beginning names.
pub(super) const SEATS: [usize; 3] = [control::MOVER, control::ME, control::TURN];
