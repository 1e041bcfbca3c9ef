//! Which readings guard parts of one definition, so that together they may bring what neither brings alone.

use super::guard::mentioned;
use super::{Key, key_of};
use crate::check::load::Loaded;
use crate::syntax::tree::{Expr, Item, ItemKind, Tail};
use crate::syntax::walk::{Visitor, visit};
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of readings, each in alphabetical order, that the guards of one definition and of its parts and edits mention.
#[must_use]
pub fn guarded_together(files: &[Loaded]) -> BTreeSet<(String, String)> {
    let mut by_name: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (number, item) in files.iter().flat_map(|f| &f.tree.items).enumerate() {
        let readings = readings(item);
        if !readings.is_empty() {
            by_name.entry(name(item, number)).or_default().extend(readings);
        }
    }
    let mut out = BTreeSet::new();
    for readings in by_name.values() {
        for first in readings {
            let later = readings.iter().filter(|second| *second > first);
            out.extend(later.map(|second| (first.clone(), second.clone())));
        }
    }
    out
}

/// What a declaration defines or edits. Setups count as one, since an edit of one goes by the seat's name.
fn name(item: &Item, number: usize) -> String {
    match &item.kind {
        ItemKind::Edit { kind, .. } | ItemKind::Remove { kind, .. } if kind.text == "setup" => kind.text.clone(),
        ItemKind::Edit { kind, name, .. } | ItemKind::Remove { kind, name } => {
            name.as_ref().unwrap_or(kind).text.clone()
        }
        ItemKind::Supplied { name, .. } => name.text.clone(),
        _ => match key_of(item, number) {
            Key::Name(n)
            | Key::Handler(n)
            | Key::End(n)
            | Key::Route(n, _)
            | Key::Reading(n)
            | Key::Witness(n)
            | Key::Base(n) => n,
            Key::Single(word) => word.to_owned(),
            Key::Setup(_) => "setup".to_owned(),
            Key::Many(number) => format!("#{number}"),
        },
    }
}

/// The readings that the guards of a declaration mention, those of its parts too.
fn readings(item: &Item) -> Vec<String> {
    struct Guards(Vec<String>);
    impl Guards {
        fn add(&mut self, guard: Option<&Expr>) {
            if let Some(guard) = guard {
                mentioned(guard, &mut self.0);
            }
        }
    }
    impl Visitor for Guards {
        fn part(&mut self, tail: &mut Tail) -> bool {
            self.add(tail.guard.as_ref());
            true
        }
    }
    let mut guards = Guards(Vec::new());
    guards.add(item.tail.guard.as_ref());
    if let ItemKind::Edit { edits, .. } = &item.kind {
        for edit in edits {
            guards.add(edit.tail.guard.as_ref());
        }
    }
    visit(&mut item.clone(), &mut guards);
    guards.0
}
