//! Coverage as tables for people.

use super::answer::{Answer, Clause, Count, Passage};
use crate::cli::exit::Fault;
use crate::show::{pad, width};
use std::collections::BTreeSet;
use std::io::Write;

/// Writes the figures passage by passage and in total, the clauses where they are wanted, the silences and the faults.
pub fn human(out: &mut impl Write, answer: &Answer, clauses: bool) -> Result<(), Fault> {
    let games: Vec<String> = answer
        .games
        .iter()
        .map(|g| match g.unfinished {
            0 => g.game.clone(),
            n => format!("{} ({n} unfinished)", g.game),
        })
        .collect();
    if let Some(first) = answer.games.first() {
        writeln!(
            out,
            "{} random games each of {}, seed {}\n",
            first.games,
            games.join(", "),
            first.seed
        )?;
    }
    figures(out, answer)?;
    documents(out, answer)?;
    by_game(out, answer)?;
    if clauses {
        for passage in &answer.passages {
            rows(out, passage)?;
        }
    }
    silences(out, answer)?;
    if !answer.faults.is_empty() {
        writeln!(out, "\nRegisters and rules do not agree")?;
    }
    for fault in &answer.faults {
        writeln!(out, "  {}: {}", fault.clause, fault.fault)?;
    }
    Ok(())
}

const HEADS: [&str; 5] = ["clauses", "set aside", "encoded", "tested", "exercised"];

fn figures(out: &mut impl Write, answer: &Answer) -> Result<(), Fault> {
    let names = answer.passages.iter().map(|p| format!("{} {}", p.id, p.heading));
    let names: Vec<String> = names.collect();
    let widest = names.iter().map(|n| width(n)).max().unwrap_or(0).max(width("total"));
    let line = |name: &str, cells: [String; 5]| {
        let mut line = pad(name, widest);
        for (cell, head) in cells.iter().zip(HEADS) {
            line.push_str(&format!("  {cell:>0$}", head.len()));
        }
        line
    };
    let cells = |c: &Count| [c.clauses, c.set_aside, c.encoded, c.tested, c.exercised].map(|n| n.to_string());
    writeln!(out, "{}", line("", HEADS.map(str::to_owned)))?;
    for (name, passage) in names.iter().zip(&answer.passages) {
        writeln!(out, "{}", line(name, cells(&passage.count)))?;
    }
    writeln!(out, "{}", line("total", cells(&answer.total)))?;
    Ok(())
}

/// Documents with how much of each is in a register.
fn documents(out: &mut impl Write, answer: &Answer) -> Result<(), Fault> {
    if !answer.documents.is_empty() {
        writeln!(out, "\nBy document")?;
    }
    for d in &answer.documents {
        writeln!(
            out,
            "  {}: {} lines in {} passages, of which {} are set aside as a whole; {} clauses, {} set aside, {} encoded, {} tested, {} exercised",
            d.document,
            d.lines,
            d.passages,
            d.set_aside,
            d.count.clauses,
            d.count.set_aside,
            d.count.encoded,
            d.count.tested,
            d.count.exercised
        )?;
    }
    Ok(())
}

/// Games with how many clauses each encodes.
fn by_game(out: &mut impl Write, answer: &Answer) -> Result<(), Fault> {
    if !answer.by_game.is_empty() {
        writeln!(out, "\nBy game, in clauses")?;
    }
    let widest = answer.by_game.iter().map(|g| width(&g.game)).max().unwrap_or(0);
    for g in &answer.by_game {
        let name = pad(&g.game, widest);
        writeln!(
            out,
            "  {name}  {} encoded, {} tested, {} exercised",
            g.encoded, g.tested, g.exercised
        )?;
    }
    Ok(())
}

/// The clauses of a passage: what each says, its status, and what rests on it.
fn rows(out: &mut impl Write, passage: &Passage) -> Result<(), Fault> {
    writeln!(out, "\n{} {}, {}", passage.id, passage.heading, passage.gloss)?;
    if let Some(why) = &passage.set_aside {
        writeln!(out, "  set aside as a whole: {why}")?;
    }
    for clause in &passage.clauses {
        let number = clause.id.rsplit('.').next().unwrap_or_default();
        let words = clause.quote.as_ref().map_or(clause.says.clone(), |q| format!("“{q}”"));
        let reason = clause.reason.as_ref().map_or_else(String::new, |r| format!(": {r}"));
        writeln!(out, "  {number:<4}{words}")?;
        writeln!(out, "      {}{reason}", clause.status)?;
        if let Some(encoded) = encoded(clause) {
            writeln!(out, "      encoded by {encoded}")?;
        }
        for test in &clause.tested_by {
            let failed = match (test.ok, test.false_as_printed) {
                (false, _) => ", which fails",
                (true, true) => ", false as printed",
                (true, false) => "",
            };
            writeln!(
                out,
                "      tested by {}: {} \"{}\"{failed}",
                test.game, test.kind, test.title
            )?;
        }
        let exercised: Vec<String> = clause
            .exercised
            .iter()
            .map(|e| format!("{} of {} games of {}", e.games, e.of, e.game))
            .collect();
        if !exercised.is_empty() {
            writeln!(out, "      exercised in {}", exercised.join(", "))?;
        }
    }
    Ok(())
}

/// The rules that rest on a clause, game by game; games with the same rules together.
fn encoded(clause: &Clause) -> Option<String> {
    let mut by_game: Vec<(Vec<&str>, BTreeSet<&str>)> = Vec::new();
    let games: BTreeSet<&str> = clause.encoded_by.iter().map(|b| b.game.as_str()).collect();
    for game in games {
        let parts: BTreeSet<&str> = clause
            .encoded_by
            .iter()
            .filter(|b| b.game == game)
            .map(|b| b.rule.as_str())
            .collect();
        match by_game.iter_mut().find(|(_, p)| *p == parts) {
            Some((games, _)) => games.push(game),
            None => by_game.push((vec![game], parts)),
        }
    }
    let told: Vec<String> = by_game
        .into_iter()
        .map(|(games, parts)| {
            let parts: Vec<&str> = parts.into_iter().collect();
            format!("{}: {}", games.join(", "), parts.join(", "))
        })
        .collect();
    (!told.is_empty()).then(|| told.join("; "))
}

fn silences(out: &mut impl Write, answer: &Answer) -> Result<(), Fault> {
    if answer.silences.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\nSilences: what only a conjecture or a convenience of ours settles"
    )?;
    for silence in &answer.silences {
        let readings = match silence.readings.as_slice() {
            [] => String::new(),
            names => format!("; --reading {} offers another way", names.join(", ")),
        };
        writeln!(
            out,
            "  {}: {}, {}: {}{readings}",
            silence.game, silence.part, silence.grade, silence.because
        )?;
    }
    Ok(())
}
