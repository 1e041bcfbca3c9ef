//! What was paid to whom, and by which rule.

use crate::engine::State;
use crate::ir::{Paid, Program};
use serde_json::{Value, json};

/// The payments of the last action: `甲 pays 乙 2 (赛掷, per chuhongpu.zhifa.30)`, one line each.
pub fn lines(state: &State) -> Vec<String> {
    let program = state.program();
    state.paid().iter().map(|paid| line(program, paid)).collect()
}

fn line(program: &Program, paid: &Paid) -> String {
    let (from, to) = (program.account_name(paid.from), program.account_name(paid.to));
    let rule = program.parts.get(paid.part as usize);
    let path = rule.map_or("", |p| p.path.as_str());
    let clauses = rule.map_or_else(String::new, |p| p.ground.clauses.join(", "));
    let by = match (path, clauses.as_str()) {
        ("", "") => String::new(),
        ("", clauses) => format!(" ({clauses})"),
        (path, "") => format!(" ({path})"),
        (path, clauses) => format!(" ({path}: {clauses})"),
    };
    format!("{from} pays {to} {}{by}", paid.amount)
}

/// The same for programs: `{"from", "to", "amount", "by", "clauses"}`.
pub fn json(state: &State) -> Vec<Value> {
    let program = state.program();
    let rule = |p: &Paid| program.parts.get(p.part as usize);
    state
        .paid()
        .iter()
        .map(|p| {
            json!({
                "from": program.account_name(p.from),
                "to": program.account_name(p.to),
                "amount": p.amount,
                "by": rule(p).map(|r| r.path.as_str()),
                "clauses": rule(p).map(|r| r.ground.clauses.clone()),
            })
        })
        .collect()
}
