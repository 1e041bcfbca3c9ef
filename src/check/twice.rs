//! Repetitions inside one declaration, of which only one could count.

use super::expand::duplicate;
use crate::diagnostics::Diagnostic;
use crate::syntax::print::print_expr;
use crate::syntax::source::Span;
use crate::syntax::tree::{Block, Ident, Item, ItemKind, Part, PartKind, SetupEntry, SpaceDecl, Stmt, StmtKind, Tail};

/// Finds repetitions in declarations as they are written. Two that stand under different choices of a reading are none.
pub fn twice(items: &[Item], diagnostics: &mut Vec<Diagnostic>) {
    for item in items {
        let mut once = Once {
            seen: Vec::new(),
            diagnostics,
        };
        match &item.kind {
            ItemKind::Step { params, parts, .. } => {
                params.iter().for_each(|p| once.name("parameter", &p.name));
                parts.iter().for_each(|p| once.part(p));
            }
            ItemKind::Condition { params, parts, .. } => {
                params.iter().for_each(|p| once.name("parameter", &p.name));
                parts.iter().flatten().for_each(|p| once.part(p));
            }
            ItemKind::Fn { params, .. } | ItemKind::Event { params, .. } => {
                params.iter().for_each(|p| once.name("parameter", &p.name));
            }
            ItemKind::Routine { params, body, .. } => {
                params.iter().for_each(|p| once.name("parameter", &p.name));
                body.iter().for_each(|b| once.block(b));
            }
            ItemKind::Referee { params, body, .. } => {
                params.iter().for_each(|p| once.name("parameter", &p.name));
                once.block(body);
            }
            ItemKind::Phase { body, .. }
            | ItemKind::Start(body)
            | ItemKind::On { body, .. }
            | ItemKind::EndGame { body, .. }
            | ItemKind::EndMatch { body, .. } => once.block(body),
            ItemKind::Setup { entries, .. } => entries.iter().for_each(|e| once.entry(e)),
            ItemKind::Space(decl) => once.members(decl),
            ItemKind::PlayNotation(entries) => entries.iter().for_each(|(word, _)| once.name("entry", word)),
            ItemKind::Glossary { entries, .. } => {
                for entry in entries {
                    once.at("word", &entry.word.text, entry.word.span, &entry.tail);
                }
            }
            _ => {}
        }
    }
}

struct Once<'d> {
    /// Kind, name and place of what was met.
    seen: Vec<(&'static str, String, Span)>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl Once<'_> {
    fn at(&mut self, kind: &'static str, name: &str, span: Span, tail: &Tail) {
        // True if two guards exclude each other is asked where readings are known.
        if tail.guard.is_some() {
            return;
        }
        match self.seen.iter().find(|(k, n, _)| *k == kind && n == name) {
            Some((.., first)) => {
                let what = if name.is_empty() {
                    format!("`{kind}`")
                } else {
                    format!("{kind} `{name}`")
                };
                let found = duplicate(&what, span, *first);
                self.diagnostics
                    .push(found.help("only one of them could count: keep one"));
            }
            None => self.seen.push((kind, name.to_owned(), span)),
        }
    }

    fn name(&mut self, kind: &'static str, name: &Ident) {
        self.at(kind, &name.text, name.span, &Tail::default());
    }

    fn part(&mut self, part: &Part) {
        let tail = &part.tail;
        match &part.kind {
            PartKind::Let { name, .. } => self.at("let", &name.text, name.span, tail),
            PartKind::Pick { name, .. } => self.at("parameter", &name.text, name.span, tail),
            PartKind::Require { name: Some(name), .. } => self.at("require", &name.text, name.span, tail),
            PartKind::Require { name: None, .. } => {}
            PartKind::Do(body) => {
                self.at("do", "", part.span, tail);
                self.block(body);
            }
            PartKind::Notation(text) => self.at("notation", "", text.span, tail),
        }
    }

    fn block(&mut self, body: &Block) {
        body.iter().for_each(|s| self.stmt(s));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let Some(label) = &stmt.label {
            self.at("label", &label.text, label.span, &stmt.tail);
        }
        match &stmt.kind {
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
            StmtKind::Choose { otherwise, .. } => otherwise.iter().for_each(|b| self.block(b)),
            _ => {}
        }
    }

    fn entry(&mut self, entry: &SetupEntry) {
        let sort = [&entry.kind, &entry.mark].into_iter().flatten();
        let sort: String = sort.map(|k| format!(" {}", k.text)).collect();
        let name = format!("{}{sort}", print_expr(&entry.space));
        self.at("entry", &name, entry.space.span, &entry.tail);
    }

    fn members(&mut self, decl: &SpaceDecl) {
        for member in &decl.members {
            self.at("member", &print_expr(&member.number), member.number.span, &member.tail);
        }
    }
}
