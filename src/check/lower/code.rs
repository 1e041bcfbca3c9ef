//! Blocks of statements to flat code.

use super::Lowerer;
use super::types::{Form, Local, Sym, Ty, Val};
use crate::ir::{
    Alternative, BagVar, Best, Cases, Choice, EndOp, EndResult, Local as Place, MoveOp, NONE, Node, NodeId, Op, PartId,
    Play, Shape, Target,
};
use crate::syntax::source::Span;
use crate::syntax::tree::{
    self, AssignOp, BinOp, Block, Expr, ExprKind, Ident, ItemKind, MoveStmt, PlayRule, Stmt, StmtKind, Whose,
};

/// Whether the code being lowered may wait for a throw or a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Waiting {
    /// A step, handler, referee event or end: it runs through.
    No,
    /// `start`.
    Start,
    /// A phase, by name.
    Phase(String),
}

/// A loop being lowered: where `leave` jumps are to be patched.
#[derive(Clone, Debug, Default)]
pub(super) struct LoopCtx {
    leaves: Vec<usize>,
    frame: u32,
    /// Where the outermost `as` that is open inside the loop keeps who acted before.
    shifted: Option<Place>,
}

impl Lowerer<'_> {
    fn pc(&self) -> u32 {
        self.program.code.len() as u32
    }

    pub(super) fn emit(&mut self, op: Op) -> usize {
        if self.program.code.len() >= super::MAX_SIZE {
            if self.program.code.len() == super::MAX_SIZE {
                self.too_large();
            }
            return 0;
        }
        self.program.code.push(op);
        self.program.code.len() - 1
    }

    fn patch(&mut self, at: usize) {
        let to = self.pc();
        match &mut self.program.code[at] {
            Op::Jump(t) | Op::Unless(_, t) | Op::Next { exit: t, .. } | Op::Choose { otherwise: t, .. } => *t = to,
            _ => {}
        }
    }

    /// A local of the code being lowered: a temporary, or a slot where the code may wait.
    fn place(&mut self) -> Place {
        if self.wait == Waiting::No {
            return Place::Tmp(self.tmp());
        }
        let at = self.frame;
        self.frame += 1;
        self.frame_top = self.frame_top.max(self.frame);
        Place::Slot(self.program.layout.frame + at)
    }

    fn local_node(&mut self, place: Place) -> NodeId {
        match place {
            Place::Tmp(t) => self.node(Node::Tmp(t)),
            Place::Slot(s) => self.node(Node::Slot(s)),
        }
    }

    fn clear_down_to(&mut self, frame: u32) {
        for at in frame..self.frame {
            let zero = self.constant(0);
            let slot = Place::Slot(self.program.layout.frame + at);
            self.emit(Op::SetLocal(slot, zero));
        }
    }

    /// A block: its locals end with it, and their slots are cleared, so that equal positions are equal.
    pub(super) fn block(&mut self, block: &Block) {
        let (locals, frame) = (self.locals.len(), self.frame);
        for stmt in block {
            let from = self.pc();
            let around = self.around.clone();
            if !stmt.tail.warrants.is_empty() {
                self.around.clone_from(&stmt.tail.warrants);
            }
            self.stmt(stmt);
            self.around = around;
            if stmt.label.is_some() || !stmt.tail.warrants.is_empty() {
                // What is done under a condition is done where the condition holds.
                let test = matches!(stmt.kind, StmtKind::If { no: None, .. });
                self.mark(stmt.span, from + u32::from(test));
            }
        }
        self.clear_down_to(frame);
        self.locals.truncate(locals);
        self.frame = frame;
    }

    fn stmt(&mut self, stmt: &Stmt) -> Option<()> {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Let(name, value) => match self.expr(value, None) {
                None => self.locals.push((name.text.clone(), Local::Refused)),
                Some(Val::Scalar(node, ty)) => {
                    let place = self.place();
                    self.emit(Op::SetLocal(place, node));
                    self.locals.push((name.text.clone(), Local::At(place, ty)));
                }
                Some(other) => {
                    self.locals.push((name.text.clone(), Local::Refused));
                    let what = self.describe_val(&other);
                    self.error(
                        "type::let",
                        "`let` in a block keeps a single value",
                        value.span,
                        format!("this is {what}"),
                    );
                    self.help("declare a `var` for a bag, or a `fn` for a set");
                }
            },
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value, span)?,
            StmtKind::If { test, yes, no } => {
                let test = self.truth(test);
                let skip = self.emit(Op::Unless(test.unwrap_or(0), 0));
                self.block(yes);
                if let Some(no) = no {
                    let end = self.emit(Op::Jump(0));
                    self.patch(skip);
                    self.block(no);
                    self.patch(end);
                } else {
                    self.patch(skip);
                }
            }
            StmtKind::Cases(arms) => {
                let mut ends = Vec::new();
                // What is said of the order of arms stands behind them all.
                let watched = stmt.tail.warrants.is_empty() && arms.iter().filter(|a| a.test.is_some()).count() > 1;
                let cases = watched.then(|| self.begin_cases(span));
                for (i, arm) in arms.iter().enumerate() {
                    let path = format!("{}.case{}", self.where_am_i(), i + 1);
                    if !arm.tail.warrants.is_empty() {
                        self.part(&path, None, span, &arm.tail.warrants);
                    }
                    let skip = match &arm.test {
                        Some(test) => {
                            let place = test.span;
                            let test = self.truth(test);
                            if let (Some(cases), Some(test)) = (cases, test) {
                                let info = &mut self.program.cases[cases];
                                info.tests.push(test);
                                info.arms.push(place);
                            }
                            Some(self.emit(Op::Unless(test.unwrap_or(0), 0)))
                        }
                        None => None,
                    };
                    let from = self.pc();
                    let around = self.around.clone();
                    if !arm.tail.warrants.is_empty() {
                        self.around.clone_from(&arm.tail.warrants);
                    }
                    self.block(&arm.body);
                    self.around = around;
                    ends.push(self.emit(Op::Jump(0)));
                    if let Some(span) = arm.span() {
                        self.mark(span, from);
                    }
                    if let Some(skip) = skip {
                        self.patch(skip);
                    }
                }
                for end in ends {
                    self.patch(end);
                }
            }
            StmtKind::For { var, domain, body } => {
                let (set, ty) = self.set_of(domain, None)?;
                self.walkable(set, domain.span)?;
                let (locals, frame) = (self.locals.len(), self.frame);
                let place = self.place();
                let none = self.constant(NONE);
                self.emit(Op::SetLocal(place, none));
                let head = self.pc();
                let next = self.emit(Op::Next {
                    local: place,
                    set,
                    exit: 0,
                });
                self.locals.push((var.text.clone(), Local::At(place, ty)));
                self.block(body);
                self.emit(Op::Jump(head));
                self.patch(next);
                self.clear_down_to(frame);
                self.locals.truncate(locals);
                self.frame = frame;
            }
            StmtKind::Loop {
                var,
                most,
                body,
                beyond,
            } => self.lower_loop(var.as_ref(), most, body, beyond, span)?,
            StmtKind::Leave => {
                let Some((frame, shifted)) = self.loops.last().map(|l| (l.frame, l.shifted)) else {
                    self.error(
                        "loop::leave",
                        "`leave` stands outside any loop",
                        span,
                        "nothing to leave",
                    );
                    return None;
                };
                if let Some(keep) = shifted {
                    self.emit(Op::Exit { keep });
                }
                if self.wait != Waiting::No {
                    self.clear_down_to(frame);
                }
                let at = self.emit(Op::Jump(0));
                if let Some(l) = self.loops.last_mut() {
                    l.leaves.push(at);
                }
            }
            StmtKind::Roll { group, given } => self.roll(group.as_ref(), given.as_ref(), span)?,
            StmtKind::Choose { groups, otherwise } => {
                self.may_wait(span, "choose")?;
                let groups = self.groups(groups)?;
                let choice = self.program.choices.len() as u32;
                self.program.choices.push(Choice { groups });
                let at = self.emit(Op::Choose { choice, otherwise: 0 });
                let end = self.emit(Op::Jump(0));
                self.patch(at);
                if let Some(block) = otherwise {
                    self.block(block);
                }
                self.patch(end);
            }
            StmtKind::Play {
                groups,
                such_that,
                best_by,
            } => self.play(groups, such_that, best_by, span)?,
            StmtKind::Again => {
                self.needs_turns(span, "again");
                self.emit(Op::Again);
            }
            StmtKind::Then { phase, by } => {
                self.needs_turns(span, "then");
                let Some(Sym::Phase(id)) = self.lookup(&phase.text) else {
                    self.unknown(phase, "phase");
                    return None;
                };
                let by = match by {
                    Some(by) => self.scalar(by, Some(&Ty::Player))?.0,
                    None => self.me_node(),
                };
                self.emit(Op::Then { phase: id, by });
            }
            StmtKind::PassTurn(player) => {
                self.needs_turns(span, "pass turn");
                let (player, _) = self.scalar(player, Some(&Ty::Player))?;
                self.emit(Op::PassTurn(player));
            }
            StmtKind::Leaves(player) => {
                let (player, _) = self.scalar(player, Some(&Ty::Player))?;
                self.emit(Op::Leaves(player));
            }
            StmtKind::As { player, body } => {
                let (player, _) = self.scalar(player, Some(&Ty::Player))?;
                let frame = self.frame;
                let keep = self.place();
                let part = self.bound_part(span, "there is nobody to act as");
                self.emit(Op::Enter { player, keep, part });
                let outermost = self.loops.last_mut().filter(|l| l.shifted.is_none());
                let outermost = outermost.map(|l| l.shifted = Some(keep)).is_some();
                self.block(body);
                if outermost && let Some(l) = self.loops.last_mut() {
                    l.shifted = None;
                }
                self.emit(Op::Exit { keep });
                self.clear_down_to(frame);
                self.frame = frame;
            }
            StmtKind::Pay(pay) => self.payment(pay, span)?,
            StmtKind::Emit(name, args) => {
                let Some(Sym::Event(id)) = self.lookup(&name.text) else {
                    self.unknown(name, "event");
                    return None;
                };
                self.emitted.insert(name.text.clone());
                let types = self.event_types(&name.text);
                self.arity(name, types.len(), args.len(), span)?;
                let mut nodes = Vec::new();
                for (arg, ty) in args.iter().zip(&types) {
                    nodes.push(self.scalar(arg, Some(ty))?.0);
                }
                self.emit(Op::Emit { event: id, args: nodes });
            }
            StmtKind::Move(m) => self.move_stmt(m, span)?,
            StmtKind::Shift { value, from, to } => {
                let (from, ty) = self.bag_target(from)?;
                let (to, _) = self.bag_target(to)?;
                self.shift(value, &ty, Some(from), Some(to), span)?;
            }
            StmtKind::Take { value, from } if self.is_list(from) => {
                let (base, cap, ty, _) = self.list_target(from)?;
                let (value, _) = self.scalar(value, Some(&ty))?;
                let part = self.bound_part(span, "the list has no such element");
                self.emit(Op::TakeFirst { base, cap, value, part });
            }
            StmtKind::Take { value, from } => {
                let (from, ty) = self.bag_target(from)?;
                self.shift(value, &ty, Some(from), None, span)?;
            }
            StmtKind::Put { value, into } => {
                let (to, ty) = self.bag_target(into)?;
                self.shift(value, &ty, None, Some(to), span)?;
            }
            StmtKind::Push { value, list } => {
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
            }
            StmtKind::DropFirst(list) => {
                let (base, cap, _, _) = self.list_target(list)?;
                self.emit(Op::DropFirst { base, cap });
            }
            StmtKind::EndGame(body) => self.end_block(body, false, span),
            StmtKind::EndMatch(body) => self.end_block(body, true, span),
            StmtKind::Win { player, by } => {
                let (player, _) = self.scalar(player, Some(&Ty::Player))?;
                let by = match by {
                    Some(by) => self.scalar(by, Some(&Ty::Int))?.0,
                    None => self.constant(1),
                };
                self.end_op(EndResult::Win(player, by), span);
            }
            StmtKind::Draw => self.end_op(EndResult::Draw, span),
            StmtKind::Rank(by) => {
                let (by, _) = self.scalar(by, Some(&Ty::Int))?;
                self.end_op(EndResult::Rank(by), span);
            }
            StmtKind::Call(name, args) => self.call_routine(name, args, span)?,
        }
        Some(())
    }

    pub(super) fn where_am_i(&self) -> String {
        match (&self.wait, self.calling.last()) {
            (Waiting::Phase(name), None) => name.clone(),
            (Waiting::Start, None) => "start".into(),
            (_, Some((name, _))) => name.clone(),
            (Waiting::No, None) => String::new(),
        }
    }

    /// A `cases` whose order rests on nothing: its arms are looked at in playouts.
    fn begin_cases(&mut self, span: Span) -> usize {
        let path = self.where_am_i();
        let at = self.program.cases.len();
        self.program.cases.push(Cases {
            span,
            path,
            ..Cases::default()
        });
        self.emit(Op::Cases(at as u32));
        at
    }

    /// Refuses what is about turns in a game that has none.
    fn needs_turns(&mut self, span: Span, word: &str) {
        if !self.no_turn() {
            return;
        }
        self.error(
            "turn::empty",
            format!("`{word}` in a game with `no turn`"),
            span,
            "there are no turns here",
        );
        self.help("all that happens is what a `referee` event does; or write `turn = PHASE, …`");
    }

    fn may_wait(&mut self, span: Span, word: &str) -> Option<()> {
        if self.wait != Waiting::No {
            return Some(());
        }
        self.error(
            "code::wait",
            format!("`{word}` cannot stand in a step, a handler or an end"),
            span,
            "what is done there is done at once",
        );
        self.help("put it in a phase; from a step, owe a phase by `then PHASE`");
        None
    }

    fn lower_loop(&mut self, var: Option<&Ident>, most: &Expr, body: &Block, beyond: &Block, span: Span) -> Option<()> {
        let most_value = self.constant_int(most)?;
        if !(0..=100_000).contains(&most_value) {
            self.error(
                "size::loop",
                "a loop runs at most 100,000 times",
                most.span,
                "more here",
            );
            return None;
        }
        let (locals, frame) = (self.locals.len(), self.frame);
        let place = self.place();
        let (one, most) = (self.constant(1), self.constant(most_value));
        self.emit(Op::SetLocal(place, one));
        let head = self.pc();
        let now = self.local_node(place);
        let within = self.node(Node::Le(now, most));
        let out = self.emit(Op::Unless(within, 0));
        if let Some(var) = var {
            self.locals.push((var.text.clone(), Local::At(place, Ty::Int)));
        }
        self.loops.push(LoopCtx {
            frame: self.frame,
            ..LoopCtx::default()
        });
        self.block(body);
        let one = self.constant(1);
        let more = self.node(Node::Add(now, one));
        self.emit(Op::SetLocal(place, more));
        self.emit(Op::Jump(head));
        self.patch(out);
        let context = self.loops.pop().unwrap_or_default();
        self.block(beyond);
        for leave in context.leaves {
            self.patch(leave);
        }
        self.clear_down_to(frame);
        self.locals.truncate(locals);
        self.frame = frame;
        let _ = span;
        Some(())
    }

    fn roll(&mut self, group: Option<&Ident>, given: Option<&Expr>, span: Span) -> Option<()> {
        self.may_wait(span, "roll")?;
        let id = match group {
            None => self
                .program
                .dice
                .iter()
                .position(|d| d.name.is_empty())
                .map(|i| i as u32),
            Some(name) => match self.lookup(&name.text) {
                Some(Sym::Dice(id)) => Some(id),
                _ => {
                    self.unknown(name, "group of dice");
                    return None;
                }
            },
        };
        let Some(group) = id else {
            if self.was_refused("throw", span) {
                return None;
            }
            self.error(
                "name::unknown",
                "there is no unnamed group of dice",
                span,
                "nothing to roll",
            );
            self.help("declare `dice 2 of d6`, or name the group that is rolled");
            return None;
        };
        let given = match given {
            Some(e) => Some(self.truth(e)?),
            None => None,
        };
        self.emit(Op::Roll { group, given });
        Some(())
    }

    fn groups(&mut self, groups: &[Vec<tree::Alternative>]) -> Option<Vec<Vec<Alternative>>> {
        let mut out = Vec::new();
        for group in groups {
            let mut list = Vec::new();
            for alternative in group {
                self.alternative(alternative, &mut list)?;
            }
            out.push(list);
        }
        Some(out)
    }

    fn alternative(&mut self, a: &tree::Alternative, out: &mut Vec<Alternative>) -> Option<()> {
        let when = match &a.when {
            Some(w) => Some(self.truth(w)?),
            None => None,
        };
        if a.name.text == "pass" {
            out.push(Alternative {
                step: None,
                args: Vec::new(),
                when,
            });
            return Some(());
        }
        match self.lookup(&a.name.text) {
            Some(Sym::Step(id)) => {
                let params = self.program.steps[id as usize].params.clone();
                if a.args.len() > params.len() {
                    self.arity(&a.name, params.len(), a.args.len(), a.name.span)?;
                }
                let mut args = Vec::new();
                for (arg, param) in a.args.iter().zip(&params) {
                    args.push(self.scalar(arg, Some(&Ty::from_meaning(&param.meaning)))?.0);
                }
                out.push(Alternative {
                    step: Some(id),
                    args,
                    when,
                });
                Some(())
            }
            Some(Sym::Group(def)) => {
                let game = self.game;
                let ItemKind::Group { members, .. } = &game.defs[def].item.kind else {
                    return None;
                };
                self.enter_call(&a.name)?;
                for member in members {
                    self.alternative(member, out)?;
                }
                self.calling.pop();
                Some(())
            }
            _ => {
                self.unknown(&a.name, "step or group");
                None
            }
        }
    }

    fn play(
        &mut self,
        groups: &[Vec<tree::Alternative>],
        such_that: &[PlayRule],
        best_by: &[PlayRule],
        span: Span,
    ) -> Option<()> {
        self.may_wait(span, "play")?;
        if best_by.len() > crate::engine::MAX_BEST {
            self.error(
                "size::best",
                format!("`best by` lists at most {} expressions", crate::engine::MAX_BEST),
                span,
                format!("{} here", best_by.len()),
            );
            return None;
        }
        let written = groups.iter().flatten().find(|a| a.name.text == "pass");
        let groups = self.groups(groups)?;
        if groups.iter().flatten().any(|a| a.step.is_none()) {
            let at = written.map_or(span, |a| a.name.span);
            self.error(
                "play::pass",
                "`pass` cannot stand in a play",
                at,
                "this would repeat without end",
            );
            self.help("a play ends where nothing admissible goes on; for a choice that may be declined write `choose { … | pass }`");
            return None;
        }
        let here = self.where_am_i();
        let rule_part = |s: &mut Self, rule: &PlayRule, number: usize, word: &str| {
            let name = rule
                .name
                .as_ref()
                .map_or_else(|| format!("{word}{number}"), |n| n.text.clone());
            let reason = rule.reason.as_ref().map(|r| r.text.as_str());
            s.part(&format!("{here}.{name}"), reason, rule.span, &rule.tail.warrants)
        };
        let mut tests = Vec::new();
        for (i, rule) in such_that.iter().enumerate() {
            let test = self.truth(&rule.value)?;
            tests.push((test, rule_part(self, rule, i + 1, "such")));
        }
        let mut best = Vec::new();
        for (i, rule) in best_by.iter().enumerate() {
            let (value, _) = self.scalar(&rule.value, Some(&Ty::Int))?;
            best.push(Best {
                value,
                bound: None,
                part: rule_part(self, rule, i + 1, "best"),
            });
        }
        let play = self.program.plays.len() as u32;
        self.program.plays.push(Play {
            groups,
            such_that: tests,
            best_by: best,
        });
        self.emit(Op::Play { play });
        Some(())
    }

    /// A part for a bound that may be outgrown at this statement.
    pub(super) fn bound_part(&mut self, span: Span, reason: &str) -> PartId {
        let path = self.where_am_i();
        let part = self.part(&path, Some(reason), span, &[]);
        self.bound_parts.insert(part);
        part
    }

    fn assign(&mut self, target: &Expr, op: AssignOp, value: &Expr, span: Span) -> Option<()> {
        let (name, indices): (&Ident, &[Expr]) = match &target.kind {
            ExprKind::Name(n) => (n, &[]),
            ExprKind::Call(n, args) => (n, args),
            _ => {
                self.error(
                    "code::assign",
                    "only a variable can be assigned",
                    target.span,
                    "not a variable",
                );
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
            let declared = super::types::Declared {
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

    fn bag_target(&mut self, e: &Expr) -> Option<(BagVar, Ty)> {
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
        if let ExprKind::Name(name) = &e.kind
            && self.was_refused(&name.text, name.span)
        {
            return None;
        }
        self.error(
            "type::bag",
            "a bag variable is needed here",
            e.span,
            "not a bag variable",
        );
        None
    }

    fn is_list(&mut self, e: &Expr) -> bool {
        let ExprKind::Name(name) = &e.kind else { return false };
        let found = self.lookup(&name.text);
        matches!(found, Some(Sym::Var(at)) if matches!(self.program.vars[at].shape, Shape::List { .. }))
    }

    fn list_target(&mut self, e: &Expr) -> Option<(u32, u32, Ty, (i32, i32))> {
        if let ExprKind::Name(name) = &e.kind
            && let Some(Sym::Var(at)) = self.lookup(&name.text)
            && let Shape::List { cap } = self.program.vars[at].shape
        {
            let var = &self.program.vars[at];
            return Some((var.base, cap, Ty::from_meaning(&var.meaning), var.range));
        }
        if let ExprKind::Name(name) = &e.kind
            && self.was_refused(&name.text, name.span)
        {
            return None;
        }
        self.error(
            "type::list",
            "a list variable is needed here",
            e.span,
            "not a list variable",
        );
        None
    }

    fn shift(&mut self, value: &Expr, ty: &Ty, from: Option<BagVar>, to: Option<BagVar>, span: Span) -> Option<()> {
        let (value, _) = self.scalar(value, Some(ty))?;
        let part = self.bound_part(span, "the bag has no such element, or is full");
        self.emit(Op::Shift { value, from, to, part });
        Some(())
    }

    fn move_stmt(&mut self, m: &MoveStmt, span: Span) -> Option<()> {
        let owner = match &m.whose {
            Whose::My => self.me_node(),
            Whose::Their => self.opponent(span)?,
            Whose::Of(p) => self.scalar(p, Some(&Ty::Player))?.0,
        };
        let number = match &m.number {
            Some(n) => Some(self.scalar(n, Some(&Ty::Int))?.0),
            None => None,
        };
        let (named, becomes) = self.sorts_of_move(m, span)?;
        let from = self.piece_space(&m.from, owner)?;
        let to = match &m.to {
            Some(to) => self.piece_space(to, owner)?,
            None => from,
        };
        let several = self.scalar_value(named.len) != Some(1);
        let part = self.bound_part(
            span,
            if several {
                "there are not so many pieces there, or there is no such space, or their marks differ and none is named"
            } else {
                "there are not so many pieces there, or there is no such space"
            },
        );
        self.emit(Op::Move(Box::new(MoveOp {
            owner,
            sort: named.first,
            sorts: named.len,
            number,
            from,
            to,
            becomes,
            part,
        })));
        Some(())
    }

    /// A space that each player has, named barely, is the piece's owner's.
    fn piece_space(&mut self, e: &Expr, owner: NodeId) -> Option<NodeId> {
        let owner = match e.kind {
            ExprKind::Name(_) | ExprKind::Member(..) => Some(owner),
            _ => None,
        };
        self.owned_by(owner, |s| s.scalar(e, Some(&Ty::Space))).map(|(n, _)| n)
    }

    fn end_block(&mut self, body: &Block, matched: bool, span: Span) {
        self.program.has_match |= matched;
        let before = std::mem::replace(&mut self.matched, matched);
        let at = self.program.code.len();
        self.block(body);
        if !self.program.code[at.min(self.program.code.len())..]
            .iter()
            .any(|op| matches!(op, Op::End(_)))
        {
            self.error("end::result", "an end says how it ended", span, "no result here");
            self.help("write `win PLAYER by N`, `draw` or `rank seats by EXPRESSION`");
        }
        self.matched = before;
    }

    fn end_op(&mut self, result: EndResult, span: Span) {
        let path = self.where_am_i();
        let named = (0..self.program.parts.len() as PartId)
            .rfind(|p| self.program.parts[*p as usize].path == path && !self.bound_parts.contains(p));
        let part = match named {
            Some(at) => at,
            None => self.part(&path, None, span, &[]),
        };
        let matched = self.matched;
        self.emit(Op::End(Box::new(EndOp { matched, result, part })));
    }

    fn call_routine(&mut self, name: &Ident, args: &[Expr], span: Span) -> Option<()> {
        let Some(Sym::Routine(def)) = self.lookup(&name.text) else {
            self.unknown(name, "routine");
            return None;
        };
        let game = self.game;
        let item = &game.defs[def].item;
        let ItemKind::Routine { params, body, .. } = &item.kind else {
            return None;
        };
        self.arity(name, params.len(), args.len(), span)?;
        let frame = self.frame;
        let mut bindings = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            let declared = self.param_type(param);
            let local = match declared.form {
                Form::Scalar => {
                    let (node, ty) = self.scalar(arg, Some(&declared.ty))?;
                    if self.wait == Waiting::No
                        && matches!(self.program.nodes[node as usize], Node::Const(_) | Node::Tmp(_))
                    {
                        Local::Alias(Val::Scalar(node, ty))
                    } else {
                        // Evaluated once, before anything in the routine changes it.
                        let place = self.place();
                        self.emit(Op::SetLocal(place, node));
                        Local::At(place, ty)
                    }
                }
                Form::Set => {
                    let (id, ty) = self.set_of(arg, Some(&declared.ty))?;
                    Local::Alias(Val::Set(id, ty))
                }
                _ => Local::Alias(self.expr(arg, Some(&declared.ty))?),
            };
            bindings.push((param.name.text.clone(), local));
        }
        self.enter_call(name)?;
        let rests = !self
            .game
            .rests_on(&name.text, item.head.file, &item.tail.warrants)
            .is_empty();
        if rests && !self.condition_parts.contains_key(&name.text) {
            let id = self.part(&name.text, None, item.head, &item.tail.warrants);
            self.condition_parts.insert(name.text.clone(), id);
        }
        let outer = std::mem::replace(&mut self.locals, bindings);
        let loops = std::mem::take(&mut self.loops);
        let from = self.pc();
        if let Some(body) = body {
            self.block(body);
        }
        self.mark(item.head, from);
        self.loops = loops;
        self.locals = outer;
        self.calling.pop();
        self.clear_down_to(frame);
        self.frame = frame;
        Some(())
    }

    /// The parameter types of an event or step.
    pub(super) fn event_types(&mut self, name: &str) -> Vec<Ty> {
        let game = self.game;
        for def in &game.defs {
            if let ItemKind::Event { name: n, params } = &def.item.kind
                && n.text == name
            {
                return params.iter().map(|p| self.param_type(p).ty).collect();
            }
        }
        self.program
            .steps
            .iter()
            .find(|s| s.name == name)
            .map(|s| s.params.iter().map(|p| Ty::from_meaning(&p.meaning)).collect())
            .unwrap_or_default()
    }

    /// Slots that live as long as the position, for what the compiler itself keeps.
    pub(super) fn permanent(&mut self, n: u32) -> u32 {
        let at = self.program.layout.frame;
        self.program.layout.frame += n;
        at
    }
}
