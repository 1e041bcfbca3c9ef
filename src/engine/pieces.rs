//! Moves of pieces.

use super::machine::{Machine, stop};
use crate::ir::MoveOp;

impl Machine<'_> {
    /// Moves pieces, or marks them where they stand; what can't be done stops the game.
    pub(super) fn move_pieces(&mut self, slots: &mut [i32], op: &MoveOp) {
        let owner = self.value(slots, op.owner);
        let from = self.value(slots, op.from);
        let to = self.value(slots, op.to);
        if owner < 0 || from < 0 || to < 0 {
            stop(slots, op.part);
            return;
        }
        let (first, len) = (self.value(slots, op.sort), self.value(slots, op.sorts));
        let becomes = op.becomes.map(|sort| self.value(slots, sort));
        let (Ok(first), Ok(len), true) = (
            usize::try_from(first),
            usize::try_from(len),
            becomes.is_none_or(|sort| sort >= 0),
        ) else {
            stop(slots, op.part);
            return;
        };
        let slot = |sort: usize, space: i32| self.program.piece_slot(owner as usize, sort, space as usize);
        let sorts = first..first + len;
        let there: i32 = sorts.clone().map(|sort| slots[slot(sort, from)]).sum();
        let number = op.number.map_or(there, |n| self.value(slots, n));
        // Some of several sorts: nothing says which.
        let told = number == 0 || number == there || sorts.clone().filter(|s| slots[slot(*s, from)] > 0).count() == 1;
        if number < 0 || number > there || !told {
            stop(slots, op.part);
            return;
        }
        let mut left = number;
        for sort in sorts {
            let a = slot(sort, from);
            let b = slot(becomes.map_or(sort, |b| b as usize), to);
            let some = slots[a].min(left);
            left -= some;
            slots[a] -= some;
            slots[b] += some;
        }
    }
}
