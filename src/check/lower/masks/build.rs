//! Turns a truth about one value into a mask over all.

use super::super::Lowerer;
use super::{Effort, Over};
use crate::ir::{Compare, Fold, Key, MASK_VALUES, MaskExpr, MaskId, Node, NodeId, Operand, SetExpr, SetId};
use std::collections::HashSet;

/// How many expressions one is looked through for what it asks.
const LOOKED_THROUGH: usize = 5_000;

/// What an expression asks of a variable.
enum Asks {
    /// Nothing: it is the same for all values.
    Nothing,
    /// The value itself.
    Value,
    /// Only where one map leads.
    Map(usize),
    /// Several of these.
    Mixed,
}

impl Lowerer<'_> {
    /// What holds for all values of a variable at once, if that can be said.
    pub(super) fn mask_of(&mut self, node: NodeId, over: &Over, effort: &mut Effort) -> Option<MaskId> {
        effort.tried = effort.tried.checked_sub(1)?;
        match self.asks(Operand::Node(node), over)? {
            Asks::Nothing => Some(self.new_mask(MaskExpr::Holds(node))),
            Asks::Map(at) => {
                let (tmp, map) = over.maps[at];
                self.pulled(map, tmp, over, effort, |s, there, effort| {
                    s.mask_of(node, there, effort)
                })
            }
            Asks::Value => match self.constant_but(node, over) {
                Some(key) => self.constant_mask(node, over, key, effort),
                None => self.composed(node, over, effort),
            },
            Asks::Mixed => self.composed(node, over, effort),
        }
    }

    /// What holds where a map leads.
    fn pulled(
        &mut self,
        map: NodeId,
        tmp: u32,
        over: &Over,
        effort: &mut Effort,
        inner: impl FnOnce(&mut Self, &Over, &mut Effort) -> Option<MaskId>,
    ) -> Option<MaskId> {
        let key = self.constant_but(map, over)?;
        let (pulls, size) = self.constant_map(map, over, key, effort)?;
        let of = inner(self, &Over::new(tmp, size), effort)?;
        Some(self.new_mask(MaskExpr::Pulled { key, pulls, of }))
    }

    /// What is made of other truths, or compares pieces.
    fn composed(&mut self, node: NodeId, over: &Over, effort: &mut Effort) -> Option<MaskId> {
        let mask = match self.program.nodes[node as usize].clone() {
            Node::And(a, b) => MaskExpr::And(self.mask_of(a, over, effort)?, self.mask_of(b, over, effort)?),
            Node::Or(a, b) => MaskExpr::Or(self.mask_of(a, over, effort)?, self.mask_of(b, over, effort)?),
            Node::Not(a) => MaskExpr::Not(self.mask_of(a, over, effort)?),
            Node::If(c, a, b) => {
                let (yes, no) = (self.mask_of(a, over, effort)?, self.mask_of(b, over, effort)?);
                if matches!(self.asks(Operand::Node(c), over)?, Asks::Nothing) {
                    MaskExpr::If(c, yes, no)
                } else {
                    let c = self.mask_of(c, over, effort)?;
                    let not = self.new_mask(MaskExpr::Not(c));
                    let yes = self.new_mask(MaskExpr::And(c, yes));
                    let no = self.new_mask(MaskExpr::And(not, no));
                    MaskExpr::Or(yes, no)
                }
            }
            Node::Let { tmp, value, body } => {
                if matches!(self.asks(Operand::Node(value), over)?, Asks::Nothing) {
                    let body = self.mask_of(body, over, effort)?;
                    MaskExpr::Let { tmp, value, body }
                } else {
                    let mut over = over.clone();
                    over.maps.push((tmp, value));
                    return self.mask_of(body, &over, effort);
                }
            }
            // What a map leads to is seen by who acts outside: only the value itself may be asked for within.
            Node::As { player, body }
                if matches!(self.asks(Operand::Node(player), over)?, Asks::Nothing)
                    && matches!(self.asks(Operand::Node(body), over)?, Asks::Value) =>
            {
                let body = self.mask_of(body, &Over::new(over.tmp, over.size), effort)?;
                MaskExpr::As { player, body }
            }
            Node::In(value, set) => return self.member_mask(value, set, over, effort),
            Node::Lt(a, b) => return self.comparison(a, b, Compare::Less, Compare::More, over, effort),
            Node::Le(a, b) => return self.comparison(a, b, Compare::AtMost, Compare::AtLeast, over, effort),
            Node::Eq(a, b) => return self.comparison(a, b, Compare::Equal, Compare::Equal, over, effort),
            Node::Fold {
                fold: Fold::Some,
                tmp,
                set,
                body,
            } => return self.some_mask(tmp, set, body, over, effort),
            Node::Fold {
                fold: Fold::All,
                tmp,
                set,
                body,
            } => {
                let other = self.node(Node::Not(body));
                let some = self.some_mask(tmp, set, other, over, effort)?;
                MaskExpr::Not(some)
            }
            _ => return None,
        };
        Some(self.new_mask(mask))
    }

    /// Pieces on the value's space against a number that is the same for all values.
    fn comparison(
        &mut self,
        a: NodeId,
        b: NodeId,
        compare: Compare,
        turned: Compare,
        over: &Over,
        effort: &mut Effort,
    ) -> Option<MaskId> {
        let same = |s: &Self, node| s.asks(Operand::Node(node), over).map(|a| matches!(a, Asks::Nothing));
        let (count, compare, than) = if same(self, b)? {
            (a, compare, b)
        } else if same(self, a)? {
            (b, turned, a)
        } else {
            return None;
        };
        match self.program.nodes[count as usize].clone() {
            Node::Pieces { whose, sorts, space } => {
                if let crate::ir::Whose::Of(player) = whose
                    && !same(self, player)?
                {
                    return None;
                }
                let pieces = MaskExpr::Pieces {
                    whose,
                    sorts,
                    compare,
                    than,
                };
                if self.program.nodes[space as usize] == Node::Tmp(over.tmp) {
                    return Some(self.new_mask(pieces));
                }
                if !matches!(self.asks(Operand::Node(space), over)?, Asks::Value) {
                    return None;
                }
                let there = self.tmp();
                self.pulled(space, there, over, effort, |s, _, _| Some(s.new_mask(pieces)))
            }
            // The greatest is more than a number where one is.
            Node::Fold {
                fold: Fold::Max,
                tmp,
                set,
                body,
            } if matches!(compare, Compare::More | Compare::AtLeast) => {
                let one = self.node(match compare {
                    Compare::More => Node::Lt(than, body),
                    _ => Node::Le(than, body),
                });
                self.some_mask(tmp, set, one, over, effort)
            }
            _ => None,
        }
    }

    /// For which values some member of a set, which is the same for all, has what is asked.
    fn some_mask(&mut self, tmp: u32, set: SetId, body: NodeId, over: &Over, effort: &mut Effort) -> Option<MaskId> {
        if !matches!(self.asks(Operand::Set(set), over)?, Asks::Nothing) {
            return None;
        }
        self.note_range(tmp, set);
        if let Some(related) = self.related(tmp, set, body, over, effort) {
            return Some(related);
        }
        let body = self.mask_of(body, over, effort)?;
        Some(self.new_mask(MaskExpr::Some { set, tmp, body }))
    }

    /// `some s in R : A(s) and B(s, v)`, where B is constant: what is related to the members for which A holds.
    fn related(&mut self, tmp: u32, set: SetId, body: NodeId, over: &Over, effort: &mut Effort) -> Option<MaskId> {
        let size = self.size_of(set)?;
        let members = Over::new(tmp, size);
        let mut parts = Vec::new();
        self.conjuncts(body, &mut parts);
        let mut of_members = self.fixed_mask(set)?;
        let mut relation: Option<NodeId> = None;
        for part in parts {
            if matches!(self.asks(Operand::Node(part), over)?, Asks::Nothing) {
                let mask = self.mask_of(part, &members, effort)?;
                of_members = self.new_mask(MaskExpr::And(of_members, mask));
            } else {
                relation = Some(match relation {
                    Some(before) => self.node(Node::And(before, part)),
                    None => part,
                });
            }
        }
        let relation = relation?;
        let leaves = &self.reach.nodes[relation as usize];
        let known = |l: &super::super::reach::Leaf| {
            use super::super::reach::Leaf::Tmp;
            *l == Tmp(tmp) || *l == Tmp(over.tmp)
        };
        if leaves.play || !leaves.leaves.iter().all(known) {
            return None;
        }
        let (masks, len) = self.relation(relation, over, &members, effort)?;
        Some(self.new_mask(MaskExpr::Related {
            to: of_members,
            masks,
            len,
        }))
    }

    fn conjuncts(&self, node: NodeId, out: &mut Vec<NodeId>) {
        match self.program.nodes[node as usize] {
            Node::And(a, b) => {
                self.conjuncts(a, out);
                self.conjuncts(b, out);
            }
            _ => out.push(node),
        }
    }

    /// Membership of the value in a set.
    fn member_mask(&mut self, value: NodeId, set: SetId, over: &Over, effort: &mut Effort) -> Option<MaskId> {
        if self.program.nodes[value as usize] != Node::Tmp(over.tmp) {
            return None;
        }
        let mask = match self.program.sets[set as usize].clone() {
            SetExpr::Fixed(_) => {
                self.size_of(set)?;
                return self.fixed_mask(set);
            }
            SetExpr::Union(a, b) => MaskExpr::Or(
                self.member_mask(value, a, over, effort)?,
                self.member_mask(value, b, over, effort)?,
            ),
            SetExpr::Minus(a, b) => {
                let (a, b) = (
                    self.member_mask(value, a, over, effort)?,
                    self.member_mask(value, b, over, effort)?,
                );
                MaskExpr::And(a, self.new_mask(MaskExpr::Not(b)))
            }
            // What is asked of a member must be asked of nothing else that the value stands for.
            SetExpr::Such { base, tmp, test } if matches!(self.asks(Operand::Node(test), over)?, Asks::Nothing) => {
                let base = self.member_mask(value, base, over, effort)?;
                let test = self.mask_of(test, &Over::new(tmp, over.size), effort)?;
                MaskExpr::And(base, test)
            }
            SetExpr::If(c, a, b) if matches!(self.asks(Operand::Node(c), over)?, Asks::Nothing) => MaskExpr::If(
                c,
                self.member_mask(value, a, over, effort)?,
                self.member_mask(value, b, over, effort)?,
            ),
            SetExpr::Between { route, from, to } if self.program.spaces.len() <= MASK_VALUES => {
                for end in [route, from, to] {
                    if !matches!(self.asks(Operand::Node(end), over)?, Asks::Nothing) {
                        return None;
                    }
                }
                MaskExpr::Between { route, from, to }
            }
            _ => return None,
        };
        Some(self.new_mask(mask))
    }

    /// What an expression asks of a variable; nothing where that is not known.
    fn asks(&self, what: Operand, over: &Over) -> Option<Asks> {
        let mut tmps = HashSet::new();
        let mut left = LOOKED_THROUGH;
        self.look_through(what, &mut tmps, &mut left)?;
        if over.opaque.iter().any(|tmp| tmps.contains(tmp)) {
            return None;
        }
        let value = tmps.contains(&over.tmp);
        let mut maps = (0..over.maps.len()).filter(|at| tmps.contains(&over.maps[*at].0));
        Some(match (value, maps.next(), maps.next()) {
            (false, None, _) => Asks::Nothing,
            (true, None, _) => Asks::Value,
            (false, Some(at), None) => Asks::Map(at),
            _ => Asks::Mixed,
        })
    }

    /// How many expressions one is made of, up to the bound.
    pub(super) fn asked_by(&self, node: NodeId) -> u32 {
        let mut left = LOOKED_THROUGH;
        let _ = self.look_through(Operand::Node(node), &mut HashSet::new(), &mut left);
        (LOOKED_THROUGH - left) as u32
    }

    /// Whether a mask depends on a temporary.
    pub(super) fn mask_asks(&self, mask: MaskId, tmp: u32) -> bool {
        let over = Over::new(tmp, 0);
        let node = |n: NodeId| !matches!(self.asks(Operand::Node(n), &over), Some(Asks::Nothing));
        let set = |s: SetId| !matches!(self.asks(Operand::Set(s), &over), Some(Asks::Nothing));
        let keyed = |key: &Key| node(key.node);
        match &self.program.masks[mask as usize] {
            MaskExpr::Holds(n) => node(*n),
            MaskExpr::Constant { .. } | MaskExpr::Kept(_) => false,
            MaskExpr::Keyed { key, .. } => keyed(key),
            MaskExpr::Pieces { whose, than, .. } => {
                node(*than) || matches!(whose, crate::ir::Whose::Of(player) if node(*player))
            }
            MaskExpr::Between { route, from, to } => node(*route) || node(*from) || node(*to),
            MaskExpr::And(a, b) | MaskExpr::Or(a, b) => self.mask_asks(*a, tmp) || self.mask_asks(*b, tmp),
            MaskExpr::Not(a) => self.mask_asks(*a, tmp),
            MaskExpr::If(c, a, b) => node(*c) || self.mask_asks(*a, tmp) || self.mask_asks(*b, tmp),
            MaskExpr::Let { value: n, body, .. } | MaskExpr::As { player: n, body } => {
                node(*n) || self.mask_asks(*body, tmp)
            }
            MaskExpr::Pulled { key, of, .. } => key.as_ref().is_some_and(keyed) || self.mask_asks(*of, tmp),
            MaskExpr::Some { set: s, body, .. } => set(*s) || self.mask_asks(*body, tmp),
            MaskExpr::Related { to, .. } => self.mask_asks(*to, tmp),
        }
    }
}
