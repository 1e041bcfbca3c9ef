//! The `bopu` command: parses the command line and dispatches.

use std::process::ExitCode;

fn main() -> ExitCode {
    bopu::cli::main()
}
