//! What the models of games on 24 lanes share: pieces counted in own numbers, turns and how they end.

use std::collections::BTreeSet;

/// The own number of the pieces that have gone out.
pub const OFF: usize = 0;

/// The own number of the pieces that wait to come in.
pub const WAITING: usize = 25;

/// Where all pieces are, in each side's own numbers: own lane n of one side is own lane 25 - n of the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board(pub [[i32; 26]; 2]);

impl Board {
    /// True if a side has nothing on the own numbers from `low` to `high`.
    pub fn bare(&self, side: usize, low: usize, high: usize) -> bool {
        self.0[side][low..=high].iter().all(|n| *n == 0)
    }

    /// What the other side has on an own lane of this side.
    pub fn enemies(&self, side: usize, lane: usize) -> i32 {
        self.0[1 - side][25 - lane]
    }

    /// With one piece of a side gone from one own number to another; a lone enemy there is struck.
    pub fn moved(&self, side: usize, from: usize, to: usize) -> Self {
        let mut next = self.clone();
        next.0[side][from] -= 1;
        next.0[side][to] += 1;
        if to != OFF && self.enemies(side, to) == 1 {
            next.0[1 - side][25 - to] -= 1;
            next.0[1 - side][WAITING] += 1;
        }
        next
    }
}

/// A position at the beginning of a turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The pieces.
    pub board: Board,
    /// What each side has won on the way.
    pub gained: [i32; 2],
    /// How often each side has made its formation.
    pub made: [i32; 2],
    /// True if each side's formation is known to stand, or to have been made.
    pub stood: [bool; 2],
}

/// How a turn ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// This side throws next.
    Throws(usize, Position),
    /// This side has won, and what each side's score is.
    Won(usize, Board, [i32; 2]),
}

impl End {
    /// The game as a side has won it with these gains.
    pub fn won(side: usize, board: &Board, gained: [i32; 2]) -> Self {
        let score = gained[0] - gained[1];
        Self::Won(side, board.clone(), [score, -score])
    }
}

/// What a sequence of moves with a throw has come to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The pieces after it.
    pub board: Board,
    /// The numbers that are still to be played.
    pub left: Vec<usize>,
    /// The largest number played, 0 where none is.
    pub largest: usize,
    /// True if one of the moves is to be fined.
    pub faulty: bool,
}

/// All that sequences of moves with a throw come to, also those that stop early.
///
/// `possible` says whether a side's piece may go from an own number by a number that was thrown; `faulty`, whether it is to
/// be fined if it goes from there.
pub fn lines(
    board: &Board,
    side: usize,
    pips: &[usize],
    possible: &dyn Fn(&Board, usize, usize) -> bool,
    faulty: &dyn Fn(&Line, usize) -> bool,
) -> BTreeSet<Line> {
    let first = Line {
        board: board.clone(),
        left: pips.to_vec(),
        largest: 0,
        faulty: false,
    };
    let mut all = BTreeSet::from([first.clone()]);
    let mut open = vec![first];
    while let Some(line) = open.pop() {
        if is_out(&line.board, side) {
            continue;
        }
        for (i, pip) in line.left.iter().enumerate() {
            for from in (1..=WAITING).filter(|from| possible(&line.board, *from, *pip)) {
                let mut next = line.clone();
                next.board = line.board.moved(side, from, from.saturating_sub(*pip));
                next.left.remove(i);
                next.largest = line.largest.max(*pip);
                next.faulty |= faulty(&line, from);
                // Nothing later can tell apart what has come to the same.
                if all.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    all
}

/// True if all pieces of a side have gone out.
pub fn is_out(board: &Board, side: usize) -> bool {
    board.bare(side, 1, WAITING)
}

/// What a side may play: the most numbers, and of such sequences those whose largest number is largest. One that ends the
/// game is no exception.
pub fn allowed(lines: BTreeSet<Line>) -> impl Iterator<Item = Line> {
    let fewest = lines.iter().map(|line| line.left.len()).min();
    let longest = lines.into_iter().filter(move |line| Some(line.left.len()) == fewest);
    let longest: Vec<Line> = longest.collect();
    let best = longest.iter().map(|line| line.largest).max();
    longest.into_iter().filter(move |line| Some(line.largest) == best)
}

/// The ends of a turn.
pub type Ends = BTreeSet<End>;
