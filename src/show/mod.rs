//! Positions and explanations as text for people. Only the program's data decides what is drawn and how.

pub mod beside;
mod board;
mod cited;
mod horseshoe;
mod list;
mod rows;
mod signs;
mod text;

pub use board::board;
pub use cited::rests_on;
pub use signs::sign;
pub use text::{columns, pad, width};

use crate::engine::State;

/// A line for each seat: its sign, its name and what its measures say.
#[must_use]
pub fn seats(state: &State) -> String {
    let program = state.program();
    let names: Vec<String> = program
        .seats
        .iter()
        .enumerate()
        .map(|(seat, named)| match &named.gloss {
            Some(gloss) => format!("{} {} {gloss}", sign(program, seat), named.name),
            None => format!("{} {}", sign(program, seat), named.name),
        })
        .collect();
    let widest = names.iter().map(|n| width(n)).max().unwrap_or(0);
    let mut out = String::new();
    for (seat, name) in names.iter().enumerate() {
        let mut line = pad(name, widest);
        for (at, measure) in program.measures.iter().enumerate() {
            let value = state.measure(at, seat).unwrap_or(crate::ir::NONE);
            let value = program.write_value(value, &crate::ir::Meaning::Number);
            line.push_str(&format!(
                "   {} {value}",
                measure.gloss.as_ref().unwrap_or(&measure.name)
            ));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
