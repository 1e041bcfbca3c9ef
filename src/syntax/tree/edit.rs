//! Edits of inherited declarations.

use super::{Alternative, Expr, Ident, Part, Place, PlayRule, Row, SetupEntry, Stmt, Tail};
use crate::syntax::source::Span;

/// An edit of an inherited declaration's parts.
#[derive(Clone, Debug)]
pub struct Edit {
    /// What is done.
    pub kind: EditKind,
    /// Warrants and guard of the edit.
    pub tail: Tail,
    /// The whole edit.
    pub span: Span,
}

/// The kinds of edit.
#[derive(Clone, Debug)]
pub enum EditKind {
    /// `add PART [before|after NAME]`.
    Add {
        /// The part.
        part: EditPart,
        /// Where it is put.
        place: Option<(Place, Ident)>,
    },
    /// `override PART`.
    Override(EditPart),
    /// `remove NAME`.
    Remove(Ident),
    /// `remove SPACE` or `remove SPACE: KIND`, of a setup.
    RemoveEntry {
        /// Which space.
        space: Expr,
        /// The kind of piece, where there are several.
        kind: Option<Ident>,
        /// The mark of the pieces, where they carry one.
        mark: Option<Ident>,
    },
}

/// What an edit adds or puts in a place.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "edits are few and short-lived")]
pub enum EditPart {
    /// A part of a step or condition.
    Part(Part),
    /// An alternative of a group: `add enter`.
    Alternative(Alternative),
    /// A `such that`.
    SuchThat(PlayRule),
    /// A `best by` expression: `add best NAME: EXPR`.
    Best(PlayRule),
    /// A labelled statement of a phase: `NAME: STATEMENT`, or an unlabelled one.
    Statement(Stmt),
    /// `13: 5`, of a setup.
    Entry(SetupEntry),
    /// `when EXPR`, of a handler or an end.
    When(Expr),
    /// `becomes EXPR`: what a handler waits for.
    Becomes(Expr),
    /// A row of a table.
    Row(Row),
}

impl EditPart {
    /// What is written behind it; a test has nothing.
    pub fn tail_mut(&mut self) -> Option<&mut Tail> {
        match self {
            Self::Part(p) => Some(&mut p.tail),
            Self::Alternative(a) => Some(&mut a.tail),
            Self::SuchThat(r) | Self::Best(r) => Some(&mut r.tail),
            Self::Statement(s) => Some(&mut s.tail),
            Self::Entry(e) => Some(&mut e.tail),
            Self::Row(r) => Some(&mut r.tail),
            Self::When(_) | Self::Becomes(_) => None,
        }
    }
}
