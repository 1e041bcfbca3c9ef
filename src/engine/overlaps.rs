//! Which arms of one `cases` held together: the first of them was taken, so their order decided.

use std::collections::BTreeMap;

/// A `cases` statement, the arm that was taken, a later arm that held too.
pub type Pair = (u32, u32, u32);

/// What was recorded of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// How often.
    pub times: u64,
    /// After how many rounds for the first time.
    pub round: i32,
}

/// The pairs of arms that held together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlaps {
    pairs: BTreeMap<Pair, Met>,
}

impl Overlaps {
    pub(crate) fn note(&mut self, pair: Pair, round: i32) {
        self.pairs.entry(pair).or_insert(Met { times: 0, round }).times += 1;
    }

    /// The pairs in order.
    pub fn iter(&self) -> impl Iterator<Item = (Pair, Met)> + '_ {
        self.pairs.iter().map(|(pair, met)| (*pair, *met))
    }
}
