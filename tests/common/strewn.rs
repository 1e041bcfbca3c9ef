//! Positions at random, to be looked at by the models of games on 24 lanes: late ones, and such as play seldom comes to.

use super::lanes::{Board, OFF, Position, WAITING};
use bopu::engine::below;
use rand::Rng;

/// Random numbers from `low` to `high`, both included.
fn between(words: &mut impl Rng, low: usize, high: usize) -> usize {
    low + below((high - low + 1) as u32, words) as usize
}

/// A random number of pieces or tallies from `low` to `high`, both included.
fn some(words: &mut impl Rng, low: i32, high: i32) -> i32 {
    low + below((high - low + 1) as u32, words) as i32
}

/// Puts pieces of a side on own lanes from `low` to `high`, no more than `most` on a lane and none among enemies. What finds
/// no place waits.
fn strew(words: &mut impl Rng, board: &mut Board, side: usize, pieces: i32, (low, high): (usize, usize), most: i32) {
    for _ in 0..pieces {
        let tries: Vec<usize> = (0..40).map(|_| between(words, low, high)).collect();
        let free = |lane: &usize| board.enemies(side, *lane) == 0 && board.0[side][*lane] < most;
        let lane = tries.into_iter().find(free).unwrap_or(WAITING);
        board.0[side][lane] += 1;
    }
}

/// Moves a few of a side's pieces back by one to six, where no enemy stands.
fn draw_back(words: &mut impl Rng, board: &mut Board, side: usize) {
    for _ in 0..between(words, 0, 3) {
        let from = between(words, 1, 18);
        let to = from + between(words, 1, 6);
        if board.0[side][from] > 0 && board.enemies(side, to) == 0 {
            board.0[side][from] -= 1;
            board.0[side][to] += 1;
        }
    }
}

/// A board of one of nine sorts. `shape` gives a side's lanes and how many pieces go to each, where it has its formation.
fn board(words: &mut impl Rng, sort: usize, shape: &[(usize, i32)], most: i32) -> Board {
    let mut board = Board([[0; 26]; 2]);
    let one = between(words, 0, 1);
    let two = 1 - one;
    // Where the pieces of each side go, besides those out and waiting.
    let (mut ranges, mut out, mut waiting) = ([(1, 24); 2], [0; 2], [0; 2]);
    match sort % 9 {
        // Anywhere, some out before and some struck since.
        0 => {
            out = [some(words, 0, 3), some(words, 0, 3)];
            waiting = [some(words, 0, 2), some(words, 0, 2)];
        }
        // Both at home.
        1 => {
            ranges = [(1, 6); 2];
            out = [some(words, 0, 14), some(words, 0, 14)];
        }
        // One at home with enemies there, or waiting to come in.
        2 | 3 => {
            ranges[one] = (1, 6);
            ranges[two] = (19, 24);
            out = [some(words, 6, 14), some(words, 6, 14)];
            waiting[two] = some(words, 0, 15 - out[two]);
        }
        // The last few, almost home.
        4 => {
            ranges = [(1, between(words, 3, 9)), (1, between(words, 3, 9))];
            out = [some(words, 11, 14), some(words, 11, 14)];
        }
        // Few that move among many that bar them.
        5 => {
            out[one] = some(words, 10, 13);
            waiting[one] = some(words, 0, 15 - out[one]);
        }
        // One with its formation, or just before it.
        _ => {
            for (lane, pieces) in shape {
                board.0[one][*lane] += *pieces;
            }
            draw_back(words, &mut board, one);
            if sort % 9 == 6 {
                out[two] = some(words, 0, 14);
                ranges[two] = (1, 6);
            }
        }
    }
    // Pairs and high stacks come of few lanes to choose from.
    for side in [two, one] {
        let rest = 15 - board.0[side].iter().sum::<i32>();
        let out = out[side].min(rest);
        let waiting = waiting[side].min(rest - out);
        board.0[side][OFF] += out;
        board.0[side][WAITING] += waiting;
        let mut left = rest - out - waiting;
        while left > 0 {
            let stack = left.min(some(words, 1, 6));
            let (low, high) = ranges[side];
            let lane = between(words, low, high);
            let range = if between(words, 0, 1) == 0 {
                (lane, lane)
            } else {
                ranges[side]
            };
            strew(words, &mut board, side, stack, range, most);
            left -= stack;
        }
    }
    board
}

/// A turn from a board, with something won by both.
fn turn(words: &mut impl Rng, board: Board) -> (Position, usize) {
    let position = Position {
        board,
        gained: [some(words, 0, 14), some(words, 0, 14)],
        made: [0; 2],
        stood: [false; 2],
    };
    (position, between(words, 0, 1))
}

/// Of 七梁.
pub fn qiliang(words: &mut impl Rng, sort: usize) -> (Position, usize) {
    // Seven lanes from the seventh on reach beyond the twelve that count.
    let k = between(words, 1, 7);
    let shape: Vec<(usize, i32)> = (k..k + 7).map(|lane| (lane, 2)).collect();
    let board = board(words, sort, &shape, 6);
    let (mut position, side) = turn(words, board);
    for side in 0..2 {
        position.made[side] = some(words, 0, 2);
        position.stood[side] = position.made[side] > 0 && between(words, 0, 1) == 0;
    }
    (position, side)
}

/// Of 大食.
pub fn dashi(words: &mut impl Rng, sort: usize) -> (Position, usize) {
    let shape: Vec<(usize, i32)> = (0..15).map(|_| (between(words, 7, 12), 1)).collect();
    let board = board(words, sort, &shape, 15);
    let (mut position, side) = turn(words, board);
    position.stood = [0, 1].map(|_| between(words, 0, 2) == 0);
    (position, side)
}

/// Of 佛, where each side's half is before or after all are in.
pub fn fo(words: &mut impl Rng, _: usize) -> (Position, usize) {
    let mut board = Board([[0; 26]; 2]);
    for own in &mut board.0 {
        let rest = if between(words, 0, 1) == 0 { OFF } else { WAITING };
        own[rest] = 12;
        for gate in 1..=6 {
            own[gate] = some(words, 0, 2);
            own[rest] -= own[gate];
        }
        // Somebody has something left.
        if own[OFF] == 12 {
            own.swap(OFF, WAITING);
        }
    }
    let (position, side) = turn(words, board);
    (
        Position {
            gained: [0; 2],
            ..position
        },
        side,
    )
}
