//! `bopu moves`, as other programs see it.

mod common;

use common::program::{self, err, out, run, told};
use serde_json::{Value, json};

const FULL: &str = r#"{"bopu":1,"to_move":"White","pieces":{
  "White":{"point[24]":2,"point[13]":5,"point[8]":3,"point[6]":5},
  "Black":{"point[1]":2,"point[12]":5,"point[17]":3,"point[19]":5}}}"#;

#[test]
fn choices_now() {
    let now = told(&["moves", "backgammon", "--state", FULL, "--throw", "6,2"], "");
    assert_eq!(now, "24/22\n24/18\n13/11\n13/7\n8/6\n8/2\n6/4\n");
    let args = [
        "moves",
        "backgammon",
        "--state",
        "-",
        "--throw",
        "6,2",
        "--format",
        "json",
    ];
    let json: Value = serde_json::from_str(&told(&args, FULL)).expect("JSON");
    assert_eq!(json["seat"], "White");
    assert_eq!(
        json["moves"][0],
        json!({"notation": "24/22", "step": "advance", "args": {"a": "24", "pip": "2"}})
    );
}

#[test]
fn a_throw_is_read_as_it_is_printed() {
    let moves = |throw: &str| told(&["moves", "backgammon", "--state", FULL, "--throw", throw], "");
    let known = moves("[6, 2]");
    assert_eq!(known.lines().next(), Some("24/22"));
    for throw in ["6-2", "6,2", "6 2", "2-6", "6–2"] {
        assert_eq!(moves(throw), known, "{throw}");
    }
    let listed = told(&["moves", "backgammon", "--state", FULL], "");
    assert!(
        listed.contains("6-2  2 of 36\n") && listed.contains("3-3  1 of 36\n"),
        "{listed}"
    );
    // Dice with a name: five begins, and plays it.
    for lot in ["lot 5-3", "lot=5-3", "lot=5,3", r#"{"lot": [5, 3]}"#] {
        let first = told(
            &["moves", "backgammon", "--reading", "opening=pair", "--throw", lot],
            "",
        );
        assert!(first.starts_with("24/21\n"), "{lot}: {first}");
    }
    // Faces with names: one 反 at least, and 平 three times as likely as 反.
    let sticks = ["moves", "tests/games/sticks.rules"];
    let listed = told(&sticks, "");
    assert_eq!(
        listed.lines().collect::<std::collections::BTreeSet<_>>(),
        ["反-反  1 of 7", "反-平  6 of 7"].into()
    );
    let next = told(&[&sticks[..], &["--throw", "平-反"]].concat(), "");
    assert!(
        next.contains("5-2  4 of 36\n") && next.contains("2-5  4 of 36\n"),
        "{next}"
    );
}

#[test]
fn throws_with_their_weights() {
    let json = program::json(&["moves", "backgammon", "--state", FULL]);
    let throws = json["throws"].as_array().expect("throws");
    assert_eq!(throws.len(), 21);
    assert_eq!(throws.iter().filter_map(|t| t["weight"].as_u64()).sum::<u64>(), 36);
    let json = program::json(&["moves", "backgammon", "--turn", "--state", FULL]);
    assert!(
        json["throws"]
            .as_array()
            .is_some_and(|t| t.iter().all(|t| t["plays"][0]["state"]["to_move"] == "Black"))
    );
}

#[test]
fn a_batch_answers_every_line_and_reports_the_bad_ones() {
    let flat: Value = serde_json::from_str(FULL).expect("JSON");
    let blocked = json!({"to_move": "White", "pieces": {
        "White": {"bar": 1, "point[6]": 14},
        "Black": {"point[19]": 3, "point[20]": 2, "point[21]": 2, "point[22]": 2, "point[23]": 2, "point[24]": 4}}});
    let last = json!({"to_move": "White", "pieces": {"White": {"point[1]": 1, "off": 14}, "Black": {"point[24]": 15}}});
    let lines = [
        json!({"id": "a", "state": flat, "throw": [3, 1]}).to_string(),
        "nonsense".to_owned(),
        String::new(),
        json!({"id": 2, "state": flat, "throw": [3, 9]}).to_string(),
        json!({"id": 3, "state": {"to_move": "White"}, "throw": [3, 1]}).to_string(),
        json!({"id": 4, "state": flat}).to_string(),
        json!({"id": 5, "state": blocked, "throw": [6, 5]}).to_string(),
        json!({"id": 6, "state": last, "throw": [6, 5]}).to_string(),
    ];
    let output = run(&["moves", "backgammon", "--turn", "--batch"], &lines.join("\n"));
    assert_eq!(output.status.code(), Some(1));
    let answers: Vec<Value> = out(&output)
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    let ids: Vec<&Value> = answers.iter().map(|a| &a["id"]).collect();
    assert_eq!(
        ids,
        [
            &json!("a"),
            &Value::Null,
            &json!(2),
            &json!(3),
            &json!(4),
            &json!(5),
            &json!(6)
        ]
    );
    assert_eq!(answers[0]["plays"].as_array().map(Vec::len), Some(16));
    let errors: Vec<&str> = answers.iter().filter_map(|a| a["error"].as_str()).collect();
    insta::assert_snapshot!(errors.join("\n"));
    // Nothing to move: one play, the board unchanged, the other's turn.
    assert_eq!(answers[5]["plays"].as_array().map(Vec::len), Some(1));
    assert_eq!(answers[5]["plays"][0]["notation"], "");
    assert_eq!(answers[5]["plays"][0]["state"]["pieces"], blocked["pieces"]);
    assert_eq!(answers[5]["plays"][0]["state"]["to_move"], "Black");
    // The end of the game.
    assert_eq!(answers[6]["plays"][0]["notation"], "1/off");
    assert_eq!(answers[6]["plays"][0]["state"]["at"]["winner"], "White");
}

#[test]
fn what_a_batch_answers_it_can_be_asked_again() {
    let asked = json!({"id": 0, "state": serde_json::from_str::<Value>(FULL).expect("JSON"), "throw": [6, 5]});
    let out = told(&["moves", "backgammon", "--turn", "--batch"], &asked.to_string());
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    let again: Vec<String> = answer["plays"]
        .as_array()
        .expect("plays")
        .iter()
        .map(|p| json!({"id": p["notation"], "state": p["state"], "throw": [2, 1]}).to_string())
        .collect();
    assert!(again.len() > 5);
    let out = told(&["moves", "backgammon", "--turn", "--batch"], &again.join("\n"));
    assert!(out.lines().all(|l| l.contains("\"plays\":[{")));
}

#[test]
fn a_throw_that_is_not_due_is_wrong_usage() {
    let output = run(&["moves", "backgammon", "--turn", "--throw", "6,2"], "");
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(err(&output));
    let output = run(&["moves", "backgammon", "--state", "{}"], "");
    assert_eq!(output.status.code(), Some(3));
}
