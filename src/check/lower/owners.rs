//! Whose a space is that each player has: named with its owner, or barely: then `me`'s, or that of the pieces spoken of.

use super::Lowerer;
use super::types::{Sym, Ty, Val};
use crate::ir::{Node, NodeId, SetExpr, SetId, Sorts, Whose};
use crate::syntax::source::Span;
use crate::syntax::tree::{Expr, ExprKind};

impl Lowerer<'_> {
    /// Lowers something in which spaces that each player has are somebody's (`None`: `me`'s).
    pub(super) fn owned_by<T>(&mut self, owner: Option<NodeId>, f: impl FnOnce(&mut Self) -> T) -> T {
        let owner = owner.filter(|o| !matches!(self.program.nodes[*o as usize], Node::Me));
        let before = std::mem::replace(&mut self.owner, owner);
        let result = f(self);
        self.owner = before;
        result
    }

    pub(super) fn of(&mut self, what: &Expr, owner: &Expr, span: Span) -> Option<Val> {
        let (owner, _) = self.scalar(owner, Some(&Ty::Player))?;
        self.owned(what, owner, span)
    }

    /// `X of P`: a space that each player has, the opponent of P, a throw of P's.
    pub(super) fn owned(&mut self, what: &Expr, owner: NodeId, span: Span) -> Option<Val> {
        match &what.kind {
            ExprKind::Name(name) if name.text == "opponent" => {
                self.one_opponent(span)?;
                Some(Val::Scalar(self.node(Node::OtherOf(owner)), Ty::Player))
            }
            ExprKind::Name(name) => match self.lookup(&name.text) {
                Some(Sym::Family(f)) if self.program.families[f as usize].each => self.family_value(f, Some(owner)),
                Some(Sym::Member { family, number }) => {
                    let number = self.constant(number);
                    Some(Val::Scalar(self.member_at(family, number, Some(owner)), Ty::Space))
                }
                Some(Sym::Region { set, each: true }) => {
                    let set = self.owners_set(set, true, Some(owner));
                    Some(Val::Set(set, Ty::Space))
                }
                Some(Sym::Dice(g)) if self.program.dice[g as usize].each => Some(self.throw(g, Some(owner))),
                Some(_) => {
                    self.error(
                        "type::owner",
                        format!("`{}` is not something that each player has", name.text),
                        span,
                        "has no owner",
                    );
                    None
                }
                None => {
                    self.unknown(name, "space");
                    None
                }
            },
            ExprKind::Member(family, number) => self.member(family, number, Some(owner)),
            _ => {
                self.error(
                    "type::owner",
                    "only a space or a throw has an owner",
                    span,
                    "this has none",
                );
                None
            }
        }
    }

    pub(super) fn opponent(&mut self, span: Span) -> Option<NodeId> {
        self.one_opponent(span)?;
        let me = self.node(Node::Me);
        Some(self.node(Node::OtherOf(me)))
    }

    /// A set that each player has one of, as that of the owner named or meant. Regions are `me`'s unless an owner is named.
    pub(super) fn owners_set(&mut self, set: SetId, each: bool, owner: Option<NodeId>) -> SetId {
        let Some(player) = owner.or(self.owner).filter(|_| each) else {
            return set;
        };
        let (first, last) = (self.constant(0), self.constant(self.program.spaces.len() as i32 - 1));
        let base = self.set(SetExpr::Range(first, last));
        let tmp = self.tmp();
        let space = self.node(Node::Tmp(tmp));
        let body = self.node(Node::In(space, set));
        let test = self.node(Node::As { player, body });
        self.set(SetExpr::Such { base, tmp, test })
    }

    /// How many pieces are on a space or set of spaces; what each player has there is the owner's.
    pub(super) fn pieces_at(
        &mut self,
        whose: Whose,
        owner: Option<NodeId>,
        sorts: Option<Sorts>,
        at: &Expr,
    ) -> Option<NodeId> {
        self.owned_by(owner, |s| match s.expr(at, Some(&Ty::Space))? {
            Val::Set(set, Ty::Space) => Some(s.node(Node::PiecesIn { whose, sorts, set })),
            Val::Scalar(space, Ty::Space | Ty::Nothing) => Some(s.node(Node::Pieces { whose, sorts, space })),
            Val::Scalar(_, Ty::Int) => {
                let (space, _) = s.scalar(at, Some(&Ty::Space))?;
                Some(s.node(Node::Pieces { whose, sorts, space }))
            }
            other => {
                let what = s.describe_val(&other);
                s.error(
                    "type::mismatch",
                    "a space or a set of spaces is needed here",
                    at.span,
                    format!("this is {what}"),
                );
                None
            }
        })
    }

    /// `ours(…)` and `theirs(…)`: the pieces of `me`'s side and those of all others, each on the spaces of its own owner.
    pub(super) fn side_at(&mut self, whose: Whose, sorts: Option<Sorts>, at: &Expr) -> Option<NodeId> {
        if whose == Whose::Ours && self.program.sides.is_none() {
            return self.pieces_at(Whose::Mine, None, sorts, at);
        }
        if !self.names_what_each_has(at) {
            return self.pieces_at(whose, None, sorts, at);
        }
        let me = self.node(Node::Me);
        if self.program.seats.len() == 2 && self.program.sides.is_none() {
            let other = self.node(Node::OtherOf(me));
            return self.pieces_at(Whose::Of(other), Some(other), sorts, at);
        }
        let mut all = self.constant(0);
        for seat in 0..self.program.seats.len() as i32 {
            let player = self.constant(seat);
            let there = self.pieces_at(Whose::Of(player), Some(player), sorts, at)?;
            let (ours, nothing) = (self.same_side(me, player), self.constant(0));
            let counted = self.node(if whose == Whose::Ours {
                Node::If(ours, there, nothing)
            } else {
                Node::If(ours, nothing, there)
            });
            all = self.node(Node::Add(all, counted));
        }
        Some(all)
    }

    /// Whether an expression names, without an owner, a space that each player has.
    fn names_what_each_has(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Name(name) | ExprKind::Member(name, _) => match self.lookup(&name.text) {
                Some(Sym::Member { .. }) => true,
                Some(Sym::Family(f)) => self.program.families[f as usize].each,
                _ => false,
            },
            ExprKind::Binary(_, a, b) | ExprKind::If(_, a, b) => {
                self.names_what_each_has(a) || self.names_what_each_has(b)
            }
            ExprKind::Set(items) => items.iter().any(|item| self.names_what_each_has(item)),
            ExprKind::Such(_, base, _) => self.names_what_each_has(base),
            _ => false,
        }
    }
}
