//! What the rules rest on: registers of clauses, looked up by id.

mod accounted;
mod coverage;
mod exercise;
mod game;
mod grades;
mod index;
mod load;
mod lookup;
mod nearest;
mod places;
mod register;
mod rules;
mod verify;

pub use accounted::unaccounted;
pub use coverage::{Disagreement, Figures, Games, PassageRows, Row, Silence, disagreements};
pub use exercise::{Exercised, exercised};
pub use game::{Choices, GameRules, Link, PartKey, Pinned};
pub use grades::Grades;
pub use index::{Entry, Index, Test, Use};
pub use load::{RegisterFile, Unreadable};
pub use lookup::{ClauseRef, Found, Missing, Registers, clauses, embedded_ids, find};
pub use nearest::{Nearest, Pair, nearest};
pub use places::Place;
pub use register::{Clause, Damage, DamageKind, Document, Kind, Passage, Register, Status, VERSION};
pub use rules::{Rule, rules};
pub use verify::{Fault, Quotation, Verified, fingerprint, verify};
