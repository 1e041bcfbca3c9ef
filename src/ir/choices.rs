//! What is chosen among: single steps, and plays of several.

use super::{NodeId, PartId};

/// An alternative of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The step; `None` for `pass`.
    pub step: Option<u32>,
    /// Values of its leading parameters.
    pub args: Vec<NodeId>,
    /// A condition.
    pub when: Option<NodeId>,
}

/// A choice: the first group that has a possible candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its groups.
    pub groups: Vec<Vec<Alternative>>,
    /// The part by which it is somebody's who is not to move, where that is so.
    pub acts_by: Option<PartId>,
}

/// A play: choices until nothing admissible goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// Its groups.
    pub groups: Vec<Vec<Alternative>>,
    /// What its end must satisfy.
    pub such_that: Vec<(NodeId, PartId)>,
    /// What is maximised, in order.
    pub best_by: Vec<Best>,
    /// The part by which it is somebody's who is not to move, where that is so.
    pub acts_by: Option<PartId>,
}

/// One expression of `best by`.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// What is maximised.
    pub value: NodeId,
    /// A bound that no sequence from here can exceed, where the compiler proved one.
    pub bound: Option<NodeId>,
    /// Its part.
    pub part: PartId,
}
