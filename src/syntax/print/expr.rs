//! Expressions and types, on one line.

use super::text::{Inline, block, inner, is_word, names};
use super::warrant;
use crate::syntax::tree::{BinOp, Expr, ExprKind, Ident, Quantifier, Tail, Type, TypeKind};

/// How tightly an expression holds together, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Anything, quantifiers and `if` included.
    Whole,
    /// `implies`.
    Implies,
    /// `or`.
    Or,
    /// `and`.
    And,
    /// `not`.
    Not,
    /// `=`, `<`, `in`, …
    Compare,
    /// `..`.
    Range,
    /// `+`, `-`.
    Sum,
    /// `*`, `/`, `mod`.
    Product,
    /// `-` before one operand.
    Negative,
    /// `of`.
    Postfix,
    /// Names, literals, brackets.
    Primary,
}

use Level::{And, Compare, Implies, Negative, Not, Or, Postfix, Primary, Product, Range, Sum, Whole};

/// An expression in a place that takes any.
pub fn expr(e: &Expr) -> String {
    Writer { guard: false }.at(e, Whole, true)
}

/// An expression in a place where something follows that a looser one would swallow.
pub fn at(e: &Expr, least: Level) -> String {
    Writer { guard: false }.at(e, least, false)
}

/// What is put in a bag: `in` follows.
pub fn before_in(e: &Expr) -> String {
    if ends_like_quantifier(e) {
        format!("({})", expr(e))
    } else {
        at(e, Range)
    }
}

/// An operand that stands next to another with nothing between: a literal, a name, or parentheses.
pub fn beside(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Int(n) if *n >= 0 => n.to_string(),
        ExprKind::Name(_) | ExprKind::Truth(_) | ExprKind::None => expr(e),
        _ => format!("({})", expr(e)),
    }
}

/// A number before `of`: a number, a name with its arguments, or parentheses.
pub fn atom(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Int(n) if *n >= 0 => n.to_string(),
        _ => named(e).unwrap_or_else(|| format!("({})", expr(e))),
    }
}

/// What a statement can begin with: a name with its arguments, whoever it is of, or parentheses.
pub fn reference(e: &Expr) -> String {
    let bare = match &e.kind {
        ExprKind::Mine(..) => true,
        ExprKind::Of(thing, _) => named(thing).is_some() || matches!(thing.kind, ExprKind::Mine(..)),
        _ => named(e).is_some(),
    };
    if bare { expr(e) } else { format!("({})", expr(e)) }
}

/// Whose pieces are moved: names and members of families of each other, or parentheses.
pub fn owner(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Name(_) | ExprKind::Member(..) => expr(e),
        ExprKind::Of(thing, of) if !matches!(thing.kind, ExprKind::Of(..)) => {
            format!("{} of {}", owner(thing), owner(of))
        }
        _ => format!("({})", expr(e)),
    }
}

/// A name with its arguments or its number.
fn named(e: &Expr) -> Option<String> {
    matches!(e.kind, ExprKind::Name(_) | ExprKind::Call(..) | ExprKind::Member(..)).then(|| expr(e))
}

/// Whether the text would be read as a kind of piece and what follows it: `count advance`, `sum x in …`.
pub fn begins_like_kind(text: &str) -> bool {
    ["chance ", "count ", "first ", "max ", "min ", "sum "]
        .iter()
        .any(|word| text.starts_with(word))
}

/// The condition on readings behind `when`, with `is` for `=`.
pub fn guard(e: &Expr) -> String {
    Writer { guard: true }.at(e, Whole, true)
}

/// Arguments in parentheses.
pub fn args(values: &[Expr]) -> String {
    format!("({})", list(values))
}

/// Arguments in parentheses, nothing when there are none.
pub fn maybe_args(values: &[Expr]) -> String {
    if values.is_empty() { String::new() } else { args(values) }
}

/// Expressions with commas between them.
pub fn list(values: &[Expr]) -> String {
    values.iter().map(expr).collect::<Vec<_>>().join(", ")
}

/// A type.
pub fn ty(ty: &Type) -> String {
    match &ty.kind {
        TypeKind::Range(a, b) => match range(a, b) {
            // In braces of its own it would be an enumeration.
            text if text.starts_with('{') => format!("({})..{}", expr(a), at(b, Sum)),
            text => text,
        },
        TypeKind::Name(name) => name.text.clone(),
        TypeKind::Inline(values) => format!("{{{}}}", names(values)),
        TypeKind::Bag(n, of) => format!("bag {} of {}", atom(n), self::ty(of)),
        TypeKind::List(n, of) => format!("list {} of {}", atom(n), self::ty(of)),
        TypeKind::Set(of) => format!("set of {}", self::ty(of)),
        TypeKind::OrNone(of) => format!("{} or none", self::ty(of)),
    }
}

/// `a..b` outside an expression.
pub fn range(a: &Expr, b: &Expr) -> String {
    format!("{}..{}", at(a, Sum), at(b, Sum))
}

/// `HEAD EXPR`; a `cases` that is the whole value has an arm a line.
pub fn valued(head: &str, value: &Expr, room: usize) -> String {
    match &value.kind {
        ExprKind::Cases(arms) if arms.len() > 1 => {
            let writer = Writer { guard: false };
            let arms: Vec<_> = arms
                .iter()
                .map(|(test, v, tail)| writer.arm(test.as_ref(), v, tail, inner(room)))
                .collect();
            block(&format!("{head} cases"), &arms, Inline::One, room)
        }
        _ => format!("{head} {}", expr(value)),
    }
}

/// The sign of a binary operator with its own level and the least levels of its operands.
fn operator(op: BinOp) -> (&'static str, Level, Level, Level) {
    match op {
        BinOp::Implies => ("implies", Implies, Or, Implies),
        BinOp::Or => ("or", Or, Or, And),
        BinOp::And => ("and", And, And, Not),
        BinOp::Eq => ("=", Compare, Range, Range),
        BinOp::Ne => ("!=", Compare, Range, Range),
        BinOp::Lt => ("<", Compare, Range, Range),
        BinOp::Le => ("<=", Compare, Range, Range),
        BinOp::Gt => (">", Compare, Range, Range),
        BinOp::Ge => (">=", Compare, Range, Range),
        BinOp::In => ("in", Compare, Range, Range),
        BinOp::NotIn => ("not in", Compare, Range, Range),
        BinOp::Add => ("+", Sum, Sum, Product),
        BinOp::Sub => ("-", Sum, Sum, Product),
        BinOp::Mul => ("*", Product, Product, Negative),
        BinOp::Div => ("/", Product, Product, Negative),
        BinOp::Mod => ("mod", Product, Product, Negative),
    }
}

fn quantifier(q: Quantifier) -> &'static str {
    match q {
        Quantifier::Some => "some",
        Quantifier::All => "all",
        Quantifier::No => "no",
        Quantifier::Count => "count",
        Quantifier::Sum => "sum",
        Quantifier::Min => "min",
        Quantifier::Max => "max",
        Quantifier::First => "first",
    }
}

/// Whether the expression extends as far right as it can, so that nothing may follow it.
fn is_open(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::If(..) | ExprKind::Quant(..))
}

fn level(e: &Expr) -> Level {
    match &e.kind {
        ExprKind::If(..) | ExprKind::Quant(..) => Whole,
        ExprKind::Binary(op, ..) => operator(*op).1,
        ExprKind::Not(_) => Not,
        ExprKind::AllMineIn(_) | ExprKind::Range(..) => Range,
        ExprKind::Neg(_) | ExprKind::Chance(_) => Negative,
        ExprKind::Int(n) if *n < 0 => Negative,
        ExprKind::Of(..) | ExprKind::As(..) => Postfix,
        ExprKind::Int(_)
        | ExprKind::Truth(_)
        | ExprKind::None
        | ExprKind::Name(_)
        | ExprKind::Call(..)
        | ExprKind::Member(..)
        | ExprKind::Mine(..)
        | ExprKind::Cases(_)
        | ExprKind::Such(..)
        | ExprKind::Set(_)
        | ExprKind::Bag(_)
        | ExprKind::Can(..)
        | ExprKind::CountStep(..) => Primary,
    }
}

/// Writes one expression.
struct Writer {
    /// Within a guard, where equality is written `is`.
    guard: bool,
}

impl Writer {
    /// The expression, in parentheses when it is looser than `least`; an open one when it isn't `last` in its place.
    fn at(&self, e: &Expr, least: Level, last: bool) -> String {
        let fits = if is_open(e) { last } else { level(e) >= least };
        if fits {
            self.bare(e, last)
        } else {
            format!("({})", self.whole(e))
        }
    }

    /// The expression within brackets.
    fn whole(&self, e: &Expr) -> String {
        self.at(e, Whole, true)
    }

    fn list(&self, values: &[Expr]) -> String {
        values.iter().map(|v| self.whole(v)).collect::<Vec<_>>().join(", ")
    }

    fn applied(&self, word: &str, name: &Ident, values: &[Expr]) -> String {
        if values.is_empty() {
            format!("{word} {}", name.text)
        } else {
            format!("{word} {}({})", name.text, self.list(values))
        }
    }

    fn bare(&self, e: &Expr, last: bool) -> String {
        match &e.kind {
            ExprKind::Int(n) => n.to_string(),
            ExprKind::Truth(truth) => truth.to_string(),
            ExprKind::None => "none".to_string(),
            ExprKind::Name(name) => name.text.clone(),
            ExprKind::Call(name, values) => format!("{}({})", name.text, self.list(values)),
            ExprKind::Member(name, number) => format!("{}[{}]", name.text, self.whole(number)),
            ExprKind::Of(thing, owner) => {
                format!(
                    "{} of {}",
                    self.at(thing, Primary, false),
                    self.at(owner, Postfix, last)
                )
            }
            ExprKind::Mine(mine, thing) => {
                format!(
                    "{} {}",
                    if *mine { "my" } else { "their" },
                    self.at(thing, Primary, false)
                )
            }
            ExprKind::Neg(of) => {
                let of = self.at(of, Negative, last);
                format!("-{}{of}", if of.starts_with('-') { " " } else { "" })
            }
            ExprKind::Not(of) => format!("not {}", self.at(of, Not, last)),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, last),
            ExprKind::If(test, yes, no) => format!(
                "if {} then {} else {}",
                self.whole(test),
                self.whole(yes),
                self.at(no, Whole, last)
            ),
            ExprKind::Cases(arms) => {
                let arms: Vec<_> = arms
                    .iter()
                    .map(|(test, value, tail)| self.arm(test.as_ref(), value, tail, usize::MAX))
                    .collect();
                format!("cases {{ {} }}", arms.join("; "))
            }
            ExprKind::Quant(q, var, domain, body) => {
                format!("{} {}", quantifier(*q), self.ranging(var, domain, body, last))
            }
            ExprKind::Such(var, domain, body) => format!("{{ {} }}", self.ranging(var, domain, body, true)),
            ExprKind::Set(values) => format!("{{{}}}", self.set(values)),
            ExprKind::Bag(values) => format!("[{}]", self.list(values)),
            ExprKind::Range(a, b) => format!("{}..{}", self.at(a, Sum, false), self.at(b, Sum, last)),
            ExprKind::As(player, body) => {
                format!("as {} ({})", self.side(player), self.whole(body))
            }
            ExprKind::AllMineIn(region) => format!("all mine in {}", self.at(region, Range, last)),
            ExprKind::Can(step, values) => self.applied("can", step, values),
            ExprKind::CountStep(step, values) => self.applied("count", step, values),
            ExprKind::Chance(of) => self.chance(of, last),
        }
    }

    fn binary(&self, op: BinOp, a: &Expr, b: &Expr, last: bool) -> String {
        let (sign, _, left, right) = operator(op);
        let sign = match op {
            BinOp::Eq if self.guard => "is",
            BinOp::Ne if self.guard => "is not",
            _ => sign,
        };
        let a = if op == BinOp::In && ends_like_quantifier(a) {
            format!("({})", self.whole(a))
        } else {
            self.at(a, left, false)
        };
        format!("{a} {sign} {}", self.at(b, right, last))
    }

    /// The members of a set in braces. `{ x in R …` would begin a set of those for which something holds.
    fn set(&self, values: &[Expr]) -> String {
        let list = self.list(values);
        match values {
            [first, rest @ ..] if list.split_once(" in ").is_some_and(|(name, _)| is_name(name)) => {
                let rest: Vec<_> = rest.iter().map(|v| format!(", {}", self.whole(v))).collect();
                format!("({}){}", self.whole(first), rest.concat())
            }
            _ => list,
        }
    }

    /// Whose side `as` takes. The last parenthesis behind it is what is asked, so that a number in brackets can't end it.
    fn side(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Name(_) | ExprKind::Call(..) => self.bare(e, false),
            ExprKind::Mine(_, thing) if !matches!(thing.kind, ExprKind::Member(..)) => self.bare(e, false),
            ExprKind::Of(thing, of) if named(thing).is_some() || matches!(thing.kind, ExprKind::Mine(..)) => {
                format!("{} of {}", self.bare(thing, false), self.side(of))
            }
            _ => format!("({})", self.whole(e)),
        }
    }

    /// `chance E`, where `chance` isn't the name of something.
    fn chance(&self, of: &Expr, last: bool) -> String {
        let text = self.at(of, Negative, last);
        let word = text.split(|c| !is_word(c)).next().unwrap_or_default();
        let clear = !text.starts_with(['{', '-']) && !["true", "false", "none"].contains(&word);
        if clear {
            format!("chance {text}")
        } else {
            format!("chance ({text})")
        }
    }

    /// `x in R : E`.
    fn ranging(&self, var: &Ident, domain: &Expr, body: &Expr, last: bool) -> String {
        format!(
            "{} in {} : {}",
            var.text,
            self.at(domain, Range, false),
            self.at(body, Whole, last)
        )
    }

    fn arm(&self, test: Option<&Expr>, value: &Expr, tail: &Tail, room: usize) -> String {
        let test = test.map_or_else(|| "otherwise".to_string(), |t| self.whole(t));
        warrant::with_tail(&format!("{test} -> {}", self.whole(value)), tail, room)
    }
}

/// Whether `in` behind the expression would make its end a quantifier: `count advance in …`.
fn ends_like_quantifier(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::CountStep(_, values) => values.is_empty(),
        ExprKind::Binary(_, _, b)
        | ExprKind::Range(_, b)
        | ExprKind::Of(_, b)
        | ExprKind::AllMineIn(b)
        | ExprKind::Neg(b)
        | ExprKind::Chance(b) => ends_like_quantifier(b),
        _ => false,
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_word)
}
