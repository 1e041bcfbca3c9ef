//! Independent models, written from what the texts and readings say, not from the rule files: on many positions, whole turns come
//! to the same in the model and in the program. Those of 七梁, 佛 and 大食, the three oddest games, have all their figures; those
//! of games that are moved alike have the boards.

mod common;
#[path = "common/race.rs"]
mod race;

use bopu::check::{Library, Options, compile, embedded};
use bopu::engine::{Current, Game, MAX_ROUNDS, State, generator};
use common::step_randomly;
use race::{Board, End, PIECES, Rules, all_home};
use rand::Rng;
use std::collections::BTreeSet;

/// How many positions of each of the three games are compared, half of them from play and half scattered.
const POSITIONS: usize = 2_000;
/// How many of each game that is moved like others.
const FEWER: usize = 400;

/// What a turn came to: the pieces of both sides by own numbers, and the figures that the game keeps.
type Turn = (Board, Vec<i32>);

/// A game with where its pieces and figures lie in a position.
struct Bridge {
    game: Game,
    /// Slots of each side's pieces by own numbers; 25 is the space before the board, 0 the one behind it.
    pieces: [[Option<usize>; 26]; 2],
    /// Slots of figures, each for both sides.
    figures: Vec<[usize; 2]>,
}

impl Bridge {
    fn new(id: &str, before: &str, figures: &[&str]) -> Self {
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
            25 => slot(seat, before, Some(seat as u32)),
            n => slot(seat, &format!("point[{}]", if seat == 0 { n } else { 25 - n }), None),
        };
        let pieces = [0, 1].map(|seat| std::array::from_fn(|n| own(seat, n)));
        let figure = |name: &&str| {
            let var = program.vars.iter().find(|v| v.name == *name).expect("a variable");
            [var.base as usize, var.base as usize + 1]
        };
        let figures = figures.iter().map(figure).collect();
        Self { pieces, figures, game }
    }

    fn read(&self, slots: &[i32]) -> Turn {
        let n = |slot: Option<usize>| slot.map_or(0, |s| u8::try_from(slots[s]).expect("a number of pieces"));
        let board = [0, 1].map(|seat| std::array::from_fn(|own| n(self.pieces[seat][own])));
        let figures = self.figures.iter().flatten().map(|s| slots[*s]).collect();
        (board, figures)
    }

    /// The beginning of a turn on a board, with all figures as at the beginning of a game.
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
        model: impl Fn(&Turn, usize, &[u8]) -> BTreeSet<Turn>,
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

    /// Whether the throw of a turn is due, not one that settles who begins.
    fn is_due(&self, state: &State) -> bool {
        let unnamed = |group: u32| self.game.program().dice[group as usize].name.is_empty();
        matches!(state.current(), Current::Chance { group } if unnamed(group))
    }

    fn turns_agree(&self, state: &State, rng: &mut impl Rng, model: &impl Fn(&Turn, usize, &[u8]) -> BTreeSet<Turn>) {
        let (before, seat) = (self.read(state.slots()), state.actor());
        let faces = state.draw(rng).expect("a throw");
        let mut after = state.clone();
        after.throw(&faces).expect("it is due");
        let ends = if after.current() == (Current::Player { seat }) {
            after.ends().expect("few positions")
        } else {
            vec![after.slots().to_vec()]
        };
        let program: BTreeSet<Turn> = ends.iter().map(|slots| self.read(slots)).collect();
        let dice: Vec<u8> = faces.iter().map(|f| u8::try_from(*f).expect("a face")).collect();
        let modelled = model(&before, seat, &dice);
        let only = |a: &BTreeSet<Turn>, b: &BTreeSet<Turn>| a.difference(b).take(3).cloned().collect::<Vec<_>>();
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

/// What is added to figures of both sides, given from the side of who moves.
fn gains(figures: &[i32], at: usize, seat: usize, me: i32, other: i32) -> Vec<i32> {
    let mut figures = figures.to_vec();
    figures[2 * at + seat] += me;
    figures[2 * at + 1 - seat] += other;
    figures
}

/// 七梁. Figures: tallies gained, times that seven beams were made, whether they stood when last looked at.
fn qiliang(before: &Turn, seat: usize, dice: &[u8]) -> BTreeSet<Turn> {
    let rules = Rules { cap: 6, gates: &[] };
    let turn = |end: End| {
        let mine = &end.board[seat];
        let made = |side: usize| before.1[2 + side];
        if mine[0] == PIECES {
            let loser = &end.board[1 - seat];
            let double = made(1 - seat) == 0 || loser[0] == 0 || !all_home(&end.board, 1 - seat);
            return (end.board, gains(&before.1, 0, seat, if double { 2 } else { 1 }, 0));
        }
        let stands = (1..=6).any(|k| (k..k + 7).all(|lane| mine[lane] >= 2));
        let stood = before.1[4 + seat] == 1;
        let mut figures = before.1.clone();
        figures[4 + seat] = stands.into();
        if stands && !stood {
            figures[seat] += 1;
            figures[2 + seat] += 1;
        }
        let large = dice.iter().any(|d| *d >= 5);
        if end.lifted && large && figures[2 + seat] == 0 {
            figures[1 - seat] += 3;
        }
        (end.board, figures)
    };
    race::ends(&rules, &before.0, seat, dice)
        .into_iter()
        .map(turn)
        .collect()
}

#[test]
fn whole_turns_of_qiliang_agree() {
    Bridge::new("qiliang", "bar", &["gained", "made", "stood"]).compare(POSITIONS, |below| strewn(6, below), qiliang);
}

/// 大食. Figures: tallies gained, whether the pieces have once stood together on the outer six.
fn dashi(before: &Turn, seat: usize, dice: &[u8]) -> BTreeSet<Turn> {
    let rules = Rules {
        cap: PIECES,
        gates: &[1, 2, 11, 12, 13, 14, 23, 24],
    };
    let alike = dice.iter().all(|d| *d == dice[0]);
    let thrown = gains(&before.1, 0, seat, alike.into(), 0);
    let turn = |end: End| {
        let mine = &end.board[seat];
        if mine[0] == PIECES {
            let great = end.board[1 - seat][0] == 0;
            return (end.board, gains(&thrown, 0, seat, if great { 2 } else { 1 }, 0));
        }
        let together = mine[7..=12].iter().sum::<u8>() == PIECES;
        let mut figures = thrown.clone();
        if together && figures[2 + seat] == 0 {
            figures[seat] += 1;
            figures[2 + seat] = 1;
        }
        (end.board, figures)
    };
    race::ends(&rules, &before.0, seat, dice)
        .into_iter()
        .map(turn)
        .collect()
}

#[test]
fn whole_turns_of_dashi_agree() {
    Bridge::new("dashi", "bar", &["gained", "stood"]).compare(POSITIONS, |below| strewn(PIECES, below), dashi);
}

/// 佛: twelve pieces come in by the numbers, two to a gate, and go out by them; there is nothing to choose.
fn fo(before: &Turn, seat: usize, dice: &[u8]) -> BTreeSet<Turn> {
    let mut board = before.0;
    let mine = &mut board[seat];
    let coming = mine[25] > 0;
    for number in dice.iter().map(|d| usize::from(*d)) {
        let (from, to) = if coming { (25, number) } else { (number, 0) };
        if mine[from] > 0 && (!coming || mine[to] < 2) {
            mine[from] -= 1;
            mine[to] += 1;
        }
    }
    BTreeSet::from([(board, Vec::new())])
}

#[test]
fn whole_turns_of_fo_agree() {
    let scattered = |below: &mut dyn FnMut(u32) -> u32| {
        let mut board: Board = [[0; 26]; 2];
        for side in &mut board {
            let coming = below(2) == 0;
            let mut left = 12;
            for gate in &mut side[1..=6] {
                *gate = below(3) as u8;
                left -= *gate;
            }
            side[if coming { 25 } else { 0 }] = left;
            // Who has taken all out has won: then there is no turn.
            if !coming && left == 12 {
                side[0] = 11;
                side[1 + below(6) as usize] = 1;
            }
        }
        board
    };
    Bridge::new("fo", "hand", &[]).compare(POSITIONS, scattered, fo);
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
        let rules = Rules { cap, gates: &[] };
        let model = |before: &Turn, seat: usize, dice: &[u8]| {
            let times = if dice[0] == dice[1] { double } else { 1 };
            let numbers = dice.repeat(times);
            let ends = race::ends(&rules, &before.0, seat, &numbers);
            ends.into_iter().map(|end| (end.board, Vec::new())).collect()
        };
        Bridge::new(id, "bar", &[]).compare(FEWER, |below| strewn(cap, below), model);
    }
}
