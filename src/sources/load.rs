//! Reads a register's file and says what is wrong with it.

use super::places::Place;
use super::register::{Clause, DamageKind, Passage, Register, Status, VERSION};
use crate::diagnostics::Diagnostic;
use crate::syntax::source::Span;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// A register as its file holds it.
#[derive(Clone, Debug)]
pub struct RegisterFile {
    /// What it says.
    pub register: Register,
    /// The file's path, or the name of an embedded file (`docs/sources/pushuang.ron`).
    pub name: String,
    /// The file's text.
    pub text: Arc<str>,
    /// Passage and clause of each id without the register's own: `ping.5`.
    index: HashMap<String, (usize, usize)>,
    /// Where everything stands in the text.
    place: Place,
}

/// A register's file that can't be used, with what is wrong with it.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// The register's id.
    pub id: String,
    /// The file's path or name.
    pub name: String,
    /// The file's text.
    pub text: Arc<str>,
    /// What is wrong; places are in file 0, which is this one.
    pub diagnostics: Vec<Diagnostic>,
}

impl Unreadable {
    /// A file that can't even be read.
    pub(super) fn file(id: &str, name: &str, why: String) -> Self {
        let found = Diagnostic::error("register::syntax", why, span(0..0), "nothing of it could be read");
        Self {
            id: id.to_owned(),
            name: name.to_owned(),
            text: "".into(),
            diagnostics: vec![found],
        }
    }

    /// What is wrong, with places in the file of another number.
    #[must_use]
    pub fn in_file(&self, file: u16) -> Vec<Diagnostic> {
        let mut list = self.diagnostics.clone();
        for (span, _) in list.iter_mut().flat_map(|d| d.labels.iter_mut()) {
            span.file = file;
        }
        list
    }
}

impl RegisterFile {
    /// Reads a register; `id` is its file's stem.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(id: &str, name: &str, text: &str) -> Result<Self, Unreadable> {
        let text: Arc<str> = text.into();
        let unreadable = |diagnostics| Unreadable {
            id: id.to_owned(),
            name: name.to_owned(),
            text: text.clone(),
            diagnostics,
        };
        if text.len() > MAX_BYTES {
            return Err(unreadable(vec![Diagnostic::error(
                "register::syntax",
                format!("this register is larger than {} MB", MAX_BYTES >> 20),
                span(0..0),
                "too large to be read",
            )]));
        }
        let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let register: Register = match options.from_str(&text) {
            Ok(register) => register,
            Err(error) => return Err(unreadable(vec![syntax(&text, &error)])),
        };
        let place = Place::of(&text);
        let mut check = Check {
            register: &register,
            place: &place,
            found: Vec::new(),
        };
        check.all(id);
        if !check.found.is_empty() {
            return Err(unreadable(check.found));
        }
        let mut index = HashMap::new();
        for (p, passage) in register.passages.iter().enumerate() {
            for (c, clause) in passage.clauses.iter().enumerate() {
                index.insert(format!("{}.{}", passage.id, clause.id), (p, c));
            }
        }
        Ok(Self {
            register,
            name: name.to_owned(),
            text,
            index,
            place,
        })
    }

    /// Passage and clause, by number, of an id without the register's own (`ping.5`).
    #[must_use]
    pub fn find(&self, id: &str) -> Option<(usize, usize)> {
        self.index.get(id).copied()
    }

    /// The bytes of the file that a clause takes.
    #[must_use]
    pub fn clause_range(&self, passage: usize, clause: usize) -> Range<usize> {
        clause_place(&self.place, passage, clause).map_or(0..0, |p| p.range.clone())
    }

    /// The bytes of the file that a passage's heading takes.
    #[must_use]
    pub fn heading_range(&self, passage: usize) -> Range<usize> {
        let heading = self
            .place
            .field("passages")
            .and_then(|p| p.item(passage))
            .and_then(|p| p.field("heading"));
        heading.map_or(0..0, |p| p.range.clone())
    }

    /// The bytes of the file that a clause's field takes, and those of some of its characters where they are asked for.
    #[must_use]
    pub fn field_range(&self, passage: usize, clause: usize, field: &str, part: Option<Range<usize>>) -> Range<usize> {
        let Some(clause) = clause_place(&self.place, passage, clause) else {
            return 0..0;
        };
        match (clause.field(field), part) {
            (Some(value), Some(part)) => value.within(part),
            (Some(value), None) => value.inner().range.clone(),
            (None, _) => clause.range.clone(),
        }
    }
}

fn clause_place(place: &Place, passage: usize, clause: usize) -> Option<&Place> {
    place.field("passages")?.item(passage)?.field("clauses")?.item(clause)
}

fn span(range: Range<usize>) -> Span {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Span {
        file: 0,
        start: number(range.start),
        end: number(range.end),
    }
}

/// A mistake in the RON itself, at its place.
fn syntax(text: &str, error: &ron::error::SpannedError) -> Diagnostic {
    let offset = |at: &ron::error::Position| {
        let line: usize = text.split_inclusive('\n').take(at.line - 1).map(str::len).sum();
        let rest = text.get(line..).unwrap_or("");
        line + rest
            .char_indices()
            .nth(at.col.saturating_sub(1))
            .map_or(rest.len(), |(i, _)| i)
    };
    let (start, end) = (offset(&error.span.start), offset(&error.span.end));
    Diagnostic::error(
        "register::syntax",
        format!("this register can't be read: {}", error.code).replace('\n', " "),
        span(start.min(end)..end.max(start)),
        "here",
    )
    .help("a register is RON: `(bopu: 1, id: \"…\", title: \"…\", document: (…), passages: [(…)])`")
}

struct Check<'a> {
    register: &'a Register,
    place: &'a Place,
    found: Vec<Diagnostic>,
}

impl Check<'_> {
    fn error(
        &mut self,
        code: &'static str,
        message: String,
        place: Option<&Place>,
        label: &str,
        help: impl Into<String>,
    ) {
        let range = place.map_or(0..0, |p| p.range.clone());
        self.found
            .push(Diagnostic::error(code, message, span(range), label).help(help));
    }

    fn all(&mut self, stem: &str) {
        let (register, place) = (self.register, self.place);
        if register.bopu != VERSION {
            self.error(
                "register::version",
                format!("this register has version {}", register.bopu),
                place.field("bopu"),
                "not a version that this program reads",
                format!("it reads version {VERSION}"),
            );
        }
        if register.id != stem {
            self.error(
                "register::id",
                format!("the register `{}` stands in a file named `{stem}`", register.id),
                place.field("id"),
                "not the name of its file",
                "a register has the name of its file, without `.ron`",
            );
        } else if !is_word(&register.id) {
            self.bad_id("register", &register.id, place.field("id"));
        }
        if let Some(document) = &register.document
            && !(document.sha256.len() == 64
                && document
                    .sha256
                    .chars()
                    .all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c)))
        {
            self.error(
                "register::document",
                format!("`{}` is no SHA-256", document.sha256),
                place.field("document").and_then(|d| d.field("sha256")),
                "expected 64 digits, 0 to 9 and a to f",
                format!("`sha256sum {}` prints it", document.file),
            );
        }
        for (n, passage) in register.passages.iter().enumerate() {
            let place = place.field("passages").and_then(|p| p.item(n));
            self.passage(n, passage, place);
        }
    }

    fn bad_id(&mut self, what: &str, id: &str, place: Option<&Place>) {
        self.error(
            "register::id",
            format!("`{id}` can't be the id of a {what}"),
            place,
            "not an id",
            "an id is of small letters a to z, digits and hyphens, and begins with a letter",
        );
    }

    fn passage(&mut self, n: usize, passage: &Passage, place: Option<&Place>) {
        let field = |name: &str| place.and_then(|p| p.field(name));
        if !is_word(&passage.id) {
            self.bad_id("passage", &passage.id, field("id"));
        }
        if self.register.passages[..n].iter().any(|p| p.id == passage.id) {
            self.error(
                "register::id",
                format!("there are two passages `{}`", passage.id),
                field("id"),
                "given before",
                "an id is given once",
            );
        }
        if let Some((first, last)) = passage.lines
            && (first == 0 || first > last)
        {
            self.error(
                "register::document",
                format!("passage `{}` can't go from line {first} to line {last}", passage.id),
                field("lines"),
                "expected the first line, counted from 1, and the last",
                "lines are advisory: leave them out where they aren't known",
            );
        }
        if passage.set_aside.as_ref().is_some_and(|why| why.trim().is_empty()) {
            self.error(
                "register::empty",
                format!("passage `{}` is set aside without a reason", passage.id),
                field("set_aside"),
                "expected a reason",
                "say why nothing in it bears on play: verse, anecdote, history, …",
            );
        }
        for (n, clause) in passage.clauses.iter().enumerate() {
            let place = field("clauses").and_then(|c| c.item(n));
            if passage.clauses[..n].iter().any(|c| c.id == clause.id) {
                self.error(
                    "register::id",
                    format!("there are two clauses `{}.{}`", passage.id, clause.id),
                    place.and_then(|p| p.field("id")),
                    "given before",
                    "a number is given once, even when the clause it belonged to is gone; a clause that was split \
                     has letters: `5a`, `5b`",
                );
            }
            self.clause(&passage.id, clause, place);
        }
    }

    fn clause(&mut self, passage: &str, clause: &Clause, place: Option<&Place>) {
        let field = |name: &str| place.and_then(|p| p.field(name));
        let id = format!("{passage}.{}", clause.id);
        if !is_number(&clause.id) {
            self.error(
                "register::id",
                format!("`{}` can't be the id of a clause", clause.id),
                field("id"),
                "not a number",
                "a clause has a number, with a small letter where it was split: `5`, `5a`",
            );
        }
        let quote = clause.quote.as_deref().filter(|q| !q.trim().is_empty());
        match (&self.register.document, quote) {
            (Some(document), None) => self.error(
                "register::quote",
                format!("clause `{id}` has no words"),
                field("quote").or(place),
                "expected `quote: \"…\"`",
                format!("this register quotes {}: give the words verbatim", document.file),
            ),
            (None, Some(_)) => self.error(
                "register::quote",
                format!("clause `{id}` quotes a document that the register doesn't name"),
                field("quote"),
                "nothing to hold these words against",
                "name the `document`, or leave the quotation out: `says` is enough for a witness",
            ),
            _ => {}
        }
        if clause.says.trim().is_empty() {
            self.error(
                "register::empty",
                format!("clause `{id}` doesn't say what it says"),
                field("says").or(place),
                "expected a sentence",
                "say in a sentence what the clause says",
            );
        }
        if let Status::SetAside(why) | Status::Disputed(why) | Status::Lacunose(why) = &clause.status
            && why.trim().is_empty()
        {
            self.error(
                "register::empty",
                format!("the status of clause `{id}` has no reason"),
                field("status"),
                "expected a reason",
                "only `Encoded` stands without one",
            );
        }
        for (n, damage) in clause.damage.iter().enumerate() {
            let place = field("damage").and_then(|d| d.item(n));
            // Where something is lost, nothing need be left of it.
            let nothing = damage.words.is_empty() && damage.kind != DamageKind::Lost;
            if let Some(quote) = quote
                && (nothing || !quote.contains(&damage.words))
            {
                self.error(
                    "register::damage",
                    format!("“{}” doesn't stand in clause `{id}`", damage.words),
                    place.and_then(|p| p.field("words")),
                    "not words of its quotation",
                    format!("the damaged words as they stand in “{quote}”"),
                );
            }
            if damage.ground.trim().is_empty() {
                self.error(
                    "register::empty",
                    format!("damage in clause `{id}` has no ground"),
                    place.and_then(|p| p.field("ground")).or(place),
                    "expected a ground",
                    "say what the finding, or the emendation, rests on",
                );
            }
        }
    }
}

/// Whether something can be the id of a register or a passage.
fn is_word(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_lowercase())
        && id
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// Whether something can be the id of a clause: a number, with a letter after a split.
fn is_number(id: &str) -> bool {
    let digits = id.trim_end_matches(|c: char| c.is_ascii_lowercase());
    !digits.is_empty()
        && id.len() - digits.len() <= 1
        && !digits.starts_with('0')
        && digits.chars().all(|c| c.is_ascii_digit())
}
