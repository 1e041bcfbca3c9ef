//! The beginning of a game between random players, and how long such games last.

use super::markdown::{Markdown, code, plain};
use crate::agents::Agent;
use crate::cli::story::{self, Turn};
use crate::engine::{Action, Current, MAX_ROUNDS, Playouts, State, generator};
use crate::ir::Program;
use serde::Serialize;

/// The seed of everything that is drawn for a page.
pub const SEED: u64 = 1;
/// So many rounds are told, if they don't take too many lines.
const ROUNDS: u32 = 6;
/// So many throws and choices are told at most.
const ACTIONS: usize = 36;
/// So many games are played to see how long they last.
const GAMES: u64 = 200;
/// So many rounds are played for that in all: no further game is begun beyond.
const BUDGET: u64 = 100_000;

/// `{"seed", "turns", "ending"}`: `ending` where the game is over by then.
#[derive(Debug, Serialize)]
pub struct Sample {
    pub seed: u64,
    pub turns: Vec<Turn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
}

/// Lengths of random games: `{"games", "finished", "mean"}`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Lengths {
    pub games: u64,
    pub finished: u64,
    pub mean: Option<f64>,
}

/// The beginning of the game that `run --seed 1` plays; nothing of a game in which nothing moves by itself.
pub fn of(start: &State) -> Option<Sample> {
    if start.program().idle.is_some() {
        return None;
    }
    let mut state = start.clone();
    let (mut dice, mut words) = (generator(SEED, 0, false), generator(SEED, 0, true));
    while state.rounds() < ROUNDS && state.history_len() < ACTIONS {
        let action = match state.current() {
            Current::Chance { group } => state.draw(&mut dice).map(|faces| Action::Throw { group, faces }),
            Current::Player { .. } => Agent::Random.choose(&state, &mut words).map(Action::Choice),
            Current::Over { .. } | Current::Idle | Current::Unfinished => None,
        };
        if action.is_none_or(|action| state.apply(action).is_err()) {
            break;
        }
    }
    let over = matches!(state.current(), Current::Over { .. });
    Some(Sample {
        seed: SEED,
        turns: story::turns(&state),
        ending: over.then(|| story::outcome(&state)),
    })
}

/// How long random games last, from so few that it costs little; nothing of a game in which nothing moves by itself.
pub fn lengths(program: &Program) -> Option<Lengths> {
    if program.idle.is_some() {
        return None;
    }
    let mut playouts = Playouts::new(program, MAX_ROUNDS);
    let (mut games, mut finished, mut rounds, mut all) = (0, 0, 0, 0);
    while games < GAMES && all < BUDGET {
        let (mut dice, mut agents) = (generator(SEED, games, false), generator(SEED, games, true));
        let played = playouts.play(&mut dice, &mut agents);
        games += 1;
        all += u64::from(played.rounds);
        if played.finished {
            finished += 1;
            rounds += u64::from(played.rounds);
        }
    }
    Some(Lengths {
        games,
        finished,
        mean: (finished > 0).then(|| rounds as f64 / finished as f64),
    })
}

impl Lengths {
    /// The mean in a cell: `222.7`, with how many games it is of where those are fewer than usual.
    pub fn words(&self) -> String {
        let mean = self.mean.map_or_else(|| "—".to_owned(), |m| format!("{m:.1}"));
        if self.games == GAMES && self.finished == self.games {
            mean
        } else {
            format!("{mean} ({} of {} over)", self.finished, self.games)
        }
    }
}

impl Sample {
    pub fn write(&self, id: &str, page: &mut Markdown) {
        page.heading(2, "How a game begins");
        page.block(&format!(
            "The first rounds between random players; {} plays it to the end, with what each move rests on.",
            code(&format!("bopu run {id} --seed {}", self.seed))
        ));
        let then = self.turns.iter().any(|t| !t.then.is_empty());
        let mut head = vec!["round", "seat", "throw", "play"];
        if then {
            head.push("what follows");
        }
        let rows: Vec<Vec<String>> = self
            .turns
            .iter()
            .map(|turn| {
                let mut row = vec![
                    if turn.round == 0 {
                        String::new()
                    } else {
                        turn.round.to_string()
                    },
                    turn.seat.as_ref().map_or_else(String::new, |s| plain(s)),
                    turn.throw.as_ref().map_or_else(String::new, |t| plain(t)),
                    plain(&turn.play),
                ];
                if then {
                    row.push(turn.then.iter().map(|t| plain(t)).collect::<Vec<_>>().join("<br>"));
                }
                row
            })
            .collect();
        page.table(&head, &rows);
        if let Some(ending) = &self.ending {
            page.block(&format!("{}.", plain(ending)));
        }
    }
}
