//! Guards: `when R is C` on declarations and parts, decided before any other name is looked up.

use super::ReadingDef;
use crate::check::closest;
use crate::diagnostics::Diagnostic;
use crate::syntax::tree::{BinOp, EditKind, Expr, ExprKind, Item, ItemKind, Tail};
use crate::syntax::walk::{self, Visitor};
use std::collections::{HashMap, HashSet};

/// The choice of each reading.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    choices: HashMap<String, (usize, Vec<String>)>,
    /// Readings that a derived file takes away: no guard of its bases that asks for one holds.
    forgotten: HashSet<String>,
}

impl Assignment {
    /// The choices in force.
    #[must_use]
    pub fn new(readings: &[ReadingDef]) -> Self {
        Self {
            choices: readings
                .iter()
                .map(|r| {
                    let names = r.choices.iter().map(|c| c.name.text.clone()).collect();
                    (r.name.clone(), (r.chosen, names))
                })
                .collect(),
            forgotten: HashSet::new(),
        }
    }

    /// Sets which readings are taken away by the files derived from the one that is read.
    pub fn forget<'a>(&mut self, readings: impl Iterator<Item = &'a str>) {
        self.forgotten = readings.map(str::to_owned).collect();
    }

    /// The same with one reading decided otherwise.
    pub fn set(&mut self, reading: &str, choice: usize) {
        if let Some(entry) = self.choices.get_mut(reading) {
            entry.0 = choice;
        }
    }

    /// Whether a guard lets its declaration stand.
    pub fn allows(&self, tail: &Tail, diagnostics: &mut Vec<Diagnostic>) -> bool {
        tail.guard
            .as_ref()
            .is_none_or(|g| self.decide(g, diagnostics).unwrap_or(false))
    }

    /// The truth of a guard; nothing where it is no guard, which is reported.
    pub fn decide(&self, guard: &Expr, diagnostics: &mut Vec<Diagnostic>) -> Option<bool> {
        match &guard.kind {
            ExprKind::Truth(t) => Some(*t),
            ExprKind::Not(a) => self.decide(a, diagnostics).map(|t| !t),
            ExprKind::Binary(op @ (BinOp::And | BinOp::Or), a, b) => {
                let (a, b) = (self.decide(a, diagnostics)?, self.decide(b, diagnostics)?);
                Some(if *op == BinOp::And { a && b } else { a || b })
            }
            ExprKind::Binary(op @ (BinOp::Eq | BinOp::Ne), a, b) => {
                let (ExprKind::Name(reading), ExprKind::Name(choice)) = (&a.kind, &b.kind) else {
                    return not_a_guard(guard, diagnostics);
                };
                let Some((chosen, names)) = self.choices.get(&reading.text) else {
                    if self.forgotten.contains(&reading.text) {
                        return None;
                    }
                    let near = closest(&reading.text, self.choices.keys().map(String::as_str));
                    diagnostics.push(
                        Diagnostic::error(
                            "name::unknown",
                            format!("there is no reading `{}`", reading.text),
                            reading.span,
                            "a guard can only ask for readings",
                        )
                        .maybe_help(near.map(|n| format!("did you mean `{n}`?"))),
                    );
                    return None;
                };
                let Some(at) = names.iter().position(|n| *n == choice.text) else {
                    diagnostics.push(
                        Diagnostic::error(
                            "name::unknown",
                            format!("reading `{}` has no choice `{}`", reading.text, choice.text),
                            choice.span,
                            "not one of its choices",
                        )
                        .help(format!("its choices are: {}", names.join(", "))),
                    );
                    return None;
                };
                Some((at == *chosen) == (*op == BinOp::Eq))
            }
            _ => not_a_guard(guard, diagnostics),
        }
    }
}

fn not_a_guard(guard: &Expr, diagnostics: &mut Vec<Diagnostic>) -> Option<bool> {
    diagnostics.push(
        Diagnostic::error(
            "reading::guard",
            "a guard can only ask which choice of a reading is in force",
            guard.span,
            "not of the form `READING is CHOICE`",
        )
        .help("guards are decided before play; use `if` or a requirement for what changes during it"),
    );
    None
}

/// The readings that a guard mentions.
pub fn mentioned(guard: &Expr, out: &mut Vec<String>) {
    match &guard.kind {
        ExprKind::Not(a) => mentioned(a, out),
        ExprKind::Binary(BinOp::And | BinOp::Or, a, b) => {
            mentioned(a, out);
            mentioned(b, out);
        }
        ExprKind::Binary(_, a, _) => {
            if let ExprKind::Name(n) = &a.kind
                && !out.contains(&n.text)
            {
                out.push(n.text.clone());
            }
        }
        _ => {}
    }
}

/// Drops the parts of a declaration whose guards do not hold.
pub fn prune(item: &mut Item, assignment: &Assignment, diagnostics: &mut Vec<Diagnostic>) {
    if let ItemKind::Edit { edits, .. } = &mut item.kind {
        for edit in edits {
            if let EditKind::Add { part, .. } | EditKind::Override(part) = &mut edit.kind
                && let Some(tail) = part.tail_mut()
                && edit.tail.guard.is_none()
            {
                // A guard written behind an added part is the edit's.
                edit.tail.guard = tail.guard.take();
            }
        }
    }
    walk::visit(
        item,
        &mut Pruner {
            assignment,
            diagnostics,
        },
    );
}

struct Pruner<'a> {
    assignment: &'a Assignment,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Visitor for Pruner<'_> {
    fn part(&mut self, tail: &mut Tail) -> bool {
        let stands = self.assignment.allows(tail, self.diagnostics);
        tail.guard = None;
        stands
    }
}
