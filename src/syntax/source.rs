//! Source files and places in them.

use std::sync::Arc;

/// A stretch of bytes in one of the files that a compilation reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// Which file, as numbered by [`Sources`].
    pub file: u16,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The stretch from the beginning of `self` to the end of `other`, both in one file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// One file as read.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// A path, or the name of an embedded file (`rules/lib/track.rules`).
    pub name: String,
    /// Its text, as it stands.
    pub text: Arc<str>,
}

/// All files of one compilation, by number.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file and gives its number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> u16 {
        self.files.push(SourceFile {
            name: name.into(),
            text: text.into(),
        });
        u16::try_from(self.files.len() - 1).unwrap_or(u16::MAX)
    }

    /// The file with this number.
    #[must_use]
    pub fn file(&self, file: u16) -> Option<&SourceFile> {
        self.files.get(usize::from(file))
    }

    /// All files, in the order added.
    #[must_use]
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The characters of a span, empty where it lies outside its file.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file)
            .and_then(|f| f.text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// Line and column of a span's beginning, both from 1; the column counts characters.
    #[must_use]
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let Some(file) = self.file(span.file) else {
            return (1, 1);
        };
        let before = file.text.get(..span.start as usize).unwrap_or(&file.text);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (
            before.matches('\n').count() + 1,
            before[line_start..].chars().count() + 1,
        )
    }
}
