//! Whole turns of 七梁, 佛 and 大食: the rule files against models that were written without them.
//!
//! From each position, after each of some throws, the model and the program must find the same ends of the turn: where the
//! pieces are, what was won and lost, whose turn is next, or who has won the game and what it scores.

mod common;
#[path = "common/dashi.rs"]
mod dashi;
#[path = "common/fo.rs"]
mod fo;
#[path = "common/lanes.rs"]
mod lanes;
#[path = "common/qiliang.rs"]
mod qiliang;
#[path = "common/strewn.rs"]
mod strewn;

use bopu::engine::{Current, Game, MAX_ROUNDS, State, below, generator};
use bopu::ir::{Status, control};
use common::{embedded_game, step_randomly};
use lanes::{Board, End, Ends, OFF, Position, WAITING};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// How many positions of each sort are looked at, for each game.
const POSITIONS: usize = 2_000;

/// How many throws from each.
const THROWS: usize = 4;

/// A position and whose turn it is.
type Turn = (Position, usize);

/// How the models' positions lie in those of a game. It goes by the names of spaces and variables.
struct Bridge {
    game: Game,
    /// Slots of each side's pieces by own number.
    pieces: [[usize; 26]; 2],
    /// Where variables begin.
    vars: BTreeMap<String, usize>,
}

impl Bridge {
    fn new(id: &str, waiting: &str) -> Self {
        let game = embedded_game(id);
        let program = game.program();
        let slot = |side: usize, own: usize| {
            let (name, owner) = match own {
                OFF => ("off".to_owned(), Some(side as u32)),
                WAITING => (waiting.to_owned(), Some(side as u32)),
                // The lanes have the numbers of the first side.
                _ => (format!("point[{}]", if side == 0 { own } else { 25 - own }), None),
            };
            let space = program.spaces.iter().position(|s| s.id == name && s.owner == owner);
            program.piece_slot(side, 0, space.unwrap_or_else(|| panic!("no {name} of {owner:?}")))
        };
        let pieces = [0, 1].map(|side| std::array::from_fn(|own| slot(side, own)));
        let vars = program.vars.iter().map(|v| (v.name.clone(), v.base as usize)).collect();
        Self { pieces, vars, game }
    }

    /// What a variable has for each side; nothing where a game doesn't have it.
    fn pair(&self, slots: &[i32], name: &str) -> [i32; 2] {
        self.vars.get(name).map_or([0; 2], |at| [slots[*at], slots[at + 1]])
    }

    fn board(&self, slots: &[i32]) -> Board {
        Board(self.pieces.map(|own| own.map(|slot| slots[slot])))
    }

    fn position(&self, slots: &[i32]) -> Position {
        Position {
            board: self.board(slots),
            gained: self.pair(slots, "gained"),
            made: self.pair(slots, "made"),
            stood: self.pair(slots, "stood").map(|n| n != 0),
        }
    }

    /// The beginning of a turn.
    fn state(&self, (position, side): &Turn) -> State {
        let mut slots = self.game.program().initial.clone();
        for side in 0..2 {
            for own in OFF..=WAITING {
                slots[self.pieces[side][own]] = position.board.0[side][own];
            }
            let mut set = |name: &str, value: i32| {
                if let Some(at) = self.vars.get(name) {
                    slots[at + side] = value;
                }
            };
            // It is the first game of a match: what was won in it is all that was won.
            set("gained", position.gained[side]);
            set("筹", position.gained[side]);
            set("made", position.made[side]);
            set("stood", position.stood[side].into());
        }
        let state = State::at_turn(&self.game, slots, *side, MAX_ROUNDS).expect("a position of the game");
        assert_eq!(self.position(state.slots()), *position);
        state
    }

    /// How the program's slots end a turn.
    fn end(&self, slots: &[i32]) -> End {
        if slots[control::STATUS] == Status::Running as i32 {
            let next = usize::try_from(slots[control::MOVER]).expect("a side");
            return End::Throws(next, self.position(slots));
        }
        let winner = usize::try_from(slots[control::WINNER]).expect("a winner");
        let scores = self.game.program().layout.scores as usize;
        End::Won(winner, self.board(slots), [slots[scores], slots[scores + 1]])
    }

    /// True if a turn begins, rather than the throw for who is first.
    fn is_turn(&self, state: &State) -> bool {
        let main = |group: u32| self.game.program().dice[group as usize].name.is_empty();
        matches!(state.current(), Current::Chance { group } if main(group))
    }

    /// The turns of random games, each position once.
    fn played(&self, seed: u64) -> Vec<Turn> {
        let mut found = BTreeSet::new();
        for index in 0.. {
            let (mut dice, mut agents) = (generator(seed, index, false), generator(seed, index, true));
            let mut state = self.game.start();
            while step_randomly(&mut state, &mut dice, &mut agents) {
                if self.is_turn(&state) {
                    found.insert((self.position(state.slots()), state.mover()));
                }
            }
            assert_ne!(
                state.current(),
                Current::Unfinished,
                "a game of random players did not end"
            );
            if found.len() >= 3 * POSITIONS {
                break;
            }
        }
        found.into_iter().step_by(3).take(POSITIONS).collect()
    }

    /// Compares the ends of turns; gives how often each sort of thing was seen.
    fn compare(&self, turns: &[Turn], dice: usize, model: fn(&Position, usize, &[usize]) -> Ends) -> Seen {
        assert_eq!(turns.len(), POSITIONS);
        let seen = turns.par_iter().enumerate().map(|(i, turn)| {
            let mut words = generator(31, i as u64, false);
            let mut seen = Seen::new();
            let start = self.state(turn);
            for _ in 0..THROWS {
                let faces: Vec<i32> = (0..dice).map(|_| 1 + below(6, &mut words) as i32).collect();
                let pips: Vec<usize> = faces.iter().map(|face| *face as usize).collect();
                let expected = model(&turn.0, turn.1, &pips);
                let mut state = start.clone();
                state.throw(&faces).expect("a throw is due");
                let ends = state.ends().expect("few positions");
                let found: Ends = ends.iter().map(|slots| self.end(slots)).collect();
                let only = |a: &Ends, b: &Ends| a.difference(b).cloned().collect::<Vec<_>>();
                assert!(
                    found == expected,
                    "{faces:?} for {turn:?}\nonly the model: {:?}\nonly the game: {:?}",
                    only(&expected, &found),
                    only(&found, &expected)
                );
                count(&mut seen, turn, &expected);
            }
            seen
        });
        seen.reduce(Seen::new, |mut all, some| {
            for (name, n) in some {
                *all.entry(name).or_default() += n;
            }
            all
        })
    }
}

/// How often each sort of thing was seen.
type Seen = BTreeMap<&'static str, usize>;

/// Counts what a turn's ends show, once for each throw.
fn count(seen: &mut Seen, (position, side): &Turn, ends: &Ends) {
    let other = 1 - side;
    let before = &position.board.0;
    let shows = |end: &End| {
        let (after, mut shown) = match end {
            End::Throws(next, then) => {
                let up = |side: usize| then.gained[side] - position.gained[side];
                let shown = vec![
                    ("again", next == side),
                    ("gains", up(*side) > 0),
                    ("gains two", up(*side) == 2),
                    ("anew", up(*side) > 0 && position.made[*side] > 0),
                    ("fined", up(other) > 0),
                ];
                (&then.board.0, shown)
            }
            End::Won(winner, board, scores) => {
                let up = scores[*side] - (position.gained[*side] - position.gained[other]);
                let out = lanes::is_out(board, *side);
                let shown = vec![
                    ("single", out && up == 1),
                    ("double", out && up == 2),
                    ("full", !out && winner == side),
                    ("full by a fine", !out && *winner == other),
                ];
                (&board.0, shown)
            }
        };
        shown.extend([
            ("still", after == before),
            ("strikes", after[other][WAITING] > before[other][WAITING]),
            ("comes in", after[*side][WAITING] < before[*side][WAITING]),
            ("stays out", after[*side][WAITING] > 0),
            ("goes off", after[*side][OFF] > before[*side][OFF]),
        ]);
        shown
    };
    let all: BTreeSet<&str> = ends.iter().flat_map(shows).filter(|s| s.1).map(|s| s.0).collect();
    for name in all {
        *seen.entry(name).or_default() += 1;
    }
    *seen
        .entry(if ends.len() == 1 { "one end" } else { "a choice" })
        .or_default() += 1;
}

/// How often whatever is looked for must have been seen.
const ENOUGH: usize = 10;

/// What turns of every game show.
const USUAL: [&str; 3] = ["comes in", "goes off", "still"];

/// What turns with moves and strikes show besides.
const MOVING: [&str; 5] = ["one end", "a choice", "strikes", "stays out", "double"];

#[track_caller]
fn saw(seen: &Seen, names: &[&str]) {
    for name in names {
        assert!(seen.get(name).is_some_and(|n| *n >= ENOUGH), "{name}: {seen:?}");
    }
}

/// Positions that `strewn` gives.
fn scattered(seed: u64, mut strewn: impl FnMut(&mut ChaCha8Rng, usize) -> Turn) -> Vec<Turn> {
    let mut words = generator(seed, 0, false);
    (0..POSITIONS).map(|sort| strewn(&mut words, sort)).collect()
}

#[test]
fn qiliang_agrees_in_random_play() {
    let bridge = Bridge::new("qiliang", "bar");
    let seen = bridge.compare(&bridge.played(1), 2, qiliang::ends);
    saw(&seen, &USUAL);
    saw(&seen, &MOVING);
    saw(&seen, &["fined", "full by a fine"]);
}

#[test]
fn qiliang_agrees_on_scattered_positions() {
    let bridge = Bridge::new("qiliang", "bar");
    let seen = bridge.compare(&scattered(2, strewn::qiliang), 2, qiliang::ends);
    saw(&seen, &USUAL);
    saw(&seen, &MOVING);
    saw(&seen, &["gains", "anew", "fined", "single", "full", "full by a fine"]);
}

#[test]
fn fo_agrees_in_random_play() {
    let bridge = Bridge::new("fo", "hand");
    let seen = bridge.compare(&bridge.played(3), 2, fo::ends);
    saw(&seen, &USUAL);
    saw(&seen, &["single"]);
}

#[test]
fn fo_agrees_on_scattered_positions() {
    let bridge = Bridge::new("fo", "hand");
    let seen = bridge.compare(&scattered(4, strewn::fo), 2, fo::ends);
    saw(&seen, &USUAL);
    saw(&seen, &["single"]);
}

#[test]
fn dashi_agrees_in_random_play() {
    let bridge = Bridge::new("dashi", "bar");
    let seen = bridge.compare(&bridge.played(5), 3, dashi::ends);
    saw(&seen, &USUAL);
    saw(&seen, &MOVING);
    saw(&seen, &["again", "gains"]);
}

#[test]
fn dashi_agrees_on_scattered_positions() {
    let bridge = Bridge::new("dashi", "bar");
    let seen = bridge.compare(&scattered(6, strewn::dashi), 3, dashi::ends);
    saw(&seen, &USUAL);
    saw(&seen, &MOVING);
    saw(&seen, &["again", "gains", "gains two", "single"]);
}
