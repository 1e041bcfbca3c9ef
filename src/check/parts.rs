//! The parts of a declaration in reading order: whatever in it may rest on something of its own.

use crate::check::expand::{Def, Key};
use crate::syntax::print::{print_account, print_expr, print_row};
use crate::syntax::source::Span;
use crate::syntax::tree::{
    Account, Alternative, Block, Expr, ExprKind, GlossaryEntry, Item, ItemKind, Member, OnWhat, Part as Clause,
    PartKind, PlayRule, Row, SetupEntry, Stmt, StmtKind, Tail, Text,
};

/// A part of a declaration.
#[derive(Clone, Debug)]
pub struct Part<'t> {
    /// Its name within the declaration, as `rests` tables write it; none of a statement without a label.
    pub name: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// What is written behind it.
    pub tail: &'t Tail,
    /// What it is.
    pub what: What<'t>,
}

/// What a part of a declaration is.
#[derive(Clone, Copy, Debug)]
pub enum What<'t> {
    /// `let NAME = EXPR [else "reason"]`: value and reason.
    Let(&'t Expr, Option<&'t Text>),
    /// `require [NAME:] EXPR ["reason"]`: test and reason.
    Require(&'t Expr, Option<&'t Text>),
    /// `pick NAME in SET`.
    Pick(&'t Expr),
    /// `do { … }`.
    Do,
    /// `notation "…"`.
    Notation(&'t Text),
    /// A statement.
    Statement,
    /// A rule of a play that its plays must satisfy.
    SuchThat(&'t PlayRule),
    /// A measure by which the best plays are chosen.
    BestBy(&'t PlayRule),
    /// An arm of `cases`, a statement or an expression; no test behind `otherwise`.
    Case(Option<&'t Expr>),
    /// An alternative of a group, a choice or a play.
    Alternative(&'t Alternative),
    /// An entry of a setup.
    Entry(&'t SetupEntry),
    /// A row of a table.
    Row(&'t Row),
    /// A purse, pot or bank.
    Account(&'t Account),
    /// A named space of a family.
    Member(&'t Member),
    /// A word of a glossary.
    Word(&'t GlossaryEntry),
}

impl What<'_> {
    /// The word for it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Let(..) => "let",
            Self::Require(..) => "require",
            Self::Pick(_) => "pick",
            Self::Do => "do",
            Self::Notation(_) => "notation",
            Self::Statement => "statement",
            Self::SuchThat(_) => "such that",
            Self::BestBy(_) => "best by",
            Self::Case(_) => "case",
            Self::Alternative(_) => "alternative",
            Self::Entry(_) => "entry",
            Self::Row(_) => "row",
            Self::Account(_) => "account",
            Self::Member(_) => "member",
            Self::Word(_) => "word",
        }
    }

    /// The reason that it gives to people.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        let reason = match self {
            Self::Let(_, reason) | Self::Require(_, reason) => *reason,
            Self::SuchThat(rule) | Self::BestBy(rule) => rule.reason.as_ref(),
            Self::Word(entry) => Some(&entry.gloss),
            _ => None,
        };
        reason.map(|r| r.text.as_str())
    }

    /// What it says, on one line: its reason where it has one, else as it is written; nothing of what takes several lines.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        let said = |value: &Expr, reason: Option<&Text>| reason.map_or_else(|| print_expr(value), |r| r.text.clone());
        Some(match self {
            Self::Let(value, reason) | Self::Require(value, reason) => said(value, *reason),
            Self::SuchThat(rule) | Self::BestBy(rule) => said(&rule.value, rule.reason.as_ref()),
            Self::Pick(domain) => print_expr(domain),
            Self::Notation(text) => text.text.clone(),
            Self::Case(test) => test.map_or_else(|| "otherwise".to_owned(), print_expr),
            Self::Alternative(a) => a.name.text.clone(),
            Self::Entry(entry) => {
                let named = [&entry.kind, &entry.mark].into_iter().flatten();
                let kind: String = named.map(|k| format!("{} ", k.text)).collect();
                format!("{}: {kind}{}", print_expr(&entry.space), print_expr(&entry.number))
            }
            Self::Row(row) => print_row(row),
            Self::Account(account) => print_account(account),
            Self::Member(member) => format!("{} {}", print_expr(&member.number), member.name.text),
            Self::Word(entry) => entry.gloss.text.clone(),
            Self::Do | Self::Statement => return None,
        })
    }
}

impl Part<'_> {
    /// Whether it asks for something or is marked by a name, and so is a rule on its own whatever it rests on.
    #[must_use]
    pub fn speaks(&self) -> bool {
        match self.what {
            What::Let(_, reason) => reason.is_some(),
            What::Require(..) | What::SuchThat(_) | What::BestBy(_) => true,
            What::Statement => self.name.is_some(),
            _ => false,
        }
    }
}

/// The parts of a declaration.
#[must_use]
pub fn parts(item: &Item) -> Vec<Part<'_>> {
    let mut walk = Walk { out: Vec::new() };
    walk.item(item);
    walk.out
}

/// The name of a declaration, as `rests` tables write it; of a handler without a name, what it waits for.
#[must_use]
pub fn path(def: &Def) -> String {
    match &def.key {
        Key::Name(n)
        | Key::Handler(n)
        | Key::End(n)
        | Key::Route(n, _)
        | Key::Reading(n)
        | Key::Witness(n)
        | Key::Base(n) => n.clone(),
        Key::Single(n) => (*n).to_owned(),
        Key::Setup(seat) if seat.is_empty() => "setup".into(),
        Key::Setup(seat) => format!("setup.{seat}"),
        Key::Many(_) => match &def.item.kind {
            ItemKind::On { what, .. } => match what {
                OnWhat::Event(event, _) => format!("on {}", event.text),
                OnWhat::GameOver(_) => "on game over".into(),
                OnWhat::Becomes { .. } => "on becomes".into(),
            },
            _ => String::new(),
        },
    }
}

struct Walk<'t> {
    out: Vec<Part<'t>>,
}

impl<'t> Walk<'t> {
    fn add(&mut self, name: impl Into<String>, span: Span, tail: &'t Tail, what: What<'t>) {
        let name = Some(name.into());
        self.out.push(Part { name, span, tail, what });
    }

    fn item(&mut self, item: &'t Item) {
        match &item.kind {
            ItemKind::Step { parts, .. } | ItemKind::Condition { parts: Some(parts), .. } => {
                let mut number = 0;
                for part in parts {
                    self.clause(part, &mut number);
                }
            }
            ItemKind::Phase { body, .. }
            | ItemKind::Start(body)
            | ItemKind::Routine { body: Some(body), .. }
            | ItemKind::On { body, .. }
            | ItemKind::Referee { body, .. }
            | ItemKind::EndGame { body, .. }
            | ItemKind::EndMatch { body, .. } => self.block(body),
            ItemKind::Fn { body: Some(e), .. }
            | ItemKind::Const { value: Some(e), .. }
            | ItemKind::Measure { value: e, .. }
            | ItemKind::Next(e)
            | ItemKind::Payoff(e)
            | ItemKind::Region { set: e, .. } => self.arms(e),
            ItemKind::Group { members, .. } => self.alternatives(members),
            ItemKind::Setup { entries, .. } => {
                for entry in entries {
                    let space = &entry.space;
                    self.add(print_expr(space), space.span, &entry.tail, What::Entry(entry));
                }
            }
            ItemKind::Table(decl) => {
                for row in &decl.rows {
                    self.add(&row.name.text, row.span, &row.tail, What::Row(row));
                }
            }
            ItemKind::Money(decl) => {
                for account in &decl.accounts {
                    let name = account.name.as_ref().map_or("purse", |(n, _)| n.text.as_str());
                    self.add(name, account.span, &account.tail, What::Account(account));
                }
            }
            ItemKind::Glossary { entries, .. } => {
                for entry in entries {
                    self.add(&entry.word.text, entry.span, &entry.tail, What::Word(entry));
                }
            }
            ItemKind::Space(decl) => {
                for member in &decl.members {
                    self.add(&member.name.text, member.name.span, &member.tail, What::Member(member));
                }
            }
            _ => {}
        }
    }

    fn clause(&mut self, part: &'t Clause, number: &mut usize) {
        let (span, tail) = (part.span, &part.tail);
        match &part.kind {
            PartKind::Let { name, value, otherwise } => {
                self.add(&name.text, span, tail, What::Let(value, otherwise.as_ref()));
            }
            PartKind::Require { name, test, reason } => {
                *number += 1;
                let name = name.as_ref().map_or_else(|| number.to_string(), |n| n.text.clone());
                self.add(name, span, tail, What::Require(test, reason.as_ref()));
            }
            PartKind::Pick { name, domain } => self.add(&name.text, span, tail, What::Pick(domain)),
            PartKind::Do(body) => {
                self.add("do", span, tail, What::Do);
                self.block(body);
            }
            PartKind::Notation(text) => self.add("notation", span, tail, What::Notation(text)),
        }
    }

    fn block(&mut self, body: &'t Block) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'t Stmt) {
        self.out.push(Part {
            name: stmt.label.as_ref().map(|l| l.text.clone()),
            span: stmt.span,
            tail: &stmt.tail,
            what: What::Statement,
        });
        match &stmt.kind {
            StmtKind::Play {
                groups,
                such_that,
                best_by,
            } => {
                groups.iter().for_each(|g| self.alternatives(g));
                self.play_rules(such_that, "such", What::SuchThat);
                self.play_rules(best_by, "best", What::BestBy);
            }
            StmtKind::Choose { groups, otherwise } => {
                groups.iter().for_each(|g| self.alternatives(g));
                otherwise.iter().for_each(|b| self.block(b));
            }
            StmtKind::If { yes, no, .. } => {
                self.block(yes);
                no.iter().for_each(|b| self.block(b));
            }
            StmtKind::For { body, .. }
            | StmtKind::As { body, .. }
            | StmtKind::EndGame(body)
            | StmtKind::EndMatch(body) => self.block(body),
            StmtKind::Loop { body, beyond, .. } => {
                self.block(body);
                self.block(beyond);
            }
            StmtKind::Cases(arms) => {
                for (i, arm) in arms.iter().enumerate() {
                    let span = arm.span().unwrap_or(stmt.span);
                    self.case(i, span, &arm.tail, arm.test.as_ref());
                    self.block(&arm.body);
                }
            }
            _ => {}
        }
    }

    /// The arms of `cases` that an expression may come out at.
    fn arms(&mut self, e: &'t Expr) {
        match &e.kind {
            ExprKind::Cases(arms) => {
                for (i, (test, value, tail)) in arms.iter().enumerate() {
                    let span = test.as_ref().map_or(value.span, |t| t.span);
                    self.case(i, span, tail, test.as_ref());
                    self.arms(value);
                }
            }
            ExprKind::If(_, yes, no) => {
                self.arms(yes);
                self.arms(no);
            }
            ExprKind::As(_, inner) | ExprKind::Neg(inner) | ExprKind::Not(inner) => self.arms(inner),
            ExprKind::Binary(_, a, b) => {
                self.arms(a);
                self.arms(b);
            }
            _ => {}
        }
    }

    fn case(&mut self, at: usize, span: Span, tail: &'t Tail, test: Option<&'t Expr>) {
        self.add(format!("case{}", at + 1), span, tail, What::Case(test));
    }

    fn alternatives(&mut self, list: &'t [Alternative]) {
        for a in list {
            self.add(&a.name.text, a.name.span, &a.tail, What::Alternative(a));
        }
    }

    fn play_rules(&mut self, rules: &'t [PlayRule], word: &str, what: fn(&'t PlayRule) -> What<'t>) {
        for (i, rule) in rules.iter().enumerate() {
            let name = rule.name.as_ref();
            let name = name.map_or_else(|| format!("{word}{}", i + 1), |n| n.text.clone());
            self.add(name, rule.span, &rule.tail, what(rule));
        }
    }
}
