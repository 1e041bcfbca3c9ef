//! Games that no file of ours rests on, written in the language alone: they end, and nothing is made or lost on the way.

mod common;

use bopu::check::{Library, Options};
use bopu::engine::{Current, Game, generator};
use bopu::examples;
use common::{step_randomly, test_game, test_game_with};

const GAMES: u64 = 500;

/// Plays random games to their ends. Money and each player's pieces are the same at every step.
fn play(game: &Game, games: u64) {
    let program = game.program();
    let money = program.money_in(&program.initial);
    for index in 0..games {
        let (mut dice, mut agents) = (generator(11, index, false), generator(11, index, true));
        let mut state = game.start();
        loop {
            assert_eq!(program.money_in(state.slots()), money, "game {index}");
            for seat in 0..program.seats.len() {
                for (kind, info) in program.kinds.iter().enumerate() {
                    let sorts = program.sorts_of(kind);
                    let from = program.piece_slot(seat, sorts.start, 0);
                    let counts = &state.slots()[from..from + sorts.len() * program.spaces.len()];
                    assert!(counts.iter().all(|n| *n >= 0), "game {index}");
                    assert_eq!(counts.iter().sum::<i32>(), info.number, "game {index}: {}", info.name);
                }
            }
            if !step_randomly(&mut state, &mut dice, &mut agents) {
                break;
            }
        }
        assert!(
            matches!(state.current(), Current::Over { .. }),
            "game {index}: {:?}",
            state.current()
        );
    }
}

#[test]
fn partners_with_lanes_of_their_own_and_men_that_remember() {
    play(&test_game("partners"), GAMES);
}

#[test]
fn sticks_and_a_road_that_branches() {
    play(&test_game("branch"), GAMES);
}

#[test]
fn ranks_and_payments_without_a_board() {
    for players in [3, 6] {
        let options = Options {
            players: Some(players),
            ..Options::default()
        };
        play(&test_game_with("ladder", &options), GAMES / 2);
    }
}

#[test]
fn their_examples_hold() {
    for (name, number) in [("partners", 8), ("branch", 4), ("ladder", 5)] {
        let path = format!("tests/games/{name}.rules");
        let text = std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).expect("a rule file");
        let report = examples::run(&path, &text, &Library::default()).unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
        assert_eq!(report.outcomes.len(), number, "{name}");
        for outcome in &report.outcomes {
            assert!(outcome.trouble.is_none(), "{name}: {:?}", outcome.trouble);
        }
    }
}
