//! What the rules rest on: registers of clauses, looked up by id.

mod load;
mod lookup;
mod places;
mod register;

pub use load::{RegisterFile, Unreadable};
pub use lookup::{ClauseRef, Found, Missing, Registers, clauses, embedded_ids, find};
pub use places::Place;
pub use register::{Clause, Damage, DamageKind, Document, Kind, Passage, Register, Status, VERSION};
