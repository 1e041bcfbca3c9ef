//! What several integration tests need: games compiled from files, positions led through by written moves.

// Each test binary uses only a part of it.
#![allow(dead_code)]

pub mod program;

use bopu::check::{Failure, Library, Options, compile, embedded};
use bopu::engine::{Action, Current, Game, State};
use rand::Rng;
use std::path::{Path, PathBuf};

/// An embedded game.
pub fn embedded_game(id: &str) -> Game {
    embedded_game_with(id, &Options::default())
}

/// An embedded game with readings, agreements or seats.
pub fn embedded_game_with(id: &str, options: &Options) -> Game {
    let file = embedded().into_iter().find(|e| e.id == id).expect("an embedded game");
    compiled(&file.path.display().to_string(), file.text, options)
}

/// A game of `tests/games`.
pub fn test_game(id: &str) -> Game {
    test_game_with(id, &Options::default())
}

/// A game of `tests/games` with readings, agreements or seats.
pub fn test_game_with(id: &str, options: &Options) -> Game {
    let path = games_dir().join(format!("{id}.rules"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    compiled(&format!("tests/games/{id}.rules"), &text, options)
}

/// All games of `tests/games`, by name, and the embedded ones.
pub fn all_games() -> Vec<(String, Game)> {
    let mut names: Vec<String> = std::fs::read_dir(games_dir())
        .expect("a folder of games")
        .filter_map(|e| {
            let path = e.expect("a file").path();
            let stem = path.file_stem()?.to_str()?.to_owned();
            path.extension().is_some_and(|e| e == "rules").then_some(stem)
        })
        .collect();
    names.sort();
    let mut all: Vec<(String, Game)> = names.into_iter().map(|n| (n.clone(), test_game(&n))).collect();
    for file in embedded() {
        if file.text.lines().any(|l| l.starts_with("game ")) {
            all.push((file.id.to_owned(), embedded_game(file.id)));
        }
    }
    // Nothing happens in a game whose rules are lost.
    all.retain(|(_, game)| game.program().lost.is_none());
    all
}

fn games_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games")
}

fn compiled(name: &str, text: &str, options: &Options) -> Game {
    let library = Library {
        beside: Some(games_dir()),
    };
    match compile(name, text, &library, options) {
        Ok(success) => {
            let warnings: String = success
                .warnings
                .iter()
                .map(|d| d.render(&success.program.sources, false))
                .collect();
            assert!(warnings.is_empty(), "{warnings}");
            Game::new(success.program)
        }
        Err(failure) => panic!("{name} does not compile:\n{}", reports(&failure)),
    }
}

/// A game for 甲 and 乙 that has these lines besides its header.
pub fn small_game(lines: &str) -> Game {
    let text = format!("language 1\ngame small \"a small game\"\nseats 甲, 乙\n{lines}\n");
    let success = compile("small.rules", &text, &Library::default(), &Options::default());
    Game::new(success.unwrap_or_else(|f| panic!("{}", reports(&f))).program)
}

/// All that is found wrong, as people are told.
pub fn reports(failure: &Failure) -> String {
    let reports = failure.diagnostics.iter().map(|d| d.render(&failure.sources, false));
    reports.collect()
}

/// The register of an invented book with these passages.
pub fn register(id: &str, passages: &str) -> String {
    let document = format!("(file: \"{id}.txt\", sha256: \"{:064}\", about: \"Invented.\")", 0);
    format!("(bopu: 1, id: \"{id}\", title: \"{id}\", document: {document}, passages: [{passages}])")
}

/// Applies a random throw or choice, each listed one with the chance that the rules or uniformity give it. False when
/// nothing is waited for.
pub fn step_randomly(state: &mut State, dice: &mut impl Rng, agents: &mut impl Rng) -> bool {
    match state.current() {
        Current::Chance { group } => {
            let faces = state.draw(dice).expect("a throw");
            state
                .apply(Action::Throw { group, faces })
                .expect("a drawn throw applies");
            true
        }
        Current::Player { .. } => {
            let choice = state.sample(agents.next_u64()).expect("a choice");
            state.choose(choice).expect("a drawn choice applies");
            true
        }
        Current::Idle | Current::Over { .. } | Current::Unfinished => false,
    }
}

/// A position led through by what people write.
pub struct Table {
    /// The position.
    pub state: State,
}

impl Table {
    /// The beginning of a game.
    pub fn new(game: &Game) -> Self {
        Self { state: game.start() }
    }

    /// Throws the dice that are due.
    pub fn throw(&mut self, faces: &[i32]) -> &mut Self {
        self.state
            .throw(faces)
            .unwrap_or_else(|r| panic!("throw {faces:?}: {r}"));
        self
    }

    /// The chooser's name and what may be chosen, as written.
    pub fn offers(&self) -> (String, Vec<String>) {
        let state = &self.state;
        let Current::Player { seat } = state.current() else {
            return (format!("{:?}", state.current()), Vec::new());
        };
        let written = state.legal_choices().iter().map(|c| state.write(c)).collect();
        (state.program().seats[seat].name.clone(), written)
    }

    /// Checks who is to choose and what is offered.
    #[track_caller]
    pub fn expect(&mut self, who: &str, choices: &[&str]) -> &mut Self {
        let (name, written) = self.offers();
        assert_eq!(
            (name.as_str(), written.iter().map(String::as_str).collect()),
            (who, choices.to_vec())
        );
        self
    }

    /// Chooses by what is written.
    #[track_caller]
    pub fn pick(&mut self, text: &str) -> &mut Self {
        let found = self
            .state
            .legal_choices()
            .iter()
            .find(|c| self.state.write(c) == text)
            .copied();
        let choice = found.unwrap_or_else(|| panic!("{text} is not among {:?}", self.offers()));
        self.state.choose(choice).expect("a listed choice applies");
        self
    }

    /// A referee event by name.
    pub fn call(&mut self, name: &str, args: &[i32]) -> &mut Self {
        let referees = &self.state.program().referees;
        let referee = referees.iter().position(|r| r.name == name).expect("a referee event");
        let args = args.to_vec();
        self.state
            .apply(Action::Call { referee, args })
            .expect("it may be called");
        self
    }

    /// The slots of a variable.
    pub fn var(&self, name: &str) -> Vec<i32> {
        let var = self
            .state
            .program()
            .vars
            .iter()
            .find(|v| v.name == name)
            .expect("a variable");
        self.state.slots()[var.base as usize..][..var.initial.len()].to_vec()
    }

    /// The elements of a list variable.
    pub fn list(&self, name: &str) -> Vec<i32> {
        let slots = self.var(name);
        slots[1..][..usize::try_from(slots[0]).expect("a length")].to_vec()
    }

    /// A measure by name, for a seat.
    pub fn measure(&self, name: &str, seat: usize) -> i32 {
        let at = self
            .state
            .program()
            .measures
            .iter()
            .position(|m| m.name == name)
            .expect("a measure");
        self.state.measure(at, seat).expect("a seat")
    }

    /// What is waited for.
    pub fn current(&self) -> Current {
        self.state.current()
    }
}
