//! Where things stand in a RON text: a tree of byte ranges beside the values that serde reads.

use std::ops::Range;

/// A value of a RON text and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its bytes.
    pub range: Range<usize>,
    /// What stands within it: members with the name of their field, empty in a list or tuple.
    members: Vec<(String, Place)>,
    /// Whether the bytes between the quotation marks are the very characters of the value.
    plain: bool,
}

impl Place {
    /// The places in a text that is valid RON. What is none gives places that are of no use, and no panic.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut scanner = Scanner { text, at: 0, depth: 0 };
        scanner.blanks();
        while scanner.rest().starts_with("#!") {
            scanner.at += scanner.rest().find(']').map_or(scanner.rest().len(), |n| n + 1);
            scanner.blanks();
        }
        scanner.value()
    }

    /// The value of a field, or of `Some(…)` around one.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Place> {
        self.members.iter().find(|(n, _)| n == name).map(|(_, place)| place)
    }

    /// The n-th member of a list.
    #[must_use]
    pub fn item(&self, n: usize) -> Option<&Place> {
        self.members.get(n).map(|(_, place)| place)
    }

    /// The bytes of some characters of a string, given where they stand in its value. The whole string where it has
    /// escapes, so that its bytes aren't its value.
    #[must_use]
    pub fn within(&self, part: Range<usize>) -> Range<usize> {
        let inner = self.inner();
        if inner.plain && inner.range.start + 1 + part.end < inner.range.end {
            inner.range.start + 1 + part.start..inner.range.start + 1 + part.end
        } else {
            inner.range.clone()
        }
    }

    /// Without `Some( )` around it.
    #[must_use]
    pub fn inner(&self) -> &Place {
        match self.members.as_slice() {
            [(name, only)] if name.is_empty() => only.inner(),
            _ => self,
        }
    }
}

/// Deeper values have no places of their own.
const MAX_DEPTH: usize = 100;

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Blanks and comments.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            if let Some(c) = rest.chars().next().filter(|c| c.is_whitespace()) {
                self.at += c.len_utf8();
            } else if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.block_comment();
            } else {
                return;
            }
        }
    }

    fn block_comment(&mut self) {
        let mut open = 0_usize;
        loop {
            let rest = self.rest();
            if rest.starts_with("/*") {
                open += 1;
                self.at += 2;
            } else if rest.starts_with("*/") {
                open -= 1;
                self.at += 2;
                if open == 0 {
                    return;
                }
            } else {
                match rest.chars().next() {
                    Some(c) => self.at += c.len_utf8(),
                    None => return,
                }
            }
        }
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '+' | '-' | '#')))
            .unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn value(&mut self) -> Place {
        let start = self.at;
        let mut place = Place {
            range: start..start,
            members: Vec::new(),
            plain: false,
        };
        self.depth += 1;
        match self.peek() {
            Some('"') => place.plain = self.string(),
            Some('\'') => self.character(),
            Some('(' | '[' | '{') => place.members = self.members(),
            Some(c) if c.is_alphanumeric() || matches!(c, '_' | '+' | '-' | '.') => {
                let word = self.word();
                if self.peek() == Some('"') && word.trim_start_matches(['b', 'r']).chars().all(|c| c == '#') {
                    self.raw_string(word.matches('#').count());
                } else {
                    let end = self.at;
                    self.blanks();
                    if self.peek() == Some('(') {
                        place.members = self.members();
                    } else {
                        self.at = end;
                    }
                }
            }
            Some(c) => self.at += c.len_utf8(),
            None => {}
        }
        self.depth -= 1;
        place.range.end = self.at;
        place
    }

    /// A string in quotation marks; whether it has no escapes.
    fn string(&mut self) -> bool {
        self.at += 1;
        let mut plain = true;
        let mut escaped = false;
        for (i, c) in self.rest().char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => {
                    plain = false;
                    escaped = true;
                }
                '"' => {
                    self.at += i + 1;
                    return plain;
                }
                _ => {}
            }
        }
        self.at = self.text.len();
        false
    }

    fn raw_string(&mut self, hashes: usize) {
        self.at += 1;
        let end = format!("\"{}", "#".repeat(hashes));
        let rest = self.rest();
        self.at += rest.find(&end).map_or(rest.len(), |n| n + end.len());
    }

    fn character(&mut self) {
        let mut chars = self.rest().char_indices().skip(1);
        let mut last = chars.next();
        if last.is_some_and(|(_, c)| c == '\\') {
            chars.next();
        }
        last = chars.find(|(_, c)| *c == '\'');
        self.at += last.map_or(self.rest().len(), |(i, _)| i + 1);
    }

    /// The members of a struct, tuple, list or map, up to its closing bracket.
    fn members(&mut self) -> Vec<(String, Place)> {
        let mut members = Vec::new();
        self.at += 1;
        loop {
            self.blanks();
            match self.peek() {
                None => return members,
                Some(')' | ']' | '}') => {
                    self.at += 1;
                    return members;
                }
                Some(',') => self.at += 1,
                Some(_) => {
                    if self.depth > MAX_DEPTH {
                        self.at = self.text.len();
                        return members;
                    }
                    let first = self.value();
                    self.blanks();
                    if self.peek() == Some(':') {
                        self.at += 1;
                        self.blanks();
                        let name = self.text.get(first.range.clone()).unwrap_or("").to_owned();
                        let value = self.value();
                        members.push((name, value));
                    } else {
                        members.push((String::new(), first));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"#![enable(implicit_some)]
// A comment with "a quotation".
Register(
    id: "a", /* (nested /* comment */) */
    list: [Clause(quote: Some("掷出六和二，"), n: Some((1, 2))), (quote: r#"raw " it"#, c: ')'), (quote: "an \"escape\"")],
)"##;

    fn at(range: Range<usize>) -> &'static str {
        &TEXT[range]
    }

    #[test]
    fn values_are_found_by_field_and_number() {
        let place = Place::of(TEXT);
        assert_eq!(at(place.field("id").unwrap().range.clone()), "\"a\"");
        let list = place.field("list").unwrap();
        let quote = |n: usize| list.item(n).unwrap().field("quote").unwrap();
        assert_eq!(at(quote(0).range.clone()), "Some(\"掷出六和二，\")");
        assert_eq!(at(quote(0).within(6..9)), "六");
        assert_eq!(at(quote(1).range.clone()), "r#\"raw \" it\"#");
        assert_eq!(at(list.item(1).unwrap().field("c").unwrap().range.clone()), "')'");
        // Bytes of an escaped string are not those of its value: the whole is shown.
        assert_eq!(at(quote(2).within(0..2)), "\"an \\\"escape\\\"\"");
        assert!(list.item(3).is_none());
    }

    #[test]
    fn what_is_no_ron_ends() {
        for text in [
            "", "(", "[[[[", "\"", "r#\"", "'", "/*", "(a:", "#![", "\u{0}", ")", "(a: b: c",
        ] {
            let place = Place::of(text);
            assert!(place.range.end <= text.len(), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert!(Place::of(&deep).range.end <= deep.len());
    }
}
