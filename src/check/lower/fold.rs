//! Constant parts are computed once: for everybody, or for each seat.

use super::Lowerer;
use super::reach::Leaf;
use crate::engine::Eval;
use crate::ir::{BagExpr, BagId, FixedSet, NONE, Node, NodeId, SetExpr, SetId};

impl Lowerer<'_> {
    /// Whether a node asks for nothing in play but the throw of a group, whoever threw it, and these temporaries.
    pub(super) fn needs_only_throw(&self, node: NodeId, group: u32, tmps: &[u32]) -> bool {
        let throw = Leaf::Throw(self.program.dice[group as usize].base);
        let known = |leaf: &Leaf| *leaf == throw || matches!(leaf, Leaf::Tmp(t) if tmps.contains(t));
        let reach = &self.reach.nodes[node as usize];
        !reach.me && !reach.play && reach.leaves.iter().all(known)
    }

    /// Computes something for each seat; nothing where that goes through too many values.
    fn by_seat<T>(&mut self, f: impl Fn(&mut Eval<'_>) -> T) -> Option<Vec<T>> {
        let mut tmps = vec![0; self.program.layout.tmps as usize + 1];
        let all = (0..self.program.seats.len().max(1) as i32)
            .map(|me| {
                f(&mut Eval {
                    program: &self.program,
                    slots: &[],
                    tmps: &mut tmps,
                    me,
                    fuel: &mut self.folding,
                })
            })
            .collect();
        // A number that gets too large is no constant: it is told where it is computed.
        let kept = !self.folding.forget_overflow();
        (kept && !self.folding.spent()).then_some(all)
    }

    /// Replaces a constant node by its value.
    pub(super) fn fold_node(&mut self, id: NodeId) -> NodeId {
        if matches!(
            self.program.nodes[id as usize],
            Node::Const(_) | Node::Tmp(_) | Node::Me | Node::Slot(_) | Node::BySeat { .. }
        ) {
            return id;
        }
        if !self.reach.nodes[id as usize].constant() {
            return id;
        }
        let Some(values) = self.by_seat(|e| e.value(id)) else {
            return id;
        };
        self.program.nodes[id as usize] = if values.windows(2).all(|w| w[0] == w[1]) {
            Node::Const(values.first().copied().unwrap_or(NONE))
        } else {
            self.program.tables.push(values);
            Node::BySeat {
                table: self.program.tables.len() as u32 - 1,
            }
        };
        self.reach.nodes[id as usize] = self.reach.of_node(&self.program.nodes[id as usize]);
        id
    }

    /// Replaces a constant set by its members.
    pub(super) fn fold_set(&mut self, id: SetId) -> SetId {
        if matches!(self.program.sets[id as usize], SetExpr::Fixed(_)) || !self.reach.sets[id as usize].constant() {
            return id;
        }
        if let SetExpr::Range(a, b) = self.program.sets[id as usize] {
            // A long range is better walked than listed; a negative one has no bits.
            let small = |n: NodeId| matches!(self.program.nodes[n as usize], Node::Const(v) if (0..4_096).contains(&v));
            if !small(a) || !small(b) {
                return id;
            }
        }
        let Some(members) = self.by_seat(|e| e.members(id)) else {
            return id;
        };
        // What lies along a route keeps its order there.
        if members.iter().flatten().any(|v| !(0..65_536).contains(v)) || !members.iter().all(|m| m.is_sorted()) {
            return id;
        }
        self.program
            .fixed
            .push(members.into_iter().map(FixedSet::new).collect());
        self.program.sets[id as usize] = SetExpr::Fixed(self.program.fixed.len() as u32 - 1);
        self.reach.sets[id as usize] = self.reach.of_set(&self.program, &self.program.sets[id as usize]);
        id
    }

    /// The members of a constant set, seat by seat.
    pub(super) fn fixed_members(&self, id: SetId) -> Option<&[FixedSet]> {
        match self.program.sets[id as usize] {
            SetExpr::Fixed(f) => Some(&self.program.fixed[f as usize]),
            _ => None,
        }
    }

    /// Whether a node may be put in several places: cheap, and the same whoever acts.
    pub(super) fn plain(&self, id: NodeId) -> bool {
        matches!(
            self.program.nodes[id as usize],
            Node::Const(_) | Node::Tmp(_) | Node::Slot(_)
        )
    }

    /// The element bag of a bag variable, if it is one.
    pub(super) fn bag_var(&self, bag: BagId) -> Option<(u32, i32, u32)> {
        match self.program.bags[bag as usize] {
            BagExpr::Var { base, low, len } => Some((base, low, len)),
            _ => None,
        }
    }
}
