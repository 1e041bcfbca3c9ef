//! Witnesses: what follows from the sources that they follow, on two little books that were made up for this page.

mod common;

use bopu::check::{Library, Options, Success, compile};
use bopu::syntax::parse;
use bopu::syntax::print::print_file;
use bopu::syntax::source::Sources;
use common::program::{json_in, out, run_in};
use common::{register, reports};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

/// A register with three clauses in one passage and one in another.
fn book(id: &str) -> String {
    let clause = |n: u32, words: &str| {
        format!("(id: \"{n}\", quote: \"{words}\", says: \"Rule {n}.\", kind: Rule, status: Encoded),")
    };
    let passages = format!(
        "(id: \"play\", heading: \"行\", gloss: \"Play\", clauses: [{}{}{}]),\
         (id: \"end\", heading: \"终\", gloss: \"The end\", clauses: [{}])",
        clause(1, "同处则打"),
        clause(2, "胜者得二").replace(
            "Encoded)",
            "Encoded, damage: [(kind: Wrong, words: \"二\", emendation: \"三\", ground: \"The end has three.\")])"
        ),
        clause(3, "先行者三"),
        clause(1, "胜者得一"),
    );
    register(id, &passages)
}

/// Of the book `jia` come a strike, a prize of two as transmitted and of three as emended, and two ways to begin; of `yi` no
/// strike. Nobody says who is tired.
const GAME: &str = "language 1
game books \"a game of two books\"
source jia
seats A, B            modern because \"somebody sits\"
pieces stone 1 each   per jia.play.1
die d2 = 1..2         modern because \"a coin\"
dice 1 of d2          per jia.play.1
space a               modern because \"a place\"
space b               modern because \"a place\"
setup each { a: 1 }   modern because \"somewhere\"
reading strike \"is there a strike?\" {
  spared default   elsewhere yi.play.1
  struck           per jia.play.1
}
reading prize \"how much is a win?\" {
  three default  per jia.play.2 read \"三\" for \"二\" because \"the end has three\"
  two            per jia.play.2
}
reading begins \"who begins?\" {
  elder default  per jia.play.3
  either         from jia.end.1, jia.play.3 because \"nobody is named\"
}
reading tired {
  never default  guess because \"nobody says so\"
  often          guess because \"nobody denies it\"
}
const worth = if prize is two then 2 else 3
turn = t
phase t { roll;  if mine(a) > 0 { move 1 a -> b } }    per jia.play.1
end game when over: mine(b) = 1 { win me by worth }    per jia.end.1
measure m = (if strike is struck then 1 else 0) + (if begins is elder then 10 else 20) + (if tired is often then 100 else 0)
witness jia \"the first book\" follows jia
witness yi follows yi
witness end \"the last page\" follows jia.end
witness both follows jia, yi { begins = either  guess because \"either is fairer\";  strike = struck }
";

fn folder(game: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for id in ["jia", "yi"] {
        std::fs::write(folder.path().join(format!("{id}.ron")), book(id)).expect("written");
    }
    std::fs::write(folder.path().join("books.rules"), game).expect("written");
    folder
}

fn read(folder: &Path, text: &str, options: &Options) -> Result<Success, (Vec<&'static str>, String)> {
    let library = Library {
        beside: Some(folder.to_path_buf()),
    };
    compile("test.rules", text, &library, options).map_err(|failure| {
        let codes = failure.diagnostics.iter().map(|d| d.code);
        (codes.collect(), reports(&failure))
    })
}

fn following(witness: &str, readings: &[(&str, &str)]) -> Options {
    Options {
        witness: Some(witness.into()),
        readings: readings.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect(),
        ..Options::default()
    }
}

/// The choices in force: strike, prize, first, rest.
fn in_force(text: &str, options: &Options) -> Result<Vec<String>, Vec<&'static str>> {
    let folder = folder(GAME);
    let success = read(folder.path(), text, options).map_err(|(codes, _)| codes)?;
    let readings = success.program.readings.iter();
    Ok(readings.map(|r| r.choices[r.chosen].0.clone()).collect())
}

fn words(text: &str) -> Result<Vec<String>, Vec<&'static str>> {
    Ok(text.split(' ').map(str::to_owned).collect())
}

#[test]
fn a_witness_takes_what_cites_its_sources_and_leaves_the_rest() {
    assert_eq!(in_force(GAME, &Options::default()), words("spared three elder never"));
    // Only the strike is told of in the second book.
    assert_eq!(in_force(GAME, &following("yi", &[])), words("spared three elder never"));
    // The last page names nobody who begins.
    assert_eq!(
        in_force(GAME, &following("end", &[])),
        words("spared three either never")
    );
    // Words as transmitted go before emended ones; what is divided is picked.
    assert_eq!(
        in_force(GAME, &following("both", &[])),
        words("struck two either never")
    );
}

#[test]
fn a_divided_witness_is_an_error_until_it_is_decided() {
    assert_eq!(in_force(GAME, &following("jia", &[])), Err(vec!["witness::divided"]));
    let by_hand = following("jia", &[("begins", "elder"), ("prize", "three")]);
    assert_eq!(in_force(GAME, &by_hand), words("struck three elder never"));
    let folder = folder(GAME);
    let (_, report) = read(folder.path(), GAME, &following("jia", &[])).expect_err("divided");
    for words in [
        "`jia` is divided on `begins`: `elder`, `either`",
        "cites jia.play.3",
        "cites jia.end.1, jia.play.3",
    ] {
        assert!(report.contains(words), "{words}\n{report}");
    }
}

#[test]
fn a_witness_that_nobody_declared_is_wrong_usage() {
    let folder = folder(GAME);
    let (codes, report) = read(folder.path(), GAME, &following("jai", &[])).expect_err("unknown");
    assert_eq!(codes, ["option::unknown"]);
    assert!(report.contains("did you mean `jia`?"), "{report}");
}

/// What a derived file writes of a choice in its `rests`, or takes as default by a clause, counts before what its base wrote.
#[test]
fn a_derived_game_decides_anew() {
    let derived = |more: &str| format!("language 1\ngame later extends books per jia.end.1\n{more}");
    let jia = following("jia", &[]);
    let one = derived("default reading begins = either  per jia.play.3\n");
    assert_eq!(in_force(&one, &jia), words("struck two either never"));
    let rests = derived("rests { begins.elder  elsewhere \"a letter\" }\n");
    assert_eq!(in_force(&rests, &jia), words("struck two either never"));
    let picked = derived("override witness jia follows jia { begins = elder }\n");
    assert_eq!(in_force(&picked, &jia), words("struck two elder never"));
    let removed = derived("remove witness jia  modern because \"it is spent\"\n");
    assert_eq!(in_force(&removed, &jia), Err(vec!["option::unknown"]));
    let twice = derived("witness jia follows yi\n");
    assert_eq!(in_force(&twice, &Options::default()), Err(vec!["name::duplicate"]));
    let nobody = derived("remove witness jan  modern because \"it is spent\"\n");
    assert_eq!(in_force(&nobody, &Options::default()), Err(vec!["derive::nothing"]));
    // A pick of the base for a reading that is gone is no mistake of the derived game.
    let gone = derived("remove reading begins  modern because \"all begin\"\noverride measure m = 0\n");
    assert_eq!(in_force(&gone, &following("both", &[])), words("struck two never"));
}

#[test]
fn witnesses_are_printed_as_they_are_written() {
    let print = |text: &str| {
        let mut sources = Sources::default();
        let file = sources.add("books.rules", text);
        print_file(&parse(&sources, file).file.expect("a tree"))
    };
    let printed = print(GAME);
    assert!(
        printed.contains("witness jia \"the first book\" follows jia\n"),
        "{printed}"
    );
    assert!(printed.contains("witness both follows jia, yi {"), "{printed}");
    assert!(
        printed.contains("begins = either guess because \"either is fairer\""),
        "{printed}"
    );
    assert_eq!(printed, print(&printed));
}

#[test]
fn readings_lists_what_each_witness_says() {
    let folder = folder(GAME);
    let output = run_in(folder.path(), &["readings", "./books.rules"], "");
    insta::assert_snapshot!(out(&output));
    let all = json_in(folder.path(), &["readings", "./books.rules"]);
    let first = &all["readings"][2];
    assert_eq!(first["name"], "begins");
    assert_eq!(first["default"], "elder");
    assert_eq!(first["choices"][1]["warrants"][0]["clauses"][0]["quote"], "胜者得一");
    assert_eq!(
        first["witnesses"],
        json!({
            "jia": {"is": "divided", "choices": ["elder", "either"]},
            "yi": {"is": "silent", "choices": []},
            "end": {"is": "decided", "choices": ["either"]},
            "both": {"is": "picked", "choices": ["either"]},
        })
    );
}

/// What is in force: by name before the witness, by the witness before the default; nothing where it is divided.
#[test]
fn readings_tells_what_is_in_force() {
    let folder = folder(GAME);
    let in_force = |args: &[&str]| -> Vec<Value> {
        let all = json_in(folder.path(), &[&["readings", "./books.rules"], args].concat());
        let readings = all["readings"].as_array().expect("readings").iter();
        readings.map(|r| r["in_force"].clone()).collect()
    };
    assert_eq!(in_force(&[]), ["spared", "three", "elder", "never"]);
    assert_eq!(
        in_force(&["--witness", "jia"]),
        [json!("struck"), json!("two"), Value::Null, json!("never")]
    );
    let named = in_force(&[
        "--witness",
        "jia",
        "--reading",
        "begins=elder",
        "--reading",
        "tired=often",
    ]);
    assert_eq!(named, ["struck", "two", "elder", "often"]);
    assert_eq!(
        run_in(folder.path(), &["readings", "./books.rules", "--witness", "jan"], "")
            .status
            .code(),
        Some(2)
    );
}

/// A saved game is replayed by the witness that it was played by: a win is worth two.
#[test]
fn games_are_played_and_saved_by_a_witness() {
    let folder = folder(GAME);
    let of = ["run", "./books.rules", "--witness", "both", "--save", "game.ron"];
    let played = json_in(folder.path(), &of);
    assert_eq!(played["result"]["scores"], json!({"A": 2, "B": -2}));
    let saved = std::fs::read_to_string(folder.path().join("game.ron")).expect("saved");
    assert!(saved.contains("witness: Some(\"both\")"), "{saved}");
    let replayed = json_in(folder.path(), &["replay", "game.ron"]);
    assert_eq!(replayed["result"], played["result"]);
    assert_eq!(replayed["witness"], "both");
}

/// `check` follows every witness too: one that is divided is found before anybody plays by it.
#[test]
fn check_finds_a_divided_witness() {
    let folder = folder(GAME);
    let output = run_in(folder.path(), &["check", "./books.rules", "--format", "json"], "");
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let codes: Vec<&Value> = found.as_array().expect("findings").iter().map(|f| &f["code"]).collect();
    assert_eq!(codes, ["witness::divided"]);
    let message = found[0]["message"].as_str().expect("a message");
    assert!(message.ends_with("following the witness `jia`"), "{message}");
}

/// The text of 谱双 as this document renders it has no limit of six; the words of the Siku copy leave it open, so that the
/// default stands. The southern game is without one in both.
#[test]
fn even_tables_by_their_witnesses() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cap = |game: &str, witness: &str| {
        let all = json_in(here, &["readings", game, "--witness", witness]);
        let readings = all["readings"].as_array().expect("readings");
        readings.iter().find(|r| r["name"] == "cap").expect("the reading")["in_force"].clone()
    };
    assert_eq!([cap("ping", "pushuang"), cap("ping", "siku")], ["none", "six"]);
    assert_eq!([cap("luoying", "pushuang"), cap("luoying", "siku")], ["none", "none"]);
}
