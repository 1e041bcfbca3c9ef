//! Marks and sides: what pieces remember, and who wins with whom.

mod common;

use bopu::check::{Library, Options, compile};
use bopu::engine::{Current, Game, State, generator};
use bopu::record::position::{read as read_position, write as write_position};
use common::{Table, reports, step_randomly, test_game, test_game_with};
use std::path::Path;

/// How many of a seat's pieces of a sort, `man+tired`, are on a space.
fn stand(state: &State, seat: usize, sort: &str, space: &str) -> i32 {
    let program = state.program();
    let sort = program.sorts.iter().position(|s| s.name == sort).expect("a sort");
    let space = program.spaces.iter().position(|s| s.id == space).expect("a space");
    state.pieces(seat, sort, space)
}

/// North's men on each of these fields, mark by mark.
fn men<const N: usize>(table: &Table, fields: [u32; N]) -> [[i32; 3]; N] {
    fields.map(|field| {
        let space = format!("field[{field}]");
        ["man+plain", "man+crowned", "man+tired"].map(|sort| stand(&table.state, 0, sort, &space))
    })
}

fn after(step: &str) -> Table {
    let mut table = Table::new(&test_game("marks"));
    table.pick(step);
    table
}

#[test]
fn pieces_keep_their_marks_as_they_move() {
    let table = after("plain_one");
    assert_eq!(men(&table, [1, 2]), [[1, 1, 0], [1, 0, 0]]);
    let table = after("every");
    assert_eq!(men(&table, [1, 3]), [[0, 0, 0], [2, 1, 0]]);
}

#[test]
fn marks_change_on_the_way_and_in_place() {
    // All three of them, whatever their marks: which is no question.
    let table = after("three");
    assert_eq!(men(&table, [1, 3]), [[0, 0, 0], [0, 0, 3]]);
    assert_eq!(men(&after("rest_all"), [1]), [[0, 0, 3]]);
    assert_eq!(men(&after("crown plain"), [1]), [[1, 2, 0]]);
    // Already crowned: nothing changes.
    assert_eq!(men(&after("crown crowned"), [1]), [[2, 1, 0]]);
    assert_eq!(after("crown plain").measure("crowns", 0), 2);
}

#[test]
fn a_move_of_some_of_several_marks_stops_the_game() {
    for step in ["either", "too_many"] {
        let table = after(step);
        assert_eq!(table.current(), Current::Unfinished, "{step}");
        assert_eq!(men(&table, [1]), [[2, 1, 0]], "{step}: nothing was moved");
    }
    // Where all are marked alike, none need be named.
    let mut table = after("rest_all");
    table.pick("pass").pick("either");
    assert_eq!(men(&table, [1, 2]), [[0, 0, 2], [0, 0, 1]]);
}

#[test]
fn a_kind_may_be_a_value() {
    let table = after("kept_one");
    assert_eq!(stand(&table.state, 0, "cart", "field[4]"), 1);
    // One cart, three men, four in all.
    assert_eq!(table.measure("kinds", 0), 1 + 10 * 3 + 100 * 4);
}

#[test]
fn positions_say_kind_and_mark() {
    let game = test_game("marks");
    let written = write_position(&game.start());
    assert_eq!(
        written["pieces"],
        serde_json::json!({
            "North": {"field[1]": {"man+plain": 2, "man+crowned": 1}, "shed": {"cart": 1}},
            "South": {"shed": {"man+plain": 3, "cart": 1}},
        })
    );
    let read = |pieces: &str| {
        let text = format!(r#"{{"to_move": "North", "pieces": {pieces}}}"#);
        read_position(&game, &text).map_err(|d| format!("{d}; {}", d.help.clone().unwrap_or_default()))
    };
    // A kind alone is its first mark, and both ways of naming the same pieces add up.
    let state = read(
        r#"{"North": {"field[2]": {"man": 1, "man+plain": 1, "man+tired": 1}, "shed": {"cart": 1}},
            "South": {"shed": {"man": 3, "cart": 1}}}"#,
    )
    .expect("a position");
    let table = Table { state };
    assert_eq!(men(&table, [2]), [[2, 0, 1]]);
    let refused = |pieces: &str| read(pieces).map(|_| ()).expect_err("a damaged position");
    insta::assert_snapshot!(
        [
            r#"{"North": {"shed": {"man+crownd": 3, "cart": 1}}, "South": {"shed": {"man": 3, "cart": 1}}}"#,
            r#"{"North": {"shed": {"cart+plain": 1, "man": 3}}, "South": {"shed": {"man": 3, "cart": 1}}}"#,
            r#"{"North": {"shed": {"man": 2, "man+tired": 2, "cart": 1}}, "South": {"shed": {"man": 3, "cart": 1}}}"#,
            r#"{"North": {"shed": 4}, "South": {"shed": {"man": 3, "cart": 1}}}"#,
        ]
        .map(refused)
        .join("\n")
    );
}

#[test]
fn positions_of_marked_games_come_back() {
    for name in ["marks", "partners", "branch", "ladder"] {
        let game = test_game(name);
        for index in 0..5 {
            let (mut dice, mut agents) = (generator(9, index, false), generator(9, index, true));
            let mut state = game.start();
            for _ in 0..60 {
                if matches!(state.current(), Current::Over { .. } | Current::Unfinished) {
                    break;
                }
                let text = write_position(&state).to_string();
                let read = read_position(&game, &text).unwrap_or_else(|d| panic!("{name}: {d}\n{text}"));
                assert_eq!(read.slots(), state.slots(), "{name}\n{text}");
                step_randomly(&mut state, &mut dice, &mut agents);
            }
        }
    }
}

/// A game of `tests/games` with these changes.
fn derived(base: &str, changes: &str) -> Game {
    let text = format!("language 1\ngame changed extends {base}\n{changes}\n");
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let library = Library { beside: Some(beside) };
    match compile("changed", &text, &library, &Options::default()) {
        Ok(success) => Game::new(success.program),
        Err(failure) => panic!("{}", reports(&failure)),
    }
}

#[test]
fn a_derived_game_moves_marked_pieces_and_redraws_the_sides() {
    let changes =
        "in setup North { override field[1]: man plain 1;  remove field[1]: man crowned;  add field[2]: man tired 2 }";
    let table = Table::new(&derived("marks", changes));
    assert_eq!(men(&table, [1, 2]), [[1, 0, 0], [0, 0, 2]]);
    let table = Table::new(&derived(
        "partners",
        "override sides { odd = North, East;  even = South, West }",
    ));
    assert!(table.state.program().allied(0, 1) && !table.state.program().allied(0, 2));
    let alone = "remove sides\noverride fn hand() : player = me\n\
        override step run (a in { s in spaces : mine(s) > 0 }, m in gait) {\n\
          let b = beyond(a, throw, m) else \"the road ends\"\n  require own: mine(a, man, m) > 0\n  do { move 1 man m a -> b;  emit struck(b) }\n}\n\
        override end game when all_home: mine(home) = 1 { win me }";
    let table = Table::new(&derived("partners", alone));
    assert!(table.state.program().sides.is_none());
    // Without sides, ours are mine.
    assert_eq!(table.measure("road", 0), 4);
}

#[test]
fn a_side_with_seats_that_nobody_has() {
    let text = "language 1\ngame some\nplayers 2..4\nseats A, B, C, D\nsides { one = A, C;  other = B;  third = D }\n\
        pieces man 1 each\nspace yard\nspace off\nsetup each { yard: man 1 }\n\
        step leave () { do { move 1 yard -> off };  notation \"out\" }\nturn = t\nphase t { choose { leave | pass } }\n\
        end game when out: mine(off) = 1 { win me by 3 }\n\
        measure mates = count p in partners(me) : true\nmeasure foes = theirs(yard)\nmeasure friends = ours(yard)\n";
    for (players, mates, foes, friends, scores) in [
        (2, 0, 1, 1, vec![3, -3]),
        (3, 1, 1, 2, vec![3, -3, 3]),
        (4, 1, 2, 2, vec![3, 0, 3, 0]),
    ] {
        let options = Options {
            players: Some(players),
            ..Options::default()
        };
        let compiled = compile("some", text, &Library::default(), &options);
        let game = Game::new(compiled.expect("a game").program);
        let mut table = Table::new(&game);
        let seen = ["mates", "foes", "friends"].map(|m| table.measure(m, 0));
        assert_eq!(seen, [mates, foes, friends], "{players} players");
        table.pick("out");
        // Where two sides play the other loses as much; where three do, the others lose nothing.
        assert_eq!(table.state.scores(), scores, "{players} players");
    }
}

#[test]
fn where_there_are_two_sides_the_other_loses_as_much() {
    let game = test_game_with("partners", &Options::default());
    let (mut dice, mut agents) = (generator(3, 0, false), generator(3, 0, true));
    let mut state = game.start();
    while step_randomly(&mut state, &mut dice, &mut agents) {}
    let scores = state.scores();
    assert_eq!((scores[0], scores[1]), (scores[2], scores[3]), "partners score alike");
    assert_eq!(scores[0], -scores[1]);
    assert_eq!(scores[0].abs(), 1);
}
