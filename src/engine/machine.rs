//! Executes the flat code on a position until something waits: a throw, a choice, a play, or the end.

use super::eval::Eval;
use super::fuel::{Fuel, Place};
use super::overlaps::Overlaps;
use crate::ir::{
    BagVar, EXTRA_CAP, EndOp, EndResult, EndRule, Handler, Local, NONE, NodeId, OWED_CAP, Op, Paid, PartId, Program,
    Status, Target, control,
};
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
    /// A choice with at least one possible candidate.
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
    /// Events that the last applied step emitted.
    pub emitted: Vec<u32>,
    /// After how many rounds a game is stopped.
    pub max_rounds: i32,
    /// The addresses of the code that ran while [`Machine::watching`]; empty where nobody asks.
    pub ran: Vec<bool>,
    /// Choices in which nothing was possible while [`Machine::watching`], with the position.
    pub passed_over: Vec<(u32, Vec<i32>)>,
    /// Whether what runs is noted now.
    pub watching: bool,
    /// Whether the beginnings of rounds are noted.
    pub follow: bool,
    /// The beginning of the last round that began, where they are noted.
    pub began: Option<Vec<i32>>,
    /// What is left of the bound on one decision.
    pub fuel: Fuel,
    /// The part at which a position that was only looked at was stopped.
    pub stopped_by: PartId,
    /// What has been paid, where that is noted.
    pub paid: Option<Vec<Paid>>,
    /// Whether an end only says who won the match.
    naming: bool,
    /// Which arms of `cases` held together, where that is recorded.
    pub overlaps: Option<Overlaps>,
    queue: VecDeque<(u32, i32, Vec<i32>)>,
}

impl<'p> Machine<'p> {
    /// An executor for a game.
    pub fn new(program: &'p Program, max_rounds: i32) -> Self {
        Self {
            program,
            tmps: vec![0; program.layout.tmps as usize],
            emitted: Vec::new(),
            max_rounds,
            ran: Vec::new(),
            passed_over: Vec::new(),
            watching: false,
            follow: false,
            began: None,
            fuel: Fuel::fresh(),
            stopped_by: 0,
            paid: None,
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
        self.stopped_by = 0;
    }

    /// Where a bound was outgrown: at the quantifier or step that went through too much, or in a position that was looked
    /// at, else nowhere in particular.
    pub fn outgrown(&self) -> PartId {
        match self.fuel.place() {
            Some(Place::Quantifier(node)) => self.program.bound_of(node),
            Some(Place::Step(step)) => self.program.steps[step as usize].part,
            None => self.stopped_by,
        }
    }

    /// Stops a position if computing it outgrew the bound.
    fn stop_if_spent(&self, slots: &mut [i32]) {
        if self.fuel.spent() && slots[control::STATUS] != Status::Unfinished as i32 {
            stop(slots, self.outgrown());
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
                stop(slots, 0);
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
                Op::Choose { choice, otherwise } => {
                    let any = self.any_candidate(slots, *choice);
                    if self.fuel.spent() {
                        continue;
                    }
                    if any {
                        return Wait::Choice(*choice);
                    }
                    if self.watching {
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
            match self.step_op(slots, pc) {
                Some(next) if slots[control::STATUS] == Status::Running as i32 => pc = next,
                _ => return,
            }
        }
    }

    /// Executes one instruction; the next address, or nothing at a return.
    fn step_op(&mut self, slots: &mut [i32], pc: u32) -> Option<u32> {
        if !self.fuel.take(1) {
            stop(slots, self.outgrown());
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
            Op::DropFirst { base, cap } => {
                if slots[*base as usize] > 0 {
                    remove(slots, *base as usize, *cap as usize, 0);
                }
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
                self.owe(slots, -1, me);
            }
            Op::Then { phase, by } => {
                let by = self.value(slots, *by);
                self.owe(slots, *phase as i32, by);
            }
            Op::PassTurn(player) => slots[control::PASSED] = self.value(slots, *player),
            Op::Leaves(player) => {
                let player = self.value(slots, *player);
                if player >= 0 {
                    slots[program.layout.in_play as usize + player as usize] = 0;
                }
            }
            Op::End(op) => {
                self.end(slots, op);
                return None;
            }
            Op::SetMover(player) => {
                let player = self.value(slots, *player);
                if player >= 0 {
                    slots[control::MOVER] = player;
                    slots[control::ME] = player;
                }
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

    fn local(&self, slots: &[i32], local: Local) -> i32 {
        match local {
            Local::Tmp(t) => self.tmps[t as usize],
            Local::Slot(s) => slots[s as usize],
        }
    }

    fn set_local(&mut self, slots: &mut [i32], local: Local, v: i32) {
        match local {
            Local::Tmp(t) => self.tmps[t as usize] = v,
            Local::Slot(s) => slots[s as usize] = v,
        }
    }

    fn set_target(&mut self, slots: &mut [i32], target: &Target, v: i32) {
        let mut slot = target.base as usize;
        if let Some((index, low, len)) = target.index {
            let i = i64::from(self.value(slots, index)) - i64::from(low);
            if !(0..i64::from(len)).contains(&i) {
                stop(slots, target.part);
                return;
            }
            slot += i as usize;
        }
        let fits = if v == NONE {
            target.or_none
        } else {
            (target.range.0..=target.range.1).contains(&v)
        };
        if fits {
            slots[slot] = v;
        } else {
            stop(slots, target.part);
        }
    }

    /// An event happens: its handlers run when what caused it is complete.
    pub(super) fn raise(&mut self, slots: &[i32], event: u32, args: Vec<i32>) {
        self.emitted.push(event);
        if !self.program.events[event as usize].handlers.is_empty() {
            self.queue.push_back((event, slots[control::ME], args));
        }
    }

    fn owe(&mut self, slots: &mut [i32], what: i32, seat: i32) {
        let n = slots[control::OWED] as usize;
        if n == OWED_CAP || seat < 0 {
            stop(slots, 0);
            return;
        }
        let at = self.program.layout.owed as usize + 2 * n;
        slots[at] = what;
        slots[at + 1] = seat;
        slots[control::OWED] += 1;
    }

    /// Runs queued events first in, first out.
    fn drain(&mut self, slots: &mut [i32]) {
        while let Some((event, me, args)) = self.queue.pop_front() {
            if slots[control::STATUS] != Status::Running as i32 {
                self.queue.clear();
                return;
            }
            let before = slots[control::ME];
            slots[control::ME] = me;
            let program = self.program;
            for handler in &program.events[event as usize].handlers {
                self.handle(slots, handler, &args);
            }
            slots[control::ME] = before;
        }
    }

    fn handle(&mut self, slots: &mut [i32], handler: &Handler, args: &[i32]) {
        if slots[control::STATUS] != Status::Running as i32 {
            return;
        }
        for (tmp, v) in handler.params.iter().zip(args) {
            self.tmps[*tmp as usize] = *v;
        }
        if handler.when.is_none_or(|w| self.value(slots, w) > 0) {
            self.exec(slots, handler.body);
        }
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
        slots[control::ME] = -1;
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

    fn seats_from(&self, first: i32) -> Vec<i32> {
        self.program.seats_from(first.max(0)).collect()
    }

    fn end_rules(&mut self, slots: &mut [i32]) {
        let program = self.program;
        let me = slots[control::ME];
        for rule in &program.ends {
            for seat in self.seats_from(slots[control::MOVER]) {
                if slots[control::STATUS] != Status::Running as i32 {
                    return;
                }
                slots[control::ME] = seat;
                if self.value(slots, rule.when) > 0 {
                    self.exec(slots, rule.body);
                }
            }
        }
        if slots[control::STATUS] == Status::Running as i32 {
            slots[control::ME] = me;
        }
    }

    fn end(&mut self, slots: &mut [i32], op: &EndOp) {
        let program = self.program;
        let scores = program.layout.scores as usize;
        let seats = program.seats.len();
        match op.result {
            EndResult::Win(player, by) => {
                let player = self.value(slots, player);
                let by = self.value(slots, by);
                if player < 0 {
                    stop(slots, op.part);
                    return;
                }
                // Where there are just two sides, the other loses as much.
                let two = program
                    .sides
                    .as_ref()
                    .map_or(seats, |s| program.enums[s.names as usize].values.len())
                    == 2;
                for seat in 0..seats {
                    let won = program.allied(player, seat as i32);
                    slots[scores + seat] = if won {
                        by
                    } else if two {
                        -by
                    } else {
                        0
                    };
                }
                slots[control::WINNER] = player;
                slots[control::VALUE] = by;
            }
            EndResult::Draw => slots[scores..scores + seats].fill(0),
            EndResult::Rank(by) => {
                let me = slots[control::ME];
                for seat in 0..seats {
                    slots[control::ME] = seat as i32;
                    slots[scores + seat] = self.value(slots, by);
                }
                slots[control::ME] = me;
                let best = slots[scores..scores + seats].iter().max().copied().unwrap_or(0);
                let mut first = (0..seats).filter(|s| slots[scores + s] == best);
                // Partners who share the first rank have won it.
                if let Some(only) = first.next()
                    && first.all(|s| program.allied(only as i32, s as i32))
                {
                    slots[control::WINNER] = only as i32;
                    slots[control::VALUE] = best;
                }
            }
        }
        if self.naming {
            return;
        }
        let (winner, value) = (slots[control::WINNER], slots[control::VALUE]);
        self.queue.clear();
        slots[control::ME] = -1;
        for handler in &program.game_over {
            self.handle(slots, handler, &[winner, value]);
        }
        self.drain(slots);
        if let Some(payoff) = program.payoff {
            for seat in 0..seats {
                slots[control::ME] = seat as i32;
                slots[scores + seat] = self.value(slots, payoff);
            }
        }
        let matched = op.matched || !program.has_match || self.match_end(slots).is_some();
        slots[control::ME] = -1;
        slots[control::STATUS] = if matched { Status::MatchOver } else { Status::Over } as i32;
        slots[control::ENDED_BY] = op.part as i32;
    }

    /// The match end that holds, and the seat for which it does.
    fn match_end(&mut self, slots: &mut [i32]) -> Option<(&'p EndRule, i32)> {
        let program = self.program;
        // The game that has just ended counts among those that are over.
        slots[control::GAMES] += 1;
        let ends = program.match_ends.iter().find_map(|rule| {
            let seat = self.seats_from(0).into_iter().find(|seat| {
                slots[control::ME] = *seat;
                self.value(slots, rule.when) > 0
            });
            seat.map(|seat| (rule, seat))
        });
        slots[control::GAMES] -= 1;
        ends
    }

    /// Writes what the match came to in place of its last game: winner and scores. The rule that ended it; nothing where no
    /// match end holds.
    pub fn name_match(&mut self, slots: &mut [i32]) -> Option<PartId> {
        let (rule, seat) = self.match_end(slots)?;
        slots[control::ME] = seat;
        slots[control::STATUS] = Status::Running as i32;
        slots[control::WINNER] = NONE;
        self.naming = true;
        self.exec(slots, rule.body);
        self.naming = false;
        Some(rule.part)
    }

    /// Waits for what a referee calls.
    fn enter_idle(&mut self, slots: &mut [i32], idle: u32) {
        slots[control::ME] = slots[control::MOVER];
        slots[control::PHASE] = 0;
        slots[control::PC] = idle as i32;
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

    fn enter_phase(&mut self, slots: &mut [i32], at: usize) {
        let program = self.program;
        slots[control::ME] = slots[control::MOVER];
        slots[control::PHASE] = at as i32;
        match program.turn.get(at) {
            Some(phase) => slots[control::PC] = program.phases[*phase as usize].entry as i32,
            None => stop(slots, 0),
        }
    }

    fn reset(&self, slots: &mut [i32], scope: Scope) {
        for var in &self.program.vars {
            if var.scope == scope {
                let base = var.base as usize;
                slots[base..base + var.initial.len()].copy_from_slice(&var.initial);
            }
        }
    }

    /// Notes which watched conditions hold: what holds from the beginning does not become true.
    pub fn note_watched(&mut self, slots: &mut [i32]) {
        let me = slots[control::ME];
        for watch in self.program.phases.iter().flat_map(|p| &p.watches) {
            for seat in self.seats_from(0) {
                slots[control::ME] = seat;
                slots[(watch.base + seat as u32) as usize] = self.value(slots, watch.test);
            }
        }
        slots[control::ME] = me;
    }

    fn phase_end(&mut self, slots: &mut [i32]) {
        let program = self.program;
        let index = slots[control::PHASE] as usize;
        let single = index >= program.turn.len();
        let phase = if single {
            index - program.turn.len()
        } else {
            program.turn[index] as usize
        };
        for watch in &program.phases[phase].watches {
            for seat in self.seats_from(slots[control::MOVER]) {
                slots[control::ME] = seat;
                let holds = self.value(slots, watch.test);
                let slot = (watch.base + seat as u32) as usize;
                let before = std::mem::replace(&mut slots[slot], holds);
                if holds > 0 && before <= 0 {
                    self.handle(slots, &watch.handler, &[]);
                    self.drain(slots);
                }
            }
        }
        slots[control::ME] = slots[control::MOVER];
        self.end_rules(slots);
        if slots[control::STATUS] != Status::Running as i32 {
            return;
        }
        if !single && index + 1 < program.turn.len() {
            self.enter_phase(slots, index + 1);
            return;
        }
        if !single {
            slots[control::ROUNDS] += 1;
            slots[control::EXTRA] = 0;
            self.reset(slots, Scope::Round);
            if slots[control::ROUNDS] >= self.max_rounds {
                stop(slots, 0);
                return;
            }
        }
        if let Some((what, seat)) = self.take_owed(slots) {
            if what < 0 {
                slots[control::MOVER] = seat;
                self.enter_phase(slots, 0);
            } else {
                slots[control::EXTRA] += 1;
                if slots[control::EXTRA] > EXTRA_CAP {
                    stop(slots, 0);
                    return;
                }
                slots[control::ME] = seat;
                slots[control::PHASE] = program.turn.len() as i32 + what;
                slots[control::PC] = program.phases[what as usize].entry as i32;
            }
            return;
        }
        self.reset(slots, Scope::Turn);
        slots[control::EXTRA] = 0;
        let turn = slots[control::TURN];
        let passed = std::mem::replace(&mut slots[control::PASSED], NONE);
        let next = if passed != NONE {
            passed
        } else if let Some(next) = program.next {
            slots[control::ME] = turn;
            slots[control::MOVER] = turn;
            self.value(slots, next)
        } else {
            self.eval(slots).next_seat(turn, 1)
        };
        if next < 0 {
            stop(slots, 0);
            return;
        }
        slots[control::TURN] = next;
        slots[control::MOVER] = next;
        self.enter_phase(slots, 0);
    }

    /// What is owed next: the mover's own first, then others', each in the order promised.
    fn take_owed(&self, slots: &mut [i32]) -> Option<(i32, i32)> {
        let n = slots[control::OWED] as usize;
        let base = self.program.layout.owed as usize;
        let at = (0..n)
            .find(|i| slots[base + 2 * i + 1] == slots[control::MOVER])
            .or((n > 0).then_some(0))?;
        let entry = (slots[base + 2 * at], slots[base + 2 * at + 1]);
        slots.copy_within(base + 2 * (at + 1)..base + 2 * n, base + 2 * at);
        slots[base + 2 * (n - 1)..base + 2 * n].fill(0);
        slots[control::OWED] -= 1;
        Some(entry)
    }
}

/// Stops the game as unfinished at a part.
pub(crate) fn stop(slots: &mut [i32], part: PartId) {
    slots[control::STATUS] = Status::Unfinished as i32;
    slots[control::ENDED_BY] = part as i32;
}

fn put(slots: &mut [i32], bag: BagVar, v: i32, part: PartId) {
    let at = i64::from(v) - i64::from(bag.low);
    let range = bag.base as usize..(bag.base + bag.len) as usize;
    let size: i32 = slots[range].iter().sum();
    if !(0..i64::from(bag.len)).contains(&at) || size >= bag.cap as i32 {
        stop(slots, part);
        return;
    }
    slots[bag.base as usize + at as usize] += 1;
}

/// Removes an element of a list; those behind it move up.
fn remove(slots: &mut [i32], base: usize, cap: usize, at: usize) {
    slots.copy_within(base + at + 2..=base + cap, base + at + 1);
    slots[base + cap] = 0;
    slots[base] -= 1;
}

fn push(slots: &mut [i32], base: u32, cap: u32, range: (i32, i32), v: i32, part: PartId) {
    let n = slots[base as usize];
    if n >= cap as i32 || !(range.0..=range.1).contains(&v) {
        stop(slots, part);
        return;
    }
    slots[(base as i32 + 1 + n) as usize] = v;
    slots[base as usize] = n + 1;
}
