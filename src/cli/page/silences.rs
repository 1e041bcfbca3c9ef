//! Silences: decisions that only a conjecture or a convenience of ours settles.

use super::entry::name;
use super::gather::Gathered;
use super::markdown::{Markdown, cell_code, code, plain};
use crate::sources::Games;
use serde::Serialize;

/// `{"part", "text", "grade", "because", "readings"}`: `readings` offer something else.
#[derive(Debug, Serialize)]
pub struct Silence {
    pub part: String,
    pub text: String,
    pub grade: &'static str,
    pub because: String,
    pub readings: Vec<String>,
}

/// The silences that are settled here.
pub fn of(of: &Gathered) -> Vec<Silence> {
    let games = Games {
        games: vec![of.game.clone()],
        ..Games::default()
    };
    let silences = games.silences(0, false).into_iter();
    let here = silences.filter(|s| s.rule.own.iter().any(|w| of.own.has(w.span)));
    here.map(|s| Silence {
        part: name(&s.rule),
        text: s.rule.text.clone(),
        grade: s.grade.word(),
        because: s.because,
        readings: s.open,
    })
    .collect()
}

pub fn write(silences: &[Silence], page: &mut Markdown) {
    if silences.is_empty() {
        return;
    }
    page.heading(2, "Silences");
    page.block("What no clause settles. It is played so:");
    let mut rows: Vec<Vec<String>> = Vec::new();
    for silence in silences {
        let readings: Vec<String> = silence.readings.iter().map(|r| code(r)).collect();
        let rest = [
            format!("**{}**", silence.grade),
            plain(&silence.because),
            readings.join(", "),
        ];
        let part = cell_code(&silence.part);
        // Decisions with the same reason stand together.
        match rows.last_mut() {
            Some(row) if row[1..] == rest => row[0].push_str(&format!(", {part}")),
            _ => rows.push(std::iter::once(part).chain(rest).collect()),
        }
    }
    page.table(&["rule", "grade", "because", "readings that offer another way"], &rows);
}
