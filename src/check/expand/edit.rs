//! `in KIND NAME { add … | override … | remove … }`: edits of named parts.

use crate::check::closest;
use crate::diagnostics::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::{
    Alternative, Block, Edit, EditKind, EditPart, Ident, Item, ItemKind, Part, PartKind, Place, PlayRule, Row,
    StmtKind, Warrant,
};

/// Applies one edit to an inherited declaration.
pub fn apply(item: &mut Item, edit: Edit, diagnostics: &mut Vec<Diagnostic>) {
    let span = edit.span;
    let warrants = edit.tail.warrants;
    let done = match &mut item.kind {
        ItemKind::Step { parts, .. } | ItemKind::Condition { parts: Some(parts), .. } => {
            in_parts(parts, edit.kind, warrants)
        }
        ItemKind::Group { members, .. } => in_alternatives(members, edit.kind, warrants),
        ItemKind::Table(table) => in_rows(&mut table.rows, edit.kind, warrants),
        ItemKind::Phase { body, .. } | ItemKind::Routine { body: Some(body), .. } => {
            in_block(body, edit.kind, warrants)
        }
        _ => Err(Problem::Kind),
    };
    if let Err(problem) = done {
        diagnostics.push(problem.report(span));
    }
}

enum Problem {
    Kind,
    Missing(Ident, Vec<String>),
    Exists(Ident),
    Plays(usize),
}

impl Problem {
    fn report(self, span: Span) -> Diagnostic {
        match self {
            Problem::Kind => Diagnostic::error(
                "derive::part",
                "this declaration has no parts of that kind",
                span,
                "cannot be edited here",
            ),
            Problem::Missing(name, known) => {
                let near = closest(&name.text, known.iter().map(String::as_str)).map(str::to_owned);
                Diagnostic::error(
                    "derive::nothing",
                    format!("there is no part `{}` here", name.text),
                    name.span,
                    "not a part of the inherited declaration",
                )
                .maybe_help(
                    near.map(|n| format!("did you mean `{n}`?"))
                        .or_else(|| (!known.is_empty()).then(|| format!("its parts are: {}", known.join(", ")))),
                )
            }
            Problem::Exists(name) => Diagnostic::error(
                "name::duplicate",
                format!("there is a part `{}` here already", name.text),
                name.span,
                "added again",
            )
            .help("write `override` to replace it"),
            Problem::Plays(n) => Diagnostic::error(
                "derive::part",
                format!("this phase has {n} plays; the edit does not say which it means"),
                span,
                "exactly one play can be edited",
            ),
        }
    }
}

/// The name of a part of a step or condition.
pub fn part_name(part: &Part) -> Option<&str> {
    match &part.kind {
        PartKind::Let { name, .. } | PartKind::Pick { name, .. } => Some(&name.text),
        PartKind::Require { name, .. } => name.as_ref().map(|n| n.text.as_str()),
        PartKind::Do(_) => Some("do"),
        PartKind::Notation(_) => Some("notation"),
    }
}

fn part_ident(part: &Part) -> Option<Ident> {
    part_name(part).map(|n| Ident {
        text: n.to_owned(),
        span: part.span,
    })
}

fn edit_list<T>(
    list: &mut Vec<T>,
    name_of: impl Fn(&T) -> Option<Ident>,
    new: Option<T>,
    place: Option<(Place, Ident)>,
    replace: bool,
    remove: Option<Ident>,
) -> Result<(), Problem> {
    let known = |list: &[T]| -> Vec<String> { list.iter().filter_map(|t| name_of(t).map(|n| n.text)).collect() };
    let find = |list: &[T], name: &Ident| {
        list.iter()
            .position(|t| name_of(t).is_some_and(|n| n.text == name.text))
            .ok_or_else(|| Problem::Missing(name.clone(), known(list)))
    };
    if let Some(name) = remove {
        let at = find(list, &name)?;
        list.remove(at);
        return Ok(());
    }
    let Some(new) = new else { return Err(Problem::Kind) };
    let name = name_of(&new);
    if replace {
        let Some(name) = name else { return Err(Problem::Kind) };
        let at = find(list, &name)?;
        list[at] = new;
        return Ok(());
    }
    if let Some(name) = name
        && find(list, &name).is_ok()
    {
        return Err(Problem::Exists(name));
    }
    match place {
        Some((Place::Before, other)) => {
            let at = find(list, &other)?;
            list.insert(at, new);
        }
        Some((Place::After, other)) => {
            let at = find(list, &other)?;
            list.insert(at + 1, new);
        }
        None => list.push(new),
    }
    Ok(())
}

fn in_parts(parts: &mut Vec<Part>, kind: EditKind, warrants: Vec<Warrant>) -> Result<(), Problem> {
    let unpack = |part: EditPart| match part {
        EditPart::Part(mut p) => {
            p.tail.warrants.extend(warrants.clone());
            Ok(p)
        }
        _ => Err(Problem::Kind),
    };
    match kind {
        EditKind::Remove(name) => edit_list(parts, part_ident, None, None, false, Some(name)),
        EditKind::Override(part) => edit_list(parts, part_ident, Some(unpack(part)?), None, true, None),
        EditKind::Add { part, place } => edit_list(parts, part_ident, Some(unpack(part)?), place, false, None),
    }
}

fn in_alternatives(list: &mut Vec<Alternative>, kind: EditKind, warrants: Vec<Warrant>) -> Result<(), Problem> {
    let unpack = |part: EditPart| match part {
        EditPart::Alternative(mut a) => {
            a.tail.warrants.extend(warrants.clone());
            Ok(a)
        }
        _ => Err(Problem::Kind),
    };
    let name = |a: &Alternative| Some(a.name.clone());
    match kind {
        EditKind::Remove(n) => edit_list(list, name, None, None, false, Some(n)),
        EditKind::Override(part) => edit_list(list, name, Some(unpack(part)?), None, true, None),
        EditKind::Add { part, place } => edit_list(list, name, Some(unpack(part)?), place, false, None),
    }
}

fn in_rows(rows: &mut Vec<Row>, kind: EditKind, warrants: Vec<Warrant>) -> Result<(), Problem> {
    let unpack = |part: EditPart| match part {
        EditPart::Row(mut r) => {
            r.tail.warrants.extend(warrants.clone());
            Ok(r)
        }
        _ => Err(Problem::Kind),
    };
    let name = |r: &Row| Some(r.name.clone());
    match kind {
        EditKind::Remove(n) => edit_list(rows, name, None, None, false, Some(n)),
        EditKind::Override(part) => {
            let mut row = unpack(part)?;
            // A row that is changed in its cells alone keeps its throws.
            if row.head.is_none() {
                row.head = rows
                    .iter()
                    .find(|r| r.name.text == row.name.text)
                    .and_then(|r| r.head.clone());
            }
            edit_list(rows, name, Some(row), None, true, None)
        }
        EditKind::Add { part, place } => edit_list(rows, name, Some(unpack(part)?), place, false, None),
    }
}

fn in_block(body: &mut Block, kind: EditKind, warrants: Vec<Warrant>) -> Result<(), Problem> {
    let label = |s: &crate::syntax::tree::Stmt| s.label.clone();
    let rule_name = |r: &PlayRule| r.name.clone();
    match kind {
        EditKind::Add {
            part: EditPart::Statement(mut s),
            place,
        } => {
            s.tail.warrants.extend(warrants);
            edit_list(body, label, Some(s), place, false, None)
        }
        EditKind::Override(EditPart::Statement(s)) => edit_list(body, label, Some(s), None, true, None),
        EditKind::Remove(name) => {
            if body
                .iter()
                .any(|s| s.label.as_ref().is_some_and(|l| l.text == name.text))
            {
                return edit_list(body, label, None, None, false, Some(name));
            }
            let (such, best) = only_play(body)?;
            if such
                .iter()
                .any(|r| r.name.as_ref().is_some_and(|n| n.text == name.text))
            {
                edit_list(such, rule_name, None, None, false, Some(name))
            } else {
                edit_list(best, rule_name, None, None, false, Some(name))
            }
        }
        EditKind::Add { part, place } => match part {
            EditPart::SuchThat(r) => edit_list(
                only_play(body)?.0,
                rule_name,
                Some(with(r, warrants)),
                place,
                false,
                None,
            ),
            EditPart::Best(r) => edit_list(
                only_play(body)?.1,
                rule_name,
                Some(with(r, warrants)),
                place,
                false,
                None,
            ),
            _ => Err(Problem::Kind),
        },
        EditKind::Override(part) => match part {
            EditPart::SuchThat(r) => {
                edit_list(only_play(body)?.0, rule_name, Some(with(r, warrants)), None, true, None)
            }
            EditPart::Best(r) => edit_list(only_play(body)?.1, rule_name, Some(with(r, warrants)), None, true, None),
            _ => Err(Problem::Kind),
        },
    }
}

fn with(mut rule: PlayRule, warrants: Vec<Warrant>) -> PlayRule {
    rule.tail.warrants.extend(warrants);
    rule
}

fn only_play(body: &mut Block) -> Result<(&mut Vec<PlayRule>, &mut Vec<PlayRule>), Problem> {
    fn collect<'a>(body: &'a mut Block, out: &mut Vec<(&'a mut Vec<PlayRule>, &'a mut Vec<PlayRule>)>) {
        for stmt in body {
            match &mut stmt.kind {
                StmtKind::Play { such_that, best_by, .. } => out.push((such_that, best_by)),
                StmtKind::If { yes, no, .. } => {
                    collect(yes, out);
                    if let Some(no) = no {
                        collect(no, out);
                    }
                }
                StmtKind::For { body, .. } | StmtKind::As { body, .. } | StmtKind::Loop { body, .. } => {
                    collect(body, out)
                }
                _ => {}
            }
        }
    }
    let mut plays = Vec::new();
    collect(body, &mut plays);
    let n = plays.len();
    match plays.pop() {
        Some(only) if n == 1 => Ok(only),
        _ => Err(Problem::Plays(n)),
    }
}
