//! Expressions of one variable are looked up in play: they come to what computing them comes to, also for values that no
//! table holds.

mod common;

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
