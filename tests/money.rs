//! Money: who pays what, what happens where there isn't enough, and that none is made or lost.

mod common;

use bopu::check::{Library, Options, compile};
use bopu::engine::{Action, Current, Game, generator};
use bopu::examples;
use bopu::record::position::{read, write};
use common::{Table, embedded_game, reports, step_randomly};
use std::collections::BTreeMap;

/// A game for A, B, C and D with purses of 10, two pots and a bank, in which A may choose among payments.
fn game(policy: &str, payments: &[(&str, &str)]) -> Game {
    let steps: String = payments
        .iter()
        .map(|(name, pay)| format!("step {name} () {{ do {{ {pay} }};  notation \"{name}\" }}\n"))
        .collect();
    let names: Vec<&str> = payments.iter().map(|(name, _)| *name).collect();
    let text = format!(
        "language 1\ngame pays\nplayers 4\nseats A, B, C, D\nmoney chips {{\n  purse of each player = 10{policy}\n  \
         pot kitty = 6 short pays all emits lacking\n  pot box = 3\n  bank house\n}}\n\
         event lacking(who : player or none, missing : int)\nvar lacked : list 9 of 0..99\nvar who_lacked : list 9 of -1..3\n\
         on lacking(who, n) as noted {{ push n to lacked;  push (if who = none then -1 else if who = A then 0 else 1) to who_lacked }}\n\
         {steps}turn = t\nphase t {{ choose {{ {} | pass }} }}\nend game when late: rounds = 99 {{ draw }}\n",
        names.join(" | ")
    );
    match compile("pays", &text, &Library::default(), &Options::default()) {
        Ok(success) => Game::new(success.program),
        Err(failure) => panic!("{}", reports(&failure)),
    }
}

/// The purses, then kitty, box and house.
fn all(table: &Table) -> Vec<i32> {
    ["chips", "kitty", "box", "house"]
        .iter()
        .flat_map(|a| table.var(a))
        .collect()
}

/// What the accounts hold after one payment of A's.
#[track_caller]
fn paid(policy: &str, pay: &str) -> (Vec<i32>, Current) {
    let mut table = Table::new(&game(policy, &[("it", pay)]));
    table.pick("it");
    (all(&table), table.current())
}

#[test]
fn one_pays_one_or_many() {
    for (pay, held) in [
        ("pay 4 from A to B", [6, 14, 10, 10, 6, 3, 0]),
        ("pay 4 from me to me", [10, 10, 10, 10, 6, 3, 0]),
        ("pay 2 from each other player to me", [16, 8, 8, 8, 6, 3, 0]),
        ("pay 2 from me to each other player", [4, 12, 12, 12, 6, 3, 0]),
        ("pay 2 from each player to kitty", [8, 8, 8, 8, 14, 3, 0]),
        ("pay 5 from house to each player", [15, 15, 15, 15, 6, 3, -20]),
        ("pay the rest from kitty to box", [10, 10, 10, 10, 0, 9, 0]),
        ("pay the rest from each other player to B", [0, 40, 0, 0, 6, 3, 0]),
        ("pay 8 from kitty, the rest from house to D", [10, 10, 10, 18, 0, 3, -2]),
        ("pay 4 from kitty, the rest from house to D", [10, 10, 10, 14, 2, 3, 0]),
        (
            "pay 9 from kitty, the rest from each other player to D",
            [9, 9, 9, 19, 0, 3, 0],
        ),
        ("refill box to 9 from house", [10, 10, 10, 10, 6, 9, -6]),
        ("refill box to 3 from house", [10, 10, 10, 10, 6, 3, 0]),
        ("refill box to 1 from house", [10, 10, 10, 10, 6, 3, 0]),
    ] {
        assert_eq!(paid("", pay).0, held, "{pay}");
    }
}

#[test]
fn what_cannot_be_divided_is_paid_by_the_first() {
    for (pay, held) in [
        // Six among three: two each. Eight: B and C, who come first after A, pay three.
        ("share 6 from each other player to me", [16, 8, 8, 8, 6, 3, 0]),
        ("share 8 from each other player to me", [18, 7, 7, 8, 6, 3, 0]),
        // D and A come first after C.
        ("share 8 from each other player to C", [7, 8, 18, 7, 6, 3, 0]),
        // Seven to fill, beginning after me: B, C, D two each, I one.
        ("refill box to 10 from each player", [9, 8, 8, 8, 6, 10, 0]),
    ] {
        assert_eq!(paid("", pay).0, held, "{pay}");
    }
}

#[test]
fn who_has_left_neither_pays_nor_is_paid() {
    for (pay, held) in [
        ("pay 2 from each other player to me", [14, 8, 10, 8, 6, 3, 0]),
        ("share 5 from each player to box", [9, 8, 10, 8, 6, 8, 0]),
    ] {
        assert_eq!(paid("", &format!("C leaves;  {pay}")).0, held, "{pay}");
    }
}

#[test]
fn what_cannot_be_paid_stops_the_game() {
    for pay in [
        "pay 11 from A to B",
        "pay 4 from box to A",
        "pay 0 - 1 from A to B",
        "pay 1 from A to (first p in players : false)",
        "pay 1 from (first p in players : false) to A",
        "pay (max p in players : none) from A to B",
        "pay 1000000000 from house to A;  pay 1000000000 from house to A",
        "B leaves;  C leaves;  D leaves;  share 1 from each other player to A",
    ] {
        let (held, current) = paid("", pay);
        assert_eq!(current, Current::Unfinished, "{pay}");
        assert_eq!(held.iter().map(|n| i64::from(*n)).sum::<i64>(), 49, "{pay}");
    }
}

#[test]
fn an_account_that_may_owe_goes_below_nothing() {
    let (held, current) = paid(" may owe", "pay 25 from A to B;  pay 3 from A to kitty");
    assert_eq!(held, [-18, 35, 10, 10, 9, 3, 0]);
    assert_eq!(current, Current::Player { seat: 1 });
    // Whoever owes has nothing left to give.
    let (held, _) = paid(" may owe", "pay 25 from A to B;  pay the rest from A to box");
    assert_eq!(held, [-15, 35, 10, 10, 6, 3, 0]);
    let (held, _) = paid(" may owe", "pay 25 from A to B;  pay 2 from A, the rest from C to box");
    assert_eq!(held, [-15, 35, 8, 10, 6, 5, 0]);
}

#[test]
fn a_short_account_pays_what_there_is_and_tells() {
    let mut table = Table::new(&game(
        " short pays all emits lacking",
        &[
            ("big", "pay 25 from A to B"),
            ("pot", "pay 9 from kitty to C"),
            ("even", "pay 10 from A to B"),
            ("split", "pay 14 from me to each other player"),
        ],
    ));
    table.pick("big");
    assert_eq!(
        (all(&table), table.list("lacked")),
        (vec![0, 20, 10, 10, 6, 3, 0], vec![15])
    );
    table.pick("pot");
    assert_eq!(
        (all(&table), table.list("lacked")),
        (vec![0, 20, 16, 10, 0, 3, 0], vec![15, 3])
    );
    assert_eq!(table.list("who_lacked"), [0, -1], "a pot is nobody");
    table.pick("pass").pick("pass");
    // A has nothing: all ten are missing.
    table.pick("even");
    assert_eq!(table.list("lacked"), [15, 3, 10]);
    // B pays C, who comes first, in full, and what is left to D.
    table.pick("split");
    assert_eq!(all(&table), [0, 0, 30, 16, 0, 3, 0]);
    assert_eq!(table.list("lacked"), [15, 3, 10, 8, 14]);
}

#[test]
fn a_match_keeps_its_money_where_it_says_so() {
    for (scope, second) in [("", 7), (" scope match", 4)] {
        let text = format!(
            "language 1\ngame purse\nmoney chips{scope} {{ purse of each player = 10;  pot pot = 0 }}\nvar done : truth\n\
             step pay_in () {{ do {{ pay 3 from me to pot;  done := true }};  notation \"in\" }}\n\
             turn = t\nphase t {{ choose {{ pay_in }} }}\nend game when paid: done {{ draw }}\n\
             end match when two: games = 2 {{ draw }}\n"
        );
        let compiled = compile("purse", &text, &Library::default(), &Options::default());
        let success = compiled.unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
        let game = Game::new(success.program);
        let mut table = Table::new(&game);
        table.pick("in");
        assert_eq!(table.var("chips"), [7, 10]);
        assert!(table.state.match_goes_on(), "{:?}", table.current());
        table.state.apply(Action::NextGame).expect("another game");
        table.pick("in");
        assert_eq!(table.var("chips")[0], second, "{scope}");
    }
}

#[test]
fn positions_with_money_come_back_and_damaged_ones_are_refused() {
    let game = game("", &[("it", "pay 25 from house to B")]);
    let mut table = Table::new(&game);
    table.pick("it");
    let written = write(&table.state);
    assert_eq!(
        written["money"],
        serde_json::json!({"chips": {"A": 10, "B": 35, "C": 10, "D": 10}, "kitty": 6, "box": 3, "house": -25})
    );
    let back = read(&game, &written.to_string()).expect("a position");
    assert_eq!(back.slots(), table.state.slots());
    let damaged = |money: &str| {
        let text = format!(r#"{{"to_move": "A", "pieces": {{}}, "money": {money}}}"#);
        let damage = read(&game, &text).map(|_| ()).expect_err("a damaged position");
        format!("{damage}\n    {}", damage.help.clone().unwrap_or_default())
    };
    insta::assert_snapshot!(
        [
            r#"{"chips": {"A": 11}}"#,
            r#"{"chips": {"A": -1, "B": 21}}"#,
            r#"{"box": -1, "kitty": 10}"#,
            r#"{"kity": 6}"#,
            r#"{"chips": 40}"#,
            r#"{"chips": {"E": 10}}"#,
            r#"{"kitty": {"A": 6}}"#,
            r#"{"house": 2000000000}"#,
            r"[]",
        ]
        .map(damaged)
        .join("\n")
    );
    // What is not named lies there as at first.
    assert!(
        read(
            &game,
            r#"{"to_move": "A", "pieces": {}, "money": {"box": 0, "house": 3}}"#
        )
        .is_ok()
    );
}

/// What a failing example of a game with money says.
fn fails(lines: &str) -> String {
    let text = format!(
        "language 1\ngame pays\nmoney chips {{ purse of each player = 10;  pot kitty = 6 }}\nturn = t\nphase t {{ choose {{ pass }} }}\n\
         end game when late: rounds = 9 {{ draw }}\nexample \"one\" {{ {lines} }}\n"
    );
    let report = examples::run("pays", &text, &Library::default());
    let report = report.unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
    let trouble = report.outcomes[0].trouble.as_ref();
    trouble.map_or_else(
        || "holds".to_owned(),
        |t| format!("expected {}; found {}", t.expected, t.found),
    )
}

#[test]
fn an_example_may_put_money_anywhere_but_makes_none() {
    assert_eq!(
        fails("given kitty = 0;  given chips(second) = 16;  expect kitty = 0 and chips(second) = 16"),
        "holds"
    );
    assert_eq!(
        fails("given kitty = 1;  expect kitty = 1"),
        "expected 26 of `chips` in all; found 21"
    );
    assert_eq!(
        fails("given kitty = 0 - 4;  given chips(second) = 20;  expect over"),
        "expected `kitty` to hold something or nothing; found -4"
    );
}

#[test]
fn what_balances_the_money_of_an_example_is_said() {
    let help = |lines: &str| {
        let text = format!(
            "language 1\ngame pays\nseats A, B\nmoney chips {{ purse of each player = 10;  pot kitty = 6;  pot box = 0 }}\nturn = t\n\
             phase t {{ choose {{ pass }} }}\nend game when late: rounds = 9 {{ draw }}\nexample \"one\" {{ {lines} }}\n"
        );
        let report = examples::run("pays", &text, &Library::default());
        let report = report.unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
        report.outcomes[0].trouble.as_ref().and_then(|t| t.help.clone())
    };
    let moves = "money only moves: what one account has less, another has more";
    let with = |lines: &str| Some(format!("{moves}; add `{lines}`"));
    assert_eq!(help("given kitty = 9;  expect kitty = 9"), with("given chips(A) = 7"));
    assert_eq!(help("given kitty = 2;  expect kitty = 2"), with("given chips(A) = 14"));
    assert_eq!(
        help("given kitty = 20;  expect kitty = 20"),
        with("given chips(A) = 0; given chips(B) = 6")
    );
    assert_eq!(
        help("given kitty = 9;  given chips(A) = 10;  expect kitty = 9"),
        with("given chips(B) = 7")
    );
    assert_eq!(help("given kitty = 40;  expect kitty = 40"), Some(moves.to_owned()));
    let added = "given kitty = 20;  given chips(A) = 0; given chips(B) = 6;  expect kitty = 20";
    assert_eq!(help(added), None);
}

/// What each purse and pot holds, by the account and the seat.
fn held(state: &bopu::engine::State) -> BTreeMap<(u32, Option<u32>), i32> {
    let program = state.program();
    let accounts = program.money.iter().flat_map(|m| &m.accounts).zip(0..);
    let mut out = BTreeMap::new();
    for (account, at) in accounts {
        let var = &program.vars[account.var as usize];
        let slots = &state.slots()[var.base as usize..][..var.initial.len()];
        for (seat, slot) in (0..).zip(slots) {
            out.insert((at, (var.initial.len() > 1).then_some(seat)), *slot);
        }
    }
    out
}

/// Neither more nor less is told than was paid: choices that are only looked at pay nothing.
#[test]
fn what_is_told_of_payments_is_what_was_paid() {
    let fee = "language 1\ngame fee\nplayers 2\nmoney chips { purse of each player = 0 may owe;  pot kitty = 0 }\n\
               var due : bag 2 of 1..6  scope round\n\
               step cast_off (n in due) { do { take n from due;  pay n from me to kitty } }\n\
               turn = t\nphase t { due := [1, 2];  play { cast_off } best by few: 0 - size(due) }\n\
               end game when late: rounds = 9 { draw }\n";
    let fee = compile("fee", fee, &Library::default(), &Options::default());
    let fee = Game::new(fee.unwrap_or_else(|f| panic!("{}", reports(&f))).program);
    for game in [fee, embedded_game("dama"), embedded_game("chuhong")] {
        let (mut dice, mut agents) = (generator(5, 0, false), generator(5, 0, true));
        let mut state = game.start();
        let mut payments = 0;
        for _ in 0..600 {
            let mut expected = held(&state);
            if !step_randomly(&mut state, &mut dice, &mut agents) {
                break;
            }
            for paid in state.paid() {
                *expected.get_mut(&paid.from).expect("an account") -= paid.amount;
                *expected.get_mut(&paid.to).expect("an account") += paid.amount;
                payments += 1;
            }
            assert_eq!(held(&state), expected, "{:?}", state.paid());
        }
        assert!(payments > 10, "{payments}");
    }
}

/// A set of players pays or is paid, in the order of play after the player on the other side; who left is not meant.
#[test]
fn sets_of_players_pay_and_are_paid() {
    let low = "{ p in players : p != C }";
    let payments = [
        ("each_pays", format!("pay 2 from {low} to box")),
        ("each_gets", format!("pay 2 from kitty to {low}")),
        ("shared", format!("share 5 from {low} to C")),
        ("shared_out", format!("share 5 from box to {low}")),
        ("after_b", "share 5 from B to { A, C, D }".to_owned()),
        ("one_less", format!("D leaves;  share 3 from box to {low}")),
        (
            "nobody",
            "share 1 from box to { p in players : chips(p) > 99 }".to_owned(),
        ),
        (
            "nothing",
            "share 0 from box to { p in players : chips(p) > 99 }".to_owned(),
        ),
    ];
    let payments: Vec<(&str, &str)> = payments.iter().map(|(n, p)| (*n, p.as_str())).collect();
    let game = game("", &payments);
    let after = |name: &str| {
        let mut table = Table::new(&game);
        table.pick(name);
        (table.state.current() != Current::Unfinished).then(|| all(&table))
    };
    assert_eq!(after("each_pays"), Some(vec![8, 8, 10, 8, 6, 9, 0]));
    assert_eq!(after("each_gets"), Some(vec![12, 12, 10, 12, 0, 3, 0]));
    // Five of three: two each from the first two after C, which are D and A.
    assert_eq!(after("shared"), Some(vec![8, 9, 15, 8, 6, 3, 0]));
    // The box holds three and pays five only where it may owe: here it is short.
    assert_eq!(after("shared_out"), None);
    assert_eq!(after("after_b"), Some(vec![11, 5, 12, 12, 6, 3, 0]));
    // Three for A and B: two for B, who comes first after A, whose turn it is.
    assert_eq!(after("one_less"), Some(vec![11, 12, 10, 10, 6, 0, 0]));
    assert_eq!(after("nobody"), None);
    assert_eq!(after("nothing"), Some(vec![10, 10, 10, 10, 6, 3, 0]));
}

#[test]
fn a_payment_to_nobody_stops_the_game_as_that() {
    let text = "language 1\ngame unclaimed\nseats A, B\nmoney chips { purse of each player = 9;  pot box = 5 }\n\
                var winner : player or none\nturn = t\nphase t { pay the rest from box to winner }\n\
                end game when late: rounds = 9 { draw }\n";
    let game = match compile("unclaimed", text, &Library::default(), &Options::default()) {
        Ok(success) => Game::new(success.program),
        Err(failure) => panic!("{}", reports(&failure)),
    };
    let told = bopu::engine::stopped(&game.start());
    assert!(told.contains("nobody is there to pay or to be paid"), "{told}");
}
