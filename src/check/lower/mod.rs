//! Tree to IR: names become slots, constant parts fold, every requirement keeps its part.

mod analysis;
mod apart;
mod assign;
mod board;
mod bounds;
mod builtin;
mod choices;
mod code;
mod control;
mod cycles;
mod declare;
mod drawing;
mod expr;
mod facts;
mod fold;
mod kinds;
mod masks;
mod money;
mod moves;
mod names;
mod operators;
mod owners;
mod players;
mod quantifiers;
mod reach;
mod resolve;
mod routines;
mod rules;
mod sets;
mod setup;
mod sides;
mod steps;
mod tables;
mod tabulate;
mod throws;
mod types;
mod unlike;
mod vars;

pub use self::facts::is_computed;
pub use self::players::MAX_SEATS;
use self::resolve::Need;
use self::types::{Local, Sym, Ty, Val};
use super::expand::{Expanded, Key, Options};
use super::suggest::closest;
use crate::diagnostics::{Diagnostic, Level};
use crate::engine::Fuel;
use crate::ir::{BagExpr, BagId, Bound, Mark, NONE, Node, NodeId, Part, PartId, Program, SetExpr, SetId};
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::{Ident, ItemKind, Mode, Warrant};
use std::collections::{HashMap, HashSet};

/// How many expression nodes and instructions a game may expand to.
const MAX_SIZE: usize = 2_000_000;
/// How many calls are expanded in a game.
const MAX_CALLS: u32 = 300_000;
/// How many values the constant parts of a game may go through, all together.
const FOLDING: u32 = 5_000_000;

/// Lowers an expanded game. Findings come in the order of the text, each once however often what it is about is used.
pub fn lower(
    game: &Expanded,
    options: &Options,
    sources: &Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Program> {
    let mut lowerer = Lowerer {
        game,
        options,
        diagnostics: Vec::new(),
        settled: Vec::new(),
        progress: resolve::Progress::default(),
        program: Program {
            id: game.header.id.text.clone(),
            title: game
                .header
                .title
                .as_ref()
                .map(|t| t.text.clone())
                .unwrap_or_else(|| game.header.id.text.clone()),
            also: game.header.also.iter().map(|t| t.text.clone()).collect(),
            sources: sources.clone(),
            ..Program::default()
        },
        symbols: HashMap::new(),
        declared: HashMap::new(),
        values: HashMap::new(),
        locals: Vec::new(),
        calling: Vec::new(),
        ranges: HashMap::new(),
        used: HashSet::new(),
        stated: HashSet::new(),
        emitted: HashSet::new(),
        frame: 0,
        frame_top: 0,
        wait: code::Waiting::No,
        loops: Vec::new(),
        seat: None,
        owner: None,
        condition_parts: HashMap::new(),
        matched: false,
        deciding: None,
        asks: Vec::new(),
        calls: 0,
        refused: HashSet::new(),
        folding: Fuel::of(FOLDING),
        quantifiers: Vec::new(),
        acting: None,
        bound_parts: HashSet::new(),
        places: bounds::Places::default(),
        around: Vec::new(),
        sorting: HashMap::new(),
        reach: reach::Reaches::default(),
        giving: false,
        passed_over: None,
    };
    let whole = lowerer.run();
    // Nothing is passed over unless something was found, or is left to the games that use a library.
    if lowerer.sound()
        && !lowerer.leaves_open()
        && let Some((name, span)) = lowerer.passed_over.take()
    {
        lowerer.error(
            "name::unknown",
            format!("there is no name `{name}`"),
            span,
            "not declared",
        );
    }
    let mut found = std::mem::take(&mut lowerer.settled);
    found.append(&mut lowerer.diagnostics);
    found.sort_by_key(|d| d.labels.first().map(|(s, _)| (s.file, s.start)));
    let mut seen = HashSet::new();
    found.retain(|d| seen.insert((d.code, d.labels.first().map(|(s, _)| *s), d.message.clone())));
    // What could not be computed or written is missed in other places, which are no mistakes of their own.
    for size in ["size::folding", "size::game"] {
        if found.iter().any(|d| d.code == size) {
            found.retain(|d| d.code == size);
        }
    }
    diagnostics.append(&mut found);
    whole.map(|()| lowerer.program)
}

/// A place where something is looked up, with how to report a failure.
pub(super) struct Lowerer<'a> {
    game: &'a Expanded,
    options: &'a Options,
    diagnostics: Vec<Diagnostic>,
    /// Findings about what was resolved on the way.
    settled: Vec<Diagnostic>,
    progress: resolve::Progress,
    program: Program,
    symbols: HashMap<String, Sym>,
    /// The place of each declaration.
    declared: HashMap<String, Span>,
    /// Values of enumerations by name: which enumerations have one so named.
    values: HashMap<String, Vec<(u32, i32)>>,
    locals: Vec<(String, Local)>,
    calling: Vec<(String, Span)>,
    /// What temporaries range over, for constants that depend on them.
    ranges: HashMap<u32, SetId>,
    used: HashSet<String>,
    /// Names that are used by claims.
    stated: HashSet<String>,
    emitted: HashSet<String>,
    frame: u32,
    frame_top: u32,
    wait: code::Waiting,
    loops: Vec<control::LoopCtx>,
    /// The seat that `seat` means, while routes are laid out.
    seat: Option<i32>,
    /// Whose a space is that each player has and that is named barely; `me`'s otherwise.
    owner: Option<NodeId>,
    /// Parts of conditions, shared by all their uses.
    condition_parts: HashMap<String, PartId>,
    /// Whether the end being lowered is a match's.
    matched: bool,
    /// The step whose requirements are being lowered.
    deciding: Option<u32>,
    /// Which step's requirements ask whether which step is possible, and where.
    asks: Vec<(u32, u32, Span)>,
    /// How many calls have been expanded.
    calls: u32,
    /// Names whose declaration was refused.
    refused: HashSet<String>,
    /// What is left of the bound on computing constant parts.
    folding: Fuel,
    /// The quantifiers that are computed in play: where each stands, and in what.
    quantifiers: Vec<(NodeId, Span, String)>,
    /// The part by which somebody else acts in what is lowered, if anybody does.
    acting: Option<PartId>,
    /// Parts that say where a bound was outgrown, and end nothing by themselves.
    bound_parts: HashSet<PartId>,
    /// Where the bounds of statements are reported.
    places: bounds::Places,
    /// The warrants of the innermost statement or arm around what is lowered that has some.
    around: Vec<Warrant>,
    /// Tables that sort throws, by the enumeration of their rows: the table and its group of dice.
    sorting: HashMap<u32, (u32, u32)>,
    /// What each expression depends on.
    reach: reach::Reaches,
    /// Whether what is lowered sets up an example, where money may be put anywhere.
    giving: bool,
    /// The first use of one of them.
    passed_over: Option<(String, Span)>,
}

impl<'a> Lowerer<'a> {
    /// Lowers everything. Nothing when what the rest stands on cannot be known.
    fn run(&mut self) -> Option<()> {
        let game = self.game;
        // The first parts stand for the game as a whole: bounds that have no place in the rules are reported there.
        for bound in Bound::WHOLE {
            self.whole_part("", bound, game.header.span);
        }
        self.readings();
        self.declare_names();
        self.note_names();
        self.need(Need::Seats);
        if self.program.seats.is_empty() {
            return None;
        }
        for need in [Need::Kinds, Need::Spaces, Need::Routes, Need::Numbering, Need::Dice] {
            self.need(need);
        }
        self.agreements();
        self.need_each(|k| matches!(k, ItemKind::Table(_)));
        self.need_each(|k| matches!(k, ItemKind::Const { .. }));
        self.need_each(|k| matches!(k, ItemKind::Var { .. }));
        self.need_each(|k| matches!(k, ItemKind::Money(_)));
        self.layout_slots()?;
        self.table_heads();
        // Regions may depend on what changes during play.
        self.need_each(|k| matches!(k, ItemKind::Region { .. }));
        if !game.header.is_game {
            self.library();
            return Some(());
        }
        self.setup();
        self.steps();
        self.asking_cycles();
        self.events();
        self.phases();
        self.ends();
        self.event_cycles();
        self.for_people();
        self.finish();
        Some(())
    }

    /// Whether no error was found so far.
    fn sound(&self) -> bool {
        self.settled
            .iter()
            .chain(&self.diagnostics)
            .all(|d| d.level < Level::Error)
    }

    fn error(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Option<std::convert::Infallible> {
        self.diagnostics.push(Diagnostic::error(code, message, span, label));
        None
    }

    fn help(&mut self, help: impl Into<String>) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.help = Some(help.into());
        }
    }

    fn also(&mut self, span: Span, label: impl Into<String>) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.labels.push((span, label.into()));
        }
    }

    /// Whether the declaration of a name was refused: then its uses are no errors of their own.
    fn was_refused(&mut self, name: &str, span: Span) -> bool {
        let refused = self.refused.contains(name);
        if refused {
            self.pass_over(name, span);
        }
        refused
    }

    fn pass_over(&mut self, name: &str, span: Span) {
        self.passed_over.get_or_insert((name.to_owned(), span));
    }

    /// Reports a name that nothing declares, with the nearest known one.
    fn unknown(&mut self, name: &Ident, what: &str) {
        if self.was_refused(&name.text, name.span) {
            return;
        }
        let mut known: Vec<&str> = self.locals.iter().map(|(n, _)| n.as_str()).collect();
        known.extend(self.symbols.keys().map(String::as_str));
        known.extend(self.values.keys().map(String::as_str));
        known.extend(self.progress.names());
        known.extend(builtin::NAMES.iter().copied());
        // What an override replaced is no name for anybody else.
        known.retain(|k| !k.starts_with("base."));
        known.sort_unstable();
        let near = closest(&name.text, known.into_iter().filter(|k| *k != name.text)).map(str::to_owned);
        let removed = self.game.removed.get(&name.text).copied();
        self.error(
            "name::unknown",
            format!("there is no {what} `{}`", name.text),
            name.span,
            "not declared",
        );
        if let Some(span) = removed {
            self.also(span, "removed here");
            self.help(format!(
                "`{}` is still used: remove or override this use too",
                name.text
            ));
        } else if matches!(name.text.as_str(), "side" | "sides") && self.program.sides.is_none() {
            self.help(
                "only a game with sides has it: declare `sides { NAME = SEAT, SEAT; … }`; without them everybody plays for \
                 himself, and two players are the same where `p = q`",
            );
        } else if let Some(near) = near {
            self.help(format!("did you mean `{near}`?"));
        }
    }

    fn node(&mut self, node: Node) -> NodeId {
        if self.program.nodes.len() == MAX_SIZE {
            self.too_large();
        }
        if self.program.nodes.len() >= MAX_SIZE {
            return 0;
        }
        let mut reach = self.reach.of_node(&node);
        // Whether anybody acts is not the same for all seats and for nobody: it is asked in play.
        if let Node::Eq(a, b) = node {
            let is = |id: NodeId, what: &Node| self.program.nodes[id as usize] == *what;
            reach.play |=
                is(a, &Node::Me) && is(b, &Node::Const(NONE)) || is(b, &Node::Me) && is(a, &Node::Const(NONE));
        }
        self.reach.nodes.push(reach);
        self.program.nodes.push(node);
        let id = (self.program.nodes.len() - 1) as NodeId;
        self.fold_node(id)
    }

    fn too_large(&mut self) {
        if self
            .settled
            .iter()
            .chain(&self.diagnostics)
            .any(|d| d.code == "size::game")
        {
            return;
        }
        let span = self.game.header.span;
        self.reach.nodes.push(reach::Reach::default());
        self.program.nodes.push(Node::Const(0));
        self.error(
            "size::game",
            "this game is too large after its functions, conditions and routines are expanded",
            span,
            "too many calls or expressions",
        );
        self.help("a function that calls others twice, which call others twice, doubles at every level");
    }

    fn constant(&mut self, v: i32) -> NodeId {
        self.node(Node::Const(v))
    }

    fn set(&mut self, set: SetExpr) -> SetId {
        self.reach.sets.push(self.reach.of_set(&self.program, &set));
        self.program.sets.push(set);
        let id = (self.program.sets.len() - 1) as SetId;
        self.fold_set(id)
    }

    fn bag(&mut self, bag: BagExpr) -> BagId {
        self.reach.bags.push(self.reach.of_bag(&bag));
        self.program.bags.push(bag);
        (self.program.bags.len() - 1) as BagId
    }

    fn tmp(&mut self) -> u32 {
        self.program.layout.tmps += 1;
        self.program.layout.tmps - 1
    }

    /// Adds a part; warrants of a `rests` table stand in for missing ones.
    fn part(&mut self, path: &str, reason: Option<&str>, span: Span, warrants: &[Warrant]) -> PartId {
        let warrants = self.game.rests_on(path, span.file, warrants).to_vec();
        self.program.parts.push(Part {
            path: path.to_owned(),
            reason: reason.map(str::to_owned),
            span,
            warrants,
            ..Part::default()
        });
        (self.program.parts.len() - 1) as PartId
    }

    /// Notes that the code from an address on is a part of the rules.
    fn mark(&mut self, span: Span, from: u32) {
        let to = self.program.code.len() as u32;
        if from < to {
            self.program.marks.push(Mark { span, from, to });
        }
    }

    /// Looks a name up: a local, then a declared symbol, which is resolved if nothing needed it before.
    fn lookup(&mut self, name: &str) -> Option<Sym> {
        if let Some((_, local)) = self.locals.iter().rev().find(|(n, _)| n == name) {
            return Some(Sym::Local(local.clone()));
        }
        self.need_name(name);
        let sym = self.symbols.get(name).cloned();
        if sym.is_some() {
            self.used.insert(name.to_owned());
        }
        sym
    }

    fn with_local<T>(&mut self, name: &str, local: Local, f: impl FnOnce(&mut Self) -> T) -> T {
        self.locals.push((name.to_owned(), local));
        let result = f(self);
        self.locals.pop();
        result
    }

    fn defs(&self) -> &'a [super::expand::Def] {
        &self.game.defs
    }

    fn single(&self, name: &'static str) -> Option<&'a super::expand::Def> {
        self.game.defs.iter().find(|d| d.key == Key::Single(name))
    }

    /// A library alone cannot be played; its own names and forms have been looked at.
    fn library(&mut self) {
        for def in self.defs() {
            if let ItemKind::Step { name, .. } | ItemKind::Phase { name, .. } = &def.item.kind {
                self.used.insert(name.text.clone());
            }
        }
    }

    /// Whether a library leaves a definition to its games: what needs that cannot be known in it.
    fn leaves_open(&self) -> bool {
        !self.game.header.is_game && self.defs().iter().any(|d| d.item.mode == Mode::Open)
    }

    fn scalar_value(&self, id: NodeId) -> Option<i32> {
        match self.program.nodes.get(id as usize) {
            Some(Node::Const(v)) => Some(*v),
            _ => None,
        }
    }

    fn describe(&self, ty: &Ty) -> String {
        match ty {
            Ty::Int => "a number".into(),
            Ty::Truth => "a truth".into(),
            Ty::Player => "a player".into(),
            Ty::Space => "a space".into(),
            Ty::Kind => "a kind of piece".into(),
            Ty::Route => "a route".into(),
            Ty::Nothing => "none".into(),
            Ty::Enum(e) => {
                let info = &self.program.enums[*e as usize];
                if info.name.is_empty() {
                    let all: Vec<&str> = info.values.iter().map(|v| v.name.as_str()).collect();
                    format!("one of {{{}}}", all.join(", "))
                } else {
                    format!("a value of `{}`", info.name)
                }
            }
        }
    }

    fn describe_val(&self, val: &Val) -> String {
        match val {
            Val::Scalar(_, ty) => self.describe(ty),
            Val::Set(_, ty) => format!("a set of {}", plural(ty)),
            Val::Bag { .. } => "a bag, list or throw".into(),
        }
    }
}

/// What several values of a type are called.
fn plural(ty: &Ty) -> &'static str {
    match ty {
        Ty::Int => "numbers",
        Ty::Truth => "truths",
        Ty::Player => "players",
        Ty::Space => "spaces",
        Ty::Kind => "kinds of piece",
        Ty::Route => "routes",
        Ty::Enum(_) | Ty::Nothing => "values",
    }
}
