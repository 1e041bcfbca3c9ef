//! Whole plays: everything one player decides up to the next throw, another chooser or the end of the turn.

use super::game::{Game, MAX_ROUNDS};
use super::hash::{AsIs, hash_slots};
use super::machine::{Candidate, Machine, Wait};
use super::named::name_of;
use super::search::Searcher;
use super::state::{Refusal, State};
use super::written::write_play;
use crate::ir::control;
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
    let mut wholes: Vec<Whole> = ends.list.into_iter().filter_map(written).collect();
    name_alike(machine, usize::try_from(me).unwrap_or(0), &mut wholes);
    Some(wholes)
}

/// Plays that are written alike though they end differently are named by their steps instead.
fn name_alike(machine: &Machine<'_>, me: usize, wholes: &mut [Whole]) {
    let mut times: HashMap<String, u32> = HashMap::new();
    for whole in wholes.iter() {
        *times.entry(whole.notation.clone()).or_default() += 1;
    }
    for whole in wholes.iter_mut().filter(|w| times[&w.notation] > 1) {
        let names: Vec<String> = whole.steps.iter().filter_map(|c| name_of(machine, me, c)).collect();
        if !names.is_empty() {
            whole.notation = names.join(&machine.program.play_notation.join);
        }
    }
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
