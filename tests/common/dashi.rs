//! A model of 大食, written from the rule sheet and from the words of its defaults, to be compared with the rule file.

use super::lanes::{Board, End, Ends, Line, OFF, Position, WAITING, allowed, is_out, lines};

/// The lanes with gates, two at each corner of the carpet; they are the same for both sides.
const GATES: [usize; 8] = [1, 2, 11, 12, 13, 14, 23, 24];

/// True if a side's piece may go from an own number by a number of the throw; `double` says whether the throw has a double.
fn possible(board: &Board, side: usize, from: usize, pip: usize, double: bool) -> bool {
    let own = &board.0[side];
    if own[from] == 0 || from != WAITING && own[WAITING] > 0 {
        return false;
    }
    let to = from.saturating_sub(pip);
    if to == OFF {
        // All are home; a larger number than needed takes out only where nothing stands farther back.
        return board.bare(side, 7, WAITING) && (from == pip || board.bare(side, from + 1, 6));
    }
    let passes = GATES.iter().any(|gate| to < *gate && *gate <= from);
    board.enemies(side, to) < 2 && (double || !passes || from == WAITING)
}

/// All ends of one throw of a side.
pub fn ends(position: &Position, side: usize, dice: &[usize]) -> Ends {
    let &[a, b, c] = dice else {
        panic!("not three dice: {dice:?}")
    };
    let double = a == b || b == c || a == c;
    let possible = |board: &Board, from, pip| possible(board, side, from, pip, double);
    let end = |line: Line| {
        let mut next = position.clone();
        next.board = line.board;
        if a == b && b == c {
            next.gained[side] += 1;
        }
        if is_out(&next.board, side) {
            let none_out = next.board.0[1 - side][OFF] == 0;
            next.gained[side] += if none_out { 2 } else { 1 };
            return End::won(side, &next.board, next.gained);
        }
        let gathered = next.board.0[side][7..=12].iter().sum::<i32>() == 15;
        if gathered && !next.stood[side] {
            next.stood[side] = true;
            next.gained[side] += 1;
        }
        End::Throws(if double { side } else { 1 - side }, next)
    };
    let all = lines(&position.board, side, dice, &possible, &|_, _| false);
    allowed(all).map(end).collect()
}
