//! `bopu run`: the machine plays against itself, and the game (or the match) is printed.

use super::args::{Agent as Who, RunArgs};
use super::exit::{Exit, Fault};
use super::{open, story};
use crate::agents::Agent;
use crate::engine::{Action, Current, Game, State, generator};
use crate::files;
use crate::record::Transcript;
use std::io;
use std::path::Path;

/// Runs the command.
pub fn run(args: &RunArgs) -> Result<Exit, Fault> {
    let game = open::game(&args.game)?;
    open::moves_by_itself(&game)?;
    let agents = agents(&game, &args.seats)?;
    let cannot = |path: &Path, e: io::Error| {
        Fault::cannot_run(format!("cannot save the game as `{}`: {e}", path.display()), None)
    };
    if let Some(path) = &args.save {
        // Said before the game is played, not behind it.
        files::target(path).map_err(|e| cannot(path, e))?;
    }
    let state = play(&game, &agents, args)?;
    let options = open::options(&args.game.options)?;
    let transcript = Transcript::of(&args.game.game, &options, Some(args.seed), &state);
    if let Some(path) = &args.save {
        transcript.write(path).map_err(|e| cannot(path, e))?;
    }
    story::tell(&state, &transcript, args.format, args.board)?;
    Ok(Exit::Done)
}

/// Who chooses for each seat.
fn agents(game: &Game, asked: &[Who]) -> Result<Vec<Agent>, Fault> {
    let seats = &game.program().seats;
    if asked.len() > seats.len() {
        return Err(Fault::usage(
            format!(
                "{} players are named, but the game has {} seats",
                asked.len(),
                seats.len()
            ),
            Some("write `--seat` at most once for each seat, in their order".into()),
        ));
    }
    let mut agents = vec![Agent::Random; seats.len()];
    for (agent, who) in agents.iter_mut().zip(asked) {
        *agent = match who {
            Who::Random => Agent::Random,
            Who::Greedy => Agent::Greedy,
            Who::Human => {
                return Err(Fault::usage(
                    "`run` has no seat for a person",
                    Some("`bopu play` is for people; here a seat is `random` or `greedy`".into()),
                ));
            }
        };
    }
    Ok(agents)
}

/// Plays the game, or all games of the match, to the end.
fn play(game: &Game, agents: &[Agent], args: &RunArgs) -> Result<State, Fault> {
    let mut dice = generator(args.seed, args.index, false);
    let mut words = generator(args.seed, args.index, true);
    let mut state = game.start_capped(args.max_rounds);
    loop {
        let action = match state.current() {
            Current::Chance { group } => state.draw(&mut dice).map(|faces| Action::Throw { group, faces }),
            Current::Player { seat } => agents[seat].choose(&state, &mut words).map(Action::Choice),
            Current::Over { .. } if state.match_goes_on() => Some(Action::NextGame),
            Current::Over { .. } | Current::Idle | Current::Unfinished => return Ok(state),
        };
        let stuck = || {
            Fault::cannot_run(
                "this game waits for something that cannot happen: a throw that no dice give",
                None,
            )
        };
        state
            .apply(action.ok_or_else(stuck)?)
            .map_err(|e| Fault::cannot_run(e.to_string(), None))?;
    }
}
