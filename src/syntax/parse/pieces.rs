//! Lines and brackets before the grammar: which line ends end something, where each declaration begins and ends, which
//! brackets have no partner, and what is nested too deeply to be read safely.

use super::words::{CONTINUED_BY, ENDS_OPEN, ENDS_OPEN_AFTER_A_WORD, NESTING, is_declaration_word};
use crate::diagnostics::Diagnostic;
use crate::syntax::fold::Folded;
use crate::syntax::source::Span;

/// How many brackets may stand within each other.
const MOST_BRACKETS: usize = 64;
/// How many words that take a whole expression (`if`, `some`, …) may stand within each other, over all brackets.
const MOST_WORDS: usize = 64;
/// How often the text may be read again to find out which bracket is unclosed; afterwards the first sign is taken.
const MOST_ATTEMPTS: usize = 8;

/// A declaration's stretch of the folded text.
#[derive(Debug, Default)]
pub struct Piece {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Closing brackets that it lacks at its end.
    pub missing: String,
    /// An error about its brackets is reported already: what the grammar finds is a consequence of that.
    pub quiet: bool,
    /// Nested too deeply to be parsed at all.
    pub unsafe_depth: bool,
}

/// The text for the grammar and its declarations.
pub struct Pieces {
    /// The folded text in which `;` stands for each line end that ends something.
    pub text: String,
    /// The declarations in their order.
    pub pieces: Vec<Piece>,
    /// What is wrong with brackets.
    pub errors: Vec<Diagnostic>,
    /// What was left out because a bracket in it has no partner.
    pub left_out: Vec<(usize, usize)>,
}

/// Cuts a folded text into declarations.
pub fn cut(folded: &Folded, file: u16) -> Pieces {
    let text = folded.text.as_str();
    let mut scan = Scan {
        folded,
        text,
        file,
        out: text.as_bytes().to_vec(),
        pieces: Vec::new(),
        errors: Vec::new(),
        errors_before: 0,
        piece: Piece::default(),
        open: Vec::new(),
        words: 0,
        words_here: 0,
        line_end: None,
        last: "",
        last_joined: false,
        before_last: "",
        attempts: 0,
        entry: 0,
        left_out: Vec::new(),
        again: false,
    };
    scan.run();
    for (start, end) in &scan.left_out {
        scan.out[*start..*end].fill(b' ');
    }
    Pieces {
        // Only ASCII bytes were replaced by ASCII bytes.
        text: String::from_utf8(scan.out).unwrap_or_else(|_| text.to_string()),
        pieces: scan.pieces,
        errors: scan.errors,
        left_out: scan.left_out,
    }
}

/// One past the end of the string or the single byte that begins at `at`.
pub fn after_string(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let (open, close) = if bytes.get(at) == Some(&b'"') {
        (1, "\"")
    } else if bytes.get(at..).is_some_and(|rest| rest.starts_with("“".as_bytes())) {
        (3, "”")
    } else {
        return at + 1;
    };
    let rest = text.get(at + open..).unwrap_or("");
    rest.find(close).map_or(text.len(), |end| at + open + end + close.len())
}

struct Open {
    at: usize,
    bracket: u8,
    /// Words before the bracket in the same stretch, to go on counting behind it.
    words_outside: usize,
}

struct Scan<'a> {
    folded: &'a Folded,
    text: &'a str,
    file: u16,
    out: Vec<u8>,
    pieces: Vec<Piece>,
    errors: Vec<Diagnostic>,
    /// How many errors there were before the current piece.
    errors_before: usize,
    piece: Piece,
    open: Vec<Open>,
    /// Words that take an expression, in all open stretches and in the innermost.
    words: usize,
    words_here: usize,
    /// The first line end since the last token.
    line_end: Option<usize>,
    last: &'a str,
    /// Whether the last token goes on a dotted id.
    last_joined: bool,
    before_last: &'a str,
    attempts: usize,
    /// Where the innermost entry of a block begins.
    entry: usize,
    /// Entries that are left out because a bracket in them is unclosed, ascending.
    left_out: Vec<(usize, usize)>,
    /// The piece is to be read again, without what has been left out.
    again: bool,
}

impl<'a> Scan<'a> {
    fn run(&mut self) {
        let mut at = 0;
        let mut limit = self.text.len();
        loop {
            while at < limit {
                match self.text.as_bytes()[at] {
                    b'\n' => {
                        self.line_end.get_or_insert(at);
                        at += 1;
                    }
                    b' ' | b'\t' => at += 1,
                    _ if self.end_of_left_out(at).is_some() => at = self.end_of_left_out(at).unwrap_or(at),
                    _ => {
                        let end = self.token_end(at);
                        if self.breaks_off(at, &self.text[at..end]) {
                            limit = at;
                            break;
                        }
                        self.token(at, end);
                        at = if self.again { self.restart() } else { end };
                    }
                }
            }
            if self.open.is_empty() && limit == self.text.len() {
                self.end_piece(limit, limit);
                return;
            }
            if self.attempts < MOST_ATTEMPTS
                && let Some(next) = self.next_declaration()
                && next < limit
            {
                // Something is unclosed: read this piece again, up to where the next declaration begins.
                limit = next;
                at = self.restart();
                continue;
            }
            self.report_unclosed(limit);
            self.end_piece(limit, limit);
            at = limit;
            limit = self.text.len();
            if at == limit {
                return;
            }
        }
    }

    /// Forgets what has been found out about this piece; gives where it begins.
    fn restart(&mut self) -> usize {
        let start = self.piece.start;
        self.attempts += 1;
        self.again = false;
        self.out[start..].copy_from_slice(&self.text.as_bytes()[start..]);
        self.errors.truncate(self.errors_before);
        self.piece = Piece {
            start,
            ..Piece::default()
        };
        self.forget();
        start
    }

    fn end_of_left_out(&self, at: usize) -> Option<usize> {
        self.left_out
            .iter()
            .rev()
            .find(|(start, end)| *start <= at && at < *end)
            .map(|(_, end)| *end)
    }

    fn forget(&mut self) {
        self.entry = self.piece.start;
        self.open.clear();
        (self.words, self.words_here) = (0, 0);
        (self.last, self.before_last) = ("", "");
        (self.last_joined, self.line_end) = (false, None);
    }

    fn token_end(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        let Some(c) = rest.chars().next() else {
            return self.text.len();
        };
        match c {
            '"' | '“' => after_string(self.text, at),
            _ if is_word(c) => at + rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => {
                let two = [":=", "+=", "-=", "->", "..", "<=", ">=", "!=", "==", "&&", "||"];
                let length = if two.iter().any(|t| rest.starts_with(t)) {
                    2
                } else {
                    c.len_utf8()
                };
                at + length
            }
        }
    }

    /// Whether a declaration begins here although something is open.
    fn breaks_off(&self, at: usize, token: &str) -> bool {
        let Some(innermost) = self.open.last() else {
            return false;
        };
        let sure = innermost.bracket != b'{' || self.attempts >= MOST_ATTEMPTS;
        sure && at > self.piece.start && self.begins_declaration(at, token)
    }

    /// Whether the token begins a line in the first column as a declaration does.
    fn begins_declaration(&self, at: usize, token: &str) -> bool {
        let first_column = at == 0 || self.text.as_bytes()[at - 1] == b'\n';
        if !first_column || !is_declaration_word(token) {
            return false;
        }
        let rest = &self.text[at + token.len()..];
        rest.starts_with(' ')
            && rest
                .trim_start()
                .starts_with(|c| is_word(c) || matches!(c, '{' | '"' | '=' | '“'))
    }

    /// The next declaration behind the outermost open bracket.
    fn next_declaration(&self) -> Option<usize> {
        let from = self.open.first()?.at;
        let bytes = self.text.as_bytes();
        let mut at = from;
        while let Some(line) = bytes[at..].iter().position(|b| *b == b'\n') {
            at += line + 1;
            if at < bytes.len() && bytes[at].is_ascii_alphabetic() {
                let end = self.token_end(at);
                if self.begins_declaration(at, &self.text[at..end]) {
                    return Some(at);
                }
            }
        }
        None
    }

    fn token(&mut self, at: usize, end: usize) {
        let text = self.text;
        let token = &text[at..end];
        if let Some(line_end) = self.line_end.take() {
            let listed = self.open.last().is_some_and(|o| o.bracket != b'{');
            // What begins in the first column as a declaration does is one, whatever the line before lacks.
            let begins = self.open.is_empty() && token != "no" && self.begins_declaration(at, token);
            let ends = begins || !self.continues(token, &text[end..]);
            if !listed && !matches!(self.last, "" | ";") && ends {
                self.out[line_end] = b';';
                self.terminate(line_end);
            }
        }
        let joined = at > 0 && matches!(text.as_bytes()[at - 1], b'.' | b'-') && matches!(self.last, "." | "-");
        match token {
            "{" | "(" | "[" => self.opens(at),
            "}" | ")" | "]" => self.closes(at),
            ";" if self.open.last().is_none_or(|o| o.bracket == b'{') => self.terminate(at),
            "," => self.count_words_anew(),
            _ if NESTING.contains(&token) && !text[end..].starts_with('(') => {
                self.words += 1;
                self.words_here += 1;
                if self.words > MOST_WORDS {
                    self.too_deep(
                        at,
                        end,
                        format!("more than {MOST_WORDS} words such as `{token}` stand within each other"),
                    );
                }
            }
            _ => {}
        }
        self.before_last = self.last;
        self.last = token;
        self.last_joined = joined;
    }

    fn count_words_anew(&mut self) {
        self.words -= self.words_here;
        self.words_here = 0;
    }

    fn terminate(&mut self, at: usize) {
        self.entry = at + 1;
        self.count_words_anew();
        if self.open.is_empty() {
            self.end_piece(at, at + 1);
        }
        self.last = ";";
    }

    fn end_piece(&mut self, end: usize, next: usize) {
        self.piece.end = end;
        let next = Piece {
            start: next,
            ..Piece::default()
        };
        let piece = std::mem::replace(&mut self.piece, next);
        if !self.text[piece.start..piece.end].trim().is_empty() {
            self.pieces.push(piece);
        }
        self.errors_before = self.errors.len();
        self.forget();
    }

    fn opens(&mut self, at: usize) {
        self.open.push(Open {
            at,
            bracket: self.text.as_bytes()[at],
            words_outside: self.words_here,
        });
        self.words_here = 0;
        if self.text.as_bytes()[at] == b'{' {
            self.entry = at + 1;
        }
        if self.open.len() > MOST_BRACKETS {
            self.too_deep(
                at,
                at + 1,
                format!("more than {MOST_BRACKETS} brackets stand within each other"),
            );
        }
    }

    fn closes(&mut self, at: usize) {
        let closing = self.text.as_bytes()[at];
        let opening = opening_of(closing);
        // `}` closes whatever is open within its `{`; `)` and `]` close nothing beyond the braces around them.
        let partner = self
            .open
            .iter()
            .rposition(|o| o.bracket == opening || (o.bracket == b'{' && closing != b'}'))
            .filter(|i| self.open[*i].bracket == opening);
        let Some(partner) = partner else {
            self.piece.quiet |= !self.open.is_empty();
            self.out[at] = b' ';
            let closing = char::from(closing);
            self.errors.push(
                Diagnostic::error(
                    "syntax::unclosed",
                    format!("`{closing}` closes nothing"),
                    self.span(at, at + 1),
                    format!("no `{}` is open here", char::from(opening)),
                )
                .help(format!(
                    "remove the `{closing}`, or look above for one that closes too early"
                )),
            );
            return;
        };
        if self.open.len() > partner + 1 {
            let unclosed = self.open[self.open.len() - 1].at;
            self.report_innermost(at);
            if closing == b'}' && self.attempts < MOST_ATTEMPTS && !self.piece.unsafe_depth {
                self.leave_out(unclosed);
                return;
            }
        }
        self.open.truncate(partner + 1);
        self.pop();
    }

    /// Leaves out the line of an unclosed bracket, from where its entry begins, and reads the piece again.
    fn leave_out(&mut self, unclosed: usize) {
        let end = self.text[unclosed..]
            .find('\n')
            .map_or(self.text.len(), |i| unclosed + i);
        let entry = self.entry.min(unclosed);
        self.left_out.push((entry, end));
        // What has been reported about this bracket stays; everything else will be found again.
        if let Some(error) = self.errors.pop() {
            self.errors.truncate(self.errors_before);
            self.errors.push(error);
            self.errors_before = self.errors.len();
        }
        self.again = true;
    }

    fn pop(&mut self) {
        if let Some(open) = self.open.pop() {
            self.words -= self.words_here;
            self.words_here = open.words_outside;
        }
    }

    fn report_unclosed(&mut self, at: usize) {
        if self.open.is_empty() {
            return;
        }
        self.report_innermost(at);
        self.piece.missing = self
            .open
            .iter()
            .rev()
            .map(|o| char::from(closing_of(o.bracket)))
            .collect();
    }

    /// Says that the innermost bracket should have been closed before `at`.
    fn report_innermost(&mut self, at: usize) {
        self.piece.quiet = true;
        let Some(open) = self.open.last() else { return };
        if self.piece.unsafe_depth {
            return;
        }
        // A string that runs to the end of its line has swallowed the bracket that would close.
        let line = self.text[..open.at].rfind('\n').map_or(0, |i| i + 1);
        if self
            .folded
            .unclosed
            .iter()
            .any(|(start, _)| *start > line && !self.text[line..*start].contains('\n'))
        {
            return;
        }
        let (opening, closing) = (char::from(open.bracket), char::from(closing_of(open.bracket)));
        let mut error = Diagnostic::error(
            "syntax::unclosed",
            format!("`{opening}` is never closed"),
            self.span(open.at, open.at + 1),
            "opened here",
        );
        if at < self.text.len() {
            let end = self.token_end(at);
            error = error.also(self.span(at, end), format!("`{closing}` is missing before this"));
        }
        self.errors
            .push(error.help(format!("add the `{closing}` that belongs to it")));
    }

    fn too_deep(&mut self, start: usize, end: usize, message: String) {
        if self.piece.unsafe_depth {
            return;
        }
        self.piece.unsafe_depth = true;
        let error = Diagnostic::error("syntax::nesting", message, self.span(start, end), "nested too deeply");
        self.errors
            .push(error.help("give a part of it a name of its own, with `fn`, `condition` or `let`"));
    }

    fn span(&self, start: usize, end: usize) -> Span {
        super::span(self.folded, self.file, start, end)
    }

    /// Whether `before NAME` can say here where something belongs: outside all braces, and among edits.
    fn may_say_where(&self) -> bool {
        match self.open.as_slice() {
            [] => true,
            [braces] => braces.bracket == b'{' && first_word_is(&self.text[self.piece.start..], "in"),
            _ => false,
        }
    }

    /// Whether the line that ends behind `last` goes on with the token `next`, behind which stands `rest`.
    fn continues(&self, next: &str, rest: &str) -> bool {
        let last = self.last;
        if is_operator(last) || matches!(last, "{" | "(" | "[") {
            return true;
        }
        if !self.last_joined {
            // A name at an operand's place is no word of the language, as in `a := best`.
            let operand = is_operator(self.before_last) || self.before_last == "(";
            if ENDS_OPEN.contains(&last) || (ENDS_OPEN_AFTER_A_WORD.contains(&last) && !operand) {
                return true;
            }
        }
        if is_operator(next) || matches!(next, "{" | "}" | ")" | "]") || next.starts_with(['"', '“']) {
            return true;
        }
        let rest = rest.trim_start();
        if [":=", "+=", "-="].iter().any(|assign| rest.starts_with(assign)) {
            return false;
        }
        if matches!(next, "before" | "after") && rest.starts_with(is_word) && self.may_say_where() {
            return true;
        }
        CONTINUED_BY
            .iter()
            .any(|(word, follows)| *word == next && (follows.is_empty() || follows.iter().any(|f| rest.starts_with(f))))
    }
}

fn first_word_is(text: &str, word: &str) -> bool {
    text.trim_start()
        .strip_prefix(word)
        .is_some_and(|rest| !rest.starts_with(is_word))
}

fn is_word(c: char) -> bool {
    pest::unicode::XID_CONTINUE(c)
}

fn is_operator(token: &str) -> bool {
    const OPERATORS: [&str; 29] = [
        ",", "=", ":=", "+=", "-=", "+", "-", "*", "×", "/", "|", "->", "→", ":", "<", ">", "<=", "≤", ">=", "≥", "!=",
        "≠", "==", "..", "&&", "||", "<>", "!", "&",
    ];
    OPERATORS.contains(&token)
}

fn opening_of(bracket: u8) -> u8 {
    match bracket {
        b')' => b'(',
        b']' => b'[',
        _ => b'{',
    }
}

fn closing_of(bracket: u8) -> u8 {
    match bracket {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}
