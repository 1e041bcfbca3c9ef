//! Declarations of what lies on the table: dice, spaces, routes, pieces and how they are drawn.

use super::Rule;
use super::build::{Builder, Kids, Node, only};
use crate::diagnostics::Diagnostic;
use crate::syntax::tree::{
    Column, Expr, ExprKind, ItemKind, LayoutCell, LayoutDecl, LayoutLine, Member, RouteOwner, RouteStep, SpaceDecl,
    Tail,
};

impl Builder<'_> {
    /// A declaration of something on the table.
    pub fn board_item(&mut self, node: Node<'_>, tail: &mut Tail) -> Option<ItemKind> {
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        let k = &mut kids;
        self.add_tail(k, tail)?;
        Some(match rule {
            Rule::pieces => ItemKind::Pieces {
                name: self.name(k)?,
                number: self.next_expr(k)?,
                marks: self.maybe(k.take(Rule::marks), |b, n| {
                    let node = Kids::of(n).take(Rule::type_name)?;
                    b.type_name(node)
                })?,
            },
            Rule::die => {
                let faces = k.all(Rule::face);
                ItemKind::Die {
                    name: self.name(k)?,
                    faces: self.each(faces, Self::face)?,
                }
            }
            Rule::dice => ItemKind::Dice {
                name: self.maybe(k.take(Rule::dice_name), |b, n| b.name(&mut Kids::of(n)))?,
                number: self.next_expr(k)?,
                die: self.name(k)?,
                each_player: k.has(Rule::of_each_player),
                in_order: k.has(Rule::in_order),
            },
            Rule::space => ItemKind::Space(self.space(k)?),
            Rule::route => ItemKind::Route {
                name: self.name(k)?,
                owner: match k.take(Rule::route_owner) {
                    None => RouteOwner::Shared,
                    Some(node) => match Kids::of(node).take(Rule::atom) {
                        None => RouteOwner::Each,
                        Some(seat) => RouteOwner::Seat(self.expr(seat)?),
                    },
                },
                steps: self
                    .maybe(k.take(Rule::route_steps), Self::route_steps)?
                    .unwrap_or_default(),
                around: k.has(Rule::kw_around),
            },
            Rule::numbering => ItemKind::Numbering {
                route: self.name(k)?,
                by_left: k
                    .take_any(&[Rule::kw_left, Rule::kw_place])
                    .map(|n| n.as_rule() == Rule::kw_left),
            },
            Rule::region => ItemKind::Region {
                name: self.name(k)?,
                each_player: k.has(Rule::of_each_player),
                set: self.next_expr(k)?,
            },
            Rule::setup => ItemKind::Setup {
                seat: k.take(Rule::ident).map(|n| self.ident(&n)),
                entries: self.setup_entries(k.take(Rule::setup_entries)?)?,
            },
            Rule::layout => ItemKind::Layout(self.layout(k)?),
            _ => return None,
        })
    }

    fn space(&mut self, kids: &mut Kids<'_>) -> Option<SpaceDecl> {
        let name = self.name(kids)?;
        let range = self.maybe(kids.take(Rule::space_range), |b, node| {
            let mut kids = Kids::of(node);
            Some((b.next_expr(&mut kids)?, b.next_expr(&mut kids)?))
        })?;
        let columns = kids
            .take(Rule::columns)
            .map_or_else(Vec::new, |n| Kids::of(n).all(Rule::column));
        let members = kids
            .take(Rule::members)
            .map_or_else(Vec::new, |n| Kids::of(n).all(Rule::member));
        Some(SpaceDecl {
            name,
            range,
            each_player: kids.has(Rule::of_each_player),
            columns: self.each(columns, |b, node| {
                let mut kids = Kids::of(node);
                let column = b.column(&mut kids)?;
                if column.default.is_none() {
                    let error = Diagnostic::error(
                        "syntax::expected",
                        "a column of a family of spaces needs a default",
                        column.name.span,
                        "nothing for the members that are not named",
                    );
                    b.report(error.help("add `= VALUE` behind its type"));
                }
                Some(column)
            })?,
            members: self.each(members, |b, node| {
                let mut kids = Kids::of(node);
                Some(Member {
                    tail: b.tail(&mut kids)?,
                    number: b.expr(kids.take(Rule::atom)?)?,
                    name: b.name(&mut kids)?,
                    cells: {
                        let cells = kids.all(Rule::cell);
                        b.each(cells, Self::expr)?
                    },
                })
            })?,
        })
    }

    /// `NAME : TYPE = DEFAULT`.
    pub fn column(&mut self, kids: &mut Kids<'_>) -> Option<Column> {
        Some(Column {
            name: self.name(kids)?,
            ty: self.type_name(kids.take(Rule::type_name)?)?,
            default: self.maybe(kids.expr(), Self::expr)?,
        })
    }

    fn route_steps(&mut self, node: Node<'_>) -> Option<Vec<RouteStep>> {
        let steps = Kids::of(node).all(Rule::route_step);
        self.each(steps, |b, node| {
            let node = only(node)?;
            if node.as_rule() == Rule::each_step {
                let mut kids = Kids::of(node);
                return Some(RouteStep::Each {
                    space: b.next_expr(&mut kids)?,
                    var: b.name(&mut kids)?,
                    range: b.next_expr(&mut kids)?,
                });
            }
            let Expr { kind, span } = b.expr(node)?;
            Some(match kind {
                ExprKind::Member(family, index) => match index.kind {
                    ExprKind::Range(from, to) => RouteStep::Run {
                        family,
                        from: *from,
                        to: *to,
                    },
                    _ => RouteStep::One(Expr {
                        kind: ExprKind::Member(family, index),
                        span,
                    }),
                },
                kind => RouteStep::One(Expr { kind, span }),
            })
        })
    }

    fn layout(&mut self, kids: &mut Kids<'_>) -> Option<LayoutDecl> {
        let shape = self.ident(&kids.take(Rule::word)?);
        let lines = kids.all(Rule::layout_line);
        let lines = self.each(lines, |b, node| {
            let mut kids = Kids::of(node);
            let word = b.ident(&kids.take(Rule::word)?);
            let rows = b.each(kids.all(Rule::layout_row), |b, row| {
                b.each(Kids::of(row).all(Rule::layout_block), |b, block| {
                    b.each(Kids::of(block).all(Rule::layout_cell), Self::layout_cell)
                })
            })?;
            Some(LayoutLine { word, rows })
        })?;
        Some(LayoutDecl { shape, lines })
    }

    fn layout_cell(&mut self, node: Node<'_>) -> Option<LayoutCell> {
        let mut kids = Kids::of(node);
        let name = self.name(&mut kids)?;
        let run = self.maybe(kids.take(Rule::layout_run), |b, node| {
            let mut kids = Kids::of(node);
            let first = b.next_expr(&mut kids)?;
            // One member is a run that ends where it begins.
            let last = b.maybe(kids.expr(), Self::expr)?.unwrap_or_else(|| first.clone());
            Some((first, last))
        })?;
        Some(LayoutCell { name, run })
    }
}
