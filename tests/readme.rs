//! The README's tour can be walked: its files are as printed there, its commands end as it says and print what it shows.

mod common;

use common::program::{err, out, run_in, unnumbered};
use std::path::Path;

/// A fenced block, with the last line of text before it.
struct Block {
    before: String,
    mark: String,
    lines: Vec<String>,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let (mut open, mut before) = (false, String::new());
    for line in page.lines() {
        if let Some(mark) = line.strip_prefix("```") {
            open = !open;
            if open {
                found.push(Block {
                    before: std::mem::take(&mut before),
                    mark: mark.to_owned(),
                    lines: Vec::new(),
                });
            }
        } else if open && let Some(block) = found.last_mut() {
            block.lines.push(line.to_owned());
        } else if !line.trim().is_empty() {
            before = line.to_owned();
        }
    }
    assert!(!open, "the last block is closed");
    found
}

/// The file that a block is to be saved as: "… as `NAME`" stands before it.
fn file(block: &Block) -> Option<&str> {
    let (_, name) = block.before.rsplit_once("as `")?;
    name.split('`').next()
}

/// A command with what the page shows of its answer, and the exit code that it says.
struct Shown {
    command: String,
    lines: Vec<String>,
    code: i32,
}

fn commands(block: &Block) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut lines = block.lines.iter();
    while let Some(line) = lines.next() {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some("echo $?"), Some(last)) => {
                last.code = lines.next().and_then(|n| n.parse().ok()).expect("an exit code");
            }
            (Some(command), _) => found.push(Shown {
                command: command.to_owned(),
                lines: Vec::new(),
                code: 0,
            }),
            (None, Some(last)) => last.lines.push(line.clone()),
            (None, None) => {}
        }
    }
    found
}

/// The words of a command, where double quotation marks hold some together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, piece) in command.split('"').enumerate() {
        if i % 2 == 1 {
            words.push(piece.to_owned());
        } else {
            words.extend(piece.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Whether a line is as the page shows it, where `…` stands for anything.
fn is_as(line: &str, shown: &str) -> bool {
    let mut pieces = shown.split('…');
    let Some(mut rest) = pieces.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    for piece in pieces {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.is_empty() || shown.ends_with('…')
}

/// The first line that the page shows and the answer lacks, where a line with `…` alone stands for any lines.
fn missing<'s>(answer: &str, shown: &'s [String]) -> Option<&'s String> {
    let mut lines = answer.lines().map(str::trim_end);
    let mut gap = false;
    for line in shown {
        if line.trim() == "…" {
            gap = true;
            continue;
        }
        let there = if gap {
            lines.any(|l| is_as(l, line))
        } else {
            lines.next().is_some_and(|l| is_as(l, line))
        };
        if !there {
            return Some(line);
        }
        gap = false;
    }
    None
}

#[test]
fn the_tour_can_be_walked_in_an_empty_folder() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the README");
    let folder = tempfile::tempdir().expect("a folder");
    let (mut files, mut walked) = (0, 0);
    for block in blocks(&page) {
        if let Some(name) = file(&block) {
            let text = block.lines.join("\n") + "\n";
            std::fs::write(folder.path().join(name), text).expect("a file of the tour");
            files += 1;
            continue;
        }
        assert_eq!(block.mark, "", "a block is a file or what is typed");
        for Shown { command, lines, code } in commands(&block) {
            let words = words(&command);
            assert_eq!(words[0], "bopu", "{command}");
            let args: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            let output = run_in(folder.path(), &args, "");
            assert_eq!(output.status.code(), Some(code), "{command}: {}", err(&output));
            let (answer, shown) = (unnumbered(&out(&output)), unnumbered(&lines.join("\n")));
            let shown: Vec<String> = shown.lines().map(str::to_owned).collect();
            if let Some(line) = missing(&answer, &shown) {
                panic!("`{command}` does not print as the README shows:\n{line}\nbut\n{answer}");
            }
            walked += 1;
        }
    }
    assert!(files == 3 && walked > 6, "{files} files, {walked} commands");
    assert!(Path::new(folder.path()).join("position.json").exists());
}

/// Every command of the table, on a game and with the files of the tour.
#[test]
fn every_command_is_there() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the README");
    let rows = page.lines().filter_map(|l| l.strip_prefix("| `"));
    let names: Vec<&str> = rows.filter_map(|r| r.split([' ', '`']).next()).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let output = run_in(Path::new(env!("CARGO_MANIFEST_DIR")), &[name, "--help"], "");
        assert_eq!(output.status.code(), Some(0), "{name}");
    }
}
