//! Faces of dice and arguments of referee events, as people type them.

use super::super::throws;
use crate::check::closest;
use crate::engine::{Action, State};
use crate::ir::{Dice, Meaning, Program};
use crate::syntax::fold::half_width;

/// The faces of a throw. Whether the throw is possible is for the position to say.
///
/// # Errors
/// What is wrong, in one line.
pub fn faces(program: &Program, dice: &Dice, line: &str) -> Result<Vec<i32>, String> {
    let line = half_width(line);
    let words = throws::faces(of_dice(program, dice, &line)?)?;
    let needed = needed(program, dice);
    if words.len() != needed {
        return Err(format!("{needed} faces are needed, {} given", words.len()));
    }
    words
        .iter()
        .map(|word| {
            let known = |(face, _): &&(i32, u32)| program.write_value(*face, &dice.meaning) == *word;
            dice.faces.iter().find(known).map(|(face, _)| *face).ok_or_else(|| {
                format!(
                    "`{word}` is no face of these dice: they have {}",
                    face_names(program, dice)
                )
            })
        })
        .collect()
}

/// The faces behind the name of the dice, where that is typed: `lot=6-2`, `lot 6-2`.
fn of_dice<'l>(program: &Program, dice: &Dice, line: &'l str) -> Result<&'l str, String> {
    let named = line
        .split_once('=')
        .or_else(|| line.trim().split_once(char::is_whitespace));
    let Some((name, faces)) = named.map(|(name, faces)| (name.trim(), faces)) else {
        return Ok(line);
    };
    match program.dice.iter().find(|d| d.name == name) {
        Some(known) if known.name == dice.name => Ok(faces),
        Some(_) if dice.name.is_empty() => Err(format!("`{name}` is not thrown now")),
        Some(_) => Err(format!("`{name}` is not thrown now, but `{}`", dice.name)),
        None => Ok(line),
    }
}

/// How many faces a throw of a group has.
pub fn needed(program: &Program, dice: &Dice) -> usize {
    let throwers = if dice.each { program.seats.len() } else { 1 };
    throwers * dice.number as usize
}

/// The faces of a die, for messages.
pub fn face_names(program: &Program, dice: &Dice) -> String {
    let names: Vec<String> = dice
        .faces
        .iter()
        .map(|(f, _)| program.write_value(*f, &dice.meaning))
        .collect();
    names.join(", ")
}

/// A call of a referee event.
///
/// # Errors
/// What is wrong, in one line.
pub fn call(state: &State, name: &str, args: &[String]) -> Result<Action, String> {
    let program = state.program();
    let Some(referee) = program.referees.iter().position(|r| r.name == name) else {
        let near = closest(name, program.referees.iter().map(|r| r.name.as_str()));
        return Err(match near {
            Some(near) => format!("there is no referee event `{name}`: did you mean `{near}`?"),
            None if program.referees.is_empty() => "this game has no referee events".into(),
            None => format!("there is no referee event `{name}`: `help` lists them"),
        });
    };
    let params = &program.referees[referee].params;
    if params.len() != args.len() {
        let names: Vec<&str> = params.iter().map(|p| p.name.as_str()).collect();
        return Err(format!(
            "`{name}` takes {} arguments ({}), {} given",
            params.len(),
            names.join(", "),
            args.len()
        ));
    }
    let args = params
        .iter()
        .zip(&program.referees[referee].ranges)
        .zip(args)
        .map(|((param, (low, high, _)), word)| {
            let wrong = |expected: String| format!("`{word}` is not what `{}` can be{expected}", param.name);
            let v = value(state, word, &param.meaning).ok_or_else(|| wrong(examples(program, &param.meaning)))?;
            if param.meaning == Meaning::Number && !(*low..=*high).contains(&v) {
                return Err(wrong(format!(": {low}..{high} is expected")));
            }
            Ok(v)
        })
        .collect::<Result<_, _>>()?;
    Ok(Action::Call { referee, args })
}

fn value(state: &State, word: &str, meaning: &Meaning) -> Option<i32> {
    let program = state.program();
    let me = state.actor();
    match meaning {
        Meaning::Number => word.parse().ok(),
        Meaning::Truth => match word {
            "true" | "yes" => Some(1),
            "false" | "no" => Some(0),
            _ => None,
        },
        // A space by its own number or bare name first, as in moves.
        Meaning::Space => {
            let all = || 0..i32::try_from(program.spaces.len()).unwrap_or(0);
            let own = |s: &i32| program.spaces[*s as usize].owner.is_none_or(|o| o as usize == me);
            all()
                .filter(own)
                .find(|s| program.write_space(*s, me) == word)
                .or_else(|| all().find(|s| program.write_value(*s, meaning) == word))
                .or_else(|| {
                    all()
                        .filter(own)
                        .find(|s| program.spaces[*s as usize].name.as_deref() == Some(word))
                })
        }
        _ => (0..count(program, meaning)).find(|v| {
            program.write_value(*v, meaning) == word
                || *meaning == Meaning::Player && program.seats[*v as usize].gloss.as_deref() == Some(word)
        }),
    }
}

fn count(program: &Program, meaning: &Meaning) -> i32 {
    let n = match meaning {
        Meaning::Player => program.seats.len(),
        Meaning::Kind => program.kinds.len(),
        Meaning::Enum(e) => program.enums[*e as usize].values.len(),
        Meaning::Route => program.routes.len(),
        Meaning::Truth => 2,
        Meaning::Number | Meaning::Space => 0,
    };
    i32::try_from(n).unwrap_or(0)
}

fn examples(program: &Program, meaning: &Meaning) -> String {
    let names: Vec<String> = (0..count(program, meaning).min(8))
        .map(|v| program.write_value(v, meaning))
        .collect();
    match (meaning, names.as_slice()) {
        (Meaning::Number, _) => ": a whole number is expected".into(),
        (_, []) => String::new(),
        (_, names) => format!(": {} are expected", names.join(", ")),
    }
}
