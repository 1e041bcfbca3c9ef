//! What the rules rest on: that every citation is true, and that no rule of a game with a source lacks a warrant.

mod citations;
mod compare;
mod missing;
mod subjects;
mod visit;

use super::expand::Expanded;
use super::load::Loaded;
use crate::diagnostics::Diagnostic;
use crate::ir::{Link, Program};
use crate::sources::Registers;
use crate::syntax::source::Sources;
use crate::syntax::tree::Warrant;
use std::collections::HashMap;
use std::path::Path;

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

/// Gives each part of a program what it rests on: its own warrants or those of the declaration around it, the ids of their
/// clauses, and the links of the derivation by which they came.
pub fn annotate(program: &mut Program, game: &Expanded, registers: &Registers) {
    let subjects = subjects::of(game);
    let by_path: HashMap<&str, usize> = subjects
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, s)| !s.path.is_empty())
        .map(|(i, s)| (s.path.as_str(), i))
        .collect();
    program.links = links(game);
    for at in 0..program.parts.len() {
        let part = &program.parts[at];
        let rests_on = if part.warrants.is_empty() {
            let known = by_path.get(part.path.as_str());
            known.map_or_else(Vec::new, |i| subjects::rests_on(game, &subjects, *i))
        } else {
            part.warrants.clone()
        };
        let from = rests_on.iter().map(|w| w.span.file).max_by_key(|f| game.order(*f));
        let from = from.unwrap_or(part.span.file);
        let part = &mut program.parts[at];
        part.clauses = clause_ids(&rests_on, registers);
        part.links = program
            .links
            .iter()
            .enumerate()
            .filter(|(_, link)| game.order(link.file) > game.order(from))
            .map(|(i, _)| i as u32)
            .collect();
        part.rests_on = rests_on;
    }
}

/// The links of the derivation that have warrants, from the game down.
fn links(game: &Expanded) -> Vec<Link> {
    let mut links = Vec::new();
    let mut next = game.files.last();
    while let Some(origin) = next {
        let Some((base, warrants)) = &origin.header.extends else { break };
        if !warrants.is_empty() {
            links.push(Link {
                game: origin.header.id.text.clone(),
                base: base.text.clone(),
                warrants: warrants.clone(),
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
