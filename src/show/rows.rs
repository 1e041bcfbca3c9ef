//! Rows of cells: the name of each space above what stands on it.

use super::board::{View, rows_of, siblings};
use super::text::{pad, width};
use crate::ir::{Drawing, NONE};

/// Rows wider than this go on below.
pub(super) const ROOM: usize = 100;
/// Up to so many rows have an empty line between them.
const AIRY: usize = 8;

/// A space as it is drawn.
struct Cell {
    /// Whether it begins a further block, with a line before it.
    line: bool,
    space: usize,
    name: String,
    counts: String,
}

/// Draws the rows of a layout, then the spaces beside them.
pub(super) fn draw(view: &View<'_>, drawing: &Drawing) -> String {
    let program = view.state.program();
    let cell = |(line, space): (bool, u32)| Cell {
        line,
        space: space as usize,
        name: view.label(space as usize),
        counts: view.counts(&siblings(program, space)),
    };
    let rows: Vec<Vec<Cell>> = rows_of(drawing)
        .into_iter()
        .map(|blocks| {
            let cells = blocks.iter().enumerate().flat_map(|(block, spaces)| {
                let first = move |at| block > 0 && at == 0;
                spaces.iter().enumerate().map(move |(at, space)| (first(at), *space))
            });
            cells.map(cell).collect()
        })
        .collect();
    let wide = |cell: &Cell| width(&cell.name).max(width(&cell.counts));
    let room = rows.iter().flatten().map(wide).max().unwrap_or(0).max(3);
    let across = (ROOM / (room + 2)).max(1);
    let parts: Vec<&[Cell]> = rows.iter().flat_map(|row| row.chunks(across)).collect();
    let ways: Vec<Option<char>> = parts
        .iter()
        .map(|part| way(view, part.iter().map(|cell| cell.space)))
        .collect();
    let shown = ways.iter().any(Option::is_some);
    let mut out = String::new();
    for (part, way) in parts.iter().zip(&ways) {
        // A tall board has no room for lines between its rows.
        if !out.is_empty() && parts.len() <= AIRY {
            out.push('\n');
        }
        let names: fn(&Cell) -> &str = |cell| &cell.name;
        let counts: fn(&Cell) -> &str = |cell| &cell.counts;
        for (before, what) in [(way.unwrap_or(' '), names), (' ', counts)] {
            let mut text = if shown {
                pad(&before.to_string(), 2)
            } else {
                String::new()
            };
            for cell in *part {
                text.push_str(if cell.line { " │ " } else { "  " });
                text.push_str(&pad(what(cell), room));
            }
            out.push_str(text.trim_end());
            out.push('\n');
        }
    }
    let beside: Vec<String> = ["between", "aside"]
        .iter()
        .flat_map(|word| view.lines_of(drawing, word))
        .collect();
    if !beside.is_empty() {
        out.push_str(&format!("\n  {}\n", beside.join("   ")));
    }
    out
}

/// Which way the road goes along a row, for who looks; nothing where it does not go along it.
pub(super) fn way(view: &View<'_>, part: impl Iterator<Item = usize>) -> Option<char> {
    let program = view.state.program();
    let (route, _) = program.numbering?;
    let places = program.routes[route as usize].places.get(view.seat)?;
    let place = |space: usize| places.get(space).copied().filter(|p| *p != NONE);
    let along: Vec<i32> = part.map(place).collect::<Option<_>>()?;
    let goes = |by: i32| along.len() > 1 && along.windows(2).all(|w| w[1] == w[0] + by);
    [(1, '→'), (-1, '←')]
        .into_iter()
        .find(|(by, _)| goes(*by))
        .map(|(_, sign)| sign)
}
