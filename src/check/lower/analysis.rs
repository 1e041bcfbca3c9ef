//! What the compiler proves: when a test can be made, and what no play can exceed.

use super::Lowerer;
use crate::ir::{BagExpr, BagVar, Fold, Node, NodeId, Op, Operand, Test, Whose};
use std::collections::HashSet;

impl Lowerer<'_> {
    /// Orders each step's tests so that each is made as soon as the parameters that it needs are known.
    pub(super) fn plan_steps(&mut self) {
        for at in 0..self.program.steps.len() {
            let step = self.program.steps[at].clone();
            let mut known: HashSet<u32> = HashSet::new();
            let tmps_of_step: HashSet<u32> = step
                .params
                .iter()
                .map(|p| p.tmp)
                .chain(step.tests.iter().filter_map(|t| match t {
                    Test::Let { tmp, .. } => Some(*tmp),
                    _ => None,
                }))
                .collect();
            let needs: Vec<HashSet<u32>> = step
                .tests
                .iter()
                .map(|t| {
                    let mut out = HashSet::new();
                    let asked = match t {
                        Test::Param { set, .. } => Operand::Set(*set),
                        Test::Let { value: node, .. } | Test::Require { test: node, .. } => Operand::Node(*node),
                    };
                    self.tmps_of(asked, &mut out);
                    out.intersection(&tmps_of_step).copied().collect()
                })
                .collect();
            let mut left: Vec<usize> = (0..step.tests.len()).collect();
            let mut plan = Vec::new();
            while !left.is_empty() {
                let ready = |i: &usize| needs[*i].is_subset(&known);
                // Tests before parameters; parameters in the order written.
                let pick = left
                    .iter()
                    .position(|i| !matches!(step.tests[*i], Test::Param { .. }) && ready(i))
                    .or_else(|| {
                        left.iter()
                            .position(|i| matches!(step.tests[*i], Test::Param { .. }) && ready(i))
                    })
                    .unwrap_or(0);
                let i = left.remove(pick);
                match &step.tests[i] {
                    Test::Param { param, .. } => {
                        known.insert(step.params[*param as usize].tmp);
                    }
                    Test::Let { tmp, .. } => {
                        known.insert(*tmp);
                    }
                    Test::Require { .. } => {}
                }
                plan.push(step.tests[i].clone());
            }
            self.note_held(&step, &mut plan);
            self.program.steps[at].plan = plan;
        }
    }

    /// A requirement `mine(a) > 0` on a parameter means that only spaces with pieces of `me` need be looked at.
    fn note_held(&self, step: &crate::ir::Step, plan: &mut [Test]) {
        let nodes = &self.program.nodes;
        let asks = |test: &Test, tmp: u32| {
            let Test::Require { test, .. } = test else { return false };
            let Node::Lt(zero, pieces) = nodes[*test as usize] else {
                return false;
            };
            let Node::Pieces {
                whose: Whose::Mine,
                space,
                ..
            } = nodes[pieces as usize]
            else {
                return false;
            };
            nodes[zero as usize] == Node::Const(0) && nodes[space as usize] == Node::Tmp(tmp)
        };
        for i in 0..plan.len() {
            let Test::Param { param, .. } = plan[i] else { continue };
            let tmp = step.params[param as usize].tmp;
            let follows = plan[i + 1..].iter().any(|t| asks(t, tmp));
            if let Test::Param { held, .. } = &mut plan[i] {
                *held = follows && self.program.sorts.len() == 1;
            }
        }
    }

    /// The temporaries that an expression asks for.
    pub(super) fn tmps_of(&self, what: Operand, out: &mut HashSet<u32>) {
        let mut left = usize::MAX;
        let _ = self.look_through(what, out, &mut left);
    }

    /// Whether an expression asks for a slot of the position, or could.
    pub(super) fn asks_slot(&self, what: Operand, slot: u32) -> bool {
        let operands = match what {
            Operand::Node(id) => {
                let node = &self.program.nodes[id as usize];
                if *node == Node::Slot(slot) || matches!(node, Node::Possible { .. }) {
                    return true;
                }
                node.operands()
            }
            Operand::Set(id) => self.program.sets[id as usize].operands(),
            Operand::Bag(id) => self.program.bags[id as usize].operands(),
        };
        operands.into_iter().any(|operand| self.asks_slot(operand, slot))
    }

    /// As [`Lowerer::tmps_of`], looking through so many expressions at most; nothing where it is made of more.
    pub(super) fn look_through(&self, what: Operand, tmps: &mut HashSet<u32>, left: &mut usize) -> Option<()> {
        *left = left.checked_sub(1)?;
        let operands = match what {
            Operand::Node(id) => {
                let node = &self.program.nodes[id as usize];
                if let Node::Tmp(t) = node {
                    tmps.insert(*t);
                }
                node.operands()
            }
            Operand::Set(id) => self.program.sets[id as usize].operands(),
            Operand::Bag(id) => self.program.bags[id as usize].operands(),
        };
        operands
            .into_iter()
            .try_for_each(|operand| self.look_through(operand, tmps, left))
    }

    /// `best by size(used)` cannot exceed what is used and what is left, if everything that a play can do to the two bags
    /// is to shift elements from the one to the other.
    pub(super) fn prove_bounds(&mut self) {
        for play in 0..self.program.plays.len() {
            let ops = self.ops_of_play(play);
            for i in 0..self.program.plays[play].best_by.len() {
                let value = self.program.plays[play].best_by[i].value;
                let bound = self.bound_of(value, &ops);
                self.program.plays[play].best_by[i].bound = bound;
            }
        }
    }

    /// Everything that one step of a play may execute: its effects, the handlers of its events and of theirs, end rules.
    fn ops_of_play(&self, play: usize) -> Vec<Op> {
        let program = &self.program;
        let mut addresses: Vec<u32> = program.ends.iter().map(|e| e.body).collect();
        let mut seen: HashSet<u32> = HashSet::new();
        let mut ops = Vec::new();
        for step in program.plays[play].groups.iter().flatten().filter_map(|a| a.step) {
            addresses.push(program.steps[step as usize].body);
            addresses.extend(program.events[step as usize].handlers.iter().map(|h| h.body));
        }
        while let Some(at) = addresses.pop() {
            if !seen.insert(at) {
                continue;
            }
            for op in &program.code[at as usize..] {
                if let Op::Emit { event, .. } = op {
                    addresses.extend(program.events[*event as usize].handlers.iter().map(|h| h.body));
                }
                ops.push(op.clone());
                if matches!(op, Op::Return) {
                    break;
                }
            }
        }
        ops
    }

    fn bound_of(&mut self, value: NodeId, ops: &[Op]) -> Option<NodeId> {
        let (bag, fold) = match self.program.nodes[value as usize].clone() {
            Node::Size(bag) => (bag, None),
            Node::FoldBag { fold, tmp, bag, body } if self.program.nodes[body as usize] == Node::Tmp(tmp) => {
                (bag, Some(fold))
            }
            _ => return None,
        };
        let (base, low, _) = self.bag_var(bag)?;
        let source = conserved(base, ops)?;
        let left = self.bag(BagExpr::Var {
            base: source.base,
            low: source.low,
            len: source.len,
        });
        let both = self.bag(BagExpr::Sum(bag, left));
        match fold {
            None => Some(self.node(Node::Size(both))),
            Some(fold @ Fold::Max) => Some(self.fold_bag(fold, both)),
            Some(fold @ Fold::Sum) if low >= 0 && source.low >= 0 => Some(self.fold_bag(fold, both)),
            Some(_) => None,
        }
    }

    fn fold_bag(&mut self, fold: Fold, bag: u32) -> NodeId {
        let tmp = self.tmp();
        let body = self.node(Node::Tmp(tmp));
        self.node(Node::FoldBag { fold, tmp, bag, body })
    }
}

/// The bag from which all elements of `base` come, where nothing but shifts from it touches either.
fn conserved(base: u32, ops: &[Op]) -> Option<BagVar> {
    let touches = |op: &Op, bag: u32| match op {
        Op::SetBag { base, .. } => *base == bag,
        Op::Shift { from, to, .. } => from.is_some_and(|f| f.base == bag) || to.is_some_and(|t| t.base == bag),
        _ => false,
    };
    let mut source: Option<BagVar> = None;
    for op in ops.iter().filter(|op| touches(op, base)) {
        match op {
            Op::Shift {
                from: Some(from),
                to: Some(to),
                ..
            } if to.base == base && source.is_none_or(|s| s == *from) => source = Some(*from),
            _ => return None,
        }
    }
    let source = source?;
    let only_shifts = ops.iter().filter(|op| touches(op, source.base)).all(
        |op| matches!(op, Op::Shift { from: Some(f), to: Some(t), .. } if f.base == source.base && t.base == base),
    );
    only_shifts.then_some(source)
}
