//! `bopu explain`.

use super::args::ExplainArgs;
use super::exit::{Exit, Fault};

/// Runs the command.
pub fn run(_args: &ExplainArgs) -> Result<Exit, Fault> {
    Err(Fault::cannot_run("not built yet", None))
}
