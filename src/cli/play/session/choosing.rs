//! Asks a person for a choice, by its number or notation or as a whole play.

use super::{Next, Session};
use crate::cli::explain;
use crate::cli::play::command::{read, suggestion};
use crate::cli::play::input::Asked;
use crate::cli::play::{Fault, say};
use crate::engine::Unread;
use crate::show;
use crate::syntax::fold::half_width;
use std::io::Write;

/// Columns that lists of moves take.
const ROOM: usize = 80;

impl Session {
    pub(super) fn person_chooses(&mut self, out: &mut impl Write) -> Result<Next, Fault> {
        let seat = self.state.actor();
        if self.pending.as_ref().is_some_and(|p| p.seat != seat) {
            self.report(out)?;
        }
        if self.state.phase() != "start" {
            self.draw(out)?;
        }
        self.mark();
        self.list_moves(out)?;
        loop {
            let prompt = format!("{}> ", self.state.program().seats[seat].name);
            let line = match self.input.read(out, &prompt)? {
                Asked::Line(line) => line,
                other => return self.leave(out, &other),
            };
            let moves = self.moves();
            if line.is_empty() && moves.len() > 1 {
                writeln!(
                    out,
                    "choose a move by its number or notation; `help` lists what else can be typed"
                )?;
                continue;
            }
            // A move's own notation goes before everything else that it could be.
            let exact = moves.iter().position(|m| *m == line);
            if exact.is_none()
                && let Some(command) = read(&line)
            {
                match self.obey(out, command)? {
                    Some(next) => return Ok(next),
                    None => continue,
                }
            }
            let numbered = if line.is_empty() {
                Some(0)
            } else {
                number(&line, &moves)
            };
            if let Some(at) = exact.or(numbered) {
                self.choose(out, self.state.legal_choices()[at])?;
                return Ok(Next::Go);
            }
            match self.state.read_play(&line) {
                Ok(way) => {
                    for choice in way {
                        self.choose(out, choice)?;
                    }
                    return Ok(Next::Go);
                }
                Err(unread) => writeln!(out, "{}", self.not_a_move(&line, &unread, &moves))?,
            }
        }
    }

    fn not_a_move(&self, line: &str, unread: &Unread, moves: &[String]) -> String {
        match unread {
            Unread::Illegal(part) => match explain::refusal(&self.state, line) {
                Some(reason) => format!("`{part}` is not legal here: {reason} (`why {line}` says more)"),
                None => format!("`{part}` is not legal here"),
            },
            Unread::Ambiguous(meanings) => format!("`{line}` can mean {}", meanings.join(" or ")),
            Unread::NoSuchMove(_) | Unread::NotNow => match suggestion(line, moves) {
                Some(near) => format!("there is no move or command `{line}`: did you mean `{near}`?"),
                None => format!("there is no move or command `{line}`: `moves` and `help` list them"),
            },
        }
    }

    /// The legal choices as written.
    pub(super) fn moves(&self) -> Vec<String> {
        self.state.labels()
    }

    pub(super) fn list_moves(&self, out: &mut impl Write) -> Result<(), Fault> {
        let moves = self.moves();
        if moves.is_empty() {
            writeln!(out, "nothing is to be chosen now")?;
            return Ok(());
        }
        writeln!(out, "{}", say::decision(&self.state))?;
        let sign = if by_sign(&moves) { "#" } else { "" };
        let digits = moves.len().to_string().len();
        let entries: Vec<String> = moves
            .iter()
            .enumerate()
            .map(|(i, m)| format!("{:>w$}  {m}", format!("{sign}{}", i + 1), w = digits + sign.len()))
            .collect();
        write!(out, "{}", show::columns(&entries, ROOM))?;
        Ok(())
    }
}

/// Whether a move is written as a bare number, so that a number alone would not tell which is meant.
fn by_sign(moves: &[String]) -> bool {
    moves.iter().any(|m| m.chars().all(|c| c.is_ascii_digit()))
}

/// The place of the move that a number stands for: `3`, or `#3`, which is the only way where moves are numbers.
pub(super) fn number(line: &str, moves: &[String]) -> Option<usize> {
    let line = half_width(line);
    let digits = match line.strip_prefix(['#', '＃']) {
        Some(digits) => digits,
        None if by_sign(moves) => return None,
        None => &line,
    };
    let n: usize = digits.parse().ok()?;
    (1..=moves.len()).contains(&n).then(|| n - 1)
}
