//! What many games came to. Only counts are kept, so that the order of games makes no difference.

use crate::engine::{Met, Overlaps, Pair, Played};
use std::collections::BTreeMap;

/// How often each value occurred.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread(BTreeMap<i64, u64>);

impl Spread {
    fn add(&mut self, value: i64, times: u64) {
        *self.0.entry(value).or_default() += times;
    }

    fn merge(&mut self, other: &Self) {
        for (value, times) in &other.0 {
            self.add(*value, *times);
        }
    }

    /// The values with how often each occurred, ascending.
    pub fn counts(&self) -> impl DoubleEndedIterator<Item = (i64, u64)> + '_ {
        self.0.iter().map(|(v, n)| (*v, *n))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.0.values().sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The mean.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let sum: i128 = self.0.iter().map(|(v, n)| i128::from(*v) * i128::from(*n)).sum();
        (!self.is_empty()).then(|| sum as f64 / self.len() as f64)
    }

    /// The median: between the two middle values where there is no one in the middle.
    #[must_use]
    pub fn median(&self) -> Option<f64> {
        let n = self.len();
        if n == 0 {
            return None;
        }
        let (low, high) = (self.nth((n - 1) / 2)?, self.nth(n / 2)?);
        Some((low as f64 + high as f64) / 2.0)
    }

    fn nth(&self, n: u64) -> Option<i64> {
        let mut passed = 0;
        self.0.iter().find_map(|(value, times)| {
            passed += times;
            (n < passed).then_some(*value)
        })
    }

    /// The least value.
    #[must_use]
    pub fn least(&self) -> Option<i64> {
        self.0.keys().next().copied()
    }

    /// The greatest value.
    #[must_use]
    pub fn most(&self) -> Option<i64> {
        self.0.keys().next_back().copied()
    }
}

/// What many games came to. Scores, rounds and decisions are those of finished games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Games that ended.
    pub finished: u64,
    /// Games that were stopped, by the part of the rules that stopped them.
    pub unfinished: BTreeMap<u32, u64>,
    /// Games won, seat by seat.
    pub wins: Vec<u64>,
    /// Scores, seat by seat.
    pub scores: Vec<Spread>,
    /// Rounds a game.
    pub rounds: Spread,
    /// Decisions a game.
    pub decisions: Spread,
    /// Arms of `cases` that held together.
    pub overlaps: BTreeMap<Pair, Together>,
}

/// How often two arms held together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Together {
    /// How often, in all games.
    pub times: u64,
    /// The first game in which they did.
    pub game: u64,
    /// After how many of its rounds they first did.
    pub round: i32,
}

impl Tally {
    /// No games yet.
    #[must_use]
    pub fn new(seats: usize) -> Self {
        Self {
            finished: 0,
            unfinished: BTreeMap::new(),
            wins: vec![0; seats],
            scores: vec![Spread::default(); seats],
            rounds: Spread::default(),
            decisions: Spread::default(),
            overlaps: BTreeMap::new(),
        }
    }

    /// Counts what held together in a game.
    pub fn add_overlaps(&mut self, game: u64, overlaps: &Overlaps) {
        for (pair, Met { times, round }) in overlaps.iter() {
            self.together(pair, Together { times, game, round });
        }
    }

    fn together(&mut self, pair: Pair, more: Together) {
        let known = self.overlaps.entry(pair).or_insert(Together { times: 0, ..more });
        let times = known.times + more.times;
        if more.game < known.game {
            *known = more;
        }
        known.times = times;
    }

    /// Counts a game.
    pub fn add(&mut self, played: &Played) {
        if !played.finished {
            *self.unfinished.entry(played.by).or_default() += 1;
            return;
        }
        self.finished += 1;
        if let Some(wins) = played.winner.and_then(|w| self.wins.get_mut(w)) {
            *wins += 1;
        }
        for (spread, score) in self.scores.iter_mut().zip(&played.scores) {
            spread.add((*score).into(), 1);
        }
        self.rounds.add(played.rounds.into(), 1);
        self.decisions
            .add(i64::try_from(played.decisions).unwrap_or(i64::MAX), 1);
    }

    /// Counts another tally's games too.
    pub fn merge(&mut self, other: &Self) {
        self.finished += other.finished;
        for (part, n) in &other.unfinished {
            *self.unfinished.entry(*part).or_default() += n;
        }
        for (mine, theirs) in self.wins.iter_mut().zip(&other.wins) {
            *mine += theirs;
        }
        for (mine, theirs) in self.scores.iter_mut().zip(&other.scores) {
            mine.merge(theirs);
        }
        self.rounds.merge(&other.rounds);
        self.decisions.merge(&other.decisions);
        for (pair, together) in &other.overlaps {
            self.together(*pair, *together);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Spread;

    #[test]
    fn a_spread_knows_its_middle() {
        let mut spread = Spread::default();
        assert_eq!((spread.mean(), spread.median(), spread.least()), (None, None, None));
        for v in [4, 1, 1, 10] {
            spread.add(v, 1);
        }
        assert_eq!((spread.mean(), spread.median()), (Some(4.0), Some(2.5)));
        spread.add(10, 1);
        assert_eq!(spread.median(), Some(4.0));
        assert_eq!((spread.least(), spread.most(), spread.len()), (Some(1), Some(10), 5));
    }
}
