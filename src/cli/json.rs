//! Answers for programs.

use super::exit::Fault;
use serde::Serialize;
use std::io::Write;

/// Writes an answer as JSON on lines of its own.
pub fn write(out: &mut impl Write, answer: &impl Serialize) -> Result<(), Fault> {
    let text = serde_json::to_string_pretty(answer).map_err(std::io::Error::from)?;
    writeln!(out, "{text}")?;
    Ok(())
}
