//! The rules of a game with what they rest on: definitions in reading order, and the parts of each.

use crate::check::Expanded;
use crate::check::expand::{ReadingDef, class, key_name};
use crate::syntax::print::{print_expr, print_item};
use crate::syntax::source::Span;
use crate::syntax::tree::{
    Alternative, Block, Expr, ExprKind, Item, ItemKind, Part, PartKind, PlayRule, Stmt, StmtKind, Tail, Warrant,
};

/// A definition, or a part of one, that may rest on something.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it is: a declaration's keyword, or `require`, `let`, `such that`, `best by`, `statement`, `entry`, `choice`, …
    pub kind: &'static str,
    /// Its name as `rests` tables and examples write it: `advance.own`.
    pub path: String,
    /// What it says, on one line: its reason where it has one, else as it is written.
    pub text: String,
    /// Where it stands: a declaration's head, or the whole part.
    pub span: Span,
    /// What it rests on itself, or by a `rests` table.
    pub own: Vec<Warrant>,
    /// What it rests on after all: its own warrants, or those of what it is a part of.
    pub warrants: Vec<Warrant>,
    /// A condition that stands in for a requirement.
    pub condition: Option<String>,
    /// Its parts.
    pub parts: Vec<Rule>,
}

impl Rule {
    /// It and its parts.
    pub fn all(&self) -> impl Iterator<Item = &Rule> {
        std::iter::once(self).chain(self.parts.iter())
    }
}

/// The rules of a game under one choice of readings, in reading order; its readings last.
#[must_use]
pub fn rules(game: &Expanded) -> Vec<Rule> {
    let mut out: Vec<Rule> = Vec::new();
    if let Some((base, warrants)) = &game.header.extends
        && !warrants.is_empty()
    {
        out.push(Rule {
            kind: "extends",
            path: format!("extends {}", base.text),
            text: format!("extends {}", base.text),
            span: base.span,
            own: warrants.clone(),
            warrants: warrants.clone(),
            condition: None,
            parts: Vec::new(),
        });
    }
    if !game.header.warrants.is_empty() {
        out.push(Rule {
            kind: "game",
            path: game.header.id.text.clone(),
            text: format!("game {}", game.header.id.text),
            span: game.header.span,
            own: game.header.warrants.clone(),
            warrants: game.header.warrants.clone(),
            condition: None,
            parts: Vec::new(),
        });
    }
    let defs = game.defs.iter().filter(|d| {
        !matches!(
            d.item.kind,
            ItemKind::Source(_) | ItemKind::Example { .. } | ItemKind::Claim { .. }
        )
    });
    out.extend(defs.map(|def| {
        let name = key_name(&def.key);
        let path = name.split('`').nth(1).unwrap_or_default().to_owned();
        definition(game, path, &def.item)
    }));
    out.extend(game.readings.iter().map(|r| reading(game, r)));
    out
}

/// What a part rests on itself: its own warrants, and what the last `rests` table that names it says.
fn own(game: &Expanded, path: &str, tail: &[Warrant]) -> Vec<Warrant> {
    let table = game.rests.iter().rev().find(|(p, ..)| p == path);
    tail.iter()
        .chain(table.into_iter().flat_map(|(_, w, _)| w))
        .cloned()
        .collect()
}

fn definition(game: &Expanded, path: String, item: &Item) -> Rule {
    let own = own(game, &path, &item.tail.warrants);
    let mut parts = Parts {
        game,
        path: path.clone(),
        warrants: own.clone(),
        out: Vec::new(),
    };
    parts.item(item);
    let parts = parts.out;
    Rule {
        kind: keyword(&item.kind),
        text: head(item),
        span: item.head,
        warrants: own.clone(),
        own,
        condition: None,
        parts,
        path,
    }
}

fn reading(game: &Expanded, reading: &ReadingDef) -> Rule {
    let text = match &reading.question {
        Some(question) => format!("reading {}: {question}", reading.name),
        None => format!("reading {}", reading.name),
    };
    let choices = reading.choices.iter().map(|choice| {
        let path = format!("{}.{}", reading.name, choice.name.text);
        let own = own(game, &path, &choice.tail.warrants);
        Rule {
            kind: "choice",
            text: choice.gloss.as_ref().map_or_else(String::new, |g| g.text.clone()),
            span: choice.name.span,
            warrants: own.clone(),
            own,
            condition: None,
            parts: Vec::new(),
            path,
        }
    });
    Rule {
        kind: "reading",
        path: reading.name.clone(),
        text,
        span: reading.span,
        own: Vec::new(),
        warrants: Vec::new(),
        condition: None,
        parts: choices.collect(),
    }
}

/// The word that declares something.
fn keyword(kind: &ItemKind) -> &'static str {
    match kind {
        ItemKind::Players(..) => "players",
        ItemKind::Seats(_) => "seats",
        ItemKind::Next(_) => "next",
        ItemKind::Numbering { .. } => "numbering",
        ItemKind::Setup { .. } => "setup",
        ItemKind::Turn(_) => "turn",
        ItemKind::Start(_) => "start",
        ItemKind::On { .. } => "on",
        ItemKind::EndGame { .. } => "end game",
        ItemKind::EndMatch { .. } => "end match",
        ItemKind::Payoff(_) => "payoff",
        ItemKind::Layout(_) => "layout",
        ItemKind::PlayNotation(_) => "notation",
        other => class(other).unwrap_or("declaration"),
    }
}

/// A declaration as it is written, without its block; of one that takes several lines, what is declared.
fn head(item: &Item) -> String {
    let mut bare = item.clone();
    bare.tail = Tail::default();
    let text = print_item(&bare);
    let first = text.lines().next().unwrap_or_default();
    let block = matches!(
        item.kind,
        ItemKind::Step { .. }
            | ItemKind::Condition { .. }
            | ItemKind::Routine { .. }
            | ItemKind::Phase { .. }
            | ItemKind::Start(_)
            | ItemKind::On { .. }
            | ItemKind::Referee { .. }
            | ItemKind::EndGame { .. }
            | ItemKind::EndMatch { .. }
    );
    let cut = match text.lines().nth(1) {
        _ if block => first.split_once(" {"),
        Some(_) => first.split_once(" = ").or_else(|| first.split_once(" {")),
        None => None,
    };
    cut.map_or(first, |(head, _)| head).trim_end_matches(" =").to_owned()
}

struct Parts<'g> {
    game: &'g Expanded,
    path: String,
    /// What the declaration rests on.
    warrants: Vec<Warrant>,
    out: Vec<Rule>,
}

impl Parts<'_> {
    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Step { parts, .. } | ItemKind::Condition { parts: Some(parts), .. } => {
                let mut number = 0;
                for part in parts {
                    self.part(part, &mut number);
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
            | ItemKind::Region { set: e, .. } => self.arms(e),
            ItemKind::Group { members, .. } => self.alternatives(members),
            ItemKind::Setup { entries, .. } => {
                for entry in entries {
                    let space = print_expr(&entry.space);
                    let kind = entry.kind.as_ref().map_or_else(String::new, |k| format!("{} ", k.text));
                    let text = format!("{space}: {kind}{}", print_expr(&entry.number));
                    self.warranted("entry", &space, text, entry.space.span, &entry.tail);
                }
            }
            ItemKind::Space(decl) => {
                for member in &decl.members {
                    let text = format!("{} {}", print_expr(&member.number), member.name.text);
                    self.warranted("member", &member.name.text, text, member.name.span, &member.tail);
                }
            }
            _ => {}
        }
    }

    fn part(&mut self, part: &Part, number: &mut usize) {
        match &part.kind {
            PartKind::Let { name, value, otherwise } => {
                let text = otherwise.as_ref().map_or_else(|| print_expr(value), |r| r.text.clone());
                if otherwise.is_some() {
                    self.add("let", &name.text, text, part.span, &part.tail);
                } else {
                    self.warranted("let", &name.text, text, part.span, &part.tail);
                }
            }
            PartKind::Require { name, test, reason } => {
                *number += 1;
                let name = name.as_ref().map_or_else(|| number.to_string(), |n| n.text.clone());
                let text = reason.as_ref().map_or_else(|| print_expr(test), |r| r.text.clone());
                self.add("require", &name, text, part.span, &part.tail);
                let condition = match &test.kind {
                    ExprKind::Call(name, _) => Some(name.text.clone()),
                    _ => None,
                };
                if let Some(last) = self.out.last_mut() {
                    last.condition = condition;
                }
            }
            PartKind::Pick { name, domain } => {
                self.warranted("pick", &name.text, print_expr(domain), part.span, &part.tail);
            }
            PartKind::Do(_) => self.warranted("do", "do", String::new(), part.span, &part.tail),
            PartKind::Notation(text) => {
                self.warranted("notation", "notation", text.text.clone(), part.span, &part.tail);
            }
        }
        if let PartKind::Do(body) = &part.kind {
            self.block(body);
        }
    }

    fn block(&mut self, body: &Block) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.label {
            Some(label) => self.add("statement", &label.text, String::new(), stmt.span, &stmt.tail),
            None => {
                let name = self.numbered("statement");
                self.warranted("statement", &name, String::new(), stmt.span, &stmt.tail);
            }
        }
        match &stmt.kind {
            StmtKind::Play {
                groups,
                such_that,
                best_by,
            } => {
                groups.iter().for_each(|g| self.alternatives(g));
                self.play_rules(such_that, "such that", "such");
                self.play_rules(best_by, "best by", "best");
            }
            StmtKind::Choose { groups, otherwise } => {
                groups.iter().for_each(|g| self.alternatives(g));
                otherwise.iter().for_each(|b| self.block(b));
            }
            StmtKind::If { yes, no, .. } => {
                self.block(yes);
                no.iter().for_each(|b| self.block(b));
            }
            StmtKind::For { body, .. } | StmtKind::As { body, .. } => self.block(body),
            StmtKind::Loop { body, beyond, .. } => {
                self.block(body);
                self.block(beyond);
            }
            StmtKind::Cases(arms) => {
                for (i, arm) in arms.iter().enumerate() {
                    let text = arm.test.as_ref().map_or_else(|| "otherwise".to_owned(), print_expr);
                    if let Some(span) = arm.span() {
                        self.warranted("case", &format!("case{}", i + 1), text, span, &arm.tail);
                    }
                    self.block(&arm.body);
                }
            }
            StmtKind::EndGame(body) | StmtKind::EndMatch(body) => self.block(body),
            _ => {}
        }
    }

    /// Arms of `cases` in an expression that rest on something of their own.
    fn arms(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Cases(arms) => {
                for (i, (test, value, tail)) in arms.iter().enumerate() {
                    let text = test.as_ref().map_or_else(|| "otherwise".to_owned(), print_expr);
                    let span = test.as_ref().map_or(value.span, |t| t.span);
                    self.warranted("case", &format!("case{}", i + 1), text, span, tail);
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

    fn alternatives(&mut self, list: &[Alternative]) {
        for alternative in list {
            let name = &alternative.name;
            self.warranted("alternative", &name.text, name.text.clone(), name.span, &alternative.tail);
        }
    }

    fn play_rules(&mut self, rules: &[PlayRule], kind: &'static str, word: &str) {
        for (i, rule) in rules.iter().enumerate() {
            let name = rule
                .name
                .as_ref()
                .map_or_else(|| format!("{word}{}", i + 1), |n| n.text.clone());
            let text = rule
                .reason
                .as_ref()
                .map_or_else(|| print_expr(&rule.value), |r| r.text.clone());
            self.add(kind, &name, text, rule.span, &rule.tail);
        }
    }

    /// A name for a part that has none, by how many of its sort there are before it.
    fn numbered(&self, kind: &str) -> String {
        format!("{kind}{}", self.out.iter().filter(|r| r.kind == kind).count() + 1)
    }

    /// A part that is listed only where it rests on something of its own.
    fn warranted(&mut self, kind: &'static str, name: &str, text: String, span: Span, tail: &Tail) {
        let path = format!("{}.{name}", self.path);
        if !tail.warrants.is_empty() || self.game.rests.iter().any(|(p, ..)| *p == path) {
            self.add(kind, name, text, span, tail);
        }
    }

    fn add(&mut self, kind: &'static str, name: &str, text: String, span: Span, tail: &Tail) {
        let path = format!("{}.{name}", self.path);
        let own = own(self.game, &path, &tail.warrants);
        let warrants = if own.is_empty() { self.warrants.clone() } else { own.clone() };
        self.out.push(Rule {
            kind,
            path,
            text,
            span,
            own,
            warrants,
            condition: None,
            parts: Vec::new(),
        });
    }
}
