//! Which steps are looked at for all values of a parameter at once.

use super::super::Lowerer;
use super::{Effort, Over};
use crate::ir::{Inner, Lanes, MAX_KEPT, MaskExpr, MaskId, NONE, Node, NodeId, Operand, Order, SetExpr, SetId, Test};
use std::collections::HashSet;

impl Lowerer<'_> {
    /// How the candidates of a step are found by masks, if any of its tests can be made so.
    pub(super) fn lanes_of(&mut self, step: usize, effort: &mut Effort) -> Option<Lanes> {
        let plan = self.program.steps[step].plan.clone();
        let tmps: Vec<u32> = self.program.steps[step].params.iter().map(|p| p.tmp).collect();
        let fixed = |set: SetId| matches!(self.program.sets[set as usize], SetExpr::Fixed(_));
        let (at, lane, set) = plan.iter().enumerate().find_map(|(at, test)| match test {
            Test::Param { param, set, .. } if fixed(*set) => Some((at, tmps[*param as usize], *set)),
            _ => None,
        })?;
        let mut over = Over::new(lane, self.size_of(set)?);
        let mut tests = vec![self.fixed_mask(set)?];
        let mut inner: Option<Inner> = None;
        let mut rest = Vec::new();
        for (i, test) in plan.iter().enumerate().skip(at + 1) {
            match test {
                Test::Require { test: asked, .. } => match self.mask_of(*asked, &over, effort) {
                    Some(mask) => inner.as_mut().map_or(&mut tests, |i| &mut i.tests).push(mask),
                    None => rest.push(test.clone()),
                },
                Test::Let { tmp, value, part } => {
                    if self.constant_but(*value, &over).is_none() {
                        over.opaque.push(*tmp);
                        rest.push(test.clone());
                        continue;
                    }
                    over.maps.push((*tmp, *value));
                    let given = part.and_then(|_| self.given_mask(*value, &over, effort));
                    if let Some(mask) = given {
                        inner.as_mut().map_or(&mut tests, |i| &mut i.tests).push(mask);
                    }
                    let part = part.filter(|_| given.is_none());
                    rest.push(Test::Let {
                        tmp: *tmp,
                        value: *value,
                        part,
                    });
                }
                Test::Param { param, set, .. } => {
                    let known: Vec<u32> = [lane].into_iter().chain(lets(&rest)).collect();
                    if inner.is_some() || self.set_asks(*set, &known) {
                        rest.extend_from_slice(&plan[i..]);
                        break;
                    }
                    self.note_range(tmps[*param as usize], *set);
                    inner = Some(Inner {
                        param: *param,
                        set: *set,
                        kept: Vec::new(),
                        tests: Vec::new(),
                    });
                }
            }
        }
        let masked = tests.len() - 1 + inner.as_ref().map_or(0, |i| i.tests.len());
        // Where most has to be asked of each value all the same, the masks cost more than they spare.
        let asked = rest
            .iter()
            .filter(|t| matches!(t, Test::Require { .. } | Test::Let { part: Some(_), .. }));
        if masked == 0 || asked.count() > masked {
            return None;
        }
        if let Some(inner) = &mut inner {
            let tmp = tmps[inner.param as usize];
            inner.tests = std::mem::take(&mut inner.tests)
                .into_iter()
                .map(|test| self.keep(test, tmp, &mut inner.kept))
                .collect();
        }
        let nothing_asked = rest.iter().all(|t| matches!(t, Test::Let { part: None, .. }));
        if nothing_asked {
            rest.clear();
        }
        let orders = self
            .fixed_members(set)?
            .iter()
            .map(|row| Order::of(&row.list))
            .collect();
        Some(Lanes {
            at: at as u32,
            orders,
            tests,
            inner,
            rest,
        })
    }

    /// Where a value is something and not none.
    fn given_mask(&mut self, value: NodeId, over: &Over, effort: &mut Effort) -> Option<MaskId> {
        let none = self.constant(NONE);
        let lacking = self.node(Node::Eq(value, none));
        let given = self.node(Node::Not(lacking));
        self.mask_of(given, over, effort)
    }

    fn set_asks(&self, set: SetId, tmps: &[u32]) -> bool {
        let mut asked = HashSet::new();
        self.tmps_of(Operand::Set(set), &mut asked);
        tmps.iter().any(|tmp| asked.contains(tmp))
    }

    /// Has what does not depend on an inner parameter computed before its values are gone through.
    fn keep(&mut self, mask: MaskId, tmp: u32, kept: &mut Vec<MaskId>) -> MaskId {
        if matches!(self.program.masks[mask as usize], MaskExpr::Constant { .. }) {
            return mask;
        }
        if !self.mask_asks(mask, tmp) {
            let at = kept.iter().position(|k| *k == mask).or_else(|| {
                (kept.len() < MAX_KEPT).then(|| {
                    kept.push(mask);
                    kept.len() - 1
                })
            });
            return match at {
                Some(at) => self.new_mask(MaskExpr::Kept(at as u32)),
                None => mask,
            };
        }
        let mut expr = self.program.masks[mask as usize].clone();
        match &mut expr {
            MaskExpr::And(a, b) | MaskExpr::Or(a, b) => {
                *a = self.keep(*a, tmp, kept);
                *b = self.keep(*b, tmp, kept);
            }
            MaskExpr::Not(a) | MaskExpr::Pulled { of: a, .. } => *a = self.keep(*a, tmp, kept),
            _ => return mask,
        }
        self.new_mask(expr)
    }
}

/// The temporaries of `let`s.
fn lets(tests: &[Test]) -> impl Iterator<Item = u32> + '_ {
    tests.iter().filter_map(|t| match t {
        Test::Let { tmp, .. } => Some(*tmp),
        _ => None,
    })
}
