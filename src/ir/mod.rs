//! The checked game as a compact program: slots, lookup tables, part ids. No name is looked up while playing.
//!
//! Everything a game can say is finite, so a position is one flat array of [`i32`] slots whose layout is fixed here.
//! Routines and conditions are expanded where they are called (calls have no cycle), so that the place in the program is
//! one code address and a handful of slots: a position in mid-turn is copied, hashed and undone like any other.

mod board;
mod bounds;
mod choices;
mod code;
mod dice;
mod expr;
mod facts;
mod layout;
mod masks;
mod money;
mod operands;
mod pieces;
mod program;
mod readings;
mod sources;
mod steps;
mod turn;
mod values;

pub use board::*;
pub use bounds::*;
pub use choices::*;
pub use code::*;
pub use dice::*;
pub use expr::*;
pub use facts::*;
pub use layout::{EXTRA_CAP, Layout, OWED_CAP, Status, control};
pub use masks::*;
pub use money::*;
pub use operands::Operand;
pub use pieces::*;
pub use program::*;
pub use readings::*;
pub use sources::*;
pub use steps::*;
pub use turn::*;
pub use values::*;

/// The encoding of `none` in a slot.
pub const NONE: i32 = i32::MIN;

/// A node of the expression arena.
pub type NodeId = u32;
/// A set expression.
pub type SetId = u32;
/// A bag expression.
pub type BagId = u32;
/// A named part of the rules, with its reason, place and warrants.
pub type PartId = u32;
