//! What a position waits for, what can happen to it, and why something cannot.

use crate::engine::machine::Candidate;
use crate::engine::write_throw;
use crate::ir::Program;
use std::fmt;

/// What a position waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Current {
    /// A throw of a group of dice.
    Chance {
        /// Index of the group.
        group: u32,
    },
    /// A choice of a player.
    Player {
        /// Who chooses.
        seat: usize,
    },
    /// A referee event, the only thing that happens in a game without turns.
    Idle,
    /// Nothing: the game has ended.
    Over {
        /// The winner, where there is one.
        winner: Option<usize>,
    },
    /// Nothing: the game was stopped because something outgrew its bound.
    Unfinished,
}

/// What happened to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A throw.
    Throw {
        /// Index of the group.
        group: u32,
        /// Its faces.
        faces: Vec<i32>,
    },
    /// A choice.
    Choice(Candidate),
    /// A referee event.
    Call {
        /// Index of the event.
        referee: usize,
        /// Its arguments.
        args: Vec<i32>,
    },
    /// The beginning of the match's next game.
    NextGame,
}

/// Why something could not be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The position waits for something else.
    NotNow(Current),
    /// The candidate is not legal here.
    Illegal(Candidate),
    /// No such throw, as it is written: wrong number of faces, a face that the dice lack, or one excluded by the roll's
    /// condition.
    NoSuchThrow(String),
    /// No such referee event, or wrong arguments.
    NoSuchCall,
    /// The slots are not a position of this game.
    NotAPosition,
}

impl Refusal {
    pub(crate) fn no_throw(program: &Program, group: u32, faces: &[i32]) -> Self {
        Refusal::NoSuchThrow(write_throw(program, group, faces))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotNow(Current::Chance { .. }) => f.write_str("the dice are to be thrown now"),
            Refusal::NotNow(Current::Player { .. }) => f.write_str("a player is to choose now"),
            Refusal::NotNow(Current::Idle) => f.write_str("nothing happens here but what the referee calls"),
            Refusal::NotNow(Current::Over { .. }) => f.write_str("the game is over"),
            Refusal::NotNow(Current::Unfinished) => f.write_str("the game was stopped as unfinished"),
            Refusal::Illegal(_) => f.write_str("this is not legal here"),
            Refusal::NoSuchThrow(throw) if throw.is_empty() => f.write_str("there are no faces in it"),
            Refusal::NoSuchThrow(throw) => write!(f, "`{throw}` is no throw of these dice here"),
            Refusal::NoSuchCall => f.write_str("there is no such referee event, or its arguments are wrong"),
            Refusal::NotAPosition => f.write_str("this is not a position of the game"),
        }
    }
}
impl std::error::Error for Refusal {}
