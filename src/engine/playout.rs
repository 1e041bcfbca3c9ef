//! Whole games between random players, as fast as the reference executor goes: no log, no undo.

use super::exercise::{Decided, Exercise, Observer};
use super::machine::{Candidate, Machine, Wait, stop};
use super::overlaps::Overlaps;
use super::plays::rank;
use super::search::Searcher;
use crate::ir::{Bound, Play, Program, Status, control};
use rand::Rng;

/// How one playout went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Each seat's score.
    pub scores: Vec<i32>,
    /// Who won, where somebody did.
    pub winner: Option<usize>,
    /// How it ended.
    pub finished: bool,
    /// The part that ended or stopped it.
    pub by: u32,
    /// Rounds.
    pub rounds: u32,
    /// Decisions of players.
    pub decisions: u64,
}

/// Scratch space for playouts of one game.
#[derive(Clone, Debug)]
pub struct Playouts<'p> {
    machine: Machine<'p>,
    search: Searcher,
    slots: Vec<i32>,
    list: Vec<Candidate>,
}

impl<'p> Playouts<'p> {
    /// Ready to play a game; games that last `max_rounds` rounds are stopped as unfinished.
    #[must_use]
    pub fn new(program: &'p Program, max_rounds: u32) -> Self {
        Self {
            machine: Machine::new(program, i32::try_from(max_rounds).unwrap_or(i32::MAX)),
            search: Searcher::default(),
            slots: Vec::new(),
            list: Vec::new(),
        }
    }

    /// The same, recording which arms of `cases` hold together.
    #[must_use]
    pub fn recording(mut self) -> Self {
        self.machine.overlaps = Some(Overlaps::default());
        self
    }

    /// Which arms held together since this was asked last.
    pub fn overlaps(&mut self) -> Overlaps {
        self.machine.overlaps.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Plays one game: every choice uniform among the legal candidates.
    pub fn play(&mut self, dice: &mut impl Rng, agents: &mut impl Rng) -> Played {
        self.observed(dice, agents, &mut ())
    }

    /// Plays the same game, and tells which parts of the rules took effect in it or refused something.
    pub fn exercise(&mut self, dice: &mut impl Rng, agents: &mut impl Rng) -> (Played, Exercise) {
        let program = self.machine.program;
        self.machine.ran = vec![false; program.code.len()];
        let mut exercise = Exercise::new(program);
        let played = self.observed(dice, agents, &mut exercise);
        exercise.ran = std::mem::take(&mut self.machine.ran);
        (played, exercise)
    }

    fn observed<O: Observer>(&mut self, dice: &mut impl Rng, agents: &mut impl Rng, observer: &mut O) -> Played {
        let program = self.machine.program;
        self.slots.clone_from(&program.initial);
        self.machine.watching = O::WATCHES;
        self.machine.begin(&mut self.slots);
        let mut decisions = 0;
        // A word that was drawn where nothing was to be chosen, kept for the next choice: agents draw only for choices.
        let mut kept = None;
        loop {
            if !self.machine.fuel.spent() {
                self.machine.renew();
            }
            self.machine.watching = O::WATCHES;
            let wait = self.machine.run(&mut self.slots);
            self.machine.watching = false;
            for (choice, slots) in std::mem::take(&mut self.machine.passed_over) {
                let decided = Decided {
                    before: &slots,
                    groups: &program.choices[choice as usize].groups,
                    play: None,
                    chosen: None,
                };
                self.tell(observer, &decided);
            }
            match wait {
                Wait::Over => break,
                Wait::Throw { group, given } => match self.machine.draw_roll(&self.slots, group, given, dice) {
                    Some(faces) => {
                        if O::WATCHES {
                            observer.thrown(program, group, &faces);
                        }
                        self.machine.throw(&mut self.slots, group, &faces);
                    }
                    None => {
                        let part = self.machine.no_throw(&self.slots, group);
                        stop(&mut self.slots, part);
                    }
                },
                // Nobody is there to call anything.
                Wait::Idle => stop(&mut self.slots, Bound::Call.part()),
                Wait::Choice(choice) => {
                    let word = kept.take().unwrap_or_else(|| agents.next_u64());
                    decisions += 1;
                    let before = self.before::<O>();
                    let chosen = self.choose(word);
                    let decided = Decided {
                        before: &before,
                        groups: &program.choices[choice as usize].groups,
                        play: None,
                        chosen,
                    };
                    self.tell(observer, &decided);
                }
                Wait::Play(play) => {
                    let play = &program.plays[play as usize];
                    let word = kept.take().unwrap_or_else(|| agents.next_u64());
                    let distinct = play
                        .groups
                        .iter()
                        .flatten()
                        .all(|a| a.step.is_some_and(|s| program.steps[s as usize].distinct));
                    let before = self.before::<O>();
                    let chosen = if distinct {
                        self.machine.sample_play(&mut self.search, &mut self.slots, play, word)
                    } else {
                        self.merged(play, word)
                    };
                    let decided = Decided {
                        before: &before,
                        groups: &play.groups,
                        play: Some(play),
                        chosen,
                    };
                    self.tell(observer, &decided);
                    if chosen.is_some() {
                        decisions += 1;
                    } else {
                        kept = Some(word);
                    }
                }
            }
        }
        let scores = program.layout.scores as usize;
        Played {
            scores: self.slots[scores..scores + program.seats.len()].to_vec(),
            winner: usize::try_from(self.slots[control::WINNER]).ok(),
            finished: self.slots[control::STATUS] != Status::Unfinished as i32,
            by: self.slots[control::ENDED_BY] as u32,
            rounds: self.slots[control::ROUNDS] as u32,
            decisions,
        }
    }

    fn outgrown(&mut self) {
        let part = self.machine.outgrown(&self.slots);
        stop(&mut self.slots, part);
    }

    /// The position, where somebody wants to see it after the decision.
    fn before<O: Observer>(&self) -> Vec<i32> {
        if O::WATCHES { self.slots.clone() } else { Vec::new() }
    }

    fn tell<O: Observer>(&mut self, observer: &mut O, decided: &Decided<'_>) {
        if O::WATCHES {
            observer.decided(&mut self.machine, &mut self.search, decided);
        }
    }

    fn choose(&mut self, word: u64) -> Option<Candidate> {
        std::mem::swap(&mut self.list, &mut self.machine.offered);
        self.machine.merge(&self.slots, &mut self.list);
        let best = (0..self.list.len()).min_by_key(|i| rank(word, *i));
        let candidate = best.map(|i| self.list[i]);
        let Some(candidate) = candidate.filter(|_| !self.machine.fuel.spent()) else {
            self.outgrown();
            return None;
        };
        self.machine.apply_choice(&mut self.slots, &candidate);
        Some(candidate)
    }

    /// A play whose candidates may coincide: the merged list decides. Nothing when the play was left.
    fn merged(&mut self, play: &Play, word: u64) -> Option<Candidate> {
        if self
            .machine
            .legal_in_play(&mut self.search, &self.slots, play, &mut self.list)
            .is_err()
        {
            self.outgrown();
            return None;
        }
        self.machine.merge(&self.slots, &mut self.list);
        let best = (0..self.list.len()).min_by_key(|i| rank(word, *i));
        let Some(candidate) = best.map(|i| self.list[i]) else {
            self.machine.finish_play(&mut self.slots);
            return None;
        };
        self.machine
            .apply_play(&mut self.search, &mut self.slots, play, &candidate);
        Some(candidate)
    }
}
