//! `in KIND NAME { add … | override … | remove … }`: edits of named parts.

use crate::check::closest;
use crate::diagnostics::Diagnostic;
use crate::syntax::print::print_expr;
use crate::syntax::source::Span;
use crate::syntax::tree::{
    Alternative, Block, Edit, EditKind, EditPart, Expr, Ident, Item, ItemKind, OnWhat, Part, PartKind, Place, PlayRule,
    Row, SetupEntry, Stmt, StmtKind, Warrant,
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
        ItemKind::Setup { entries, .. } => in_setup(entries, edit.kind, warrants),
        ItemKind::Phase { body, .. }
        | ItemKind::Routine { body: Some(body), .. }
        | ItemKind::Start(body)
        | ItemKind::Referee { body, .. } => in_block(body, edit.kind, warrants),
        ItemKind::EndGame { when, body, .. } | ItemKind::EndMatch { when, body, .. } => match edit.kind {
            EditKind::Override(EditPart::When(test)) => {
                *when = test;
                Ok(())
            }
            other => in_block(body, other, warrants),
        },
        ItemKind::On { what, when, body, .. } => match (edit.kind, what) {
            (EditKind::Override(EditPart::Becomes(new)), OnWhat::Becomes { test, .. }) => {
                *test = new;
                Ok(())
            }
            (kind, _) if is_when(&kind) => in_when(when, kind, span),
            (kind, _) => in_block(body, kind, warrants),
        },
        _ => Err(Problem::Kind),
    };
    if let Err(problem) = done {
        diagnostics.push(problem.report(span));
    }
}

/// The name of the part that an edit replaces or removes.
pub fn replaced(edit: &Edit) -> Option<String> {
    match &edit.kind {
        EditKind::Remove(name) => Some(name.text.clone()),
        EditKind::Override(part) => match part {
            EditPart::Part(part) => part_name(part).map(str::to_owned),
            EditPart::Alternative(a) => Some(a.name.text.clone()),
            EditPart::SuchThat(rule) | EditPart::Best(rule) => rule.name.as_ref().map(|n| n.text.clone()),
            EditPart::Statement(stmt) => stmt.label.as_ref().map(|n| n.text.clone()),
            EditPart::When(_) => Some("when".into()),
            EditPart::Becomes(_) => Some("becomes".into()),
            EditPart::Row(row) => Some(row.name.text.clone()),
            EditPart::Entry(_) => None,
        },
        EditKind::Add { .. } | EditKind::RemoveEntry { .. } => None,
    }
}

fn is_when(kind: &EditKind) -> bool {
    match kind {
        EditKind::Add { part, .. } | EditKind::Override(part) => matches!(part, EditPart::When(_)),
        EditKind::Remove(name) => name.text == "when",
        EditKind::RemoveEntry { .. } => false,
    }
}

/// The condition of a handler, which need not be there.
fn in_when(when: &mut Option<Expr>, kind: EditKind, span: Span) -> Result<(), Problem> {
    let name = Ident {
        text: "when".into(),
        span,
    };
    match (kind, when.is_some()) {
        (EditKind::Add { .. }, true) => return Err(Problem::Exists(name)),
        (EditKind::Override(_) | EditKind::Remove(_), false) => return Err(Problem::Missing(name, Vec::new())),
        (EditKind::Add { part, .. } | EditKind::Override(part), _) => match part {
            EditPart::When(test) => *when = Some(test),
            _ => return Err(Problem::Kind),
        },
        (EditKind::Remove(_) | EditKind::RemoveEntry { .. }, _) => *when = None,
    }
    Ok(())
}

fn in_setup(entries: &mut Vec<SetupEntry>, kind: EditKind, warrants: Vec<Warrant>) -> Result<(), Problem> {
    let name = |e: &SetupEntry| Some(entry_ident(&e.space, e.kind.as_ref(), e.mark.as_ref()));
    let unpack = |part: EditPart| match part {
        EditPart::Entry(mut e) => {
            e.tail.warrants.extend(warrants.clone());
            Ok(e)
        }
        _ => Err(Problem::Kind),
    };
    match kind {
        EditKind::Add { part, .. } => edit_list(entries, name, Some(unpack(part)?), None, false, None),
        EditKind::Override(part) => edit_list(entries, name, Some(unpack(part)?), None, true, None),
        EditKind::RemoveEntry { space, kind, mark } => {
            let gone = entry_ident(&space, kind.as_ref(), mark.as_ref());
            edit_list(entries, name, None, None, false, Some(gone))
        }
        EditKind::Remove(_) => Err(Problem::Kind),
    }
}

/// An entry of a setup goes by its space and, where one is named, its kind of piece.
fn entry_ident(space: &Expr, kind: Option<&Ident>, mark: Option<&Ident>) -> Ident {
    let mark = mark.map_or_else(String::new, |m| format!(" {}", m.text));
    let kind = kind.map_or_else(String::new, |k| format!(": {}{mark}", k.text));
    Ident {
        text: print_expr(space) + &kind,
        span: space.span,
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
            )
            .help("replace it as a whole: `override …`"),
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
    let (part, labelled) = match &kind {
        EditKind::Remove(name) => {
            let part = parts.iter().any(|p| part_name(p) == Some(name.text.as_str()));
            let done = parts.iter_mut().find_map(done);
            (part, done.is_some_and(|body| block_with(body, &name.text).is_some()))
        }
        EditKind::Add { part, .. } | EditKind::Override(part) => (false, matches!(part, EditPart::Statement(_))),
        EditKind::RemoveEntry { .. } => (false, false),
    };
    if !part
        && labelled
        && let Some(body) = parts.iter_mut().find_map(done)
    {
        return in_block(body, kind, warrants);
    }
    match kind {
        EditKind::Remove(name) => edit_list(parts, part_ident, None, None, false, Some(name)),
        EditKind::Override(part) => edit_list(parts, part_ident, Some(unpack(part)?), None, true, None),
        EditKind::Add { part, place } => edit_list(parts, part_ident, Some(unpack(part)?), place, false, None),
        EditKind::RemoveEntry { .. } => Err(Problem::Kind),
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
        EditKind::RemoveEntry { .. } => Err(Problem::Kind),
    }
}

/// What a step does.
fn done(part: &mut Part) -> Option<&mut Block> {
    match &mut part.kind {
        PartKind::Do(body) => Some(body),
        _ => None,
    }
}

fn label(stmt: &Stmt) -> Option<Ident> {
    stmt.label.clone()
}

fn rule_name(rule: &PlayRule) -> Option<Ident> {
    rule.name.clone()
}

fn has_rule(rules: &[PlayRule], name: &Ident) -> bool {
    rules
        .iter()
        .any(|r| r.name.as_ref().is_some_and(|n| n.text == name.text))
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
        EditKind::RemoveEntry { .. } => Err(Problem::Kind),
    }
}

fn in_block(body: &mut Block, kind: EditKind, warrants: Vec<Warrant>) -> Result<(), Problem> {
    match kind {
        EditKind::Add { part, place } => match part {
            EditPart::Statement(mut s) => {
                s.tail.warrants.extend(warrants);
                if let Some(name) = &s.label
                    && block_with(body, &name.text).is_some()
                {
                    return Err(Problem::Exists(name.clone()));
                }
                let list = match &place {
                    Some((_, other)) => labelled(body, other)?,
                    None => body,
                };
                edit_list(list, label, Some(s), place, false, None)
            }
            EditPart::SuchThat(r) => {
                let (such, _) = only_play(body)?;
                edit_list(such, rule_name, Some(with(r, warrants)), place, false, None)
            }
            EditPart::Best(r) => {
                let (_, best) = only_play(body)?;
                edit_list(best, rule_name, Some(with(r, warrants)), place, false, None)
            }
            _ => Err(Problem::Kind),
        },
        EditKind::Override(part) => match part {
            EditPart::Statement(mut s) => {
                s.tail.warrants.extend(warrants);
                let name = s.label.clone().ok_or(Problem::Kind)?;
                edit_list(labelled(body, &name)?, label, Some(s), None, true, None)
            }
            EditPart::SuchThat(r) => {
                let (such, _) = only_play(body)?;
                edit_list(such, rule_name, Some(with(r, warrants)), None, true, None)
            }
            EditPart::Best(r) => {
                let (_, best) = only_play(body)?;
                edit_list(best, rule_name, Some(with(r, warrants)), None, true, None)
            }
            _ => Err(Problem::Kind),
        },
        EditKind::Remove(name) => {
            if let Some(list) = block_with(body, &name.text) {
                return edit_list(list, label, None, None, false, Some(name));
            }
            let known = labels(body);
            let Ok((such, best)) = only_play(body) else {
                return Err(Problem::Missing(name, known));
            };
            if has_rule(such, &name) {
                edit_list(such, rule_name, None, None, false, Some(name))
            } else {
                edit_list(best, rule_name, None, None, false, Some(name))
            }
        }
        EditKind::RemoveEntry { .. } => Err(Problem::Kind),
    }
}

/// The block, however deep, in which a statement has a label.
fn block_with<'b>(body: &'b mut Block, name: &str) -> Option<&'b mut Block> {
    let here = |s: &Stmt| s.label.as_ref().is_some_and(|l| l.text == name);
    if body.iter().any(here) {
        return Some(body);
    }
    body.iter_mut()
        .flat_map(blocks)
        .find_map(|inner| block_with(inner, name))
}

fn labelled<'b>(body: &'b mut Block, name: &Ident) -> Result<&'b mut Block, Problem> {
    let known = labels(body);
    block_with(body, &name.text).ok_or_else(|| Problem::Missing(name.clone(), known))
}

/// All labels in a block.
fn labels(body: &mut Block) -> Vec<String> {
    let mut found: Vec<String> = body
        .iter()
        .filter_map(|s| Some(s.label.as_ref()?.text.clone()))
        .collect();
    for inner in body.iter_mut().flat_map(blocks) {
        found.extend(labels(inner));
    }
    found
}

/// The blocks of a statement.
fn blocks(stmt: &mut Stmt) -> Vec<&mut Block> {
    match &mut stmt.kind {
        StmtKind::If { yes, no, .. } => std::iter::once(yes).chain(no.as_mut()).collect(),
        StmtKind::For { body, .. } | StmtKind::As { body, .. } => vec![body],
        StmtKind::Loop { body, beyond, .. } => vec![body, beyond],
        StmtKind::Cases(arms) => arms.iter_mut().map(|a| &mut a.body).collect(),
        StmtKind::Choose { otherwise, .. } => otherwise.as_mut().into_iter().collect(),
        _ => Vec::new(),
    }
}

fn with(mut rule: PlayRule, warrants: Vec<Warrant>) -> PlayRule {
    rule.tail.warrants.extend(warrants);
    rule
}

fn only_play(body: &mut Block) -> Result<(&mut Vec<PlayRule>, &mut Vec<PlayRule>), Problem> {
    fn collect<'a>(body: &'a mut Block, out: &mut Vec<(&'a mut Vec<PlayRule>, &'a mut Vec<PlayRule>)>) {
        for stmt in body {
            match stmt {
                Stmt {
                    kind: StmtKind::Play { such_that, best_by, .. },
                    ..
                } => out.push((such_that, best_by)),
                other => blocks(other).into_iter().for_each(|inner| collect(inner, out)),
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
