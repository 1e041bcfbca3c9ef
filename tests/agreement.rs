//! The engine against an enumerator of whole plays that was written from the rules alone and shares nothing with it.
//!
//! On every position, for both seats and all 21 throws, the two must give the same ends of whole plays and the same first
//! steps; along a random way through the play, the same next steps.

#[path = "common/brute.rs"]
mod brute;
mod common;

use bopu::engine::{Action, Candidate, Current, Game, MAX_ROUNDS, State, generator};
use brute::{Board, Step};
use common::embedded_game;
use rand::Rng;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// How many positions of each sort are compared.
const POSITIONS: usize = 10_000;

/// The two seats with their names, to say where they disagree.
const SEATS: [&str; 2] = ["White", "Black"];

fn all_throws() -> Vec<[u8; 2]> {
    (1..=6)
        .flat_map(|high| (1..=high).map(move |low| [high, low]))
        .collect()
}

/// How the enumerator's boards lie in the engine's positions. It goes by the names of spaces, not by routes.
struct Bridge {
    game: Game,
    /// Slots of a seat's pieces: own points 1 to 24 (index 0 unused), bar, off.
    points: [[usize; 25]; 2],
    bar: [usize; 2],
    off: [usize; 2],
}

impl Bridge {
    fn new() -> Self {
        let game = embedded_game("backgammon");
        let program = game.program();
        let space = |name: &str, owner: Option<u32>| {
            let at = program.spaces.iter().position(|s| {
                s.owner == owner
                    && (s.id == name || program.families[s.family as usize].name == name && owner.is_some())
            });
            at.unwrap_or_else(|| panic!("no space {name} of {owner:?}"))
        };
        let slot = |seat: usize, space: usize| program.piece_slot(seat, 0, space);
        // White's own numbers are those of the points, Black counts from the other side; index 0 stays unused.
        let point = |seat: usize, own: usize| match own {
            0 => 0,
            _ => slot(
                seat,
                space(&format!("point[{}]", if seat == 0 { own } else { 25 - own }), None),
            ),
        };
        let points = [0, 1].map(|seat| std::array::from_fn(|own| point(seat, own)));
        let each = |name: &str| [slot(0, space(name, Some(0))), slot(1, space(name, Some(1)))];
        let (bar, off) = (each("bar"), each("off"));
        Self { points, bar, off, game }
    }

    fn board(&self, slots: &[i32]) -> Board {
        let n = |slot: usize| u8::try_from(slots[slot]).expect("a number of pieces");
        let mut board = Board {
            points: [[0; 25]; 2],
            bar: self.bar.map(n),
            off: self.off.map(n),
        };
        for seat in 0..2 {
            for own in 1..=24 {
                board.points[seat][own] = n(self.points[seat][own]);
            }
        }
        board
    }

    /// The beginning of a turn of `seat` on a board.
    fn state(&self, board: &Board, seat: usize) -> State {
        let mut slots = self.game.program().initial.clone();
        for seat in 0..2 {
            for own in 1..=24 {
                slots[self.points[seat][own]] = board.points[seat][own].into();
            }
            slots[self.bar[seat]] = board.bar[seat].into();
            slots[self.off[seat]] = board.off[seat].into();
        }
        State::at_turn(&self.game, slots, seat, MAX_ROUNDS).expect("a position of the game")
    }

    /// A candidate as the enumerator calls it.
    fn step(&self, state: &State, seat: usize, candidate: &Candidate) -> Step {
        let program = self.game.program();
        let info = &program.steps[usize::try_from(candidate.step).expect("a step of the game")];
        let arg = |name: &str| candidate.args[info.params.iter().position(|p| p.name == name).expect("a parameter")];
        let from = match info.name.as_str() {
            "enter" => 25,
            "advance" | "bear_off" => {
                let slot = program.piece_slot(seat, 0, usize::try_from(arg("a")).expect("a space"));
                let own = (1..=24).find(|own| self.points[seat][*own] == slot);
                u8::try_from(own.expect("a point")).expect("a small number")
            }
            other => panic!("an unknown step {other}: {}", state.write(candidate)),
        };
        let die = u8::try_from(arg("pip")).expect("a die");
        Step { from, die }
    }

    /// The legal steps of `seat`; none when somebody or something else is waited for.
    fn legal(&self, state: &State, seat: usize) -> BTreeSet<Step> {
        if state.current() != (Current::Player { seat }) {
            return BTreeSet::new();
        }
        let choices = state.legal_choices();
        let steps: BTreeSet<Step> = choices.iter().map(|c| self.step(state, seat, c)).collect();
        assert_eq!(steps.len(), choices.len(), "one step is listed twice: {choices:?}");
        steps
    }

    /// Compares everything on one board, and the ways through one throw that `word` picks for each seat.
    fn compare(&self, board: &Board, word: u64) {
        assert!(board.is_sound(), "{board:?}");
        let throws = all_throws();
        for (seat, name) in SEATS.iter().enumerate() {
            let state = self.state(board, seat);
            assert_eq!(self.board(state.slots()), *board);
            for (i, dice) in throws.iter().enumerate() {
                let mut state = state.clone();
                state.throw(&dice.map(i32::from)).expect("a throw is due");
                let at = || format!("{} to play {dice:?} on {board:?}", name);
                let expected = brute::plays(board, seat, *dice);
                assert_eq!(self.legal(&state, seat), expected.first, "first steps of {}", at());
                let ends = state.ends().expect("few positions");
                let boards: BTreeSet<Board> = ends.iter().map(|slots| self.board(slots)).collect();
                assert_eq!(boards.len(), ends.len(), "ends differ in more than the board: {}", at());
                assert_eq!(boards, expected.ends, "ends of {}", at());
                if (word >> (32 * seat)) as u32 as usize % throws.len() == i {
                    self.follow(state, board, seat, *dice, word);
                }
            }
        }
    }

    /// Goes one way through a play and compares what may come next.
    fn follow(&self, mut state: State, board: &Board, seat: usize, dice: [u8; 2], word: u64) {
        let mut prefix = Vec::new();
        loop {
            let expected = brute::next_steps(board, seat, dice, &prefix);
            let at = || format!("{} with {dice:?} after {prefix:?} on {board:?}", SEATS[seat]);
            assert_eq!(self.legal(&state, seat), expected, "next steps of {}", at());
            let Some(chosen) = state.sample(word) else { break };
            if expected.is_empty() {
                break;
            }
            prefix.push(self.step(&state, seat, &chosen));
            state.choose(chosen).expect("a listed choice applies");
        }
    }
}

/// Positions at the beginning of turns in games between random players.
fn from_random_play(bridge: &Bridge) -> Vec<Board> {
    let mut found = BTreeSet::new();
    let mut game = 0;
    while found.len() < POSITIONS {
        let (mut dice, mut agents) = (generator(17, game, false), generator(17, game, true));
        let mut state = bridge.game.start();
        loop {
            match state.current() {
                Current::Chance { group } => {
                    if state.phase() == "roll" {
                        found.insert(bridge.board(state.slots()));
                    }
                    let faces = state.draw(&mut dice).expect("a throw");
                    state
                        .apply(Action::Throw { group, faces })
                        .expect("a drawn throw applies");
                }
                Current::Player { .. } => {
                    let choice = state.sample(agents.next_u64()).expect("a choice");
                    state.choose(choice).expect("a drawn choice applies");
                }
                Current::Idle | Current::Over { .. } => break,
                Current::Unfinished => panic!("a game of random players did not end"),
            }
        }
        game += 1;
    }
    found.into_iter().take(POSITIONS).collect()
}

/// Scattered positions, different from each other.
fn scattered() -> Vec<Board> {
    let mut words = generator(23, 0, false);
    let mut found = BTreeSet::new();
    while found.len() < POSITIONS {
        found.insert(brute::scattered(&mut || words.next_u32()));
    }
    found.into_iter().collect()
}

fn compare_all(bridge: &Bridge, boards: &[Board]) {
    assert_eq!(boards.len(), POSITIONS);
    boards.par_iter().enumerate().for_each(|(i, board)| {
        let mut words = generator(29, i as u64, false);
        bridge.compare(board, words.next_u64());
    });
}

#[test]
fn positions_from_random_play_agree() {
    let bridge = Bridge::new();
    compare_all(&bridge, &from_random_play(&bridge));
}

#[test]
fn scattered_positions_agree() {
    compare_all(&Bridge::new(), &scattered());
}

/// Cases counted by hand.
#[test]
fn the_opening_has_the_ends_counted_by_hand() {
    let bridge = Bridge::new();
    let board = Board::start();
    assert_eq!(
        bridge.board(bridge.game.start().slots()),
        board,
        "the setup is the known one"
    );
    for (dice, number) in [([6, 5], 7), ([5, 5], 4), ([6, 6], 11)] {
        for (seat, name) in SEATS.iter().enumerate() {
            let mut state = bridge.state(&board, seat);
            state.throw(&dice).expect("a throw is due");
            assert_eq!(
                state.ends().expect("few positions").len(),
                number,
                "{} with {dice:?}",
                name
            );
            assert_eq!(
                state.wholes().expect("few positions").len(),
                number,
                "{} with {dice:?}",
                name
            );
        }
    }
}

/// The ends with their notation are the same ends.
#[test]
fn whole_plays_reach_the_same_ends() {
    let bridge = Bridge::new();
    for (i, board) in scattered().iter().step_by(POSITIONS / 100).enumerate() {
        let mut state = bridge.state(board, i % 2);
        let dice = all_throws()[i % 21];
        state.throw(&dice.map(i32::from)).expect("a throw is due");
        let wholes = state.wholes().expect("few positions");
        let by_notation: BTreeSet<&str> = wholes.iter().map(|w| w.notation.as_str()).collect();
        assert_eq!(
            by_notation.len(),
            wholes.len(),
            "two ends are written alike on {board:?} with {dice:?}"
        );
        let slots: BTreeSet<&[i32]> = wholes.iter().map(|w| w.slots.as_slice()).collect();
        let ends = state.ends().expect("few positions");
        assert_eq!(
            slots,
            ends.iter().map(Vec::as_slice).collect(),
            "{board:?} with {dice:?}"
        );
    }
}
