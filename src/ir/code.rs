//! The flat code: instructions, what they write to, and which part of the rules each stretch is.

use super::{BagId, MoveOp, NodeId, PartId, PayOp, SetId};
use crate::syntax::source::Span;

/// One instruction of the flat code.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// Go on at an address.
    Jump(u32),
    /// Go on at an address unless the condition holds.
    Unless(NodeId, u32),
    /// Sets a local.
    SetLocal(Local, NodeId),
    /// Sets a variable.
    Set {
        /// Which variable.
        target: Target,
        /// Its new value.
        value: NodeId,
    },
    /// Replaces a bag variable's content.
    SetBag {
        /// First slot.
        base: u32,
        /// The value that the first slot counts.
        low: i32,
        /// How many values.
        len: u32,
        /// How many elements it holds at most.
        cap: u32,
        /// The new content.
        value: BagId,
        /// Where a full bag is reported.
        part: PartId,
    },
    /// Replaces a list variable's content.
    SetList {
        /// The slot of the length.
        base: u32,
        /// How many elements it holds at most.
        cap: u32,
        /// The range of its elements.
        range: (i32, i32),
        /// The new content.
        value: BagId,
        /// Where a full list is reported.
        part: PartId,
    },
    /// Takes one element out of a bag (and puts it into another).
    Shift {
        /// Which element.
        value: NodeId,
        /// Out of which bag, if any.
        from: Option<BagVar>,
        /// Into which bag, if any.
        to: Option<BagVar>,
        /// Where a missing element or a full bag is reported.
        part: PartId,
    },
    /// Appends to a list.
    Push {
        /// The slot of the length.
        base: u32,
        /// How many elements it holds at most.
        cap: u32,
        /// The range of its elements.
        range: (i32, i32),
        /// The new element.
        value: NodeId,
        /// Where a full list is reported.
        part: PartId,
    },
    /// Removes the first element of a list that has a value.
    TakeFirst {
        /// The slot of the length.
        base: u32,
        /// How many elements it holds at most.
        cap: u32,
        /// The value.
        value: NodeId,
        /// Where it is reported that there is none.
        part: PartId,
    },
    /// Removes a list's first element.
    DropFirst {
        /// The slot of the length.
        base: u32,
        /// How many elements it holds at most.
        cap: u32,
        /// Where it is reported that there is none.
        part: PartId,
    },
    /// Moves pieces; `number` absent moves all.
    Move(Box<MoveOp>),
    /// Queues an event.
    Emit {
        /// Which event.
        event: u32,
        /// Its arguments.
        args: Vec<NodeId>,
    },
    /// Begins to act as another player, keeping the one before.
    Enter {
        /// Who acts from now on.
        player: NodeId,
        /// Where who acted before is kept.
        keep: Local,
        /// Where it is reported that there is nobody.
        part: PartId,
    },
    /// Ends acting as another player.
    Exit {
        /// Where who acted before was kept.
        keep: Local,
    },
    /// The next member of a set, in canonical order after the local's value (`none`: the first), or the exit.
    Next {
        /// The member now, and then the next.
        local: Local,
        /// The members.
        set: SetId,
        /// Where to go on when there is no further one.
        exit: u32,
    },
    /// A chance node.
    Roll {
        /// Which dice.
        group: u32,
        /// What the throw must satisfy.
        given: Option<NodeId>,
    },
    /// A choice; where nothing is possible, the address.
    Choose {
        /// Which choice.
        choice: u32,
        /// Where to go on when nothing is possible.
        otherwise: u32,
    },
    /// A play.
    Play {
        /// Which play.
        play: u32,
    },
    /// One more round for `me`.
    Again,
    /// One phase for a player.
    Then {
        /// Which phase.
        phase: u32,
        /// Who plays it.
        by: NodeId,
    },
    /// Stops the game where a player that a statement is about is nobody.
    Somebody {
        /// The player.
        player: NodeId,
        /// Where it is reported.
        part: PartId,
    },
    /// Whose turn follows, once.
    PassTurn(NodeId),
    /// Takes a player out of play.
    Leaves(NodeId),
    /// Sets a seat's result; see [`EndOp`].
    End(Box<EndOp>),
    /// Moves money.
    Pay(Box<PayOp>),
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

/// How a game (or match) ends.
#[derive(Clone, Debug, PartialEq)]
pub struct EndOp {
    /// Whether the match ends too.
    pub matched: bool,
    /// What each seat gets.
    pub result: EndResult,
    /// The rule it rests on.
    pub part: PartId,
    /// Where it is reported that a seat's result is none.
    pub none: PartId,
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

/// A stretch of the code that is a part of the rules: a phase, a handler, a routine where it is called, a statement with a
/// label or warrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where the part stands: a declaration's head, or the whole statement.
    pub span: Span,
    /// Its first address.
    pub from: u32,
    /// The address behind it.
    pub to: u32,
}

/// A `cases` statement.
#[derive(Clone, Debug, Default)]
pub struct Cases {
    /// Where it stands.
    pub span: Span,
    /// What it belongs to: a phase, step, routine.
    pub path: String,
    /// The conditions of its arms.
    pub tests: Vec<NodeId>,
    /// Where they stand.
    pub arms: Vec<Span>,
}
