//! Exit codes, and what goes wrong on the way to them.

use crate::check::Failure;
use crate::syntax::invisible::escaped;
use std::process::ExitCode;

/// How the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The work was done.
    Done = 0,
    /// The work found faults.
    Faults = 1,
    /// Wrong usage: unknown game, reading, flag.
    Usage = 2,
    /// Could not run: unreadable file, damaged state or transcript.
    CannotRun = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Why a command stopped.
#[derive(Debug)]
pub enum Fault {
    /// Wrong usage, with how to mend it.
    Usage {
        /// What is wrong.
        message: String,
        /// How to mend it.
        help: Option<String>,
    },
    /// Something could not be read or run.
    CannotRun {
        /// What is wrong.
        message: String,
        /// How to mend it.
        help: Option<String>,
    },
    /// A rule file does not compile.
    Rules(Box<Failure>),
    /// Nobody reads the output any more.
    PipeClosed,
}

impl Fault {
    /// Wrong usage.
    pub fn usage(message: impl Into<String>, help: Option<String>) -> Self {
        Fault::Usage {
            message: message.into(),
            help,
        }
    }

    /// Something could not be read or run.
    pub fn cannot_run(message: impl Into<String>, help: Option<String>) -> Self {
        Fault::CannotRun {
            message: message.into(),
            help,
        }
    }

    /// The exit code that belongs to it.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self {
            Fault::Usage { .. } => Exit::Usage,
            Fault::CannotRun { .. } => Exit::CannotRun,
            // A finding with no place is about what was asked for.
            Fault::Rules(failure) if failure.diagnostics.iter().any(|d| d.labels.is_empty()) => Exit::Usage,
            Fault::Rules(_) => Exit::CannotRun,
            Fault::PipeClosed => Exit::Done,
        }
    }

    /// What people read.
    #[must_use]
    pub fn report(&self, color: bool) -> String {
        let plain = |message: &str, help: &Option<String>| match help {
            Some(help) => escaped(&format!("error: {message}\n  help: {help}\n")).into_owned(),
            None => escaped(&format!("error: {message}\n")).into_owned(),
        };
        match self {
            Fault::Usage { message, help } | Fault::CannotRun { message, help } => plain(message, help),
            Fault::Rules(failure) => failure
                .diagnostics
                .iter()
                .map(|d| {
                    if d.labels.is_empty() {
                        plain(&d.message, &d.help)
                    } else {
                        d.render(&failure.sources, color)
                    }
                })
                .collect(),
            Fault::PipeClosed => String::new(),
        }
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Fault::PipeClosed
        } else {
            Fault::cannot_run(error.to_string(), None)
        }
    }
}
