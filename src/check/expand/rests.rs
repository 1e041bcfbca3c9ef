//! `rests`: what a base says that a part rests on holds as long as the part is what the base wrote.

use crate::syntax::source::Span;
use crate::syntax::tree::Warrant;

/// The entries so far: part, warrants, where the part is named.
pub type Entries = Vec<(String, Vec<Warrant>, Span)>;

/// What all names of replaced definitions begin with.
pub const BELOW: &str = "base.";

/// Whether a part is a definition, one of its parts, or either of what it replaced.
fn belongs(part: &str, path: &str) -> bool {
    let mut part = part;
    while let Some(above) = part.strip_prefix(BELOW) {
        part = above;
    }
    part.strip_prefix(path)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// A definition is replaced or removed: what other files said about it falls away.
pub fn forget(entries: &mut Entries, path: &str, by: u16) {
    keep(entries, path, |file| file == by);
}

/// What is said about a definition falls away unless it stands in one of the files to be kept.
pub fn keep(entries: &mut Entries, path: &str, kept: impl Fn(u16) -> bool) {
    entries.retain(|(part, _, span)| kept(span.file) || !belongs(part, path));
}

/// One part is replaced or removed.
pub fn forget_part(entries: &mut Entries, path: &str, part: &str, by: u16) {
    let path = format!("{path}.{part}");
    entries.retain(|(entry, _, span)| span.file == by || *entry != path);
}

/// A definition is replaced by one that still names it: what other files said about it goes with it.
pub fn push_down(entries: &mut Entries, path: &str, by: u16) {
    for (part, _, span) in entries {
        if span.file != by && belongs(part, path) {
            part.insert_str(0, BELOW);
        }
    }
}
