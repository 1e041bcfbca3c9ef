//! Expressions and types.

use super::{Ident, Tail};
use crate::syntax::source::Span;

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type {
    /// What kind of type.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of type.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `1..6`.
    Range(Expr, Expr),
    /// `int`, `truth`, `player`, `space`, `kind`, `throw`, `route`, or an enumeration's, family's or die's name.
    Name(Ident),
    /// `{A, B}`: an enumeration in place.
    Inline(Vec<Ident>),
    /// `bag N of T`.
    Bag(Expr, Box<Type>),
    /// `list N of T`.
    List(Expr, Box<Type>),
    /// `set of T`.
    Set(Box<Type>),
    /// `T or none`.
    OrNone(Box<Type>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinOp {
    /// `or`.
    Or,
    /// `and`.
    And,
    /// `implies`.
    Implies,
    /// `=` or `is`.
    Eq,
    /// `!=`, `≠` or `is not`.
    Ne,
    /// `<`.
    Lt,
    /// `<=`, `≤`.
    Le,
    /// `>`.
    Gt,
    /// `>=`, `≥`.
    Ge,
    /// `in`.
    In,
    /// `not in`.
    NotIn,
    /// `+`: numbers; union of sets; sum of bags.
    Add,
    /// `-`: numbers; difference of sets.
    Sub,
    /// `*`.
    Mul,
    /// `/`: whole, rounding down.
    Div,
    /// `mod`: never negative for a positive divisor.
    Mod,
}

/// Quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `some`.
    Some,
    /// `all`.
    All,
    /// `no`.
    No,
    /// `count`.
    Count,
    /// `sum`.
    Sum,
    /// `min`.
    Min,
    /// `max`.
    Max,
    /// `first`: the first member for which the body holds, or none.
    First,
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A whole number.
    Int(i64),
    /// A fraction `1/9` is `Div` of two numbers; this is `true`/`false`/`yes`/`no`.
    Truth(bool),
    /// `none`.
    None,
    /// A name, or `base.NAME`: what the override around it replaces.
    Name(Ident),
    /// `NAME(args)`: a function, an indexed variable, a built-in.
    Call(Ident, Vec<Expr>),
    /// `NAME[E]`: a member of a family.
    Member(Ident, Box<Expr>),
    /// `E of P`: `bar of opponent`, `lane[3] of p`, `opponent of p`.
    Of(Box<Expr>, Box<Expr>),
    /// `my NAME` (`true`) or `their NAME` (`false`).
    Mine(bool, Box<Expr>),
    /// `- E`.
    Neg(Box<Expr>),
    /// `not E`.
    Not(Box<Expr>),
    /// A binary operation.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `if A then B else C`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `cases { C -> E; otherwise -> E }`.
    Cases(Vec<(Option<Expr>, Expr, Tail)>),
    /// `some x in R : E`.
    Quant(Quantifier, Ident, Box<Expr>, Box<Expr>),
    /// `{ x in R : E }`.
    Such(Ident, Box<Expr>, Box<Expr>),
    /// `{ a, b, c }`: a set.
    Set(Vec<Expr>),
    /// `[ a, b ]`: a bag or list.
    Bag(Vec<Expr>),
    /// `a..b`: a set of numbers.
    Range(Box<Expr>, Box<Expr>),
    /// `as P ( E )`.
    As(Box<Expr>, Box<Expr>),
    /// `all mine in R`: no piece of mine is outside R.
    AllMineIn(Box<Expr>),
    /// `can STEP` or `can STEP(args)`.
    Can(Ident, Vec<Expr>),
    /// `count STEP` / `count STEP(args)`: candidates that are possible.
    CountStep(Ident, Vec<Expr>),
    /// `chance E`: in claims, the probability over a throw that E holds.
    Chance(Box<Expr>),
}
