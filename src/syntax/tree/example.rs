//! Examples and claims.

use super::{Expr, Ident, SetupEntry, Text};
use crate::syntax::source::Span;

/// One line of an example or of a claim's `given`.
#[derive(Clone, Debug)]
pub struct ExampleLine {
    /// What it says.
    pub kind: ExampleKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of line in an example.
#[derive(Clone, Debug)]
pub enum ExampleKind {
    /// `given SEAT { 13: 1; 6: 14 }`, in the seat's own numbers; replaces the setup of that seat.
    Pieces {
        /// Whose pieces.
        seat: Ident,
        /// What stands where.
        entries: Vec<SetupEntry>,
    },
    /// `given NAME = EXPR` / `given NAME(INDEX) = EXPR`: a variable.
    Var {
        /// What is set or looked at.
        target: Expr,
        /// Its value.
        value: Expr,
    },
    /// `reading NAME is CHOICE`.
    Reading {
        /// Which reading.
        name: Ident,
        /// Which choice.
        choice: Ident,
    },
    /// `agreed NAME = EXPR`.
    Agreed {
        /// Its name.
        name: Ident,
        /// The value agreed on.
        value: Expr,
    },
    /// `with N players`.
    Players(Expr),
    /// `to move SEAT [at PHASE]`.
    ToMove {
        /// Whose turn it is.
        seat: Ident,
        /// At which phase; the first if none is named.
        phase: Option<Ident>,
    },
    /// `throw 6 2` (faces; expressions or names).
    Throw(Vec<Expr>),
    /// `SEAT plays "notation"`.
    Plays {
        /// Who plays.
        seat: Ident,
        /// The play as it is written.
        text: Text,
    },
    /// `SEAT cannot "notation" [because PART]` with a dotted part name.
    Cannot {
        /// Who can't.
        seat: Ident,
        /// The play as it is written.
        text: Text,
        /// The part that forbids it.
        because: Option<Ident>,
    },
    /// `call EVENT ARGS`.
    Call {
        /// Which event.
        event: Ident,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `expect SEAT { 5: 1; 6: 14 }`: the whole of that seat's pieces named here.
    ExpectPieces {
        /// Whose pieces.
        seat: Ident,
        /// What stands where.
        entries: Vec<SetupEntry>,
    },
    /// `expect legal "…" "…"`.
    ExpectLegal(Vec<Text>),
    /// `expect only "…" "…"`: just these whole plays are legal.
    ExpectOnly(Vec<Text>),
    /// `expect pass`: nothing can be done, or the play is empty.
    ExpectPass,
    /// `expect next SEAT [at PHASE]`.
    ExpectNext {
        /// Who is next.
        seat: Ident,
        /// At which phase; any if none is named.
        phase: Option<Ident>,
    },
    /// `expect over` or `expect SEAT wins [N]`.
    ExpectOver {
        /// Who wins, and how much; nobody in particular if none.
        winner: Option<(Ident, Option<Expr>)>,
    },
    /// `expect TARGET rose by EXPR` / `fell by EXPR` (the flag is true for a rise).
    ExpectChange {
        /// What is set or looked at.
        target: Expr,
        /// Whether it rose.
        rose: bool,
        /// By how much.
        by: Expr,
    },
    /// `expect EXPR`: a truth.
    Expect(Expr),
}
