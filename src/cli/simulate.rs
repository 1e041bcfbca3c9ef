//! `bopu simulate`.

use super::args::SimulateArgs;
use super::exit::{Exit, Fault};

/// Runs the command.
pub fn run(_args: &SimulateArgs) -> Result<Exit, Fault> {
    Err(Fault::cannot_run("not built yet", None))
}
