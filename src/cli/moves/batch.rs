//! `moves --turn --batch`: a position and a throw a line, the plays a line.

use super::super::exit::{Exit, Fault};
use super::super::position;
use super::turn;
use crate::engine::{Game, Turner};
use crate::record::Damage;
use crate::record::position::Reader;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// Answers every line; faults when one was bad.
pub fn run(game: &Game) -> Result<Exit, Fault> {
    let reader = Reader::new(game);
    let mut turner = Turner::new(game);
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut out = BufWriter::new(anstream::stdout());
    let mut exit = Exit::Done;
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut input).take(MAX_LINE + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            break;
        }
        let answer = if line.len() as u64 > MAX_LINE {
            input.skip_until(b'\n')?;
            json!({"id": null, "error": "the line is longer than 1 MB"})
        } else if line.trim_ascii().is_empty() {
            continue;
        } else {
            answer(&reader, &mut turner, &line)
        };
        if answer.get("error").is_some() {
            exit = Exit::Faults;
        }
        serde_json::to_writer(&mut out, &answer).map_err(std::io::Error::from)?;
        out.write_all(b"\n")?;
        // Whoever asks line by line waits for the answer; whoever sends many at once doesn't need it yet.
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(exit)
}

fn answer(reader: &Reader<'_>, turner: &mut Turner<'_>, line: &[u8]) -> Value {
    let asked: Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(e) => return json!({"id": null, "error": format!("this line is not JSON: {e}")}),
    };
    let id = asked.get("id").cloned().unwrap_or(Value::Null);
    match plays(reader, turner, &asked) {
        Ok(plays) => json!({"id": id, "plays": plays}),
        Err(damage) => {
            let help = damage.help.as_ref().map_or(String::new(), |h| format!(" ({h})"));
            json!({"id": id, "error": format!("{damage}{help}")})
        }
    }
}

fn plays(reader: &Reader<'_>, turner: &mut Turner<'_>, asked: &Value) -> Result<Vec<Value>, Damage> {
    let damage = |place: &str, message: String| Damage {
        place: place.into(),
        message,
        help: Some(r#"expected {"id": …, "state": POSITION, "throw": [6, 2]}"#.into()),
    };
    let object = asked
        .as_object()
        .ok_or_else(|| damage("", "this line is no object".into()))?;
    if let Some(key) = object.keys().find(|k| !["id", "state", "throw"].contains(&k.as_str())) {
        return Err(damage(&format!("/{key}"), format!("`{key}` is not known here")));
    }
    let need = |key: &str| object.get(key).ok_or_else(|| damage("", format!("`{key}` is missing")));
    let (state, throw) = (need("state")?, need("throw")?);
    let mut state = reader.value(state).map_err(|mut d| {
        d.place.insert_str(0, "/state");
        d
    })?;
    let faces = turn::all_but_last(&mut state, position::throws(reader, throw)?)?;
    let plays = turn::plays(turner, &state, &faces)?;
    Ok(plays.iter().map(turn::Play::json).collect())
}
