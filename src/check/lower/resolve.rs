//! Equipment and constants are resolved when something first needs them, wherever they stand in the file.

use super::Lowerer;
use crate::check::expand::key_name;
use crate::syntax::source::Span;
use crate::syntax::tree::ItemKind;
use std::collections::HashMap;

/// How deep definitions and calls may lean on each other.
pub(super) const MAX_DEPTH: usize = 64;

/// What an expression may need before it can be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Need {
    /// Who plays.
    Seats,
    /// All kinds of piece.
    Kinds,
    /// All dice.
    Dice,
    /// All spaces.
    Spaces,
    /// All routes.
    Routes,
    /// Which number a space has.
    Numbering,
    /// One definition, by its index.
    Def(usize),
}

/// How far resolving has come.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// What a name that is not declared yet needs.
    pending: HashMap<String, Need>,
    /// What was begun, and whether it is done.
    begun: HashMap<Need, bool>,
    /// Whether variables and dice have their slots.
    pub laid_out: bool,
}

impl Progress {
    /// Whether something declares the name, now or when it is needed.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.pending.contains_key(name)
    }

    /// All names that are declared when they are needed.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.pending.keys().map(String::as_str).filter(|n| *n != "throw")
    }
}

impl Lowerer<'_> {
    /// Notes what declares which name, before anything is resolved.
    pub(super) fn note_names(&mut self) {
        let game = self.game;
        for (i, def) in game.defs.iter().enumerate() {
            for (name, need) in declared_names(&def.item.kind, i) {
                self.progress.pending.entry(name.to_owned()).or_insert(need);
            }
        }
    }

    /// Resolves what declares a name, where that is still to be done.
    pub(super) fn need_name(&mut self, name: &str) {
        if !self.symbols.contains_key(name)
            && let Some(need) = self.progress.pending.get(name)
        {
            self.need(*need);
        }
    }

    /// Resolves everything of one kind, in the order declared.
    pub(super) fn need_each(&mut self, wanted: impl Fn(&ItemKind) -> bool) {
        let game = self.game;
        for (i, def) in game.defs.iter().enumerate() {
            if wanted(&def.item.kind) {
                self.need(Need::Def(i));
            }
        }
    }

    /// Resolves something, once. What leads back to itself is an error.
    pub(super) fn need(&mut self, need: Need) {
        match self.progress.begun.get(&need) {
            Some(true) => return,
            Some(false) => return self.needs_itself(need),
            None => {}
        }
        let (name, span) = self.needed(need);
        if self.calling.len() >= MAX_DEPTH {
            self.error(
                "size::nesting",
                format!("definitions lean on each other more than {MAX_DEPTH} deep"),
                span,
                "here",
            );
            self.help("put each before the one that needs it");
            self.refused.insert(name);
            return;
        }
        self.progress.begun.insert(need, false);
        let (locals, seat, owner) = (std::mem::take(&mut self.locals), self.seat.take(), self.owner.take());
        let before = self.diagnostics.len();
        self.calling.push((name, span));
        self.resolve(need);
        self.calling.pop();
        // Whoever only looks whether an expression will do takes back its own findings, but not these.
        let found = self.diagnostics.split_off(before);
        self.settled.extend(found);
        (self.locals, self.seat, self.owner) = (locals, seat, owner);
        self.progress.begun.insert(need, true);
        if let Need::Def(def) = need {
            for (name, _) in declared_names(&self.game.defs[def].item.kind, def) {
                self.refuse_unless_declared(name);
            }
        }
    }

    fn resolve(&mut self, need: Need) {
        let game = self.game;
        match need {
            Need::Seats => {
                self.seats();
            }
            Need::Kinds => self.pieces(),
            Need::Dice => self.dice(),
            Need::Spaces => self.need_each(|k| matches!(k, ItemKind::Space(_))),
            Need::Routes => self.need_each(|k| matches!(k, ItemKind::Route { .. })),
            Need::Numbering => self.numbering(),
            Need::Def(i) => {
                let item = &game.defs[i].item;
                match &item.kind {
                    ItemKind::Agreed { .. } => {
                        self.agreement(item);
                    }
                    ItemKind::Const {
                        name,
                        ty,
                        value: Some(value),
                    } => {
                        self.constant_value(name, ty.as_ref(), value);
                    }
                    ItemKind::Space(decl) => self.space(decl, item.span),
                    ItemKind::Table(decl) => self.table_columns(decl),
                    ItemKind::Money(decl) => self.money(decl),
                    ItemKind::Route { name, .. } => self.routes_named(name),
                    ItemKind::Region { name, each_player, set } => self.region(name, *each_player, set),
                    ItemKind::Var { .. } => {
                        self.variable(item);
                    }
                    _ => {}
                }
            }
        }
    }

    /// What a need is called, and where it stands.
    fn needed(&self, need: Need) -> (String, Span) {
        let game = self.game;
        let single = |s: &Self, key: &'static str| s.single(key).map_or(game.header.span, |d| d.item.head);
        match need {
            Need::Seats => ("players".into(), single(self, "players")),
            Need::Kinds => ("pieces".into(), game.header.span),
            Need::Dice => ("dice".into(), game.header.span),
            Need::Spaces => ("spaces".into(), game.header.span),
            Need::Routes => ("routes".into(), game.header.span),
            Need::Numbering => ("numbering".into(), single(self, "numbering")),
            Need::Def(i) => {
                let def = &game.defs[i];
                let name = match &def.item.kind {
                    ItemKind::Route { name, .. } => name.text.clone(),
                    _ => key_name(&def.key).trim_matches('`').to_owned(),
                };
                (name, def.item.head)
            }
        }
    }

    fn needs_itself(&mut self, need: Need) {
        let (name, span) = self.needed(need);
        let from = self.calling.iter().position(|(n, _)| *n == name).unwrap_or(0);
        let mut way: Vec<&str> = self.calling[from..].iter().map(|(n, _)| n.as_str()).collect();
        way.push(&name);
        let way = way.join("` needs `");
        self.error(
            "call::cycle",
            format!("`{name}` needs itself"),
            span,
            format!("`{way}`"),
        );
        self.help("say one of them without the other: what is needed first must stand on its own");
        self.refused.insert(name);
    }

    /// A name whose declaration failed has had its finding: its uses are no errors of their own.
    fn refuse_unless_declared(&mut self, name: &str) {
        if !self.symbols.contains_key(name) {
            self.refused.insert(name.to_owned());
        }
    }
}

/// The names that a definition of equipment or of a value declares, with what resolves each.
fn declared_names(kind: &ItemKind, def: usize) -> Vec<(&str, Need)> {
    let one = |name| vec![(name, Need::Def(def))];
    match kind {
        ItemKind::Seats(seats, _) => seats.iter().map(|(n, _)| (n.text.as_str(), Need::Seats)).collect(),
        ItemKind::Sides(_) => vec![("side", Need::Seats)],
        ItemKind::Pieces { name, .. } => vec![(name.text.as_str(), Need::Kinds)],
        ItemKind::Dice { name, .. } => vec![(name.as_ref().map_or("throw", |n| n.text.as_str()), Need::Dice)],
        ItemKind::Space(decl) => {
            let columns = decl.columns.iter().map(|c| c.name.text.as_str());
            let members = decl.members.iter().map(|m| m.name.text.as_str());
            std::iter::once(decl.name.text.as_str())
                .chain(columns)
                .chain(members)
                .map(|n| (n, Need::Def(def)))
                .collect()
        }
        ItemKind::Table(decl) => decl
            .columns
            .iter()
            .map(|c| (c.name.text.as_str(), Need::Def(def)))
            .collect(),
        ItemKind::Money(decl) => {
            let accounts = decl
                .accounts
                .iter()
                .map(|a| a.name.as_ref().map_or(&decl.name, |(n, _)| n));
            accounts.map(|n| (n.text.as_str(), Need::Def(def))).collect()
        }
        ItemKind::Agreed { name, .. }
        | ItemKind::Const { name, .. }
        | ItemKind::Route { name, .. }
        | ItemKind::Region { name, .. }
        | ItemKind::Var { name, .. } => one(name.text.as_str()),
        _ => Vec::new(),
    }
}
