//! Whatever readings are chosen, and however many play, the games that come with the program are played to their ends, and
//! money only moves.

mod common;

use bopu::check::{Library, Options, Success, compile, embedded};
use bopu::engine::{Game, Playouts, generator};
use bopu::ir::Program;
use common::{reports, step_randomly};
use rand::Rng;
use rayon::prelude::*;
use std::ops::Range;

/// True if everything is played that the rules promise, which takes long: `BOPU_LONG=1 cargo test --release --test readings`.
/// Without it a sample is played.
fn long() -> bool {
    std::env::var_os("BOPU_LONG").is_some()
}

/// How many of a number of games are played.
fn sample(all: u64) -> u64 {
    if long() { all } else { all / 10 }
}

/// Where a game is cut: well beyond the longest of 10,000 games of any embedded game under its defaults, 5,166 rounds.
const CAP: u32 = 10_000;
/// Where a game under random choices of all readings is cut. Some choices together make gathering rare for players who do not
/// work towards it (`docs/lengths-of-dama.md`).
const LONG_CAP: u32 = 1_000_000;

/// A game that comes with the program.
struct Entry {
    id: &'static str,
    text: &'static str,
    program: Program,
    witnesses: Vec<String>,
}

impl Entry {
    fn compiled(&self, options: &Options) -> Program {
        compiled(self.id, self.text, options).program
    }

    /// Every seat count that the game admits.
    fn seats(&self) -> Vec<usize> {
        (2..=12)
            .filter(|n| {
                let options = Options {
                    players: Some(*n),
                    ..Options::default()
                };
                compile(self.id, self.text, &Library::default(), &options).is_ok()
            })
            .collect()
    }

    fn witnesses(&self) -> impl Iterator<Item = Options> {
        self.witnesses.iter().map(|w| Options {
            witness: Some(w.clone()),
            ..Options::default()
        })
    }

    /// One choice of each reading, by lot.
    fn assignment(&self, random: &mut impl Rng) -> Options {
        let readings = self.program.readings.iter().map(|r| {
            let at = random.next_u64() as usize % r.choices.len();
            (r.name.clone(), r.choices[at].0.clone())
        });
        Options {
            readings: readings.collect(),
            ..Options::default()
        }
    }
}

fn compiled(name: &str, text: &str, options: &Options) -> Success {
    match compile(name, text, &Library::default(), options) {
        Ok(success) => success,
        Err(failure) => panic!("{name} under {options:?}:\n{}", reports(&failure)),
    }
}

fn games() -> Vec<Entry> {
    embedded()
        .into_iter()
        .filter(|e| !e.path.starts_with("lib"))
        .map(|e| {
            let success = compiled(e.id, e.text, &Options::default());
            Entry {
                id: e.id,
                text: e.text,
                witnesses: success.expanded.witnesses.iter().map(|w| w.name.clone()).collect(),
                program: success.program,
            }
        })
        // On a scoring sheet nothing happens unless somebody calls, and a game whose rules are lost can't be played.
        .filter(|e| e.program.idle.is_none())
        .collect()
}

/// Random games under some options, all of which must end by a rule.
fn finish(entry: &Entry, options: &Options, games: Range<u64>, cap: u32) {
    let program = entry.compiled(options);
    let mut playouts = Playouts::new(&program, cap);
    for index in games {
        let played = playouts.play(&mut generator(5, index, false), &mut generator(5, index, true));
        assert!(
            played.finished,
            "{} under {options:?}: game {index} did not end, stopped by `{}` in round {}",
            entry.id, program.parts[played.by as usize].path, played.rounds
        );
    }
}

#[test]
fn every_choice_of_every_reading_is_played_to_the_end() {
    for entry in games() {
        let mut all = vec![Options::default()];
        for reading in &entry.program.readings {
            for (at, (choice, ..)) in reading.choices.iter().enumerate() {
                if at != reading.default {
                    all.push(Options {
                        readings: vec![(reading.name.clone(), choice.clone())],
                        ..Options::default()
                    });
                }
            }
        }
        all.par_iter()
            .for_each(|options| finish(&entry, options, 0..sample(200), CAP));
    }
}

#[test]
fn every_witness_is_played_to_the_end() {
    for entry in games() {
        let all: Vec<Options> = entry.witnesses().collect();
        all.par_iter()
            .for_each(|options| finish(&entry, options, 0..sample(50), CAP));
    }
}

#[test]
fn random_choices_of_all_readings_are_played_to_the_end() {
    for entry in games().into_iter().filter(|e| !e.program.readings.is_empty()) {
        (0..sample(200)).into_par_iter().for_each(|index| {
            let options = entry.assignment(&mut generator(11, index, false));
            finish(&entry, &options, index..index + 1, LONG_CAP);
        });
    }
}

#[test]
fn any_number_of_players_plays_to_the_end() {
    for entry in games() {
        for players in entry.seats() {
            let options = Options {
                players: Some(players),
                ..Options::default()
            };
            finish(&entry, &options, 0..20, CAP);
        }
    }
}

/// Of 10,000 random games 99.9 % end by a rule, and what one seat wins the others lose.
#[test]
fn nearly_all_of_ten_thousand_games_end() {
    for entry in games() {
        for players in entry.seats() {
            let program = entry.compiled(&Options {
                players: Some(players),
                ..Options::default()
            });
            let all = sample(10_000) / if long() { 1 } else { 10 };
            let unfinished: u64 = (0..all)
                .into_par_iter()
                .map_init(
                    || Playouts::new(&program, CAP),
                    |playouts, index| {
                        let played = playouts.play(&mut generator(1, index, false), &mut generator(1, index, true));
                        // What is paid lies in accounts, which another test holds.
                        if program.money.is_none() {
                            assert_eq!(played.scores.iter().sum::<i32>(), 0, "{}: game {index}", entry.id);
                        }
                        u64::from(!played.finished)
                    },
                )
                .sum();
            assert!(
                unfinished * 1000 <= all,
                "{} for {players}: {unfinished} of {all} games did not end",
                entry.id
            );
        }
    }
}

/// Under the defaults, every witness and random choices, with every number of seats, at every step.
#[test]
fn money_only_moves() {
    for entry in games().into_iter().filter(|e| e.program.money.is_some()) {
        let mut all = vec![Options::default()];
        all.extend(entry.witnesses());
        all.extend((0..4).map(|index| entry.assignment(&mut generator(13, index, false))));
        let seats = entry.seats();
        let tables: Vec<Options> = seats
            .iter()
            .flat_map(|n| {
                all.iter().map(|options| Options {
                    players: Some(*n),
                    ..options.clone()
                })
            })
            .collect();
        tables.par_iter().enumerate().for_each(|(index, options)| {
            let game = Game::new(entry.compiled(options));
            let index = index as u64;
            let (mut dice, mut agents) = (generator(3, index, false), generator(3, index, true));
            let mut state = game.start_capped(500);
            let all = game.program().money_in(state.slots());
            while step_randomly(&mut state, &mut dice, &mut agents) {
                assert_eq!(
                    game.program().money_in(state.slots()),
                    all,
                    "{} under {options:?}",
                    entry.id
                );
            }
        });
    }
}
