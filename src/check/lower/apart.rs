//! Which candidates cannot be confused: by how they are written, or by what they spend.

use super::Lowerer;
use crate::ir::{Meaning, Node, Op, Piece, Test};
use std::collections::{BTreeSet, HashSet};

/// How many spellings of a step's candidates are listed to tell steps apart.
const MAX_SPELLINGS: usize = 20_000;

/// How a step's candidates can be written.
struct Spellings {
    texts: BTreeSet<String>,
    /// Whether these are whole; otherwise only how they can begin.
    whole: bool,
}

impl Spellings {
    /// Whether no text of the one can be one of the other.
    fn apart(&self, other: &Self) -> bool {
        !self.meets(other) && !other.meets(self)
    }

    /// Whether one of these texts, or what it begins, is among the others.
    fn meets(&self, other: &Self) -> bool {
        self.texts.iter().any(|text| {
            let next = other.texts.range(text.clone()..).next();
            next.is_some_and(|n| n == text || !self.whole && n.starts_with(text.as_str()))
        })
    }
}

impl Lowerer<'_> {
    /// Whether the candidates of each step, and those of different steps, differ in writing or in what they spend.
    pub(super) fn tell_apart(&mut self) {
        let spellings: Vec<Spellings> = (0..self.program.steps.len()).map(|s| self.spellings(s)).collect();
        for (at, own) in spellings.iter().enumerate() {
            let told = self.told(at);
            let others = spellings.iter().enumerate().filter(|(other, _)| *other != at);
            let apart = others.into_iter().all(|(_, other)| own.apart(other));
            let step = &mut self.program.steps[at];
            step.distinct = apart && told.len() == step.params.len();
            step.told = told;
            step.apart = apart;
        }
    }

    /// The parameters of a step that are written out, or taken from what is to be spent.
    fn told(&self, at: usize) -> Vec<u32> {
        let step = &self.program.steps[at];
        let tmp = |node: u32| match self.program.nodes[node as usize] {
            Node::Tmp(t) => Some(t),
            _ => None,
        };
        let shown = step.notation.iter().filter_map(|piece| match piece {
            Piece::Value(node, _) => tmp(*node),
            _ => None,
        });
        let effects = self.program.code[step.body as usize..]
            .iter()
            .take_while(|op| !matches!(op, Op::Return));
        let spent = effects.filter_map(|op| match op {
            Op::Shift {
                value, from: Some(_), ..
            } => tmp(*value),
            _ => None,
        });
        let tmps: HashSet<u32> = shown.chain(spent).collect();
        (0..)
            .zip(&step.params)
            .filter(|(_, p)| tmps.contains(&p.tmp))
            .map(|(param, _)| param)
            .collect()
    }

    /// All texts that a step's notation could give, over all seats, or how they can begin where they cannot be listed.
    fn spellings(&self, at: usize) -> Spellings {
        let step = &self.program.steps[at];
        let mut texts = BTreeSet::from([String::new()]);
        for piece in &step.notation {
            let options = match piece {
                Piece::Text(t) => Some(vec![t.clone()]),
                Piece::If(_, t) => Some(vec![String::new(), t.clone()]),
                Piece::Value(node, meaning) => match self.program.nodes[*node as usize] {
                    Node::Tmp(tmp) => self.texts_of(step, tmp, meaning),
                    _ => None,
                },
            };
            match options {
                Some(options) if texts.len() * options.len() <= MAX_SPELLINGS => {
                    texts = texts
                        .iter()
                        .flat_map(|t| options.iter().map(move |o| format!("{t}{o}")))
                        .collect();
                }
                _ => return Spellings { texts, whole: false },
            }
        }
        Spellings { texts, whole: true }
    }

    fn texts_of(&self, step: &crate::ir::Step, tmp: u32, meaning: &Meaning) -> Option<Vec<String>> {
        let domain = step.tests.iter().find_map(|t| match t {
            Test::Param { param, set, .. } if step.params[*param as usize].tmp == tmp => Some(*set),
            Test::Require { test, .. } => match self.program.nodes[*test as usize] {
                Node::In(v, set) if self.program.nodes[v as usize] == Node::Tmp(tmp) => Some(set),
                _ => None,
            },
            _ => None,
        });
        let mut out = HashSet::new();
        for seat in 0..self.program.seats.len() {
            // A space of unknown domain is any space of the board.
            let members: Vec<i32> = match (domain.and_then(|d| self.fixed_members(d)), meaning) {
                (Some(rows), _) => rows[seat].list.clone(),
                (None, Meaning::Space) => (0..self.program.spaces.len() as i32).collect(),
                (None, Meaning::Player | Meaning::Kind | Meaning::Enum(_) | Meaning::Truth) => {
                    (0..self.meaning_len(meaning)? as i32).collect()
                }
                _ => return None,
            };
            for v in members {
                out.insert(match meaning {
                    Meaning::Space => self.program.write_space(v, seat),
                    _ => self.program.write_value(v, meaning),
                });
            }
        }
        Some(out.into_iter().collect())
    }
}
