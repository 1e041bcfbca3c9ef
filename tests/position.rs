//! Positions in files: what is written is read back, and what is damaged is refused where it is damaged.

mod common;

use bopu::check::{Library, Options, compile};
use bopu::engine::{Action, Current, Game, State, generator};
use bopu::record::position::{read, write, write_ron};
use common::{embedded_game_with, step_randomly};

fn game(name: &str, readings: &[(&str, &str)]) -> Game {
    let options = Options {
        readings: readings.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect(),
        ..Options::default()
    };
    embedded_game_with(name, &options)
}

/// Plays at random and looks at every wait.
fn walk(game: &Game, seed: u64, most: usize, mut look: impl FnMut(&State)) {
    let (mut dice, mut agents) = (generator(seed, 0, false), generator(seed, 0, true));
    let mut state = game.start();
    for _ in 0..most {
        look(&state);
        if !step_randomly(&mut state, &mut dice, &mut agents) {
            return;
        }
    }
}

fn comes_back(game: &Game, state: &State) {
    let json = write(state).to_string();
    let back = read(game, &json).unwrap_or_else(|d| panic!("{d}: {json}"));
    assert_eq!(back.slots(), state.slots(), "{json}");
    assert_eq!(back.current(), state.current());
    assert_eq!(back.legal_choices(), state.legal_choices());
    let ron = write_ron(state);
    let back = read(game, &ron).unwrap_or_else(|d| panic!("{d}: {ron}"));
    assert_eq!(&back, state, "{ron}");
}

#[test]
fn every_position_of_random_games_comes_back() {
    for (readings, seeds) in [(&[][..], 0..12), (&[("opening", "pair")][..], 12..18)] {
        let game = game("backgammon", readings);
        for seed in seeds {
            walk(&game, seed, 5_000, |state| comes_back(&game, state));
        }
    }
}

const FULL: &str = r#"{"bopu": 1, "to_move": "White", "pieces": {
  "White": {"point[24]": 2, "point[13]": 5, "point[8]": 3, "point[6]": 5},
  "Black": {"point[1]": 2, "point[12]": 5, "point[17]": 3, "point[19]": 5}}}"#;

#[test]
fn json_and_ron_mean_the_same() {
    let game = game("backgammon", &[]);
    let ron = r#"(bopu: 1, to_move: "White", pieces: {
        "White": {"point[24]": 2, "point[13]": 5, "point[8]": 3, "point[6]": 5},
        "Black": {"point[1]": 2, "point[12]": 5, "point[17]": 3, "point[19]": 5},
    })"#;
    assert_eq!(read(&game, FULL).expect("JSON"), read(&game, ron).expect("RON"));
}

#[test]
fn without_a_place_it_is_the_start_of_a_turn_in_mid_game() {
    let game = game("backgammon", &[]);
    let state = read(&game, FULL).expect("a position");
    assert_eq!((state.mover(), state.rounds(), state.phase()), (0, 1, "roll"));
    assert_eq!(state.current(), Current::Chance { group: 0 });
}

#[test]
fn a_game_without_pieces_has_none_to_be_written() {
    let text = "language 1\ngame bare\nplayers 2\nvar n : 0..9\nturn = t\nphase t { n += 1;  choose { pass } }\n\
                end game when x: n = 9 { draw }\n";
    let success = compile("bare", text, &Library::default(), &Options::default()).expect("it compiles");
    let state = read(&Game::new(success.program), r#"{"to_move": "first", "vars": {"n": 4}}"#).expect("a position");
    assert_eq!(state.current(), Current::Player { seat: 0 });
    let missing = read(&game("backgammon", &[]), r#"{"to_move": "White"}"#).map(|_| ());
    assert!(missing.expect_err("pieces").to_string().contains("`pieces` is missing"));
}

#[test]
fn damaged_positions_are_refused_where_they_are_damaged() {
    let game = game("backgammon", &[]);
    let at = |at: &str| FULL.replace("\"to_move\"", &format!("\"at\": {at}, \"to_move\""));
    let vars = |vars: &str| FULL.replace("\"to_move\"", &format!("\"vars\": {vars}, \"to_move\""));
    let bad = [
        String::new(),
        "{\"bopu\": 1, \"to_move\"".into(),
        "(bopu: 1, to_move: \"White\"".into(),
        "[1, 2]".into(),
        "{".repeat(5_000),
        FULL.replace("\"bopu\": 1", "\"bopu\": 2"),
        FULL.replace("to_move", "to_mvoe"),
        FULL.replace("\"to_move\": \"White\", ", ""),
        FULL.replace("\"to_move\": \"White\"", "\"to_move\": \"Whit\""),
        FULL.replace("\"to_move\"", "\"money\": {}, \"to_move\""),
        FULL.replace("point[24]", "point[42]"),
        FULL.replace("\"point[24]\": 2", "\"point[24]\": 3"),
        FULL.replace("\"point[24]\": 2", "\"point[24]\": -2"),
        FULL.replace("\"point[24]\": 2", "\"point[24]\": 99999999999"),
        FULL.replace("\"point[24]\": 2", "\"point[24]\": \"two\""),
        FULL.replace("\"point[24]\": 2", "\"point[24]\": {\"king\": 2}"),
        FULL.replace("\"White\": {", "\"Red\": {"),
        FULL.replace(
            r#""point[24]": 2, "point[13]": 5, "point[8]": 3, "point[6]": 5"#,
            r#""off": 15"#,
        ),
        vars("{\"pip\": []}"),
        vars("{\"pips\": [7]}"),
        vars("{\"pips\": [1, 1, 1, 1, 1]}"),
        vars("{\"pips\": 3}"),
        at("{\"phase\": \"rol\"}"),
        at("{\"phase\": \"over\"}"),
        at("{\"phase\": \"start\", \"rounds\": 3}"),
        at("{\"rounds\": -1}"),
        at("{\"turn\": 1}"),
        at("{\"throws\": [[6, 7]]}"),
        at("{\"throws\": [[6, 2, 1]]}"),
        at("{\"throws\": [{\"lott\": [1, 2]}]}"),
        at("{\"throws\": [[6, 2]], \"choices\": [\"24/18\", \"6/2\"]}"),
        at("{\"throws\": [[6, 2]], \"choices\": [\"24/18\", \"6/4\", \"6/4\"]}"),
        at("{\"owed\": [{\"by\": \"White\", \"phase\": \"pay\"}]}"),
        at("{\"dice\": [[0, 0]]}"),
    ];
    let report: Vec<String> = bad
        .iter()
        .map(|text| match read(&game, text) {
            Ok(_) => format!("TAKEN: {text}"),
            Err(damage) => format!("{damage}\n    {}", damage.help.clone().unwrap_or_default()),
        })
        .collect();
    insta::assert_snapshot!(report.join("\n"));
}

/// Several kinds, a choice before the throw, two groups of dice, rounds owed, a watched condition, referee calls, variables of
/// all shapes.
const BUSY: &str = "\
language 1
game busy \"busy\"
seats 甲, 乙
board {
  space spot[1..6]
  space hand of each player
}
route way of each player = hand, [spot[k] for k in 1..6]
numbering way by place
pieces man 6 each
pieces king 1 each
setup each {
  hand: man 6
  hand: king 1
}
dice 1 of d6
dice sticks = 2 of d2
var kept : list 3 of 1..6  scope turn
var luck of each player : 0..99  scope game
var last : player or none  scope game
step enter (k in 1..6) {
  require free: mine(hand) > 1   \"nothing in hand\"
  do {
    move 1 man hand -> spot[k]
    luck(me) := luck(me) + 1
      last := me
  }
  notation \"+{k}\"
}
turn = offer, cast, take
phase offer { choose { enter | pass } else { } }
phase cast {
  roll
  roll sticks
  kept := [max(throw)]
}
phase take {
  choose { enter | pass } else { }
  if max(throw) = 6 { again }
}
end game when done: mine(hand) = 1 { win me by 1 }
on last = me becomes true at end of offer as half { luck(me) := luck(me) + 10 }
referee noise(p : player) { luck(p) := luck(p) + 5 }
";

#[test]
fn positions_of_a_game_with_everything_come_back() {
    let success = compile("busy", BUSY, &Library::default(), &Options::default());
    let game = Game::new(success.unwrap_or_else(|f| panic!("{:#?}", f.diagnostics)).program);
    let mut held = 0;
    for seed in 0..40 {
        walk(&game, seed, 300, |state| {
            comes_back(&game, state);
            if let Current::Player { .. } = state.current() {
                let mut called = state.clone();
                called
                    .apply(Action::Call {
                        referee: 0,
                        args: vec![1],
                    })
                    .expect("can be called at any wait");
                comes_back(&game, &called);
                let (began, since) = called.since_turn_began();
                assert!(since.len() <= 8 && began.len() == state.slots().len());
            }
            held += usize::from(write(state)["at"].get("held").is_some());
        });
    }
    assert!(held > 0, "conditions that stopped holding within a turn are remembered");
}
