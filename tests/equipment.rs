//! Players, board and variables: what stands where, who follows whom, what belongs to whom.

mod common;

use bopu::check::Options;
use bopu::record::position::{read, write, write_ron};
use common::{Table, test_game, test_game_with};

fn players(n: usize) -> Options {
    Options {
        players: Some(n),
        ..Options::default()
    }
}

#[test]
fn definitions_may_stand_before_what_they_need() {
    // For two: 3 * 2 = 6 stones; for three, 9. The last stone is one step behind the others, the pool is step 0.
    for (seats, stones, men) in [(2, 6, 2), (3, 9, 1)] {
        let game = test_game_with("anywhere", &players(seats));
        let table = Table::new(&game);
        assert_eq!(table.measure("last_step", 0), stones);
        assert_eq!(table.measure("in_deep", 0), stones);
        assert_eq!(game.program().kinds[0].number, men);
        assert_eq!(game.program().dice[0].number, u32::try_from(men).expect("a number"));
        assert_eq!(game.program().agreements[0].range, format!("1..{}", stones));
        assert_eq!(game.program().agreements[0].chosen, format!("{}", stones / 3));
    }
}

#[test]
fn a_region_may_depend_on_a_variable_declared_after_it() {
    let mut table = Table::new(&test_game("anywhere"));
    table.pick("pool/1");
    // One light stone has been visited: only the dark one is left to the first player, all six to the second.
    assert_eq!((table.measure("in_deep", 0), table.measure("in_deep", 1)), (1, 6));
    assert_eq!(table.var("visits"), [1, 0, 0, 0]);
}

#[test]
fn turns_follow_the_order_of_play() {
    let mut table = Table::new(&test_game_with("seated", &players(4)));
    // Seats 1 to 4 are 东 南 西 北; they play in the order 北 东 西 南.
    assert_eq!([0, 1, 2, 3].map(|s| table.measure("after", s)), [3, 4, 2, 1]);
    assert_eq!([0, 1, 2, 3].map(|s| table.measure("before", s)), [4, 3, 1, 2]);
    table.expect("北", &["call", "out"]).pick("call");
    assert_eq!(table.list("log"), [4, 4, 1, 3, 2]);
    table.expect("东", &["call", "out"]).pick("out");
    table.expect("西", &["call", "out"]).pick("call");
    assert_eq!(table.list("log"), [4, 4, 1, 3, 2, 3, 4, 3, 2]);
    table.expect("南", &["call", "out"]);
}

#[test]
fn seats_that_nobody_has_have_no_place_in_the_order() {
    let mut table = Table::new(&test_game_with("seated", &players(3)));
    table.expect("东", &["call", "out"]).pick("out");
    table.expect("西", &["call", "out"]).pick("out");
    table.expect("南", &["call", "out"]);
}

#[test]
fn pieces_are_counted_on_their_owners_spaces() {
    let table = Table::new(&test_game("owners"));
    let expected = [
        ("mine_off", [1, 2, 0]),
        ("b_off", [2, 2, 2]),
        ("b_on_mine", [0, 2, 0]),
        ("a_nest", [1, 1, 1]),
        ("a_second", [1, 1, 1]),
        ("a_run", [2, 2, 2]),
        ("next_nest", [0, 3, 1]),
        ("next_inner", [2, 2, 2]),
        ("theirs_off", [2, 1, 3]),
        ("theirs_all", [5, 5, 4]),
        ("theirs_field", [1, 1, 2]),
        ("theirs_mine", [0, 0, 0]),
    ];
    for (name, values) in expected {
        assert_eq!([0, 1, 2].map(|s| table.measure(name, s)), values, "{name}");
    }
}

#[test]
fn a_piece_goes_to_its_owners_member_of_a_family() {
    let mut table = Table::new(&test_game("owners"));
    table.pick("back");
    assert_eq!((table.measure("next_nest", 0), table.measure("a_nest", 0)), (1, 1));
}

#[test]
fn variables_of_several_indices_keep_their_values_apart() {
    let mut table = Table::new(&test_game("memory"));
    assert_eq!(table.measure("nowhere", 0), 1);
    table
        .pick("B glad")
        .pick("A sour")
        .pick("A glad")
        .pick("B glad")
        .pick("B glad");
    // By player, player, mood: A: A (1, 0), B (1, 0) since B's sourness took the first; B: A (0, 1), B (1, 0).
    assert_eq!(table.var("met"), [1, 0, 1, 0, 0, 1, 1, 0]);
    assert_eq!((table.measure("warmth", 0), table.measure("warmth", 1)), (2, 0));
}

#[test]
fn positions_write_one_object_within_another_for_each_index() {
    let game = test_game("memory");
    let mut table = Table::new(&game);
    table.pick("B glad").pick("walk lane[2]");
    let json = write(&table.state);
    for text in [json.to_string(), write_ron(&table.state)] {
        let back = read(&game, &text).expect("what was written is read");
        assert_eq!(back.slots(), table.state.slots());
    }
    assert_eq!(json["vars"]["met"], serde_json::json!({"A": {"B": {"glad": 1}}}));
    assert_eq!(json["vars"]["last"], serde_json::json!({"cat": {"glad": "lane[2]"}}));
    assert_eq!(
        json["vars"]["trod"],
        serde_json::json!({"A": {"home of A": 3}, "B": {"lane[2]": 2, "home of B": 1}})
    );
}

#[test]
fn an_index_that_is_not_there_is_refused_where_it_stands() {
    let game = test_game("memory");
    let mut json = write(&game.start());
    json["vars"] = serde_json::json!({"met": {"A": {"B": {"merry": 1}}}});
    let damage = read(&game, &json.to_string()).expect_err("no such mood");
    assert_eq!(damage.place, "/vars/met/A/B/merry");
    json["vars"] = serde_json::json!({"met": {"A": {"B": 1}}});
    let damage = read(&game, &json.to_string()).expect_err("too few indices");
    assert_eq!(damage.place, "/vars/met/A/B");
}

#[test]
fn a_junction_is_a_choice_between_routes() {
    let mut table = Table::new(&test_game("junction"));
    // Two steps from the first space: along the ring to its third, or by the short cut to its second.
    table
        .expect("A", &["0/2 long", "0/cut[2] short", "pass"])
        .pick("0/cut[2] short");
    table.pick("pass");
    // The short cut ends at the goal, one step on; two are too many, and the ring does not come by here.
    table.expect("A", &["pass"]);
}

#[test]
fn sets_runs_gaps_and_what_is_nowhere() {
    let table = Table::new(&test_game("junction"));
    let expected = [
        // ring[5], then 0, 1, 2: the circle closes.
        ("seven", 1),
        // One of A's on A's den, one of B's on B's, three times over; B's whole nook.
        ("den1", 1111),
        ("gap", 1),
        // A man stands on 0, the first of the three.
        ("wall", 0),
        ("few", 2),
        ("near", 1),
        // 1 + 1 + 2, and 5.
        ("bags", 9),
        ("nothing", 0),
        ("weird", 0),
        // The first of forty rungs.
        ("ladder", 40),
    ];
    for (name, value) in expected {
        assert_eq!(table.measure(name, 0), value, "{name}");
    }
}
