//! Tables.

use super::{Column, Expr, Ident, Tail, Text};
use crate::syntax::source::Span;

/// A table: an enumeration whose rows have typed cells, and where it is a table of throws a head that says which throws
/// belong to the row.
#[derive(Clone, Debug)]
pub struct TableDecl {
    /// Its name.
    pub name: Ident,
    /// The group of dice whose throws it sorts: `throw` for the unnamed one.
    pub of: Option<Ident>,
    /// Whether the first row that fits counts.
    pub first_match: bool,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A row of a table: `4 4 x x where x != 4: 红叶儿 双红 3`.
#[derive(Clone, Debug)]
pub struct Row {
    /// Which throws belong to it.
    pub head: Option<RowHead>,
    /// Its name.
    pub name: Ident,
    /// Its gloss.
    pub gloss: Option<Text>,
    /// Its cells, in the order of the columns.
    pub cells: Vec<Expr>,
    /// Warrants and guard.
    pub tail: Tail,
    /// The whole row without its tail.
    pub span: Span,
}

/// The head of a row: which throws belong to it.
#[derive(Clone, Debug)]
pub struct RowHead {
    /// Faces, letters that stand for one face each, `_` for any.
    pub faces: Vec<Expr>,
    /// What must hold besides.
    pub test: Option<Expr>,
    /// Whether only throws belong to it that no other row has taken.
    pub otherwise: bool,
    /// The head.
    pub span: Span,
}
