//! Readings: what is left open, and the choice of each that is in force.

use super::{Options, ReadingDef, duplicate, option_error};
use crate::check::closest;
use crate::check::load::Loaded;
use crate::diagnostics::Diagnostic;
use crate::syntax::print::print_expr;
use crate::syntax::source::Span;
use crate::syntax::tree::{Choice, ItemKind, Mode, Warrant};

/// Collects readings, each with its default in force.
pub fn collect(files: &[Loaded], diagnostics: &mut Vec<Diagnostic>) -> Vec<ReadingDef> {
    let mut list: Vec<ReadingDef> = Vec::new();
    for file in files {
        for item in &file.tree.items {
            match &item.kind {
                ItemKind::Reading {
                    name,
                    question,
                    choices,
                } => {
                    let defaults: Vec<usize> = (0..choices.len()).filter(|i| choices[*i].default).collect();
                    if defaults.len() != 1 {
                        diagnostics.push(
                            Diagnostic::error(
                                "reading::default",
                                if defaults.is_empty() {
                                    format!("reading `{}` has no default", name.text)
                                } else {
                                    format!("reading `{}` has more than one default", name.text)
                                },
                                name.span,
                                "exactly one choice must be marked `default`",
                            )
                            .help("write `default` behind the gloss of the choice that stands when nobody asks for another"),
                        );
                    }
                    for (i, choice) in choices.iter().enumerate() {
                        if let Some(first) = choices[..i].iter().find(|c| c.name.text == choice.name.text) {
                            diagnostics.push(
                                Diagnostic::error(
                                    "name::duplicate",
                                    format!("`{}` is a choice of `{}` twice", choice.name.text, name.text),
                                    choice.name.span,
                                    "again here",
                                )
                                .also(first.name.span, "first here"),
                            );
                        }
                    }
                    let default = defaults.first().copied().unwrap_or(0);
                    let def = ReadingDef {
                        name: name.text.clone(),
                        question: question.as_ref().map(|q| q.text.clone()),
                        choices: choices.clone(),
                        default,
                        chosen: default,
                        asked: false,
                        span: name.span,
                        warrants: item.tail.warrants.clone(),
                        grounds: Vec::new(),
                        changed: None,
                    };
                    match list.iter_mut().find(|r| r.name == name.text) {
                        None => list.push(def),
                        Some(old) if item.mode == Mode::Override => *old = def,
                        Some(old) => {
                            diagnostics.push(duplicate(&format!("reading `{}`", name.text), name.span, old.span))
                        }
                    }
                }
                ItemKind::Remove { kind, name: Some(name) } if kind.text == "reading" => {
                    list.retain(|r| r.name != name.text);
                }
                ItemKind::Default {
                    reading: true,
                    name,
                    value,
                } => {
                    let Some(reading) = find_reading(&mut list, &name.text, name.span, diagnostics) else {
                        continue;
                    };
                    if let Some(i) = choice_index(reading, &print_expr(value), value.span, diagnostics) {
                        reading.default = i;
                        reading.chosen = i;
                        reading.changed = Some((i, item.tail.warrants.clone()));
                    }
                }
                _ => {}
            }
        }
    }
    for reading in &mut list {
        reading.grounds = reading.choices.iter().map(|c| ground(files, reading, c)).collect();
    }
    list
}

/// What a choice rests on itself. What a later file's `rests` says of it counts before what was written with it; readings
/// decide what stands, so what a table says under a guard does not count.
fn ground(files: &[Loaded], reading: &ReadingDef, choice: &Choice) -> Vec<Warrant> {
    let path = format!("{}.{}", reading.name, choice.name.text);
    let own = &choice.tail.warrants;
    let order = |file: u16| files.iter().position(|f| f.file == file).unwrap_or(0);
    let written = own.iter().map(|w| order(w.span.file) + 1).max();
    let from = written.unwrap_or_else(|| order(choice.name.span.file));
    let entries = files[from..].iter().flat_map(|f| &f.tree.items);
    let entries = entries
        .filter(|i| i.tail.guard.is_none())
        .filter_map(|i| match &i.kind {
            ItemKind::Rests(entries) => Some(entries),
            _ => None,
        });
    let mut said = entries.flatten().filter(|e| e.parts.iter().any(|p| p.text == path));
    said.next_back().map_or_else(|| own.clone(), |e| e.warrants.clone())
}

/// Takes the choices that were asked for.
pub fn choose(list: &mut [ReadingDef], options: &Options, diagnostics: &mut Vec<Diagnostic>) {
    for (name, choice) in &options.readings {
        let Some(reading) = list.iter_mut().find(|r| r.name == *name) else {
            let near = closest(name, list.iter().map(|r| r.name.as_str()));
            diagnostics.push(option_error(
                format!("there is no reading `{name}`"),
                near.map(|n| format!("did you mean `{n}`?")).or_else(|| {
                    let all: Vec<&str> = list.iter().map(|r| r.name.as_str()).collect();
                    (!all.is_empty()).then(|| format!("this game's readings are: {}", all.join(", ")))
                }),
            ));
            continue;
        };
        match reading.choices.iter().position(|c| c.name.text == *choice) {
            Some(i) => {
                reading.chosen = i;
                reading.asked = true;
            }
            None => {
                let all: Vec<&str> = reading.choices.iter().map(|c| c.name.text.as_str()).collect();
                diagnostics.push(option_error(
                    format!("reading `{name}` has no choice `{choice}`"),
                    Some(format!("its choices are: {}", all.join(", "))),
                ));
            }
        }
    }
}

fn find_reading<'a>(
    list: &'a mut [ReadingDef],
    name: &str,
    span: Span,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<&'a mut ReadingDef> {
    let near = closest(name, list.iter().map(|r| r.name.as_str())).map(str::to_owned);
    let found = list.iter_mut().find(|r| r.name == name);
    if found.is_none() {
        diagnostics.push(
            Diagnostic::error(
                "name::unknown",
                format!("there is no reading `{name}`"),
                span,
                "not declared",
            )
            .maybe_help(near.map(|n| format!("did you mean `{n}`?"))),
        );
    }
    found
}

pub(super) fn choice_index(
    reading: &ReadingDef,
    choice: &str,
    span: Span,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<usize> {
    let at = reading.choices.iter().position(|c| c.name.text == choice);
    if at.is_none() {
        let all: Vec<&str> = reading.choices.iter().map(|c| c.name.text.as_str()).collect();
        diagnostics.push(
            Diagnostic::error(
                "name::unknown",
                format!("reading `{}` has no choice `{choice}`", reading.name),
                span,
                "not one of its choices",
            )
            .also(reading.span, "declared here")
            .help(format!("its choices are: {}", all.join(", "))),
        );
    }
    at
}
