//! Rules that rest on nothing, in a game that names a source.

use super::subjects::{self, Subject};
use crate::check::closest;
use crate::check::expand::{Expanded, Origin};
use crate::check::load::Loaded;
use crate::diagnostics::Diagnostic;
use crate::syntax::source::Sources;
use crate::syntax::tree::{EditKind, EditPart, ItemKind};
use std::collections::HashSet;
use std::fmt::Write as _;

/// How many rules one error lists, and how many wrong entries are told.
const MOST: usize = 200;

/// Reports what rests on nothing, one error a game of the derivation, and entries of `rests` for what isn't there.
pub fn check(game: &Expanded, files: &[Loaded], sources: &Sources, diagnostics: &mut Vec<Diagnostic>) {
    let subjects = subjects::of(game);
    for origin in game.files.iter().filter(|o| is_held(o)) {
        let answers = |s: &&Subject| s.rule && owner(game, s.span.file).is_some_and(|o| o.file == origin.file);
        let bare: Vec<&Subject> = subjects
            .iter()
            .enumerate()
            .filter(|(i, s)| answers(s) && subjects::rests_on(game, &subjects, *i).is_empty())
            // What its declaration would rest on, it would rest on too.
            .filter(|(_, s)| {
                s.parent
                    .is_none_or(|p| !(subjects[p].rule && subjects::rests_on(game, &subjects, p).is_empty()))
            })
            .map(|(_, s)| s)
            .collect();
        if !bare.is_empty() {
            diagnostics.push(report(game, origin, &bare, sources));
        }
    }
    if game.files.last().is_some_and(|o| o.header.is_game) {
        entries(game, files, &subjects, diagnostics);
    }
}

/// Whether a game has to say what its rules rest on: it names a source, or is derived by a clause of one.
fn is_held(origin: &Origin) -> bool {
    let by_clause = |w: &crate::syntax::tree::Warrant| !w.clauses.is_empty();
    origin.header.is_game
        && (!origin.sources.is_empty() || origin.header.extends.iter().any(|(_, w)| w.iter().any(by_clause)))
}

/// The game that answers for what a file says: the file itself, or the one that brought a library.
fn owner(game: &Expanded, file: u16) -> Option<&Origin> {
    game.files[game.order(file)..].iter().find(|o| o.header.is_game)
}

fn report(game: &Expanded, origin: &Origin, bare: &[&Subject], sources: &Sources) -> Diagnostic {
    let header = &origin.header;
    let (span, because) = match origin.sources.first() {
        Some(source) => (source.span, "a game with a source says what each rule rests on"),
        None => (
            header.extends.as_ref().map_or(header.span, |(base, _)| base.span),
            "a game that is derived by a clause says what each rule that it adds rests on",
        ),
    };
    let message = match bare {
        [only] => format!("`{}` rests on nothing", name(only)),
        _ => format!("{} rules of `{}` rest on nothing", bare.len(), header.id.text),
    };
    // The file's own source, or that of the game that it is derived from.
    let mut before = game.files[..=game.order(origin.file)].iter().rev();
    let register = before
        .find_map(|o| o.sources.first())
        .map_or("SOURCE", |s| s.text.as_str());
    let mut seen = HashSet::new();
    let named: Vec<&Subject> = bare
        .iter()
        .copied()
        .filter(|s| !s.path.is_empty() && s.called.is_empty() && seen.insert(s.path.as_str()))
        .collect();
    let mut help = String::new();
    if !named.is_empty() {
        let width = named.iter().map(|s| columns(&s.path)).max().unwrap_or(0);
        help.push_str("give each a warrant of its own, or fill in and keep:\nrests {\n");
        for subject in named.iter().take(MOST) {
            let pad = " ".repeat(width - columns(&subject.path));
            let place = place(subject, sources);
            let _ = writeln!(help, "  {}{pad}  per {register}.PASSAGE.N  # {place}", subject.path);
        }
        if named.len() > MOST {
            let _ = writeln!(help, "  # and {} more", named.len() - MOST);
        }
        help.push('}');
    }
    let unnamed = bare.iter().filter(|s| s.path.is_empty() || !s.called.is_empty());
    for subject in unnamed.take(MOST) {
        if !help.is_empty() {
            help.push('\n');
        }
        let _ = write!(
            help,
            "write a warrant behind `{}` ({})",
            name(subject),
            place(subject, sources)
        );
    }
    Diagnostic::error("warrant::missing", message, span, because).help(help)
}

/// How wide a name is drawn: Chinese characters take two columns.
fn columns(text: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(text)
}

fn name(subject: &Subject) -> &str {
    if subject.called.is_empty() {
        &subject.path
    } else {
        &subject.called
    }
}

/// File and line, without the folders that the file stands in where it isn't embedded.
fn place(subject: &Subject, sources: &Sources) -> String {
    let (line, _) = sources.line_column(subject.span);
    let file = sources.file(subject.span.file).map_or("", |f| f.name.as_str());
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
    format!("{file}:{line}")
}

/// Entries of the file itself that name nothing. One for a part that another choice brings in is right.
fn entries(game: &Expanded, files: &[Loaded], subjects: &[Subject], diagnostics: &mut Vec<Diagnostic>) {
    let own = || game.rests.iter().filter(|(.., span)| span.file == game.file);
    if own().next().is_none() {
        return;
    }
    let mut written = HashSet::new();
    for item in files.iter().flat_map(|f| &f.tree.items) {
        subjects::names(item, &mut written);
        if let ItemKind::Edit { name, edits, .. } = &item.kind {
            for edit in edits {
                if let EditKind::Add { part, .. } | EditKind::Override(part) = &edit.kind
                    && let Some(part) = edited(part)
                {
                    written.insert(format!("{}.{part}", name.text));
                }
            }
        }
    }
    let removed = |path: &str| game.removed.contains_key(path.split('.').next().unwrap_or(path));
    let there: HashSet<&str> = subjects.iter().map(|s| s.path.as_str()).collect();
    let wrong = own().filter(|(path, ..)| !there.contains(path.as_str()) && (!written.contains(path) || removed(path)));
    for (path, _, span) in wrong.take(MOST) {
        // The parts of the same rule say more than one that is spelled alike.
        let known: Vec<&str> = subjects
            .iter()
            .map(|s| s.path.as_str())
            .filter(|p| !p.is_empty())
            .collect();
        let owner = path.split_once('.').map(|(owner, _)| format!("{owner}."));
        let beside: Vec<&str> = known
            .iter()
            .copied()
            .filter(|k| owner.as_ref().is_some_and(|o| k.starts_with(o.as_str())))
            .collect();
        let help = if beside.is_empty() {
            closest(path, known.iter().copied()).map(|n| format!("did you mean `{n}`?"))
        } else {
            Some(format!("its parts are: {}", beside.join(", ")))
        };
        diagnostics.push(
            Diagnostic::error(
                "rests::part",
                format!("there is no part `{path}`"),
                *span,
                "nothing rests on this",
            )
            .maybe_help(help),
        );
    }
}

fn edited(part: &EditPart) -> Option<String> {
    match part {
        EditPart::Part(part) => crate::check::expand::part_name(part).map(str::to_owned),
        EditPart::Alternative(a) => Some(a.name.text.clone()),
        EditPart::SuchThat(rule) | EditPart::Best(rule) => rule.name.as_ref().map(|n| n.text.clone()),
        EditPart::Statement(stmt) => stmt.label.as_ref().map(|l| l.text.clone()),
    }
}
