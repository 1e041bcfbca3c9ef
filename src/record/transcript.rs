//! Games as they were played, in RON: throws, choices, referee calls, and how they ended.

use super::{Damage, VERSION, words};
use crate::check::{Options, closest};
use crate::engine::{Action, Current, Game, MAX_ROUNDS, Refusal, State};
use crate::files;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io;
use std::path::Path;

/// The largest transcript that is read, in bytes.
const MAX_FILE: u64 = 4 << 20;

/// A recorded game, or match: which rules, and everything that happened in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transcript {
    /// The version of the format.
    pub bopu: u32,
    /// Name or path of the game, as it was asked for.
    pub game: String,
    /// The witness that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
    /// Readings that were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<(String, String)>,
    /// Agreements that were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreements: Vec<(String, String)>,
    /// The number of players, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<usize>,
    /// The seed that throws and agents were drawn from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The cap on rounds, where it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_rounds: Option<u32>,
    /// What happened, from the start of the game on.
    pub actions: Vec<Entry>,
    /// How its (last) game ended; nothing while that goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
}

/// One entry of a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry {
    /// A throw of the unnamed group of dice.
    Throw(Vec<Face>),
    /// A throw of a named group.
    ThrowOf(String, Vec<Face>),
    /// A choice in the game's notation, with what tells it apart from one written alike.
    Choice(String),
    /// A referee event with its arguments.
    Call(String, Vec<Face>),
    /// The match's next game begins.
    NextGame,
}

/// A face of a die or an argument of a call: a number, or what goes by a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Face {
    /// A number.
    Number(i32),
    /// A name.
    Name(String),
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Face::Number(n) => n.fmt(f),
            Face::Name(name) => f.write_str(name),
        }
    }
}

/// How a recorded game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Outcome {
    /// It ended by a rule.
    Over {
        /// The winner, where there is one.
        winner: Option<String>,
        /// Each seat's score, in the order of the seats.
        scores: Vec<(String, i32)>,
        /// The rule that ended it.
        by: String,
    },
    /// It outgrew a bound and was stopped.
    Unfinished,
}

impl Transcript {
    /// The record of a game that was played from its start to this position.
    #[must_use]
    pub fn of(game: &str, options: &Options, seed: Option<u64>, state: &State) -> Transcript {
        let mut now = state.game().start_capped(state.max_rounds());
        let mut actions = Vec::with_capacity(state.history_len());
        for action in state.history() {
            let entry = entry(&now, action);
            if now.apply(action.clone()).is_err() {
                break;
            }
            actions.push(entry);
        }
        Transcript {
            bopu: VERSION,
            game: game.to_owned(),
            witness: options.witness.clone(),
            readings: options.readings.clone(),
            agreements: options.agreements.clone(),
            players: options.players,
            seed,
            max_rounds: (state.max_rounds() != MAX_ROUNDS).then(|| state.max_rounds()),
            actions,
            result: outcome(&now),
        }
    }

    /// The witness, readings, agreements and players that were asked for.
    #[must_use]
    pub fn options(&self) -> Options {
        Options {
            witness: self.witness.clone(),
            readings: self.readings.clone(),
            agreements: self.agreements.clone(),
            players: self.players,
        }
    }

    /// The record as RON text.
    #[must_use]
    pub fn text(&self) -> String {
        let pretty = ron::ser::PrettyConfig::new().depth_limit(2).indentor("  ");
        // Strings, numbers and lists can always be written.
        let mut text = ron::ser::to_string_pretty(self, pretty).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Writes the record; what was at the path stays whole until the new file is.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        files::write(path, &self.text())
    }

    /// Reads a record from a file.
    ///
    /// # Errors
    /// Where there is no such file, it is too large, or it is no transcript.
    pub fn read(path: &Path) -> Result<Transcript, Damage> {
        let shown = path.display().to_string();
        let text = files::read(path, MAX_FILE).map_err(|e| {
            Damage::new("", e.told(&shown)).help("a transcript holds one game or match: throws, choices and the result")
        })?;
        Self::parse(&text).map_err(|mut damage| {
            damage.place = match damage.place.as_str() {
                "" => shown,
                place => format!("{shown}:{place}"),
            };
            damage
        })
    }

    /// Reads a record from RON text.
    ///
    /// # Errors
    /// Where the text is no transcript, with the line and column.
    pub fn parse(text: &str) -> Result<Transcript, Damage> {
        #[derive(Deserialize)]
        struct Version {
            bopu: u32,
        }
        // The version first: another one may have other fields.
        if let Ok(Version { bopu }) = ron::from_str::<Version>(text)
            && bopu != VERSION
        {
            return Err(
                Damage::new("", format!("this transcript has the format {bopu}, expected {VERSION}"))
                    .help("a newer bopu wrote it: read it with that one"),
            );
        }
        ron::from_str(text).map_err(|e| {
            Damage::new(
                format!("{}:{}", e.span.start.line, e.span.start.col),
                format!("this is no transcript: {}", words::lower(&e.code.to_string())),
            )
            .help("expected `(bopu: 1, game: \"…\", actions: […])` as `--save` writes it; perhaps the file was cut off")
        })
    }

    /// Plays the record again under the rules of a game.
    ///
    /// # Errors
    /// The number of the entry that the rules refuse, with what was expected there; or a result that is not the recorded one.
    pub fn replay(&self, game: &Game) -> Result<State, Damage> {
        let mut state = game.start_capped(self.max_rounds.unwrap_or(MAX_ROUNDS));
        for (i, entry) in self.actions.iter().enumerate() {
            let place = || format!("entry {}", i + 1);
            let action = read_entry(&state, entry).map_err(|d| d.at(place()))?;
            state
                .apply(action)
                .map_err(|refusal| refused(&state, entry, &refusal, place()))?;
        }
        match (&self.result, outcome(&state)) {
            (Some(said), Some(is)) if *said != is => Err(Damage::new(
                "result",
                format!("recorded is {}, but these rules give {}", told(said), told(&is)),
            )
            .help("the rules may have changed since; leave out `result` to see the game all the same")),
            (Some(said), None) => Err(Damage::new(
                "result",
                format!(
                    "recorded is {}, but the game goes on after entry {}",
                    told(said),
                    self.actions.len()
                ),
            )
            .help("perhaps entries were lost at the end")),
            _ => Ok(state),
        }
    }
}

/// How a game stands at its end; nothing while it goes on.
fn outcome(state: &State) -> Option<Outcome> {
    let seats = &state.program().seats;
    match state.current() {
        Current::Over { winner } => Some(Outcome::Over {
            winner: winner.and_then(|w| seats.get(w)).map(|s| s.name.clone()),
            scores: seats.iter().map(|s| s.name.clone()).zip(state.scores()).collect(),
            by: words::ended_by(state).to_owned(),
        }),
        Current::Unfinished => Some(Outcome::Unfinished),
        _ => None,
    }
}

fn told(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Over { winner, scores, by } => {
            let scores: Vec<String> = scores.iter().map(|(seat, n)| format!("{seat} {n}")).collect();
            let winner = winner.as_deref().map_or("no winner".into(), |w| format!("`{w}` wins"));
            format!("{winner} by `{by}` ({})", scores.join(", "))
        }
        Outcome::Unfinished => "a game stopped as unfinished".into(),
    }
}

/// An action as it is recorded; `state` is the position before it.
fn entry(state: &State, action: &Action) -> Entry {
    let program = state.program();
    match action {
        Action::Throw { group, faces } => {
            let dice = &program.dice[*group as usize];
            let faces = faces.iter().map(|f| words::face(program, *f, &dice.meaning)).collect();
            if dice.name.is_empty() {
                Entry::Throw(faces)
            } else {
                Entry::ThrowOf(dice.name.clone(), faces)
            }
        }
        Action::Choice(candidate) => Entry::Choice(state.write(candidate)),
        Action::Call { referee, args } => {
            let info = &program.referees[*referee];
            let args = info
                .params
                .iter()
                .zip(args)
                .map(|(p, v)| words::face(program, *v, &p.meaning))
                .collect();
            Entry::Call(info.name.clone(), args)
        }
        Action::NextGame => Entry::NextGame,
    }
}

fn read_entry(state: &State, entry: &Entry) -> Result<Action, Damage> {
    let program = state.program();
    match entry {
        Entry::Throw(faces) => words::throw(program, "", faces),
        Entry::ThrowOf(group, faces) => words::throw(program, group, faces),
        Entry::Choice(text) => words::choice(state, text).map(Action::Choice),
        Entry::NextGame => Ok(Action::NextGame),
        Entry::Call(name, args) => {
            let Some(referee) = program.referees.iter().position(|r| r.name == *name) else {
                let near = closest(name, program.referees.iter().map(|r| r.name.as_str()));
                return Err(Damage::new("", format!("there is no referee event `{name}`"))
                    .maybe_help(near.map(|n| format!("did you mean `{n}`?"))));
            };
            let params = &program.referees[referee].params;
            if params.len() != args.len() {
                return Err(Damage::new(
                    "",
                    format!("`{name}` takes {} arguments, not {}", params.len(), args.len()),
                ));
            }
            let args = params
                .iter()
                .zip(args)
                .map(|(p, a)| words::value(program, a, &p.meaning))
                .collect::<Result<_, _>>()?;
            Ok(Action::Call { referee, args })
        }
    }
}

fn refused(state: &State, entry: &Entry, refusal: &Refusal, place: String) -> Damage {
    let what = match entry {
        Entry::Throw(faces) | Entry::ThrowOf(_, faces) if faces.is_empty() => "the empty throw".to_owned(),
        Entry::Throw(faces) | Entry::ThrowOf(_, faces) => format!("the throw {}", words::faces(faces)),
        Entry::Choice(text) => format!("the choice `{text}`"),
        Entry::Call(name, _) => format!("the call `{name}`"),
        Entry::NextGame => "the next game".to_owned(),
    };
    Damage::new(place, format!("{what} is refused: {refusal}")).help(format!("expected {}", words::expected(state)))
}
