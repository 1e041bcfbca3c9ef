//! Derivation: the files of a chain become one game, for one choice of readings and agreements.

mod coverage;
mod edit;
mod guard;

pub use edit::part_name;
pub use guard::Assignment;

use super::load::Loaded;
use super::suggest::closest;
use crate::diagnostics::{Diagnostic, Level};
use crate::syntax::source::Span;
use crate::syntax::tree::{Choice, EditKind, Expr, Header, Ident, Item, ItemKind, Mode, Warrant};
use std::collections::HashMap;

/// What a compilation is asked for besides the file: readings, agreements, seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// `--reading NAME=CHOICE`.
    pub readings: Vec<(String, String)>,
    /// `--agree NAME=VALUE`.
    pub agreements: Vec<(String, String)>,
    /// `--players N`.
    pub players: Option<usize>,
}

/// What a definition is known by: one definition a key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// An ordinary name.
    Name(String),
    /// A reading.
    Reading(String),
    /// An end rule.
    End(String),
    /// A handler.
    Handler(String),
    /// A route of one owner.
    Route(String, String),
    /// Something that a game has once: `turn`, `seats`.
    Single(&'static str),
    /// A seat's setup (empty: each).
    Setup(String),
    /// Kept as often as written: examples, claims, sources.
    Many(usize),
}

/// A reading as declared, with the choice in force.
#[derive(Clone, Debug)]
pub struct ReadingDef {
    /// Its name.
    pub name: String,
    /// Its question.
    pub question: Option<String>,
    /// Its choices.
    pub choices: Vec<Choice>,
    /// Index of the default.
    pub default: usize,
    /// Index of the choice in force.
    pub chosen: usize,
    /// Where it is declared.
    pub span: Span,
    /// What all its choices rest on.
    pub warrants: Vec<Warrant>,
}

/// A file of the derivation.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Its number among the sources.
    pub file: u16,
    /// Its id, title, base and warrants.
    pub header: Header,
    /// The registers that it names, with where.
    pub sources: Vec<Ident>,
    /// Whether it came by `uses`.
    pub used: bool,
}

/// What a derived file does to its base besides defining: a removal, a changed default.
#[derive(Clone, Debug)]
pub struct Change {
    /// The file that does it.
    pub file: u16,
    /// How it is written.
    pub what: String,
    /// What it rests on.
    pub warrants: Vec<Warrant>,
    /// Where it stands.
    pub span: Span,
}

/// A definition that is part of the game.
#[derive(Clone, Debug)]
pub struct Def {
    /// Its key.
    pub key: Key,
    /// What stands there now.
    pub item: Item,
    /// The file that wrote it last.
    pub file: u16,
    /// Whether it stands for what a base left open or said otherwise.
    pub settles: bool,
}

/// The whole game after derivation.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// The header of the file itself.
    pub header: Header,
    /// Number of the file itself.
    pub file: u16,
    /// The links of the derivation, from the file to its first base.
    pub chain: Vec<(String, Vec<Warrant>)>,
    /// Definitions in reading order.
    pub defs: Vec<Def>,
    /// Readings.
    pub readings: Vec<ReadingDef>,
    /// Names that were removed, and where.
    pub removed: HashMap<String, Span>,
    /// `rests` entries: part path to warrants.
    pub rests: Vec<(String, Vec<Warrant>, Span)>,
    /// Defaults of agreements that a derived file changed.
    pub agreed_defaults: Vec<(String, Expr)>,
    /// The files of the derivation, bases before what is derived from them.
    pub files: Vec<Origin>,
    /// Removals and changed defaults.
    pub changes: Vec<Change>,
    /// The entries of `rests` that speak of a part, as numbers.
    entries: HashMap<String, Vec<usize>>,
}

impl Expanded {
    /// The place of a file in the derivation, bases before what is derived from them.
    #[must_use]
    pub fn order(&self, file: u16) -> usize {
        self.files.iter().position(|o| o.file == file).unwrap_or(0)
    }

    /// What a part whose words stand in a file rests on by itself: the warrants written with it, or those that a `rests`
    /// table gives it, whichever were written later. What a base says of a part that was written anew since is said of
    /// the base's.
    #[must_use]
    pub fn rests_on<'a>(&'a self, path: &str, file: u16, own: &'a [Warrant]) -> &'a [Warrant] {
        let latest = own.iter().map(|w| self.order(w.span.file)).max();
        let written = latest.map_or_else(|| self.order(file), |own| own + 1);
        let entries = self.entries.get(path).map_or(&[][..], Vec::as_slice);
        let mut entries = entries.iter().rev().filter_map(|i| self.rests.get(*i));
        entries
            .find(|(.., span)| self.order(span.file) >= written)
            .map_or(own, |(_, w, _)| w)
    }
}

/// The key of a declaration.
#[must_use]
pub fn key_of(item: &Item, number: usize) -> Key {
    let name = |n: &crate::syntax::tree::Ident| Key::Name(n.text.clone());
    match &item.kind {
        ItemKind::Players(..) => Key::Single("players"),
        ItemKind::Seats(_) => Key::Single("seats"),
        ItemKind::Next(_) => Key::Single("next"),
        ItemKind::Numbering { .. } => Key::Single("numbering"),
        ItemKind::Turn(_) => Key::Single("turn"),
        ItemKind::Start(_) => Key::Single("start"),
        ItemKind::Payoff(_) => Key::Single("payoff"),
        ItemKind::ThrowName(_) => Key::Single("call"),
        ItemKind::Layout(_) => Key::Single("layout"),
        ItemKind::PlayNotation(_) => Key::Single("notation of plays"),
        ItemKind::Dice { name: None, .. } => Key::Single("dice"),
        ItemKind::Setup { seat, .. } => Key::Setup(seat.as_ref().map(|s| s.text.clone()).unwrap_or_default()),
        ItemKind::Pieces { name: n, .. }
        | ItemKind::Die { name: n, .. }
        | ItemKind::Dice { name: Some(n), .. }
        | ItemKind::Region { name: n, .. }
        | ItemKind::Enum { name: n, .. }
        | ItemKind::Var { name: n, .. }
        | ItemKind::Const { name: n, .. }
        | ItemKind::Fn { name: n, .. }
        | ItemKind::Condition { name: n, .. }
        | ItemKind::Routine { name: n, .. }
        | ItemKind::Step { name: n, .. }
        | ItemKind::Group { name: n, .. }
        | ItemKind::Phase { name: n, .. }
        | ItemKind::Event { name: n, .. }
        | ItemKind::Referee { name: n, .. }
        | ItemKind::Measure { name: n, .. }
        | ItemKind::Agreed { name: n, .. } => name(n),
        ItemKind::Space(decl) => name(&decl.name),
        ItemKind::Route { name: n, owner, .. } => Key::Route(
            n.text.clone(),
            match owner {
                crate::syntax::tree::RouteOwner::Seat(e) => crate::syntax::print::print_expr(e),
                _ => String::new(),
            },
        ),
        ItemKind::Reading { name: n, .. } => Key::Reading(n.text.clone()),
        ItemKind::EndGame { name: n, .. } | ItemKind::EndMatch { name: n, .. } => Key::End(n.text.clone()),
        ItemKind::On { name: Some(n), .. } => Key::Handler(n.text.clone()),
        ItemKind::On { name: None, .. }
        | ItemKind::Source(_)
        | ItemKind::Default { .. }
        | ItemKind::Rests(_)
        | ItemKind::Example { .. }
        | ItemKind::Claim { .. }
        | ItemKind::Remove { .. }
        | ItemKind::Edit { .. } => Key::Many(number),
    }
}

/// What a user calls a key.
#[must_use]
pub fn key_name(key: &Key) -> String {
    match key {
        Key::Name(n) | Key::Handler(n) => format!("`{n}`"),
        Key::Reading(n) => format!("reading `{n}`"),
        Key::End(n) => format!("end `{n}`"),
        Key::Route(n, seat) if seat.is_empty() => format!("route `{n}`"),
        Key::Route(n, seat) => format!("route `{n}` of seat {seat}"),
        Key::Single(n) => format!("`{n}`"),
        Key::Setup(s) if s.is_empty() => "`setup each`".into(),
        Key::Setup(s) => format!("setup of `{s}`"),
        Key::Many(_) => "this declaration".into(),
    }
}

/// Merges the files of a derivation.
pub fn expand(files: &[Loaded], options: &Options, diagnostics: &mut Vec<Diagnostic>) -> Option<Expanded> {
    let last = files.last()?;
    let readings = readings(files, options, diagnostics);
    let assignment = guard::Assignment::new(&readings);
    coverage::check(files, &readings, diagnostics);
    let mut merger = Merger {
        out: Expanded {
            header: last.tree.header.clone(),
            file: last.file,
            chain: files
                .iter()
                .rev()
                .map(|f| {
                    let link = f.tree.header.extends.as_ref();
                    (
                        f.tree.header.id.text.clone(),
                        link.map(|(_, w)| w.clone()).unwrap_or_default(),
                    )
                })
                .collect(),
            defs: Vec::new(),
            readings,
            removed: HashMap::new(),
            rests: Vec::new(),
            agreed_defaults: Vec::new(),
            files: files.iter().map(origin).collect(),
            changes: Vec::new(),
            entries: HashMap::new(),
        },
        assignment,
        absent: HashMap::new(),
        diagnostics,
        many: 0,
    };
    for (at, file) in files.iter().enumerate() {
        merger
            .assignment
            .forget(files[at + 1..].iter().flat_map(removed_readings));
        merger.file(file);
    }
    if last.tree.header.is_game {
        merger.all_supplied();
    }
    Some(merger.out)
}

fn origin(file: &Loaded) -> Origin {
    let sources = file.tree.items.iter().filter_map(|i| match &i.kind {
        ItemKind::Source(ids) => Some(ids.clone()),
        _ => None,
    });
    Origin {
        file: file.file,
        header: file.tree.header.clone(),
        sources: sources.flatten().collect(),
        used: file.used,
    }
}

/// The readings that a file takes away.
fn removed_readings(file: &Loaded) -> impl Iterator<Item = &str> {
    file.tree.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Remove { kind, name } if kind.text == "reading" => Some(name.text.as_str()),
        _ => None,
    })
}

/// Collects readings and fixes the choice of each.
fn readings(files: &[Loaded], options: &Options, diagnostics: &mut Vec<Diagnostic>) -> Vec<ReadingDef> {
    let mut list: Vec<ReadingDef> = Vec::new();
    for file in files {
        for item in &file.tree.items {
            match &item.kind {
                ItemKind::Reading {
                    name,
                    question,
                    choices,
                } => {
                    let defaults: Vec<usize> = (0..choices.len()).filter(|i| choices[*i].default).collect();
                    if defaults.len() != 1 {
                        diagnostics.push(
                            Diagnostic::error(
                                "reading::default",
                                if defaults.is_empty() {
                                    format!("reading `{}` has no default", name.text)
                                } else {
                                    format!("reading `{}` has more than one default", name.text)
                                },
                                name.span,
                                "exactly one choice must be marked `default`",
                            )
                            .help("write `default` behind the gloss of the choice that stands when nobody asks for another"),
                        );
                    }
                    for (i, choice) in choices.iter().enumerate() {
                        if let Some(first) = choices[..i].iter().find(|c| c.name.text == choice.name.text) {
                            diagnostics.push(
                                Diagnostic::error(
                                    "name::duplicate",
                                    format!("`{}` is a choice of `{}` twice", choice.name.text, name.text),
                                    choice.name.span,
                                    "again here",
                                )
                                .also(first.name.span, "first here"),
                            );
                        }
                    }
                    let default = defaults.first().copied().unwrap_or(0);
                    let def = ReadingDef {
                        name: name.text.clone(),
                        question: question.as_ref().map(|q| q.text.clone()),
                        choices: choices.clone(),
                        default,
                        chosen: default,
                        span: name.span,
                        warrants: item.tail.warrants.clone(),
                    };
                    match list.iter_mut().find(|r| r.name == name.text) {
                        None => list.push(def),
                        Some(old) if item.mode == Mode::Override => *old = def,
                        Some(old) => {
                            diagnostics.push(duplicate(&format!("reading `{}`", name.text), name.span, old.span))
                        }
                    }
                }
                ItemKind::Remove { kind, name } if kind.text == "reading" => list.retain(|r| r.name != name.text),
                ItemKind::Default {
                    reading: true,
                    name,
                    value,
                } => {
                    let Some(reading) = find_reading(&mut list, &name.text, name.span, diagnostics) else {
                        continue;
                    };
                    if let Some(i) = choice_index(reading, &expr_word(value), value.span, diagnostics) {
                        reading.default = i;
                        reading.chosen = i;
                    }
                }
                _ => {}
            }
        }
    }
    for (name, choice) in &options.readings {
        let Some(reading) = list.iter_mut().find(|r| r.name == *name) else {
            let near = closest(name, list.iter().map(|r| r.name.as_str()));
            diagnostics.push(option_error(
                format!("there is no reading `{name}`"),
                near.map(|n| format!("did you mean `{n}`?")).or_else(|| {
                    let all: Vec<&str> = list.iter().map(|r| r.name.as_str()).collect();
                    (!all.is_empty()).then(|| format!("this game's readings are: {}", all.join(", ")))
                }),
            ));
            continue;
        };
        match reading.choices.iter().position(|c| c.name.text == *choice) {
            Some(i) => reading.chosen = i,
            None => {
                let all: Vec<&str> = reading.choices.iter().map(|c| c.name.text.as_str()).collect();
                diagnostics.push(option_error(
                    format!("reading `{name}` has no choice `{choice}`"),
                    Some(format!("its choices are: {}", all.join(", "))),
                ));
            }
        }
    }
    list
}

/// A finding about what was asked for rather than about the file.
pub(crate) fn option_error(message: String, help: Option<String>) -> Diagnostic {
    Diagnostic {
        code: "option::unknown",
        level: Level::Error,
        message,
        labels: Vec::new(),
        help,
    }
}

pub(crate) fn duplicate(what: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::error(
        "name::duplicate",
        format!("{what} is defined twice"),
        again,
        "defined again here",
    )
    .also(first, "first defined here")
    .help("one definition a name: write `override` before it if it is meant to replace the first")
}

fn expr_word(e: &Expr) -> String {
    crate::syntax::print::print_expr(e)
}

fn find_reading<'a>(
    list: &'a mut [ReadingDef],
    name: &str,
    span: Span,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<&'a mut ReadingDef> {
    let near = closest(name, list.iter().map(|r| r.name.as_str())).map(str::to_owned);
    let found = list.iter_mut().find(|r| r.name == name);
    if found.is_none() {
        diagnostics.push(
            Diagnostic::error(
                "name::unknown",
                format!("there is no reading `{name}`"),
                span,
                "not declared",
            )
            .maybe_help(near.map(|n| format!("did you mean `{n}`?"))),
        );
    }
    found
}

fn choice_index(reading: &ReadingDef, choice: &str, span: Span, diagnostics: &mut Vec<Diagnostic>) -> Option<usize> {
    let at = reading.choices.iter().position(|c| c.name.text == choice);
    if at.is_none() {
        let all: Vec<&str> = reading.choices.iter().map(|c| c.name.text.as_str()).collect();
        diagnostics.push(
            Diagnostic::error(
                "name::unknown",
                format!("reading `{}` has no choice `{choice}`", reading.name),
                span,
                "not one of its choices",
            )
            .also(reading.span, "declared here")
            .help(format!("its choices are: {}", all.join(", "))),
        );
    }
    at
}

struct Merger<'a> {
    out: Expanded,
    assignment: guard::Assignment,
    /// Declarations that don't stand under the choices in force: a derived file may replace, edit or remove them all the same.
    absent: HashMap<Key, Item>,
    diagnostics: &'a mut Vec<Diagnostic>,
    many: usize,
}

impl Merger<'_> {
    fn file(&mut self, file: &Loaded) {
        // What each name was supplied by before this file: a plain redefinition is an error whoever supplied it.
        for item in &file.tree.items {
            if !self.assignment.allows(&item.tail, self.diagnostics) {
                if item.mode == Mode::Plain {
                    self.absent.insert(key_of(item, self.many), item.clone());
                }
                continue;
            }
            let mut item = item.clone();
            item.tail.guard = None;
            guard::prune(&mut item, &self.assignment, self.diagnostics);
            match &item.kind {
                ItemKind::Reading { .. } => {}
                ItemKind::Default { reading, name, value } => {
                    self.change(&item, item.span, &item.tail.warrants);
                    if !reading {
                        self.out.agreed_defaults.push((name.text.clone(), value.clone()));
                    }
                }
                ItemKind::Rests(entries) => {
                    for entry in entries {
                        for part in &entry.parts {
                            let number = self.out.rests.len();
                            self.out.entries.entry(part.text.clone()).or_default().push(number);
                            self.out
                                .rests
                                .push((part.text.clone(), entry.warrants.clone(), part.span));
                        }
                    }
                }
                ItemKind::Remove { kind, name } => {
                    self.change(&item, item.span, &item.tail.warrants);
                    self.remove(&kind.text, name);
                }
                ItemKind::Edit { kind, name, edits } => {
                    let edits = edits.clone();
                    self.edit(&kind.clone(), &name.clone(), edits, file.file);
                }
                _ => self.define(item, file),
            }
        }
    }

    fn change(&mut self, item: &Item, span: Span, warrants: &[Warrant]) {
        let mut bare = item.clone();
        bare.tail = crate::syntax::tree::Tail::default();
        self.out.changes.push(Change {
            file: span.file,
            what: crate::syntax::print::print_item(&bare),
            warrants: warrants.to_vec(),
            span,
        });
    }

    fn define(&mut self, item: Item, file: &Loaded) {
        self.many += 1;
        let key = key_of(&item, self.many);
        // An example or claim of a base speaks of the base.
        if matches!(item.kind, ItemKind::Example { .. } | ItemKind::Claim { .. }) && file.file != self.out.file {
            return;
        }
        let at = self.find(&key, &item);
        match (at, item.mode) {
            (None, Mode::Override) if self.absent.contains_key(&key) => {
                let mut item = item;
                if let Some(old) = self.absent.get(&key) {
                    inherit_types(&old.kind, &mut item.kind);
                }
                item.mode = Mode::Plain;
                self.out.defs.push(Def {
                    key,
                    item,
                    file: file.file,
                    settles: true,
                });
            }
            (None, Mode::Override) => {
                let near = match &key {
                    Key::Name(n) => closest(n, self.names()).map(str::to_owned),
                    _ => None,
                };
                self.diagnostics.push(
                    Diagnostic::error(
                        "derive::nothing",
                        format!("there is no {} to override", key_name(&key)),
                        item.head,
                        "no file that this one is derived from defines it",
                    )
                    .maybe_help(
                        near.map(|n| format!("did you mean `{n}`?"))
                            .or_else(|| Some("leave `override` out if it is new".into())),
                    ),
                );
            }
            (None, _) => self.out.defs.push(Def {
                key,
                item,
                file: file.file,
                settles: false,
            }),
            (Some(at), Mode::Override) => self.replace(at, item, file.file),
            (Some(at), Mode::Plain) if self.out.defs[at].item.mode == Mode::Open => self.replace(at, item, file.file),
            (Some(at), _) => {
                let first = self.out.defs[at].item.head;
                self.diagnostics.push(duplicate(&key_name(&key), item.head, first));
            }
        }
    }

    /// The place of the definition that a new one would meet. A route of one seat meets an open or general route too.
    fn find(&self, key: &Key, item: &Item) -> Option<usize> {
        let exact = self.out.defs.iter().position(|d| d.key == *key);
        if exact.is_some() {
            return exact;
        }
        match key {
            Key::Route(name, seat) if !seat.is_empty() => self
                .out
                .defs
                .iter()
                .position(|d| d.key == Key::Route(name.clone(), String::new()) && d.item.mode == Mode::Open),
            Key::Setup(_) if item.mode == Mode::Override => {
                self.out.defs.iter().position(|d| matches!(d.key, Key::Setup(_)))
            }
            _ => None,
        }
    }

    fn replace(&mut self, at: usize, mut item: Item, file: u16) {
        let old = &self.out.defs[at];
        if let (Some(a), Some(b)) = (class(&old.item.kind), class(&item.kind))
            && a != b
        {
            self.diagnostics.push(
                Diagnostic::error(
                    "derive::kind",
                    format!("{} is a {a}; a {b} cannot replace it", key_name(&old.key)),
                    item.head,
                    format!("a {b} here"),
                )
                .also(old.item.head, format!("a {a} here")),
            );
            return;
        }
        inherit_types(&old.item.kind, &mut item.kind);
        item.mode = Mode::Plain;
        let key = key_of(&item, self.many);
        self.out.defs[at] = Def {
            key,
            item,
            file,
            settles: true,
        };
    }

    fn names(&self) -> Vec<&str> {
        self.out
            .defs
            .iter()
            .filter_map(|d| match &d.key {
                Key::Name(n) | Key::Handler(n) | Key::End(n) | Key::Route(n, _) => Some(n.as_str()),
                _ => None,
            })
            .collect()
    }

    fn remove(&mut self, kind: &str, name: &crate::syntax::tree::Ident) {
        if kind == "reading" {
            return;
        }
        let before = self.out.defs.len();
        self.out.defs.retain(|d| match &d.key {
            Key::Name(n) | Key::Handler(n) | Key::End(n) | Key::Route(n, _) => *n != name.text,
            Key::Single(s) => *s != kind || *s != name.text,
            Key::Setup(s) => kind != "setup" || (*s != name.text && !(s.is_empty() && name.text == "each")),
            _ => true,
        });
        let absent = self.absent.keys().any(|key| match key {
            Key::Name(n) | Key::Handler(n) | Key::End(n) | Key::Route(n, _) => *n == name.text,
            _ => false,
        });
        if self.out.defs.len() == before && !absent {
            let near = closest(&name.text, self.names()).map(str::to_owned);
            self.diagnostics.push(
                Diagnostic::error(
                    "derive::nothing",
                    format!("there is no {kind} `{}` to remove", name.text),
                    name.span,
                    "no file that this one is derived from defines it",
                )
                .maybe_help(near.map(|n| format!("did you mean `{n}`?"))),
            );
        }
        self.out.removed.insert(name.text.clone(), name.span);
    }

    fn edit(
        &mut self,
        kind: &crate::syntax::tree::Ident,
        name: &crate::syntax::tree::Ident,
        edits: Vec<crate::syntax::tree::Edit>,
        file: u16,
    ) {
        let at = self.out.defs.iter().position(|d| d.key == Key::Name(name.text.clone()));
        let Some(at) = at.filter(|at| class(&self.out.defs[*at].item.kind) == Some(kind.text.as_str())) else {
            if self.absent.contains_key(&Key::Name(name.text.clone())) {
                return;
            }
            let near = closest(&name.text, self.names()).map(str::to_owned);
            self.diagnostics.push(
                Diagnostic::error(
                    "derive::nothing",
                    format!("there is no {} `{}` to edit", kind.text, name.text),
                    name.span,
                    "not defined by any file that this one is derived from",
                )
                .maybe_help(near.filter(|n| *n != name.text).map(|n| format!("did you mean `{n}`?"))),
            );
            return;
        };
        for edit in edits {
            if self.assignment.allows(&edit.tail, self.diagnostics) {
                if let EditKind::Remove(part) = &edit.kind {
                    self.out.changes.push(Change {
                        file,
                        what: format!("in {} {} {{ remove {} }}", kind.text, name.text, part.text),
                        warrants: edit.tail.warrants.clone(),
                        span: edit.span,
                    });
                }
                edit::apply(&mut self.out.defs[at].item, edit, self.diagnostics);
            }
        }
        self.out.defs[at].file = file;
    }

    fn all_supplied(&mut self) {
        for def in &self.out.defs {
            if def.item.mode == Mode::Open {
                self.diagnostics.push(
                    Diagnostic::error(
                        "derive::open",
                        format!("{} is left open and this game does not define it", key_name(&def.key)),
                        self.out.header.span,
                        "this game must say what it is",
                    )
                    .also(def.item.head, "declared open here"),
                );
            }
        }
    }
}

/// The keyword that declares something, where edits and replacements must agree on it.
#[must_use]
pub fn class(kind: &ItemKind) -> Option<&'static str> {
    Some(match kind {
        ItemKind::Pieces { .. } => "pieces",
        ItemKind::Die { .. } => "die",
        ItemKind::Dice { .. } => "dice",
        ItemKind::Space(_) => "space",
        ItemKind::Route { .. } => "route",
        ItemKind::Region { .. } => "region",
        ItemKind::Enum { .. } => "enum",
        ItemKind::Var { .. } => "var",
        ItemKind::Const { .. } => "const",
        ItemKind::Fn { .. } => "fn",
        ItemKind::Condition { .. } => "condition",
        ItemKind::Routine { .. } => "routine",
        ItemKind::Step { .. } => "step",
        ItemKind::Group { .. } => "group",
        ItemKind::Phase { .. } => "phase",
        ItemKind::Event { .. } => "event",
        ItemKind::Referee { .. } => "referee",
        ItemKind::Measure { .. } => "measure",
        ItemKind::Agreed { .. } => "agreed",
        _ => return None,
    })
}

/// An override may leave out types that the replaced definition gave.
fn inherit_types(old: &ItemKind, new: &mut ItemKind) {
    use crate::syntax::tree::Param;
    fn params(old: &[Param], new: &mut [Param]) {
        for (o, n) in old.iter().zip(new) {
            if n.ty.is_none() {
                n.ty.clone_from(&o.ty);
            }
        }
    }
    match (old, new) {
        (ItemKind::Fn { params: o, ty: oty, .. }, ItemKind::Fn { params: n, ty: nty, .. }) => {
            params(o, n);
            if nty.is_none() {
                nty.clone_from(oty);
            }
        }
        (ItemKind::Condition { params: o, .. }, ItemKind::Condition { params: n, .. })
        | (ItemKind::Routine { params: o, .. }, ItemKind::Routine { params: n, .. }) => params(o, n),
        (ItemKind::Phase { place: o, .. }, ItemKind::Phase { place: n @ None, .. }) => n.clone_from(o),
        _ => {}
    }
}
