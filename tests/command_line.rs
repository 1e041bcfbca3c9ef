//! What people type that is not what they mean, and files that are not what they seem: told, and never waited for.

mod common;

use common::program::{err, json, out, run, run_in, told, told_in};
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with a file in it.
fn folder_with(name: &str, text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), text).expect("written");
    folder
}

/// The exit code and the first line of what is wrong.
fn refused(args: &[&str], input: &str) -> (Option<i32>, String) {
    let output = run(args, input);
    let wrong = err(&output).lines().next().unwrap_or_default().to_owned();
    (output.status.code(), wrong)
}

/// A game for two to four of whom each has one piece, with dice that have faces below nothing.
const SIGNS: &str = r#"language 1
game signs "who is there first"
players 2..4
seats 东, 南, 西, 北
pieces 子 1 each
die sign = -1..1
die stick = { up, down }
dice 2 of sign
dice sticks = 3 of stick
board {
  space 家 of each player
  space 路[1..9]
}
setup each { 家: 1 }
turn = cast, go
phase cast { roll;  roll sticks }
step forth () { require sum(throw) > 0 "no step back";  do { move 1 家 -> 路[1] };  notation "forth" }
phase go { choose { forth } }
end game when there: mine(家) = 0 { draw }
"#;

/// A game of which only the pieces are told.
const FORGOTTEN: &str = r#"language 1
game forgotten "a lost race" also "失传之戏"
status lost "only its pieces are told of"
pieces 马 10 each
glossary told "what is told of it" { 将 "a general" }
"#;

#[test]
fn a_game_whose_rules_are_lost_is_shown_and_not_played() {
    let folder = folder_with("forgotten.rules", FORGOTTEN);
    let file = "forgotten.rules";
    let shown = told_in(folder.path(), &["show", file], "");
    for line in [
        "its rules are lost: only its pieces are told of",
        "  pieces: 10 马 for each player",
        "Glossary: what is told of it",
        "  将  a general",
    ] {
        assert!(shown.lines().any(|l| l == line), "{line}\n{shown}");
    }
    assert!(!shown.contains("seats"), "how many play is not told\n{shown}");
    let checked = told_in(folder.path(), &["check", file], "");
    assert!(checked.contains("0 errors, 0 warnings"), "{checked}");
    let declining = [
        &["run", file][..],
        &["play", file],
        &["simulate", file],
        &["moves", file],
        &["explain", file, "1/2"],
    ];
    for command in declining {
        let output = run_in(folder.path(), command, "");
        assert_eq!(output.status.code(), Some(3), "{command:?}");
        let wrong = err(&output);
        assert!(
            wrong.starts_with("error: `forgotten` can't be played: only its pieces are told of\n"),
            "{command:?}: {wrong}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_device_or_a_folder_is_read_by_no_command() {
    let began = Instant::now();
    for command in [
        &["check"][..],
        &["test"],
        &["coverage"],
        &["cite"],
        &["readings"],
        &["show"],
        &["replay"],
        &["moves", "ping", "--state"],
        &["explain", "ping", "31-29", "--state"],
        &["play", "ping", "--resume"],
        &["new", "other", "--extends"],
    ] {
        for (path, kind) in [("/dev/zero", "a device"), ("/tmp/", "a folder")] {
            let wrong = format!("error: cannot read `{path}`: it is {kind}, not a file");
            assert_eq!(
                refused(&[command, &[path]].concat(), ""),
                (Some(3), wrong),
                "{command:?}"
            );
        }
    }
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}

#[cfg(unix)]
#[test]
fn a_device_beside_a_rule_file_is_told_and_not_read() {
    let rules = "language 1\ngame derived \"from what is no file\" extends base\n";
    let folder = folder_with("derived.rules", rules);
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("base.rules")).expect("linked");
    let output = run_in(folder.path(), &["check", "./derived.rules"], "");
    assert_eq!(output.status.code(), Some(1));
    let told = out(&output);
    assert!(
        told.contains("cannot read `./base.rules`: it is a device, not a file"),
        "{told}"
    );
    // The same of a register.
    let rules = "language 1\ngame derived \"from what is no file\"\nsource base\nturn = p\nphase p { roll }\n\
                 dice 1 of d6 per base.a.1\nend game when over: rounds > 0 { draw } per base.a.1\n";
    let folder = folder_with("derived.rules", rules);
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("base.ron")).expect("linked");
    let output = run_in(folder.path(), &["check", "./derived.rules"], "");
    assert_eq!(output.status.code(), Some(1));
    let told = out(&output);
    assert!(
        told.contains("cannot read `./base.ron`: it is a device, not a file"),
        "{told}"
    );
}

/// What comes through a pipe has no size until it ends.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_up_to_the_cap() {
    let position = r#"{"to_move": "东", "pieces": {"东": {"家": 1}, "南": {"家": 1}}}"#;
    let folder = folder_with("signs.rules", SIGNS);
    let moves = |input: &str| {
        run_in(
            folder.path(),
            &["moves", "./signs.rules", "--state", "/dev/stdin"],
            input,
        )
    };
    assert_eq!(out(&moves(position)).lines().count(), 6);
    let large = " ".repeat((4 << 20) + 1);
    let output = moves(&large);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        err(&output).starts_with("error: `/dev/stdin` is larger than 4 MB\n"),
        "{}",
        err(&output)
    );
    for args in [&["check", "/dev/stdin"][..], &["replay", "/dev/stdin"]] {
        let wrong = "error: `/dev/stdin` is larger than 4 MB".to_owned();
        assert_eq!(refused(args, &large), (Some(3), wrong), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn what_can_not_be_saved_is_said_before_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::os::unix::fs::symlink(path("b"), path("a")).expect("linked");
    std::os::unix::fs::symlink(path("a"), path("b")).expect("linked");
    for (target, why) in [
        ("/dev/null".to_owned(), "it is a device, not a file"),
        (path(""), "it is a folder, not a file"),
        (path("none/game.ron"), "No such file or directory (os error 2)"),
        (path("a"), "its links lead in a circle"),
    ] {
        // A game that does not end for a long time.
        let args = [
            "run",
            "tests/games/endless.rules",
            "--max-rounds",
            "4000000000",
            "--save",
            &target,
        ];
        let wrong = format!("error: cannot save the game as `{target}`: {why}");
        assert_eq!(refused(&args, ""), (Some(3), wrong));
    }
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_when_a_game_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games");
    std::fs::create_dir(&games).expect("made");
    let (link, file) = (folder.path().join("last.ron"), games.join("one.ron"));
    std::os::unix::fs::symlink("games/one.ron", &link).expect("linked");
    // Once where the file is not there yet, once where it is.
    for seed in ["1", "2"] {
        told_in(
            folder.path(),
            &["run", "ping", "--seed", seed, "--save", "last.ron"],
            "",
        );
        assert_eq!(std::fs::read_link(&link).expect("a link"), Path::new("games/one.ron"));
        let saved = std::fs::read_to_string(&file).expect("saved");
        assert!(saved.contains(&format!("seed: Some({seed})")), "{saved}");
    }
    assert_eq!(std::fs::read_dir(&games).expect("a folder").count(), 1);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

#[test]
fn more_threads_than_there_is_room_for_are_refused() {
    let (code, wrong) = refused(&["simulate", "ping", "--jobs", "99999999"], "");
    assert_eq!(code, Some(2));
    assert!(wrong.contains("99999999 is not in 0..=1024"), "{wrong}");
}

#[test]
fn one_name_has_one_choice() {
    let moves = |more: &[&str]| refused(&[&["moves", "ping"], more].concat(), "");
    let both = "error: `--reading doubles=two` and `--reading doubles=four` contradict each other";
    let twice = ["--reading", "doubles=two", "--reading", "doubles=four"];
    assert_eq!(moves(&twice), (Some(2), both.to_owned()));
    let same = ["--reading", "doubles=four", "--reading", " doubles = four "];
    assert_eq!(moves(&same), (Some(0), String::new()));
    let both = "error: `--agree stake=1` and `--agree stake=2` contradict each other";
    let twice = ["--agree", "stake=1", "--agree", "stake=1", "--agree", "stake=2"];
    assert_eq!(moves(&twice), (Some(2), both.to_owned()));
}

#[test]
fn several_seats_in_one_word_are_told_how_to_be_written() {
    for word in ["random,greedy", "random, greedy", "random，greedy", "random、greedy"] {
        for command in ["run", "simulate", "play"] {
            let wrong = "error: `--seat` is given once for each seat: write `--seat random --seat greedy`";
            assert_eq!(
                refused(&[command, "ping", "--seat", word], ""),
                (Some(2), wrong.to_owned())
            );
        }
    }
    assert!(err(&run(&["run", "ping", "--seat", "wizard"], "")).contains("[possible values: human, random, greedy]"));
}

#[test]
fn a_file_that_holds_nothing_is_told_once() {
    for text in ["", "\n\n", "# a remark\n"] {
        let folder = folder_with("empty.rules", text);
        let output = run_in(folder.path(), &["check", "./empty.rules"], "");
        assert_eq!(output.status.code(), Some(1));
        let told = out(&output);
        assert!(told.contains("× the file holds no rules\n"), "{told}");
        assert!(told.ends_with("1 file checked: 1 error, 0 warnings\n"), "{told}");
    }
}

#[test]
fn a_position_says_how_many_play() {
    let folder = folder_with("signs.rules", SIGNS);
    let moves = |state: &str, more: &[&str]| {
        run_in(
            folder.path(),
            &[&["moves", "./signs.rules", "--state", state], more].concat(),
            "",
        )
    };
    let three = r#"{"to_move": "西", "pieces": {"东": {"家": 1}, "南": {"家": 1}, "西": {"家": 1}}}"#;
    assert_eq!(out(&moves(three, &[])), out(&moves(three, &["--players", "3"])));
    assert_eq!(out(&moves(three, &[])).lines().count(), 6);
    let explained = ["explain", "./signs.rules", "forth", "--state", three];
    told_in(folder.path(), &explained, "");
    // What was asked for is what is looked at.
    let output = moves(three, &["--players", "2"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        err(&output),
        "error: /to_move: there is no seat `西`\n  help: the seats are `东`, `南`\n"
    );
    // For no number of players.
    let output = moves(
        r#"{"to_move": "西", "pieces": {"东": {"家": 1}, "西": {"家": 1}}}"#,
        &[],
    );
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        err(&output),
        "error: /to_move: there is no seat `西`\n  help: the seats are `东`, `南`; it was read as a position of 2 players; \
         if 3 or 4 play, add `--players N`\n"
    );
    // Damage that has nothing to do with the number.
    let output = moves(r#"{"to_mvoe": "东"}"#, &[]);
    assert_eq!(
        err(&output),
        "error: /to_mvoe: `to_mvoe` is not known here\n  help: did you mean `to_move`?\n"
    );
    // Where nobody has pieces, more than one number may fit.
    let many = "language 1\ngame many \"who is next\"\nplayers 2..4\nseats 东, 南, 西, 北\ndice 1 of d6\nturn = p\n\
                phase p { roll }\nend game when over: rounds > 9 { draw }\n";
    let folder = folder_with("many.rules", many);
    let asked = ["moves", "./many.rules", "--state", r#"{"to_move": "西", "pieces": {}}"#];
    let output = run_in(folder.path(), &asked, "");
    assert_eq!(
        err(&output),
        "error: the position doesn't say how many play\n  help: it can be one of 3 or 4 players: add `--players N`\n"
    );
}

#[test]
fn throws_are_read_as_people_type_them() {
    let position = r#"{"to_move": "White", "pieces": {
        "White": {"point[24]": 2, "point[13]": 5, "point[8]": 3, "point[6]": 5},
        "Black": {"point[1]": 2, "point[12]": 5, "point[17]": 3, "point[19]": 5}}}"#;
    let args = |throw: &'static str| ["moves", "backgammon", "--state", position, "--throw", throw];
    let known = told(&args("6-2"), "");
    for throw in [
        "６－２",
        "６　２",
        "６、２",
        "６，２",
        "２－６",
        "［６，２］",
        "6 - 2",
        "6, 2",
    ] {
        assert_eq!(told(&args(throw), ""), known, "{throw}");
    }
    for throw in ["6-2-", "6,,2", ",6,2", "6、，2"] {
        let (code, wrong) = refused(&args(throw), "");
        assert_eq!(code, Some(2), "{throw}");
        assert!(
            wrong.starts_with("error: /throw: a face is missing in `6") || throw.starts_with(','),
            "{wrong}"
        );
    }
    let wrong = "error: /throw: `2-7` is no throw of these dice here".to_owned();
    assert_eq!(refused(&args("2-7"), ""), (Some(2), wrong));
}

#[test]
fn faces_below_nothing_and_faces_with_names_go_by_what_they_are_called() {
    let folder = folder_with("signs.rules", SIGNS);
    let begun = r#"{"to_move": "东", "pieces": {"东": {"家": 1}, "南": {"家": 1}}"#;
    let moves = |at: &str, throw: &str| {
        let state = format!("{begun}{at}}}");
        run_in(
            folder.path(),
            &["moves", "./signs.rules", "--state", &state, "--throw", throw],
            "",
        )
    };
    // Four throws of three sticks with two faces, their order unseen.
    for throw in ["-1--1", "-1,-1", "-1 -1", "－１－－１", "[-1, -1]"] {
        assert_eq!(
            out(&moves("", throw)).lines().count(),
            4,
            "{throw}: {}",
            err(&moves("", throw))
        );
    }
    let sticks = |throw: &str| err(&moves(r#", "at": {"throws": [[1, 0]]}"#, throw));
    assert_eq!(
        sticks("sticks=up-up"),
        "error: /throw: `up-up` is no throw of these dice here\n  help: expected a throw of `sticks`: 3 faces out of up, down\n"
    );
    assert_eq!(sticks("sticks up-down-up"), "");
}

#[test]
fn where_nothing_can_be_played_it_is_said() {
    let position = r#"{"to_move": "White", "pieces": {
        "White": {"bar": 1, "point[6]": 14},
        "Black": {"point[19]": 3, "point[20]": 2, "point[21]": 2, "point[22]": 2, "point[23]": 2, "point[24]": 4}}}"#;
    let args = ["moves", "backgammon", "--state", position, "--throw", "2-6"];
    assert_eq!(
        told(&args, ""),
        "White can play nothing with 6-2: the turn passes to Black\n"
    );
    let answer = json(&args);
    assert_eq!(
        (&answer["waits"], &answer["passed"]),
        (&"throw".into(), &"White".into())
    );
    // A throw that leaves something to choose, and one after which nothing was to be chosen.
    assert!(json(&["moves", "backgammon", "--throw", "lot 6-5"])["passed"].is_null());
    let folder = folder_with("signs.rules", SIGNS);
    let state = r#"{"to_move": "东", "pieces": {"东": {"家": 1}, "南": {"家": 1}}, "at": {"throws": [[0, -1]]}}"#;
    let told = |throw: &str| {
        told_in(
            folder.path(),
            &["moves", "./signs.rules", "--state", state, "--throw", throw],
            "",
        )
    };
    assert_eq!(
        told("sticks up up down"),
        "东 can play nothing with down-up-up: the turn passes to 南\n"
    );
}

/// A game whose dice all have names: lots that must not tie for the highest, and three dice for whoever bids.
const LOTS: &str = r#"language 1
game lots
players 3
seats Ann, Bea, Carl
dice three = 3 of d6
dice lot = 1 of d6 of each player
var top : 0..9
start {
  roll lot given some p in players : no q in players : q != p and lot(q) >= lot(p)
  mover := first p in players : no q in players : q != p and lot(q) >= lot(p)
}
turn = bid, cast, again_cast
step raise (n in 1..4) { do { top += n };  notation "raise {n}" }
step stay () { do { top := 0 };  notation "stay" }
phase bid { choose { raise | stay } }
phase cast { roll three }
phase again_cast { roll three;  if rounds > 3 { top := 0 } }
end game when late: rounds > 5 { draw }
"#;

#[test]
fn dice_with_names_are_asked_for_by_them() {
    let folder = folder_with("lots.rules", LOTS);
    let moves = |throw: &str| run_in(folder.path(), &["moves", "./lots.rules", "--throw", throw], "");
    assert_eq!(
        err(&moves("6-1-2")),
        "error: /throw: the throw does not say of which dice; they are called `three`, `lot`\n  \
         help: write `lot=6-1-2`\n"
    );
    assert_eq!(
        err(&moves("lot=6-6-2")),
        "error: /throw: `6-6-2` does not count here\n  \
         help: the roll says by `given` which throws count; any other is thrown again\n"
    );
    assert_eq!(out(&moves("lot=6-1-2")), "raise 1\nraise 2\nraise 3\nraise 4\nstay\n");
}

#[test]
fn own_dice_may_be_typed_with_their_name() {
    let folder = folder_with("lots.rules", LOTS);
    let args = ["play", "./lots.rules", "--own-dice"];
    let session = told_in(folder.path(), &args, "three=6-1-2\nlot=6-6-2\nlot 1-6-2\nquit\n");
    for told in [
        "`three` is not thrown now, but `lot`\n",
        "such a throw does not count here: throw again\n",
        "lot: Ann 1, Bea 6, Carl 2\n",
    ] {
        assert!(session.contains(told), "{told}\n{session}");
    }
    assert!(
        session.starts_with("lots: Ann"),
        "without a title a game is called by its id\n{session}"
    );
}

#[test]
fn a_move_with_blanks_is_told_whole_and_a_number_with_its_range() {
    let folder = folder_with("lots.rules", LOTS);
    let begun = r#"{"to_move": "Ann", "pieces": {}, "at": {"phase": "bid"}}"#;
    let explained = |text: &str| told_in(folder.path(), &["explain", "./lots.rules", text, "--state", begun], "");
    let unknown = explained("put 7");
    assert!(
        unknown.starts_with("put 7 for Ann: refused\n  because nothing that is offered now is written `put 7`;"),
        "{unknown}"
    );
    let beyond = explained("raise 7");
    assert!(
        beyond.starts_with("raise 7 for Ann: refused\n  because `7` is not among what `n` can be now: 1..4\n"),
        "{beyond}"
    );
}

#[test]
fn a_turn_in_which_another_throw_is_due_first_says_so() {
    let folder = folder_with("lots.rules", LOTS);
    let at = r#"{"to_move": "Ann", "pieces": {}, "at": {"phase": "cast"}}"#;
    let args = [
        "moves",
        "./lots.rules",
        "--state",
        at,
        "--throw",
        "three=1-2-3",
        "--turn",
    ];
    assert_eq!(
        told_in(folder.path(), &args, ""),
        "(nothing to play before another throw; next is a throw of `three`: 3 faces out of 1, 2, 3, 4, 5, 6)\n"
    );
}

#[test]
fn an_example_throws_the_dice_that_are_due() {
    let text = format!("{LOTS}example \"a start\" {{ throw lot 6 1 2 }}\n");
    let folder = folder_with("lots.rules", &text);
    let told = out(&run_in(folder.path(), &["test", "lots.rules"], ""));
    assert!(
        told.contains("help: write `throw 6 1 2`: the dice that are due are meant"),
        "{told}"
    );
}

/// Two thousand faults in one line: the first fifty are told, each with what is around it.
#[test]
fn a_file_full_of_faults_is_told_in_few_words() {
    let faults: Vec<String> = (0..2000).map(|i| format!("measure m{i} = nonsense{i}")).collect();
    let text = format!("language 1\ngame full extends backgammon\n{}\n", faults.join("; "));
    let folder = folder_with("full.rules", &text);
    let output = run_in(folder.path(), &["check", "full.rules"], "");
    let told = out(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("1950 more findings are not shown"), "{told}");
    assert!(told.len() < 100_000, "{} bytes", told.len());
    assert!(told.lines().all(|l| l.chars().count() < 400), "no endless line");
}

#[test]
fn what_is_typed_steers_no_terminal() {
    let output = run(&["run", "\u{1B}[31mred"], "");
    let wrong = err(&output);
    assert!(wrong.contains("`\\u{001B}[31mred`"), "{wrong}");
}
