//! What outgrows a bound stops the game and says where; nothing hangs.

mod common;

use bopu::agents::Agent;
use bopu::check::{Library, Options};
use bopu::engine::{Current, Playouts, State, generator};
use bopu::ir::Bound;
use common::program::{json, told};
use common::{Table, step_randomly, test_game, test_game_with};
use serde_json::Value;
use std::time::{Duration, Instant};

fn reading(name: &str, choice: &str) -> Options {
    Options {
        readings: vec![(name.into(), choice.into())],
        ..Options::default()
    }
}

/// The part at which a game is stopped, its line and its reason.
fn stopped(state: &State) -> (String, usize, String) {
    assert_eq!(state.current(), Current::Unfinished);
    let program = state.program();
    let part = &program.parts[state.ended_by().expect("a part") as usize];
    let line = program.sources.line_column(part.span).0;
    (part.path.clone(), line, part.reason.clone().unwrap_or_default())
}

/// Six ranges of a thousand within each other, wherever they are computed.
#[test]
fn what_takes_too_long_stops_the_game_at_its_line() {
    for (place, part, line) in [
        ("phase", "deep", 9),
        ("step", "deep", 9),
        ("best", "deep", 9),
        ("roll", "deep", 9),
        ("ending", "deep", 9),
        ("guarded", "wait_here", 15),
    ] {
        let game = test_game_with("heavy", &reading("where", place));
        let began = Instant::now();
        let (mut dice, mut agents) = (generator(1, 0, false), generator(1, 0, true));
        let mut state = game.start();
        while step_randomly(&mut state, &mut dice, &mut agents) {}
        let (path, at, _) = stopped(&state);
        assert_eq!((path.as_str(), at), (part, line), "{place}");
        // A playout stops at the same place.
        let played = Playouts::new(game.program(), 100).play(&mut generator(1, 0, false), &mut generator(1, 0, true));
        assert_eq!((played.finished, Some(played.by)), (false, state.ended_by()), "{place}");
        // It would be 10^18 values.
        assert!(
            began.elapsed() < Duration::from_secs(120),
            "{place}: {:?}",
            began.elapsed()
        );
    }
}

/// Ten thousand million times nothing, in loops that have no name.
#[test]
fn loops_without_a_name_stop_the_game_at_their_line() {
    for (place, part, line, bound) in [
        ("phase", "cast", 29, Bound::Work),
        ("step", "nod", 14, Bound::Work),
        ("handler", "echo", 21, Bound::Work),
        ("play", "go", 35, Bound::Search),
    ] {
        let game = test_game_with("busy", &reading("where", place));
        let (mut dice, mut agents) = (generator(1, 0, false), generator(1, 0, true));
        let mut state = game.start();
        while step_randomly(&mut state, &mut dice, &mut agents) {}
        let (path, at, reason) = stopped(&state);
        assert_eq!((path.as_str(), at, state.bound()), (part, line, Some(bound)), "{place}");
        assert_eq!(reason, bound.reason());
        let played = Playouts::new(game.program(), 100).play(&mut generator(1, 0, false), &mut generator(1, 0, true));
        assert_eq!((played.finished, Some(played.by)), (false, state.ended_by()), "{place}");
    }
}

#[test]
fn what_stopped_a_game_is_told_for_what_it_is() {
    let busy = ["tests/games/busy.rules", "--reading", "where=phase"];
    let work = "more is done here than there is time for, at cast (tests/games/busy.rules:29)";
    let rounds = "it has gone on for as many rounds as are played (`--max-rounds`)";
    let ping = ["ping", "--max-rounds", "4"];
    for (game, told_as, bound, part, line) in [
        (&busy, work, "work", Value::from("cast"), Value::from(29)),
        (&ping, rounds, "rounds", Value::Null, Value::Null),
    ] {
        let run = [&["run"], &game[..]].concat();
        assert!(
            told(&run, "").contains(&format!("rounds: {told_as}\n")),
            "{}",
            told(&run, "")
        );
        let result = &json(&run)["result"];
        let stopped = &result["unfinished"];
        assert_eq!(
            (&stopped["bound"], &stopped["part"], &stopped["line"]),
            (&bound.into(), &part, &line)
        );
        assert_eq!(result["by"], part);
        let simulate = [&["simulate"], &game[..], &["--games", "2"]].concat();
        let text = told(&simulate, "");
        assert!(text.contains(&format!("\n  2 stopped: {told_as}\n")), "{text}");
        let row = &json(&simulate)["unfinished"][0];
        assert_eq!(
            (&row["bound"], &row["part"], &row["line"]),
            (&bound.into(), &part, &line)
        );
    }
    // Stopped before anything is asked.
    let moves = [&["moves"], &busy[..], &["--throw", "1"]].concat();
    assert_eq!(
        told(&moves, ""),
        format!("the game was stopped as unfinished: {work}\n")
    );
    assert_eq!(json(&moves)["unfinished"]["bound"], "work");
    assert_eq!(
        json(&["run", "ping", "--seed", "1"])["result"]["unfinished"],
        Value::Null
    );
}

#[test]
fn a_value_that_takes_too_long_is_no_value() {
    let game = test_game("heavy");
    let state = game.start();
    assert_eq!(state.measure(0, 0), None);
    let measure = &game.program().measures[0];
    let part = game
        .value(state.slots(), measure.value, 0)
        .expect_err("it would be 10^18 values");
    let part = &game.program().parts[part as usize];
    assert_eq!((part.path.as_str(), part.bound), ("deep", Some(Bound::Work)));
    // A greedy player that cannot measure chooses at random.
    assert!(
        Agent::Greedy
            .choose(&opened(state), &mut generator(1, 0, true))
            .is_some()
    );
    // An example says so, instead of comparing what means nothing.
    let text = include_str!("games/heavy.rules").to_owned() + "claim \"a lot\" : deep() > 5\n";
    let report = bopu::examples::run("heavy.rules", &text, &Library::default()).expect("it compiles");
    let trouble = report.outcomes[0].trouble.as_ref().expect("it cannot be computed");
    assert_eq!(trouble.expected, "`deep() > 5` to be computed");
    assert!(trouble.found.ends_with("at deep (heavy.rules:9)"), "{}", trouble.found);
}

/// Where somebody is to choose.
fn opened(mut state: State) -> State {
    state.throw(&[1]).expect("a throw");
    assert!(matches!(state.current(), Current::Player { .. }));
    state
}

#[test]
fn a_playout_after_a_stopped_one_is_fresh() {
    let game = test_game_with("heavy", &reading("where", "phase"));
    let mut playouts = Playouts::new(game.program(), 100);
    let mut play = |i| playouts.play(&mut generator(1, i, false), &mut generator(1, i, true));
    let first = play(0);
    assert_eq!(play(0), first);
}

#[test]
fn nobody_can_be_asked_to_act() {
    let mut table = Table::new(&test_game("nobody"));
    let (path, line, reason) = stopped(&table.state);
    assert_eq!((path.as_str(), line), ("serve", 11));
    assert_eq!(reason, "there is nobody to act as");
    // Seen by nobody, an expression has no value: five for Host in the first round. From the second to the fourth and last
    // Host is the guest, and is served one in each.
    table = Table::new(&test_game_with("nobody", &reading("how", "expression")));
    assert_eq!(table.var("served"), [8, 0]);
}

#[test]
fn arms_that_held_together_are_reported() {
    let run = |file: &str| json(&["simulate", file, "--games", "40", "--seed", "2"]);
    let answer = run("tests/games/cases.rules");
    let rows = answer["overlaps"].as_array().expect("overlaps");
    let [row] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!((&row["taken"], &row["also"]), (&"n mod 2 = 0".into(), &"n > 3".into()));
    assert_eq!((&row["part"], &row["line"]), (&"cast".into(), &15.into()));
    // Both hold for a four and a six: counted here from the throws of the same games.
    let game = test_game("cases");
    let mut expected = 0;
    let mut first = None;
    for index in 0..40 {
        let (mut dice, mut agents) = (generator(2, index, false), generator(2, index, true));
        let mut state = game.start();
        while step_randomly(&mut state, &mut dice, &mut agents) {}
        for (round, action) in state.history().enumerate() {
            if matches!(action, bopu::engine::Action::Throw { faces, .. } if faces[0] == 4 || faces[0] == 6) {
                expected += 1;
                first = first.or(Some((index, round + 1)));
            }
        }
    }
    assert_eq!(row["times"], expected);
    let (game, round) = first.expect("a four or a six in forty games");
    assert_eq!((&row["game"], &row["round"]), (&game.into(), &round.into()));
    assert!(row["state"]["vars"].is_object() || round == 1, "{row}");
    // Without `cases`, nothing is said.
    assert_eq!(run("tests/games/rubber.rules").get("overlaps"), None);
}

/// A bag is never cut: what is too large for the time there is stops the game.
#[test]
fn copies_are_all_there_or_stop_the_game() {
    let text = "language 1\ngame often \"one thing very often\"\nseats 甲, 乙\ndice 1 of d6\nvar n : 0..2000000000\n\
                turn = p\nphase p {\n  roll\n  n := size(copies(2000000000 - max(throw), 1))\n}\n\
                end game when over: rounds > 0 { draw }\n\
                claim \"as many as are said\" : size(copies(5000, 3)) = 5000 and sum(copies(5000, 3)) = 15000\n\
                claim \"none\" : size(copies(0, 3)) = 0 and size(copies(-1, 3)) = 0\n";
    let report = bopu::examples::run("often.rules", text, &Library::default()).expect("it compiles");
    assert!(report.outcomes.iter().all(|o| o.trouble.is_none()), "{report:?}");
    let success =
        bopu::check::compile("often.rules", text, &Library::default(), &Options::default()).expect("it compiles");
    let game = bopu::engine::Game::new(success.program);
    let mut state = game.start();
    state.throw(&[1]).expect("a throw");
    assert_eq!(stopped(&state).1, 9);
    assert_eq!(state.bound(), Some(Bound::Work));
}

/// Twenty numbers for twenty pieces can be played in more ways than anybody goes through: that is said soon, and in little room.
#[test]
fn plays_that_go_on_in_very_many_ways_are_given_up_soon() {
    let began = Instant::now();
    let game = test_game("large/heap");
    let mut state = game.start();
    state
        .throw(&[6, 6, 6, 5, 5, 5, 5, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1])
        .expect("a throw");
    assert_eq!((state.bound(), stopped(&state).1), (Some(Bound::Search), 24));
    // Nothing is asked of a play here, so that there is nothing to search; but a whole turn has too many ends to list.
    let game = test_game_with("large/heap", &reading("play", "free"));
    let mut state = game.start();
    state
        .throw(&[6, 6, 6, 5, 5, 5, 5, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1])
        .expect("a throw");
    assert_eq!(state.legal_choices().len(), 6);
    assert!(state.wholes().is_none());
    assert!(state.ends().is_none());
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}

/// Nothing is cut to fit: 40,000 twice over is 3,200,000,000, which no value can hold.
#[test]
fn a_number_that_is_too_large_stops_the_game_where_it_is_computed() {
    let played = |phase: &str, end: &str| {
        let text = format!(
            "var x : 0..99999 = 40000
var lots : bag 2 of 0..9
step st () {{ do {{ x := 40000 }} }}
turn = t
phase t {{ {phase};  choose {{ st }} }}
end game when e: {end}
measure shown = x"
        );
        let game = common::small_game(&text);
        let played = Playouts::new(game.program(), 9).play(&mut generator(1, 0, false), &mut generator(1, 0, true));
        let part = &game.program().parts[played.by as usize];
        (played.finished, part.bound, part.path.clone())
    };
    let never = "rounds > 3 { draw }";
    let number = |path: &str| (false, Some(Bound::Number), path.to_owned());
    assert_eq!(played("x := x * x * 2", never), number("t"));
    assert_eq!(played("x := 0 - x * x - x * x", never), number("t"));
    assert_eq!(played("x := sum k in 1..4000 : x * k", never), number("t"));
    assert_eq!(played("x := x + 1", "rounds > 0 { win me by x * x * 2 }"), number("e"));
    // A number that can be kept is only out of the variable's range.
    assert_eq!(played("x := x * 3", never), (false, None, "t".into()));
    assert!(played("x := x", "rounds > 0 { win me by x * 50000 }").0);
}

#[test]
fn a_claim_about_a_number_that_is_too_large_is_not_computed() {
    let text = "language 1\ngame big extends backgammon\nclaim \"cut\" : 50000 * 50000 = 2147483647\n";
    let report = bopu::examples::run("big.rules", text, &Library::default()).expect("a game");
    let trouble = report.outcomes[0].trouble.as_ref().expect("it fails");
    assert!(
        trouble
            .found
            .starts_with("a number gets larger here than any that is kept"),
        "{}",
        trouble.found
    );
}
