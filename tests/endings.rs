//! How games end where the rules of the end go wrong: they are stopped as unfinished, at a rule, and never crash.

mod common;

use bopu::engine::{Playouts, generator};
use std::time::{Duration, Instant};

/// Whether a game ends by a rule, the part that ended or stopped it, and the winner.
fn ended(lines: &str) -> (bool, String, Option<usize>) {
    let game = common::small_game(lines);
    let played = Playouts::new(game.program(), 100).play(&mut generator(1, 0, false), &mut generator(1, 0, true));
    let part = &game.program().parts[played.by as usize];
    (played.finished, part.path.clone(), played.winner)
}

const ONE_STEP: &str = "var n : 0..9
step st () { do { n := 5 }; notation \"st\" }
turn = t
phase t { choose { st } }
measure shown = n";

#[test]
fn a_game_ends_once() {
    let again = "on game over (p, v) { end game { win 乙 by 9 } }\nend game when x: n = 5 { win me by 2 }";
    let (finished, part, winner) = ended(&format!("{ONE_STEP}\n{again}"));
    assert_eq!((finished, part.as_str(), winner), (false, "on game over", None));
}

#[test]
fn a_result_that_is_none_stops_the_game() {
    let road = "space r[0..3]\npieces man 1 each\nroute lap of each player = r[0..3]\nsetup each { r[0]: 1 }";
    let none = "place(ahead(r[3], 1))";
    for end in [
        format!("end game when x: n = 5 {{ win me by {none} }}"),
        format!("end game when x: n = 5 {{ rank seats by {none} }}"),
        format!("end game when x: n = 5 {{ win me by 1 }}\npayoff {none}"),
    ] {
        let (finished, part, winner) = ended(&format!("{ONE_STEP}\n{road}\n{end}"));
        assert_eq!((finished, part.as_str(), winner), (false, "x", None), "{end}");
    }
}

#[test]
fn what_outgrows_a_bound_behind_the_end_is_no_end() {
    let over = "on game over (winner, value) { n := n + value }\nend game when x: n = 5 { win me by 6 }";
    let (finished, part, _) = ended(&format!("{ONE_STEP}\n{over}"));
    assert_eq!((finished, part.as_str()), (false, "on game over"));
}

/// 64,000 candidates that are written alike, each with a position of its own.
#[test]
fn many_candidates_that_are_written_alike_are_told_apart_in_time() {
    let lines = "var v : 0..9999999
step s (a in 1..40, b in 1..40, c in 1..40) { do { v := a * 10000 + b * 100 + c }; notation \"q\" }
turn = t
phase t { choose { s } }
measure shown = v
end game when x: v > 0 { draw }";
    let began = Instant::now();
    assert!(ended(lines).0);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

/// Four sides are declared, and two of them play.
#[test]
fn where_two_sides_play_the_other_loses_as_much() {
    let text = "language 1
game few
players 2..4
seats P1, P2, P3, P4
sides { A = P1; B = P2; C = P3; D = P4 }
turn = t
phase t { choose { pass } }
end game when x: rounds = 1 { win P1 by 3 }
measure m = if side(me) = side(P1) then 1 else 0";
    let scores = |players: usize| {
        let options = bopu::check::Options {
            players: Some(players),
            ..Default::default()
        };
        let compiled = bopu::check::compile("few.rules", text, &Default::default(), &options).expect("a game");
        let played = Playouts::new(&compiled.program, 9).play(&mut generator(1, 0, false), &mut generator(1, 0, true));
        played.scores
    };
    assert_eq!(scores(2), [3, -3]);
    assert_eq!(scores(3), [3, 0, 0]);
}
