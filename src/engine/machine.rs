//! Executes the flat code on a position until something waits: a throw, a choice, a play, or the end.

use super::chance::outcomes;
use super::eval::Eval;
use super::fuel::{Fuel, Place};
use super::overlaps::Overlaps;
use super::variables::{push, put, remove};
use crate::ir::{BagVar, Bound, NONE, NodeId, Op, Paid, PartId, Program, Status, control};
use crate::syntax::tree::Scope;
use std::collections::VecDeque;

/// How many parameters a step may have.
pub const MAX_PARAMS: usize = 6;

/// A step with values for its parameters, or one of the two steps that every game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Candidate {
    /// The step, [`Candidate::PASS`] or [`Candidate::STOP`].
    pub step: u32,
    /// Values of its parameters; the rest is zero.
    pub args: [i32; MAX_PARAMS],
}

impl Candidate {
    /// `pass` in a choice.
    pub const PASS: u32 = u32::MAX;
    /// Ending a play that may also go on.
    pub const STOP: u32 = u32::MAX - 1;

    /// `pass` or `stop`.
    #[must_use]
    pub const fn bare(step: u32) -> Self {
        Self {
            step,
            args: [0; MAX_PARAMS],
        }
    }

    /// Whether it is a step of the game.
    #[must_use]
    pub const fn is_step(&self) -> bool {
        self.step < Self::STOP
    }
}

/// What the code waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// A throw of a group of dice.
    Throw { group: u32, given: Option<NodeId> },
    /// A choice with at least one possible candidate: [`Machine::offered`].
    Choice(u32),
    /// A play, perhaps one in which nothing goes on.
    Play(u32),
    /// A referee event, which alone moves a game without turns.
    Idle,
    /// Nothing: the game is over or was stopped.
    Over,
}

/// The executor: scratch space and limits, no position of its own.
#[derive(Clone, Debug)]
pub(crate) struct Machine<'p> {
    /// The game.
    pub program: &'p Program,
    /// Temporaries.
    pub tmps: Vec<i32>,
    /// The possible candidates of the choice that is waited for.
    pub offered: Vec<Candidate>,
    /// Events that the last applied step emitted.
    pub emitted: Vec<u32>,
    /// After how many rounds a game is stopped.
    pub max_rounds: i32,
    /// The addresses of the code that ran while [`Machine::watching`]; empty where nobody asks.
    pub ran: Vec<bool>,
    /// Choices in which nothing was possible while [`Machine::watching`] or [`Machine::follow`], with the position.
    pub passed_over: Vec<(u32, Vec<i32>)>,
    /// Whether what runs is noted now.
    pub watching: bool,
    /// Whether the beginnings of rounds are noted, and the choices in which nothing was possible.
    pub follow: bool,
    /// The beginning of the last round that began, where they are noted.
    pub began: Option<Vec<i32>>,
    /// What is left of the bound on one decision.
    pub fuel: Fuel,
    /// The part at which a position that was only looked at was stopped.
    pub stopped_by: Option<PartId>,
    /// What has been paid, where that is noted.
    pub paid: Option<Vec<Paid>>,
    /// Whether the game is ending, and what follows from that is under way.
    pub(super) ending: bool,
    /// Whether an end only says who won the match.
    pub(super) naming: bool,
    /// Which arms of `cases` held together, where that is recorded.
    pub overlaps: Option<Overlaps>,
    /// Events whose handlers are still to run: event, who acted, arguments.
    pub(super) queue: VecDeque<(u32, i32, Vec<i32>)>,
}

impl<'p> Machine<'p> {
    /// An executor for a game.
    pub fn new(program: &'p Program, max_rounds: i32) -> Self {
        Self {
            program,
            tmps: vec![0; program.layout.tmps as usize],
            offered: Vec::new(),
            emitted: Vec::new(),
            max_rounds,
            ran: Vec::new(),
            passed_over: Vec::new(),
            watching: false,
            follow: false,
            began: None,
            fuel: Fuel::fresh(),
            stopped_by: None,
            paid: None,
            ending: false,
            naming: false,
            overlaps: None,
            queue: VecDeque::new(),
        }
    }

    /// Evaluates in a position, as its actor.
    #[inline]
    pub fn eval<'s>(&'s mut self, slots: &'s [i32]) -> Eval<'s> {
        Eval {
            program: self.program,
            slots,
            tmps: &mut self.tmps,
            me: slots[control::ME],
            fuel: &mut self.fuel,
        }
    }

    /// Ready for another decision.
    pub fn renew(&mut self) {
        self.fuel = Fuel::fresh();
        self.stopped_by = None;
    }

    /// Where a bound was outgrown: at the quantifier, step or statement that went through too much, or in a position that
    /// was looked at, else at the statement that the position is at.
    pub fn outgrown(&self, slots: &[i32]) -> PartId {
        if self.fuel.overflowed() {
            let pc = match self.fuel.place() {
                Some(Place::Code(pc)) => pc,
                _ => slots[control::PC] as u32,
            };
            return self.program.bound_at(pc, Bound::Number);
        }
        match self.fuel.place() {
            Some(Place::Quantifier(node)) => self.program.bound_of(node),
            Some(Place::Step(step)) => self.program.steps[step as usize].bound,
            Some(Place::Code(pc)) => self.program.bound_at(pc, Bound::Work),
            None => self.stopped_by.unwrap_or_else(|| self.bound_here(slots, Bound::Work)),
        }
    }

    /// Where a bound is reported that is outgrown at the statement that a position is at.
    pub fn bound_here(&self, slots: &[i32], bound: Bound) -> PartId {
        self.program.bound_at(slots[control::PC] as u32, bound)
    }

    /// Why there is no throw of a group at a roll: none is as it demands, there are too many to look at, or that took too
    /// long to find out.
    pub fn no_throw(&self, slots: &[i32], group: u32) -> PartId {
        if self.fuel.spent() {
            return self.outgrown(slots);
        }
        let few = outcomes(self.program, &self.program.dice[group as usize]).is_some();
        self.bound_here(slots, if few { Bound::Dice } else { Bound::Throws })
    }

    /// Stops a position if computing it outgrew the bound.
    fn stop_if_spent(&self, slots: &mut [i32]) {
        // A number that is too large is the cause of whatever stopped the position since.
        let stopped = slots[control::STATUS] == Status::Unfinished as i32;
        if self.fuel.spent() && (!stopped || self.fuel.overflowed()) {
            stop(slots, self.outgrown(slots));
        }
    }

    #[inline]
    pub(super) fn value(&mut self, slots: &[i32], node: NodeId) -> i32 {
        self.eval(slots).value(node)
    }

    /// Begins a game: `slots` holds the initial position with the match's variables.
    pub fn begin(&mut self, slots: &mut [i32]) {
        self.renew();
        slots[control::PC] = self.program.start as i32;
        slots[control::PHASE] = -1;
        self.end_rules(slots);
    }

    /// Runs until something waits.
    pub fn run(&mut self, slots: &mut [i32]) -> Wait {
        self.fuel.refill();
        loop {
            self.stop_if_spent(slots);
            if slots[control::STATUS] != Status::Running as i32 {
                // The turn has ended with the game: positions that differ only in what it left unused are one.
                if slots[control::STATUS] != Status::Unfinished as i32 {
                    self.reset(slots, Scope::Round);
                    self.reset(slots, Scope::Turn);
                }
                return Wait::Over;
            }
            let pc = slots[control::PC] as usize;
            // A library alone has no code: nothing can be played.
            let Some(op) = self.program.code.get(pc) else {
                stop(slots, Bound::Turn.part());
                continue;
            };
            if self.watching {
                self.ran[pc] = true;
            }
            match op {
                Op::Roll { group, given } => {
                    return Wait::Throw {
                        group: *group,
                        given: *given,
                    };
                }
                // Who has left is asked nothing.
                Op::Choose { otherwise, .. } if self.has_left(slots) => slots[control::PC] = *otherwise as i32,
                Op::Play { .. } if self.has_left(slots) => self.finish_play(slots),
                Op::Choose { choice, otherwise } => {
                    let mut offered = std::mem::take(&mut self.offered);
                    self.possible(slots, &self.program.choices[*choice as usize].groups, &mut offered);
                    self.offered = offered;
                    if self.fuel.spent() {
                        continue;
                    }
                    if !self.offered.is_empty() {
                        return Wait::Choice(*choice);
                    }
                    if self.watching || self.follow {
                        self.passed_over.push((*choice, slots.to_vec()));
                    }
                    slots[control::PC] = *otherwise as i32;
                }
                Op::Play { play } => return Wait::Play(*play),
                Op::Idle => {
                    self.note_beginning(slots);
                    return Wait::Idle;
                }
                Op::PhaseEnd => {
                    let rounds = slots[control::ROUNDS];
                    self.phase_end(slots);
                    if slots[control::ROUNDS] != rounds {
                        self.note_beginning(slots);
                    }
                }
                Op::StartEnd => {
                    slots[control::TURN] = slots[control::MOVER];
                    self.end_rules(slots);
                    if slots[control::STATUS] == Status::Running as i32 {
                        self.note_watched(slots);
                        match self.program.idle {
                            Some(idle) => self.enter_idle(slots, idle),
                            None => {
                                self.enter_phase(slots, 0);
                                self.note_beginning(slots);
                            }
                        }
                    }
                }
                _ => {
                    if let Some(next) = self.step_op(slots, pc as u32) {
                        slots[control::PC] = next as i32;
                    }
                    self.fuel.note(Place::Code(pc as u32));
                    self.drain(slots);
                }
            }
        }
    }

    fn note_beginning(&mut self, slots: &[i32]) {
        if self.follow && slots[control::STATUS] == Status::Running as i32 {
            self.began = Some(slots.to_vec());
        }
    }

    /// Executes code that cannot wait.
    pub fn exec(&mut self, slots: &mut [i32], mut pc: u32) {
        loop {
            if self.watching {
                self.ran[pc as usize] = true;
            }
            let next = self.step_op(slots, pc);
            self.fuel.note(Place::Code(pc));
            match next {
                Some(next) if slots[control::STATUS] == Status::Running as i32 => pc = next,
                _ => return,
            }
        }
    }

    /// Executes one instruction; the next address, or nothing at a return.
    fn step_op(&mut self, slots: &mut [i32], pc: u32) -> Option<u32> {
        if !self.fuel.take(1) {
            self.fuel.note(Place::Code(pc));
            stop(slots, self.outgrown(slots));
            return None;
        }
        let program = self.program;
        match &program.code[pc as usize] {
            Op::Jump(to) => return Some(*to),
            Op::Unless(test, to) => {
                if self.value(slots, *test) <= 0 {
                    return Some(*to);
                }
            }
            Op::SetLocal(local, node) => {
                let v = self.value(slots, *node);
                self.set_local(slots, *local, v);
            }
            Op::Set { target, value } => {
                let v = self.value(slots, *value);
                self.set_target(slots, target, v);
            }
            Op::SetBag {
                base,
                low,
                len,
                cap,
                value,
                part,
            } => {
                let elements = self.eval(slots).elements(*value);
                let bag = BagVar {
                    base: *base,
                    low: *low,
                    len: *len,
                    cap: *cap,
                };
                slots[*base as usize..(*base + *len) as usize].fill(0);
                for v in elements {
                    put(slots, bag, v, *part);
                }
            }
            Op::SetList {
                base,
                cap,
                range,
                value,
                part,
            } => {
                let elements = self.eval(slots).elements(*value);
                slots[*base as usize..=(*base + *cap) as usize].fill(0);
                for v in elements {
                    push(slots, *base, *cap, *range, v, *part);
                }
            }
            Op::Shift { value, from, to, part } => {
                let v = self.value(slots, *value);
                if let Some(bag) = from {
                    let at = i64::from(v) - i64::from(bag.low);
                    if !(0..i64::from(bag.len)).contains(&at) || slots[bag.base as usize + at as usize] == 0 {
                        stop(slots, *part);
                        return None;
                    }
                    slots[bag.base as usize + at as usize] -= 1;
                }
                if let Some(bag) = to {
                    put(slots, *bag, v, *part);
                }
            }
            Op::Push {
                base,
                cap,
                range,
                value,
                part,
            } => {
                let v = self.value(slots, *value);
                push(slots, *base, *cap, *range, v, *part);
            }
            Op::TakeFirst { base, cap, value, part } => {
                let v = self.value(slots, *value);
                let (base, len) = (*base as usize, slots[*base as usize].max(0) as usize);
                match slots[base + 1..=base + len].iter().position(|e| *e == v) {
                    Some(at) => remove(slots, base, *cap as usize, at),
                    None => stop(slots, *part),
                }
            }
            Op::DropFirst { base, cap, part } => {
                if slots[*base as usize] <= 0 {
                    stop(slots, *part);
                    return None;
                }
                remove(slots, *base as usize, *cap as usize, 0);
            }
            Op::Move(op) => self.move_pieces(slots, op),
            Op::Pay(op) => self.pay(slots, op),
            Op::Emit { event, args } => {
                let args = args.iter().map(|a| self.value(slots, *a)).collect();
                self.raise(slots, *event, args);
            }
            Op::Enter { player, keep, part } => {
                let player = self.value(slots, *player);
                if player < 0 {
                    stop(slots, *part);
                    return None;
                }
                let me = slots[control::ME];
                self.set_local(slots, *keep, me);
                slots[control::ME] = player;
            }
            Op::Cases(cases) => self.record_overlaps(slots, *cases),
            Op::Exit { keep } => slots[control::ME] = self.local(slots, *keep),
            Op::Next { local, set, exit } => {
                let now = self.local(slots, *local);
                let found = self.eval(slots).following(*set, now);
                self.set_local(slots, *local, found);
                if found == NONE {
                    return Some(*exit);
                }
            }
            Op::Again => {
                let me = slots[control::ME];
                self.owe(slots, -1, me, pc);
            }
            Op::Then { phase, by } => {
                let by = self.value(slots, *by);
                self.owe(slots, *phase as i32, by, pc);
            }
            Op::Somebody { player, part } => {
                if self.value(slots, *player) < 0 {
                    stop(slots, *part);
                    return None;
                }
            }
            Op::PassTurn(player) => {
                let player = self.value(slots, *player);
                if self.in_play(slots, player) {
                    slots[control::PASSED] = player;
                }
            }
            Op::Leaves(player) => {
                let player = self.value(slots, *player);
                slots[program.layout.in_play as usize + player as usize] = 0;
                self.forget_owed(slots, player);
            }
            Op::End(op) => {
                self.end(slots, op);
                return None;
            }
            Op::SetMover(player) => {
                let player = self.value(slots, *player);
                slots[control::MOVER] = player;
                slots[control::ME] = player;
            }
            Op::Stop(part) => {
                stop(slots, *part);
                return None;
            }
            Op::Return
            | Op::PhaseEnd
            | Op::StartEnd
            | Op::Idle
            | Op::Roll { .. }
            | Op::Choose { .. }
            | Op::Play { .. } => {
                return None;
            }
        }
        Some(pc + 1)
    }

    /// Sets the parameters and `let`s of a candidate.
    pub fn bind(&mut self, slots: &[i32], candidate: &Candidate) {
        use crate::ir::Test;
        let program = self.program;
        let step = &program.steps[candidate.step as usize];
        for test in &step.plan {
            match test {
                Test::Param { param, .. } => {
                    self.tmps[step.params[*param as usize].tmp as usize] = candidate.args[*param as usize];
                }
                Test::Let { tmp, value, .. } => {
                    let v = self.value(slots, *value);
                    self.tmps[*tmp as usize] = v;
                }
                Test::Require { .. } => {}
            }
        }
    }

    /// Applies a candidate that is possible: effects, events, end rules. The code address is left to the caller.
    pub fn effects(&mut self, slots: &mut [i32], candidate: &Candidate) {
        self.fuel.refill();
        self.emitted.clear();
        self.bind(slots, candidate);
        let program = self.program;
        let step = &program.steps[candidate.step as usize];
        self.exec(slots, step.body);
        if !program.events[candidate.step as usize].handlers.is_empty() {
            let args = candidate.args[..step.params.len()].to_vec();
            self.queue.push_back((candidate.step, slots[control::ME], args));
        }
        self.drain(slots);
        self.end_rules(slots);
        self.stop_if_spent(slots);
    }

    /// Applies a referee event.
    pub fn call(&mut self, slots: &mut [i32], referee: usize, args: &[i32]) {
        self.fuel.refill();
        let program = self.program;
        let info = &program.referees[referee];
        for (param, v) in info.params.iter().zip(args) {
            self.tmps[param.tmp as usize] = *v;
        }
        let me = slots[control::ME];
        slots[control::ME] = NONE;
        self.exec(slots, info.body);
        self.drain(slots);
        slots[control::ME] = me;
        self.end_rules(slots);
        self.stop_if_spent(slots);
    }

    /// Writes a throw and goes on behind it.
    pub fn throw(&mut self, slots: &mut [i32], group: u32, faces: &[i32]) {
        let base = self.program.dice[group as usize].base as usize;
        slots[base..base + faces.len()].copy_from_slice(faces);
        slots[control::PC] += 1;
    }

    pub(super) fn seats_from(&self, first: i32) -> impl Iterator<Item = i32> + use<'p> {
        self.program.seats_from(first.max(0))
    }

    fn record_overlaps(&mut self, slots: &[i32], cases: u32) {
        let Some(mut overlaps) = self.overlaps.take() else {
            return;
        };
        let program = self.program;
        let held: Vec<u32> = (0..)
            .zip(&program.cases[cases as usize].tests)
            .filter(|(_, test)| self.value(slots, **test) > 0)
            .map(|(arm, _)| arm)
            .collect();
        if let [first, later @ ..] = held.as_slice() {
            let round = slots[control::ROUNDS];
            later.iter().for_each(|arm| overlaps.note((cases, *first, *arm), round));
        }
        self.overlaps = Some(overlaps);
    }
}

/// Stops the game as unfinished at a part.
pub(crate) fn stop(slots: &mut [i32], part: PartId) {
    slots[control::STATUS] = Status::Unfinished as i32;
    slots[control::ENDED_BY] = part as i32;
}
