//! Sets: membership, and the members in their order.

use super::Eval;
use crate::ir::{BagExpr, FixedSet, NONE, SetExpr, SetId};

impl<'a> Eval<'a> {
    /// A fixed set as who acts has it. Where nobody acts, only what all have alike.
    #[inline]
    pub(super) fn fixed(&self, fixed: u32) -> Option<&'a FixedSet> {
        let rows = &self.program.fixed[fixed as usize];
        match usize::try_from(self.me) {
            Ok(me) => rows.get(me),
            Err(_) => rows.first().filter(|first| rows.iter().all(|row| row == *first)),
        }
    }

    /// Membership.
    pub fn contains(&mut self, set: SetId, v: i32) -> bool {
        if v == NONE {
            return false;
        }
        let program = self.program;
        match &program.sets[set as usize] {
            SetExpr::Fixed(f) => self.fixed(*f).is_some_and(|s| s.has(v)),
            SetExpr::Range(a, b) => {
                let (a, b) = (self.value(*a), self.value(*b));
                a != NONE && b != NONE && a <= v && v <= b
            }
            SetExpr::List(values) => values.iter().any(|n| self.value(*n) == v),
            SetExpr::Such { base, tmp, test } => {
                if !self.contains(*base, v) {
                    return false;
                }
                self.tmps[*tmp as usize] = v;
                self.holds(*test)
            }
            SetExpr::Union(a, b) => self.contains(*a, v) || self.contains(*b, v),
            SetExpr::Minus(a, b) => self.contains(*a, v) && !self.contains(*b, v),
            SetExpr::Bag(bag) => self.times(*bag, v) > 0,
            SetExpr::Between { route, from, to } => {
                let (route, from, to) = (self.value(*route), self.value(*from), self.value(*to));
                self.between(route, from, to).any(|s| s == v)
            }
            SetExpr::If(c, a, b) => {
                if self.holds(*c) {
                    self.contains(*a, v)
                } else {
                    self.contains(*b, v)
                }
            }
            SetExpr::SeatsFrom(_) => {
                v >= 0
                    && (v as usize) < program.seats.len()
                    && self.slots[program.layout.in_play as usize + v as usize] != 0
            }
        }
    }

    /// Visits the members in canonical order until the visitor returns false. True when it saw them all.
    pub fn visit(&mut self, set: SetId, visitor: &mut dyn FnMut(&mut Self, i32) -> bool) -> bool {
        let program = self.program;
        match &program.sets[set as usize] {
            SetExpr::Fixed(f) => {
                let Some(fixed) = self.fixed(*f) else { return true };
                fixed.list.iter().all(|v| visitor(self, *v))
            }
            SetExpr::Range(a, b) => {
                let (a, b) = (self.value(*a), self.value(*b));
                a == NONE || b == NONE || (a..=b).all(|v| self.fuel.take(1) && visitor(self, v))
            }
            SetExpr::List(values) => {
                let mut list: Vec<i32> = values.iter().map(|n| self.value(*n)).filter(|v| *v != NONE).collect();
                list.sort_unstable();
                list.dedup();
                list.into_iter().all(|v| visitor(self, v))
            }
            SetExpr::Such { base, tmp, test } => {
                let (tmp, test) = (*tmp as usize, *test);
                self.visit(*base, &mut |e, v| {
                    e.tmps[tmp] = v;
                    e.fuel.take(1) && (!e.holds(test) || visitor(e, v))
                })
            }
            SetExpr::Union(a, b) => {
                let mut list = self.members(*a);
                list.extend(self.members(*b));
                list.sort_unstable();
                list.dedup();
                list.into_iter().all(|v| visitor(self, v))
            }
            SetExpr::Minus(a, b) => {
                let b = *b;
                self.visit(*a, &mut |e, v| e.contains(b, v) || visitor(e, v))
            }
            SetExpr::Bag(bag) => match &program.bags[*bag as usize] {
                BagExpr::Var { base, low, len } => {
                    for i in 0..*len {
                        if self.slots[(base + i) as usize] > 0 && !visitor(self, low + i as i32) {
                            return false;
                        }
                    }
                    true
                }
                _ => {
                    let mut list = Vec::new();
                    self.each_element(*bag, &mut |_, v| {
                        list.push(v);
                        true
                    });
                    list.sort_unstable();
                    list.dedup();
                    list.into_iter().all(|v| visitor(self, v))
                }
            },
            SetExpr::Between { route, from, to } => {
                let (route, from, to) = (self.value(*route), self.value(*from), self.value(*to));
                self.between(route, from, to).all(|v| visitor(self, v))
            }
            SetExpr::If(c, a, b) => {
                let chosen = if self.holds(*c) { *a } else { *b };
                self.visit(chosen, visitor)
            }
            SetExpr::SeatsFrom(player) => {
                let from = self.value(*player);
                if from < 0 {
                    return true;
                }
                program
                    .seats_from(from)
                    .all(|p| self.slots[program.layout.in_play as usize + p as usize] == 0 || visitor(self, p))
            }
        }
    }

    /// The member that comes after `now` in the set's order (`NONE`: the first), even if `now` has left the set meanwhile.
    pub fn following(&mut self, set: SetId, now: i32) -> i32 {
        let program = self.program;
        let mut found = NONE;
        match &program.sets[set as usize] {
            // Seats come round in their order.
            SetExpr::SeatsFrom(player) => {
                let from = self.value(*player);
                if from < 0 {
                    return NONE;
                }
                let mut seats = program.seats_from(from);
                if now == NONE || seats.any(|s| s == now) {
                    let in_play = |s: &i32| self.slots[program.layout.in_play as usize + *s as usize] != 0;
                    found = seats.find(in_play).unwrap_or(NONE);
                }
            }
            // What lies between comes along the route.
            SetExpr::Between { route, from, to } => {
                let (route, from, to) = (self.value(*route), self.value(*from), self.value(*to));
                let mut run = self.between(route, from, to);
                if now == NONE || run.any(|v| v == now) {
                    found = run.next().unwrap_or(NONE);
                }
            }
            SetExpr::Such { base, tmp, test } => {
                found = self.following(*base, now);
                while found != NONE {
                    self.tmps[*tmp as usize] = found;
                    if self.holds(*test) {
                        break;
                    }
                    found = self.following(*base, found);
                }
            }
            SetExpr::Minus(a, b) => {
                found = self.following(*a, now);
                while found != NONE && self.contains(*b, found) {
                    found = self.following(*a, found);
                }
            }
            SetExpr::If(c, a, b) => {
                let chosen = if self.holds(*c) { *a } else { *b };
                found = self.following(chosen, now);
            }
            SetExpr::Fixed(f) => {
                if let Some(fixed) = self.fixed(*f) {
                    let after = fixed.list.partition_point(|v| *v <= now);
                    found = fixed.list.get(after).copied().unwrap_or(NONE);
                }
            }
            // Everything else ascends, so that a set that changes meanwhile is no trap.
            _ => {
                self.visit(set, &mut |_, v| {
                    if v > now && (found == NONE || v < found) {
                        found = v;
                    }
                    true
                });
            }
        }
        found
    }

    /// The members, in canonical order.
    pub fn members(&mut self, set: SetId) -> Vec<i32> {
        let mut list = Vec::new();
        self.visit(set, &mut |_, v| {
            list.push(v);
            true
        });
        list
    }
}
