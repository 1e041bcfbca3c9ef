//! A closed road: boxes clockwise around a rectangle from the top left.

use super::canvas::{Canvas, Tone};
use super::cell::{self, Cell};
use super::rows::{ROOM, beside};
use super::{MARGIN, list};
use crate::ir::Drawing;
use crate::show::board::{View, rows_of, siblings, spaces_of};
use crate::show::ring::Shape;

/// Draws the spaces of all rows of a layout in their order, and what stands between within the ring where there is room; how
/// far down it goes.
pub fn draw(canvas: &mut Canvas, view: &View<'_>, drawing: &Drawing, top: i32) -> i32 {
    let cells: Vec<Cell> = rows_of(drawing)
        .into_iter()
        .flatten()
        .flatten()
        .map(|id| Cell::of(view, *id as usize))
        .collect();
    let (w, h) = cell::size(cells.iter());
    let shape = Shape::of(cells.len(), usize::try_from(ROOM / w.max(1)).unwrap_or(1));
    let at = |column: usize, row: usize| {
        let step = |n: usize, by: i32| i32::try_from(n).unwrap_or(0) * by;
        (MARGIN + step(column, w), top + step(row, h))
    };
    for (number, cell) in cells.iter().enumerate() {
        let (column, row) = place(&shape, number);
        cell.draw(canvas, at(column, row), (w, h), Tone::Light);
    }
    let rows = shape.side + if shape.bottom > 0 { 2 } else { 1 };
    let bottom = at(0, rows).1 + 12;
    let inner: Vec<Cell> = spaces_of(drawing, "between")
        .into_iter()
        .flat_map(|space| siblings(view.state.program(), space))
        .map(|space| Cell::owned(view, space))
        .collect();
    let (iw, ih) = cell::size(inner.iter());
    let room = at(shape.top.saturating_sub(1), 0).0 - at(1, 0).0 - 2 * MARGIN;
    let across = usize::try_from(room / (iw + 6)).unwrap_or(0);
    let lines = i32::try_from(inner.len().div_ceil(across.max(1))).unwrap_or(i32::MAX / 1_000);
    let high = i32::try_from(shape.side).unwrap_or(0) * h - 12;
    if inner.is_empty() || across == 0 || lines * (ih + 6) > high {
        return beside(canvas, view, drawing, bottom);
    }
    let (x, y) = at(1, 1);
    let step = |n: usize, by: i32| i32::try_from(n).unwrap_or(0) * by;
    let left = x + MARGIN + (room - step(across.min(inner.len()), iw + 6)) / 2;
    for (number, cell) in inner.iter().enumerate() {
        let place = (
            left + step(number % across, iw + 6),
            y + (high - lines * (ih + 6)) / 2 + 6 + step(number / across, ih + 6),
        );
        cell.draw(canvas, place, (iw, ih), Tone::Dark);
    }
    let aside: Vec<Cell> = spaces_of(drawing, "aside")
        .into_iter()
        .flat_map(|space| siblings(view.state.program(), space))
        .map(|space| Cell::owned(view, space))
        .collect();
    list::flow(canvas, &aside, bottom)
}

/// The column and row of a space of the ring, from the top left.
fn place(shape: &Shape, number: usize) -> (usize, usize) {
    let last = shape.top.saturating_sub(1);
    let right = number.checked_sub(shape.top);
    let bottom = right.and_then(|n| n.checked_sub(shape.side));
    let left = bottom.and_then(|n| n.checked_sub(shape.bottom));
    match (right, bottom, left) {
        (_, _, Some(n)) => (0, shape.side.saturating_sub(n)),
        (_, Some(n), _) => (last.saturating_sub(n), shape.side + 1),
        (Some(n), ..) => (last, n + 1),
        _ => (number, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::{Shape, place};
    use std::collections::HashSet;

    #[test]
    fn spaces_of_a_ring_stand_apart_and_side_by_side() {
        for n in 1..200 {
            let shape = Shape::of(n, 20);
            let all: Vec<(usize, usize)> = (0..n).map(|at| place(&shape, at)).collect();
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), n, "{n}: {all:?}");
            for pair in all.windows(2) {
                let apart = pair[0].0.abs_diff(pair[1].0) + pair[0].1.abs_diff(pair[1].1);
                assert!(apart <= 2, "{n}: {pair:?}");
            }
        }
    }
}
