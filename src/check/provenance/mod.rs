//! What the rules rest on: that every citation is true, and that no rule of a game with a source lacks a warrant.

mod citations;
mod compare;
mod missing;
mod subjects;
mod visit;

use super::expand::Expanded;
use super::load::Loaded;
use crate::diagnostics::Diagnostic;
use crate::ir::{ClauseWords, Ground, Link, Program, Rule};
use crate::sources::Registers;
use crate::syntax::source::Sources;
use crate::syntax::tree::Warrant;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

pub use visit::warrants;

/// Holds the warrants of all files of a derivation against the registers that they cite. The registers that are cited come
/// back; the text of one that a finding points into is added to the sources.
pub fn citations(
    files: &[Loaded],
    beside: Option<&Path>,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Registers {
    citations::check(files, beside, sources, diagnostics)
}

/// Reports the rules of an expanded game that rest on nothing, and what its `rests` tables name that isn't there.
pub fn coverage(game: &Expanded, files: &[Loaded], sources: &Sources, diagnostics: &mut Vec<Diagnostic>) {
    missing::check(game, files, sources, diagnostics);
}

/// Tells a program what its rules rest on: each declaration and part, with the ids of the clauses and the links of the
/// derivation by which they came.
pub fn annotate(program: &mut Program, game: &Expanded, registers: &Registers) {
    let subjects = subjects::of(game);
    program.links = links(game, registers);
    let by_path: HashMap<&str, usize> = subjects
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, s)| !s.path.is_empty())
        .map(|(i, s)| (s.path.as_str(), i))
        .collect();
    let trace = |links: &[Link], rests_on: Vec<Warrant>, written: u16| {
        let from = rests_on.iter().map(|w| w.span.file).max_by_key(|f| game.order(*f));
        let from = game.order(from.unwrap_or(written));
        let by = links
            .iter()
            .enumerate()
            .filter(|(_, link)| game.order(link.file) > from);
        Arc::new(Ground {
            cites: rests_on
                .iter()
                .map(|w| clause_ids(std::slice::from_ref(w), registers))
                .collect(),
            clauses: clause_ids(&rests_on, registers),
            links: by.map(|(i, _)| i as u32).collect(),
            rests_on,
        })
    };
    program.rules = subjects
        .iter()
        .enumerate()
        .map(|(i, subject)| Rule {
            path: subject.path.clone(),
            called: subject.called.clone(),
            span: subject.span,
            within: subject.parent.map(|p| p as u32),
            decides: subject.rule,
            ground: trace(
                &program.links,
                subjects::rests_on(game, &subjects, i),
                subject.span.file,
            ),
        })
        .collect();
    for at in 0..program.parts.len() {
        let part = &program.parts[at];
        let own = by_path.get(part.path.as_str());
        // A parameter of a step has no line of its own: it rests on what its step does.
        let whole = || by_path.get(part.path.rsplit_once('.')?.0);
        let rule = own.or_else(|| whole().filter(|_| part.warrants.is_empty()));
        program.parts[at].ground = match rule {
            Some(rule) if part.warrants.is_empty() || program.rules[*rule].span == part.span => {
                program.rules[*rule].ground.clone()
            }
            _ => trace(&program.links, part.warrants.clone(), part.span.file),
        };
    }
    program.clauses = words(program, registers);
    for reading in &mut program.readings {
        for (choice, _, warrants) in &mut reading.choices {
            if let Some(rule) = by_path.get(format!("{}.{choice}", reading.name).as_str()) {
                warrants.clone_from(&program.rules[*rule].ground.rests_on);
            }
        }
    }
}

/// The clauses that the rules and the links of a program cite.
fn words(program: &Program, registers: &Registers) -> BTreeMap<String, ClauseWords> {
    let rules = program.rules.iter().map(|r| &r.ground);
    let grounds = rules.chain(program.parts.iter().map(|p| &p.ground));
    let linked = program.links.iter().flat_map(|l| &l.clauses);
    let ids = grounds.flat_map(|g| &g.clauses).chain(linked);
    ids.filter_map(|id| {
        let clause = registers.clause(id)?.clause;
        let words = ClauseWords {
            quote: clause.quote.clone(),
            says: clause.says.clone(),
            status: clause.status.name(),
        };
        Some((id.clone(), words))
    })
    .collect()
}

/// The links of the derivation that have warrants, from the game down.
fn links(game: &Expanded, registers: &Registers) -> Vec<Link> {
    let mut links = Vec::new();
    let mut next = game.files.last();
    while let Some(origin) = next {
        let Some((base, warrants)) = &origin.header.extends else {
            break;
        };
        if !warrants.is_empty() {
            links.push(Link {
                game: origin.header.id.text.clone(),
                base: base.text.clone(),
                warrants: warrants.clone(),
                clauses: clause_ids(warrants, registers),
                file: origin.file,
            });
        }
        next = game.files.iter().find(|o| o.header.id.text == base.text);
    }
    links
}

/// The ids of all clauses that some warrants cite, ranges written out.
pub fn clause_ids(warrants: &[Warrant], registers: &Registers) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for (first, last) in warrants.iter().flat_map(|w| &w.clauses) {
        let range = last.as_ref().and_then(|last| registers.range(&first.text, &last.text));
        let list = range.map_or_else(|| vec![first.text.clone()], |r| r.iter().map(|c| c.id()).collect());
        for id in list {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
    }
    ids
}
