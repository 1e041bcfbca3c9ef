//! Which candidates cannot be confused: by how they are written, or by what they spend.

use super::Lowerer;
use crate::ir::{Meaning, NONE, Node, Op, Piece, Step, Test};
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
        let offered = self.offered_together();
        for (at, own) in spellings.iter().enumerate() {
            let told = self.told(at);
            let beside = |other: usize| {
                offered
                    .iter()
                    .any(|steps| steps.contains(&at) && steps.contains(&other))
            };
            let mut others = spellings.iter().enumerate().filter(|(other, _)| *other != at);
            let apart = others.all(|(other, theirs)| !beside(other) || own.apart(theirs));
            let step = &mut self.program.steps[at];
            step.distinct = apart && told.len() == step.params.len();
            step.told = told;
            step.apart = apart;
        }
    }

    /// The steps of each choice and play: only what is offered at once can be confused.
    fn offered_together(&self) -> Vec<HashSet<usize>> {
        let choices = self.program.choices.iter().map(|c| &c.groups);
        let plays = self.program.plays.iter().map(|p| &p.groups);
        choices
            .chain(plays)
            .map(|groups| {
                groups
                    .iter()
                    .flatten()
                    .filter_map(|a| a.step)
                    .map(|s| s as usize)
                    .collect()
            })
            .collect()
    }

    /// The parameters of a step that can be read from its notation, or are taken from what is to be spent.
    fn told(&self, at: usize) -> Vec<u32> {
        let step = &self.program.steps[at];
        let tmps: HashSet<u32> = self.read_back(step).chain(self.spent(step)).collect();
        (0..)
            .zip(&step.params)
            .filter(|(_, p)| tmps.contains(&p.tmp))
            .map(|(param, _)| param)
            .collect()
    }

    fn tmp_of(&self, node: u32) -> Option<u32> {
        match self.program.nodes[node as usize] {
            Node::Tmp(t) => Some(t),
            _ => None,
        }
    }

    /// What can be read back from a notation, from its beginning up to where one value may run into the next.
    fn read_back<'a>(&'a self, step: &'a Step) -> impl Iterator<Item = u32> + 'a {
        let ends = move |at: usize| {
            let next = step.notation[at + 1..].iter().map(|piece| match piece {
                Piece::Text(text) => (Some(text.as_str()), true),
                Piece::If(_, sign) => (Some(sign.as_str()), false),
                Piece::Value(..) => (None, true),
            });
            for (text, always) in next {
                match text.map(|t| t.chars().next()) {
                    // A sign without characters: what follows it decides.
                    Some(None) => {}
                    Some(Some(c)) if !may_go_on(c) => {
                        if always {
                            return true;
                        }
                    }
                    _ => return false,
                }
            }
            true
        };
        let values = step.notation.iter().enumerate().filter_map(|(at, piece)| match piece {
            Piece::Value(node, meaning) => Some((at, *node, meaning)),
            _ => None,
        });
        values
            .take_while(move |(at, ..)| ends(*at))
            .filter_map(|(_, node, meaning)| self.tmp_of(node).filter(|tmp| self.written_apart(step, *tmp, meaning)))
    }

    /// Whether no two values of a parameter are written alike: spaces are that each player has.
    fn written_apart(&self, step: &Step, tmp: u32, meaning: &Meaning) -> bool {
        *meaning != Meaning::Space
            || (0..self.program.seats.len()).all(|seat| {
                let Some(spaces) = self.domain(step, tmp, meaning, seat) else {
                    return false;
                };
                let texts: HashSet<String> = spaces.iter().map(|s| self.program.write_space(*s, seat)).collect();
                texts.len() == spaces.len()
            })
    }

    /// What a step takes, once and in every case, from a bag into which nothing is put before the candidate is complete.
    fn spent<'a>(&'a self, step: &'a Step) -> impl Iterator<Item = u32> + 'a {
        let once = (step.body..)
            .zip(self.ops_of(step.body))
            .filter(|(at, _)| self.once(step.body, *at));
        once.filter_map(|(_, op)| match op {
            Op::Shift {
                value,
                from: Some(bag),
                to,
                ..
            } if to.as_ref().is_none_or(|to| to.base != bag.base) => {
                let own = self.ops_of(step.body).filter(|op| touches(op, bag.base)).count();
                let alone = own == 1 && !self.written_by_what_follows(bag.base);
                alone.then(|| self.tmp_of(*value)).flatten()
            }
            _ => None,
        })
    }

    /// Whether an instruction of a body is executed once in every case: no jump leads over it or back before it.
    fn once(&self, body: u32, at: u32) -> bool {
        (body..).zip(self.ops_of(body)).all(|(from, op)| match op {
            Op::Jump(to) | Op::Unless(_, to) | Op::Next { exit: to, .. } => {
                (from > at && *to > at) || (from < at && *to <= at)
            }
            _ => true,
        })
    }

    /// The code from an address to its return.
    fn ops_of(&self, from: u32) -> impl Iterator<Item = &Op> {
        self.program.code[from as usize..]
            .iter()
            .take_while(|op| !matches!(op, Op::Return))
    }

    /// Whether a handler or an end writes a bag.
    fn written_by_what_follows(&self, bag: u32) -> bool {
        let program = &self.program;
        let handlers = program
            .events
            .iter()
            .flat_map(|e| &e.handlers)
            .chain(&program.game_over);
        let bodies = handlers.map(|h| h.body).chain(program.ends.iter().map(|e| e.body));
        let mut ops = bodies.flat_map(|body| self.ops_of(body));
        ops.any(|op| touches(op, bag))
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

    fn texts_of(&self, step: &Step, tmp: u32, meaning: &Meaning) -> Option<Vec<String>> {
        let mut out = HashSet::new();
        for seat in 0..self.program.seats.len() {
            for v in self.domain(step, tmp, meaning, seat)? {
                out.insert(match meaning {
                    Meaning::Space => self.program.write_space(v, seat),
                    _ => self.program.write_value(v, meaning),
                });
            }
        }
        // A `let` may be none.
        if !step.params.iter().any(|p| p.tmp == tmp) {
            out.insert(self.program.write_value(NONE, meaning));
        }
        Some(out.into_iter().collect())
    }

    /// The values that a variable of a step may have, for a seat.
    fn domain(&self, step: &Step, tmp: u32, meaning: &Meaning, seat: usize) -> Option<Vec<i32>> {
        let domain = step.tests.iter().find_map(|t| match t {
            Test::Param { param, set, .. } if step.params[*param as usize].tmp == tmp => Some(*set),
            Test::Require { test, .. } => match self.program.nodes[*test as usize] {
                Node::In(v, set) if self.program.nodes[v as usize] == Node::Tmp(tmp) => Some(set),
                _ => None,
            },
            _ => None,
        });
        // A space of unknown domain is any space of the board.
        match (domain.and_then(|d| self.fixed_members(d)), meaning) {
            (Some(rows), _) => Some(rows[seat].list.clone()),
            (None, Meaning::Space) => Some((0..self.program.spaces.len() as i32).collect()),
            (None, Meaning::Player | Meaning::Kind | Meaning::Enum(_) | Meaning::Truth) => {
                Some((0..self.meaning_len(meaning)? as i32).collect())
            }
            _ => None,
        }
    }
}

/// Whether a written value may go on with a character: names, numbers and `point[13]` do, a hyphen only begins one.
fn may_go_on(c: char) -> bool {
    !c.is_ascii() || c.is_ascii_alphanumeric() || matches!(c, '_' | '[' | ']')
}

/// Whether an instruction takes from a bag or writes it.
fn touches(op: &Op, base: u32) -> bool {
    match op {
        Op::Shift { from, to, .. } => [from, to].into_iter().flatten().any(|bag| bag.base == base),
        Op::SetBag { base: written, .. } => *written == base,
        _ => false,
    }
}
