//! A bound on what one decision costs: statements, and values that quantifiers, sets and parameters go through.

use crate::ir::NodeId;

/// How many statements and values one step, or the code between two waits, may go through.
pub(crate) const STRETCH: u32 = 10_000_000;
/// How many all positions together that are looked at for one decision may go through.
const DECISION: u64 = 4_000_000_000;

/// Where it ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In a quantifier.
    Quantifier(NodeId),
    /// In the parameters of a step.
    Step(u32),
    /// Among statements: the address.
    Code(u32),
}

/// What is left of the bound.
#[derive(Clone, Debug)]
pub(crate) struct Fuel {
    left: u32,
    filled: u32,
    decision: u64,
    /// The innermost place where it ran out.
    at: Option<Place>,
    /// The fuel that was left when a number got too large to be kept.
    overflow: Option<u32>,
}

impl Fuel {
    /// So much, and no more.
    pub fn of(stretch: u32) -> Self {
        Self {
            left: stretch,
            filled: stretch,
            decision: 0,
            at: None,
            overflow: None,
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

    /// Notes that a number got too large to be kept: nothing that is computed from it means anything.
    pub fn overflow(&mut self) {
        if self.overflow.is_none() {
            self.overflow = Some(self.left);
            self.left = 0;
        }
    }

    /// True if a number got too large to be kept.
    pub fn overflowed(&self) -> bool {
        self.overflow.is_some()
    }

    /// Goes on as if no number had got too large; whether one had.
    pub fn forget_overflow(&mut self) -> bool {
        let left = self.overflow.take();
        if let Some(left) = left {
            self.left = left;
            self.at = None;
        }
        left.is_some()
    }

    /// Notes where it ran out: the innermost place comes first.
    #[inline]
    pub fn note(&mut self, place: Place) {
        if self.left == 0 && self.at.is_none() {
            self.at = Some(place);
        }
    }

    /// Where it ran out, if that was noted.
    pub fn place(&self) -> Option<Place> {
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::{Fuel, Place};

    #[test]
    fn what_ran_out_stays_empty() {
        let mut fuel = Fuel::of(3);
        assert!(fuel.take(2));
        assert!(!fuel.take(2));
        fuel.note(Place::Quantifier(7));
        fuel.note(Place::Step(8));
        fuel.refill();
        assert!(fuel.spent());
        assert_eq!(fuel.place(), Some(Place::Quantifier(7)));
    }

    #[test]
    fn a_number_that_is_too_large_ends_it_and_may_be_forgotten() {
        let mut fuel = Fuel::of(3);
        fuel.overflow();
        assert!(fuel.spent() && fuel.overflowed());
        assert!(fuel.forget_overflow() && !fuel.overflowed());
        assert!(fuel.take(2), "nothing was used up");
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
