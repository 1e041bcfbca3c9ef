//! What lies on the table: spaces, routes, dice, setup, drawing.

use super::{Expr, Ident, Tail, Type};

/// One face of a die.
#[derive(Clone, Debug)]
pub enum Face {
    /// A number, or a range of numbers each with weight 1.
    Numbers(Expr, Option<Expr>, Option<Expr>),
    /// A named face with its weight.
    Named(Ident, Option<Expr>),
}

/// A space or a family of spaces.
#[derive(Clone, Debug)]
pub struct SpaceDecl {
    /// Its name.
    pub name: Ident,
    /// First and last number of a family.
    pub range: Option<(Expr, Expr)>,
    /// One for each player.
    pub each_player: bool,
    /// Columns with their enumerations and default values.
    pub columns: Vec<Column>,
    /// Named members with their cells, in the order of the columns.
    pub members: Vec<Member>,
}

/// A column of a family: `地 : {平, 窝} = 平`.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name.
    pub name: Ident,
    /// Its values.
    pub ty: Type,
    /// The value of members that name none; a table's column may do without.
    pub default: Option<Expr>,
}

/// A named member of a family: `10 陇西监 窝`.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its number.
    pub number: Expr,
    /// Its name.
    pub name: Ident,
    /// Its cells.
    pub cells: Vec<Expr>,
    /// Warrants and guard.
    pub tail: Tail,
}

/// Whose a route is.
#[derive(Clone, Debug)]
pub enum RouteOwner {
    /// Everybody's.
    Shared,
    /// The same elements for each player; `seat` is the owner's number, from 1.
    Each,
    /// Only this seat's (from 1).
    Seat(Expr),
}

/// An element of a route.
#[derive(Clone, Debug)]
pub enum RouteStep {
    /// One space.
    One(Expr),
    /// `point[24..1]`.
    Run {
        /// Which family.
        family: Ident,
        /// The number of the first.
        from: Expr,
        /// The number of the last.
        to: Expr,
    },
    /// `[EXPR for k in RANGE]`.
    Each {
        /// The name that stands for each.
        var: Ident,
        /// What it ranges over.
        range: Expr,
        /// The space for each.
        space: Expr,
    },
}

/// `13: 5`, `13: checker 5` or `13: checker turned 5`.
#[derive(Clone, Debug)]
pub struct SetupEntry {
    /// The space.
    pub space: Expr,
    /// The kind, where there are several.
    pub kind: Option<Ident>,
    /// Their mark, where it is not the first one.
    pub mark: Option<Ident>,
    /// How many.
    pub number: Expr,
    /// Warrants and guard.
    pub tail: Tail,
}

/// A board drawing: lines of keyword and cells.
#[derive(Clone, Debug)]
pub struct LayoutDecl {
    /// `rows`, `horseshoe`, `road`, …
    pub shape: Ident,
    /// `rows A | B / C | D`, `between bar`, `aside off`: keyword and, row by row, blocks of ranges.
    pub lines: Vec<LayoutLine>,
}

/// One line of a layout.
#[derive(Clone, Debug)]
pub struct LayoutLine {
    /// Its keyword.
    pub word: Ident,
    /// Rows (separated by `/`) of blocks (separated by `|`) of spaces or runs (separated by `,`).
    pub rows: Vec<Vec<Vec<LayoutCell>>>,
}

/// A space or a run of spaces in a layout.
#[derive(Clone, Debug)]
pub struct LayoutCell {
    /// Space or family.
    pub name: Ident,
    /// First and last number.
    pub run: Option<(Expr, Expr)>,
}
