//! Expressions that are sets, bags, lists and throws.

use super::types::{Form, Local, Sym, Ty, Val};
use super::{Lowerer, Need};
use crate::ir::{BagExpr, Local as Place, Node, NodeId, SetExpr, SetId, Shape, Var};
use crate::syntax::print::print_expr;
use crate::syntax::source::Span;
use crate::syntax::tree::{BinOp, Expr, ExprKind, Ident};

/// How many numbers a constant range has at most where each is looked at.
const MAX_RANGE: i64 = 4_096;

impl Lowerer<'_> {
    /// An expression that must be a set (a bag or list gives its distinct elements).
    pub(super) fn set_of(&mut self, e: &Expr, want: Option<&Ty>) -> Option<(SetId, Ty)> {
        match &e.kind {
            ExprKind::Set(items) => self.set_literal(items, want),
            ExprKind::Range(a, b) => {
                if want == Some(&Ty::Space) {
                    return self.own_range(a, b);
                }
                let (a, _) = self.scalar(a, Some(&Ty::Int))?;
                let (b, _) = self.scalar(b, Some(&Ty::Int))?;
                Some((self.set(SetExpr::Range(a, b)), Ty::Int))
            }
            ExprKind::Such(var, base, test) => {
                let span = base.span;
                let (base, ty) = self.set_of(base, want)?;
                self.walkable(base, span)?;
                let tmp = self.tmp();
                let local = Local::At(Place::Tmp(tmp), ty.clone());
                let test = self.with_local(&var.text, local, |s| s.truth(test))?;
                Some((self.set(SetExpr::Such { base, tmp, test }), ty))
            }
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let (first, second) = (a.span, b.span);
                let (a, ty) = self.set_of(a, want)?;
                let (b, other) = self.set_of(b, Some(&ty))?;
                self.walkable(a, first)?;
                self.walkable(b, second)?;
                self.same_type(&ty, &other, e.span)?;
                let set = if *op == BinOp::Add {
                    SetExpr::Union(a, b)
                } else {
                    SetExpr::Minus(a, b)
                };
                Some((self.set(set), ty))
            }
            ExprKind::If(c, a, b) => {
                let c = self.truth(c)?;
                let (first, second) = (a.span, b.span);
                let (a, ty) = self.set_of(a, want)?;
                let (b, _) = self.set_of(b, Some(&ty))?;
                self.walkable(a, first)?;
                self.walkable(b, second)?;
                Some((self.set(SetExpr::If(c, a, b)), ty))
            }
            ExprKind::Name(name) if name.text == "players" && self.lookup("players").is_none() => {
                self.need(Need::Seats);
                let first = self.constant(self.program.first_seat());
                Some((self.set(SetExpr::SeatsFrom(first)), Ty::Player))
            }
            ExprKind::Name(name) if name.text == "spaces" && self.lookup("spaces").is_none() => {
                self.need(Need::Spaces);
                let (a, b) = (self.constant(0), self.constant(self.program.spaces.len() as i32 - 1));
                Some((self.set(SetExpr::Range(a, b)), Ty::Space))
            }
            ExprKind::Name(name) => {
                if let Some(Sym::Enum(id) | Sym::Die(Some(id))) = self.lookup(&name.text) {
                    let n = self.program.enums[id as usize].values.len() as i32;
                    let (a, b) = (self.constant(0), self.constant(n - 1));
                    return Some((self.set(SetExpr::Range(a, b)), Ty::Enum(id)));
                }
                self.value_as_set(e, want)
            }
            _ => self.value_as_set(e, want),
        }
    }

    /// A set whose members are gone through one by one: a constant range must not be too long for that.
    pub(super) fn walkable(&mut self, set: SetId, span: Span) -> Option<()> {
        if let SetExpr::Range(a, b) = self.program.sets[set as usize]
            && let (Some(a), Some(b)) = (self.scalar_value(a), self.scalar_value(b))
            && i64::from(b) - i64::from(a) >= MAX_RANGE
        {
            self.error(
                "size::range",
                "a range that is gone through has at most 4,096 numbers",
                span,
                format!("this has {}", i64::from(b) - i64::from(a) + 1),
            );
            return None;
        }
        Some(())
    }

    fn value_as_set(&mut self, e: &Expr, want: Option<&Ty>) -> Option<(SetId, Ty)> {
        match self.expr(e, want)? {
            Val::Set(id, ty) => Some((id, ty)),
            Val::Bag { bag, ty, .. } => Some((self.set(SetExpr::Bag(bag)), ty)),
            Val::Scalar(node, ty) if ty == Ty::Space => Some((self.set(SetExpr::List(vec![node])), ty)),
            Val::Scalar(node, Ty::Int) if want == Some(&Ty::Space) => {
                let space = self.own_checked(node, e.span)?;
                Some((self.set(SetExpr::List(vec![space])), Ty::Space))
            }
            other => {
                let what = self.describe_val(&other);
                self.error("type::set", "a set is needed here", e.span, format!("this is {what}"));
                if matches!(other, Val::Scalar(_, Ty::Player | Ty::Kind | Ty::Enum(_))) {
                    self.help(format!("a set of one is written in braces: `{{ {} }}`", print_expr(e)));
                }
                None
            }
        }
    }

    fn set_literal(&mut self, items: &[Expr], want: Option<&Ty>) -> Option<(SetId, Ty)> {
        let mut nodes = Vec::new();
        let mut sets: Vec<SetId> = Vec::new();
        let mut ty = want.cloned();
        for item in items {
            if matches!(item.kind, ExprKind::Range(..)) {
                let (set, t) = self.set_of(item, ty.as_ref())?;
                self.walkable(set, item.span)?;
                sets.push(set);
                ty.get_or_insert(t);
                continue;
            }
            let (node, t) = self.scalar(item, ty.as_ref())?;
            nodes.push(node);
            ty.get_or_insert(t);
        }
        let mut set = self.set(SetExpr::List(nodes));
        for other in sets {
            set = self.set(SetExpr::Union(set, other));
        }
        Some((set, ty.unwrap_or(Ty::Int)))
    }

    /// `1..6` where spaces are wanted: own numbers.
    fn own_range(&mut self, a: &Expr, b: &Expr) -> Option<(SetId, Ty)> {
        let span = a.span.to(b.span);
        let (a, _) = self.scalar(a, Some(&Ty::Int))?;
        let (b, _) = self.scalar(b, Some(&Ty::Int))?;
        let (Some(low), Some(high)) = (self.scalar_value(a), self.scalar_value(b)) else {
            return self.numbered_between(a, b, span);
        };
        let mut nodes = Vec::new();
        // The first number that is no space ends it, however far the range was to go.
        for n in low..=high {
            let number = self.constant(n);
            nodes.push(self.own_checked(number, span)?);
        }
        Some((self.set(SetExpr::List(nodes)), Ty::Space))
    }

    /// The spaces whose own number lies within bounds that change during play.
    fn numbered_between(&mut self, low: NodeId, high: NodeId, span: Span) -> Option<(SetId, Ty)> {
        self.own_checked(low, span)?;
        self.need(Need::Spaces);
        let (route, by_left) = self.program.numbering?;
        let (first, last) = (self.constant(0), self.constant(self.program.spaces.len() as i32 - 1));
        let base = self.set(SetExpr::Range(first, last));
        let tmp = self.tmp();
        let (space, route) = (self.node(Node::Tmp(tmp)), self.constant(route as i32));
        let number = self.node(if by_left {
            Node::Left { route, space }
        } else {
            Node::Place { route, space }
        });
        let (from, to) = (self.node(Node::Le(low, number)), self.node(Node::Le(number, high)));
        let test = self.node(Node::And(from, to));
        Some((self.set(SetExpr::Such { base, tmp, test }), Ty::Space))
    }

    /// An expression that must be a bag, list or throw.
    pub(super) fn bag_of(&mut self, e: &Expr, want: Option<&Ty>) -> Option<(u32, Ty)> {
        match self.expr(e, want)? {
            Val::Bag { bag, ty, .. } => Some((bag, ty)),
            other => {
                let what = self.describe_val(&other);
                self.error(
                    "type::bag",
                    "a bag, list or throw is needed here",
                    e.span,
                    format!("this is {what}"),
                );
                None
            }
        }
    }

    pub(super) fn bag_literal(&mut self, items: &[Expr], want: Option<&Ty>) -> Option<Val> {
        let mut ty = want.cloned();
        let mut nodes = Vec::new();
        for item in items {
            let (node, t) = self.scalar(item, ty.as_ref())?;
            nodes.push(node);
            ty.get_or_insert(t);
        }
        let bag = self.bag(BagExpr::Literal(nodes));
        Some(Val::Bag {
            bag,
            ty: ty.unwrap_or(Ty::Int),
            single: false,
        })
    }

    pub(super) fn throw(&mut self, group: u32, player: Option<NodeId>) -> Val {
        let info = &self.program.dice[group as usize];
        let ty = Ty::from_meaning(&info.meaning);
        let single = info.number == 1 && (!info.each || player.is_some());
        let (base, dice) = (info.base, info.number);
        let dice = if info.each && player.is_none() {
            dice * self.program.seats.len() as u32
        } else {
            dice
        };
        let bag = self.bag(BagExpr::Throw { base, dice, player });
        Val::Bag { bag, ty, single }
    }

    /// The value of a variable.
    pub(super) fn var_value(&mut self, at: usize, indices: &[Expr], span: Span) -> Option<Val> {
        self.in_play_only(span)?;
        let var = self.program.vars[at].clone();
        if var.shape != Shape::Scalar && !indices.is_empty() {
            self.wrong_indices(&var, span);
            return None;
        }
        let ty = Ty::from_meaning(&var.meaning);
        match var.shape {
            Shape::Scalar => {}
            Shape::Bag { len, .. } => {
                let bag = self.bag(BagExpr::Var {
                    base: var.base,
                    low: var.range.0,
                    len,
                });
                return Some(Val::Bag { bag, ty, single: false });
            }
            Shape::List { cap } => {
                let bag = self.bag(BagExpr::List { base: var.base, cap });
                return Some(Val::Bag { bag, ty, single: false });
            }
        }
        let node = match self.flat_index(&var, indices, span)? {
            None => self.node(Node::Slot(var.base)),
            Some((index, len)) => self.indexed(var.base, index, 0, len),
        };
        Some(Val::Scalar(node, ty))
    }

    /// Which of an indexed variable's values is meant, and of how many. Values of an index are never out of its range,
    /// and with `none` among them the whole is none.
    pub(super) fn flat_index(&mut self, var: &Var, indices: &[Expr], span: Span) -> Option<Option<(NodeId, u32)>> {
        if var.index.len() != indices.len() {
            self.wrong_indices(var, span);
            return None;
        }
        let mut flat: Option<(NodeId, u32)> = None;
        for (index, e) in var.index.iter().zip(indices) {
            let (node, _) = self.scalar(e, Some(&Ty::from_meaning(&index.meaning)))?;
            flat = Some(match flat {
                None => (node, index.len),
                Some((before, len)) => {
                    let width = self.constant(index.len as i32);
                    let row = self.node(Node::Mul(before, width));
                    (self.node(Node::Add(row, node)), len * index.len)
                }
            });
        }
        Some(flat)
    }

    fn wrong_indices(&mut self, var: &Var, span: Span) {
        let kinds: Vec<String> = var
            .index
            .iter()
            .map(|i| self.describe(&Ty::from_meaning(&i.meaning)))
            .collect();
        let bare: Vec<&str> = kinds.iter().map(|k| k.trim_start_matches("a ")).collect();
        if kinds.is_empty() {
            self.error(
                "type::index",
                format!("`{}` has one value", var.name),
                span,
                "no index here",
            );
            self.help(format!("write `{}` alone", var.name));
            return;
        }
        self.error(
            "type::index",
            format!("`{}` has a value for each {}", var.name, bare.join(" and ")),
            span,
            "which one?",
        );
        let places = vec!["…"; kinds.len()].join(", ");
        self.help(format!("write `{}({places})` with {}", var.name, kinds.join(" and ")));
    }

    /// What changes during play has no place before the equipment is complete.
    fn in_play_only(&mut self, span: Span) -> Option<()> {
        if self.progress.laid_out {
            return Some(());
        }
        self.error(
            "type::constant",
            "a constant is needed here",
            span,
            "this changes during play",
        );
        None
    }

    pub(super) fn indexed(&mut self, base: u32, index: NodeId, low: i32, len: u32) -> NodeId {
        match self.scalar_value(index) {
            Some(i) if (low..low + len as i32).contains(&i) => self.node(Node::Slot(base + (i - low) as u32)),
            _ => self.node(Node::Indexed { base, index, low, len }),
        }
    }

    /// A function's result, expanded in place.
    pub(super) fn inline_fn(&mut self, def: usize, name: &Ident, args: &[Expr], span: Span) -> Option<Val> {
        let game = self.game;
        let crate::syntax::tree::ItemKind::Fn { params, ty, body, .. } = &game.defs[def].item.kind else {
            return None;
        };
        let body = body.as_ref()?;
        self.arity(name, params.len(), args.len(), span)?;
        let mut bindings = Vec::new();
        let mut lets = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            let declared = match &param.ty {
                Some(t) => Some(self.declared(t)?),
                None => None,
            };
            let val = match declared.as_ref().map(|d| d.form) {
                Some(Form::Set) => {
                    let (id, ty) = self.set_of(arg, declared.as_ref().map(|d| &d.ty))?;
                    Val::Set(id, ty)
                }
                Some(Form::Bag(_) | Form::List(_) | Form::Throw) => self.expr(arg, None)?,
                _ => {
                    let (node, ty) = self.scalar(arg, declared.as_ref().map(|d| &d.ty))?;
                    if self.plain(node) {
                        Val::Scalar(node, ty)
                    } else {
                        let tmp = self.tmp();
                        lets.push((tmp, node));
                        let kept = self.node(Node::Tmp(tmp));
                        Val::Scalar(kept, ty)
                    }
                }
            };
            bindings.push((param.name.text.clone(), Local::Alias(val)));
        }
        // The arguments are the caller's: a call among them is no call of the function by itself.
        self.enter_call(name)?;
        // The body sees its parameters and the game's names, not the caller's locals.
        let outer = std::mem::replace(&mut self.locals, bindings);
        let want = match ty {
            Some(t) => self.declared(t),
            None => None,
        };
        let ty = want.as_ref().map(|d| &d.ty);
        let result = self.owned_by(None, |s| match want.as_ref().map(|d| d.form) {
            Some(Form::Set) => s.set_of(body, ty).map(|(id, ty)| Val::Set(id, ty)),
            Some(Form::Bag(_) | Form::List(_)) => s.expr(body, ty),
            Some(_) => s.scalar(body, ty).map(|(node, ty)| Val::Scalar(node, ty)),
            None => s.expr(body, None),
        });
        self.locals = outer;
        self.calling.pop();
        let mut result = result?;
        for (tmp, value) in lets.into_iter().rev() {
            match &mut result {
                Val::Scalar(node, _) => {
                    *node = self.node(Node::Let {
                        tmp,
                        value,
                        body: *node,
                    });
                }
                Val::Set(..) | Val::Bag { .. } => {
                    self.error(
                        "type::argument",
                        format!("`{}` gives a set or bag: its arguments must be simple", name.text),
                        span,
                        "an argument here is computed",
                    );
                    self.help("bind the argument by `let` first");
                    return None;
                }
            }
        }
        Some(result)
    }

    pub(super) fn arity(&mut self, name: &Ident, want: usize, have: usize, span: Span) -> Option<()> {
        if want == have {
            return Some(());
        }
        if self.was_refused(&name.text, name.span) {
            return None;
        }
        self.error(
            "type::arguments",
            format!(
                "`{}` takes {want} argument{}",
                name.text,
                if want == 1 { "" } else { "s" }
            ),
            span,
            format!("{have} given"),
        );
        None
    }

    /// Begins the expansion of a call; a cycle is an error.
    pub(super) fn enter_call(&mut self, name: &Ident) -> Option<()> {
        if let Some(at) = self.calling.iter().position(|(n, _)| *n == name.text) {
            let mut way: Vec<&str> = self.calling[at..].iter().map(|(n, _)| n.as_str()).collect();
            way.push(&name.text);
            let way = way.join("` calls `");
            self.error(
                "call::cycle",
                format!("`{}` calls itself", name.text),
                name.span,
                format!("`{way}`"),
            );
            self.help("calls may not form a cycle: everything in a game is bounded");
            return None;
        }
        if self.calling.len() >= 64 {
            self.error("size::nesting", "calls are nested more than 64 deep", name.span, "here");
            return None;
        }
        self.calls += 1;
        if self.calls == super::MAX_CALLS {
            self.too_large();
        }
        if self.calls >= super::MAX_CALLS || self.program.nodes.len() >= super::MAX_SIZE {
            return None;
        }
        let caller = self.where_am_i();
        let calls = self.program.calls.entry(caller).or_default();
        if !calls.contains(&name.text) {
            calls.insert(name.text.clone());
        }
        self.calling.push((name.text.clone(), name.span));
        Some(())
    }
}
