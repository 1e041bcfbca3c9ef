//! Parts at which it is reported that a bound was outgrown, so that a game that is stopped says where.

use super::Lowerer;
use crate::ir::{Bound, Part, PartId, Stretch};
use crate::syntax::source::Span;
use crate::syntax::tree::{Stmt, StmtKind};
use std::collections::HashMap;

/// Where the bounds of statements are reported, before there are parts for such places. What is expanded a thousand times
/// has one.
#[derive(Default)]
pub(super) struct Places {
    known: HashMap<(Span, Bound), u32>,
    paths: Vec<(String, Span, Bound)>,
}

impl Lowerer<'_> {
    /// A part for a bound that may be outgrown at this statement. It rests on what the innermost statement or arm around it
    /// rests on that has warrants.
    pub(super) fn bound_part(&mut self, span: Span, reason: &str) -> PartId {
        let (path, around) = (self.where_am_i(), self.around.clone());
        let part = self.part(&path, Some(reason), span, &around);
        self.bound_parts.insert(part);
        part
    }

    /// Notes the bounds that may be outgrown at a statement, whose code begins at an address.
    pub(super) fn place_bounds(&mut self, stmt: &Stmt, from: u32) {
        let own: &[Bound] = match &stmt.kind {
            StmtKind::Roll { given: Some(_), .. } => &[Bound::Dice, Bound::Throws],
            StmtKind::Play { .. } => &[Bound::Search],
            StmtKind::Again | StmtKind::Then { .. } => &[Bound::Owed],
            _ => &[],
        };
        let to = self.pc();
        if from == to {
            return;
        }
        for bound in [Bound::Work, Bound::Number].iter().chain(own).copied() {
            let known = self.places.known.get(&(stmt.span, bound)).copied();
            let place = known.unwrap_or_else(|| {
                let place = self.places.paths.len() as u32;
                let path = self.where_am_i();
                self.places.paths.push((path, stmt.span, bound));
                self.places.known.insert((stmt.span, bound), place);
                place
            });
            self.program.stretches.push(Stretch {
                from,
                to,
                bound,
                part: place,
                repeats: matches!(stmt.kind, StmtKind::For { .. } | StmtKind::Loop { .. }),
            });
        }
    }

    /// Parts for the quantifiers that may outgrow their bound in play, one for each place. Last of all, so that they are
    /// not taken for the rules that they stand in.
    pub(super) fn quantifier_parts(&mut self) {
        let mut known: HashMap<Span, u32> = HashMap::new();
        for (node, span, path) in std::mem::take(&mut self.quantifiers) {
            let part = *known.entry(span).or_insert_with(|| {
                self.program.parts.push(Part {
                    path: if path.is_empty() { "quantifier".into() } else { path },
                    reason: Some("more values are gone through here than there is time for".into()),
                    span,
                    bound: Some(Bound::Work),
                    ..Part::default()
                });
                self.program.parts.len() as u32 - 1
            });
            self.program.bounds.push((node, part));
        }
        self.program.bounds.sort_unstable();
    }

    /// Parts for the bounds that may be outgrown at statements and in the parameters of steps.
    pub(super) fn statement_parts(&mut self) {
        let places = std::mem::take(&mut self.places);
        let parts: Vec<PartId> = places
            .paths
            .into_iter()
            .map(|(path, span, bound)| self.whole_part(&path, bound, span))
            .collect();
        for stretch in &mut self.program.stretches {
            stretch.part = parts[stretch.part as usize];
        }
        for at in 0..self.program.steps.len() {
            let step = &self.program.steps[at];
            let (name, span) = (step.name.clone(), self.program.parts[step.part as usize].span);
            self.program.steps[at].bound = self.whole_part(&name, Bound::Work, span);
        }
    }

    /// A part at which a bound of the interpreter's own is reported.
    pub(super) fn whole_part(&mut self, path: &str, bound: Bound, span: Span) -> PartId {
        let part = self.part(path, Some(bound.reason()), span, &[]);
        self.program.parts[part as usize].bound = Some(bound);
        self.bound_parts.insert(part);
        part
    }
}
