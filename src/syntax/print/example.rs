//! Examples and claims.

use super::expr::{Level, at, expr, reference};
use super::item::setup_entries;
use super::text::{Inline, block, inner, quoted, wrap};
use crate::syntax::tree::{ExampleKind, ExampleLine, Expr, Ident, Text};

/// `head { lines }`.
pub fn lines(head: &str, lines: &[ExampleLine], room: usize) -> String {
    let entries: Vec<_> = lines.iter().map(|l| wrap(&line(l, inner(room)), inner(room))).collect();
    block(head, &entries, Inline::One, room)
}

fn line(line: &ExampleLine, room: usize) -> String {
    match &line.kind {
        ExampleKind::Pieces { seat, entries } => setup_entries(&format!("given {}", seat.text), entries, room),
        ExampleKind::Var { target, value } => format!("given {} = {}", reference(target), expr(value)),
        ExampleKind::Reading { name, choice } => format!("reading {} is {}", name.text, choice.text),
        ExampleKind::Agreed { name, value } => format!("agreed {} = {}", name.text, expr(value)),
        ExampleKind::Players(n) => format!("with {} players", at(n, Level::Sum)),
        ExampleKind::ToMove { seat, phase } => format!("to move {}{}", seat.text, phase_of(phase.as_ref())),
        ExampleKind::Throw(faces) => format!("throw {}", row(faces)),
        ExampleKind::Plays { seat, text } => format!("{} plays {}", seat.text, quoted(text)),
        ExampleKind::Cannot { seat, text, because } => {
            let because = because
                .as_ref()
                .map_or_else(String::new, |b| format!(" because {}", b.text));
            format!("{} cannot {}{because}", seat.text, quoted(text))
        }
        ExampleKind::Call { event, args } if args.is_empty() => format!("call {}", event.text),
        ExampleKind::Call { event, args } => format!("call {} {}", event.text, row(args)),
        ExampleKind::ExpectPieces { seat, entries } => setup_entries(&format!("expect {}", seat.text), entries, room),
        ExampleKind::ExpectLegal(texts) => format!("expect legal {}", strings(texts)),
        ExampleKind::ExpectOnly(texts) => format!("expect only {}", strings(texts)),
        ExampleKind::ExpectPass => "expect pass".to_string(),
        ExampleKind::ExpectNext { seat, phase } => format!("expect next {}{}", seat.text, phase_of(phase.as_ref())),
        ExampleKind::ExpectOver { winner: None } => "expect over".to_string(),
        ExampleKind::ExpectOver {
            winner: Some((seat, value)),
        } => {
            let value = value
                .as_ref()
                .map_or_else(String::new, |v| format!(" {}", at(v, Level::Sum)));
            format!("expect {} wins{value}", seat.text)
        }
        ExampleKind::ExpectChange { target, rose, by } => {
            let way = if *rose { "rose" } else { "fell" };
            format!("expect {} {way} by {}", expr(target), expr(by))
        }
        ExampleKind::Expect(fact) => format!("expect {}", expr(fact)),
    }
}

fn phase_of(phase: Option<&Ident>) -> String {
    phase.map_or_else(String::new, |p| format!(" at {}", p.text))
}

fn strings(texts: &[Text]) -> String {
    texts.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// Values side by side.
fn row(values: &[Expr]) -> String {
    values.iter().map(super::expr::beside).collect::<Vec<_>>().join(" ")
}
