//! Arms of `cases` within expressions: what they cite is held against the registers, and their guards are decided, wherever
//! the expression stands.

mod common;

use bopu::check::{Library, Options, compile};
use bopu::engine::Game;
use common::Table;
use std::path::Path;

/// The game of `tests/house`, which names a register, with a line behind it.
fn cited_in(line: &str) -> Vec<(&'static str, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/house");
    let text = std::fs::read_to_string(folder.join("home.rules")).expect("a game");
    let library = Library { beside: Some(folder) };
    match compile(
        "home.rules",
        &format!("{text}\n{line}\n"),
        &library,
        &Options::default(),
    ) {
        Ok(_) => Vec::new(),
        Err(failure) => failure.diagnostics.into_iter().map(|d| (d.code, d.message)).collect(),
    }
}

#[test]
fn a_clause_cited_in_an_arm_must_be_there() {
    let lines = [
        "measure tally = cases { rounds = 1 -> 3 per CLAUSE;  otherwise -> 2 }",
        "const tally : 0..9 = 1 + cases { 1 = 1 -> 3 per CLAUSE;  otherwise -> 2 }",
        "region far = cases { 1 = 1 -> { lane[3], lane[4] } per CLAUSE;  otherwise -> { lane[2] } }",
        "fn tally(n : 0..9) : 0..9 = max(n, cases { n = 1 -> 3 per CLAUSE;  otherwise -> 2 })",
    ];
    for line in lines {
        let unknown = |findings: Vec<(&str, String)>| -> Vec<String> {
            let cited = findings.into_iter().filter(|(code, _)| *code == "warrant::unknown");
            cited.map(|(_, message)| message).collect()
        };
        let wrong = unknown(cited_in(&line.replace("CLAUSE", "house.you.77")));
        assert_eq!(wrong, ["the passage `house.you` has no clause 77"], "{line}");
        let right = unknown(cited_in(&line.replace("CLAUSE", "house.you.2")));
        assert!(right.is_empty(), "{line}: {right:?}");
    }
}

const SIDES: &str = "language 1
game sides \"one of two counts\"
seats A, B
dice 1 of d6
reading side \"which?\" { left default; right }
var n : 0..99 = 0
measure tally = 10 + cases { n > 1 -> 1 when side is left;  n > 1 -> 2 when side is right;  otherwise -> 0 }
turn = play
phase play { roll;  n += 1 }
end game when over: n > 3 { win me }
";

#[test]
fn an_arm_stands_only_where_its_guard_holds() {
    for (side, counted) in [("left", 11), ("right", 12)] {
        let options = Options {
            readings: vec![("side".into(), side.into())],
            ..Options::default()
        };
        let success = compile("sides.rules", SIDES, &Library::default(), &options).expect("a game");
        let mut table = Table::new(&Game::new(success.program));
        assert_eq!(table.measure("tally", 0), 10, "{side}: nothing is counted at first");
        table.throw(&[1]).throw(&[1]);
        assert_eq!(table.measure("tally", 0), counted, "{side}");
    }
}

#[test]
fn a_guard_of_an_arm_asks_for_a_reading_that_is_there() {
    let text = SIDES.replace("when side is right", "when hand is right");
    let failure = compile("sides.rules", &text, &Library::default(), &Options::default()).expect_err("an error");
    let found: Vec<(&str, &str)> = failure
        .diagnostics
        .iter()
        .map(|d| (d.code, d.message.as_str()))
        .collect();
    assert_eq!(found, [("name::unknown", "there is no reading `hand`")]);
}
