//! Bags, lists and throws: their elements, and what is asked of them.

use super::Eval;
use crate::ir::{BagExpr, BagId, Fold, NONE};

impl Eval<'_> {
    /// A bag's elements, each as often as it occurs.
    pub fn elements(&mut self, bag: BagId) -> Vec<i32> {
        let mut list = Vec::new();
        self.each_element(bag, &mut |_, v| {
            list.push(v);
            true
        });
        list
    }

    /// Visits a bag's elements, each as often as it occurs, until the visitor returns false.
    pub fn each_element(&mut self, bag: BagId, visitor: &mut dyn FnMut(&mut Self, i32) -> bool) -> bool {
        let program = self.program;
        match &program.bags[bag as usize] {
            BagExpr::Var { base, low, len } => {
                for i in 0..*len {
                    for _ in 0..self.slots[(base + i) as usize] {
                        if !visitor(self, low + i as i32) {
                            return false;
                        }
                    }
                }
                true
            }
            BagExpr::List { base, cap } => {
                let len = self.slots[*base as usize].clamp(0, *cap as i32) as u32;
                (1..=len).all(|i| {
                    let v = self.slots[(base + i) as usize];
                    visitor(self, v)
                })
            }
            BagExpr::Throw { base, dice, player } => {
                let player = player.map_or(0, |p| self.value(p));
                if player < 0 {
                    return true;
                }
                let base = base + player as u32 * dice;
                (base..base + dice).all(|s| {
                    let v = self.slots[s as usize];
                    v == NONE || visitor(self, v)
                })
            }
            BagExpr::Literal(values) => values.iter().all(|n| {
                let v = self.value(*n);
                v == NONE || visitor(self, v)
            }),
            BagExpr::Copies(n, v) => {
                let (n, v) = (self.value(*n), self.value(*v));
                v == NONE || (0..n).all(|_| self.fuel.take(1) && visitor(self, v))
            }
            BagExpr::Sum(a, b) => self.each_element(*a, visitor) && self.each_element(*b, visitor),
            BagExpr::If(c, a, b) => {
                let chosen = if self.holds(*c) { *a } else { *b };
                self.each_element(chosen, visitor)
            }
        }
    }

    pub(super) fn size(&mut self, bag: BagId) -> i32 {
        match &self.program.bags[bag as usize] {
            BagExpr::Var { base, len, .. } => {
                return self.slots[*base as usize..(*base + *len) as usize].iter().sum();
            }
            BagExpr::Sum(a, b) => return self.size(*a).saturating_add(self.size(*b)),
            _ => {}
        }
        let mut n = 0;
        self.each_element(bag, &mut |_, _| {
            n += 1;
            true
        });
        n
    }

    /// The least or greatest element of a bag that is kept by its values, none if it is empty.
    pub(super) fn extreme(&self, fold: Fold, bag: BagId) -> Option<i32> {
        match &self.program.bags[bag as usize] {
            BagExpr::Var { base, low, len } => {
                let counts = &self.slots[*base as usize..(*base + *len) as usize];
                let at = match fold {
                    Fold::Min => counts.iter().position(|n| *n > 0),
                    Fold::Max => counts.iter().rposition(|n| *n > 0),
                    _ => return None,
                };
                Some(at.map_or(NONE, |at| low + at as i32))
            }
            BagExpr::Sum(a, b) => match (self.extreme(fold, *a)?, self.extreme(fold, *b)?) {
                (NONE, v) | (v, NONE) => Some(v),
                (a, b) if fold == Fold::Min => Some(a.min(b)),
                (a, b) => Some(a.max(b)),
            },
            _ => None,
        }
    }

    pub(super) fn times(&mut self, bag: BagId, v: i32) -> i32 {
        if let BagExpr::Var { base, low, len } = &self.program.bags[bag as usize] {
            let i = i64::from(v) - i64::from(*low);
            return if (0..i64::from(*len)).contains(&i) {
                self.slots[*base as usize + i as usize]
            } else {
                0
            };
        }
        let mut n = 0;
        self.each_element(bag, &mut |_, e| {
            n += i32::from(e == v);
            true
        });
        n
    }

    /// Whether all elements are equal.
    pub(super) fn alike(&mut self, bag: BagId) -> bool {
        let mut first = NONE;
        let mut alike = true;
        self.each_element(bag, &mut |_, v| {
            if first == NONE {
                first = v;
            }
            alike = v == first;
            alike
        });
        alike
    }

    /// The element at a position, from 1.
    pub(super) fn element_at(&mut self, bag: BagId, n: i32) -> i32 {
        let (mut at, mut found) = (0, NONE);
        self.each_element(bag, &mut |_, v| {
            at += 1;
            if at == n {
                found = v;
            }
            at < n
        });
        found
    }

    /// The row of a table that a throw belongs to.
    pub(super) fn row(&mut self, table: u32, throw: BagId) -> i32 {
        let program = self.program;
        let table = &program.throw_tables[table as usize];
        let (mut index, mut dice) = (0_usize, 0);
        let fits = self.each_element(throw, &mut |_, v| {
            let Some(further) = table.further(index, v) else {
                return false;
            };
            index = further;
            dice += 1;
            dice <= table.dice
        });
        if fits && dice == table.dice {
            table.map[index]
        } else {
            NONE
        }
    }
}
