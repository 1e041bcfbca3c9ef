//! What can rest on something: declarations and their parts, as a `rests` table names them.

use crate::check::expand::{Def, Expanded};
use crate::check::parts::{self, Part, What};
use crate::syntax::source::Span;
use crate::syntax::tree::{Block, ExprKind, Item, ItemKind, StmtKind, Warrant};
use std::collections::HashSet;

/// A declaration or a part of one.
#[derive(Clone, Debug)]
pub struct Subject {
    /// As a `rests` table names it; empty where nothing names it.
    pub path: String,
    /// As people call it where nothing names it.
    pub called: String,
    /// Where it stands.
    pub span: Span,
    /// The warrants written with it.
    pub own: Vec<Warrant>,
    /// The declaration that it is a part of.
    pub parent: Option<usize>,
    /// Whether it is a rule, which has to rest on something.
    pub rule: bool,
}

/// Everything in a game that can rest on something, in reading order.
pub fn of(game: &Expanded) -> Vec<Subject> {
    let conditions = game.defs.iter().filter_map(|d| match &d.item.kind {
        ItemKind::Condition { name, .. } => Some(name.text.as_str()),
        _ => None,
    });
    let mut walk = Walk {
        conditions: conditions.collect(),
        seated: game.defs.iter().any(|d| matches!(d.item.kind, ItemKind::Seats(..))),
        out: Vec::new(),
        parent: 0,
        path: String::new(),
        head: Span::default(),
    };
    for def in &game.defs {
        walk.def(def);
    }
    for reading in &game.readings {
        let parent = walk.out.len();
        walk.push(&reading.name, reading.span, &reading.warrants, None, false);
        for choice in &reading.choices {
            let path = format!("{}.{}", reading.name, choice.name.text);
            walk.push(&path, choice.name.span, &choice.tail.warrants, Some(parent), true);
        }
    }
    for change in &game.changes {
        walk.push("", change.span, &change.warrants, None, true);
        if let Some(last) = walk.out.last_mut() {
            last.called.clone_from(&change.what);
        }
    }
    walk.out
}

/// What a subject rests on: its own warrants and those that a `rests` table gives it, else those of the declaration that it
/// is a part of. Words written later than a warrant do not rest on it.
pub fn rests_on(game: &Expanded, subjects: &[Subject], at: usize) -> Vec<Warrant> {
    let file = subjects[at].span.file;
    let written = game.order(file);
    let mut next = Some(at);
    while let Some(subject) = next.map(|i| &subjects[i]) {
        let own: Vec<Warrant> = subject
            .own
            .iter()
            .filter(|w| game.order(w.span.file) >= written)
            .cloned()
            .collect();
        let found = game.rests_on(&subject.path, file, &own);
        if !found.is_empty() {
            return found.to_vec();
        }
        next = subject.parent;
    }
    Vec::new()
}

struct Walk<'a> {
    conditions: HashSet<&'a str>,
    /// Whether seats are named: then they say how many play.
    seated: bool,
    out: Vec<Subject>,
    parent: usize,
    path: String,
    head: Span,
}

impl Walk<'_> {
    fn push(&mut self, path: &str, span: Span, own: &[Warrant], parent: Option<usize>, rule: bool) {
        self.out.push(Subject {
            path: path.to_owned(),
            called: String::new(),
            span,
            own: own.to_vec(),
            parent,
            rule,
        });
    }

    fn part(&mut self, part: &Part<'_>) {
        let rule = match part.what {
            What::Let(_, None) | What::Pick(_) | What::Notation(_) => return,
            // A condition that is asked for whole brings what its own requirements rest on.
            What::Require(test, _) => {
                !matches!(&test.kind, ExprKind::Call(n, _) if self.conditions.contains(n.text.as_str()))
            }
            What::Case(_) | What::Alternative(_) | What::Entry(_) | What::Member(_) | What::Word(_) => false,
            _ => true,
        };
        let own = &part.tail.warrants;
        if let Some(name) = &part.name {
            let path = format!("{}.{name}", self.path);
            self.push(&path, part.span, own, Some(self.parent), rule);
        } else if part.span.file != self.head.file {
            // A statement that a later file put here.
            self.push("", part.span, own, Some(self.parent), true);
            if let Some(last) = self.out.last_mut() {
                last.called = format!("a statement added to {}", self.path);
            }
        }
    }

    fn def(&mut self, def: &Def) {
        if matches!(
            def.item.kind,
            ItemKind::Source(_) | ItemKind::Example { .. } | ItemKind::Claim { .. }
        ) {
            return;
        }
        let item = &def.item;
        self.path = parts::path(def);
        self.parent = self.out.len();
        self.head = item.head;
        let (path, rule) = (self.path.clone(), self.is_rule(def));
        self.push(&path, item.head, &item.tail.warrants, None, rule);
        if let ItemKind::On { name: None, .. } = &item.kind
            && let Some(last) = self.out.last_mut()
        {
            last.called = path;
        }
        for part in parts::parts(item) {
            self.part(&part);
        }
    }

    /// Whether a declaration is a rule of the game, not a name, a helper or something for people.
    fn is_rule(&self, def: &Def) -> bool {
        match &def.item.kind {
            ItemKind::Seats(..)
            | ItemKind::Sides(_)
            | ItemKind::Pieces { .. }
            | ItemKind::Die { .. }
            | ItemKind::Dice { .. }
            | ItemKind::Space(_)
            | ItemKind::Route { .. }
            | ItemKind::Step { .. }
            | ItemKind::Phase { .. }
            | ItemKind::Start(_)
            | ItemKind::Next(_)
            | ItemKind::On { .. }
            | ItemKind::Referee { .. }
            | ItemKind::EndGame { .. }
            | ItemKind::EndMatch { .. } => true,
            ItemKind::Players(..) => !self.seated,
            ItemKind::Setup { entries, .. } => entries.iter().any(|e| e.tail.warrants.is_empty()),
            // What a base left to its games, or what a game says otherwise than its base, is a decision.
            ItemKind::Fn { .. } | ItemKind::Const { .. } | ItemKind::Region { .. } => def.settles,
            ItemKind::Routine { body, .. } => body.as_ref().is_some_and(acts),
            _ => false,
        }
    }
}

/// Whether a block does something on the table, and doesn't only keep account of it.
fn acts(body: &Block) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Let(..)
        | StmtKind::Assign { .. }
        | StmtKind::Leave
        | StmtKind::Shift { .. }
        | StmtKind::Take { .. }
        | StmtKind::Put { .. }
        | StmtKind::Push { .. }
        | StmtKind::DropFirst(_)
        | StmtKind::Call(..) => false,
        StmtKind::If { yes, no, .. } => acts(yes) || no.as_ref().is_some_and(acts),
        StmtKind::For { body, .. } | StmtKind::As { body, .. } => acts(body),
        StmtKind::Loop { body, beyond, .. } => acts(body) || acts(beyond),
        StmtKind::Cases(arms) => arms.iter().any(|a| acts(&a.body)),
        _ => true,
    })
}

/// Names that a `rests` table may use, whatever choices are in force: those of every declaration as each file wrote it.
pub fn names(item: &Item, out: &mut HashSet<String>) {
    let def = Def {
        key: crate::check::expand::key_of(item, 0),
        item: item.clone(),
        file: item.head.file,
        settles: false,
    };
    let mut walk = Walk {
        conditions: HashSet::new(),
        seated: false,
        out: Vec::new(),
        parent: 0,
        path: String::new(),
        head: item.head,
    };
    if let ItemKind::Reading { name, choices, .. } = &item.kind {
        out.extend(choices.iter().map(|c| format!("{}.{}", name.text, c.name.text)));
    }
    walk.def(&def);
    out.extend(walk.out.into_iter().map(|s| s.path).filter(|p| !p.is_empty()));
}
