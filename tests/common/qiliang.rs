//! A model of 七梁, written from the rule sheet and from the words of its defaults, to be compared with the rule file.

use super::lanes::{Board, End, Ends, Line, OFF, Position, WAITING, allowed, is_out, lines};

/// A side that has so many tallies has won the match, in the midst of a game too.
const FULL: i32 = 15;

/// The lane whose pieces may not be lifted at will.
const HEAD: usize = 6;

/// True if all pieces of a side are on its lanes 1 to 6 or out.
fn home(board: &Board, side: usize) -> bool {
    board.bare(side, 7, WAITING)
}

/// True if a side's piece may go from an own number by a number of the throw. A waiting piece comes in as from lane 25.
fn possible(board: &Board, side: usize, from: usize, pip: usize) -> bool {
    let own = &board.0[side];
    // Nothing else moves while a struck piece waits.
    if own[from] == 0 || from != WAITING && own[WAITING] > 0 {
        return false;
    }
    let to = from.saturating_sub(pip);
    if to == OFF {
        // A larger number than needed takes out only where nothing stands farther back.
        return home(board, side) && (from == pip || board.bare(side, from + 1, 6));
    }
    // Two are a beam; more than six of one's own are too many.
    board.enemies(side, to) < 2 && own[to] < 6
}

/// True if a piece leaves the head lane before all are home, where one from another lane could have gone by a number that is
/// left.
fn lifts_head(line: &Line, side: usize, from: usize) -> bool {
    let may_go = |other: usize| line.left.iter().any(|pip| possible(&line.board, side, other, *pip));
    from == HEAD && !home(&line.board, side) && (1..=24).any(|other| other != HEAD && may_go(other))
}

/// True if seven lanes side by side, of a side's nearer twelve, have two pieces or more each.
fn seven_stand(board: &Board, side: usize) -> bool {
    (1..=6).any(|k| board.0[side][k..k + 7].iter().all(|n| *n >= 2))
}

/// All ends of a side's turn with a throw.
pub fn ends(position: &Position, side: usize, dice: &[usize]) -> Ends {
    let other = 1 - side;
    let all = lines(
        &position.board,
        side,
        dice,
        &|board, from, pip| possible(board, side, from, pip),
        &|line, from| lifts_head(line, side, from),
    );
    let end = |line: Line| {
        let mut next = position.clone();
        next.board = line.board;
        if is_out(&next.board, side) {
            let double = next.made[other] == 0 || next.board.0[other][OFF] == 0 || !home(&next.board, other);
            next.gained[side] += if double { 2 } else { 1 };
            return End::won(side, &next.board, next.gained);
        }
        let stands = seven_stand(&next.board, side);
        if stands && !position.stood[side] {
            next.gained[side] += 1;
            next.made[side] += 1;
        }
        next.stood[side] = stands;
        let large = dice.iter().any(|pip| *pip >= 5);
        if large && line.faulty && next.made[side] == 0 {
            next.gained[other] += 3;
        }
        match [side, other].into_iter().find(|side| next.gained[*side] >= FULL) {
            Some(winner) => End::won(winner, &next.board, next.gained),
            None => End::Throws(other, next),
        }
    };
    allowed(all).map(end).collect()
}
