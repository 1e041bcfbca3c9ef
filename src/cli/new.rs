//! `bopu new`.

use super::args::NewArgs;
use super::exit::{Exit, Fault};

/// Runs the command.
pub fn run(_args: &NewArgs) -> Result<Exit, Fault> {
    Err(Fault::cannot_run("not built yet", None))
}
