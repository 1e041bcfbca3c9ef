//! Tables: every throw has the row that its text gives it, cells are read, rows are edited by name.

mod common;

use bopu::check::{Library, Options, compile};
use bopu::engine::{Current, Game};
use common::{Table, reports, test_game};

/// The row of `cast` that the words of the file give a throw, worked out without patterns.
fn by_hand(throw: [i32; 4]) -> &'static str {
    let times = |f: i32| throw.iter().filter(|t| **t == f).count();
    let others: i32 = throw.iter().sum::<i32>() - 4;
    let pairs = (1..=6).filter(|f| *f != 4 && times(*f) == 2).count();
    match times(4) {
        4 => "spring",
        3 => "three",
        2 if pairs == 1 => "leaf",
        2 => "strong",
        1 if others <= 8 => "low",
        1 if others >= 13 => "high",
        1 => "middle",
        _ if (1..=6).any(|f| times(f) == 4) => "even",
        _ if pairs == 2 => "plain",
        _ => "scattered",
    }
}

#[test]
fn every_throw_has_its_row() {
    let game = test_game("casts");
    let program = game.program();
    let rows = program.enums.iter().find(|e| e.name == "cast").expect("declared");
    for i in 0..1296 {
        let throw = [i % 6 + 1, i / 6 % 6 + 1, i / 36 % 6 + 1, i / 216 + 1];
        let mut table = Table::new(&game);
        table.throw(&throw);
        let seen = table.var("seen")[0];
        assert_eq!(rows.values[seen as usize].name, by_hand(throw), "{throw:?}");
    }
}

#[test]
fn order_decides_where_the_file_says_so() {
    let game = test_game("casts");
    // Three sticks in order, flat 0 and round 1: `lead` stands before `tail`.
    for (sticks, row) in [
        ([0, 0, 0], 0),
        ([0, 1, 1], 0),
        ([1, 0, 0], 1),
        ([1, 0, 1], 2),
        ([1, 1, 1], 2),
    ] {
        let mut table = Table::new(&game);
        table.throw(&[1, 2, 3, 5]).throw(&sticks);
        assert_eq!(table.var("came"), [row], "{sticks:?}");
    }
}

#[test]
fn cells_are_read_and_lead_on() {
    let game = test_game("casts");
    let mut table = Table::new(&game);
    for throw in [[1, 1, 1, 1], [1, 2, 3, 5], [6, 6, 5, 5]] {
        table.throw(&throw).throw(&[1, 1, 1]);
    }
    // The first player rose twice, by `even` and `plain`, and so ends the game as a baron.
    assert!(matches!(table.current(), Current::Over { .. }));
    assert_eq!(table.state.scores(), [9, -9]);
}

fn compiled(text: &str) -> Game {
    let library = Library {
        beside: Some(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games").into()),
    };
    match compile("variant.rules", text, &library, &Options::default()) {
        Ok(success) => Game::new(success.program),
        Err(failure) => panic!("{}", reports(&failure)),
    }
}

#[test]
fn a_variant_changes_rows_by_name() {
    let game = compiled(
        "language 1
game variant extends casts
reading even_dice { prize default; fine }
in table title { override knight 4 baron;  add duke 9 none;  override baron 5 duke }
in table cast {
  override even 0 fine 2   when even_dice is fine
  remove strong
  override otherwise: scattered 0 void
}
override end game when top: rank(me) = duke { win me by pay(knight) + pay(rank(me)) }
",
    );
    let mut table = Table::new(&game);
    for throw in [[4, 4, 4, 4], [4, 4, 1, 2], [1, 1, 1, 1], [1, 2, 3, 5], [6, 6, 5, 5]] {
        table.throw(&throw).throw(&[1, 1, 1]);
    }
    assert!(matches!(table.current(), Current::Over { .. }));
    assert_eq!(table.state.scores(), [13, -13]);
}
