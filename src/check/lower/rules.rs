//! Events and handlers, phases, ends, and what is only for people.

use super::code::Waiting;
use super::types::{Sym, Ty};
use super::{Key, Lowerer};
use crate::diagnostics::Diagnostic;
use crate::ir::{EndRule, Handler, Measure, Op, Operand, PlayNotation, Referee, Watch, control};
use crate::syntax::tree::{Block, Expr, Ident, Item, ItemKind, OnWhat, Place, Text};

impl Lowerer<'_> {
    /// Handlers and referee events.
    pub(super) fn events(&mut self) {
        let game = self.game;
        for def in &game.defs {
            match &def.item.kind {
                ItemKind::On {
                    what,
                    name,
                    before,
                    when,
                    body,
                } => self.handler(&def.item, what, name.as_ref(), before.as_ref(), when.as_ref(), body),
                ItemKind::Referee {
                    name,
                    params,
                    gloss,
                    body,
                } => {
                    let part = self.part(
                        &name.text,
                        gloss.as_ref().map(|g| g.text.as_str()),
                        def.item.head,
                        &def.item.tail.warrants,
                    );
                    let (mut list, mut ranges) = (Vec::new(), Vec::new());
                    for param in params {
                        let declared = self.param_type(param);
                        let tmp = self.local_tmp(&param.name.text, declared.ty.clone());
                        ranges.push((declared.range.0, declared.range.1, declared.or_none));
                        list.push(crate::ir::StepParam {
                            name: param.name.text.clone(),
                            tmp,
                            meaning: declared.ty.meaning(),
                        });
                    }
                    let at = self.through(&name.text, name, body);
                    self.mark(def.item.head, at);
                    self.locals.clear();
                    self.program.referees.push(Referee {
                        name: name.text.clone(),
                        gloss: gloss.as_ref().map(|g| g.text.clone()),
                        params: list,
                        ranges,
                        body: at,
                        part,
                    });
                }
                _ => {}
            }
        }
    }

    /// Code that runs through; its address.
    fn through(&mut self, what: &str, name: &Ident, body: &Block) -> u32 {
        let at = self.program.code.len() as u32;
        self.wait = Waiting::No;
        self.calling.push((what.to_owned(), name.span));
        self.block(body);
        self.calling.pop();
        self.program.code.push(Op::Return);
        at
    }

    fn handler(
        &mut self,
        item: &Item,
        what: &OnWhat,
        name: Option<&Ident>,
        before: Option<&Ident>,
        when: Option<&Expr>,
        body: &Block,
    ) {
        let (names, types, label): (Vec<Ident>, Vec<Ty>, String) = match what {
            OnWhat::Event(event, params) => {
                let known = matches!(self.lookup(&event.text), Some(Sym::Event(_) | Sym::Step(_)));
                if !known {
                    self.unknown(event, "event or step");
                    return;
                }
                let types = self.event_types(&event.text);
                if self.arity(event, types.len(), params.len(), event.span).is_none() {
                    return;
                }
                (params.clone(), types, event.text.clone())
            }
            OnWhat::GameOver(params) => (params.clone(), vec![Ty::Player, Ty::Int], "game over".into()),
            OnWhat::Becomes { .. } => (Vec::new(), Vec::new(), "becomes".into()),
        };
        let path = name.map_or_else(|| format!("on {label}"), |n| n.text.clone());
        let part = self.part(&path, None, item.head, &item.tail.warrants);
        let ident = Ident {
            text: path.clone(),
            span: item.head,
        };
        let mut params = Vec::new();
        for (name, ty) in names.iter().zip(types) {
            params.push(self.local_tmp(&name.text, ty));
        }
        let when = when.and_then(|w| self.truth(w));
        let test = match what {
            OnWhat::Becomes { test, .. } => self.truth(test),
            _ => None,
        };
        let body = self.through(&path, &ident, body);
        self.mark(item.head, body);
        self.locals.clear();
        let handler = Handler {
            name: path,
            params,
            when,
            body,
            part,
        };
        match what {
            OnWhat::Event(event, _) => {
                let Some(Sym::Event(id) | Sym::Step(id)) = self.lookup(&event.text) else {
                    return;
                };
                self.insert_handler(id as usize, handler, before);
            }
            OnWhat::GameOver(_) => {
                let at = before
                    .and_then(|b| self.program.game_over.iter().position(|h| h.name == b.text))
                    .unwrap_or(self.program.game_over.len());
                self.program.game_over.insert(at, handler);
            }
            OnWhat::Becomes { phase, .. } => {
                let Some(Sym::Phase(id)) = self.lookup(&phase.text) else {
                    self.unknown(phase, "phase");
                    return;
                };
                let Some(test) = test else { return };
                let base = self.permanent(self.program.seats.len() as u32);
                self.program.phases[id as usize]
                    .watches
                    .push(Watch { test, base, handler });
            }
        }
    }

    fn insert_handler(&mut self, event: usize, handler: Handler, before: Option<&Ident>) {
        let list = &mut self.program.events[event].handlers;
        let at = match before {
            None => list.len(),
            Some(name) => match list.iter().position(|h| h.name == name.text) {
                Some(at) => at,
                None => {
                    self.unknown(&name.clone(), "handler");
                    return;
                }
            },
        };
        self.program.events[event].handlers.insert(at, handler);
    }

    /// Whether the game is declared to have no turns.
    pub(super) fn no_turn(&self) -> bool {
        self.single("turn")
            .is_some_and(|def| matches!(&def.item.kind, ItemKind::Turn(names) if names.is_empty()))
    }

    /// Phases in their order, `start` and `next`.
    pub(super) fn phases(&mut self) {
        let game = self.game;
        self.program.start = self.program.code.len() as u32;
        self.wait = Waiting::Start;
        if let Some(def) = self.single("start")
            && let ItemKind::Start(body) = &def.item.kind
        {
            self.part("start", None, def.item.head, &def.item.tail.warrants);
            self.block(body);
            self.mark(def.item.head, self.program.start);
        }
        self.program.code.push(Op::StartEnd);
        let mut order: Vec<u32> = Vec::new();
        if let Some(def) = self.single("turn")
            && let ItemKind::Turn(names) = &def.item.kind
        {
            for name in names {
                match self.lookup(&name.text) {
                    Some(Sym::Phase(id)) => order.push(id),
                    _ => self.unknown(name, "phase"),
                }
            }
            if names.is_empty() {
                self.program.idle = Some(self.program.code.len() as u32);
                self.program.code.push(Op::Idle);
                if self.program.referees.is_empty() {
                    self.error(
                        "turn::empty",
                        "nothing can happen in this game",
                        def.item.span,
                        "neither a turn nor a referee event",
                    );
                    self.help("write `referee NAME(PARAMETER : TYPE) { … }`, or `turn = PHASE, …`");
                }
            }
        } else if let Some(def) = self.single("status")
            && let ItemKind::Lost(why) = &def.item.kind
        {
            // Nothing happens in it: commands that play decline.
            self.program.lost = Some(why.text.clone());
            self.program.idle = Some(self.program.code.len() as u32);
            self.program.code.push(Op::Idle);
        } else {
            let span = game.header.span;
            self.error(
                "turn::missing",
                "this game has no `turn`",
                span,
                "what happens in a turn?",
            );
            self.help("write `turn = PHASE, PHASE`");
        }
        self.place_phases(&mut order);
        for def in &game.defs {
            let ItemKind::Phase { name, body, .. } = &def.item.kind else {
                continue;
            };
            let Some(Sym::Phase(id)) = self.symbols.get(&name.text).cloned() else {
                continue;
            };
            if self.no_turn() {
                self.used.insert(name.text.clone());
                self.error(
                    "turn::empty",
                    format!("the phase `{}` in a game with `no turn`", name.text),
                    name.span,
                    "there are no turns here",
                );
                self.help("write `turn = PHASE, …` in place of `no turn`, or remove the phase");
                continue;
            }
            self.wait = Waiting::Phase(name.text.clone());
            let entry = self.program.code.len() as u32;
            self.program.phases[id as usize].entry = entry;
            self.part(&name.text, None, def.item.head, &def.item.tail.warrants);
            self.block(body);
            self.program.code.push(Op::PhaseEnd);
            self.mark(def.item.head, entry);
        }
        self.program.turn = order;
        self.wait = Waiting::No;
        if let Some(def) = self.single("next")
            && let ItemKind::Next(e) = &def.item.kind
        {
            self.part("next", None, def.item.head, &def.item.tail.warrants);
            self.program.next = self.scalar(e, Some(&Ty::Player)).map(|(n, _)| n);
        }
    }

    /// Puts phases `before` and `after` others into the turn. One may be placed by another that is placed further down.
    fn place_phases(&mut self, order: &mut Vec<u32>) {
        if self.no_turn() {
            return;
        }
        let mut waiting: Vec<(&Ident, Place, &Ident)> = Vec::new();
        for def in &self.game.defs {
            if let ItemKind::Phase {
                name,
                place: Some((place, other)),
                ..
            } = &def.item.kind
            {
                waiting.push((name, *place, other));
            }
        }
        loop {
            let left = waiting.len();
            waiting.retain(|(name, place, other)| {
                let phase = |l: &mut Self, n: &Ident| match l.lookup(&n.text) {
                    Some(Sym::Phase(id)) => Some(id),
                    _ => None,
                };
                let at = phase(self, other).and_then(|o| order.iter().position(|p| *p == o));
                let (Some(at), Some(Sym::Phase(id))) = (at, self.symbols.get(&name.text).cloned()) else {
                    return true;
                };
                if !order.contains(&id) {
                    self.used.insert(name.text.clone());
                    order.insert(at + usize::from(*place == Place::After), id);
                }
                false
            });
            if waiting.len() == left {
                break;
            }
        }
        for (_, _, other) in waiting {
            self.unknown(other, "phase of the turn");
        }
    }

    /// End rules, payoff, measures.
    pub(super) fn ends(&mut self) {
        let game = self.game;
        for def in &game.defs {
            let (name, when, body, matched) = match &def.item.kind {
                ItemKind::EndGame { name, when, body } => (name, when, body, false),
                ItemKind::EndMatch { name, when, body } => (name, when, body, true),
                _ => continue,
            };
            let part = self.part(&name.text, None, def.item.head, &def.item.tail.warrants);
            let Some(when) = self.truth(when) else { continue };
            self.matched = matched;
            let wrong = self.diagnostics.len();
            let body_at = self.through(&name.text, name, body);
            self.mark(def.item.head, body_at);
            self.matched = false;
            self.has_result(body_at as usize, wrong, def.item.head);
            let by_rounds = self.asks_slot(Operand::Node(when), control::ROUNDS as u32);
            let rule = EndRule {
                when,
                by_rounds,
                body: body_at,
                part,
            };
            if matched {
                self.program.has_match = true;
                self.program.match_ends.push(rule);
            } else {
                self.program.ends.push(rule);
            }
        }
        if let Some(def) = self.single("payoff")
            && let ItemKind::Payoff(e) = &def.item.kind
        {
            self.program.payoff = self.scalar(e, Some(&Ty::Int)).map(|(n, _)| n);
        }
        let none = self.sound()
            && self.program.lost.is_none()
            && self.program.ends.is_empty()
            && !self.program.code.iter().any(|op| matches!(op, Op::End(_)));
        if none {
            let span = game.header.span;
            self.diagnostics.push(
                Diagnostic::warning(
                    "end::missing",
                    "nothing ends this game",
                    span,
                    "it goes on until it is stopped",
                )
                .help("write `end game when NAME: CONDITION { win me by 1 }`"),
            );
        }
    }

    /// Measures, drawing, notation of plays, examples.
    pub(super) fn for_people(&mut self) {
        let game = self.game;
        for def in &game.defs {
            match &def.item.kind {
                // What a measure replaced is a value, but no figure of the game.
                ItemKind::Measure { .. } if matches!(def.key, Key::Base(_)) => {}
                ItemKind::Measure { name, gloss, value } => {
                    self.part(&name.text, None, def.item.head, &def.item.tail.warrants);
                    if let Some((value, _)) = self.scalar(value, Some(&Ty::Int)) {
                        self.program.measures.push(Measure {
                            name: name.text.clone(),
                            gloss: gloss.as_ref().map(|g| g.text.clone()),
                            value,
                        });
                    }
                }
                ItemKind::ThrowName(value) => {
                    self.part("call", None, def.item.head, &def.item.tail.warrants);
                    self.program.throw_name = self.scalar(value, None).map(|(node, ty)| (node, ty.meaning()));
                }
                ItemKind::Layout(decl) => self.drawing(decl),
                ItemKind::PlayNotation(lines) => self.play_notation(lines),
                ItemKind::Example { .. } | ItemKind::Claim { .. } => self.program.examples.push(def.item.clone()),
                _ => {}
            }
        }
        self.facts();
    }

    fn play_notation(&mut self, lines: &[(Ident, Text)]) {
        let mut notation = PlayNotation::default();
        for (word, text) in lines {
            match word.text.as_str() {
                "join" => notation.join.clone_from(&text.text),
                "same" => notation.same = Some(text.text.clone()),
                "chain" => notation.chain = Some(text.text.clone()),
                _ => {
                    self.error(
                        "notation::word",
                        format!("`{}` is not a line of a notation of plays", word.text),
                        word.span,
                        "not known",
                    );
                    self.help("lines are `join`, `same` and `chain`");
                }
            }
        }
        self.program.play_notation = notation;
    }

    /// Bounds, plans, the last slots, and what nothing names.
    pub(super) fn finish(&mut self) {
        self.program.layout.len = self.program.layout.frame + self.frame_top;
        let len = self.program.layout.len as usize;
        self.program.initial.resize(len, 0);
        self.plan_steps();
        self.prove_bounds();
        self.tell_apart();
        self.quantifier_parts();
        self.statement_parts();
        self.tabulate();
        self.mask();
        // What could not be read may well name or end something: these findings wait until the rest is right.
        if self.sound() {
            self.unused();
        }
    }

    /// A definition of the file itself that nothing names.
    fn unused(&mut self) {
        let game = self.game;
        for def in &game.defs {
            if def.file != game.file {
                continue;
            }
            let Key::Name(name) = &def.key else { continue };
            let what = match &def.item.kind {
                ItemKind::Fn { .. } => "function",
                ItemKind::Condition { .. } => "condition",
                ItemKind::Routine { .. } => "routine",
                ItemKind::Const { .. } => "constant",
                ItemKind::Var { .. } => "variable",
                ItemKind::Region { .. } => "region",
                ItemKind::Step { .. } => "step",
                ItemKind::Group { .. } => "group",
                ItemKind::Phase { .. } => "phase",
                ItemKind::Enum { .. } => "enumeration",
                ItemKind::Table(_) => "table",
                ItemKind::Money(_) => "money",
                ItemKind::Die { .. } => "die",
                ItemKind::Dice { .. } => "group of dice",
                ItemKind::Agreed { .. } => "agreement",
                ItemKind::Event { .. } => "event",
                _ => continue,
            };
            if let ItemKind::Event { name, .. } = &def.item.kind
                && !self.emitted.contains(&name.text)
            {
                self.diagnostics.push(
                    Diagnostic::error(
                        "event::silent",
                        format!("nobody emits event `{}`", name.text),
                        def.item.head,
                        "it never happens",
                    )
                    .help(format!("write `emit {}(…)` where it happens, or remove it", name.text)),
                );
                continue;
            }
            let computes = matches!(def.item.kind, ItemKind::Fn { .. } | ItemKind::Const { .. });
            if computes && self.stated.contains(name) {
                continue;
            }
            // What only another reading's rules use is used.
            let elsewhere = !game.readings.is_empty() && self.written_times(name) > 1;
            let accounts = match &def.item.kind {
                ItemKind::Money(decl) => decl.accounts.as_slice(),
                _ => &[],
            };
            let named = |(account, _): &(Ident, _)| self.used.contains(&account.text);
            let paid = accounts.iter().filter_map(|a| a.name.as_ref()).any(named);
            if !self.used.contains(name) && !paid && !self.program.turn_names().contains(&name.as_str()) && !elsewhere {
                self.diagnostics.push(
                    Diagnostic::warning(
                        "name::unused",
                        format!("nothing names {what} `{name}`"),
                        def.item.head,
                        "without it the game would be the same",
                    )
                    .help("remove it, or use it"),
                );
            }
        }
        for reading in &game.readings {
            let guarded = game.file == reading.span.file
                && !self.used.contains(&reading.name)
                && !self.reading_guards(&reading.name);
            if guarded {
                self.diagnostics.push(
                    Diagnostic::warning(
                        "name::unused",
                        format!("nothing depends on reading `{}`", reading.name),
                        reading.span,
                        "its choices make no difference",
                    )
                    .help(format!("guard a rule by `when {} is CHOICE`", reading.name)),
                );
            }
        }
    }

    /// How often a name stands in the texts as a word of its own, examples and claims aside.
    fn written_times(&self, name: &str) -> usize {
        let words = |text: &str| {
            text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .filter(|w| *w == name)
                .count()
        };
        let all: usize = self.program.sources.files().iter().map(|f| words(&f.text)).sum();
        let examples = self
            .program
            .examples
            .iter()
            .map(|e| words(self.program.sources.text(e.span)));
        all.saturating_sub(examples.sum())
    }

    /// Whether the reading's name stands in a guard of the file's text.
    fn reading_guards(&self, name: &str) -> bool {
        self.program
            .sources
            .files()
            .iter()
            .any(|f| f.text.contains(&format!("{name} is ")))
    }
}

impl crate::ir::Program {
    fn turn_names(&self) -> Vec<&str> {
        self.turn
            .iter()
            .map(|p| self.phases[*p as usize].name.as_str())
            .collect()
    }
}
