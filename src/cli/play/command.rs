//! What can be typed besides moves.

use crate::check::closest;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Undo,
    Hint,
    Why(String),
    Moves,
    Board,
    Save(String),
    Call(String, Vec<String>),
    Help,
    Quit,
}

/// Word, arguments, what it does.
pub const COMMANDS: [(&str, &str, &str); 9] = [
    ("undo", "", "take back everything since the last decision of a person"),
    ("hint", "", "the choice that the greedy player would make"),
    ("why", "MOVE", "the rules by which a move is allowed or refused"),
    ("moves", "", "list the legal moves again"),
    ("board", "", "draw the board again"),
    (
        "save",
        "FILE",
        "keep the game; `bopu play GAME --resume FILE` goes on with it",
    ),
    ("call", "NAME ARGS", "an event from outside the game"),
    ("help", "", "this list"),
    ("quit", "", "leave the game"),
];

/// A line as a command; nothing where it begins with no command's word.
///
/// # Errors
/// What is missing.
pub fn read(line: &str) -> Option<Result<Command, String>> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let (word, args, _) = COMMANDS.iter().find(|(w, ..)| w.eq_ignore_ascii_case(word))?;
    if !args.is_empty() && rest.is_empty() {
        return Some(Err(format!("write `{word} {args}`")));
    }
    if args.is_empty() && !rest.is_empty() {
        return Some(Err(format!("`{word}` stands alone")));
    }
    Some(Ok(match *word {
        "undo" => Command::Undo,
        "hint" => Command::Hint,
        "why" => Command::Why(rest.to_owned()),
        "moves" => Command::Moves,
        "board" => Command::Board,
        "save" => Command::Save(rest.to_owned()),
        "call" => {
            let mut words = rest
                .split([' ', ',', '\t'])
                .filter(|w| !w.is_empty())
                .map(str::to_owned);
            Command::Call(words.next().unwrap_or_default(), words.collect())
        }
        "help" => Command::Help,
        _ => Command::Quit,
    }))
}

/// What an unknown line may have meant: a command, or one of the moves.
pub fn suggestion(line: &str, moves: &[String]) -> Option<String> {
    let word = line.split_whitespace().next().unwrap_or(line);
    closest(word, COMMANDS.iter().map(|(w, ..)| *w))
        .or_else(|| closest(line, moves.iter().map(String::as_str)))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{Command, read};

    #[test]
    fn commands_take_what_they_need() {
        assert_eq!(read("why 13/5 6/5"), Some(Ok(Command::Why("13/5 6/5".into()))));
        assert_eq!(read("save"), Some(Err("write `save FILE`".into())));
        assert_eq!(read("undo it"), Some(Err("`undo` stands alone".into())));
        assert_eq!(read("13/5"), None);
        assert_eq!(
            read("CALL noise a, b"),
            Some(Ok(Command::Call("noise".into(), vec!["a".into(), "b".into()])))
        );
    }
}
