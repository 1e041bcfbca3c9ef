//! How the board is drawn.

use super::Lowerer;
use super::board::run;
use super::types::Sym;
use crate::diagnostics::Diagnostic;
use crate::ir::Drawing;
use crate::syntax::tree::{LayoutCell, LayoutDecl};
use std::collections::HashSet;

impl Lowerer<'_> {
    /// `layout SHAPE { … }`.
    pub(super) fn drawing(&mut self, decl: &LayoutDecl) {
        let mut drawing = Drawing {
            shape: decl.shape.text.clone(),
            lines: Vec::new(),
        };
        if !["rows", "horseshoe", "ring"].contains(&decl.shape.text.as_str()) {
            self.error(
                "layout::shape",
                format!("there is no layout `{}`", decl.shape.text),
                decl.shape.span,
                "not a shape",
            );
            self.help("shapes are `rows`, `horseshoe` and `ring`");
        }
        let mut drawn = HashSet::new();
        for line in &decl.lines {
            if !["rows", "between", "aside"].contains(&line.word.text.as_str()) {
                self.error(
                    "layout::word",
                    format!("`{}` is not a line of a layout", line.word.text),
                    line.word.span,
                    "not known",
                );
                self.help("lines are `rows`, `between` and `aside`");
                continue;
            }
            let mut rows = Vec::new();
            for row in &line.rows {
                let mut blocks = Vec::new();
                for block in row {
                    let mut spaces = Vec::new();
                    for cell in block {
                        let found = self.spaces_drawn(cell);
                        self.drawn_once(&mut drawn, &found, cell);
                        spaces.extend(found);
                    }
                    blocks.push(spaces);
                }
                rows.push(blocks);
            }
            drawing.lines.push((line.word.text.clone(), rows));
        }
        self.program.drawing = Some(drawing);
    }

    /// The spaces that an entry of a layout names: a space, a family or a run of it, or a member by its name.
    fn spaces_drawn(&mut self, cell: &LayoutCell) -> Vec<u32> {
        let family = match (self.lookup(&cell.name.text), &cell.run) {
            (Some(Sym::Family(family)), _) => family,
            (Some(Sym::Space(space)), None) => return u32::try_from(space).into_iter().collect(),
            (Some(Sym::Member { family, number }), None) => {
                let info = &self.program.families[family as usize];
                return vec![info.first + (number - info.low) as u32];
            }
            _ => {
                self.unknown(&cell.name, "space");
                return Vec::new();
            }
        };
        let info = self.program.families[family as usize].clone();
        let Some((a, b)) = &cell.run else {
            return (info.first..info.first + info.len).collect();
        };
        let (Some(a), Some(b)) = (self.constant_int(a), self.constant_int(b)) else {
            return Vec::new();
        };
        let mut spaces = Vec::new();
        for n in run(a, b) {
            if !(info.low..info.low + info.len as i32).contains(&n) {
                self.error(
                    "type::range",
                    format!("there is no `{}[{n}]`", info.name),
                    cell.name.span,
                    "outside the family",
                );
                break;
            }
            spaces.push(info.first + (n - info.low) as u32);
        }
        spaces
    }

    /// Warns where a space is drawn a second time: what stands there would be seen twice.
    fn drawn_once(&mut self, drawn: &mut HashSet<u32>, found: &[u32], cell: &LayoutCell) {
        let twice = found.iter().copied().filter(|space| !drawn.insert(*space));
        let Some(first) = twice.min() else { return };
        let name = self.program.spaces[first as usize].id.clone();
        self.diagnostics.push(
            Diagnostic::warning(
                "layout::twice",
                format!("`{name}` is drawn twice"),
                cell.name.span,
                "it stands in this layout already",
            )
            .help("name each space once: what stands there is seen in both places and looks like more than there is"),
        );
    }
}
