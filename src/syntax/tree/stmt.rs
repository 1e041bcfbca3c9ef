//! Statements.

use super::{Alternative, Expr, Ident, Payment, PlayRule, Tail};
use crate::syntax::source::Span;

/// A block of statements.
pub type Block = Vec<Stmt>;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// `label NAME: …`.
    pub label: Option<Ident>,
    /// What it does.
    pub kind: StmtKind,
    /// Warrants and guard.
    pub tail: Tail,
    /// The whole statement.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `let NAME = EXPR`.
    Let(Ident, Expr),
    /// `TARGET := EXPR`, `+=`, `-=`.
    Assign {
        /// What is set or looked at.
        target: Expr,
        /// How it is combined.
        op: AssignOp,
        /// The value, or what is added or taken off.
        value: Expr,
    },
    /// `if EXPR { … } else { … }`.
    If {
        /// The condition.
        test: Expr,
        /// What is done if it holds.
        yes: Block,
        /// What is done if not.
        no: Option<Block>,
    },
    /// `for x in RANGE { … }`.
    For {
        /// The name that stands for each.
        var: Ident,
        /// What it ranges over.
        domain: Expr,
        /// What is done.
        body: Block,
    },
    /// `cases { EXPR -> { … }; otherwise -> { … } }`.
    Cases(Vec<CaseArm>),
    /// `loop [x in A..B] at most N { … } beyond { … }`.
    Loop {
        /// The name that counts the rounds.
        var: Option<Ident>,
        /// How often at most.
        most: Expr,
        /// What is done.
        body: Block,
        /// What is done when that was not enough.
        beyond: Block,
    },
    /// `leave` the loop.
    Leave,
    /// `roll [GROUP] [given EXPR]`.
    Roll {
        /// Which dice; none for the unnamed ones.
        group: Option<Ident>,
        /// What the throw must satisfy.
        given: Option<Expr>,
    },
    /// `choose { A | B } else { … }`; groups after `else choose`-like bars are `groups[1..]`.
    Choose {
        /// Alternatives; a later group counts where the earlier have nothing.
        groups: Vec<Vec<Alternative>>,
        /// What is done where nothing is possible.
        otherwise: Option<Block>,
    },
    /// `play { … } such that … best by …`.
    Play {
        /// Alternatives; a later group counts where the earlier have nothing.
        groups: Vec<Vec<Alternative>>,
        /// What its end must satisfy.
        such_that: Vec<PlayRule>,
        /// What is maximised, in order.
        best_by: Vec<PlayRule>,
    },
    /// `pay N from A [, the rest from B] to C`, `share N from A to B`, `refill POT to N from A`.
    Pay(Payment),
    /// `again`.
    Again,
    /// `then PHASE [by PLAYER]`.
    Then {
        /// Which phase.
        phase: Ident,
        /// Who plays it; `me` if nobody is named.
        by: Option<Expr>,
    },
    /// `pass turn to PLAYER`.
    PassTurn(Expr),
    /// `PLAYER leaves`.
    Leaves(Expr),
    /// `as PLAYER { … }`.
    As {
        /// Which player.
        player: Expr,
        /// What is done by that player.
        body: Block,
    },
    /// `emit EVENT(args)`.
    Emit(Ident, Vec<Expr>),
    /// `move [my|their|of PLAYER] N [KIND] FROM -> TO`; `all` for N moves all.
    Move(MoveStmt),
    /// `shift EXPR from BAG to BAG`.
    Shift {
        /// What goes over.
        value: Expr,
        /// Out of which bag.
        from: Expr,
        /// Into which bag.
        to: Expr,
    },
    /// `take EXPR from BAG`.
    Take {
        /// What is taken.
        value: Expr,
        /// Out of which bag.
        from: Expr,
    },
    /// `put EXPR in BAG`.
    Put {
        /// What is put.
        value: Expr,
        /// The bag.
        into: Expr,
    },
    /// `push EXPR to LIST`.
    Push {
        /// What is appended.
        value: Expr,
        /// The list.
        list: Expr,
    },
    /// `drop first of LIST`.
    DropFirst(Expr),
    /// `end game { outcome }`.
    EndGame(Block),
    /// `end match { outcome }`.
    EndMatch(Block),
    /// `win PLAYER [by EXPR]`, within an end.
    Win {
        /// Who wins.
        player: Expr,
        /// How much; one if nothing is said.
        by: Option<Expr>,
    },
    /// `draw`, within an end.
    Draw,
    /// `rank seats by EXPR`, within an end: the score of each seat.
    Rank(Expr),
    /// A call of a routine.
    Call(Ident, Vec<Expr>),
}

/// `:=`, `+=`, `-=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignOp {
    /// `:=`.
    Set,
    /// `+=`.
    Add,
    /// `-=`.
    Subtract,
}

/// One arm of `cases`; no test for `otherwise`.
#[derive(Clone, Debug)]
pub struct CaseArm {
    /// Its condition.
    pub test: Option<Expr>,
    /// What it does.
    pub body: Block,
    /// Warrants and guard.
    pub tail: Tail,
}

impl CaseArm {
    /// Where it begins: its condition, or its first statement.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        let test = self.test.as_ref().map(|t| t.span);
        test.or_else(|| self.body.first().map(|s| s.span))
    }
}

/// Whose pieces a `move` moves.
#[derive(Clone, Debug)]
pub enum Whose {
    /// `me`'s.
    My,
    /// The single opponent's.
    Their,
    /// A named player's.
    Of(Expr),
}

/// `move …`.
#[derive(Clone, Debug)]
pub struct MoveStmt {
    /// Whose pieces.
    pub whose: Whose,
    /// How many; `None` for `all`.
    pub number: Option<Expr>,
    /// Which kind, where there are several.
    pub kind: Option<Ident>,
    /// Those that have this mark.
    pub mark: Option<Ident>,
    /// From where.
    pub from: Expr,
    /// To where; a space that each player has is the owner's. Nothing where they stay and only their mark changes.
    pub to: Option<Expr>,
    /// The mark that they have then.
    pub becomes: Option<Expr>,
}
