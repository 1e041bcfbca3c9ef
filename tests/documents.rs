//! The registers' quotations stand in the documents, word for word. The folder that holds the documents is named by
//! `BOPU_DOCUMENTS`; where it isn't, these tests say so and are skipped.

mod common;

use bopu::sources::{Registers, embedded_ids, unaccounted, verify};
use common::program::{err, out, run};
use std::path::{Path, PathBuf};

fn documents() -> Option<PathBuf> {
    let folder = std::env::var_os("BOPU_DOCUMENTS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: BOPU_DOCUMENTS names no folder with the documents");
    }
    folder
}

fn verified(folder: &Path) -> (Option<i32>, String) {
    let output = run(&["cite", "--verify", folder.to_str().expect("UTF-8")], "");
    (output.status.code(), out(&output) + &err(&output))
}

#[test]
fn quotations_stand_in_the_documents() {
    let Some(folder) = documents() else { return };
    let (code, told) = verified(&folder);
    assert_eq!(code, Some(0), "{told}");
    assert!(!told.contains("fault:") && !told.contains("note:"), "{told}");
    for id in embedded_ids() {
        assert!(told.contains(&format!("{id}: ")), "{id} was looked at\n{told}");
    }
}

/// Verse, anecdote and history are set aside by passage; rules are clauses. Nothing is left out.
#[test]
fn every_line_of_each_document_is_in_a_register() {
    let Some(folder) = documents() else { return };
    let registers = Registers::embedded();
    let all: Vec<_> = registers.files().map(|f| &f.register).collect();
    let mut documents: Vec<&str> = all
        .iter()
        .filter_map(|r| r.document.as_ref())
        .map(|d| d.file.as_str())
        .collect();
    documents.sort_unstable();
    documents.dedup();
    assert_eq!(documents.len(), 5, "{documents:?}");
    for document in documents {
        let text = std::fs::read_to_string(folder.join(document)).expect("the document");
        let missing = unaccounted(document, &text, &all);
        assert!(missing.is_empty(), "{document}: lines {missing:?} are in no passage");
    }
}

/// The first clause of each passage with a character changed in the document: each is noticed, and nothing else is.
#[test]
fn a_changed_character_in_any_passage_is_noticed() {
    let Some(folder) = documents() else { return };
    for file in Registers::embedded().files() {
        let register = &file.register;
        let Some(document) = &register.document else { continue };
        let text = std::fs::read_to_string(folder.join(&document.file)).expect("the document");
        for passage in &register.passages {
            let clause = passage.clauses.iter().find(|c| {
                let once = |q: &String| text.matches(q.as_str()).count() == 1;
                c.quote.as_ref().is_some_and(once)
            });
            let Some(quote) = clause.and_then(|c| c.quote.as_ref()) else {
                continue;
            };
            let last = quote.chars().next_back().expect("a character");
            let changed = format!("{}甴", &quote[..quote.len() - last.len_utf8()]);
            let found = verify(register, document, &text.replace(quote.as_str(), &changed)).faults;
            assert!(!found.is_empty(), "{}.{}: {changed}", register.id, passage.id);
        }
    }
}
