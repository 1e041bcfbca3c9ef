//! Text to tree: pest grammar, full-width folding, spans; several errors in one run.

pub mod fold;
pub mod invisible;
mod parse;
pub mod print;
pub mod source;
pub mod tree;
pub mod walk;

pub use parse::{Parsed, parse};
