//! Parts of steps and conditions, and edits of inherited ones.

use super::Rule;
use super::build::{Builder, Kids, Node, only};
use crate::diagnostics::Diagnostic;
use crate::syntax::tree::{
    Edit, EditKind, EditPart, Ident, ItemKind, Part, PartKind, Place, PlayRule, Stmt, StmtKind, Tail,
};

/// Rules that are parts of steps and conditions.
const PART_RULES: [Rule; 5] = [Rule::let_part, Rule::pick, Rule::require, Rule::do_part, Rule::notation];
/// What a game has once, and so without a name.
const ONLY_ONE: [&str; 11] = [
    "call",
    "layout",
    "next",
    "notation of plays",
    "payoff",
    "players",
    "seats",
    "sides",
    "start",
    "status",
    "turn",
];
/// What a game has once or by names.
const MAYBE_ONE: [&str; 2] = ["dice", "numbering"];

impl Builder<'_> {
    /// `{ parts }`.
    pub fn parts(&mut self, node: Node<'_>) -> Option<Vec<Part>> {
        let parts = Kids::of(node).all(Rule::part);
        self.each(parts, |b, node| {
            let span = b.span(&node);
            let mut kids = Kids::of(node);
            let tail = b.tail(&mut kids)?;
            let kind = b.part_kind(kids.take_any(&PART_RULES)?)?;
            Some(Part { kind, tail, span })
        })
    }

    fn part_kind(&mut self, node: Node<'_>) -> Option<PartKind> {
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        let k = &mut kids;
        Some(match rule {
            Rule::let_part => PartKind::Let {
                name: self.ident(&k.take(Rule::ident)?),
                value: self.next_expr(k)?,
                otherwise: k.take(Rule::string).map(|n| self.text(&n)),
            },
            Rule::pick => PartKind::Pick {
                name: self.ident(&k.take(Rule::ident)?),
                domain: self.next_expr(k)?,
            },
            Rule::require => PartKind::Require {
                name: self.rule_name(k)?,
                test: self.next_expr(k)?,
                reason: k.take(Rule::string).map(|n| self.text(&n)),
            },
            Rule::do_part => PartKind::Do(self.next_block(k)?),
            Rule::notation => PartKind::Notation(self.text(&k.take(Rule::string)?)),
            _ => return None,
        })
    }

    /// `before NAME`, `after NAME`.
    pub fn place(&mut self, node: Node<'_>) -> Option<(Place, Ident)> {
        let mut kids = Kids::of(node);
        let side = if kids.has(Rule::kw_before) {
            Place::Before
        } else {
            Place::After
        };
        Some((side, self.ident(&kids.take(Rule::word)?)))
    }

    /// `in KIND NAME { edits }`; what stands behind its braces is taken by the caller.
    pub fn edit(&mut self, node: Node<'_>, tail: &mut Tail) -> Option<ItemKind> {
        let node = Kids::of(node).take_any(&[Rule::in_group, Rule::in_setup, Rule::in_table, Rule::in_other])?;
        let mut kids = Kids::of(node);
        self.add_tail(&mut kids, tail)?;
        let (kind, name) = self.edited(&mut kids)?;
        let of_parts = matches!(kind.text.as_str(), "step" | "condition");
        let mut edits = Vec::new();
        while let Some(node) = kids.take_any(&[Rule::group_edit, Rule::setup_edit, Rule::table_edit, Rule::part_edit]) {
            self.one_edit(only(node)?, of_parts, &mut edits)?;
        }
        Some(ItemKind::Edit { kind, name, edits })
    }

    /// What is edited or removed: a kind of declaration and, unless a game has only one of the kind, a name.
    pub fn edited(&mut self, kids: &mut Kids<'_>) -> Option<(Ident, Option<Ident>)> {
        let kind = match kids.take_any(&[Rule::kw_group, Rule::kw_setup, Rule::kw_table]) {
            Some(word) => self.ident(&word),
            None => self.edit_kind(kids.take(Rule::edit_kind)?)?,
        };
        let name = kids.take(Rule::ident).map(|n| self.ident(&n));
        let word = kind.text.as_str();
        match &name {
            None if !ONLY_ONE.contains(&word) && !MAYBE_ONE.contains(&word) => {
                let error = Diagnostic::error(
                    "syntax::expected",
                    format!("this doesn't say which {word} is meant"),
                    kind.span,
                    "a name must follow",
                );
                let name = if word == "setup" {
                    "each` or `setup SEAT"
                } else {
                    "NAME"
                };
                self.report(error.help(format!("write `{word} {name}`")));
                None
            }
            Some(name) if ONLY_ONE.contains(&word) => {
                let error = Diagnostic::error(
                    "syntax::expected",
                    format!("a game has only one `{word}`, which goes by that word alone"),
                    name.span,
                    "no name here",
                );
                self.report(error.help(format!("leave the name `{}` out", name.text)));
                None
            }
            _ => Some((kind, name)),
        }
    }

    /// A word for a kind of declaration; `end game` is one.
    fn edit_kind(&mut self, node: Node<'_>) -> Option<Ident> {
        let span = self.span(&node);
        let words: Vec<_> = node.into_inner().map(|n| n.as_str().trim_end().to_string()).collect();
        Some(Ident {
            text: words.join(" "),
            span,
        })
    }

    /// A block that is added counts as so many edits, in an order that leaves the statements as they were written.
    fn one_edit(&mut self, node: Node<'_>, of_parts: bool, edits: &mut Vec<Edit>) -> Option<()> {
        let span = self.span(&node);
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        let tail = self.tail(&mut kids)?;
        let places = kids.all(Rule::place);
        if let [_, second, ..] = places.as_slice() {
            let span = self.span(second);
            self.report(Diagnostic::error(
                "syntax::expected",
                "an edit has one place",
                span,
                "a second one",
            ));
        }
        let place = self.maybe(places.into_iter().next(), Self::place)?;
        let kind = match rule {
            Rule::edit_remove => {
                let words = kids
                    .rest()
                    .filter(|n| matches!(n.as_rule(), Rule::word | Rule::ident))
                    .last()?;
                EditKind::Remove(self.ident(&words))
            }
            Rule::setup_add | Rule::setup_override => {
                let entry = self.setup_entry(kids.take(Rule::setup_entry)?)?;
                let part = EditPart::Entry(entry);
                if rule == Rule::setup_add {
                    EditKind::Add { part, place: None }
                } else {
                    EditKind::Override(part)
                }
            }
            Rule::setup_remove => EditKind::RemoveEntry {
                space: self.next_expr(&mut kids)?,
                kind: kids.take(Rule::ident).map(|n| self.ident(&n)),
                mark: kids.take(Rule::ident).map(|n| self.ident(&n)),
            },
            Rule::group_override | Rule::table_override | Rule::part_override => {
                EditKind::Override(self.edit_part(&mut kids, of_parts)?)
            }
            Rule::group_add | Rule::table_add | Rule::part_add => {
                if let Some(block) = kids.take(Rule::block) {
                    let mut statements = self.block(block)?;
                    if matches!(place, Some((Place::After, _))) {
                        statements.reverse();
                    }
                    edits.extend(statements.into_iter().map(|statement| Edit {
                        kind: EditKind::Add {
                            part: EditPart::Statement(statement),
                            place: place.clone(),
                        },
                        tail: tail.clone(),
                        span,
                    }));
                    return Some(());
                }
                let part = self.edit_part(&mut kids, of_parts)?;
                EditKind::Add { part, place }
            }
            _ => return None,
        };
        edits.push(Edit { kind, tail, span });
        Some(())
    }

    fn edit_part(&mut self, kids: &mut Kids<'_>, of_parts: bool) -> Option<EditPart> {
        if let Some(node) = kids.take(Rule::alternative_core) {
            return Some(EditPart::Alternative(self.alternative_core(node)?));
        }
        if let Some(node) = kids.take(Rule::row_core) {
            return Some(EditPart::Row(self.row_core(node)?));
        }
        if let Some(node) = kids.take(Rule::edit_such) {
            return Some(EditPart::SuchThat(self.edit_rule(node)?));
        }
        if let Some(node) = kids.take(Rule::edit_best) {
            return Some(EditPart::Best(self.edit_rule(node)?));
        }
        if let Some(node) = kids.take(Rule::edit_when) {
            return Some(EditPart::When(self.inner_expr(node)?));
        }
        if let Some(node) = kids.take(Rule::edit_becomes) {
            return Some(EditPart::Becomes(self.inner_expr(node)?));
        }
        if let Some(node) = kids.take(Rule::edit_labelled) {
            let mut kids = Kids::of(node);
            let label = self.ident(&kids.take(Rule::ident)?);
            let mut statement = self.statement(&mut kids)?;
            statement.span = label.span.to(statement.span);
            statement.label = Some(label);
            return Some(EditPart::Statement(statement));
        }
        if let Some(node) = kids.take_any(&PART_RULES) {
            let span = self.span(&node);
            let kind = self.part_kind(node)?;
            return Some(match kind {
                // In a phase `let` is a statement.
                PartKind::Let {
                    name,
                    value,
                    otherwise: None,
                } if !of_parts => EditPart::Statement(Stmt {
                    label: None,
                    kind: StmtKind::Let(name, value),
                    tail: Tail::default(),
                    span,
                }),
                kind => EditPart::Part(Part {
                    kind,
                    tail: Tail::default(),
                    span,
                }),
            });
        }
        Some(EditPart::Statement(self.statement(kids)?))
    }

    fn edit_rule(&mut self, node: Node<'_>) -> Option<PlayRule> {
        let node = Kids::of(node).take(Rule::play_rule_core)?;
        self.play_rule_core(node)
    }
}
