//! Constant parts are computed once: for everybody, or for each seat.

use super::Lowerer;
use crate::engine::Eval;
use crate::ir::{BagExpr, BagId, FixedSet, NONE, Node, NodeId, SetExpr, SetId};

/// What an expression depends on, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Depends {
    Nothing,
    Me,
    Play,
}

impl Lowerer<'_> {
    fn depends(&self, id: NodeId, bound: &mut Vec<u32>) -> Depends {
        use Depends::{Me, Nothing, Play};
        let node = &self.program.nodes[id as usize];
        let all =
            |ids: &[NodeId], bound: &mut Vec<u32>| ids.iter().map(|i| self.depends(*i, bound)).max().unwrap_or(Nothing);
        match node {
            Node::Const(_) => Nothing,
            Node::Tmp(t) => {
                if bound.contains(t) {
                    Nothing
                } else {
                    Play
                }
            }
            Node::Me | Node::BySeat { .. } => Me,
            Node::Table { index, .. } => self.depends(*index, bound),
            Node::SeatTable { index, .. } => self.depends(*index, bound).max(Me),
            Node::Ahead { route, space, steps } => all(&[*route, *space, *steps], bound).max(Me),
            Node::Place { route, space } | Node::Left { route, space } => all(&[*route, *space], bound).max(Me),
            Node::SpaceAt { route, place } => all(&[*route, *place], bound).max(Me),
            Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Div(a, b)
            | Node::Mod(a, b)
            | Node::Eq(a, b)
            | Node::Lt(a, b)
            | Node::Le(a, b)
            | Node::And(a, b)
            | Node::Or(a, b) => all(&[*a, *b], bound),
            Node::Not(a) | Node::OtherOf(a) => self.depends(*a, bound),
            Node::If(a, b, c) => all(&[*a, *b, *c], bound),
            Node::In(v, set) => self.depends(*v, bound).max(self.set_depends(*set, bound)),
            Node::Fold { tmp, set, body, .. } => {
                let outer = self.set_depends(*set, bound);
                bound.push(*tmp);
                let inner = self.depends(*body, bound);
                bound.pop();
                outer.max(inner)
            }
            Node::FoldBag { tmp, bag, body, .. } => {
                let outer = self.bag_depends(*bag, bound);
                bound.push(*tmp);
                let inner = self.depends(*body, bound);
                bound.pop();
                outer.max(inner)
            }
            Node::Size(bag) | Node::Alike(bag) | Node::Row { throw: bag, .. } => self.bag_depends(*bag, bound),
            Node::Times(bag, v) | Node::At(bag, v) => self.bag_depends(*bag, bound).max(self.depends(*v, bound)),
            Node::Let { tmp, value, body } => {
                let outer = self.depends(*value, bound);
                bound.push(*tmp);
                let inner = self.depends(*body, bound);
                bound.pop();
                outer.max(inner)
            }
            Node::As { player, body } => {
                // Another's numbers depend on who that is, not on `me`.
                let inner = self.depends(*body, bound);
                let player = self.depends(*player, bound);
                if inner == Play { Play } else { player }
            }
            Node::Slot(_)
            | Node::Indexed { .. }
            | Node::Pieces { .. }
            | Node::PiecesIn { .. }
            | Node::AllMineIn(_)
            | Node::Total(_)
            | Node::Next { .. }
            | Node::InPlay(_)
            | Node::Possible { .. } => Play,
        }
    }

    fn set_depends(&self, id: SetId, bound: &mut Vec<u32>) -> Depends {
        match &self.program.sets[id as usize] {
            SetExpr::Fixed(f) => {
                let rows = &self.program.fixed[*f as usize];
                if rows.windows(2).all(|w| w[0] == w[1]) {
                    Depends::Nothing
                } else {
                    Depends::Me
                }
            }
            SetExpr::Range(a, b) => self.depends(*a, bound).max(self.depends(*b, bound)),
            SetExpr::List(list) => list
                .iter()
                .map(|n| self.depends(*n, bound))
                .max()
                .unwrap_or(Depends::Nothing),
            SetExpr::Such { base, tmp, test } => {
                let outer = self.set_depends(*base, bound);
                bound.push(*tmp);
                let inner = self.depends(*test, bound);
                bound.pop();
                outer.max(inner)
            }
            SetExpr::Union(a, b) | SetExpr::Minus(a, b) => self.set_depends(*a, bound).max(self.set_depends(*b, bound)),
            SetExpr::Between { route, from, to } => [*route, *from, *to]
                .iter()
                .map(|n| self.depends(*n, bound))
                .max()
                .unwrap_or(Depends::Me)
                .max(Depends::Me),
            SetExpr::If(c, a, b) => self
                .depends(*c, bound)
                .max(self.set_depends(*a, bound))
                .max(self.set_depends(*b, bound)),
            SetExpr::Bag(bag) => self.bag_depends(*bag, bound),
            SetExpr::SeatsFrom(_) => Depends::Play,
        }
    }

    fn bag_depends(&self, id: BagId, bound: &mut Vec<u32>) -> Depends {
        match &self.program.bags[id as usize] {
            BagExpr::Throw { base, .. } if self.known_throw == Some(*base) => Depends::Nothing,
            BagExpr::Var { .. } | BagExpr::List { .. } | BagExpr::Throw { .. } => Depends::Play,
            BagExpr::Literal(list) => list
                .iter()
                .map(|n| self.depends(*n, bound))
                .max()
                .unwrap_or(Depends::Nothing),
            BagExpr::Copies(n, v) => self.depends(*n, bound).max(self.depends(*v, bound)),
            BagExpr::Sum(a, b) => self.bag_depends(*a, bound).max(self.bag_depends(*b, bound)),
            BagExpr::If(c, a, b) => self
                .depends(*c, bound)
                .max(self.bag_depends(*a, bound))
                .max(self.bag_depends(*b, bound)),
        }
    }

    /// Whether a node asks for nothing in play but the throw of a group, whoever threw it, and these temporaries.
    pub(super) fn needs_only_throw(&mut self, node: NodeId, group: u32, tmps: &[u32]) -> bool {
        self.known_throw = Some(self.program.dice[group as usize].base);
        let depends = self.depends(node, &mut tmps.to_vec());
        self.known_throw = None;
        depends == Depends::Nothing
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
        (!self.folding.spent()).then_some(all)
    }

    /// Replaces a constant node by its value.
    pub(super) fn fold_node(&mut self, id: NodeId) -> NodeId {
        if matches!(
            self.program.nodes[id as usize],
            Node::Const(_) | Node::Tmp(_) | Node::Me | Node::Slot(_) | Node::BySeat { .. }
        ) {
            return id;
        }
        if self.depends(id, &mut Vec::new()) == Depends::Play {
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
        id
    }

    /// Replaces a constant set by its members.
    pub(super) fn fold_set(&mut self, id: SetId) -> SetId {
        if matches!(self.program.sets[id as usize], SetExpr::Fixed(_))
            || self.set_depends(id, &mut Vec::new()) == Depends::Play
        {
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
