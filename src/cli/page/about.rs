//! The head of a page: the game's names, its base, and the warrants of the game as a whole.

use super::cited;
use super::gather::Gathered;
use super::markdown::{Markdown, code, plain};
use crate::cli::list;
use crate::cli::warrants::{Cited, cited as cite};
use crate::sources::Grades;
use serde::Serialize;

/// `{"id", "title", "names", "file", "players", "lost", "warrants", "derived", "uses", "grades"}`: `warrants` are those of the game
/// as a whole.
#[derive(Debug, Serialize)]
pub struct About {
    pub id: String,
    pub title: String,
    pub names: Vec<String>,
    pub file: String,
    pub players: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
    pub warrants: Vec<Cited>,
    pub derived: Vec<Derived>,
    pub uses: Vec<Used>,
    pub grades: Grades,
}

/// `{"from", "base", "title", "page", "warrants"}`: a link of the derivation, and whether the base has a page.
#[derive(Debug, Serialize)]
pub struct Derived {
    pub from: String,
    pub base: String,
    pub title: Option<String>,
    pub page: bool,
    pub warrants: Vec<Cited>,
}

/// `{"library", "title", "by"}`.
#[derive(Debug, Serialize)]
pub struct Used {
    pub library: String,
    pub title: Option<String>,
    pub by: String,
}

impl About {
    pub fn of(of: &Gathered) -> Self {
        let game = &of.game.expanded;
        let cited = |w: &_| cite(&of.game, &of.registers, w);
        let header = |id: &str| game.files.iter().map(|o| &o.header).find(|h| h.id.text == id);
        let title = |id: &str| header(id)?.title.as_ref().map(|t| t.text.clone());
        let links = std::iter::once(&game.header).chain(game.bases().map(|o| &o.header));
        let derived = links.filter_map(|from| {
            let (base, warrants) = from.extends.as_ref()?;
            Some(Derived {
                from: from.id.text.clone(),
                base: base.text.clone(),
                title: title(&base.text),
                page: header(&base.text).is_some_and(|h| h.is_game),
                warrants: warrants.iter().map(cited).collect(),
            })
        });
        Self {
            id: of.described.id.clone(),
            title: of.described.title.clone(),
            names: of.described.aliases.clone(),
            file: of.file.clone(),
            players: list::players(game),
            lost: of.success.program.lost.clone(),
            warrants: game.header.warrants.iter().map(cited).collect(),
            derived: derived.collect(),
            uses: of
                .described
                .uses
                .iter()
                .map(|u| Used {
                    library: u.library.clone(),
                    title: title(&u.library),
                    by: u.by.clone(),
                })
                .collect(),
            grades: Grades::of(&of.game.rules),
        }
    }

    /// What stands above everything else.
    pub fn heading(&self) -> String {
        match self.names.first() {
            Some(name) if !self.title.contains(name.as_str()) => format!("{} — {}", plain(name), plain(&self.title)),
            _ => plain(&self.title),
        }
    }

    pub fn write(&self, page: &mut Markdown) {
        page.heading(1, &self.heading());
        if let Some(why) = &self.lost {
            page.block(&format!(
                "> **The rules of this game are lost**: {}.",
                plain(why).trim_end_matches('.')
            ));
        }
        let mut facts = Vec::new();
        // The first name stands in the heading.
        let names = self.names.get(1..).unwrap_or_default();
        if !names.is_empty() {
            facts.push(format!("Also called {}.", plain(&names.join(", "))));
        }
        if self.lost.is_none() {
            let players = if self.players == "1" { "player" } else { "players" };
            facts.push(format!("For {} {players}.", plain(&self.players)));
        }
        let run = if self.lost.is_some() { "show" } else { "play" };
        facts.push(format!(
            "The rules are in {}; {}.",
            code(&self.file),
            code(&format!("bopu {run} {}", self.id))
        ));
        page.block(&facts.join(" "));
        page.lines(&cited::quoted(&self.warrants, ""));
        self.write_derivation(page);
        let grades: Vec<String> = self.grades.each().map(|(g, n)| format!("{n} {}", g.word())).collect();
        if !grades.is_empty() {
            page.block(&format!(
                "{} that rest on something themselves: {}.",
                if self.lost.is_some() {
                    "Words and rules"
                } else {
                    "Rules of the whole game"
                },
                grades.join(", ")
            ));
        }
    }

    /// The bases, up to the first that has a page, which tells the rest.
    fn write_derivation(&self, page: &mut Markdown) {
        let first = self.derived.iter().position(|d| d.page);
        let told = first.map_or(self.derived.len(), |at| at + 1);
        let mut libraries: Vec<String> = Vec::new();
        for link in &self.derived[..told] {
            let title = link
                .title
                .as_ref()
                .map_or_else(String::new, |t| format!(" ({})", plain(t)));
            let from = if link.from == self.id {
                "It".to_owned()
            } else {
                code(&link.from)
            };
            if link.page {
                let base = &link.base;
                page.block(&format!("{from} is derived from [{base}]({base}.md){title}:"));
                page.lines(&cited::quoted(&link.warrants, ""));
            } else {
                if link.warrants.is_empty() {
                    libraries.push(format!("{}{title}", code(&link.base)));
                } else {
                    page.block(&format!("{from} is derived from {}{title}:", code(&link.base)));
                    page.lines(&cited::quoted(&link.warrants, ""));
                }
            }
        }
        // What a base uses its own page tells.
        let here = |by: &str| by == self.id || self.derived[..told].iter().any(|d| !d.page && d.base == *by);
        libraries.extend(self.uses.iter().filter(|u| here(&u.by)).map(|used| {
            let title = used
                .title
                .as_ref()
                .map_or_else(String::new, |t| format!(" ({})", plain(t)));
            format!("{}{title}", code(&used.library))
        }));
        if !libraries.is_empty() {
            page.block(&format!(
                "What it shares with other games is written in libraries: {}.",
                libraries.join(", ")
            ));
        }
        let further: Vec<String> = self.derived[told..]
            .iter()
            .filter(|d| d.page)
            .map(|d| format!("[{0}]({0}.md)", d.base))
            .collect();
        if let Some(base) = first.map(|at| &self.derived[at].base).filter(|_| !further.is_empty()) {
            page.block(&format!(
                "{} in its turn is derived from {}.",
                code(base),
                further.join(", which is derived from ")
            ));
        }
    }
}
