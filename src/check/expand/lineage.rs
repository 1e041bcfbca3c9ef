//! Which file is derived from which.

use crate::check::load::Loaded;
use crate::syntax::tree::Header;
use std::collections::{BTreeSet, HashMap};

/// What each file of a derivation sees of the others.
pub struct Lineage {
    ids: HashMap<String, u16>,
    /// A file and all that it is derived from, directly or not.
    seen: HashMap<u16, BTreeSet<u16>>,
}

/// What a file extends and uses.
pub fn suppliers(header: &Header) -> impl Iterator<Item = &str> {
    let base = header.extends.iter().map(|(id, _)| id.text.as_str());
    base.chain(header.uses.iter().map(|id| id.text.as_str()))
}

impl Lineage {
    /// Of files in an order in which bases come before what is derived from them.
    pub fn new(files: &[Loaded]) -> Self {
        let mut lineage = Self {
            ids: HashMap::new(),
            seen: HashMap::new(),
        };
        for file in files {
            let mut seen = BTreeSet::from([file.file]);
            for base in suppliers(&file.tree.header) {
                if let Some(above) = lineage.file(base).and_then(|f| lineage.seen.get(&f)) {
                    seen.extend(above);
                }
            }
            lineage.seen.insert(file.file, seen);
            lineage.ids.insert(file.tree.header.id.text.clone(), file.file);
        }
        lineage
    }

    /// The number of a file.
    pub fn file(&self, id: &str) -> Option<u16> {
        self.ids.get(id).copied()
    }

    /// Whether a file is another or is derived from it.
    pub fn sees(&self, file: u16, other: u16) -> bool {
        self.seen.get(&file).is_some_and(|seen| seen.contains(&other))
    }
}
