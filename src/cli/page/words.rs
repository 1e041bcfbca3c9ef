//! Glossaries: words of the texts, and what is attested, each with what it rests on.

use super::cited;
use super::gather::Gathered;
use super::markdown::{Markdown, capital, plain};
use crate::cli::warrants::{Cited, cited as cite};
use serde::Serialize;
use std::collections::HashSet;

/// `{"heading", "words": [{"word", "gloss", "warrants"}]}`.
#[derive(Debug, Serialize)]
pub struct Words {
    pub heading: String,
    pub words: Vec<Word>,
}

/// `{"word", "gloss", "warrants"}`.
#[derive(Debug, Serialize)]
pub struct Word {
    pub word: String,
    pub gloss: String,
    pub warrants: Vec<Cited>,
}

/// The glossaries that are written here.
pub fn of(of: &Gathered) -> Vec<Words> {
    let told = of.described.glossaries.iter().filter_map(|glossary| {
        let mut rules = of
            .game
            .rules
            .iter()
            .filter(|r| r.kind == "glossary" && r.path == glossary.name);
        let rule = rules.find(|r| of.own.has(r.span))?;
        let words = glossary.words.iter().map(|w| {
            let path = format!("{}.{}", glossary.name, w.word);
            let part = rule.parts.iter().find(|p| p.path == path);
            let warrants = part.map_or(&rule.warrants, |p| &p.warrants);
            Word {
                word: w.word.clone(),
                gloss: w.gloss.clone(),
                warrants: warrants.iter().map(|w| cite(&of.game, &of.registers, w)).collect(),
            }
        });
        Some(Words {
            heading: glossary.heading.clone().unwrap_or_else(|| glossary.name.clone()),
            words: words.collect(),
        })
    });
    told.collect()
}

pub fn write(glossaries: &[Words], page: &mut Markdown) {
    for glossary in glossaries {
        page.heading(2, &plain(&capital(&glossary.heading)));
        let mut told = HashSet::new();
        let rows: Vec<Vec<String>> = glossary
            .words
            .iter()
            .map(|w| {
                vec![
                    plain(&w.word),
                    plain(&w.gloss),
                    cited::cell_once(&w.warrants, &mut told),
                ]
            })
            .collect();
        page.table(&["word", "what it is", "rests on"], &rows);
    }
}
