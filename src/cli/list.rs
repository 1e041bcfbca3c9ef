//! `bopu list`.

use super::args::ListArgs;
use super::exit::{Exit, Fault};

/// Runs the command.
pub fn run(_args: &ListArgs) -> Result<Exit, Fault> {
    Err(Fault::cannot_run("not built yet", None))
}
