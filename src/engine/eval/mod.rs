//! Evaluates expressions. Pure: it reads a position and writes only temporaries.

mod bags;
mod candidates;
mod fold;
mod masks;
mod pieces;
mod routes;
mod sets;

use self::fold::Folding;
use super::fuel::{Fuel, Place};
use crate::ir::{NONE, Node, NodeId, Program};

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
                // Whoever `as` makes act may be nobody, or while tables are computed a number that is no seat.
                Some(i) if self.me >= 0 => program.tables[*table as usize]
                    .get(self.me as usize * *len as usize + i)
                    .copied()
                    .unwrap_or(NONE),
                _ => NONE,
            },
            Node::Tabled {
                variable,
                table,
                len,
                by_seat,
                of,
            } => {
                let v = self.value(*variable);
                let row = if *by_seat { self.me } else { 0 };
                let kept = if (0..*len as i32).contains(&v) && row >= 0 {
                    program.tables[*table as usize].get(row as usize * *len as usize + v as usize)
                } else {
                    None
                };
                match kept {
                    Some(value) => *value,
                    None => self.value(*of),
                }
            }
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
                self.left(route, space)
            }
            Node::SpaceAt { route, place } => {
                let (route, place) = (self.value(*route), self.value(*place));
                self.space_at(route, place)
            }
            Node::Add(a, b) => self.arithmetic(*a, *b, i32::checked_add),
            Node::Sub(a, b) => self.arithmetic(*a, *b, i32::checked_sub),
            Node::Mul(a, b) => self.arithmetic(*a, *b, i32::checked_mul),
            Node::Div(a, b) => self.divided(*a, *b, floor_div),
            Node::Mod(a, b) => self.divided(*a, *b, |a, b| {
                let times = floor_div(a, b)?.checked_mul(b)?;
                a.checked_sub(times)
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
            Node::Masked { fold, set, body, of } => match self.masked(*fold, *set, *body) {
                Some(value) => value,
                None => self.value(*of),
            },
            Node::FoldBag { fold, tmp, bag, body } => {
                if program.nodes[*body as usize] == Node::Tmp(*tmp)
                    && let Some(extreme) = self.extreme(*fold, *bag)
                {
                    return extreme;
                }
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
            Node::Alike(bag) => self.alike(*bag).into(),
            Node::Row { table, throw } => self.row(*table, *throw),
            Node::At(bag, n) => {
                let n = self.value(*n);
                self.element_at(*bag, n)
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
                self.count_possible(*step, &values, *any)
            }
        }
    }

    /// Computes with two numbers, of which either may be none. A result that is too large to be kept is not cut to fit.
    fn arithmetic(&mut self, a: NodeId, b: NodeId, f: impl Fn(i32, i32) -> Option<i32>) -> i32 {
        let (a, b) = (self.value(a), self.value(b));
        if a == NONE || b == NONE {
            return NONE;
        }
        self.kept(f(a, b))
    }

    /// The same, where nothing is divided by 0.
    fn divided(&mut self, a: NodeId, b: NodeId, f: impl Fn(i32, i32) -> Option<i32>) -> i32 {
        let (a, b) = (self.value(a), self.value(b));
        if a == NONE || b == NONE || b == 0 {
            return NONE;
        }
        self.kept(f(a, b))
    }

    /// A number, if it can be kept.
    pub(super) fn kept(&mut self, number: Option<i32>) -> i32 {
        match number.filter(|n| *n != NONE) {
            Some(n) => n,
            None => {
                self.fuel.overflow();
                NONE
            }
        }
    }

    #[inline]
    fn offset(&mut self, index: NodeId, low: i32, len: u32) -> Option<usize> {
        let i = i64::from(self.value(index)) - i64::from(low);
        (0..i64::from(len)).contains(&i).then_some(i as usize)
    }

    /// The next seat in play, going round; the player itself where there is no other, and none where nobody is in play.
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
        NONE
    }
}

fn floor_div(a: i32, b: i32) -> Option<i32> {
    let q = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q })
}
