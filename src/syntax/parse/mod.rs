//! The parser: a file's text to its tree, with as many errors as there are mistakes.

mod board;
mod build;
mod errors;
mod examples;
mod expressions;
mod forms;
mod habits;
mod items;
mod money;
mod names;
mod pieces;
mod reader;
mod recovery;
mod signs;
mod statements;
mod steps;
mod tables;
mod words;

use super::fold::{Folded, fold};
use super::invisible::invisible;
use super::source::{Sources, Span};
use super::tree::File;
use crate::diagnostics::Diagnostic;
use reader::Reader;

/// The language version that this program reads.
const LANGUAGE: i64 = 1;
/// The largest file that is read, in bytes.
const MOST_BYTES: usize = 4 * 1024 * 1024;
/// How many errors are reported for a file.
const MOST_ERRORS: usize = 50;
/// How far into a line a message may point, in bytes.
const MOST_COLUMNS: usize = 16 * 1024;
/// How many steps the grammar may take on one declaration: far more than the longest needs, far less than a hang.
const MOST_STEPS: usize = 200_000_000;

// The generated code has rules named after what they stand for.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/rules.pest"]
struct RulesParser;

/// What a file's text gives.
#[derive(Debug)]
pub struct Parsed {
    /// The file, present when its header could be read, with every declaration that parsed.
    pub file: Option<File>,
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Stretches of text that are missing from the tree because of mistakes in them.
    pub lost: Vec<Span>,
}

/// Parses a file of the sources.
#[must_use]
pub fn parse(sources: &Sources, file: u16) -> Parsed {
    let Some(source) = sources.file(file) else {
        return Parsed {
            file: None,
            diagnostics: Vec::new(),
            lost: Vec::new(),
        };
    };
    let original: &str = &source.text;
    if original.len() > MOST_BYTES {
        let start = Span { file, start: 0, end: 0 };
        let message = format!(
            "this file has {} bytes; a rule file has at most {MOST_BYTES}",
            original.len()
        );
        let error = Diagnostic::error("syntax::size", message, start, "not read");
        return Parsed {
            file: None,
            diagnostics: vec![error.help("check that this is a rule file; a large game can be divided with `uses`")],
            lost: Vec::new(),
        };
    }
    pest::set_call_limit(std::num::NonZeroUsize::new(MOST_STEPS));
    let folded = fold(original);
    let mut errors: Vec<_> = folded
        .unclosed
        .iter()
        .map(|s| unclosed_string(&folded, file, *s))
        .collect();
    errors.extend(invisible(original, file));
    let mut pieces = pieces::cut(&folded, file);
    errors.append(&mut pieces.errors);
    let (read, mut diagnostics, lost) = Reader::new(original, &folded, file, errors).read(&pieces);
    diagnostics.sort_by_key(|d| d.labels.first().map(|(span, _)| *span));
    if diagnostics.len() > MOST_ERRORS {
        diagnostics.truncate(MOST_ERRORS - 1);
        let last = diagnostics.last().and_then(|d| d.labels.first()).map(|(span, _)| *span);
        let message = format!("more than {MOST_ERRORS} errors; what follows is not shown");
        diagnostics.extend(last.map(|span| Diagnostic::error("syntax::size", message, span, "the last one shown")));
    }
    for error in &mut diagnostics {
        keep_drawable(error, original);
    }
    Parsed {
        file: read,
        diagnostics,
        lost,
    }
}

/// Keeps to what can be drawn: whole characters, and no place far into an endless line, where nobody reads anyway.
fn keep_drawable(error: &mut Diagnostic, original: &str) {
    let to_u32 = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
    for (span, label) in &mut error.labels {
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        start = start.min(original.len());
        while !original.is_char_boundary(start) {
            start -= 1;
        }
        end = end.clamp(start, original.len());
        while !original.is_char_boundary(end) {
            end += 1;
        }
        let line = original[..start].rfind('\n').map_or(0, |i| i + 1);
        if start - line > MOST_COLUMNS {
            *label = format!("{} bytes into this line: {label}", start - line);
            (start, end) = (line, line);
        }
        (span.start, span.end) = (to_u32(start), to_u32(end));
    }
}

/// The span of two offsets in the folded text.
fn span(folded: &Folded, file: u16, start: usize, end: usize) -> Span {
    let to_u32 = |offset| u32::try_from(folded.original(offset)).unwrap_or(u32::MAX);
    Span {
        file,
        start: to_u32(start),
        end: to_u32(end.max(start)),
    }
}

fn unclosed_string(folded: &Folded, file: u16, (start, end): (usize, usize)) -> Diagnostic {
    let error = Diagnostic::error(
        "syntax::string",
        "the line ends before the quotation mark that closes this text",
        span(folded, file, start, end),
        "opened at the beginning of this",
    );
    error.help("close it on the same line: \"…\" or “…”")
}
