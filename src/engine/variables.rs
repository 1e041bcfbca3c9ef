//! Writes variables: locals, values within their range, elements of bags and lists.

use super::machine::{Machine, stop};
use crate::ir::{BagVar, Local, NONE, PartId, Target};

impl Machine<'_> {
    pub(super) fn local(&self, slots: &[i32], local: Local) -> i32 {
        match local {
            Local::Tmp(t) => self.tmps[t as usize],
            Local::Slot(s) => slots[s as usize],
        }
    }

    pub(super) fn set_local(&mut self, slots: &mut [i32], local: Local, v: i32) {
        match local {
            Local::Tmp(t) => self.tmps[t as usize] = v,
            Local::Slot(s) => slots[s as usize] = v,
        }
    }

    pub(super) fn set_target(&mut self, slots: &mut [i32], target: &Target, v: i32) {
        let mut slot = target.base as usize;
        if let Some((index, low, len)) = target.index {
            let i = i64::from(self.value(slots, index)) - i64::from(low);
            if !(0..i64::from(len)).contains(&i) {
                stop(slots, target.part);
                return;
            }
            slot += i as usize;
        }
        let fits = if v == NONE {
            target.or_none
        } else {
            (target.range.0..=target.range.1).contains(&v)
        };
        if fits {
            slots[slot] = v;
        } else {
            stop(slots, target.part);
        }
    }
}

pub(super) fn put(slots: &mut [i32], bag: BagVar, v: i32, part: PartId) {
    let at = i64::from(v) - i64::from(bag.low);
    let range = bag.base as usize..(bag.base + bag.len) as usize;
    let size: i32 = slots[range].iter().sum();
    if !(0..i64::from(bag.len)).contains(&at) || size >= bag.cap as i32 {
        stop(slots, part);
        return;
    }
    slots[bag.base as usize + at as usize] += 1;
}

pub(super) fn push(slots: &mut [i32], base: u32, cap: u32, range: (i32, i32), v: i32, part: PartId) {
    let n = slots[base as usize];
    if n >= cap as i32 || !(range.0..=range.1).contains(&v) {
        stop(slots, part);
        return;
    }
    slots[(base as i32 + 1 + n) as usize] = v;
    slots[base as usize] = n + 1;
}

/// Removes an element of a list; those behind it move up.
pub(super) fn remove(slots: &mut [i32], base: usize, cap: usize, at: usize) {
    slots.copy_within(base + at + 2..=base + cap, base + at + 1);
    slots[base + cap] = 0;
    slots[base] -= 1;
}
