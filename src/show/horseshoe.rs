//! Two facing rows of blocks: the stacks of the upper row hang down, those of the lower row stand up.

use super::board::{Group, View, rows_of, siblings, spaces_of};
use super::text::{centre, width};
use crate::ir::Drawing;

/// How many pieces of a stack are drawn one by one.
const HEIGHT: usize = 5;

/// A column of the board: its name and its cells, from the edge inwards.
struct Column {
    name: String,
    cells: Vec<String>,
}

/// A row: columns, in blocks with something between them.
struct Row {
    blocks: Vec<Vec<Column>>,
    middle: Option<Column>,
}

/// Draws a layout of rows two by two; what stands aside follows at the right.
pub(super) fn draw(view: &View<'_>, drawing: &Drawing) -> String {
    let program = view.state.program();
    let rows = rows_of(drawing);
    let between: Vec<usize> = spaces_of(drawing, "between")
        .into_iter()
        .flat_map(|id| siblings(program, id))
        .collect();
    let aside = view.lines_of(drawing, "aside");
    // What stands between the blocks and aside is shared out over the rows, so that each of two seats has its own half.
    let of_row = |all: &[String], at: usize| -> Vec<String> {
        all.iter().skip(at).step_by(rows.len().max(1)).cloned().collect()
    };
    let drawn: Vec<Row> = rows
        .iter()
        .enumerate()
        .map(|(at, blocks)| Row {
            blocks: blocks
                .iter()
                .map(|block| {
                    let column = |id: &u32| column(view, view.label(*id as usize), &siblings(program, *id));
                    block.iter().map(column).collect()
                })
                .collect(),
            middle: (!between.is_empty()).then(|| {
                let here: Vec<usize> = between.iter().skip(at).step_by(rows.len()).copied().collect();
                column(view, here.first().map(|id| view.label(*id)).unwrap_or_default(), &here)
            }),
        })
        .collect();
    let columns = || {
        drawn
            .iter()
            .flat_map(|r| r.blocks.iter().flatten().chain(&r.middle))
            .flat_map(|c| std::iter::once(&c.name).chain(&c.cells))
    };
    let cell = columns().map(|t| width(t) + 1).max().unwrap_or(0).max(4);
    let height = drawn
        .iter()
        .flat_map(|r| r.blocks.iter().flatten().chain(&r.middle))
        .map(|c| c.cells.len())
        .max()
        .unwrap_or(0)
        .max(HEIGHT);
    let mut out = String::new();
    for (pair_at, pair) in drawn.chunks(2).enumerate() {
        let upper = &pair[0];
        line(&mut out, ' ', ' ', &upper.words(|c| c.name.clone()), cell, "");
        line(&mut out, '┌', '┬', &upper.rule(cell), cell, "");
        let notes = of_row(&aside, pair_at * 2);
        for depth in 0..height {
            let note = notes.get(depth).map_or("", String::as_str);
            line(&mut out, '│', '│', &upper.words(|c| c.at(depth)), cell, note);
        }
        let last = pair.last().unwrap_or(upper);
        if pair.len() == 2 {
            let notes = of_row(&aside, pair_at * 2 + 1);
            line(&mut out, '│', '│', &upper.words(|_| String::new()), cell, "");
            for depth in (0..height).rev() {
                let note = notes.get(depth).map_or("", String::as_str);
                line(&mut out, '│', '│', &last.words(|c| c.at(depth)), cell, note);
            }
        }
        line(&mut out, '└', '┴', &last.rule(cell), cell, "");
        if pair.len() == 2 {
            line(&mut out, ' ', ' ', &last.words(|c| c.name.clone()), cell, "");
        }
    }
    out
}

/// A column of spaces: a piece a cell, or where they are too many, fewer cells with numbers.
fn column(view: &View<'_>, name: String, spaces: &[usize]) -> Column {
    let groups = view.groups(spaces);
    Column {
        name,
        cells: stack(&groups),
    }
}

fn stack(groups: &[Group]) -> Vec<String> {
    let total: usize = groups.iter().map(|g| g.count).sum();
    if total <= HEIGHT {
        return groups
            .iter()
            .flat_map(|g| std::iter::repeat_n(g.sign.clone(), g.count))
            .collect();
    }
    match groups {
        // The number at the open end counts the whole stack.
        [only] => {
            let mut cells = vec![only.sign.clone(); HEIGHT - 1];
            cells.push(only.count.to_string());
            cells
        }
        _ => groups.iter().map(|g| format!("{}{}", g.sign, g.count)).collect(),
    }
}

impl Column {
    fn at(&self, depth: usize) -> String {
        self.cells.get(depth).cloned().unwrap_or_default()
    }
}

impl Row {
    /// Block by block the words of the columns; the middle column is a block of its own.
    fn words(&self, word: impl Fn(&Column) -> String) -> Vec<Vec<String>> {
        let mut blocks: Vec<Vec<String>> = self.blocks.iter().map(|b| b.iter().map(&word).collect()).collect();
        if let Some(middle) = &self.middle {
            blocks.insert(blocks.len() / 2, vec![word(middle)]);
        }
        blocks
    }

    /// A horizontal line as wide as the columns.
    fn rule(&self, cell: usize) -> Vec<Vec<String>> {
        self.words(|_| "─".repeat(cell))
    }
}

/// Writes one line of cells between corners; `note` stands at the right.
fn line(out: &mut String, corner: char, joint: char, blocks: &[Vec<String>], cell: usize, note: &str) {
    let end = match corner {
        '┌' => '┐',
        '└' => '┘',
        other => other,
    };
    let fill = if matches!(corner, '┌' | '└') { "─" } else { " " };
    let texts: Vec<String> = blocks
        .iter()
        .map(|b| b.iter().map(|t| centre(t, cell)).collect::<String>() + fill)
        .collect();
    let text = format!("{corner}{}{end}", texts.join(&joint.to_string()));
    let text = if note.is_empty() {
        text
    } else {
        format!("{text}  {note}")
    };
    out.push_str(text.trim_end());
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::{Group, stack};

    fn group(sign: &str, count: usize) -> Group {
        Group {
            sign: sign.to_owned(),
            count,
        }
    }

    #[test]
    fn five_pieces_are_drawn_and_more_are_counted() {
        assert_eq!(stack(&[group("○", 5)]), ["○"; 5]);
        assert_eq!(stack(&[group("○", 12)]), ["○", "○", "○", "○", "12"]);
    }

    #[test]
    fn pieces_of_several_seats_share_a_stack() {
        assert_eq!(stack(&[group("○", 2), group("●", 1)]), ["○", "○", "●"]);
        assert_eq!(stack(&[group("○", 4), group("●", 3)]), ["○4", "●3"]);
    }
}
