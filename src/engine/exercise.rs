//! Which parts of the rules a game exercises: what ran, what was met, what refused something.

use super::machine::{Candidate, Machine};
use super::search::Searcher;
use crate::ir::{Alternative, NONE, PartId, Play, Program, Step, Test};
use std::collections::BTreeSet;

/// How many combinations of parameters are gone through for one step that is offered.
const MAX_WALKED: usize = 20_000;

/// A decision that has been made: a choice, or one candidate of a play.
pub(crate) struct Decided<'a> {
    /// The position in which it was made.
    pub before: &'a [i32],
    /// What was offered.
    pub groups: &'a [Vec<Alternative>],
    /// The play, where it is one candidate of a play.
    pub play: Option<&'a Play>,
    /// What was chosen: none where nothing was possible, or where the play was left.
    pub chosen: Option<Candidate>,
}

/// Looks on while a game is played.
pub(crate) trait Observer {
    /// Whether it wants to see anything.
    const WATCHES: bool;

    /// Dice have been thrown.
    fn thrown(&mut self, program: &Program, group: u32, faces: &[i32]);

    /// A decision has been made.
    fn decided(&mut self, machine: &mut Machine<'_>, search: &mut Searcher, decided: &Decided<'_>);
}

/// Nobody looks on.
impl Observer for () {
    const WATCHES: bool = false;

    fn thrown(&mut self, _: &Program, _: u32, _: &[i32]) {}

    fn decided(&mut self, _: &mut Machine<'_>, _: &mut Searcher, _: &Decided<'_>) {}
}

/// What took effect in a game, or refused something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exercise {
    /// For each address of the code whether it ran, other than in a search.
    pub ran: Vec<bool>,
    /// For each part whether a choice that was made met it.
    pub met: Vec<bool>,
    /// For each part whether it was the first to refuse something that was offered.
    pub refused: Vec<bool>,
    /// The rows that throws belonged to: the table, as a number of [`Program::throw_tables`], and the row.
    pub rows: BTreeSet<(u32, usize)>,
}

impl Exercise {
    pub(super) fn new(program: &Program) -> Self {
        Self {
            ran: Vec::new(),
            met: vec![false; program.parts.len()],
            refused: vec![false; program.parts.len()],
            rows: BTreeSet::new(),
        }
    }

    /// Goes through everything that an alternative could mean, and notes what refuses it. Whether anything is possible.
    fn offered(&mut self, machine: &mut Machine<'_>, slots: &[i32], alternative: &Alternative) -> bool {
        let program = machine.program;
        let mut eval = machine.eval(slots);
        if alternative.when.is_some_and(|w| !eval.holds(w)) {
            return false;
        }
        let Some(step) = alternative.step else { return true };
        let fixed: Vec<i32> = alternative.args.iter().map(|n| eval.value(*n)).collect();
        let step = &program.steps[step as usize];
        self.walk(machine, slots, step, &fixed, false)
    }

    /// Notes the requirements that a candidate met.
    fn made(&mut self, machine: &mut Machine<'_>, slots: &[i32], candidate: &Candidate) {
        let program = machine.program;
        let step = &program.steps[candidate.step as usize];
        self.walk(machine, slots, step, &candidate.args[..step.params.len()], true);
    }

    fn walk(&mut self, machine: &mut Machine<'_>, slots: &[i32], step: &Step, fixed: &[i32], made: bool) -> bool {
        Walk {
            step,
            fixed,
            slots,
            made,
            left: MAX_WALKED,
            out: self,
        }
        .from(machine, 0)
    }
}

impl Observer for Exercise {
    const WATCHES: bool = true;

    fn thrown(&mut self, program: &Program, group: u32, faces: &[i32]) {
        let dice = program.dice[group as usize].number.max(1) as usize;
        for (at, table) in (0..).zip(&program.throw_tables).filter(|(_, t)| t.group == group) {
            // Where each player throws, each throw is sorted on its own.
            let rows = faces.chunks(dice).filter_map(|throw| table.row_of(throw));
            self.rows.extend(rows.map(|row| (at, row)));
        }
    }

    fn decided(&mut self, machine: &mut Machine<'_>, search: &mut Searcher, decided: &Decided<'_>) {
        for group in decided.groups {
            let mut any = false;
            for alternative in group {
                any |= self.offered(machine, decided.before, alternative);
            }
            if any {
                break;
            }
        }
        if let Some(play) = decided.play {
            self.played(machine, search, play, decided);
        }
        if let Some(candidate) = decided.chosen.filter(Candidate::is_step) {
            self.made(machine, decided.before, &candidate);
            machine.watching = true;
            machine.effects(&mut decided.before.to_vec(), &candidate);
            machine.watching = false;
        }
    }
}

impl Exercise {
    /// What a play asks for: met by what was chosen, refusing what was possible and not admissible.
    fn played(&mut self, machine: &mut Machine<'_>, search: &mut Searcher, play: &Play, decided: &Decided<'_>) {
        let parts: Vec<usize> = play
            .such_that
            .iter()
            .map(|(_, part)| *part as usize)
            .chain(play.best_by.iter().map(|b| b.part as usize))
            .collect();
        if decided.chosen.is_some() {
            parts.iter().for_each(|p| self.met[*p] = true);
        }
        // A search for each candidate: not where all have refused something in this game.
        if parts.iter().all(|p| self.refused[*p]) {
            return;
        }
        let slots = decided.before;
        let (mut possible, mut legal) = (Vec::new(), Vec::new());
        machine.possible(slots, &play.groups, &mut possible);
        if machine.legal_in_play(search, slots, play, &mut legal).is_err() {
            return;
        }
        for candidate in possible.iter().filter(|c| c.is_step() && !legal.contains(c)) {
            if let Ok(Some(part)) = machine.refusing(search, slots, play, candidate) {
                self.refused[part as usize] = true;
            }
        }
    }
}

/// Goes through the candidates of a step by its tests as they are written: the first that fails is what refuses.
struct Walk<'a> {
    step: &'a Step,
    /// Values of the leading parameters.
    fixed: &'a [i32],
    slots: &'a [i32],
    /// Whether the candidate was chosen: what it met is noted, else what refuses.
    made: bool,
    /// How many combinations are still gone through.
    left: usize,
    out: &'a mut Exercise,
}

impl Walk<'_> {
    /// Goes on from one of the tests. Whether any candidate passes all of them.
    fn from(&mut self, machine: &mut Machine<'_>, at: usize) -> bool {
        match self.step.tests.get(at) {
            None => true,
            Some(Test::Param { param, set, .. }) => {
                let param = *param as usize;
                let values = match self.fixed.get(param) {
                    Some(v) if machine.eval(self.slots).contains(*set, *v) => vec![*v],
                    Some(_) => Vec::new(),
                    None => machine.eval(self.slots).members(*set),
                };
                let mut any = false;
                for v in values {
                    if self.left == 0 {
                        break;
                    }
                    self.left -= 1;
                    machine.tmps[self.step.params[param].tmp as usize] = v;
                    any |= self.from(machine, at + 1);
                }
                any
            }
            Some(Test::Let { tmp, value, part }) => {
                let v = machine.eval(self.slots).value(*value);
                machine.tmps[*tmp as usize] = v;
                part.is_none_or(|p| self.passes(p, v != NONE)) && self.from(machine, at + 1)
            }
            Some(Test::Require { test, bears, part }) => {
                let mut eval = machine.eval(self.slots);
                let holds = eval.holds(*test);
                // What has nothing to say of a candidate is not met by it.
                let bears = !holds || bears.is_none_or(|b| eval.holds(b));
                (!bears || self.passes(*part, holds)) && self.from(machine, at + 1)
            }
        }
    }

    fn passes(&mut self, part: PartId, holds: bool) -> bool {
        if holds && self.made {
            self.out.met[part as usize] = true;
        } else if !holds {
            self.out.refused[part as usize] = true;
        }
        holds
    }
}
