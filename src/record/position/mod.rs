//! Positions as text, JSON and RON alike: the beginning of a turn, and what was thrown and chosen in it since.
//!
//! Both notations are read into one tree of values ([`serde_json::Value`]), so that they cannot differ in meaning.

mod fields;
mod json;
mod place;
mod read;
mod table;
mod variables;
mod write;

pub use read::{Reader, read};
pub use write::{after_turn, over, throw, write, write_ron};
