//! Statements that wait: for a throw, a choice or a play.

use super::Lowerer;
use super::code::Waiting;
use super::types::{Sym, Ty};
use crate::ir::{Alternative, Best, Choice, Op, Play};
use crate::syntax::source::Span;
use crate::syntax::tree::{self, Block, Expr, Ident, ItemKind, PlayRule};

impl Lowerer<'_> {
    fn may_wait(&mut self, span: Span, word: &str) -> Option<()> {
        if self.wait != Waiting::No {
            return Some(());
        }
        self.error(
            "code::wait",
            format!("`{word}` cannot stand in a step, a handler or an end"),
            span,
            "what is done there is done at once",
        );
        self.help("put it in a phase; from a step, owe a phase by `then PHASE`");
        None
    }

    pub(super) fn roll(&mut self, group: Option<&Ident>, given: Option<&Expr>, span: Span) -> Option<()> {
        self.may_wait(span, "roll")?;
        let id = match group {
            None => self
                .program
                .dice
                .iter()
                .position(|d| d.name.is_empty())
                .map(|i| i as u32),
            Some(name) => match self.lookup(&name.text) {
                Some(Sym::Dice(id)) => Some(id),
                _ => {
                    self.unknown(name, "group of dice");
                    return None;
                }
            },
        };
        let Some(group) = id else {
            if self.was_refused("throw", span) {
                return None;
            }
            self.error(
                "name::unknown",
                "there is no unnamed group of dice",
                span,
                "nothing to roll",
            );
            self.help("declare `dice 2 of d6`, or name the group that is rolled");
            return None;
        };
        let given = match given {
            Some(e) => Some(self.truth(e)?),
            None => None,
        };
        self.emit(Op::Roll { group, given });
        Some(())
    }

    pub(super) fn choose(
        &mut self,
        groups: &[Vec<tree::Alternative>],
        otherwise: Option<&Block>,
        span: Span,
    ) -> Option<()> {
        self.may_wait(span, "choose")?;
        let groups = self.groups(groups)?;
        let choice = self.program.choices.len() as u32;
        self.program.choices.push(Choice {
            groups,
            acts_by: self.acting,
        });
        let at = self.emit(Op::Choose { choice, otherwise: 0 });
        let end = self.emit(Op::Jump(0));
        self.patch(at);
        if let Some(block) = otherwise {
            self.block(block);
        }
        self.patch(end);
        Some(())
    }

    fn groups(&mut self, groups: &[Vec<tree::Alternative>]) -> Option<Vec<Vec<Alternative>>> {
        let mut out = Vec::new();
        for group in groups {
            let mut list = Vec::new();
            for alternative in group {
                self.alternative(alternative, &mut list)?;
            }
            out.push(list);
        }
        Some(out)
    }

    fn alternative(&mut self, a: &tree::Alternative, out: &mut Vec<Alternative>) -> Option<()> {
        let when = match &a.when {
            Some(w) => Some(self.truth(w)?),
            None => None,
        };
        if a.name.text == "pass" {
            out.push(Alternative {
                step: None,
                args: Vec::new(),
                when,
            });
            return Some(());
        }
        match self.lookup(&a.name.text) {
            Some(Sym::Step(id)) => {
                let params = self.program.steps[id as usize].params.clone();
                if a.args.len() > params.len() {
                    self.arity(&a.name, params.len(), a.args.len(), a.name.span)?;
                }
                let mut args = Vec::new();
                for (arg, param) in a.args.iter().zip(&params) {
                    args.push(self.scalar(arg, Some(&Ty::from_meaning(&param.meaning)))?.0);
                }
                out.push(Alternative {
                    step: Some(id),
                    args,
                    when,
                });
                Some(())
            }
            Some(Sym::Group(def)) => {
                let game = self.game;
                let ItemKind::Group { members, .. } = &game.defs[def].item.kind else {
                    return None;
                };
                self.enter_call(&a.name)?;
                for member in members {
                    self.alternative(member, out)?;
                }
                self.calling.pop();
                Some(())
            }
            _ => {
                self.unknown(&a.name, "step or group");
                None
            }
        }
    }

    pub(super) fn play(
        &mut self,
        groups: &[Vec<tree::Alternative>],
        such_that: &[PlayRule],
        best_by: &[PlayRule],
        span: Span,
    ) -> Option<()> {
        self.may_wait(span, "play")?;
        if best_by.len() > crate::engine::MAX_BEST {
            self.error(
                "size::best",
                format!("`best by` lists at most {} expressions", crate::engine::MAX_BEST),
                span,
                format!("{} here", best_by.len()),
            );
            return None;
        }
        let written = groups.iter().flatten().find(|a| a.name.text == "pass");
        let groups = self.groups(groups)?;
        if groups.iter().flatten().any(|a| a.step.is_none()) {
            let at = written.map_or(span, |a| a.name.span);
            self.error(
                "play::pass",
                "`pass` cannot stand in a play",
                at,
                "this would repeat without end",
            );
            self.help("a play ends where nothing admissible goes on; for a choice that may be declined write `choose { … | pass }`");
            return None;
        }
        let here = self.where_am_i();
        let rule_part = |s: &mut Self, rule: &PlayRule, number: usize, word: &str| {
            let name = rule
                .name
                .as_ref()
                .map_or_else(|| format!("{word}{number}"), |n| n.text.clone());
            let reason = rule.reason.as_ref().map(|r| r.text.as_str());
            s.part(&format!("{here}.{name}"), reason, rule.span, &rule.tail.warrants)
        };
        let mut tests = Vec::new();
        for (i, rule) in such_that.iter().enumerate() {
            let test = self.truth(&rule.value)?;
            tests.push((test, rule_part(self, rule, i + 1, "such")));
        }
        let mut best = Vec::new();
        for (i, rule) in best_by.iter().enumerate() {
            let (value, _) = self.scalar(&rule.value, Some(&Ty::Int))?;
            best.push(Best {
                value,
                bound: None,
                part: rule_part(self, rule, i + 1, "best"),
            });
        }
        let play = self.program.plays.len() as u32;
        self.program.plays.push(Play {
            groups,
            such_that: tests,
            best_by: best,
            acts_by: self.acting,
        });
        self.emit(Op::Play { play });
        Some(())
    }
}
