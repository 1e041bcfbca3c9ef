//! The search of a play: over positions, not sequences, with a memo.

use super::hash::{AsIs, hash_slots};
use super::machine::{Candidate, Machine};
use crate::ir::{Alternative, Bound, PartId, Play, Status, control};
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// How many expressions `best by` may list.
pub const MAX_BEST: usize = 4;
/// How many positions the search of one play may visit.
const MAX_VISITED: usize = 1_000_000;
/// How deep a search goes before it notes every position as soon as it is reached.
const NEAR: usize = 4;
/// How many steps one play may have.
pub(super) const MAX_DEPTH: usize = 1_000;

/// Values of the `best by` expressions.
pub(crate) type Values = [i32; MAX_BEST];

/// The search of a play outgrew its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outgrown;

/// Scratch space of the searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Searcher {
    /// The positions on the way, by depth; the first is the candidate under test.
    pub pool: Vec<Vec<i32>>,
    lists: Vec<Vec<Candidate>>,
    /// Who plays.
    actor: i32,
    /// The possible candidates of the choice at hand.
    pub scratch: Vec<Candidate>,
    visited: HashSet<u64, BuildHasherDefault<AsIs>>,
}

enum Goal {
    /// The greatest values; ends early at a proved bound.
    Optimum {
        best: Option<Values>,
        bound: Option<Values>,
    },
    /// Whether these values (or, without `best by`, anything kept) can be reached.
    Reach { target: Option<Values> },
}

impl Machine<'_> {
    /// What a position comes to for who plays: when the game has ended nobody acts any more.
    pub(super) fn values(&mut self, slots: &[i32], play: &Play, me: i32) -> Values {
        let mut values = [0; MAX_BEST];
        let mut eval = self.eval(slots);
        eval.me = me;
        for (v, best) in values.iter_mut().zip(&play.best_by) {
            *v = eval.value(best.value);
        }
        values
    }

    /// Values that no sequence from here exceeds, where the compiler proved a bound for each.
    pub(super) fn bound(&mut self, slots: &[i32], play: &Play) -> Option<Values> {
        let mut values = [0; MAX_BEST];
        let mut eval = self.eval(slots);
        for (v, best) in values.iter_mut().zip(&play.best_by) {
            *v = eval.value(best.bound?);
        }
        (!play.best_by.is_empty()).then_some(values)
    }

    /// The greatest values that any kept sequence from here reaches; nothing if none is kept.
    pub fn optimum(&mut self, search: &mut Searcher, slots: &[i32], play: &Play) -> Result<Option<Values>, Outgrown> {
        if let Some(target) = self.target(slots, play) {
            return Ok(Some(target));
        }
        let bound = self.bound(slots, play);
        let mut goal = Goal::Optimum { best: None, bound };
        search.start(slots);
        self.explore(search, play, 0, &mut goal)?;
        match goal {
            Goal::Optimum { best, .. } => Ok(best),
            Goal::Reach { .. } => Ok(None),
        }
    }

    /// Whether an admissible sequence goes on with the candidate. Leaves the position after it in `search.pool[0]`.
    pub fn admissible(
        &mut self,
        search: &mut Searcher,
        slots: &[i32],
        play: &Play,
        candidate: &Candidate,
        target: Option<Values>,
    ) -> Result<bool, Outgrown> {
        search.start(slots);
        let mut child = std::mem::take(&mut search.pool[0]);
        self.effects(&mut child, candidate);
        self.remember(&mut child, play, target);
        search.pool[0] = child;
        self.explore(search, play, 0, &mut Goal::Reach { target })
    }

    /// Depth-first over positions. True when the goal is reached and the search may end.
    fn explore(&mut self, search: &mut Searcher, play: &Play, depth: usize, goal: &mut Goal) -> Result<bool, Outgrown> {
        let state = std::mem::take(&mut search.pool[depth]);
        let result = self.explore_state(search, play, depth, &state, goal);
        search.pool[depth] = state;
        result
    }

    fn explore_state(
        &mut self,
        search: &mut Searcher,
        play: &Play,
        depth: usize,
        state: &[i32],
        goal: &mut Goal,
    ) -> Result<bool, Outgrown> {
        let status = state[control::STATUS];
        if status == Status::Unfinished as i32 {
            self.stopped_by = PartId::try_from(state[control::ENDED_BY]).ok();
            return Err(Outgrown);
        }
        let over = status != Status::Running as i32;
        if over || self.unkept(state, play).is_none() {
            match goal {
                Goal::Reach { target: None } => return Ok(true),
                Goal::Reach { target: Some(target) } => {
                    if self.values(state, play, search.actor) == *target {
                        return Ok(true);
                    }
                }
                Goal::Optimum { best, bound } => {
                    let values = self.values(state, play, search.actor);
                    if best.is_none_or(|b| values > b) {
                        *best = Some(values);
                        if *bound == Some(values) {
                            return Ok(true);
                        }
                    }
                }
            }
        }
        if self.fuel.spent() {
            return Err(Outgrown);
        }
        if over {
            return Ok(false);
        }
        if depth + 1 >= MAX_DEPTH || search.visited.len() >= MAX_VISITED {
            self.stopped_by = Some(self.bound_here(state, Bound::Search));
            return Err(Outgrown);
        }
        // The first candidate usually reaches the goal: look for the others only when it does not.
        let mut list = std::mem::take(&mut search.lists[depth]);
        self.first_possible(state, &play.groups, &mut list);
        let mut found = false;
        if let Some(first) = list.first().copied() {
            found = self.child(search, play, depth, state, &first, goal)?;
            let hopeless = match goal {
                Goal::Reach { target: Some(target) } => self.bound(state, play).is_some_and(|b| b < *target),
                _ => false,
            };
            if !found && !hopeless {
                self.possible(state, &play.groups, &mut list);
                for candidate in &list[1..] {
                    if self.child(search, play, depth, state, candidate, goal)? {
                        found = true;
                        break;
                    }
                }
            }
        }
        search.lists[depth] = list;
        Ok(found)
    }

    fn first_possible(&mut self, slots: &[i32], groups: &[Vec<Alternative>], out: &mut Vec<Candidate>) {
        out.clear();
        for alternative in groups.iter().flatten() {
            self.of_alternative(slots, alternative, 1, out);
            if !out.is_empty() {
                return;
            }
        }
    }

    fn child(
        &mut self,
        search: &mut Searcher,
        play: &Play,
        depth: usize,
        state: &[i32],
        candidate: &Candidate,
        goal: &mut Goal,
    ) -> Result<bool, Outgrown> {
        if !candidate.is_step() {
            return Ok(false);
        }
        search.room(depth + 1);
        let mut child = std::mem::take(&mut search.pool[depth + 1]);
        child.clear();
        child.extend_from_slice(state);
        self.effects(&mut child, candidate);
        child[control::PLAYING] = 1;
        // Most searches reach their goal straight on: near its beginning a position is noted only when nothing was found
        // behind it.
        let near = depth < NEAR;
        let hash = if near && search.visited.is_empty() {
            None
        } else {
            Some(hash_slots(&child))
        };
        let known = hash.is_some_and(|h| {
            if near {
                search.visited.contains(&h)
            } else {
                !search.visited.insert(h)
            }
        });
        search.pool[depth + 1] = child;
        if known {
            return Ok(false);
        }
        let found = self.explore(search, play, depth + 1, goal)?;
        if near && !found {
            let hash = hash.unwrap_or_else(|| hash_slots(&search.pool[depth + 1]));
            search.visited.insert(hash);
        }
        Ok(found)
    }

    /// The best values of sequences that go on with a candidate.
    pub fn best_after(
        &mut self,
        search: &mut Searcher,
        slots: &[i32],
        play: &Play,
        candidate: &Candidate,
    ) -> Result<Option<Values>, Outgrown> {
        let mut child = slots.to_vec();
        self.effects(&mut child, candidate);
        child[control::PLAYING] = 0;
        search.start(&child);
        search.actor = slots[control::ME];
        let mut goal = Goal::Optimum {
            best: None,
            bound: None,
        };
        self.explore(search, play, 0, &mut goal)?;
        Ok(match goal {
            Goal::Optimum { best, .. } => best,
            Goal::Reach { .. } => None,
        })
    }
}

impl Searcher {
    pub(super) fn start(&mut self, slots: &[i32]) {
        self.room(0);
        self.visited.clear();
        self.actor = slots[control::ME];
        self.pool[0].clear();
        self.pool[0].extend_from_slice(slots);
    }

    fn room(&mut self, depth: usize) {
        while self.pool.len() <= depth {
            self.pool.push(Vec::new());
            self.lists.push(Vec::new());
        }
    }
}
