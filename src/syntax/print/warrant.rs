//! Warrants and guards, and where they stand.

use super::expr;
use super::text::{append, indented, inner, last_width, quoted, width, wrap};
use crate::syntax::tree::{Grade, Tail, Warrant};

/// A warrant on one line.
pub fn warrant(w: &Warrant) -> String {
    pieces(w).join(" ")
}

/// A warrant in the groups of words between which a line may break.
fn pieces(w: &Warrant) -> Vec<String> {
    let mut head = match w.grade {
        Grade::Stated => "per",
        Grade::Implied => "from",
        Grade::Elsewhere => "elsewhere",
        Grade::Conjecture => "guess",
        Grade::Modern => "modern",
    }
    .to_string();
    for (i, (clause, end)) in w.clauses.iter().enumerate() {
        head += if i == 0 { " " } else { ", " };
        head += &clause.text;
        if let Some(end) = end {
            head = format!("{head} .. {}", end.text);
        }
    }
    if let Some(quote) = &w.quote {
        head = format!("{head} {}", quoted(quote));
    }
    let mut out = vec![head];
    if let Some((wrong, right)) = &w.emends {
        out.push(format!("read {} for {}", quoted(wrong), quoted(right)));
    }
    if let Some(because) = &w.because {
        out.push(format!("because {}", quoted(because)));
    }
    out
}

/// Text with warrants behind it.
pub fn with_warrants(text: String, warrants: &[Warrant], room: usize) -> String {
    let groups: Vec<_> = warrants.iter().map(pieces).collect();
    with_groups(text, &groups, room)
}

/// Text with a guard and warrants behind it. A line that is too wide without them breaks as well.
pub fn with_tail(text: &str, tail: &Tail, room: usize) -> String {
    let mut groups = Vec::new();
    if let Some(guard) = &tail.guard {
        groups.push(vec![format!("when {}", expr::guard(guard))]);
    }
    groups.extend(tail.warrants.iter().map(pieces));
    with_groups(wrap(text, room), &groups, room)
}

/// All on one line, or else the groups on the next, or else each on a line of its own.
fn with_groups(text: String, groups: &[Vec<String>], room: usize) -> String {
    if groups.is_empty() {
        return text;
    }
    let line = groups.concat().join(" ");
    if last_width(&text) + 1 + width(&line) <= room {
        return format!("{text} {line}");
    }
    if width(&line) <= inner(room) {
        return format!("{text}\n  {line}");
    }
    let mut out = text;
    for group in groups {
        let mut lines = wrap(&group[0], inner(room));
        for piece in &group[1..] {
            lines = append(lines, piece, inner(room));
        }
        out.push('\n');
        out.push_str(&indented(&lines));
    }
    out
}
