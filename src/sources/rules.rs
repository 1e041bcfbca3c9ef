//! The rules of a game with what they rest on: definitions in reading order, and the parts of each.

use crate::check::Expanded;
use crate::check::expand::{Def, Key, ReadingDef, class};
use crate::syntax::print::{print_account, print_expr, print_item, print_row};
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
    let header = &game.header;
    if let Some((base, warrants)) = header.extends.as_ref().filter(|(_, w)| !w.is_empty()) {
        out.push(whole("extends", format!("extends {}", base.text), base.span, warrants));
    }
    if !header.warrants.is_empty() {
        let text = format!("game {}", header.id.text);
        out.push(whole("game", text, header.span, &header.warrants));
    }
    let defs = game.defs.iter().filter(|d| {
        !matches!(
            d.item.kind,
            ItemKind::Source(_) | ItemKind::Example { .. } | ItemKind::Claim { .. }
        )
    });
    out.extend(defs.map(|def| definition(game, def)));
    out.extend(game.readings.iter().map(|r| reading(game, r)));
    out.extend(
        game.changes
            .iter()
            .map(|c| whole("change", c.what.clone(), c.span, &c.warrants)),
    );
    out
}

/// What says something of the whole game and has no parts.
fn whole(kind: &'static str, text: String, span: Span, own: &[Warrant]) -> Rule {
    Rule {
        kind,
        path: text.clone(),
        text,
        span,
        own: own.to_vec(),
        warrants: own.to_vec(),
        condition: None,
        parts: Vec::new(),
    }
}

/// What a part rests on itself: its own warrants, and what a `rests` table says of it.
fn own(game: &Expanded, path: &str, span: Span, tail: &[Warrant]) -> Vec<Warrant> {
    game.rests_on(path, span.file, tail).to_vec()
}

/// What a part rests on that has no warrant itself: what it is a part of, or its file. Words written later than a warrant
/// do not rest on it.
fn inherited(game: &Expanded, span: Span, whole: &[Warrant]) -> Vec<Warrant> {
    let written = game.order(span.file);
    let earlier = whole.iter().filter(|w| game.order(w.span.file) >= written);
    let found: Vec<Warrant> = earlier.cloned().collect();
    if !found.is_empty() {
        return found;
    }
    let origin = game.files.iter().find(|o| o.file == span.file);
    origin.map_or_else(Vec::new, |o| o.header.warrants.clone())
}

fn definition(game: &Expanded, def: &Def) -> Rule {
    let item = &def.item;
    let path = path(def);
    let own = own(game, &path, item.head, &item.tail.warrants);
    let mut parts = Parts {
        game,
        path: path.clone(),
        warrants: own.clone(),
        out: Vec::new(),
    };
    parts.item(item);
    let parts = parts.out;
    let warrants = if own.is_empty() {
        inherited(game, item.head, &[])
    } else {
        own.clone()
    };
    Rule {
        kind: keyword(&item.kind),
        text: head(item),
        span: item.head,
        warrants,
        own,
        condition: None,
        parts,
        path,
    }
}

/// The name of a declaration, as `rests` tables write it.
fn path(def: &Def) -> String {
    match &def.key {
        Key::Setup(seat) if seat.is_empty() => "setup".into(),
        Key::Setup(seat) => format!("setup.{seat}"),
        Key::Name(n)
        | Key::Handler(n)
        | Key::End(n)
        | Key::Route(n, _)
        | Key::Reading(n)
        | Key::Witness(n)
        | Key::Base(n) => n.clone(),
        Key::Single(n) => (*n).to_owned(),
        Key::Many(_) => String::new(),
    }
}

fn reading(game: &Expanded, reading: &ReadingDef) -> Rule {
    let text = match &reading.question {
        Some(question) => format!("reading {}: {question}", reading.name),
        None => format!("reading {}", reading.name),
    };
    let whole = own(game, &reading.name, reading.span, &reading.warrants);
    let choices = reading.choices.iter().map(|choice| {
        let path = format!("{}.{}", reading.name, choice.name.text);
        let span = choice.name.span;
        let own = own(game, &path, span, &choice.tail.warrants);
        Rule {
            kind: "choice",
            text: choice.gloss.as_ref().map_or_else(String::new, |g| g.text.clone()),
            span,
            warrants: if own.is_empty() {
                inherited(game, span, &whole)
            } else {
                own.clone()
            },
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
        warrants: whole.clone(),
        parts: choices.collect(),
        own: whole,
        condition: None,
    }
}

/// The word that declares something.
fn keyword(kind: &ItemKind) -> &'static str {
    match kind {
        ItemKind::Players(..) => "players",
        ItemKind::Seats(..) => "seats",
        ItemKind::Sides(_) => "sides",
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
    let block = match &mut bare.kind {
        ItemKind::Step { parts, .. } | ItemKind::Condition { parts: Some(parts), .. } => {
            parts.clear();
            true
        }
        ItemKind::Routine { body: Some(body), .. }
        | ItemKind::Phase { body, .. }
        | ItemKind::Start(body)
        | ItemKind::On { body, .. }
        | ItemKind::Referee { body, .. }
        | ItemKind::EndGame { body, .. }
        | ItemKind::EndMatch { body, .. } => {
            body.clear();
            true
        }
        _ => false,
    };
    let text = print_item(&bare);
    if block {
        let words: Vec<&str> = text.split_whitespace().collect();
        return words.join(" ").trim_end_matches(['{', '}', ' ']).to_owned();
    }
    let first = text.lines().next().unwrap_or_default();
    let several = text.lines().nth(1).is_some();
    let cut = first
        .split_once(" = ")
        .or_else(|| first.split_once(" {"))
        .filter(|_| several);
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
                    let named = [&entry.kind, &entry.mark].into_iter().flatten();
                    let kind: String = named.map(|k| format!("{} ", k.text)).collect();
                    let text = format!("{space}: {kind}{}", print_expr(&entry.number));
                    self.warranted("entry", &space, text, entry.space.span, &entry.tail);
                }
            }
            ItemKind::Table(decl) => {
                for row in &decl.rows {
                    self.warranted("row", &row.name.text, print_row(row), row.span, &row.tail);
                }
            }
            ItemKind::Money(decl) => {
                for account in &decl.accounts {
                    let name = account.name.as_ref().map_or("purse", |(n, _)| n.text.as_str());
                    self.warranted("account", name, print_account(account), account.span, &account.tail);
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
            self.warranted(
                "alternative",
                &name.text,
                name.text.clone(),
                name.span,
                &alternative.tail,
            );
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
        if !tail.warrants.is_empty() || !self.game.rests_on(&path, span.file, &[]).is_empty() {
            self.add(kind, name, text, span, tail);
        }
    }

    fn add(&mut self, kind: &'static str, name: &str, text: String, span: Span, tail: &Tail) {
        let path = format!("{}.{name}", self.path);
        let own = own(self.game, &path, span, &tail.warrants);
        let warrants = if own.is_empty() {
            inherited(self.game, span, &self.warrants)
        } else {
            own.clone()
        };
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
