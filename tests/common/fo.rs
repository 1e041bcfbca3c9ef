//! A model of 佛, written from the rule sheet and from the words of its defaults, to be compared with the rule file.
//!
//! Gates are own numbers 1 to 6; what is in hand waits.

use super::lanes::{End, Ends, OFF, Position, WAITING, is_out};

/// The one end of a side's turn with a throw, as nobody chooses anything.
pub fn ends(position: &Position, side: usize, dice: &[usize]) -> Ends {
    let mut next = position.clone();
    let own = &mut next.board.0[side];
    // Whoever puts in the last piece by the first number takes none out by the second.
    let puts_in = own[WAITING] > 0;
    for gate in dice {
        if puts_in && own[WAITING] > 0 && own[*gate] < 2 {
            own[WAITING] -= 1;
            own[*gate] += 1;
        }
        if !puts_in && own[*gate] > 0 {
            own[*gate] -= 1;
            own[OFF] += 1;
        }
    }
    let end = if is_out(&next.board, side) {
        let score = if side == 0 { 1 } else { -1 };
        End::Won(side, next.board, [score, -score])
    } else {
        End::Throws(1 - side, next)
    };
    Ends::from([end])
}
