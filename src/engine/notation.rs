//! How candidates are written, and which candidates are one.

use super::hash::hash_slots;
use super::machine::{Candidate, Machine};
use crate::ir::{Piece, Program, control};

/// The faces of a throw as they are written everywhere: `6-2`.
#[must_use]
pub fn write_throw(program: &Program, group: u32, faces: &[i32]) -> String {
    let meaning = &program.dice[group as usize].meaning;
    let written: Vec<String> = faces.iter().map(|f| program.write_value(*f, meaning)).collect();
    written.join("-")
}

use std::collections::{HashMap, HashSet};

impl Machine<'_> {
    /// A candidate in its step's notation; `slots` is the position before it.
    pub fn text(&mut self, slots: &[i32], candidate: &Candidate) -> String {
        let mut after = slots.to_vec();
        self.text_and_apply(&mut after, candidate)
    }

    /// Writes a candidate and applies its effects.
    pub fn text_and_apply(&mut self, slots: &mut [i32], candidate: &Candidate) -> String {
        if candidate.step == Candidate::PASS {
            return "pass".into();
        }
        if candidate.step == Candidate::STOP {
            return "done".into();
        }
        let program = self.program;
        let step = &program.steps[candidate.step as usize];
        self.bind(slots, candidate);
        let me = slots[control::ME].max(0) as usize;
        // Values are read before the effects, events after them.
        let values: Vec<Option<String>> = step
            .notation
            .iter()
            .map(|piece| match piece {
                Piece::Value(node, meaning) => {
                    let v = self.eval(slots).value(*node);
                    Some(match meaning {
                        crate::ir::Meaning::Space => program.write_space(v, me),
                        _ => program.write_value(v, meaning),
                    })
                }
                _ => None,
            })
            .collect();
        self.effects(slots, candidate);
        let mut text = String::new();
        for (piece, value) in step.notation.iter().zip(values) {
            match piece {
                Piece::Text(t) => text.push_str(t),
                Piece::Value(..) => text.push_str(&value.unwrap_or_default()),
                Piece::If(event, t) => {
                    if self.emitted.contains(event) {
                        text.push_str(t);
                    }
                }
            }
        }
        text
    }

    /// Candidates with equal notation and equal end position are one: the first in canonical order stays.
    pub fn merge(&mut self, slots: &[i32], list: &mut Vec<Candidate>) {
        let program = self.program;
        if list
            .iter()
            .all(|c| !c.is_step() || program.steps[c.step as usize].distinct)
        {
            return;
        }
        let doubtful = self.doubtful(list);
        let mut doubtful = doubtful.iter();
        let mut seen: HashSet<(String, u64)> = HashSet::new();
        list.retain(|candidate| {
            if doubtful.next() == Some(&false) {
                return true;
            }
            let mut after = slots.to_vec();
            let text = self.text_and_apply(&mut after, candidate);
            seen.insert((text, hash_slots(&after)))
        });
    }

    /// Which candidates have to be tried: those that what tells a step's candidates apart does not tell from another.
    fn doubtful(&self, list: &[Candidate]) -> Vec<bool> {
        let steps = &self.program.steps;
        let apart = |c: &Candidate| !c.is_step() || steps[c.step as usize].apart;
        if !list.iter().all(apart) {
            return vec![true; list.len()];
        }
        let told = |c: &Candidate| -> (u32, Vec<i32>) {
            let told = steps.get(c.step as usize).map_or(&[][..], |s| &s.told);
            (c.step, told.iter().map(|p| c.args[*p as usize]).collect())
        };
        let mut alike: HashMap<(u32, Vec<i32>), usize> = HashMap::new();
        for candidate in list {
            *alike.entry(told(candidate)).or_default() += 1;
        }
        list.iter().map(|c| c.is_step() && alike[&told(c)] > 1).collect()
    }

    /// Applies a candidate of a choice and goes on behind it.
    pub fn apply_choice(&mut self, slots: &mut [i32], candidate: &Candidate) {
        if candidate.is_step() {
            self.effects(slots, candidate);
        }
        slots[control::PC] += 1;
    }

    /// The values of a candidate's parameters, written so that no two are alike: another's space says whose it is.
    pub fn arguments(&self, me: usize, candidate: &Candidate) -> Vec<(String, String)> {
        let program = self.program;
        if !candidate.is_step() {
            return Vec::new();
        }
        program.steps[candidate.step as usize]
            .params
            .iter()
            .zip(candidate.args)
            .map(|(p, v)| {
                let written = match p.meaning {
                    crate::ir::Meaning::Space => program.tell_space(v, me),
                    _ => program.write_value(v, &p.meaning),
                };
                (p.name.clone(), written)
            })
            .collect()
    }
}
