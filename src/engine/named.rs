//! Moves named by their step and its values, `advance(6, 4)`: so can every move be asked for, whatever its notation, and
//! where a value that the notation needs is none.

use super::machine::{Candidate, MAX_PARAMS, Machine};
use super::state::State;
use crate::ir::{Meaning, Program, Space};

/// How many candidates are looked at where values are left out.
const MOST: usize = 100_000;

/// A step with values for its first parameters, as somebody wrote it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named<'t> {
    step: u32,
    values: Vec<&'t str>,
}

impl<'t> Named<'t> {
    /// Reads `STEP(VALUE, …)`.
    pub fn read(program: &Program, text: &'t str) -> Option<Self> {
        let (name, rest) = text.trim().split_once(['(', '（'])?;
        let inside = rest.strip_suffix([')', '）'])?;
        if inside.contains(['(', '（', ')', '）']) {
            return None;
        }
        let step = program.steps.iter().position(|s| s.name == name.trim())?;
        let values: Vec<&str> = match inside.trim() {
            "" => Vec::new(),
            some => some.split([',', '，', '、']).map(str::trim).collect(),
        };
        (values.len() <= program.steps[step].params.len()).then_some(Self {
            step: u32::try_from(step).ok()?,
            values,
        })
    }

    /// Whether it has values for all parameters.
    pub fn whole(&self, program: &Program) -> bool {
        self.values.len() == program.steps[self.step as usize].params.len()
    }
}

/// A candidate by its step and values as `me` writes them; nothing for what is no step.
pub(super) fn name_of(machine: &Machine<'_>, me: usize, candidate: &Candidate) -> Option<String> {
    let step = machine.program.steps.get(candidate.step as usize)?;
    let values: Vec<String> = machine.arguments(me, candidate).into_iter().map(|(_, v)| v).collect();
    Some(format!("{}({})", step.name, values.join(", ")))
}

impl State {
    /// What is wrong with a text that looks like a move named by its step: the step, how many values, or which of them.
    #[must_use]
    pub fn misnamed(&self, text: &str) -> Option<String> {
        let program = self.program();
        let (name, rest) = text.trim().split_once(['(', '（'])?;
        rest.strip_suffix([')', '）'])?;
        let step = program.steps.iter().find(|s| s.name == name.trim())?;
        let Some(named) = Named::read(program, text) else {
            let params: Vec<&str> = step.params.iter().map(|p| p.name.as_str()).collect();
            return Some(format!("the values of step `{}` are: {}", step.name, params.join(", ")));
        };
        let wrong = |i: &usize| {
            let first = Named {
                step: named.step,
                values: named.values[..=*i].to_vec(),
            };
            self.candidates_named(&first).is_empty()
        };
        let at = (0..named.values.len()).find(wrong)?;
        Some(format!(
            "`{}` is no value of `{}` in step `{}`",
            named.values[at], step.params[at].name, step.name
        ))
    }

    /// A candidate by its step and values, `advance(6, 4)`; nothing for what is no step.
    #[must_use]
    pub fn named(&self, candidate: &Candidate) -> Option<String> {
        name_of(&self.machine(), self.actor(), candidate)
    }

    /// Some of what is legal, and how a move is named, for messages.
    #[must_use]
    pub fn some_legal(&self) -> String {
        let choices = self.legal_choices();
        let some: Vec<String> = choices.iter().take(6).map(|c| self.write(c)).collect();
        let named = choices.iter().find_map(|c| self.named(c));
        let named = named.map_or_else(String::new, |n| {
            format!("; a move may also be named by its step, as `{n}`")
        });
        format!("legal now are, among others: {}{named}", some.join(", "))
    }

    /// Whether a candidate is one of those named.
    pub(super) fn is_named(&self, candidate: &Candidate, named: &Named<'_>) -> bool {
        let params = self.program().steps.get(candidate.step as usize).map(|s| &s.params);
        candidate.step == named.step
            && params.is_some_and(|params| {
                let values = named.values.iter().zip(params).zip(candidate.args);
                values
                    .into_iter()
                    .all(|((text, p), v)| self.is_written(v, &p.meaning, text))
            })
    }

    /// All that is named, possible or not, offered or not: where values are left out, with every value.
    pub(super) fn candidates_named(&self, named: &Named<'_>) -> Vec<Candidate> {
        let step = &self.program().steps[named.step as usize];
        let values = (0..)
            .zip(&step.params)
            .map(|(i, p)| match (named.values.get(i), &p.meaning) {
                // A number that the parameter cannot be is refused for that.
                (Some(text), Meaning::Number) => text.parse().into_iter().collect(),
                (given, meaning) => {
                    let mut values = self.domain(named.step, i, meaning);
                    values.retain(|v| given.is_none_or(|text| self.is_written(*v, meaning, text)));
                    values
                }
            });
        let mut rows = vec![[0; MAX_PARAMS]];
        for (i, values) in values.enumerate() {
            let with = |row: [i32; MAX_PARAMS]| {
                values.iter().map(move |v| {
                    let mut row = row;
                    row[i] = *v;
                    row
                })
            };
            rows = rows.into_iter().flat_map(with).take(MOST).collect();
        }
        let step = named.step;
        rows.into_iter().map(|args| Candidate { step, args }).collect()
    }

    /// Whether a value may be written so: a space by its own number for who acts, or by its name; another's by whose it is too.
    fn is_written(&self, v: i32, meaning: &Meaning, text: &str) -> bool {
        let (program, me) = (self.program(), self.actor());
        if *meaning != Meaning::Space {
            return program.write_value(v, meaning) == text;
        }
        let space = usize::try_from(v).ok().and_then(|v| program.spaces.get(v));
        let others = |s: &Space| s.owner.is_some_and(|owner| owner as usize != me);
        space.is_some_and(|s| {
            let owner = s.owner.and_then(|owner| program.seats.get(owner as usize));
            program.tell_space(v, me) == text
                || owner.is_some_and(|owner| format!("{} of {}", program.write_space(v, me), owner.name) == text)
                || !others(s) && (s.id == text || s.name.as_deref() == Some(text))
        })
    }
}
