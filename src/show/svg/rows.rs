//! Rows of boxes.

use super::canvas::{Anchor, Canvas, Tone};
use super::cell::{self, Cell, LABEL};
use super::{MARGIN, list};
use crate::ir::Drawing;
use crate::show::board::{View, rows_of, siblings, spaces_of};
use crate::show::rows::way;

/// Rows wider than this go on below.
pub const ROOM: i32 = 1_080;
/// The room between blocks of a row.
const BLOCKS: i32 = 14;
/// The room for the sign that tells which way the road goes.
const WAY: i32 = 22;

/// Draws the rows of a layout and the spaces beside them, from a height on; how far down it goes.
pub fn draw(canvas: &mut Canvas, view: &View<'_>, drawing: &Drawing, top: i32) -> i32 {
    let rows: Vec<Vec<(bool, usize, Cell)>> = rows_of(drawing)
        .into_iter()
        .map(|blocks| {
            let spaces = blocks.iter().enumerate().flat_map(|(block, spaces)| {
                let begins = move |at| block > 0 && at == 0;
                spaces.iter().enumerate().map(move |(at, s)| (begins(at), *s as usize))
            });
            spaces.map(|(begins, s)| (begins, s, Cell::of(view, s))).collect()
        })
        .collect();
    let (w, h) = cell::size(rows.iter().flatten().map(|(_, _, c)| c));
    let across = usize::try_from(ROOM / w.max(1)).unwrap_or(1).max(1);
    let parts: Vec<&[(bool, usize, Cell)]> = rows.iter().flat_map(|row| row.chunks(across)).collect();
    let ways: Vec<Option<char>> = parts
        .iter()
        .map(|part| way(view, part.iter().map(|(_, s, _)| *s)))
        .collect();
    let left = MARGIN + if ways.iter().any(Option::is_some) { WAY } else { 0 };
    let mut y = top;
    for (part, way) in parts.iter().zip(ways) {
        if let Some(way) = way {
            let at = (MARGIN + WAY / 2 - 2, y + h / 2);
            canvas.text(at, LABEL + 4, Anchor::Middle, &way.to_string());
        }
        let mut x = left;
        for (begins, _, cell) in *part {
            if *begins {
                x += BLOCKS;
            }
            cell.draw(canvas, (x, y), (w, h), Tone::Light);
            x += w;
        }
        y += h + 6;
    }
    beside(canvas, view, drawing, y + 6)
}

/// Draws what a layout has between its rows and aside, below them.
pub fn beside(canvas: &mut Canvas, view: &View<'_>, drawing: &Drawing, top: i32) -> i32 {
    let spaces = ["between", "aside"].iter().flat_map(|word| spaces_of(drawing, word));
    let cells: Vec<Cell> = spaces
        .flat_map(|space| siblings(view.state.program(), space))
        .map(|space| Cell::owned(view, space))
        .collect();
    list::flow(canvas, &cells, top)
}
