//! What could not be read, and which findings may only follow from that.

use super::load::Loaded;
use crate::diagnostics::{Diagnostic, Level};
use crate::syntax::source::Sources;
use std::collections::HashSet;

/// Words before a name that is declared.
const DECLARE: [&str; 31] = [
    "agreed",
    "condition",
    "const",
    "dice",
    "die",
    "each",
    "end",
    "enum",
    "event",
    "fn",
    "for",
    "glossary",
    "group",
    "label",
    "let",
    "loop",
    "measure",
    "named",
    "numbering",
    "phase",
    "pick",
    "pieces",
    "reading",
    "referee",
    "region",
    "route",
    "routine",
    "space",
    "step",
    "var",
    "as",
];

/// Words of declarations in which every word may be declared.
const DECLARE_MANY: [&str; 7] = ["board", "die", "enum", "reading", "seats", "sides", "space"];

/// What can't be said without equipment of a kind: words of rules, and codes of findings.
const EQUIPMENT: [(&str, &[&str]); 10] = [
    ("dice", &["throw", "throws", "roll", "faces"]),
    ("die", &["throw", "throws", "roll", "faces"]),
    (
        "numbering",
        &[
            "ahead",
            "left",
            "place",
            "own",
            "between",
            "space_at",
            "type::space",
            "type::route",
        ],
    ),
    (
        "pieces",
        &[
            "mine",
            "ours",
            "theirs",
            "count",
            "total",
            "move",
            "mark",
            "type::kind",
            "type::mark",
        ],
    ),
    ("players", &["opponent", "their", "theirs", "type::opponent"]),
    (
        "route",
        &[
            "ahead",
            "left",
            "place",
            "own",
            "between",
            "space_at",
            "type::space",
            "type::route",
            "type::range",
        ],
    ),
    ("seats", &["opponent", "their", "theirs", "type::opponent"]),
    (
        "sides",
        &["side", "ours", "theirs", "partners", "opponent", "type::opponent"],
    ),
    ("space", &["type::space", "route::hole", "route::empty"]),
    (
        "board",
        &[
            "type::space",
            "route::hole",
            "route::empty",
            "type::route",
            "type::range",
        ],
    ),
];

/// Findings that something is missing, wherever it might have been.
const MISSING: [&str; 16] = [
    "derive::open",
    "end::missing",
    "end::result",
    "event::silent",
    "name::seats",
    "name::unused",
    "reading::default",
    "reading::uncovered",
    "route::empty",
    "route::hole",
    "setup::number",
    "step::idle",
    "table::gap",
    "turn::empty",
    "turn::missing",
    "type::parameter",
];

/// Findings about names: any mention of the name in what was lost may have settled them.
const ABOUT_NAMES: [&str; 3] = ["name::", "derive::", "rests::"];

/// The words of everything that could not be read.
#[derive(Debug, Default)]
pub struct Lost {
    words: HashSet<String>,
    declared: HashSet<String>,
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|w| !w.is_empty())
}

impl Lost {
    /// What was lost of the files of a derivation.
    pub fn of(files: &[Loaded], sources: &Sources) -> Self {
        let mut lost = Self::default();
        for span in files.iter().flat_map(|f| &f.lost) {
            lost.add(sources.text(*span));
        }
        lost
    }

    fn add(&mut self, text: &str) {
        let many = words(text).any(|w| DECLARE_MANY.contains(&w));
        let mut before = "";
        for word in words(text) {
            if many || DECLARE.contains(&before) {
                self.declared.insert(word.to_owned());
            }
            for (kind, said) in EQUIPMENT {
                if kind == word {
                    self.declared.extend(said.iter().map(|w| (*w).to_owned()));
                }
            }
            self.words.insert(word.to_owned());
            before = word;
        }
    }

    /// Whether a finding about names, types or derivation may be there only because something was lost.
    pub fn may_explain(&self, finding: &Diagnostic, sources: &Sources) -> bool {
        if self.words.is_empty() {
            return false;
        }
        if finding.level < Level::Error || MISSING.contains(&finding.code) || self.declared.contains(finding.code) {
            return true;
        }
        // The words between backticks, and those at the place.
        let named = finding.message.split('`').skip(1).step_by(2).flat_map(words);
        let place = finding.labels.first().map_or("", |(span, _)| sources.text(*span));
        let about_names = ABOUT_NAMES.iter().any(|kind| finding.code.starts_with(kind));
        let lost = |w: &str| self.declared.contains(w) || (about_names && self.words.contains(w));
        named.chain(words(place)).any(lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::source::Span;

    fn lost(text: &str) -> Lost {
        let mut lost = Lost::default();
        lost.add(text);
        lost
    }

    /// A finding whose place is the whole of a text.
    fn explained(lost: &Lost, code: &'static str, message: &str, place: &str) -> bool {
        let mut sources = Sources::default();
        let file = sources.add("a.rules", place);
        let span = Span {
            file,
            start: 0,
            end: place.len() as u32,
        };
        lost.may_explain(&Diagnostic::error(code, message, span, ""), &sources)
    }

    #[test]
    fn a_name_that_stands_in_what_was_lost_is_not_reported() {
        let lost = lost("fn twice(n : int) : int = n * hidden");
        assert!(explained(&lost, "name::unknown", "there is no name `twice`", "twice"));
        assert!(explained(&lost, "name::unknown", "there is no name `hidden`", "hidden"));
        assert!(!explained(&lost, "name::unknown", "there is no name `twise`", "twise"));
    }

    #[test]
    fn a_type_depends_only_on_what_was_declared_there() {
        let lost = lost("fn twice(n : int) : int = n * hidden");
        assert!(explained(
            &lost,
            "type::mismatch",
            "a number is needed here",
            "twice(3)"
        ));
        assert!(!explained(&lost, "type::mismatch", "a number is needed here", "hidden"));
    }

    #[test]
    fn what_equipment_gives_is_missing_without_it() {
        let lost = lost("numbering 道 by by");
        assert!(explained(
            &lost,
            "type::space",
            "a bare number stands for a space",
            "12"
        ));
        assert!(!explained(&lost, "type::mismatch", "a number is needed here", "true"));
    }

    #[test]
    fn nothing_is_explained_where_nothing_was_lost() {
        assert!(!explained(
            &Lost::default(),
            "turn::missing",
            "this game has no `turn`",
            "game a"
        ));
    }
}
