//! Lines, blocks and where they break.

use crate::syntax::tree::{Ident, Text};
use unicode_width::UnicodeWidthStr;

/// Columns of a line.
pub const WIDTH: usize = 110;

/// Columns of one level of nesting.
const STEP: usize = 2;

/// Columns that are left one level further in.
pub fn inner(room: usize) -> usize {
    room.saturating_sub(STEP)
}

/// The columns a one-line text takes.
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The columns of a text's first line.
pub fn first_width(text: &str) -> usize {
    text.split('\n').next().map_or(0, width)
}

/// The columns of a text's last line.
pub fn last_width(text: &str) -> usize {
    text.rsplit('\n').next().map_or(0, width)
}

/// A string literal. Only a text with a straight quotation mark in it needs the full-width ones around it.
pub fn quoted(text: &Text) -> String {
    if text.text.contains('"') {
        format!("“{}”", text.text)
    } else {
        format!("\"{}\"", text.text)
    }
}

/// ` "text"`, or nothing.
pub fn maybe_quoted(text: Option<&Text>) -> String {
    text.map_or_else(String::new, |t| format!(" {}", quoted(t)))
}

/// Names with commas between them.
pub fn names(names: &[Ident]) -> String {
    names.iter().map(|n| n.text.as_str()).collect::<Vec<_>>().join(", ")
}

/// Appends a word group to the last line, or to a continuation line where there is no room.
pub fn append(text: String, more: &str, room: usize) -> String {
    if last_width(&text) + 1 + width(more) <= room {
        format!("{text} {more}")
    } else {
        format!("{text}\n  {more}")
    }
}

/// A text with a prefix on its first line; where that makes the line too wide, it breaks as if all were that narrow.
pub fn prefixed(prefix: &str, room: usize, text: impl Fn(usize) -> String) -> String {
    let full = text(room);
    if prefix.is_empty() || width(prefix) + first_width(&full) <= room {
        format!("{prefix}{full}")
    } else {
        format!("{prefix}{}", text(room.saturating_sub(width(prefix))))
    }
}

/// The text one level further in.
pub fn indented(text: &str) -> String {
    format!("  {}", text.replace('\n', "\n  "))
}

/// How many entries a block may have on one line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Inline {
    /// One at most.
    One,
    /// As many as there is room for.
    Many,
}

/// `head { entries }`: on one line when short, else an entry a line.
pub fn block(head: &str, entries: &[String], inline: Inline, room: usize) -> String {
    let open = if head.is_empty() {
        "{".to_string()
    } else {
        format!("{} {{", wrap(head, room.saturating_sub(2)))
    };
    if entries.is_empty() {
        return open + " }";
    }
    if (entries.len() == 1 || inline == Inline::Many) && entries.iter().all(|e| !e.contains('\n')) {
        let line = format!("{open} {} }}", entries.join("; "));
        if last_width(&line) <= room {
            return line;
        }
    }
    let body = join_entries(entries, |_, _| "\n");
    format!("{open}\n{}\n}}", indented(&body))
}

/// Words that make the line they begin continue the one before.
const CONTINUE: &[&str] = &[
    "per",
    "from",
    "elsewhere",
    "guess",
    "modern",
    "because",
    "read",
    "else",
    "beyond",
    "when",
    "named",
    "best",
    "such",
    "extends",
    "uses",
    "also",
    "scope",
    "and",
    "or",
    "implies",
];

/// Words that make the line after the one they end continue it.
const NEED_MORE: &[&str] = &[
    "and",
    "or",
    "not",
    "implies",
    "in",
    "is",
    "of",
    "then",
    "else",
    "if",
    "by",
    "best",
    "such",
    "that",
    "from",
    "per",
    "because",
    "to",
    "at",
    "given",
    "as",
    "when",
    "named",
    "extends",
    "uses",
    "also",
    "elsewhere",
    "guess",
    "modern",
    "read",
    "for",
];

/// Entries, each beginning on a line of its own. Where a name would be taken for a word that continues a line, a
/// semicolon says that the entry is over.
pub fn join_entries(entries: &[String], between: impl Fn(&str, &str) -> &'static str) -> String {
    let mut out = String::new();
    for (i, entry) in entries.iter().enumerate() {
        if i > 0 {
            let before = &entries[i - 1];
            let continues = CONTINUE.contains(&first_word(entry)) || entry.starts_with(['-', '{']);
            if continues || NEED_MORE.contains(&last_word(before)) {
                out.push(';');
            }
            out.push_str(between(before, entry));
        }
        out.push_str(entry);
    }
    out
}

/// Whether a character can stand in a word.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn first_word(text: &str) -> &str {
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    &text[..end]
}

fn last_word(text: &str) -> &str {
    let start = text
        .char_indices()
        .rev()
        .take_while(|(_, c)| is_word(*c))
        .last()
        .map_or(text.len(), |(i, _)| i);
    &text[start..]
}

/// Where a line may break: how deep in brackets, how tightly the parts belong together, the byte.
struct Break {
    depth: usize,
    bond: u8,
    at: usize,
}

/// A one-line text broken where it is too wide: at the outermost brackets, and there at the loosest operator.
pub fn wrap(text: &str, room: usize) -> String {
    if text.contains('\n') || width(text) <= room {
        return text.to_string();
    }
    let breaks = breaks(text);
    let Some((depth, bond)) = breaks.iter().map(|b| (b.depth, b.bond)).min() else {
        return text.to_string();
    };
    let mut cuts: Vec<usize> = breaks
        .iter()
        .filter(|b| (b.depth, b.bond) == (depth, bond))
        .map(|b| b.at)
        .collect();
    cuts.push(text.len());
    let mut lines: Vec<&str> = Vec::new();
    let (mut start, mut end) = (0, cuts[0]);
    for &cut in &cuts[1..] {
        let left = if start == 0 { room } else { inner(room) };
        if width(text[start..cut].trim()) > left {
            lines.push(text[start..end].trim());
            start = end;
        }
        end = cut;
    }
    lines.push(text[start..].trim());
    let mut out = wrap(lines[0], room);
    for line in &lines[1..] {
        out.push('\n');
        out.push_str(&indented(&wrap(line, inner(room))));
    }
    out
}

/// The places where the lexical rules let a line end without ending the declaration.
fn breaks(text: &str) -> Vec<Break> {
    const WORDS: &[(&str, u8)] = &[
        (" | ", 2),
        (" else ", 3),
        (" implies ", 4),
        (" or ", 5),
        (" and ", 6),
        (" + ", 8),
    ];
    let mut found = Vec::new();
    let (mut depth, mut closing) = (0_usize, None);
    for (at, c) in text.char_indices() {
        if let Some(mark) = closing {
            if c == mark {
                closing = None;
            }
            continue;
        }
        if c == ' ' {
            // A break stands before these words and strings and after these marks.
            let before = &text[..at];
            let bond = if before.ends_with([',', ';', '/']) {
                Some(1)
            } else if text[at + 1..].starts_with(['"', '“']) {
                string_bond(before, &text[at + 1..]).filter(|_| depth == 0)
            } else {
                WORDS
                    .iter()
                    .find(|(w, _)| text[at..].starts_with(w))
                    .map(|(_, bond)| *bond)
            };
            found.extend(bond.map(|bond| Break { depth, bond, at }));
        }
        match c {
            '"' => closing = Some('"'),
            '“' => closing = Some('”'),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    found
}

/// A reason at the end breaks off before all else; a string that a word asks for stays with the word.
fn string_bond(before: &str, string: &str) -> Option<u8> {
    let mut rest = string.chars();
    let close = if rest.next() == Some('"') { '"' } else { '”' };
    let rest = rest.as_str();
    let ends = rest.find(close).is_some_and(|end| end + close.len_utf8() == rest.len());
    if NEED_MORE.contains(&last_word(before)) {
        None
    } else if ends {
        Some(0)
    } else {
        Some(7)
    }
}
