//! Two texts under each other, with marks where they differ.

use super::text::{pad, width};
use crate::sources::Pair;

/// How many columns a row of a text takes at most.
const ROOM: usize = 72;

/// The two texts row by row, characters that answer to each other under each other, and marks under those that differ; then
/// which characters these are, since some look alike.
#[must_use]
pub fn lines(pairs: &[Pair], names: (&str, &str)) -> Vec<String> {
    let name = width(names.0).max(width(names.1)) + 2;
    let mut out = Vec::new();
    let mut row = Row::default();
    for pair in pairs {
        let (a, b) = (shown(pair.words), shown(pair.document));
        let columns = width(&a).max(width(&b));
        if width(&row.marks) + columns > ROOM {
            row.write(names, name, &mut out);
            row = Row::default();
        }
        row.words.push_str(&pad(&a, columns));
        row.document.push_str(&pad(&b, columns));
        let mark = if pair.differs() { "^" } else { " " };
        row.marks.push_str(&mark.repeat(columns));
    }
    row.write(names, name, &mut out);
    for pair in pairs.iter().filter(|p| p.differs()).take(8) {
        out.push(format!(
            "{} {}, {} {}",
            names.0,
            named(pair.words),
            names.1,
            named(pair.document)
        ));
    }
    out
}

#[derive(Default)]
struct Row {
    words: String,
    document: String,
    marks: String,
}

impl Row {
    fn write(&self, names: (&str, &str), name: usize, out: &mut Vec<String>) {
        out.push(format!("{}{}", pad(names.0, name), self.words.trim_end()));
        out.push(format!("{}{}", pad(names.1, name), self.document.trim_end()));
        let marks = format!("{}{}", " ".repeat(name), self.marks.trim_end());
        if !self.marks.trim().is_empty() {
            out.push(marks);
        }
    }
}

/// A character as it is shown: none as nothing, a line's end and other signs without a form by a sign.
fn shown(c: Option<char>) -> String {
    match c {
        None => String::new(),
        Some('\n') => "↵".into(),
        Some(c) if c.is_control() => "·".into(),
        Some(c) => c.to_string(),
    }
}

fn named(c: Option<char>) -> String {
    c.map_or_else(
        || "nothing".into(),
        |c| format!("{} (U+{:04X})", shown(Some(c)), c as u32),
    )
}

#[cfg(test)]
mod tests {
    use super::lines;
    use crate::sources::nearest;

    #[test]
    fn marks_stand_under_wide_characters() {
        let near = nearest("打六枚a马", "不打六枚马。", 0).expect("near");
        assert_eq!(
            lines(&near.pairs, ("register", "document")),
            [
                "register  打六枚a马",
                "document  打六枚 马",
                "                ^",
                "register a (U+0061), document nothing"
            ]
        );
        let near = nearest("打七枚马", "不打六枚马。", 0).expect("near");
        assert_eq!(
            lines(&near.pairs, ("register", "document")),
            [
                "register  打七枚马",
                "document  打六枚马",
                "            ^^",
                "register 七 (U+4E03), document 六 (U+516D)"
            ]
        );
    }

    #[test]
    fn long_texts_are_broken() {
        let words = "博".repeat(50);
        let near = nearest(&words, &words.replacen('博', "傅", 1), 0).expect("near");
        let lines = lines(&near.pairs, ("a", "b"));
        assert_eq!(lines[0], format!("a  {}", "博".repeat(36)));
        assert_eq!(lines[2], "   ^^");
        assert_eq!(lines[3], format!("a  {}", "博".repeat(14)));
    }
}
