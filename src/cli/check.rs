//! `bopu check`.

use super::args::CheckArgs;
use super::exit::{Exit, Fault};

/// Runs the command.
pub fn run(_args: &CheckArgs) -> Result<Exit, Fault> {
    Err(Fault::cannot_run("not built yet", None))
}
