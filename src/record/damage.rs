//! Why a recorded position or game could not be taken.

use std::fmt;

/// What is wrong with a recorded position or game: where, what was expected, how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// A JSON pointer, or the number of an entry; empty for the whole.
    pub place: String,
    /// What is wrong, in one line.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

impl Damage {
    /// Damage at a place.
    pub(super) fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            message: message.into(),
            help: None,
        }
    }

    /// The same at another place.
    pub(super) fn at(mut self, place: impl Into<String>) -> Self {
        self.place = place.into();
        self
    }

    /// Adds how to mend it.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds how to mend it, where there is something to say.
    pub(super) fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.place, self.message)
        }
    }
}
impl std::error::Error for Damage {}
