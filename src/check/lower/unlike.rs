//! Tables whose rows are of other dice than those that are thrown: one finding, where the dice are to blame.

use super::Lowerer;
use super::tables::counted;
use super::throws::Throws;
use crate::diagnostics::Diagnostic;
use crate::ir::Meaning;
use crate::syntax::source::Span;
use crate::syntax::tree::{Expr, ExprKind, Item, ItemKind, RowHead, TableDecl};
use std::collections::BTreeMap;

/// One finding for each group of dice.
pub(super) type Unlike = BTreeMap<u32, Diagnostic>;

impl Lowerer<'_> {
    /// Whether the rows of a table are of other dice than `group`, which is then noted: several rows with another number of
    /// faces, or any with other faces where another file declares the dice.
    pub(super) fn of_other_dice(&self, decl: &TableDecl, group: u32, throws: &Throws, unlike: &mut Unlike) -> bool {
        let Some(dice) = self.declares_dice(group) else {
            return false;
        };
        let heads: Vec<&RowHead> = decl.rows.iter().filter_map(|r| r.head.as_ref()).collect();
        let elsewhere = |h: &RowHead| h.span.file != dice.span.file;
        let span = |h: &&RowHead| match (h.faces.first(), h.faces.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => h.span,
        };
        let wrong = |h: &&RowHead| !h.faces.is_empty() && h.faces.len() != throws.dice as usize;
        let many: Vec<Span> = heads.iter().copied().filter(wrong).map(|h| span(&h)).collect();
        let numbers = self.program.dice[group as usize].meaning == Meaning::Number;
        let strange =
            |e: &Expr| matches!(e.kind, ExprKind::Int(n) if i32::try_from(n).is_ok_and(|n| !throws.faces.contains(&n)));
        let other = |h: &&RowHead| numbers && elsewhere(h) && h.faces.iter().any(strange);
        let other: Vec<Span> = heads.iter().copied().filter(other).map(|h| span(&h)).collect();
        let (rows, is, has) = if many.len() > 1 || heads.iter().any(|h| wrong(h) && elsewhere(h)) {
            let is = format!("a throw of these dice has {}", counted(throws.dice as usize, "face"));
            (many, is, ["has another number", "have another number"])
        } else if !other.is_empty() {
            let has = [
                "asks for a face that they don't have",
                "ask for faces that they don't have",
            ];
            (other, "these dice have other faces".to_owned(), has)
        } else {
            return false;
        };
        let has = has[usize::from(rows.len() > 1)];
        let table = format!("{} of `{}` {has}", counted(rows.len(), "row"), decl.name.text);
        match unlike.remove(&group) {
            Some(known) => unlike.insert(group, known.also(rows[0], table)),
            None => {
                let found = Diagnostic::error(
                    "table::head",
                    format!("{is}, but {table}"),
                    dice.span,
                    "these are thrown",
                );
                let names = format!("`{}`", decl.name.text);
                let help = if rows[0].file == dice.span.file {
                    format!("mend the dice, or the heads of {names}")
                } else {
                    format!("override table {names} too, with rows for these dice, or leave the dice as they were")
                };
                unlike.insert(group, found.also(rows[0], "the first of them").help(help))
            }
        };
        true
    }

    /// The declaration of a group of dice.
    fn declares_dice(&self, group: u32) -> Option<&Item> {
        let name = &self.program.dice[group as usize].name;
        self.game.defs.iter().map(|d| &d.item).find(|item| {
            matches!(&item.kind, ItemKind::Dice { name: n, .. } if n.as_ref().map_or("", |n| n.text.as_str()) == name)
        })
    }
}
