//! Rows of cells: the name of each space above what stands on it.

use super::board::{View, rows_of, siblings};
use super::text::{pad, width};
use crate::ir::Drawing;

/// Rows wider than this go on below.
const ROOM: usize = 100;

/// Draws the rows of a layout, then the spaces beside them.
pub(super) fn draw(view: &View<'_>, drawing: &Drawing) -> String {
    let program = view.state.program();
    // A cell is a name and what stands there; a bar stands before the first cell of a further block.
    let rows: Vec<Vec<(bool, String, String)>> = rows_of(drawing)
        .into_iter()
        .map(|blocks| {
            let mut row = Vec::new();
            for block in blocks {
                for (at, space) in block.iter().enumerate() {
                    let all = siblings(program, *space);
                    row.push((
                        at == 0 && !row.is_empty(),
                        view.label(*space as usize),
                        view.counts(&all),
                    ));
                }
            }
            row
        })
        .collect();
    let cell = rows
        .iter()
        .flatten()
        .map(|(_, name, counts)| width(name).max(width(counts)))
        .max()
        .unwrap_or(0)
        .max(3);
    let across = (ROOM / (cell + 2)).max(1);
    let mut out = String::new();
    for part in rows.iter().flat_map(|row| row.chunks(across)) {
        if !out.is_empty() {
            out.push('\n');
        }
        for line in [0, 1] {
            let text: String = part
                .iter()
                .map(|(bar, name, counts)| {
                    let before = if *bar { " │ " } else { "  " };
                    format!("{before}{}", pad(if line == 0 { name } else { counts }, cell))
                })
                .collect();
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
