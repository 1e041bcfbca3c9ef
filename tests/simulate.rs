//! Many games: the same results for any number of threads, and the same whether played fast or choice by choice.

mod common;

use bopu::agents::Agent;
use bopu::check::{Library, Options, compile};
use bopu::engine::{Game, MAX_ROUNDS, Playouts, generator};
use bopu::sim::by_agents;
use common::program::{err, json, run, told};
use serde_json::Value;
use std::time::{Duration, Instant};

fn answer(args: &[&str]) -> Value {
    let output = run(&[&["simulate"], args, &["--format", "json"]].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(output.stderr.is_empty(), "no bar where there is no terminal");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The answer without what differs from run to run.
fn results(args: &[&str]) -> Value {
    let mut answer = answer(args);
    let timing = answer.as_object_mut().expect("an object").remove("timing");
    assert!(timing.is_some_and(|t| t["cpu_seconds"].is_number()));
    answer
}

fn game(text: &str, readings: &[(&str, &str)]) -> Game {
    let options = Options {
        readings: readings
            .iter()
            .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
            .collect(),
        ..Options::default()
    };
    let success = compile("trial.rules", text, &Library::default(), &options);
    Game::new(success.expect("a game that compiles").program)
}

#[test]
fn any_number_of_threads_gives_the_same_results() {
    let one = results(&["backgammon", "--games", "150", "--jobs", "1", "--seed", "5"]);
    for jobs in ["2", "3", "0"] {
        let many = results(&["backgammon", "--games", "150", "--jobs", jobs, "--seed", "5"]);
        assert_eq!(one, many, "with --jobs {jobs}");
    }
    assert_ne!(one, results(&["backgammon", "--games", "150", "--seed", "6"]));
}

#[test]
fn all_games_are_accounted_for() {
    let all = results(&["backgammon", "--games", "70"]);
    assert_eq!(all["finished"], 70);
    assert_eq!(all["unfinished"], Value::Array(Vec::new()));
    let seats = all["seats"].as_array().expect("seats");
    let wins: u64 = seats.iter().map(|s| s["wins"].as_u64().expect("wins")).sum();
    assert_eq!(wins + all["drawn"].as_u64().expect("drawn"), 70);
    for seat in seats {
        let scores = seat["scores"].as_object().expect("scores");
        assert_eq!(scores.values().map(|n| n.as_u64().expect("a count")).sum::<u64>(), 70);
    }
    let means: Vec<f64> = seats
        .iter()
        .map(|s| s["mean_score"].as_f64().expect("a mean"))
        .collect();
    assert!((means[0] + means[1]).abs() < 1e-9, "what one wins the other loses");
}

#[test]
fn games_that_do_not_end_are_reported_and_are_no_failure() {
    let all = results(&["backgammon", "--games", "40", "--max-rounds", "50"]);
    let stopped: u64 = all["unfinished"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|u| u["games"].as_u64().expect("a count"))
        .sum();
    assert!(stopped > 0);
    assert_eq!(stopped + all["finished"].as_u64().expect("a count"), 40);
}

#[test]
fn a_time_that_is_too_short_tells_no_rate() {
    let short = told(&["simulate", "tests/games/tiny.rules", "--games", "1"], "");
    assert!(
        short.ends_with("\ntoo short to tell how many games are played in a second\n"),
        "{short}"
    );
    let timing = &json(&["simulate", "tests/games/tiny.rules", "--games", "1"])["timing"];
    assert_eq!(timing["games_per_cpu_second"], Value::Null);
}

/// What a greedy player looks at does not grow with what has been played.
#[test]
fn a_long_game_of_greedy_players_does_not_get_slower() {
    let began = Instant::now();
    let args = [
        "ping",
        "--games",
        "2",
        "--seat",
        "greedy",
        "--seat",
        "greedy",
        "--max-rounds",
        "3000",
    ];
    let all = results(&args);
    assert_eq!(all["games"], 2);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn wrong_agents_are_wrong_usage() {
    let person = run(&["simulate", "backgammon", "--seat", "human"], "");
    assert_eq!(person.status.code(), Some(2));
    assert!(err(&person).contains("nobody sits at a simulation"));
    let three = ["random", "random", "greedy"].map(|a| ["--seat", a]).concat();
    let three = run(&[&["simulate", "backgammon"], &three[..]].concat(), "");
    assert_eq!(three.status.code(), Some(2));
}

#[test]
fn greedy_play_beats_random_play() {
    let all = results(&["backgammon", "--games", "12", "--seat", "greedy", "--seat", "random"]);
    let wins = all["seats"][0]["wins"].as_u64().expect("wins");
    assert!(wins >= 9, "greedy won {wins} of 12");
}

/// A playout and a game played choice by choice on the same streams are the same game.
fn agree(game: &Game, games: std::ops::Range<u64>) {
    let agents = vec![Agent::Random; game.program().seat_count()];
    let mut playouts = Playouts::new(game.program(), MAX_ROUNDS);
    for index in games {
        let streams = || (generator(3, index, false), generator(3, index, true));
        let (mut dice, mut choices) = streams();
        let fast = playouts.play(&mut dice, &mut choices);
        let (mut dice, mut choices) = streams();
        let slow = by_agents(game, &agents, MAX_ROUNDS, &mut dice, &mut choices);
        assert_eq!(fast, slow, "game {index}");
    }
}

#[test]
fn playouts_go_as_games_of_random_agents() {
    agree(&game("language 1\ngame trial extends backgammon\n", &[]), 0..30);
    agree(
        &game("language 1\ngame trial extends backgammon\n", &[("opening", "pair")]),
        30..35,
    );
}

#[test]
fn playouts_agree_where_moves_coincide_and_plays_may_stop() {
    // Without the duty to play on, and with a notation that does not tell the pips apart.
    let free = "language 1
game trial extends backgammon
in phase move { override best most: 0 - size(used) \"as few numbers as can be\" }
in step advance { override notation \"{a}-on\" }
";
    agree(&game(free, &[]), 0..3);
    let choice = "language 1
game trial
players 2
pieces man 2 each
space home
space lane[1..4]
space out
route way of each player = home, lane[1..4], out
numbering way by place
setup each { 0: 2 }
die d4 = 1..4
dice 1 of d4
step go (a in home + lane, n in 1..sum(throw)) {
  let b = ahead(a, n) else \"the track ends\"
  require own: mine(a) > 0 \"no man there\"
  do { move 1 a -> b }
  notation \"{a}:{b}\"
}
turn = throwing
phase throwing { roll; choose { go | pass } else { } }
end game when home_all: mine(out) = total(me) { win me by 1 }
";
    agree(&game(choice, &[]), 0..200);
}
