//! Tables: enumerations with cells, and what sorts throws.

use super::Rule;
use super::build::{Builder, Kids, Node};
use crate::syntax::tree::{Row, RowHead, TableDecl, Tail};

impl Builder<'_> {
    /// `table NAME …`.
    pub fn table(&mut self, kids: &mut Kids<'_>) -> Option<TableDecl> {
        let name = self.name(kids)?;
        let of = kids.take(Rule::table_of).map(Kids::of);
        let (of, first_match) = match of {
            Some(mut of) => (Some(self.name(&mut of)?), of.has(Rule::first_match)),
            None => (None, false),
        };
        let columns = kids
            .take(Rule::columns)
            .map_or_else(Vec::new, |n| Kids::of(n).all(Rule::column));
        let rows = kids.all(Rule::table_row);
        Some(TableDecl {
            name,
            of,
            first_match,
            columns: self.each(columns, |b, n| b.column(&mut Kids::of(n)))?,
            rows: self.each(rows, |b, n| {
                let mut kids = Kids::of(n);
                let mut row = b.row_core(kids.take(Rule::row_core)?)?;
                row.tail = b.tail(&mut kids)?;
                Some(row)
            })?,
        })
    }

    /// A row without what stands behind it.
    pub fn row_core(&mut self, node: Node<'_>) -> Option<Row> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        let head = self.maybe(kids.take(Rule::row_head), Self::row_head)?;
        let name = self.name(&mut kids)?;
        let gloss = self.maybe_text(&mut kids);
        let cells = kids.all(Rule::cell);
        Some(Row {
            head,
            name,
            gloss,
            cells: self.each(cells, Self::expr)?,
            tail: Tail::default(),
            span,
        })
    }

    fn row_head(&mut self, node: Node<'_>) -> Option<RowHead> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        let faces = kids
            .take(Rule::row_faces)
            .map_or_else(Vec::new, |n| Kids::of(n).all(Rule::face_value));
        Some(RowHead {
            faces: self.each(faces, Self::expr)?,
            test: self.maybe(kids.take(Rule::row_where), Self::inner_expr)?,
            otherwise: kids.has(Rule::row_otherwise),
            span,
        })
    }
}
