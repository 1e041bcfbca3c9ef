//! All warrants of a declaration, wherever in it they stand.

use crate::syntax::tree::{Item, ItemKind, Tail, Warrant};
use crate::syntax::walk::{self, Visitor};

/// The warrants of a declaration and of everything in it, in the order written.
#[must_use]
pub fn warrants(item: &Item) -> Vec<Warrant> {
    let mut found = Found(Vec::new());
    walk::visit(&mut item.clone(), &mut found);
    let mut out = found.0;
    match &item.kind {
        ItemKind::Reading { choices, .. } => choices.iter().for_each(|c| out.extend_from_slice(&c.tail.warrants)),
        ItemKind::Witness { picks, .. } => picks.iter().for_each(|p| out.extend_from_slice(&p.warrants)),
        ItemKind::Rests(entries) => entries.iter().for_each(|e| out.extend_from_slice(&e.warrants)),
        ItemKind::Edit { edits, .. } => edits.iter().for_each(|e| out.extend_from_slice(&e.tail.warrants)),
        _ => {}
    }
    out.extend_from_slice(&item.tail.warrants);
    out.sort_by_key(|w| w.span.start);
    out
}

struct Found(Vec<Warrant>);

impl Visitor for Found {
    fn part(&mut self, tail: &mut Tail) -> bool {
        self.0.extend_from_slice(&tail.warrants);
        true
    }
}
