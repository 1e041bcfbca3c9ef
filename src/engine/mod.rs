//! Plays a compiled game: positions, chance, legal choices, explanations. No input or output.

mod chance;
mod ending;
mod eval;
mod events;
mod exercise;
mod explain;
mod fuel;
mod game;
mod machine;
mod money;
mod notation;
mod overlaps;
mod phases;
mod pieces;
mod playout;
mod plays;
mod random;
mod state;
mod stopped;
mod variables;
mod whole;

pub use chance::{MAX_OUTCOMES, Outcome, below, draw, outcomes};
pub(crate) use eval::Eval;
pub use exercise::Exercise;
pub use explain::{Explanation, Reason};
pub(crate) use fuel::Fuel;
pub use game::{Game, MAX_ROUNDS};
pub use machine::{Candidate, MAX_PARAMS};
pub use overlaps::{Met, Overlaps, Pair};
pub use playout::{Played, Playouts};
pub use plays::MAX_BEST;
pub use random::generator;
pub use state::{Action, Current, MatchResult, Refusal, State};
pub use stopped::{Stopped, stopped};
pub use whole::{Turner, Unread, Whole, split_play, write_play};
