//! Throws with a condition: each that satisfies it as often as its share, whether it is thrown again or picked from a list.

mod common;

use bopu::check::{Library, Options, compile};
use bopu::engine::{Current, Game, generator, stopped};
use bopu::ir::Bound;
use std::collections::BTreeMap;

fn rolling(dice: &str, condition: &str) -> Game {
    let text = format!(
        "language 1\ngame rolling \"one throw\"\nseats 甲, 乙\ndice lot = {dice}\nturn = once\n\
         phase once {{ roll lot given {condition} }}\nend game when over: rounds > 0 {{ draw }}\n"
    );
    let success = compile("rolling.rules", &text, &Library::default(), &Options::default());
    Game::new(success.unwrap_or_else(|f| panic!("{}", common::reports(&f))).program)
}

/// How often each throw comes among so many.
fn drawn(game: &Game, number: u32) -> BTreeMap<Vec<i32>, f64> {
    let state = game.start();
    assert!(matches!(state.current(), Current::Chance { .. }));
    let mut rng = generator(1, 0, false);
    let mut counts = BTreeMap::new();
    for _ in 0..number {
        *counts.entry(state.draw(&mut rng).expect("a throw")).or_insert(0.0) += 1.0;
    }
    counts
}

/// Pearson's figure for counts that should have these shares.
fn chi_squared(counts: &BTreeMap<Vec<i32>, f64>, shares: &BTreeMap<Vec<i32>, f64>, number: u32) -> f64 {
    let expected = shares.iter().map(|(throw, share)| (throw, share * f64::from(number)));
    let found = |throw: &Vec<i32>| counts.get(throw).copied().unwrap_or(0.0);
    expected.map(|(throw, e)| (found(throw) - e).powi(2) / e).sum()
}

#[test]
fn a_throw_that_fails_is_thrown_again() {
    let game = rolling("1 of d6 of each player", "lot(甲) > lot(乙)");
    let counts = drawn(&game, 30_000);
    let fitting = (1..=6).flat_map(|a| (1..a).map(move |b| vec![a, b]));
    let shares: BTreeMap<Vec<i32>, f64> = fitting.map(|throw| (throw, 1.0 / 15.0)).collect();
    assert_eq!(shares.len(), 15);
    assert!(counts.keys().all(|throw| shares.contains_key(throw)));
    // Fourteen degrees of freedom: beyond 36.1 once in a thousand times.
    let figure = chi_squared(&counts, &shares, 30_000);
    assert!(figure < 36.1, "{figure}");
}

/// One throw in 7,776 has five sixes, five in 7,776 have four sixes and a five: hardly any hundred throws hold one of them.
#[test]
fn a_throw_that_hardly_ever_fits_is_picked_with_its_weight() {
    let game = rolling("5 of d6", "sum(lot) >= 29");
    let counts = drawn(&game, 600);
    let shares = BTreeMap::from([(vec![6, 6, 6, 6, 6], 1.0 / 6.0), (vec![6, 6, 6, 6, 5], 5.0 / 6.0)]);
    assert!(counts.keys().all(|throw| shares.contains_key(throw)));
    // One degree of freedom: beyond 10.8 once in a thousand times.
    let figure = chi_squared(&counts, &shares, 600);
    assert!(figure < 10.8, "{figure}");
}

#[test]
fn what_no_throw_satisfies_stops_the_game() {
    let game = rolling("2 of d6", "sum(lot) > 12");
    assert_eq!(game.start().current(), Current::Unfinished);
}

/// Eight dice in order fall in 1,679,616 ways: whether one of them has the sum is not looked at.
#[test]
fn more_throws_than_are_looked_at_are_not_taken_for_none() {
    let game = rolling("8 of d6 in order", "sum(lot) > 47");
    let state = game.start();
    assert_eq!(
        (state.current(), state.bound()),
        (Current::Unfinished, Some(Bound::Throws))
    );
    let told = stopped(&state);
    assert!(
        told.contains("of 100,000 throws of these dice none was as this roll demands"),
        "{told}"
    );
    // Half of the throws fit: they need not be listed.
    let game = rolling("8 of d6 in order", "sum(lot) > 27");
    let throw = game.start().draw(&mut generator(1, 0, false)).expect("a throw");
    assert!(throw.iter().sum::<i32>() > 27, "{throw:?}");
    // Six dice fall in 46,656 ways.
    let game = rolling("6 of d6 in order", "sum(lot) > 35");
    assert_eq!(game.start().draw(&mut generator(1, 0, false)), Some(vec![6; 6]));
    let game = rolling("6 of d6 in order", "sum(lot) > 36");
    assert_eq!(game.start().bound(), Some(Bound::Dice));
}

/// Thirteen dice have more outcomes than 32 bits count.
#[test]
fn many_dice_may_have_a_condition() {
    let game = rolling("13 of d6", "sum(lot) > 14");
    let mut rng = generator(1, 0, false);
    let throw = game.start().draw(&mut rng).expect("a throw");
    assert!(throw.iter().sum::<i32>() > 14, "{throw:?}");
}
