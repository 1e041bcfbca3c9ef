//! Money: where it lies, and how it moves.

use super::{NodeId, PartId, SetId};

/// What is played for. It only moves, so that its sum never changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Money {
    /// What it is called.
    pub name: String,
    /// Its gloss.
    pub gloss: Option<String>,
    /// The places where it lies.
    pub accounts: Vec<Account>,
}

/// A place where money lies: the players' purses, a pot, or the bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The variable that holds it, by index; purses have one entry a seat.
    pub var: u32,
    /// Its gloss.
    pub gloss: Option<String>,
    /// What happens when it holds less than it is to pay.
    pub short: Short,
    /// Whether it is the bank.
    pub bank: bool,
}

/// What happens when an account holds less than it is to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Short {
    /// The game stops as unfinished.
    Stops,
    /// It goes below nothing.
    Owes,
    /// It pays what there is, and the event is raised with the player (or none) and what is missing.
    PaysAll(Option<u32>),
}

/// Money that has moved: so much, from where to where, by a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paid {
    /// The account that paid: which of [`Money::accounts`], and whose purse.
    pub from: (u32, Option<u32>),
    /// The account that was paid.
    pub to: (u32, Option<u32>),
    /// How much.
    pub amount: i32,
    /// The payment in the rules.
    pub part: PartId,
}

/// A payment.
#[derive(Clone, Debug, PartialEq)]
pub struct PayOp {
    /// How much.
    pub amount: PayAmount,
    /// Who pays.
    pub from: Payer,
    /// Who pays what that one lacks.
    pub rest: Option<Payer>,
    /// Who is paid.
    pub to: Payer,
    /// Where a shortage is reported.
    pub part: PartId,
    /// Where it is reported that a player who pays or is paid is none.
    pub nobody: PartId,
}

/// How much is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayAmount {
    /// By each payer, or to each who is paid.
    Each(NodeId),
    /// By all payers together, or to all who are paid together: equal shares, and one more for so many as it takes, the first
    /// after who is on the other side.
    Together(NodeId),
    /// Whatever there is.
    All,
    /// What the paid account lacks to this, by all payers together.
    UpTo(NodeId),
}

/// Who pays or is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payer {
    /// The purse of each player in play.
    Everybody,
    /// The same, but of the one on the other side of the payment.
    Others,
    /// The purses of those of a set who are in play.
    Among(SetId),
    /// A player's purse.
    Purse(NodeId),
    /// A pot or the bank: which of [`Money::accounts`].
    Account(u32),
}
