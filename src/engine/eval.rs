//! Evaluates expressions. Pure: it reads a position and writes only temporaries.

use super::fuel::{Fuel, Place};
use crate::ir::{BagExpr, BagId, Fold, NONE, Node, NodeId, Program, SetExpr, SetId, Sorts, Step, Test, Whose};

/// An evaluation in one position.
pub(crate) struct Eval<'a> {
    /// The game.
    pub program: &'a Program,
    /// The position.
    pub slots: &'a [i32],
    /// Temporaries.
    pub tmps: &'a mut [i32],
    /// Who acts.
    pub me: i32,
    /// What is left of the bound on what may be gone through.
    pub fuel: &'a mut Fuel,
}

impl Eval<'_> {
    /// The truth of a node; what is none does not hold.
    #[inline]
    pub fn holds(&mut self, node: NodeId) -> bool {
        self.value(node) > 0
    }

    /// The value of a node. Leaves are read here; everything else is computed out of line.
    #[inline(always)]
    pub fn value(&mut self, node: NodeId) -> i32 {
        match &self.program.nodes[node as usize] {
            Node::Const(v) => *v,
            Node::Slot(s) => self.slots[*s as usize],
            Node::Tmp(t) => self.tmps[*t as usize],
            Node::Me => self.me,
            _ => self.compute(node),
        }
    }

    /// Arithmetic saturates: no declared range reaches that far, so the assignment that follows reports it. Arithmetic with
    /// `none` gives `none`; comparison of order with `none` is false.
    fn compute(&mut self, node: NodeId) -> i32 {
        let program = self.program;
        match &program.nodes[node as usize] {
            Node::Const(v) => *v,
            Node::Slot(s) => self.slots[*s as usize],
            Node::Tmp(t) => self.tmps[*t as usize],
            Node::Me => self.me,
            Node::Indexed { base, index, low, len } => match self.offset(*index, *low, *len) {
                Some(i) => self.slots[*base as usize + i],
                None => NONE,
            },
            Node::Table { table, index, low } => {
                let table = &program.tables[*table as usize];
                let len = u32::try_from(table.len()).unwrap_or(0);
                match self.offset(*index, *low, len) {
                    Some(i) => table[i],
                    None => NONE,
                }
            }
            Node::SeatTable { table, index, low, len } => match self.offset(*index, *low, *len) {
                Some(i) if self.me >= 0 => program.tables[*table as usize][self.me as usize * *len as usize + i],
                _ => NONE,
            },
            Node::BySeat { table } => program.tables[*table as usize]
                .get(self.me as usize)
                .copied()
                .unwrap_or(NONE),
            Node::Pieces { whose, sorts, space } => {
                let space = self.value(*space);
                self.pieces(*whose, *sorts, space)
            }
            Node::PiecesIn { whose, sorts, set } => {
                let mut sum = 0;
                let (whose, sorts) = (*whose, *sorts);
                self.visit(*set, &mut |e, v| {
                    sum += e.pieces(whose, sorts, v);
                    e.fuel.take(1)
                });
                sum
            }
            Node::AllMineIn(set) => self.all_mine_in(*set).into(),
            Node::Total(player) => {
                let player = self.value(*player);
                if player < 0 {
                    return 0;
                }
                let width = program.sorts.len() * program.spaces.len();
                let base = program.layout.pieces as usize + player as usize * width;
                self.slots[base..base + width].iter().sum()
            }
            Node::Ahead { route, space, steps } => {
                let (route, space, steps) = (self.value(*route), self.value(*space), self.value(*steps));
                self.ahead(route, space, steps)
            }
            Node::Place { route, space } => {
                let (route, space) = (self.value(*route), self.value(*space));
                self.place(route, space)
            }
            Node::Left { route, space } => {
                let (route, space) = (self.value(*route), self.value(*space));
                let place = self.place(route, space);
                if place == NONE {
                    NONE
                } else {
                    program.routes[route as usize].spaces[self.me as usize].len() as i32 - 1 - place
                }
            }
            Node::SpaceAt { route, place } => {
                let (route, place) = (self.value(*route), self.value(*place));
                self.space_at(route, place)
            }
            Node::Add(a, b) => self.arithmetic(*a, *b, i32::saturating_add),
            Node::Sub(a, b) => self.arithmetic(*a, *b, i32::saturating_sub),
            Node::Mul(a, b) => self.arithmetic(*a, *b, i32::saturating_mul),
            Node::Div(a, b) => self.arithmetic(*a, *b, |a, b| if b == 0 { NONE } else { floor_div(a, b) }),
            Node::Mod(a, b) => self.arithmetic(*a, *b, |a, b| {
                if b == 0 {
                    NONE
                } else {
                    a.saturating_sub(floor_div(a, b).saturating_mul(b))
                }
            }),
            Node::Eq(a, b) => (self.value(*a) == self.value(*b)).into(),
            Node::Lt(a, b) => {
                let (a, b) = (self.value(*a), self.value(*b));
                (a != NONE && b != NONE && a < b).into()
            }
            Node::Le(a, b) => {
                let (a, b) = (self.value(*a), self.value(*b));
                (a != NONE && b != NONE && a <= b).into()
            }
            Node::And(a, b) => (self.holds(*a) && self.holds(*b)).into(),
            Node::Or(a, b) => (self.holds(*a) || self.holds(*b)).into(),
            Node::Not(a) => (!self.holds(*a)).into(),
            Node::If(c, a, b) => {
                if self.holds(*c) {
                    self.value(*a)
                } else {
                    self.value(*b)
                }
            }
            Node::In(v, set) => {
                let v = self.value(*v);
                self.contains(*set, v).into()
            }
            Node::Fold { fold, tmp, set, body } => {
                let mut folding = Folding::new(*fold, *tmp, *body);
                self.visit(*set, &mut |e, v| folding.take(e, v));
                self.fuel.note(Place::Quantifier(node));
                folding.result
            }
            Node::FoldBag { fold, tmp, bag, body } => {
                let mut folding = Folding::new(*fold, *tmp, *body);
                self.each_element(*bag, &mut |e, v| folding.take(e, v));
                self.fuel.note(Place::Quantifier(node));
                folding.result
            }
            Node::Let { tmp, value, body } => {
                let value = self.value(*value);
                self.tmps[*tmp as usize] = value;
                self.value(*body)
            }
            Node::As { player, body } => {
                let player = self.value(*player);
                if player < 0 {
                    return NONE;
                }
                let before = std::mem::replace(&mut self.me, player);
                let value = self.value(*body);
                self.me = before;
                value
            }
            Node::Size(bag) => self.size(*bag),
            Node::Times(bag, v) => {
                let v = self.value(*v);
                self.times(*bag, v)
            }
            Node::Alike(bag) => {
                let mut first = NONE;
                let mut alike = true;
                self.each_element(*bag, &mut |_, v| {
                    if first == NONE {
                        first = v;
                    }
                    alike = v == first;
                    alike
                });
                alike.into()
            }
            Node::Row { table, throw } => {
                let table = &program.throw_tables[*table as usize];
                let (mut index, mut dice) = (0_usize, 0);
                let fits = self.each_element(*throw, &mut |_, v| {
                    let Some(digit) = table.faces.iter().position(|f| *f == v) else {
                        return false;
                    };
                    index = index * table.faces.len() + digit;
                    dice += 1;
                    dice <= table.dice
                });
                if fits && dice == table.dice {
                    table.map[index]
                } else {
                    NONE
                }
            }
            Node::At(bag, n) => {
                let n = self.value(*n);
                let (mut at, mut found) = (0, NONE);
                self.each_element(*bag, &mut |_, v| {
                    at += 1;
                    if at == n {
                        found = v;
                    }
                    at < n
                });
                found
            }
            Node::Next { player, step } => {
                let player = self.value(*player);
                self.next_seat(player, *step)
            }
            Node::OtherOf(player) => {
                let player = self.value(*player);
                if player < 0 { NONE } else { 1 - player }
            }
            Node::InPlay(player) => {
                let player = self.value(*player);
                if player < 0 {
                    return 0;
                }
                self.slots[program.layout.in_play as usize + player as usize]
            }
            Node::Possible { step, args, any } => {
                let values: Vec<i32> = args.iter().map(|a| self.value(*a)).collect();
                // Within its own effects a step still needs the values that it was chosen with.
                let info = &program.steps[*step as usize];
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
                let any = *any;
                self.candidates(*step, &values, &mut |_| {
                    count += 1;
                    !any
                });
                for (tmp, v) in kept {
                    self.tmps[tmp as usize] = v;
                }
                count
            }
        }
    }

    fn arithmetic(&mut self, a: NodeId, b: NodeId, f: impl Fn(i32, i32) -> i32) -> i32 {
        let (a, b) = (self.value(a), self.value(b));
        if a == NONE || b == NONE { NONE } else { f(a, b) }
    }

    #[inline]
    fn offset(&mut self, index: NodeId, low: i32, len: u32) -> Option<usize> {
        let i = i64::from(self.value(index)) - i64::from(low);
        (0..i64::from(len)).contains(&i).then_some(i as usize)
    }

    /// Pieces on a space; 0 at nothing.
    #[inline]
    pub fn pieces(&mut self, whose: Whose, sorts: Option<Sorts>, space: i32) -> i32 {
        if space < 0 {
            return 0;
        }
        let owner = match whose {
            Whose::Mine => self.me,
            Whose::Theirs if self.program.seats.len() == 2 && self.program.sides.is_none() => 1 - self.me,
            Whose::Ours | Whose::Theirs => {
                let seats = self.program.seats.len() as i32;
                let ours = whose == Whose::Ours;
                return (0..seats)
                    .filter(|p| self.program.allied(self.me, *p) == ours)
                    .map(|p| self.owned(p, sorts, space))
                    .sum();
            }
            Whose::Of(player) => self.value(player),
        };
        self.owned(owner, sorts, space)
    }

    #[inline]
    fn owned(&self, owner: i32, sorts: Option<Sorts>, space: i32) -> i32 {
        if owner < 0 || owner as usize >= self.program.seats.len() {
            return 0;
        }
        let (first, len) = match sorts {
            Some(sorts) => (sorts.first as usize, sorts.len as usize),
            None => (0, self.program.sorts.len()),
        };
        let at = self.program.piece_slot(owner as usize, first, space as usize);
        if len == 1 {
            return self.slots[at];
        }
        (0..len).map(|s| self.slots[at + s * self.program.spaces.len()]).sum()
    }

    fn all_mine_in(&mut self, set: SetId) -> bool {
        let spaces = self.program.spaces.len() as i32;
        self.fuel.take(spaces as u32);
        (0..spaces).all(|s| self.pieces(Whose::Mine, None, s) == 0 || self.contains(set, s))
    }

    fn route(&self, route: i32) -> Option<&crate::ir::Route> {
        if self.me < 0 {
            return None;
        }
        self.program.routes.get(usize::try_from(route).ok()?)
    }

    #[inline]
    fn place(&self, route: i32, space: i32) -> i32 {
        if space < 0 {
            return NONE;
        }
        self.route(route)
            .and_then(|r| r.places.get(self.me as usize)?.get(space as usize).copied())
            .unwrap_or(NONE)
    }

    fn space_at(&self, route: i32, place: i32) -> i32 {
        let find = || {
            let route = self.route(route)?;
            let spaces = route.spaces.get(self.me as usize)?;
            if spaces.is_empty() {
                return None;
            }
            let place = if route.around {
                place.rem_euclid(spaces.len() as i32)
            } else {
                place
            };
            spaces.get(usize::try_from(place).ok()?).copied()
        };
        find().unwrap_or(NONE)
    }

    #[inline]
    fn ahead(&self, route: i32, space: i32, steps: i32) -> i32 {
        let place = self.place(route, space);
        if place == NONE || steps == NONE {
            return NONE;
        }
        self.space_at(route, place.saturating_add(steps))
    }

    /// The next seat in play, going round; the player itself where there is no other.
    pub fn next_seat(&self, player: i32, step: i32) -> i32 {
        if player < 0 {
            return NONE;
        }
        let seats = self.program.seats.len() as i32;
        let in_play = self.program.layout.in_play as usize;
        let mut at = player;
        for _ in 0..seats {
            at = self.program.seat_after(at, step);
            if self.slots[in_play + at as usize] != 0 {
                return at;
            }
        }
        player
    }

    /// Membership.
    pub fn contains(&mut self, set: SetId, v: i32) -> bool {
        if v == NONE {
            return false;
        }
        let program = self.program;
        match &program.sets[set as usize] {
            SetExpr::Fixed(f) => program.fixed[*f as usize]
                .get(self.me.max(0) as usize)
                .is_some_and(|s| s.has(v)),
            SetExpr::Range(a, b) => {
                let (a, b) = (self.value(*a), self.value(*b));
                a != NONE && b != NONE && a <= v && v <= b
            }
            SetExpr::List(values) => values.iter().any(|n| self.value(*n) == v),
            SetExpr::Such { base, tmp, test } => {
                if !self.contains(*base, v) {
                    return false;
                }
                self.tmps[*tmp as usize] = v;
                self.holds(*test)
            }
            SetExpr::Union(a, b) => self.contains(*a, v) || self.contains(*b, v),
            SetExpr::Minus(a, b) => self.contains(*a, v) && !self.contains(*b, v),
            SetExpr::Bag(bag) => self.times(*bag, v) > 0,
            SetExpr::Between { route, from, to } => {
                let (route, from, to) = (self.value(*route), self.value(*from), self.value(*to));
                self.between(route, from, to).contains(&v)
            }
            SetExpr::If(c, a, b) => {
                if self.holds(*c) {
                    self.contains(*a, v)
                } else {
                    self.contains(*b, v)
                }
            }
            SetExpr::SeatsFrom(_) => {
                v >= 0
                    && (v as usize) < program.seats.len()
                    && self.slots[program.layout.in_play as usize + v as usize] != 0
            }
        }
    }

    fn between(&self, route: i32, from: i32, to: i32) -> Vec<i32> {
        let (a, b) = (self.place(route, from), self.place(route, to));
        let Some(spaces) = self.route(route).and_then(|r| r.spaces.get(self.me as usize)) else {
            return Vec::new();
        };
        if a == NONE || b == NONE {
            return Vec::new();
        }
        let around = self.route(route).is_some_and(|r| r.around);
        if around && a > b {
            let mut run = spaces[a as usize + 1..].to_vec();
            run.extend_from_slice(&spaces[..b as usize]);
            return run;
        }
        let (low, high) = (a.min(b), a.max(b));
        spaces
            .get(low as usize + 1..high as usize)
            .map(<[i32]>::to_vec)
            .unwrap_or_default()
    }

    /// Visits the members in canonical order until the visitor returns false. True when it saw them all.
    pub fn visit(&mut self, set: SetId, visitor: &mut dyn FnMut(&mut Self, i32) -> bool) -> bool {
        let program = self.program;
        match &program.sets[set as usize] {
            SetExpr::Fixed(f) => {
                let Some(fixed) = program.fixed[*f as usize].get(self.me.max(0) as usize) else {
                    return true;
                };
                fixed.list.iter().all(|v| visitor(self, *v))
            }
            SetExpr::Range(a, b) => {
                let (a, b) = (self.value(*a), self.value(*b));
                a == NONE || b == NONE || (a..=b).all(|v| self.fuel.take(1) && visitor(self, v))
            }
            SetExpr::List(values) => {
                let mut list: Vec<i32> = values.iter().map(|n| self.value(*n)).filter(|v| *v != NONE).collect();
                list.sort_unstable();
                list.dedup();
                list.into_iter().all(|v| visitor(self, v))
            }
            SetExpr::Such { base, tmp, test } => {
                let (tmp, test) = (*tmp as usize, *test);
                self.visit(*base, &mut |e, v| {
                    e.tmps[tmp] = v;
                    e.fuel.take(1) && (!e.holds(test) || visitor(e, v))
                })
            }
            SetExpr::Union(a, b) => {
                let mut list = self.members(*a);
                list.extend(self.members(*b));
                list.sort_unstable();
                list.dedup();
                list.into_iter().all(|v| visitor(self, v))
            }
            SetExpr::Minus(a, b) => {
                let b = *b;
                self.visit(*a, &mut |e, v| e.contains(b, v) || visitor(e, v))
            }
            SetExpr::Bag(bag) => match &program.bags[*bag as usize] {
                BagExpr::Var { base, low, len } => {
                    for i in 0..*len {
                        if self.slots[(base + i) as usize] > 0 && !visitor(self, low + i as i32) {
                            return false;
                        }
                    }
                    true
                }
                _ => {
                    let mut list = Vec::new();
                    self.each_element(*bag, &mut |_, v| {
                        list.push(v);
                        true
                    });
                    list.sort_unstable();
                    list.dedup();
                    list.into_iter().all(|v| visitor(self, v))
                }
            },
            SetExpr::Between { route, from, to } => {
                let (route, from, to) = (self.value(*route), self.value(*from), self.value(*to));
                self.between(route, from, to).into_iter().all(|v| visitor(self, v))
            }
            SetExpr::If(c, a, b) => {
                let chosen = if self.holds(*c) { *a } else { *b };
                self.visit(chosen, visitor)
            }
            SetExpr::SeatsFrom(player) => {
                let from = self.value(*player);
                if from < 0 {
                    return true;
                }
                program
                    .seats_from(from)
                    .all(|p| self.slots[program.layout.in_play as usize + p as usize] == 0 || visitor(self, p))
            }
        }
    }

    /// The member that comes after `now` in the set's order (`NONE`: the first), even if `now` has left the set meanwhile.
    pub fn following(&mut self, set: SetId, now: i32) -> i32 {
        let program = self.program;
        let mut found = NONE;
        match &program.sets[set as usize] {
            // Seats come round in their order.
            SetExpr::SeatsFrom(player) => {
                let from = self.value(*player);
                if from < 0 {
                    return NONE;
                }
                let turn = |seat: i32| program.seats_from(from).position(|s| s == seat);
                self.visit(set, &mut |_, v| {
                    let after = now == NONE || turn(v) > turn(now);
                    if after {
                        found = v;
                    }
                    !after
                });
            }
            // What lies between comes along the route.
            SetExpr::Between { route, from, to } => {
                let (route, from, to) = (self.value(*route), self.value(*from), self.value(*to));
                let run = self.between(route, from, to);
                let next = if now == NONE {
                    Some(0)
                } else {
                    run.iter().position(|v| *v == now).map(|at| at + 1)
                };
                found = next.and_then(|at| run.get(at).copied()).unwrap_or(NONE);
            }
            SetExpr::Such { base, tmp, test } => {
                found = self.following(*base, now);
                while found != NONE {
                    self.tmps[*tmp as usize] = found;
                    if self.holds(*test) {
                        break;
                    }
                    found = self.following(*base, found);
                }
            }
            // Everything else ascends, so that a set that changes meanwhile is no trap.
            _ => {
                self.visit(set, &mut |_, v| {
                    if v > now && (found == NONE || v < found) {
                        found = v;
                    }
                    true
                });
            }
        }
        found
    }

    /// The members, in canonical order.
    pub fn members(&mut self, set: SetId) -> Vec<i32> {
        let mut list = Vec::new();
        self.visit(set, &mut |_, v| {
            list.push(v);
            true
        });
        list
    }

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
                v == NONE || (0..n.min(4096)).all(|_| visitor(self, v))
            }
            BagExpr::Sum(a, b) => self.each_element(*a, visitor) && self.each_element(*b, visitor),
            BagExpr::If(c, a, b) => {
                let chosen = if self.holds(*c) { *a } else { *b };
                self.each_element(chosen, visitor)
            }
        }
    }

    fn size(&mut self, bag: BagId) -> i32 {
        if let BagExpr::Var { base, len, .. } = &self.program.bags[bag as usize] {
            return self.slots[*base as usize..(*base + *len) as usize].iter().sum();
        }
        let mut n = 0;
        self.each_element(bag, &mut |_, _| {
            n += 1;
            true
        });
        n
    }

    fn times(&mut self, bag: BagId, v: i32) -> i32 {
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
        let Some(Test::Param { param, set, held }) = info.plan.get(at) else {
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
                let Some(fixed_set) = program.fixed[*f as usize].get(self.me.max(0) as usize) else {
                    return true;
                };
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

fn floor_div(a: i32, b: i32) -> i32 {
    let q = a.saturating_div(b);
    if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q }
}

struct Folding {
    fold: Fold,
    tmp: usize,
    body: NodeId,
    result: i32,
}

impl Folding {
    fn new(fold: Fold, tmp: u32, body: NodeId) -> Self {
        let result = match fold {
            Fold::Some | Fold::Count | Fold::Sum => 0,
            Fold::All => 1,
            Fold::Min | Fold::Max | Fold::First => NONE,
        };
        Self {
            fold,
            tmp: tmp as usize,
            body,
            result,
        }
    }

    fn take(&mut self, e: &mut Eval<'_>, v: i32) -> bool {
        if !e.fuel.take(1) {
            return false;
        }
        e.tmps[self.tmp] = v;
        let value = e.value(self.body);
        match self.fold {
            Fold::Some => {
                self.result = (value > 0).into();
                value <= 0
            }
            Fold::All => {
                self.result = (value > 0).into();
                value > 0
            }
            Fold::Count => {
                self.result += i32::from(value > 0);
                true
            }
            Fold::Sum => {
                if value != NONE {
                    self.result = self.result.saturating_add(value);
                }
                true
            }
            Fold::Min => {
                if value != NONE && (self.result == NONE || value < self.result) {
                    self.result = value;
                }
                true
            }
            Fold::Max => {
                if value != NONE && value > self.result {
                    self.result = value;
                }
                true
            }
            Fold::First => {
                if value > 0 {
                    self.result = v;
                }
                value <= 0
            }
        }
    }
}
