//! Money and payments.

use super::{Expr, Ident, Scope, Tail, Text};
use crate::syntax::source::Span;

/// What is played for, and where it lies.
#[derive(Clone, Debug)]
pub struct MoneyDecl {
    /// What it is called; a purse is asked for by this name.
    pub name: Ident,
    /// Its gloss.
    pub gloss: Option<Text>,
    /// Whether it lies where it lies from game to game of a match: a game, unless it is said.
    pub scope: Option<Scope>,
    /// Purses, pots and the bank.
    pub accounts: Vec<Account>,
}

/// A place where money lies.
#[derive(Clone, Debug)]
pub struct Account {
    /// Its name and gloss; none for the players' purses.
    pub name: Option<(Ident, Option<Text>)>,
    /// What lies there first; none for the bank, which owes and is owed without end.
    pub first: Option<Expr>,
    /// What happens when it holds less than it is to pay.
    pub short: Shortfall,
    /// Warrants and guard.
    pub tail: Tail,
    /// The whole entry.
    pub span: Span,
}

/// What happens when an account holds less than it is to pay.
#[derive(Clone, Debug)]
pub enum Shortfall {
    /// Nothing is said: the game stops.
    Stops,
    /// `may owe`: it goes below nothing.
    Owes,
    /// `short pays all [emits EVENT]`: it pays what there is.
    PaysAll(Option<Ident>),
}

/// A payment: `pay`, `share` or `refill`.
#[derive(Clone, Debug)]
pub struct Payment {
    /// How much.
    pub amount: Amount,
    /// Who pays.
    pub from: Party,
    /// Who pays what that one lacks.
    pub rest: Option<Party>,
    /// Who is paid.
    pub to: Party,
}

/// How much is paid.
#[derive(Clone, Debug)]
pub enum Amount {
    /// `pay N`: each payer, or to each who is paid.
    Each(Expr),
    /// `share N`: all payers together.
    Together(Expr),
    /// `pay the rest`: whatever there is.
    All,
    /// `refill POT to N`: what is lacking to N, all payers together.
    UpTo(Expr),
}

/// Who pays or is paid.
#[derive(Clone, Debug)]
pub enum Party {
    /// `each player`.
    Each(Span),
    /// `each other player`: all but the one on the other side of the payment.
    EachOther(Span),
    /// A player's purse, those of a set of players, a pot or the bank.
    One(Expr),
}
