//! A brute force for races of two sides along twenty-four lanes, written from the rules alone: boards, single moves, and all
//! that a throw can come to. What a game asks for besides is for its own model.

use std::collections::BTreeSet;

/// Pieces of each side by the side's own numbers: 1 to 24 the lanes, 25 those that were struck, 0 those that are off.
pub type Board = [[u8; 26]; 2];

/// Pieces of each side.
pub const PIECES: u8 = 15;

/// True if a side's pieces are all on its last six lanes or off.
fn all_home(board: &Board, seat: usize) -> bool {
    board[seat][7..].iter().all(|n| *n == 0)
}

/// The board after one move, or nothing where it is not possible.
fn moved(cap: u8, board: &Board, seat: usize, from: u8, number: u8) -> Option<Board> {
    let mine = &board[seat];
    if mine[usize::from(from)] == 0 || (from != 25 && mine[25] > 0) {
        return None;
    }
    let mut after = *board;
    after[seat][usize::from(from)] -= 1;
    if let Some(to) = from.checked_sub(number).filter(|to| *to >= 1) {
        let theirs = &mut after[1 - seat];
        let there = usize::from(25 - to);
        if theirs[there] >= 2 || mine[usize::from(to)] >= cap {
            return None;
        }
        if theirs[there] == 1 {
            theirs[there] = 0;
            theirs[25] += 1;
        }
        after[seat][usize::from(to)] += 1;
        return Some(after);
    }
    let above = mine[usize::from(from) + 1..].iter().any(|n| *n > 0);
    if !all_home(board, seat) || (from < number && above) {
        return None;
    }
    after[seat][0] += 1;
    Some(after)
}

/// A sequence of moves on the way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    board: Board,
    left: Vec<u8>,
    used: usize,
    largest: u8,
}

/// All ends of a throw, where a lane holds so many pieces of a side: as many numbers as can be played are played, and of those
/// that can't all be played the greatest.
pub fn ends(cap: u8, board: &Board, seat: usize, dice: &[u8]) -> BTreeSet<Board> {
    let mut level = BTreeSet::from([Line {
        board: *board,
        left: dice.to_vec(),
        used: 0,
        largest: 0,
    }]);
    let mut all = Vec::new();
    while !level.is_empty() {
        let mut next = BTreeSet::new();
        for line in level.iter().filter(|l| l.board[seat][0] < PIECES) {
            for (at, number) in line.left.iter().enumerate() {
                for from in 1..=25 {
                    if let Some(board) = moved(cap, &line.board, seat, from, *number) {
                        let mut left = line.left.clone();
                        left.remove(at);
                        next.insert(Line {
                            board,
                            left,
                            used: line.used + 1,
                            largest: line.largest.max(*number),
                        });
                    }
                }
            }
        }
        all.extend(std::mem::replace(&mut level, next));
    }
    let most = all.iter().map(|l| l.used).max().unwrap_or(0);
    let longest = all.iter().filter(|l| l.used == most);
    let largest = longest.clone().map(|l| l.largest).max().unwrap_or(0);
    longest.filter(|l| l.largest == largest).map(|l| l.board).collect()
}
