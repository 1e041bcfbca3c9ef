//! The definitions of a game in reading order, with their requirements and what they rest on.

use super::describe::{Part, Rule, warrants};
use crate::check::Expanded;
use crate::check::expand::{class, key_name};
use crate::syntax::print::{print_expr, print_item};
use crate::syntax::source::Span;
use crate::syntax::tree::{Block, Item, ItemKind, Part as Clause, PartKind, PlayRule, Stmt, StmtKind, Tail, Warrant};

/// Every definition but those that `show` lists elsewhere.
pub fn rules(game: &Expanded) -> Vec<Rule> {
    game.defs
        .iter()
        .filter(|d| {
            !matches!(
                d.item.kind,
                ItemKind::Source(_)
                    | ItemKind::Players(..)
                    | ItemKind::Seats(..)
                    | ItemKind::Sides(_)
                    | ItemKind::Pieces { .. }
                    | ItemKind::Die { .. }
                    | ItemKind::Dice { .. }
                    | ItemKind::Measure { .. }
                    | ItemKind::Agreed { .. }
                    | ItemKind::Layout(_)
                    | ItemKind::PlayNotation(_)
                    | ItemKind::Example { .. }
                    | ItemKind::Claim { .. }
            )
        })
        .map(|def| {
            let mut bare = def.item.clone();
            bare.tail = Tail::default();
            let text = print_item(&bare);
            // Steps and conditions are told by their requirements, everything else as it is written.
            let listed = matches!(bare.kind, ItemKind::Step { .. } | ItemKind::Condition { .. });
            let text = if listed { head(&text) } else { text };
            let kind = class(&def.item.kind).map_or_else(
                || text.split([' ', '=']).next().unwrap_or_default().to_owned(),
                str::to_owned,
            );
            let name = key_name(&def.key);
            let name = name.split('`').nth(1).map(str::to_owned);
            let path = name.clone().unwrap_or_default();
            let mut list = Parts {
                game,
                path: path.clone(),
                out: Vec::new(),
            };
            list.item(&def.item);
            Rule {
                kind,
                text,
                warrants: warrants(&rests(game, &path, def.item.head.file, &def.item.tail.warrants)),
                parts: list.out,
                name,
            }
        })
        .collect()
}

/// The name and parameters of a step or condition, without its block.
fn head(text: &str) -> String {
    text.split_once(") {")
        .map_or_else(|| text.to_owned(), |(head, _)| format!("{head})"))
}

/// A part's own warrants and those that a `rests` table gives it.
fn rests(game: &Expanded, path: &str, file: u16, own: &[Warrant]) -> Vec<Warrant> {
    game.rests_on(path, file, own).to_vec()
}

struct Parts<'g> {
    game: &'g Expanded,
    path: String,
    out: Vec<Part>,
}

impl Parts<'_> {
    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Step { parts, .. } | ItemKind::Condition { parts: Some(parts), .. } => {
                let mut number = 0;
                for part in parts {
                    self.clause(part, &mut number);
                }
            }
            ItemKind::Phase { body, .. } | ItemKind::Start(body) | ItemKind::Routine { body: Some(body), .. } => {
                self.block(body);
            }
            _ => {}
        }
    }

    fn clause(&mut self, part: &Clause, number: &mut usize) {
        match &part.kind {
            PartKind::Let {
                name,
                otherwise: Some(reason),
                ..
            } => self.add(&name.text, part.span, Some(reason.text.clone()), &part.tail.warrants),
            PartKind::Require { name, test, reason } => {
                *number += 1;
                let name = name.as_ref().map_or_else(|| number.to_string(), |n| n.text.clone());
                // A requirement without a reason of its own is said best by what it requires.
                let reason = reason.as_ref().map_or_else(|| print_expr(test), |r| r.text.clone());
                self.add(&name, part.span, Some(reason), &part.tail.warrants);
            }
            _ => {}
        }
    }

    fn block(&mut self, body: &Block) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let Some(label) = &stmt.label {
            self.add(&label.text, stmt.span, None, &stmt.tail.warrants);
        }
        match &stmt.kind {
            StmtKind::Play { such_that, best_by, .. } => {
                self.play_rules(such_that, "such");
                self.play_rules(best_by, "best");
            }
            StmtKind::If { yes, no, .. } => {
                self.block(yes);
                no.iter().for_each(|b| self.block(b));
            }
            StmtKind::For { body, .. } | StmtKind::As { body, .. } => self.block(body),
            StmtKind::Loop { body, beyond, .. } => {
                self.block(body);
                self.block(beyond);
            }
            StmtKind::Cases(arms) => arms.iter().for_each(|a| self.block(&a.body)),
            StmtKind::Choose {
                otherwise: Some(block), ..
            } => self.block(block),
            _ => {}
        }
    }

    fn play_rules(&mut self, rules: &[PlayRule], word: &str) {
        for (i, rule) in rules.iter().enumerate() {
            let name = rule
                .name
                .as_ref()
                .map_or_else(|| format!("{word}{}", i + 1), |n| n.text.clone());
            let reason = rule
                .reason
                .as_ref()
                .map_or_else(|| print_expr(&rule.value), |r| r.text.clone());
            self.add(&name, rule.span, Some(reason), &rule.tail.warrants);
        }
    }

    fn add(&mut self, name: &str, span: Span, reason: Option<String>, own: &[Warrant]) {
        let path = format!("{}.{name}", self.path);
        self.out.push(Part {
            name: name.to_owned(),
            reason,
            warrants: warrants(&rests(self.game, &path, span.file, own)),
        });
    }
}
