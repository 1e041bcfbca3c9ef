//! From pest's pairs to the tree: what all parts of that work share.
//!
//! A method gives `None` where the pairs are not as the grammar promises or where an error has been reported; the
//! declaration is then left out.

use super::Rule;
use crate::diagnostics::Diagnostic;
use crate::syntax::fold::Folded;
use crate::syntax::source::Span;
use crate::syntax::tree::{BinOp, Expr, ExprKind, Grade, Ident, Param, Tail, Text, Type, TypeKind, Warrant};
use pest::iterators::Pair;

/// A parsed rule with its place in the piece that was parsed.
pub type Node<'i> = Pair<'i, Rule>;

/// Builds the tree of one piece.
pub struct Builder<'a> {
    /// The file as it was read.
    pub original: &'a str,
    /// Where folded characters stood.
    pub folded: &'a Folded,
    /// The file's number.
    pub file: u16,
    /// Where the piece begins in the file.
    pub base: usize,
    /// How many operators stand around the expression that is being built.
    pub depth: usize,
    /// Mistakes that the grammar lets through in order to name them.
    pub errors: Vec<Diagnostic>,
}

/// The children of a node, taken by what they are.
pub struct Kids<'i>(Vec<Option<Node<'i>>>);

impl<'i> Kids<'i> {
    /// The children of a node.
    pub fn of(node: Node<'i>) -> Self {
        Self(node.into_inner().map(Some).collect())
    }

    /// The next child of a kind.
    pub fn take(&mut self, rule: Rule) -> Option<Node<'i>> {
        self.take_any(&[rule])
    }

    /// The next child that is of one of several kinds.
    pub fn take_any(&mut self, rules: &[Rule]) -> Option<Node<'i>> {
        let is_one = |n: &Node<'i>| rules.contains(&n.as_rule());
        self.0.iter_mut().find(|n| n.as_ref().is_some_and(is_one))?.take()
    }

    /// All further children of a kind.
    pub fn all(&mut self, rule: Rule) -> Vec<Node<'i>> {
        self.0
            .iter_mut()
            .filter_map(|n| n.take_if(|n| n.as_rule() == rule))
            .collect()
    }

    /// Whether there is a child of a kind that nobody has taken.
    pub fn has(&self, rule: Rule) -> bool {
        self.0.iter().flatten().any(|n| n.as_rule() == rule)
    }

    /// The next expression of whatever extent.
    pub fn expr(&mut self) -> Option<Node<'i>> {
        self.take_any(&[
            Rule::expr,
            Rule::sum,
            Rule::ranged,
            Rule::atom,
            Rule::reference,
            Rule::cell,
            Rule::face_value,
        ])
    }

    /// All further children.
    pub fn rest(self) -> impl Iterator<Item = Node<'i>> {
        self.0.into_iter().flatten()
    }
}

/// The only child of a node, or the first.
pub fn only(node: Node<'_>) -> Option<Node<'_>> {
    node.into_inner().next()
}

impl Builder<'_> {
    /// Where a node stands in the file, without the blanks that pest counts to it.
    pub fn span(&self, node: &Node<'_>) -> Span {
        let start = self.base + node.as_span().start();
        self.bytes(start, start + node.as_str().trim_end().len())
    }

    /// A span of two offsets in the folded text.
    pub fn bytes(&self, start: usize, end: usize) -> Span {
        super::span(self.folded, self.file, start, end)
    }

    /// Reports an error.
    pub fn report(&mut self, error: Diagnostic) {
        self.errors.push(error);
    }

    /// A name.
    pub fn ident(&self, node: &Node<'_>) -> Ident {
        Ident {
            text: node.as_str().trim_end().to_string(),
            span: self.span(node),
        }
    }

    /// Names.
    pub fn idents(&self, nodes: &[Node<'_>]) -> Vec<Ident> {
        nodes.iter().map(|n| self.ident(n)).collect()
    }

    /// A string without its quotation marks.
    pub fn text(&self, node: &Node<'_>) -> Text {
        let span = self.span(node);
        // What stands between quotation marks is as it was written, so it is read from the original.
        let quoted = self
            .original
            .get(span.start as usize..span.end as usize)
            .unwrap_or(node.as_str());
        let mut inner = quoted.chars();
        inner.next();
        inner.next_back();
        Text {
            text: inner.as_str().to_string(),
            span,
        }
    }

    /// Strings.
    pub fn texts(&self, nodes: &[Node<'_>]) -> Vec<Text> {
        nodes.iter().map(|n| self.text(n)).collect()
    }

    /// The next expression among children.
    pub fn next_expr(&mut self, kids: &mut Kids<'_>) -> Option<Expr> {
        let node = kids.expr()?;
        self.expr(node)
    }

    /// The next expression, where it is in another node's place: `= EXPR`, `by EXPR`.
    pub fn inner_expr(&mut self, node: Node<'_>) -> Option<Expr> {
        self.next_expr(&mut Kids::of(node))
    }

    /// What is built of a child that need not be there: the outer `None` is failure.
    pub fn maybe<T>(
        &mut self,
        node: Option<Node<'_>>,
        build: impl FnOnce(&mut Self, Node<'_>) -> Option<T>,
    ) -> Option<Option<T>> {
        match node {
            Some(node) => Some(Some(build(self, node)?)),
            None => Some(None),
        }
    }

    /// What is built of several children, all of which have to succeed.
    pub fn each<T>(
        &mut self,
        nodes: Vec<Node<'_>>,
        mut build: impl FnMut(&mut Self, Node<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        nodes.into_iter().map(|n| build(self, n)).collect()
    }

    /// All warrants and guards among the children, and in `tail`s among them.
    pub fn tail(&mut self, kids: &mut Kids<'_>) -> Option<Tail> {
        let mut tail = Tail::default();
        self.add_tail(kids, &mut tail)?;
        Some(tail)
    }

    /// The warrants and guards of one `tail`.
    pub fn only_tail(&mut self, node: Node<'_>) -> Option<Tail> {
        self.tail(&mut Kids::of(node))
    }

    /// Adds the warrants and guards among the children to a tail.
    pub fn add_tail(&mut self, kids: &mut Kids<'_>, tail: &mut Tail) -> Option<()> {
        while let Some(node) = kids.take_any(&[Rule::tail, Rule::warrant, Rule::guard]) {
            match node.as_rule() {
                Rule::warrant => tail.warrants.push(self.warrant(node)?),
                Rule::guard => {
                    let guard = self.inner_expr(node)?;
                    add_guard(tail, guard);
                }
                _ => self.add_tail(&mut Kids::of(node), tail)?,
            }
        }
        Some(())
    }

    /// All warrants among the children.
    pub fn warrants(&mut self, kids: &mut Kids<'_>) -> Option<Vec<Warrant>> {
        let nodes = kids.all(Rule::warrant);
        self.each(nodes, Self::warrant)
    }

    fn warrant(&mut self, node: Node<'_>) -> Option<Warrant> {
        let span = self.span(&node);
        let node = only(node)?;
        let grade = match node.as_rule() {
            Rule::stated => Grade::Stated,
            Rule::implied => Grade::Implied,
            Rule::elsewhere => Grade::Elsewhere,
            Rule::conjecture => Grade::Conjecture,
            Rule::modern => Grade::Modern,
            _ => return None,
        };
        let mut kids = Kids::of(node);
        let mut clauses = Vec::new();
        if let Some(list) = kids.take(Rule::clauses) {
            for range in Kids::of(list).all(Rule::clause_range) {
                let mut ids = Kids::of(range).all(Rule::clause_id).into_iter();
                let first = self.ident(&ids.next()?);
                clauses.push((first, ids.next().map(|n| self.ident(&n))));
            }
        }
        let emends = self.maybe(kids.take(Rule::emends), |b, node| {
            let mut texts = Kids::of(node);
            Some((b.text(&texts.take(Rule::string)?), b.text(&texts.take(Rule::string)?)))
        })?;
        let because = self.maybe(kids.take(Rule::because), |b, node| {
            Some(b.text(&Kids::of(node).take(Rule::string)?))
        })?;
        Some(Warrant {
            grade,
            clauses,
            quote: kids.take(Rule::string).map(|n| self.text(&n)),
            emends,
            because,
            span,
        })
    }

    /// `(a : T, b)`.
    pub fn params(&mut self, node: Option<Node<'_>>) -> Option<Vec<Param>> {
        let Some(node) = node else { return Some(Vec::new()) };
        let params = Kids::of(node).all(Rule::param);
        self.each(params, |b, node| {
            let mut kids = Kids::of(node);
            let name = b.ident(&kids.take(Rule::ident)?);
            let ty = b.maybe(kids.take(Rule::type_name), Self::type_name)?;
            Some(Param { name, ty })
        })
    }

    /// A type.
    pub fn type_name(&mut self, node: Node<'_>) -> Option<Type> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        let or_none = kids.take(Rule::or_none).is_some();
        let base = kids.rest().next()?;
        let base_span = self.span(&base);
        let rule = base.as_rule();
        let mut kids = Kids::of(base);
        let kind = match rule {
            Rule::type_bag | Rule::type_list => {
                let number = self.next_expr(&mut kids)?;
                let of = Box::new(self.type_name(kids.take(Rule::type_name)?)?);
                match rule {
                    Rule::type_bag => TypeKind::Bag(number, of),
                    _ => TypeKind::List(number, of),
                }
            }
            Rule::type_set => TypeKind::Set(Box::new(self.type_name(kids.take(Rule::type_name)?)?)),
            Rule::type_inline => TypeKind::Inline(self.idents(&kids.all(Rule::ident))),
            Rule::type_range => {
                let first = self.next_expr(&mut kids)?;
                let last = self.maybe(kids.expr(), Self::expr)?;
                match (first, last) {
                    (first, Some(last)) => TypeKind::Range(first, last),
                    (
                        Expr {
                            kind: ExprKind::Name(name),
                            ..
                        },
                        None,
                    ) => TypeKind::Name(name),
                    (other, None) => {
                        let error =
                            Diagnostic::error("syntax::expected", "this is no type", other.span, "a value, not a type");
                        self.report(error.help("a type is a name, a range such as `1..6`, `{a, b}`, `bag N of T`, `list N of T` or `set of T`"));
                        return None;
                    }
                }
            }
            _ => return None,
        };
        let ty = Type { kind, span: base_span };
        Some(if or_none {
            Type {
                kind: TypeKind::OrNone(Box::new(ty)),
                span,
            }
        } else {
            ty
        })
    }
}

/// Adds a guard: what has two of them holds when both do.
pub fn add_guard(tail: &mut Tail, guard: Expr) {
    tail.guard = Some(match tail.guard.take() {
        None => guard,
        Some(first) => Expr {
            span: first.span.to(guard.span),
            kind: ExprKind::Binary(BinOp::And, Box::new(first), Box::new(guard)),
        },
    });
}
