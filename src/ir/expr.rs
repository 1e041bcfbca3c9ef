//! Expressions: nodes with one value, sets, bags.

use super::{BagId, NodeId, SetId, Sorts};

/// Whose pieces an expression counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// `me`'s.
    Mine,
    /// Those of everybody on `me`'s side.
    Ours,
    /// Those of everybody who is not on `me`'s side.
    Theirs,
    /// The player a node names.
    Of(NodeId),
}

/// How a fold over a set combines its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// True when the body holds for some member.
    Some,
    /// True when it holds for all.
    All,
    /// How often it holds.
    Count,
    /// The sum of the body.
    Sum,
    /// The least value of the body, none on an empty set.
    Min,
    /// The greatest value of the body, none on an empty set.
    Max,
    /// The first member for which the body holds, none if there is none.
    First,
}

/// A scalar expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A constant.
    Const(i32),
    /// A slot of the position.
    Slot(u32),
    /// A temporary: parameter, `let`, bound variable.
    Tmp(u32),
    /// Who acts.
    Me,
    /// A slot chosen by an index; `none` outside.
    Indexed {
        /// First slot.
        base: u32,
        /// Which one.
        index: NodeId,
        /// The index of the first slot.
        low: i32,
        /// How many slots.
        len: u32,
    },
    /// A row of a constant table chosen by an index; `none` outside.
    Table {
        /// The table.
        table: u32,
        /// Which row.
        index: NodeId,
        /// The index of the first row.
        low: i32,
    },
    /// The same, with one table for each value of `me`.
    SeatTable {
        /// The tables, one behind the other.
        table: u32,
        /// Which row.
        index: NodeId,
        /// The index of the first row.
        low: i32,
        /// How many rows each seat has.
        len: u32,
    },
    /// A constant for each value of `me`.
    BySeat {
        /// The table, a row for each seat.
        table: u32,
    },
    /// An expression of one variable, looked up: a row for each value of the variable, and for each value of `me` where it
    /// depends on that.
    Tabled {
        /// The variable: a temporary or a slot.
        variable: NodeId,
        /// The table.
        table: u32,
        /// How many values of the variable it has, from 0.
        len: u32,
        /// Whether it has a run of rows for each seat.
        by_seat: bool,
        /// The expression itself, for all other values.
        of: NodeId,
    },
    /// Pieces on a space: of all sorts, or of some.
    Pieces {
        /// Whose pieces.
        whose: Whose,
        /// Of which sorts; of all, if none are given.
        sorts: Option<Sorts>,
        /// Where.
        space: NodeId,
    },
    /// Pieces on a set of spaces.
    PiecesIn {
        /// Whose pieces.
        whose: Whose,
        /// Of which sorts; of all, if none are given.
        sorts: Option<Sorts>,
        /// Where.
        set: SetId,
    },
    /// No piece of `me` stands outside the set.
    AllMineIn(SetId),
    /// The space `n` steps further on `me`'s route, or none.
    Ahead {
        /// On which route.
        route: NodeId,
        /// From where.
        space: NodeId,
        /// How far; back, if negative.
        steps: NodeId,
    },
    /// Steps from the route's beginning, or none.
    Place {
        /// On which route.
        route: NodeId,
        /// Of which space.
        space: NodeId,
    },
    /// Steps to the route's end, or none.
    Left {
        /// On which route.
        route: NodeId,
        /// From where.
        space: NodeId,
    },
    /// The space at a place of `me`'s route, or none.
    SpaceAt {
        /// On which route.
        route: NodeId,
        /// How far from its beginning.
        place: NodeId,
    },
    /// `+`
    Add(NodeId, NodeId),
    /// `-`
    Sub(NodeId, NodeId),
    /// `*`
    Mul(NodeId, NodeId),
    /// `/`, rounding down
    Div(NodeId, NodeId),
    /// `mod`
    Mod(NodeId, NodeId),
    /// `=`
    Eq(NodeId, NodeId),
    /// `<`
    Lt(NodeId, NodeId),
    /// `<=`
    Le(NodeId, NodeId),
    /// `and`
    And(NodeId, NodeId),
    /// `or`
    Or(NodeId, NodeId),
    /// `not`
    Not(NodeId),
    /// `if`
    If(NodeId, NodeId, NodeId),
    /// Membership.
    In(NodeId, SetId),
    /// A fold over a set: the temporary takes each member in turn.
    Fold {
        /// How the values are combined.
        fold: Fold,
        /// Where each member stands while the body is evaluated.
        tmp: u32,
        /// The members.
        set: SetId,
        /// What is evaluated for each.
        body: NodeId,
    },
    /// A fold over a set by masks, or as it is written where these do not reach.
    Masked {
        /// How the truths are combined: [`Fold::Some`], [`Fold::All`], [`Fold::Count`] or [`Fold::First`].
        fold: Fold,
        /// The members.
        set: super::MaskId,
        /// What holds for them.
        body: super::MaskId,
        /// The fold as it is written.
        of: NodeId,
    },
    /// A fold over the elements of a bag or list.
    FoldBag {
        /// How the values are combined.
        fold: Fold,
        /// Where each element stands while the body is evaluated.
        tmp: u32,
        /// The elements.
        bag: BagId,
        /// What is evaluated for each.
        body: NodeId,
    },
    /// Evaluates the body with a temporary set.
    Let {
        /// Where the value stands.
        tmp: u32,
        /// The value.
        value: NodeId,
        /// What is evaluated with it.
        body: NodeId,
    },
    /// Evaluates the body as another player.
    As {
        /// Who is `me` in the body.
        player: NodeId,
        /// What is evaluated.
        body: NodeId,
    },
    /// How many elements a bag has.
    Size(BagId),
    /// How often a value occurs in a bag.
    Times(BagId, NodeId),
    /// Whether all elements of a bag are equal.
    Alike(BagId),
    /// The row of a table that a throw belongs to; none if it is no throw of the table's dice.
    Row {
        /// Which of the tables that sort throws.
        table: u32,
        /// The throw.
        throw: BagId,
    },
    /// The element at a position of a list or an ordered throw, from 1; none outside.
    At(BagId, NodeId),
    /// The seat after (1) or before (-1) a player, among those in play.
    Next {
        /// From whom.
        player: NodeId,
        /// 1 for the seat after, -1 for the one before.
        step: i32,
    },
    /// The other of two players.
    OtherOf(NodeId),
    /// Whether a player is in play.
    InPlay(NodeId),
    /// How many candidates of a step are possible (at most 1 when only `can` is asked).
    Possible {
        /// The step.
        step: u32,
        /// Values of its leading parameters.
        args: Vec<NodeId>,
        /// Whether one candidate is enough to know.
        any: bool,
    },
}

/// A set of small values, evaluated member by member.
#[derive(Clone, Debug, PartialEq)]
pub enum SetExpr {
    /// Constant, one list and bit set for each value of `me`.
    Fixed(u32),
    /// Whole numbers from..to.
    Range(NodeId, NodeId),
    /// Listed values.
    List(Vec<NodeId>),
    /// Members of a base that satisfy a predicate on the temporary.
    Such {
        /// The set that is chosen from.
        base: SetId,
        /// Where each member stands while it is tested.
        tmp: u32,
        /// What must hold for it.
        test: NodeId,
    },
    /// Members of either.
    Union(SetId, SetId),
    /// Members of the first only.
    Minus(SetId, SetId),
    /// The distinct elements of a bag.
    Bag(BagId),
    /// Strictly between two spaces on `me`'s route.
    Between {
        /// On which route.
        route: NodeId,
        /// The one end.
        from: NodeId,
        /// The other end.
        to: NodeId,
    },
    /// One or the other.
    If(NodeId, SetId, SetId),
    /// Players in play, in seat order from the one named.
    SeatsFrom(NodeId),
}

/// A constant set for one value of `me`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FixedSet {
    /// Members, ascending.
    pub list: Vec<i32>,
    /// Bit `v` of word `v / 64`.
    pub bits: Vec<u64>,
}

impl FixedSet {
    /// A set of non-negative members.
    #[must_use]
    pub fn new(mut list: Vec<i32>) -> Self {
        list.sort_unstable();
        list.dedup();
        let words = list.last().map_or(0, |v| *v as usize / 64 + 1);
        let mut bits = vec![0; words];
        for v in &list {
            bits[*v as usize / 64] |= 1 << (*v as usize % 64);
        }
        Self { list, bits }
    }

    /// Membership.
    #[inline]
    #[must_use]
    pub fn has(&self, v: i32) -> bool {
        v >= 0
            && self
                .bits
                .get(v as usize / 64)
                .is_some_and(|w| w >> (v as usize % 64) & 1 == 1)
    }
}

/// A bag, list or throw as an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum BagExpr {
    /// A bag variable: a slot for each value with its count.
    Var {
        /// First slot.
        base: u32,
        /// The value that the first slot counts.
        low: i32,
        /// How many values.
        len: u32,
    },
    /// A list variable: a slot for the length, then the elements.
    List {
        /// The slot of the length; the elements follow.
        base: u32,
        /// How many elements there can be.
        cap: u32,
    },
    /// A throw: one slot a die; the index picks a player's.
    Throw {
        /// First slot.
        base: u32,
        /// How many dice.
        dice: u32,
        /// Whose throw, where each player throws.
        player: Option<NodeId>,
    },
    /// Listed elements.
    Literal(Vec<NodeId>),
    /// A value so many times.
    Copies(NodeId, NodeId),
    /// Elements of both.
    Sum(BagId, BagId),
    /// One or the other.
    If(NodeId, BagId, BagId),
}
