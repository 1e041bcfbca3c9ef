//! Steps: parameters, requirements, and how moves are written.

use super::{Meaning, NodeId, PartId, SetId};

/// A requirement or `let` of a step, in the order written.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// A parameter ranges over a set.
    Param {
        /// Which parameter.
        param: u32,
        /// What it ranges over.
        set: SetId,
        /// What refuses a value outside it.
        part: PartId,
        /// Whether only spaces on which `me` has pieces can pass what follows.
        held: bool,
    },
    /// A `let`; with a part, none refuses.
    Let {
        /// Where the value stands.
        tmp: u32,
        /// The value.
        value: NodeId,
        /// What refuses where it is none.
        part: Option<PartId>,
    },
    /// A requirement.
    Require {
        /// What must hold.
        test: NodeId,
        /// Where it bears on a candidate at all: the condition of one that is written `C implies D`.
        bears: Option<NodeId>,
        /// What refuses where it doesn't.
        part: PartId,
    },
}

/// A step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// Its parameters: name, temporary, meaning.
    pub params: Vec<StepParam>,
    /// As written, for explaining.
    pub tests: Vec<Test>,
    /// Reordered: each test as early as its parameters allow, for enumerating.
    pub plan: Vec<Test>,
    /// How all values of a parameter are looked at together, where they can be.
    pub lanes: Option<super::Lanes>,
    /// Address of its effects.
    pub body: u32,
    /// How it is written.
    pub notation: Vec<Piece>,
    /// Whether its notation and effects tell all its candidates apart, from each other and from those of other steps.
    pub distinct: bool,
    /// The parameters by which its notation or what it spends tell candidates apart.
    pub told: Vec<u32>,
    /// Whether no other step's candidates can be written as its own are.
    pub apart: bool,
    /// Its own part.
    pub part: PartId,
    /// Where it is reported that its parameters go through too much.
    pub bound: PartId,
}

/// A parameter of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct StepParam {
    /// Its name.
    pub name: String,
    /// Where its value stands while the step is looked at.
    pub tmp: u32,
    /// What the value means.
    pub meaning: Meaning,
}

/// A piece of a step's notation.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// These characters.
    Text(String),
    /// A value.
    Value(NodeId, Meaning),
    /// These characters if the event was emitted.
    If(u32, String),
}

/// How whole plays are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayNotation {
    /// Between two moves.
    pub join: String,
    /// Equal moves: `{move}` and `{n}` are replaced; `None` writes them out.
    pub same: Option<String>,
    /// The sign at which a move's beginning and end are told apart, so that `13/7*` and `7/5` chain to `13/7*/5`.
    pub chain: Option<String>,
}

impl Default for PlayNotation {
    fn default() -> Self {
        Self {
            join: " ".into(),
            same: None,
            chain: None,
        }
    }
}
