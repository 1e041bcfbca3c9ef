//! The program of one compiled game.

use super::{
    Agreement, BagExpr, Bound, Cases, Choice, ClauseWords, Dice, Drawing, EndRule, EnumInfo, Event, Fact, Family,
    FixedSet, Given, Ground, Handler, Kind, Layout, Link, Mark, Mask, MaskExpr, Meaning, Measure, Money, Named, Node,
    NodeId, Op, Part, PartId, Phase, Play, PlayNotation, Pull, Reading, Referee, Route, Rule, SetExpr, Sides, Sort,
    Space, Step, Stretch, ThrowTable, Var,
};
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::Grade;
use std::collections::{BTreeMap, BTreeSet};

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
    /// Expressions over all values of a variable.
    pub masks: Vec<MaskExpr>,
    /// Constant masks.
    pub constant_masks: Vec<Mask>,
    /// Constant maps, turned round.
    pub pulls: Vec<Pull>,
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
    /// Why nobody can play the game, where its rules are lost.
    pub lost: Option<String>,
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
    /// Where the bounds of statements are reported, inner ones before those around them.
    pub stretches: Vec<Stretch>,
}

impl Program {
    /// The same program without masks: every candidate and every member of a set is looked at by itself. It answers the
    /// same, only slower; the two are held against each other.
    #[must_use]
    pub fn without_masks(mut self) -> Self {
        for step in &mut self.steps {
            step.lanes = None;
        }
        for at in 0..self.nodes.len() {
            if let Node::Masked { of, .. } = self.nodes[at] {
                self.nodes[at] = self.nodes[of as usize].clone();
            }
        }
        self
    }

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
        at.map_or(Bound::Work.part(), |i| self.bounds[i].1)
    }

    /// Where a bound is reported that is outgrown at an address: the innermost statement that it may be outgrown at. What
    /// is done too often is done in the innermost loop, if in any.
    #[must_use]
    pub fn bound_at(&self, pc: u32, bound: Bound) -> PartId {
        let around = || {
            let mut all = self.stretches.iter();
            std::iter::from_fn(move || all.find(|s| s.bound == bound && (s.from..s.to).contains(&pc)))
        };
        let found = around().find(|s| s.repeats).or_else(|| around().next());
        found.map_or(bound.part(), |s| s.part)
    }

    /// What stopped an unfinished game, by the part that did.
    #[must_use]
    pub fn bound_of_part(&self, part: PartId) -> Bound {
        let part = self.parts.get(part as usize);
        part.and_then(|p| p.bound).unwrap_or(Bound::Rule)
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

    /// A space as `me` tells it from all others: as in a move, and another's by whose it is, `bar of 乙`.
    #[must_use]
    pub fn tell_space(&self, space: i32, me: usize) -> String {
        let name = self.write_space(space, me);
        let info = usize::try_from(space).ok().and_then(|s| self.spaces.get(s));
        let owner = info.and_then(|s| s.owner).filter(|owner| *owner as usize != me);
        match owner.and_then(|owner| self.seats.get(owner as usize)) {
            Some(owner) => format!("{name} of {}", owner.name),
            None => name,
        }
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
        if self.order.is_empty() {
            let at = seat + places;
            return if (0..seats).contains(&at) {
                at
            } else {
                at.rem_euclid(seats)
            };
        }
        match self.order.iter().position(|s| *s == seat) {
            Some(at) => self.order[(at as i32 + places).rem_euclid(seats) as usize],
            None => (seat + places).rem_euclid(seats),
        }
    }

    /// The seats in order of play, from one on.
    pub fn seats_from(&self, first: i32) -> impl Iterator<Item = i32> + '_ {
        let at = self.order.iter().position(|s| *s == first);
        let (before, from) = self.order.split_at(at.unwrap_or(0));
        let seats = if self.order.is_empty() {
            self.seats.len() as i32
        } else {
            0
        };
        let first = first.clamp(0, seats);
        let named = (first..seats).chain(0..first);
        from.iter().chain(before).copied().chain(named)
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
        let place = if by_left { last.checked_sub(number)? } else { number };
        spaces.get(usize::try_from(place).ok()?).copied()
    }
}
