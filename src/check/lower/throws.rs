//! All throws of a group of dice, and patterns that throws fit.

use crate::engine::{Eval, Fuel};
use crate::ir::{Dice, NodeId, Program};

/// The throws of one thrower.
pub(super) struct Throws {
    /// How many dice.
    pub dice: u32,
    /// Their different faces, ascending.
    pub faces: Vec<i32>,
    /// Whether their order is visible.
    ordered: bool,
}

impl Throws {
    /// The most sequences of faces that are gone through.
    pub const MOST: usize = 1 << 20;

    pub fn of(dice: &Dice) -> Self {
        let mut faces: Vec<i32> = dice.faces.iter().map(|(f, _)| *f).collect();
        faces.sort_unstable();
        faces.dedup();
        Self {
            dice: dice.number,
            faces,
            ordered: dice.ordered,
        }
    }

    /// How many sequences of faces there are, at most `usize::MAX`.
    pub fn sequences(&self) -> usize {
        self.faces.len().saturating_pow(self.dice)
    }

    /// Every throw: sequences where order is visible, else each set of faces once, ascending.
    pub fn all(&self) -> impl Iterator<Item = Vec<i32>> + '_ {
        (0..self.sequences())
            .map(|i| self.digits(i))
            .filter(|digits| self.ordered || digits.is_sorted())
            .map(|digits| digits.iter().map(|d| self.faces[*d]).collect())
    }

    fn digits(&self, mut index: usize) -> Vec<usize> {
        let mut digits = vec![0; self.dice as usize];
        for digit in digits.iter_mut().rev() {
            *digit = index % self.faces.len();
            index /= self.faces.len();
        }
        digits
    }

    /// Writes a value for every sequence of a throw.
    pub fn enter(&self, throw: &[i32], value: i32, map: &mut [i32]) {
        let digit = |f: &i32| self.faces.iter().position(|g| g == f).unwrap_or(0);
        let index = |digits: &[usize]| digits.iter().fold(0, |i, d| i * self.faces.len() + d);
        let mut digits: Vec<usize> = throw.iter().map(digit).collect();
        map[index(&digits)] = value;
        // A throw whose order doesn't count is looked up as it lies in a position, ascending; other bags may not be.
        while !self.ordered && next_permutation(&mut digits) {
            map[index(&digits)] = value;
        }
    }
}

fn next_permutation(digits: &mut [usize]) -> bool {
    let Some(pivot) = digits.windows(2).rposition(|w| w[0] < w[1]) else {
        return false;
    };
    let Some(next) = digits.iter().rposition(|d| *d > digits[pivot]) else {
        return false;
    };
    digits.swap(pivot, next);
    digits[pivot + 1..].reverse();
    true
}

/// One place of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    /// This face.
    Face(i32),
    /// The face that this letter stands for.
    Letter(usize),
    /// Any face.
    Any,
}

/// What a throw must be like.
#[derive(Clone, Debug, Default)]
pub(super) struct Pattern {
    /// Its places; none where only the test counts.
    pub atoms: Vec<Atom>,
    /// The temporary of each letter.
    pub tmps: Vec<u32>,
    /// What must hold besides.
    pub test: Option<NodeId>,
}

impl Pattern {
    /// Whether the throw, which also stands in the slots, fits in some way. The budget counts what is tried.
    pub fn fits(&self, program: &Program, slots: &[i32], throw: &[i32], throws: &Throws, budget: &mut usize) -> bool {
        let mut tmps = vec![0; program.layout.tmps as usize + 1];
        let mut fuel = Fuel::of(u32::try_from(*budget).unwrap_or(u32::MAX));
        let mut search = Search {
            pattern: self,
            eval: Eval {
                program,
                slots,
                tmps: &mut tmps,
                me: 0,
                fuel: &mut fuel,
            },
            letters: vec![None; self.tmps.len()],
            used: vec![false; throw.len()],
            throw,
            ordered: throws.ordered,
            budget,
        };
        search.from(0)
    }
}

struct Search<'a> {
    pattern: &'a Pattern,
    eval: Eval<'a>,
    letters: Vec<Option<i32>>,
    used: Vec<bool>,
    throw: &'a [i32],
    ordered: bool,
    budget: &'a mut usize,
}

impl Search<'_> {
    fn from(&mut self, at: usize) -> bool {
        if *self.budget == 0 {
            return false;
        }
        *self.budget -= 1;
        let Some(atom) = self.pattern.atoms.get(at).copied() else {
            for (letter, tmp) in self.letters.iter().zip(&self.pattern.tmps) {
                self.eval.tmps[*tmp as usize] = letter.unwrap_or_default();
            }
            let fits = self.pattern.test.is_none_or(|t| self.eval.holds(t));
            if self.eval.fuel.spent() {
                *self.budget = 0;
            }
            return fits;
        };
        for i in 0..self.throw.len() {
            let face = self.throw[i];
            // Of equal faces that are free, the first stands for all.
            let again = !self.ordered && (0..i).any(|j| self.throw[j] == face && !self.used[j]);
            if self.used[i] || again || self.ordered && i != at {
                continue;
            }
            let before = match atom {
                Atom::Face(f) if f != face => continue,
                Atom::Letter(l) if self.letters[l].is_some_and(|v| v != face) => continue,
                Atom::Letter(l) => self.letters[l].replace(face),
                Atom::Face(_) | Atom::Any => None,
            };
            self.used[i] = true;
            let found = self.from(at + 1);
            self.used[i] = false;
            if let Atom::Letter(l) = atom {
                self.letters[l] = before;
            }
            if found {
                return true;
            }
        }
        false
    }
}
