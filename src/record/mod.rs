//! What is kept in files: positions and transcripts of games.

mod damage;
pub mod position;
mod transcript;
mod words;

pub use damage::Damage;
pub use transcript::{Entry, Face, Outcome, Transcript};
pub use words::{expected, referees};

/// The version of both formats.
pub const VERSION: u32 = 1;
