//! Evaluates masks: what holds for all values of a variable at once.

use super::Eval;
use crate::ir::{Compare, Fold, Key, MASK_VALUES, Mask, MaskExpr, MaskId, NONE, NONE_BIT, Sorts, Whose};

/// What a mask costs of the bound on what may be gone through, as against one value.
const COST: u32 = 2;

impl Eval<'_> {
    /// The mask of an expression; nothing where a number is beyond the constants, or nobody acts: then each value has to be
    /// looked at by itself.
    pub(super) fn mask(&mut self, id: MaskId, kept: &[Mask]) -> Option<Mask> {
        let program = self.program;
        if !self.fuel.take(COST) {
            return None;
        }
        Some(match &program.masks[id as usize] {
            MaskExpr::Constant { masks } => {
                let me = usize::try_from(self.me).ok()?;
                program.constant_masks[*masks as usize + me]
            }
            MaskExpr::Keyed { key, masks } => {
                let at = self.key(key)?;
                program.constant_masks[*masks as usize + at]
            }
            MaskExpr::Pieces {
                whose,
                sorts,
                compare,
                than,
            } => {
                let than = self.value(*than);
                self.compared(*whose, *sorts, *compare, than)
            }
            MaskExpr::And(a, b) => {
                let a = self.mask(*a, kept)?;
                if a == 0 {
                    return Some(0);
                }
                a & self.mask(*b, kept)?
            }
            MaskExpr::Or(a, b) => self.mask(*a, kept)? | self.mask(*b, kept)?,
            MaskExpr::Not(a) => !self.mask(*a, kept)?,
            MaskExpr::Holds(node) => all_if(self.holds(*node)),
            MaskExpr::If(c, a, b) => {
                let chosen = if self.holds(*c) { *a } else { *b };
                self.mask(chosen, kept)?
            }
            MaskExpr::Let { tmp, value, body } => {
                let value = self.value(*value);
                self.tmps[*tmp as usize] = value;
                self.mask(*body, kept)?
            }
            MaskExpr::As { player, body } => {
                let player = self.value(*player);
                if player < 0 {
                    return Some(0);
                }
                let before = std::mem::replace(&mut self.me, player);
                let mask = self.mask(*body, kept);
                self.me = before;
                mask?
            }
            MaskExpr::Pulled { key, pulls, of } => {
                let of = self.mask(*of, kept)?;
                let at = match key {
                    Some(key) => self.key(key)?,
                    None => usize::try_from(self.me).ok()?,
                };
                let pull = &program.pulls[*pulls as usize + at];
                let mut mask = if of & NONE_BIT == 0 { 0 } else { pull.none };
                for (by, led) in &pull.shifts {
                    mask |= led & if *by >= 0 { of >> by } else { of << -by };
                }
                mask
            }
            MaskExpr::Some { set, tmp, body } => {
                let (tmp, body) = (*tmp as usize, *body);
                let mut mask = Some(0);
                self.visit(*set, &mut |e, v| {
                    e.tmps[tmp] = v;
                    mask = mask.zip(e.mask(body, kept)).map(|(a, b)| a | b);
                    mask.is_some() && e.fuel.take(1)
                });
                mask?
            }
            MaskExpr::Related { to, masks, len } => {
                let mut to = self.mask(*to, kept)? & !NONE_BIT;
                let first = *masks as usize + usize::try_from(self.me).ok()? * *len as usize;
                let mut mask = 0;
                while to != 0 {
                    let at = to.trailing_zeros();
                    to &= to - 1;
                    if at < *len {
                        mask |= program.constant_masks[first + at as usize];
                    }
                }
                mask
            }
            MaskExpr::Between { route, from, to } => {
                let (route, from, to) = (self.value(*route), self.value(*from), self.value(*to));
                self.between(route, from, to).fold(0, |mask, s| mask | 1 << s)
            }
            MaskExpr::Kept(at) => *kept.get(*at as usize)?,
        })
    }

    /// A fold over the members of a mask.
    pub(super) fn masked(&mut self, fold: Fold, set: MaskId, body: MaskId) -> Option<i32> {
        let set = self.mask(set, &[])? & !NONE_BIT;
        if set == 0 {
            return Some(match fold {
                Fold::All => 1,
                Fold::First => NONE,
                _ => 0,
            });
        }
        let body = self.mask(body, &[])?;
        let held = set & body;
        Some(match fold {
            Fold::Some => (held != 0).into(),
            Fold::All => (held == set).into(),
            Fold::First if held == 0 => NONE,
            Fold::First => held.trailing_zeros() as i32,
            _ => held.count_ones() as i32,
        })
    }

    /// Which of a run of constants a number selects, for who acts.
    fn key(&mut self, key: &Key) -> Option<usize> {
        let me = usize::try_from(self.me).ok()?;
        let at = i64::from(self.value(key.node)) - i64::from(key.low);
        (0..i64::from(key.len))
            .contains(&at)
            .then(|| me * key.len as usize + at as usize)
    }

    fn compared(&mut self, whose: Whose, sorts: Option<Sorts>, compare: Compare, than: i32) -> Mask {
        if than == NONE {
            return 0;
        }
        let program = self.program;
        let spaces = program.spaces.len().min(MASK_VALUES);
        let owner = match whose {
            Whose::Mine => Some(self.me),
            Whose::Theirs if program.seats.len() == 2 && program.sides.is_none() && self.me >= 0 => Some(1 - self.me),
            Whose::Of(player) => Some(self.value(player)),
            Whose::Ours | Whose::Theirs => None,
        };
        let (first, len) = match sorts {
            Some(sorts) => (sorts.first as usize, sorts.len as usize),
            None => (0, program.sorts.len()),
        };
        let seat = owner.map(|o| usize::try_from(o).ok().filter(|o| *o < program.seats.len()));
        let slots = self.slots;
        let row = |owner: usize, sort: usize| {
            let at = program.piece_slot(owner, sort, 0);
            &slots[at..at + spaces]
        };
        let nothing = holds(compare, 0, than);
        match seat {
            Some(Some(seat)) if len == 1 => bits(row(seat, first), compare, than, nothing),
            Some(None) => all_if(nothing),
            _ => {
                let mut sums = [0; MASK_VALUES];
                let ours = whose == Whose::Ours;
                for owner in 0..program.seats.len() {
                    let counts = match seat {
                        Some(seat) => seat == Some(owner),
                        None => self.me >= 0 && program.allied(self.me, owner as i32) == ours,
                    };
                    if counts {
                        for sort in first..first + len {
                            sums.iter_mut().zip(row(owner, sort)).for_each(|(s, n)| *s += n);
                        }
                    }
                }
                bits(&sums[..spaces], compare, than, nothing)
            }
        }
    }
}

fn all_if(holds: bool) -> Mask {
    if holds { Mask::MAX } else { 0 }
}

fn holds(compare: Compare, n: i32, than: i32) -> bool {
    match compare {
        Compare::Less => n < than,
        Compare::AtMost => n <= than,
        Compare::More => n > than,
        Compare::AtLeast => n >= than,
        Compare::Equal => n == than,
    }
}

/// The values at which a count compares so, and whether none does: there is nothing at none.
fn bits(counts: &[i32], compare: Compare, than: i32, none: bool) -> Mask {
    let mask = match compare {
        Compare::Less => gather(counts, |n| n < than),
        Compare::AtMost => gather(counts, |n| n <= than),
        Compare::More => gather(counts, |n| n > than),
        Compare::AtLeast => gather(counts, |n| n >= than),
        Compare::Equal => gather(counts, |n| n == than),
    };
    if none { mask | NONE_BIT } else { mask }
}

#[inline]
fn gather(counts: &[i32], test: impl Fn(i32) -> bool) -> Mask {
    let word = |part: &[i32]| {
        let bit = |(i, n): (usize, &i32)| u64::from(test(*n)) << i;
        part.iter().enumerate().map(bit).fold(0, |a, b| a | b)
    };
    let (low, high) = counts.split_at(counts.len().min(64));
    Mask::from(word(low)) | Mask::from(word(high)) << 64
}
