//! `bopu test`.

use super::args::TestArgs;
use super::exit::{Exit, Fault};

/// Runs the command.
pub fn run(_args: &TestArgs) -> Result<Exit, Fault> {
    Err(Fault::cannot_run("not built yet", None))
}
