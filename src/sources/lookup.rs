//! Registers by id and clauses by theirs, embedded ones and those beside a rule file.

use super::load::{MAX_BYTES, RegisterFile, Unreadable};
use super::register::{Clause, Passage, Register};
use crate::files;
use include_dir::{Dir, include_dir};
use std::path::Path;
use std::sync::{Arc, OnceLock};

static SOURCES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/docs/sources");

/// A clause with the register and the passage that it stands in.
#[derive(Clone, Copy, Debug)]
pub struct ClauseRef<'a> {
    /// The register's file.
    pub file: &'a RegisterFile,
    /// The register.
    pub register: &'a Register,
    /// The passage.
    pub passage: &'a Passage,
    /// The clause.
    pub clause: &'a Clause,
    /// The passage's number in the register, from 0.
    pub passage_at: usize,
    /// The clause's number in the passage, from 0.
    pub clause_at: usize,
}

impl ClauseRef<'_> {
    /// The whole id: `pushuang.ping.5`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}.{}.{}", self.register.id, self.passage.id, self.clause.id)
    }
}

/// Why there is no register of a name.
#[derive(Clone, Debug)]
pub enum Missing {
    /// Nobody has it.
    Unknown,
    /// Its file can't be used.
    Unreadable(Arc<Unreadable>),
}

/// A register that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The register.
    pub file: Arc<RegisterFile>,
    /// Whether it stands beside the rule file in place of an embedded one that says something else.
    pub shadows: bool,
}

/// Registers in which clauses are looked up.
#[derive(Clone, Debug, Default)]
pub struct Registers {
    files: Vec<Arc<RegisterFile>>,
}

type Read = Result<Arc<RegisterFile>, Arc<Unreadable>>;

/// An embedded register, read when it is asked for.
struct Slot {
    id: &'static str,
    name: String,
    text: &'static str,
    read: OnceLock<Read>,
}

impl Slot {
    fn read(&self) -> Read {
        self.read
            .get_or_init(|| {
                RegisterFile::read(self.id, &self.name, self.text)
                    .map(Arc::new)
                    .map_err(Arc::new)
            })
            .clone()
    }
}

fn slots() -> &'static [Slot] {
    static SLOTS: OnceLock<Vec<Slot>> = OnceLock::new();
    SLOTS.get_or_init(|| {
        let mut list: Vec<Slot> = SOURCES
            .files()
            .filter(|f| f.path().extension().is_some_and(|e| e == "ron"))
            .filter_map(|f| {
                Some(Slot {
                    id: f.path().file_stem()?.to_str()?,
                    name: format!("docs/sources/{}", f.path().display()),
                    text: f.contents_utf8()?,
                    read: OnceLock::new(),
                })
            })
            .collect();
        list.sort_by_key(|s| s.id);
        list
    })
}

/// The ids of the embedded registers, sorted.
#[must_use]
pub fn embedded_ids() -> Vec<&'static str> {
    slots().iter().map(|s| s.id).collect()
}

/// A register by id: the file `ID.ron` in a folder, else the embedded one.
///
/// # Errors
/// When there is none, or when its file can't be used.
pub fn find(id: &str, beside: Option<&Path>) -> Result<Found, Missing> {
    let slot = slots().iter().find(|s| s.id == id);
    if let Some(path) = beside.map(|f| f.join(format!("{id}.ron"))) {
        let name = path.display().to_string();
        let bad = |e| Missing::Unreadable(Arc::new(e));
        match files::read(&path, MAX_BYTES as u64) {
            Ok(text) if slot.is_some_and(|s| s.text == text) => {}
            Ok(text) => {
                return Ok(Found {
                    file: Arc::new(RegisterFile::read(id, &name, &text).map_err(bad)?),
                    shadows: slot.is_some(),
                });
            }
            Err(unread) if unread.is_missing() => {}
            Err(unread) => return Err(bad(Unreadable::file(id, &name, unread.told(&name)))),
        }
    }
    let file = slot.ok_or(Missing::Unknown)?.read().map_err(Missing::Unreadable)?;
    Ok(Found { file, shadows: false })
}

impl Registers {
    /// All embedded registers, by id. One that can't be read is left out: [`find`] says why.
    #[must_use]
    pub fn embedded() -> Self {
        Self {
            files: slots().iter().filter_map(|s| s.read().ok()).collect(),
        }
    }

    /// Adds a register, in place of one with its id.
    pub fn add(&mut self, file: Arc<RegisterFile>) {
        match self.files.iter_mut().find(|f| f.register.id == file.register.id) {
            Some(old) => *old = file,
            None => self.files.push(file),
        }
    }

    /// The registers' files.
    pub fn files(&self) -> impl Iterator<Item = &RegisterFile> {
        self.files.iter().map(Arc::as_ref)
    }

    /// A register's file, by the register's id.
    #[must_use]
    pub fn file(&self, id: &str) -> Option<&RegisterFile> {
        self.files().find(|f| f.register.id == id)
    }

    /// A passage by its whole id, `pushuang.ping`.
    #[must_use]
    pub fn passage(&self, id: &str) -> Option<(&RegisterFile, &Passage)> {
        let (register, passage) = id.split_once('.')?;
        let file = self.file(register)?;
        let passage = file.register.passages.iter().find(|p| p.id == passage)?;
        Some((file, passage))
    }

    /// A clause by its whole id, `pushuang.ping.5`.
    #[must_use]
    pub fn clause(&self, id: &str) -> Option<ClauseRef<'_>> {
        let (register, rest) = id.split_once('.')?;
        let file = self.file(register)?;
        let (passage_at, clause_at) = file.find(rest)?;
        Some(clause_ref(file, passage_at, clause_at))
    }

    /// All clauses in reading order.
    pub fn clauses(&self) -> impl Iterator<Item = ClauseRef<'_>> {
        self.files().flat_map(clauses)
    }

    /// The clauses from one id to another, both in one passage; nothing where they aren't, or stand the other way round.
    #[must_use]
    pub fn range(&self, first: &str, last: &str) -> Option<Vec<ClauseRef<'_>>> {
        let (first, last) = (self.clause(first)?, self.clause(last)?);
        let one = first.register.id == last.register.id && first.passage_at == last.passage_at;
        (one && first.clause_at <= last.clause_at).then(|| {
            (first.clause_at..=last.clause_at)
                .map(|n| clause_ref(first.file, first.passage_at, n))
                .collect()
        })
    }

    /// The clause, passage or register whose id is most like one that is unknown.
    #[must_use]
    pub fn nearest(&self, id: &str) -> Option<String> {
        let depth = id.matches('.').count();
        let ids = self.files().flat_map(|f| {
            let id = &f.register.id;
            match depth {
                0 => vec![id.clone()],
                1 => f.register.passages.iter().map(|p| format!("{id}.{}", p.id)).collect(),
                _ => clauses(f).map(|c| c.id()).collect(),
            }
        });
        let near = ids
            .map(|known| (strsim::damerau_levenshtein(id, &known), known))
            .min_by_key(|(distance, _)| *distance)?;
        (near.0 <= (id.chars().count() / 3).max(1)).then_some(near.1)
    }
}

fn clause_ref(file: &RegisterFile, passage_at: usize, clause_at: usize) -> ClauseRef<'_> {
    let passage = &file.register.passages[passage_at];
    ClauseRef {
        file,
        register: &file.register,
        passage,
        clause: &passage.clauses[clause_at],
        passage_at,
        clause_at,
    }
}

/// The clauses of one register, in reading order.
pub fn clauses(file: &RegisterFile) -> impl Iterator<Item = ClauseRef<'_>> {
    let passages = file.register.passages.iter().enumerate();
    passages.flat_map(move |(p, passage)| (0..passage.clauses.len()).map(move |c| clause_ref(file, p, c)))
}
