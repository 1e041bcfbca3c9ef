//! Throws: their outcomes with exact weights, and how they are drawn.

use super::machine::Machine;
use super::random::generator;
use crate::ir::{Dice, NodeId, Program};
use rand::Rng;

/// How many different outcomes of one roll are listed at most.
pub const MAX_OUTCOMES: usize = 200_000;
/// How often a throw that fails its condition is thrown again before those that satisfy it are listed.
const REPEATS: usize = 100;
/// The most throws that are tried where there are too many to list.
const MANY_REPEATS: usize = 100_000;

/// An outcome of a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The faces, player by player where each throws; greatest first where their order is invisible.
    pub faces: Vec<i32>,
    /// Its weight; the probability is this over the sum of all weights.
    pub weight: u64,
}

/// All outcomes of a group of dice, merged where the order is invisible; nothing where they are too many to list.
#[must_use]
pub fn outcomes(program: &Program, dice: &Dice) -> Option<Vec<Outcome>> {
    let one = one_player(dice)?;
    if !dice.each {
        return Some(one);
    }
    let mut all = vec![Outcome {
        faces: Vec::new(),
        weight: 1,
    }];
    for _ in 0..program.seats.len() {
        if all.len() * one.len() > MAX_OUTCOMES {
            return None;
        }
        all = all
            .iter()
            .flat_map(|a| {
                one.iter().map(|b| {
                    Some(Outcome {
                        faces: [a.faces.as_slice(), &b.faces].concat(),
                        weight: a.weight.checked_mul(b.weight)?,
                    })
                })
            })
            .collect::<Option<Vec<_>>>()?;
    }
    Some(all)
}

fn one_player(dice: &Dice) -> Option<Vec<Outcome>> {
    let mut faces = dice.faces.clone();
    faces.sort_unstable_by(|a, b| b.cmp(a));
    let mut out = Vec::new();
    let mut now = Vec::new();
    let done = if dice.ordered {
        sequences(&faces, dice.number as usize, 1, &mut now, &mut out)
    } else {
        multisets(&faces, 0, dice.number, 1, 1, &mut now, &mut out)
    };
    done.then_some(out)
}

fn sequences(faces: &[(i32, u32)], left: usize, weight: u64, now: &mut Vec<i32>, out: &mut Vec<Outcome>) -> bool {
    if left == 0 {
        out.push(Outcome {
            faces: now.clone(),
            weight,
        });
        return out.len() <= MAX_OUTCOMES;
    }
    faces.iter().all(|(face, w)| {
        let Some(weight) = weight.checked_mul(u64::from(*w)) else {
            return false;
        };
        now.push(*face);
        let fine = sequences(faces, left - 1, weight, now, out);
        now.pop();
        fine
    })
}

/// Multisets of faces from `at` on, greatest first; `drawn` counts the dice placed, for the multinomial weight.
fn multisets(
    faces: &[(i32, u32)],
    at: usize,
    left: u32,
    weight: u64,
    drawn: u64,
    now: &mut Vec<i32>,
    out: &mut Vec<Outcome>,
) -> bool {
    if left == 0 {
        out.push(Outcome {
            faces: now.clone(),
            weight,
        });
        return out.len() <= MAX_OUTCOMES;
    }
    let Some((face, w)) = faces.get(at) else { return true };
    // Take this face k times: C(drawn + k - 1, k) ways to place them among those already there.
    let mut ways = Some(weight);
    for k in 0..=left {
        let Some(now_weight) = ways else { return false };
        for _ in 0..k {
            now.push(*face);
        }
        let fine = multisets(faces, at + 1, left - k, now_weight, drawn + u64::from(k), now, out);
        now.truncate(now.len() - k as usize);
        if !fine {
            return false;
        }
        let k = u64::from(k);
        ways = now_weight
            .checked_mul(drawn + k)
            .map(|n| n / (k + 1))
            .and_then(|n| n.checked_mul(u64::from(*w)));
    }
    true
}

/// A whole number below `n` by rejection on one `u32` at a time. `n` is at least 1.
pub fn below(n: u32, rng: &mut impl Rng) -> u32 {
    let n = u64::from(n.max(1));
    let limit = (1u64 << 32) / n * n;
    loop {
        let r = u64::from(rng.next_u32());
        if r < limit {
            return (r % n) as u32;
        }
    }
}

/// The same for numbers that need more than 32 bits, by rejection on one `u64` at a time.
fn far_below(n: u64, rng: &mut impl Rng) -> u64 {
    let limit = u64::MAX - u64::MAX % n;
    loop {
        let r = rng.next_u64();
        if r < limit {
            return r % n;
        }
    }
}

/// Draws a throw, die by die in their order.
pub fn draw(program: &Program, dice: &Dice, rng: &mut impl Rng) -> Vec<i32> {
    let throwers = if dice.each { program.seats.len() } else { 1 };
    let total: u32 = dice.faces.iter().map(|(_, w)| *w).sum();
    let mut faces = Vec::with_capacity(throwers * dice.number as usize);
    for _ in 0..throwers {
        let from = faces.len();
        for _ in 0..dice.number {
            let mut r = below(total, rng);
            let face = dice.faces.iter().find(|(_, w)| {
                let here = r < *w;
                if !here {
                    r -= *w;
                }
                here
            });
            faces.push(face.map_or(0, |(f, _)| *f));
        }
        if !dice.ordered {
            faces[from..].sort_unstable_by(|a, b| b.cmp(a));
        }
    }
    faces
}

impl Machine<'_> {
    /// The outcomes of a roll in a position, those that fail its condition left out.
    pub fn roll_outcomes(&mut self, slots: &[i32], group: u32, given: Option<NodeId>) -> Option<Vec<Outcome>> {
        let program = self.program;
        let dice = &program.dice[group as usize];
        let mut all = outcomes(program, dice)?;
        if let Some(given) = given {
            let mut after = slots.to_vec();
            let base = dice.base as usize;
            all.retain(|o| {
                after[base..base + o.faces.len()].copy_from_slice(&o.faces);
                self.eval(&after).holds(given)
            });
        }
        if self.fuel.spent() {
            return None;
        }
        Some(all)
    }

    /// True if a roll can be made here: some throw satisfies its condition.
    pub fn can_roll(&mut self, slots: &[i32], group: u32, given: Option<NodeId>) -> bool {
        let Some(condition) = given else { return true };
        match self.roll_outcomes(slots, group, given) {
            Some(all) => {
                let total = all.iter().try_fold(0, |sum: u64, o| sum.checked_add(o.weight));
                total.is_some_and(|t| t > 0)
            }
            None if self.fuel.spent() => false,
            // Some throw is looked for. What is tried is the same for everybody and costs no game any throw of its own.
            None => {
                let mut rng = generator(0, 0, false);
                self.thrown(slots, group, condition, MANY_REPEATS, &mut rng).is_some()
            }
        }
    }

    /// The first of so many throws that satisfies a condition.
    fn thrown(
        &mut self,
        slots: &[i32],
        group: u32,
        condition: NodeId,
        times: usize,
        rng: &mut impl Rng,
    ) -> Option<Vec<i32>> {
        let program = self.program;
        let dice = &program.dice[group as usize];
        let base = dice.base as usize;
        let mut after = slots.to_vec();
        for _ in 0..times {
            let faces = draw(program, dice, rng);
            after[base..base + faces.len()].copy_from_slice(&faces);
            let holds = self.eval(&after).holds(condition);
            if self.fuel.spent() {
                return None;
            }
            if holds {
                return Some(faces);
            }
        }
        None
    }

    /// Draws a throw that satisfies the condition, exactly; nothing when none can. One that fails it is thrown again; where
    /// hardly any satisfies it, those that do are listed in the end, and one of them is drawn with its weight. Throws that are
    /// too many to list are thrown again for longer.
    pub fn draw_roll(
        &mut self,
        slots: &[i32],
        group: u32,
        given: Option<NodeId>,
        rng: &mut impl Rng,
    ) -> Option<Vec<i32>> {
        let program = self.program;
        let dice = &program.dice[group as usize];
        let Some(condition) = given else {
            return Some(draw(program, dice, rng));
        };
        if let Some(faces) = self.thrown(slots, group, condition, REPEATS, rng) {
            return Some(faces);
        }
        if self.fuel.spent() {
            return None;
        }
        let Some(all) = self.roll_outcomes(slots, group, given) else {
            return self.thrown(slots, group, condition, MANY_REPEATS, rng);
        };
        let total = all.iter().try_fold(0, |sum: u64, o| sum.checked_add(o.weight));
        let total = total.filter(|t| *t > 0)?;
        let mut r = match u32::try_from(total) {
            Ok(total) => u64::from(below(total, rng)),
            Err(_) => far_below(total, rng),
        };
        all.into_iter()
            .find(|o| {
                let here = r < o.weight;
                if !here {
                    r -= o.weight;
                }
                here
            })
            .map(|o| o.faces)
    }
}
