//! What is asked of a position from outside the rules: measures, and the lines of examples and claims.

use super::{BagExpr, Meaning, NodeId, Operand, Program};
use crate::syntax::source::Span;
use std::collections::HashSet;

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

impl Program {
    /// The groups of dice whose throws expressions read themselves; not what a step or a variable has them for.
    #[must_use]
    pub fn throws_in(&self, nodes: impl Iterator<Item = NodeId>) -> Vec<u32> {
        let mut found = Vec::new();
        let mut left: Vec<Operand> = nodes.map(Operand::Node).collect();
        let mut seen = HashSet::new();
        while let Some(operand) = left.pop() {
            if !seen.insert(operand) {
                continue;
            }
            left.extend(match operand {
                Operand::Node(id) => self.nodes[id as usize].operands(),
                Operand::Set(id) => self.sets[id as usize].operands(),
                Operand::Bag(id) => {
                    let bag = &self.bags[id as usize];
                    if let BagExpr::Throw { base, .. } = bag {
                        found.extend((0..).zip(&self.dice).find(|(_, d)| d.base == *base).map(|(at, _)| at));
                    }
                    bag.operands()
                }
            });
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
