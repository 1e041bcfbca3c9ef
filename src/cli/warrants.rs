//! A warrant with the words it rests on, for people and for programs.

use crate::check::provenance::clause_ids;
use crate::ir::{Ground, Link, PartId, Program};
use crate::sources::{GameRules, Grades, Registers};
use crate::syntax::print::print_warrants;
use crate::syntax::tree::{Grade, Warrant};
use serde::Serialize;

/// `{"grade", "clauses": [{"id", "quote", "says", "status"}], "quote", "read", "because", "through"}`: the grade is `stated`,
/// `implied`, `elsewhere`, `conjecture` or `modern`; `quote` is what the rule file quotes, or the free text of `elsewhere`.
#[derive(Debug, Serialize)]
pub struct Cited {
    pub grade: &'static str,
    pub clauses: Vec<CitedClause>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<Emendation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<Through>,
}

/// `{"id", "quote", "says", "status"}`: a clause as its register has it; only the id where no register has it.
#[derive(Debug, Serialize)]
pub struct CitedClause {
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
}

/// `{"words", "for"}`: what is read for what stands there.
#[derive(Debug, Serialize)]
pub struct Emendation {
    pub words: String,
    #[serde(rename = "for")]
    pub instead_of: String,
}

/// `{"game", "extends", "clauses", "warrant"}`: a link of the derivation by which the rule came here.
#[derive(Debug, Serialize)]
pub struct Through {
    pub game: String,
    pub extends: String,
    pub clauses: Vec<String>,
    pub warrant: String,
}

/// A warrant of a game's rule.
pub fn cited(game: &GameRules, registers: &Registers, warrant: &Warrant) -> Cited {
    let clauses = clause_ids(std::slice::from_ref(warrant), registers)
        .into_iter()
        .map(|id| {
            let clause = registers.clause(&id).map(|c| c.clause);
            CitedClause {
                quote: clause.and_then(|c| c.quote.clone()),
                says: clause.map(|c| c.says.clone()),
                status: clause.map(|c| c.status.name()),
                id,
            }
        });
    Cited::new(warrant, clauses.collect(), through(game, registers, warrant))
}

/// What a part of a program rests on.
pub fn rested(program: &Program, ground: &Ground) -> Vec<Cited> {
    let registered = |id: &String| {
        let words = program.clauses.get(id);
        CitedClause {
            id: id.clone(),
            quote: words.and_then(|w| w.quote.clone()),
            says: words.map(|w| w.says.clone()),
            status: words.map(|w| w.status),
        }
    };
    let link = |l: &Link| Through {
        game: l.game.clone(),
        extends: l.base.clone(),
        clauses: l.clauses.clone(),
        warrant: print_warrants(&l.warrants),
    };
    let each = ground.rests_on.iter().zip(&ground.cites).map(|(warrant, ids)| {
        let clauses = ids.iter().map(registered).collect();
        Cited::new(warrant, clauses, program.links_of(ground).map(link).collect())
    });
    each.collect()
}

/// The links by which a warrant came to a game, those that rest on something.
pub fn through(game: &GameRules, registers: &Registers, warrant: &Warrant) -> Vec<Through> {
    let links = game.through(warrant.span.file).into_iter();
    links
        .filter(|l| !l.warrants.is_empty())
        .map(|l| Through {
            game: l.from.to_owned(),
            extends: l.base.to_owned(),
            clauses: clause_ids(l.warrants, registers),
            warrant: print_warrants(l.warrants),
        })
        .collect()
}

/// The column in which a warrant's words begin, behind its grade.
const WORDS: usize = 12;

impl Cited {
    fn new(warrant: &Warrant, clauses: Vec<CitedClause>, through: Vec<Through>) -> Self {
        Self {
            grade: warrant.grade.word(),
            clauses,
            quote: warrant.quote.as_ref().map(|q| q.text.clone()),
            read: warrant.emends.as_ref().map(|(words, instead_of)| Emendation {
                words: words.text.clone(),
                instead_of: instead_of.text.clone(),
            }),
            because: warrant.because.as_ref().map(|b| b.text.clone()),
            through,
        }
    }

    /// Lines for people, the first beginning with the grade. Of a single clause they quote what the rule file quotes.
    pub fn lines(&self) -> Vec<String> {
        self.told(true)
    }

    /// The same with the words of each clause as its register has them.
    pub fn registered(&self) -> Vec<String> {
        self.told(false)
    }

    fn told(&self, briefly: bool) -> Vec<String> {
        let mut words = Vec::new();
        let several = self.clauses.len() > 1 || !briefly;
        for clause in &self.clauses {
            // The rule file quotes what it means of one clause; of several, the register's words tell them apart.
            let own = self.quote.as_ref().filter(|_| !several);
            match own.or(clause.quote.as_ref()) {
                Some(quote) => words.push(format!("{} “{quote}”", clause.id)),
                None => words.push(clause.id.clone()),
            }
            words.extend(clause.says.clone());
        }
        if self.clauses.is_empty() {
            words.extend(self.quote.clone());
        } else if several && let Some(quote) = &self.quote {
            // What the clauses say already is not said again.
            let known = |piece: &str| {
                self.clauses
                    .iter()
                    .any(|c| c.quote.as_ref().is_some_and(|q| q.contains(piece)))
            };
            if !quote.split('…').all(known) {
                words.push(format!("“{quote}”"));
            }
        }
        if let Some(read) = &self.read {
            words.push(format!("reading “{}” for “{}”", read.words, read.instead_of));
        }
        if let Some(because) = &self.because {
            words.push(if self.clauses.is_empty() {
                because.clone()
            } else {
                format!("because {because}")
            });
        }
        // What no clause says came through no clause either.
        for link in self.through.iter().filter(|_| !self.clauses.is_empty()) {
            words.push(format!(
                "through {} extends {} {}",
                link.game, link.extends, link.warrant
            ));
        }
        if words.is_empty() {
            words.push(String::new());
        }
        words
            .into_iter()
            .enumerate()
            .map(|(i, line)| {
                let grade = if i == 0 { self.grade } else { "" };
                format!("{grade:WORDS$}{line}").trim_end().to_owned()
            })
            .collect()
    }
}

/// `{"part", "reason", "file", "line", "grade", "clauses", "warrants"}`: a part of the rules with its place and what it rests
/// on; `clauses` are the ids of all clauses that its warrants cite.
#[derive(Debug, Serialize)]
pub struct CitedPart {
    pub part: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub file: String,
    pub line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warrants: Vec<Cited>,
}

impl CitedPart {
    /// A part of a program.
    pub fn new(program: &Program, id: PartId) -> Self {
        let part = &program.parts[id as usize];
        let (line, _) = program.sources.line_column(part.span);
        let file = program.sources.file(part.span.file);
        Self {
            part: part.path.clone(),
            reason: part.reason.clone(),
            file: file.map(|f| f.name.clone()).unwrap_or_default(),
            line,
            grade: part.ground.grade().map(Grade::word),
            clauses: part.ground.clauses.clone(),
            warrants: rested(program, &part.ground),
        }
    }

    /// What it rests on, in lines for people.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.warrants.iter().flat_map(Cited::registered)
    }
}

/// `{"grades", "weakest", "by"}`: how many of some parts are of each grade, the weakest grade among them, and the parts that
/// are of it.
#[derive(Debug, Serialize)]
pub struct Standing {
    pub grades: Grades,
    pub weakest: &'static str,
    pub by: Vec<String>,
}

/// So many parts of the weakest grade are named.
const NAMED: usize = 3;

impl Standing {
    /// How firmly some parts stand together; nothing where none of them rests on anything.
    pub fn of(program: &Program, parts: &[PartId]) -> Option<Self> {
        let graded = || parts.iter().filter_map(|id| Some((*id, program.grade(*id)?)));
        let weakest = graded().map(|(_, g)| g).max()?;
        let by = graded().filter(|(_, g)| *g == weakest);
        Some(Self {
            grades: graded().map(|(_, g)| g).collect(),
            weakest: weakest.word(),
            by: by.map(|(id, _)| program.parts[id as usize].path.clone()).collect(),
        })
    }

    /// In a few words: `stated (6), modern (1); weakest: modern (advance.own)`.
    pub fn words(&self) -> String {
        let each: Vec<String> = self.grades.each().map(|(g, n)| format!("{} ({n})", g.word())).collect();
        if let [only] = each.as_slice() {
            return only.clone();
        }
        let mut by = self.by.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        if self.by.len() > NAMED {
            by.push_str(&format!(" and {} more", self.by.len() - NAMED));
        }
        format!("{}; weakest: {} ({by})", each.join(", "), self.weakest)
    }
}
