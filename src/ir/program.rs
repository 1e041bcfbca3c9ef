//! The program of one compiled game.

use super::{BagExpr, FixedSet, Kind, Layout, Money, Node, NodeId, Op, PartId, SetExpr, SetId, Sides, Sort};
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::{Grade, Scope, Warrant};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A game, checked and lowered for one choice of readings, agreements and seats.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The file's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Further names.
    pub also: Vec<String>,
    /// The files it was compiled from.
    pub sources: Sources,
    /// The seats, in order.
    pub seats: Vec<Named>,
    /// The seats in order of play, where that is not the order in which they are named.
    pub order: Vec<i32>,
    /// Which players are partners, where the game says so.
    pub sides: Option<Sides>,
    /// The kinds of piece.
    pub kinds: Vec<Kind>,
    /// The sorts of piece that are counted apart: each kind, with each of its marks; those of a kind follow each other.
    pub sorts: Vec<Sort>,
    /// All spaces.
    pub spaces: Vec<Space>,
    /// Families of spaces (single spaces are families of one).
    pub families: Vec<Family>,
    /// The routes.
    pub routes: Vec<Route>,
    /// The route that gives own numbers, and whether they count what is left.
    pub numbering: Option<(u32, bool)>,
    /// Enumerations: inline ones have an empty name.
    pub enums: Vec<EnumInfo>,
    /// Dice groups.
    pub dice: Vec<Dice>,
    /// Variables, for positions, transcripts and show.
    pub vars: Vec<Var>,
    /// Where things stand in a position.
    pub layout: Layout,
    /// The position before `start`, setup done.
    pub initial: Vec<i32>,
    /// Expression nodes.
    pub nodes: Vec<Node>,
    /// Set expressions.
    pub sets: Vec<SetExpr>,
    /// Bag expressions.
    pub bags: Vec<BagExpr>,
    /// Constant sets: one for each seat.
    pub fixed: Vec<Vec<FixedSet>>,
    /// Constant tables.
    pub tables: Vec<Vec<i32>>,
    /// What is played for, if anything.
    pub money: Option<Money>,
    /// Tables that sort throws.
    pub throw_tables: Vec<ThrowTable>,
    /// The flat code.
    pub code: Vec<Op>,
    /// Which stretches of the code are which parts of the rules.
    pub marks: Vec<Mark>,
    /// Which functions, conditions, routines and groups a definition calls; the empty name stands for what is looked at all
    /// the time, such as the conditions of end rules.
    pub calls: BTreeMap<String, BTreeSet<String>>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Choices.
    pub choices: Vec<Choice>,
    /// Plays.
    pub plays: Vec<Play>,
    /// Phases.
    pub phases: Vec<Phase>,
    /// The phases of a turn.
    pub turn: Vec<u32>,
    /// Address of `start`.
    pub start: u32,
    /// Address at which a game without turns waits for referee events.
    pub idle: Option<u32>,
    /// Who has the next turn (evaluated as the turn's owner).
    pub next: Option<NodeId>,
    /// Events; the first are the steps, in order.
    pub events: Vec<Event>,
    /// Referee events.
    pub referees: Vec<Referee>,
    /// End rules of the game.
    pub ends: Vec<EndRule>,
    /// End rules of the match.
    pub match_ends: Vec<EndRule>,
    /// Handlers of `game over`.
    pub game_over: Vec<Handler>,
    /// What is reported for a seat.
    pub payoff: Option<NodeId>,
    /// Measures.
    pub measures: Vec<Measure>,
    /// What a throw of the unnamed dice is called, and what sort of value that is.
    pub throw_name: Option<(NodeId, Meaning)>,
    /// Named parts.
    pub parts: Vec<Part>,
    /// The links of the derivation that have warrants, from the game down to its first base.
    pub links: Vec<Link>,
    /// The clauses that anything here rests on, by their ids.
    pub clauses: BTreeMap<String, ClauseWords>,
    /// Everything that can rest on something, in reading order: declarations and their parts, choices of readings.
    pub rules: Vec<Rule>,
    /// Readings with the choice in force.
    pub readings: Vec<Reading>,
    /// Agreements with the value in force.
    pub agreements: Vec<Agreement>,
    /// How the board is drawn.
    pub drawing: Option<Drawing>,
    /// How whole plays are written.
    pub play_notation: PlayNotation,
    /// Examples, as written: they are compiled when they are run.
    pub examples: Vec<crate::syntax::tree::Item>,
    /// The expressions of examples and claims, found by their places.
    pub facts: Vec<Fact>,
    /// The variables that examples and claims give, found by their lines.
    pub givens: Vec<Given>,
    /// Whether the file defines how a match ends.
    pub has_match: bool,
    /// The `cases` statements whose order rests on nothing.
    pub cases: Vec<Cases>,
    /// Where a quantifier that goes through too much is reported, by node, ascending.
    pub bounds: Vec<(NodeId, PartId)>,
}

/// A `cases` statement.
#[derive(Clone, Debug, Default)]
pub struct Cases {
    /// Where it stands.
    pub span: Span,
    /// What it belongs to: a phase, step, routine.
    pub path: String,
    /// The conditions of its arms.
    pub tests: Vec<NodeId>,
    /// Where they stand.
    pub arms: Vec<Span>,
}

/// A name with its gloss.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Its gloss.
    pub gloss: Option<String>,
}

/// A space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Physical id: `point[13]`, `bar`.
    pub id: String,
    /// Name of a named member.
    pub name: Option<String>,
    /// Its family.
    pub family: u32,
    /// Its number in the family.
    pub number: i32,
    /// Its owner, where each player has one.
    pub owner: Option<u32>,
}

/// A family of spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// Id of its first space.
    pub first: u32,
    /// Number of its first member.
    pub low: i32,
    /// How many members (for each player, where each has its own).
    pub len: u32,
    /// Whether it is a family at all, or a single space.
    pub numbered: bool,
    /// Whether each player has one.
    pub each: bool,
}

/// A route, resolved for each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// Its name.
    pub name: String,
    /// Whether its end joins its beginning.
    pub around: bool,
    /// For each seat the spaces in order; empty for a seat that has none.
    pub spaces: Vec<Vec<i32>>,
    /// For each seat and space its place, or none.
    pub places: Vec<Vec<i32>>,
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumInfo {
    /// Its name; empty for one written in place.
    pub name: String,
    /// Its values.
    pub values: Vec<Named>,
}

/// What a slot's number means, for people and files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A whole number.
    Number,
    /// A truth.
    Truth,
    /// A seat.
    Player,
    /// A space.
    Space,
    /// A kind of piece.
    Kind,
    /// A value of an enumeration.
    Enum(u32),
    /// A route.
    Route,
}

/// A group of dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Dice {
    /// Its name; empty for the unnamed group.
    pub name: String,
    /// How many dice (for each player, where each throws).
    pub number: u32,
    /// Whether each player throws.
    pub each: bool,
    /// Whether their order is visible.
    pub ordered: bool,
    /// Faces with weights.
    pub faces: Vec<(i32, u32)>,
    /// What a face is.
    pub meaning: Meaning,
    /// First slot.
    pub base: u32,
}

/// A table that sorts the throws of a group of dice into rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThrowTable {
    /// Its name.
    pub name: String,
    /// The enumeration of its rows.
    pub rows: u32,
    /// How many dice a throw has.
    pub dice: u32,
    /// Their different faces, ascending.
    pub faces: Vec<i32>,
    /// The row of each sequence of faces, the first face being the highest digit; -1 where none was found.
    pub map: Vec<i32>,
}

/// The shape of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One slot.
    Scalar,
    /// A count for each value.
    Bag {
        /// How many elements it holds at most.
        cap: u32,
        /// How many different values.
        len: u32,
    },
    /// A length and elements.
    List {
        /// How many elements it holds at most.
        cap: u32,
    },
}

/// An index of a variable: values from 0 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// What its values mean.
    pub meaning: Meaning,
    /// How many there are.
    pub len: u32,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// First slot.
    pub base: u32,
    /// What it is indexed by; the last index runs quickest.
    pub index: Vec<Index>,
    /// What its values mean.
    pub meaning: Meaning,
    /// The range of its values.
    pub range: (i32, i32),
    /// Whether it may be none.
    pub or_none: bool,
    /// Scalar, bag or list.
    pub shape: Shape,
    /// How long it lives.
    pub scope: Scope,
    /// First value of each slot.
    pub initial: Vec<i32>,
}

impl Var {
    /// Slots that one value takes.
    #[must_use]
    pub fn width(&self) -> u32 {
        match self.shape {
            Shape::Scalar => 1,
            Shape::Bag { len, .. } => len,
            Shape::List { cap } => cap + 1,
        }
    }

    /// Slots that it takes in all.
    #[must_use]
    pub fn slots(&self) -> u32 {
        self.index
            .iter()
            .fold(self.width(), |n, index| n.saturating_mul(index.len))
    }
}

/// A requirement or `let` of a step, in the order written.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// A parameter ranges over a set.
    Param {
        /// Which parameter.
        param: u32,
        /// What it ranges over.
        set: SetId,
        /// Whether only spaces on which `me` has pieces can pass what follows.
        held: bool,
    },
    /// A `let`; with a part, none refuses.
    Let {
        /// Where the value stands.
        tmp: u32,
        /// The value.
        value: NodeId,
        /// What refuses where it is none.
        part: Option<PartId>,
    },
    /// A requirement.
    Require {
        /// What must hold.
        test: NodeId,
        /// What refuses where it doesn't.
        part: PartId,
    },
}

/// A step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// Its parameters: name, temporary, meaning.
    pub params: Vec<StepParam>,
    /// As written, for explaining.
    pub tests: Vec<Test>,
    /// Reordered: each test as early as its parameters allow, for enumerating.
    pub plan: Vec<Test>,
    /// Address of its effects.
    pub body: u32,
    /// How it is written.
    pub notation: Vec<Piece>,
    /// Whether its notation and effects tell all its candidates apart.
    pub distinct: bool,
    /// Its own part.
    pub part: PartId,
}

/// A parameter of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct StepParam {
    /// Its name.
    pub name: String,
    /// Where its value stands while the step is looked at.
    pub tmp: u32,
    /// What the value means.
    pub meaning: Meaning,
}

/// A piece of a step's notation.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// These characters.
    Text(String),
    /// A value.
    Value(NodeId, Meaning),
    /// These characters if the event was emitted.
    If(u32, String),
}

/// A stretch of the code that is a part of the rules: a phase, a handler, a routine where it is called, a statement with a
/// label or warrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where the part stands: a declaration's head, or the whole statement.
    pub span: Span,
    /// Its first address.
    pub from: u32,
    /// The address behind it.
    pub to: u32,
}

/// An alternative of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The step; `None` for `pass`.
    pub step: Option<u32>,
    /// Values of its leading parameters.
    pub args: Vec<NodeId>,
    /// A condition.
    pub when: Option<NodeId>,
}

/// A choice: the first group that has a possible candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its groups.
    pub groups: Vec<Vec<Alternative>>,
}

/// A play: choices until nothing admissible goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// Its groups.
    pub groups: Vec<Vec<Alternative>>,
    /// What its end must satisfy.
    pub such_that: Vec<(NodeId, PartId)>,
    /// What is maximised, in order.
    pub best_by: Vec<Best>,
}

/// One expression of `best by`.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// What is maximised.
    pub value: NodeId,
    /// A bound that no sequence from here can exceed, where the compiler proved one.
    pub bound: Option<NodeId>,
    /// Its part.
    pub part: PartId,
}

/// A phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// Address of its code.
    pub entry: u32,
    /// Conditions looked at when it ends.
    pub watches: Vec<Watch>,
}

/// An event.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// Handlers, in the order in which they run.
    pub handlers: Vec<Handler>,
}

/// A handler: code that cannot wait.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// Its name.
    pub name: String,
    /// Temporaries that take the arguments.
    pub params: Vec<u32>,
    /// When it applies.
    pub when: Option<NodeId>,
    /// Address of its code.
    pub body: u32,
    /// Its part.
    pub part: PartId,
}

/// `EXPR becomes true at end of PHASE`: a condition watched for each seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Watch {
    /// The condition.
    pub test: NodeId,
    /// Slots, one for each seat, that keep whether it held.
    pub base: u32,
    /// What happens.
    pub handler: Handler,
}

/// A referee event.
#[derive(Clone, Debug, PartialEq)]
pub struct Referee {
    /// Its name.
    pub name: String,
    /// Its gloss.
    pub gloss: Option<String>,
    /// Parameters: name, temporary, meaning.
    pub params: Vec<StepParam>,
    /// Least and greatest value of each parameter, and whether it may be none.
    pub ranges: Vec<(i32, i32, bool)>,
    /// Address of its code.
    pub body: u32,
    /// Its part.
    pub part: PartId,
}

/// An end rule.
#[derive(Clone, Debug, PartialEq)]
pub struct EndRule {
    /// When it applies, for `me` = the mover, then the others in order.
    pub when: NodeId,
    /// Address of its code.
    pub body: u32,
    /// Its part.
    pub part: PartId,
}

/// A measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Its name.
    pub name: String,
    /// Its gloss.
    pub gloss: Option<String>,
    /// Its value, from the side of `me`.
    pub value: NodeId,
}

/// A named part of the rules.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// Dotted path: `advance.bar_first`, `may_land.block`, `move.most`.
    pub path: String,
    /// The reason given to people.
    pub reason: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// The warrants of its own, written with it or given to it by a `rests` table.
    pub warrants: Vec<Warrant>,
    /// What it rests on: its own warrants, else those of the declaration that it is a part of.
    pub ground: Arc<Ground>,
}

/// A declaration or a part of one, as a `rests` table names it, and what it rests on.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Dotted path: `advance`, `advance.own`, `setup`, `opening.fresh` for a choice of a reading; empty where nothing
    /// names it.
    pub path: String,
    /// As people call it, where nothing names it.
    pub called: String,
    /// Where it stands.
    pub span: Span,
    /// The declaration that it is a part of, as a number of [`Program::rules`].
    pub within: Option<u32>,
    /// Whether it decides something of the game, so that it has to rest on something where there is a source.
    pub decides: bool,
    /// What it rests on: its own warrants, else those of the declaration that it is a part of.
    pub ground: Arc<Ground>,
}

/// What a rule rests on.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    /// The warrants.
    pub rests_on: Vec<Warrant>,
    /// For each the ids of the clauses that it cites, ranges written out.
    pub cites: Vec<Vec<String>>,
    /// The ids of all these clauses, each once.
    pub clauses: Vec<String>,
    /// The links of the derivation by which they came to this game, as numbers of [`Program::links`].
    pub links: Vec<u32>,
}

impl Ground {
    /// The grade: the weakest among the warrants, where `elsewhere` only supports what a clause says or implies.
    #[must_use]
    pub fn grade(&self) -> Option<Grade> {
        Grade::of(&self.rests_on)
    }
}

/// A clause as its register has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClauseWords {
    /// The words, where the register quotes a document.
    pub quote: Option<String>,
    /// What they say, in our words.
    pub says: String,
    /// What became of the clause.
    pub status: &'static str,
}

/// A link of a derivation that has a warrant: `game X extends Y per CLAUSE`.
#[derive(Clone, Debug)]
pub struct Link {
    /// The derived game.
    pub game: String,
    /// What it extends.
    pub base: String,
    /// What the link rests on.
    pub warrants: Vec<Warrant>,
    /// The ids of the clauses that these cite, ranges written out.
    pub clauses: Vec<String>,
    /// The file of the derived game, as numbered among the sources.
    pub file: u16,
}

/// A reading and the choice in force.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Its name.
    pub name: String,
    /// The question it answers.
    pub question: Option<String>,
    /// Its choices: name, gloss, warrants.
    pub choices: Vec<(String, Option<String>, Vec<Warrant>)>,
    /// The default.
    pub default: usize,
    /// The choice in force.
    pub chosen: usize,
    /// Where it is declared.
    pub span: Span,
}

/// An agreement and the value in force.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// Its name.
    pub name: String,
    /// Its gloss.
    pub gloss: Option<String>,
    /// The values it may take, for people.
    pub range: String,
    /// The default, written.
    pub default: String,
    /// The value in force, written.
    pub chosen: String,
}

/// An expression of an example or claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Where it stands.
    pub span: Span,
    /// Its value.
    pub node: NodeId,
    /// What the value means.
    pub meaning: Meaning,
}

/// `given VARIABLE = VALUE` of an example or claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The line.
    pub span: Span,
    /// Address of the code that sets the variable.
    pub code: u32,
}

/// A board drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// `horseshoe`, `rows`, `road`.
    pub shape: String,
    /// Lines: word, then rows of blocks of spaces (for a space that each player has, the first seat's).
    pub lines: Vec<(String, Vec<Vec<Vec<u32>>>)>,
}

/// How whole plays are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayNotation {
    /// Between two moves.
    pub join: String,
    /// Equal moves: `{move}` and `{n}` are replaced; `None` writes them out.
    pub same: Option<String>,
    /// The sign at which a move's beginning and end are told apart, so that `13/7*` and `7/5` chain to `13/7*/5`.
    pub chain: Option<String>,
}

impl Default for PlayNotation {
    fn default() -> Self {
        Self {
            join: " ".into(),
            same: None,
            chain: None,
        }
    }
}

impl Program {
    /// How many seats play.
    #[must_use]
    pub fn seat_count(&self) -> usize {
        self.seats.len()
    }

    /// The phase at an index of the turn; beyond the turn's end, a single phase that was owed.
    #[must_use]
    pub fn phase_at(&self, at: usize) -> Option<usize> {
        let phase = match self.turn.get(at) {
            Some(phase) => *phase as usize,
            None => at - self.turn.len(),
        };
        (phase < self.phases.len()).then_some(phase)
    }

    /// Whether a variable holds money, which only payments move.
    #[must_use]
    pub fn is_account(&self, var: usize) -> bool {
        let money = self.money.as_ref();
        money.is_some_and(|m| m.accounts.iter().any(|a| a.var as usize == var))
    }

    /// All money there is in a position: the same in every position of a game.
    #[must_use]
    pub fn money_in(&self, slots: &[i32]) -> i64 {
        let accounts = self.money.iter().flat_map(|m| &m.accounts);
        let vars = accounts.map(|a| &self.vars[a.var as usize]);
        vars.flat_map(|v| &slots[v.base as usize..][..v.slots() as usize])
            .map(|n| i64::from(*n))
            .sum()
    }

    /// How an account is called: a purse by its player.
    #[must_use]
    pub fn account_name(&self, (account, seat): (u32, Option<u32>)) -> &str {
        let seat = seat.and_then(|s| self.seats.get(s as usize));
        let account = || self.money.as_ref()?.accounts.get(account as usize);
        let var = || self.vars.get(account()?.var as usize);
        seat.map(|s| s.name.as_str())
            .or_else(|| Some(var()?.name.as_str()))
            .unwrap_or_default()
    }

    /// The first account that holds less than it may: its variable, which of its places, and how much. Only what may owe
    /// goes below nothing.
    #[must_use]
    pub fn overdrawn(&self, slots: &[i32]) -> Option<(&Var, usize, i32)> {
        let accounts = self.money.iter().flat_map(|m| &m.accounts);
        accounts.filter(|a| a.short != super::Short::Owes).find_map(|a| {
            let var = &self.vars[a.var as usize];
            let held = &slots[var.base as usize..][..var.slots() as usize];
            let at = held.iter().position(|n| *n < 0)?;
            Some((var, at, held[at]))
        })
    }

    /// Where a quantifier that goes through too much is reported.
    #[must_use]
    pub fn bound_of(&self, node: NodeId) -> PartId {
        let at = self.bounds.binary_search_by_key(&node, |(n, _)| *n);
        at.map_or(0, |i| self.bounds[i].1)
    }

    /// The grade of what a part rests on, if it rests on anything.
    #[must_use]
    pub fn grade(&self, part: PartId) -> Option<Grade> {
        self.parts.get(part as usize)?.ground.grade()
    }

    /// The links by which what a rule rests on came to this game, from the game down.
    pub fn links_of<'a>(&'a self, ground: &'a Ground) -> impl Iterator<Item = &'a Link> {
        ground.links.iter().filter_map(|i| self.links.get(*i as usize))
    }

    /// The expression of an example or claim that stands at a place.
    #[must_use]
    pub fn fact(&self, span: Span) -> Option<&Fact> {
        self.facts.iter().find(|f| f.span == span)
    }

    /// A number as people and files read it.
    #[must_use]
    pub fn write_value(&self, v: i32, meaning: &Meaning) -> String {
        if v == super::NONE {
            return "none".into();
        }
        let name = |n: Option<&str>| n.map_or_else(|| v.to_string(), str::to_owned);
        let at = usize::try_from(v).unwrap_or(usize::MAX);
        match meaning {
            Meaning::Number => v.to_string(),
            Meaning::Truth => (v != 0).to_string(),
            Meaning::Player => name(self.seats.get(at).map(|s| s.name.as_str())),
            Meaning::Space => name(self.spaces.get(at).map(|s| s.id.as_str())),
            Meaning::Kind => name(self.kinds.get(at).map(|k| k.name.as_str())),
            Meaning::Enum(e) => name(self.enums[*e as usize].values.get(at).map(|n| n.name.as_str())),
            Meaning::Route => name(self.routes.get(at).map(|r| r.name.as_str())),
        }
    }

    /// A space as `me` writes it in a move: the own number, or a bare name.
    #[must_use]
    pub fn write_space(&self, space: i32, me: usize) -> String {
        let Some(info) = usize::try_from(space).ok().and_then(|s| self.spaces.get(s)) else {
            return "none".into();
        };
        let family = &self.families[info.family as usize];
        if !family.numbered {
            return family.name.clone();
        }
        self.own_number(space, me)
            .map_or_else(|| info.id.clone(), |n| n.to_string())
    }

    /// The own number of a space, for a player.
    #[must_use]
    pub fn own_number(&self, space: i32, me: usize) -> Option<i32> {
        let (route, by_left) = self.numbering?;
        let route = &self.routes[route as usize];
        let place = *route.places.get(me)?.get(usize::try_from(space).ok()?)?;
        if place == super::NONE {
            return None;
        }
        let last = i32::try_from(route.spaces[me].len()).ok()? - 1;
        Some(if by_left { last - place } else { place })
    }

    /// The seat so many places after another in the order of play, going round.
    #[must_use]
    pub fn seat_after(&self, seat: i32, places: i32) -> i32 {
        let seats = (self.seats.len() as i32).max(1);
        match self.order.iter().position(|s| *s == seat) {
            Some(at) => self.order[(at as i32 + places).rem_euclid(seats) as usize],
            None => (seat + places).rem_euclid(seats),
        }
    }

    /// The seats in order of play, from one on.
    pub fn seats_from(&self, first: i32) -> impl Iterator<Item = i32> + '_ {
        (0..self.seats.len() as i32).map(move |i| self.seat_after(first, i))
    }

    /// The seat that begins, unless `start` says otherwise.
    #[must_use]
    pub fn first_seat(&self) -> i32 {
        self.order.first().copied().unwrap_or(0)
    }

    /// The space with this own number, for a player.
    #[must_use]
    pub fn own_space(&self, number: i32, me: usize) -> Option<i32> {
        let (route, by_left) = self.numbering?;
        let spaces = self.routes[route as usize].spaces.get(me)?;
        let last = i32::try_from(spaces.len()).ok()? - 1;
        let place = if by_left { last - number } else { number };
        spaces.get(usize::try_from(place).ok()?).copied()
    }
}
