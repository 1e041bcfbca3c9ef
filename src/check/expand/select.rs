//! Finds what `remove KIND NAME` and `in KIND NAME { … }` speak of.

use super::merge::Merger;
use super::{Key, class};
use crate::check::closest;
use crate::diagnostics::Diagnostic;
use crate::syntax::tree::{Ident, Item, ItemKind};

/// Kinds of declaration that go by a name of their own, besides those with a class.
const OTHER_KINDS: [&str; 8] = [
    "end game",
    "end match",
    "on",
    "route",
    "setup",
    "numbering",
    "reading",
    "witness",
];
/// Kinds with a class.
const CLASSES: [&str; 21] = [
    "agreed",
    "condition",
    "const",
    "dice",
    "die",
    "enum",
    "event",
    "fn",
    "glossary",
    "group",
    "measure",
    "money",
    "phase",
    "pieces",
    "referee",
    "region",
    "routine",
    "space",
    "step",
    "table",
    "var",
];
/// What a game has once.
const SINGLES: [&str; 11] = [
    "call",
    "layout",
    "next",
    "notation of plays",
    "payoff",
    "players",
    "seats",
    "sides",
    "start",
    "status",
    "turn",
];

/// The word for the kind of a definition, as it stands before the name in an edit.
pub fn kind_word(key: &Key, kind: &ItemKind) -> &'static str {
    match (key, kind) {
        (Key::End(_), ItemKind::EndMatch { .. }) => "end match",
        (Key::End(_), _) => "end game",
        (Key::Handler(_), _) => "on",
        (Key::Setup(_), _) => "setup",
        (Key::Route(..), _) => "route",
        (Key::Single(word), _) => word,
        _ => class(kind).unwrap_or("declaration"),
    }
}

/// The name of a definition, as it stands in an edit.
fn name_word<'k>(key: &'k Key, kind: &'k ItemKind) -> Option<&'k str> {
    match (key, kind) {
        (Key::Name(n) | Key::End(n) | Key::Handler(n) | Key::Route(n, _), _) => Some(n),
        (Key::Setup(seat), _) => Some(if seat.is_empty() { "each" } else { seat }),
        (_, ItemKind::Numbering { route, .. }) => Some(&route.text),
        _ => None,
    }
}

impl Merger<'_> {
    /// The definitions of a kind that go by a name; reports if there are none.
    pub fn select(&mut self, kind: &Ident, name: Option<&Ident>, what_for: &str) -> Vec<usize> {
        let wanted = name.map(|n| n.text.as_str());
        let found: Vec<usize> = (0..self.drafts.len())
            .filter(|at| {
                let draft = &self.drafts[*at];
                let own = name_word(&draft.key, &draft.item.kind);
                kind_word(&draft.key, &draft.item.kind) == kind.text && (wanted.is_none() || own == wanted)
            })
            .collect();
        let stands = |(key, item): &(Key, Item)| {
            kind_word(key, &item.kind) == kind.text && (wanted.is_none() || name_word(key, &item.kind) == wanted)
        };
        if found.is_empty() && !self.absent.iter().any(stands) {
            let error = self.not_found(kind, name, what_for);
            self.diagnostics.push(error);
        }
        found
    }

    fn not_found(&self, kind: &Ident, name: Option<&Ident>, what_for: &str) -> Diagnostic {
        let word = kind.text.as_str();
        let known = || CLASSES.into_iter().chain(OTHER_KINDS).chain(SINGLES);
        if !known().any(|k| k == word) {
            let near = closest(word, known()).map(|n| format!("did you mean `{n}`?"));
            let help = if word == "end" {
                Some("write `end game` or `end match`".to_owned())
            } else {
                near
            };
            return Diagnostic::error(
                "derive::kind",
                format!("`{word}` is no kind of declaration"),
                kind.span,
                "a word such as `step`, `phase` or `end game` is needed",
            )
            .maybe_help(help);
        }
        let Some(name) = name else {
            return Diagnostic::error(
                "derive::nothing",
                format!("there is no `{word}` to {what_for}"),
                kind.span,
                "no file that this one is derived from defines it",
            );
        };
        // An event and its handler may well have one name: a handler is looked for among handlers only.
        let other =
            self.drafts.iter().filter(|_| word != "on").find(|d| {
                name_word(&d.key, &d.item.kind) == Some(name.text.as_str()) && !matches!(d.key, Key::Setup(_))
            });
        if let Some(other) = other {
            let is = kind_word(&other.key, &other.item.kind);
            return Diagnostic::error(
                "derive::kind",
                format!("there is no {word} `{}` to {what_for}", name.text),
                kind.span.to(name.span),
                "of another kind",
            )
            .also(other.item.head, format!("`{}` is declared here, by `{is}`", name.text))
            .help(format!("write `{is} {}`", name.text));
        }
        if word == "on" {
            return Diagnostic::error(
                "derive::nothing",
                format!("there is no handler `{}` to {what_for}", name.text),
                name.span,
                "no file that this one is derived from defines it",
            )
            .help("a handler goes by its own name, the one behind `as` in `on EVENT as NAME`");
        }
        let names = self.drafts.iter().filter_map(|d| name_word(&d.key, &d.item.kind));
        let near = closest(&name.text, names).map(|n| format!("did you mean `{n}`?"));
        Diagnostic::error(
            "derive::nothing",
            format!("there is no {word} `{}` to {what_for}", name.text),
            name.span,
            "no file that this one is derived from defines it",
        )
        .maybe_help(near)
    }

    /// `remove KIND NAME`.
    pub fn remove(&mut self, kind: &Ident, name: Option<&Ident>, file: u16) {
        // Readings and witnesses have been removed before everything else.
        if matches!(kind.text.as_str(), "reading" | "witness") {
            return;
        }
        let found = self.select(kind, name, "remove");
        for at in found.into_iter().rev() {
            let draft = self.drafts.remove(at);
            if let Some(path) = super::path(&draft.key) {
                super::rests::forget(&mut self.out.rests, path, file);
            }
        }
        let gone = name.unwrap_or(kind);
        self.out.removed.insert(gone.text.clone(), gone.span);
    }
}
