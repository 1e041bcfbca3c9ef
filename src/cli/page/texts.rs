//! The registers, documents and passages that a game's rules cite.

use super::gather::Gathered;
use super::markdown::{Markdown, code, plain};
use crate::check::provenance::clause_ids;
use crate::sources::Registers;
use crate::syntax::tree::Warrant;
use serde::Serialize;
use std::collections::BTreeSet;

/// `{"register", "title", "document", "about", "passages"}`: no document of a witness that is cited without being quoted.
#[derive(Debug, Serialize)]
pub struct Text {
    pub register: String,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    pub passages: Vec<Passage>,
}

/// `{"passage", "heading", "gloss", "lines", "clauses", "cited", "inherited"}`: how many clauses it has, how many of them are cited
/// here, and how many only by what is inherited.
#[derive(Debug, Serialize)]
pub struct Passage {
    pub passage: String,
    pub heading: String,
    pub gloss: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<(usize, usize)>,
    pub clauses: usize,
    pub cited: usize,
    pub inherited: usize,
}

/// The registers that a game cites, with the passages.
pub fn of(of: &Gathered) -> Vec<Text> {
    let registers = &of.registers;
    let here = ids(registers, of.warrants().filter(|w| of.own.has(w.span)));
    let all = ids(registers, of.warrants());
    let texts = registers.files().map(|file| {
        let register = &file.register;
        let passages = register.passages.iter().map(|p| {
            let id = |clause: &str| format!("{}.{}.{clause}", register.id, p.id);
            let count = |ids: &BTreeSet<String>| p.clauses.iter().filter(|c| ids.contains(&id(&c.id))).count();
            Passage {
                passage: p.id.clone(),
                heading: p.heading.clone(),
                gloss: p.gloss.clone(),
                lines: p.lines,
                clauses: p.clauses.len(),
                cited: count(&here),
                inherited: count(&all) - count(&here),
            }
        });
        Text {
            register: register.id.clone(),
            title: register.title.clone(),
            document: register.document.as_ref().map(|d| d.file.clone()),
            about: register.document.as_ref().map(|d| d.about.clone()),
            passages: passages.filter(|p| p.cited + p.inherited > 0).collect(),
        }
    });
    let mut texts: Vec<Text> = texts.filter(|t| !t.passages.is_empty()).collect();
    // What is quoted first, then the witnesses beside it, in the order of the game's sources.
    let sources = of.game.sources();
    let rank = |t: &Text| sources.iter().position(|s| *s == t.register).unwrap_or(sources.len());
    texts.sort_by_key(rank);
    texts
}

fn ids<'a>(registers: &Registers, warrants: impl Iterator<Item = &'a Warrant>) -> BTreeSet<String> {
    warrants
        .flat_map(|w| clause_ids(std::slice::from_ref(w), registers))
        .collect()
}

pub fn write(texts: &[Text], base: Option<&String>, page: &mut Markdown) {
    if texts.is_empty() {
        return;
    }
    page.heading(2, "Where it stands");
    for text in texts {
        let document = match (&text.document, &text.about) {
            (Some(document), Some(about)) => format!("{}: {}", code(document), plain(about)),
            (Some(document), None) => code(document),
            (None, _) => "A witness that is cited without being quoted.".to_owned(),
        };
        page.block(&format!(
            "**{}**, register {}. {document}",
            plain(&text.title),
            code(&text.register)
        ));
        let inherited = text.passages.iter().any(|p| p.inherited > 0);
        let mut head = vec!["passage", "lines", "clauses cited here"];
        let by = base.map_or_else(|| "more by bases".to_owned(), |b| format!("more through [{b}]({b}.md)"));
        if inherited {
            head.push(&by);
        }
        let rows: Vec<Vec<String>> = text
            .passages
            .iter()
            .map(|p| {
                let mut row = vec![
                    format!("{} {}, {}", code(&p.passage), plain(&p.heading), plain(&p.gloss)),
                    p.lines.map_or_else(
                        String::new,
                        |(a, b)| if a == b { a.to_string() } else { format!("{a}–{b}") },
                    ),
                    format!("{} of {}", p.cited, p.clauses),
                ];
                if inherited {
                    row.push(if p.inherited > 0 {
                        p.inherited.to_string()
                    } else {
                        String::new()
                    });
                }
                row
            })
            .collect();
        page.table(&head, &rows);
    }
}
