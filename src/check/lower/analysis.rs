//! What the compiler proves: when a test can be made, what no play can exceed, which candidates cannot be confused.

use super::Lowerer;
use crate::ir::{BagExpr, BagVar, Fold, Meaning, Node, NodeId, Op, Piece, SetExpr, SetId, Test, Whose};
use std::collections::HashSet;

/// How many spellings of a step's candidates are listed to tell steps apart.
const MAX_SPELLINGS: usize = 20_000;

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
                    match t {
                        Test::Param { set, .. } => self.tmps_of_set(*set, &mut out),
                        Test::Let { value, .. } => self.tmps_of(*value, &mut out),
                        Test::Require { test, .. } => self.tmps_of(*test, &mut out),
                    }
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

    fn tmps_of(&self, id: NodeId, out: &mut HashSet<u32>) {
        let node = &self.program.nodes[id as usize];
        let mut all = |ids: &[NodeId]| ids.iter().for_each(|i| self.tmps_of(*i, out));
        match node {
            Node::Tmp(t) => {
                out.insert(*t);
            }
            Node::Const(_) | Node::Slot(_) | Node::Me | Node::BySeat { .. } => {}
            Node::Indexed { index: a, .. }
            | Node::Table { index: a, .. }
            | Node::SeatTable { index: a, .. }
            | Node::Total(a)
            | Node::Not(a)
            | Node::OtherOf(a)
            | Node::InPlay(a)
            | Node::Next { player: a, .. } => all(&[*a]),
            Node::Pieces { whose, space, .. } => {
                all(&[*space]);
                if let crate::ir::Whose::Of(p) = whose {
                    self.tmps_of(*p, out);
                }
            }
            Node::PiecesIn { whose, set, .. } => {
                self.tmps_of_set(*set, out);
                if let crate::ir::Whose::Of(p) = whose {
                    self.tmps_of(*p, out);
                }
            }
            Node::AllMineIn(set) => self.tmps_of_set(*set, out),
            Node::Ahead { route, space, steps } => all(&[*route, *space, *steps]),
            Node::Place { route, space } | Node::Left { route, space } => all(&[*route, *space]),
            Node::SpaceAt { route, place } => all(&[*route, *place]),
            Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Div(a, b)
            | Node::Mod(a, b)
            | Node::Eq(a, b)
            | Node::Lt(a, b)
            | Node::Le(a, b)
            | Node::And(a, b)
            | Node::Or(a, b)
            | Node::As { player: a, body: b }
            | Node::Let { value: a, body: b, .. } => all(&[*a, *b]),
            Node::If(a, b, c) => all(&[*a, *b, *c]),
            Node::In(v, set) => {
                all(&[*v]);
                self.tmps_of_set(*set, out);
            }
            Node::Fold { set, body, .. } => {
                all(&[*body]);
                self.tmps_of_set(*set, out);
            }
            Node::FoldBag { bag, body, .. } => {
                all(&[*body]);
                self.tmps_of_bag(*bag, out);
            }
            Node::Size(bag) | Node::Alike(bag) | Node::Row { throw: bag, .. } => self.tmps_of_bag(*bag, out),
            Node::Times(bag, v) | Node::At(bag, v) => {
                all(&[*v]);
                self.tmps_of_bag(*bag, out);
            }
            Node::Possible { args, .. } => all(args),
        }
    }

    fn tmps_of_set(&self, id: SetId, out: &mut HashSet<u32>) {
        match &self.program.sets[id as usize] {
            SetExpr::Fixed(_) => {}
            SetExpr::Range(a, b) => {
                self.tmps_of(*a, out);
                self.tmps_of(*b, out);
            }
            SetExpr::List(list) => list.iter().for_each(|n| self.tmps_of(*n, out)),
            SetExpr::Such { base, test, .. } => {
                self.tmps_of_set(*base, out);
                self.tmps_of(*test, out);
            }
            SetExpr::Union(a, b) | SetExpr::Minus(a, b) => {
                self.tmps_of_set(*a, out);
                self.tmps_of_set(*b, out);
            }
            SetExpr::Bag(bag) => self.tmps_of_bag(*bag, out),
            SetExpr::Between { route, from, to } => [*route, *from, *to].iter().for_each(|n| self.tmps_of(*n, out)),
            SetExpr::If(c, a, b) => {
                self.tmps_of(*c, out);
                self.tmps_of_set(*a, out);
                self.tmps_of_set(*b, out);
            }
            SetExpr::SeatsFrom(p) => self.tmps_of(*p, out),
        }
    }

    fn tmps_of_bag(&self, id: u32, out: &mut HashSet<u32>) {
        match &self.program.bags[id as usize] {
            BagExpr::Var { .. } | BagExpr::List { .. } => {}
            BagExpr::Throw { player, .. } => {
                if let Some(p) = player {
                    self.tmps_of(*p, out);
                }
            }
            BagExpr::Literal(list) => list.iter().for_each(|n| self.tmps_of(*n, out)),
            BagExpr::Copies(a, b) => {
                self.tmps_of(*a, out);
                self.tmps_of(*b, out);
            }
            BagExpr::Sum(a, b) => {
                self.tmps_of_bag(*a, out);
                self.tmps_of_bag(*b, out);
            }
            BagExpr::If(c, a, b) => {
                self.tmps_of(*c, out);
                self.tmps_of_bag(*a, out);
                self.tmps_of_bag(*b, out);
            }
        }
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

    /// Whether the candidates of each step, and those of different steps, differ in writing or in what they spend.
    pub(super) fn tell_apart(&mut self) {
        for at in 0..self.program.steps.len() {
            let step = &self.program.steps[at];
            let shown: HashSet<u32> = step
                .notation
                .iter()
                .filter_map(|p| match p {
                    Piece::Value(node, _) => match self.program.nodes[*node as usize] {
                        Node::Tmp(t) => Some(t),
                        _ => None,
                    },
                    _ => None,
                })
                .collect();
            let spent: HashSet<u32> = self.program.code[step.body as usize..]
                .iter()
                .take_while(|op| !matches!(op, Op::Return))
                .filter_map(|op| match op {
                    Op::Shift {
                        value, from: Some(_), ..
                    } => match self.program.nodes[*value as usize] {
                        Node::Tmp(t) => Some(t),
                        _ => None,
                    },
                    _ => None,
                })
                .collect();
            let within = step
                .params
                .iter()
                .all(|p| shown.contains(&p.tmp) || spent.contains(&p.tmp));
            self.program.steps[at].distinct = within;
        }
        let spellings: Vec<Option<HashSet<String>>> =
            (0..self.program.steps.len()).map(|s| self.spellings(s)).collect();
        for a in 0..spellings.len() {
            for b in 0..spellings.len() {
                let apart = a == b
                    || match (&spellings[a], &spellings[b]) {
                        (Some(x), Some(y)) => x.is_disjoint(y),
                        _ => false,
                    };
                if !apart {
                    self.program.steps[a].distinct = false;
                }
            }
        }
    }

    /// All texts that a step's notation could give, over all seats; nothing where they cannot be listed.
    fn spellings(&self, at: usize) -> Option<HashSet<String>> {
        let step = &self.program.steps[at];
        let mut texts = vec![String::new()];
        for piece in &step.notation {
            let options: Vec<String> = match piece {
                Piece::Text(t) => vec![t.clone()],
                Piece::If(_, t) => vec![String::new(), t.clone()],
                Piece::Value(node, meaning) => {
                    let Node::Tmp(tmp) = self.program.nodes[*node as usize] else {
                        return None;
                    };
                    self.texts_of(step, tmp, meaning)?
                }
            };
            if texts.len() * options.len() > MAX_SPELLINGS {
                return None;
            }
            texts = texts
                .iter()
                .flat_map(|t| options.iter().map(move |o| format!("{t}{o}")))
                .collect();
        }
        Some(texts.into_iter().collect())
    }

    fn texts_of(&self, step: &crate::ir::Step, tmp: u32, meaning: &Meaning) -> Option<Vec<String>> {
        let domain = step.tests.iter().find_map(|t| match t {
            Test::Param { param, set, .. } if step.params[*param as usize].tmp == tmp => Some(*set),
            Test::Require { test, .. } => match self.program.nodes[*test as usize] {
                Node::In(v, set) if self.program.nodes[v as usize] == Node::Tmp(tmp) => Some(set),
                _ => None,
            },
            _ => None,
        });
        let mut out = HashSet::new();
        for seat in 0..self.program.seats.len() {
            // A space of unknown domain is any space of the board.
            let members: Vec<i32> = match (domain.and_then(|d| self.fixed_members(d)), meaning) {
                (Some(rows), _) => rows[seat].list.clone(),
                (None, Meaning::Space) => (0..self.program.spaces.len() as i32).collect(),
                (None, Meaning::Player | Meaning::Kind | Meaning::Enum(_) | Meaning::Truth) => {
                    (0..self.meaning_len(meaning)? as i32).collect()
                }
                _ => return None,
            };
            for v in members {
                out.insert(match meaning {
                    Meaning::Space => self.program.write_space(v, seat),
                    _ => self.program.write_value(v, meaning),
                });
            }
        }
        Some(out.into_iter().collect())
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
