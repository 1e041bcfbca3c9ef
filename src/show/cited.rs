//! What a rule rests on, in words.

use crate::ir::{Ground, Program};
use crate::syntax::print::print_warrants;

/// The warrants of a rule; where they came through derivations that rest on clauses themselves, those links too, a line
/// each.
#[must_use]
pub fn rests_on(program: &Program, ground: &Ground) -> Vec<String> {
    if ground.rests_on.is_empty() {
        return Vec::new();
    }
    let links = program.links_of(ground);
    let links = links.map(|l| format!("{} extends {} {}", l.game, l.base, print_warrants(&l.warrants)));
    std::iter::once(print_warrants(&ground.rests_on)).chain(links).collect()
}
