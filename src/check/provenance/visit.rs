//! All warrants of a declaration, wherever in it they stand.

use crate::syntax::tree::{
    Alternative, Block, EditKind, EditPart, Expr, ExprKind, Item, ItemKind, Part, PartKind, PlayRule, Stmt, StmtKind,
    Warrant,
};

/// The warrants of a declaration and of everything in it, in the order written.
#[must_use]
pub fn warrants(item: &Item) -> Vec<&Warrant> {
    let mut out = Vec::new();
    match &item.kind {
        ItemKind::Space(decl) => decl.members.iter().for_each(|m| out.extend(&m.tail.warrants)),
        ItemKind::Money(decl) => decl.accounts.iter().for_each(|a| out.extend(&a.tail.warrants)),
        ItemKind::Table(decl) => decl.rows.iter().for_each(|r| out.extend(&r.tail.warrants)),
        ItemKind::Setup { entries, .. } => entries.iter().for_each(|e| out.extend(&e.tail.warrants)),
        ItemKind::Condition { parts: Some(parts), .. } | ItemKind::Step { parts, .. } => {
            parts.iter().for_each(|p| part(p, &mut out));
        }
        ItemKind::Group { members, .. } => alternatives(members, &mut out),
        ItemKind::Routine { body: Some(body), .. }
        | ItemKind::Phase { body, .. }
        | ItemKind::Start(body)
        | ItemKind::On { body, .. }
        | ItemKind::Referee { body, .. }
        | ItemKind::EndGame { body, .. }
        | ItemKind::EndMatch { body, .. } => block(body, &mut out),
        ItemKind::Fn { body: Some(e), .. } | ItemKind::Const { value: Some(e), .. } => expr(e, &mut out),
        ItemKind::Reading { choices, .. } => choices.iter().for_each(|c| out.extend(&c.tail.warrants)),
        ItemKind::Witness { picks, .. } => picks.iter().for_each(|p| out.extend(&p.warrants)),
        ItemKind::Rests(entries) => entries.iter().for_each(|e| out.extend(&e.warrants)),
        ItemKind::Edit { edits, .. } => {
            for edit in edits {
                if let EditKind::Add { part, .. } | EditKind::Override(part) = &edit.kind {
                    edited(part, &mut out);
                }
                out.extend(&edit.tail.warrants);
            }
        }
        _ => {}
    }
    out.extend(&item.tail.warrants);
    out
}

fn edited<'a>(added: &'a EditPart, out: &mut Vec<&'a Warrant>) {
    match added {
        EditPart::Part(p) => part(p, out),
        EditPart::Alternative(a) => alternatives(std::slice::from_ref(a), out),
        EditPart::SuchThat(r) | EditPart::Best(r) => rules(std::slice::from_ref(r), out),
        EditPart::Statement(s) => stmt(s, out),
        EditPart::Row(r) => out.extend(&r.tail.warrants),
        EditPart::Entry(e) => out.extend(&e.tail.warrants),
        EditPart::When(e) | EditPart::Becomes(e) => expr(e, out),
    }
}

fn part<'a>(part: &'a Part, out: &mut Vec<&'a Warrant>) {
    if let PartKind::Do(body) = &part.kind {
        block(body, out);
    }
    out.extend(&part.tail.warrants);
}

fn alternatives<'a>(list: &'a [Alternative], out: &mut Vec<&'a Warrant>) {
    list.iter().for_each(|a| out.extend(&a.tail.warrants));
}

fn rules<'a>(list: &'a [PlayRule], out: &mut Vec<&'a Warrant>) {
    list.iter().for_each(|r| out.extend(&r.tail.warrants));
}

fn block<'a>(body: &'a Block, out: &mut Vec<&'a Warrant>) {
    body.iter().for_each(|s| stmt(s, out));
}

fn stmt<'a>(stmt: &'a Stmt, out: &mut Vec<&'a Warrant>) {
    match &stmt.kind {
        StmtKind::If { yes, no, .. } => {
            block(yes, out);
            no.iter().for_each(|b| block(b, out));
        }
        StmtKind::For { body, .. } | StmtKind::As { body, .. } | StmtKind::EndGame(body) | StmtKind::EndMatch(body) => {
            block(body, out)
        }
        StmtKind::Loop { body, beyond, .. } => {
            block(body, out);
            block(beyond, out);
        }
        StmtKind::Cases(arms) => {
            for arm in arms {
                block(&arm.body, out);
                out.extend(&arm.tail.warrants);
            }
        }
        StmtKind::Choose { groups, otherwise } => {
            groups.iter().for_each(|g| alternatives(g, out));
            otherwise.iter().for_each(|b| block(b, out));
        }
        StmtKind::Play {
            groups,
            such_that,
            best_by,
        } => {
            groups.iter().for_each(|g| alternatives(g, out));
            rules(such_that, out);
            rules(best_by, out);
        }
        _ => {}
    }
    out.extend(&stmt.tail.warrants);
}

/// Arms of `cases` at the top of an expression have warrants of their own.
fn expr<'a>(e: &'a Expr, out: &mut Vec<&'a Warrant>) {
    match &e.kind {
        ExprKind::Cases(arms) => {
            for (_, value, tail) in arms {
                expr(value, out);
                out.extend(&tail.warrants);
            }
        }
        ExprKind::If(_, yes, no) => {
            expr(yes, out);
            expr(no, out);
        }
        ExprKind::As(_, inner) => expr(inner, out),
        _ => {}
    }
}
