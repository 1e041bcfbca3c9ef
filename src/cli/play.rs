//! `bopu play`: a game, or a match, at the keyboard.

mod command;
mod input;
mod save;
mod say;
mod session;
mod values;

use super::args::{Agent, PlayArgs};
use super::exit::{Exit, Fault};
use super::open;
use crate::engine::{Game, State};
use input::Input;
use save::Saver;
use session::{Session, Settings};
use std::hash::{BuildHasher, Hasher};
use std::io::Write;

/// Runs the command.
pub fn run(args: &PlayArgs) -> Result<Exit, Fault> {
    let (game, saver, past) = match &args.resume {
        Some(file) => save::resume(args, file)?,
        None => {
            let game = open::game(&args.game)?;
            let seed = args.seed.unwrap_or_else(some_seed);
            let saver = Saver::new(called(args, &game), open::options(&args.game.options)?, seed);
            (game, saver, None)
        }
    };
    let settings = Settings {
        who: seats(args, &game)?,
        own_dice: args.own_dice,
        max_rounds: past.as_ref().map_or(args.max_rounds, State::max_rounds),
    };
    let mut out = anstream::stdout();
    if past.is_some() && args.seats.is_empty() && game.program().idle.is_none() {
        let all = vec!["--seat human"; game.program().seats.len()].join(" ");
        writeln!(
            out,
            "a saved game does not keep who plays; `{all}` would give every seat to a person"
        )?;
    }
    Session::new(&game, settings, saver, Input::new()?, past.as_ref())?.run(&mut out)
}

/// What the game is called in a saved file: its path if it was named by one, else its id.
fn called(args: &PlayArgs, game: &Game) -> String {
    if args.game.game.ends_with(".rules") {
        args.game.game.clone()
    } else {
        game.program().id.clone()
    }
}

/// Who plays each seat: as asked for, else the first a person and the others at random.
fn seats(args: &PlayArgs, game: &Game) -> Result<Vec<Agent>, Fault> {
    let seats = game.program().seats.len();
    if game.program().idle.is_some() {
        if !args.seats.is_empty() {
            return Err(Fault::usage(
                "nobody chooses in this game: it has no turns, only what its referee calls",
                Some("leave out `--seat`".into()),
            ));
        }
        return Ok(vec![Agent::Human; seats]);
    }
    if args.seats.len() > seats {
        return Err(Fault::usage(
            format!(
                "`--seat` is given {} times, but the game has {seats} seats",
                args.seats.len()
            ),
            Some("give it once a seat, in order".into()),
        ));
    }
    let mut who = if args.seats.is_empty() {
        vec![Agent::Human]
    } else {
        args.seats.clone()
    };
    who.resize(seats, Agent::Random);
    Ok(who)
}

/// A seed nobody asked for: short, because it is shown so that the game can be played again.
fn some_seed() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000
}
