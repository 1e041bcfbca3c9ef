//! Folds over the members of a set or the elements of a bag.

use super::Eval;
use crate::ir::{Fold, NONE, NodeId};

/// A fold under way: what its members have come to so far.
pub(super) struct Folding {
    fold: Fold,
    tmp: usize,
    body: NodeId,
    pub(super) result: i32,
}

impl Folding {
    pub(super) fn new(fold: Fold, tmp: u32, body: NodeId) -> Self {
        let result = match fold {
            Fold::Some | Fold::Count | Fold::Sum => 0,
            Fold::All => 1,
            Fold::Min | Fold::Max | Fold::First => NONE,
        };
        Self {
            fold,
            tmp: tmp as usize,
            body,
            result,
        }
    }

    pub(super) fn take(&mut self, e: &mut Eval<'_>, v: i32) -> bool {
        if !e.fuel.take(1) {
            return false;
        }
        e.tmps[self.tmp] = v;
        let value = e.value(self.body);
        match self.fold {
            Fold::Some => {
                self.result = (value > 0).into();
                value <= 0
            }
            Fold::All => {
                self.result = (value > 0).into();
                value > 0
            }
            Fold::Count => {
                self.result += i32::from(value > 0);
                true
            }
            Fold::Sum => {
                if value != NONE {
                    self.result = e.kept(self.result.checked_add(value));
                }
                true
            }
            Fold::Min => {
                if value != NONE && (self.result == NONE || value < self.result) {
                    self.result = value;
                }
                true
            }
            Fold::Max => {
                if value != NONE && value > self.result {
                    self.result = value;
                }
                true
            }
            Fold::First => {
                if value > 0 {
                    self.result = v;
                }
                value <= 0
            }
        }
    }
}
