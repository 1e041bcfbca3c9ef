//! The rules that the page of a derived game tells itself; the others it leaves to the page of its base.

use crate::check::Expanded;
use crate::check::expand::Origin;
use crate::syntax::source::Span;
use std::collections::HashSet;

/// The files whose rules a page tells: the game's own, and those of libraries that no page of a base tells.
#[derive(Clone, Debug)]
pub struct Own {
    /// The nearest base that is a game and so has a page.
    pub base: Option<String>,
    files: HashSet<u16>,
}

impl Own {
    /// The files of a game.
    pub fn of(game: &Expanded) -> Self {
        let base = game.bases().find(|o| o.header.is_game);
        let told = base.map_or_else(HashSet::new, |base| within(game, base));
        let files = game.files.iter().map(|o| o.file).filter(|f| !told.contains(f));
        Self {
            base: base.map(|o| o.header.id.text.clone()),
            files: files.collect(),
        }
    }

    /// True if something stands in one of them.
    pub fn has(&self, span: Span) -> bool {
        self.files.contains(&span.file)
    }
}

/// The files that a file is made of: itself, what it extends and what it uses, and so on.
fn within(game: &Expanded, of: &Origin) -> HashSet<u16> {
    let (mut found, mut left) = (HashSet::new(), vec![of]);
    while let Some(origin) = left.pop() {
        if !found.insert(origin.file) {
            continue;
        }
        let header = &origin.header;
        let named = header.uses.iter().chain(header.extends.as_ref().map(|(base, _)| base));
        left.extend(named.filter_map(|id| game.files.iter().find(|o| o.header.id.text == id.text)));
    }
    found
}
