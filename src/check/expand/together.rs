//! Pairs of readings that guards ask for together: something may stand under one choice of each only.

use super::guard::mentioned;
use super::{Key, key_of};
use crate::check::load::Loaded;
use crate::syntax::tree::{Expr, Item, ItemKind, Tail};
use crate::syntax::walk::{self, Visitor};
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of readings, by their names in alphabetical order, that guards of one definition mention: its own, its parts', those of
/// its edits, in all files.
#[must_use]
pub fn together(files: &[Loaded]) -> BTreeSet<(String, String)> {
    let mut by_name: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for item in files.iter().flat_map(|f| &f.tree.items) {
        let mut names = Vec::new();
        for guard in guards(item) {
            mentioned(&guard, &mut names);
        }
        by_name.entry(speaks_of(item)).or_default().extend(names);
    }
    let mut out = BTreeSet::new();
    for names in by_name.values() {
        for (at, first) in names.iter().enumerate() {
            out.extend(names.iter().skip(at + 1).map(|second| (first.clone(), second.clone())));
        }
    }
    out
}

/// The name of a definition, which its edits name too.
fn speaks_of(item: &Item) -> String {
    match &item.kind {
        // All setups are one matter, whosever they are.
        ItemKind::Edit { kind, .. } | ItemKind::Remove { kind, .. } if kind.text == "setup" => kind.text.clone(),
        ItemKind::Edit { kind, name, .. } | ItemKind::Remove { kind, name } => {
            name.as_ref().map_or_else(|| kind.text.clone(), |n| n.text.clone())
        }
        _ => match key_of(item, 0) {
            Key::Name(n)
            | Key::Reading(n)
            | Key::Witness(n)
            | Key::End(n)
            | Key::Handler(n)
            | Key::Route(n, _)
            | Key::Base(n) => n,
            Key::Single(n) => n.to_owned(),
            Key::Setup(_) => "setup".to_owned(),
            Key::Many(_) => String::new(),
        },
    }
}

/// The guards of an item and of everything in it.
fn guards(item: &Item) -> Vec<Expr> {
    let mut found = Found(Vec::new());
    walk::visit(&mut item.clone(), &mut found);
    let mut out = found.0;
    match &item.kind {
        ItemKind::Reading { choices, .. } => out.extend(choices.iter().filter_map(|c| c.tail.guard.clone())),
        ItemKind::Edit { edits, .. } => out.extend(edits.iter().filter_map(|e| e.tail.guard.clone())),
        _ => {}
    }
    out.extend(item.tail.guard.clone());
    out
}

struct Found(Vec<Expr>);

impl Visitor for Found {
    fn part(&mut self, tail: &mut Tail) -> bool {
        self.0.extend(tail.guard.clone());
        true
    }
}
