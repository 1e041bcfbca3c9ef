//! A position with its history: what is waited for, what may be chosen, apply, undo.

mod action;
mod beginning;
mod matches;

pub use self::action::{Action, Current, Refusal};
pub use self::matches::MatchResult;
use super::chance::Outcome;
use super::game::Game;
use super::hash::hash_slots;
use super::machine::{Candidate, Machine, Wait, stop};
use super::plays::rank;
use super::search::Searcher;
use crate::ir::{Bound, NONE, Paid, PartId, Program, Status, control};
use rand::Rng;
use std::sync::Arc;

/// Something that happened, and what undo restores.
#[derive(Clone, Debug)]
struct Past {
    slots: Vec<i32>,
    action: Action,
    turn: Arc<Vec<i32>>,
    since: usize,
}

/// A position of a game.
///
/// Copying it is cheap; two positions are equal when everything that matters to the game is.
#[derive(Clone, Debug)]
pub struct State {
    game: Game,
    max_rounds: u32,
    slots: Vec<i32>,
    wait: Wait,
    choices: Vec<Candidate>,
    past: Vec<Past>,
    /// The beginning of the running turn and what has happened in it.
    turn: Arc<Vec<i32>>,
    since: Vec<Action>,
    /// What was paid by the last action and what followed from it.
    paid: Vec<Paid>,
    /// The choices that came by since the last action without anything that could be chosen.
    passed: Vec<(Wait, Vec<i32>)>,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.slots == other.slots
    }
}
impl Eq for State {}

impl State {
    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game's program.
    #[must_use]
    pub fn program(&self) -> &Program {
        self.game.program()
    }

    /// Everything that matters, as [`crate::ir::Layout`] arranges it.
    #[must_use]
    pub fn slots(&self) -> &[i32] {
        &self.slots
    }

    /// The same position without what led to it, which is much cheaper to copy. Nothing can be taken back in it.
    #[must_use]
    pub fn without_history(&self) -> Self {
        Self {
            game: self.game.clone(),
            max_rounds: self.max_rounds,
            slots: self.slots.clone(),
            wait: self.wait,
            choices: self.choices.clone(),
            past: Vec::new(),
            turn: Arc::clone(&self.turn),
            since: self.since.clone(),
            paid: Vec::new(),
            passed: Vec::new(),
        }
    }

    /// The cap on rounds.
    #[must_use]
    pub fn max_rounds(&self) -> u32 {
        self.max_rounds
    }

    pub(crate) fn machine(&self) -> Machine<'_> {
        Machine::new(self.program(), i32::try_from(self.max_rounds).unwrap_or(i32::MAX))
    }

    /// Runs to the next wait and lists what may be chosen there.
    fn settle(&mut self) {
        let game = self.game.clone();
        let program = game.program();
        let mut machine = Machine::new(program, i32::try_from(self.max_rounds).unwrap_or(i32::MAX));
        let mut slots = std::mem::take(&mut self.slots);
        let mut choices = std::mem::take(&mut self.choices);
        let mut search = Searcher::default();
        machine.follow = true;
        let mut paid = program.money.as_ref().map(|_| std::mem::take(&mut self.paid));
        choices.clear();
        self.passed.clear();
        let wait = loop {
            machine.paid = paid.take();
            let wait = machine.run(&mut slots);
            let passed = machine.passed_over.drain(..);
            self.passed
                .extend(passed.map(|(choice, slots)| (Wait::Choice(choice), slots)));
            // From here on choices are only tried: what they would pay is not paid.
            paid = machine.paid.take();
            match wait {
                Wait::Choice(_) => {
                    choices.clone_from(&machine.offered);
                    machine.merge(&slots, &mut choices);
                    if machine.fuel.spent() {
                        choices.clear();
                        continue;
                    }
                }
                Wait::Play(play) => {
                    let play = &program.plays[play as usize];
                    if machine.legal_in_play(&mut search, &slots, play, &mut choices).is_err() {
                        choices.clear();
                        let part = machine.outgrown(&slots);
                        stop(&mut slots, part);
                        continue;
                    }
                    machine.merge(&slots, &mut choices);
                    if choices.is_empty() {
                        self.passed.push((wait, slots.clone()));
                        machine.finish_play(&mut slots);
                        continue;
                    }
                }
                Wait::Throw { group, given } => {
                    if !machine.can_roll(&slots, group, given) {
                        let part = machine.no_throw(&slots, group);
                        stop(&mut slots, part);
                        continue;
                    }
                }
                Wait::Idle | Wait::Over => {}
            }
            break wait;
        };
        self.slots = slots;
        self.choices = choices;
        self.wait = wait;
        self.paid = paid.unwrap_or_default();
        if let Some(began) = machine.began.take() {
            self.turn = Arc::new(began);
            self.since.clear();
        }
    }

    /// The beginning of the running round (or `start`) and what has happened since.
    #[must_use]
    pub fn since_turn_began(&self) -> (&[i32], &[Action]) {
        (&self.turn, &self.since)
    }

    /// Who has left by the last action of the history and what followed from it.
    pub fn left(&self) -> impl Iterator<Item = usize> + '_ {
        let base = self.program().layout.in_play as usize;
        let before = self.past.last().map(|past| &past.slots[base..]);
        let left = move |seat: &usize| before.is_some_and(|b| b[*seat] != 0) && self.slots[base + seat] == 0;
        (0..self.program().seats.len()).filter(left)
    }

    /// What was paid by the last action that was applied, and by what followed from it; nothing after an undo.
    #[must_use]
    pub fn paid(&self) -> &[Paid] {
        &self.paid
    }

    /// The positions since the last action in which somebody was to choose and there was nothing to be chosen, so that the
    /// game went on by itself: what refused a move there can be asked of them.
    #[must_use]
    pub fn passed_over(&self) -> Vec<Self> {
        let position = |(wait, slots): &(Wait, Vec<i32>)| Self {
            slots: slots.clone(),
            wait: *wait,
            choices: Vec::new(),
            ..self.without_history()
        };
        self.passed.iter().map(position).collect()
    }

    /// What is waited for.
    #[must_use]
    pub fn current(&self) -> Current {
        match self.wait {
            Wait::Throw { group, .. } => Current::Chance { group },
            Wait::Choice(_) | Wait::Play(_) => Current::Player {
                seat: usize::try_from(self.slots[control::ME]).unwrap_or(0),
            },
            Wait::Idle => Current::Idle,
            Wait::Over if self.slots[control::STATUS] == Status::Unfinished as i32 => Current::Unfinished,
            Wait::Over => Current::Over {
                winner: usize::try_from(self.slots[control::WINNER]).ok(),
            },
        }
    }

    /// The part of the rules by which it is somebody's to choose who is not to move; nothing where the mover chooses, or
    /// nobody.
    #[must_use]
    pub fn acts_by(&self) -> Option<PartId> {
        let program = self.program();
        let part = match self.wait {
            Wait::Choice(choice) => program.choices[choice as usize].acts_by,
            Wait::Play(play) => program.plays[play as usize].acts_by,
            Wait::Throw { .. } | Wait::Idle | Wait::Over => None,
        };
        part.filter(|_| self.slots[control::ME] != self.slots[control::MOVER])
    }

    pub(crate) fn wait(&self) -> Wait {
        self.wait
    }

    /// Whose turn it is.
    #[must_use]
    pub fn mover(&self) -> usize {
        usize::try_from(self.slots[control::MOVER]).unwrap_or(0)
    }

    /// Who acts: the chooser, or the mover at a throw.
    #[must_use]
    pub fn actor(&self) -> usize {
        usize::try_from(self.slots[control::ME]).unwrap_or_else(|_| self.mover())
    }

    /// The running phase's name; `start` before the first.
    #[must_use]
    pub fn phase(&self) -> &str {
        let program = self.program();
        let Ok(at) = usize::try_from(self.slots[control::PHASE]) else {
            return "start";
        };
        program.phase_at(at).map_or("", |p| program.phases[p].name.as_str())
    }

    /// Rounds finished.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        u32::try_from(self.slots[control::ROUNDS]).unwrap_or(0)
    }

    /// What may be chosen now, in canonical order; empty unless a player is to choose.
    #[must_use]
    pub fn legal_choices(&self) -> &[Candidate] {
        &self.choices
    }

    /// A choice as it is written; where two are written alike, what tells them apart follows in brackets: the step's name,
    /// if they are of different steps, and the values in which those of one step differ.
    #[must_use]
    pub fn write(&self, candidate: &Candidate) -> String {
        let mut machine = self.machine();
        let text = machine.text(&self.slots, candidate);
        let others: Vec<&Candidate> = self.choices.iter().filter(|other| *other != candidate).collect();
        let alike: Vec<&Candidate> = others
            .into_iter()
            .filter(|other| machine.text(&self.slots, other) == text)
            .collect();
        let Some(step) = self
            .program()
            .steps
            .get(candidate.step as usize)
            .filter(|_| !alike.is_empty())
        else {
            return text;
        };
        let (same, different): (Vec<&Candidate>, Vec<&Candidate>) =
            alike.into_iter().partition(|other| other.step == candidate.step);
        let mut telling: Vec<String> = Vec::new();
        if !different.is_empty() {
            telling.push(step.name.clone());
        }
        for (at, (_, value)) in machine.arguments(self.actor(), candidate).into_iter().enumerate() {
            if same.iter().any(|other| other.args[at] != candidate.args[at]) {
                telling.push(value);
            }
        }
        format!("{text} [{}]", telling.join(" "))
    }

    /// The values of a candidate's parameters by name, written.
    #[must_use]
    pub fn arguments(&self, candidate: &Candidate) -> Vec<(String, String)> {
        self.machine().arguments(self.actor(), candidate)
    }

    /// Outcomes of the throw that is waited for, with their weights; nothing where they are too many to list.
    #[must_use]
    pub fn chance_outcomes(&self) -> Option<Vec<Outcome>> {
        let Wait::Throw { group, given } = self.wait else {
            return Some(Vec::new());
        };
        self.machine().roll_outcomes(&self.slots, group, given)
    }

    /// Draws the throw that is waited for, without applying it.
    pub fn draw(&self, rng: &mut impl Rng) -> Option<Vec<i32>> {
        let Wait::Throw { group, given } = self.wait else {
            return None;
        };
        self.machine().draw_roll(&self.slots, group, given, rng)
    }

    /// The legal choice that one drawn word picks, uniformly: the rule that random agents follow everywhere.
    #[must_use]
    pub fn sample(&self, word: u64) -> Option<Candidate> {
        let mut machine = self.machine();
        match self.wait {
            Wait::Play(play) => {
                let play = &self.program().plays[play as usize];
                if play
                    .groups
                    .iter()
                    .flatten()
                    .all(|a| a.step.is_some_and(|s| self.program().steps[s as usize].distinct))
                {
                    // The same order as in playouts: by rank among all possible candidates.
                    let mut possible = Vec::new();
                    machine.possible(&self.slots, &play.groups, &mut possible);
                    let mut order: Vec<usize> = (0..=possible.len()).collect();
                    order.sort_by_key(|i| rank(word, *i));
                    return order
                        .into_iter()
                        .map(|i| possible.get(i).copied().unwrap_or(Candidate::bare(Candidate::STOP)))
                        .find(|c| self.choices.contains(c));
                }
            }
            Wait::Choice(_) => {}
            Wait::Throw { .. } | Wait::Idle | Wait::Over => return None,
        }
        (0..self.choices.len())
            .min_by_key(|i| rank(word, *i))
            .map(|i| self.choices[i])
    }

    /// Applies a throw, a choice, a referee event or the beginning of the next game.
    ///
    /// # Errors
    /// A [`Refusal`]; the position is then unchanged.
    pub fn apply(&mut self, mut action: Action) -> Result<(), Refusal> {
        if action == Action::NextGame {
            return self.go_on();
        }
        let mut slots = self.slots.clone();
        let paid;
        {
            let mut machine = self.machine();
            machine.paid = self.program().money.as_ref().map(|_| Vec::new());
            match (&mut action, self.wait) {
                (Action::Throw { group, faces }, Wait::Throw { group: due, .. }) if *group == due => {
                    if !self.allows_throw(faces) {
                        return Err(Refusal::no_throw(self.program(), due, faces));
                    }
                    *faces = self.canonical_throw(faces);
                    machine.throw(&mut slots, due, faces);
                }
                (Action::Choice(candidate), Wait::Choice(_) | Wait::Play(_)) => {
                    if !self.choices.contains(candidate) {
                        return Err(Refusal::Illegal(*candidate));
                    }
                    if let Wait::Play(play) = self.wait {
                        let play = &self.program().plays[play as usize];
                        machine.apply_play(&mut Searcher::default(), &mut slots, play, candidate);
                    } else {
                        machine.apply_choice(&mut slots, candidate);
                    }
                }
                (Action::Call { referee, args }, wait) if wait != Wait::Over => {
                    let info = self.program().referees.get(*referee).ok_or(Refusal::NoSuchCall)?;
                    let fits = |(v, (low, high, or_none)): (&i32, &(i32, i32, bool))| {
                        (low..=high).contains(&v) || *or_none && *v == NONE
                    };
                    if info.params.len() != args.len() || !args.iter().zip(&info.ranges).all(fits) {
                        return Err(Refusal::NoSuchCall);
                    }
                    machine.call(&mut slots, *referee, args);
                }
                _ => return Err(Refusal::NotNow(self.current())),
            }
            paid = machine.paid.take().unwrap_or_default();
        }
        self.paid = paid;
        let before = std::mem::replace(&mut self.slots, slots);
        self.past.push(Past {
            slots: before,
            action: action.clone(),
            turn: Arc::clone(&self.turn),
            since: self.since.len(),
        });
        self.since.push(action);
        self.settle();
        Ok(())
    }

    /// Applies a choice.
    ///
    /// # Errors
    /// As [`State::apply`].
    pub fn choose(&mut self, candidate: Candidate) -> Result<(), Refusal> {
        self.apply(Action::Choice(candidate))
    }

    /// Applies a throw of the dice that are due.
    ///
    /// # Errors
    /// As [`State::apply`].
    pub fn throw(&mut self, faces: &[i32]) -> Result<(), Refusal> {
        let Wait::Throw { group, .. } = self.wait else {
            return Err(Refusal::NotNow(self.current()));
        };
        self.apply(Action::Throw {
            group,
            faces: faces.to_vec(),
        })
    }

    /// The faces of a throw that is waited for as they are written: greatest first where their order is invisible.
    #[must_use]
    pub fn canonical_throw(&self, faces: &[i32]) -> Vec<i32> {
        let mut faces = faces.to_vec();
        if let Wait::Throw { group, .. } = self.wait {
            let dice = &self.program().dice[group as usize];
            if !dice.ordered {
                for part in faces.chunks_mut(dice.number.max(1) as usize) {
                    part.sort_unstable_by(|a, b| b.cmp(a));
                }
            }
        }
        faces
    }

    pub(super) fn allows_throw(&self, faces: &[i32]) -> bool {
        let Wait::Throw { group, given } = self.wait else {
            return false;
        };
        let dice = &self.program().dice[group as usize];
        let throwers = if dice.each { self.program().seats.len() } else { 1 };
        if faces.len() != throwers * dice.number as usize
            || !faces.iter().all(|f| dice.faces.iter().any(|(g, _)| g == f))
        {
            return false;
        }
        let Some(given) = given else { return true };
        let mut after = self.slots.clone();
        let faces = self.canonical_throw(faces);
        after[dice.base as usize..dice.base as usize + faces.len()].copy_from_slice(&faces);
        self.machine().eval(&after).holds(given)
    }

    /// Takes the last action back. False at the beginning of the history.
    pub fn undo(&mut self) -> bool {
        let Some(past) = self.past.pop() else { return false };
        self.slots = past.slots;
        self.paid.clear();
        self.settle();
        // The turn's log is rebuilt from the history that is left.
        let kept = self.past.len().saturating_sub(past.since);
        self.turn = past.turn;
        self.since = self.past[kept..].iter().map(|p| p.action.clone()).collect();
        true
    }

    /// How many actions can be taken back.
    #[must_use]
    pub fn history_len(&self) -> usize {
        self.past.len()
    }

    /// What has been done, from the first action on.
    pub fn history(&self) -> impl Iterator<Item = &Action> {
        self.past.iter().map(|p| &p.action)
    }

    /// A hash of everything that matters, the same on every platform.
    #[must_use]
    pub fn hash(&self) -> u64 {
        hash_slots(&self.slots)
    }

    /// Each seat's score; zeros until the game is over.
    #[must_use]
    pub fn scores(&self) -> Vec<i32> {
        let base = self.program().layout.scores as usize;
        self.slots[base..base + self.program().seats.len()].to_vec()
    }

    /// The part that ended or stopped the game.
    #[must_use]
    pub fn ended_by(&self) -> Option<u32> {
        (self.wait == Wait::Over).then(|| u32::try_from(self.slots[control::ENDED_BY]).unwrap_or(0))
    }

    /// What stopped the game as unfinished.
    #[must_use]
    pub fn bound(&self) -> Option<Bound> {
        let part = self.ended_by().filter(|_| self.current() == Current::Unfinished)?;
        Some(self.program().bound_of_part(part))
    }

    /// The end rule that applies already, where a position was set up that should have ended.
    #[must_use]
    pub fn overdue(&self) -> Option<u32> {
        let ends = &self.program().ends;
        ends.iter()
            .find(|rule| !self.game.seats_where(&self.slots, rule.when).is_empty())
            .map(|rule| rule.part)
    }

    /// The value of a measure for a seat; nothing where there is no such measure, or computing it takes too long.
    #[must_use]
    pub fn measure(&self, measure: usize, seat: usize) -> Option<i32> {
        let node = self.program().measures.get(measure)?.value;
        self.game.value(&self.slots, node, seat).ok()
    }

    /// What a throw of the unnamed dice is called, if it has a name.
    #[must_use]
    pub fn throw_name(&self, seat: usize, group: u32, faces: &[i32]) -> Option<String> {
        let program = self.program();
        let dice = program.dice.get(group as usize).filter(|d| d.name.is_empty())?;
        let (node, meaning) = program.throw_name.as_ref()?;
        let mut slots = self.slots.clone();
        slots
            .get_mut(dice.base as usize..dice.base as usize + faces.len())?
            .copy_from_slice(faces);
        let value = self.game.value(&slots, *node, seat).ok()?;
        (value != NONE).then(|| program.write_value(value, meaning))
    }

    /// Pieces of an owner and sort on a space.
    #[must_use]
    pub fn pieces(&self, owner: usize, sort: usize, space: usize) -> i32 {
        self.slots[self.program().piece_slot(owner, sort, space)]
    }
}
