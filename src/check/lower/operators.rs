//! Operators: arithmetic, comparison, membership, and values that depend on a condition.

use super::Lowerer;
use super::types::{Sym, Ty, Val};
use crate::ir::{BagExpr, NONE, Node, NodeId, SetExpr};
use crate::syntax::print::print_expr;
use crate::syntax::source::Span;
use crate::syntax::tree::{BinOp, Expr, ExprKind, Tail};

impl Lowerer<'_> {
    pub(super) fn binary(&mut self, op: BinOp, a: &Expr, b: &Expr, span: Span, want: Option<&Ty>) -> Option<Val> {
        match op {
            BinOp::And | BinOp::Or | BinOp::Implies => {
                let (a, b) = (self.truth(a), self.truth(b));
                let (a, b) = (a?, b?);
                let node = match op {
                    BinOp::And => Node::And(a, b),
                    BinOp::Or => Node::Or(a, b),
                    _ => {
                        let not = self.node(Node::Not(a));
                        Node::Or(not, b)
                    }
                };
                Some(Val::Scalar(self.node(node), Ty::Truth))
            }
            BinOp::Eq | BinOp::Ne => {
                if let Some(reading) = self.reading_test(a, b) {
                    let holds = reading? == (op == BinOp::Eq);
                    return Some(Val::Scalar(self.constant(holds.into()), Ty::Truth));
                }
                let before = self.diagnostics.len();
                let Some((x, y)) = self.pair(a, b) else {
                    self.bag_compared(a, b, before);
                    return None;
                };
                let eq = self.node(Node::Eq(x, y));
                let node = if op == BinOp::Eq { eq } else { self.node(Node::Not(eq)) };
                Some(Val::Scalar(node, Ty::Truth))
            }
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                let (x, _) = self.scalar(a, Some(&Ty::Int))?;
                let (y, _) = self.scalar(b, Some(&Ty::Int))?;
                let node = match op {
                    BinOp::Lt => Node::Lt(x, y),
                    BinOp::Le => Node::Le(x, y),
                    BinOp::Gt => Node::Lt(y, x),
                    _ => Node::Le(y, x),
                };
                Some(Val::Scalar(self.node(node), Ty::Truth))
            }
            BinOp::In | BinOp::NotIn => {
                let (v, set) = if matches!(a.kind, ExprKind::Int(_)) {
                    let (set, ty) = self.set_of(b, None)?;
                    (self.scalar(a, Some(&ty))?.0, set)
                } else {
                    let (v, ty) = self.scalar(a, None)?;
                    let (set, other) = self.set_of(b, Some(&ty))?;
                    self.same_type(&ty, &other, span)?;
                    (v, set)
                };
                let node = self.node(Node::In(v, set));
                let node = if op == BinOp::In {
                    node
                } else {
                    self.node(Node::Not(node))
                };
                Some(Val::Scalar(node, Ty::Truth))
            }
            BinOp::Add | BinOp::Sub => self.sum(op, a, b, span, want),
            BinOp::Mul | BinOp::Div | BinOp::Mod => {
                let (x, _) = self.scalar(a, Some(&Ty::Int))?;
                let (y, _) = self.scalar(b, Some(&Ty::Int))?;
                if op != BinOp::Mul && self.scalar_value(y) == Some(0) {
                    self.error("type::range", "this divides by zero", b.span, "zero");
                    return None;
                }
                let node = match op {
                    BinOp::Mul => Node::Mul(x, y),
                    BinOp::Div => Node::Div(x, y),
                    _ => Node::Mod(x, y),
                };
                Some(Val::Scalar(self.node(node), Ty::Int))
            }
        }
    }

    fn sum_of_numbers(&mut self, op: BinOp, a: NodeId, b: NodeId) -> Val {
        let node = if op == BinOp::Add {
            Node::Add(a, b)
        } else {
            Node::Sub(a, b)
        };
        Val::Scalar(self.node(node), Ty::Int)
    }

    /// `+` and `-` of numbers, sets or bags.
    fn sum(&mut self, op: BinOp, a: &Expr, b: &Expr, span: Span, want: Option<&Ty>) -> Option<Val> {
        let left = self.expr(a, want.filter(|w| **w != Ty::Space))?;
        match left {
            Val::Scalar(x, Ty::Int) => {
                let (y, _) = self.scalar(b, Some(&Ty::Int))?;
                Some(self.sum_of_numbers(op, x, y))
            }
            Val::Bag { single: true, .. } => {
                let (x, _) = self.scalar(a, Some(&Ty::Int))?;
                let (y, _) = self.scalar(b, Some(&Ty::Int))?;
                Some(self.sum_of_numbers(op, x, y))
            }
            Val::Bag { bag, ty, .. } if op == BinOp::Add => {
                let (other, other_ty) = self.bag_of(b, Some(&ty))?;
                self.same_type(&ty, &other_ty, span)?;
                let bag = self.bag(BagExpr::Sum(bag, other));
                Some(Val::Bag { bag, ty, single: false })
            }
            _ => {
                let whole = Expr {
                    kind: ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone())),
                    span,
                };
                self.set_of(&whole, want).map(|(id, ty)| Val::Set(id, ty))
            }
        }
    }

    /// Two values of one type; what the one is tells what a bare name in the other means.
    /// How to ask whether a bag is empty, where it was compared with `[]`.
    fn bag_compared(&mut self, a: &Expr, b: &Expr, before: usize) {
        let empty = |e: &Expr| matches!(&e.kind, ExprKind::Bag(items) if items.is_empty());
        let other = match (empty(a), empty(b)) {
            (false, true) => a,
            (true, false) => b,
            _ => return,
        };
        if self.diagnostics.len() > before {
            self.help(format!("an empty one holds nothing: `size({}) = 0`", print_expr(other)));
        }
    }

    fn pair(&mut self, a: &Expr, b: &Expr) -> Option<(NodeId, NodeId)> {
        let bare = |e: &Expr| matches!(e.kind, ExprKind::Int(_) | ExprKind::None);
        let value_name = |s: &Self, e: &Expr| {
            matches!(&e.kind, ExprKind::Name(n) if s.values.contains_key(&n.text) && !s.symbols.contains_key(&n.text)
                && !s.progress.declares(&n.text)
                && !s.locals.iter().any(|(l, _)| *l == n.text))
        };
        let swap = (bare(a) && !bare(b)) || (value_name(self, a) && !value_name(self, b));
        let (first, second) = if swap { (b, a) } else { (a, b) };
        let (x, ty) = self.scalar(first, None)?;
        let want = (ty != Ty::Nothing).then_some(ty);
        let (y, _) = self.scalar(second, want.as_ref())?;
        Some(if swap { (y, x) } else { (x, y) })
    }

    pub(super) fn conditional(&mut self, c: &Expr, a: &Expr, b: &Expr, span: Span, want: Option<&Ty>) -> Option<Val> {
        let c = self.truth(c)?;
        let x = self.expr(a, want)?;
        let ty = match &x {
            Val::Scalar(_, ty) | Val::Set(_, ty) | Val::Bag { ty, .. } => ty.clone(),
        };
        let inner = if ty == Ty::Nothing {
            want.cloned()
        } else {
            Some(ty.clone())
        };
        let y = self.expr(b, inner.as_ref())?;
        match (x, y) {
            (Val::Bag { bag: x, .. }, Val::Bag { bag: y, ty, .. }) => {
                let bag = self.bag(BagExpr::If(c, x, y));
                Some(Val::Bag { bag, ty, single: false })
            }
            (Val::Set(x, _), Val::Set(y, ty)) => Some(Val::Set(self.set(SetExpr::If(c, x, y)), ty)),
            (x, y) => {
                let want = want.cloned().or(inner);
                let (x, first) = self.as_scalar(x, want.as_ref(), a.span)?;
                let (y, second) = self.as_scalar(y, want.as_ref(), b.span)?;
                self.same_type(&first, &second, span)?;
                let ty = if first == Ty::Nothing { second } else { first };
                Some(Val::Scalar(self.node(Node::If(c, x, y)), ty))
            }
        }
    }

    /// `cases` as a value: that of the first arm that holds.
    pub(super) fn case_value(&mut self, arms: &[(Option<Expr>, Expr, Tail)], want: Option<&Ty>) -> Option<Val> {
        let mut result: Option<(NodeId, Ty)> = None;
        for (test, value, _) in arms.iter().rev() {
            let want = result.as_ref().map(|(_, t)| t.clone()).or_else(|| want.cloned());
            let (value, ty) = self.scalar(value, want.as_ref())?;
            let node = match (test, &result) {
                (None, _) => value,
                (Some(test), other) => {
                    let test = self.truth(test)?;
                    let other = match other {
                        Some((n, _)) => *n,
                        None => self.constant(NONE),
                    };
                    self.node(Node::If(test, value, other))
                }
            };
            result = Some((node, ty));
        }
        result.map(|(n, t)| Val::Scalar(n, t))
    }

    /// `READING is CHOICE` anywhere: a constant.
    fn reading_test(&mut self, a: &Expr, b: &Expr) -> Option<Option<bool>> {
        let ExprKind::Name(name) = &a.kind else { return None };
        if self.locals.iter().any(|(n, _)| *n == name.text) {
            return None;
        }
        let Some(Sym::Reading(at)) = self.symbols.get(&name.text).cloned() else {
            return None;
        };
        self.used.insert(name.text.clone());
        let ExprKind::Name(choice) = &b.kind else {
            self.error(
                "type::reading",
                "a reading is compared with one of its choices",
                b.span,
                "not a choice",
            );
            return Some(None);
        };
        let reading = &self.program.readings[at];
        match reading.choices.iter().position(|c| c.0 == choice.text) {
            Some(i) => Some(Some(i == reading.chosen)),
            None => {
                let all: Vec<String> = reading.choices.iter().map(|c| c.0.clone()).collect();
                self.error(
                    "name::unknown",
                    format!("reading `{}` has no choice `{}`", name.text, choice.text),
                    choice.span,
                    "not one of its choices",
                );
                self.help(format!("its choices are: {}", all.join(", ")));
                Some(None)
            }
        }
    }
}
