//! Expressions: flat lists of operands and operators become trees by binding strength.

use super::Rule;
use super::build::{Builder, Kids, Node, only};
use crate::diagnostics::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::{BinOp, Expr, ExprKind, Ident, Quantifier, Tail};
use std::iter::Peekable;

/// How many operators may stand around an operand. Whatever walks the tree may count on it.
const MOST_OPERATORS: usize = 256;

/// How strongly an operator binds.
const IMPLIES: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const NOT: u8 = 4;
const COMPARE: u8 = 5;
const RANGE: u8 = 6;
const SUM: u8 = 7;
const PRODUCT: u8 = 8;
const NEGATIVE: u8 = 9;
const OF: u8 = 10;

/// What an operator makes of its operands.
#[derive(Clone, Copy)]
enum Infix {
    Binary(BinOp),
    Range,
    Of,
}

fn infix(node: &Node<'_>) -> Option<(u8, Infix)> {
    use Infix::{Binary, Of, Range};
    Some(match node.as_rule() {
        Rule::kw_implies => (IMPLIES, Binary(BinOp::Implies)),
        Rule::kw_or | Rule::bad_or => (OR, Binary(BinOp::Or)),
        Rule::kw_and | Rule::bad_and => (AND, Binary(BinOp::And)),
        Rule::op_eq | Rule::bad_equal => (COMPARE, Binary(BinOp::Eq)),
        Rule::op_ne | Rule::bad_unequal => (COMPARE, Binary(BinOp::Ne)),
        Rule::op_lt => (COMPARE, Binary(BinOp::Lt)),
        Rule::op_le => (COMPARE, Binary(BinOp::Le)),
        Rule::op_gt => (COMPARE, Binary(BinOp::Gt)),
        Rule::op_ge => (COMPARE, Binary(BinOp::Ge)),
        Rule::kw_in => (COMPARE, Binary(BinOp::In)),
        Rule::op_not_in => (COMPARE, Binary(BinOp::NotIn)),
        Rule::op_is => {
            let negated = node.clone().into_inner().any(|n| n.as_rule() == Rule::kw_not);
            (COMPARE, Binary(if negated { BinOp::Ne } else { BinOp::Eq }))
        }
        Rule::op_range => (RANGE, Range),
        Rule::op_add => (SUM, Binary(BinOp::Add)),
        Rule::op_sub => (SUM, Binary(BinOp::Sub)),
        Rule::op_mul => (PRODUCT, Binary(BinOp::Mul)),
        Rule::op_div => (PRODUCT, Binary(BinOp::Div)),
        Rule::kw_mod => (PRODUCT, Binary(BinOp::Mod)),
        Rule::kw_of => (OF, Of),
        _ => return None,
    })
}

impl Builder<'_> {
    /// An expression of any extent.
    pub fn expr(&mut self, node: Node<'_>) -> Option<Expr> {
        match node.as_rule() {
            Rule::expr | Rule::ranged | Rule::sum | Rule::reference => self.flat(node),
            Rule::atom | Rule::cell | Rule::face_value => self.primary(only(node)?),
            _ => self.primary(node),
        }
    }

    fn flat(&mut self, node: Node<'_>) -> Option<Expr> {
        let span = self.span(&node);
        let nodes: Vec<_> = node.into_inner().collect();
        let operators = nodes
            .iter()
            .filter(|n| infix(n).is_some() || prefix(n).is_some())
            .count();
        if self.depth + operators > MOST_OPERATORS {
            let message = format!("more than {MOST_OPERATORS} operators stand in one expression");
            let error = Diagnostic::error("syntax::nesting", message, span, "too long to be read safely");
            self.report(error.help("give a part of it a name of its own, with `fn` or `let`"));
            return None;
        }
        self.depth += operators;
        let mut nodes = nodes.into_iter().peekable();
        let expr = self.climb(&mut nodes, 0);
        self.depth -= operators;
        expr
    }

    /// The longest expression whose operators all bind at least as strongly as `least`.
    fn climb<'i>(&mut self, nodes: &mut Peekable<impl Iterator<Item = Node<'i>>>, least: u8) -> Option<Expr> {
        let first = nodes.next()?;
        let mut left = match prefix(&first) {
            Some(strength) => {
                let start = self.span(&first);
                let operand = self.climb(nodes, strength)?;
                let span = start.to(operand.span);
                let operand = Box::new(operand);
                let kind = match first.as_rule() {
                    Rule::op_neg => ExprKind::Neg(operand),
                    Rule::chance => ExprKind::Chance(operand),
                    _ => {
                        self.check_spelling(&first);
                        ExprKind::Not(operand)
                    }
                };
                Expr { kind, span }
            }
            None => self.primary(first)?,
        };
        // The strength of the comparison or range that `left` is, written without parentheses.
        let mut single = None;
        while let Some((strength, operator)) = nodes.peek().and_then(infix)
            && strength >= least
        {
            let sign = nodes.next()?;
            self.check_spelling(&sign);
            if single == Some(strength) {
                self.report_chain(&sign, strength);
            }
            let groups_right = matches!(strength, IMPLIES | OF);
            let right = self.climb(nodes, if groups_right { strength } else { strength + 1 })?;
            single = Some(strength).filter(|s| matches!(*s, COMPARE | RANGE));
            let span = left.span.to(right.span);
            let (a, b) = (Box::new(left), Box::new(right));
            let kind = match operator {
                Infix::Binary(op) => ExprKind::Binary(op, a, b),
                Infix::Range => ExprKind::Range(a, b),
                Infix::Of => ExprKind::Of(a, b),
            };
            left = Expr { kind, span };
        }
        Some(left)
    }

    fn report_chain(&mut self, sign: &Node<'_>, strength: u8) {
        let (message, help) = if strength == RANGE {
            ("a range has two ends", "write `a..b`")
        } else {
            (
                "comparisons don't follow each other",
                "write `a < b and b < c`, or put one comparison in parentheses",
            )
        };
        let span = self.span(sign);
        self.report(Diagnostic::error("syntax::expected", message, span, "a second one").help(help));
    }

    /// Says how an operator of other languages is written here.
    fn check_spelling(&mut self, sign: &Node<'_>) {
        let here = match sign.as_rule() {
            Rule::bad_and => "and",
            Rule::bad_or => "or",
            Rule::bad_not => "not",
            Rule::bad_equal => "=",
            Rule::bad_unequal => "!=",
            _ => return,
        };
        let there = sign.as_str().trim_end();
        let span = self.span(sign);
        let error = Diagnostic::error(
            "syntax::expected",
            format!("`{there}` is written `{here}`"),
            span,
            format!("write `{here}`"),
        );
        self.report(error);
    }

    fn primary(&mut self, node: Node<'_>) -> Option<Expr> {
        let span = self.span(&node);
        let rule = node.as_rule();
        if matches!(rule, Rule::named) {
            return self.named(node);
        }
        // What holds a whole expression is kept apart, so that nesting takes little of the stack.
        let kind = match rule {
            Rule::paren => self.inner_expr(node)?.kind,
            Rule::quantified => self.quantified(node)?,
            Rule::conditional => self.conditional(node)?,
            Rule::as_player => self.as_player(node)?,
            _ => self.other_primary(rule, node)?,
        };
        Some(Expr { kind, span })
    }

    fn quantified(&mut self, node: Node<'_>) -> Option<ExprKind> {
        let mut kids = Kids::of(node);
        let quantifier = quantifier(kids.take(Rule::quantifier)?.as_str())?;
        let (var, domain, body) = self.ranging(&mut kids)?;
        Some(ExprKind::Quant(quantifier, var, domain, body))
    }

    fn conditional(&mut self, node: Node<'_>) -> Option<ExprKind> {
        let mut kids = Kids::of(node);
        let test = Box::new(self.next_expr(&mut kids)?);
        let yes = Box::new(self.next_expr(&mut kids)?);
        let no = Box::new(self.next_expr(&mut kids)?);
        Some(ExprKind::If(test, yes, no))
    }

    fn other_primary(&mut self, rule: Rule, node: Node<'_>) -> Option<ExprKind> {
        Some(match rule {
            Rule::number => ExprKind::Int(self.number(&node)?),
            Rule::ident => ExprKind::Name(self.ident(&node)),
            Rule::literal => match only(node)?.as_rule() {
                Rule::kw_true | Rule::kw_yes => ExprKind::Truth(true),
                Rule::kw_false | Rule::kw_no => ExprKind::Truth(false),
                _ => ExprKind::None,
            },
            Rule::bag => ExprKind::Bag(self.values(node)?),
            Rule::set => ExprKind::Set(self.values(node)?),
            Rule::such => {
                let (var, domain, body) = self.ranging(&mut Kids::of(node))?;
                ExprKind::Such(var, domain, body)
            }
            Rule::cases => {
                let arms = Kids::of(node).all(Rule::value_arm);
                ExprKind::Cases(self.each(arms, Self::value_arm)?)
            }
            Rule::all_mine => ExprKind::AllMineIn(Box::new(self.inner_expr(node)?)),
            Rule::can | Rule::count_step => {
                let mut kids = Kids::of(node);
                let step = self.ident(&kids.take(Rule::ident)?);
                let values = self.args(kids.take(Rule::args))?;
                match rule {
                    Rule::can => ExprKind::Can(step, values),
                    _ => ExprKind::CountStep(step, values),
                }
            }
            Rule::mine => {
                let mut kids = Kids::of(node);
                let mine = kids.has(Rule::kw_my);
                let thing = self.primary(kids.take_any(&[Rule::named, Rule::paren])?)?;
                ExprKind::Mine(mine, Box::new(thing))
            }
            _ => return None,
        })
    }

    fn number(&mut self, node: &Node<'_>) -> Option<i64> {
        let number = node.as_str().trim_end().parse().ok();
        if number.is_none() {
            let span = self.span(node);
            self.report(Diagnostic::error(
                "syntax::number",
                "this number is too large",
                span,
                format!("more than {}", i64::MAX),
            ));
        }
        number
    }

    /// `NAME`, `NAME(args)` or `NAME[E]`.
    fn named(&mut self, node: Node<'_>) -> Option<Expr> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        let name = self.ident(&kids.take_any(&[Rule::below, Rule::ident])?);
        let behind = kids.take_any(&[Rule::args, Rule::index]);
        self.applied(name, behind, span)
    }

    fn applied(&mut self, name: Ident, behind: Option<Node<'_>>, span: Span) -> Option<Expr> {
        let kind = match behind {
            None => ExprKind::Name(name),
            Some(node) if node.as_rule() == Rule::index => ExprKind::Member(name, Box::new(self.inner_expr(node)?)),
            Some(node) => ExprKind::Call(name, self.values(node)?),
        };
        Some(Expr { kind, span })
    }

    /// Arguments, none where there are no parentheses.
    pub fn args(&mut self, node: Option<Node<'_>>) -> Option<Vec<Expr>> {
        node.map_or_else(|| Some(Vec::new()), |n| self.values(n))
    }

    /// The expressions that a node lists.
    pub fn values(&mut self, node: Node<'_>) -> Option<Vec<Expr>> {
        let values = Kids::of(node).all(Rule::expr);
        self.each(values, Self::expr)
    }

    /// `x in R : E`.
    fn ranging(&mut self, kids: &mut Kids<'_>) -> Option<(Ident, Box<Expr>, Box<Expr>)> {
        let var = self.ident(&kids.take(Rule::ident)?);
        let domain = self.expr(kids.take(Rule::ranged)?)?;
        let body = self.expr(kids.take(Rule::expr)?)?;
        Some((var, Box::new(domain), Box::new(body)))
    }

    fn value_arm(&mut self, node: Node<'_>) -> Option<(Option<Expr>, Expr, Tail)> {
        let mut kids = Kids::of(node);
        let test = if kids.has(Rule::otherwise) {
            None
        } else {
            Some(self.next_expr(&mut kids)?)
        };
        let value = self.next_expr(&mut kids)?;
        Some((test, value, self.tail(&mut kids)?))
    }

    /// `as P (E)`: the last parenthesis is E, what stands before it is P.
    fn as_player(&mut self, node: Node<'_>) -> Option<ExprKind> {
        let whole = self.span(&node);
        let mut body = None;
        let mut owners = Vec::new();
        let parts = Kids::of(node).all(Rule::as_part);
        let last = parts.len().checked_sub(1)?;
        for (i, part) in parts.into_iter().enumerate() {
            let start = self.span(&part);
            let mut kids = Kids::of(part);
            let whose = kids
                .take_any(&[Rule::kw_my, Rule::kw_their])
                .map(|n| n.as_rule() == Rule::kw_my);
            let base = kids.take_any(&[Rule::ident, Rule::paren])?;
            let mut behind: Vec<_> = kids
                .rest()
                .filter(|n| matches!(n.as_rule(), Rule::args | Rule::index))
                .collect();
            if i == last {
                body = behind.pop_if(|n| n.as_rule() == Rule::args);
            }
            let end = behind.last().map_or_else(|| self.span(&base), |n| self.span(n));
            let span = start.to(end);
            let mut behind = behind.into_iter();
            let mut owner = if base.as_rule() == Rule::paren {
                self.primary(base)?
            } else {
                let name = self.ident(&base);
                self.applied(name, behind.next(), span)?
            };
            if let Some(second) = behind.next() {
                let span = self.span(&second);
                self.report(Diagnostic::error(
                    "syntax::expected",
                    "this belongs to no name",
                    span,
                    "one too many",
                ));
                return None;
            }
            if let Some(mine) = whose {
                owner = Expr {
                    kind: ExprKind::Mine(mine, Box::new(owner)),
                    span,
                };
            }
            owners.push(owner);
        }
        let mut values = self.args(body)?;
        let (Some(value), true) = (values.pop(), values.is_empty()) else {
            let error = Diagnostic::error(
                "syntax::expected",
                "`as` lacks what is asked",
                whole,
                "expected one expression in parentheses",
            );
            self.report(error.help("write `as PLAYER (EXPRESSION)`"));
            return None;
        };
        let mut player = owners.pop()?;
        while let Some(thing) = owners.pop() {
            let span = thing.span.to(player.span);
            player = Expr {
                kind: ExprKind::Of(Box::new(thing), Box::new(player)),
                span,
            };
        }
        Some(ExprKind::As(Box::new(player), Box::new(value)))
    }
}

/// How strongly an operator before its operand binds.
fn prefix(node: &Node<'_>) -> Option<u8> {
    match node.as_rule() {
        Rule::kw_not | Rule::bad_not => Some(NOT),
        Rule::op_neg | Rule::chance => Some(NEGATIVE),
        _ => None,
    }
}

fn quantifier(word: &str) -> Option<Quantifier> {
    Some(match word.trim_end() {
        "some" => Quantifier::Some,
        "all" => Quantifier::All,
        "no" => Quantifier::No,
        "count" => Quantifier::Count,
        "sum" => Quantifier::Sum,
        "min" => Quantifier::Min,
        "max" => Quantifier::Max,
        "first" => Quantifier::First,
        _ => return None,
    })
}
