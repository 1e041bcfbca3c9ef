//! Throws as people type them.

use crate::engine::Game;
use serde_json::Value;

/// The faces of a typed throw: `6-2` as throws are printed, `6,2`, `6 2`.
pub fn faces(text: &str) -> Vec<&str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '，' | '、'))
        .flat_map(at_hyphens)
        .filter(|w| !w.is_empty())
        .collect()
}

/// A word at its hyphens; one at the beginning, or behind another, is the sign of a number.
fn at_hyphens(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = word;
    while let Some((at, hyphen)) = rest.char_indices().skip(1).find(|(_, c)| matches!(c, '-' | '–' | '－')) {
        parts.push(&rest[..at]);
        rest = &rest[at + hyphen.len_utf8()..];
    }
    parts.push(rest);
    parts
}

/// A throw as typed: JSON, faces, or behind the name of the dice: `lot=6,2`, `lot 6-2`.
pub fn value(game: &Game, text: &str) -> Value {
    if let Ok(value @ (Value::Array(_) | Value::Object(_))) = serde_json::from_str(text) {
        return value;
    }
    let row = |text: &str| -> Value {
        faces(text)
            .into_iter()
            .map(|f| f.parse::<i32>().map_or_else(|_| Value::from(f), Value::from))
            .collect()
    };
    let of = |dice: &str, faces: &str| Value::Object([(dice.to_owned(), row(faces))].into_iter().collect());
    if let Some((dice, faces)) = text.split_once('=') {
        return of(dice.trim(), faces);
    }
    match text.trim().split_once(char::is_whitespace) {
        Some((dice, faces)) if game.program().dice.iter().any(|d| d.name == dice) => of(dice, faces),
        _ => row(text),
    }
}

#[cfg(test)]
mod tests {
    use super::at_hyphens;

    #[test]
    fn hyphens_part_faces_and_are_signs_of_numbers() {
        assert_eq!(at_hyphens("6-2"), ["6", "2"]);
        assert_eq!(at_hyphens("10-2-3"), ["10", "2", "3"]);
        assert_eq!(at_hyphens("-1--1-0"), ["-1", "-1", "0"]);
        assert_eq!(at_hyphens("红-黑"), ["红", "黑"]);
        assert_eq!(at_hyphens("6－2"), ["6", "2"]);
        assert_eq!(at_hyphens("6"), ["6"]);
        assert_eq!(at_hyphens(""), [""]);
    }
}
