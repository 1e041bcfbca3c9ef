//! Whole plays: everything one player decides up to the next throw, another chooser or the end of the turn.

use super::game::{Game, MAX_ROUNDS};
use super::machine::{Candidate, Machine, Wait};
use super::named::Named;
use super::plays::{AsIs, Searcher, hash_slots};
use super::state::{Action, Refusal, State};
use crate::ir::{Piece, PlayNotation, Program, control};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;
use std::rc::Rc;

/// How many positions of one turn are looked at, and how many numbers they may be made of.
const MAX_POSITIONS: usize = 50_000;
const MAX_NUMBERS: usize = 40_000_000;
/// How many ways to one position are compared for the shortest notation.
const MAX_WAYS: usize = 24;

/// One distinct outcome of a turn.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The choices that lead there, in order.
    pub steps: Vec<Candidate>,
    /// How it is written.
    pub notation: String,
    /// The slots of the position there, settled at its next wait.
    pub slots: Vec<i32>,
    /// The beginning of the next round, where the decisions ended this one.
    pub began: Option<Vec<i32>>,
}

/// Turns of one game, one after the other, with scratch space that is kept.
#[derive(Clone, Debug)]
pub struct Turner<'g> {
    machine: Machine<'g>,
    search: Searcher,
}

impl<'g> Turner<'g> {
    /// For a game.
    #[must_use]
    pub fn new(game: &'g Game) -> Self {
        let rounds = i32::try_from(MAX_ROUNDS).unwrap_or(i32::MAX);
        Self {
            machine: Machine::new(game.program(), rounds),
            search: Searcher::default(),
        }
    }

    /// As [`State::wholes`], after a throw that the position waits for. Nothing when there are too many positions.
    ///
    /// # Errors
    /// A [`Refusal`] when it is no throw for this position.
    pub fn after_throw(&mut self, state: &State, faces: &[i32]) -> Result<Option<Vec<Whole>>, Refusal> {
        let Wait::Throw { group, .. } = state.wait() else {
            return Err(Refusal::NotNow(state.current()));
        };
        if !state.allows_throw(faces) {
            return Err(Refusal::no_throw(state.program(), group, faces));
        }
        self.machine.renew();
        let mut slots = state.slots().to_vec();
        self.machine.throw(&mut slots, group, &state.canonical_throw(faces));
        Ok(wholes(&mut self.machine, &mut self.search, &slots))
    }
}

/// Why a written play could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// Nothing is to be chosen now.
    NotNow,
    /// A part of the text is no move of this game.
    NoSuchMove(String),
    /// A part is a move but not legal at its place.
    Illegal(String),
    /// The text means several different things.
    Ambiguous(Vec<String>),
}

/// Joins written moves, in the order played, to the notation of a whole play.
#[must_use]
pub fn write_play(program: &Program, moves: &[String]) -> String {
    let notation = &program.play_notation;
    let mut chains: Vec<String> = Vec::new();
    for text in moves.iter().filter(|t| !t.is_empty()) {
        let link = notation.chain.as_deref().and_then(|sep| {
            let (from, rest) = text.split_once(sep)?;
            let at = chains.iter().position(|c| {
                c.rsplit(sep)
                    .next()
                    .is_some_and(|end| c.contains(sep) && bare(program, end) == from)
            })?;
            Some((at, format!("{sep}{rest}")))
        });
        match link {
            Some((at, tail)) => chains[at].push_str(&tail),
            None => chains.push(text.clone()),
        }
    }
    let mut out: Vec<(String, usize)> = Vec::new();
    for chain in chains {
        match out.iter_mut().find(|(c, _)| *c == chain) {
            Some((_, n)) if notation.same.is_some() => *n += 1,
            _ => out.push((chain, 1)),
        }
    }
    let written: Vec<String> = out
        .into_iter()
        .map(|(text, n)| match (&notation.same, n) {
            (Some(same), 2..) => same.replace("{move}", &text).replace("{n}", &n.to_string()),
            _ => text,
        })
        .collect();
    written.join(&notation.join)
}

/// A place without the signs that events add to it.
fn bare<'t>(program: &Program, text: &'t str) -> &'t str {
    let mut text = text;
    for step in &program.steps {
        for piece in &step.notation {
            if let Piece::If(_, sign) = piece {
                text = text.trim_end_matches(sign.as_str());
            }
        }
    }
    text
}

impl State {
    /// The distinct outcomes of all that the player who is to choose decides from here. A throw due first must have been
    /// applied. Nothing to choose: one outcome, the position itself.
    ///
    /// # Errors
    /// `None` when there are too many positions.
    #[must_use]
    pub fn wholes(&self) -> Option<Vec<Whole>> {
        let mut machine = self.machine();
        let mut search = Searcher::default();
        wholes(&mut machine, &mut search, self.slots())
    }

    /// The distinct positions at which all that the player who is to choose decides from here can end: those of
    /// [`State::wholes`], without a way there or its notation. `None` when there are too many positions.
    #[must_use]
    pub fn ends(&self) -> Option<Vec<Vec<i32>>> {
        let mut machine = self.machine();
        let mut search = Searcher::default();
        ends(&mut machine, &mut search, self.slots())
    }

    /// Reads a move or a whole play in the game's notation: the choices, in an order in which they are legal.
    ///
    /// Moves may stand in any order; signs of events may be left out; `6/4(3)` and `13/7/5` stand for several moves. Of a
    /// chain the places in between may be left out, where all ways from end to end come to the same. A move may also be
    /// named by its step and values, `advance(6, 4)`; alone, by as many of the first as single it out.
    ///
    /// # Errors
    /// [`Unread`].
    pub fn read_play(&self, text: &str) -> Result<Vec<Candidate>, Unread> {
        if self.legal_choices().is_empty() {
            return Err(Unread::NotNow);
        }
        // One choice written as `write` writes it, brackets included.
        let exact: Vec<Candidate> = self
            .legal_choices()
            .iter()
            .copied()
            .filter(|c| self.write(c) == text.trim())
            .collect();
        if let [only] = exact.as_slice() {
            return Ok(vec![*only]);
        }
        if let Some(named) = Named::read(self.program(), text) {
            let legal = self.legal_choices().iter().copied();
            let meant: Vec<Candidate> = legal.filter(|c| self.is_named(c, &named)).collect();
            match meant.as_slice() {
                [] => {}
                [only] => return Ok(vec![*only]),
                several => {
                    return Err(Unread::Ambiguous(
                        several.iter().filter_map(|c| self.named(c)).collect(),
                    ));
                }
            }
        }
        let moves = split(self.program(), text);
        if moves.is_empty() {
            return Err(Unread::NoSuchMove(text.trim().to_owned()));
        }
        let actor = self.actor();
        let mut way = Vec::new();
        let mut left = moves.clone();
        let mut budget = 20_000;
        if follow(self, actor, &mut left, &mut way, &mut budget) {
            return Ok(way);
        }
        if let Some(sep) = self.program().play_notation.chain.as_deref() {
            let mut short = Shortened {
                sep,
                actor,
                budget: 2_000,
                found: Vec::new(),
            };
            short.follow(self, &moves, &mut Vec::new(), &mut Vec::new());
            match short.found.as_slice() {
                [] => {}
                [(_, only, _)] => return Ok(only.clone()),
                several => {
                    let plays = several.iter().map(|(_, _, texts)| write_play(self.program(), texts));
                    return Err(Unread::Ambiguous(plays.collect()));
                }
            }
        }
        // A notation may have blanks in it, so that the whole is one move.
        if !self.candidates_written(text).is_empty() {
            return Err(Unread::Illegal(text.trim().to_owned()));
        }
        let first = moves
            .iter()
            .find(|m| self.legal_choices().iter().all(|c| !spelled(self, c, m)))
            .or(moves.first())
            .cloned()
            .unwrap_or_default();
        if self.candidates_written(&first).is_empty() {
            Err(Unread::NoSuchMove(first))
        } else {
            Err(Unread::Illegal(first))
        }
    }

    /// Applies a sequence of choices.
    ///
    /// # Errors
    /// The refusal of the first that is not legal at its place; those before it stay applied.
    pub fn choose_all(&mut self, choices: &[Candidate]) -> Result<(), Refusal> {
        choices.iter().try_for_each(|c| self.apply(Action::Choice(*c)))
    }
}

/// Whether a candidate is written so, event signs aside, or named so with all its values.
fn spelled(state: &State, candidate: &Candidate, text: &str) -> bool {
    let written = state.machine().text(state.slots(), candidate);
    let program = state.program();
    written == text
        || (bare(program, &written) == bare(program, text))
        || Named::read(program, text).is_some_and(|n| n.whole(program) && state.is_named(candidate, &n))
}

/// Uses up the written moves in any order that is legal.
fn follow(state: &State, actor: usize, left: &mut Vec<String>, way: &mut Vec<Candidate>, budget: &mut u32) -> bool {
    if left.is_empty() {
        return true;
    }
    if *budget == 0 || state.actor() != actor {
        return false;
    }
    *budget -= 1;
    for i in 0..left.len() {
        if left[..i].contains(&left[i]) {
            continue;
        }
        for candidate in state.legal_choices() {
            if !spelled(state, candidate, &left[i]) {
                continue;
            }
            let mut next = state.clone();
            if next.choose(*candidate).is_err() {
                continue;
            }
            let text = left.remove(i);
            way.push(*candidate);
            if follow(&next, actor, left, way, budget) {
                return true;
            }
            way.pop();
            left.insert(i, text);
        }
    }
    false
}

/// Reads chains of which only the ends are written.
struct Shortened<'p> {
    sep: &'p str,
    actor: usize,
    budget: u32,
    /// Each position that the written moves lead to, with one way there.
    found: Vec<(State, Vec<Candidate>, Vec<String>)>,
}

impl Shortened<'_> {
    fn follow(&mut self, state: &State, left: &[String], way: &mut Vec<Candidate>, texts: &mut Vec<String>) {
        if left.is_empty() {
            if self.found.iter().all(|(end, ..)| end != state) {
                self.found.push((state.clone(), way.clone(), texts.clone()));
            }
            return;
        }
        if self.budget == 0 || state.actor() != self.actor {
            return;
        }
        self.budget -= 1;
        for candidate in state.legal_choices() {
            let text = state.machine().text(state.slots(), candidate);
            for i in 0..left.len() {
                if left[..i].contains(&left[i]) {
                    continue;
                }
                let mut rest = left.to_vec();
                if spelled(state, candidate, &left[i]) {
                    rest.remove(i);
                } else if let Some(tail) = self.tail(state.program(), &text, &left[i]) {
                    rest[i] = tail;
                } else {
                    continue;
                }
                let mut next = state.clone();
                if next.choose(*candidate).is_err() {
                    continue;
                }
                way.push(*candidate);
                texts.push(text.clone());
                self.follow(&next, &rest, way, texts);
                way.pop();
                texts.pop();
            }
        }
    }

    /// What is left of a written chain after a move that begins where it begins: `7/4` of `13/4` after `13/7`.
    fn tail(&self, program: &Program, text: &str, chain: &str) -> Option<String> {
        let (from, to) = text.split_once(self.sep)?;
        let (begins, ends) = chain.split_once(self.sep)?;
        (from == begins).then(|| format!("{}{}{ends}", bare(program, to), self.sep))
    }
}

/// The single moves that a written play stands for, in the order written.
#[must_use]
pub fn split_play(program: &Program, text: &str) -> Vec<String> {
    split(program, text)
}

/// A written play as single moves: `13/7*/5` is `13/7*` and `7/5`, `6/4(3)` is three times `6/4`.
fn split(program: &Program, text: &str) -> Vec<String> {
    let notation = &program.play_notation;
    let mut moves = Vec::new();
    for word in words(notation.join.trim(), text) {
        if Named::read(program, word).is_some() {
            moves.push(word.to_owned());
            continue;
        }
        let (word, times) = repeated(notation, word);
        let mut single = Vec::new();
        match notation.chain.as_deref() {
            Some(sep) if word.matches(sep).count() > 1 => {
                let stops: Vec<&str> = word.split(sep).collect();
                for pair in stops.windows(2) {
                    let from = pair[0].trim_end_matches(|c: char| !c.is_alphanumeric());
                    single.push(format!("{from}{sep}{}", pair[1]));
                }
            }
            _ => single.push(word.to_owned()),
        }
        for _ in 0..times {
            moves.extend(single.iter().cloned());
        }
    }
    moves.truncate(64);
    moves
}

/// What stands between the signs that join moves, or between blanks. Within parentheses nothing is joined.
fn words<'t>(join: &str, text: &'t str) -> Vec<&'t str> {
    let mut words = Vec::new();
    let (mut start, mut depth) = (0, 0_i32);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth -= 1,
            _ => {}
        }
        let joins = if join.is_empty() {
            c.is_whitespace().then_some(c.len_utf8())
        } else {
            text[at..].starts_with(join).then_some(join.len())
        };
        if let Some(len) = joins.filter(|_| depth <= 0 && at >= start) {
            words.push(&text[start..at]);
            start = at + len;
        }
    }
    words.push(&text[start.min(text.len())..]);
    words.into_iter().map(str::trim).filter(|w| !w.is_empty()).collect()
}

fn repeated<'w>(notation: &PlayNotation, word: &'w str) -> (&'w str, usize) {
    let Some((before, after)) = notation
        .same
        .as_deref()
        .and_then(|s| s.strip_prefix("{move}"))
        .and_then(|s| s.split_once("{n}"))
    else {
        return (word, 1);
    };
    let parsed = word.strip_suffix(after).and_then(|w| {
        let (text, n) = w.rsplit_once(before)?;
        Some((text, n.parse::<usize>().ok()?))
    });
    match parsed {
        Some((text, n)) if (1..=64).contains(&n) && !before.is_empty() => (text, n),
        _ => (word, 1),
    }
}

/// A position on the way, with the ways to it.
struct Node {
    slots: Vec<i32>,
    began: Option<Vec<i32>>,
    ways: Vec<Way>,
}

/// Choices in order, the last one first, and how they are written. Ways that begin alike share that.
#[derive(Clone, Default)]
struct Way(Option<Rc<Link>>);

struct Link {
    before: Way,
    step: Candidate,
    text: Rc<str>,
}

impl Way {
    fn with(&self, step: Candidate, text: &Rc<str>) -> Self {
        Way(Some(Rc::new(Link {
            before: self.clone(),
            step,
            text: Rc::clone(text),
        })))
    }

    /// The choices and how they are written, from the first on.
    fn unrolled(&self) -> (Vec<Candidate>, Vec<String>) {
        let mut links: Vec<&Link> = std::iter::successors(self.0.as_deref(), |link| link.before.0.as_deref()).collect();
        links.reverse();
        links.into_iter().map(|link| (link.step, link.text.to_string())).unzip()
    }
}

/// Distinct positions in the order in which they were found.
#[derive(Default)]
struct Nodes {
    list: Vec<Node>,
    at: HashMap<u64, usize, BuildHasherDefault<AsIs>>,
}

impl Nodes {
    /// Adds a position, or the ways to it to the equal position that is there.
    fn add(&mut self, slots: Vec<i32>, began: Option<Vec<i32>>, ways: impl Iterator<Item = Way>) {
        match self.at.entry(hash_slots(&slots)) {
            Entry::Occupied(known) => {
                let known = &mut self.list[*known.get()].ways;
                let room = MAX_WAYS.saturating_sub(known.len());
                known.extend(ways.take(room));
            }
            Entry::Vacant(free) => {
                free.insert(self.list.len());
                let ways = ways.collect();
                self.list.push(Node { slots, began, ways });
            }
        }
    }
}

/// How many positions like this one are looked at.
fn most_like(slots: &[i32]) -> usize {
    (MAX_NUMBERS / slots.len().max(1)).min(MAX_POSITIONS)
}

/// The distinct outcomes of the actor's decisions from a position.
pub(crate) fn wholes(machine: &mut Machine<'_>, search: &mut Searcher, slots: &[i32]) -> Option<Vec<Whole>> {
    let me = slots[control::ME];
    let program = machine.program;
    machine.follow = true;
    let mut ends = Nodes::default();
    let mut level = vec![Node {
        slots: slots.to_vec(),
        began: None,
        ways: vec![Way::default()],
    }];
    let mut list = Vec::new();
    let (mut seen, most) = (0, most_like(slots));
    while !level.is_empty() {
        let mut next = Nodes::default();
        for mut node in level {
            seen += 1;
            if seen + next.list.len() > most {
                return None;
            }
            let wait = machine.run(&mut node.slots);
            if machine.fuel.spent() {
                return None;
            }
            machine.passed_over.clear();
            node.began = machine.began.take().or(node.began);
            let mine = node.slots[control::ME] == me && node.began.is_none();
            match wait {
                Wait::Choice(_) if mine => list.clone_from(&machine.offered),
                Wait::Play(play) if mine => {
                    let play = &program.plays[play as usize];
                    if machine.legal_in_play(search, &node.slots, play, &mut list).is_err() {
                        return None;
                    }
                    if list.is_empty() {
                        machine.finish_play(&mut node.slots);
                        // What follows the play may be another choice of the same player.
                        next.add(node.slots, node.began, node.ways.into_iter());
                        continue;
                    }
                }
                _ => {
                    ends.add(node.slots, node.began, node.ways.into_iter());
                    continue;
                }
            }
            machine.merge(&node.slots, &mut list);
            for candidate in &list {
                let text: Rc<str> = machine.text(&node.slots, candidate).into();
                let mut after = node.slots.clone();
                match wait {
                    Wait::Play(play) => {
                        machine.apply_play(search, &mut after, &program.plays[play as usize], candidate);
                    }
                    _ => machine.apply_choice(&mut after, candidate),
                }
                let ways = node.ways.iter().map(|way| way.with(*candidate, &text));
                next.add(after, node.began.clone(), ways);
            }
        }
        level = next.list;
    }
    let written = |node: Node| {
        let ways = node.ways.iter().map(|way| {
            let (steps, texts) = way.unrolled();
            (write_play(program, &texts), steps)
        });
        let (notation, steps) = ways.min_by_key(|(text, _)| text.chars().count())?;
        Some(Whole {
            steps,
            notation,
            slots: node.slots,
            began: node.began,
        })
    };
    Some(ends.list.into_iter().filter_map(written).collect())
}

/// The distinct positions in which the actor's decisions from a position end.
pub(crate) fn ends(machine: &mut Machine<'_>, search: &mut Searcher, slots: &[i32]) -> Option<Vec<Vec<i32>>> {
    let program = machine.program;
    let (me, turn) = (slots[control::ME], slots[control::TURN]);
    let most = most_like(slots);
    let mut known = HashSet::new();
    let mut ends_known = HashSet::new();
    let mut ends = Vec::new();
    let mut open = vec![slots.to_vec()];
    let (mut after, mut list) = (Vec::new(), Vec::new());
    while let Some(mut slots) = open.pop() {
        if known.len() > most {
            return None;
        }
        let wait = machine.run(&mut slots);
        if machine.fuel.spent() {
            return None;
        }
        let mine = slots[control::ME] == me && slots[control::TURN] == turn;
        after.clear();
        match wait {
            Wait::Choice(_) if mine => {
                list.clone_from(&machine.offered);
                for candidate in &list {
                    let mut next = slots.clone();
                    machine.apply_choice(&mut next, candidate);
                    after.push(next);
                }
            }
            Wait::Play(play) if mine => {
                machine
                    .after_legal(search, &slots, &program.plays[play as usize], &mut after)
                    .ok()?;
                if after.is_empty() {
                    // What follows the play may be another choice of the same player.
                    machine.finish_play(&mut slots);
                    after.push(slots);
                }
            }
            _ => {
                if ends_known.insert(hash_slots(&slots)) {
                    ends.push(slots);
                }
            }
        }
        open.extend(after.drain(..).filter(|next| known.insert(hash_slots(next))));
    }
    Some(ends)
}
