//! Pieces as discs: one each where there is room, else one with a number.

use super::canvas::{Anchor, Canvas, text_width};
use crate::ir::Program;
use crate::show::board::View;
use crate::show::sign;
use crate::show::signs::told_apart;

/// The radius of a disc.
pub const RADIUS: i32 = 11;
/// The size of what is written on a disc.
const SMALL: i32 = 11;
/// The room between discs.
const GAP: i32 = 3;

/// Some pieces of one owner and sort, on one disc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Whose they are.
    pub seat: usize,
    /// What is written on the disc: what tells the seat and the sort from others, or the number.
    pub inside: String,
    /// How many, behind the disc, where the number does not stand on it.
    pub behind: Option<String>,
    /// How many they are.
    pub count: usize,
}

/// What is written on a seat's discs: nothing on those of the first two, which are told by their colour.
fn letter(program: &Program, seat: usize) -> String {
    if seat < 2 { String::new() } else { sign(program, seat) }
}

/// The pieces on some spaces taken together, seat by seat, sort by sort.
pub fn of(view: &View<'_>, spaces: &[usize]) -> Vec<Token> {
    let program = view.state.program();
    let mut out = Vec::new();
    for seat in 0..program.seats.len() {
        for sort in 0..program.sorts.len() {
            let count: i32 = spaces.iter().map(|s| view.state.pieces(seat, sort, *s)).sum();
            let Ok(count @ 1..) = usize::try_from(count) else {
                continue;
            };
            let mut token = Token {
                seat,
                inside: letter(program, seat) + &told_apart(program, sort),
                behind: None,
                count,
            };
            match (count, token.inside.is_empty()) {
                (1, _) => {}
                (_, true) => token.inside = count.to_string(),
                (_, false) => token.behind = Some(format!("×{count}")),
            }
            out.push(token);
        }
    }
    out
}

/// A disc for a seat, without pieces.
pub fn of_seat(program: &Program, seat: usize) -> Token {
    Token {
        seat,
        inside: letter(program, seat),
        behind: None,
        count: 1,
    }
}

impl Token {
    /// How wide it is with its number.
    pub fn width(&self) -> i32 {
        let behind = self.behind.as_ref().map_or(0, |t| text_width(t, SMALL) + 6);
        RADIUS * 2 + behind
    }

    /// Draws it with the middle of its disc at a place.
    pub fn draw(&self, canvas: &mut Canvas, (x, y): (i32, i32)) {
        canvas.disc((x, y), RADIUS, self.seat);
        if !self.inside.is_empty() {
            let fits = text_width(&self.inside, SMALL) <= RADIUS * 2;
            canvas.text_on(
                (x, y),
                if fits { SMALL } else { SMALL * 2 / 3 },
                self.seat,
                &self.inside,
            );
        }
        if let Some(behind) = &self.behind {
            canvas.text((x + RADIUS + 2, y), SMALL, Anchor::Start, behind);
        }
    }
}

/// Tokens in lines no wider than some room, each line's tokens with how far they stand from its beginning, and its width.
pub fn lines(tokens: &[Token], room: i32) -> Vec<(Vec<(i32, &Token)>, i32)> {
    let mut out: Vec<(Vec<(i32, &Token)>, i32)> = Vec::new();
    for token in tokens {
        let wide = token.width();
        match out.last_mut() {
            Some((line, width)) if *width + GAP + wide <= room => {
                line.push((*width + GAP, token));
                *width += GAP + wide;
            }
            _ => out.push((vec![(0, token)], wide)),
        }
    }
    out
}

/// The height of a line of tokens.
pub const LINE: i32 = RADIUS * 2 + GAP;

/// Draws tokens in lines within a room, each line centred.
pub fn draw(canvas: &mut Canvas, tokens: &[Token], (x, y): (i32, i32), room: i32) {
    for ((line, wide), at) in lines(tokens, room).iter().zip(0..) {
        let left = x + (room - wide) / 2;
        for (offset, token) in line {
            token.draw(canvas, (left + offset + RADIUS, y + at * LINE + RADIUS));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Token, lines};

    #[test]
    fn tokens_go_on_below_where_there_is_no_room() {
        let token = Token {
            seat: 0,
            inside: String::new(),
            behind: None,
            count: 1,
        };
        let tokens = vec![token; 5];
        let shape = |room| lines(&tokens, room).iter().map(|(l, _)| l.len()).collect::<Vec<_>>();
        assert_eq!(shape(22), [1, 1, 1, 1, 1]);
        assert_eq!(shape(50), [2, 2, 1]);
        assert_eq!(shape(1_000), [5]);
    }
}
