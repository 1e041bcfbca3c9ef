//! The games that are moved like 平双陆 and like the modern game, against a brute force of such races that was written from the
//! rules alone: on positions from play and on scattered ones, whole turns come to the same boards.

mod common;
#[path = "common/race.rs"]
mod race;

use bopu::check::{Library, Options, compile, embedded};
use bopu::engine::{Current, Game, MAX_ROUNDS, State, generator};
use common::step_randomly;
use race::{Board, PIECES, ends};
use rand::Rng;
use std::collections::BTreeSet;

/// How many positions of each game are compared, half of them from play and half scattered.
const POSITIONS: usize = 400;

/// A game with where its pieces lie in a position.
struct Bridge {
    game: Game,
    /// Slots of each side's pieces by own numbers; 25 is the space before the board, 0 the one behind it.
    pieces: [[Option<usize>; 26]; 2],
}

impl Bridge {
    fn new(id: &str) -> Self {
        let file = embedded().into_iter().find(|f| f.id == id).expect("a rule file");
        // Games on their own: no tally ends a match.
        let options = Options {
            agreements: vec![("target".into(), "0".into())],
            ..Options::default()
        };
        let compiled = compile(file.id, file.text, &Library::default(), &options);
        let game = Game::new(compiled.unwrap_or_else(|f| panic!("{}", common::reports(&f))).program);
        let program = game.program();
        let slot = |seat: usize, name: &str, owner: Option<u32>| {
            let families = &program.families;
            let named = |s: &bopu::ir::Space| s.id == name || families[s.family as usize].name == name;
            let at = program.spaces.iter().position(|s| s.owner == owner && named(s));
            at.map(|space| program.piece_slot(seat, 0, space))
        };
        let own = |seat: usize, number: usize| match number {
            0 => slot(seat, "off", Some(seat as u32)),
            25 => slot(seat, "bar", Some(seat as u32)),
            n => slot(seat, &format!("point[{}]", if seat == 0 { n } else { 25 - n }), None),
        };
        let pieces = [0, 1].map(|seat| std::array::from_fn(|n| own(seat, n)));
        Self { pieces, game }
    }

    fn read(&self, slots: &[i32]) -> Board {
        let n = |slot: Option<usize>| slot.map_or(0, |s| u8::try_from(slots[s]).expect("a number of pieces"));
        [0, 1].map(|seat| std::array::from_fn(|own| n(self.pieces[seat][own])))
    }

    /// The beginning of a turn on a board.
    fn turn(&self, board: &Board, seat: usize) -> State {
        let mut slots = self.game.program().initial.clone();
        for (side, spaces) in self.pieces.iter().enumerate() {
            for (own, slot) in spaces.iter().enumerate() {
                if let Some(slot) = slot {
                    slots[*slot] = board[side][own].into();
                }
            }
        }
        State::at_turn(&self.game, slots, seat, MAX_ROUNDS).expect("a position of the game")
    }

    /// Holds the program's turns against the model's on positions from random play and on scattered ones.
    fn compare(
        &self,
        positions: usize,
        scattered: impl Fn(&mut dyn FnMut(u32) -> u32) -> Board,
        model: impl Fn(&Board, usize, &[u8]) -> BTreeSet<Board>,
    ) {
        let mut rng = generator(2026, 0, false);
        let mut agents = generator(2026, 0, true);
        let mut compared = 0;
        while compared < positions / 2 {
            let mut state = self.game.start();
            while compared < positions / 2 {
                // Not every throw of a game, so that many games are seen.
                if self.is_due(&state) && rng.next_u32().is_multiple_of(4) {
                    self.turns_agree(&state, &mut rng, &model);
                    compared += 1;
                }
                if !step_randomly(&mut state, &mut rng, &mut agents) {
                    break;
                }
            }
        }
        for index in 0..positions / 2 {
            let board = scattered(&mut |n| rng.next_u32() % n);
            let state = self.turn(&board, index % 2);
            self.turns_agree(&state, &mut rng, &model);
        }
    }

    /// True if the throw of a turn is due, not one that settles who begins.
    fn is_due(&self, state: &State) -> bool {
        let unnamed = |group: u32| self.game.program().dice[group as usize].name.is_empty();
        matches!(state.current(), Current::Chance { group } if unnamed(group))
    }

    fn turns_agree(&self, state: &State, rng: &mut impl Rng, model: &impl Fn(&Board, usize, &[u8]) -> BTreeSet<Board>) {
        let (before, seat) = (self.read(state.slots()), state.actor());
        let faces = state.draw(rng).expect("a throw");
        let mut after = state.clone();
        after.throw(&faces).expect("it is due");
        let ends = if after.current() == (Current::Player { seat }) {
            after.ends().expect("few positions")
        } else {
            vec![after.slots().to_vec()]
        };
        let program: BTreeSet<Board> = ends.iter().map(|slots| self.read(slots)).collect();
        let dice: Vec<u8> = faces.iter().map(|f| u8::try_from(*f).expect("a face")).collect();
        let modelled = model(&before, seat, &dice);
        let only = |a: &BTreeSet<Board>, b: &BTreeSet<Board>| a.difference(b).take(3).cloned().collect::<Vec<_>>();
        assert!(
            program == modelled,
            "{before:?}, seat {seat}, {dice:?}\nonly the program: {:?}\nonly the model: {:?}",
            only(&program, &modelled),
            only(&modelled, &program)
        );
    }
}

/// Fifteen pieces a side, strewn over the lanes between two own numbers, some off and some struck; no lane is held by both.
fn strewn(cap: u8, below: &mut dyn FnMut(u32) -> u32) -> Board {
    let mut board: Board = [[0; 26]; 2];
    for seat in 0..2 {
        // Near its end, in the middle, or anywhere.
        let (low, high) = [(1, 6), (1, 12), (1, 24), (5, 18)][below(4) as usize];
        let off = if high == 6 { below(15) as u8 } else { 0 };
        board[seat][0] = off;
        for _ in off..PIECES {
            let mut tries = 0;
            loop {
                tries += 1;
                let (low, high) = if tries > 60 { (1, 24) } else { (low, high) };
                let own = (low + below(high - low + 1)) as usize;
                if board[1 - seat][25 - own] == 0 && board[seat][own] < cap {
                    board[seat][own] += 1;
                    break;
                }
            }
        }
        if below(3) == 0
            && let Some(own) = (1..=24).find(|own| board[seat][*own] > 0)
        {
            board[seat][own] -= 1;
            board[seat][25] += 1;
        }
    }
    board
}

/// The games that are moved like 平双陆 and the modern game, as far as pieces go: how many pieces of a side a lane holds, and how
/// often each number of a double is played.
#[test]
fn whole_turns_of_games_that_are_moved_alike_agree() {
    for (id, cap, double) in [
        ("ping", 6, 1),
        ("dajian", 6, 1),
        ("luoying", PIECES, 1),
        ("sijiaba", PIECES, 1),
        ("nanpi", PIECES, 1),
        ("backgammon", PIECES, 2),
        ("nackgammon", PIECES, 2),
    ] {
        let model = |before: &Board, seat: usize, dice: &[u8]| {
            let times = if dice[0] == dice[1] { double } else { 1 };
            ends(cap, before, seat, &dice.repeat(times))
        };
        Bridge::new(id).compare(POSITIONS, |below| strewn(cap, below), model);
    }
}
