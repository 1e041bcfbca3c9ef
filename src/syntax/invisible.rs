//! Characters that nobody sees: they make two names look the same, turn the order of a line around, or steer a terminal.

use super::source::Span;
use crate::diagnostics::Diagnostic;
use std::borrow::Cow;

/// How many of them are told in one file.
const MOST: usize = 8;

/// An error for each invisible character of a text, as far as the first few. A byte-order mark may begin a file.
pub fn invisible(text: &str, file: u16) -> Vec<Diagnostic> {
    let found = text
        .char_indices()
        .filter(|(at, c)| is_invisible(*c) && !(*at == 0 && *c == '\u{FEFF}'));
    found.take(MOST).map(|(at, c)| error(at, c, file)).collect()
}

fn error(at: usize, c: char, file: u16) -> Diagnostic {
    let to_u32 = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let span = Span {
        file,
        start: to_u32(at),
        end: to_u32(at + c.len_utf8()),
    };
    let code = u32::from(c);
    let what = match c {
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' => "a control character",
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' | '\u{61C}' => {
            "a character that changes the direction of writing"
        }
        _ => "a character that nobody sees",
    };
    Diagnostic::error(
        "syntax::invisible",
        format!("U+{code:04X} is {what}"),
        span,
        "stands here",
    )
    .help("delete it: what is written and what is read must be the same")
}

/// True if a character can't be seen, or isn't shown where it stands. Blanks and the ends of lines can.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    match c {
        '\n' | '\r' | '\t' => false,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' => true,
        '\u{AD}'
        | '\u{34F}'
        | '\u{61C}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{17B4}'
        | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' => true,
        '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' => true,
        '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' => true,
        '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}' => true,
        _ => false,
    }
}

/// A text in which each invisible character is written by its number, `\\u{200D}`.
#[must_use]
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_invisible(c) {
            out.push_str(&format!("\\u{{{:04X}}}", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// A text of as many bytes in which a sign that is seen stands for each invisible character.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    let sign = |c: char| match c.len_utf8() {
        1 => "?",
        2 => "·",
        3 => "□",
        _ => "□ ",
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_invisible(c) {
            out.push_str(sign(c));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_steers_nothing() {
        assert_eq!(escaped("a\u{1B}[31m\nb"), "a\\u{001B}[31m\nb");
        for text in ["a\u{1B}[31m", "m\u{200D}", "x\u{85}y", "\u{E0001}", "路"] {
            let shown = visible(text);
            assert_eq!(shown.len(), text.len(), "{text:?}");
            assert!(!shown.contains(is_invisible), "{text:?}");
        }
    }

    #[test]
    fn what_is_seen_passes_and_what_is_not_is_told_by_its_number() {
        assert!(invisible("\u{FEFF}game 路\t（１）\r\n", 0).is_empty());
        let told: Vec<String> = invisible("m\u{200D} = \"\u{1B}[31m\u{202E}\"", 0)
            .into_iter()
            .map(|d| d.message)
            .collect();
        assert_eq!(
            told,
            [
                "U+200D is a character that nobody sees",
                "U+001B is a control character",
                "U+202E is a character that changes the direction of writing",
            ]
        );
    }
}
