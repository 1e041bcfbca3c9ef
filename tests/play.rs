//! `bopu play`, scripted through standard input.

mod common;

use common::program::{run, told};
use std::path::Path;
use std::process::{Command, Stdio};

/// What was answered to a line, up to the next prompt.
fn answer<'t>(session: &'t str, prompt: &str, line: &str) -> &'t str {
    let asked = format!("{prompt}> {line}\n");
    let at = session
        .find(&asked)
        .unwrap_or_else(|| panic!("`{line}` was not asked:\n{session}"));
    let rest = &session[at + asked.len()..];
    rest.split(&format!("{prompt}>")).next().unwrap_or(rest)
}

const WHITE: [&str; 4] = ["play", "backgammon", "--seed", "7"];

#[test]
fn the_first_screens() {
    insta::assert_snapshot!(told(&WHITE, "13/7\n2\n\nquit\n"));
}

#[test]
fn a_whole_play_may_be_typed_at_once() {
    let session = told(&WHITE, "24/18 13/10\n");
    assert!(session.contains("White plays 24/18 13/10\n"), "{session}");
    assert!(session.contains("round 2: Black ●\n"), "{session}");
    assert!(
        session.contains("round 3: White ○\n"),
        "the machine has answered:\n{session}"
    );
}

#[test]
fn the_number_of_a_move_may_be_full_width() {
    let session = told(&WHITE, "13/7\n２\n");
    assert_eq!(session.replace('２', "2"), told(&WHITE, "13/7\n2\n"));
}

#[test]
fn undo_goes_back_to_the_last_decision_of_a_person_and_changes_no_throw() {
    let once = told(&WHITE, "13/7\n13/10\n");
    let again = told(&WHITE, "13/7\n13/10\nundo\nundo\nundo\n13/7\n13/10\n");
    assert!(answer(&again, "White", "undo").starts_with("taken back\n"), "{again}");
    assert!(again.contains("there is no decision to take back\n"), "{again}");
    // The machine's throw and answer, and the throw that follows, are the same the second time.
    let tail = |session: &str| {
        session[session
            .rfind("White plays 7/")
            .or(session.rfind("White plays 13/"))
            .expect("a play")..]
            .to_owned()
    };
    assert_eq!(tail(&once), tail(&again));
}

#[test]
fn why_names_the_requirement() {
    let session = told(&WHITE, "why 13/7\nwhy 24/18 18/12\nwhy 8/7\nwhy 6/off\nwhy 1\n");
    assert!(
        answer(&session, "White", "why 13/7").starts_with("13/7 for White: allowed\n"),
        "{session}"
    );
    let off = answer(&session, "White", "why 6/off");
    assert!(off.contains("not all your pieces are home"), "{off}");
    assert!(
        off.contains("rule may_bear_off.gathered (rules/lib/track.rules:"),
        "{off}"
    );
    assert!(
        answer(&session, "White", "why 1").starts_with("24/21 for White: allowed\n"),
        "{session}"
    );
}

#[test]
fn what_is_no_move_is_answered_and_asked_again() {
    let session = told(
        &WHITE,
        "\n6/off\nhnt\n99\n#9\nundo now\nsave\n13/11/\n\u{0}\u{7f}\nquit\n",
    );
    let refused = answer(&session, "White", "6/off");
    assert!(
        refused.contains("not legal here: not all your pieces are home"),
        "{refused}"
    );
    assert!(answer(&session, "White", "hnt").contains("did you mean `hint`?"));
    assert!(answer(&session, "White", "99").contains("there is no move or command `99`"));
    assert!(answer(&session, "White", "#9").contains("there is no move or command `#9`"));
    assert!(answer(&session, "White", "undo now").contains("`undo` stands alone"));
    assert!(answer(&session, "White", "save").contains("write `save FILE`"));
    assert!(!session.contains("White plays"), "nothing was played:\n{session}");
}

#[test]
fn a_hint_is_legal_and_changes_nothing() {
    let with = told(&WHITE, "hint\n13/7\n13/10\n");
    let without = told(&WHITE, "13/7\n13/10\n");
    assert!(answer(&with, "White", "hint").starts_with("hint: "), "{with}");
    assert_eq!(with.lines().last(), without.lines().last());
    let tail = |s: &str| s[s.find("White plays").expect("a play")..].to_owned();
    assert_eq!(tail(&with), tail(&without));
}

#[test]
fn throws_may_be_typed() {
    let args = ["play", "backgammon", "--own-dice", "--seat", "human", "--seat", "human"];
    let session = told(&args, "3 3\n3\n3 9\n5,3\n1 6\n8/2\nundo\nundo\n3-1\nundo\n4－2\n");
    assert!(
        session.contains("throw of lot, all seats in order, 2 faces> 3 3\nsuch a throw does not count here"),
        "{session}"
    );
    assert!(session.contains("2 faces are needed, 1 given\n"), "{session}");
    assert!(
        session.contains("`9` is no face of these dice: they have 1, 2, 3, 4, 5, 6\n"),
        "{session}"
    );
    assert!(session.contains("lot: White 5, Black 3\n"), "{session}");
    assert!(
        session.contains("throw, White, 2 faces> 1 6\nWhite throws 6-1\n"),
        "{session}"
    );
    assert!(
        session.contains("throw, White, 2 faces> 3-1\nWhite throws 3-1\n"),
        "a throw is taken back too:\n{session}"
    );
    assert!(
        session.contains("throw, White, 2 faces> 4－2\nWhite throws 4-2\n"),
        "{session}"
    );
}

#[test]
fn throws_of_named_faces_and_of_several_groups_are_typed_as_they_are_printed() {
    let args = [
        "play",
        "tests/games/sticks.rules",
        "--own-dice",
        "--seat",
        "human",
        "--seat",
        "human",
    ];
    let session = told(&args, "平-反\n3-2\n5-4\nquit\n");
    for told in ["甲 throws 反-平\n", "甲 throws 3-2 (pair)\n", "lots: 甲 5, 乙 4\n"] {
        assert!(session.contains(told), "{session}");
    }
}

#[test]
fn a_saved_game_goes_on_as_if_it_had_not_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.ron");
    let name = file.to_str().expect("a path");
    let whole = told(&WHITE, "13/7\n13/10\n1\n1\n1\n1\n");
    let saved = told(&WHITE, &format!("13/7\nsave {name}\n13/10\nsave {name}\n"));
    assert_eq!(
        saved.matches("saved in").count(),
        2,
        "its own file may be written again:\n{saved}"
    );
    let resumed = told(&["play", "backgammon", "--resume", name], "1\n1\n1\n1\n");
    assert_eq!(
        whole.lines().rev().take(20).collect::<Vec<_>>(),
        resumed.lines().rev().take(20).collect::<Vec<_>>()
    );
    assert!(
        resumed.starts_with(
            "a saved game does not keep who plays; `--seat human --seat human` would give every seat to a person\n"
        ),
        "{resumed}"
    );
    let both = [
        "play",
        "backgammon",
        "--resume",
        name,
        "--seat",
        "human",
        "--seat",
        "human",
    ];
    assert!(!told(&both, "").contains("a saved game"), "nothing is to be changed");
    // Undo reaches behind the moment of saving.
    let back = told(&["play", "backgammon", "--resume", name], "undo\nundo\nundo\n");
    assert_eq!(back.matches("taken back\n").count(), 2, "{back}");
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("letter.txt");
    std::fs::write(&file, "dear friend").expect("a file");
    let name = file.to_str().expect("a path");
    let session = told(&WHITE, &format!("save {name}\n"));
    assert!(session.contains("is there already: choose another name"), "{session}");
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), "dear friend");
    let output = run(&["play", "backgammon", "--resume", name], "");
    assert_eq!(output.status.code(), Some(3), "damaged transcripts cannot be run");
    let none = Path::new(name).with_file_name("none.ron");
    let output = run(&["play", "backgammon", "--resume", none.to_str().expect("a path")], "");
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn machines_play_to_the_end_and_say_which_rule_ended_it() {
    let seats = ["--seat", "greedy", "--seat", "random"];
    let session = told(&[&["play", "backgammon", "--seed", "1"], &seats[..]].concat(), "");
    let end = &session[session.find("the game is over").expect("an end")..];
    insta::assert_snapshot!(end);
    // Every throw is answered: by a play, or by the note that there is none.
    let lines: Vec<&str> = session.lines().collect();
    let thrown = lines.iter().enumerate().filter(|(_, l)| l.contains(" throws "));
    for (at, line) in thrown {
        let next = lines[at + 1];
        assert!(
            next.contains(" plays ") || next.ends_with(" has nothing to choose"),
            "{line}\n{next}"
        );
    }
    assert!(session.contains(" has nothing to choose\n"), "{session}");
}

#[test]
fn other_games_are_played_by_the_same_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("race.rules");
    std::fs::write(&path, include_str!("rules/race.rules")).expect("a file");
    let path = path.to_str().expect("a path");
    let mut args = vec!["play", path, "--players", "3", "--seed", "5"];
    args.extend(["--seat", "human"].repeat(3));
    let session = told(
        &args,
        "help\nstable-1\nwhy stable-4\ncall noise 己\ncall nois\ncall noise 丙\npass\n\n1-2\n",
    );
    insta::assert_snapshot!(session.replace(path, "race.rules"));
}

#[test]
fn wrong_seats_are_wrong_usage() {
    let three = ["--seat", "human"].repeat(3);
    let output = run(&[&["play", "backgammon"], &three[..]].concat(), "");
    assert_eq!(output.status.code(), Some(2));
    let output = run(&["play", "backgammon", "--seat", "wizard"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn nobody_reading_is_no_fault() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bopu"))
        .args([
            "play",
            "backgammon",
            "--seed",
            "2",
            "--seat",
            "random",
            "--seat",
            "random",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bopu runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("bopu ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

/// 真撞、傍撞: who threw before acts, in the other's turn; the clause says why.
#[test]
fn who_acts_in_anothers_turn_is_told_why() {
    let seats = ["--own-dice", "--seat", "human", "--seat", "human", "--seat", "human"];
    let game = ["play", "dama", "--players", "3", "--seed", "4"];
    let session = told(&[&game[..], &seats].concat(), "5 4 1\n6 4 1\n1\n5 4 2\n1\nquit\n");
    let (before, after) = session
        .split_once("甲 ○ to choose in the turn of 乙 ●")
        .unwrap_or_else(|| panic!("{session}"));
    assert!(
        before
            .trim_end()
            .ends_with("乙 pays 甲 2 (罚给: damatu.shangtie.3, wiki-dama.bofa.4)"),
        "{before}"
    );
    let because = after.lines().nth(1).expect("a line");
    assert!(because.starts_with("  wiki-dama.bofa.17: "), "{because}");
    // In one's own turn nothing is to be explained.
    assert_eq!(session.matches("in the turn of").count(), 1, "{session}");
}
