//! Expressions: types, and what is expected decides what a bare name or number means.

use super::types::{Local, Sym, Ty, Val};
use super::{Lowerer, Need};
use crate::ir::{Fold, Local as Place, NONE, Node, NodeId, SetExpr};
use crate::syntax::source::Span;
use crate::syntax::tree::{BinOp, Expr, ExprKind, Ident, Quantifier};

impl Lowerer<'_> {
    /// A scalar; `want` tells what a bare number or a value's name stands for, and is required.
    pub(super) fn scalar(&mut self, e: &Expr, want: Option<&Ty>) -> Option<(NodeId, Ty)> {
        let val = self.expr(e, want)?;
        self.as_scalar(val, want, e.span)
    }

    /// What was lowered, as a scalar of the type that is wanted.
    fn as_scalar(&mut self, val: Val, want: Option<&Ty>, span: Span) -> Option<(NodeId, Ty)> {
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
            self.error(
                "type::range",
                format!("no space has the number {n}"),
                span,
                "outside the numbering",
            );
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
            ExprKind::Cases(arms) => {
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
            ExprKind::Quant(q, var, domain, body) => self.quantified(*q, var, domain, body, want),
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

    fn name(&mut self, name: &Ident, want: Option<&Ty>) -> Option<Val> {
        if let Some(Sym::Local(local)) = self
            .locals
            .iter()
            .rev()
            .find(|(n, _)| *n == name.text)
            .map(|(_, l)| Sym::Local(l.clone()))
        {
            return self.local_value(&local, name);
        }
        // What is expected decides first among values of enumerations that share a name.
        if let Some(Ty::Enum(e)) = want
            && let Some(at) = self.program.enums[*e as usize]
                .values
                .iter()
                .position(|v| v.name == name.text)
        {
            return Some(Val::Scalar(self.constant(at as i32), Ty::Enum(*e)));
        }
        let Some(sym) = self.lookup(&name.text) else {
            return if self.values.contains_key(&name.text) {
                self.enum_value(name)
            } else {
                self.builtin_name(name)
            };
        };
        match sym {
            Sym::Local(local) => self.local_value(&local, name),
            Sym::Seat(s) => Some(Val::Scalar(self.constant(s), Ty::Player)),
            Sym::Kind(k) => Some(Val::Scalar(self.constant(k), Ty::Kind)),
            Sym::Space(s) => Some(Val::Scalar(self.constant(s), Ty::Space)),
            Sym::Member { family, number } => {
                let number = self.constant(number);
                Some(Val::Scalar(self.member_at(family, number, None), Ty::Space))
            }
            Sym::Route(r) => Some(Val::Scalar(self.constant(r as i32), Ty::Route)),
            Sym::Family(f) => self.family_value(f, None),
            Sym::Region { set, .. } => Some(Val::Set(set, Ty::Space)),
            Sym::Const(val) | Sym::Agreed(val) => Some(val),
            Sym::Var(at) => self.var_value(at, &[], name.span),
            Sym::Dice(group) => {
                let mut throw = self.throw(group, None);
                if self.program.dice[group as usize].each
                    && let Val::Bag { single, .. } = &mut throw
                {
                    *single = false;
                }
                Some(throw)
            }
            Sym::Fn(def) => self.inline_fn(def, name, &[], name.span),
            Sym::Condition(def) => self.condition_truth(def, name, &[], name.span),
            Sym::Enum(_) | Sym::Die(Some(_)) => {
                let e = Expr {
                    kind: ExprKind::Name(name.clone()),
                    span: name.span,
                };
                self.set_of(&e, None).map(|(id, ty)| Val::Set(id, ty))
            }
            Sym::Measure(def) => self.measure_value(def, name),
            Sym::Reading(_) => {
                self.error(
                    "type::reading",
                    format!("`{}` is a reading", name.text),
                    name.span,
                    "not a value",
                );
                self.help(format!("ask for its choice: `{} is CHOICE`", name.text));
                None
            }
            _ => {
                self.error(
                    "type::value",
                    format!("`{}` is not a value", name.text),
                    name.span,
                    "a value is needed here",
                );
                None
            }
        }
    }

    fn local_value(&mut self, local: &Local, name: &Ident) -> Option<Val> {
        match local {
            Local::Alias(val) => Some(val.clone()),
            Local::At(Place::Tmp(t), ty) => Some(Val::Scalar(self.node(Node::Tmp(*t)), ty.clone())),
            Local::At(Place::Slot(s), ty) => Some(Val::Scalar(self.node(Node::Slot(*s)), ty.clone())),
            Local::Refused => {
                self.pass_over(&name.text, name.span);
                None
            }
        }
    }

    fn enum_value(&mut self, name: &Ident) -> Option<Val> {
        let found = self.values.get(&name.text)?.clone();
        if let [(e, at)] = found.as_slice() {
            return Some(Val::Scalar(self.constant(*at), Ty::Enum(*e)));
        }
        self.error(
            "name::ambiguous",
            format!("`{}` is a value of several enumerations", name.text),
            name.span,
            "which one is not clear here",
        );
        self.help("compare it with a variable, or give the enumerations different names for it");
        None
    }

    fn of(&mut self, what: &Expr, owner: &Expr, span: Span) -> Option<Val> {
        let (owner, _) = self.scalar(owner, Some(&Ty::Player))?;
        self.owned(what, owner, span)
    }

    /// `X of P`: a space that each player has, the opponent of P, a throw of P's.
    fn owned(&mut self, what: &Expr, owner: NodeId, span: Span) -> Option<Val> {
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

    fn binary(&mut self, op: BinOp, a: &Expr, b: &Expr, span: Span, want: Option<&Ty>) -> Option<Val> {
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
                let (x, y) = self.pair(a, b)?;
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

    /// `+` and `-` of numbers, sets or bags.
    fn sum(&mut self, op: BinOp, a: &Expr, b: &Expr, span: Span, want: Option<&Ty>) -> Option<Val> {
        let left = self.expr(a, want.filter(|w| **w != Ty::Space))?;
        match left {
            Val::Scalar(x, Ty::Int) => {
                let (y, _) = self.scalar(b, Some(&Ty::Int))?;
                let node = if op == BinOp::Add {
                    Node::Add(x, y)
                } else {
                    Node::Sub(x, y)
                };
                Some(Val::Scalar(self.node(node), Ty::Int))
            }
            Val::Bag { single: true, .. } => {
                let (x, _) = self.scalar(a, Some(&Ty::Int))?;
                let (y, _) = self.scalar(b, Some(&Ty::Int))?;
                let node = if op == BinOp::Add {
                    Node::Add(x, y)
                } else {
                    Node::Sub(x, y)
                };
                Some(Val::Scalar(self.node(node), Ty::Int))
            }
            Val::Bag { bag, ty, .. } if op == BinOp::Add => {
                let (other, other_ty) = self.bag_of(b, Some(&ty))?;
                self.same_type(&ty, &other_ty, span)?;
                let bag = self.bag(crate::ir::BagExpr::Sum(bag, other));
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

    /// Two values of one type; what the one is tells what a bare name in the other means.
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

    fn conditional(&mut self, c: &Expr, a: &Expr, b: &Expr, span: Span, want: Option<&Ty>) -> Option<Val> {
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
                let bag = self.bag(crate::ir::BagExpr::If(c, x, y));
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

    fn quantified(&mut self, q: Quantifier, var: &Ident, domain: &Expr, body: &Expr, want: Option<&Ty>) -> Option<Val> {
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
        let _ = want;
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
                        Some(Sym::Var(at)) => self.program.vars[*at].shape != crate::ir::Shape::Scalar,
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

    pub(super) fn total_of(&mut self, player: NodeId) -> NodeId {
        self.node(Node::Total(player))
    }

    fn measure_value(&mut self, def: usize, name: &Ident) -> Option<Val> {
        let game = self.game;
        let crate::syntax::tree::ItemKind::Measure { value, .. } = &game.defs[def].item.kind else {
            return None;
        };
        self.enter_call(name)?;
        let outer = std::mem::take(&mut self.locals);
        let result = self.owned_by(None, |s| s.scalar(value, Some(&Ty::Int)));
        self.locals = outer;
        self.calling.pop();
        result.map(|(n, t)| Val::Scalar(n, t))
    }
}
