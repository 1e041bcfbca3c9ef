//! Whatever readings are chosen, and however many play, the games that come with the program are played to their ends, and
//! money only moves.

mod common;

use bopu::check::{Library, Options, compile, embedded};
use bopu::engine::{Game, Playouts, generator};
use bopu::ir::Program;
use common::{reports, step_randomly};
use rand::Rng;

fn compiled(name: &str, text: &str, options: &Options) -> Program {
    match compile(name, text, &Library::default(), options) {
        Ok(success) => success.program,
        Err(failure) => panic!("{name} under {options:?}:\n{}", reports(&failure)),
    }
}

/// Every embedded game with its text.
fn games() -> Vec<(&'static str, &'static str, Program)> {
    embedded()
        .into_iter()
        .filter(|e| !e.path.starts_with("lib"))
        .map(|e| (e.id, e.text, compiled(e.id, e.text, &Options::default())))
        .collect()
}

/// Random games, all of which must end by a rule.
fn finish(name: &str, program: &Program, games: u64, options: &Options) {
    let mut playouts = Playouts::new(program, 10_000);
    for index in 0..games {
        let played = playouts.play(&mut generator(5, index, false), &mut generator(5, index, true));
        assert!(played.finished, "{name} under {options:?}: game {index} did not end");
    }
}

#[test]
fn every_choice_of_every_reading_is_played_to_the_end() {
    for (name, text, program) in games() {
        for reading in &program.readings {
            for (choice, ..) in &reading.choices {
                let options = Options {
                    readings: vec![(reading.name.clone(), choice.clone())],
                    ..Options::default()
                };
                finish(name, &compiled(name, text, &options), 10, &options);
            }
        }
    }
}

#[test]
fn random_choices_of_all_readings_are_played_to_the_end() {
    let mut random = generator(11, 0, false);
    for (name, text, program) in games() {
        let mut unfinished = 0;
        for _ in 0..20 {
            let readings = program.readings.iter().map(|r| {
                let at = random.next_u64() as usize % r.choices.len();
                (r.name.clone(), r.choices[at].0.clone())
            });
            let options = Options {
                readings: readings.collect(),
                ..Options::default()
            };
            let program = compiled(name, text, &options);
            let mut playouts = Playouts::new(&program, 2_000);
            let played = playouts.play(&mut generator(5, 0, false), &mut generator(5, 0, true));
            unfinished += u32::from(!played.finished);
        }
        // Some choices together lock the board now and then; where horses and squares together make the number, teams hardly
        // get past the gates.
        let known = if name == "dama" { 10 } else { 1 };
        assert!(unfinished <= known, "{name}: {unfinished} of 20 games did not end");
    }
}

#[test]
fn any_number_of_players_plays_to_the_end() {
    for (name, text, _) in games() {
        for players in 2..=12 {
            let options = Options {
                players: Some(players),
                ..Options::default()
            };
            let Ok(success) = compile(name, text, &Library::default(), &options) else {
                continue;
            };
            finish(name, &success.program, 5, &options);
        }
    }
}

#[test]
fn money_only_moves() {
    for (name, _, program) in games() {
        if program.money.is_none() {
            continue;
        }
        let game = Game::new(program);
        for index in 0..5 {
            let (mut dice, mut agents) = (generator(3, index, false), generator(3, index, true));
            let mut state = game.start();
            let all = game.program().money_in(state.slots());
            while step_randomly(&mut state, &mut dice, &mut agents) {
                assert_eq!(game.program().money_in(state.slots()), all, "{name}, game {index}");
            }
        }
    }
}
