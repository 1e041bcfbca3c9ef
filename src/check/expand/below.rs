//! `base.X`: what an override of X replaces stays as a definition that only the override can name.

use super::merge::Draft;
use super::rests::BELOW;
use super::{Def, Key, key_name, path};
use crate::diagnostics::Diagnostic;
use crate::syntax::tree::{Ident, Item, ItemKind, Mode};
use crate::syntax::walk;

/// The names that a declaration gives to what it replaces.
pub fn mentions(item: &Item) -> Vec<Ident> {
    let mut found = Vec::new();
    walk::names(&mut item.clone(), &mut |name| {
        if name.text.starts_with(BELOW) {
            found.push(name.clone());
        }
    });
    found
}

/// Reports each `base.X` that doesn't stand in an override of X, or under which nothing stands.
pub fn check(item: &Item, key: &Key, old: Option<&Item>, diagnostics: &mut Vec<Diagnostic>) {
    let own = path(key).map(|name| format!("{BELOW}{name}"));
    for name in mentions(item) {
        let bare = name.text.trim_start_matches(BELOW).to_owned();
        let error = |message: String, label: &str| Diagnostic::error("derive::base", message, name.span, label);
        let found = if item.mode != Mode::Override {
            let error = error(
                format!("`{}` stands outside an override of `{bare}`", name.text),
                "nothing is replaced here",
            );
            Some(error.help(format!(
                "write `{bare}` for what is so called now; in `override … {bare}` it is what that replaces"
            )))
        } else if own.as_deref() != Some(name.text.as_str()) {
            let error = error(
                format!("`{}` stands in an override of {}", name.text, key_name(key)),
                "not what is replaced here",
            );
            let own = own.as_ref().filter(|_| can_stay(&item.kind));
            let replaced = own.map_or_else(String::new, |own| format!("; what is replaced here is `{own}`"));
            Some(error.help(format!("write `{bare}` for what is so called now{replaced}")))
        } else if !can_stay(&item.kind) {
            let kind = super::class(&item.kind).unwrap_or("declaration of this kind");
            let error = error(
                format!("what an override of a {kind} replaces can't be named"),
                "this is gone",
            );
            Some(error.help(format!(
                "change parts of it instead: `in {kind} {bare} {{ add … | override … | remove … }}`"
            )))
        } else if let Some(old) = old.filter(|o| lacks(&o.kind)) {
            let error = error(
                format!("`{}` has nothing to name", name.text),
                "no definition stands below this one",
            );
            Some(error.also(old.head, "left open here").help(format!(
                "`{bare}` is only declared `open`: define it without `{}`",
                name.text
            )))
        } else {
            None
        };
        diagnostics.extend(found);
    }
}

/// Whether a definition can stay under a name of its own when it is replaced.
fn can_stay(kind: &ItemKind) -> bool {
    matches!(
        kind,
        ItemKind::Fn { .. }
            | ItemKind::Routine { .. }
            | ItemKind::Condition { .. }
            | ItemKind::Region { .. }
            | ItemKind::Const { .. }
            | ItemKind::Measure { .. }
            | ItemKind::Group { .. }
            | ItemKind::Phase { .. }
            | ItemKind::Start(_)
    )
}

/// Whether an `open` declaration has no body.
fn lacks(kind: &ItemKind) -> bool {
    matches!(
        kind,
        ItemKind::Fn { body: None, .. }
            | ItemKind::Routine { body: None, .. }
            | ItemKind::Condition { parts: None, .. }
            | ItemKind::Const { value: None, .. }
    )
}

/// A definition and what it replaced and names, the lowest first.
pub fn flatten(draft: Draft) -> Vec<Def> {
    let Draft {
        key,
        mut item,
        file,
        below,
        past,
        ..
    } = draft;
    let settles = !past.is_empty();
    let Some(name) = path(&key).map(str::to_owned).filter(|_| !below.is_empty()) else {
        return vec![Def {
            key,
            item,
            file,
            settles,
        }];
    };
    let mut defs = Vec::new();
    item.mode = Mode::Plain;
    defs.push(Def {
        key,
        item,
        file,
        settles,
    });
    let mut called = name.clone();
    for (mut item, file) in below {
        called.insert_str(0, BELOW);
        let next = format!("{BELOW}{called}");
        walk::names(&mut item, &mut |n| {
            if n.text.strip_prefix(BELOW) == Some(&name) {
                n.text.clone_from(&next);
            }
        });
        defs.push(Def {
            key: Key::Base(called.clone()),
            item: renamed(item, &called),
            file,
            settles: false,
        });
    }
    defs.reverse();
    defs
}

/// The definition under another name. What a phase does stays as a routine: only phases have a place in the turn.
fn renamed(mut item: Item, to: &str) -> Item {
    let routine = |name: Ident, body| ItemKind::Routine {
        name,
        params: Vec::new(),
        body: Some(body),
    };
    item.mode = Mode::Plain;
    item.kind = match item.kind {
        ItemKind::Phase { name, body, .. } => routine(name, body),
        ItemKind::Start(body) => {
            let name = Ident {
                text: String::new(),
                span: item.head,
            };
            routine(name, body)
        }
        other => other,
    };
    if let Some(name) = declared(&mut item.kind) {
        to.clone_into(&mut name.text);
    }
    item
}

fn declared(kind: &mut ItemKind) -> Option<&mut Ident> {
    match kind {
        ItemKind::Fn { name, .. }
        | ItemKind::Routine { name, .. }
        | ItemKind::Condition { name, .. }
        | ItemKind::Region { name, .. }
        | ItemKind::Const { name, .. }
        | ItemKind::Measure { name, .. }
        | ItemKind::Group { name, .. } => Some(name),
        _ => None,
    }
}

/// Gives the replaced definitions of a whole game names that a rule file can declare; tells what became of each.
pub fn nameable(items: &mut [Item]) -> Vec<(String, String)> {
    let mut taken = std::collections::HashSet::new();
    for item in items.iter_mut() {
        walk::names(item, &mut |n| {
            taken.insert(n.text.clone());
        });
        if let Some(name) = declared(&mut item.kind) {
            taken.insert(name.text.clone());
        }
    }
    let mut new: Vec<(String, String)> = Vec::new();
    for item in items.iter_mut() {
        let Some(name) = declared(&mut item.kind).filter(|n| n.text.starts_with(BELOW)) else {
            continue;
        };
        let mut free = name.text.replace('.', "_");
        while !taken.insert(free.clone()) {
            free.push('_');
        }
        new.push((std::mem::replace(&mut name.text, free.clone()), free));
    }
    for item in items {
        walk::names(item, &mut |n| {
            if let Some((_, free)) = new.iter().find(|(old, _)| *old == n.text) {
                n.text.clone_from(free);
            }
        });
    }
    new
}
