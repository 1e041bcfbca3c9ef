//! How a game ends, and a match: end rules, results, what is paid out.

use super::machine::{Machine, stop};
use crate::ir::{EndOp, EndResult, EndRule, NONE, PartId, Status, control};
use std::collections::BTreeSet;

impl<'p> Machine<'p> {
    pub(super) fn end_rules(&mut self, slots: &mut [i32]) {
        let program = self.program;
        let me = slots[control::ME];
        for rule in &program.ends {
            for turn in 0..program.seats.len() as i32 {
                let seat = program.seat_after(slots[control::MOVER], turn);
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

    pub(super) fn end(&mut self, slots: &mut [i32], op: &EndOp) {
        // A game that is over does not end once more by what follows from its end.
        if std::mem::replace(&mut self.ending, true) {
            stop(slots, op.part);
            return;
        }
        self.end_once(slots, op);
        self.ending = false;
        if slots[control::STATUS] == Status::Unfinished as i32 {
            slots[control::WINNER] = NONE;
        }
    }

    /// Results, what follows from the end, and what is paid out; stops the game where a result is none.
    fn end_once(&mut self, slots: &mut [i32], op: &EndOp) {
        let program = self.program;
        let scores = program.layout.scores as usize;
        let seats = program.seats.len();
        match op.result {
            EndResult::Win(player, by) => {
                let player = self.value(slots, player);
                let by = self.value(slots, by);
                if player < 0 || by == NONE {
                    stop(slots, op.none);
                    return;
                }
                // If just two sides play, the other loses as much.
                let two = program.sides.as_ref().map_or(seats, |s| {
                    let of: BTreeSet<i32> = s.of.iter().take(seats).copied().collect();
                    of.len()
                }) == 2;
                for seat in 0..seats {
                    let won = program.allied(player, seat as i32);
                    slots[scores + seat] = if won {
                        by
                    } else if two {
                        by.saturating_neg()
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
                if slots[scores..scores + seats].contains(&NONE) {
                    stop(slots, op.none);
                    return;
                }
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
        slots[control::ME] = NONE;
        for handler in &program.game_over {
            self.handle(slots, handler, &[winner, value]);
        }
        self.drain(slots);
        if slots[control::STATUS] == Status::Unfinished as i32 {
            return;
        }
        if let Some(payoff) = program.payoff {
            for seat in 0..seats {
                slots[control::ME] = seat as i32;
                slots[scores + seat] = self.value(slots, payoff);
            }
            if slots[scores..scores + seats].contains(&NONE) {
                stop(slots, op.none);
                return;
            }
        }
        let matched = op.matched || !program.has_match || self.match_end(slots).is_some();
        slots[control::ME] = NONE;
        slots[control::STATUS] = if matched { Status::MatchOver } else { Status::Over } as i32;
        slots[control::ENDED_BY] = op.part as i32;
    }

    /// The match end that holds, and the seat for which it does.
    fn match_end(&mut self, slots: &mut [i32]) -> Option<(&'p EndRule, i32)> {
        let program = self.program;
        // The game that has just ended counts among those that are over.
        slots[control::GAMES] += 1;
        let ends = program.match_ends.iter().find_map(|rule| {
            let seat = self.seats_from(0).find(|seat| {
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
}
