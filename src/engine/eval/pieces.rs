//! Counts pieces.

use super::Eval;
use crate::ir::{SetId, Sorts, Whose};

impl Eval<'_> {
    /// Pieces on a space; 0 at nothing.
    #[inline]
    pub fn pieces(&mut self, whose: Whose, sorts: Option<Sorts>, space: i32) -> i32 {
        if space < 0 {
            return 0;
        }
        // Where nobody acts, no piece is his or others'.
        if self.me < 0 && !matches!(whose, Whose::Of(_)) {
            return 0;
        }
        let owner = match whose {
            Whose::Mine => self.me,
            Whose::Theirs if self.program.seats.len() == 2 && self.program.sides.is_none() => 1 - self.me,
            Whose::Ours | Whose::Theirs => {
                let seats = self.program.seats.len() as i32;
                let ours = whose == Whose::Ours;
                return (0..seats)
                    .filter(|p| self.program.allied(self.me, *p) == ours)
                    .map(|p| self.owned(p, sorts, space))
                    .sum();
            }
            Whose::Of(player) => self.value(player),
        };
        self.owned(owner, sorts, space)
    }

    #[inline]
    fn owned(&self, owner: i32, sorts: Option<Sorts>, space: i32) -> i32 {
        if owner < 0 || owner as usize >= self.program.seats.len() {
            return 0;
        }
        let (first, len) = match sorts {
            Some(sorts) => (sorts.first as usize, sorts.len as usize),
            None => (0, self.program.sorts.len()),
        };
        let at = self.program.piece_slot(owner as usize, first, space as usize);
        if len == 1 {
            return self.slots[at];
        }
        (0..len).map(|s| self.slots[at + s * self.program.spaces.len()]).sum()
    }

    pub(super) fn all_mine_in(&mut self, set: SetId) -> bool {
        let spaces = self.program.spaces.len() as i32;
        self.fuel.take(spaces as u32);
        (0..spaces).all(|s| self.pieces(Whose::Mine, None, s) == 0 || self.contains(set, s))
    }
}
