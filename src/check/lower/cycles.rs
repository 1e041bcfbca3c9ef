//! Cycles that only show once everything is lowered: events that cause each other, steps that ask for each other.

use super::Lowerer;
use crate::ir::{Op, Program, Short};
use crate::syntax::source::Span;

/// What leads to what, and where that is written.
type Edges = Vec<Vec<(usize, Span)>>;

impl Lowerer<'_> {
    /// Handlers that emit, directly or through other handlers, the event that they answer.
    pub(super) fn event_cycles(&mut self) {
        let program = &self.program;
        let mut edges: Edges = vec![Vec::new(); program.events.len()];
        for (event, info) in program.events.iter().enumerate() {
            for handler in &info.handlers {
                let span = program.parts[handler.part as usize].span;
                for op in &program.code[handler.body as usize..] {
                    match op {
                        Op::Emit { event: next, .. } => edges[event].push((*next as usize, span)),
                        // Any payment may find an account short.
                        Op::Pay(_) => edges[event].extend(shortages(program).map(|next| (next, span))),
                        Op::Return => break,
                        _ => {}
                    }
                }
            }
        }
        let Some((way, span)) = cycle(&edges) else { return };
        let names: Vec<&str> = way.iter().map(|e| program.events[*e].name.as_str()).collect();
        let (first, way) = (names[0].to_owned(), names.join("` emits `"));
        self.error(
            "event::cycle",
            format!("event `{first}` causes itself"),
            span,
            format!("`{way}`"),
        );
        self.help("events may not form a cycle: everything in a game is bounded");
    }

    /// Steps whose requirements ask, directly or through each other, whether they are possible themselves.
    pub(super) fn asking_cycles(&mut self) {
        let mut edges: Edges = vec![Vec::new(); self.program.steps.len()];
        for (step, asked, span) in &self.asks {
            edges[*step as usize].push((*asked as usize, *span));
        }
        let Some((way, span)) = cycle(&edges) else { return };
        let names: Vec<&str> = way.iter().map(|s| self.program.steps[*s].name.as_str()).collect();
        let (first, way) = (names[0].to_owned(), names.join("` asks for `"));
        self.error(
            "call::cycle",
            format!("step `{first}` asks whether it is possible itself"),
            span,
            format!("`{way}`"),
        );
        self.help("what a step requires may not depend on whether that step is possible");
    }
}

/// Events that a payment may raise.
fn shortages(program: &Program) -> impl Iterator<Item = usize> {
    let accounts = program.money.iter().flat_map(|m| &m.accounts);
    accounts.filter_map(|a| match a.short {
        Short::PaysAll(Some(event)) => Some(event as usize),
        _ => None,
    })
}

/// A way round, its first member repeated at its end, and where its last link is written.
fn cycle(edges: &Edges) -> Option<(Vec<usize>, Span)> {
    // 0: not seen, 1: on the way, 2: done.
    let mut state = vec![0_u8; edges.len()];
    for start in 0..edges.len() {
        if state[start] != 0 {
            continue;
        }
        let mut way = vec![(start, 0)];
        state[start] = 1;
        while let Some((at, next)) = way.last_mut() {
            let Some((to, span)) = edges[*at].get(*next).copied() else {
                state[*at] = 2;
                way.pop();
                continue;
            };
            *next += 1;
            match state[to] {
                0 => {
                    state[to] = 1;
                    way.push((to, 0));
                }
                1 => {
                    let from = way.iter().position(|(n, _)| *n == to)?;
                    let round = way[from..].iter().map(|(n, _)| *n).chain([to]).collect();
                    return Some((round, span));
                }
                _ => {}
            }
        }
    }
    None
}
