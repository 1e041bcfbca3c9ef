//! Expressions: types, and what is expected decides what a bare name or number means.

use super::types::{Sym, Ty, Val};
use super::{Lowerer, Need};
use crate::ir::{NONE, Node, NodeId};
use crate::syntax::source::Span;
use crate::syntax::tree::{Expr, ExprKind, Ident};

impl Lowerer<'_> {
    /// A scalar; `want` tells what a bare number or a value's name stands for, and is required.
    pub(super) fn scalar(&mut self, e: &Expr, want: Option<&Ty>) -> Option<(NodeId, Ty)> {
        let val = self.expr(e, want)?;
        self.as_scalar(val, want, e.span)
    }

    /// What was lowered, as a scalar of the type that is wanted.
    pub(super) fn as_scalar(&mut self, val: Val, want: Option<&Ty>, span: Span) -> Option<(NodeId, Ty)> {
        let (node, ty) = match val {
            Val::Scalar(node, ty) => (node, ty),
            Val::Bag { bag, ty, single: true } => {
                let one = self.constant(1);
                (self.node(Node::At(bag, one)), ty)
            }
            other => {
                let what = self.describe_val(&other);
                let wanted = want.map_or_else(|| "a single value".to_owned(), |w| self.describe(w));
                self.error(
                    "type::mismatch",
                    format!("{wanted} is needed here"),
                    span,
                    format!("this is {what}"),
                );
                return None;
            }
        };
        match want {
            Some(Ty::Space) if ty == Ty::Int => Some((self.own_checked(node, span)?, Ty::Space)),
            Some(want) if !want.fits(&ty) => {
                let (wanted, is) = (self.describe(want), self.describe(&ty));
                self.error(
                    "type::mismatch",
                    format!("{wanted} is needed here"),
                    span,
                    format!("this is {is}"),
                );
                if *want == Ty::Truth && ty == Ty::Int {
                    self.help("compare it with something, as in `… > 0`");
                }
                None
            }
            Some(want) if ty == Ty::Nothing => Some((node, want.clone())),
            _ => Some((node, ty)),
        }
    }

    pub(super) fn truth(&mut self, e: &Expr) -> Option<NodeId> {
        self.scalar(e, Some(&Ty::Truth)).map(|(n, _)| n)
    }

    pub(super) fn own_checked(&mut self, node: NodeId, span: Span) -> Option<NodeId> {
        self.need(Need::Numbering);
        if self.program.numbering.is_none() && self.single("numbering").is_some() {
            // It was refused: what it would have given is no error of its own.
            return None;
        }
        if self.program.numbering.is_none() {
            self.error(
                "type::space",
                "a bare number stands for a space only where a `numbering` is declared",
                span,
                "this is a number",
            );
            self.help("write the space, as in `point[6]`, or declare `numbering ROUTE by left`");
            return None;
        }
        let route = self.program.numbering.map_or(0, |(route, _)| route as usize);
        if self.program.routes[route].spaces.iter().all(Vec::is_empty) {
            // The route itself was refused: its numbers are no errors of their own.
            return None;
        }
        if let Some(n) = self.scalar_value(node)
            && (0..self.program.seats.len()).all(|s| self.program.own_space(n, s).is_none())
        {
            let (what, label) = if n == NONE {
                ("this number is always none, so no space has it".to_owned(), "none")
            } else {
                (format!("no space has the number {n}"), "outside the numbering")
            };
            self.error("type::range", what, span, label);
            return None;
        }
        Some(self.own(node))
    }

    /// The space with an own number of `me`.
    pub(super) fn own(&mut self, number: NodeId) -> NodeId {
        let Some((route, _)) = self.program.numbering else {
            return self.constant(NONE);
        };
        let longest = self.program.routes[route as usize]
            .spaces
            .iter()
            .map(Vec::len)
            .max()
            .unwrap_or(0);
        let seats = self.program.seats.len();
        let rows: Vec<i32> = (0..seats)
            .flat_map(|s| (0..longest as i32).map(move |n| (s, n)))
            .map(|(s, n)| self.program.own_space(n, s).unwrap_or(NONE))
            .collect();
        let table = match self.program.tables.iter().position(|t| *t == rows) {
            Some(at) => at as u32,
            None => {
                self.program.tables.push(rows);
                self.program.tables.len() as u32 - 1
            }
        };
        self.node(Node::SeatTable {
            table,
            index: number,
            low: 0,
            len: longest as u32,
        })
    }

    pub(super) fn same_type(&mut self, a: &Ty, b: &Ty, span: Span) -> Option<()> {
        if a.fits(b) {
            return Some(());
        }
        let (a, b) = (self.describe(a), self.describe(b));
        self.error(
            "type::mismatch",
            format!("{a} and {b} do not go together"),
            span,
            "different kinds of value",
        );
        None
    }

    /// Any expression.
    pub(super) fn expr(&mut self, e: &Expr, want: Option<&Ty>) -> Option<Val> {
        match &e.kind {
            ExprKind::Int(n) => {
                let Ok(v) = i32::try_from(*n) else {
                    self.error(
                        "type::range",
                        "this number is too large",
                        e.span,
                        "beyond 2,000,000,000",
                    );
                    return None;
                };
                Some(Val::Scalar(self.constant(v), Ty::Int))
            }
            ExprKind::Truth(t) => Some(Val::Scalar(self.constant((*t).into()), Ty::Truth)),
            ExprKind::None => Some(Val::Scalar(self.constant(NONE), want.cloned().unwrap_or(Ty::Nothing))),
            ExprKind::Name(name) => self.name(name, want),
            ExprKind::Call(name, args) => self.call(name, args, e.span, want),
            ExprKind::Member(family, number) => self.member(family, number, None),
            ExprKind::Of(what, owner) => self.of(what, owner, e.span),
            ExprKind::Mine(mine, what) => {
                let owner = if *mine {
                    self.node(Node::Me)
                } else {
                    self.opponent(e.span)?
                };
                self.owned(what, owner, e.span)
            }
            ExprKind::Neg(a) => {
                let zero = self.constant(0);
                let (a, _) = self.scalar(a, Some(&Ty::Int))?;
                Some(Val::Scalar(self.node(Node::Sub(zero, a)), Ty::Int))
            }
            ExprKind::Not(a) => {
                let a = self.truth(a)?;
                Some(Val::Scalar(self.node(Node::Not(a)), Ty::Truth))
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e.span, want),
            ExprKind::If(c, a, b) => self.conditional(c, a, b, e.span, want),
            ExprKind::Cases(arms) => self.case_value(arms, want),
            ExprKind::Quant(q, var, domain, body) => self.quantified(*q, var, domain, body),
            ExprKind::Such(..) | ExprKind::Set(_) | ExprKind::Range(..) => {
                self.set_of(e, want).map(|(id, ty)| Val::Set(id, ty))
            }
            ExprKind::Bag(items) => self.bag_literal(items, want),
            ExprKind::As(player, body) => {
                let (player, _) = self.scalar(player, Some(&Ty::Player))?;
                let (body, ty) = self.owned_by(None, |s| s.scalar(body, want))?;
                Some(Val::Scalar(self.node(Node::As { player, body }), ty))
            }
            ExprKind::AllMineIn(set) => {
                let (set, _) = self.set_of(set, Some(&Ty::Space))?;
                Some(Val::Scalar(self.node(Node::AllMineIn(set)), Ty::Truth))
            }
            ExprKind::Can(step, args) | ExprKind::CountStep(step, args) => {
                let Some(Sym::Step(id)) = self.lookup(&step.text) else {
                    self.unknown(step, "step");
                    return None;
                };
                let any = matches!(e.kind, ExprKind::Can(..));
                self.possible_step(id, step, args, any)
            }
            ExprKind::Chance(_) => {
                self.error(
                    "type::chance",
                    "`chance` belongs in a claim",
                    e.span,
                    "not in a rule, nor within a quantifier, function or `if`",
                );
                None
            }
        }
    }

    fn possible_step(&mut self, id: u32, name: &Ident, args: &[Expr], any: bool) -> Option<Val> {
        // A step that asks for itself, through whatever it requires, would never be decided.
        if let Some(step) = self.deciding {
            self.asks.push((step, id, name.span));
        }
        let params: Vec<Ty> = self.program.steps[id as usize]
            .params
            .iter()
            .map(|p| Ty::from_meaning(&p.meaning))
            .collect();
        if args.len() > params.len() {
            self.arity(name, params.len(), args.len(), name.span)?;
        }
        let mut nodes = Vec::new();
        for (arg, ty) in args.iter().zip(&params) {
            nodes.push(self.scalar(arg, Some(ty))?.0);
        }
        let node = self.node(Node::Possible {
            step: id,
            args: nodes,
            any,
        });
        Some(Val::Scalar(node, if any { Ty::Truth } else { Ty::Int }))
    }
}
