//! `explain`, `why` and stories of games quote the clauses that each part rests on.

mod common;

use common::program::{self, out, run, told, unnumbered};
use serde_json::{Value, json};

/// White has two pieces on the sixth beam and one on the fifth, the others are off; Black is at home.
const LAST: &str = r#"{"bopu": 1, "to_move": "白", "pieces": {
    "白": {"point[6]": 2, "point[5]": 1, "off": 12}, "黑": {"point[19]": 5, "point[20]": 10}}}"#;

fn last(game: &str, text: &str) -> Vec<String> {
    ["explain", game, text, "--state", LAST, "--throw", "6,2"]
        .map(str::to_owned)
        .to_vec()
}

fn explained(game: &str, text: &str) -> String {
    let args = last(game, text);
    told(&args.iter().map(String::as_str).collect::<Vec<_>>(), "")
}

fn explained_json(game: &str, text: &str) -> Value {
    let args = last(game, text);
    program::json(&args.iter().map(String::as_str).collect::<Vec<_>>())[0].clone()
}

#[test]
fn a_legal_move_with_the_words_of_its_clauses() {
    insta::assert_snapshot!(unnumbered(&explained("ping", "6/off")));
}

#[test]
fn a_refused_move_with_the_words_of_the_clause_that_refuses_it() {
    insta::assert_snapshot!(unnumbered(&explained("ping", "5/off")));
}

/// No four was thrown: the parameter refuses it, and rests on what the step rests on.
#[test]
fn a_value_that_a_parameter_cannot_have_is_refused_by_the_parameter() {
    let refused = explained_json("ping", "6/2");
    assert_eq!(refused["refused_by"]["part"], "advance.pip");
    assert_eq!(refused["why"], "`4` is not among what `pip` can be now: 2, 6");
    let allowed = explained_json("ping", "6/off");
    let clauses = &refused["refused_by"]["clauses"];
    assert!(
        clauses
            .as_array()
            .is_some_and(|c| c.contains(&json!("pushuang.ping.6"))),
        "{clauses}"
    );
    assert_eq!(refused["rests_on"]["by"], json!(["advance.pip"]));
    assert_eq!(allowed["refused_by"], Value::Null);
}

/// What the southern games inherit came to them by their own clauses: luoying from ping, xiazan from luoying.
#[test]
fn a_derived_game_shows_the_links() {
    insta::assert_snapshot!(unnumbered(&explained("luoying", "6/off")));
    insta::assert_snapshot!(unnumbered(&explained("xiazan", "6/off")));
    let xiazan = explained_json("xiazan", "6/off");
    let links: Vec<(&str, &str, &Value)> = xiazan["step"]["warrants"][0]["through"]
        .as_array()
        .expect("links")
        .iter()
        .map(|l| {
            (
                l["game"].as_str().expect("a game"),
                l["extends"].as_str().expect("a base"),
                &l["clauses"][0],
            )
        })
        .collect();
    assert_eq!(
        links,
        [
            ("xiazan", "luoying", &json!("pushuang.xiazan.1")),
            ("luoying", "ping", &json!("pushuang.luoying.1")),
        ]
    );
}

#[test]
fn the_grade_of_a_move_is_its_weakest_parts() {
    let legal = explained_json("ping", "6/off");
    assert_eq!(legal["legal"], true);
    assert_eq!(legal["rests_on"]["weakest"], "stated");
    // With nothing on the sixth beam a six takes one off the fifth, and that is implied only.
    let behind = r#"{"bopu": 1, "to_move": "白", "pieces": {
        "白": {"point[5]": 3, "off": 12}, "黑": {"point[19]": 5, "point[20]": 10}}}"#;
    let larger = &program::json(&["explain", "ping", "5/off", "--state", behind, "--throw", "6,2"])[0];
    assert_eq!(larger["rests_on"]["weakest"], "implied");
    assert_eq!(larger["rests_on"]["by"], json!(["takes.reach"]));
    let enough = legal["met"]
        .as_array()
        .expect("parts")
        .iter()
        .find(|p| p["part"] == "takes.enough");
    let clause = &enough.expect("the requirement")["warrants"][0]["clauses"][0];
    assert_eq!(clause["id"], "pushuang.changju.27");
    assert_eq!(clause["quote"], "不足则不取");
    let refused = explained_json("ping", "5/off");
    assert_eq!(refused["refused_by"]["part"], "takes.reach");
    assert_eq!(refused["refused_by"]["grade"], "implied");
    assert_eq!(refused["rests_on"]["weakest"], "implied");
    // A clause of the classical text is told in our words: there is nothing to quote.
    let siku = &enough.expect("the requirement")["warrants"][1]["clauses"][0];
    assert_eq!(siku["id"], "siku-pushuang.changju.4");
    assert!(siku.get("quote").is_none() && siku["says"].is_string(), "{siku}");
}

/// The parts that a move meets, and its weakest grade.
fn met(game: &[&str], move_text: &str, state: &str, throw: &str) -> (Vec<String>, String) {
    let args = [&["explain", game[0], move_text], &game[1..]].concat();
    let args = [&args[..], &["--state", state, "--throw", throw]].concat();
    let answer = &program::json(&args)[0];
    assert_eq!(answer["legal"], true, "{answer}");
    let parts = answer["met"].as_array().expect("parts").iter();
    let parts = parts.map(|p| p["part"].as_str().expect("a name").to_owned()).collect();
    (
        parts,
        answer["rests_on"]["weakest"].as_str().expect("a grade").to_owned(),
    )
}

/// Behind 函谷关 a stack doesn't ask whether ten may pass it, one that stands before it and goes on does.
#[test]
fn a_move_rests_on_what_bears_on_it() {
    let state = r#"{"bopu": 1, "to_move": "甲", "pieces": {"甲": {"格[44]": 10, "格[60]": 10}, "乙": {"格[30]": 20}}}"#;
    let game = ["dama", "--players", "2"];
    let (past, _) = met(&game, "60-65", state, "2,2,1");
    let (through, _) = met(&game, "44-49", state, "2,2,1");
    assert!(!past.contains(&"可过.函谷".to_owned()), "{past:?}");
    assert!(through.contains(&"可过.函谷".to_owned()), "{through:?}");
}

/// That the larger number must be played bears on a move where the smaller could be played instead.
#[test]
fn what_a_play_asks_for_bears_where_it_refuses_another() {
    let larger = ["move.larger".to_owned()];
    let state = r#"{"bopu": 1, "to_move": "白", "pieces": {"白": {"point[24]": 1, "point[1]": 14}, "黑": {"point[14]": 2, "point[19]": 13}}}"#;
    let (parts, weakest) = met(&["ping"], "24/18", state, "6,4");
    assert!(
        parts.ends_with(&larger) && weakest == "elsewhere",
        "{parts:?} {weakest}"
    );
    let state =
        r#"{"bopu": 1, "to_move": "白", "pieces": {"白": {"point[24]": 1, "point[1]": 14}, "黑": {"point[19]": 15}}}"#;
    let (parts, weakest) = met(&["ping"], "24/18", state, "6,4");
    assert!(
        parts.iter().all(|p| !p.starts_with("move.")) && weakest == "stated",
        "{parts:?} {weakest}"
    );
}

/// 平双陆: that one piece goes on by the second number is a conjecture against the letter, that a double is two numbers is implied.
#[test]
fn what_leans_on_a_reading_is_no_firmer_than_it() {
    let state =
        r#"{"bopu": 1, "to_move": "白", "pieces": {"白": {"point[24]": 2, "point[6]": 13}, "黑": {"point[19]": 15}}}"#;
    let weakest = |play: &str, throw: &str| -> Vec<String> {
        let answers = program::json(&["explain", "ping", play, "--state", state, "--throw", throw]);
        let answers = answers.as_array().expect("moves").iter();
        answers
            .map(|a| a["rests_on"]["weakest"].as_str().expect("a grade").to_owned())
            .collect()
    };
    assert_eq!(weakest("24/20/18", "4,2"), ["stated", "conjecture"]);
    assert_eq!(weakest("24/20 6/4", "4,2"), ["stated", "stated"]);
    assert_eq!(weakest("24/22(2)", "2,2"), ["implied", "implied"]);
}

/// A move that meets what is only guessed says so.
#[test]
fn a_conjecture_shows() {
    let state = r#"{"bopu": 1, "to_move": "甲", "pieces": {"甲": {"lane[2]": 1}, "乙": {"lane[5]": 1}}}"#;
    let move_text = ["explain", "tests/house/home.rules", "go lane[2]"];
    let told = told(&[&move_text[..], &["--state", state, "--throw", "3"]].concat(), "");
    assert!(told.contains("weakest: conjecture (go.free)\n"), "{told}");
    assert!(told.contains("      conjecture  he would stay there\n"), "{told}");
    assert!(
        told.contains("stated      house.you.4 “不得越界”\n                  Nobody goes beyond the end.\n"),
        "{told}"
    );
}

#[test]
fn why_quotes_at_the_table() {
    let args = [
        "play",
        "tests/house/home.rules",
        "--own-dice",
        "--seat",
        "human",
        "--seat",
        "human",
    ];
    let session = run(&args, "3\nwhy go lane[1]\nwhy rest\nquit\n");
    let told = out(&session);
    assert!(
        told.contains("this move rests on: stated (2), conjecture (1); weakest: conjecture (go.free)"),
        "{told}"
    );
    assert!(told.contains("house.you.4 “不得越界”"), "{told}");
    assert!(told.contains("the refusal rests on: modern (1)"), "{told}");
}

/// Each move names the parts that it rests on by number; behind the game each stands once with its clause.
#[test]
fn a_story_has_notes() {
    let story = told(&["run", "tests/house/home.rules", "--seed", "2"], "");
    insta::assert_snapshot!(unnumbered(&story));
    let json = program::json(&["run", "tests/house/home.rules", "--seed", "2"]);
    let moved = json["turns"]
        .as_array()
        .expect("turns")
        .iter()
        .find(|t| t.get("play").is_some());
    let rests_on = &moved.expect("a move")["rests_on"];
    assert_eq!(rests_on["weakest"], "conjecture");
    assert_eq!(rests_on["parts"], json!(["go", "go.b", "go.free"]));
    let rules = json["rules"].as_array().expect("rules");
    let end = rules
        .iter()
        .find(|r| r["part"] == json["result"]["by"])
        .expect("what ended it");
    assert_eq!(end["warrants"][0]["clauses"][0]["quote"], "先到者胜");
}

#[test]
fn a_replayed_story_has_the_same_notes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.ron");
    let file = file.to_str().expect("a path");
    let played = told(
        &["run", "luoying", "--seed", "3", "--max-rounds", "4", "--save", file],
        "",
    );
    assert_eq!(told(&["replay", file], ""), played);
    assert!(
        played.contains("pushuang.changju.21 “被击打的棋子尚未落下，其他棋子就不能移动”"),
        "{played}"
    );
}

/// A home-made game that cites nothing has no notes.
#[test]
fn a_game_without_sources_is_told_without_notes() {
    let story = told(&["run", "tests/games/fair.rules"], "");
    assert!(!story.contains("rest on") && !story.contains('['), "{story}");
}

/// With all six of Black's home points held nothing can be played: the game goes on by itself, and what refused a move is
/// still told.
#[test]
fn a_move_is_explained_where_nothing_could_be_chosen() {
    const SHUT_OUT: &str = r#"{"bopu": 1, "to_move": "White", "pieces": {
        "White": {"bar": 1, "point[6]": 5, "point[8]": 9},
        "Black": {"point[24]": 2, "point[23]": 2, "point[22]": 2, "point[21]": 2, "point[20]": 2, "point[19]": 5}}}"#;
    for (text, part) in [("bar/24", "may_land.block"), ("8/7", "may_leave.bar_first")] {
        let answer = program::json(&["explain", "backgammon", text, "--state", SHUT_OUT, "--throw", "2-1"])[0].clone();
        assert_eq!(
            (&answer["seat"], &answer["legal"]),
            (&json!("White"), &json!(false)),
            "{text}"
        );
        assert_eq!(answer["refused_by"]["part"], part, "{text}");
    }
}

/// The road ends five steps on, so that the notation of the move lacks its end; the other notations have blanks in them.
#[test]
fn a_step_and_its_values_name_any_move() {
    const STATE: &str = r#"{"bopu": 1, "to_move": "A", "pieces": {"A": {"p[7]": 2}, "B": {"p[1]": 2}}}"#;
    let explain = |text: &str| {
        let args = [
            "explain",
            "tests/rules/hops.rules",
            text,
            "--state",
            STATE,
            "--throw",
            "5",
        ];
        program::json(&args)[0].clone()
    };
    for (text, by) in [
        ("walk(6)", "walk.b"),
        ("walk(p[7])", "walk.b"),
        ("walk（6）", "walk.b"),
        ("walk(3)", "walk.own"),
        ("swap(6, 2)", "swap.own"),
        ("swap 6 2", "swap.own"),
        ("swap(6, 7)", "swap.n"),
        ("take a rest", "rest.late"),
        ("rest()", "rest.late"),
    ] {
        let answer = explain(text);
        assert_eq!(answer["legal"], false, "{text}");
        assert_eq!(answer["refused_by"]["part"], by, "{text}: {answer}");
    }
    assert_eq!(explain("swap(6, 1)")["legal"], true);
    // Values at the end may be left out.
    assert_eq!(explain("swap(6)")["legal"], true);
    assert_eq!(explain("walk(9)")["why"], "`9` is no value of `a` in step `walk`");
    assert_eq!(explain("swap(6, x)")["why"], "`x` is no value of `n` in step `swap`");
    assert_eq!(explain("walk(6, 5)")["why"], "the values of step `walk` are: a");
    let why = explain("wlak(6)")["why"].as_str().expect("a reason").to_owned();
    assert!(
        why.ends_with("a move may also be named by its step, as `swap(6, 1)`"),
        "{why}"
    );
}

/// Whole plays can be named too, in any order and with blanks behind the commas.
#[test]
fn named_moves_are_played_like_written_ones() {
    let answers = program::json(&[
        "explain",
        "ping",
        "advance(6, 2) bear_off(6,6)",
        "--state",
        LAST,
        "--throw",
        "6,2",
    ]);
    let steps: Vec<&Value> = answers.as_array().expect("moves").iter().map(|a| &a["legal"]).collect();
    assert_eq!(steps, [&json!(true), &json!(true)], "{answers}");
    let examples = program::run(&["test", "tests/rules/hops.rules"], "");
    assert_eq!(examples.status.code(), Some(0), "{}", out(&examples));
}
