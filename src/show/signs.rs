//! How pieces are drawn: a sign for each seat, and for each kind where there are several.

use super::text::width;
use crate::ir::Program;

/// The sign of a seat's pieces: a ring, a disc, then the first letters of the other seats' names, or C, D, … where those
/// are alike.
#[must_use]
pub fn sign(program: &Program, seat: usize) -> String {
    match seat {
        0 => "○".into(),
        1 => "●".into(),
        _ => {
            let names: Vec<&str> = program.seats.iter().skip(2).map(|s| s.name.as_str()).collect();
            match letters(&names) {
                Some(letters) => letters[seat - 2].to_string(),
                None => char::from(b'A' + u8::try_from(seat % 26).unwrap_or(0)).to_string(),
            }
        }
    }
}

/// The first letters of names, if all can be seen and no two are alike.
fn letters(names: &[&str]) -> Option<Vec<char>> {
    let letters = names
        .iter()
        .map(|name| name.chars().next().and_then(|c| c.to_uppercase().next()))
        .collect::<Option<Vec<char>>>()?;
    let clear = |i: usize| width(&letters[i].to_string()) > 0 && !letters[..i].contains(&letters[i]);
    (0..letters.len()).all(clear).then_some(letters)
}

/// The sign of pieces of a seat and sort: the seat's, and what tells the sort from others.
pub(super) fn piece(program: &Program, seat: usize, sort: usize) -> String {
    sign(program, seat) + &told_apart(program, sort)
}

/// What tells the sorts of piece apart: the kind's first letters where there are several kinds, and those of the mark behind
/// a `+` where it is not the one that they are set up with.
pub(super) fn told_apart(program: &Program, sort: usize) -> String {
    let mut out = String::new();
    let sort = &program.sorts[sort];
    if program.kinds.len() > 1 {
        let names: Vec<&str> = program.kinds.iter().map(|k| k.name.as_str()).collect();
        out.push_str(&short(&names, sort.kind as usize));
    }
    if let (Some(mark @ 1..), Some(marks)) = (sort.mark, program.kinds[sort.kind as usize].marks) {
        let marks = program.enums[marks as usize].values.iter();
        let names: Vec<&str> = marks.map(|m| m.name.as_str()).collect();
        out.push('+');
        out.push_str(&short(&names, mark as usize));
    }
    out
}

/// The shortest beginning of a name that no other has; the whole name where another begins with all of it.
fn short(names: &[&str], at: usize) -> String {
    let name = names[at];
    let alone = |s: &String| {
        names
            .iter()
            .enumerate()
            .all(|(i, other)| i == at || !other.starts_with(s.as_str()))
    };
    (1..name.chars().count())
        .map(|n| name.chars().take(n).collect::<String>())
        .find(alone)
        .unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{letters, short};

    #[test]
    fn seats_have_letters_where_they_differ() {
        assert_eq!(letters(&["red", "丙"]), Some(vec!['R', '丙']));
        assert_eq!(letters(&["third", "two"]), None);
    }

    #[test]
    fn kinds_are_cut_where_they_differ() {
        assert_eq!(short(&["horse", "house", "ox"], 0), "hor");
        assert_eq!(short(&["horse", "house", "ox"], 2), "o");
        assert_eq!(short(&["马", "马王"], 0), "马");
    }
}
