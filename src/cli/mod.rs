//! The command line: one file a subcommand.

mod args;
mod check;
mod cite;
mod consequences;
mod coverage;
mod exit;
mod explain;
mod json;
mod list;
mod matches;
mod moves;
mod new;
mod notes;
mod open;
mod page;
mod payments;
mod play;
mod position;
mod readings;
mod replay;
mod run;
mod show;
mod simulate;
mod story;
mod test;
mod throws;
mod warrants;

use args::{Cli, Command};
use clap::Parser;
pub use exit::{Exit, Fault};
use std::io::Write;
use std::process::ExitCode;

/// Runs the command line and gives the process's exit code.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers; everything else is wrong usage.
            let code = if error.use_stderr() { Exit::Usage } else { Exit::Done };
            let _ = error.print();
            return code.into();
        }
    };
    cli.color.write_global();
    let result = match cli.command {
        Command::List(args) => list::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Cite(args) => cite::run(&args),
        Command::Readings(args) => readings::run(&args),
        Command::Coverage(args) => coverage::run(&args),
        Command::Page(args) => page::run(&args),
        Command::New(args) => new::run(&args),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(Fault::PipeClosed) => Exit::Done.into(),
        Err(fault) => {
            let _ = write!(anstream::stderr(), "{}", fault.report(args::colored()));
            fault.exit().into()
        }
    }
}
