//! The checked game as a compact program: slots, lookup tables, part ids. No name is looked up while playing.
//!
//! Everything a game can say is finite, so a position is one flat array of [`i32`] slots whose layout is fixed here.
//! Routines and conditions are expanded where they are called (calls have no cycle), so that the place in the program is
//! one code address and a handful of slots: a position in mid-turn is copied, hashed and undone like any other.

mod layout;
mod program;

pub use layout::{EXTRA_CAP, Layout, OWED_CAP, Status, control};
pub use program::*;

/// The encoding of `none` in a slot.
pub const NONE: i32 = i32::MIN;

/// A node of the expression arena.
pub type NodeId = u32;
/// A set expression.
pub type SetId = u32;
/// A bag expression.
pub type BagId = u32;
/// A named part of the rules, with its reason, place and warrants.
pub type PartId = u32;

/// Whose pieces an expression counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// `me`'s.
    Mine,
    /// Everybody else's (not on my side).
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
#[expect(missing_docs, reason = "fields are named after what they hold")]
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
        base: u32,
        index: NodeId,
        low: i32,
        len: u32,
    },
    /// A row of a constant table chosen by an index; `none` outside.
    Table { table: u32, index: NodeId, low: i32 },
    /// The same, with one table for each value of `me`.
    SeatTable {
        table: u32,
        index: NodeId,
        low: i32,
        len: u32,
    },
    /// A constant for each value of `me`.
    BySeat { table: u32 },
    /// Pieces on a space: of all kinds, or of one.
    Pieces {
        whose: Whose,
        kind: Option<u32>,
        space: NodeId,
    },
    /// Pieces on a set of spaces.
    PiecesIn {
        whose: Whose,
        kind: Option<u32>,
        set: SetId,
    },
    /// No piece of `me` stands outside the set.
    AllMineIn(SetId),
    /// How many pieces a player has in all.
    Total(NodeId),
    /// The space `n` steps further on `me`'s route, or none.
    Ahead {
        route: NodeId,
        space: NodeId,
        steps: NodeId,
    },
    /// Steps from the route's beginning, or none.
    Place { route: NodeId, space: NodeId },
    /// Steps to the route's end, or none.
    Left { route: NodeId, space: NodeId },
    /// The space at a place of `me`'s route, or none.
    SpaceAt { route: NodeId, place: NodeId },
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
        fold: Fold,
        tmp: u32,
        set: SetId,
        body: NodeId,
    },
    /// A fold over the elements of a bag or list.
    FoldBag {
        fold: Fold,
        tmp: u32,
        bag: BagId,
        body: NodeId,
    },
    /// Evaluates the body with a temporary set.
    Let { tmp: u32, value: NodeId, body: NodeId },
    /// Evaluates the body as another player.
    As { player: NodeId, body: NodeId },
    /// How many elements a bag has.
    Size(BagId),
    /// How often a value occurs in a bag.
    Times(BagId, NodeId),
    /// Whether all elements of a bag are equal.
    Alike(BagId),
    /// The row of a table that a throw belongs to; none if it is no throw of the table's dice.
    Row { table: u32, throw: BagId },
    /// The element at a position of a list or an ordered throw, from 1; none outside.
    At(BagId, NodeId),
    /// The seat after (1) or before (-1) a player, among those in play.
    Next { player: NodeId, step: i32 },
    /// The other of two players.
    OtherOf(NodeId),
    /// Whether a player is in play.
    InPlay(NodeId),
    /// How many candidates of a step are possible (at most 1 when only `can` is asked).
    Possible { step: u32, args: Vec<NodeId>, any: bool },
}

/// A set of small values, evaluated member by member.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum SetExpr {
    /// Constant, one list and bit set for each value of `me`.
    Fixed(u32),
    /// Whole numbers from..to.
    Range(NodeId, NodeId),
    /// Listed values.
    List(Vec<NodeId>),
    /// Members of a base that satisfy a predicate on the temporary.
    Such { base: SetId, tmp: u32, test: NodeId },
    /// Members of either.
    Union(SetId, SetId),
    /// Members of the first only.
    Minus(SetId, SetId),
    /// The distinct elements of a bag.
    Bag(BagId),
    /// Strictly between two spaces on `me`'s route.
    Between { route: NodeId, from: NodeId, to: NodeId },
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
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum BagExpr {
    /// A bag variable: a slot for each value with its count.
    Var { base: u32, low: i32, len: u32 },
    /// A list variable: a slot for the length, then the elements.
    List { base: u32, cap: u32 },
    /// A throw: one slot a die; the index picks a player's.
    Throw {
        base: u32,
        dice: u32,
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

/// What an assignment writes to, with the range that its value must keep.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// First slot.
    pub base: u32,
    /// Index and its range, for indexed variables.
    pub index: Option<(NodeId, i32, u32)>,
    /// The range of values.
    pub range: (i32, i32),
    /// Whether `none` is allowed.
    pub or_none: bool,
    /// Where a value out of range is reported.
    pub part: PartId,
}

/// Where a local variable of flat code lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Local {
    /// In code that cannot wait.
    Tmp(u32),
    /// In code that can: part of the position.
    Slot(u32),
}

/// One instruction of the flat code.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum Op {
    /// Go on at an address.
    Jump(u32),
    /// Go on at an address unless the condition holds.
    Unless(NodeId, u32),
    /// Sets a local.
    SetLocal(Local, NodeId),
    /// Sets a variable.
    Set { target: Target, value: NodeId },
    /// Replaces a bag variable's content.
    SetBag {
        base: u32,
        low: i32,
        len: u32,
        cap: u32,
        value: BagId,
        part: PartId,
    },
    /// Replaces a list variable's content.
    SetList {
        base: u32,
        cap: u32,
        range: (i32, i32),
        value: BagId,
        part: PartId,
    },
    /// Takes one element out of a bag (and puts it into another).
    Shift {
        value: NodeId,
        from: Option<BagVar>,
        to: Option<BagVar>,
        part: PartId,
    },
    /// Appends to a list.
    Push {
        base: u32,
        cap: u32,
        range: (i32, i32),
        value: NodeId,
        part: PartId,
    },
    /// Removes a list's first element, if any.
    DropFirst { base: u32, cap: u32 },
    /// Moves pieces; `number` absent moves all.
    Move(Box<MoveOp>),
    /// Queues an event.
    Emit { event: u32, args: Vec<NodeId> },
    /// Begins to act as another player, keeping the one before; the part is where there is nobody.
    Enter { player: NodeId, keep: Local, part: PartId },
    /// Ends acting as another player.
    Exit { keep: Local },
    /// The next member of a set, in canonical order after the local's value (`none`: the first), or the exit.
    Next { local: Local, set: SetId, exit: u32 },
    /// A chance node.
    Roll { group: u32, given: Option<NodeId> },
    /// A choice; where nothing is possible, the address.
    Choose { choice: u32, otherwise: u32 },
    /// A play.
    Play { play: u32 },
    /// One more round for `me`.
    Again,
    /// One phase for a player.
    Then { phase: u32, by: NodeId },
    /// Whose turn follows, once.
    PassTurn(NodeId),
    /// Takes a player out of play.
    Leaves(NodeId),
    /// Sets a seat's result; see [`EndOp`].
    End(Box<EndOp>),
    /// Makes a player the mover (only in `start`).
    SetMover(NodeId),
    /// Stops the game as unfinished.
    Stop(PartId),
    /// The end of a phase.
    PhaseEnd,
    /// The end of `start`.
    StartEnd,
    /// Waits for a referee event: all that happens in a game without turns.
    Idle,
    /// The beginning of a `cases`, where overlaps are recorded.
    Cases(u32),
    /// The end of code that cannot wait.
    Return,
}

/// A bag variable as written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BagVar {
    /// First slot.
    pub base: u32,
    /// The value that the first slot counts.
    pub low: i32,
    /// How many values.
    pub len: u32,
    /// How many elements it holds at most.
    pub cap: u32,
}

/// A move of pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveOp {
    /// Whose pieces.
    pub owner: NodeId,
    /// Which kind.
    pub kind: u32,
    /// How many; `None` for all.
    pub number: Option<NodeId>,
    /// From where.
    pub from: NodeId,
    /// To where.
    pub to: NodeId,
    /// Where a shortage is reported.
    pub part: PartId,
}

/// How a game (or match) ends.
#[derive(Clone, Debug, PartialEq)]
pub struct EndOp {
    /// Whether the match ends too.
    pub matched: bool,
    /// What each seat gets.
    pub result: EndResult,
    /// The rule it rests on.
    pub part: PartId,
}

/// The result of an end.
#[derive(Clone, Debug, PartialEq)]
pub enum EndResult {
    /// A player wins so much.
    Win(NodeId, NodeId),
    /// Nobody wins.
    Draw,
    /// Each seat's score, evaluated as that seat.
    Rank(NodeId),
}
