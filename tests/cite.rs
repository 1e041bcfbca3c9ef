//! `bopu cite`: from rules to clauses and back, and registers held against their documents.

mod common;

use bopu::sources::{Fault, Register, verify};
use common::program::{err, json, out, run, told, unnumbered};
use std::path::Path;

/// The register and the document of a made-up game.
fn house() -> (Register, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/house");
    let text = std::fs::read_to_string(folder.join("house.ron")).expect("the register");
    let file = bopu::sources::RegisterFile::read("house", "house.ron", &text).expect("a register");
    let document = std::fs::read_to_string(folder.join("house.txt")).expect("the document");
    (file.register, document)
}

fn faults(register: &Register, document: &str) -> Vec<Fault> {
    verify(register, register.document.as_ref().expect("a document"), document).faults
}

#[test]
fn a_game_and_what_its_rules_rest_on() {
    insta::assert_snapshot!(told(&["cite", "tests/house/home.rules"], ""));
}

#[test]
fn what_was_inherited_comes_with_both_links() {
    insta::assert_snapshot!(told(&["cite", "tests/house/heir.rules"], ""));
    let game = json(&["cite", "tests/house/heir.rules"]);
    let rules = game["rules"].as_array().expect("rules");
    let rule = |part: &str| rules.iter().find(|r| r["part"] == part).expect("a rule");
    let end = &rule("home")["warrants"][0];
    assert_eq!(end["grade"], "stated");
    assert_eq!(end["clauses"][0]["id"], "house.you.6");
    assert_eq!(end["clauses"][0]["quote"], "先到者胜");
    assert_eq!(end["through"][0]["game"], "heir");
    assert_eq!(end["through"][0]["clauses"], serde_json::json!(["house.ying.1"]));
    let own = &rule("worth")["warrants"][0];
    assert_eq!(own["grade"], "modern");
    assert!(
        own.get("through").is_none(),
        "what the file says itself came through nothing"
    );
}

/// What `cite` says of a game or clause that comes with the program, without the numbers of lines.
fn embedded(what: &str) -> String {
    unnumbered(&told(&["cite", what], ""))
}

#[test]
fn the_modern_game_and_what_its_rules_rest_on() {
    insta::assert_snapshot!(embedded("backgammon"));
}

#[test]
fn even_tables_and_what_their_rules_rest_on() {
    insta::assert_snapshot!(embedded("ping"));
}

#[test]
fn a_clause_with_its_words_rules_and_examples() {
    insta::assert_snapshot!(embedded("pushuang.ping.9"));
    let clause = &json(&["cite", "pushuang.ping.9"])["clauses"][0];
    assert_eq!(clause["line"], 257);
    assert_eq!(clause["document"], "000_c6f5a5873f0397fe.txt");
    let tests = clause["tests"].as_array().expect("tests");
    assert!(!tests.is_empty() && tests.iter().all(|t| t["ok"] == true), "{tests:?}");
}

/// Of two threes it is said that four pieces all go on by three lanes: the rule of the derived game, and its example.
#[test]
fn a_clause_of_a_derived_game() {
    insta::assert_snapshot!(embedded("pushuang.xiazan.7"));
    let clause = &json(&["cite", "pushuang.xiazan.7"])["clauses"][0];
    let rules: Vec<&serde_json::Value> = clause["rules"]
        .as_array()
        .expect("rules")
        .iter()
        .map(|r| &r["part"])
        .collect();
    assert!(rules.contains(&&serde_json::json!("may_leave.different")), "{rules:?}");
}

#[test]
fn a_passage_shows_all_its_clauses() {
    let clauses = json(&["cite", "pushuang.ping"])["clauses"]
        .as_array()
        .expect("clauses")
        .len();
    let registers = bopu::sources::Registers::embedded();
    let (_, passage) = registers.passage("pushuang.ping").expect("the passage");
    assert_eq!(clauses, passage.clauses.len());
}

#[test]
fn another_reading_has_its_own_rules() {
    let with = |args: &[&str]| told(&[&["cite", "tests/house/home.rules"], args].concat(), "");
    assert!(!with(&[]).contains("calm: nobody is struck"));
    let spared = with(&["--reading", "striking=spared"]);
    assert!(spared.contains("calm: nobody is struck"), "{spared}");
    assert!(spared.contains("spared: 不打 (in force)"), "{spared}");
}

#[test]
fn the_embedded_games_cite_nothing_unknown() {
    for file in bopu::check::embedded() {
        let game = json(&["cite", file.id]);
        let mut open: Vec<&serde_json::Value> = game["rules"].as_array().expect("rules").iter().collect();
        while let Some(rule) = open.pop() {
            open.extend(rule["parts"].as_array().expect("parts"));
            let warrants = rule["warrants"].as_array().expect("warrants");
            for clause in warrants.iter().flat_map(|w| w["clauses"].as_array().expect("clauses")) {
                assert!(clause.get("says").is_some(), "{}: {clause} is in no register", file.id);
            }
        }
    }
}

#[test]
fn what_is_neither_a_game_nor_a_clause_is_wrong_usage() {
    for (what, help) in [
        ("bakgammon", "did you mean `backgammon`?"),
        ("pushuang.pig.3", "did you mean `pushuang.ping.3`?"),
        ("pushuang.ping.999", "did you mean `pushuang.ping."),
        ("pushuang.zzzzzzzzzzz", "the passages of `pushuang` are: xu, mulu, ping"),
        ("pushunag", "did you mean `pushuang`?"),
        ("zzzzzzzz", "the registers are: chuhongpu, cujupu, damatu"),
    ] {
        let output = run(&["cite", what], "");
        assert_eq!(output.status.code(), Some(2), "{what}");
        let told = err(&output);
        assert!(told.contains(help), "{what}: {told}");
    }
    assert_eq!(run(&["cite"], "").status.code(), Some(2), "nothing is named");
}

#[test]
fn a_register_that_is_as_its_document_says() {
    let output = run(&["cite", "tests/house/home.rules", "--verify", "tests/house"], "");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        out(&output),
        "house: 11 of 11 quotations stand in house.txt, no faults\n"
    );
}

#[test]
fn one_changed_character_is_found_and_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, document) = house();
    std::fs::write(
        folder.path().join("house.txt"),
        document.replace("不得越界", "不可越界"),
    )
    .expect("a file");
    let folder = folder.path().to_str().expect("a path");
    let output = run(&["cite", "tests/house/home.rules", "--verify", folder], "");
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(out(&output));
}

#[test]
fn every_changed_character_of_a_quotation_is_found() {
    let (register, document) = house();
    assert!(faults(&register, &document).is_empty());
    let quoted: Vec<String> = register
        .passages
        .iter()
        .flat_map(|p| &p.clauses)
        .filter_map(|c| c.quote.clone())
        .collect();
    for (at, c) in document.char_indices() {
        let changed = format!("{}甴{}", &document[..at], &document[at + c.len_utf8()..]);
        let within = quoted.iter().any(|q| {
            document
                .match_indices(q.as_str())
                .any(|(start, _)| (start..start + q.len()).contains(&at))
        });
        if within {
            assert!(!faults(&register, &changed).is_empty(), "{c} at {at}: {changed}");
        }
    }
}

#[test]
fn words_of_a_whole_passage_that_are_in_no_clause_are_found() {
    let (register, document) = house();
    let more = document.replace("，百步而止", "，中途不歇，百步而止");
    let found = faults(&register, &more);
    assert!(
        matches!(&found[..], [Fault::Uncovered { passage, words, line: 4 }] if passage == "house.you" && words == "中途不歇"),
        "{found:?}"
    );
    let between = document.replace("，百步而止", "【！】：百步而止");
    assert!(faults(&register, &between).is_empty(), "punctuation says nothing");
    let noted = document.replace("，百步而止", "[7][12]，百步而止");
    assert!(faults(&register, &noted).is_empty(), "nor do the numbers of notes");
    let bracketed = document.replace("，百步而止", "[7][甲]，百步而止");
    assert!(
        matches!(&faults(&register, &bracketed)[..], [Fault::Uncovered { words, .. }] if words == "甲"),
        "but what stands in brackets may be words"
    );
    let elsewhere = document.replace("勿贪。", "勿贪。勿怒。");
    assert!(
        faults(&register, &elsewhere).is_empty(),
        "that passage is not quoted whole"
    );
}

#[test]
fn clauses_of_a_whole_passage_stand_in_their_order_and_place() {
    let (register, document) = house();
    let turned = document.replace("先到者胜，百步而止", "百步而止，先到者胜");
    let moved = document.replace("，倦者可息", "") + "倦者可息\n";
    for (document, misplaced, at) in [(turned, "house.you.7", 4), (moved, "house.you.8", 6)] {
        let found = faults(&register, &document);
        assert!(
            matches!(&found[..], [Fault::OutOfPlace { clause, line, .. }] if clause == misplaced && *line == at),
            "{found:?}"
        );
    }
}

#[test]
fn lines_may_move_and_the_fingerprint_may_differ() {
    let (register, document) = house();
    let moved = format!("卷一\n\n{document}");
    let verified = verify(&register, register.document.as_ref().expect("a document"), &moved);
    assert!(verified.faults.is_empty(), "{:?}", verified.faults);
    assert!(!verified.same_document);
    let first = &verified.quotations[0];
    assert_eq!((first.said, first.line), (Some(2), Some(4)));
}

#[test]
fn damaged_words_stand_in_the_quotation() {
    let (mut register, document) = house();
    register.passages[0].clauses[6].damage[0].words = "百歩".into();
    let found = faults(&register, &document);
    assert!(
        matches!(&found[..], [Fault::Damage { clause, words }] if clause == "house.you.7" && words == "百歩"),
        "{found:?}"
    );
}

#[test]
fn what_cannot_be_read_could_not_run() {
    let output = run(&["cite", "--verify", "tests/no-such-folder"], "");
    assert_eq!(output.status.code(), Some(3));
    let empty = tempfile::tempdir().expect("a folder");
    let folder = empty.path().to_str().expect("a path");
    let output = run(&["cite", "tests/house/home.rules", "--verify", folder], "");
    assert_eq!(output.status.code(), Some(3));
    let told = out(&output);
    assert!(told.contains("cannot read") && told.contains("house.txt"), "{told}");
    assert_eq!(
        run(&["cite", "nothing-of-the-kind", "--verify", folder], "")
            .status
            .code(),
        Some(2)
    );
}
