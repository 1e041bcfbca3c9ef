//! Leaving out what is wrong in a declaration, so that the rest of it can be read.

use super::pieces::after_string;

/// Open braces around a place, each with where the entry begins that the place lies in.
struct Around {
    /// From the outermost brace inwards: the offset behind the last `{` or `;`.
    entries: Vec<usize>,
}

fn around(text: &str, at: usize) -> Around {
    let bytes = text.as_bytes();
    let mut entries = Vec::new();
    let mut here = 0;
    while here < at.min(bytes.len()) {
        match bytes[here] {
            b'{' => entries.push(here + 1),
            b'}' => {
                entries.pop();
            }
            b';' => {
                if let Some(last) = entries.last_mut() {
                    *last = here + 1;
                }
            }
            _ => {}
        }
        here = after_string(text, here);
    }
    Around { entries }
}

/// How many braces are open at a place.
pub fn depth(text: &str, at: usize) -> usize {
    around(text, at).entries.len()
}

/// The innermost entry of a block that holds a place, and that isn't blank or within `done`.
pub fn entry(text: &str, at: usize, done: &std::ops::Range<usize>) -> Option<std::ops::Range<usize>> {
    let entries = around(text, at).entries;
    entries.into_iter().rev().find_map(|start| {
        let range = start..end_of_entry(text, start);
        let within = done.start <= range.start && range.end <= done.end;
        (!within && !text.get(range.clone())?.trim().is_empty()).then_some(range)
    })
}

/// Where the entry that begins at `start` ends: at its `;`, or at the brace that closes its block.
fn end_of_entry(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut here = start;
    while here < bytes.len() {
        match bytes[here] {
            b'{' => depth += 1,
            b'}' if depth == 0 => return here,
            b'}' => depth -= 1,
            b';' if depth == 0 => return here,
            _ => {}
        }
        here = after_string(text, here);
    }
    here.min(bytes.len())
}

/// Cuts the inside of a block at its terminators.
pub fn entries(text: &str, start: usize, end: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut here = start;
    while here < end {
        let to = end_of_entry(text, here).min(end);
        found.push((here, to));
        here = to + 1;
    }
    found
}
