//! Payments.

use super::machine::{Machine, stop};
use crate::ir::{NONE, Paid, PartId, PayAmount, PayOp, Payer, Short, control};

/// No account holds or owes more than this.
const MOST: i64 = 1_000_000_000;

/// An account of one seat or of the table: its slot, whose it is, and what happens when it is short.
#[derive(Clone, Copy)]
struct Place {
    account: u32,
    slot: usize,
    owner: i32,
    short: Short,
}

impl Place {
    fn name(self) -> (u32, Option<u32>) {
        (self.account, u32::try_from(self.owner).ok())
    }
}

impl Machine<'_> {
    /// Carries out a payment; what can't be paid by the rules of its account stops the game.
    pub(super) fn pay(&mut self, slots: &mut [i32], op: &PayOp) {
        let (Some(from), Some(to)) = (self.places(slots, op.from, op.to), self.places(slots, op.to, op.from)) else {
            stop(slots, op.nobody);
            return;
        };
        let amount = match op.amount {
            PayAmount::All => None,
            PayAmount::Each(n) | PayAmount::Together(n) => Some(self.value(slots, n)),
            PayAmount::UpTo(n) => {
                let target = self.value(slots, n);
                let held = to.first().map_or(0, |p| slots[p.slot]);
                Some(if target == NONE {
                    NONE
                } else {
                    target.saturating_sub(held).max(0)
                })
            }
        };
        if amount.is_some_and(|n| n < 0) {
            stop(slots, op.part);
            return;
        }
        let together = matches!(op.amount, PayAmount::Together(_) | PayAmount::UpTo(_));
        if together && let Some(amount) = amount {
            self.share(slots, &from, &to, amount, op);
            return;
        }
        for a in &from {
            for b in &to {
                let held = slots[a.slot].max(0);
                let due = amount.unwrap_or(held);
                match op.rest {
                    Some(rest) if held < due => {
                        self.transfer(slots, *a, *b, held, op.part);
                        let Some(rest) = self.places(slots, rest, op.to) else {
                            stop(slots, op.nobody);
                            return;
                        };
                        self.share(slots, &rest, &[*b], due - held, op);
                    }
                    _ => self.transfer(slots, *a, *b, due, op.part),
                }
            }
        }
    }

    /// The accounts of one side of a payment; nothing where a player is none.
    fn places(&mut self, slots: &mut [i32], who: Payer, other: Payer) -> Option<Vec<Place>> {
        let beside = match other {
            Payer::Purse(player) => self.value(slots, player),
            _ => NONE,
        };
        match who {
            Payer::Purse(player) => {
                let player = self.value(slots, player);
                (player >= 0).then(|| vec![self.purse(player)])
            }
            Payer::Account(at) => {
                let money = self.program.money.as_ref()?;
                let account = &money.accounts[at as usize];
                Some(vec![Place {
                    account: at,
                    slot: self.program.vars[account.var as usize].base as usize,
                    owner: NONE,
                    short: account.short,
                }])
            }
            Payer::Everybody | Payer::Others | Payer::Among(_) => {
                // Whoever sits after the one that is paid comes first.
                let first = if beside >= 0 { beside } else { slots[control::ME].max(0) };
                let in_play = self.program.layout.in_play as usize;
                let mut seats: Vec<i32> = self.program.seats_from(first).collect();
                seats.rotate_left(1.min(self.program.seats.len()));
                let mut eval = self.eval(slots);
                seats.retain(|p| {
                    slots[in_play + *p as usize] != 0
                        && match who {
                            Payer::Others => *p != beside,
                            Payer::Among(set) => eval.contains(set, *p),
                            _ => true,
                        }
                });
                Some(seats.into_iter().map(|p| self.purse(p)).collect())
            }
        }
    }

    fn purse(&self, player: i32) -> Place {
        let purses = self.program.money.as_ref().and_then(|money| {
            let mut accounts = (0..).zip(&money.accounts);
            accounts.find(|(_, a)| !self.program.vars[a.var as usize].index.is_empty())
        });
        // The compiler lets no purse be named where there are none.
        let (account, slot, short) = purses.map_or((0, 0, Short::Stops), |(at, account)| {
            let base = self.program.vars[account.var as usize].base as usize;
            (at, base + player as usize, account.short)
        });
        Place {
            account,
            slot,
            owner: player,
            short,
        }
    }

    /// What many pay one together, or one pays many: equal shares, and one more for the first as long as it takes.
    fn share(&mut self, slots: &mut [i32], from: &[Place], to: &[Place], amount: i32, op: &PayOp) {
        let many = if to.len() == 1 { from.len() } else { to.len() };
        let (Ok(shares @ 1..), [first, ..]) = (i32::try_from(many), from) else {
            if amount > 0 {
                stop(slots, op.nobody);
            }
            return;
        };
        let (each, odd) = (amount / shares, amount % shares);
        for (i, at) in (0..).zip(0..many) {
            let (payer, paid) = (from.get(at).unwrap_or(first), to.get(at).unwrap_or(&to[0]));
            self.transfer(slots, *payer, *paid, each + i32::from(i < odd), op.part);
        }
    }

    fn transfer(&mut self, slots: &mut [i32], from: Place, to: Place, amount: i32, part: PartId) {
        let held = slots[from.slot];
        let paid = match from.short {
            _ if held >= amount => amount,
            Short::Owes => amount,
            Short::PaysAll(event) => {
                let paid = held.max(0);
                if let Some(event) = event {
                    self.raise(slots, event, vec![from.owner, amount - paid]);
                }
                paid
            }
            Short::Stops => {
                stop(slots, part);
                return;
            }
        };
        if from.slot == to.slot {
            return;
        }
        let (left, got) = (
            i64::from(held) - i64::from(paid),
            i64::from(slots[to.slot]) + i64::from(paid),
        );
        if left < -MOST || got > MOST {
            stop(slots, part);
            return;
        }
        slots[from.slot] = left as i32;
        slots[to.slot] = got as i32;
        if let Some(paid_so_far) = self.paid.as_mut().filter(|_| paid != 0) {
            paid_so_far.push(Paid {
                from: from.name(),
                to: to.name(),
                amount: paid,
                part,
            });
        }
    }
}
