//! Kinds of piece and their marks: what is declared, and what a rule names.

use super::types::{Form, Sym, Ty};
use super::{Lowerer, Need, Val, closest};
use crate::ir::{Kind, Node, NodeId, Sort, Sorts};
use crate::syntax::source::Span;
use crate::syntax::tree::{Expr, ExprKind, Ident, ItemKind, MoveStmt, Type};

/// The sorts that a piece of a rule speaks of: the first, and how many.
pub(super) struct Named {
    pub first: NodeId,
    pub len: NodeId,
}

impl Lowerer<'_> {
    pub(super) fn pieces(&mut self) {
        for def in self.defs() {
            if let ItemKind::Pieces { name, number, marks } = &def.item.kind {
                let known = self.constant_int(number);
                let number = known.unwrap_or(0);
                if known.is_none_or(|n| !(0..=10_000).contains(&n)) {
                    // How many there are cannot be compared with how many are set up.
                    self.refused.insert(name.text.clone());
                }
                if !(0..=10_000).contains(&number) {
                    self.error(
                        "size::pieces",
                        "a player has 0 to 10,000 pieces of a kind",
                        def.item.span,
                        "",
                    );
                }
                let declared = marks.is_some();
                let marks = marks.as_ref().and_then(|ty| self.marks(ty));
                if declared && marks.is_none() {
                    self.refused.insert(marks_of(&name.text));
                }
                self.add_kind(&name.text, number, marks);
                let id = self.program.kinds.len() as i32 - 1;
                self.declare(name, Sym::Kind(id));
            }
        }
        if self.program.kinds.is_empty() {
            self.add_kind("piece", 0, None);
        }
    }

    /// The enumeration of a kind's marks.
    fn marks(&mut self, ty: &Type) -> Option<u32> {
        let declared = self.declared(ty)?;
        if let (Ty::Enum(id), Form::Scalar, false) = (&declared.ty, declared.form, declared.or_none) {
            return Some(*id);
        }
        self.error(
            "type::mark",
            "a mark is one of several names",
            ty.span,
            "these are no names",
        );
        self.help("write them, `marks {fresh, turned}`, or name an enumeration");
        None
    }

    fn add_kind(&mut self, name: &str, number: i32, marks: Option<u32>) {
        let kind = self.program.kinds.len() as u32;
        let first = self.program.sorts.len() as u32;
        let values = marks.map(|e| self.program.enums[e as usize].values.clone());
        match values {
            None => self.program.sorts.push(Sort {
                name: name.to_owned(),
                kind,
                mark: None,
            }),
            Some(values) => self.program.sorts.extend((0..).zip(&values).map(|(at, value)| Sort {
                name: format!("{name}+{}", value.name),
                kind,
                mark: Some(at),
            })),
        }
        self.program.kinds.push(Kind {
            name: name.to_owned(),
            number,
            marks,
            sorts: Sorts {
                first,
                len: self.program.sorts.len() as u32 - first,
            },
        });
    }

    /// How many pieces of what a kind and a mark name: `count` tells it for given sorts, all where none are named.
    pub(super) fn count_named(
        &mut self,
        named: &[Expr],
        mut count: impl FnMut(&mut Self, Option<Sorts>) -> Option<NodeId>,
    ) -> Option<NodeId> {
        let Some(kind) = named.first() else {
            return count(self, None);
        };
        let (kind_node, _) = self.scalar(kind, Some(&Ty::Kind))?;
        let known = self.scalar_value(kind_node).and_then(|k| usize::try_from(k).ok());
        let Some(known) = known else {
            if let Some(mark) = named.get(1) {
                self.needs_named_kind(kind.span, mark.span);
                return None;
            }
            let all: Vec<Sorts> = self.program.kinds.iter().map(|k| k.sorts).collect();
            return self.one_of(kind_node, &all, count);
        };
        let sorts = self.program.kinds.get(known)?.sorts;
        let Some(mark) = named.get(1) else {
            return count(self, Some(sorts));
        };
        let mark_node = self.mark_value(known, mark)?;
        let each: Vec<Sorts> = (sorts.first..sorts.first + sorts.len)
            .map(|first| Sorts { first, len: 1 })
            .collect();
        match self.scalar_value(mark_node).and_then(|m| usize::try_from(m).ok()) {
            Some(mark) => count(self, each.get(mark).copied()),
            None => self.one_of(mark_node, &each, count),
        }
    }

    /// What is counted for the sorts that a value chooses; nothing where it is none.
    fn one_of(
        &mut self,
        which: NodeId,
        of: &[Sorts],
        mut count: impl FnMut(&mut Self, Option<Sorts>) -> Option<NodeId>,
    ) -> Option<NodeId> {
        let mut number = self.constant(0);
        for (at, sorts) in (0..).zip(of) {
            let there = count(self, Some(*sorts))?;
            let this = self.constant(at);
            let is_this = self.node(Node::Eq(which, this));
            number = self.node(Node::If(is_this, there, number));
        }
        Some(number)
    }

    /// A mark of a kind.
    fn mark_value(&mut self, kind: usize, mark: &Expr) -> Option<NodeId> {
        let info = &self.program.kinds[kind];
        let Some(marks) = info.marks else {
            let name = info.name.clone();
            // One whose marks were refused has had its finding.
            if !self.refused.contains(&marks_of(&name)) {
                self.no_marks(&name, mark.span);
            }
            return None;
        };
        let wanted = Ty::Enum(marks);
        if let ExprKind::Name(name) = &mark.kind
            && self.lookup(&name.text).is_none()
            && self.program.enums[marks as usize]
                .values
                .iter()
                .all(|v| v.name != name.text)
        {
            self.no_such_mark(kind, marks, name);
            return None;
        }
        let (node, ty) = self.scalar(mark, Some(&wanted))?;
        self.same_type(&wanted, &ty, mark.span)?;
        Some(node)
    }

    fn no_such_mark(&mut self, kind: usize, marks: u32, name: &Ident) {
        let values = self.program.enums[marks as usize].values.iter();
        let known: Vec<String> = values.map(|v| v.name.clone()).collect();
        let kind = self.program.kinds[kind].name.clone();
        self.error(
            "type::mark",
            format!("`{kind}` has no mark `{}`", name.text),
            name.span,
            "not one of its marks",
        );
        let near = closest(&name.text, known.iter().map(String::as_str));
        self.help(near.map_or_else(
            || format!("its marks are `{}`", known.join("`, `")),
            |n| format!("did you mean `{n}`?"),
        ));
    }

    fn needs_named_kind(&mut self, kind: Span, mark: Span) {
        self.error(
            "type::constant",
            "the kind of piece is named where its mark is",
            kind,
            "this changes during play",
        );
        self.also(mark, "a mark of which kind?");
        self.help("write the kind's name, in an `if` for each kind that may be meant");
    }

    fn no_marks(&mut self, kind: &str, span: Span) {
        self.error(
            "type::mark",
            format!("`{kind}` has no marks"),
            span,
            "pieces of this kind are all alike",
        );
        self.help(format!("declare them, `pieces {kind} N each marks {{A, B}}`"));
    }

    /// The sort that a setup or an example names.
    pub(super) fn sort_of_entry(&mut self, kind: Option<&Ident>, mark: Option<&Ident>) -> Option<usize> {
        let Some(kind) = kind else { return Some(0) };
        let Some(Sym::Kind(id)) = self.lookup(&kind.text) else {
            self.unknown(kind, "kind of piece");
            return None;
        };
        let mut sorts = self.program.sorts_of(id as usize);
        let Some(mark) = mark else { return sorts.next() };
        let node = self.mark_value(id as usize, &name_expr(mark))?;
        match self.scalar_value(node).and_then(|m| usize::try_from(m).ok()) {
            Some(mark) => sorts.nth(mark),
            None => {
                self.error(
                    "type::constant",
                    "a mark is named here",
                    mark.span,
                    "this changes during play",
                );
                None
            }
        }
    }

    /// The sorts that a move speaks of, and the one that they become.
    pub(super) fn sorts_of_move(&mut self, m: &MoveStmt, span: Span) -> Option<(Named, Option<NodeId>)> {
        let one = self.constant(1);
        let Some(kind) = &m.kind else {
            if self.program.kinds.len() > 1 {
                self.error(
                    "type::kind",
                    "there are several kinds of piece",
                    span,
                    "say which kind moves",
                );
                return None;
            }
            let becomes = self.new_sort(0, m)?;
            let (first, len) = (self.constant(0), self.constant(self.program.sorts.len() as i32));
            return Some((Named { first, len }, becomes));
        };
        let known = match self.lookup(&kind.text) {
            Some(Sym::Kind(k)) => k as usize,
            Some(Sym::Local(_) | Sym::Var(_) | Sym::Const(_)) => {
                if let Some(mark) = m.mark.as_ref().map(|n| n.span).or(m.becomes.as_ref().map(|e| e.span)) {
                    self.needs_named_kind(kind.span, mark);
                    return None;
                }
                let (node, ty) = self.scalar(&name_expr(kind), Some(&Ty::Kind))?;
                self.same_type(&Ty::Kind, &ty, kind.span)?;
                let firsts = self.kind_table(node, |k| k.sorts.first);
                let lens = self.kind_table(node, |k| k.sorts.len);
                return Some((
                    Named {
                        first: firsts,
                        len: lens,
                    },
                    None,
                ));
            }
            _ => {
                self.unknown(kind, "kind of piece");
                return None;
            }
        };
        let becomes = self.new_sort(known, m)?;
        let sorts = self.program.kinds[known].sorts;
        let base = self.constant(sorts.first as i32);
        let Some(mark) = &m.mark else {
            let len = self.constant(sorts.len as i32);
            return Some((Named { first: base, len }, becomes));
        };
        let mark = self.mark_value(known, &name_expr(mark))?;
        let first = self.node(Node::Add(base, mark));
        Some((Named { first, len: one }, becomes))
    }

    fn new_sort(&mut self, kind: usize, m: &MoveStmt) -> Option<Option<NodeId>> {
        let Some(becomes) = &m.becomes else { return Some(None) };
        let mark = self.mark_value(kind, becomes)?;
        let base = self.constant(self.program.kinds[kind].sorts.first as i32);
        Some(Some(self.node(Node::Add(base, mark))))
    }

    /// A number of each kind, by a value that is a kind.
    fn kind_table(&mut self, index: NodeId, of: impl Fn(&Kind) -> u32) -> NodeId {
        self.need(Need::Kinds);
        let table = self.program.tables.len() as u32;
        let rows = self.program.kinds.iter().map(|k| of(k) as i32).collect();
        self.program.tables.push(rows);
        self.node(Node::Table { table, index, low: 0 })
    }

    /// A number as the value of an expression.
    pub(super) fn counted(&mut self, number: Option<NodeId>) -> Option<Val> {
        number.map(|n| Val::Scalar(n, Ty::Int))
    }
}

/// What stands for the marks of a kind among what was refused.
fn marks_of(kind: &str) -> String {
    format!("{kind}+")
}

fn name_expr(name: &Ident) -> Expr {
    Expr {
        kind: ExprKind::Name(name.clone()),
        span: name.span,
    }
}
