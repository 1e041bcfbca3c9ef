//! Holds the registers against their documents.

use crate::check::Options;
use crate::cli::args::Format;
use crate::cli::exit::{Exit, Fault as Stop};
use crate::cli::open;
use crate::files;
use crate::show::beside;
use crate::sources::{
    Fault, GameRules, Missing, Register, Registers, Verified, embedded_ids, find, unaccounted, verify,
};
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

/// The largest document that is read.
const MAX_DOCUMENT: u64 = 16 << 20;

/// `{"bopu", "registers", "documents"}`: `documents` where all registers are looked at.
#[derive(Debug, Serialize)]
struct Answer {
    bopu: u32,
    registers: Vec<Held>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    documents: Vec<DocumentAnswer>,
}

/// `{"document", "unaccounted"}`: stretches of lines, first and last, that are in no passage.
#[derive(Debug, Serialize)]
struct DocumentAnswer {
    document: String,
    unaccounted: Vec<(usize, usize)>,
}

/// `{"register", "document", "unreadable", "same_document", "quotations", "found", "moved", "faults"}`: `moved` are quotations
/// that stand at another line than the register says.
#[derive(Debug, Serialize)]
struct Held {
    register: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    same_document: Option<bool>,
    quotations: usize,
    found: usize,
    moved: Vec<Moved>,
    faults: Vec<FaultAnswer>,
}

/// `{"clause", "said", "line"}`.
#[derive(Debug, Serialize)]
struct Moved {
    clause: String,
    said: usize,
    line: usize,
}

/// `{"what", "message", "words", "nearest", "line"}`.
#[derive(Debug, Serialize)]
struct FaultAnswer {
    what: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// Both texts with their differences marked, for people.
    #[serde(skip)]
    beside: Vec<String>,
}

/// Holds all registers, or one, or those that a game names, against the documents in a folder.
pub fn run(what: Option<&str>, folder: &Path, format: Format) -> Result<Exit, Stop> {
    let (registers, ids) = wanted(what)?;
    if let Err(error) = std::fs::read_dir(folder) {
        return Err(Stop::cannot_run(
            format!("cannot read the folder `{}`: {error}", folder.display()),
            Some("name the folder that holds the documents".into()),
        ));
    }
    let mut answer = Answer {
        bopu: 1,
        registers: Vec::new(),
        documents: Vec::new(),
    };
    for register in registers.files().map(|f| &f.register).filter(|r| ids.contains(&r.id)) {
        let mut held = Held {
            register: register.id.clone(),
            document: register.document.as_ref().map(|d| d.file.clone()),
            unreadable: None,
            same_document: None,
            quotations: 0,
            found: 0,
            moved: Vec::new(),
            faults: Vec::new(),
        };
        if let Some(document) = &register.document {
            match read(&folder.join(&document.file)) {
                Ok(text) => told(&verify(register, document, &text), &text, &mut held),
                Err(why) => held.unreadable = Some(why),
            }
        }
        answer.registers.push(held);
    }
    if what.is_none() {
        answer.documents = documents(&registers, folder);
    }
    let mut out = anstream::stdout();
    match format {
        Format::Json => super::super::json::write(&mut out, &answer)?,
        Format::Human => {
            for held in &answer.registers {
                human(&mut out, held)?;
            }
            for document in &answer.documents {
                accounted(&mut out, document)?;
            }
        }
    }
    Ok(if answer.registers.iter().any(|r| r.unreadable.is_some()) {
        Exit::CannotRun
    } else if answer.registers.iter().any(|r| !r.faults.is_empty()) {
        Exit::Faults
    } else {
        Exit::Done
    })
}

/// The lines of each document that are in no passage of any register. One that can't be read has been told of.
fn documents(registers: &Registers, folder: &Path) -> Vec<DocumentAnswer> {
    let all: Vec<&Register> = registers.files().map(|f| &f.register).collect();
    let named = all.iter().filter_map(|r| r.document.as_ref()).map(|d| d.file.as_str());
    let named: BTreeSet<&str> = named.collect();
    named
        .into_iter()
        .filter_map(|file| {
            let text = read(&folder.join(file)).ok()?;
            Some(DocumentAnswer {
                document: file.to_owned(),
                unaccounted: unaccounted(file, &text, &all)
                    .into_iter()
                    .map(|r| (*r.start(), *r.end()))
                    .collect(),
            })
        })
        .collect()
}

fn accounted(out: &mut impl Write, document: &DocumentAnswer) -> Result<(), Stop> {
    if document.unaccounted.is_empty() {
        writeln!(out, "{}: every line is in a register", document.document)?;
        return Ok(());
    }
    let stretches = document.unaccounted.iter().map(|(first, last)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first} to {last}")
        }
    });
    let stretches: Vec<String> = stretches.collect();
    writeln!(
        out,
        "{}: in no register are the lines {}",
        document.document,
        stretches.join(", ")
    )?;
    Ok(())
}

/// The registers that are to be looked at, by their ids.
fn wanted(what: Option<&str>) -> Result<(Registers, Vec<String>), Stop> {
    let registers = Registers::embedded();
    match what {
        None => {
            for id in embedded_ids() {
                if let Err(Missing::Unreadable(unreadable)) = find(id, None) {
                    return Err(super::unusable(&unreadable));
                }
            }
            let ids = embedded_ids().into_iter().map(str::to_owned).collect();
            Ok((registers, ids))
        }
        Some(id) if registers.file(id).is_some() => Ok((registers, vec![id.to_owned()])),
        Some(name) => {
            let found = open::find(name).map_err(|fault| super::nothing(&registers, name, fault))?;
            let game =
                GameRules::read(&found.name, &found.text, &found.library, &Options::default()).map_err(Stop::Rules)?;
            Ok((super::registers_of(&game, &found.library)?, game.sources()))
        }
    }
}

/// A document's text, or why it can't be read.
fn read(path: &Path) -> Result<String, String> {
    files::read(path, MAX_DOCUMENT).map_err(|e| e.told(&path.display().to_string()))
}

fn told(verified: &Verified, text: &str, held: &mut Held) {
    held.same_document = Some(verified.same_document);
    held.quotations = verified.quotations.len();
    held.found = verified.quotations.iter().filter(|q| q.line.is_some()).count();
    held.moved = verified
        .quotations
        .iter()
        .filter_map(|q| {
            let (said, line) = (q.said?, q.line?);
            (said != line).then(|| Moved {
                clause: q.clause.clone(),
                said,
                line,
            })
        })
        .collect();
    held.faults = verified.faults.iter().map(|f| fault(f, text)).collect();
}

fn fault(fault: &Fault, text: &str) -> FaultAnswer {
    let plain = |what: &str, message: String| FaultAnswer {
        what: what.to_owned(),
        message,
        words: None,
        nearest: None,
        line: None,
        beside: Vec::new(),
    };
    match fault {
        Fault::NotThere { what, words, nearest } => match nearest {
            Some((near, line)) => FaultAnswer {
                words: Some(words.clone()),
                nearest: Some(text[near.start..near.end].to_owned()),
                line: Some(*line),
                beside: beside::lines(&near.pairs, ("register", "document")),
                ..plain(
                    what,
                    format!("these words are not in the document; nearest, at line {line}:"),
                )
            },
            None => FaultAnswer {
                words: Some(words.clone()),
                beside: vec![format!("“{words}”")],
                ..plain(what, "nothing like these words is in the document:".into())
            },
        },
        Fault::OutOfPlace { clause, line, why } => FaultAnswer {
            line: Some(*line),
            ..plain(clause, format!("these words stand at line {line}, {why}"))
        },
        Fault::Uncovered { passage, words, line } => FaultAnswer {
            words: Some(words.clone()),
            line: Some(*line),
            ..plain(
                passage,
                format!("the passage is said to be quoted whole, but “{words}” at line {line} is in no clause"),
            )
        },
        Fault::NoSuchLines { passage, lines, has } => plain(
            passage,
            format!("there are no lines {} to {}: the document has {has}", lines.0, lines.1),
        ),
        Fault::NoLines { passage } => plain(
            passage,
            "the passage is said to be quoted whole, but not from which line to which it goes".into(),
        ),
        Fault::Damage { clause, words } => FaultAnswer {
            words: Some(words.clone()),
            ..plain(clause, format!("the damaged words “{words}” are not in its quotation"))
        },
    }
}

fn human(out: &mut impl Write, held: &Held) -> Result<(), Stop> {
    let Some(document) = &held.document else {
        writeln!(
            out,
            "{}: a witness without a document, cited and not quoted",
            held.register
        )?;
        return Ok(());
    };
    if let Some(why) = &held.unreadable {
        writeln!(out, "{}: {why}", held.register)?;
        return Ok(());
    }
    let faults = match held.faults.len() {
        0 => "no faults".to_owned(),
        1 => "1 fault".to_owned(),
        n => format!("{n} faults"),
    };
    writeln!(
        out,
        "{}: {} of {} quotations stand in {document}, {faults}",
        held.register, held.found, held.quotations
    )?;
    if held.same_document == Some(false) {
        writeln!(
            out,
            "  note: the document is not the one whose fingerprint is registered; the quotations decide"
        )?;
    }
    for moved in &held.moved {
        writeln!(
            out,
            "  note: {} stands at line {}; the register says {}",
            moved.clause, moved.line, moved.said
        )?;
    }
    for fault in &held.faults {
        writeln!(out, "  {}: {}", fault.what, fault.message)?;
        for line in &fault.beside {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}
