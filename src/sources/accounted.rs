//! Which lines of a document stand in a passage of a register.

use super::register::Register;
use std::ops::RangeInclusive;

/// The stretches of a document, as line numbers from 1, that stand in no passage of the registers that quote it. A line that
/// is blank belongs to what is around it.
#[must_use]
pub fn unaccounted(file: &str, text: &str, registers: &[&Register]) -> Vec<RangeInclusive<usize>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut known: Vec<bool> = lines.iter().map(|l| l.trim().is_empty()).collect();
    let quoting = registers
        .iter()
        .filter(|r| r.document.as_ref().is_some_and(|d| d.file == file));
    for (first, last) in quoting.flat_map(|r| &r.passages).filter_map(|p| p.lines) {
        let to = last.min(known.len());
        if let Some(known) = known.get_mut(first.saturating_sub(1)..to) {
            known.fill(true);
        }
    }
    let mut out: Vec<RangeInclusive<usize>> = Vec::new();
    let missing = (1..).zip(&known).filter(|(_, known)| !**known).map(|(line, _)| line);
    for line in missing {
        match out.last_mut() {
            // Blank lines don't divide a stretch.
            Some(last) if lines[*last.end()..line - 1].iter().all(|l| l.trim().is_empty()) => {
                *last = *last.start()..=line;
            }
            _ => out.push(line..=line),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::register::{Document, Passage};

    fn register(lines: &[(usize, usize)]) -> Register {
        Register {
            bopu: 1,
            id: "r".into(),
            title: "r".into(),
            document: Some(Document {
                file: "d.txt".into(),
                sha256: String::new(),
                about: String::new(),
            }),
            passages: lines
                .iter()
                .map(|lines| Passage {
                    id: "p".into(),
                    heading: "p".into(),
                    gloss: "p".into(),
                    lines: Some(*lines),
                    whole: false,
                    set_aside: None,
                    clauses: Vec::new(),
                })
                .collect(),
        }
    }

    #[test]
    fn lines_outside_all_passages_are_told_and_blank_ones_are_not() {
        let text = "one\n\nthree\nfour\n\nsix\n";
        let (first, second) = (register(&[(1, 1)]), register(&[(4, 4)]));
        assert_eq!(unaccounted("d.txt", text, &[&first]), [3..=6]);
        assert_eq!(unaccounted("d.txt", text, &[&first, &second]), [3..=3, 6..=6]);
        assert_eq!(unaccounted("d.txt", text, &[&register(&[(1, 99)])]), []);
        assert_eq!(unaccounted("other.txt", text, &[&first]), [1..=6]);
    }
}
