//! Which candidates are legal: possible ones in a choice, and in a play those that some admissible sequence goes on with.
//!
//! Let S be all finite sequences of candidates, each possible after the ones before. Kept are those after which the game
//! has ended or every `such that` holds. Without `best by`, admissible are the kept ones that no longer kept one begins
//! with; with it, those whose values are greatest, in order.

use super::machine::{Candidate, MAX_PARAMS, Machine, stop};
use super::search::{MAX_BEST, MAX_DEPTH, Outgrown, Searcher, Values};
use crate::ir::{Alternative, PartId, Play, Status, control};

impl Machine<'_> {
    /// The possible candidates of the first group that has any, in canonical order, `pass` included.
    pub fn possible(&mut self, slots: &[i32], groups: &[Vec<Alternative>], out: &mut Vec<Candidate>) {
        out.clear();
        for group in groups {
            for alternative in group {
                self.of_alternative(slots, alternative, usize::MAX, out);
            }
            if !out.is_empty() {
                return;
            }
        }
    }

    pub(super) fn of_alternative(
        &mut self,
        slots: &[i32],
        alternative: &Alternative,
        most: usize,
        out: &mut Vec<Candidate>,
    ) {
        let mut eval = self.eval(slots);
        if alternative.when.is_some_and(|w| !eval.holds(w)) {
            return;
        }
        let Some(step) = alternative.step else {
            out.push(Candidate::bare(Candidate::PASS));
            return;
        };
        let mut fixed = [0; MAX_PARAMS];
        for (f, node) in fixed.iter_mut().zip(&alternative.args) {
            *f = eval.value(*node);
        }
        let params = &eval.program.steps[step as usize].params;
        eval.candidates(step, &fixed[..alternative.args.len()], &mut |e| {
            let mut args = [0; MAX_PARAMS];
            for (a, p) in args.iter_mut().zip(params) {
                *a = e.tmps[p.tmp as usize];
            }
            out.push(Candidate { step, args });
            out.len() < most
        });
    }

    /// The first `such that` that a position fails.
    pub fn unkept(&mut self, slots: &[i32], play: &Play) -> Option<PartId> {
        let mut eval = self.eval(slots);
        play.such_that
            .iter()
            .find(|(test, _)| !eval.holds(*test))
            .map(|(_, part)| *part)
    }

    /// The optimum of a play that has begun, as kept in the position.
    pub(super) fn target(&self, slots: &[i32], play: &Play) -> Option<Values> {
        if slots[control::PLAYING] == 0 || play.best_by.is_empty() {
            return None;
        }
        let base = self.program.layout.best as usize;
        let mut values = [0; MAX_BEST];
        values[..play.best_by.len()].copy_from_slice(&slots[base..base + play.best_by.len()]);
        Some(values)
    }

    pub(super) fn remember(&self, slots: &mut [i32], play: &Play, target: Option<Values>) {
        slots[control::PLAYING] = 1;
        if let Some(values) = target {
            let base = self.program.layout.best as usize;
            let n = play.best_by.len();
            slots[base..base + n].copy_from_slice(&values[..n]);
        }
    }

    /// Leaves a play.
    pub fn finish_play(&self, slots: &mut [i32]) {
        let base = self.program.layout.best as usize;
        slots[base..base + MAX_BEST].fill(0);
        slots[control::PLAYING] = 0;
        slots[control::PC] += 1;
    }

    /// What admissible sequences reach: the greatest values, or (without `best by`) anything kept. Nothing where no sequence
    /// is kept.
    fn aim(&mut self, search: &mut Searcher, slots: &[i32], play: &Play) -> Result<Option<Option<Values>>, Outgrown> {
        if play.best_by.is_empty() {
            return Ok(Some(None));
        }
        Ok(self.optimum(search, slots, play)?.map(Some))
    }

    /// All legal candidates of a play, in canonical order; empty where the play is at its end.
    pub fn legal_in_play(
        &mut self,
        search: &mut Searcher,
        slots: &[i32],
        play: &Play,
        out: &mut Vec<Candidate>,
    ) -> Result<(), Outgrown> {
        self.possible(slots, &play.groups, out);
        self.unspent()?;
        if out.is_empty() {
            return Ok(());
        }
        let Some(target) = self.aim(search, slots, play)? else {
            out.clear();
            return Ok(());
        };
        let mut kept = Vec::with_capacity(out.len() + 1);
        for candidate in out.iter() {
            if self.admissible(search, slots, play, candidate, target)? {
                kept.push(*candidate);
            }
        }
        if !kept.is_empty() && target.is_some_and(|t| self.may_stop(slots, play, t)) {
            kept.push(Candidate::bare(Candidate::STOP));
        }
        std::mem::swap(out, &mut kept);
        Ok(())
    }

    /// The positions after each legal candidate of a play, equal ones once for each candidate; none where the play is at
    /// its end.
    pub fn after_legal(
        &mut self,
        search: &mut Searcher,
        slots: &[i32],
        play: &Play,
        out: &mut Vec<Vec<i32>>,
    ) -> Result<(), Outgrown> {
        out.clear();
        let mut list = Vec::new();
        self.possible(slots, &play.groups, &mut list);
        self.unspent()?;
        if list.is_empty() {
            return Ok(());
        }
        let Some(target) = self.aim(search, slots, play)? else {
            return Ok(());
        };
        for candidate in &list {
            if self.admissible(search, slots, play, candidate, target)? {
                out.push(search.pool[0].clone());
            }
        }
        if !out.is_empty() && target.is_some_and(|t| self.may_stop(slots, play, t)) {
            let mut stopped = slots.to_vec();
            self.finish_play(&mut stopped);
            out.push(stopped);
        }
        Ok(())
    }

    pub(super) fn unspent(&self) -> Result<(), Outgrown> {
        if self.fuel.spent() { Err(Outgrown) } else { Ok(()) }
    }

    fn may_stop(&mut self, slots: &[i32], play: &Play, target: Values) -> bool {
        self.unkept(slots, play).is_none() && self.values(slots, play, slots[control::ME]) == target
    }

    /// Applies one uniformly drawn legal candidate of a play; false when the play is at its end (and was left).
    /// The draw needs one word: it orders the possible candidates, and the first legal one is taken.
    pub fn sample_play(
        &mut self,
        search: &mut Searcher,
        slots: &mut Vec<i32>,
        play: &Play,
        word: u64,
    ) -> Option<Candidate> {
        let mut list = std::mem::take(&mut search.scratch);
        self.possible(slots, &play.groups, &mut list);
        let chosen = self.draw(search, slots, play, &list, word);
        search.scratch = list;
        match chosen {
            Ok(Some(candidate)) => {
                if candidate.is_step() {
                    std::mem::swap(slots, &mut search.pool[0]);
                } else {
                    self.finish_play(slots);
                }
                Some(candidate)
            }
            Ok(None) => {
                self.finish_play(slots);
                None
            }
            Err(Outgrown) => {
                let part = self.outgrown(slots);
                stop(slots, part);
                None
            }
        }
    }

    fn draw(
        &mut self,
        search: &mut Searcher,
        slots: &[i32],
        play: &Play,
        list: &[Candidate],
        word: u64,
    ) -> Result<Option<Candidate>, Outgrown> {
        self.unspent()?;
        if list.is_empty() {
            return Ok(None);
        }
        let ranked = !play.best_by.is_empty();
        let known = self.target(slots, play);
        let mut target = if ranked {
            known.or_else(|| self.bound(slots, play))
        } else {
            None
        };
        let mut sure = !ranked || known.is_some();
        if ranked && target.is_none() {
            target = self.optimum(search, slots, play)?;
            if target.is_none() {
                return Ok(None);
            }
            sure = true;
        }
        if let (false, Some(bound)) = (sure, target) {
            sure = self.may_stop(slots, play, bound);
        }
        loop {
            let may_stop = ranked && sure && target.is_some_and(|t| self.may_stop(slots, play, t));
            // The first by rank is nearly always legal: the next is looked for only when it is not.
            let choices = list.len() + usize::from(may_stop);
            let mut passed = None;
            let mut stop_drawn = false;
            while let Some(next) = (0..choices)
                .map(|i| (rank(word, i), i))
                .filter(|r| passed.is_none_or(|p| *r > p))
                .min()
            {
                passed = Some(next);
                let Some(candidate) = list.get(next.1) else {
                    stop_drawn = true;
                    continue;
                };
                if candidate.is_step() && self.admissible(search, slots, play, candidate, target)? {
                    // Whether `stop` came first counts only once some step is known to be legal.
                    if stop_drawn {
                        return Ok(Some(Candidate::bare(Candidate::STOP)));
                    }
                    return Ok(Some(*candidate));
                }
            }
            if sure {
                return Ok(None);
            }
            target = self.optimum(search, slots, play)?;
            if target.is_none() {
                return Ok(None);
            }
            sure = true;
        }
    }

    /// Applies a legal candidate of a play.
    pub fn apply_play(&mut self, search: &mut Searcher, slots: &mut [i32], play: &Play, candidate: &Candidate) {
        if candidate.step == Candidate::STOP {
            self.finish_play(slots);
            return;
        }
        let target = if play.best_by.is_empty() {
            None
        } else {
            // What is only tried is not paid.
            let paid = self.paid.take();
            let target = self.optimum(search, slots, play).unwrap_or(None);
            self.paid = paid;
            target
        };
        self.effects(slots, candidate);
        self.remember(slots, play, target);
    }

    /// A sequence of candidates from here on that is admissible as a whole.
    pub fn witness(&mut self, search: &mut Searcher, slots: &[i32], play: &Play) -> Result<Vec<Candidate>, Outgrown> {
        let mut state = slots.to_vec();
        let mut way = Vec::new();
        let mut list = Vec::new();
        while state[control::STATUS] == Status::Running as i32 && way.len() < MAX_DEPTH {
            self.legal_in_play(search, &state, play, &mut list)?;
            let Some(first) = list.first().copied().filter(Candidate::is_step) else {
                break;
            };
            self.apply_play(search, &mut state, play, &first);
            way.push(first);
        }
        Ok(way)
    }

    /// The part of a play that refuses a possible candidate; nothing where none does.
    pub fn refusing(
        &mut self,
        search: &mut Searcher,
        slots: &[i32],
        play: &Play,
        candidate: &Candidate,
    ) -> Result<Option<PartId>, Outgrown> {
        let Some(values) = self.best_after(search, slots, play, candidate)? else {
            // Nothing that begins so is kept: the condition that its end fails.
            let mut child = slots.to_vec();
            self.effects(&mut child, candidate);
            let first = play.such_that.first().map(|(_, part)| *part);
            return Ok(self.unkept(&child, play).or(first));
        };
        let Some(target) = self.optimum(search, slots, play)? else {
            return Ok(None);
        };
        let failed = (0..play.best_by.len()).find(|i| values[*i] != target[*i]);
        Ok(failed.map(|at| play.best_by[at].part))
    }
}

/// A pseudo-random rank of the `i`-th candidate under one drawn word.
pub(crate) fn rank(word: u64, i: usize) -> u64 {
    let mut h = word ^ (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    h = (h ^ (h >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    h = (h ^ (h >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    h ^ (h >> 31)
}
