//! Lines from the player: edited at a terminal, plain from anywhere else so that a game can be scripted.

use super::Fault;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{BufRead, IsTerminal, Read, StdinLock, Write};

/// The longest line that is read, in bytes; the rest of it is a line of its own.
const MAX_LINE: u64 = 1 << 16;

/// Where lines come from.
pub enum Input {
    /// A terminal.
    Editor(Box<DefaultEditor>),
    /// A file or a pipe.
    Plain(StdinLock<'static>),
}

/// What was read.
pub enum Asked {
    /// A line, without spaces around it.
    Line(String),
    /// There is nothing more.
    End,
    /// Ctrl-C.
    Interrupted,
}

impl Input {
    /// Standard input.
    pub fn new() -> Result<Self, Fault> {
        let stdin = std::io::stdin();
        if !stdin.is_terminal() {
            return Ok(Input::Plain(stdin.lock()));
        }
        DefaultEditor::new()
            .map(|e| Input::Editor(Box::new(e)))
            .map_err(|e| Fault::cannot_run(format!("cannot read from the terminal: {e}"), None))
    }

    /// Asks for a line. A plain line is repeated behind its prompt, so that what is printed reads as a session.
    pub fn read(&mut self, out: &mut impl Write, prompt: &str) -> Result<Asked, Fault> {
        out.flush()?;
        match self {
            Input::Editor(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    let _ = editor.add_history_entry(line.trim());
                    Ok(Asked::Line(line.trim().to_owned()))
                }
                Err(ReadlineError::Eof) => Ok(Asked::End),
                Err(ReadlineError::Interrupted) => Ok(Asked::Interrupted),
                Err(e) => Err(Fault::cannot_run(format!("cannot read from the terminal: {e}"), None)),
            },
            Input::Plain(stdin) => {
                let mut bytes = Vec::new();
                let read = stdin.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
                read.map_err(|e| Fault::cannot_run(format!("cannot read standard input: {e}"), None))?;
                if bytes.is_empty() {
                    writeln!(out, "{}", prompt.trim_end())?;
                    return Ok(Asked::End);
                }
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                writeln!(out, "{}", format!("{prompt}{line}").trim_end())?;
                Ok(Asked::Line(line))
            }
        }
    }
}
