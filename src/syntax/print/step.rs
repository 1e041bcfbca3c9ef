//! Parts of steps and conditions, alternatives, and the rules of a play.

use super::expr::{expr, maybe_args, valued};
use super::item::setup_entry;
use super::stmt;
use super::table;
use super::text::{Inline, block, inner, maybe_quoted, prefixed, quoted};
use super::warrant::with_tail;
use crate::syntax::tree::{
    Alternative, Edit, EditKind, EditPart, ExprKind, Ident, Part, PartKind, Place, PlayRule, Stmt, StmtKind, Tail,
};

/// A part with its tail.
pub fn part(part: &Part, room: usize) -> String {
    with_tail(&bare_part(part, room), &part.tail, room)
}

fn bare_part(part: &Part, room: usize) -> String {
    match &part.kind {
        PartKind::Let { name, value, otherwise } => {
            let mut out = valued(&format!("let {} =", name.text), value, room);
            if let Some(reason) = otherwise {
                out = format!("{out} else {}", quoted(reason));
            }
            out
        }
        PartKind::Pick { name, domain } => format!("pick {} in {}", name.text, expr(domain)),
        PartKind::Require { name, test, reason } => {
            let name = name.as_ref().map_or_else(String::new, |n| format!("{}: ", n.text));
            format!("require {name}{}{}", expr(test), maybe_quoted(reason.as_ref()))
        }
        PartKind::Do(body) => stmt::braced("do", body, room),
        PartKind::Notation(text) => format!("notation {}", quoted(text)),
    }
}

/// A block of parts.
pub fn parts(head: &str, parts: &[Part], room: usize) -> String {
    let entries: Vec<_> = parts.iter().map(|p| part(p, inner(room))).collect();
    block(head, &entries, Inline::One, room)
}

/// An alternative with its tail.
pub fn alternative(a: &Alternative, room: usize) -> String {
    with_tail(&bare_alternative(a), &a.tail, room)
}

fn bare_alternative(a: &Alternative) -> String {
    let mut out = a.name.text.clone() + &maybe_args(&a.args);
    if let Some(when) = &a.when {
        out = format!("{out} if {}", expr(when));
    }
    out
}

/// `NAME: EXPR "reason"` with its tail.
pub fn rule(rule: &PlayRule, room: usize) -> String {
    with_tail(&bare_rule(rule), &rule.tail, room)
}

fn bare_rule(rule: &PlayRule) -> String {
    let name = rule.name.as_ref().map_or_else(String::new, |n| format!("{}: ", n.text));
    format!("{name}{}{}", expr(&rule.value), maybe_quoted(rule.reason.as_ref()))
}

/// ` before NAME`, ` after NAME`.
pub fn place(place: Option<&(Place, Ident)>) -> String {
    place.map_or_else(String::new, |(side, name)| {
        let side = if *side == Place::Before { "before" } else { "after" };
        format!(" {side} {}", name.text)
    })
}

/// One edit of an inherited declaration.
pub fn edit(edit: &Edit, room: usize) -> String {
    let text = match &edit.kind {
        EditKind::Add {
            part: EditPart::Statement(stmt),
            place,
        } if needs_braces(stmt, &edit.tail) => stmt::braced(
            &format!("add{}", self::place(place.as_ref())),
            std::slice::from_ref(stmt),
            room,
        ),
        EditKind::Add { part, place } => {
            let text = prefixed("add ", room, |room| edit_part(part, room));
            text + &self::place(place.as_ref())
        }
        EditKind::Override(part) => prefixed("override ", room, |room| edit_part(part, room)),
        EditKind::Remove(name) => format!("remove {}", name.text),
        EditKind::RemoveEntry { space, kind, mark } => {
            let mark = mark.as_ref().map_or_else(String::new, |m| format!(" {}", m.text));
            let kind = kind
                .as_ref()
                .map_or_else(String::new, |k| format!(": {}{mark}", k.text));
            format!("remove {}{kind}", expr(space))
        }
    };
    with_tail(&text, &edit.tail, room)
}

/// Whether a statement that is added needs braces: to keep its own tail from the edit's, the edit's from the last rule of
/// a play, and a `let` from being a part.
fn needs_braces(stmt: &Stmt, tail: &Tail) -> bool {
    let empty = |t: &Tail| t.warrants.is_empty() && t.guard.is_none();
    match &stmt.kind {
        StmtKind::Let(..) if stmt.label.is_none() => true,
        StmtKind::Play { such_that, best_by, .. } if !such_that.is_empty() || !best_by.is_empty() => {
            !empty(tail) || !empty(&stmt.tail)
        }
        // Behind `add` the word `best` begins a rule of the play.
        kind => !empty(&stmt.tail) || (stmt.label.is_none() && begins_with_best(kind)),
    }
}

fn begins_with_best(kind: &StmtKind) -> bool {
    let is_best = |name: &Ident| name.text == "best";
    match kind {
        StmtKind::Call(name, _) => is_best(name),
        StmtKind::Assign { target: e, .. } | StmtKind::Leaves(e) => {
            matches!(&e.kind, ExprKind::Name(name) | ExprKind::Call(name, _) | ExprKind::Member(name, _) if is_best(name))
        }
        _ => false,
    }
}

fn edit_part(part: &EditPart, room: usize) -> String {
    match part {
        EditPart::Part(part) => self::part(part, room),
        EditPart::Alternative(a) => alternative(a, room),
        EditPart::Row(row) => table::row(row),
        EditPart::SuchThat(rule) => format!("such that {}", self::rule(rule, room)),
        EditPart::Best(rule) => format!("best {}", self::rule(rule, room)),
        EditPart::Statement(stmt) => stmt::stmt(stmt, room),
        EditPart::Entry(entry) => setup_entry(entry, room),
        EditPart::When(test) => format!("when {}", expr(test)),
        EditPart::Becomes(test) => format!("becomes {}", expr(test)),
    }
}
