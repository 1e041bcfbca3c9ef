//! A closed road: the name of each space above what stands on it, clockwise around a rectangle from the top left.

use super::board::{View, rows_of, siblings, spaces_of};
use super::rows::{ROOM, way};
use super::text::{centre, pad, width};
use crate::ir::Drawing;

/// How many spaces stand on the sides of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Above, with both corners.
    pub top: usize,
    /// On the right side and on the left, without the corners.
    pub side: usize,
    /// One less than above where the number is odd: the left corner is then empty.
    pub bottom: usize,
}

impl Shape {
    /// As near to a square as it can be, and no wider than so many spaces.
    pub fn of(spaces: usize, widest: usize) -> Self {
        let half = spaces.div_ceil(2);
        let side = (spaces / 4).saturating_sub(1).max(half.saturating_sub(widest.max(1)));
        let top = half - side;
        Self {
            top,
            side,
            bottom: spaces - 2 * side - top,
        }
    }
}

/// What is drawn of a space, from top to bottom.
type Cell = [String; 2];

/// Draws the spaces of all rows of a layout in their order, what stands between within the ring, and the rest below.
pub(super) fn draw(view: &View<'_>, drawing: &Drawing) -> String {
    let program = view.state.program();
    let spaces: Vec<usize> = rows_of(drawing)
        .into_iter()
        .flatten()
        .flatten()
        .map(|id| *id as usize)
        .collect();
    let cells: Vec<Cell> = spaces
        .iter()
        .map(|id| [view.label(*id), view.counts(&siblings(program, *id))])
        .collect();
    let room = cells.iter().flatten().map(|t| width(t)).max().unwrap_or(0).max(3);
    let shape = Shape::of(cells.len(), ROOM / (room + 2));
    let mut within = if spaces_of(drawing, "between").is_empty() {
        Vec::new()
    } else {
        view.lines_of(drawing, "between")
    };
    let mut below = within.split_off(within.len().min(shape.side * 2));
    let inside = shape.top.saturating_sub(2) * (room + 2);
    let widest = within.iter().map(|line| width(line)).max().unwrap_or(0);
    if widest + 4 > inside {
        below.splice(0..0, within.drain(..));
    }
    below.extend(view.lines_of(drawing, "aside"));

    let right = &cells[shape.top.min(cells.len())..];
    let bottom = &right[shape.side.min(right.len())..];
    let left = &bottom[shape.bottom.min(bottom.len())..];
    let (top, right, bottom) = (
        &cells[..shape.top.min(cells.len())],
        &right[..shape.side.min(right.len())],
        &bottom[..shape.bottom.min(bottom.len())],
    );
    let shown = |at: usize, n: usize| spaces.get(at..at + n).and_then(|part| way(view, part.iter().copied()));
    let back = |sign: char| if sign == '→' { '←' } else { '→' };
    let signs = [
        shown(0, top.len()),
        shown(top.len() + right.len(), bottom.len()).map(back),
    ];
    let margin = if signs.iter().any(Option::is_some) { 2 } else { 0 };
    let across = |row: &[&Cell], sign: Option<char>, empty: usize, out: &mut String| {
        for line in 0..2 {
            let sign = sign.filter(|_| line == 0).map_or_else(String::new, String::from);
            let mut text = pad(&sign, margin) + &" ".repeat(empty * (room + 2));
            for cell in row {
                text.push_str(&format!("  {}", pad(&cell[line], room)));
            }
            out.push_str(text.trim_end());
            out.push('\n');
        }
    };
    let mut out = String::new();
    across(&top.iter().collect::<Vec<_>>(), signs[0], 0, &mut out);
    // What stands within begins so that as many lines are free above it as below.
    let free = (shape.side * 2 - within.len()) / 2;
    for (at, (right, left)) in right.iter().zip(left.iter().rev()).enumerate() {
        for line in 0..2 {
            let middle = (at * 2 + line).checked_sub(free).and_then(|l| within.get(l));
            let middle = centre(&pad(middle.map_or("", String::as_str), widest), inside);
            let text = format!(
                "{}  {}{middle}  {}",
                " ".repeat(margin),
                pad(&left[line], room),
                right[line]
            );
            out.push_str(text.trim_end());
            out.push('\n');
        }
    }
    let empty = top.len() - bottom.len();
    if !bottom.is_empty() {
        across(&bottom.iter().rev().collect::<Vec<_>>(), signs[1], empty, &mut out);
    }
    if !below.is_empty() {
        out.push_str(&format!("\n  {}\n", below.join("   ")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn every_number_of_spaces_goes_around() {
        let shape = |n, widest| {
            let s = Shape::of(n, widest);
            (s.top, s.side, s.bottom)
        };
        assert_eq!(shape(16, 20), (5, 3, 5));
        assert_eq!(shape(12, 20), (4, 2, 4));
        assert_eq!(shape(7, 20), (4, 0, 3));
        assert_eq!(shape(13, 20), (5, 2, 4));
        assert_eq!(shape(16, 4), (4, 4, 4));
        assert_eq!(shape(1, 20), (1, 0, 0));
        for n in 0..300 {
            for widest in 1..25 {
                let s = Shape::of(n, widest);
                assert_eq!(s.top + s.bottom + 2 * s.side, n, "{n} {widest}");
                assert!(s.top <= widest && s.top - s.bottom <= 1, "{n} {widest} {s:?}");
            }
        }
    }
}
