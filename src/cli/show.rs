//! `bopu show`.

use super::args::ShowArgs;
use super::exit::{Exit, Fault};

/// Runs the command.
pub fn run(_args: &ShowArgs) -> Result<Exit, Fault> {
    Err(Fault::cannot_run("not built yet", None))
}
