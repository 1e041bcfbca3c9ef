//! `bopu replay`.

use super::args::ReplayArgs;
use super::exit::{Exit, Fault};

/// Runs the command.
pub fn run(_args: &ReplayArgs) -> Result<Exit, Fault> {
    Err(Fault::cannot_run("not built yet", None))
}
