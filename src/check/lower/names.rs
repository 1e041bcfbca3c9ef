//! What a bare name stands for as a value.

use super::Lowerer;
use super::types::{Local, Sym, Ty, Val};
use crate::ir::{Local as Place, Node};
use crate::syntax::tree::{Expr, ExprKind, Ident, ItemKind};

impl Lowerer<'_> {
    pub(super) fn name(&mut self, name: &Ident, want: Option<&Ty>) -> Option<Val> {
        let local = self.locals.iter().rev().find(|(n, _)| *n == name.text);
        if let Some((_, local)) = local {
            let local = local.clone();
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

    fn measure_value(&mut self, def: usize, name: &Ident) -> Option<Val> {
        let game = self.game;
        let ItemKind::Measure { value, .. } = &game.defs[def].item.kind else {
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
