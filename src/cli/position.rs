//! The position that a command looks at: given, or the start of the game.

use super::args::PositionArgs;
use super::exit::Fault;
use crate::engine::{Game, State};

/// The position asked for, with the throw applied.
pub fn read(game: &Game, args: &PositionArgs) -> Result<State, Fault> {
    let _ = (game, args);
    Err(Fault::cannot_run("not built yet", None))
}
