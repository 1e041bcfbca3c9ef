//! The definitions of a game in reading order, with their requirements and what they rest on.

use super::describe::{Part, Rule, warrants};
use crate::check::Expanded;
use crate::check::expand::{class, key_name};
use crate::check::parts;
use crate::syntax::print::{print_item, print_part};
use crate::syntax::tree::{Item, ItemKind, PartKind, Tail, Warrant};

/// Every definition but those that `show` lists elsewhere.
pub fn rules(game: &Expanded) -> Vec<Rule> {
    game.defs
        .iter()
        .filter(|d| {
            !matches!(
                d.item.kind,
                ItemKind::Source(_)
                    | ItemKind::Players(..)
                    | ItemKind::Seats(..)
                    | ItemKind::Sides(_)
                    | ItemKind::Pieces { .. }
                    | ItemKind::Die { .. }
                    | ItemKind::Dice { .. }
                    | ItemKind::Measure { .. }
                    | ItemKind::Agreed { .. }
                    | ItemKind::Layout(_)
                    | ItemKind::PlayNotation(_)
                    | ItemKind::Glossary { .. }
                    | ItemKind::Lost(_)
                    | ItemKind::Example { .. }
                    | ItemKind::Claim { .. }
            )
        })
        .map(|def| {
            let mut bare = def.item.clone();
            bare.tail = Tail::default();
            let text = print_item(&bare);
            // Steps and conditions are told by their requirements, everything else as it is written.
            let told = matches!(bare.kind, ItemKind::Step { .. } | ItemKind::Condition { .. });
            let text = if told { head(&text) } else { text };
            let kind = class(&def.item.kind).map_or_else(
                || text.split([' ', '=']).next().unwrap_or_default().to_owned(),
                str::to_owned,
            );
            let name = key_name(&def.key);
            let name = name.split('`').nth(1).map(str::to_owned);
            let path = name.clone().unwrap_or_default();
            Rule {
                kind,
                text,
                warrants: warrants(&rests(game, &path, def.item.head.file, &def.item.tail.warrants)),
                parts: listed(game, &path, &def.item),
                does: does(&def.item),
                name,
            }
        })
        .collect()
}

/// The name and parameters of a step or condition, without its block.
fn head(text: &str) -> String {
    text.split_once(") {")
        .map_or_else(|| text.to_owned(), |(head, _)| format!("{head})"))
}

/// What a step does, with the values that it names for that; what they rest on is told elsewhere.
fn does(item: &Item) -> Option<String> {
    let ItemKind::Step { parts, .. } = &item.kind else {
        return None;
    };
    let told = parts.iter().filter_map(|part| {
        let mut bare = part.clone();
        bare.tail.warrants.clear();
        match &mut bare.kind {
            PartKind::Let { otherwise, .. } => *otherwise = None,
            PartKind::Pick { .. } | PartKind::Do(_) => {}
            PartKind::Require { .. } | PartKind::Notation(_) => return None,
        }
        Some(print_part(&bare))
    });
    Some(told.collect::<Vec<_>>().join("\n"))
}

/// A part's own warrants and those that a `rests` table gives it.
fn rests(game: &Expanded, path: &str, file: u16, own: &[Warrant]) -> Vec<Warrant> {
    game.rests_on(path, file, own).to_vec()
}

/// The parts of a declaration that ask for something or are marked by a name.
fn listed(game: &Expanded, path: &str, item: &Item) -> Vec<Part> {
    let parts = parts::parts(item).into_iter().filter(parts::Part::speaks);
    parts
        .filter_map(|part| {
            let name = part.name?;
            let rests = rests(game, &format!("{path}.{name}"), part.span.file, &part.tail.warrants);
            Some(Part {
                name,
                reason: part.what.text(),
                warrants: warrants(&rests),
            })
        })
        .collect()
}
