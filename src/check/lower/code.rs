//! Blocks of statements to flat code.

use super::Lowerer;
use super::types::{Local, Sym, Ty, Val};
use crate::ir::{EndOp, EndResult, Local as Place, Node, NodeId, Op, PartId};
use crate::syntax::source::Span;
use crate::syntax::tree::{Block, Expr, Ident, ItemKind, Stmt, StmtKind};

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

impl Lowerer<'_> {
    pub(super) fn pc(&self) -> u32 {
        self.program.code.len() as u32
    }

    pub(super) fn emit(&mut self, op: Op) -> usize {
        // The error says it once; what would be written is dropped, so that memory is bounded too. Nothing is made of a
        // program that has an error: the address is as good as any.
        if self.program.code.len() >= super::MAX_SIZE {
            self.too_large();
            return 0;
        }
        self.program.code.push(op);
        self.program.code.len() - 1
    }

    pub(super) fn patch(&mut self, at: usize) {
        let to = self.pc();
        match &mut self.program.code[at] {
            Op::Jump(t) | Op::Unless(_, t) | Op::Next { exit: t, .. } | Op::Choose { otherwise: t, .. } => *t = to,
            _ => {}
        }
    }

    /// A local of the code being lowered: a temporary, or a slot where the code may wait.
    pub(super) fn place(&mut self) -> Place {
        if self.wait == Waiting::No {
            return Place::Tmp(self.tmp());
        }
        let at = self.frame;
        self.frame += 1;
        self.frame_top = self.frame_top.max(self.frame);
        Place::Slot(self.program.layout.frame + at)
    }

    pub(super) fn local_node(&mut self, place: Place) -> NodeId {
        match place {
            Place::Tmp(t) => self.node(Node::Tmp(t)),
            Place::Slot(s) => self.node(Node::Slot(s)),
        }
    }

    pub(super) fn clear_down_to(&mut self, frame: u32) {
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
            self.place_bounds(stmt, from);
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
            StmtKind::Let(name, value) => self.let_local(name, value),
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value, span)?,
            StmtKind::If { test, yes, no } => self.if_else(test, yes, no.as_ref()),
            StmtKind::Cases(arms) => self.cases(arms, stmt),
            StmtKind::For { var, domain, body } => self.for_each(var, domain, body)?,
            StmtKind::Loop {
                var,
                most,
                body,
                beyond,
            } => self.lower_loop(var.as_ref(), most, body, beyond)?,
            StmtKind::Leave => self.leave(span)?,
            StmtKind::Roll { group, given } => self.roll(group.as_ref(), given.as_ref(), span)?,
            StmtKind::Choose { groups, otherwise } => self.choose(groups, otherwise.as_ref(), span)?,
            StmtKind::Play {
                groups,
                such_that,
                best_by,
            } => self.play(groups, such_that, best_by, span)?,
            StmtKind::Again => {
                self.needs_turns(span, "again");
                let me = self.me_node();
                self.somebody(me, span, "there is nobody to go on");
                self.emit(Op::Again);
            }
            StmtKind::Then { phase, by } => self.owe_phase(phase, by.as_ref(), span)?,
            StmtKind::PassTurn(player) => {
                self.needs_turns(span, "pass turn");
                let (player, _) = self.scalar(player, Some(&Ty::Player))?;
                self.somebody(player, span, "there is nobody to pass the turn to");
                self.emit(Op::PassTurn(player));
            }
            StmtKind::Leaves(player) => {
                let (player, _) = self.scalar(player, Some(&Ty::Player))?;
                self.somebody(player, span, "there is nobody to leave");
                self.emit(Op::Leaves(player));
            }
            StmtKind::As { player, body } => self.act_as(player, body, span)?,
            StmtKind::Pay(pay) => self.payment(pay, span)?,
            StmtKind::Emit(name, args) => self.emit_event(name, args, span)?,
            StmtKind::Move(m) => self.move_stmt(m, span)?,
            StmtKind::Shift { value, from, to } => {
                let (from, ty) = self.bag_target(from)?;
                let (to, _) = self.bag_target(to)?;
                self.shift(value, &ty, Some(from), Some(to), span)?;
            }
            StmtKind::Take { value, from } => self.take(value, from, span)?,
            StmtKind::Put { value, into } => {
                let (to, ty) = self.bag_target(into)?;
                self.shift(value, &ty, None, Some(to), span)?;
            }
            StmtKind::Push { value, list } => self.push(value, list, span)?,
            StmtKind::DropFirst(list) => {
                let (base, cap, _, _) = self.list_target(list)?;
                let part = self.bound_part(span, "the list is empty");
                self.emit(Op::DropFirst { base, cap, part });
            }
            StmtKind::EndGame(body) => self.end_block(body, false, span),
            StmtKind::EndMatch(body) => self.end_block(body, true, span),
            StmtKind::Win { player, by } => self.win(player, by.as_ref(), span)?,
            StmtKind::Draw => self.end_op(EndResult::Draw, span),
            StmtKind::Rank(by) => {
                let (by, _) = self.scalar(by, Some(&Ty::Int))?;
                self.end_op(EndResult::Rank(by), span);
            }
            StmtKind::Call(name, args) => self.call_routine(name, args, span)?,
        }
        Some(())
    }

    /// `let` in a block: a value of the block.
    fn let_local(&mut self, name: &Ident, value: &Expr) {
        let local = match self.expr(value, None) {
            None => Local::Refused,
            Some(Val::Scalar(node, ty)) => {
                let place = self.place();
                self.emit(Op::SetLocal(place, node));
                Local::At(place, ty)
            }
            Some(other) => {
                let what = self.describe_val(&other);
                self.error(
                    "type::let",
                    "`let` in a block keeps a single value",
                    value.span,
                    format!("this is {what}"),
                );
                self.help("declare a `var` for a bag, or a `fn` for a set");
                Local::Refused
            }
        };
        self.locals.push((name.text.clone(), local));
    }

    pub(super) fn where_am_i(&self) -> String {
        match (&self.wait, self.calling.last()) {
            (Waiting::Phase(name), None) => name.clone(),
            (Waiting::Start, None) => "start".into(),
            (_, Some((name, _))) => name.clone(),
            (Waiting::No, None) => String::new(),
        }
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

    fn owe_phase(&mut self, phase: &Ident, by: Option<&Expr>, span: Span) -> Option<()> {
        self.needs_turns(span, "then");
        let Some(Sym::Phase(id)) = self.lookup(&phase.text) else {
            self.unknown(phase, "phase");
            return None;
        };
        let by = match by {
            Some(by) => self.scalar(by, Some(&Ty::Player))?.0,
            None => self.me_node(),
        };
        self.somebody(by, span, "there is nobody to play the phase");
        self.emit(Op::Then { phase: id, by });
        Some(())
    }

    /// The game stops, with a reason, where a player is nobody.
    pub(super) fn somebody(&mut self, player: NodeId, span: Span, reason: &str) {
        // Nobody acts only where a referee calls or the game is over, and in what handles events from there.
        let acts = self.wait != Waiting::No && self.program.nodes[player as usize] == Node::Me;
        if acts || matches!(self.program.nodes[player as usize], Node::Const(0..)) {
            return;
        }
        let part = self.bound_part(span, reason);
        self.emit(Op::Somebody { player, part });
    }

    fn emit_event(&mut self, name: &Ident, args: &[Expr], span: Span) -> Option<()> {
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
        Some(())
    }

    fn end_block(&mut self, body: &Block, matched: bool, span: Span) {
        self.program.has_match |= matched;
        let before = std::mem::replace(&mut self.matched, matched);
        let at = self.program.code.len();
        let wrong = self.diagnostics.len();
        self.block(body);
        self.has_result(at, wrong, span);
        self.matched = before;
    }

    /// Whether the code from `at` says how something ended. Where something in it was refused, since there were `wrong`
    /// findings, that may have been the result.
    pub(super) fn has_result(&mut self, at: usize, wrong: usize, span: Span) {
        let code = self.program.code.get(at..).unwrap_or_default();
        if self.diagnostics.len() > wrong || code.iter().any(|op| matches!(op, Op::End(_))) {
            return;
        }
        self.error("end::result", "an end says how it ended", span, "no result here");
        self.help("write `win PLAYER by N`, `draw` or `rank seats by EXPRESSION`");
    }

    fn win(&mut self, player: &Expr, by: Option<&Expr>, span: Span) -> Option<()> {
        let (player, _) = self.scalar(player, Some(&Ty::Player))?;
        let by = match by {
            Some(by) => self.scalar(by, Some(&Ty::Int))?.0,
            None => self.constant(1),
        };
        self.somebody(player, span, "there is nobody to win");
        self.end_op(EndResult::Win(player, by), span);
        Some(())
    }

    fn end_op(&mut self, result: EndResult, span: Span) {
        let path = self.where_am_i();
        let named = (0..self.program.parts.len() as PartId)
            .rfind(|p| self.program.parts[*p as usize].path == path && !self.bound_parts.contains(p));
        let part = match named {
            Some(at) => at,
            None => self.part(&path, None, span, &[]),
        };
        let none = self.bound_part(span, "what it comes to is none");
        let matched = self.matched;
        self.emit(Op::End(Box::new(EndOp {
            matched,
            result,
            part,
            none,
        })));
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
