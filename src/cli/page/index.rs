//! The index of all games: family by family, with what tells them apart at a glance.

use super::content::Content;
use super::markdown::{Markdown, capital, plain};
use super::sample::Lengths;
use crate::sources::Grades;
use crate::syntax::tree::Grade;
use std::path::Path;

/// A game's row in the index.
pub struct Listed {
    /// The folder of its rule file.
    pub family: String,
    /// Its id.
    pub id: String,
    heading: String,
    names: Vec<String>,
    base: Option<String>,
    players: String,
    dice: String,
    grades: Grades,
    lost: bool,
    lengths: Option<Lengths>,
}

impl Listed {
    /// A game, from its page.
    pub fn of(page: &Content, dice: String, lengths: Option<Lengths>) -> Self {
        let about = &page.about;
        let folder = Path::new(&about.file).parent().and_then(Path::file_name);
        Self {
            family: folder.map(|f| f.to_string_lossy().into_owned()).unwrap_or_default(),
            id: about.id.clone(),
            heading: about.title.clone(),
            names: about.names.clone(),
            base: about.derived.iter().find(|d| d.page).map(|d| d.base.clone()),
            players: about.players.clone(),
            dice,
            grades: about.grades,
            lost: about.lost.is_some(),
            lengths,
        }
    }

    fn row(&self) -> Vec<String> {
        let base = self
            .base
            .as_ref()
            .map_or_else(String::new, |b| format!("<br>from [{b}]({b}.md)"));
        let mut row = vec![
            format!("[{}]({}.md){base}", self.id, self.id),
            plain(&self.heading),
            plain(&self.names.join(", ")),
        ];
        if self.lost {
            row.extend(["lost".to_owned(), String::new()]);
        } else {
            row.extend([plain(&self.players), plain(&self.dice)]);
        }
        row.extend(GRADES.iter().map(|g| share(&self.grades, *g)));
        row.push(self.lengths.map_or_else(|| "—".to_owned(), |l| l.words()));
        row
    }
}

const GRADES: [Grade; 5] = [
    Grade::Stated,
    Grade::Implied,
    Grade::Elsewhere,
    Grade::Conjecture,
    Grade::Modern,
];

/// The share of a grade: `61 %`.
fn share(grades: &Grades, grade: Grade) -> String {
    let all: usize = grades.each().map(|(_, n)| n).sum();
    let of = grades.each().find(|(g, _)| *g == grade).map_or(0, |(_, n)| n);
    if of == 0 {
        return String::new();
    }
    format!("{} %", (of * 100 + all / 2) / all)
}

/// The index as Markdown.
pub fn write(games: &[Listed], note: &str) -> String {
    let mut page = Markdown::default();
    page.block(&format!("<!-- {note} -->"));
    page.heading(1, "The games");
    page.block(
        "Each page tells a game's rules with the clauses that they rest on, what the text leaves open, and what became of the \
         text's examples and claims. The columns of grades say how many of the rules that rest on something themselves a clause \
         *states*, are *implied* by some, are told *elsewhere*, are *conjecture* or a *modern* convenience. *Rounds* is the mean \
         length of 200 games between random players (of fewer, where games are long), seed 1.",
    );
    let mut families: Vec<&str> = games.iter().map(|g| g.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    let mut head = vec!["game", "what it is", "names", "seats", "dice"];
    head.extend(GRADES.iter().map(|g| g.word()));
    head.push("rounds");
    for family in families {
        page.heading(2, &plain(&capital(family)));
        let mut members: Vec<&Listed> = games.iter().filter(|g| g.family == family).collect();
        members.sort_by_key(|g| g.id.as_str());
        let rows: Vec<Vec<String>> = descent(&members).into_iter().map(Listed::row).collect();
        page.table(&head, &rows);
    }
    page.finish()
}

/// Bases before what is derived from them, each followed by its own.
fn descent<'g>(games: &[&'g Listed]) -> Vec<&'g Listed> {
    let here = |base: &String| games.iter().any(|g| g.id == *base);
    let mut left: Vec<&'g Listed> = games
        .iter()
        .copied()
        .filter(|g| !g.base.as_ref().is_some_and(here))
        .collect();
    left.reverse();
    let mut out: Vec<&'g Listed> = Vec::new();
    while let Some(game) = left.pop() {
        out.push(game);
        let derived = games.iter().rev().filter(|g| g.base.as_ref() == Some(&game.id));
        left.extend(derived.copied());
    }
    out
}
