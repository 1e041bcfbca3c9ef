//! Expressions of one variable are looked up in play: they come to what computing them comes to, also for values that no
//! table holds.

mod common;

use bopu::check::{Library, Options, compile};
use bopu::engine::generator;
use common::{Table, step_randomly, test_game};

#[test]
fn what_is_looked_up_is_what_is_computed() {
    let game = test_game("lookups");
    let (mut dice, mut agents) = (generator(1, 0, false), generator(1, 0, true));
    let mut table = Table::new(&game);
    let (mut beyond, mut none) = (0, 0);
    loop {
        let sum = table.var("sum_of")[0];
        let odd = sum * sum % 7 == 2 || sum % 10 == 3;
        assert_eq!(table.measure("figure", 0), if odd { sum % 13 } else { -sum });
        for (seat, own) in [100, 200].into_iter().enumerate() {
            assert_eq!(table.measure("mine_first", seat), own + sum % 5 * 2, "at {sum}");
        }
        let last = table.var("last")[0];
        if (3..=18).contains(&last) {
            assert_eq!(table.measure("seen", 1), last * last - 3 * last);
        } else {
            assert_eq!(table.measure("seen", 1), -1);
            none += 1;
        }
        // 31, 32, 38 and 39 have squares that leave two.
        let fitting: i32 = (31..=40).filter(|n| n * n % 7 == 2).map(|n| n * 3).sum();
        assert_eq!(table.measure("bound", 0), fitting);
        beyond += i32::from(sum > 256);
        if !step_randomly(&mut table.state, &mut dice, &mut agents) {
            break;
        }
    }
    assert!(
        beyond > 100 && none > 1,
        "{beyond} beyond every table, {none} without a value"
    );
}

/// Who acts may be asked of a number that is no seat while tables are computed.
#[test]
fn what_another_sees_is_looked_up() {
    let text = "language 1
game seen \"what another sees\"
seats 甲, 乙
pieces man 1 each
space ring[0..7]
route lap of seat 1 = ring[0..7]
route lap of seat 2 = ring[4..7], ring[0..3]
numbering lap by place
setup each { 0: 1 }
var who : player or none
fn far(s : space, p : player) : int = as p (left(s) * 2)
turn = t
phase t { choose { pass } }
end game when x: rounds > 2 { draw }
measure unseen = if far(own(3), who) = none then 1 else 0
measure first = far(ring[3], 甲)
measure second = far(ring[3], 乙)
";
    let success = compile("seen.rules", text, &Library::default(), &Options::default());
    let game = bopu::engine::Game::new(success.unwrap_or_else(|f| panic!("{}", common::reports(&f))).program);
    let table = Table::new(&game);
    // Four steps are left to the one, none to the other, who ends on that space.
    assert_eq!(table.measure("unseen", 0), 1);
    assert_eq!((table.measure("first", 0), table.measure("second", 0)), (8, 0));
}
