//! The rules of a game with what they rest on: definitions in reading order, and the parts of each.

use crate::check::Expanded;
use crate::check::expand::{Def, ReadingDef, class};
use crate::check::parts::{self, Part, What};
use crate::syntax::print::print_item;
use crate::syntax::source::Span;
use crate::syntax::tree::{ExprKind, Item, ItemKind, Tail, Warrant};

/// A definition, or a part of one, that may rest on something.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it is: a declaration's keyword, or `require`, `let`, `such that`, `best by`, `statement`, `entry`, `choice`, …
    pub kind: &'static str,
    /// Its name as `rests` tables and examples write it: `advance.own`.
    pub path: String,
    /// What it says, on one line: its reason where it has one, else as it is written.
    pub text: String,
    /// True if that is words for people: a reason, a question, a gloss.
    pub spoken: bool,
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
        spoken: false,
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

/// What a part rests on that has no warrant itself: what it is a part of. Words written later than a warrant do not rest on
/// it.
fn inherited(game: &Expanded, span: Span, whole: &[Warrant]) -> Vec<Warrant> {
    let written = game.order(span.file);
    let earlier = whole.iter().filter(|w| game.order(w.span.file) >= written);
    earlier.cloned().collect()
}

fn definition(game: &Expanded, def: &Def) -> Rule {
    let item = &def.item;
    let path = parts::path(def);
    let own = own(game, &path, item.head, &item.tail.warrants);
    let mut parts = Parts {
        game,
        path: path.clone(),
        warrants: own.clone(),
        out: Vec::new(),
    };
    for part in parts::parts(item) {
        parts.part(&part);
    }
    let parts = parts.out;
    Rule {
        kind: keyword(&item.kind),
        text: head(item),
        spoken: false,
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
    let whole = own(game, &reading.name, reading.span, &reading.warrants);
    let choices = reading.choices.iter().map(|choice| {
        let path = format!("{}.{}", reading.name, choice.name.text);
        let span = choice.name.span;
        let own = own(game, &path, span, &choice.tail.warrants);
        Rule {
            kind: "choice",
            text: choice.gloss.as_ref().map_or_else(String::new, |g| g.text.clone()),
            spoken: true,
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
        spoken: true,
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
        ItemKind::ThrowName(_) => "call",
        ItemKind::Layout(_) => "layout",
        ItemKind::PlayNotation(_) => "notation",
        ItemKind::Lost(_) => "status",
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
        ItemKind::Table(decl) => {
            decl.rows.clear();
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
    /// Adds a part: one that only says how something is done is listed where it rests on something of its own.
    fn part(&mut self, part: &Part<'_>) {
        let kind = part.what.kind();
        let name = part.name.clone().unwrap_or_else(|| self.numbered(kind));
        let path = format!("{}.{name}", self.path);
        let own = own(self.game, &path, part.span, &part.tail.warrants);
        if !part.speaks() && own.is_empty() {
            return;
        }
        let condition = match part.what {
            What::Require(test, _) => match &test.kind {
                ExprKind::Call(name, _) => Some(name.text.clone()),
                _ => None,
            },
            _ => None,
        };
        let warrants = if own.is_empty() {
            inherited(self.game, part.span, &self.warrants)
        } else {
            own.clone()
        };
        self.out.push(Rule {
            kind,
            path,
            text: part.what.text().unwrap_or_default(),
            spoken: part.what.reason().is_some(),
            span: part.span,
            own,
            warrants,
            condition,
            parts: Vec::new(),
        });
    }

    /// A name for a statement that has none, by how many are listed before it.
    fn numbered(&self, kind: &str) -> String {
        format!("{kind}{}", self.out.iter().filter(|r| r.kind == kind).count() + 1)
    }
}
