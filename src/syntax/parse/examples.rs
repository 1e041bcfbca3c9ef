//! Lines of examples and claims.

use super::Rule;
use super::build::{Builder, Kids, Node, only};
use crate::syntax::source::Span;
use crate::syntax::tree::{ExampleKind, ExampleLine, Expr, Ident, SetupEntry};

impl Builder<'_> {
    /// `{ lines }`; what gives several sides' pieces counts as so many lines.
    pub fn example_block(&mut self, node: Node<'_>) -> Option<Vec<ExampleLine>> {
        let mut lines = Vec::new();
        for node in Kids::of(node).all(Rule::example_line) {
            self.example_line(only(node)?, &mut lines)?;
        }
        Some(lines)
    }

    fn example_line(&mut self, node: Node<'_>, lines: &mut Vec<ExampleLine>) -> Option<()> {
        let span = self.span(&node);
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        let k = &mut kids;
        let kind = match rule {
            Rule::given if k.has(Rule::side_pieces) => {
                for (seat, entries, span) in self.sides(k)? {
                    let kind = ExampleKind::Pieces { seat, entries };
                    lines.push(ExampleLine { kind, span });
                }
                return Some(());
            }
            Rule::given => ExampleKind::Var {
                target: self.next_expr(k)?,
                value: self.next_expr(k)?,
            },
            Rule::reading_is => ExampleKind::Reading {
                name: self.ident(&k.take(Rule::ident)?),
                choice: self.ident(&k.take(Rule::word)?),
            },
            Rule::agreed_is => ExampleKind::Agreed {
                name: self.ident(&k.take(Rule::ident)?),
                value: self.next_expr(k)?,
            },
            Rule::with_players => ExampleKind::Players(self.next_expr(k)?),
            Rule::to_move => ExampleKind::ToMove {
                seat: self.ident(&k.take(Rule::ident)?),
                phase: self.at_phase(k)?,
            },
            Rule::throw => ExampleKind::Throw(self.face_values(k)?),
            Rule::call => {
                let event = self.ident(&k.take(Rule::ident)?);
                let args = match k.take(Rule::call_args) {
                    Some(node) => self.values(node)?,
                    None => self.face_values(k)?,
                };
                ExampleKind::Call { event, args }
            }
            Rule::seat_does => {
                let seat = self.ident(&k.take(Rule::ident)?);
                let does = k.take_any(&[Rule::plays, Rule::cannot])?;
                let plays = does.as_rule() == Rule::plays;
                let mut does = Kids::of(does);
                let text = self.text(&does.take(Rule::string)?);
                let because = does.take(Rule::part_name).map(|n| self.ident(&n));
                if plays {
                    ExampleKind::Plays { seat, text }
                } else {
                    ExampleKind::Cannot { seat, text, because }
                }
            }
            Rule::expect => return self.expectation(k.take_any(&EXPECTATIONS)?, span, lines),
            _ => return None,
        };
        lines.push(ExampleLine { kind, span });
        Some(())
    }

    fn expectation(&mut self, node: Node<'_>, span: Span, lines: &mut Vec<ExampleLine>) -> Option<()> {
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        let k = &mut kids;
        let kind = match rule {
            Rule::expect_legal => ExampleKind::ExpectLegal(self.texts(&k.all(Rule::string))),
            Rule::expect_only => ExampleKind::ExpectOnly(self.texts(&k.all(Rule::string))),
            Rule::expect_pass => ExampleKind::ExpectPass,
            Rule::expect_next => ExampleKind::ExpectNext {
                seat: self.ident(&k.take(Rule::ident)?),
                phase: self.at_phase(k)?,
            },
            Rule::expect_over => ExampleKind::ExpectOver { winner: None },
            Rule::expect_wins => {
                let seat = self.ident(&k.take(Rule::ident)?);
                let value = self.maybe(k.expr(), Self::expr)?;
                ExampleKind::ExpectOver {
                    winner: Some((seat, value)),
                }
            }
            Rule::expect_pieces => {
                for (seat, entries, span) in self.sides(k)? {
                    let kind = ExampleKind::ExpectPieces { seat, entries };
                    lines.push(ExampleLine { kind, span });
                }
                return Some(());
            }
            Rule::expect_fact => {
                let target = self.next_expr(k)?;
                match k.take(Rule::change) {
                    None => ExampleKind::Expect(target),
                    Some(node) => {
                        let mut change = Kids::of(node);
                        let rose = change.take(Rule::rose).is_some();
                        let by = self.next_expr(&mut change)?;
                        ExampleKind::ExpectChange { target, rose, by }
                    }
                }
            }
            _ => return None,
        };
        lines.push(ExampleLine { kind, span });
        Some(())
    }

    fn sides(&mut self, kids: &mut Kids<'_>) -> Option<Vec<(Ident, Vec<SetupEntry>, Span)>> {
        let sides = kids.all(Rule::side_pieces);
        self.each(sides, |b, node| {
            let span = b.span(&node);
            let mut kids = Kids::of(node);
            let seat = b.ident(&kids.take(Rule::ident)?);
            let entries = b.setup_entries(kids.take(Rule::setup_entries)?)?;
            Some((seat, entries, span))
        })
    }

    fn at_phase(&mut self, kids: &mut Kids<'_>) -> Option<Option<Ident>> {
        self.maybe(kids.take(Rule::at_phase), |b, n| {
            Some(b.ident(&Kids::of(n).take(Rule::ident)?))
        })
    }

    fn face_values(&mut self, kids: &mut Kids<'_>) -> Option<Vec<Expr>> {
        let values = kids.all(Rule::face_value);
        self.each(values, Self::expr)
    }
}

/// Rules that say what an example expects.
const EXPECTATIONS: [Rule; 8] = [
    Rule::expect_legal,
    Rule::expect_only,
    Rule::expect_pass,
    Rule::expect_next,
    Rule::expect_over,
    Rule::expect_pieces,
    Rule::expect_wins,
    Rule::expect_fact,
];
