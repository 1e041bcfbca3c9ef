//! Positions and explanations as text for people. Only the program's data decides what is drawn and how.

pub mod beside;
mod board;
mod cited;
mod horseshoe;
mod list;
mod ring;
mod rows;
mod signs;
pub mod svg;
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
        if let Some(purse) = purse(state, seat) {
            line.push_str(&format!("   {purse}"));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    let pots = pots(state);
    if !pots.is_empty() {
        out.push_str(&format!("{}\n", pots.join("   ")));
    }
    out
}

/// What a player has: `帖 197`.
#[must_use]
pub fn purse(state: &State, seat: usize) -> Option<String> {
    let program = state.program();
    let money = program.money.as_ref()?;
    let mut vars = money.accounts.iter().map(|a| &program.vars[a.var as usize]);
    let purse = vars.find(|v| !v.index.is_empty())?;
    let held = state.slots()[purse.base as usize + seat];
    Some(format!("{} {held}", money.gloss.as_ref().unwrap_or(&money.name)))
}

/// What lies in the pots and is owed by the bank: `盆 80`.
#[must_use]
pub fn pots(state: &State) -> Vec<String> {
    let program = state.program();
    let accounts = program.money.iter().flat_map(|m| &m.accounts);
    accounts
        .map(|a| (&program.vars[a.var as usize], &a.gloss))
        .filter(|(var, _)| var.index.is_empty())
        .map(|(var, gloss)| {
            let gloss = gloss.as_ref().map(|g| format!(" {g}")).unwrap_or_default();
            format!("{}{gloss} {}", var.name, state.slots()[var.base as usize])
        })
        .collect()
}
