//! Occupied spaces as a list: for games without a layout, and for what a layout leaves out.

use super::board::View;
use super::text::{pad, width};

/// A line for each occupied space that is not drawn already.
pub(super) fn occupied(view: &View<'_>, drawn: &[bool]) -> String {
    let program = view.state.program();
    let lines: Vec<(String, String)> = (0..program.spaces.len())
        .filter(|id| !drawn[*id] && !view.groups(&[*id]).is_empty())
        .map(|id| {
            let info = &program.spaces[id];
            let mut name = info.name.clone().unwrap_or_else(|| info.id.clone());
            if let Some(owner) = info.owner {
                name.push_str(&format!(" of {}", program.seats[owner as usize].name));
            }
            (name, view.counts(&[id]))
        })
        .collect();
    let widest = lines.iter().map(|(n, _)| width(n)).max().unwrap_or(0);
    lines
        .iter()
        .map(|(name, counts)| format!("  {}  {counts}\n", pad(name, widest)))
        .collect()
}
