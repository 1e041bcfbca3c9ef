//! `bopu check`.

use super::args::{CheckArgs, Format, colored};
use super::exit::{Exit, Fault};
use super::open::{Found, all_or};
use crate::check::{Options, Success, compile, embedded};
use crate::diagnostics::{Diagnostic, Level};
use crate::syntax::parse;
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::{ExprKind, Header, ItemKind};
use serde::Serialize;
use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

/// A finding, for programs.
#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    code: &'a str,
    severity: &'static str,
    message: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    label: Option<&'a str>,
    help: Option<&'a str>,
    /// Further places, in whatever file: the earlier definition, the clause in its register.
    also: Vec<Place<'a>>,
}

/// A place that a finding is about.
#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    label: Option<&'a str>,
}

impl<'a> Place<'a> {
    fn new(sources: &'a Sources, (span, label): &'a (Span, String)) -> Self {
        let (line, column) = sources.line_column(*span);
        Self {
            file: sources.file(span.file).map_or("", |f| f.name.as_str()),
            line,
            column,
            label: Some(label.as_str()).filter(|l| !l.is_empty()),
        }
    }
}

/// What was found in one file, with the texts that the findings point into.
struct Checked {
    name: String,
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
}

/// Runs the command.
pub fn run(args: &CheckArgs) -> Result<Exit, Fault> {
    let known: Vec<(&'static str, Option<Header>)> = embedded().iter().map(|e| (e.id, header(e.id, e.text))).collect();
    let mut all: Vec<Checked> = all_or(&args.files)?.iter().map(|f| check(f, &known)).collect();
    once(&mut all);
    let count = |level: Level| {
        let found = all.iter().flat_map(|c| &c.diagnostics);
        found.filter(|d| d.level == level).count()
    };
    let (errors, warnings) = (count(Level::Error), count(Level::Warning));
    let mut out = anstream::stdout();
    match args.format {
        Format::Json => {
            let rows: Vec<Row<'_>> = all.iter().flat_map(rows).collect();
            super::json::write(&mut out, &rows)?;
        }
        Format::Human => {
            for checked in &all {
                for diagnostic in &checked.diagnostics {
                    write!(out, "{}", diagnostic.render(&checked.sources, colored()))?;
                }
            }
            writeln!(
                out,
                "{} checked: {}, {}",
                plural(all.len(), "file"),
                plural(errors, "error"),
                plural(warnings, "warning")
            )?;
        }
    }
    Ok(if errors == 0 { Exit::Done } else { Exit::Faults })
}

/// What is wrong with a base is found again with each file that is derived from it, and told once.
fn once(all: &mut [Checked]) {
    let mut told = HashSet::new();
    for Checked {
        sources, diagnostics, ..
    } in all
    {
        diagnostics.retain(|d| {
            let place = d.labels.first().and_then(|(span, _)| {
                let file = sources.file(span.file)?;
                Some((file.name.clone(), span.start, span.end))
            });
            place.is_none_or(|place| told.insert((d.code, d.message.clone(), d.help.clone(), place)))
        });
    }
}

fn plural(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn rows(checked: &Checked) -> Vec<Row<'_>> {
    checked
        .diagnostics
        .iter()
        .map(|d| {
            let mut places = d.labels.iter().map(|l| Place::new(&checked.sources, l));
            let first = places.next();
            Row {
                file: first.as_ref().map_or(checked.name.as_str(), |p| p.file),
                code: d.code,
                severity: if d.level == Level::Error { "error" } else { "warning" },
                message: &d.message,
                line: first.as_ref().map(|p| p.line),
                column: first.as_ref().map(|p| p.column),
                label: first.as_ref().and_then(|p| p.label),
                help: d.help.as_deref(),
                also: places.collect(),
            }
        })
        .collect()
}

fn check(found: &Found, known: &[(&'static str, Option<Header>)]) -> Checked {
    let compiled = compile(&found.name, &found.text, &found.library, &Options::default());
    let (sources, mut diagnostics) = match compiled {
        Ok(success) => {
            let diagnostics = with_other_choices(found, &success);
            (success.program.sources, diagnostics)
        }
        Err(failure) => (failure.sources, failure.diagnostics),
    };
    if let Some(header) = header(&found.name, &found.text) {
        names(found, &header, known, &mut diagnostics);
    }
    Checked {
        name: found.name.clone(),
        sources,
        diagnostics,
    }
}

/// The findings of a file that compiles, and the errors that it has only for other choices of its readings, each alone, or
/// for other numbers of players.
fn with_other_choices(found: &Found, success: &Success) -> Vec<Diagnostic> {
    let mut diagnostics = success.warnings.clone();
    let same = |a: &Diagnostic, b: &Diagnostic| a.code == b.code && a.labels.first() == b.labels.first();
    // What several choices lack alike is told of the first; one error can list different things for each.
    let mut told: Vec<Diagnostic> = Vec::new();
    for (options, under) in other_options(success) {
        let (warnings, errors) = match compile(&found.name, &found.text, &found.library, &options) {
            Ok(other) => (Some(other.warnings), Vec::new()),
            Err(failure) => (None, failure.diagnostics),
        };
        // What one choice has no use for, another may.
        if let Some(warnings) = warnings {
            diagnostics.retain(|d| d.code != "name::unused" || warnings.iter().any(|w| same(d, w)));
        }
        for mut error in errors.into_iter().filter(|d| d.level == Level::Error) {
            let listing = error.code == "warrant::missing";
            if !told
                .iter()
                .any(|d| same(d, &error) && (!listing || d.help == error.help))
            {
                told.push(error.clone());
                error.message = format!("{}, {under}", error.message);
                diagnostics.push(error);
            }
        }
    }
    diagnostics
}

/// All options that differ from the default in one thing, with how they are called.
fn other_options(success: &Success) -> Vec<(Options, String)> {
    let mut out = Vec::new();
    for reading in &success.expanded.readings {
        for (i, choice) in reading.choices.iter().enumerate() {
            if i != reading.chosen {
                let options = Options {
                    readings: vec![(reading.name.clone(), choice.name.text.clone())],
                    ..Options::default()
                };
                out.push((options, format!("when `{}` is `{}`", reading.name, choice.name.text)));
            }
        }
    }
    for witness in &success.expanded.witnesses {
        let options = Options {
            witness: Some(witness.name.clone()),
            ..Options::default()
        };
        out.push((options, format!("following the witness `{}`", witness.name)));
    }
    let seats = success.expanded.defs.iter().find_map(|d| match &d.item.kind {
        ItemKind::Players(low, Some(high)) => match (&low.kind, &high.kind) {
            (ExprKind::Int(low), ExprKind::Int(high)) => Some((*low, *high)),
            _ => None,
        },
        _ => None,
    });
    if let Some((low, high)) = seats {
        for n in (low + 1)..=high {
            let options = Options {
                players: usize::try_from(n).ok(),
                ..Options::default()
            };
            out.push((options, format!("with {n} players")));
        }
    }
    out
}

/// A file's header, if it can be read that far.
fn header(name: &str, text: &str) -> Option<Header> {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    parse(&sources, file).file.map(|f| f.header)
}

/// What a file is called: its id is its stem, and no other game's name is its own.
fn names(found: &Found, header: &Header, known: &[(&'static str, Option<Header>)], diagnostics: &mut Vec<Diagnostic>) {
    let id = &header.id;
    let stem = Path::new(&found.name).file_stem().and_then(|s| s.to_str());
    if stem.is_some_and(|s| s != id.text) {
        let stem = stem.unwrap_or_default();
        diagnostics.push(
            Diagnostic::error(
                "file::name",
                format!("the file is called `{stem}.rules` and its game `{}`", id.text),
                id.span,
                "a file is found by its id",
            )
            .help(format!(
                "rename the file to `{}.rules`, or write `{stem}` here",
                id.text
            )),
        );
    }
    let shadowed = embedded().into_iter().find(|e| e.id == id.text && e.text != found.text);
    if found.library.beside.is_some() && shadowed.is_some() {
        diagnostics.push(
            Diagnostic::warning(
                "file::shadows",
                format!("`{}` is also the id of a rule file that comes with bopu", id.text),
                id.span,
                "files beside this one that extend it mean this one",
            )
            .help("give it an id of its own"),
        );
    }
    for name in &header.also {
        let folded = name.text.to_lowercase();
        let has = |h: &Header| h.also.iter().any(|a| a.text.to_lowercase() == folded);
        let taken = known
            .iter()
            .find(|(other, h)| *other != id.text && (*other == folded || h.as_ref().is_some_and(has)));
        if let Some((other, _)) = taken {
            diagnostics.push(
                Diagnostic::error(
                    "file::alias",
                    format!("`{}` is also a name of `{other}`", name.text),
                    name.span,
                    "which game is meant would not be clear",
                )
                .help("a name belongs to one game: choose another"),
            );
        }
    }
}
