//! Golden vectors of chance: the generator's stream, and how its words become faces.
//!
//! The numbers were not taken from this program. They were computed by a separate Python script from the documented
//! derivation alone:
//! - the key of a seed is four words of SplitMix64 begun at the seed (add 0x9E3779B97F4A7C15, then mix), little-endian;
//! - ChaCha with 8 rounds; words 12 and 13 of the state count blocks from 0, words 14 and 15 are the stream number: `2 i`
//!   for the throws of game `i`, `2 i + 1` for its agents. (The script's block function was checked on the known first
//!   words for the zero key: `3e00ef2f` for 8 rounds, `76b8e0ad` for 20.)
//! - a number below `n` is the next 32-bit word `r` with `r < floor(2^32 / n) * n`, modulo `n`; words beyond are dropped;
//! - a die takes the number below the sum of its weights to its faces in the order declared; two dice of one group are
//!   drawn one after the other and, unless `in order`, shown with the greater first;
//! - a throw with a condition that fails is drawn again, up to a hundred times;
//! - 64 bits for an agent are two words, the low half first.

use bopu::check::{Library, Options, compile};
use bopu::engine::{Game, below, draw, generator};
use rand::Rng;

fn game(text: &str) -> Game {
    let success = compile("golden.rules", text, &Library::default(), &Options::default());
    Game::new(success.expect("a game that compiles").program)
}

fn throws(seed: u64, index: u64, number: usize) -> Vec<Vec<i32>> {
    let game = game("language 1\ngame golden extends backgammon\n");
    let program = game.program();
    let dice = program
        .dice
        .iter()
        .find(|d| d.name.is_empty())
        .expect("an unnamed group");
    let mut rng = generator(seed, index, false);
    (0..number).map(|_| draw(program, dice, &mut rng)).collect()
}

#[test]
fn two_dice_of_the_first_game() {
    let expected = [
        [3, 1],
        [4, 2],
        [3, 1],
        [5, 3],
        [2, 1],
        [5, 1],
        [6, 5],
        [6, 4],
        [6, 2],
        [5, 1],
        [5, 2],
        [5, 4],
        [4, 2],
        [5, 3],
        [3, 1],
        [6, 1],
        [6, 4],
        [6, 1],
        [6, 1],
        [6, 5],
    ];
    assert_eq!(throws(1, 0, 20), expected);
}

#[test]
fn two_dice_of_another_seed_and_game() {
    assert_eq!(throws(7, 5, 5), [[3, 1], [2, 2], [2, 1], [3, 1], [5, 4]]);
}

#[test]
fn agents_have_a_stream_of_their_own() {
    let mut rng = generator(1, 0, true);
    let words: Vec<u64> = (0..4).map(|_| rng.next_u64()).collect();
    assert_eq!(
        words,
        [
            0x1637_17f8_c8a0_19cc,
            0x1781_4217_9c39_84dd,
            0x0447_50d2_d72b_2380,
            0x7f18_2ee5_74fb_4b21
        ]
    );
}

#[test]
fn words_beyond_the_last_whole_multiple_are_dropped() {
    let mut rng = generator(7, 5, false);
    let numbers: Vec<u32> = (0..5).map(|_| below(3_000_000_000, &mut rng)).collect();
    assert_eq!(
        numbers,
        [1_536_320_928, 415_281_955, 2_563_881_691, 1_883_325_402, 550_301_640]
    );
}

/// Who begins the modern game: a die each, thrown again while they are equal. Of the games listed the eleventh and the
/// thirtieth threw three times, the fourteenth and eighteenth twice.
#[test]
fn a_throw_that_fails_its_condition_is_thrown_again() {
    let game = game("language 1\ngame golden extends backgammon\n");
    let lots: Vec<Vec<i32>> = [0, 1, 11, 14, 18, 30]
        .into_iter()
        .map(|index| {
            let lot = game.start().draw(&mut generator(1, index, false));
            lot.expect("some throw satisfies it")
        })
        .collect();
    assert_eq!(lots, [[3, 1], [1, 4], [5, 4], [5, 4], [2, 6], [4, 2]]);
}
