//! Statements that change a variable: a value, a bag or a list.

use super::Lowerer;
use super::code::Waiting;
use super::types::{Declared, Form, Local, Sym, Ty};
use crate::ir::{BagVar, NodeId, Op, Shape, Target};
use crate::syntax::source::Span;
use crate::syntax::tree::{AssignOp, BinOp, Expr, ExprKind, Ident};

impl Lowerer<'_> {
    pub(super) fn assign(&mut self, target: &Expr, op: AssignOp, value: &Expr, span: Span) -> Option<()> {
        let (name, indices): (&Ident, &[Expr]) = match &target.kind {
            ExprKind::Name(n) => (n, &[]),
            ExprKind::Call(n, args) => (n, args),
            _ => {
                self.error(
                    "code::assign",
                    "only a variable can be assigned",
                    target.span,
                    match target.kind {
                        ExprKind::Member(..) => "in brackets stands the number of a space",
                        _ => "not a variable",
                    },
                );
                if let ExprKind::Member(name, index) = &target.kind
                    && matches!(self.lookup(&name.text), Some(Sym::Var(_)))
                {
                    let index = crate::syntax::print::print_expr(index);
                    self.help(format!("an index stands in parentheses: `{}({index})`", name.text));
                }
                return None;
            }
        };
        if name.text == "mover" {
            if self.wait != Waiting::Start {
                self.error("code::mover", "`mover` is set only in `start`", target.span, "not here");
                self.help("use `pass turn to PLAYER` for the next turn");
                return None;
            }
            let (player, _) = self.scalar(value, Some(&Ty::Player))?;
            self.somebody(player, value.span, "there is nobody to begin");
            self.emit(Op::SetMover(player));
            return Some(());
        }
        if let Some((_, local)) = self.locals.iter().rev().find(|(n, _)| *n == name.text).cloned() {
            if local == Local::Refused {
                self.pass_over(&name.text, name.span);
                return None;
            }
            let Local::At(place, ty) = local else {
                self.error(
                    "code::assign",
                    format!("`{}` is a parameter", name.text),
                    name.span,
                    "cannot be assigned",
                );
                return None;
            };
            let value = self.combined(target, op, value, &ty, span)?;
            self.emit(Op::SetLocal(place, value));
            return Some(());
        }
        let Some(Sym::Var(at)) = self.lookup(&name.text) else {
            if self.symbols.contains_key(&name.text) {
                self.error(
                    "code::assign",
                    format!("`{}` is not a variable", name.text),
                    name.span,
                    "cannot be assigned",
                );
            } else {
                self.unknown(name, "variable");
            }
            return None;
        };
        if self.program.is_account(at) && !self.giving {
            self.error(
                "money::assign",
                format!("`{}` holds money, which only moves", name.text),
                target.span,
                "cannot be assigned",
            );
            self.help("write `pay N from … to …`");
            return None;
        }
        let var = self.program.vars[at].clone();
        let ty = Ty::from_meaning(&var.meaning);
        match var.shape {
            Shape::Scalar => {}
            Shape::Bag { cap, len } => {
                if op != AssignOp::Set {
                    self.error(
                        "code::assign",
                        "use `put`, `take` or `shift` for a bag",
                        span,
                        "not a number",
                    );
                    return None;
                }
                let (bag, other) = self.bag_of(value, Some(&ty))?;
                self.same_type(&ty, &other, value.span)?;
                let part = self.bound_part(span, "this bag is full, or a value is out of range");
                self.emit(Op::SetBag {
                    base: var.base,
                    low: var.range.0,
                    len,
                    cap,
                    value: bag,
                    part,
                });
                return Some(());
            }
            Shape::List { cap } => {
                let (bag, other) = self.bag_of(value, Some(&ty))?;
                self.same_type(&ty, &other, value.span)?;
                let part = self.bound_part(span, "this list is full, or a value is out of range");
                self.emit(Op::SetList {
                    base: var.base,
                    cap,
                    range: var.range,
                    value: bag,
                    part,
                });
                return Some(());
            }
        }
        let value_node = self.combined(target, op, value, &ty, span)?;
        if op == AssignOp::Set
            && let Some(v) = self.scalar_value(value_node)
        {
            let declared = Declared {
                ty: ty.clone(),
                range: var.range,
                or_none: var.or_none,
                form: Form::Scalar,
            };
            self.in_range(v, &declared, value.span);
        }
        let index = self.flat_index(&var, indices, target.span)?;
        let part = self.bound_part(span, "the value is outside the variable's range");
        self.emit(Op::Set {
            target: Target {
                base: var.base,
                index: index.map(|(node, len)| (node, 0, len)),
                range: var.range,
                or_none: var.or_none,
                part,
            },
            value: value_node,
        });
        Some(())
    }

    fn combined(&mut self, target: &Expr, op: AssignOp, value: &Expr, ty: &Ty, span: Span) -> Option<NodeId> {
        let op = match op {
            AssignOp::Set => return self.scalar(value, Some(ty)).map(|(n, _)| n),
            AssignOp::Add => BinOp::Add,
            AssignOp::Subtract => BinOp::Sub,
        };
        let whole = Expr {
            kind: ExprKind::Binary(op, Box::new(target.clone()), Box::new(value.clone())),
            span,
        };
        self.scalar(&whole, Some(ty)).map(|(n, _)| n)
    }

    pub(super) fn bag_target(&mut self, e: &Expr) -> Option<(BagVar, Ty)> {
        if let ExprKind::Name(name) = &e.kind
            && let Some(Sym::Var(at)) = self.lookup(&name.text)
            && let Shape::Bag { cap, len } = self.program.vars[at].shape
        {
            let var = &self.program.vars[at];
            let bag = BagVar {
                base: var.base,
                low: var.range.0,
                len,
                cap,
            };
            return Some((bag, Ty::from_meaning(&var.meaning)));
        }
        self.no_such_variable(e, "type::bag", "a bag variable is needed here", "not a bag variable");
        None
    }

    /// Reports what is no variable of the shape that is needed, unless its own declaration was reported.
    fn no_such_variable(&mut self, e: &Expr, code: &'static str, needed: &str, label: &str) {
        if let ExprKind::Name(name) = &e.kind
            && self.was_refused(&name.text, name.span)
        {
            return;
        }
        self.error(code, needed, e.span, label);
    }

    fn is_list(&mut self, e: &Expr) -> bool {
        let ExprKind::Name(name) = &e.kind else { return false };
        let found = self.lookup(&name.text);
        matches!(found, Some(Sym::Var(at)) if matches!(self.program.vars[at].shape, Shape::List { .. }))
    }

    pub(super) fn list_target(&mut self, e: &Expr) -> Option<(u32, u32, Ty, (i32, i32))> {
        if let ExprKind::Name(name) = &e.kind
            && let Some(Sym::Var(at)) = self.lookup(&name.text)
            && let Shape::List { cap } = self.program.vars[at].shape
        {
            let var = &self.program.vars[at];
            return Some((var.base, cap, Ty::from_meaning(&var.meaning), var.range));
        }
        self.no_such_variable(e, "type::list", "a list variable is needed here", "not a list variable");
        None
    }

    pub(super) fn shift(
        &mut self,
        value: &Expr,
        ty: &Ty,
        from: Option<BagVar>,
        to: Option<BagVar>,
        span: Span,
    ) -> Option<()> {
        let (value, _) = self.scalar(value, Some(ty))?;
        let part = self.bound_part(span, "the bag has no such element, or is full");
        self.emit(Op::Shift { value, from, to, part });
        Some(())
    }

    pub(super) fn take(&mut self, value: &Expr, from: &Expr, span: Span) -> Option<()> {
        if !self.is_list(from) {
            let (from, ty) = self.bag_target(from)?;
            return self.shift(value, &ty, Some(from), None, span);
        }
        let (base, cap, ty, _) = self.list_target(from)?;
        let (value, _) = self.scalar(value, Some(&ty))?;
        let part = self.bound_part(span, "the list has no such element");
        self.emit(Op::TakeFirst { base, cap, value, part });
        Some(())
    }

    pub(super) fn push(&mut self, value: &Expr, list: &Expr, span: Span) -> Option<()> {
        let (base, cap, ty, range) = self.list_target(list)?;
        let (value, _) = self.scalar(value, Some(&ty))?;
        let part = self.bound_part(span, "this list is full, or the value is out of range");
        self.emit(Op::Push {
            base,
            cap,
            range,
            value,
            part,
        });
        Some(())
    }
}
