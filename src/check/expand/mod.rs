//! Derivation: the files of a chain become one game, for one choice of readings and agreements.

mod below;
mod coverage;
mod edit;
mod guard;
mod lineage;
mod merge;
mod readings;
mod rests;
mod select;
mod suppliers;
mod together;
mod witnesses;

pub use below::nameable;
pub use edit::part_name;
pub use guard::Assignment;
pub use together::together;
pub use witnesses::{Decision, WitnessDef};

use super::load::Loaded;
use crate::diagnostics::{Diagnostic, Level};
use crate::syntax::source::Span;
use crate::syntax::tree::{Choice, Expr, Header, Ident, Item, ItemKind, Warrant};
use lineage::Lineage;
use std::collections::HashMap;

/// What a compilation is asked for besides the file: readings, agreements, seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// `--witness NAME`.
    pub witness: Option<String>,
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
    /// A witness.
    Witness(String),
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
    /// What an override replaced and calls `base.NAME`, once more `base.` for each override above that one.
    Base(String),
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
    /// Whether that was asked for by the reading's name.
    pub asked: bool,
    /// Where it is declared.
    pub span: Span,
    /// What all its choices rest on.
    pub warrants: Vec<Warrant>,
    /// What each choice rests on itself: written with it, or by a `rests` table.
    pub grounds: Vec<Vec<Warrant>>,
    /// The default that a derived file took last, and why.
    pub changed: Option<(usize, Vec<Warrant>)>,
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
    /// What is done.
    pub done: Done,
    /// To what, with the word that declares it, a part as `advance.own`: `reading opening`.
    pub to: String,
    /// What it rests on.
    pub warrants: Vec<Warrant>,
    /// Where it stands.
    pub span: Span,
}

/// Removals and changed defaults of a derived file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// Something goes.
    Removed,
    /// A reading or an agreement has another default: this one, as it is written.
    Default(String),
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
    /// Definitions in reading order.
    pub defs: Vec<Def>,
    /// Readings.
    pub readings: Vec<ReadingDef>,
    /// Witnesses.
    pub witnesses: Vec<WitnessDef>,
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
    /// What the file extends, what that extends, and so on.
    pub fn bases(&self) -> impl Iterator<Item = &Origin> {
        let base = |of: &Origin| {
            let (base, _) = of.header.extends.as_ref()?;
            self.files.iter().find(|o| o.header.id.text == base.text)
        };
        std::iter::successors(self.files.last().and_then(base), move |of| base(of))
    }

    /// What the file or anything it is derived from uses: by whom, and what, nearest first.
    pub fn uses(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().rev().flat_map(|o| {
            let used = o.header.uses.iter().map(|id| id.text.as_str());
            used.map(|used| (o.header.id.text.as_str(), used))
        })
    }

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
        ItemKind::Seats(..) => Key::Single("seats"),
        ItemKind::Sides(_) => Key::Single("sides"),
        ItemKind::Next(_) => Key::Single("next"),
        ItemKind::Numbering { .. } => Key::Single("numbering"),
        ItemKind::Turn(_) => Key::Single("turn"),
        ItemKind::Start(_) => Key::Single("start"),
        ItemKind::Payoff(_) => Key::Single("payoff"),
        ItemKind::ThrowName(_) => Key::Single("call"),
        ItemKind::Layout(_) => Key::Single("layout"),
        ItemKind::PlayNotation(_) => Key::Single("notation of plays"),
        ItemKind::Lost(_) => Key::Single("status"),
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
        | ItemKind::Glossary { name: n, .. }
        | ItemKind::Agreed { name: n, .. } => name(n),
        ItemKind::Space(decl) => name(&decl.name),
        ItemKind::Table(decl) => name(&decl.name),
        ItemKind::Money(decl) => name(&decl.name),
        ItemKind::Route { name: n, owner, .. } => Key::Route(
            n.text.clone(),
            match owner {
                crate::syntax::tree::RouteOwner::Seat(e) => crate::syntax::print::print_expr(e),
                _ => String::new(),
            },
        ),
        ItemKind::Reading { name: n, .. } => Key::Reading(n.text.clone()),
        ItemKind::Witness { name: n, .. } => Key::Witness(n.text.clone()),
        ItemKind::EndGame { name: n, .. } | ItemKind::EndMatch { name: n, .. } => Key::End(n.text.clone()),
        ItemKind::On { name: Some(n), .. } => Key::Handler(n.text.clone()),
        ItemKind::On { name: None, .. }
        | ItemKind::Source(_)
        | ItemKind::Default { .. }
        | ItemKind::Rests(_)
        | ItemKind::Example { .. }
        | ItemKind::Claim { .. }
        | ItemKind::Remove { .. }
        | ItemKind::Supplied { .. }
        | ItemKind::Edit { .. } => Key::Many(number),
    }
}

/// What a user calls a key.
#[must_use]
pub fn key_name(key: &Key) -> String {
    match key {
        Key::Name(n) | Key::Handler(n) | Key::Base(n) => format!("`{n}`"),
        Key::Reading(n) => format!("reading `{n}`"),
        Key::Witness(n) => format!("witness `{n}`"),
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
    let mut readings = readings::collect(files, diagnostics);
    let witnesses = witnesses::collect(files, &readings, diagnostics);
    witnesses::follow(&witnesses, &mut readings, options, diagnostics);
    readings::choose(&mut readings, options, diagnostics);
    let lineage = Lineage::new(files);
    coverage::check(files, &readings, &lineage, diagnostics);
    let out = Expanded {
        header: last.tree.header.clone(),
        file: last.file,
        defs: Vec::new(),
        readings,
        witnesses,
        removed: HashMap::new(),
        rests: Vec::new(),
        agreed_defaults: Vec::new(),
        files: files.iter().map(origin).collect(),
        changes: Vec::new(),
        entries: HashMap::new(),
    };
    let mut game = merge::merge(files, &lineage, out, diagnostics);
    for (number, (part, ..)) in game.rests.iter().enumerate() {
        game.entries.entry(part.clone()).or_default().push(number);
    }
    Some(game)
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
        ItemKind::Table(_) => "table",
        ItemKind::Money(_) => "money",
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
        ItemKind::Glossary { .. } => "glossary",
        ItemKind::Agreed { .. } => "agreed",
        _ => return None,
    })
}

/// The path of a definition's parts: what explanations and `rests` call it.
fn path(key: &Key) -> Option<&str> {
    match key {
        Key::Name(n) | Key::Handler(n) | Key::End(n) | Key::Base(n) => Some(n),
        Key::Single(word) => Some(word),
        _ => None,
    }
}
