//! Which statements are done: conditions, cases, loops, and who acts in a block.

use super::Lowerer;
use super::code::Waiting;
use super::types::{Local, Ty};
use crate::ir::{Cases, Local as Place, NONE, Node, NodeId, Op, SetExpr, SetId};
use crate::syntax::source::Span;
use crate::syntax::tree::{Block, CaseArm, Expr, Ident, Stmt};

/// A loop being lowered: where `leave` jumps are to be patched.
#[derive(Clone, Debug, Default)]
pub(super) struct LoopCtx {
    leaves: Vec<usize>,
    frame: u32,
    /// Where the outermost `as` that is open inside the loop keeps who acted before.
    shifted: Option<Place>,
}

impl Lowerer<'_> {
    pub(super) fn if_else(&mut self, test: &Expr, yes: &Block, no: Option<&Block>) {
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

    pub(super) fn cases(&mut self, arms: &[CaseArm], stmt: &Stmt) {
        let mut ends = Vec::new();
        // What is said of the order of arms stands behind them all.
        let watched = stmt.tail.warrants.is_empty() && arms.iter().filter(|a| a.test.is_some()).count() > 1;
        let cases = watched.then(|| self.begin_cases(stmt.span));
        for (i, arm) in arms.iter().enumerate() {
            let path = format!("{}.case{}", self.where_am_i(), i + 1);
            if !arm.tail.warrants.is_empty() {
                self.part(&path, None, stmt.span, &arm.tail.warrants);
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

    pub(super) fn for_each(&mut self, var: &Ident, domain: &Expr, body: &Block) -> Option<()> {
        let (set, ty) = self.set_of(domain, None)?;
        self.walkable(set, domain.span)?;
        let (locals, frame) = (self.locals.len(), self.frame);
        let set = self.with_ends_kept(set);
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
        Some(())
    }

    /// A set whose ends (of a range, of what lies between, the seat from which seats are gone through, a condition that
    /// chooses) are computed once and kept, so that a loop that changes what they depend on is no trap.
    fn with_ends_kept(&mut self, set: SetId) -> SetId {
        let kept = match self.program.sets[set as usize].clone() {
            SetExpr::Range(a, b) => SetExpr::Range(self.kept(a), self.kept(b)),
            SetExpr::Between { route, from, to } => SetExpr::Between {
                route,
                from: self.kept(from),
                to: self.kept(to),
            },
            SetExpr::SeatsFrom(player) => SetExpr::SeatsFrom(self.kept(player)),
            SetExpr::If(c, a, b) => SetExpr::If(self.kept(c), self.with_ends_kept(a), self.with_ends_kept(b)),
            SetExpr::Union(a, b) => SetExpr::Union(self.with_ends_kept(a), self.with_ends_kept(b)),
            SetExpr::Minus(a, b) => SetExpr::Minus(self.with_ends_kept(a), b),
            SetExpr::Such { base, tmp, test } => SetExpr::Such {
                base: self.with_ends_kept(base),
                tmp,
                test,
            },
            SetExpr::Fixed(_) | SetExpr::List(_) | SetExpr::Bag(_) => return set,
        };
        if kept == self.program.sets[set as usize] {
            return set;
        }
        self.set(kept)
    }

    /// A value computed here and kept in a local, unless it can't change.
    fn kept(&mut self, node: NodeId) -> NodeId {
        if matches!(self.program.nodes[node as usize], Node::Const(_) | Node::BySeat { .. }) {
            return node;
        }
        let place = self.place();
        self.emit(Op::SetLocal(place, node));
        self.local_node(place)
    }

    pub(super) fn lower_loop(&mut self, var: Option<&Ident>, most: &Expr, body: &Block, beyond: &Block) -> Option<()> {
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
        Some(())
    }

    pub(super) fn leave(&mut self, span: Span) -> Option<()> {
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
        Some(())
    }

    /// `as PLAYER { … }`: somebody else acts within the block.
    pub(super) fn act_as(&mut self, player: &Expr, body: &Block, span: Span) -> Option<()> {
        let (player, _) = self.scalar(player, Some(&Ty::Player))?;
        let frame = self.frame;
        let keep = self.place();
        let part = self.bound_part(span, "there is nobody to act as");
        self.emit(Op::Enter { player, keep, part });
        let acting = self.acting.replace(part);
        let outermost = self.loops.last_mut().filter(|l| l.shifted.is_none());
        let outermost = outermost.map(|l| l.shifted = Some(keep)).is_some();
        self.block(body);
        if outermost && let Some(l) = self.loops.last_mut() {
            l.shifted = None;
        }
        self.acting = acting;
        self.emit(Op::Exit { keep });
        self.clear_down_to(frame);
        self.frame = frame;
        Some(())
    }
}
