//! The possible candidates of a step.

use super::Eval;
use crate::engine::fuel::Place;
use crate::ir::{BagExpr, Lanes, MAX_KEPT, NONE, NONE_BIT, SetExpr, Test};

/// How many values an inner parameter may have.
const MAX_INNER: usize = 16;

impl<'a> Eval<'a> {
    /// How many candidates of a step are possible; with `any`, at most one is counted.
    pub(super) fn count_possible(&mut self, step: u32, fixed: &[i32], any: bool) -> i32 {
        // Within its own effects a step still needs the values that it was chosen with.
        let info = &self.program.steps[step as usize];
        let kept: Vec<(u32, i32)> = info
            .plan
            .iter()
            .filter_map(|test| match test {
                Test::Param { param, .. } => Some(info.params[*param as usize].tmp),
                Test::Let { tmp, .. } => Some(*tmp),
                Test::Require { .. } => None,
            })
            .map(|tmp| (tmp, self.tmps[tmp as usize]))
            .collect();
        let mut count = 0;
        self.candidates(step, fixed, &mut |_| {
            count += 1;
            !any
        });
        for (tmp, v) in kept {
            self.tmps[tmp as usize] = v;
        }
        count
    }

    /// Visits the possible candidates of a step in canonical order until the visitor returns false; its parameters stand
    /// in their temporaries. `fixed` gives the leading parameters.
    pub fn candidates(&mut self, step: u32, fixed: &[i32], visitor: &mut dyn FnMut(&mut Self) -> bool) -> bool {
        let plan = &self.program.steps[step as usize].plan;
        let all = self.plan(step, plan, 0, fixed, visitor);
        self.fuel.note(Place::Step(step));
        all
    }

    /// Goes on with a step's plan, or what masks have left of it, from one of its tests; false when the visitor wants no
    /// more.
    fn plan(
        &mut self,
        step: u32,
        plan: &'a [Test],
        from: usize,
        fixed: &[i32],
        visitor: &mut dyn FnMut(&mut Self) -> bool,
    ) -> bool {
        let program = self.program;
        if self.fuel.spent() {
            return false;
        }
        let info = &program.steps[step as usize];
        let Some(at) = self.passes(plan, from) else { return true };
        let Some(Test::Param { param, set, held, .. }) = plan.get(at) else {
            return visitor(self);
        };
        if let Some(lanes) = &info.lanes
            && lanes.at as usize == at
            && plan.len() == info.plan.len()
            && let Some(all) = self.lanes(step, lanes, fixed, visitor)
        {
            return all;
        }
        let tmp = info.params[*param as usize].tmp as usize;
        if let Some(v) = fixed.get(*param as usize) {
            if !self.contains(*set, *v) {
                return true;
            }
            self.tmps[tmp] = *v;
            return self.plan(step, plan, at + 1, fixed, visitor);
        }
        let last = !plan[at + 1..].iter().any(|t| matches!(t, Test::Param { .. }));
        let mut each = |e: &mut Self, v: i32| {
            e.tmps[tmp] = v;
            if last {
                // The innermost parameter: its tests are made here, without another call.
                return e.passes(plan, at + 1).is_none() || visitor(e);
            }
            e.plan(step, plan, at + 1, fixed, visitor)
        };
        // The domains that nearly every step has are walked without a visitor.
        match &program.sets[*set as usize] {
            SetExpr::Fixed(f) => {
                let Some(fixed_set) = self.fixed(*f) else { return true };
                let pieces = program.piece_slot(self.me.max(0) as usize, 0, 0);
                self.fuel.take(fixed_set.list.len() as u32);
                for v in &fixed_set.list {
                    if *held && self.slots[pieces + *v as usize] == 0 {
                        continue;
                    }
                    if !each(self, *v) {
                        return false;
                    }
                }
                true
            }
            SetExpr::Bag(bag) => {
                if let BagExpr::Var { base, low, len } = &program.bags[*bag as usize] {
                    for k in 0..*len {
                        if self.slots[(base + k) as usize] > 0 && !each(self, low + k as i32) {
                            return false;
                        }
                    }
                    return true;
                }
                self.visit(*set, &mut each)
            }
            _ => self.visit(*set, &mut each),
        }
    }

    /// Looks at all values of a parameter at once, and goes on with the candidates that pass; false when the visitor wants
    /// no more. Nothing where that can't be done here.
    fn lanes(
        &mut self,
        step: u32,
        lanes: &'a Lanes,
        fixed: &[i32],
        visitor: &mut dyn FnMut(&mut Self) -> bool,
    ) -> Option<bool> {
        let params = &self.program.steps[step as usize].params;
        let Some(Test::Param { param, .. }) = self.program.steps[step as usize].plan.get(lanes.at as usize) else {
            return None;
        };
        let inner_fixed = lanes.inner.as_ref().is_some_and(|i| (i.param as usize) < fixed.len());
        if (*param as usize) < fixed.len() || inner_fixed {
            return None;
        }
        let order = lanes.orders.get(usize::try_from(self.me).ok()?)?;
        let tmp = params[*param as usize].tmp as usize;
        let mut values = [0; MAX_INNER];
        let mut many = 0;
        if let Some(inner) = &lanes.inner {
            self.visit(inner.set, &mut |_, v| {
                if let Some(value) = values.get_mut(many) {
                    *value = v;
                }
                many += 1;
                many <= MAX_INNER
            });
            match many {
                0 => return Some(true),
                1..=MAX_INNER => {}
                _ => return None,
            }
        }
        self.fuel.take(1);
        let mut passing = !NONE_BIT;
        for test in &lanes.tests {
            passing &= self.mask(*test, &[])?;
            if passing == 0 {
                return Some(true);
            }
        }
        let Some(inner) = &lanes.inner else {
            while let Some(at) = order.take(&mut passing) {
                self.tmps[tmp] = at as i32;
                if !self.rest(step, &lanes.rest, fixed, visitor) {
                    return Some(false);
                }
            }
            return Some(true);
        };
        let mut kept = [0; MAX_KEPT];
        for (at, mask) in inner.kept.iter().enumerate() {
            kept[at] = self.mask(*mask, &[])?;
        }
        // For each value of the inner parameter those of the first that pass with it.
        let inner_tmp = params[inner.param as usize].tmp as usize;
        let mut with = [passing; MAX_INNER];
        let mut any = 0;
        for (value, with) in values[..many].iter().zip(&mut with) {
            self.tmps[inner_tmp] = *value;
            for test in &inner.tests {
                *with &= self.mask(*test, &kept)?;
            }
            any |= *with;
        }
        while let Some(at) = order.take(&mut any) {
            self.tmps[tmp] = at as i32;
            for (value, with) in values[..many].iter().zip(&with) {
                if with >> at & 1 == 1 {
                    self.tmps[inner_tmp] = *value;
                    if !self.rest(step, &lanes.rest, fixed, visitor) {
                        return Some(false);
                    }
                }
            }
        }
        Some(true)
    }

    /// What masks have left of a plan, for one candidate.
    #[inline]
    fn rest(&mut self, step: u32, rest: &'a [Test], fixed: &[i32], visitor: &mut dyn FnMut(&mut Self) -> bool) -> bool {
        if rest.is_empty() {
            visitor(self)
        } else {
            self.plan(step, rest, 0, fixed, visitor)
        }
    }

    /// Makes the tests from one on up to the next parameter: its place (or the plan's length), or nothing where one fails.
    #[inline]
    fn passes(&mut self, plan: &[Test], from: usize) -> Option<usize> {
        for (i, test) in plan[from..].iter().enumerate() {
            match test {
                Test::Require { test, .. } => {
                    if !self.holds(*test) {
                        return None;
                    }
                }
                Test::Let { tmp, value, part } => {
                    let value = self.value(*value);
                    if part.is_some() && value == NONE {
                        return None;
                    }
                    self.tmps[*tmp as usize] = value;
                }
                Test::Param { .. } => return Some(from + i),
            }
        }
        Some(plan.len())
    }
}
