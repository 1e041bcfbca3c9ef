//! What the rules rest on: registers of clauses, looked up by id.

mod register;

pub use register::{Clause, Damage, DamageKind, Document, Kind, Passage, Register, Status, VERSION};
