//! What is asked of a position from outside the rules: measures, and the lines of examples and claims.

use super::{Meaning, NodeId};
use crate::syntax::source::Span;

/// A measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Its name.
    pub name: String,
    /// Its gloss.
    pub gloss: Option<String>,
    /// Its value, from the side of `me`.
    pub value: NodeId,
}

/// An expression of an example or claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Where it stands.
    pub span: Span,
    /// Its value.
    pub node: NodeId,
    /// What the value means.
    pub meaning: Meaning,
}

/// `given VARIABLE = VALUE` of an example or claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The line.
    pub span: Span,
    /// Address of the code that sets the variable.
    pub code: u32,
}
