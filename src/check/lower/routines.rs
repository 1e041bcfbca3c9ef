//! Calls of routines, which are expanded where they stand.

use super::Lowerer;
use super::code::Waiting;
use super::types::{Form, Local, Sym, Val};
use crate::ir::{Node, Op};
use crate::syntax::source::Span;
use crate::syntax::tree::{Expr, Ident, ItemKind};

impl Lowerer<'_> {
    pub(super) fn call_routine(&mut self, name: &Ident, args: &[Expr], span: Span) -> Option<()> {
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
}
