//! Columns of text: widths as a terminal shows them.

use unicode_width::UnicodeWidthStr;

/// The columns that a one-line text takes.
#[must_use]
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The text with spaces behind it up to a width.
#[must_use]
pub fn pad(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

/// The text with spaces before and behind it; an odd one stands before, so that single signs stand under the last digit
/// of a number of two.
#[must_use]
pub(super) fn centre(text: &str, to: usize) -> String {
    let left = to.saturating_sub(width(text)).div_ceil(2);
    pad(&format!("{}{text}", " ".repeat(left)), to)
}

/// Entries in as many columns as a width has room for, read row by row, two spaces in from the left.
#[must_use]
pub fn columns(entries: &[String], room: usize) -> String {
    let widest = entries.iter().map(|e| width(e)).max().unwrap_or(0) + 3;
    let across = (room.saturating_sub(2) / widest.max(1)).max(1);
    let mut out = String::new();
    for row in entries.chunks(across) {
        let line: String = row.iter().map(|e| pad(e, widest)).collect();
        out.push_str("  ");
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{centre, columns, pad};

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(pad("白", 4), "白  ");
        assert_eq!(centre("○", 4), "  ○ ");
        assert_eq!(centre("13", 4), " 13 ");
    }

    #[test]
    fn entries_fill_the_room() {
        let entries: Vec<String> = ["a", "bb", "c"].map(str::to_owned).to_vec();
        assert_eq!(columns(&entries, 12), "  a    bb\n  c\n");
    }
}
