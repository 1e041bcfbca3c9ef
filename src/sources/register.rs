//! A register: the clauses of one document or work, each with a permanent id and its words.

use serde::{Deserialize, Serialize};

/// The version of the format that this program reads and writes.
pub const VERSION: u32 = 1;

/// The clauses of one document or work, as a file `docs/sources/ID.ron` holds them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// The version of the format: 1.
    pub bopu: u32,
    /// The register's id, the first part of every id of a clause: `pushuang`.
    pub id: String,
    /// The work: its name in its own script, and an English gloss.
    pub title: String,
    /// The document that the quotations are held against; none for a witness that is cited without being quoted.
    #[serde(default)]
    pub document: Option<Document>,
    /// The passages, in the order of the document.
    pub passages: Vec<Passage>,
}

/// The document that a register quotes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Its file's name.
    pub file: String,
    /// The SHA-256 of its bytes, in lower-case hexadecimal digits.
    pub sha256: String,
    /// What it is, in a sentence.
    pub about: String,
}

/// A passage: a heading of the work and what stands under it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passage {
    /// The middle part of the ids of its clauses: `ping`.
    pub id: String,
    /// The heading, in the document's own characters.
    pub heading: String,
    /// The heading in English.
    pub gloss: String,
    /// First and last line of the passage in the document, counted from 1. Advisory, and where `whole` is set the
    /// stretch in which nothing but punctuation may stand outside a quotation.
    #[serde(default)]
    pub lines: Option<(usize, usize)>,
    /// Whether every sentence of the passage is a clause here.
    #[serde(default)]
    pub whole: bool,
    /// Why nothing in the passage bears on play (verse, anecdote, a kick at a ball): then it need not be read clause by clause.
    #[serde(default)]
    pub set_aside: Option<String>,
    /// The clauses, in the order of the text.
    pub clauses: Vec<Clause>,
}

/// A clause: a sentence or less that says one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// The last part of its id, a number that is never given again; a clause that was split has a letter: `5a`.
    pub id: String,
    /// The line of the document, counted from 1. Advisory.
    #[serde(default)]
    pub line: Option<usize>,
    /// The words, verbatim. Absent in a register without a document.
    #[serde(default)]
    pub quote: Option<String>,
    /// What it says, in our words.
    pub says: String,
    /// What sort of sentence it is.
    pub kind: Kind,
    /// What became of it.
    pub status: Status,
    /// Where its words are damaged.
    #[serde(default)]
    pub damage: Vec<Damage>,
}

/// What sort of sentence a clause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// It regulates play: equipment, setup, moves, scores, stakes.
    Rule,
    /// It shows a rule at work, or computes something.
    Example,
    /// It defines a word.
    Term,
    /// It counsels the player.
    Advice,
    /// It says who plays, where, with what material; history, anecdote, verse.
    Remark,
    /// A heading or an editor's note.
    Heading,
}

/// What became of a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Rules rest on it.
    Encoded,
    /// Nothing rests on it, and why.
    SetAside(String),
    /// Rules rest on it, and what it means or how it reads is divided: how.
    Disputed(String),
    /// Too damaged to rest a rule on, and why.
    Lacunose(String),
}

impl Status {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Status::Encoded => "encoded",
            Status::SetAside(_) => "set aside",
            Status::Disputed(_) => "disputed",
            Status::Lacunose(_) => "lacunose",
        }
    }
}

/// A place where the transmitted words of a clause are damaged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Damage {
    /// How.
    pub kind: DamageKind,
    /// The damaged words, as they stand in the quotation.
    pub words: String,
    /// What to read instead, if anyone can say.
    #[serde(default)]
    pub emendation: Option<String>,
    /// What the emendation, or the finding that something is damaged, rests on.
    pub ground: String,
}

/// How words are damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DamageKind {
    /// Something is missing (a lacuna).
    Lost,
    /// Something stands there that can't be right.
    Wrong,
    /// Words, spaces or signs stand in a wrong order or place.
    Scrambled,
}

impl DamageKind {
    /// Its name in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            DamageKind::Lost => "lost",
            DamageKind::Wrong => "wrong",
            DamageKind::Scrambled => "scrambled",
        }
    }
}
