//! Whatever readings are chosen, and however many play, the games that come with the program are played to their ends, and
//! money only moves.

mod common;

use bopu::check::{Library, Options, Success, compile, embedded};
use bopu::engine::{Game, Playouts, generator};
use bopu::ir::Program;
use common::{reports, step_randomly};
use rand::Rng;
use rayon::prelude::*;

/// Where a game is cut: well beyond the longest of 10,000 games of any embedded game under its defaults, 5,166 rounds.
const CAP: u32 = 10_000;
/// Where a game under choices that are known to be slow is cut.
const SLOW_CAP: u32 = 2_000;

/// Two choices of a game under which random players often go on beyond any cap, though no position is locked:
/// `docs/games/dama.md` tells why, and with what figures.
struct Slow {
    game: &'static str,
    choices: [(&'static str, &'static str); 2],
    /// How many of the 200 random assignments hold both, and how many of those are cut.
    held: usize,
    cut: usize,
}

const SLOW: [Slow; 2] = [
    Slow {
        game: "dama",
        choices: [("walking", "sum"), ("backward", "bounce")],
        held: 33,
        cut: 33,
    },
    Slow {
        game: "dama",
        choices: [("walking", "sum"), ("feilong", "barred")],
        held: 29,
        cut: 16,
    },
];

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

    /// The first of the slow pairs that an assignment holds.
    fn slow(&self, options: &Options) -> Option<usize> {
        SLOW.iter().position(|slow| {
            slow.game == self.id
                && slow
                    .choices
                    .iter()
                    .all(|(name, choice)| options.readings.iter().any(|(r, c)| r == name && c == choice))
        })
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
        .collect()
}

/// Random games under some options, all of which must end by a rule.
fn finish(entry: &Entry, options: &Options, games: u64) {
    let program = entry.compiled(options);
    let mut playouts = Playouts::new(&program, CAP);
    for index in 0..games {
        let played = playouts.play(&mut generator(5, index, false), &mut generator(5, index, true));
        assert!(
            played.finished,
            "{} under {options:?}: game {index} did not end, stopped by `{}`",
            entry.id, program.parts[played.by as usize].path
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
        all.par_iter().for_each(|options| finish(&entry, options, 200));
    }
}

#[test]
fn every_witness_is_played_to_the_end() {
    for entry in games() {
        let all: Vec<Options> = entry.witnesses().collect();
        all.par_iter().for_each(|options| finish(&entry, options, 50));
    }
}

/// Nothing outgrows a bound, and whoever does not hold choices that are known to be slow comes to an end.
#[test]
fn random_choices_of_all_readings_are_played_to_the_end() {
    for entry in games().into_iter().filter(|e| !e.program.readings.is_empty()) {
        let played: Vec<(Option<usize>, bool)> = (0..200)
            .into_par_iter()
            .map(|index| {
                let options = entry.assignment(&mut generator(11, index, false));
                let slow = entry.slow(&options);
                let program = entry.compiled(&options);
                let cap = if slow.is_some() { SLOW_CAP } else { CAP };
                let mut playouts = Playouts::new(&program, cap);
                let played = playouts.play(&mut generator(5, index, false), &mut generator(5, index, true));
                assert!(
                    played.finished || (slow.is_some() && played.rounds == cap),
                    "{} under {options:?} did not end, stopped by `{}` in round {}",
                    entry.id,
                    program.parts[played.by as usize].path,
                    played.rounds
                );
                (slow, played.finished)
            })
            .collect();
        for (at, slow) in SLOW.iter().enumerate().filter(|(_, s)| s.game == entry.id) {
            let held = played.iter().filter(|(s, _)| *s == Some(at));
            let cut = held.clone().filter(|(_, finished)| !finished).count();
            assert_eq!(
                (held.count(), cut),
                (slow.held, slow.cut),
                "held and cut, {:?}",
                slow.choices
            );
        }
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
            finish(&entry, &options, 20);
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
