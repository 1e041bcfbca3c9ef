//! `bopu moves`.

use super::args::MovesArgs;
use super::exit::{Exit, Fault};

/// Runs the command.
pub fn run(_args: &MovesArgs) -> Result<Exit, Fault> {
    Err(Fault::cannot_run("not built yet", None))
}
