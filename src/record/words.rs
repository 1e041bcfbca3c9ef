//! Values of a game as files write them, and back.

use super::{Damage, Face};
use crate::check::closest;
use crate::engine::{Action, Candidate, Current, State};
use crate::ir::{Dice, Meaning, NONE, Program};

/// A message without its capital, as all messages are; abbreviations keep theirs.
pub(super) fn lower(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

/// The part that ended a game.
pub(super) fn ended_by(state: &State) -> &str {
    state
        .ended_by()
        .and_then(|part| state.program().parts.get(part as usize))
        .map_or("", |p| p.path.as_str())
}

/// A value: a number, or what goes by a name.
pub(super) fn face(program: &Program, v: i32, meaning: &Meaning) -> Face {
    if *meaning == Meaning::Number && v != NONE {
        Face::Number(v)
    } else {
        Face::Name(written(program, v, meaning))
    }
}

/// What a value is called in files: a space that each player has, with its owner, so that each has a name of its own.
pub(super) fn written(program: &Program, v: i32, meaning: &Meaning) -> String {
    let name = program.write_value(v, meaning);
    let owner = match meaning {
        Meaning::Space => usize::try_from(v).ok().and_then(|v| program.spaces.get(v)?.owner),
        _ => None,
    };
    match owner {
        Some(owner) => format!("{name} of {}", program.seats[owner as usize].name),
        None => name,
    }
}

/// Faces as messages show them.
pub(super) fn faces(faces: &[Face]) -> String {
    let written: Vec<String> = faces
        .iter()
        .map(|f| match f {
            Face::Number(n) => n.to_string(),
            Face::Name(n) => n.clone(),
        })
        .collect();
    format!("`{}`", written.join("-"))
}

/// A value from what a file says.
pub(super) fn value(program: &Program, face: &Face, meaning: &Meaning) -> Result<i32, Damage> {
    match (face, meaning) {
        (Face::Number(n), Meaning::Number) => Ok(*n),
        (Face::Name(name), _) => named(program, name, meaning),
        (Face::Number(n), _) => Err(
            Damage::new("", format!("`{n}` stands where {} is expected", kind(meaning)))
                .maybe_help(examples(program, meaning)),
        ),
    }
}

/// What a value of this meaning is called.
pub(super) fn kind(meaning: &Meaning) -> &'static str {
    match meaning {
        Meaning::Number => "a whole number",
        Meaning::Truth => "`true` or `false`",
        Meaning::Player => "a seat",
        Meaning::Space => "a space",
        Meaning::Kind => "a kind of piece",
        Meaning::Enum(_) => "a name",
        Meaning::Route => "a route",
    }
}

/// How many values of a meaning there are, where they go by names.
fn count(program: &Program, meaning: &Meaning) -> i32 {
    let n = match meaning {
        Meaning::Number => 0,
        Meaning::Truth => 2,
        Meaning::Player => program.seats.len(),
        Meaning::Space => program.spaces.len(),
        Meaning::Kind => program.kinds.len(),
        Meaning::Enum(e) => program.enums[*e as usize].values.len(),
        Meaning::Route => program.routes.len(),
    };
    i32::try_from(n).unwrap_or(0)
}

fn examples(program: &Program, meaning: &Meaning) -> Option<String> {
    let n = count(program, meaning);
    let shown: Vec<String> = (0..n.min(8))
        .map(|v| format!("`{}`", written(program, v, meaning)))
        .collect();
    let more = if n > 8 { ", …" } else { "" };
    (!shown.is_empty()).then(|| format!("expected {}{more}", shown.join(", ")))
}

/// What goes by a name.
pub(super) fn named(program: &Program, name: &str, meaning: &Meaning) -> Result<i32, Damage> {
    let n = count(program, meaning);
    if let Some(v) = (0..n).find(|v| written(program, *v, meaning) == name) {
        return Ok(v);
    }
    // A named member of a family goes by its name too.
    if *meaning == Meaning::Space
        && let Some(at) = program
            .spaces
            .iter()
            .position(|s| s.owner.is_none() && s.name.as_deref() == Some(name))
    {
        return Ok(i32::try_from(at).unwrap_or(NONE));
    }
    let known: Vec<String> = (0..n).map(|v| written(program, v, meaning)).collect();
    let near = closest(name, known.iter().map(String::as_str)).map(|n| format!("did you mean `{n}`?"));
    Err(Damage::new("", format!("`{name}` is not {}", kind(meaning))).maybe_help(near.or(examples(program, meaning))))
}

/// A sort of piece by its name in files; a kind alone names those with its first mark.
pub(super) fn sort(program: &Program, name: &str) -> Result<usize, Damage> {
    let (kind, mark) = name
        .split_once('+')
        .map_or((name, None), |(kind, mark)| (kind, Some(mark)));
    if let Some(sort) = program.sort_named(kind, mark) {
        return Ok(sort);
    }
    let names: Vec<&str> = program.sorts.iter().map(|s| s.name.as_str()).collect();
    let near = closest(name, names.iter().copied()).map(|n| format!("did you mean `{n}`?"));
    Err(
        Damage::new("", format!("`{name}` is not {}", self::kind(&Meaning::Kind)))
            .help(near.unwrap_or_else(|| format!("expected `{}`", names.join("`, `")))),
    )
}

/// A throw of a group; whether it is due and possible is for the position to say.
pub(super) fn throw(program: &Program, group: &str, faces: &[Face]) -> Result<Action, Damage> {
    let found = program.dice.iter().position(|d| d.name == group);
    let Some(at) = found else {
        let near = closest(
            group,
            program.dice.iter().map(|d| d.name.as_str()).filter(|n| !n.is_empty()),
        );
        if group.is_empty() {
            return Err(unnamed(program, faces));
        }
        return Err(Damage::new("", format!("there are no dice `{group}`"))
            .maybe_help(near.map(|n| format!("did you mean `{n}`?"))));
    };
    let dice = &program.dice[at];
    let faces = faces
        .iter()
        .map(|f| value(program, f, &dice.meaning))
        .collect::<Result<_, _>>()?;
    Ok(Action::Throw {
        group: u32::try_from(at).unwrap_or(0),
        faces,
    })
}

/// A throw that doesn't say of which dice, in a game whose dice all have names.
fn unnamed(program: &Program, faces: &[Face]) -> Damage {
    let needed = |dice: &&Dice| number_of_faces(program, dice) == faces.len();
    let Some(fitting) = program.dice.iter().find(needed).or(program.dice.first()) else {
        return Damage::new("", "this game has no dice");
    };
    let names: Vec<String> = program.dice.iter().map(|d| format!("`{}`", d.name)).collect();
    let faces: Vec<String> = faces.iter().map(Face::to_string).collect();
    let message = format!(
        "the throw does not say of which dice; they are called {}",
        names.join(", ")
    );
    Damage::new("", message).help(format!(
        "write `{0}={1}`, in JSON `{{\"{0}\": […]}}`",
        fitting.name,
        faces.join("-")
    ))
}

/// How many faces a throw of a group has.
fn number_of_faces(program: &Program, dice: &Dice) -> usize {
    let throwers = if dice.each { program.seats.len() } else { 1 };
    throwers * dice.number as usize
}

/// A choice as [`State::write`] writes it.
pub(super) fn choice(state: &State, text: &str) -> Result<Candidate, Damage> {
    state
        .labels()
        .iter()
        .zip(state.legal_choices())
        .find(|(label, _)| *label == text)
        .map(|(_, candidate)| *candidate)
        .ok_or_else(|| {
            Damage::new("", format!("the choice `{text}` is not legal here"))
                .help(format!("expected {}", expected(state)))
        })
}

/// What a position waits for, for messages: `a throw: 2 faces out of 1..6`.
pub fn expected(state: &State) -> String {
    match state.current() {
        Current::Chance { group } => throw_shape(state.program(), &state.program().dice[group as usize]),
        Current::Player { seat } => {
            let texts: Vec<String> = state.labels().iter().map(|l| format!("`{l}`")).collect();
            let more = if texts.len() > 8 { ", …" } else { "" };
            let name = state.program().seats.get(seat).map_or("", |s| s.name.as_str());
            format!("a choice of `{name}`: {}{more}", texts[..texts.len().min(8)].join(", "))
        }
        Current::Idle => format!("a referee event: {}", referees(state.program())),
        Current::Over { .. } if state.match_goes_on() => "the match's next game".into(),
        Current::Over { .. } => "nothing: the game is over".into(),
        Current::Unfinished => "nothing: the game was stopped as unfinished".into(),
    }
}

/// The referee events of a game with their parameters: `foul(who)`, `score(who, n)`.
pub fn referees(program: &Program) -> String {
    let written: Vec<String> = program
        .referees
        .iter()
        .map(|r| {
            let params: Vec<&str> = r.params.iter().map(|p| p.name.as_str()).collect();
            format!("`{}({})`", r.name, params.join(", "))
        })
        .collect();
    written.join(", ")
}

/// What a throw of a group looks like.
pub(super) fn throw_shape(program: &Program, dice: &Dice) -> String {
    let faces: Vec<String> = dice
        .faces
        .iter()
        .map(|(f, _)| program.write_value(*f, &dice.meaning))
        .collect();
    let range = match (faces.first(), faces.last()) {
        (Some(a), Some(b)) if faces.len() > 6 => format!("{a}..{b}"),
        _ => faces.join(", "),
    };
    let n = number_of_faces(program, dice);
    let dies = if n == 1 { "face" } else { "faces" };
    let of = if dice.name.is_empty() {
        String::new()
    } else {
        format!(" of `{}`", dice.name)
    };
    format!("a throw{of}: {n} {dies} out of {range}")
}
