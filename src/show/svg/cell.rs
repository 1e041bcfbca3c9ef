//! A space as a box: what it is called, and what stands on it.

use super::canvas::{Anchor, Canvas, Tone, text_width};
use super::tokens::{self, Token};
use crate::show::board::{View, called, siblings};

/// The size of what spaces are called.
pub const LABEL: i32 = 12;
/// The room around what stands in a box.
const PAD: i32 = 5;
/// The least width of a box.
const LEAST: i32 = 38;

/// A space, or several that are drawn as one.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What it is called.
    pub label: String,
    /// What stands there.
    pub tokens: Vec<Token>,
}

impl Cell {
    /// A space of the board, where each player has one, everybody's.
    pub fn of(view: &View<'_>, space: usize) -> Self {
        let all = siblings(view.state.program(), space);
        Self {
            label: label(view, space).join(" "),
            tokens: tokens::of(view, &all),
        }
    }

    /// A space of one owner, with whose it is.
    pub fn owned(view: &View<'_>, space: usize) -> Self {
        let program = view.state.program();
        let info = &program.spaces[space];
        let label = match info.owner {
            Some(owner) => {
                let owner = owner as usize;
                format!("{} · {}", called(program, space, owner), program.seats[owner].name)
            }
            None => label(view, space).join(" "),
        };
        Self {
            label,
            tokens: tokens::of(view, &[space]),
        }
    }

    /// How wide a box for it is, if it is not made to be higher than a few lines.
    pub fn width(&self) -> i32 {
        let all: i32 = self.tokens.iter().map(|t| t.width() + 3).sum();
        let widest = self.tokens.iter().map(Token::width).max().unwrap_or(0);
        let wide = widest.max(all.min(tokens::LINE * 4));
        (text_width(&self.label, LABEL).max(wide) + 2 * PAD).max(LEAST)
    }

    /// How high it is in a box of a width.
    pub fn height(&self, width: i32) -> i32 {
        let lines = tokens::lines(&self.tokens, width - 2 * PAD).len().max(1);
        LABEL + 2 * PAD + i32::try_from(lines).unwrap_or(1) * tokens::LINE
    }

    /// Draws it in a box.
    pub fn draw(&self, canvas: &mut Canvas, (x, y): (i32, i32), size: (i32, i32), tone: Tone) {
        canvas.rect((x, y), size, tone);
        canvas.text(
            (x + size.0 / 2, y + PAD + LABEL / 2),
            LABEL,
            Anchor::Middle,
            &self.label,
        );
        tokens::draw(canvas, &self.tokens, (x + PAD, y + PAD + LABEL + 4), size.0 - 2 * PAD);
    }
}

/// The least box that has room for each of some cells.
pub fn size<'c>(cells: impl Iterator<Item = &'c Cell> + Clone) -> (i32, i32) {
    let width = cells.clone().map(Cell::width).max().unwrap_or(LEAST);
    let height = cells.map(|c| c.height(width)).max().unwrap_or(0);
    (width, height)
}

/// What a space is called: its own number for who looks, and its name; else as moves write it.
pub fn label(view: &View<'_>, space: usize) -> Vec<String> {
    let program = view.state.program();
    let space = siblings(program, space).get(view.seat).copied().unwrap_or(space);
    let number = i32::try_from(space)
        .ok()
        .filter(|_| program.families[program.spaces[space].family as usize].numbered)
        .and_then(|s| program.own_number(s, view.seat));
    match (number, &program.spaces[space].name) {
        (Some(number), Some(name)) => vec![number.to_string(), name.clone()],
        (Some(number), None) => vec![number.to_string()],
        (None, _) => vec![called(program, space, view.seat)],
    }
}
