//! `check` and `new`: what is found in rule files, and files that begin well.

mod common;

use common::program::{err, out, run, run_in};
use serde_json::Value;
use tempfile::TempDir;

fn folder_with(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

/// The findings of one file: code, severity, message, line.
fn findings(name: &str, rules: &str) -> (i32, Vec<(String, String, String, u64)>) {
    let folder = folder_with(&[(name, rules)]);
    let output = run_in(folder.path(), &["check", name, "--format", "json"], "");
    let all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |v: &Value, key: &str| v[key].as_str().unwrap_or_default().to_owned();
    let rows = all.as_array().expect("a list").iter();
    let rows = rows.map(|r| {
        (
            text(r, "code"),
            text(r, "severity"),
            text(r, "message"),
            r["line"].as_u64().unwrap_or(0),
        )
    });
    (output.status.code().unwrap_or(-1), rows.collect())
}

fn row(code: &str, severity: &str, message: &str, line: u64) -> (String, String, String, u64) {
    (code.into(), severity.into(), message.into(), line)
}

#[test]
fn embedded_rule_files_have_no_faults() {
    let output = run(&["check"], "");
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    assert!(
        out(&output).ends_with("files checked: 0 errors, 0 warnings\n"),
        "{}",
        out(&output)
    );
}

#[test]
fn pieces_without_number_are_too_many_and_no_crash() {
    let rules = "language 1
game crowd extends backgammon
override setup each { 24: 2147483647;  23: 2147483647;  13: 2147483647;  6: 5 }
";
    let (code, found) = findings("crowd.rules", rules);
    assert_eq!((code, found[0].0.as_str()), (1, "setup::number"), "{found:?}");
}

#[test]
fn a_finding_about_a_clause_gives_both_places() {
    let output = run(
        &["check", "tests/bad/quote_one_character_off.rules", "--format", "json"],
        "",
    );
    let all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let finding = &all[0];
    assert_eq!(
        (&finding["code"], &finding["line"]),
        (&"warrant::words".into(), &18.into())
    );
    // The rule file has 數 where the register has 数: counted in the two files by hand.
    assert_eq!(finding["column"], 25);
    assert_eq!(
        finding["also"],
        serde_json::json!([{"file": "tests/bad/daoshu.ron", "line": 13, "column": 33, "label": "“数” here, “數” there"}])
    );
    // Both places of a name that is defined twice stand in one file.
    let folder = folder_with(&[(
        "twice.rules",
        "language 1\ngame twice extends backgammon\nconst a = 1\nconst a = 2\n",
    )]);
    let output = run_in(folder.path(), &["check", "twice.rules", "--format", "json"], "");
    let all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let twice = all
        .as_array()
        .expect("a list")
        .iter()
        .find(|f| f["code"] == "name::duplicate");
    let also = &twice.expect("the name is found twice")["also"];
    assert_eq!((&also[0]["file"], &also[0]["line"]), (&"twice.rules".into(), &3.into()));
}

#[test]
fn an_error_of_another_choice_says_under_which() {
    let rules = "language 1
game split extends backgammon
reading landing \"what lies on a point?\" {
  soft \"nothing\" default
  hard \"something\"
}
override routine land(a : space, b : space) { move 1 a -> b }       when landing is soft
override routine land(a : space, b : space) { move 1 a -> nowhere } when landing is hard
";
    let (exit, found) = findings("split.rules", rules);
    assert_eq!(exit, 1);
    let ours: Vec<_> = found.iter().filter(|f| f.1 == "error").cloned().collect();
    assert_eq!(
        ours,
        [row(
            "name::unknown",
            "error",
            "there is no name `nowhere`, when `landing` is `hard`",
            8
        )]
    );
}

#[test]
fn an_error_of_another_number_of_players_says_for_which() {
    let rules = "language 1
game pair
players 2..3
pieces man 1 each
space home
space out
route way of each player = home, out
numbering way by place
setup each { 0: 1 }
die d2 = 1..2
dice 1 of d2
turn = throwing
phase throwing { roll; if sum(throw) = 2 { move 1 home -> out } }
end game when done: mine(out) = 1 and count(opponent, out) = 0 { win me by 1 }
";
    let (exit, found) = findings("pair.rules", rules);
    assert_eq!(exit, 1);
    assert_eq!(
        found,
        [row(
            "type::opponent",
            "error",
            "`opponent` needs exactly two players, with 3 players",
            14
        )]
    );
}

#[test]
fn what_one_choice_has_no_use_for_another_may() {
    let rules = "language 1
game choosy extends backgammon
reading worth_more \"is a game worth more?\" {
  no_more \"no\" default
  more \"yes\"
}
fn bonus() = 5
override fn worth(winner : player) = 1            when worth_more is no_more
override fn worth(winner : player) = 1 + bonus()  when worth_more is more
fn idle() = 7
";
    let (exit, found) = findings("choosy.rules", rules);
    assert_eq!(exit, 0, "warnings alone are no fault: {found:?}");
    let functions: Vec<&str> = found
        .iter()
        .map(|f| f.2.as_str())
        .filter(|m| m.contains("function"))
        .collect();
    assert!(functions.contains(&"nothing names function `idle`"), "{found:?}");
    assert!(!functions.contains(&"nothing names function `bonus`"), "{found:?}");
}

#[test]
fn a_file_is_called_as_its_game() {
    let (exit, found) = findings("other.rules", "language 1\ngame mine extends backgammon\n");
    assert_eq!(exit, 1);
    assert_eq!(
        found,
        [row(
            "file::name",
            "error",
            "the file is called `other.rules` and its game `mine`",
            2
        )]
    );
}

#[test]
fn names_of_other_games_are_taken() {
    let (exit, found) = findings(
        "mine.rules",
        "language 1\ngame mine \"mine\" also \"双陆棋\"  extends backgammon\n",
    );
    assert_eq!(exit, 1);
    assert_eq!(
        found,
        [row(
            "file::alias",
            "error",
            "`双陆棋` is also a name of `backgammon`",
            2
        )]
    );
    let (exit, found) = findings("tables.rules", "language 1\nlibrary tables \"others\" extends track\n");
    assert_eq!(exit, 0);
    assert_eq!(
        found,
        [row(
            "file::shadows",
            "warning",
            "`tables` is also the id of a rule file that comes with bopu",
            2
        )]
    );
}

#[test]
fn reports_show_every_finding_and_count_them() {
    let rules = "language 1\ngame torn extends backgammon\nturn = rol, move\noverride fn wroth() = 1\n";
    let folder = folder_with(&[("torn.rules", rules)]);
    let output = run_in(folder.path(), &["check", "torn.rules", "backgammon"], "");
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!("check_for_people", out(&output));
    assert_eq!(
        run_in(folder.path(), &["check", "missing.rules"], "").status.code(),
        Some(3)
    );
}

#[test]
fn a_new_file_passes_the_check_and_so_does_its_edit() {
    let folder = folder_with(&[]);
    let output = run_in(folder.path(), &["new", "my-game", "--extends", "backgammon"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let path = folder.path().join("my-game.rules");
    let written = std::fs::read_to_string(&path).expect("a file");
    insta::assert_snapshot!("new_file", written);
    let checked = run_in(folder.path(), &["check", "my-game.rules"], "");
    assert_eq!(out(&checked), "1 file checked: 0 errors, 0 warnings\n");
    // The edit is the last line; without its sign it still passes.
    let (before, edit) = written.trim_end().rsplit_once("\n# ").expect("an edit");
    assert!(edit.starts_with("in "), "{edit}");
    std::fs::write(&path, format!("{before}\n{edit}\n")).expect("written");
    let checked = run_in(folder.path(), &["check", "my-game.rules"], "");
    assert_eq!(out(&checked), "1 file checked: 0 errors, 0 warnings\n");
}

#[test]
fn new_never_overwrites() {
    let folder = folder_with(&[("dear.rules", "precious")]);
    let output = run_in(folder.path(), &["new", "dear", "--extends", "backgammon"], "");
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("`dear.rules` is there already"));
    assert_eq!(
        std::fs::read_to_string(folder.path().join("dear.rules")).expect("a file"),
        "precious"
    );
}

#[test]
fn new_refuses_names_that_cannot_be() {
    let folder = folder_with(&[("base.rules", "language 1\ngame base extends backgammon\n")]);
    for name in ["双陆", "9lives", "a b", "-x", "x-", "", "../up", "backgammon", "tables"] {
        let output = run_in(folder.path(), &["new", "--extends", "backgammon", "--", name], "");
        assert_eq!(output.status.code(), Some(2), "`{name}`: {}", err(&output));
    }
    let none = run_in(folder.path(), &["new", "mine", "--extends", "backgamon"], "");
    assert_eq!(none.status.code(), Some(2));
    assert!(err(&none).contains("did you mean `backgammon`?"));
    let library = run_in(folder.path(), &["new", "mine", "--extends", "tables"], "");
    assert_eq!(library.status.code(), Some(2));
    // A base on disk is found beside the new file only.
    let beside = run_in(folder.path(), &["new", "mine", "--extends", "base.rules"], "");
    assert_eq!(beside.status.code(), Some(0), "{}", err(&beside));
    std::fs::create_dir(folder.path().join("far")).expect("a folder");
    let output = ["--output", "far/far-off.rules"];
    let far = ["new", "far-off", "--extends", "base.rules"];
    let far = run_in(folder.path(), &[&far[..], &output].concat(), "");
    assert_eq!(far.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 3);
    assert_eq!(
        std::fs::read_dir(folder.path().join("far")).expect("a folder").count(),
        0
    );
}

#[test]
fn a_derived_game_may_replace_what_its_base_says_something_rests_on() {
    let rules = "language 1
game easy extends backgammon
override phase move { play { moves } best by most: size(used) \"as many as can be played\" }
";
    let (exit, found) = findings("easy.rules", rules);
    assert_eq!((exit, found), (0, Vec::new()));
}

#[test]
fn a_finding_far_to_the_right_is_drawn_and_not_a_crash() {
    let padding = " ".repeat(70_000);
    let rules = format!(
        "language 1\ngame wide extends backgammon\nfn idle() ={padding}nowhere + mine(bar)\noverride fn worth(winner : player) = idle()\n"
    );
    let folder = folder_with(&[("wide.rules", &rules)]);
    let output = run_in(folder.path(), &["check", "wide.rules"], "");
    assert_eq!(output.status.code(), Some(1));
    let shown = out(&output);
    assert!(
        shown.contains("there is no name `nowhere`"),
        "{}",
        &shown[..200.min(shown.len())]
    );
}

#[test]
fn a_reading_that_was_taken_away_can_not_be_asked_for() {
    let base = "language 1\ngame base\nplayers 1\nreading pace { slow default; fast }\n\
        fn by() = 1 when pace is slow\nfn by() = 2 when pace is fast\nvar gone : 0..99\n\
        step go { do { gone += by() } }\nturn = t\nphase t { choose { go } }\nend game when far: gone > 9 { win me }\n";
    let derived = |rest: &str| format!("language 1\ngame derived extends base\nremove reading pace\n{rest}");
    let run = |rules: &str| {
        let folder = folder_with(&[("base.rules", base), ("derived.rules", rules)]);
        let output = run_in(folder.path(), &["check", "derived.rules"], "");
        (output.status.code(), out(&output) + &err(&output))
    };
    assert_eq!(run(&derived("override fn by() = 3\n")).0, Some(0));
    // What stood under the reading is gone, and its uses are errors.
    let (code, told) = run(&derived(""));
    assert_eq!(code, Some(1));
    assert!(told.contains("name::unknown") && told.contains("`by`"), "{told}");
    let (code, told) = run(&derived("override fn by() = 3 when pace is slow\n"));
    assert_eq!(code, Some(1));
    assert!(told.contains("there is no reading `pace`"), "{told}");
}

/// A game that rests on a modern reason everywhere, but for what three readings bring.
const BARE: &str = "language 1
game bare \"bare\"
source pushuang
seats A, B            modern because \"somebody sits\"
pieces stone 1 each   modern because \"a stone\"
dice 1 of d2          modern because \"a coin\"
die d2 = 1..2         modern because \"a coin\"
space a               modern because \"a place\"
space b               modern because \"a place\"
setup each { a: 1 }   modern because \"somewhere\"
reading one   { off default modern because \"x\"; on modern because \"y\" }
reading two   { off default modern because \"x\"; on modern because \"y\" }
reading three { off default modern because \"x\"; on modern because \"y\" }
step go () { require mine(a) > 0;  do { move 1 a -> b } }   modern because \"one goes\"
turn = t
phase t { roll;  choose { go } else { end game { draw } } }   modern because \"one goes\"
end game when long: rounds >= 4 { draw }                      modern because \"enough\"
var n : 0..9
on go as alike { n += 1 }   when one is on or two is on
on go as other { n += 1 }   when three is on
";

/// What two choices lack alike is told once; what another lacks is told too.
#[test]
fn what_several_choices_lack_is_told_once() {
    let (exit, found) = findings("bare.rules", BARE);
    assert_eq!(exit, 1);
    let message = |part: &str, reading: &str| format!("`{part}` rests on nothing, when `{reading}` is `on`");
    assert_eq!(
        found,
        [
            row("warrant::missing", "error", &message("alike", "one"), 3),
            row("warrant::missing", "error", &message("other", "three"), 3),
        ]
    );
}

/// A mistake of a base is told where the base stands, not again for each file that is derived from it.
#[test]
fn a_mistake_of_a_base_is_told_once() {
    let base = BARE.replace("modern because \"a stone\"", "");
    let files = [
        ("bare.rules", base.as_str()),
        ("left.rules", "language 1\ngame left extends bare\n"),
        ("right.rules", "language 1\ngame right extends bare\n"),
    ];
    let folder = folder_with(&files);
    let output = run_in(folder.path(), &["check", "./left.rules", "./right.rules"], "");
    let told = out(&output);
    assert_eq!(told.matches("`stone` rests on nothing").count(), 1, "{told}");
    assert!(told.ends_with("2 files checked: 1 error, 0 warnings\n"), "{told}");
}

#[test]
fn money_is_used_where_a_pot_or_a_purse_is() {
    let with = |pay: &str, end: &str| {
        format!(
            "language 1
game tip
players 2
money m {{ purse of each player = 3;  pot pot = 0 }}
turn = go
phase go {{ {pay} }}
end game when late: {end} {{ draw }}
"
        )
    };
    let (code, found) = findings("tip.rules", &with("pay 1 from me to pot", "rounds > 3"));
    assert_eq!((code, found), (0, Vec::new()));
    let (_, found) = findings("tip.rules", &with("again", "pot > 3"));
    assert_eq!(found, Vec::new());
    let (_, found) = findings("tip.rules", &with("again", "rounds > 3"));
    assert_eq!(found, [row("name::unused", "warning", "nothing names money `m`", 4)]);
}

#[test]
fn what_a_library_leaves_open_is_no_unknown_name_in_it() {
    let library = "language 1
library purse
open const size : 1..100
const twice = 2 * size
money cash { purse of each player = size }
var n : 0..size
space p[1..size]
region far = p - p[1]
";
    assert_eq!(findings("purse.rules", library), (0, Vec::new()));
    let (code, found) = findings("purse.rules", &library.replace("2 * size", "2 * sise"));
    assert_eq!(code, 1);
    assert_eq!(found, [row("name::unknown", "error", "there is no name `sise`", 4)]);
}

#[test]
fn a_layout_may_name_members_and_draws_each_space_once() {
    let game = |rows: &str| {
        format!(
            "language 1
game path
pieces man 1 each
space p[1..4] named {{ 1 aa;  2 bb }}
space q[1..2] of each player named {{ 2 cc }}
setup each {{ aa: 1 }}
step go() {{ do {{ move 1 aa -> bb }};  notation \"go\" }}
turn = t
phase t {{ choose {{ go }} }}
end game when x: mine(bb) = 1 {{ win me }}
layout rows {{ rows {rows} }}
"
        )
    };
    assert_eq!(findings("path.rules", &game("aa, bb, cc / p[3..4]")), (0, Vec::new()));
    let (code, found) = findings("path.rules", &game("aa, p[2..4] / bb"));
    assert_eq!(code, 0);
    assert_eq!(found, [row("layout::twice", "warning", "`p[2]` is drawn twice", 11)]);
    let (_, found) = findings("path.rules", &game("ab, ba"));
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0], row("name::unknown", "error", "there is no space `ab`", 11));
}
