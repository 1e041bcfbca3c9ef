//! Why a candidate is allowed or refused: the first requirement that fails, else the part of the play that forbids it.

use super::machine::{Candidate, MAX_PARAMS, Machine, Wait};
use super::named::Named;
use super::search::{Outgrown, Searcher};
use super::state::State;
use super::written::marked;
use crate::ir::{Alternative, Meaning, NONE, Node, PartId, Piece, Test};

/// Why a candidate may or may not be chosen in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The candidate.
    pub candidate: Candidate,
    /// The requirements that bear on it and that it meets, in the order written; of a legal one also what the play asks for,
    /// where that refuses another.
    pub met: Vec<PartId>,
    /// What refuses it; nothing when it is legal.
    pub refusal: Option<Reason>,
}

/// What refuses a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A requirement of the step.
    Requirement(PartId),
    /// A parameter lies outside what it ranges over.
    Parameter {
        /// The index of the parameter.
        at: usize,
        /// Its part of the step.
        part: PartId,
    },
    /// A part of `such that` or `best by`, with an admissible sequence that shows what is asked for.
    Play {
        /// The part.
        part: PartId,
        /// A sequence from here that satisfies it.
        instead: Vec<Candidate>,
    },
    /// The step is not among those offered now.
    NotOffered,
    /// No choice is due.
    NotNow,
    /// The search of the play outgrew its bound.
    Outgrown,
}

impl State {
    /// Explains a candidate, possible or not.
    #[must_use]
    pub fn explain(&self, candidate: &Candidate) -> Explanation {
        let mut explanation = Explanation {
            candidate: *candidate,
            met: Vec::new(),
            refusal: None,
        };
        if self.legal_choices().contains(candidate) {
            self.requirements(candidate, &mut explanation);
            explanation.refusal = None;
            self.play_asks(&mut explanation);
            return explanation;
        }
        let groups: &[Vec<Alternative>] = match self.wait() {
            Wait::Choice(c) => &self.program().choices[c as usize].groups,
            Wait::Play(p) => &self.program().plays[p as usize].groups,
            Wait::Throw { .. } | Wait::Idle | Wait::Over => {
                explanation.refusal = Some(Reason::NotNow);
                return explanation;
            }
        };
        let offered = groups
            .iter()
            .flatten()
            .any(|a| a.step == Some(candidate.step) && self.alternative_allows(a, candidate));
        if !offered || !candidate.is_step() {
            explanation.refusal = Some(Reason::NotOffered);
            return explanation;
        }
        self.requirements(candidate, &mut explanation);
        if explanation.refusal.is_some() {
            return explanation;
        }
        explanation.refusal = Some(self.refused_by_play(candidate).unwrap_or(Reason::NotOffered));
        explanation
    }

    fn alternative_allows(&self, alternative: &Alternative, candidate: &Candidate) -> bool {
        let mut machine = self.machine();
        let mut eval = machine.eval(self.slots());
        alternative.when.is_none_or(|w| eval.holds(w))
            && alternative
                .args
                .iter()
                .zip(candidate.args)
                .all(|(node, v)| eval.value(*node) == v)
    }

    /// Walks the requirements in the order written and notes those met and the first that is not.
    fn requirements(&self, candidate: &Candidate, out: &mut Explanation) {
        // To pass, or to stop, asks for nothing.
        let Some(step) = self.program().steps.get(candidate.step as usize) else {
            return;
        };
        let mut machine = self.machine();
        for (param, v) in step.params.iter().zip(candidate.args) {
            machine.tmps[param.tmp as usize] = v;
        }
        for test in &step.tests {
            let mut eval = machine.eval(self.slots());
            match test {
                Test::Param { param, set, part, .. } => {
                    let v = candidate.args[*param as usize];
                    let inside = eval.contains(*set, v);
                    // Looking at a set may use the parameter's own temporary.
                    eval.tmps[step.params[*param as usize].tmp as usize] = v;
                    if !inside {
                        out.refusal = Some(Reason::Parameter {
                            at: *param as usize,
                            part: *part,
                        });
                        return;
                    }
                }
                Test::Let { tmp, value, part } => {
                    let v = eval.value(*value);
                    eval.tmps[*tmp as usize] = v;
                    match part {
                        Some(part) if v == NONE => {
                            out.refusal = Some(Reason::Requirement(*part));
                            return;
                        }
                        Some(part) => out.met.push(*part),
                        None => {}
                    }
                }
                Test::Require { test, bears, part } => {
                    if !eval.holds(*test) {
                        out.refusal = Some(Reason::Requirement(*part));
                        return;
                    }
                    if bears.is_none_or(|b| eval.holds(b)) {
                        out.met.push(*part);
                    }
                }
            }
        }
    }

    /// What a play asks for bears on a candidate where it refuses another that is possible too.
    fn play_asks(&self, explanation: &mut Explanation) {
        let Wait::Play(play) = self.wait() else { return };
        let play = &self.program().plays[play as usize];
        let slots = self.slots();
        let mut machine = self.machine();
        let mut possible = Vec::new();
        machine.possible(slots, &play.groups, &mut possible);
        possible.retain(|c| c.is_step() && !self.legal_choices().contains(c));
        let mut search = Searcher::default();
        let refusing: Vec<PartId> = possible
            .iter()
            .filter_map(|c| machine.refusing(&mut search, slots, play, c).ok().flatten())
            .collect();
        let such_that = play.such_that.iter().map(|(_, part)| *part);
        let parts = such_that.chain(play.best_by.iter().map(|best| best.part));
        explanation.met.extend(parts.filter(|p| refusing.contains(p)));
    }

    /// The part of the play that refuses a possible candidate.
    fn refused_by_play(&self, candidate: &Candidate) -> Option<Reason> {
        let Wait::Play(play) = self.wait() else { return None };
        let play = &self.program().plays[play as usize];
        let mut machine: Machine<'_> = self.machine();
        let mut search = Searcher::default();
        let slots = self.slots();
        let instead = machine.witness(&mut search, slots, play).ok()?;
        match machine.refusing(&mut search, slots, play, candidate) {
            Ok(part) => Some(Reason::Play { part: part?, instead }),
            Err(Outgrown) => Some(Reason::Outgrown),
        }
    }

    /// All steps with all values that their parameters could take here, possible or not, whose notation could be `text`; else
    /// those that are named so, `advance(6, 4)`; else those that are written so with names of spaces.
    ///
    /// Signs that depend on events (such as a mark for a capture) may be left out or put.
    #[must_use]
    pub fn candidates_written(&self, text: &str) -> Vec<Candidate> {
        if let Some((plain, marks)) = marked(text) {
            let mut found = self.candidates_written(plain);
            found.retain(|c| self.marked_so(c, marks));
            return found;
        }
        let wanted = text.trim();
        let found = self.candidates_spelled(wanted, &[]);
        if !found.is_empty() {
            return found;
        }
        if let Some(named) = Named::read(self.program(), wanted) {
            return self.candidates_named(&named);
        }
        let numbers = numbers(wanted);
        if !numbers.is_empty() {
            let found = self.candidates_spelled(wanted, &numbers);
            if !found.is_empty() {
                return found;
            }
        }
        self.without_names(wanted)
            .map_or(Vec::new(), |other| self.candidates_spelled(&other, &[]))
    }

    /// Whether what tells a candidate apart could be written so: its step's name, some of its values, or both.
    fn marked_so(&self, candidate: &Candidate, marks: &str) -> bool {
        let Some(step) = self.program().steps.get(candidate.step as usize) else {
            return false;
        };
        let values: Vec<String> = self.arguments(candidate).into_iter().map(|(_, v)| v).collect();
        (0..1_u32 << values.len()).any(|some| {
            let shown = (0..)
                .zip(&values)
                .filter(|(i, _)| some >> i & 1 == 1)
                .map(|(_, v)| v.as_str());
            let shown: Vec<&str> = shown.collect();
            let with_name: Vec<&str> = [step.name.as_str()].into_iter().chain(shown.iter().copied()).collect();
            marks == with_name.join(" ") || !shown.is_empty() && marks == shown.join(" ")
        })
    }

    /// Whether any of these texts could be a move here, possible or not.
    pub(super) fn any_written(&self, texts: &[String]) -> bool {
        let spelled = |c: &Candidate| self.spellings(c).iter().any(|s| texts.contains(s));
        texts.iter().any(|t| Named::read(self.program(), t).is_some()) || self.conceivable().iter().any(spelled)
    }

    /// The numbers that a parameter of a candidate can be now, with its other values as they are.
    #[must_use]
    pub fn numbers_allowed(&self, candidate: &Candidate, at: usize) -> Vec<i32> {
        let Some(step) = self.program().steps.get(candidate.step as usize) else {
            return Vec::new();
        };
        let mut machine = self.machine();
        for (param, v) in step.params.iter().zip(candidate.args) {
            machine.tmps[param.tmp as usize] = v;
        }
        let mut eval = machine.eval(self.slots());
        for test in &step.tests {
            match test {
                Test::Param { param, set, .. } if *param as usize == at => {
                    let mut numbers = eval.members(*set);
                    numbers.sort_unstable();
                    numbers.dedup();
                    return numbers;
                }
                Test::Let { tmp, value, .. } => {
                    let v = eval.value(*value);
                    eval.tmps[*tmp as usize] = v;
                }
                Test::Param { .. } | Test::Require { .. } => {}
            }
        }
        Vec::new()
    }

    /// What is written so, besides with these numbers for parameters.
    fn candidates_spelled(&self, wanted: &str, numbers: &[i32]) -> Vec<Candidate> {
        let mut all = self.offered(numbers);
        all.retain(|candidate| self.spellings(candidate).iter().any(|s| s == wanted));
        all
    }

    /// Every step offered now with every combination of parameter values, whether its requirements hold or not. Parameters
    /// over numbers range over the values of the dice and of the bag that they are drawn from.
    #[must_use]
    pub fn conceivable(&self) -> Vec<Candidate> {
        self.offered(&[])
    }

    /// The same, where numbers that the notation shows are these, if there are any.
    fn offered(&self, numbers: &[i32]) -> Vec<Candidate> {
        let groups: &[Vec<Alternative>] = match self.wait() {
            Wait::Choice(c) => &self.program().choices[c as usize].groups,
            Wait::Play(p) => &self.program().plays[p as usize].groups,
            Wait::Throw { .. } | Wait::Idle | Wait::Over => return Vec::new(),
        };
        let mut out = Vec::new();
        for step in groups.iter().flatten().filter_map(|a| a.step) {
            self.widest(step, numbers, &mut out);
        }
        out
    }

    fn widest(&self, step: u32, numbers: &[i32], out: &mut Vec<Candidate>) {
        let info = &self.program().steps[step as usize];
        let mut rows: Vec<[i32; MAX_PARAMS]> = vec![[0; MAX_PARAMS]];
        for (i, param) in info.params.iter().enumerate() {
            let shown = |piece: &Piece| {
                matches!(piece, Piece::Value(node, Meaning::Number)
                if self.program().nodes[*node as usize] == Node::Tmp(param.tmp))
            };
            let values = if !numbers.is_empty() && info.notation.iter().any(shown) {
                numbers.to_vec()
            } else {
                self.domain(step, i, &param.meaning)
            };
            rows = rows
                .iter()
                .flat_map(|row| {
                    values.iter().map(move |v| {
                        let mut row = *row;
                        row[i] = *v;
                        row
                    })
                })
                .take(100_000)
                .collect();
        }
        out.extend(rows.into_iter().map(|args| Candidate { step, args }));
    }

    /// What a parameter could be at all: every space, player, value; for numbers, what the set holds now and all faces.
    pub(super) fn domain(&self, step: u32, param: usize, meaning: &Meaning) -> Vec<i32> {
        let program = self.program();
        let all = |n: usize| (0..i32::try_from(n).unwrap_or(0)).collect::<Vec<i32>>();
        match meaning {
            Meaning::Space => all(program.spaces.len()),
            Meaning::Player => all(program.seats.len()),
            Meaning::Kind => all(program.kinds.len()),
            Meaning::Route => all(program.routes.len()),
            Meaning::Enum(e) => all(program.enums[*e as usize].values.len()),
            Meaning::Truth => vec![0, 1],
            Meaning::Number => {
                let set = program.steps[step as usize].tests.iter().find_map(|t| match t {
                    Test::Param { param: p, set, .. } if *p as usize == param => Some(*set),
                    _ => None,
                });
                let mut values = match set {
                    Some(set) => self.machine().eval(self.slots()).members(set),
                    None => Vec::new(),
                };
                for dice in &program.dice {
                    values.extend(dice.faces.iter().map(|(f, _)| *f));
                }
                values.sort_unstable();
                values.dedup();
                values
            }
        }
    }

    /// A candidate's notation with and without its event signs.
    fn spellings(&self, candidate: &Candidate) -> Vec<String> {
        let program = self.program();
        let step = &program.steps[candidate.step as usize];
        let mut machine = self.machine();
        machine.bind(self.slots(), candidate);
        let mut texts = vec![String::new()];
        for piece in &step.notation {
            match piece {
                Piece::Text(t) => texts.iter_mut().for_each(|s| s.push_str(t)),
                Piece::Value(node, meaning) => {
                    let v = machine.eval(self.slots()).value(*node);
                    let written = match meaning {
                        Meaning::Space => program.write_space(v, self.actor()),
                        _ => program.write_value(v, meaning),
                    };
                    texts.iter_mut().for_each(|s| s.push_str(&written));
                }
                Piece::If(_, t) => {
                    let with: Vec<String> = texts.iter().map(|s| format!("{s}{t}")).collect();
                    texts.extend(with);
                }
            }
        }
        texts
    }
}

/// The numbers in a text, a few at most.
fn numbers(text: &str) -> Vec<i32> {
    let digits = text.split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|d| d.parse().ok()).take(4).collect()
}
