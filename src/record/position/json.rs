//! The tree of values: text parsed into it, and its parts as what they must be.

use super::super::{Damage, words};
use crate::check::closest;
use serde_json::{Map, Value};

/// The largest position that is read, in bytes.
const MAX_TEXT: usize = 4 << 20;

pub(super) type Object = Map<String, Value>;

/// JSON or RON as one tree of values.
pub(super) fn parse(text: &str) -> Result<Value, Damage> {
    if text.len() > MAX_TEXT {
        return Err(Damage::new("", "the position is larger than 4 MB"));
    }
    let json = match serde_json::from_str(text) {
        Ok(value) => return Ok(value),
        Err(e) => e,
    };
    let ron = match ron::from_str(text) {
        Ok(value) => return Ok(value),
        Err(e) => e,
    };
    // What begins like JSON is meant as JSON.
    let message = if text.trim_start().starts_with('{') {
        words::lower(&json.to_string())
    } else {
        let at = ron.span.start;
        format!(
            "{} at line {} column {}",
            words::lower(&ron.code.to_string()),
            at.line,
            at.col
        )
    };
    Err(Damage::new("", format!("this is neither JSON nor RON: {message}"))
        .help(r#"expected {"bopu": 1, "to_move": SEAT, "pieces": {SEAT: {SPACE: NUMBER}}}"#))
}

pub(super) fn known(object: &Object, pointer: &str, keys: &[&str]) -> Result<(), Damage> {
    match object.keys().find(|k| !keys.contains(&k.as_str())) {
        None => Ok(()),
        Some(key) => {
            let near = closest(key, keys.iter().copied());
            Err(Damage::new(
                format!("{pointer}/{}", escape(key)),
                format!("`{key}` is not known here"),
            )
            .help(near.map_or_else(
                || format!("expected one of `{}`", keys.join("`, `")),
                |n| format!("did you mean `{n}`?"),
            )))
        }
    }
}

pub(super) fn object<'v>(value: &'v Value, pointer: &str, what: &str) -> Result<&'v Object, Damage> {
    value
        .as_object()
        .ok_or_else(|| Damage::new(pointer, format!("expected an object ({what}), not {}", shown(value))))
}

pub(super) fn array<'v>(value: &'v Value, pointer: &str) -> Result<&'v [Value], Damage> {
    let list = value.as_array().map(Vec::as_slice);
    list.ok_or_else(|| Damage::new(pointer, format!("expected an array, not {}", shown(value))))
}

pub(super) fn elements<'v>(value: &'v Value, pointer: &str, cap: u32) -> Result<&'v [Value], Damage> {
    let list = array(value, pointer)?;
    if list.len() > cap as usize {
        return Err(Damage::new(
            pointer,
            format!("{} elements, at most {cap} have room", list.len()),
        ));
    }
    Ok(list)
}

pub(super) fn string<'v>(value: &'v Value, pointer: &str) -> Result<&'v str, Damage> {
    value
        .as_str()
        .ok_or_else(|| Damage::new(pointer, format!("expected a name in quotes, not {}", shown(value))))
}

pub(super) fn whole(value: &Value, pointer: &str, (low, high): (i32, i32)) -> Result<i32, Damage> {
    let n = value
        .as_i64()
        .ok_or_else(|| Damage::new(pointer, format!("expected a whole number, not {}", shown(value))))?;
    i32::try_from(n)
        .ok()
        .filter(|n| (low..=high).contains(n))
        .ok_or_else(|| Damage::new(pointer, format!("`{n}` is out of range, expected {low}..{high}")))
}

/// A value as messages show it, cut short.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 {
        format!("`{text}`")
    } else {
        format!("`{}…`", text.chars().take(40).collect::<String>())
    }
}

/// A key as part of a JSON pointer.
pub(super) fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
