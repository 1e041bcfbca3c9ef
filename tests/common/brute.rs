//! A brute-force enumerator of whole plays in modern backgammon, without the
//! cube. It is written from the rules alone, shares nothing with the engine,
//! and is there only to check the engine: naive on purpose.
//!
//! Two seats, 0 and 1. Each counts the 24 points in its own numbers and moves
//! from 24 down to 1 and off; own point `n` of one seat is own point `25 - n`
//! of the other. The bar counts as own number 25.
//!
//! The duty, as treated here. Look at every sequence of single steps a throw
//! allows, in every order of the dice. A sequence is a whole play when it plays
//! as many dice as any sequence does, and, where that is one die of two
//! different ones, the larger die of those that can be so played. Bearing off
//! the fifteenth piece ends the game, so that nothing follows it; it is no
//! exception to the duty.

// Each test binary that includes this module uses only a part of it.
#![allow(dead_code)]

use std::collections::BTreeSet;

/// Pieces of each seat.
const PIECES: u8 = 15;

/// The own number under which a step from the bar is written.
const BAR: u8 = 25;

/// Where all the pieces are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// `points[seat][own number]` for own numbers 1 to 24; index 0 is unused.
    pub points: [[u8; 25]; 2],
    /// Pieces of each seat on its bar.
    pub bar: [u8; 2],
    /// Pieces of each seat borne off.
    pub off: [u8; 2],
}

impl Board {
    /// The opening position.
    pub fn start() -> Board {
        let mut own = [0; 25];
        own[24] = 2;
        own[13] = 5;
        own[8] = 3;
        own[6] = 5;
        Board {
            points: [own, own],
            bar: [0, 0],
            off: [0, 0],
        }
    }

    /// Whether each seat has fifteen pieces and no point is held by both.
    pub fn is_sound(&self) -> bool {
        for seat in 0..2 {
            let mut count = u32::from(self.bar[seat]) + u32::from(self.off[seat]);
            for own in 1..=24 {
                count += u32::from(self.points[seat][own]);
            }
            if count != u32::from(PIECES) || self.points[seat][0] != 0 {
                return false;
            }
        }
        (1..=24).all(|own| self.points[0][own] == 0 || self.points[1][25 - own] == 0)
    }

    /// A board without any piece, to be filled.
    fn empty() -> Board {
        Board {
            points: [[0; 25]; 2],
            bar: [0, 0],
            off: [0, 0],
        }
    }
}

/// One step of one piece: from an own number (25 is the bar), by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// The own number the piece leaves, 25 for the bar.
    pub from: u8,
    /// The die it moves by.
    pub die: u8,
}

/// Makes one single step, with no regard to the duty to play more dice.
/// `None` when the step is not possible, or when the game is already over.
pub fn apply(board: &Board, seat: usize, step: Step) -> Option<Board> {
    let Step { from, die } = step;
    if !(1..=6).contains(&die) || !(1..=BAR).contains(&from) {
        return None;
    }
    if board.off[0] >= PIECES || board.off[1] >= PIECES {
        return None;
    }
    let enemy = 1 - seat;
    let mut next = board.clone();

    // Take the piece up.
    if from == BAR {
        if board.bar[seat] == 0 {
            return None;
        }
        next.bar[seat] -= 1;
    } else {
        if board.bar[seat] > 0 || board.points[seat][usize::from(from)] == 0 {
            return None;
        }
        next.points[seat][usize::from(from)] -= 1;
    }

    // Put it down on a point.
    if from > die {
        let to = usize::from(from - die);
        let enemy_to = 25 - to;
        if board.points[enemy][enemy_to] >= 2 {
            return None;
        }
        if board.points[enemy][enemy_to] == 1 {
            next.points[enemy][enemy_to] = 0;
            next.bar[enemy] += 1;
        }
        next.points[seat][to] += 1;
        return Some(next);
    }

    // Or bear it off. It stands on a point from 1 to 6, and the bar is empty.
    let outside = (7..=24).any(|own| board.points[seat][own] > 0);
    if outside {
        return None;
    }
    if from < die {
        let higher = (from + 1..=6).any(|own| board.points[seat][usize::from(own)] > 0);
        if higher {
            return None;
        }
    }
    next.off[seat] += 1;
    Some(next)
}

/// The state in the middle of a turn.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    board: Board,
    /// Dice not yet played, in falling order; 0 where there is none.
    left: [u8; 4],
    /// How many dice have been played.
    played: usize,
    /// The largest die played, 0 at first.
    largest: u8,
}

impl Line {
    fn new(board: &Board, dice: [u8; 2]) -> Line {
        let (high, low) = (dice[0].max(dice[1]), dice[0].min(dice[1]));
        Line {
            board: board.clone(),
            left: if high == low { [high; 4] } else { [high, low, 0, 0] },
            played: 0,
            largest: 0,
        }
    }

    /// Whether the seat to move has borne off its last piece.
    fn over(&self, seat: usize) -> bool {
        self.board.off[seat] >= PIECES
    }

    /// The line after one more step, if its die is left and it is possible.
    fn after(&self, seat: usize, step: Step) -> Option<Line> {
        let at = self.left.iter().position(|&die| die == step.die)?;
        let board = apply(&self.board, seat, step)?;
        let mut left = self.left;
        left[at] = 0;
        left.sort_unstable_by(|a, b| b.cmp(a));
        Some(Line {
            board,
            left,
            played: self.played + 1,
            largest: self.largest.max(step.die),
        })
    }

    /// Every possible next step, whatever the duty says of it, and the line
    /// after it.
    fn branches(&self, seat: usize) -> Vec<(Step, Line)> {
        let mut found = Vec::new();
        for (at, &die) in self.left.iter().enumerate() {
            if die == 0 || self.left[..at].contains(&die) {
                continue;
            }
            for from in 1..=BAR {
                let step = Step { from, die };
                if let Some(line) = self.after(seat, step) {
                    found.push((step, line));
                }
            }
        }
        found
    }
}

/// Every state any sequence of steps leads to, the first state among them.
/// Two sequences that lead to the same state (same board, same dice left) are
/// followed only once, as nothing later can tell them apart.
fn all_lines(board: &Board, seat: usize, dice: [u8; 2]) -> Vec<Line> {
    let mut all = Vec::new();
    let mut level = vec![Line::new(board, dice)];
    while !level.is_empty() {
        let mut next = Vec::new();
        for line in &level {
            next.extend(line.branches(seat).into_iter().map(|(_, after)| after));
        }
        next.sort_unstable();
        next.dedup();
        all.append(&mut level);
        level = next;
    }
    all
}

/// What a sequence must come to in order to be a whole play.
struct Duty {
    /// The most dice any sequence plays.
    most: usize,
    /// The largest die any sequence of that length plays. This decides only
    /// where one die of two different ones can be played: whoever plays both,
    /// or all of a double, plays the same dice as everyone else.
    largest: u8,
}

impl Duty {
    fn of(lines: &[Line]) -> Duty {
        let most = lines.iter().map(|line| line.played).max().unwrap_or(0);
        let largest = lines
            .iter()
            .filter(|line| line.played == most)
            .map(|line| line.largest)
            .max()
            .unwrap_or(0);
        Duty { most, largest }
    }

    /// Whether a sequence that stops here is a whole play.
    fn met(&self, line: &Line) -> bool {
        line.played == self.most && line.largest == self.largest
    }

    /// Whether a sequence that has come here can still become a whole play.
    fn in_reach(&self, line: &Line, seat: usize) -> bool {
        self.met(line) || line.branches(seat).iter().any(|(_, after)| self.in_reach(after, seat))
    }

    /// The steps from here after which a whole play is still in reach.
    fn steps(&self, line: &Line, seat: usize) -> BTreeSet<Step> {
        line.branches(seat)
            .into_iter()
            .filter(|(_, after)| self.in_reach(after, seat))
            .map(|(step, _)| step)
            .collect()
    }
}

/// What a seat may do with a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plays {
    /// The distinct boards at the end of whole plays; the unchanged board
    /// alone when nothing can be moved.
    pub ends: BTreeSet<Board>,
    /// The steps that begin a whole play; none when nothing can be moved.
    pub first: BTreeSet<Step>,
}

/// All whole plays of `seat` from `board` with the throw `dice`.
pub fn plays(board: &Board, seat: usize, dice: [u8; 2]) -> Plays {
    let lines = all_lines(board, seat, dice);
    let duty = Duty::of(&lines);
    let first = duty.steps(&Line::new(board, dice), seat);
    let ends = lines
        .into_iter()
        .filter(|line| duty.met(line))
        .map(|line| line.board)
        .collect();
    Plays { ends, first }
}

/// The steps that may come next in the turn of `seat` that began on `board`
/// with the throw `dice`, once the steps of `prefix` have been made. None when
/// the play is whole, or when `prefix` begins no whole play.
pub fn next_steps(board: &Board, seat: usize, dice: [u8; 2], prefix: &[Step]) -> BTreeSet<Step> {
    let duty = Duty::of(&all_lines(board, seat, dice));
    let mut line = Line::new(board, dice);
    for &step in prefix {
        match line.after(seat, step) {
            Some(after) => line = after,
            None => return BTreeSet::new(),
        }
    }
    duty.steps(&line, seat)
}

/// A number from 0 to `bound - 1`, drawn from the high bits of one word.
fn below(rng_word: &mut dyn FnMut() -> u32, bound: u8) -> u8 {
    let scaled = (u64::from(rng_word()) * u64::from(bound)) >> 32;
    u8::try_from(scaled).expect("less than the bound")
}

/// A number from `low` to `high`, both included.
fn between(rng_word: &mut dyn FnMut() -> u32, low: u8, high: u8) -> u8 {
    low + below(rng_word, high - low + 1)
}

/// Puts `count` pieces of `seat` on own points `low` to `high`, each where
/// chance sends it, with the stack on one point kept to `cap` where that can
/// be. A piece that keeps meeting the enemy goes to the bar.
fn strew(board: &mut Board, rng_word: &mut dyn FnMut() -> u32, seat: usize, count: u8, (low, high): (u8, u8), cap: u8) {
    for _ in 0..count {
        let mut place = None;
        for attempt in 0..60 {
            let own = usize::from(between(rng_word, low, high));
            let free = board.points[1 - seat][25 - own] == 0;
            if free && (board.points[seat][own] < cap || attempt >= 40) {
                place = Some(own);
                break;
            }
        }
        match place {
            Some(own) => board.points[seat][own] += 1,
            None => board.bar[seat] += 1,
        }
    }
}

/// Puts `count` pieces of `seat` in stacks of 2 to `most` on points empty so
/// far. What finds no such point goes to the bar.
fn stack_up(board: &mut Board, rng_word: &mut dyn FnMut() -> u32, seat: usize, count: u8, most: u8) {
    let mut rest = count;
    for _ in 0..200 {
        let own = usize::from(between(rng_word, 1, 24));
        let stack = between(rng_word, 2, most).min(rest);
        if board.points[seat][own] == 0 && board.points[1 - seat][25 - own] == 0 {
            board.points[seat][own] = stack;
            rest -= stack;
        }
    }
    board.bar[seat] += rest;
}

/// A random sound position with the pieces scattered, never a finished game.
/// `rng_word` gives uniform random words.
pub fn scattered(rng_word: &mut dyn FnMut() -> u32) -> Board {
    let mut board = Board::empty();
    let one = usize::from(below(rng_word, 2));
    let two = 1 - one;
    match below(rng_word, 9) {
        // Anywhere at all, a few on the bar and off.
        0 => {
            for seat in [one, two] {
                board.bar[seat] = below(rng_word, 4).saturating_sub(1);
                board.off[seat] = below(rng_word, 6).saturating_sub(2);
                let rest = PIECES - board.bar[seat] - board.off[seat];
                strew(&mut board, rng_word, seat, rest, (1, 24), PIECES);
            }
        }
        // Lone pieces, as far as they go.
        1 => {
            board.off[one] = below(rng_word, 9);
            board.off[two] = between(rng_word, 3, 12);
            for seat in [one, two] {
                let rest = PIECES - board.off[seat];
                strew(&mut board, rng_word, seat, rest, (1, 24), 1);
            }
        }
        // A few blocks and high stacks, some pieces on the bar behind them.
        2 => {
            for seat in [one, two] {
                board.bar[seat] = below(rng_word, 5).saturating_sub(1);
                let rest = PIECES - board.bar[seat];
                stack_up(&mut board, rng_word, seat, rest, 4);
            }
        }
        // Both sides bearing off, out of contact.
        3 => {
            for seat in [one, two] {
                board.off[seat] = below(rng_word, PIECES);
                let rest = PIECES - board.off[seat];
                strew(&mut board, rng_word, seat, rest, (1, 6), PIECES);
            }
        }
        // One side bearing off against pieces in its home or on the bar.
        4 => {
            board.off[one] = below(rng_word, PIECES);
            let rest = PIECES - board.off[one];
            let outside = below(rng_word, 4).saturating_sub(2).min(rest);
            strew(&mut board, rng_word, one, rest - outside, (1, 6), 4);
            strew(&mut board, rng_word, one, outside, (7, 24), 4);
            board.bar[two] = below(rng_word, 3);
            board.off[two] = below(rng_word, 4).saturating_sub(2);
            let back = between(rng_word, 1, 4);
            let rest = PIECES - board.bar[two] - board.off[two] - back;
            strew(&mut board, rng_word, two, back, (19, 24), 2);
            strew(&mut board, rng_word, two, rest, (1, 18), 4);
        }
        // The last pieces of both, close to the end.
        5 => {
            for seat in [one, two] {
                let rest = between(rng_word, 1, 4);
                board.off[seat] = PIECES - rest;
                let high = [3, 6, 9, 24][usize::from(below(rng_word, 4))];
                strew(&mut board, rng_word, seat, rest, (1, high), PIECES);
            }
        }
        // A home nearly or wholly closed, and enemy pieces on the bar.
        6 => {
            let hole = below(rng_word, 9);
            let mut rest = PIECES;
            for own in 1..=6 {
                if own != hole {
                    board.points[one][usize::from(own)] = 2;
                    rest -= 2;
                }
            }
            board.bar[two] = below(rng_word, 4);
            board.off[two] = below(rng_word, 10);
            let others = PIECES - board.bar[two] - board.off[two];
            strew(&mut board, rng_word, two, others, (1, 24), 3);
            strew(&mut board, rng_word, one, rest, (1, 24), 2);
        }
        // Few movers hemmed in by many enemy points: dice are often lost.
        7 => {
            board.off[one] = between(rng_word, 8, 13);
            let rest = PIECES - board.off[one];
            let barred = below(rng_word, 3).min(rest);
            board.bar[one] = barred;
            strew(&mut board, rng_word, one, rest - barred, (1, 24), 2);
            stack_up(&mut board, rng_word, two, PIECES, 2);
        }
        // Loose steps by both sides from the opening position.
        _ => {
            board = Board::start();
            for _ in 0..between(rng_word, 4, 250) {
                let seat = usize::from(below(rng_word, 2));
                let step = Step {
                    from: between(rng_word, 1, BAR),
                    die: between(rng_word, 1, 6),
                };
                if let Some(next) = apply(&board, seat, step)
                    && next.off[seat] < PIECES
                {
                    board = next;
                }
            }
        }
    }
    board
}
