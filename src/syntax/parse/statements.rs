//! Statements, alternatives and the rules of a play.

use super::Rule;
use super::build::{Builder, Kids, Node, only};
use super::errors::suggest;
use super::habits;
use super::words::STATEMENTS;
use crate::diagnostics::Diagnostic;
use crate::syntax::tree::{
    Alternative, AssignOp, Block, CaseArm, Expr, ExprKind, Ident, MoveStmt, PlayRule, Stmt, StmtKind, Tail, Whose,
};

impl Builder<'_> {
    /// `{ statements }`.
    pub fn block(&mut self, node: Node<'_>) -> Option<Block> {
        let statements = Kids::of(node).all(Rule::statement);
        self.each(statements, |b, node| {
            let span = b.span(&node);
            let mut kids = Kids::of(node);
            let mut statement = b.statement(&mut kids)?;
            b.add_tail(&mut kids, &mut statement.tail)?;
            statement.span = span;
            Some(statement)
        })
    }

    /// The next block among children.
    pub fn next_block(&mut self, kids: &mut Kids<'_>) -> Option<Block> {
        let node = kids.take(Rule::block)?;
        self.block(node)
    }

    /// A statement and its label, without the tail that may follow it.
    pub fn statement(&mut self, kids: &mut Kids<'_>) -> Option<Stmt> {
        let label = kids.take(Rule::label);
        let label = self.maybe(label, |b, n| Some(b.ident(&Kids::of(n).take(Rule::ident)?)))?;
        let node = kids.take_any(&STATEMENT_RULES)?;
        let span = self.span(&node);
        // A play's warrants stand between its braces and its rules, within it.
        let tail = match node.as_rule() {
            Rule::play => self.tail(&mut Kids::of(node.clone()))?,
            _ => Tail::default(),
        };
        let kind = self.statement_kind(node)?;
        Some(Stmt {
            span: label.as_ref().map_or(span, |l| l.span.to(span)),
            label,
            kind,
            tail,
        })
    }

    fn statement_kind(&mut self, node: Node<'_>) -> Option<StmtKind> {
        let rule = node.as_rule();
        if matches!(rule, Rule::simple) {
            return self.simple(node);
        }
        let mut kids = Kids::of(node);
        let k = &mut kids;
        // Statements with blocks call themselves: they are kept apart from the many others so that nesting takes little
        // of the stack.
        match rule {
            Rule::if_statement => self.if_statement(k),
            Rule::for_statement => self.for_statement(k),
            Rule::cases_statement => self.cases_statement(k),
            Rule::loop_statement => self.loop_statement(k),
            Rule::choose => self.choose(k),
            Rule::as_statement => self.as_statement(k),
            Rule::end_statement => self.end_statement(k),
            _ => self.flat_statement(rule, k),
        }
    }

    fn for_statement(&mut self, k: &mut Kids<'_>) -> Option<StmtKind> {
        Some(StmtKind::For {
            var: self.ident(&k.take(Rule::ident)?),
            domain: self.next_expr(k)?,
            body: self.next_block(k)?,
        })
    }

    fn cases_statement(&mut self, k: &mut Kids<'_>) -> Option<StmtKind> {
        let arms = k.all(Rule::arm);
        Some(StmtKind::Cases(self.each(arms, Self::arm)?))
    }

    fn choose(&mut self, k: &mut Kids<'_>) -> Option<StmtKind> {
        Some(StmtKind::Choose {
            groups: self.groups(k)?,
            otherwise: self.else_block(k)?,
        })
    }

    fn as_statement(&mut self, k: &mut Kids<'_>) -> Option<StmtKind> {
        Some(StmtKind::As {
            player: self.next_expr(k)?,
            body: self.next_block(k)?,
        })
    }

    fn end_statement(&mut self, k: &mut Kids<'_>) -> Option<StmtKind> {
        let body = self.next_block(k)?;
        Some(if k.has(Rule::kw_match) {
            StmtKind::EndMatch(body)
        } else {
            StmtKind::EndGame(body)
        })
    }

    fn else_block(&mut self, k: &mut Kids<'_>) -> Option<Option<Block>> {
        self.maybe(k.take(Rule::else_block), |b, n| b.next_block(&mut Kids::of(n)))
    }

    fn flat_statement(&mut self, rule: Rule, k: &mut Kids<'_>) -> Option<StmtKind> {
        Some(match rule {
            Rule::let_statement => StmtKind::Let(self.ident(&k.take(Rule::ident)?), self.next_expr(k)?),
            Rule::leave => StmtKind::Leave,
            Rule::roll => StmtKind::Roll {
                group: k.take(Rule::ident).map(|n| self.ident(&n)),
                given: self.maybe(k.take(Rule::roll_given), Self::inner_expr)?,
            },
            Rule::play => StmtKind::Play {
                groups: self.groups(k)?,
                such_that: self.play_rules(k, Rule::such_that)?,
                best_by: self.play_rules(k, Rule::best_by)?,
            },
            Rule::again => StmtKind::Again,
            Rule::pay | Rule::share | Rule::refill => StmtKind::Pay(self.pay(rule, k)?),
            Rule::then_phase => StmtKind::Then {
                phase: self.ident(&k.take(Rule::ident)?),
                by: self.maybe(k.take(Rule::by_value), Self::inner_expr)?,
            },
            Rule::pass_turn => StmtKind::PassTurn(self.next_expr(k)?),
            Rule::emit => StmtKind::Emit(self.ident(&k.take(Rule::ident)?), self.args(k.take(Rule::args))?),
            Rule::move_pieces => StmtKind::Move(self.move_pieces(k)?),
            Rule::mark_pieces => StmtKind::Move(self.mark_pieces(k)?),
            Rule::shift => StmtKind::Shift {
                value: self.next_expr(k)?,
                from: self.next_expr(k)?,
                to: self.next_expr(k)?,
            },
            Rule::take => StmtKind::Take {
                value: self.next_expr(k)?,
                from: self.next_expr(k)?,
            },
            Rule::put => StmtKind::Put {
                value: self.expr(k.take(Rule::ranged)?)?,
                into: self.next_expr(k)?,
            },
            Rule::push => StmtKind::Push {
                value: self.next_expr(k)?,
                list: self.next_expr(k)?,
            },
            Rule::drop => StmtKind::DropFirst(self.next_expr(k)?),
            Rule::win => StmtKind::Win {
                player: self.next_expr(k)?,
                by: self.maybe(k.take(Rule::by_value), Self::inner_expr)?,
            },
            Rule::draw => StmtKind::Draw,
            Rule::rank => StmtKind::Rank(self.next_expr(k)?),
            _ => return None,
        })
    }

    fn if_statement(&mut self, kids: &mut Kids<'_>) -> Option<StmtKind> {
        let mut links = vec![self.if_link(kids)?];
        for node in kids.all(Rule::else_if) {
            links.push(self.if_link(&mut Kids::of(node))?);
        }
        let mut no = self.else_block(kids)?;
        // From the last `else if` outwards, each becomes the `else` of the one before.
        while let Some((test, yes)) = links.pop() {
            let span = test.span;
            let kind = StmtKind::If { test, yes, no };
            if links.is_empty() {
                return Some(kind);
            }
            no = Some(vec![Stmt {
                label: None,
                kind,
                tail: Tail::default(),
                span,
            }]);
        }
        None
    }

    fn if_link(&mut self, kids: &mut Kids<'_>) -> Option<(Expr, Block)> {
        if let Some(then) = kids.take(Rule::stray_then) {
            let span = self.span(&then);
            let error = Diagnostic::error(
                "syntax::expected",
                "an `if` with braces has no `then`",
                span,
                "remove this",
            );
            self.report(error.help("as a statement write `if E { … } else { … }`; `if A then B else C` gives a value"));
        }
        Some((self.next_expr(kids)?, self.next_block(kids)?))
    }

    fn arm(&mut self, node: Node<'_>) -> Option<CaseArm> {
        let mut kids = Kids::of(node);
        let tail = self.tail(&mut kids)?;
        let otherwise = kids.has(Rule::otherwise);
        Some(CaseArm {
            test: if otherwise {
                None
            } else {
                Some(self.next_expr(&mut kids)?)
            },
            body: self.next_block(&mut kids)?,
            tail,
        })
    }

    /// The variable counts the rounds from 1, so its range has to say the same as `at most` if both are written.
    fn loop_statement(&mut self, kids: &mut Kids<'_>) -> Option<StmtKind> {
        let mut var = None;
        let mut range = None;
        let head = kids.take(Rule::loop_var);
        let head_span = head.as_ref().map(|n| self.span(n));
        if let Some(node) = head {
            let mut kids = Kids::of(node);
            var = Some(self.ident(&kids.take(Rule::ident)?));
            range = self.maybe(kids.expr(), Self::expr)?;
        }
        let most = kids.take(Rule::at_most);
        let most_text = most.clone().and_then(only_expr_text);
        let most = self.maybe(most, Self::inner_expr)?;
        let bound = match range.map(|r| r.kind) {
            None => None,
            Some(ExprKind::Range(first, last)) if matches!(first.kind, ExprKind::Int(1)) => Some(*last),
            Some(_) => {
                let error = Diagnostic::error(
                    "syntax::expected",
                    "a loop counts from 1",
                    head_span?,
                    "expected `1..N`",
                );
                self.report(error.help("write `loop x in 1..N at most N { … } beyond { … }`"));
                return None;
            }
        };
        let most = match (bound, most) {
            (None, Some(most)) | (Some(most), None) => most,
            (Some(bound), Some(most)) => {
                let written = self.original.get(bound.span.start as usize..bound.span.end as usize);
                if most_text.as_deref() != written {
                    let error =
                        Diagnostic::error("syntax::expected", "the loop has two bounds", bound.span, "up to here");
                    let error = error.also(most.span, "and at most this often");
                    self.report(error.help("write the same bound in both places, or leave out `in 1..N`"));
                }
                most
            }
            (None, None) => {
                let body = kids.take(Rule::block).map(|n| self.span(&n))?;
                let error = Diagnostic::error(
                    "syntax::expected",
                    "the loop has no bound",
                    body,
                    "expected `at most N` before this",
                );
                self.report(error.help("write `loop at most N { … } beyond { … }`"));
                return None;
            }
        };
        Some(StmtKind::Loop {
            var,
            most,
            body: self.next_block(kids)?,
            beyond: self.next_block(kids)?,
        })
    }

    fn move_pieces(&mut self, kids: &mut Kids<'_>) -> Option<MoveStmt> {
        let (whose, number) = self.whose_and_how_many(kids)?;
        Some(MoveStmt {
            whose,
            number,
            kind: self.kind_name(kids)?,
            mark: self.mark_name(kids)?,
            becomes: self.new_mark(kids)?,
            from: self.next_expr(kids)?,
            to: Some(self.next_expr(kids)?),
        })
    }

    /// `mark N KIND [MARK] at SPACE as MARK`.
    fn mark_pieces(&mut self, kids: &mut Kids<'_>) -> Option<MoveStmt> {
        let (whose, number) = self.whose_and_how_many(kids)?;
        Some(MoveStmt {
            whose,
            number,
            kind: Some(self.name(kids)?),
            mark: self.maybe(kids.take(Rule::old_mark), |b, n| b.name(&mut Kids::of(n)))?,
            becomes: self.new_mark(kids)?,
            from: self.next_expr(kids)?,
            to: None,
        })
    }

    fn new_mark(&mut self, kids: &mut Kids<'_>) -> Option<Option<Expr>> {
        self.maybe(kids.take(Rule::new_mark), |b, n| {
            let node = Kids::of(n).take(Rule::reference)?;
            b.expr(node)
        })
    }

    fn whose_and_how_many(&mut self, kids: &mut Kids<'_>) -> Option<(Whose, Option<Expr>)> {
        let whose = match kids.take(Rule::move_whose) {
            None => Whose::My,
            Some(node) => {
                let mut kids = Kids::of(node);
                if kids.has(Rule::kw_my) {
                    Whose::My
                } else if kids.has(Rule::kw_their) {
                    Whose::Their
                } else {
                    let owners = kids.all(Rule::move_owner);
                    Whose::Of(self.move_owner(owners)?)
                }
            }
        };
        let mut number = Kids::of(kids.take(Rule::move_number)?);
        let number = if number.has(Rule::move_all) {
            None
        } else {
            Some(self.next_expr(&mut number)?)
        };
        Some((whose, number))
    }

    /// The name of a kind of piece, where one is written.
    pub fn kind_name(&mut self, kids: &mut Kids<'_>) -> Option<Option<Ident>> {
        self.maybe(kids.take(Rule::kind_name), |b, n| {
            Some(b.ident(&Kids::of(n).take(Rule::ident)?))
        })
    }

    /// The name of a mark behind that of a kind, where one is written.
    pub fn mark_name(&mut self, kids: &mut Kids<'_>) -> Option<Option<Ident>> {
        self.maybe(kids.take(Rule::mark_name), |b, n| {
            Some(b.ident(&Kids::of(n).take(Rule::ident)?))
        })
    }

    fn move_owner(&mut self, owners: Vec<Node<'_>>) -> Option<Expr> {
        let mut owners = self.each(owners, |b, node| {
            let span = b.span(&node);
            let mut kids = Kids::of(node);
            if let Some(paren) = kids.take(Rule::paren) {
                return b.expr(paren);
            }
            let name = b.ident(&kids.take(Rule::ident)?);
            let kind = match kids.take(Rule::index) {
                Some(index) => ExprKind::Member(name, Box::new(b.inner_expr(index)?)),
                None => ExprKind::Name(name),
            };
            Some(Expr { kind, span })
        })?;
        let mut player = owners.pop()?;
        while let Some(thing) = owners.pop() {
            let span = thing.span.to(player.span);
            player = Expr {
                kind: ExprKind::Of(Box::new(thing), Box::new(player)),
                span,
            };
        }
        Some(player)
    }

    /// An assignment, a call, or a player who leaves.
    fn simple(&mut self, node: Node<'_>) -> Option<StmtKind> {
        let whole = self.span(&node);
        let mut kids = Kids::of(node);
        let target = self.expr(kids.take(Rule::reference)?)?;
        if kids.has(Rule::leaves) {
            return Some(StmtKind::Leaves(target));
        }
        let sign = kids.take_any(&[Rule::assign, Rule::assign_add, Rule::assign_sub, Rule::bad_assign]);
        if let Some(sign) = sign {
            let op = match sign.as_rule() {
                Rule::assign_add => AssignOp::Add,
                Rule::assign_sub => AssignOp::Subtract,
                _ => AssignOp::Set,
            };
            if sign.as_rule() == Rule::bad_assign {
                let span = self.span(&sign);
                let name = self
                    .original
                    .get(target.span.start as usize..target.span.end as usize)
                    .unwrap_or("x");
                let value = kids.rest().find(|n| n.as_rule() == Rule::expr)?;
                let help = format!("write `{name} := {}`", value.as_str().trim());
                let error = Diagnostic::error(
                    "syntax::expected",
                    "a variable is given a value with `:=`",
                    span,
                    "expected `:=`",
                );
                self.report(error.help(help));
                let value = self.expr(value)?;
                return Some(StmtKind::Assign { target, op, value });
            }
            let value = self.next_expr(&mut kids)?;
            return Some(StmtKind::Assign { target, op, value });
        }
        match target.kind {
            ExprKind::Call(name, values) => Some(StmtKind::Call(name, values)),
            // What a phase or the start did has no arguments, as it has none.
            ExprKind::Name(name) if name.text.starts_with("base.") => Some(StmtKind::Call(name, Vec::new())),
            ExprKind::Name(name) => {
                let error = Diagnostic::error(
                    "syntax::keyword",
                    format!("`{}` is no statement", name.text),
                    name.span,
                    "expected a statement",
                );
                let meant = || suggest(&name.text, STATEMENTS).map(|word| format!("did you mean `{word}`?"));
                let help = habits::statement(&name.text).map(str::to_owned).or_else(meant);
                let before = self.original.get(..name.span.start as usize).unwrap_or_default();
                let added = before.trim_end().ends_with("add").then(|| {
                    format!(
                        "only a group has alternatives to change: `group NAME = STEP | STEP` and `choose {{ NAME }}`, \
                         then `in group NAME {{ add {} }}`; here a statement is added",
                        name.text
                    )
                });
                let help = help.or(added).unwrap_or_else(|| {
                    format!(
                        "a routine is called with parentheses, `{}()`; a variable is set with `:=`",
                        name.text
                    )
                });
                self.report(error.help(help));
                None
            }
            _ => {
                let error = Diagnostic::error(
                    "syntax::expected",
                    "a value alone does nothing",
                    whole,
                    "expected a statement",
                );
                self.report(error.help("give it to a variable with `:=`, or remove it"));
                None
            }
        }
    }

    fn groups(&mut self, kids: &mut Kids<'_>) -> Option<Vec<Vec<Alternative>>> {
        let groups = kids.all(Rule::alternatives);
        self.each(groups, |b, node| {
            let alternatives = Kids::of(node).all(Rule::alternative);
            b.each(alternatives, Self::alternative)
        })
    }

    /// `NAME(args) if E` with its tail.
    pub fn alternative(&mut self, node: Node<'_>) -> Option<Alternative> {
        let mut kids = Kids::of(node);
        let mut alternative = self.alternative_core(kids.take(Rule::alternative_core)?)?;
        alternative.tail = self.tail(&mut kids)?;
        Some(alternative)
    }

    /// `NAME(args) if E`.
    pub fn alternative_core(&mut self, node: Node<'_>) -> Option<Alternative> {
        let mut kids = Kids::of(node);
        Some(Alternative {
            name: self.ident(&kids.take_any(&[Rule::below, Rule::ident])?),
            args: self.args(kids.take(Rule::args))?,
            when: self.maybe(kids.take(Rule::only_if), Self::inner_expr)?,
            tail: Tail::default(),
        })
    }

    fn play_rules(&mut self, kids: &mut Kids<'_>, rule: Rule) -> Option<Vec<PlayRule>> {
        let mut rules = Vec::new();
        for node in kids.all(rule) {
            for node in Kids::of(node).all(Rule::play_rule) {
                let span = self.span(&node);
                let mut kids = Kids::of(node);
                let mut rule = self.play_rule_core(kids.take(Rule::play_rule_core)?)?;
                rule.tail = self.tail(&mut kids)?;
                rule.span = span;
                rules.push(rule);
            }
        }
        Some(rules)
    }

    /// `NAME: EXPR "reason"`.
    pub fn play_rule_core(&mut self, node: Node<'_>) -> Option<PlayRule> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        Some(PlayRule {
            name: self.rule_name(&mut kids)?,
            value: self.next_expr(&mut kids)?,
            reason: kids.take(Rule::string).map(|n| self.text(&n)),
            tail: Tail::default(),
            span,
        })
    }

    /// `NAME:`, where one is written.
    pub fn rule_name(&mut self, kids: &mut Kids<'_>) -> Option<Option<Ident>> {
        self.maybe(kids.take(Rule::rule_name), |b, n| {
            Some(b.ident(&Kids::of(n).take(Rule::ident)?))
        })
    }
}

/// The characters of the expression in a node.
fn only_expr_text(node: Node<'_>) -> Option<String> {
    let expr = node.into_inner().find(|n| n.as_rule() == Rule::expr)?;
    only(expr.clone()).map(|_| expr.as_str().trim_end().to_string())
}

/// Rules that are statements.
const STATEMENT_RULES: [Rule; 29] = [
    Rule::pay,
    Rule::share,
    Rule::refill,
    Rule::again,
    Rule::as_statement,
    Rule::cases_statement,
    Rule::choose,
    Rule::draw,
    Rule::drop,
    Rule::emit,
    Rule::end_statement,
    Rule::for_statement,
    Rule::if_statement,
    Rule::leave,
    Rule::let_statement,
    Rule::mark_pieces,
    Rule::loop_statement,
    Rule::move_pieces,
    Rule::pass_turn,
    Rule::play,
    Rule::push,
    Rule::put,
    Rule::rank,
    Rule::roll,
    Rule::shift,
    Rule::simple,
    Rule::take,
    Rule::then_phase,
    Rule::win,
];
