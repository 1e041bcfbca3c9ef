//! Quantifiers: what is asked of every member of a set or element of a bag.

use super::Lowerer;
use super::types::{Local, Sym, Ty, Val};
use crate::ir::{Fold, Local as Place, Node, NodeId, Shape};
use crate::syntax::source::Span;
use crate::syntax::tree::{Expr, ExprKind, Ident, Quantifier};

impl Lowerer<'_> {
    pub(super) fn quantified(&mut self, q: Quantifier, var: &Ident, domain: &Expr, body: &Expr) -> Option<Val> {
        let span = var.span.to(domain.span);
        // A bag is folded element by element, a set member by member.
        let (domain, ty) = match self.peek_bag(domain) {
            Some(Val::Bag { bag, ty, .. }) => (Err(bag), ty),
            _ => {
                let (set, ty) = self.set_of(domain, None)?;
                self.walkable(set, domain.span)?;
                (Ok(set), ty)
            }
        };
        let tmp = self.tmp();
        let local = Local::At(Place::Tmp(tmp), ty.clone());
        let truth = matches!(
            q,
            Quantifier::Some | Quantifier::All | Quantifier::No | Quantifier::Count | Quantifier::First
        );
        let body_want = if truth { Some(Ty::Truth) } else { Some(Ty::Int) };
        let (body, _) = self.with_local(&var.text, local, |s| s.scalar(body, body_want.as_ref()))?;
        let (fold, result) = match q {
            Quantifier::Some | Quantifier::No => (Fold::Some, Ty::Truth),
            Quantifier::All => (Fold::All, Ty::Truth),
            Quantifier::Count => (Fold::Count, Ty::Int),
            Quantifier::Sum => (Fold::Sum, Ty::Int),
            Quantifier::Min => (Fold::Min, Ty::Int),
            Quantifier::Max => (Fold::Max, Ty::Int),
            Quantifier::First => (Fold::First, ty),
        };
        let node = match domain {
            Ok(set) => self.node(Node::Fold { fold, tmp, set, body }),
            Err(bag) => self.node(Node::FoldBag { fold, tmp, bag, body }),
        };
        self.bounded(node, span);
        let node = if q == Quantifier::No {
            self.node(Node::Not(node))
        } else {
            node
        };
        Some(Val::Scalar(node, result))
    }

    /// A domain that is a bag, list or throw by its form, looked at without reporting anything.
    fn peek_bag(&mut self, e: &Expr) -> Option<Val> {
        if let ExprKind::Name(n) = &e.kind {
            self.need_name(&n.text);
        }
        let is_bag = match &e.kind {
            ExprKind::Bag(_) => true,
            ExprKind::Name(n) | ExprKind::Call(n, _) => {
                matches!(n.text.as_str(), "throw" | "faces" | "copies")
                    || matches!(
                        self.locals.iter().rev().find(|(l, _)| *l == n.text),
                        Some((_, Local::Alias(Val::Bag { .. })))
                    )
                    || match self.symbols.get(&n.text) {
                        Some(Sym::Var(at)) => self.program.vars[*at].shape != Shape::Scalar,
                        Some(Sym::Dice(_)) => true,
                        _ => false,
                    }
            }
            _ => false,
        };
        if !is_bag {
            return None;
        }
        self.expr(e, None).filter(|v| matches!(v, Val::Bag { .. }))
    }

    /// Keeps where a quantifier stands, should it outgrow its bound in play; reports one that does so already.
    fn bounded(&mut self, node: NodeId, span: Span) {
        if self.folding.spent() {
            if !self.diagnostics.iter().any(|d| d.code == "size::folding") {
                self.error(
                    "size::folding",
                    "what is constant in this file takes too long to compute",
                    span,
                    "more than 5,000,000 values are gone through",
                );
                self.help("quantifiers within each other multiply: narrow their ranges");
            }
        } else if matches!(
            self.program.nodes[node as usize],
            Node::Fold { .. } | Node::FoldBag { .. }
        ) {
            let place = self.where_am_i();
            self.quantifiers.push((node, span, place));
        }
    }
}
