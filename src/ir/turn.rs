//! The course of a game: phases, events and their handlers, what a referee calls, ends.

use super::{NodeId, PartId, StepParam};

/// A phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// Address of its code.
    pub entry: u32,
    /// Conditions looked at when it ends.
    pub watches: Vec<Watch>,
}

/// An event.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// Handlers, in the order in which they run.
    pub handlers: Vec<Handler>,
}

/// A handler: code that cannot wait.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// Its name.
    pub name: String,
    /// Temporaries that take the arguments.
    pub params: Vec<u32>,
    /// When it applies.
    pub when: Option<NodeId>,
    /// Address of its code.
    pub body: u32,
    /// Its part.
    pub part: PartId,
}

/// `EXPR becomes true at end of PHASE`: a condition watched for each seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Watch {
    /// The condition.
    pub test: NodeId,
    /// Slots, one for each seat, that keep whether it held.
    pub base: u32,
    /// What happens.
    pub handler: Handler,
}

/// A referee event.
#[derive(Clone, Debug, PartialEq)]
pub struct Referee {
    /// Its name.
    pub name: String,
    /// Its gloss.
    pub gloss: Option<String>,
    /// Parameters: name, temporary, meaning.
    pub params: Vec<StepParam>,
    /// Least and greatest value of each parameter, and whether it may be none.
    pub ranges: Vec<(i32, i32, bool)>,
    /// Address of its code.
    pub body: u32,
    /// Its part.
    pub part: PartId,
}

/// An end rule.
#[derive(Clone, Debug, PartialEq)]
pub struct EndRule {
    /// When it applies, for `me` = the mover, then the others in order.
    pub when: NodeId,
    /// Whether it asks how many rounds are over, so that it may come to hold when one ends.
    pub by_rounds: bool,
    /// Address of its code.
    pub body: u32,
    /// Its part.
    pub part: PartId,
}
