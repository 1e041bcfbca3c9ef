//! Tables: rows are the values of an enumeration, columns say something about each, and heads sort throws into rows.

use super::Lowerer;
use super::throws::{Pattern, Throws};
use super::types::{Local, Sym, Ty, Val};
use super::unlike::Unlike;
use crate::diagnostics::Diagnostic;
use crate::ir::{Local as Place, NONE, Named, ThrowTable};
use crate::syntax::source::Span;
use crate::syntax::tree::{Column, Expr, ExprKind, ItemKind, Row, RowHead, TableDecl};

/// A row's head, ready to be held against throws.
struct Head<'a> {
    row: &'a Row,
    head: &'a RowHead,
    pattern: Pattern,
}

impl<'a> Lowerer<'a> {
    /// The rows of a table become an enumeration.
    pub(super) fn declare_table(&mut self, decl: &TableDecl) {
        let mut list: Vec<Named> = Vec::new();
        for row in &decl.rows {
            if let Some(first) = decl.rows.iter().find(|r| r.name.text == row.name.text)
                && first.name.span != row.name.span
            {
                self.diagnostics.push(
                    Diagnostic::error(
                        "name::duplicate",
                        format!("`{}` is a row of `{}` twice", row.name.text, decl.name.text),
                        row.name.span,
                        "again here",
                    )
                    .also(first.name.span, "first here"),
                );
                continue;
            }
            list.push(Named {
                name: row.name.text.clone(),
                gloss: row.gloss.as_ref().map(|g| g.text.clone()),
            });
        }
        let id = self.add_enum(&decl.name.text, list);
        self.declare(&decl.name, Sym::Enum(id));
    }

    /// Columns with their cells.
    pub(super) fn table_columns(&mut self, decl: &TableDecl) {
        let Some(Sym::Enum(rows)) = self.symbols.get(&decl.name.text).cloned() else {
            return;
        };
        for (at, column) in decl.columns.iter().enumerate() {
            self.table_column(decl, rows, at, column);
        }
        for row in &decl.rows {
            if let Some(extra) = row.cells.get(decl.columns.len()) {
                self.error(
                    "table::cells",
                    format!(
                        "`{}` has more cells than `{}` has columns",
                        row.name.text, decl.name.text
                    ),
                    extra.span,
                    format!("the table has {}", counted(decl.columns.len(), "column")),
                );
            }
            if !row.tail.warrants.is_empty() {
                let path = format!("{}.{}", decl.name.text, row.name.text);
                self.part(&path, None, row.span, &row.tail.warrants);
            }
        }
    }

    fn table_column(&mut self, decl: &TableDecl, rows: u32, at: usize, column: &Column) {
        let Some(declared) = self.declared(&column.ty) else {
            self.refused.insert(column.name.text.clone());
            return;
        };
        let mut cells = Vec::new();
        for row in &decl.rows {
            let cell = row.cells.get(at).or(column.default.as_ref());
            let Some(cell) = cell else {
                self.error(
                    "table::cells",
                    format!("`{}` has no `{}`", row.name.text, column.name.text),
                    row.span,
                    format!("{} here", counted(row.cells.len(), "cell")),
                );
                self.help(format!(
                    "the columns are: {}; one with a default (`= VALUE`) may be left out at the end",
                    decl.columns
                        .iter()
                        .map(|c| c.name.text.as_str())
                        .collect::<Vec<_>>()
                        .join(", ")
                ));
                cells.push(NONE);
                continue;
            };
            let value = self
                .scalar(cell, Some(&declared.ty))
                .and_then(|(node, ty)| self.same_type(&declared.ty, &ty, cell.span).map(|()| node));
            match value.map(|node| self.scalar_value(node)) {
                None => cells.push(NONE),
                Some(Some(v)) => {
                    self.in_range(v, &declared, cell.span);
                    cells.push(v);
                }
                Some(None) => {
                    self.error(
                        "type::constant",
                        "a cell must be constant",
                        cell.span,
                        "changes during play",
                    );
                    cells.push(NONE);
                }
            }
        }
        self.program.tables.push(cells);
        let table = self.program.tables.len() as u32 - 1;
        self.declare(
            &column.name,
            Sym::Column {
                table,
                ty: declared.ty,
                of: Ty::Enum(rows),
                low: 0,
            },
        );
    }

    /// Which throws belong to which row.
    pub(super) fn table_heads(&mut self) {
        let game = self.game;
        let mut unlike = Unlike::new();
        for def in &game.defs {
            let ItemKind::Table(decl) = &def.item.kind else {
                continue;
            };
            match &decl.of {
                Some(of) => {
                    let group = self.throw_group(of);
                    if let Some(group) = group {
                        self.sort_throws(decl, group, &mut unlike);
                    }
                }
                None => {
                    for row in &decl.rows {
                        if let Some(head) = &row.head {
                            self.error(
                                "table::head",
                                format!("`{}` is no table of throws", decl.name.text),
                                head.span,
                                "so its rows have no heads",
                            );
                            self.help(format!("write `table {} of throw` if it sorts throws", decl.name.text));
                        }
                    }
                }
            }
        }
        self.diagnostics.extend(unlike.into_values());
    }

    fn sort_throws(&mut self, decl: &'a TableDecl, group: u32, unlike: &mut Unlike) {
        let Some(Sym::Enum(rows)) = self.symbols.get(&decl.name.text).cloned() else {
            return;
        };
        let throws = Throws::of(&self.program.dice[group as usize]);
        if throws.sequences() > Throws::MOST {
            self.error(
                "table::size",
                "a table sorts at most 1,048,576 sequences of faces",
                decl.name.span,
                "these dice have more",
            );
            return;
        }
        if self.of_other_dice(decl, group, &throws, unlike) {
            return;
        }
        let mut heads = Vec::new();
        for row in &decl.rows {
            let Some(head) = &row.head else {
                self.error(
                    "table::head",
                    format!("`{}` does not say which throws belong to it", row.name.text),
                    row.name.span,
                    "no head",
                );
                self.help(format!(
                    "write its faces before it (`6 6 1: {}`), `where CONDITION:`, or `otherwise:`",
                    row.name.text
                ));
                continue;
            };
            if let Some(pattern) = self.pattern(head, group, &throws) {
                heads.push(Head { row, head, pattern });
            }
        }
        if heads.len() < decl.rows.len() {
            return;
        }
        self.fill(decl, rows, group, &throws, &heads);
    }

    /// Holds every throw against every head.
    fn fill(&mut self, decl: &TableDecl, rows: u32, group: u32, throws: &Throws, heads: &[Head<'_>]) {
        let mut taken = vec![false; heads.len()];
        let mut map = vec![-1; throws.sequences()];
        let mut budget = 20_000_000_usize;
        let mut gap: Option<Vec<i32>> = None;
        let mut gaps = 0;
        let mut clashes: Vec<(usize, usize)> = Vec::new();
        for throw in throws.all() {
            let mut slots = self.program.initial.clone();
            let base = self.program.dice[group as usize].base as usize;
            slots[base..base + throw.len()].copy_from_slice(&throw);
            let mut fits = |s: &Self, h: &Head<'_>| h.pattern.fits(&s.program, &slots, &throw, throws, &mut budget);
            let mut found: Option<usize> = None;
            for (i, head) in heads.iter().enumerate().filter(|(_, h)| !h.head.otherwise) {
                if !fits(self, head) {
                    continue;
                }
                match found {
                    None => found = Some(i),
                    Some(_) if decl.first_match => break,
                    Some(first) => {
                        // Each pair of rows is told once.
                        if !clashes.contains(&(first, i)) {
                            clashes.push((first, i));
                            let (a, b) = (heads[first].row, head.row);
                            self.diagnostics.push(
                                Diagnostic::error(
                                    "table::overlap",
                                    format!(
                                        "the throw {} belongs to `{}` and to `{}`",
                                        self.written(&throw, group),
                                        a.name.text,
                                        b.name.text
                                    ),
                                    head.head.span,
                                    format!("`{}` takes it too", b.name.text),
                                )
                                .also(heads[first].head.span, format!("`{}` takes it", a.name.text))
                                .help("make the heads exclude each other, or write `first match` if their order is to decide"),
                            );
                        }
                    }
                }
            }
            if found.is_none() {
                found = heads.iter().position(|h| h.head.otherwise && fits(self, h));
            }
            if budget == 0 {
                self.error(
                    "table::size",
                    "sorting all throws takes too long",
                    decl.name.span,
                    "too many rows with letters for so many dice",
                );
                return;
            }
            match found {
                Some(i) => {
                    taken[i] = true;
                    let row = self.program.enums[rows as usize]
                        .values
                        .iter()
                        .position(|v| v.name == heads[i].row.name.text);
                    throws.enter(&throw, row.map_or(-1, |r| r as i32), &mut map);
                }
                None => {
                    gaps += 1;
                    gap.get_or_insert(throw);
                }
            }
        }
        if let Some(throw) = gap {
            let more = match gaps {
                1 => String::new(),
                n => format!(", nor {} more", counted(n - 1, "throw")),
            };
            let written = self.written(&throw, group);
            self.error(
                "table::gap",
                format!("no row of `{}` takes the throw {written}{more}", decl.name.text),
                decl.name.span,
                "does not sort every throw",
            );
            self.help("add the row, or a last one `otherwise: NAME …`");
        }
        if clashes.is_empty() {
            for (head, _) in heads.iter().zip(&taken).filter(|(_, taken)| !**taken) {
                self.diagnostics.push(
                    Diagnostic::warning(
                        "table::never",
                        format!("no throw belongs to `{}`", head.row.name.text),
                        head.head.span,
                        "every throw that fits is another row's",
                    )
                    .help("mend the head, or remove the row"),
                );
            }
        }
        let at = self.program.throw_tables.len() as u32;
        self.program.throw_tables.push(ThrowTable {
            name: decl.name.text.clone(),
            rows,
            group,
            dice: throws.dice,
            faces: throws.faces.clone(),
            map,
        });
        self.sorting.insert(rows, (at, group));
    }

    /// How many different throws of the unnamed group satisfy a condition.
    pub(super) fn throws_that(&mut self, condition: &Expr) -> Option<Val> {
        let node = self.truth(condition)?;
        let group = self.program.dice.iter().position(|d| d.name.is_empty())? as u32;
        if !self.progress.laid_out || !self.needs_only_throw(node, group, &[]) {
            self.error(
                "type::constant",
                "the throws that satisfy this can't be counted",
                condition.span,
                "it asks for more than the throw, or stands in what the board is made of",
            );
            return None;
        }
        let throws = Throws::of(&self.program.dice[group as usize]);
        if throws.sequences() > Throws::MOST {
            self.error(
                "table::size",
                "at most 1,048,576 sequences of faces are gone through",
                condition.span,
                "these dice have more",
            );
            return None;
        }
        let only = Pattern {
            test: Some(node),
            ..Pattern::default()
        };
        let base = self.program.dice[group as usize].base as usize;
        let mut slots = self.program.initial.clone();
        let mut budget = usize::MAX;
        let count = throws
            .all()
            .filter(|throw| {
                slots[base..base + throw.len()].copy_from_slice(throw);
                only.fits(&self.program, &slots, throw, &throws, &mut budget)
            })
            .count();
        Some(Val::Scalar(self.constant(count as i32), Ty::Int))
    }

    fn written(&self, throw: &[i32], group: u32) -> String {
        let meaning = &self.program.dice[group as usize].meaning;
        let faces: Vec<String> = throw.iter().map(|f| self.program.write_value(*f, meaning)).collect();
        faces.join(" ")
    }

    /// The group that a table sorts.
    fn throw_group(&mut self, of: &crate::syntax::tree::Ident) -> Option<u32> {
        if of.text == "throw" {
            let at = self.program.dice.iter().position(|d| d.name.is_empty());
            if at.is_none() && !self.refused.contains("throw") {
                self.error(
                    "name::unknown",
                    "there is no unnamed group of dice",
                    of.span,
                    "nothing is thrown",
                );
                self.help("declare `dice 3 of d6`, or name the group that is meant");
            }
            return at.map(|i| i as u32);
        }
        match self.lookup(&of.text) {
            Some(Sym::Dice(group)) => Some(group),
            _ => {
                self.unknown(of, "group of dice");
                None
            }
        }
    }

    fn pattern(&mut self, head: &RowHead, group: u32, throws: &Throws) -> Option<Pattern> {
        if !head.faces.is_empty() && head.faces.len() != throws.dice as usize {
            self.error(
                "table::head",
                format!("a throw has {}", counted(throws.dice as usize, "face")),
                head.faces[0].span.to(head.faces[head.faces.len() - 1].span),
                format!("{} here", counted(head.faces.len(), "face")),
            );
            return None;
        }
        let meaning = self.program.dice[group as usize].meaning.clone();
        let ty = Ty::from_meaning(&meaning);
        let mut pattern = Pattern::default();
        let mut letters: Vec<(String, u32)> = Vec::new();
        for face in &head.faces {
            let atom = self.face_atom(face, &ty, throws, &mut letters)?;
            pattern.atoms.push(atom);
        }
        pattern.tmps = letters.iter().map(|(_, t)| *t).collect();
        if let Some(test) = &head.test {
            let depth = self.locals.len();
            for (letter, tmp) in &letters {
                self.locals
                    .push((letter.clone(), Local::At(Place::Tmp(*tmp), ty.clone())));
            }
            let node = self.truth(test);
            self.locals.truncate(depth);
            let node = node?;
            if !self.needs_only_throw(node, group, &pattern.tmps) {
                self.error(
                    "table::head",
                    "a head may ask for the throw and its faces only",
                    test.span,
                    "this changes during play",
                );
                return None;
            }
            pattern.test = Some(node);
        }
        Some(pattern)
    }

    fn face_atom(
        &mut self,
        face: &Expr,
        ty: &Ty,
        throws: &Throws,
        letters: &mut Vec<(String, u32)>,
    ) -> Option<super::throws::Atom> {
        use super::throws::Atom;
        if let ExprKind::Name(name) = &face.kind {
            if name.text == "_" {
                return Some(Atom::Any);
            }
            let is_face =
                matches!(ty, Ty::Enum(e) if self.program.enums[*e as usize].values.iter().any(|v| v.name == name.text));
            if !is_face {
                if name.text.len() == 1 && name.text.is_ascii() {
                    let at = letters.iter().position(|(l, _)| *l == name.text);
                    let at = at.unwrap_or_else(|| {
                        let tmp = self.tmp();
                        letters.push((name.text.clone(), tmp));
                        letters.len() - 1
                    });
                    return Some(Atom::Letter(at));
                }
                self.error(
                    "table::head",
                    format!("`{}` is no face of these dice", name.text),
                    face.span,
                    "neither a face nor a letter",
                );
                self.help("a letter such as `x` stands for one face wherever it is repeated, `_` for any");
                return None;
            }
        }
        let (node, _) = self.scalar(face, Some(ty))?;
        let value = self.scalar_value(node);
        match value {
            Some(v) if throws.faces.contains(&v) => Some(Atom::Face(v)),
            _ => {
                self.face_error(face.span);
                None
            }
        }
    }

    fn face_error(&mut self, span: Span) {
        self.error("table::head", "these dice have no such face", span, "never thrown");
    }
}

/// A number of things, in words where it is small.
pub(super) fn counted(n: usize, what: &str) -> String {
    match n {
        0 => format!("no {what}s"),
        1 => format!("one {what}"),
        n => format!("{n} {what}s"),
    }
}
