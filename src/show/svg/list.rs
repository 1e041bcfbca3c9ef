//! Boxes one after the other: occupied spaces of games without a layout, and what a layout leaves out.

use super::MARGIN;
use super::canvas::{Canvas, Tone};
use super::cell::{self, Cell};
use super::rows::ROOM;
use crate::show::board::View;

/// Draws a box for each occupied space that is not drawn already; how far down it goes.
pub fn occupied(canvas: &mut Canvas, view: &View<'_>, drawn: &[bool], top: i32) -> i32 {
    let left: Vec<Cell> = (0..drawn.len())
        .filter(|space| !drawn[*space])
        .map(|space| Cell::owned(view, space))
        .filter(|cell| !cell.tokens.is_empty())
        .collect();
    flow(canvas, &left, top)
}

/// Draws boxes of one size in lines; how far down they go.
pub fn flow(canvas: &mut Canvas, cells: &[Cell], top: i32) -> i32 {
    if cells.is_empty() {
        return top;
    }
    let (w, h) = cell::size(cells.iter());
    let across = usize::try_from(ROOM / (w + 6)).unwrap_or(1).max(1);
    let mut y = top;
    for line in cells.chunks(across) {
        let mut x = MARGIN;
        for cell in line {
            cell.draw(canvas, (x, y), (w, h), Tone::Dark);
            x += w + 6;
        }
        y += h + 6;
    }
    y + 6
}
