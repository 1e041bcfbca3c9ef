//! Matches: game after game until the match's own rule ends them.

mod common;

use bopu::check::{Library, Options, compile};
use bopu::engine::{Action, Current, Game, Refusal};
use bopu::record::{Entry, Transcript};
use common::program::{json, told};
use common::{Table, test_game};
use serde_json::Value;

const RUBBER: &str = "tests/games/rubber.rules";

#[test]
fn the_next_game_keeps_what_is_the_matchs() {
    let mut table = Table::new(&test_game("rubber"));
    assert_eq!(
        table.state.apply(Action::NextGame),
        Err(Refusal::NotNow(table.current()))
    );
    table.throw(&[3]).throw(&[6]);
    assert_eq!(table.current(), Current::Over { winner: Some(1) });
    assert!(table.state.match_goes_on());
    assert_eq!(table.state.match_result(), None);
    let first = table.state.clone();
    table.state.apply(Action::NextGame).expect("the match goes on");
    assert_eq!((table.var("points"), table.var("thrown")), (vec![0, 2], vec![0]));
    assert_eq!(
        (table.state.games(), table.state.rounds(), table.state.mover()),
        (1, 0, 0)
    );
    // East's one gives West the third point.
    table.throw(&[1]);
    assert!(!table.state.match_goes_on());
    assert_eq!(table.state.scores(), [-1, 1], "the last game");
    let result = table.state.match_result().expect("the match is over");
    assert_eq!((result.winner, result.scores), (Some(1), vec![-3, 3]));
    assert!(matches!(table.state.apply(Action::NextGame), Err(Refusal::NotNow(_))));
    // What was done is taken back across the games.
    assert!(table.state.undo() && table.state.undo());
    assert_eq!(table.state, first);
    assert!(table.state.undo());
    assert_eq!(table.current(), Current::Chance { group: 0 });
}

#[test]
fn a_match_that_one_game_decides_is_over() {
    let text = "language 1\ngame short extends rubber\nremove end match enough\n\
                phase gift before cast { if points(me) = 2 { end match { win opponent by 5 } } }\n";
    let library = Library {
        beside: Some("tests/games".into()),
    };
    let game = Game::new(
        compile("short.rules", text, &library, &Options::default())
            .expect("compiles")
            .program,
    );
    let mut table = Table::new(&game);
    table.throw(&[6]);
    assert!(
        table.state.match_goes_on(),
        "an `end match` among the phases makes it a match"
    );
    // At the beginning of his turn East has two, which the phase ends at once.
    table.state.apply(Action::NextGame).expect("the match goes on");
    let result = table.state.match_result().expect("over");
    assert_eq!((result.winner, result.scores), (Some(1), vec![-5, 5]));
}

#[test]
fn a_match_without_end_is_stopped() {
    let mut state = test_game("rubber").start_capped(3);
    // The rounds of all games are counted together, the one in which a game ends too: two in each of these games.
    state.throw(&[2]).expect("a throw");
    state.throw(&[1]).expect("a throw");
    state.apply(Action::NextGame).expect("goes on");
    assert_eq!(state.current(), Current::Chance { group: 0 });
    state.throw(&[2]).expect("a throw");
    state.throw(&[1]).expect("a throw");
    assert!(state.match_goes_on());
    state.apply(Action::NextGame).expect("goes on");
    assert_eq!(state.current(), Current::Unfinished);
    assert_eq!(state.bound(), Some(bopu::ir::Bound::Rounds));
}

#[test]
fn a_run_goes_on_to_the_end_and_is_replayed() {
    let file = std::env::temp_dir().join(format!("bopu-rubber-{}.ron", std::process::id()));
    let path = file.to_str().expect("UTF-8");
    let run = told(&["run", RUBBER, "--seed", "3", "--save", path], "");
    let replayed = told(&["replay", path], "");
    let text = std::fs::read_to_string(&file).expect("the transcript");
    let _ = std::fs::remove_file(&file);
    assert_eq!(run, replayed);
    insta::assert_snapshot!(run);

    let transcript = Transcript::parse(&text).expect("a transcript");
    let games = 1 + transcript.actions.iter().filter(|e| **e == Entry::NextGame).count();
    assert!(run.contains(&format!("wins the match after {games} games")), "{run}");
    let state = transcript.replay(&test_game("rubber")).expect("replays");
    assert!(state.match_result().is_some());
    // An entry between games that the rules do not give is refused by its number.
    let mut wrong = transcript.clone();
    wrong.actions.insert(1, Entry::NextGame);
    let damage = wrong
        .replay(&test_game("rubber"))
        .expect_err("the first game is not over");
    assert_eq!(damage.place, "entry 2");
}

#[test]
fn a_transcript_of_one_game_of_a_match_is_still_read() {
    let old = r#"(bopu: 1, game: "rubber", actions: [throw([6])],
        result: Some(over(winner: Some("East"), scores: [("East", 2), ("West", -2)], by: "cast")))"#;
    let state = Transcript::parse(old)
        .and_then(|t| t.replay(&test_game("rubber")))
        .expect("replays");
    assert!(state.match_goes_on());
}

#[test]
fn programs_are_told_of_each_game_and_the_match() {
    let run = json(&["run", RUBBER, "--seed", "3"]);
    let between: Vec<&Value> = run["turns"]
        .as_array()
        .expect("turns")
        .iter()
        .filter(|t| t["game"].is_u64())
        .collect();
    let games = run["match"]["games"].as_u64().expect("a number");
    assert_eq!(between.len() as u64, games - 1);
    assert_eq!(between[0]["result"]["finished"], true);
    assert_eq!(run["match"]["finished"], true);
    assert_eq!(
        run["match"]["winner"], run["result"]["winner"],
        "who won the last game won the match"
    );
    // A simulation counts single games.
    let simulated = json(&["simulate", RUBBER, "--games", "60"]);
    let scores = simulated["seats"][0]["scores"].as_object().expect("scores");
    assert!(
        scores.keys().all(|s| ["-2", "-1", "1", "2"].contains(&s.as_str())),
        "{scores:?}"
    );
}

#[test]
fn people_are_asked_between_games() {
    let typed = ["play", RUBBER, "--own-dice", "--seed", "1"];
    let session = told(&typed, "6\nwhat\n\n1\nundo\nundo\nundo\n1\n\n6\nquit\n");
    insta::assert_snapshot!(session);
}
