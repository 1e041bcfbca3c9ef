//! What follows when a phase ends: the next phase, what is owed, the next turn.

use super::machine::{Machine, stop};
use crate::ir::{Bound, EXTRA_CAP, NONE, OWED_CAP, Status, control};
use crate::syntax::tree::Scope;

impl Machine<'_> {
    /// Waits for what a referee calls.
    pub(super) fn enter_idle(&mut self, slots: &mut [i32], idle: u32) {
        slots[control::ME] = slots[control::MOVER];
        slots[control::PHASE] = 0;
        slots[control::PC] = idle as i32;
    }

    pub(super) fn enter_phase(&mut self, slots: &mut [i32], at: usize) {
        let program = self.program;
        slots[control::ME] = slots[control::MOVER];
        slots[control::PHASE] = at as i32;
        match program.turn.get(at) {
            Some(phase) => slots[control::PC] = program.phases[*phase as usize].entry as i32,
            None => stop(slots, Bound::Turn.part()),
        }
    }

    pub(super) fn phase_end(&mut self, slots: &mut [i32]) {
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
            // So that a game of so many rounds ends with the last of them.
            if program.ends.iter().any(|end| end.by_rounds) {
                self.end_rules(slots);
            }
            if slots[control::STATUS] != Status::Running as i32 {
                return;
            }
            self.reset(slots, Scope::Round);
            if slots[control::ROUNDS] >= self.max_rounds {
                stop(slots, Bound::Rounds.part());
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
                    stop(slots, Bound::Phases.part());
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
            stop(slots, Bound::Turn.part());
            return;
        }
        slots[control::TURN] = next;
        slots[control::MOVER] = next;
        self.enter_phase(slots, 0);
    }

    /// Whether somebody sits there and has not left.
    pub(super) fn in_play(&self, slots: &[i32], seat: i32) -> bool {
        seat >= 0 && slots[self.program.layout.in_play as usize + seat as usize] != 0
    }

    /// Whether who acts is a player and has left.
    pub(super) fn has_left(&self, slots: &[i32]) -> bool {
        slots[control::ME] >= 0 && !self.in_play(slots, slots[control::ME])
    }

    /// Promises a round (-1) or a phase to a seat; `pc` is the address of what promises it. Who has left is owed nothing,
    /// whether he was promised it before he left or after.
    pub(super) fn owe(&mut self, slots: &mut [i32], what: i32, seat: i32, pc: u32) {
        if !self.in_play(slots, seat) {
            return;
        }
        let n = slots[control::OWED] as usize;
        if n == OWED_CAP {
            let part = self.program.bound_at(pc, Bound::Owed);
            stop(slots, part);
            return;
        }
        let at = self.program.layout.owed as usize + 2 * n;
        slots[at] = what;
        slots[at + 1] = seat;
        slots[control::OWED] += 1;
    }

    /// Drops what is owed to a seat that leaves.
    pub(super) fn forget_owed(&self, slots: &mut [i32], seat: i32) {
        let base = self.program.layout.owed as usize;
        let all = 2 * slots[control::OWED] as usize;
        let mut kept = 0;
        for at in (0..all).step_by(2) {
            if slots[base + at + 1] != seat {
                slots.copy_within(base + at..base + at + 2, base + kept);
                kept += 2;
            }
        }
        slots[base + kept..base + all].fill(0);
        slots[control::OWED] = (kept / 2) as i32;
        if slots[control::PASSED] == seat {
            slots[control::PASSED] = NONE;
        }
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

    pub(super) fn reset(&self, slots: &mut [i32], scope: Scope) {
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
}
