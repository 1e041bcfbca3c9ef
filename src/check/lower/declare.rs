//! Every declared name, before anything is looked up.

use super::types::Sym;
use super::{Lowerer, Ty, Val};
use crate::check::expand::duplicate;
use crate::diagnostics::Diagnostic;
use crate::ir::{Agreement, Bound, EnumInfo, Event, Meaning, Named, Reading, Step};
use crate::syntax::tree::{Face, Ident, Item, ItemKind};

impl Lowerer<'_> {
    pub(super) fn declare(&mut self, name: &Ident, sym: Sym) {
        // Among alternatives `pass` is doing nothing.
        let alternative = name.text == "pass" && matches!(sym, Sym::Step(_) | Sym::Group(_));
        if alternative || super::builtin::NAMES.contains(&name.text.as_str()) {
            self.error(
                "name::reserved",
                format!("`{}` is a word of the language", name.text),
                name.span,
                "cannot be declared",
            );
            self.help("choose another name");
            self.refused.insert(name.text.clone());
            return;
        }
        match self.symbols.get(&name.text) {
            None => {
                self.symbols.insert(name.text.clone(), sym);
                self.declared.insert(name.text.clone(), name.span);
            }
            Some(_) => {
                let first = self.declared.get(&name.text).copied().unwrap_or(name.span);
                self.diagnostics
                    .push(duplicate(&format!("`{}`", name.text), name.span, first));
            }
        }
    }

    /// Adds an enumeration.
    pub(super) fn add_enum(&mut self, name: &str, values: Vec<Named>) -> u32 {
        let id = self.program.enums.len() as u32;
        for (i, value) in values.iter().enumerate() {
            self.values.entry(value.name.clone()).or_default().push((id, i as i32));
        }
        self.program.enums.push(EnumInfo {
            name: name.to_owned(),
            values,
        });
        id
    }

    /// Enumerations, functions, conditions, routines, groups, phases, events, steps: whatever may be named before its place.
    pub(super) fn declare_names(&mut self) {
        let game = self.game;
        for (i, def) in game.defs.iter().enumerate() {
            match &def.item.kind {
                ItemKind::Enum { name, values } => {
                    let mut list: Vec<Named> = Vec::new();
                    for (value, gloss) in values {
                        if list.iter().any(|v| v.name == value.text) {
                            self.diagnostics.push(Diagnostic::error(
                                "name::duplicate",
                                format!("`{}` is a value of `{}` twice", value.text, name.text),
                                value.span,
                                "again here",
                            ));
                            continue;
                        }
                        list.push(Named {
                            name: value.text.clone(),
                            gloss: gloss.as_ref().map(|g| g.text.clone()),
                        });
                    }
                    let id = self.add_enum(&name.text, list);
                    self.declare(name, Sym::Enum(id));
                }
                ItemKind::Die { name, faces } => {
                    let named = faces.iter().filter_map(|f| match f {
                        Face::Named(n, _) => Some(Named {
                            name: n.text.clone(),
                            gloss: None,
                        }),
                        Face::Numbers(..) => None,
                    });
                    let named: Vec<Named> = named.collect();
                    let faces = (!named.is_empty()).then(|| self.add_enum(&name.text, named));
                    self.declare(name, Sym::Die(faces));
                }
                ItemKind::Table(decl) => self.declare_table(decl),
                ItemKind::Fn { name, .. } => self.declare(name, Sym::Fn(i)),
                ItemKind::Condition { name, .. } => self.declare(name, Sym::Condition(i)),
                ItemKind::Routine { name, .. } => self.declare(name, Sym::Routine(i)),
                ItemKind::Group { name, .. } => self.declare(name, Sym::Group(i)),
                ItemKind::Measure { name, .. } => self.declare(name, Sym::Measure(i)),
                ItemKind::Referee { name, .. } => self.declare(name, Sym::Referee),
                ItemKind::Step { name, .. } => {
                    let id = self.program.steps.len() as u32;
                    let part = self.part(&name.text, None, def.item.head, &def.item.tail.warrants);
                    self.program.steps.push(Step {
                        name: name.text.clone(),
                        params: Vec::new(),
                        tests: Vec::new(),
                        plan: Vec::new(),
                        lanes: None,
                        body: 0,
                        notation: Vec::new(),
                        distinct: false,
                        told: Vec::new(),
                        apart: false,
                        part,
                        bound: Bound::Work.part(),
                    });
                    self.declare(name, Sym::Step(id));
                }
                ItemKind::Phase { name, .. } => {
                    let id = self.program.phases.len() as u32;
                    self.program.phases.push(crate::ir::Phase {
                        name: name.text.clone(),
                        entry: 0,
                        watches: Vec::new(),
                    });
                    self.declare(name, Sym::Phase(id));
                }
                _ => {}
            }
        }
        for step in &self.program.steps {
            self.program.events.push(Event {
                name: step.name.clone(),
                handlers: Vec::new(),
            });
        }
        for def in &game.defs {
            if let ItemKind::Event { name, .. } = &def.item.kind {
                let id = self.program.events.len() as u32;
                self.program.events.push(Event {
                    name: name.text.clone(),
                    handlers: Vec::new(),
                });
                self.declare(name, Sym::Event(id));
            }
        }
    }

    /// Readings are constants of the compiled game.
    pub(super) fn readings(&mut self) {
        let game = self.game;
        for (i, reading) in game.readings.iter().enumerate() {
            self.program.readings.push(Reading {
                name: reading.name.clone(),
                question: reading.question.clone(),
                choices: reading
                    .choices
                    .iter()
                    .map(|c| {
                        let gloss = c.gloss.as_ref().map(|g| g.text.clone());
                        (c.name.text.clone(), gloss, c.tail.warrants.clone())
                    })
                    .collect(),
                default: reading.default,
                chosen: reading.chosen,
                span: reading.span,
            });
            self.symbols.insert(reading.name.clone(), Sym::Reading(i));
        }
    }

    /// Agreements are constants of the compiled game too.
    pub(super) fn agreements(&mut self) {
        let game = self.game;
        let known: Vec<&str> = game
            .defs
            .iter()
            .filter_map(|d| match &d.item.kind {
                ItemKind::Agreed { name, .. } => Some(name.text.as_str()),
                _ => None,
            })
            .collect();
        for (name, value) in &self.options.agreements {
            if !known.contains(&name.as_str()) {
                let near = super::closest(name, known.iter().copied());
                let help = near.map(|n| format!("did you mean `{n}`?")).or_else(|| {
                    (!known.is_empty()).then(|| format!("this game's agreements are: {}", known.join(", ")))
                });
                self.diagnostics.push(crate::check::expand::option_error(
                    format!("there is no agreement `{name}` (for `{value}`)"),
                    help,
                ));
            }
        }
        self.need_each(|k| matches!(k, ItemKind::Agreed { .. }));
        self.program
            .agreements
            .sort_by_key(|a| known.iter().position(|n| *n == a.name));
    }

    /// One agreement: its default, or what was asked for.
    pub(super) fn agreement(&mut self, item: &Item) -> Option<()> {
        let ItemKind::Agreed {
            name,
            ty,
            default,
            gloss,
        } = &item.kind
        else {
            return None;
        };
        let game = self.game;
        let declared = self.declared(ty)?;
        let range = match declared.ty {
            Ty::Int => format!("{}..{}", declared.range.0, declared.range.1),
            _ => crate::syntax::print::print_type(ty),
        };
        let default = game
            .agreed_defaults
            .iter()
            .rev()
            .find(|(n, _)| *n == name.text)
            .map_or(default, |(_, e)| e);
        let (node, ty) = self.scalar(default, Some(&declared.ty))?;
        let Some(mut value) = self.scalar_value(node) else {
            self.error(
                "type::constant",
                "a default must be constant",
                default.span,
                "changes during play",
            );
            return None;
        };
        self.in_range(value, &declared, default.span);
        let written = self.program.write_value(value, &ty.meaning());
        if let Some((_, asked)) = self.options.agreements.iter().rev().find(|(n, _)| *n == name.text) {
            match self.parse_value(asked, &declared) {
                Some(v) => value = v,
                None => self.diagnostics.push(crate::check::expand::option_error(
                    format!("`{asked}` is not a value of agreement `{}`", name.text),
                    Some(format!("it may be {range}")),
                )),
            }
        }
        let chosen = self.program.write_value(value, &ty.meaning());
        self.program.agreements.push(Agreement {
            name: name.text.clone(),
            gloss: gloss.as_ref().map(|g| g.text.clone()),
            range,
            default: written,
            chosen,
        });
        let node = self.constant(value);
        self.declare(name, Sym::Agreed(Val::Scalar(node, ty)));
        Some(())
    }

    /// A value given on the command line.
    fn parse_value(&self, text: &str, declared: &super::types::Declared) -> Option<i32> {
        match &declared.ty {
            Ty::Int => text
                .parse()
                .ok()
                .filter(|v| (declared.range.0..=declared.range.1).contains(v)),
            Ty::Truth => match text {
                "true" | "yes" => Some(1),
                "false" | "no" => Some(0),
                _ => None,
            },
            Ty::Enum(e) => self.program.enums[*e as usize]
                .values
                .iter()
                .position(|v| v.name == text)
                .and_then(|i| i32::try_from(i).ok()),
            _ => None,
        }
    }

    pub(super) fn meaning_len(&self, meaning: &Meaning) -> Option<u32> {
        match meaning {
            Meaning::Player => Some(self.program.seats.len() as u32),
            Meaning::Space => Some(self.program.spaces.len() as u32),
            Meaning::Kind => Some(self.program.kinds.len() as u32),
            Meaning::Enum(e) => Some(self.program.enums[*e as usize].values.len() as u32),
            Meaning::Truth => Some(2),
            Meaning::Route => Some(self.program.routes.len() as u32),
            Meaning::Number => None,
        }
    }
}
