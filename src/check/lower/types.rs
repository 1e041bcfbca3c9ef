//! What names stand for and what expressions are, while lowering.

use crate::ir::{BagId, Local as Place, Meaning, NodeId, SetId};

/// The type of a scalar. Any scalar may be `none`; ranges belong to variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Int,
    Truth,
    Player,
    Space,
    Kind,
    Enum(u32),
    Route,
    /// The type of `none` itself.
    Nothing,
}

impl Ty {
    pub(super) fn meaning(&self) -> Meaning {
        match self {
            Ty::Int | Ty::Nothing => Meaning::Number,
            Ty::Truth => Meaning::Truth,
            Ty::Player => Meaning::Player,
            Ty::Space => Meaning::Space,
            Ty::Kind => Meaning::Kind,
            Ty::Enum(e) => Meaning::Enum(*e),
            Ty::Route => Meaning::Route,
        }
    }

    pub(super) fn from_meaning(meaning: &Meaning) -> Self {
        match meaning {
            Meaning::Number => Ty::Int,
            Meaning::Truth => Ty::Truth,
            Meaning::Player => Ty::Player,
            Meaning::Space => Ty::Space,
            Meaning::Kind => Ty::Kind,
            Meaning::Enum(e) => Ty::Enum(*e),
            Meaning::Route => Ty::Route,
        }
    }

    pub(super) fn fits(&self, other: &Ty) -> bool {
        self == other || *self == Ty::Nothing || *other == Ty::Nothing
    }
}

/// A lowered expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Val {
    Scalar(NodeId, Ty),
    Set(SetId, Ty),
    Bag {
        bag: BagId,
        ty: Ty,
        /// A throw of just one die may stand for its face.
        single: bool,
    },
}

/// What a local name stands for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Local {
    /// A value kept in a temporary or slot.
    At(Place, Ty),
    /// An expression put in its place.
    Alias(Val),
}

/// A type as declared, for variables and parameters.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Declared {
    pub ty: Ty,
    pub range: (i32, i32),
    pub or_none: bool,
    pub form: Form,
}

/// Scalar, bag, list, set or throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Scalar,
    Bag(u32),
    List(u32),
    Set,
    Throw,
}

/// What a declared name stands for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sym {
    Local(Local),
    Seat(i32),
    Kind(i32),
    Family(u32),
    Column {
        table: u32,
        ty: Ty,
        /// What it is asked of, and the first of these.
        of: Ty,
        low: i32,
    },
    Space(i32),
    Route(u32),
    Region {
        set: SetId,
        each: bool,
    },
    Enum(u32),
    Dice(u32),
    /// A die; the enumeration of its faces, where they have names.
    Die(Option<u32>),
    Var(usize),
    Const(Val),
    Agreed(Val),
    Reading(usize),
    /// Index of the definition.
    Fn(usize),
    Condition(usize),
    Routine(usize),
    Group(usize),
    Step(u32),
    Phase(u32),
    Event(u32),
    Referee,
    Measure(usize),
}
