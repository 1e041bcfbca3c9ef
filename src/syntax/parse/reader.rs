//! Reads a file declaration by declaration, and goes on behind each mistake.

use super::build::{Builder, Node};
use super::errors::{Failure, declaration_help, position, suggest};
use super::pieces::{Piece, Pieces, after_string};
use super::words::is_declaration_word;
use super::{LANGUAGE, MOST_ERRORS, Rule, RulesParser, recovery};
use crate::diagnostics::Diagnostic;
use crate::syntax::fold::Folded;
use crate::syntax::source::Span;
use crate::syntax::tree::{File, Header, Item, Tail};
use pest::Parser;
use std::borrow::Cow;

/// How often a declaration is read again without what was wrong in it.
const MOST_ROUNDS: usize = 12;
/// The longest declaration that is read more than once, in bytes.
const MOST_BYTES_AGAIN: usize = 256 * 1024;

/// What has been read of a file.
pub struct Reader<'a> {
    original: &'a str,
    folded: &'a Folded,
    file: u16,
    errors: Vec<Diagnostic>,
    items: Vec<Item>,
    /// What the tree lacks because it could not be read.
    lost: Vec<Span>,
}

/// A stretch of text to be parsed by itself.
#[derive(Clone, Copy)]
struct Stretch<'t> {
    text: &'t str,
    /// Where it begins in the file.
    base: usize,
    /// What is wrong with it has been said already.
    quiet: bool,
}

impl<'a> Reader<'a> {
    /// A reader of a file about which there may be errors already.
    pub fn new(original: &'a str, folded: &'a Folded, file: u16, errors: Vec<Diagnostic>) -> Self {
        Self {
            original,
            folded,
            file,
            errors,
            items: Vec::new(),
            lost: Vec::new(),
        }
    }

    /// Reads the whole file.
    pub fn read(mut self, pieces: &Pieces) -> (Option<File>, Vec<Diagnostic>, Vec<Span>) {
        let text = pieces.text.as_str();
        if text.trim().is_empty() {
            self.nothing();
            return (None, self.errors, self.lost);
        }
        self.lost = pieces
            .left_out
            .iter()
            .map(|(start, end)| self.span(*start, *end))
            .collect();
        let mut rest = pieces.pieces.iter().peekable();
        let begins_with = |piece: &Piece, words: &[&str]| words.contains(&first_word(&text[piece.start..piece.end]));
        let language = match rest.next_if(|p| begins_with(p, &["language"])) {
            Some(piece) => self.language(text, piece),
            None => {
                let word = rest.peek().map_or("", |p| first_word(&text[p.start..p.end]));
                // A misspelt word is reported as a missing one, and its line is not read as something else.
                if suggest(word, ["language"]).is_some() {
                    rest.next();
                }
                Some(self.no_language())
            }
        };
        let Some((language, language_span)) = language else {
            return (None, self.errors, self.lost);
        };
        let header = match rest.next_if(|p| begins_with(p, &["game", "library"])) {
            Some(piece) => self.on_piece(text, piece, |reader, stretch| {
                reader.parse(Rule::entry_header, stretch, |b, node| b.header(node))
            }),
            None => {
                let at = rest
                    .peek()
                    .map_or(text.trim_end().len(), |p| p.start + blanks(&text[p.start..]));
                if self.no_header(text, at) {
                    rest.next();
                }
                None
            }
        };
        for piece in rest {
            // A bracket too many or too few may well stand at the wrong place: nobody knows what the piece says.
            if self.errors.len() > MOST_ERRORS || piece.unsafe_depth || piece.quiet {
                self.lost.push(self.span(piece.start, piece.end));
            }
            if self.errors.len() > MOST_ERRORS {
                continue;
            }
            self.on_piece(text, piece, |reader, stretch| {
                reader.declaration(stretch, &Tail::default());
                None::<()>
            });
        }
        let file = header.map(|header: Header| File {
            language,
            language_span,
            header,
            items: self.items,
        });
        (file, self.errors, self.lost)
    }

    /// Does something with the text of a piece, to which the brackets are added that it lacks.
    fn on_piece<T>(
        &mut self,
        text: &str,
        piece: &Piece,
        read: impl FnOnce(&mut Self, Stretch<'_>) -> Option<T>,
    ) -> Option<T> {
        if piece.unsafe_depth {
            return None;
        }
        let mut text = Cow::Borrowed(&text[piece.start..piece.end]);
        if !piece.missing.is_empty() {
            text.to_mut().push_str(&piece.missing);
        }
        let stretch = Stretch {
            text: &text,
            base: piece.start,
            quiet: piece.quiet,
        };
        read(self, stretch)
    }

    /// The version; nothing when it is one that we can't read.
    fn language(&mut self, text: &str, piece: &Piece) -> Option<(i64, Span)> {
        let read = self.on_piece(text, piece, |reader, stretch| {
            reader.parse(Rule::entry_language, stretch, |b, node| b.language(&node))
        });
        let Some((language, span)) = read else {
            // What is wrong with the line has been said; the rest is most likely in the version that there is.
            return Some((LANGUAGE, self.span(piece.start, piece.end)));
        };
        if language == LANGUAGE {
            return Some((language, span));
        }
        let number = self.original.get(span.start as usize..span.end as usize).unwrap_or("");
        let error = Diagnostic::error(
            "syntax::language",
            format!("version {number} of the language is unknown"),
            span,
            format!("supported is version {LANGUAGE}"),
        );
        self.errors
            .push(error.help("get a newer version of this program, or write the file in the supported version"));
        None
    }

    fn no_language(&mut self) -> (i64, Span) {
        let start = self.span(0, 0);
        let error = Diagnostic::error(
            "syntax::language",
            "the file doesn't say in which version of the language it is written",
            start,
            format!("expected `language {LANGUAGE}`"),
        );
        self.errors
            .push(error.help(format!("make this the first line: `language {LANGUAGE}`")));
        (LANGUAGE, start)
    }

    /// Says that there is nothing in the file but blanks and comments.
    fn nothing(&mut self) {
        let error = Diagnostic::error(
            "syntax::expected",
            "the file holds no rules",
            self.span(0, 0),
            "expected the rules of a game",
        );
        self.errors.push(error.help(format!(
            "begin with `language {LANGUAGE}`, and below it `game NAME \"title\"` or `library NAME \"what it is\"`"
        )));
    }

    /// Says that the header is missing; gives whether what stands there can only have been meant to be one.
    fn no_header(&mut self, text: &str, at: usize) -> bool {
        let word = first_word(&text[at..]);
        let meant = suggest(word, ["game", "library"]);
        let error = Diagnostic::error(
            "syntax::expected",
            "the file doesn't say what it is",
            self.span(at, at + word.len()),
            "expected `game NAME` or `library NAME`",
        );
        self.errors.push(error.help(meant.map_or_else(
            || {
                "write `game NAME \"title\"` or `library NAME \"what it is\"` behind the line with `language`"
                    .to_string()
            },
            |meant| format!("did you mean `{meant}`?"),
        )));
        meant.is_some() || !(is_declaration_word(word) || matches!(word, "override" | "open"))
    }

    fn span(&self, start: usize, end: usize) -> Span {
        super::span(self.folded, self.file, start, end)
    }

    /// What a stretch says, or a part of it, is not in the tree.
    fn lose(&mut self, stretch: Stretch<'_>, part: std::ops::Range<usize>) {
        let lost = self.span(stretch.base + part.start, stretch.base + part.end);
        self.lost.push(lost);
    }

    fn failure<'t>(&'t self, stretch: Stretch<'t>) -> Failure<'t> {
        Failure {
            text: stretch.text,
            base: stretch.base,
            folded: self.folded,
            original: self.original,
            file: self.file,
        }
    }

    /// Parses a stretch by an entry rule and builds what it gives.
    fn parse<T>(
        &mut self,
        rule: Rule,
        stretch: Stretch<'_>,
        build: impl FnOnce(&mut Builder<'_>, Node<'_>) -> Option<T>,
    ) -> Option<T> {
        match RulesParser::parse(rule, stretch.text) {
            Ok(mut nodes) => {
                let node = nodes.next()?;
                self.build(stretch, node, build)
            }
            Err(error) => {
                if !stretch.quiet {
                    self.report(stretch, &error);
                }
                None
            }
        }
    }

    fn report(&mut self, stretch: Stretch<'_>, error: &pest::error::Error<Rule>) {
        // An unclosed string has been reported; that it doesn't fit there is of no interest before it is closed.
        let at = stretch.base + position(error);
        if self
            .folded
            .unclosed
            .iter()
            .any(|(start, end)| (*start..*end).contains(&at))
        {
            return;
        }
        let error = self.failure(stretch).explain(error);
        self.errors.push(error);
    }

    fn in_unclosed_string(&self, at: usize) -> bool {
        self.folded
            .unclosed
            .iter()
            .any(|(start, end)| (*start..*end).contains(&at))
    }

    fn build<T>(
        &mut self,
        stretch: Stretch<'_>,
        node: Node<'_>,
        build: impl FnOnce(&mut Builder<'_>, Node<'_>) -> Option<T>,
    ) -> Option<T> {
        let mut builder = Builder {
            original: self.original,
            folded: self.folded,
            file: self.file,
            base: stretch.base,
            depth: 0,
            errors: Vec::new(),
        };
        let built = build(&mut builder, node);
        let mut errors = builder.errors;
        if built.is_none() && errors.is_empty() {
            let end = stretch.base + stretch.text.len();
            let span = self.span(stretch.base + blanks(stretch.text), end);
            errors.push(
                Diagnostic::error("syntax::expected", "this could not be read", span, "here")
                    .help("please report this"),
            );
        }
        if !stretch.quiet {
            self.errors.append(&mut errors);
        }
        built
    }

    /// Reads a declaration; what stands behind the braces of `board` belongs to each within.
    fn declaration(&mut self, stretch: Stretch<'_>, board: &Tail) {
        let text = stretch.text;
        let start = blanks(text);
        let mut at = start;
        let mut word = first_word(&text[at..]);
        while matches!(word, "override" | "open") {
            at += word.len();
            at += blanks(&text[at..]);
            word = first_word(&text[at..]);
        }
        let read = self.items.len();
        if word == "board" && at == start {
            self.board(stretch, at + word.len());
        } else if matches!(word, "language" | "game" | "library") {
            self.misplaced(stretch, at, word);
        } else if is_declaration_word(word) || (at > start && names_supplier(&text[at + word.len()..])) {
            self.item(stretch, board);
        } else if !text[start..].is_empty() {
            self.no_declaration(stretch, at, word);
        }
        if self.items.len() == read && !text[start..].is_empty() {
            self.lose(stretch, start..text.len());
        }
    }

    fn misplaced(&mut self, stretch: Stretch<'_>, at: usize, word: &str) {
        let place = if word == "language" {
            "the first line"
        } else {
            "the line behind `language`"
        };
        let span = self.span(stretch.base + at, stretch.base + at + word.len());
        let error = Diagnostic::error(
            "syntax::expected",
            format!("`{word}` stands only in {place}"),
            span,
            "not here",
        );
        self.errors
            .push(error.help("a file holds one game or one library; put the other one in a file of its own"));
    }

    fn no_declaration(&mut self, stretch: Stretch<'_>, at: usize, word: &str) {
        let start = stretch.base + at;
        if stretch.quiet || self.in_unclosed_string(start) {
            return;
        }
        let (found, help) = if word.is_empty() {
            let end = after_string(stretch.text, at).min(stretch.text.len());
            let sign = stretch.text[at..]
                .chars()
                .next()
                .map_or(at, |c| at + c.len_utf8())
                .max(end);
            let sign = stretch.text.get(at..sign).unwrap_or("");
            (sign.to_string(), self.failure(stretch).sign_help(sign))
        } else {
            (word.to_string(), Some(declaration_help(word)))
        };
        let code = if word.is_empty() {
            "syntax::expected"
        } else {
            "syntax::keyword"
        };
        let message = if found.is_empty() {
            "expected a declaration, found the end of the line".to_string()
        } else {
            format!("`{found}` begins no declaration")
        };
        let span = self.span(start, start + found.len());
        let help = help.or_else(|| Some(declaration_help("")));
        self.errors
            .push(Diagnostic::error(code, message, span, "expected a declaration").maybe_help(help));
    }

    fn board(&mut self, stretch: Stretch<'_>, at: usize) {
        let text = stretch.text;
        let open = at + blanks(&text[at..]);
        let close = text
            .as_bytes()
            .get(open)
            .filter(|b| **b == b'{')
            .and_then(|_| closing(text, open));
        let Some(close) = close else {
            if !stretch.quiet {
                let word = self.span(stretch.base + blanks(text), stretch.base + at);
                let error = Diagnostic::error(
                    "syntax::expected",
                    "`board` has its declarations in braces",
                    word,
                    "expected `{` behind this",
                );
                self.errors.push(error.help("write `board { space …; route …; … }`"));
            }
            return;
        };
        let behind = Stretch {
            text: &text[close + 1..],
            base: stretch.base + close + 1,
            ..stretch
        };
        let tail = self
            .parse(Rule::entry_tail, behind, |b, node| b.only_tail(node))
            .unwrap_or_default();
        for (start, end) in recovery::entries(text, open + 1, close) {
            let entry = Stretch {
                text: &text[start..end],
                base: stretch.base + start,
                ..stretch
            };
            self.declaration(entry, &tail);
        }
    }

    /// Reads a declaration, leaving out the statements and parts of it that are wrong.
    fn item(&mut self, stretch: Stretch<'_>, board: &Tail) {
        let mut text = Cow::Borrowed(stretch.text);
        let mut left_out = 0..0;
        for round in 0..MOST_ROUNDS {
            let now = Stretch { text: &text, ..stretch };
            let error = match RulesParser::parse(Rule::entry_item, now.text) {
                Ok(mut nodes) => {
                    let item = nodes
                        .next()
                        .and_then(|node| self.build(now, node, |b, node| b.item(node)));
                    self.items.extend(item.map(|mut item| {
                        item.tail.warrants.extend(board.warrants.iter().cloned());
                        item.tail.guard = item.tail.guard.or_else(|| board.guard.clone());
                        item
                    }));
                    return;
                }
                Err(error) => error,
            };
            if stretch.quiet {
                return;
            }
            let at = position(&error);
            // What goes wrong where something was left out goes wrong because of that.
            if round == 0 || at > left_out.end {
                self.report(now, &error);
            }
            let entry = recovery::entry(&text, at, &left_out).filter(|_| text.len() <= MOST_BYTES_AGAIN);
            let Some(entry) = entry else { return };
            text.to_mut().replace_range(entry.clone(), &" ".repeat(entry.len()));
            self.lose(stretch, entry.clone());
            left_out = entry;
        }
    }
}

/// Whether what follows a word behind `override` says whose definition of it stands.
fn names_supplier(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.starts_with('=') && !rest.starts_with("==")
}

/// The word that a text begins with.
fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.find(|c| !pest::unicode::XID_CONTINUE(c)).unwrap_or(text.len())]
}

/// How many bytes of blanks a text begins with.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// The brace that closes the one at `open`.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = open;
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
        at = after_string(text, at);
    }
    None
}
