//! Who chooses: random players, and greedy ones that look one choice ahead.

use crate::engine::{Action, Candidate, State};
use rand::Rng;

/// A player that needs no person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    /// Uniformly among the legal choices.
    Random,
    /// The choice that leaves the game's first measure least for the chooser, compared with the others' average. (A measure
    /// counts what is still to be done.) Equal choices are drawn; a game without a measure is played at random.
    Greedy,
}

impl Agent {
    /// Chooses in a position where a player is to choose. One word is drawn each time, whatever the agent.
    pub fn choose(self, state: &State, rng: &mut impl Rng) -> Option<Candidate> {
        let word = rng.next_u64();
        match self {
            Agent::Random => state.sample(word),
            Agent::Greedy => greedy(state, word),
        }
    }
}

fn greedy(state: &State, word: u64) -> Option<Candidate> {
    if state.program().measures.is_empty() {
        return state.sample(word);
    }
    let seat = state.actor();
    // Only the position matters for what a choice leaves, not what led there.
    let here = state.without_history();
    let worth = |candidate: &Candidate| {
        let mut after = here.clone();
        after.apply(Action::Choice(*candidate)).ok()?;
        let seats = state.program().seat_count();
        let own = i64::from(after.measure(0, seat)?);
        let others: i64 = (0..seats)
            .filter(|s| *s != seat)
            .filter_map(|s| after.measure(0, s))
            .map(i64::from)
            .sum();
        Some(own * i64::try_from(seats.max(2) - 1).ok()? - others)
    };
    let worths: Vec<(i64, Candidate)> = state
        .legal_choices()
        .iter()
        .filter_map(|c| Some((worth(c)?, *c)))
        .collect();
    let Some(best) = worths.iter().map(|(w, _)| *w).min() else {
        return state.sample(word);
    };
    let equal: Vec<Candidate> = worths.iter().filter(|(w, _)| *w == best).map(|(_, c)| *c).collect();
    let n = u64::try_from(equal.len()).ok()?;
    let at = (u128::from(word) * u128::from(n)) >> 64;
    equal.get(usize::try_from(at).ok()?).copied()
}
