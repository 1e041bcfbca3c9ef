//! Tables.

use super::expr::{beside, expr};
use super::item::columns;
use super::text::{Inline, block, inner, maybe_quoted};
use super::warrant::with_tail;
use crate::syntax::tree::{Row, TableDecl};

/// `table NAME …`.
pub fn table(table: &TableDecl, room: usize) -> String {
    let mut head = format!("table {}", table.name.text);
    if let Some(of) = &table.of {
        head = format!("{head} of {}", of.text);
        if table.first_match {
            head += " first match";
        }
    }
    if !table.columns.is_empty() {
        head = format!("{head} ({})", columns(&table.columns));
    }
    let room_inside = inner(room);
    let rows: Vec<_> = table
        .rows
        .iter()
        .map(|r| with_tail(&row(r), &r.tail, room_inside))
        .collect();
    block(&head, &rows, Inline::One, room)
}

/// A row without its tail.
pub fn row(row: &Row) -> String {
    let mut out = String::new();
    if let Some(head) = &row.head {
        let mut words: Vec<String> = head.faces.iter().map(beside).collect();
        if let Some(test) = &head.test {
            words.push(format!("where {}", expr(test)));
        }
        if head.otherwise {
            words.push("otherwise".into());
        }
        out = format!("{}: ", words.join(" "));
    }
    out += &row.name.text;
    out += &maybe_quoted(row.gloss.as_ref());
    for cell in &row.cells {
        out = format!("{out} {}", beside(cell));
    }
    out
}
