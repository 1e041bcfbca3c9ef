//! What the language says, on games small enough to be worked out by hand.

mod common;

use bopu::check::Options;
use bopu::engine::{Action, Current, Refusal, State, Unread};
use bopu::ir::Bound;
use common::{Table, embedded_game, test_game, test_game_with};

fn with(readings: &[(&str, &str)], agreements: &[(&str, &str)], players: Option<usize>) -> Options {
    let pairs = |list: &[(&str, &str)]| list.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect();
    Options {
        readings: pairs(readings),
        agreements: pairs(agreements),
        players,
        ..Options::default()
    }
}

#[test]
fn others_throw_and_choose_inside_a_loop() {
    let game = test_game("loops");
    let mut table = Table::new(&game);
    // Three throws of 0: South is asked three times, the loop is not left, and what is beyond it happens.
    for _ in 0..3 {
        assert_eq!(table.current(), Current::Chance { group: 0 });
        table.throw(&[0]).expect("South", &["gain", "pass"]).pick("gain");
    }
    // South: 3 gained, then 1 + 2 in the second loop, then 10 beyond it. North: 1 beyond the third loop, then 50.
    assert_eq!((table.var("tally"), table.var("tired")), (vec![51, 16], vec![1]));
    assert_eq!(table.state.mover(), 1, "the turn has passed to South");
}

#[test]
fn leave_ends_the_loop_and_every_as_inside_it() {
    let game = test_game("loops");
    let mut table = Table::new(&game);
    table
        .throw(&[0])
        .pick("pass")
        .throw(&[1])
        .expect("South", &["gain", "pass"])
        .pick("gain");
    // The first loop is left at once, so are the second and the third; the last line is North's.
    assert_eq!((table.var("tally"), table.var("tired")), (vec![50, 1], vec![0]));
    assert_eq!(table.state.mover(), 1);
    table.throw(&[1]).expect("North", &["gain", "pass"]).pick("pass");
    assert_eq!(table.var("tally"), vec![50, 51]);
}

#[test]
fn a_game_waits_inside_a_loop_and_can_be_copied_and_taken_back_there() {
    let game = test_game("loops");
    let mut table = Table::new(&game);
    table.throw(&[0]).pick("pass").throw(&[0]);
    let middle = table.state.clone();
    table.pick("gain").throw(&[1]).pick("pass");
    assert_eq!(table.var("tally"), vec![50, 1]);
    let mut copy = Table { state: middle.clone() };
    copy.pick("pass").throw(&[0]).pick("pass");
    assert_eq!((copy.var("tally"), copy.var("tired")), (vec![51, 13], vec![1]));
    for _ in 0..3 {
        assert!(table.state.undo());
    }
    assert_eq!(
        (table.state.hash(), table.state.slots()),
        (middle.hash(), middle.slots())
    );
    assert_eq!(table.offers(), ("South".into(), vec!["gain".into(), "pass".into()]));
}

#[test]
fn what_is_owed_comes_in_its_order() {
    let game = test_game("owed");
    let everything = ["more", "mine_now", "theirs_now", "back", "go", "mixed", "pass"];
    let mut table = Table::new(&game);
    // Ann promises Ben a phase, herself a round, herself a phase: her own come first, in the order promised.
    table
        .expect("Ann", &everything)
        .pick("mixed")
        .expect("Ann", &everything);
    assert_eq!(table.list("log"), [10, 10], "the round comes before the phases");
    table.pick("theirs_now").expect("Ben", &everything);
    // Her second round has owed Ben another phase.
    assert_eq!(table.list("log"), [10, 10, 11, 21, 21, 20]);
    // Several rounds add up.
    table
        .pick("more")
        .pick("more")
        .pick("mine_now")
        .expect("Cho", &everything);
    assert_eq!(table.list("log")[6..], [20, 20, 21, 30]);
    // The turn passes to Ben once, and from him in the usual order.
    table
        .pick("back")
        .expect("Ben", &everything)
        .pick("pass")
        .expect("Cho", &everything);
}

#[test]
fn who_has_left_is_passed_over() {
    let game = test_game("owed");
    let mut table = Table::new(&game);
    table.pick("pass").pick("go");
    assert_eq!(table.offers().0, "Cho");
    table.pick("pass");
    assert_eq!(table.offers().0, "Ann");
    // Ben is not next to anybody any more.
    table.pick("theirs_now");
    assert_eq!(table.list("log"), [10, 20, 30, 10, 31, 30]);
    table.pick("go");
    assert_eq!(table.current(), Current::Over { winner: Some(0) });
    assert_eq!(table.state.scores(), [5, 0, 0]);
}

#[test]
fn a_queue_that_is_full_stops_the_game() {
    let game = test_game("owed");
    let mut table = Table::new(&game);
    // Eight fit. Each `mixed` leaves the phase of the next player owed, besides a phase and a round of Ann's own.
    for _ in 0..5 {
        table.pick("mixed");
    }
    assert_eq!(table.current(), Current::Player { seat: 0 });
    table.pick("mixed");
    assert_eq!(table.current(), Current::Unfinished);
    assert_eq!(table.state.bound(), Some(Bound::Owed));
}

#[test]
fn everybody_is_asked_even_if_some_leave_meanwhile() {
    let mut table = Table::new(&test_game_with("poll", &with(&[], &[], Some(4))));
    table.expect("Ann", &["quit", "stay"]).pick("quit");
    table.expect("Ben", &["quit", "stay"]).pick("stay");
    table.expect("Cho", &["quit", "stay"]).pick("quit");
    table.expect("Dan", &["quit", "stay"]).pick("stay");
    // The next round is Ben's, and begins with him.
    table.expect("Ben", &["quit", "stay"]);
    assert_eq!(table.state.mover(), 1);
    table.pick("stay").expect("Dan", &["quit", "stay"]).pick("quit");
    assert_eq!(table.current(), Current::Over { winner: None });
}

#[test]
fn the_spaces_between_are_taken_along_the_route() {
    let game = test_game("between");
    let mut table = Table::new(&game);
    table.pick("sprint");
    assert_eq!(table.list("seen"), [1, 2, 3, 4], "from the second square to the fifth");
    table.pick("sprint");
    assert_eq!(
        table.list("seen")[4..],
        [4, 3, 2, 1],
        "the other way, for the other seat"
    );
    assert_eq!(table.list("far"), [3, 4, 2, 1], "a part of them too");
    assert_eq!(table.state.scores(), [1, 1]);
}

#[test]
fn events_come_after_the_effects_in_their_order() {
    let game = test_game("events");
    let mut table = Table::new(&game);
    table
        .expect("Red", &["ring 1!", "ring 2!", "ring 3!", "rest"])
        .pick("ring 1!");
    // Effects first; then the emitted event, `first_of_all` before `loud` (which wants 2); then the step itself.
    // Nobody was hot, and it was Red's turn from the beginning: neither became true.
    assert_eq!(table.list("log"), [1, 2, 21, 31]);
    table.pick("ring 3!");
    assert_eq!(table.list("log")[4..], [1, 2, 23, 13, 33]);
    table.pick("ring 2!");
    // At the end of Red's second phase heat is 5: that becomes true, seen from each seat in turn, the mover first. And
    // it is Red's turn anew.
    assert_eq!(table.list("log")[9..], [1, 2, 22, 12, 32, 51, 52, 61, 62]);
    table.pick("rest");
    assert_eq!(table.list("log")[18..], [40, 20], "an event of a handler follows");
}

#[test]
fn a_referee_event_comes_at_any_wait() {
    let game = test_game("events");
    let mut table = Table::new(&game);
    table
        .pick("ring 1!")
        .call("shout", &[4])
        .expect("Blue", &["ring 1!", "ring 2!", "ring 3!", "rest"]);
    assert_eq!(table.list("log")[4..], [84, 24, 14]);
    assert_eq!(table.var("heat"), [4]);
    assert!(table.state.undo());
    assert_eq!((table.list("log").len(), table.var("heat")), (4, vec![0]));
    table.call("shout", &[9]);
    // The end is looked at after the call; `game over` comes with who won and by how much.
    assert_eq!(table.current(), Current::Over { winner: Some(1) });
    assert_eq!(table.list("log")[4..], [89, 29, 19, 73]);
    assert_eq!(table.state.scores(), [-3, 3]);
}

#[test]
fn a_referee_event_with_wrong_arguments_is_refused() {
    let game = test_game("events");
    let mut state = game.start();
    let call = |state: &mut State, referee, args: &[i32]| {
        let args = args.to_vec();
        state.apply(Action::Call { referee, args })
    };
    for (referee, args) in [
        (0, vec![]),
        (0, vec![1, 2]),
        (0, vec![10]),
        (0, vec![-1]),
        (1, vec![2]),
        (1, vec![-1]),
        (2, vec![]),
    ] {
        assert_eq!(
            call(&mut state, referee, &args),
            Err(Refusal::NoSuchCall),
            "{referee} {args:?}"
        );
    }
    assert_eq!(state, game.start());
}

#[test]
fn a_play_admits_only_what_ends_as_it_must() {
    let game = test_game("plays");
    let mut table = Table::new(&game);
    // From 0 with 1 and 2: only both together come to a number divisible by three.
    table
        .expect("One", &["up 1", "up 2"])
        .pick("up 1")
        .expect("One", &["up 2"])
        .pick("up 2");
    assert_eq!(table.var("level"), [3]);
    // From 3 with 1 and 3: only one can be played, and it must be the larger; idling is free, once.
    table
        .expect("One", &["down 3", "idle"])
        .pick("idle")
        .expect("One", &["down 3"])
        .pick("down 3");
    assert_eq!(table.var("level"), [0]);
    // `up 1` needs a pip that is not there.
    table.expect("One", &["up 2"]).pick("up 2");
    // From 2 with 1 and 2: 1 alone comes to 3; 2 alone to 4, both to 5.
    table.expect("Two", &["up 1"]).pick("up 1");
    assert_eq!(table.var("level"), [3]);
    // When nothing more must be done, what may be done is optional.
    table
        .expect("Two", &["down 3", "idle"])
        .pick("down 3")
        .expect("Two", &["idle", "done"])
        .pick("done");
    table.expect("Two", &["up 2"]);
}

#[test]
fn a_play_that_is_refused_is_refused_by_its_part() {
    use bopu::engine::Reason;
    let game = test_game("plays");
    let mut table = Table::new(&game);
    table.pick("up 1").pick("up 2");
    let refused = |table: &Table, text: &str| {
        let state = &table.state;
        let found: Vec<_> = state.candidates_written(text);
        let [candidate] = found.as_slice() else {
            panic!("{found:?}")
        };
        let reason = state.explain(candidate).refusal.expect("it is refused");
        let part = match &reason {
            Reason::Requirement(part) | Reason::Play { part, .. } => *part,
            other => panic!("{other:?}"),
        };
        let instead = match reason {
            Reason::Play { instead, .. } => instead.iter().map(|c| state.write(c)).collect(),
            _ => Vec::new(),
        };
        (state.program().parts[part as usize].path.clone(), instead)
    };
    assert_eq!(
        refused(&table, "down 1"),
        ("full.large".into(), vec!["down 3".to_owned(), "idle".to_owned()])
    );
    table.pick("idle");
    assert_eq!(refused(&table, "idle"), ("idle.once".into(), vec![]));
    table.pick("down 3").pick("up 2");
    assert_eq!(refused(&table, "up 2"), ("even.thirds".into(), vec!["up 1".to_owned()]));
}

#[test]
fn a_later_group_is_offered_when_an_earlier_one_has_nothing() {
    let game = test_game("plays");
    let level = game
        .program()
        .vars
        .iter()
        .find(|v| v.name == "level")
        .expect("a variable")
        .base as usize;
    let mut slots = game.start().slots().to_vec();
    slots[level] = 9;
    let mut table = Table {
        state: State::at_turn(&game, slots, 0, 100).expect("a position"),
    };
    // 9 + 3, then 12 - 3: in the third phase `up` is out of the question.
    table
        .pick("up 1")
        .pick("up 2")
        .pick("down 1")
        .pick("down 3")
        .pick("done");
    assert_eq!(table.var("level"), [8]);
    table.expect("One", &["down 2"]);
}

#[test]
fn can_and_count_look_at_requirements_only() {
    let game = test_game("asks");
    let mut table = Table::new(&game);
    // Both men on the first space: two ways, as the place counts once.
    assert_eq!((table.var("ways"), table.var("able")), (vec![2], vec![1]));
    table.pick("walk 0 2");
    // Asked within the step itself, after its move: One's men on 0 and 2, four ways; the step still knows its own values.
    assert_eq!((table.var("kept"), table.state.mover()), (vec![2], 1));
    // Two's men stand both on 0; lane 2 is taken by One: only one step ahead is open.
    assert_eq!((table.var("ways"), table.var("able")), (vec![1], vec![1]));
    table.expect("Two", &["walk 0 1"]);
}

#[test]
fn a_reading_is_one_value_of_the_compiled_game() {
    let run = |options: Options, picks: &[&str]| {
        let mut table = Table::new(&test_game_with("open_questions", &options));
        for text in picks {
            table.pick(text);
            let may_pass = table.offers().1.iter().any(|o| o == "pass");
            table.pick(if may_pass { "pass" } else { "go" });
        }
        table.var("gone")
    };
    assert_eq!(run(with(&[], &[], None), &["go", "skip_ahead"]), [3, 0]);
    assert_eq!(run(with(&[("pace", "fast")], &[], None), &["go", "skip_ahead"]), [6, 0]);
    assert_eq!(
        run(with(&[("pace", "fast")], &[("tone", "loud")], None), &["go"]),
        [3, 0]
    );
    assert_eq!(run(with(&[("pace", "mad")], &[], None), &["go"]), [5, 5]);
    let mut table = Table::new(&test_game_with(
        "open_questions",
        &with(&[("pace", "mad")], &[("stake", "7")], None),
    ));
    table.expect("One", &["go"]).pick("go").pick("go").pick("go");
    assert_eq!(table.state.scores(), [7, -7]);
    let far = with(&[("pace", "mad"), ("goal", "far")], &[], None);
    let mut table = Table::new(&test_game_with("open_questions", &far));
    table.pick("go").pick("go").pick("go").expect("Two", &["go"]);
}

#[test]
fn dice_have_names_weights_order_and_conditions() {
    let game = test_game("sticks");
    let mut table = Table::new(&game);
    let outcomes = |table: &Table| {
        let mut list: Vec<(Vec<i32>, u64)> = table
            .state
            .chance_outcomes()
            .expect("few")
            .into_iter()
            .map(|o| (o.faces, o.weight))
            .collect();
        list.sort();
        list
    };
    // 平 3, 反 1: 平平 9 is excluded, one of each 2 * 3, 反反 1.
    assert_eq!(outcomes(&table), [(vec![1, 0], 6), (vec![1, 1], 1)]);
    assert_eq!(
        table.state.clone().throw(&[0, 0]),
        Err(Refusal::NoSuchThrow("平-平".into()))
    );
    table.throw(&[0, 1]);
    // Four faces of weights 2 1 1 2, in order: 16 outcomes of 36.
    let pairs = outcomes(&table);
    assert_eq!((pairs.len(), pairs.iter().map(|(_, w)| w).sum::<u64>()), (16, 36));
    assert!(pairs.contains(&(vec![2, 5], 4)) && pairs.contains(&(vec![5, 2], 4)) && pairs.contains(&(vec![3, 4], 1)));
    table.throw(&[2, 5]);
    // Both together at least 9: 4 and 5, 5 and 4, 5 and 5.
    assert_eq!(outcomes(&table), [(vec![4, 5], 2), (vec![5, 4], 2), (vec![5, 5], 4)]);
    table.throw(&[4, 5]);
    assert_eq!(table.list("log"), [1, 8, 7, 7, 4]);
    table.throw(&[1, 1]).throw(&[5, 5]).throw(&[4, 5]);
    assert_eq!(table.list("log")[5..], [0, 9, 10, 10, 5]);
}

#[test]
fn the_board_is_what_it_says() {
    let game = test_game("board");
    let table = Table::new(&game);
    let values: [(&str, [i32; 2]); 28] = [
        ("ahead_wraps", [1, 4]),
        ("behind_wraps", [5, 4]),
        ("between_wraps", [2, 2]),
        ("between_back", [2, 2]),
        ("own_number", [2, 2]),
        ("left_in", [3, 3]),
        ("off_route", [1, 1]),
        ("past_end", [1, 1]),
        ("at_nothing", [0, 0]),
        ("gains", [6, 4]),
        ("risk", [1, 1]),
        ("named_member", [3, 2]),
        ("in_hand", [222, 222]),
        ("of_kind", [12, 12]),
        ("everything", [33, 33]),
        ("gathered", [1, 1]),
        ("far", [3, 2]),
        ("nested", [24, 24]),
        ("runs", [1, 1]),
        ("no_run", [0, 0]),
        ("first_one", [3, 2]),
        ("least", [4, 4]),
        ("of_nothing", [1, 1]),
        ("arithmetic", [-399, -399]),
        ("by_case", [3, 3]),
        ("other_side", [4, 1]),
        ("minus", [3, 2]),
        ("logic", [2, 2]),
    ];
    for (name, expected) in values {
        assert_eq!([table.measure(name, 0), table.measure(name, 1)], expected, "{name}");
    }
}

#[test]
fn candidates_that_are_written_alike_and_end_alike_are_one() {
    let game = test_game("board");
    let mut table = Table::new(&game);
    // `k` makes no difference to the end, but is written; a picked parameter is a parameter.
    table
        .expect("甲", &["动 1 0", "动 1 1", "出 库[1]", "出 库[2]"])
        .pick("出 库[2]");
    table.expect("乙", &["动 4 0", "动 4 1", "出 库[1]", "出 库[2]"]);
}

#[test]
fn a_play_that_ends_the_game_counts_with_what_it_came_to() {
    let game = test_game("last_word");
    let mut table = Table::new(&game);
    // `big` ends the game and comes to the most, so `small` alone is not enough.
    table.expect("One", &["big"]).pick("big");
    assert_eq!(table.state.scores(), [5, -5]);
}

#[test]
fn phases_that_owe_each_other_without_end_stop_the_game() {
    let game = test_game("endless");
    let mut table = Table::new(&game);
    let mut choices = 0;
    while table.current() != Current::Unfinished {
        table.pick("nod");
        choices += 1;
    }
    assert!(choices <= 1_001, "{choices}");
    assert_eq!(table.state.bound(), Some(Bound::Phases));
}

#[test]
fn the_first_case_that_holds_is_the_only_one() {
    let game = test_game("cases");
    let mut table = Table::new(&game);
    table.throw(&[1]).throw(&[6]);
    assert_eq!((table.var("mark"), table.var("last")), (vec![1, 10], vec![2]));
    table.throw(&[5]);
    assert_eq!((table.var("mark"), table.var("last")), (vec![1, 15], vec![3]));
    table.throw(&[3]);
    assert_eq!((table.var("mark"), table.var("last")), (vec![1, 14], vec![4]));
    table.throw(&[3]);
    assert_eq!(table.var("mark"), [0, 14]);
    table.throw(&[2]);
    // Two wins on its own throw, by what the last case was.
    assert_eq!(table.current(), Current::Over { winner: Some(1) });
    assert_eq!(table.state.scores(), [-2, 2]);
}

#[test]
fn a_number_out_of_range_stops_the_game_where_it_stands() {
    let game = test_game("cases");
    let mut table = Table::new(&game);
    table.throw(&[3]);
    assert_eq!(table.current(), Current::Unfinished);
    let part = &game.program().parts[table.state.ended_by().expect("a part") as usize];
    let text = &game.program().sources.file(part.span.file).expect("a file").text;
    assert_eq!(&text[part.span.start as usize..part.span.end as usize], "mark(me) -= 1");
}

#[test]
fn of_a_chain_the_places_in_between_may_be_left_out() {
    let game = embedded_game("backgammon");
    let position = |black: &str| {
        let text = format!(
            r#"{{"to_move": "White", "pieces": {{
                "White": {{"point[24]": 2, "point[13]": 5, "point[8]": 3, "point[6]": 5}}, "Black": {black}}}}}"#
        );
        let mut state = bopu::record::position::read(&game, &text).expect("a position");
        state.throw(&[6, 3]).expect("a throw");
        state
    };
    let after = |state: &State, text: &str| {
        let mut state = state.clone();
        let way = state.read_play(text).unwrap_or_else(|u| panic!("{text}: {u:?}"));
        state.choose_all(&way).expect("legal");
        state
    };
    // By the 7 or by the 10: nobody stands there, and both ways come to the same.
    let free = position(r#"{"point[1]": 2, "point[12]": 5, "point[17]": 3, "point[19]": 5}"#);
    assert_eq!(after(&free, "13/4"), after(&free, "13/10/4"));
    assert_eq!(after(&free, "13/4"), after(&free, "13/7/4"));
    assert!(free.read_play("13/3").is_err(), "ten is not thrown");
    // A lone stone on the 7 is struck by the one way only.
    let lone = position(r#"{"point[1]": 2, "point[7]": 1, "point[12]": 5, "point[17]": 3, "point[19]": 4}"#);
    let Err(Unread::Ambiguous(ways)) = lone.read_play("13/4") else {
        panic!("two different ways")
    };
    assert_eq!(ways, ["13/10/4", "13/7*/4"]);
    assert_ne!(after(&lone, "13/7/4"), after(&lone, "13/10/4"));
}

#[test]
fn a_derived_game_settles_a_reading() {
    // The two guarded definitions and the guarded step are gone with the reading; the other reading stays.
    let far = with(&[("goal", "far")], &[], None);
    let mut table = Table::new(&test_game_with("settled", &far));
    table.expect("One", &["go"]).pick("go");
    assert_eq!(table.var("gone"), vec![4, 0]);
}

#[test]
fn a_derived_game_replaces_and_edits_what_stands_under_some_choices_only() {
    let played = |pace: &str, choice: &str| {
        let options = with(&[("pace", pace)], &[], None);
        let mut table = Table::new(&test_game_with("bolder", &options));
        table.pick(choice);
        table.var("gone")
    };
    assert_eq!(played("slow", "skip_ahead"), vec![2, 0], "twice one, as inherited");
    assert_eq!(
        played("fast", "skip"),
        vec![4, 0],
        "twice two, as inherited, written otherwise"
    );
    assert_eq!(
        played("mad", "skip"),
        vec![9, 0],
        "there was nothing to replace under this choice"
    );
}

/// Games of a match, each won by what the seat who begins says; then each seat's tallies and whether another game follows.
fn match_of(agreements: &[(&str, &str)], words: &[&str]) -> (Vec<i32>, bool) {
    let mut table = Table::new(&test_game_with("tallies", &with(&[], agreements, None)));
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            table.state.apply(Action::NextGame).expect("the match goes on");
        }
        table.pick(word);
    }
    (table.var("筹"), table.state.match_goes_on())
}

#[test]
fn a_match_goes_on_until_someone_has_the_agreed_tallies() {
    let to_three = [("target", "3")];
    assert_eq!(match_of(&to_three, &["large"]), (vec![2, 0], true));
    assert_eq!(match_of(&to_three, &["large", "lose"]), (vec![2, 1], true));
    assert_eq!(match_of(&to_three, &["large", "lose", "large"]), (vec![4, 1], false));
    // With two tallies given, the second player needs one.
    let given = [("target", "3"), ("handicap", "2")];
    assert_eq!(match_of(&given, &["large", "lose"]), (vec![2, 1], false));
}

#[test]
fn a_match_has_the_agreed_number_of_games() {
    let three = [("match_games", "3")];
    assert_eq!(match_of(&three, &["small", "small"]), (vec![2, 0], true));
    assert_eq!(match_of(&three, &["small", "small", "lose"]), (vec![2, 1], false));
    // Nothing agreed is one game.
    assert_eq!(match_of(&[], &["small"]), (vec![1, 0], false));
}

/// `first` is placed by `second`, which is placed further down.
#[test]
fn a_phase_may_be_placed_by_one_that_is_placed_further_down() {
    let text = "language 1
game order
seats A, B
var told : list 9 of 1..3
phase first before second { push 1 to told }
phase second before third { push 2 to told }
phase third { push 3 to told;  choose { pass } }
turn = third
end game when e: rounds > 0 { rank seats by size(told) }
";
    let compiled = bopu::check::compile("order.rules", text, &Default::default(), &Default::default());
    let compiled = compiled.unwrap_or_else(|f| panic!("{}", common::reports(&f)));
    let names: Vec<&str> = compiled
        .program
        .turn
        .iter()
        .map(|p| compiled.program.phases[*p as usize].name.as_str())
        .collect();
    assert_eq!(names, ["first", "second", "third"]);
}
