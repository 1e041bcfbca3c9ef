//! Expressions of one variable become tables: what a space or a throw is, is looked up in play and not computed.

use super::Lowerer;
use super::reach::Leaf;
use crate::engine::{Eval, Fuel};
use crate::ir::{Node, NodeId, Operand};

/// How many values of a variable a table has: as many as there are spaces, within these bounds.
const VALUES: std::ops::RangeInclusive<usize> = 32..=256;
/// How many values all tables of a game may go through while they are computed.
const EFFORT: u32 = 2_000_000;

impl Lowerer<'_> {
    /// Puts a table in the place of each largest expression that depends on nothing but one variable and who acts. What
    /// it said is kept for values that the table does not have.
    pub(super) fn tabulate(&mut self) {
        let size = self.program.nodes.len();
        let fit: Vec<Option<Node>> = (0..size as NodeId).map(|id| self.variable_of(id)).collect();
        let mut within = vec![false; size];
        for (node, variable) in self.program.nodes.iter().zip(&fit) {
            if variable.is_some() {
                for operand in node.operands() {
                    if let Operand::Node(part) = operand {
                        within[part as usize] |= fit[part as usize].is_some();
                    }
                }
            }
        }
        let mut fuel = Fuel::of(EFFORT);
        for (id, variable) in fit.into_iter().enumerate() {
            if let Some(variable) = variable
                && !within[id]
                && self.worthwhile(id as NodeId)
                && !self.look_up(id as NodeId, variable, &mut fuel)
            {
                return;
            }
        }
    }

    /// The variable of an expression that depends on nothing else, who acts aside.
    fn variable_of(&self, id: NodeId) -> Option<Node> {
        let reach = &self.reach.nodes[id as usize];
        match reach.leaves[..] {
            [Leaf::Tmp(t)] if !reach.play => Some(Node::Tmp(t)),
            [Leaf::Slot(s)] if !reach.play => Some(Node::Slot(s)),
            _ => None,
        }
    }

    /// Whether looking up is less than computing: not for a variable, and not for one operation on it.
    fn worthwhile(&self, id: NodeId) -> bool {
        let node = &self.program.nodes[id as usize];
        let simple = |o: &Operand| {
            let Operand::Node(part) = o else { return false };
            matches!(
                self.program.nodes[*part as usize],
                Node::Const(_) | Node::Slot(_) | Node::Tmp(_) | Node::Me
            )
        };
        match node {
            Node::Place { .. } | Node::Left { .. } | Node::SpaceAt { .. } | Node::Ahead { .. } => true,
            _ => !node.operands().iter().all(simple),
        }
    }

    /// Computes the table of an expression and puts it in its place; false where that is too much.
    fn look_up(&mut self, id: NodeId, variable: Node, fuel: &mut Fuel) -> bool {
        let len = self.program.spaces.len().clamp(*VALUES.start(), *VALUES.end());
        let by_seat = self.reach.nodes[id as usize].me;
        let seats = if by_seat { self.program.seats.len() } else { 1 };
        let mut slots = vec![0; self.program.layout.len as usize];
        let mut tmps = vec![0; self.program.layout.tmps as usize + 1];
        let mut rows = Vec::with_capacity(seats * len);
        for seat in 0..seats {
            for value in 0..len as i32 {
                match variable {
                    Node::Tmp(t) => tmps[t as usize] = value,
                    Node::Slot(s) => slots[s as usize] = value,
                    _ => return false,
                }
                let mut eval = Eval {
                    program: &self.program,
                    slots: &slots,
                    tmps: &mut tmps,
                    me: seat as i32,
                    fuel,
                };
                rows.push(eval.value(id));
                if fuel.forget_overflow() || !fuel.take(1) {
                    return false;
                }
            }
        }
        let variable = self.node(variable);
        self.program.tables.push(rows);
        let at = self.program.tables.len() as u32 - 1;
        let table = |of| Node::Tabled {
            variable,
            table: at,
            len: len as u32,
            by_seat,
            of,
        };
        let of = self.program.nodes.len() as NodeId;
        let said = std::mem::replace(&mut self.program.nodes[id as usize], table(of));
        self.program.nodes.push(said);
        self.reach.nodes.push(self.reach.nodes[id as usize].clone());
        // Where the kept expression outgrows a bound, that is told at the same place.
        let part = self.program.bound_of(id);
        if part != 0 {
            self.program.bounds.push((of, part));
        }
        true
    }
}
