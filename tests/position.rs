//! Positions in files: what is written is read back, and what is damaged is refused where it is damaged.

use bopu::check::{Library, Options, compile, embedded};
use bopu::engine::{Action, Current, Game, State, generator};
use bopu::record::position::{read, write, write_ron};
use rand::Rng;

fn game(name: &str, readings: &[(&str, &str)]) -> Game {
    let all = embedded();
    let file = all.iter().find(|e| e.id == name).expect("embedded");
    let options = Options {
        readings: readings.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect(),
        ..Options::default()
    };
    Game::new(
        compile(name, file.text, &Library::default(), &options)
            .expect("compiles")
            .program,
    )
}

fn inline(text: &str) -> Game {
    let success = compile("inline", text, &Library::default(), &Options::default());
    Game::new(success.unwrap_or_else(|f| panic!("{:#?}", f.diagnostics)).program)
}

/// Plays at random and looks at every wait.
fn walk(game: &Game, seed: u64, most: usize, mut look: impl FnMut(&State)) {
    let (mut dice, mut agents) = (generator(seed, 0, false), generator(seed, 0, true));
    let mut state = game.start();
    for _ in 0..most {
        look(&state);
        let action = match state.current() {
            Current::Chance { group } => Action::Throw {
                group,
                faces: state.draw(&mut dice).expect("a throw"),
            },
            Current::Player { .. } => Action::Choice(state.sample(agents.next_u64()).expect("a choice")),
            Current::Over { .. } | Current::Unfinished => return,
        };
        state.apply(action).expect("applies");
    }
}

fn comes_back(game: &Game, state: &State) {
    let json = write(state).to_string();
    let back = read(game, &json).unwrap_or_else(|d| panic!("{d}: {json}"));
    assert_eq!(back.slots(), state.slots(), "{json}");
    assert_eq!(back.current(), state.current());
    assert_eq!(back.legal_choices(), state.legal_choices());
    let ron = write_ron(state);
    let back = read(game, &ron).unwrap_or_else(|d| panic!("{d}: {ron}"));
    assert_eq!(&back, state, "{ron}");
}

#[test]
fn every_position_of_random_games_comes_back() {
    for (readings, seeds) in [(&[][..], 0..12), (&[("opening", "pair")][..], 12..18)] {
        let game = game("backgammon", readings);
        for seed in seeds {
            walk(&game, seed, 5_000, |state| comes_back(&game, state));
        }
    }
}
