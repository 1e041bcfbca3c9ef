//! A game as `show` answers: the same content for people and for programs.

use super::rules;
use crate::check::{Expanded, Success};
use crate::engine::Game;
use crate::ir::{NONE, Program};
use crate::show;
use crate::sources::{self, Grades};
use crate::syntax::print::print_warrants;
use crate::syntax::tree::{ItemKind, Warrant};
use serde::Serialize;

/// A game. The keys are stable: a later version may add some, never change or remove one without another `bopu` number.
///
/// `bopu` (the version of this format), `id`, `title`, `aliases`, `sources`, `derived_from` (what it extends, nearest
/// base first), `uses` (the libraries that it or a base of it uses, and which does), `grades` (how
/// many rules and parts that have warrants of their own are of each grade), `board` (text), `seats`,
/// `sides`, `pieces`, `dice`, `measures`, `rules`, `glossaries`, `readings`, `agreements`; where its rules are lost also `lost`, which
/// says why nobody can play it; with `--expanded` also `expanded`, a rule file.
#[derive(Debug, Serialize)]
pub struct Described {
    pub bopu: u32,
    pub id: String,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
    pub aliases: Vec<String>,
    pub sources: Vec<String>,
    pub derived_from: Vec<String>,
    pub uses: Vec<Use>,
    pub grades: Grades,
    pub board: String,
    pub seats: Vec<Seat>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<Side>,
    pub pieces: Vec<Pieces>,
    pub dice: Vec<Dice>,
    pub measures: Vec<Measure>,
    pub rules: Vec<Rule>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub glossaries: Vec<Glossary>,
    pub readings: Vec<Reading>,
    pub agreements: Vec<Agreement>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<String>,
}

/// `{"name", "gloss"}`.
#[derive(Debug, Serialize)]
pub struct Seat {
    pub name: String,
    pub gloss: Option<String>,
}

/// `{"name", "gloss", "seats"}`: who wins and loses together.
#[derive(Debug, Serialize)]
pub struct Side {
    pub name: String,
    pub gloss: Option<String>,
    pub seats: Vec<String>,
}

/// `{"kind", "each", "marks"}`: how many each player has, and what they may be marked with.
#[derive(Debug, Serialize)]
pub struct Pieces {
    pub kind: String,
    pub each: i32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

/// `{"library", "by"}`: what is used, and the file that uses it.
#[derive(Debug, Serialize)]
pub struct Use {
    pub library: String,
    pub by: String,
}

/// `{"name", "number", "each_player", "in_order", "faces": [{"face", "weight"}]}`; no name for the unnamed group.
#[derive(Debug, Serialize)]
pub struct Dice {
    pub name: Option<String>,
    pub number: u32,
    pub each_player: bool,
    pub in_order: bool,
    pub faces: Vec<Face>,
}

/// `{"face", "weight"}`.
#[derive(Debug, Serialize)]
pub struct Face {
    pub face: String,
    pub weight: u32,
}

/// `{"name", "gloss", "start": [value of each seat]}`.
#[derive(Debug, Serialize)]
pub struct Measure {
    pub name: String,
    pub gloss: Option<String>,
    pub start: Vec<Option<i32>>,
}

/// `{"kind", "name", "text", "warrants", "parts", "does"}`: a definition, in reading order. The text is the
/// definition as written after derivation; of a step or condition it is the head, whose requirements are the parts. What a
/// step does, with the values that it names for that, is written as in a rule file.
#[derive(Debug, Serialize)]
pub struct Rule {
    pub kind: String,
    pub name: Option<String>,
    pub text: String,
    pub warrants: Vec<Warranted>,
    pub parts: Vec<Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub does: Option<String>,
}

/// `{"name", "reason", "warrants"}`: a requirement, or what a play must satisfy.
#[derive(Debug, Serialize)]
pub struct Part {
    pub name: String,
    pub reason: Option<String>,
    pub warrants: Vec<Warranted>,
}

/// `{"name", "heading", "words": [{"word", "gloss", "warrants"}]}`.
#[derive(Debug, Serialize)]
pub struct Glossary {
    pub name: String,
    pub heading: Option<String>,
    pub words: Vec<Word>,
}

/// `{"word", "gloss", "warrants"}`.
#[derive(Debug, Serialize)]
pub struct Word {
    pub word: String,
    pub gloss: String,
    pub warrants: Vec<Warranted>,
}

/// `{"grade", "clauses", "text"}`: the grade is `stated`, `implied`, `elsewhere`, `conjecture` or `modern`.
#[derive(Debug, Serialize)]
pub struct Warranted {
    pub grade: &'static str,
    pub clauses: Vec<String>,
    pub text: String,
}

/// `{"name", "question", "choices": [{"name", "gloss", "warrants"}], "default", "chosen"}`.
#[derive(Debug, Serialize)]
pub struct Reading {
    pub name: String,
    pub question: Option<String>,
    pub choices: Vec<ReadingChoice>,
    pub default: String,
    pub chosen: String,
}

/// `{"name", "gloss", "warrants"}`.
#[derive(Debug, Serialize)]
pub struct ReadingChoice {
    pub name: String,
    pub gloss: Option<String>,
    pub warrants: Vec<Warranted>,
}

/// `{"name", "gloss", "range", "default", "chosen"}`.
#[derive(Debug, Serialize)]
pub struct Agreement {
    pub name: String,
    pub gloss: Option<String>,
    pub range: String,
    pub default: String,
    pub chosen: String,
}

/// Describes a compiled game; `expanded` is added as it is.
pub fn describe(success: Success, expanded: Option<String>) -> Described {
    let rules = rules::rules(&success.expanded);
    let glossaries = glossaries(&success.expanded);
    let grades = Grades::of(&sources::rules(&success.expanded));
    let registers = success.expanded.defs.iter().filter_map(|d| match &d.item.kind {
        ItemKind::Source(ids) => Some(ids.iter().map(|i| i.text.clone())),
        _ => None,
    });
    let sources = registers.flatten().collect();
    let derived_from = success.expanded.bases().map(|o| o.header.id.text.clone()).collect();
    let uses = success.expanded.uses().map(|(by, library)| Use {
        library: library.to_owned(),
        by: by.to_owned(),
    });
    let uses = uses.collect();
    let game = Game::new(success.program);
    let state = game.start();
    let program = game.program();
    Described {
        bopu: 1,
        id: program.id.clone(),
        title: program.title.clone(),
        lost: program.lost.clone(),
        aliases: program.also.clone(),
        sources,
        derived_from,
        uses,
        grades,
        board: show::board(&state, state.mover().min(program.seats.len() - 1)),
        seats: program
            .seats
            .iter()
            .map(|s| Seat {
                name: s.name.clone(),
                gloss: s.gloss.clone(),
            })
            .collect(),
        sides: sides(program),
        // A game without pieces has a kind of none.
        pieces: program
            .kinds
            .iter()
            .filter(|k| k.number > 0)
            .map(|k| Pieces {
                kind: k.name.clone(),
                each: k.number,
                marks: k.marks.map_or_else(Vec::new, |e| {
                    let values = program.enums[e as usize].values.iter();
                    values.map(|v| v.name.clone()).collect()
                }),
            })
            .collect(),
        dice: dice(program),
        measures: program
            .measures
            .iter()
            .enumerate()
            .map(|(at, m)| Measure {
                name: m.name.clone(),
                gloss: m.gloss.clone(),
                start: (0..program.seats.len())
                    .map(|seat| state.measure(at, seat).filter(|v| *v != NONE))
                    .collect(),
            })
            .collect(),
        rules,
        glossaries,
        readings: readings(program),
        agreements: program
            .agreements
            .iter()
            .map(|a| Agreement {
                name: a.name.clone(),
                gloss: a.gloss.clone(),
                range: a.range.clone(),
                default: a.default.clone(),
                chosen: a.chosen.clone(),
            })
            .collect(),
        expanded,
    }
}

fn glossaries(game: &Expanded) -> Vec<Glossary> {
    let glossaries = game.defs.iter().filter_map(|d| match &d.item.kind {
        ItemKind::Glossary { name, gloss, entries } => Some((d, name, gloss, entries)),
        _ => None,
    });
    glossaries
        .map(|(def, name, gloss, entries)| Glossary {
            name: name.text.clone(),
            heading: gloss.as_ref().map(|g| g.text.clone()),
            words: entries
                .iter()
                .map(|e| {
                    let path = format!("{}.{}", name.text, e.word.text);
                    let mut rests = game.rests_on(&path, e.span.file, &e.tail.warrants).to_vec();
                    if rests.is_empty() {
                        rests = game
                            .rests_on(&name.text, def.item.head.file, &def.item.tail.warrants)
                            .to_vec();
                    }
                    Word {
                        word: e.word.text.clone(),
                        gloss: e.gloss.text.clone(),
                        warrants: warrants(&rests),
                    }
                })
                .collect(),
        })
        .collect()
}

fn dice(program: &Program) -> Vec<Dice> {
    program
        .dice
        .iter()
        .map(|d| Dice {
            name: Some(d.name.clone()).filter(|n| !n.is_empty()),
            number: d.number,
            each_player: d.each,
            in_order: d.ordered,
            faces: d
                .faces
                .iter()
                .map(|(face, weight)| Face {
                    face: program.write_value(*face, &d.meaning),
                    weight: *weight,
                })
                .collect(),
        })
        .collect()
}

fn sides(program: &Program) -> Vec<Side> {
    let Some(sides) = &program.sides else { return Vec::new() };
    let values = program.enums[sides.names as usize].values.iter();
    (0..)
        .zip(values)
        .map(|(at, side)| {
            let seats = program.seats.iter().zip(&sides.of).filter(|(_, of)| **of == at);
            Side {
                name: side.name.clone(),
                gloss: side.gloss.clone(),
                seats: seats.map(|(s, _)| s.name.clone()).collect(),
            }
        })
        .collect()
}

fn readings(program: &Program) -> Vec<Reading> {
    program
        .readings
        .iter()
        .map(|r| Reading {
            name: r.name.clone(),
            question: r.question.clone(),
            choices: r
                .choices
                .iter()
                .map(|(name, gloss, w)| ReadingChoice {
                    name: name.clone(),
                    gloss: gloss.clone(),
                    warrants: warrants(w),
                })
                .collect(),
            default: r.choices[r.default].0.clone(),
            chosen: r.choices[r.chosen].0.clone(),
        })
        .collect()
}

/// Warrants as `show` writes them.
pub fn warrants(list: &[Warrant]) -> Vec<Warranted> {
    list.iter()
        .map(|w| Warranted {
            grade: w.grade.word(),
            clauses: w
                .clauses
                .iter()
                .map(|(from, to)| match to {
                    Some(to) => format!("{} .. {}", from.text, to.text),
                    None => from.text.clone(),
                })
                .collect(),
            text: print_warrants(std::slice::from_ref(w)),
        })
        .collect()
}

impl Described {
    /// Seats, pieces and dice, a line each.
    pub fn equipment(&self) -> Vec<String> {
        let seats: Vec<String> = self
            .seats
            .iter()
            .map(|s| match &s.gloss {
                Some(gloss) => format!("{} ({gloss})", s.name),
                None => s.name.clone(),
            })
            .collect();
        let mut out = Vec::new();
        // The number of players of a game whose rules are lost need not be known.
        if self.lost.is_none() {
            out.push(format!("seats: {}", seats.join(", ")));
        }
        out.extend(self.sides.iter().map(|s| {
            let gloss = s.gloss.as_ref().map_or_else(String::new, |g| format!(" ({g})"));
            format!("side {}{gloss}: {}", s.name, s.seats.join(", "))
        }));
        out.extend(self.pieces.iter().map(|p| {
            let marks = match p.marks.as_slice() {
                [] => String::new(),
                marks => format!(", each {}", marks.join(" or ")),
            };
            format!("pieces: {} {} for each player{marks}", p.each, p.kind)
        }));
        out.extend(self.dice.iter().map(Dice::line));
        out
    }
}

impl Dice {
    fn line(&self) -> String {
        let name = self.name.as_ref().map_or_else(String::new, |n| format!(" {n}"));
        let each = if self.each_player { " for each player" } else { "" };
        let order = if self.in_order { ", in order" } else { "" };
        let plain = self.faces.iter().all(|f| f.weight == 1);
        let faces: Vec<String> = self
            .faces
            .iter()
            .map(|f| match (plain, f.weight) {
                (true, _) | (_, 1) => f.face.clone(),
                (false, w) => format!("{} (weight {w})", f.face),
            })
            .collect();
        // Faces in a row need not be listed.
        let numbers: Vec<i32> = self.faces.iter().filter_map(|f| f.face.parse().ok()).collect();
        let in_a_row = numbers.len() == faces.len() && numbers.windows(2).all(|w| w[1] == w[0] + 1);
        let faces = match (faces.first(), faces.last()) {
            (Some(a), Some(b)) if plain && in_a_row && faces.len() > 2 => format!("{a} to {b}"),
            _ => faces.join(", "),
        };
        format!("dice{name}: {}{each} with faces {faces}{order}", self.number)
    }
}
