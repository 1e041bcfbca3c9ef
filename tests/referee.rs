//! Games without turns: all that happens is what a referee calls.

mod common;

use bopu::check::Options;
use bopu::engine::{Action, Current, Refusal};
use bopu::record::{Transcript, position};
use common::program::{err, json, run, told};
use common::{Table, test_game};

const SHEET: &str = "tests/games/scoring.rules";

#[test]
fn it_waits_for_calls_and_ends_by_its_rule() {
    let mut table = Table::new(&test_game("scoring"));
    assert_eq!(table.current(), Current::Idle);
    assert!(table.state.legal_choices().is_empty());
    // Ann: 2 + 1 + 1, and three for the row.
    table
        .call("scores", &[0, 2])
        .call("scores", &[0, 1])
        .call("scores", &[0, 1]);
    assert_eq!((table.var("score"), table.var("row")), (vec![7, 0, 0], vec![0, 0, 0]));
    // Ben's foul costs two and his row; Cho's catch ends Ann's.
    table.call("scores", &[0, 1]).call("foul", &[1]).call("scores", &[2, 6]);
    assert_eq!((table.var("score"), table.var("row")), (vec![8, -2, 6], vec![0, 0, 1]));
    assert_eq!(table.current(), Current::Idle);
    table.call("scores", &[2, 5]);
    assert_eq!(table.current(), Current::Over { winner: Some(2) });
    assert_eq!(table.state.scores(), [8, -2, 11]);
    let late = Action::Call {
        referee: 0,
        args: vec![0, 1],
    };
    assert!(matches!(table.state.apply(late), Err(Refusal::NotNow(_))));
}

#[test]
fn calls_are_taken_back_one_by_one() {
    let mut table = Table::new(&test_game("scoring"));
    let begin = table.state.clone();
    table.call("scores", &[0, 6]).call("foul", &[0]).call("scores", &[0, 6]);
    assert!(matches!(table.current(), Current::Over { .. }));
    let mut left = Vec::new();
    while table.state.undo() {
        left.push(table.var("score")[0]);
    }
    assert_eq!(left, [4, 6, 0]);
    assert_eq!(table.state, begin);
    assert_eq!(table.current(), Current::Idle);
}

#[test]
fn positions_and_transcripts_come_back() {
    let game = test_game("scoring");
    let mut table = Table::new(&game);
    table.call("scores", &[1, 4]).call("foul", &[2]).call("scores", &[1, 1]);
    let json = position::write(&table.state);
    assert_eq!(
        json["vars"],
        serde_json::json!({"score": {"Ben": 5, "Cho": -2}, "row": {"Ben": 2}, "calls": 3})
    );
    assert!(json["to_move"].is_null(), "nobody's turn: {json}");
    let back = position::read(&game, &json.to_string()).expect("a position");
    assert_eq!(back, table.state);
    assert_eq!(back.current(), Current::Idle);
    let bare = position::read(&game, r#"{"pieces": {}, "vars": {"score": {"Ann": 3}}}"#)
        .expect("what is left out is as at first");
    assert_eq!((bare.rounds(), bare.mover()), (0, 0));

    let transcript = Transcript::of("scoring", &Options::default(), None, &table.state);
    assert!(
        transcript.text().contains(r#"call("scores", ["Ben", 4])"#),
        "{}",
        transcript.text()
    );
    let read = Transcript::parse(&transcript.text()).expect("a transcript");
    assert_eq!(read.replay(&game).expect("it can be replayed"), table.state);
}

#[test]
fn its_examples_pass() {
    assert!(told(&["test", SHEET], "").contains("2 passed, 0 failed"));
}

#[test]
fn it_is_played_by_calling() {
    let session = told(
        &["play", SHEET],
        "scores Ann 2\nfoul Ben\nscores Ann 9\nscors Ann 2\nundo\ncall scores Ben 6\nquit\n",
    );
    insta::assert_snapshot!(session);
}

#[test]
fn a_saved_sheet_is_gone_on_with() {
    let file = std::env::temp_dir().join(format!("bopu-sheet-{}.ron", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let path = file.to_str().expect("UTF-8");
    told(
        &["play", SHEET],
        &format!("scores Ann 2\nscores Ann 3\nsave {path}\nquit\n"),
    );
    let session = told(&["play", SHEET, "--resume", path], "scores Ann 2\nundo\nundo\n");
    let replayed = told(&["replay", path], "");
    let _ = std::fs::remove_file(&file);
    // 2 + 3, then 2 and three for the row, which is the end; back to 5, and back to 2.
    let points: Vec<&str> = session.lines().filter(|l| l.contains("Ann   points")).collect();
    let shown: Vec<&str> = points.iter().filter_map(|l| l.rsplit(' ').next()).collect();
    assert_eq!(shown, ["5", "10", "5", "2"], "{session}");
    assert!(
        replayed.starts_with("1.        scores(Ann, 2)\n2.        scores(Ann, 3)\n"),
        "{replayed}"
    );
    assert!(
        replayed.contains("the game goes on: a referee event: `scores(who, n)`"),
        "{replayed}"
    );
}

#[test]
fn nothing_moves_by_itself() {
    for command in ["run", "simulate"] {
        let output = run(&[command, SHEET], "");
        assert_eq!(output.status.code(), Some(2), "{command}");
        let said = err(&output);
        assert!(said.contains("nothing moves by itself in `scoring`"), "{said}");
        assert!(said.contains("`scores(who, n)`, `foul(who)`"), "{said}");
    }
    let moves = json(&["moves", SHEET]);
    assert_eq!(
        (&moves["waits"], &moves["moves"], &moves["events"][1]),
        (
            &"call".into(),
            &serde_json::json!([]),
            &serde_json::json!({"call": "foul", "params": ["who"]})
        )
    );
    let turn = run(&["moves", SHEET, "--turn"], "");
    assert_eq!(turn.status.code(), Some(3));
}

/// In what a referee calls nobody acts: `me` is none, no piece is his, and of numbers, roads and regions there is only what
/// all have alike.
#[test]
fn nobody_acts_in_what_a_referee_calls() {
    let game = common::small_game(
        "pieces man 2 each
space ring[0..7]
route lap of seat 1 = ring[0..7]
route lap of seat 2 = ring[4..7], ring[0..3]
route circle of each player = ring[0..7]
region home of each player = { s in ring : left(s, lap) < 2 }
setup each { ring[0]: 1;  ring[4]: 1 }
var who : player or none = 甲
var n : 0..7 = 3
var seen : list 20 of -1..99
event told()
referee look() \"somebody looks\" {
  who := me
  push (if me = none then 1 else 0) to seen
  push mine(ring[0]) to seen
  push theirs(ring[0]) to seen
  push (if left(ring[n], lap) is none then 1 else 0) to seen
  push left(ring[n], circle) to seen
  push (count s in home : count(乙, s) >= 0) to seen
  push count(乙, ring[0]) to seen
  as 乙 { push mine(ring[0]) to seen;  push left(ring[3], lap) to seen }
  emit told()
}
on told() { push (if me is none then 1 else 0) to seen }
turn = t
phase t { choose { pass } }
measure shown = size(seen) + (if who is none then 1 else 0)
end game when x: rounds > 9 { draw }",
    );
    let mut table = Table::new(&game);
    table.call("look", &[]);
    let seen = table.var("seen");
    assert_eq!(seen[1..=seen[0] as usize], [1, 0, 0, 1, 4, 0, 1, 1, 0, 1]);
    // Whoever was to choose still is.
    table.expect("甲", &["pass"]);
}

/// A space in a call may be typed by its name, as in a move.
#[test]
fn a_call_may_name_a_member() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("yard.rules");
    let rules = "language 1
game yard
players 2
space p[1..3] named { 2 gate }
var closed : space or none
no turn
referee close(at : space) { closed := at }
end game when shut: closed = p[3] { draw }
measure which = if closed = gate then 2 else 0
";
    std::fs::write(&file, rules).expect("written");
    let session = told(&["play", file.to_str().expect("a path")], "close gate\nquit\n");
    assert!(!session.contains("no space"), "{session}");
    assert!(
        session.lines().any(|l| l.contains("which") && l.ends_with('2')),
        "{session}"
    );
}
