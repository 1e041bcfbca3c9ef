//! The language reference is run: every example in `docs/language.md` does what the page says of it.
//!
//! A fenced block has one mark:
//!
//! - `rules`: a whole file, which compiles;
//! - `rules-skeleton`: the game that the parts below are written for;
//! - `rules-part`: declarations, which compile in a game that extends the skeleton;
//! - `rules-file NAME`: a whole file, which others on the page extend or use;
//! - `rules-fails CODE …`: a whole file, or declarations for the skeleton, with all these errors and no others;
//! - `rules-warns CODE`: the same, which compiles with this warning;
//! - `ron ID`: the clause register of that id, which the other blocks cite;
//! - `text`: a form, not run.

mod common;

use bopu::check::{Library, Options, Success, compile};
use bopu::diagnostics::Level;
use bopu::engine::{Current, Game, Playouts, generator};
use bopu::ir::Bound;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

struct Block {
    line: usize,
    mark: String,
    code: String,
    text: String,
}

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn page() -> String {
    read(&root("docs/language.md"))
}

fn blocks(page: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for (i, line) in page.lines().enumerate() {
        if let Some(info) = line.strip_prefix("```") {
            open = !open;
            if open {
                let (mark, code) = info.split_once(' ').unwrap_or((info, ""));
                found.push(Block {
                    line: i + 1,
                    mark: mark.to_owned(),
                    code: code.to_owned(),
                    text: String::new(),
                });
            }
        } else if open && let Some(block) = found.last_mut() {
            block.text.push_str(line);
            block.text.push('\n');
        }
    }
    assert!(!open, "the last block of the page is not closed");
    found
}

/// What came of a block: the game, or the codes of its errors; and how it reads for people.
struct Outcome {
    success: Option<Success>,
    codes: Vec<&'static str>,
    report: String,
}

fn run(block: &Block, folder: &Path) -> Outcome {
    let first = block.text.split_whitespace().next().unwrap_or("");
    let whole = ["language", "game", "library"].contains(&first);
    let text = if whole {
        block.text.clone()
    } else {
        format!("language 1\ngame part extends skeleton\n{}", block.text)
    };
    let library = Library {
        beside: Some(folder.to_path_buf()),
    };
    match compile("part.rules", &text, &library, &Options::default()) {
        Ok(success) => match failed_examples(&text, &library) {
            Some(failed) => failed,
            None => Outcome {
                codes: success.warnings.iter().map(|w| w.code).collect(),
                report: success
                    .warnings
                    .iter()
                    .map(|w| w.render(&success.program.sources, false))
                    .collect(),
                success: Some(success),
            },
        },
        Err(failure) => Outcome {
            success: None,
            codes: failure
                .diagnostics
                .iter()
                .filter(|d| d.level == Level::Error)
                .map(|d| d.code)
                .collect(),
            report: common::reports(&failure),
        },
    }
}

/// What its own examples and claims find, where they find something.
fn failed_examples(text: &str, library: &Library) -> Option<Outcome> {
    let report = bopu::examples::run("part.rules", text, library).ok()?;
    let findings: Vec<_> = report.outcomes.iter().filter_map(|o| o.diagnostic()).collect();
    (!findings.is_empty()).then(|| Outcome {
        success: None,
        codes: findings.iter().map(|d| d.code).collect(),
        report: findings.iter().map(|d| d.render(&report.sources, false)).collect(),
    })
}

#[test]
fn every_example_does_what_the_page_says() {
    let page = page();
    let blocks = blocks(&page);
    let skeletons: Vec<&Block> = blocks.iter().filter(|b| b.mark == "rules-skeleton").collect();
    assert_eq!(skeletons.len(), 1, "the page has one skeleton");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("skeleton.rules"), &skeletons[0].text).expect("the skeleton is written");
    for register in blocks.iter().filter(|b| b.mark == "ron") {
        let path = folder.path().join(format!("{}.ron", register.code));
        std::fs::write(path, &register.text).expect("the register is written");
    }
    let mut wrong = Vec::new();
    for block in &blocks {
        let at = format!("docs/language.md:{}", block.line);
        let outcome = match block.mark.as_str() {
            "rules" | "rules-skeleton" | "rules-part" | "rules-fails" | "rules-warns" => run(block, folder.path()),
            "rules-file" => {
                let name = format!("{}.rules", block.code);
                std::fs::write(folder.path().join(name), &block.text).expect("the file is written");
                run(block, folder.path())
            }
            "text" | "ron" => continue,
            other => {
                wrong.push(format!("{at}: unknown mark `{other}`"));
                continue;
            }
        };
        match (block.mark.as_str(), &outcome.success) {
            ("rules-fails", None) => {
                let expected: BTreeSet<&str> = block.code.split(' ').collect();
                if outcome.codes.iter().copied().collect::<BTreeSet<_>>() != expected {
                    wrong.push(format!("{at}: expected only {}\n{}", block.code, outcome.report));
                }
            }
            ("rules-fails", Some(_)) => wrong.push(format!("{at}: compiles, expected {}", block.code)),
            (_, None) => wrong.push(format!("{at}: does not compile\n{}", outcome.report)),
            ("rules-warns", Some(_)) => {
                if !outcome.codes.contains(&block.code.as_str()) {
                    wrong.push(format!("{at}: expected the warning {}\n{}", block.code, outcome.report));
                }
            }
            (_, Some(success)) => {
                if success.expanded.header.is_game
                    && let Some(problem) = play_a_little(success)
                {
                    wrong.push(format!("{at}: {problem}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Games of the page are really played: a few turns, so that what is shown also runs.
fn play_a_little(success: &Success) -> Option<String> {
    let game = Game::new(success.program.clone());
    let state = game.start();
    if state.current() == Current::Unfinished {
        return Some("is stopped before it begins".into());
    }
    let mut playouts = Playouts::new(game.program(), 50);
    for i in 0..5 {
        let played = playouts.play(&mut generator(1, i, false), &mut generator(1, i, true));
        let part = &game.program().parts[played.by as usize];
        // That it goes on for long, or waits for a referee, is no fault of the page.
        let bound = game.program().bound_of_part(played.by);
        if !played.finished && !matches!(bound, Bound::Rounds | Bound::Call) {
            return Some(format!("game {i} is stopped at `{}`: {:?}", part.path, part.reason));
        }
    }
    None
}

/// All codes of findings: of the parser, the checker, the examples, and the commands that look at files.
fn codes_in_source() -> BTreeSet<String> {
    fn walk(folder: &Path, out: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("a source folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, out);
            } else {
                let text = read(&path);
                let code = |s: &&str| {
                    s.split_once("::").is_some_and(|(a, b)| {
                        !a.is_empty()
                            && !b.is_empty()
                            && [a, b].iter().all(|w| w.chars().all(|c| c.is_ascii_lowercase()))
                    })
                };
                out.extend(text.split('"').filter(code).map(str::to_owned));
            }
        }
    }
    let mut out = BTreeSet::new();
    walk(&root("src/check"), &mut out);
    walk(&root("src/syntax"), &mut out);
    walk(&root("src/examples"), &mut out);
    walk(&root("src/sources"), &mut out);
    walk(&root("src/cli"), &mut out);
    out
}

#[test]
fn the_table_lists_every_code_and_no_other() {
    let page = page();
    let listed: BTreeSet<String> = page
        .lines()
        .filter_map(|l| l.strip_prefix("| `")?.split('`').next())
        .filter(|c| c.contains("::"))
        .map(str::to_owned)
        .collect();
    let used = codes_in_source();
    assert!(used.len() > 50, "codes were found in the source");
    let missing: Vec<&String> = used.difference(&listed).collect();
    let stale: Vec<&String> = listed.difference(&used).collect();
    assert!(
        missing.is_empty() && stale.is_empty(),
        "missing {missing:?}, stale {stale:?}"
    );
}

#[test]
fn the_page_uses_every_word_of_the_grammar() {
    let grammar = read(&root("grammar/rules.pest"));
    let page = page();
    let words: BTreeSet<&str> = page.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let missing: Vec<&str> = grammar
        .lines()
        .filter_map(|l| l.strip_prefix("kw_")?.split(' ').next())
        .filter(|w| !words.contains(w))
        .collect();
    assert!(missing.is_empty(), "not described: {missing:?}");
}
