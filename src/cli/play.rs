//! `bopu play`.

use super::args::PlayArgs;
use super::exit::{Exit, Fault};

/// Runs the command.
pub fn run(_args: &PlayArgs) -> Result<Exit, Fault> {
    Err(Fault::cannot_run("not built yet", None))
}
