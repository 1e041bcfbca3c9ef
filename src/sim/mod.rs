//! Many games, spread over threads. Game `i` depends only on the rules, the seed and `i`, and what is counted does not
//! depend on the order in which games end, so that any number of threads gives the same result.

mod clock;
mod tally;

pub use tally::{Spread, Tally, Together};

use crate::agents::Agent;
use crate::engine::{Current, Game, Played, Playouts, generator};
use crate::ir::Bound;
use rand::Rng;
use rayon::prelude::*;
use std::time::Duration;

/// Games that one thread plays before it reports and takes the next.
const SHARD: u64 = 32;

/// What is to be simulated.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// Threads; 0 for one a core.
    pub jobs: usize,
    /// Who chooses for each seat.
    pub agents: Vec<Agent>,
    /// The seed of dice and agents.
    pub seed: u64,
    /// Rounds after which a game is stopped as unfinished.
    pub max_rounds: u32,
}

/// Plays the games. `progress` is told how many more are done, from any thread.
///
/// The time is what all threads together computed.
///
/// # Errors
/// Why the threads could not be started.
pub fn run(
    game: &Game,
    plan: &Plan,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(Tally, Duration), rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.jobs).build()?;
    let seats = game.program().seat_count();
    let nothing = || (Tally::new(seats), Duration::ZERO);
    let total = pool.install(|| {
        (0..plan.games.div_ceil(SHARD))
            .into_par_iter()
            .fold(nothing, |(mut tally, mut time), shard| {
                let watch = clock::Watch::start();
                let games = shard * SHARD..plan.games.min((shard + 1) * SHARD);
                let done = games.end - games.start;
                play(game, plan, games, &mut tally);
                time += watch.elapsed();
                progress(done);
                (tally, time)
            })
            .reduce(nothing, |(mut a, t), (b, u)| {
                a.merge(&b);
                (a, t + u)
            })
    });
    Ok(total)
}

fn play(game: &Game, plan: &Plan, games: std::ops::Range<u64>, tally: &mut Tally) {
    let random = plan.agents.iter().all(|a| *a == Agent::Random);
    let mut playouts = Playouts::new(game.program(), plan.max_rounds);
    let watched = !game.program().cases.is_empty();
    if watched {
        playouts = playouts.recording();
    }
    for index in games {
        let mut dice = generator(plan.seed, index, false);
        let mut agents = generator(plan.seed, index, true);
        tally.add(&if random {
            playouts.play(&mut dice, &mut agents)
        } else {
            by_agents(game, &plan.agents, plan.max_rounds, &mut dice, &mut agents)
        });
        if watched {
            tally.add_overlaps(index, &playouts.overlaps());
        }
    }
}

/// Plays one game choice by choice. Seats without an agent choose at random.
///
/// With random agents it goes as the playout of the same streams does.
#[must_use]
pub fn by_agents(
    game: &Game,
    agents: &[Agent],
    max_rounds: u32,
    dice: &mut impl Rng,
    choices: &mut impl Rng,
) -> Played {
    let mut state = game.start_capped(max_rounds);
    let mut decisions = 0;
    let mut stuck = Bound::Dice;
    let (winner, finished) = loop {
        let applied = match state.current() {
            Current::Over { winner } => break (winner, true),
            Current::Unfinished => break (None, false),
            Current::Idle => {
                stuck = Bound::Call;
                break (None, false);
            }
            Current::Chance { .. } => state.draw(dice).map(|faces| state.throw(&faces)),
            Current::Player { seat } => {
                decisions += 1;
                let agent = agents.get(seat).copied().unwrap_or(Agent::Random);
                agent.choose(&state, choices).map(|c| state.choose(c))
            }
        };
        // No throw satisfies the roll's condition, or nothing can be chosen: the game cannot go on.
        if !matches!(applied, Some(Ok(()))) {
            break (None, false);
        }
    };
    Played {
        scores: state.scores(),
        winner,
        finished,
        by: state.ended_by().unwrap_or(stuck.part()),
        rounds: state.rounds(),
        decisions,
    }
}
