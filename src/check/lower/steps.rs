//! Steps and conditions: parameters, requirements with their parts, notation.

use super::types::{Declared, Form, Local, Sym, Ty, Val};
use super::{Lowerer, code::Waiting};
use crate::engine::MAX_PARAMS;
use crate::ir::{Local as Place, NONE, Node, NodeId, Op, PartId, Piece, SetExpr, SetId, StepParam, Test};
use crate::syntax::source::Span;
use crate::syntax::tree::{BinOp, Expr, ExprKind, Ident, ItemKind, Part, PartKind, Text, Warrant};

impl Lowerer<'_> {
    /// Parameters first, so that steps, handlers and choices may name each other; then their parts.
    pub(super) fn steps(&mut self) {
        let game = self.game;
        let steps = || {
            game.defs.iter().filter_map(|def| match &def.item.kind {
                ItemKind::Step { name, params, parts } => Some((name, params, parts)),
                _ => None,
            })
        };
        let mut begun = Vec::new();
        for (at, (name, params, _)) in steps().enumerate() {
            self.deciding = Some(at as u32);
            self.calling.push((name.text.clone(), name.span));
            let mut tests = Vec::new();
            for param in params {
                self.step_param(at, &param.name, &param.domain, &[], &mut tests);
            }
            self.calling.pop();
            begun.push((std::mem::take(&mut self.locals), tests));
        }
        for (at, ((name, _, parts), (locals, tests))) in steps().zip(begun).enumerate() {
            self.locals = locals;
            self.step(at, name, parts, tests);
            self.locals.clear();
        }
    }

    fn step(&mut self, at: usize, name: &Ident, parts: &[Part], mut tests: Vec<Test>) {
        self.deciding = Some(at as u32);
        self.calling.push((name.text.clone(), name.span));
        let mut body: Option<&Part> = None;
        let mut notation: Option<&Text> = None;
        let mut number = 0;
        for part in parts {
            match &part.kind {
                PartKind::Pick { name, domain } => {
                    self.step_param(at, name, domain, &part.tail.warrants, &mut tests);
                }
                PartKind::Let {
                    name: local,
                    value,
                    otherwise,
                } => {
                    let path = format!("{}.{}", name.text, local.text);
                    self.step_let(&path, part, local, value, otherwise.as_ref(), &mut tests);
                }
                PartKind::Require {
                    name: own,
                    test,
                    reason,
                } => {
                    number += 1;
                    let own = own.as_ref().map_or_else(|| number.to_string(), |n| n.text.clone());
                    let path = format!("{}.{own}", name.text);
                    self.require(&path, part, test, reason.as_ref(), &mut tests);
                }
                PartKind::Do(_) => body = Some(part),
                PartKind::Notation(text) => notation = Some(text),
            }
        }
        self.program.steps[at].tests = tests;
        self.deciding = None;
        let pieces = match notation {
            Some(text) => self.notation(text),
            None => self.default_notation(at, &name.text),
        };
        self.program.steps[at].notation = pieces;
        self.program.steps[at].body = self.program.code.len() as u32;
        match body.map(|p| &p.kind) {
            Some(PartKind::Do(block)) if !block.is_empty() => {
                self.wait = Waiting::No;
                self.block(block);
            }
            _ => {
                let span = body.map_or(name.span, |p| p.span);
                self.diagnostics.push(
                    crate::diagnostics::Diagnostic::error(
                        "step::idle",
                        format!("step `{}` has no effect", name.text),
                        span,
                        "nothing is done",
                    )
                    .help("say what it does in `do { … }`; use `pass` in a choice for doing nothing"),
                );
            }
        }
        self.program.code.push(Op::Return);
        let step = &self.program.steps[at];
        let (head, from) = (self.program.parts[step.part as usize].span, step.body);
        self.mark(head, from);
        if let Some(part) = body {
            self.mark(part.span, from);
        }
        self.calling.pop();
    }

    fn step_param(&mut self, at: usize, name: &Ident, domain: &Expr, warrants: &[Warrant], tests: &mut Vec<Test>) {
        let domain = self
            .set_of(domain, None)
            .filter(|(set, _)| self.walkable(*set, domain.span).is_some());
        let Some((set, ty)) = domain else {
            self.locals.push((name.text.clone(), Local::Refused));
            // How many parameters the step has is not known now.
            let step = self.program.steps[at].name.clone();
            self.refused.insert(step);
            return;
        };
        let set = if ty == Ty::Space { self.along_route(set) } else { set };
        let index = self.program.steps[at].params.len();
        if index == MAX_PARAMS {
            self.error(
                "size::params",
                format!("a step has at most {MAX_PARAMS} parameters"),
                name.span,
                "one too many",
            );
            return;
        }
        let tmp = self.local_tmp(&name.text, ty.clone());
        self.program.steps[at].params.push(StepParam {
            name: name.text.clone(),
            tmp,
            meaning: ty.meaning(),
        });
        let path = format!("{}.{}", self.program.steps[at].name, name.text);
        let part = self.part(&path, None, name.span, warrants);
        tests.push(Test::Param {
            param: index as u32,
            set,
            part,
            held: false,
        });
    }

    /// The same spaces in the order in which `me` passes them, so that candidates come in one order whichever way a seat
    /// travels. Spaces off the route come last.
    fn along_route(&mut self, set: SetId) -> SetId {
        let route = match (self.program.numbering, self.program.routes.len()) {
            (Some((route, _)), _) => route as usize,
            (None, 1) => 0,
            _ => return set,
        };
        match self.program.sets[set as usize].clone() {
            SetExpr::Fixed(f) => {
                let mut rows = self.program.fixed[f as usize].clone();
                for (row, places) in rows.iter_mut().zip(&self.program.routes[route].places) {
                    row.list.sort_by_key(|s| match places.get(*s as usize) {
                        Some(p) if *p != NONE => (false, *p),
                        _ => (true, *s),
                    });
                }
                self.program.fixed.push(rows);
                let id = self.program.fixed.len() as u32 - 1;
                self.set(SetExpr::Fixed(id))
            }
            SetExpr::Such { base, tmp, test } => {
                let base = self.along_route(base);
                self.set(SetExpr::Such { base, tmp, test })
            }
            SetExpr::Minus(a, b) => {
                let a = self.along_route(a);
                self.set(SetExpr::Minus(a, b))
            }
            _ => set,
        }
    }

    fn step_let(
        &mut self,
        path: &str,
        part: &Part,
        name: &Ident,
        value: &Expr,
        otherwise: Option<&Text>,
        tests: &mut Vec<Test>,
    ) {
        let Some(val) = self.expr(value, None) else {
            self.locals.push((name.text.clone(), Local::Refused));
            return;
        };
        match val {
            Val::Scalar(node, ty) => {
                let id = otherwise.map(|o| self.part(path, Some(&o.text), part.span, &part.tail.warrants));
                let tmp = self.local_tmp(&name.text, ty);
                tests.push(Test::Let {
                    tmp,
                    value: node,
                    part: id,
                });
            }
            other => self.locals.push((name.text.clone(), Local::Alias(other))),
        }
    }

    /// A requirement; a condition called whole brings its own parts, with their reasons.
    fn require(&mut self, path: &str, part: &Part, test: &Expr, reason: Option<&Text>, tests: &mut Vec<Test>) {
        if let ExprKind::Call(name, args) = &test.kind
            && let Some(Sym::Condition(def)) = self.symbols.get(&name.text).cloned()
        {
            self.used.insert(name.text.clone());
            // Warrants written here speak of the requirement as a whole.
            self.part(path, reason.map(|r| r.text.as_str()), part.span, &part.tail.warrants);
            self.condition_tests(def, name, args, test.span, tests);
            return;
        }
        let Some(node) = self.truth(test) else { return };
        let id = self.part(path, reason.map(|r| r.text.as_str()), part.span, &part.tail.warrants);
        if self.scalar_value(node) == Some(1) {
            return;
        }
        let bears = self.bearing(test);
        tests.push(Test::Require {
            test: node,
            bears,
            part: id,
        });
    }

    /// The condition of a requirement `C implies D`.
    fn bearing(&mut self, test: &Expr) -> Option<NodeId> {
        match &test.kind {
            ExprKind::Binary(BinOp::Implies, condition, _) => self.truth(condition),
            _ => None,
        }
    }

    fn condition_tests(
        &mut self,
        def: usize,
        name: &Ident,
        args: &[Expr],
        span: Span,
        tests: &mut Vec<Test>,
    ) -> Option<()> {
        let game = self.game;
        let ItemKind::Condition { params, parts, .. } = &game.defs[def].item.kind else {
            return None;
        };
        self.arity(name, params.len(), args.len(), span)?;
        let mut bindings = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            let declared = match &param.ty {
                Some(t) => self.declared(t),
                None => None,
            };
            let form = declared.as_ref().map_or(Form::Scalar, |d| d.form);
            let want = declared.as_ref().map(|d| &d.ty);
            let local = match form {
                Form::Scalar => {
                    let (node, ty) = self.scalar(arg, want)?;
                    if self.plain(node) {
                        Local::Alias(Val::Scalar(node, ty))
                    } else {
                        let tmp = self.tmp();
                        tests.push(Test::Let {
                            tmp,
                            value: node,
                            part: None,
                        });
                        Local::At(Place::Tmp(tmp), ty)
                    }
                }
                Form::Set => {
                    let (id, ty) = self.set_of(arg, want)?;
                    Local::Alias(Val::Set(id, ty))
                }
                _ => Local::Alias(self.expr(arg, want)?),
            };
            bindings.push((param.name.text.clone(), local));
        }
        self.enter_call(name)?;
        let outer = std::mem::replace(&mut self.locals, bindings);
        let mut number = 0;
        for part in parts.iter().flatten() {
            match &part.kind {
                PartKind::Let {
                    name: local,
                    value,
                    otherwise,
                } => {
                    let path = format!("{}.{}", name.text, local.text);
                    let known = self.condition_parts.get(&path).copied();
                    let before = self.program.parts.len();
                    self.step_let(&path, part, local, value, otherwise.as_ref(), tests);
                    if let (Some(known), Some(Test::Let { part: Some(id), .. })) = (known, tests.last_mut()) {
                        *id = known;
                        self.program.parts.truncate(before);
                    } else if let Some(Test::Let { part: Some(id), .. }) = tests.last() {
                        self.condition_parts.insert(path, *id);
                    }
                }
                PartKind::Require {
                    name: own,
                    test,
                    reason,
                } => {
                    number += 1;
                    let own = own.as_ref().map_or_else(|| number.to_string(), |n| n.text.clone());
                    let path = format!("{}.{own}", name.text);
                    if let ExprKind::Call(..) = &test.kind {
                        self.require(&path, part, test, reason.as_ref(), tests);
                        continue;
                    }
                    let id = self.condition_part(&path, part, reason.as_ref());
                    if let Some(node) = self.truth(test) {
                        let bears = self.bearing(test);
                        tests.push(Test::Require {
                            test: node,
                            bears,
                            part: id,
                        });
                    }
                }
                _ => {
                    self.error(
                        "type::part",
                        "a condition holds only `let` and `require`",
                        part.span,
                        "belongs in a step",
                    );
                }
            }
        }
        self.locals = outer;
        self.calling.pop();
        Some(())
    }

    fn condition_part(&mut self, path: &str, part: &Part, reason: Option<&Text>) -> PartId {
        if let Some(id) = self.condition_parts.get(path) {
            return *id;
        }
        let id = self.part(path, reason.map(|r| r.text.as_str()), part.span, &part.tail.warrants);
        self.condition_parts.insert(path.to_owned(), id);
        id
    }

    /// A condition as a truth within an expression.
    pub(super) fn condition_truth(&mut self, def: usize, name: &Ident, args: &[Expr], span: Span) -> Option<Val> {
        let mut tests = Vec::new();
        self.owned_by(None, |s| s.condition_tests(def, name, args, span, &mut tests))?;
        let mut node = self.constant(1);
        for test in tests.iter().rev() {
            node = match test {
                Test::Require { test, .. } => self.node(Node::And(*test, node)),
                Test::Let { tmp, value, part } => {
                    let body = if part.is_some() {
                        let (kept, none) = (self.node(Node::Tmp(*tmp)), self.constant(NONE));
                        let nothing = self.node(Node::Eq(kept, none));
                        let something = self.node(Node::Not(nothing));
                        self.node(Node::And(something, node))
                    } else {
                        node
                    };
                    self.node(Node::Let {
                        tmp: *tmp,
                        value: *value,
                        body,
                    })
                }
                Test::Param { .. } => node,
            };
        }
        Some(Val::Scalar(node, Ty::Truth))
    }

    /// `"{a}/{b}{struck:*}"`: names of the step, expressions are not needed.
    fn notation(&mut self, text: &Text) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut rest = text.text.as_str();
        while let Some(open) = rest.find('{') {
            if open > 0 {
                pieces.push(Piece::Text(rest[..open].to_owned()));
            }
            let Some(close) = rest[open..].find('}') else {
                self.error(
                    "notation::brace",
                    "a `{` in this notation is not closed",
                    text.span,
                    "no `}` follows",
                );
                return pieces;
            };
            let inner = &rest[open + 1..open + close];
            rest = &rest[open + close + 1..];
            let ident = |t: &str| Ident {
                text: t.to_owned(),
                span: text.span,
            };
            if let Some((event, sign)) = inner.split_once(':') {
                match self.lookup(event.trim()) {
                    Some(Sym::Event(id) | Sym::Step(id)) => pieces.push(Piece::If(id, sign.to_owned())),
                    _ => self.unknown(&ident(event.trim()), "event"),
                }
                continue;
            }
            let name = Expr {
                kind: ExprKind::Name(ident(inner.trim())),
                span: text.span,
            };
            if let Some((node, ty)) = self.scalar(&name, None) {
                pieces.push(Piece::Value(node, ty.meaning()));
            }
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        self.legible(text);
        pieces
    }

    /// Refuses a notation that could not be read back.
    fn legible(&mut self, text: &Text) {
        let inner = text.text.as_str();
        if inner.trim().is_empty() {
            self.error(
                "notation::blank",
                "a notation says something",
                text.span,
                "nothing is written",
            );
        } else if inner.trim() != inner {
            self.error(
                "notation::blank",
                "a notation begins and ends with a sign",
                text.span,
                "a space at one end",
            );
            self.help(format!("write `\"{}\"`", inner.trim()));
        } else if inner.contains(" [") {
            self.error(
                "notation::bracket",
                "brackets behind a space tell moves apart that are written alike",
                text.span,
                "not in a notation",
            );
            self.help("use `(` and `)`, or leave the space out");
        }
    }

    fn default_notation(&mut self, at: usize, name: &str) -> Vec<Piece> {
        let mut pieces = vec![Piece::Text(name.to_owned())];
        for param in self.program.steps[at].params.clone() {
            pieces.push(Piece::Text(" ".into()));
            let node = self.node(Node::Tmp(param.tmp));
            pieces.push(Piece::Value(node, param.meaning));
        }
        pieces
    }

    /// A parameter of an event, referee event or routine.
    pub(super) fn param_type(&mut self, param: &crate::syntax::tree::Param) -> Declared {
        let declared = param.ty.as_ref().and_then(|t| self.declared(t));
        if param.ty.is_none() {
            self.error(
                "type::parameter",
                format!("the type of `{}` is not known", param.name.text),
                param.name.span,
                "say what it is",
            );
            self.help(format!(
                "write `{0} : player`, `{0} : space`, a range such as `{0} : 1..6`, or the name of an enumeration",
                param.name.text
            ));
            self.refused.insert(param.name.text.clone());
        }
        declared.unwrap_or(Declared {
            ty: Ty::Int,
            range: (i32::MIN + 1, i32::MAX),
            or_none: true,
            form: Form::Scalar,
        })
    }

    pub(super) fn me_node(&mut self) -> NodeId {
        self.node(Node::Me)
    }
}
