//! Who leaves is out of play, whatever he was promised; and what is said of nobody stops the game with a reason.

mod common;

use bopu::engine::{Playouts, generator};
use bopu::ir::Bound;
use common::{Table, small_game};

fn leaving(effects: &str) -> String {
    format!(
        "step quit () {{ do {{ {effects} }}; notation \"quit\" }}
step nod () {{ do {{ n := 1 - n }}; notation \"nod\" }}
var n : 0..1
turn = t
phase t {{ choose {{ quit | nod }} }}
measure shown = n
end game when x: rounds > 9 {{ draw }}"
    )
}

#[test]
fn who_has_left_is_owed_nothing_whether_promised_before_or_after() {
    for effects in [
        "me leaves",
        "me leaves;  again",
        "again;  me leaves",
        "me leaves;  then t by me",
        "then t by me;  me leaves",
        "me leaves;  pass turn to me",
        "pass turn to me;  me leaves",
        "me leaves;  then t by 甲;  as 甲 { again }",
    ] {
        let mut table = Table::new(&small_game(&leaving(effects)));
        table.expect("甲", &["quit", "nod"]).pick("quit");
        table.expect("乙", &["quit", "nod"]).pick("nod");
        table.expect("乙", &["quit", "nod"]);
        assert_eq!(table.state.rounds(), 2, "{effects}");
    }
}

#[test]
fn others_are_still_owed_what_they_were() {
    let mut table = Table::new(&small_game(&leaving("then t by 乙;  me leaves;  then t by 乙")));
    table.pick("quit");
    // Two owed phases, and the round that is his anyway.
    table.pick("nod").pick("nod");
    assert_eq!(table.state.rounds(), 1);
    table.pick("nod");
    assert_eq!(table.state.rounds(), 2);
}

/// Why a game of one statement stops.
fn stopped(statement: &str) -> String {
    let game = small_game(&format!(
        "var who : player or none
var log : list 3 of 1..6
var n : 0..9
step st () {{ do {{ {statement};  n := 9 }}; notation \"st\" }}
turn = t
phase t {{ choose {{ st }} }}
measure shown = n + size(log) + (if who is none then 0 else 1)
end game when over: n = 9 {{ draw }}"
    ));
    let played = Playouts::new(game.program(), 9).play(&mut generator(1, 0, false), &mut generator(1, 0, true));
    assert!(!played.finished, "{statement}");
    game.program().parts[played.by as usize]
        .reason
        .clone()
        .unwrap_or_default()
}

#[test]
fn what_is_said_of_nobody_stops_the_game_with_a_reason() {
    for (statement, reason) in [
        ("pass turn to who", "there is nobody to pass the turn to"),
        ("who leaves", "there is nobody to leave"),
        ("then t by who", "there is nobody to play the phase"),
        ("as who { n := 9 }", "there is nobody to act as"),
        ("end game { win who by 2 }", "there is nobody to win"),
        (
            "end game { win 甲 by (first i in 1..3 : i > 5) }",
            "what it comes to is none",
        ),
        (
            "end game { rank seats by (first i in 1..3 : i > 5) }",
            "what it comes to is none",
        ),
        ("drop first of log", "the list is empty"),
    ] {
        assert_eq!(stopped(statement), reason, "{statement}");
    }
}

/// Who leaves by a referee's call is not asked any more, also if he is being asked.
#[test]
fn who_has_left_is_asked_nothing() {
    let calling = "referee out(who : player) { who leaves }
step nod () { do { n += 1 }; notation \"nod\" }
step shake () { do { n += 2 }; notation \"shake\" }
var n : 0..99
turn = t
phase t { choose { nod | shake };  play { nod } such that n > 2;  choose { nod } else { n += 50 } }
measure shown = n
end game when x: rounds > 9 { draw }";
    let mut table = Table::new(&small_game(calling));
    table.expect("甲", &["nod", "shake"]).call("out", &[0]);
    assert_eq!(table.state.left().collect::<Vec<_>>(), [0]);
    table.expect("乙", &["nod", "shake"]);
    // What is done where nothing can be chosen is done all the same.
    assert_eq!(table.var("n"), [50]);
    assert_eq!(table.state.rounds(), 1);
}

#[test]
fn when_everybody_has_left_nobody_has_the_next_turn() {
    let lines = "turn = t
step go () { do { me leaves }; notation \"go\" }
phase t { choose { go } }
end game when x: rounds > 9 { draw }";
    let mut table = Table::new(&small_game(lines));
    table.pick("go").pick("go");
    assert_eq!((table.state.bound(), table.state.rounds()), (Some(Bound::Turn), 2));
}

/// A game of so many rounds ends with the last of them, and nothing of a next one is done.
#[test]
fn a_game_of_so_many_rounds_ends_with_the_last() {
    let lines = "var n : 0..99
var in_round : 0..9 scope round
turn = lay, go
phase lay { n += 1 }
phase go { in_round := 5;  choose { pass } }
end game when over: rounds = 3 { rank seats by n * 10 + in_round }";
    let mut table = Table::new(&small_game(lines));
    table.pick("pass").pick("pass");
    assert_eq!(table.var("n"), [3]);
    table.pick("pass");
    assert_eq!((table.state.rounds(), table.state.scores()), (3, vec![35, 35]));
}
