//! Guards looked at apart from what they guard: what no choice, or more than one definition, covers.

use super::guard::{Assignment, mentioned};
use super::lineage::Lineage;
use super::{Key, ReadingDef, class, key_name, key_of};
use crate::check::load::Loaded;
use crate::diagnostics::Diagnostic;
use crate::syntax::tree::{Item, ItemKind, Mode};
use std::collections::BTreeMap;

/// How many assignments of the readings that one name mentions are tried.
const MAX_ASSIGNMENTS: usize = 10_000;

/// Reports names whose guarded definitions leave a choice uncovered or cover it twice.
pub fn check(files: &[Loaded], readings: &[ReadingDef], lineage: &Lineage, diagnostics: &mut Vec<Diagnostic>) {
    let mut groups: BTreeMap<Key, Vec<&Item>> = BTreeMap::new();
    let mut number = 0;
    for file in files {
        for item in &file.tree.items {
            number += 1;
            groups.entry(key_of(item, number)).or_default().push(item);
        }
    }
    for (key, items) in groups {
        if !items.iter().any(|i| i.tail.guard.is_some()) {
            continue;
        }
        check_name(&key, &items, readings, lineage, diagnostics);
    }
}

fn check_name(
    key: &Key,
    items: &[&Item],
    readings: &[ReadingDef],
    lineage: &Lineage,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut names = Vec::new();
    for item in items {
        if let Some(guard) = &item.tail.guard {
            mentioned(guard, &mut names);
        }
    }
    let mentioned: Vec<&ReadingDef> = names
        .iter()
        .filter_map(|n| readings.iter().find(|r| r.name == *n))
        .collect();
    let total: usize = mentioned.iter().map(|r| r.choices.len()).product();
    if mentioned.len() != names.len() || total > MAX_ASSIGNMENTS {
        return;
    }
    // Names that stand for a value must stand for one whatever is chosen; what only adds need not, nor what is defined once,
    // under a guard, and overridden: where it doesn't stand nothing may use it.
    let once = items.iter().filter(|i| i.mode == Mode::Plain).count() == 1;
    let must_cover = items.iter().any(|i| {
        matches!(
            i.kind,
            ItemKind::Fn { .. }
                | ItemKind::Const { .. }
                | ItemKind::Condition { .. }
                | ItemKind::Routine { .. }
                | ItemKind::Region { .. }
        )
    }) && items.len() > 1
        && !once
        && items.iter().all(|i| class(&i.kind).is_some());
    let mut quiet = Vec::new();
    for mut n in 0..total {
        let mut assignment = Assignment::new(readings);
        let mut words = Vec::new();
        for reading in &mentioned {
            let choice = n % reading.choices.len();
            n /= reading.choices.len();
            assignment.set(&reading.name, choice);
            words.push(format!("{} is {}", reading.name, reading.choices[choice].name.text));
        }
        let words = words.join(" and ");
        let standing = |mode: Mode, quiet: &mut Vec<Diagnostic>| -> Vec<&&Item> {
            items
                .iter()
                .filter(|i| i.mode == mode && assignment.allows(&i.tail, quiet))
                .collect()
        };
        let plain = standing(Mode::Plain, &mut quiet);
        let over = standing(Mode::Override, &mut quiet);
        // Several unguarded overrides are a chain of derivations; a guarded one beside another is a conflict.
        let guarded_over: Vec<&&&Item> = over.iter().filter(|i| i.tail.guard.is_some()).collect();
        // Of two suppliers a file chooses one: that is no overlap.
        let related = plain
            .get(1)
            .is_some_and(|b| lineage.sees(b.head.file, plain[0].head.file));
        let twice = if related && plain.iter().any(|i| i.tail.guard.is_some()) {
            Some((plain[0], plain[1]))
        } else if guarded_over.len() > 1 && guarded_over[0].head.file == guarded_over[1].head.file {
            Some((*guarded_over[0], *guarded_over[1]))
        } else {
            None
        };
        if let Some((a, b)) = twice {
            diagnostics.push(
                Diagnostic::error(
                    "reading::twice",
                    format!("{} is covered twice when {words}", key_name(key)),
                    b.head,
                    "this stands then",
                )
                .also(a.head, "and this too")
                .help("make the guards exclude each other"),
            );
            return;
        }
        if must_cover && plain.is_empty() && over.is_empty() {
            diagnostics.push(
                Diagnostic::error(
                    "reading::uncovered",
                    format!("nothing defines {} when {words}", key_name(key)),
                    items[0].head,
                    "no definition stands then",
                )
                .help("add a definition for that choice, or widen a guard"),
            );
            return;
        }
    }
}
