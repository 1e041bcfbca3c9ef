//! Does what is typed besides moves: `undo`, `hint`, `why`, `save`, `call`, `help`.

use super::choosing::number;
use super::{Next, Session};
use crate::agents::Agent;
use crate::cli::play::command::{COMMANDS, Command};
use crate::cli::play::{Fault, values};
use crate::cli::{consequences, explain};
use crate::show;
use std::io::Write;

impl Session {
    /// Does what a command says; nothing where the same question is to be asked again.
    pub(super) fn obey(
        &mut self,
        out: &mut impl Write,
        command: Result<Command, String>,
    ) -> Result<Option<Next>, Fault> {
        let command = match command {
            Ok(command) => command,
            Err(wrong) => {
                writeln!(out, "{wrong}")?;
                return Ok(None);
            }
        };
        match command {
            Command::Undo => return self.undo(out),
            Command::Hint => self.hint(out)?,
            Command::Why(text) => self.why(out, &text)?,
            Command::Moves => self.list_moves(out)?,
            Command::Board => self.board(out)?,
            Command::Save(file) => match self.saver.save(&self.state, &file) {
                Ok(()) => writeln!(out, "saved in `{file}`")?,
                Err(wrong) => writeln!(out, "{wrong}")?,
            },
            Command::Call(name, args) => {
                let done = values::call(&self.state, &name, &args)
                    .and_then(|call| self.state.apply(call).map_err(|refusal| refusal.to_string()));
                match done {
                    Ok(()) => {
                        writeln!(out, "called {name}")?;
                        for line in consequences::lines(&self.state) {
                            writeln!(out, "  {line}")?;
                        }
                        return Ok(Some(Next::Go));
                    }
                    Err(wrong) => writeln!(out, "{wrong}")?,
                }
            }
            Command::Help => self.help(out)?,
            Command::Quit => {
                self.report(out)?;
                return Ok(Some(Next::Quit));
            }
        }
        Ok(None)
    }

    /// Goes back to the question before the one that is asked now.
    fn undo(&mut self, out: &mut impl Write) -> Result<Option<Next>, Fault> {
        let now = self.marks.pop();
        let Some(mark) = self.marks.pop() else {
            self.marks.extend(now);
            writeln!(out, "there is no decision to take back")?;
            return Ok(None);
        };
        while self.state.history_len() > mark.len && self.state.undo() {}
        self.dice = mark.dice;
        self.agents = mark.agents;
        self.pending = mark.pending;
        (self.announced, self.drawn) = (None, None);
        writeln!(out, "taken back")?;
        Ok(Some(Next::Go))
    }

    fn hint(&self, out: &mut impl Write) -> Result<(), Fault> {
        // On a copy of the generator: a hint changes nothing that comes after it.
        match Agent::Greedy.choose(&self.state, &mut self.agents.clone()) {
            Some(choice) => {
                let by = self.state.program().measures.first();
                let by = by.map_or("at random: the game has no measure".to_owned(), |m| {
                    format!("by {}", m.gloss.as_ref().unwrap_or(&m.name))
                });
                writeln!(out, "hint: {} ({by})", self.state.write(&choice))?;
            }
            None => writeln!(out, "nothing is to be chosen now")?,
        }
        Ok(())
    }

    fn why(&self, out: &mut impl Write, text: &str) -> Result<(), Fault> {
        let moves = self.moves();
        if moves.is_empty() {
            writeln!(out, "nothing is to be chosen now")?;
            return Ok(());
        }
        let text = match number(text, &moves) {
            Some(at) => moves[at].as_str(),
            None => text,
        };
        // What tells apart moves that are written alike is no part of their notation.
        let text = text.split(" [").next().unwrap_or(text);
        write!(out, "{}", explain::told(&self.state, text))?;
        Ok(())
    }

    fn help(&self, out: &mut impl Write) -> Result<(), Fault> {
        writeln!(
            out,
            "a move: its number or its notation, or a whole play; Enter plays the only one"
        )?;
        let referees = &self.state.program().referees;
        for (word, args, what) in COMMANDS {
            if word != "call" || !referees.is_empty() {
                writeln!(out, "  {}  {what}", show::pad(&format!("{word} {args}"), 15))?;
            }
        }
        for referee in referees {
            let params: Vec<&str> = referee.params.iter().map(|p| p.name.as_str()).collect();
            let gloss = referee.gloss.as_ref().map_or_else(String::new, |g| format!(": {g}"));
            writeln!(out, "    call {} {}{gloss}", referee.name, params.join(" "))?;
        }
        Ok(())
    }
}
