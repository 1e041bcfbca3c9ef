//! Throws as people type them.

use crate::engine::Game;
use crate::record::Damage;
use crate::syntax::fold::half_width;
use serde_json::Value;

/// The faces of a typed throw: `6-2` as throws are printed, `6,2`, `6 2`; full-width signs and digits are ASCII ones.
///
/// # Errors
/// That a face is missing, in one line.
pub fn faces(text: &str) -> Result<Vec<String>, String> {
    let text = half_width(text);
    let mut rest = text.trim();
    let mut faces = Vec::new();
    while !rest.is_empty() || !faces.is_empty() {
        let (face, behind) = face(rest);
        if face.is_empty() || face == "-" {
            return Err(format!("a face is missing in `{}`", text.trim()));
        }
        faces.push(face.to_owned());
        match parted(behind) {
            Some(next) => rest = next,
            None => break,
        }
    }
    Ok(faces)
}

/// A face and what stands behind it. A hyphen before it is the sign of a number.
fn face(text: &str) -> (&str, &str) {
    let sign = usize::from(text.starts_with('-'));
    let ends = |c: char| c.is_whitespace() || c == ',' || is_hyphen(c);
    let end = text[sign..].find(ends).map_or(text.len(), |at| sign + at);
    text.split_at(end)
}

/// The next face, behind what parts it from the last one: a comma, a hyphen or blanks. Nothing at the end.
fn parted(text: &str) -> Option<&str> {
    let next = text.trim_start();
    let sign = next.chars().next()?;
    // `3 -1` is a three and a minus one, `3 - 1` a three and a one.
    let is_blank = |c: Option<char>| c.is_some_and(char::is_whitespace);
    let parts = sign == ',' || is_hyphen(sign) && (next.len() == text.len() || is_blank(next.chars().nth(1)));
    Some(if parts {
        next[sign.len_utf8()..].trim_start()
    } else {
        next
    })
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '–' | '−')
}

/// A throw as typed: JSON, faces, or behind the name of the dice: `lot=6,2`, `lot 6-2`.
///
/// # Errors
/// Where a face is missing.
pub fn value(game: &Game, text: &str) -> Result<Value, Damage> {
    let folded = half_width(text);
    for json in [text, &folded] {
        if let Ok(value @ (Value::Array(_) | Value::Object(_))) = serde_json::from_str(json) {
            return Ok(value);
        }
    }
    let text = folded;
    let row = |text: &str| -> Result<Value, Damage> {
        let faces = faces(text).map_err(|message| Damage {
            place: "/throw".into(),
            message,
            help: Some("write the faces with a hyphen or a comma between each two: `6-2`, `6,2`".into()),
        })?;
        let value = |face: String| face.parse::<i32>().map_or(Value::from(face), Value::from);
        Ok(faces.into_iter().map(value).collect())
    };
    let of = |dice: &str, faces: &str| -> Result<Value, Damage> {
        Ok(Value::Object([(dice.to_owned(), row(faces)?)].into_iter().collect()))
    };
    if let Some((dice, faces)) = text.split_once('=') {
        return of(dice.trim(), faces);
    }
    match text.trim().split_once(char::is_whitespace) {
        Some((dice, faces)) if game.program().dice.iter().any(|d| d.name == dice) => of(dice, faces),
        _ => row(&text),
    }
}

#[cfg(test)]
mod tests {
    use super::faces;

    #[test]
    fn faces_are_parted_by_hyphens_commas_and_blanks() {
        for text in [
            "6-2",
            "6,2",
            "6 2",
            "6, 2",
            " 6 - 2 ",
            "6–2",
            "６－２",
            "６　２",
            "６、２",
            "６，２",
        ] {
            assert_eq!(faces(text), Ok(vec!["6".into(), "2".into()]), "{text}");
        }
        assert_eq!(faces("10-2-3"), Ok(vec!["10".into(), "2".into(), "3".into()]));
        assert_eq!(faces("红-黑"), Ok(vec!["红".into(), "黑".into()]));
        assert_eq!(faces("6"), Ok(vec!["6".into()]));
        assert_eq!(faces(""), Ok(Vec::new()));
    }

    #[test]
    fn a_hyphen_may_be_the_sign_of_a_number() {
        for text in [
            "-1--1-0",
            "-1 -1 0",
            "-1, -1, 0",
            "-1,-1-0",
            "－１－－１－０",
            "-1 - -1 - 0",
        ] {
            assert_eq!(faces(text), Ok(vec!["-1".into(), "-1".into(), "0".into()]), "{text}");
        }
    }

    #[test]
    fn no_face_may_be_missing() {
        for text in ["6-2-", "6,,2", "6-2,", ",6", "6-,2", "-", "6、，2", "6 - ", "6,-,2"] {
            assert!(faces(text).is_err(), "{text}: {:?}", faces(text));
        }
    }
}
