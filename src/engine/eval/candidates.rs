//! The possible candidates of a step.

use super::Eval;
use crate::engine::fuel::Place;
use crate::ir::{BagExpr, NONE, SetExpr, Step, Test};

impl Eval<'_> {
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
        let all = self.plan(step, 0, fixed, visitor);
        self.fuel.note(Place::Step(step));
        all
    }

    /// Goes on with a step's plan from one of its tests; false when the visitor wants no more.
    fn plan(&mut self, step: u32, from: usize, fixed: &[i32], visitor: &mut dyn FnMut(&mut Self) -> bool) -> bool {
        let program = self.program;
        if self.fuel.spent() {
            return false;
        }
        let info = &program.steps[step as usize];
        let Some(at) = self.passes(info, from) else { return true };
        let Some(Test::Param { param, set, held, .. }) = info.plan.get(at) else {
            return visitor(self);
        };
        let tmp = info.params[*param as usize].tmp as usize;
        if let Some(v) = fixed.get(*param as usize) {
            if !self.contains(*set, *v) {
                return true;
            }
            self.tmps[tmp] = *v;
            return self.plan(step, at + 1, fixed, visitor);
        }
        let last = !info.plan[at + 1..].iter().any(|t| matches!(t, Test::Param { .. }));
        let mut each = |e: &mut Self, v: i32| {
            e.tmps[tmp] = v;
            if last {
                // The innermost parameter: its tests are made here, without another call.
                return e.passes(info, at + 1).is_none() || visitor(e);
            }
            e.plan(step, at + 1, fixed, visitor)
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

    /// Makes the tests from one on up to the next parameter: its place (or the plan's length), or nothing where one fails.
    #[inline]
    fn passes(&mut self, info: &Step, from: usize) -> Option<usize> {
        for (i, test) in info.plan[from..].iter().enumerate() {
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
        Some(info.plan.len())
    }
}
