//! `bopu run`.

use super::args::RunArgs;
use super::exit::{Exit, Fault};

/// Runs the command.
pub fn run(_args: &RunArgs) -> Result<Exit, Fault> {
    Err(Fault::cannot_run("not built yet", None))
}
