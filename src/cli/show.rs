//! `bopu show`: what a game consists of.

pub mod describe;
mod expanded;
mod rules;

use super::args::{Format, ShowArgs};
use super::exit::{Exit, Fault};
use super::open;
use describe::Described;
use std::io::Write;

/// Runs the command.
pub fn run(args: &ShowArgs) -> Result<Exit, Fault> {
    let success = open::compile(&args.game)?;
    let mut out = anstream::stdout();
    if args.format == Format::Json {
        let text = args.expanded.then(|| expanded::file(&success));
        super::json::write(&mut out, &describe::describe(success, text))?;
    } else if args.expanded {
        write!(out, "{}", expanded::file(&success))?;
    } else {
        human(&mut out, &describe::describe(success, None))?;
    }
    Ok(Exit::Done)
}

fn human(out: &mut impl Write, game: &Described) -> Result<(), Fault> {
    writeln!(out, "{}{}", game.title, bracketed(&game.aliases))?;
    writeln!(out, "id {}", game.id)?;
    if let Some(why) = &game.lost {
        writeln!(out, "its rules are lost: {why}")?;
    }
    if !game.sources.is_empty() {
        writeln!(out, "source {}", game.sources.join(", "))?;
    }
    if !game.derived_from.is_empty() {
        writeln!(
            out,
            "derived from {}",
            game.derived_from.join(", which is derived from ")
        )?;
    }
    for used in &game.uses {
        // What the game itself uses needs no name.
        let by = if used.by == game.id { "" } else { used.by.as_str() };
        writeln!(out, "{}", format!("{by} uses {}", used.library).trim_start())?;
    }
    if game.grades.each().next().is_some() {
        writeln!(out, "rests on {}", game.grades)?;
    }
    if !game.board.is_empty() {
        writeln!(out, "\nBoard at the start\n{}", game.board.trim_end_matches('\n'))?;
    }
    let equipment = game.equipment();
    if !equipment.is_empty() {
        writeln!(out, "\nEquipment")?;
    }
    for line in equipment {
        writeln!(out, "  {line}")?;
    }
    if !game.measures.is_empty() {
        writeln!(out, "\nMeasures")?;
        for measure in &game.measures {
            let at_start: Vec<String> = measure
                .start
                .iter()
                .map(|v| v.map_or("none".into(), |v| v.to_string()))
                .collect();
            writeln!(
                out,
                "  {}{} (at the start {})",
                measure.name,
                gloss(measure.gloss.as_ref()),
                at_start.join(", ")
            )?;
        }
    }
    if !game.rules.is_empty() {
        writeln!(out, "\nRules")?;
    }
    for rule in &game.rules {
        writeln!(out, "  {}", rule.text.replace('\n', "\n  "))?;
        warrants(out, "      ", &rule.warrants)?;
        // What stands in the text already is repeated only where it has warrants of its own.
        let listed = matches!(rule.kind.as_str(), "step" | "condition");
        for part in rule.parts.iter().filter(|p| listed || !p.warrants.is_empty()) {
            match &part.reason {
                Some(reason) => writeln!(out, "      {}: {reason}", part.name)?,
                None => writeln!(out, "      {}", part.name)?,
            }
            warrants(out, "          ", &part.warrants)?;
        }
        if let Some(does) = &rule.does {
            writeln!(out, "      {}", does.replace('\n', "\n      "))?;
        }
    }
    for glossary in &game.glossaries {
        let heading = glossary.heading.as_ref().unwrap_or(&glossary.name);
        writeln!(out, "\nGlossary: {heading}")?;
        for word in &glossary.words {
            writeln!(out, "  {}  {}", word.word, word.gloss)?;
            warrants(out, "      ", &word.warrants)?;
        }
    }
    if !game.readings.is_empty() {
        writeln!(out, "\nReadings (--reading NAME=CHOICE)")?;
    }
    for reading in &game.readings {
        writeln!(out, "  {}{}", reading.name, gloss(reading.question.as_ref()))?;
        for choice in &reading.choices {
            let mut marks = Vec::new();
            if choice.name == reading.chosen {
                marks.push("in force");
            }
            if choice.name == reading.default {
                marks.push("default");
            }
            let marks = if marks.is_empty() {
                String::new()
            } else {
                format!(" ({})", marks.join(", "))
            };
            let sign = if choice.name == reading.chosen { '*' } else { ' ' };
            writeln!(out, "    {sign} {}{}{marks}", choice.name, gloss(choice.gloss.as_ref()))?;
            warrants(out, "        ", &choice.warrants)?;
        }
    }
    if !game.agreements.is_empty() {
        writeln!(out, "\nAgreements (--agree NAME=VALUE)")?;
    }
    for agreed in &game.agreements {
        let default = if agreed.chosen == agreed.default {
            String::new()
        } else {
            format!(", default {}", agreed.default)
        };
        writeln!(
            out,
            "  {} = {} (of {}{default}){}",
            agreed.name,
            agreed.chosen,
            agreed.range,
            gloss(agreed.gloss.as_ref())
        )?;
    }
    Ok(())
}

fn warrants(out: &mut impl Write, indent: &str, warrants: &[describe::Warranted]) -> Result<(), Fault> {
    for warrant in warrants {
        writeln!(out, "{indent}{}", warrant.text)?;
    }
    Ok(())
}

fn gloss(text: Option<&String>) -> String {
    text.map_or_else(String::new, |t| format!(": {t}"))
}

fn bracketed(names: &[String]) -> String {
    if names.is_empty() {
        String::new()
    } else {
        format!(" ({})", names.join(", "))
    }
}
