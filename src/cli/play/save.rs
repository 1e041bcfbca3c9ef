//! Keeping a game in a file, and going on with it.

use super::{Fault, called};
use crate::check::Options;
use crate::cli::args::{OptionArgs, PlayArgs};
use crate::cli::open;
use crate::engine::{Game, State};
use crate::record::{Damage, Transcript};
use std::path::{Path, PathBuf};

/// What a saved game says besides what happened in it.
pub struct Saver {
    game: String,
    options: Options,
    seed: u64,
    /// The files that hold this game already.
    own: Vec<PathBuf>,
}

impl Saver {
    /// For a game that begins now.
    pub fn new(game: String, options: Options, seed: u64) -> Self {
        Self {
            game,
            options,
            seed,
            own: Vec::new(),
        }
    }

    /// The seed of throws and machines.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Writes the game so far. A file that is not this game's is left alone.
    ///
    /// # Errors
    /// What went wrong, in one line.
    pub fn save(&mut self, state: &State, file: &str) -> Result<(), String> {
        let path = Path::new(file);
        if path.exists() && !self.own.iter().any(|p| p == path) {
            return Err(format!("`{file}` is there already: choose another name"));
        }
        Transcript::of(&self.game, &self.options, Some(self.seed), state)
            .write(path)
            .map_err(|e| format!("cannot write `{file}`: {e}"))?;
        self.own.push(path.to_path_buf());
        Ok(())
    }
}

/// The game of a saved file, and where it stopped.
pub fn resume(args: &PlayArgs, file: &Path) -> Result<(Game, Saver, Option<State>), Fault> {
    let asked = &args.game.options;
    let of_its_own = asked.witness.is_some() || !asked.readings.is_empty() || !asked.agreements.is_empty();
    if args.seed.is_some() || of_its_own || asked.players.is_some() {
        return Err(Fault::usage(
            "a saved game has its seed, witness, readings, agreements and players already",
            Some("leave out `--seed`, `--witness`, `--reading`, `--agree` and `--players`".into()),
        ));
    }
    let transcript = Transcript::read(file).map_err(damaged)?;
    let pairs = |list: &[(String, String)]| list.iter().map(|(n, v)| format!("{n}={v}")).collect();
    let mut of = args.game.clone();
    of.options = OptionArgs {
        witness: transcript.witness.clone(),
        readings: pairs(&transcript.readings),
        agreements: pairs(&transcript.agreements),
        players: transcript.players,
    };
    let game = open::game(&of)?;
    let id = Path::new(&transcript.game).file_stem().and_then(|s| s.to_str());
    if id != Some(game.program().id.as_str()) {
        return Err(Fault::usage(
            format!(
                "`{}` is a game of `{}`, not of `{}`",
                file.display(),
                transcript.game,
                args.game.game
            ),
            Some(format!(
                "write `bopu play {} --resume {}`",
                transcript.game,
                file.display()
            )),
        ));
    }
    let state = transcript.replay(&game).map_err(damaged)?;
    let mut saver = Saver::new(
        called(args, &game),
        open::options(&of.options)?,
        transcript.seed.unwrap_or_default(),
    );
    saver.own.push(file.to_path_buf());
    Ok((game, saver, Some(state)))
}

fn damaged(damage: Damage) -> Fault {
    Fault::cannot_run(damage.to_string(), damage.help)
}
