//! What `coverage` answers: the same content for people and for programs.

use crate::cli::cite::named;
use crate::sources::{Disagreement, Figures, Games, PassageRows, Registers, Row, Status};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// `{"bopu", "games", "passages", "documents", "by_game", "total", "silences", "faults"}`.
#[derive(Debug, Serialize)]
pub struct Answer {
    pub bopu: u32,
    pub games: Vec<Played>,
    pub passages: Vec<Passage>,
    pub documents: Vec<Document>,
    pub by_game: Vec<ByGame>,
    pub total: Count,
    pub silences: Vec<Silent>,
    pub faults: Vec<Fault>,
}

/// `{"game", "seed", "games", "unfinished"}`: the random games.
#[derive(Debug, Serialize)]
pub struct Played {
    pub game: String,
    pub seed: u64,
    pub games: u64,
    pub unfinished: u64,
}

/// `{"clauses", "set_aside", "encoded", "tested", "exercised"}`.
#[derive(Debug, Serialize)]
pub struct Count {
    pub clauses: usize,
    pub set_aside: usize,
    pub encoded: usize,
    pub tested: usize,
    pub exercised: usize,
}

/// `{"document", "passages", "set_aside", "lines", "count"}`: how many passages, how many of them are set aside as a whole, and
/// how many lines of the document stand in a passage.
#[derive(Debug, Serialize)]
pub struct Document {
    pub document: String,
    pub passages: usize,
    pub set_aside: usize,
    pub lines: usize,
    pub count: Count,
}

/// `{"game", "encoded", "tested", "exercised"}`: numbers of clauses.
#[derive(Debug, Serialize)]
pub struct ByGame {
    pub game: String,
    pub encoded: usize,
    pub tested: usize,
    pub exercised: usize,
}

/// `{"id", "heading", "gloss", "set_aside", "count", "clauses"}`: why the passage is set aside as a whole, where it is.
#[derive(Debug, Serialize)]
pub struct Passage {
    pub id: String,
    pub heading: String,
    pub gloss: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_aside: Option<String>,
    pub count: Count,
    pub clauses: Vec<Clause>,
}

/// `{"id", "quote", "says", "status", "reason", "encoded_by", "tested_by", "exercised"}`.
#[derive(Debug, Serialize)]
pub struct Clause {
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    pub says: String,
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub encoded_by: Vec<By>,
    pub tested_by: Vec<Tested>,
    pub exercised: Vec<In>,
}

/// `{"game", "kind", "part", "grade", "under"}`.
#[derive(Debug, Serialize)]
pub struct By {
    pub game: String,
    pub kind: &'static str,
    pub part: String,
    /// The part with its kind, for people.
    #[serde(skip)]
    pub rule: String,
    pub grade: &'static str,
    pub under: Vec<String>,
}

/// `{"game", "kind", "title", "ok", "false_as_printed"}`: the text makes a claim that is false.
#[derive(Debug, Serialize)]
pub struct Tested {
    pub game: String,
    pub kind: &'static str,
    pub title: String,
    pub ok: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub false_as_printed: bool,
}

/// `{"game", "games", "of"}`: in how many of its random games.
#[derive(Debug, Serialize)]
pub struct In {
    pub game: String,
    pub games: u64,
    pub of: u64,
}

/// `{"game", "kind", "part", "text", "grade", "because", "readings", "file", "line"}`: `readings` offer something else.
#[derive(Debug, Serialize)]
pub struct Silent {
    pub game: String,
    pub kind: &'static str,
    pub part: String,
    pub text: String,
    pub grade: &'static str,
    pub because: String,
    pub readings: Vec<String>,
    pub file: String,
    pub line: usize,
}

/// `{"clause", "fault"}`.
#[derive(Debug, Serialize)]
pub struct Fault {
    pub clause: String,
    pub fault: String,
}

/// What an answer is made of.
pub struct Asked<'a> {
    pub games: &'a Games,
    pub registers: &'a Registers,
    pub passages: &'a [PassageRows<'a>],
    pub disagreements: Vec<Disagreement>,
    pub seed: u64,
    /// Whether silences of bases are told too.
    pub inherited: bool,
}

impl Answer {
    pub fn new(asked: &Asked<'_>) -> Self {
        let games = asked.games;
        let name = |game: usize| games.games[game].id.clone();
        let played = games.played.iter().enumerate().filter_map(|(game, p)| {
            let p = p.as_ref()?;
            Some(Played {
                game: name(game),
                seed: asked.seed,
                games: p.games,
                unfinished: p.unfinished,
            })
        });
        let silences = (0..games.games.len())
            .filter(|g| games.played[*g].is_some())
            .flat_map(|g| games.silences(g, !asked.inherited))
            .map(|s| {
                let (file, line) = games.games[s.game].place(s.rule.span);
                Silent {
                    game: name(s.game),
                    kind: s.rule.kind,
                    part: s.rule.path,
                    text: s.rule.text,
                    grade: s.grade.word(),
                    because: s.because,
                    readings: s.open,
                    file,
                    line,
                }
            });
        let faults = asked.disagreements.iter().map(|d| match d {
            Disagreement::Unused { clause } => Fault {
                clause: clause.clone(),
                fault: "the register says that rules rest on it; neither a rule nor an example does".into(),
            },
            Disagreement::Cited {
                clause,
                game,
                by,
                reason,
            } => Fault {
                clause: clause.clone(),
                fault: format!("cited by `{by}` of {game}, though the register sets it aside: {reason}"),
            },
        });
        let total = asked
            .passages
            .iter()
            .fold(Figures::default(), |sum, p| sum.and(p.figures));
        let passages: Vec<Passage> = asked.passages.iter().map(|p| passage(games, p)).collect();
        Self {
            bopu: 1,
            games: played.collect(),
            documents: documents(asked),
            by_game: by_game(&passages),
            passages,
            total: count(total),
            silences: silences.collect(),
            faults: faults.collect(),
        }
    }
}

/// The passages, document by document. A witness without a document has none.
fn documents(asked: &Asked<'_>) -> Vec<Document> {
    let mut by_file: BTreeMap<&str, Vec<&PassageRows<'_>>> = BTreeMap::new();
    for p in asked.passages {
        let register = p.id.split('.').next().unwrap_or_default();
        let file = asked.registers.file(register);
        if let Some(document) = file.and_then(|f| f.register.document.as_ref()) {
            by_file.entry(&document.file).or_default().push(p);
        }
    }
    by_file
        .into_iter()
        .map(|(file, passages)| {
            let lines = passages.iter().filter_map(|p| p.passage.lines);
            let lines: BTreeSet<usize> = lines.flat_map(|(first, last)| first..=last).collect();
            Document {
                document: file.to_owned(),
                passages: passages.len(),
                set_aside: passages.iter().filter(|p| p.passage.set_aside.is_some()).count(),
                lines: lines.len(),
                count: count(passages.iter().fold(Figures::default(), |sum, p| sum.and(p.figures))),
            }
        })
        .collect()
}

/// The clauses that each game encodes, tests and exercises, counted.
fn by_game(passages: &[Passage]) -> Vec<ByGame> {
    let mut out: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for clause in passages.iter().flat_map(|p| &p.clauses) {
        let encoded: BTreeSet<&str> = clause.encoded_by.iter().map(|b| b.game.as_str()).collect();
        let tested: BTreeSet<&str> = clause
            .tested_by
            .iter()
            .filter(|t| t.ok)
            .map(|t| t.game.as_str())
            .collect();
        let exercised = clause.exercised.iter().filter(|e| e.games > 0);
        let exercised: BTreeSet<&str> = exercised.map(|e| e.game.as_str()).collect();
        for (at, games) in [encoded, tested, exercised].into_iter().enumerate() {
            for game in games {
                out.entry(game).or_default()[at] += 1;
            }
        }
    }
    out.into_iter()
        .map(|(game, [encoded, tested, exercised])| ByGame {
            game: game.to_owned(),
            encoded,
            tested,
            exercised,
        })
        .collect()
}

fn count(figures: Figures) -> Count {
    Count {
        clauses: figures.clauses,
        set_aside: figures.aside,
        encoded: figures.encoded,
        tested: figures.tested,
        exercised: figures.exercised,
    }
}

fn passage(games: &Games, p: &PassageRows<'_>) -> Passage {
    Passage {
        id: p.id.clone(),
        heading: p.passage.heading.clone(),
        gloss: p.passage.gloss.clone(),
        set_aside: p.passage.set_aside.clone(),
        count: count(p.figures),
        clauses: p.rows.iter().map(|r| clause(games, r)).collect(),
    }
}

fn clause(games: &Games, row: &Row<'_>) -> Clause {
    let name = |game: usize| games.games[game].id.clone();
    let clause = row.clause.clause;
    let encoded_by = row.entry.uses.iter().map(|u| By {
        game: name(u.game),
        kind: u.kind,
        part: u.path.clone(),
        rule: if u.path.contains('.') {
            u.path.clone()
        } else {
            named(u.kind, &u.path)
        },
        grade: u.grade().word(),
        under: u.under.iter().map(|(r, c)| format!("{r}={c}")).collect(),
    });
    let tested_by = row.entry.tests.iter().map(|t| {
        let example = &games.games[t.game].examples[t.pinned];
        Tested {
            game: name(t.game),
            kind: if example.claim { "claim" } else { "example" },
            title: example.title.clone(),
            ok: games.holds(t.game, t.pinned),
            false_as_printed: example.printed_false,
        }
    });
    let exercised = row.exercised.iter().map(|(game, n)| In {
        game: name(*game),
        games: *n,
        of: games.played[*game].as_ref().map_or(0, |p| p.games),
    });
    Clause {
        id: row.clause.id(),
        quote: clause.quote.clone(),
        says: clause.says.clone(),
        status: clause.status.name(),
        reason: match &clause.status {
            Status::Encoded => None,
            Status::SetAside(why) | Status::Disputed(why) | Status::Lacunose(why) => Some(why.clone()),
        },
        encoded_by: encoded_by.collect(),
        tested_by: tested_by.collect(),
        exercised: exercised.collect(),
    }
}
