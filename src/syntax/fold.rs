//! Full-width characters to ASCII, comments to blanks, without moving a byte.
//!
//! The folded text has as many bytes as the original, and what is not folded stands where it stood. Within a stretch of
//! characters that holds a folded one the ASCII characters move together (`：＝` has to stay one token) and blanks fill
//! the rest; [`Folded::original`] leads back from there to the character meant.

/// A rule file's text, ready for the grammar.
pub struct Folded {
    /// The text: as long as the original in bytes, line for line.
    pub text: String,
    /// Strings that no quotation mark closes, as byte ranges up to the end of their line.
    pub unclosed: Vec<(usize, usize)>,
    /// Where folded and original offsets begin to differ or to agree again: (folded, original), ascending.
    marks: Vec<(usize, usize)>,
}

impl Folded {
    /// The offset in the original of an offset in the folded text; what lies behind the text stands for its end.
    pub fn original(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        let after = self.marks.partition_point(|(folded, _)| *folded <= offset);
        let Some((folded, original)) = after.checked_sub(1).and_then(|i| self.marks.get(i)) else {
            return offset;
        };
        let mapped = original + (offset - folded);
        // Blanks that fill up all stand for the end of what was folded.
        self.marks.get(after).map_or(mapped, |(_, next)| mapped.min(*next))
    }
}

/// Folds a text.
pub fn fold(original: &str) -> Folded {
    let mut folded = Folded {
        text: String::with_capacity(original.len()),
        unclosed: Vec::new(),
        marks: Vec::new(),
    };
    let mut at = 0;
    while let Some(c) = original[at..].chars().next() {
        let rest = &original[at..];
        let length = match c {
            '\n' => {
                folded.text.push('\n');
                1
            }
            '#' | '＃' => {
                let length = line_of(rest).len();
                folded.blank(length);
                length
            }
            '"' => folded.string(at, line_of(rest), '"'),
            '“' => folded.string(at, line_of(rest), '”'),
            _ if is_blank(c) => {
                folded.blank(c.len_utf8());
                c.len_utf8()
            }
            _ => {
                let end = rest.find(ends_stretch).unwrap_or(rest.len());
                folded.stretch(at, &rest[..end]);
                end
            }
        };
        at += length;
    }
    folded
}

fn line_of(rest: &str) -> &str {
    rest.split('\n').next().unwrap_or(rest)
}

fn is_blank(c: char) -> bool {
    c != '\n' && (c.is_whitespace() || c == '\u{feff}')
}

fn ends_stretch(c: char) -> bool {
    matches!(c, '\n' | '#' | '＃' | '"' | '“') || is_blank(c)
}

impl Folded {
    fn blank(&mut self, bytes: usize) {
        self.text.extend(std::iter::repeat_n(' ', bytes));
    }

    /// Copies a string with its quotation marks; gives its length in bytes.
    fn string(&mut self, at: usize, line: &str, close: char) -> usize {
        let open = line.chars().next().map_or(0, char::len_utf8);
        if let Some(end) = line[open..].find(close) {
            let length = open + end + close.len_utf8();
            self.text.push_str(&line[..length]);
            return length;
        }
        // An empty string in its place keeps the rest of the declaration readable.
        let length = line.trim_end().len();
        self.unclosed.push((at, at + length));
        if length >= 2 {
            self.text.push_str("\"\"");
            self.blank(length - 2);
            self.marks
                .extend([(at, at), (at + 2, at + length), (at + length, at + length)]);
        } else {
            self.blank(length);
        }
        length
    }

    /// Copies characters without blanks between them, folded to the left.
    fn stretch(&mut self, at: usize, text: &str) {
        if text.is_ascii() || !text.chars().any(|c| fold_char(c).is_some()) {
            self.text.push_str(text);
            return;
        }
        for (offset, c) in text.char_indices() {
            self.marks.push((self.text.len(), at + offset));
            self.text.push(fold_char(c).unwrap_or(c));
        }
        let end = at + text.len();
        self.marks.push((self.text.len(), end));
        self.blank(end - self.text.len());
        self.marks.push((end, end));
    }
}

/// A text with ASCII characters for full-width ones.
#[must_use]
pub fn half_width(text: &str) -> String {
    text.chars().map(|c| fold_char(c).unwrap_or(c)).collect()
}

/// The ASCII character that a full-width one stands for.
fn fold_char(c: char) -> Option<char> {
    match c {
        '、' => Some(','),
        '：'
        | '；'
        | '（'
        | '）'
        | '，'
        | '｛'
        | '｝'
        | '［'
        | '］'
        | '＝'
        | '＜'
        | '＞'
        | '＋'
        | '－'
        | '＊'
        | '／'
        | '｜'
        | '．'
        | '！'
        | '？'
        | '＿'
        | '０'..='９'
        | 'Ａ'..='Ｚ'
        | 'ａ'..='ｚ' => char::from_u32(u32::from(c) - 0xFEE0),
        _ => None,
    }
}
