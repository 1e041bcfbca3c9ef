//! A file's text as a report shows it: columns counted in characters, and of an endless line only what is around the places.

use crate::syntax::invisible::visible;
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// The longest line that is shown whole, in characters.
const MOST: usize = 300;
/// Characters shown before a place in a longer line.
const AROUND: usize = 60;
/// The sign for what was cut.
const CUT: &str = "…";

/// The text, with the places of the labels in it.
pub struct View {
    text: String,
    /// The labels' places in this text, as byte ranges.
    pub places: Vec<(usize, usize)>,
    /// Of lines that were cut, the first byte here and how many characters are missing before it.
    missing: Vec<(usize, usize)>,
}

impl View {
    /// The view of a text in which some places, byte ranges, are to be seen.
    pub fn of(text: &str, places: &[(usize, usize)]) -> Self {
        let text = &*visible(text);
        let whole = |place: &(usize, usize)| {
            let start = boundary(text, place.0);
            (start, boundary(text, place.1).max(start))
        };
        let places: Vec<(usize, usize)> = places.iter().map(whole).collect();
        if text.lines().all(|l| l.len() <= MOST) {
            return Self {
                text: text.to_owned(),
                places,
                missing: Vec::new(),
            };
        }
        let mut view = Self {
            text: String::new(),
            places: places.clone(),
            missing: Vec::new(),
        };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            view.line(line, start, &places);
            start += line.len();
        }
        // A place at the very end stands behind the last line.
        for (shown, place) in view.places.iter_mut().zip(&places) {
            if place.0 >= text.len() {
                *shown = (view.text.len(), view.text.len());
            }
        }
        view
    }

    /// Adds a line, which begins at a byte of the whole text.
    fn line(&mut self, line: &str, start: usize, places: &[(usize, usize)]) {
        let end = start + line.len();
        let here: Vec<usize> = (0..places.len())
            .filter(|i| (start..end).contains(&places[*i].0))
            .collect();
        let (mut from, mut to) = (0, line.len());
        if line.chars().count() > MOST {
            let first = here.iter().map(|i| places[*i].0 - start).min().unwrap_or(0);
            from = back(line, first, AROUND);
            to = forth(line, first, MOST - AROUND);
        }
        let begin = self.text.len();
        if from > 0 {
            self.missing
                .push((begin, line[..from].chars().count().saturating_sub(1)));
            self.text.push_str(CUT);
        }
        let shift = self.text.len();
        self.text.push_str(&line[from..to]);
        let shown = self.text.len();
        if to < line.len() {
            self.text.push_str(CUT);
            self.text.push('\n');
        }
        for i in here {
            let at = |byte: usize| (shift + (byte - start).saturating_sub(from)).min(shown);
            self.places[i] = (at(places[i].0), at(places[i].1.min(end)));
        }
    }
}

/// The beginning of the character that a byte belongs to, or the end of the text.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Some characters before a byte of a line.
fn back(line: &str, at: usize, characters: usize) -> usize {
    let before = line[..at].char_indices().rev().take(characters);
    before.last().map_or(at, |(i, _)| i)
}

/// Some characters behind a byte of a line.
fn forth(line: &str, at: usize, characters: usize) -> usize {
    line[at..]
        .char_indices()
        .nth(characters)
        .map_or(line.len(), |(i, _)| at + i)
}

impl SourceCode for View {
    fn read_span<'t>(
        &'t self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'t> + 't>, MietteError> {
        let inner = self.text.read_span(span, before, after)?;
        let start = inner.span().offset();
        let line = self
            .text
            .get(..start)
            .map_or(0, |t| t.rfind('\n').map_or(0, |at| at + 1));
        let missing = self.missing.iter().find(|(at, _)| *at == line).map_or(0, |(_, n)| *n);
        let shown = self.text.get(line..start).unwrap_or_default().chars().count();
        Ok(Box::new(MietteSpanContents::new(
            inner.data(),
            *inner.span(),
            inner.line(),
            missing + shown,
            inner.line_count(),
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_are_shown_as_they_are() {
        let view = View::of("一二\n三四\n", &[(3, 6)]);
        assert_eq!((view.text.as_str(), view.places), ("一二\n三四\n", vec![(3, 6)]));
    }

    #[test]
    fn of_a_long_line_what_is_around_the_place_is_shown() {
        let text = format!("short\n{}here{}\nlast", "骰".repeat(1000), "子".repeat(1000));
        let at = 6 + 3000;
        let view = View::of(&text, &[(at, at + 4), (text.len(), text.len())]);
        let lines: Vec<&str> = view.text.lines().collect();
        let shown = format!("…{}here{}…", "骰".repeat(60), "子".repeat(236));
        assert_eq!(lines, ["short", shown.as_str(), "last"]);
        let (from, to) = view.places[0];
        assert_eq!(&view.text[from..to], "here");
        assert_eq!(view.places[1], (view.text.len(), view.text.len()));
        // The column is that of the file.
        let span = SourceSpan::from((from, to - from));
        assert_eq!(view.read_span(&span, 0, 0).expect("a place").column(), 1000);
    }
}
