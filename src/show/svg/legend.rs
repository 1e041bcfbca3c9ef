//! Below the board: who plays, what each has, and where there is no board, the dice.

use super::MARGIN;
use super::canvas::{Anchor, Canvas, Tone, text_width};
use super::tokens::{self, RADIUS};
use crate::ir::Program;
use crate::show::board::View;
use crate::show::{pots, purse};

/// The size of its words.
const SIZE: i32 = 13;
/// The height of a line.
const LINE: i32 = 28;
/// The side of a die.
const DIE: i32 = 30;
/// So many dice of a group are drawn.
const MOST: u32 = 8;

/// Draws it from a height on, where there is anything to be told.
pub fn draw(canvas: &mut Canvas, view: &View<'_>, top: i32) {
    let program = view.state.program();
    let bare = canvas.right() == 0;
    let top = if bare { dice(canvas, program, top) } else { top };
    // Who plays without a board and dice needs no picture.
    if bare && program.dice.is_empty() {
        return;
    }
    let mut line = Line {
        x: MARGIN,
        y: top + LINE / 2,
        room: canvas.right().max(420),
    };
    let pieces = program.kinds.iter().any(|k| k.number > 0);
    for seat in 0..program.seats.len() {
        let named = &program.seats[seat];
        let mut words = vec![named.name.clone()];
        words.extend(named.gloss.clone());
        words.extend(side(program, seat));
        words.extend(purse(view.state, seat));
        line.put(canvas, pieces.then(|| tokens::of_seat(program, seat)), &words.join(" "));
    }
    for pot in pots(view.state) {
        line.put(canvas, None, &pot);
    }
}

fn side(program: &Program, seat: usize) -> Option<String> {
    let sides = program.sides.as_ref()?;
    let side = usize::try_from(*sides.of.get(seat)?).ok()?;
    let name = &program.enums[sides.names as usize].values.get(side)?.name;
    Some(format!("({name})"))
}

/// Words one after the other, in as many lines as they need.
struct Line {
    x: i32,
    y: i32,
    room: i32,
}

impl Line {
    fn put(&mut self, canvas: &mut Canvas, token: Option<tokens::Token>, words: &str) {
        let mark = if token.is_some() { RADIUS * 2 + 6 } else { 0 };
        let wide = mark + text_width(words, SIZE);
        if self.x > MARGIN && self.x + wide > self.room {
            self.x = MARGIN;
            self.y += LINE;
        }
        if let Some(token) = token {
            token.draw(canvas, (self.x + RADIUS, self.y));
        }
        canvas.text((self.x + mark, self.y), SIZE, Anchor::Start, words);
        self.x += wide + 22;
    }
}

/// The dice, a line for each group; how far down they go.
fn dice(canvas: &mut Canvas, program: &Program, top: i32) -> i32 {
    let mut y = top;
    for group in &program.dice {
        let mut x = MARGIN;
        for _ in 0..group.number.min(MOST) {
            canvas.rect((x, y), (DIE, DIE), Tone::Light);
            x += DIE + 6;
        }
        let faces: Vec<String> = group
            .faces
            .iter()
            .map(|(face, _)| program.write_value(*face, &group.meaning))
            .collect();
        let in_a_row =
            group.faces.windows(2).all(|w| w[1].0 == w[0].0 + 1) && faces.iter().all(|f| f.parse::<i32>().is_ok());
        let faces = match (faces.first(), faces.last()) {
            (Some(first), Some(last)) if in_a_row && faces.len() > 2 => format!("{first} to {last}"),
            _ => faces.join(", "),
        };
        let many = if group.number > MOST {
            format!("{} dice, ", group.number)
        } else {
            String::new()
        };
        let each = if group.each { ", one throw each" } else { "" };
        let words = format!("{} {many}{faces}{each}", group.name);
        canvas.text((x + 6, y + DIE / 2), SIZE, Anchor::Start, words.trim());
        y += DIE + 8;
    }
    y
}
