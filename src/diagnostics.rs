//! What is wrong with a rule file: many at once, each with its place, what was expected and how to mend it.

mod view;

use crate::syntax::invisible::escaped;
use crate::syntax::source::{Sources, Span};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity, SourceCode};
use std::fmt;
use textwrap::core::Word;
use textwrap::{WordSeparator, WordSplitter};
use view::View;

/// One finding about a rule file.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// A stable code, such as `name::unknown`.
    pub code: &'static str,
    /// Whether the file can still be used.
    pub level: Level,
    /// One line, lower case, the user's words in backticks.
    pub message: String,
    /// The places, the first being the main one.
    pub labels: Vec<(Span, String)>,
    /// How to mend it.
    pub help: Option<String>,
}

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The file compiles.
    Warning,
    /// The file does not compile.
    Error,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>, span: Span, label: impl Into<String>) -> Self {
        Self {
            code,
            level: Level::Error,
            message: message.into(),
            labels: vec![(span, label.into())],
            help: None,
        }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>, span: Span, label: impl Into<String>) -> Self {
        Self {
            level: Level::Warning,
            ..Self::error(code, message, span, label)
        }
    }

    /// Adds a further place.
    #[must_use]
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Self {
        self.labels.push((span, label.into()));
        self
    }

    /// Adds how to mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds how to mend it, where there is something to say.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        if help.is_some() {
            self.help = help;
        }
        self
    }

    /// The finding drawn for people, with the lines it is about. Places in other files follow as reports of their own.
    #[must_use]
    pub fn render(&self, sources: &Sources, color: bool) -> String {
        let theme = if color {
            GraphicalTheme::unicode()
        } else {
            GraphicalTheme::unicode_nocolor()
        };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(100)
            .with_word_separator(WordSeparator::Custom(words))
            .with_word_splitter(WordSplitter::NoHyphenation)
            .with_links(false);
        let Some((main, _)) = self.labels.first() else {
            let help = self.help.as_ref().map(|h| format!("  help: {h}\n"));
            let told = format!("{}: {}\n{}", self.code, self.message, help.unwrap_or_default());
            return escaped(&told).into_owned();
        };
        let report = Report::new(self, sources, main.file, None);
        let mut out = String::new();
        if handler.render_report(&mut out, &report).is_err() {
            out.push_str(&self.message);
        }
        let mut others: Vec<u16> = self
            .labels
            .iter()
            .map(|(s, _)| s.file)
            .filter(|f| *f != main.file)
            .collect();
        others.dedup();
        for file in others {
            let report = Report::new(self, sources, file, Some("the other place"));
            if handler.render_report(&mut out, &report).is_err() {
                out.push_str(&self.message);
            }
        }
        out
    }
}

/// The words between which a message may be broken: what stands between backticks stays together.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut pieces = WordSeparator::UnicodeBreakProperties.find_words(line);
    let mut at = 0;
    Box::new(std::iter::from_fn(move || {
        let begin = at;
        let mut quoted = false;
        loop {
            let Some(piece) = pieces.next() else {
                return (at > begin).then(|| Word::from(&line[begin..at]));
            };
            at += piece.len() + piece.whitespace.len();
            quoted ^= piece.matches('`').count() % 2 == 1;
            if !quoted {
                return Some(Word::from(&line[begin..at]));
            }
        }
    }))
}

struct Report<'a> {
    diagnostic: &'a Diagnostic,
    source: NamedSource<View>,
    labels: Vec<LabeledSpan>,
    headline: Option<&'static str>,
}

impl<'a> Report<'a> {
    fn new(diagnostic: &'a Diagnostic, sources: &Sources, file: u16, headline: Option<&'static str>) -> Self {
        let (name, text) = sources
            .file(file)
            .map_or((String::new(), String::new()), |f| (f.name.clone(), f.text.to_string()));
        let here: Vec<&(Span, String)> = diagnostic.labels.iter().filter(|(s, _)| s.file == file).collect();
        let places: Vec<(usize, usize)> = here.iter().map(|(s, _)| (s.start as usize, s.end as usize)).collect();
        let view = View::of(&text, &places);
        let labels = here
            .iter()
            .zip(&view.places)
            .map(|((s, l), (start, end))| {
                let label = Some(escaped(l).into_owned()).filter(|l| !l.is_empty());
                let (start, len) = (*start, end - start);
                if *s == diagnostic.labels[0].0 {
                    LabeledSpan::new_primary_with_span(label, (start, len))
                } else {
                    LabeledSpan::new(label, start, len)
                }
            })
            .collect();
        Self {
            diagnostic,
            source: NamedSource::new(name, view),
            labels,
            headline,
        }
    }
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic.message)
    }
}
impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escaped(self.headline.unwrap_or(&self.diagnostic.message)))
    }
}
impl std::error::Error for Report<'_> {}
impl miette::Diagnostic for Report<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        self.headline
            .is_none()
            .then(|| Box::new(self.diagnostic.code) as Box<dyn fmt::Display>)
    }
    fn severity(&self) -> Option<Severity> {
        Some(match self.diagnostic.level {
            Level::Warning => Severity::Warning,
            Level::Error => Severity::Error,
        })
    }
    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        let help = self.diagnostic.help.as_ref().filter(|_| self.headline.is_none())?;
        Some(Box::new(escaped(help)))
    }
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn what_stands_between_backticks_is_one_word() {
        let line = "write `for s in point : all` or `a-b`, not 掷骰 then";
        let found: Vec<String> = words(line).map(|w| w.word.to_owned()).collect();
        assert_eq!(
            found,
            [
                "write",
                "`for s in point : all`",
                "or",
                "`a-b`,",
                "not",
                "掷",
                "骰",
                "then"
            ]
        );
        // One backtick alone quotes nothing, and nothing is lost.
        let odd: String = words("an odd ` mark and more")
            .map(|w| format!("{}{}", w.word, w.whitespace))
            .collect();
        assert_eq!(odd, "an odd ` mark and more");
    }
}
