//! Constant masks and maps, computed value by value.

use super::super::Lowerer;
use super::{Effort, Over};
use crate::check::lower::reach::Leaf;
use crate::engine::Eval;
use crate::ir::{
    BagExpr, Key, MASK_VALUES, Mask, MaskExpr, MaskId, NONE, NONE_BIT, Node, NodeId, Pull, SetExpr, SetId,
};

/// How many values of another number constants are made for.
const MAX_KEYS: u32 = 128;

impl Lowerer<'_> {
    /// The members of a constant set, for each seat.
    pub(super) fn fixed_mask(&mut self, set: SetId) -> Option<MaskId> {
        let rows = self.fixed_members(set)?;
        let masks: Vec<Mask> = rows
            .iter()
            .map(|row| row.list.iter().fold(0, |mask, v| mask | 1 << v))
            .collect();
        let first = self.program.constant_masks.len() as u32;
        self.program.constant_masks.extend(masks);
        Some(self.new_mask(MaskExpr::Constant { masks: first }))
    }

    /// Whether an expression depends on a variable and at most one other number of known range, who acts aside, and which.
    pub(super) fn constant_but(&mut self, node: NodeId, over: &Over) -> Option<Option<Key>> {
        let reach = &self.reach.nodes[node as usize];
        if reach.play {
            return None;
        }
        let others: Vec<Leaf> = reach
            .leaves
            .iter()
            .copied()
            .filter(|l| *l != Leaf::Tmp(over.tmp))
            .collect();
        match others[..] {
            [] => Some(None),
            [Leaf::Tmp(key)] => {
                let (low, len) = self.range_of(key)?;
                let node = self.node(Node::Tmp(key));
                Some(Some(Key { node, low, len }))
            }
            _ => None,
        }
    }

    /// The range of a temporary that goes through a set: the least value, and how many.
    fn range_of(&self, tmp: u32) -> Option<(i32, u32)> {
        let set = self.ranges.get(&tmp)?;
        let (low, len) = match self.program.sets[*set as usize] {
            SetExpr::Fixed(f) => {
                let all = || self.program.fixed[f as usize].iter().flat_map(|row| &row.list);
                let (low, high) = (*all().min()?, *all().max()?);
                (low, u32::try_from(high - low).ok()? + 1)
            }
            SetExpr::Bag(bag) => match self.program.bags[bag as usize] {
                BagExpr::Var { low, len, .. } => (low, len),
                _ => return None,
            },
            _ => return None,
        };
        (1..=MAX_KEYS).contains(&len).then_some((low, len))
    }

    /// The temporaries that range over sets, by the sets.
    pub(super) fn note_range(&mut self, tmp: u32, set: SetId) {
        self.ranges.insert(tmp, set);
    }

    /// A constant truth for all values of a variable, for each seat and value of a key.
    pub(super) fn constant_mask(
        &mut self,
        node: NodeId,
        over: &Over,
        key: Option<Key>,
        effort: &mut Effort,
    ) -> Option<MaskId> {
        let masks = self.computed(node, over, key, effort, |e| e.holds(node))?;
        let masks: Vec<Mask> = masks
            .into_iter()
            .map(|row| {
                let held = row.into_iter().filter(|(_, holds)| *holds);
                held.fold(0, |mask, (v, _)| mask | bit(v))
            })
            .collect();
        let first = self.program.constant_masks.len() as u32;
        self.program.constant_masks.extend(masks);
        Some(self.new_mask(match key {
            None => MaskExpr::Constant { masks: first },
            Some(key) => MaskExpr::Keyed { key, masks: first },
        }))
    }

    /// The map that an expression makes of a variable, turned round, and how many values it leads to.
    pub(super) fn constant_map(
        &mut self,
        node: NodeId,
        over: &Over,
        key: Option<Key>,
        effort: &mut Effort,
    ) -> Option<(u32, usize)> {
        let rows = self.computed(node, over, key, effort, |e| e.value(node))?;
        let mut size = 0;
        let mut pulls = Vec::with_capacity(rows.len());
        for row in rows {
            let mut pull = Pull::default();
            for (from, to) in row {
                if to == NONE {
                    pull.none |= bit(from);
                    continue;
                }
                let at = usize::try_from(to).ok().filter(|at| *at < MASK_VALUES)?;
                size = size.max(at + 1);
                let by = to - bit(from).trailing_zeros() as i32;
                match pull.shifts.iter_mut().find(|(b, _)| *b == by) {
                    Some((_, led)) => *led |= bit(from),
                    None => pull.shifts.push((by, bit(from))),
                }
            }
            pulls.push(pull);
        }
        let first = self.program.pulls.len() as u32;
        self.program.pulls.extend(pulls);
        Some((first, size))
    }

    /// Computes something for each seat, then each value of a key: for all values of the variable, and none.
    fn computed<T>(
        &mut self,
        node: NodeId,
        over: &Over,
        key: Option<Key>,
        effort: &mut Effort,
        f: impl Fn(&mut Eval<'_>) -> T,
    ) -> Option<Vec<Vec<(i32, T)>>> {
        let slots = vec![0; self.program.layout.len as usize];
        let mut tmps = vec![0; self.program.layout.tmps as usize + 1];
        // A large expression costs more than a small one.
        let cost = 1 + self.asked_by(node) / 8;
        let key_tmp = key.map(|k| (self.program.nodes[k.node as usize].clone(), k));
        let mut rows = Vec::new();
        for seat in 0..self.program.seats.len().max(1) as i32 {
            for k in 0..key.map_or(1, |k| k.len as i32) {
                if let Some((Node::Tmp(tmp), key)) = &key_tmp {
                    tmps[*tmp as usize] = key.low + k;
                }
                let mut row = Vec::with_capacity(over.size + 1);
                for v in (0..over.size as i32).chain([NONE]) {
                    tmps[over.tmp as usize] = v;
                    let mut eval = Eval {
                        program: &self.program,
                        slots: &slots,
                        tmps: &mut tmps,
                        me: seat,
                        fuel: &mut effort.fuel,
                    };
                    row.push((v, f(&mut eval)));
                    if effort.fuel.forget_overflow() || !effort.fuel.take(cost) {
                        return None;
                    }
                }
                rows.push(row);
            }
        }
        Some(rows)
    }

    /// For each seat and value of one variable the values of another that are related to it: the first of the masks, and
    /// how many each seat has.
    pub(super) fn relation(&mut self, node: NodeId, over: &Over, to: &Over, effort: &mut Effort) -> Option<(u32, u32)> {
        let key = Key {
            node: self.node(Node::Tmp(to.tmp)),
            low: 0,
            len: u32::try_from(to.size).ok()?,
        };
        let masks = self.constant_mask(node, over, Some(key), effort)?;
        match self.program.masks[masks as usize] {
            MaskExpr::Keyed { masks, key } => Some((masks, key.len)),
            _ => None,
        }
    }
}

/// The bit of a value.
const fn bit(v: i32) -> Mask {
    if v == NONE { NONE_BIT } else { 1 << v }
}
