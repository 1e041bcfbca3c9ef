//! A bound on what one decision costs: statements, and values that quantifiers, sets and parameters go through.

use crate::ir::NodeId;

/// How many statements and values one step, or the code between two waits, may go through.
pub(crate) const STRETCH: u32 = 10_000_000;
/// How many all positions together that are looked at for one decision may go through.
const DECISION: u64 = 4_000_000_000;

/// What is left of the bound.
#[derive(Clone, Debug)]
pub(crate) struct Fuel {
    left: u32,
    filled: u32,
    decision: u64,
    /// The quantifier in which it ran out.
    at: Option<NodeId>,
}

impl Fuel {
    /// So much, and no more.
    pub fn of(stretch: u32) -> Self {
        Self {
            left: stretch,
            filled: stretch,
            decision: 0,
            at: None,
        }
    }

    /// For a new decision.
    pub fn fresh() -> Self {
        Self {
            decision: DECISION - u64::from(STRETCH),
            ..Self::of(STRETCH)
        }
    }

    /// For the next position that is looked at for the same decision.
    pub fn refill(&mut self) {
        if self.spent() {
            return;
        }
        let used = u64::from(self.filled - self.left);
        if used <= self.decision {
            self.decision -= used;
            self.left = self.filled;
        }
    }

    /// Goes through `n` more; false where that is too many.
    #[inline]
    pub fn take(&mut self, n: u32) -> bool {
        match self.left.checked_sub(n) {
            Some(left) => {
                self.left = left;
                left > 0
            }
            None => {
                self.left = 0;
                false
            }
        }
    }

    /// Whether it ran out: whatever was computed since means nothing.
    #[inline]
    pub fn spent(&self) -> bool {
        self.left == 0
    }

    /// Notes the innermost quantifier in which it ran out.
    #[inline]
    pub fn note(&mut self, node: NodeId) {
        if self.left == 0 && self.at.is_none() {
            self.at = Some(node);
        }
    }

    /// The quantifier in which it ran out, where it was one.
    pub fn place(&self) -> Option<NodeId> {
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::Fuel;

    #[test]
    fn what_ran_out_stays_empty() {
        let mut fuel = Fuel::of(3);
        assert!(fuel.take(2));
        assert!(!fuel.take(2));
        fuel.note(7);
        fuel.note(8);
        fuel.refill();
        assert!(fuel.spent());
        assert_eq!(fuel.place(), Some(7));
    }

    #[test]
    fn positions_of_one_decision_share_a_bound() {
        let mut fuel = Fuel {
            decision: 10,
            ..Fuel::of(8)
        };
        fuel.take(6);
        fuel.refill();
        assert!(fuel.take(7), "refilled");
        fuel.refill();
        assert!(!fuel.take(1), "four are left of ten, and seven were taken");
    }
}
