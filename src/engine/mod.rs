//! Plays a compiled game: positions, chance, legal choices, explanations. No input or output.

mod chance;
mod eval;
mod game;
mod machine;
mod notation;
mod playout;
mod plays;
mod random;
mod state;

pub use chance::{MAX_OUTCOMES, Outcome, below, draw, outcomes};
pub(crate) use eval::Eval;
pub use game::{Game, MAX_ROUNDS};
pub use machine::{Candidate, MAX_PARAMS};
pub use playout::{Played, Playouts};
pub use plays::MAX_BEST;
pub use random::generator;
pub use state::{Action, Current, Refusal, State};
