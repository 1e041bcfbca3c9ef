//! `bopu coverage`: clauses that rules say, that examples show, that random games use; and rules without a clause.

mod common;

use bopu::check::{Library, Options, compile, embedded};
use bopu::engine::{Action, MAX_ROUNDS, Playouts, generator};
use bopu::sources::{Disagreement, GameRules, Games, Index, Registers, disagreements};
use common::program::{self, run, told};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::Path;

fn coverage(args: &[&str]) -> Value {
    program::json(&[&["coverage"], args].concat())
}

fn clause<'a>(answer: &'a Value, id: &str) -> &'a Value {
    let passages = answer["passages"].as_array().expect("passages");
    let mut clauses = passages.iter().flat_map(|p| p["clauses"].as_array().expect("clauses"));
    clauses.find(|c| c["id"] == id).expect("the clause")
}

#[test]
fn a_game_clause_by_clause() {
    insta::assert_snapshot!(told(&["coverage", "tests/house/home.rules", "--games", "40"], ""));
}

/// What is exercised is known beforehand: `rest` waits for a round that no game reaches, every finished game has moved,
/// and somebody always comes near the end with a throw that is too large.
#[test]
fn three_figures_are_three_figures() {
    let answer = coverage(&["tests/house/home.rules", "--games", "30", "--seed", "5"]);
    assert_eq!(answer["games"][0]["unfinished"], 0);
    let exercised = |id: &str| clause(&answer, id)["exercised"][0]["games"].clone();
    assert_eq!(exercised("house.you.2"), 30, "the equipment is there in every game");
    assert_eq!(exercised("house.you.3"), 30, "everybody throws");
    assert_eq!(exercised("house.you.8"), 0, "nobody ever rests");
    let encoded = |id: &str| clause(&answer, id)["encoded_by"].as_array().expect("rules").len();
    assert_eq!(encoded("house.you.8"), 1, "but a rule says it");
    assert_eq!(encoded("house.ying.3"), 0);
    assert_eq!(clause(&answer, "house.ying.3")["exercised"], json!([]));
    assert_eq!(clause(&answer, "house.ying.1")["tested_by"][0]["ok"], true);
    assert_eq!(clause(&answer, "house.you.3")["tested_by"], json!([]));
    let sum = |key: &str| {
        let passages = answer["passages"].as_array().expect("passages").iter();
        passages
            .map(|p| p["count"][key].as_u64().expect("a number"))
            .sum::<u64>()
    };
    for key in ["clauses", "set_aside", "encoded", "tested", "exercised"] {
        assert_eq!(answer["total"][key].as_u64(), Some(sum(key)), "{key}");
    }
    assert_eq!(answer["total"]["clauses"], 11);
    assert_eq!(answer["total"]["set_aside"], 2, "a heading and an advice");
    assert_eq!(answer["total"]["encoded"], 8, "all others but the last");
    assert_eq!(answer["total"]["tested"], 2, "those of the one example");
}

#[test]
fn silences_say_whether_a_reading_offers_another_way() {
    let answer = coverage(&["tests/house/home.rules", "--games", "1"]);
    let silences = answer["silences"].as_array().expect("silences");
    let parts: Vec<&str> = silences.iter().map(|s| s["part"].as_str().expect("a part")).collect();
    assert_eq!(parts, ["lane", "road", "setup", "go.free", "rest.never"]);
    assert_eq!(silences[0]["grade"], "conjecture");
    assert_eq!(silences[4]["grade"], "modern");
    // With the other choice the game's own: its warrant is a guess, and the reading offers the first way.
    let game = game("home", "striking", "spared");
    let games = Games {
        games: vec![game],
        ..Games::default()
    };
    let open: Vec<(String, Vec<String>)> = games
        .silences(0, false)
        .into_iter()
        .filter(|s| !s.open.is_empty())
        .map(|s| (s.rule.path, s.open))
        .collect();
    let striking = || vec!["striking".to_owned()];
    assert_eq!(
        open,
        [
            ("go.calm".to_owned(), striking()),
            ("striking.spared".to_owned(), striking())
        ]
    );
}

/// A game of `tests/house` with a choice of a reading.
fn game(id: &str, reading: &str, choice: &str) -> GameRules {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/house");
    let text = std::fs::read_to_string(folder.join(format!("{id}.rules"))).expect("a file");
    let options = Options {
        readings: vec![(reading.into(), choice.into())],
        ..Options::default()
    };
    let library = Library { beside: Some(folder) };
    GameRules::read(&format!("{id}.rules"), &text, &library, &options).expect("a game")
}

#[test]
fn rules_of_every_reading_are_found() {
    let game = game("home", "striking", "struck");
    let other: Vec<(String, String)> = game
        .others
        .iter()
        .map(|(choices, rule)| (format!("{}={}", choices[0].0, choices[0].1), rule.path.clone()))
        .collect();
    assert_eq!(other, [("striking=spared".to_owned(), "go.calm".to_owned())]);
}

/// Looking on changes nothing: the same games are played, and every part that ended one is exercised in it.
#[test]
fn games_are_the_same_when_somebody_looks_on() {
    for (name, game) in common::all_games() {
        let program = game.program();
        let mut plain = Playouts::new(program, MAX_ROUNDS.min(300));
        let mut watched = Playouts::new(program, MAX_ROUNDS.min(300));
        for index in 0..6 {
            let streams = || (generator(3, index, false), generator(3, index, true));
            let (mut dice, mut agents) = streams();
            let one = plain.play(&mut dice, &mut agents);
            let (mut dice, mut agents) = streams();
            let (other, exercise) = watched.exercise(&mut dice, &mut agents);
            assert_eq!(one, other, "{name}, game {index}");
            let span = program.parts[one.by as usize].span;
            // What is called from several places has its code at each of them.
            let mut marked = program.marks.iter().filter(|m| m.span == span).peekable();
            if one.finished && marked.peek().is_some() {
                let ran = marked.any(|m| exercise.ran[m.from as usize..m.to as usize].contains(&true));
                assert!(ran, "{name}, game {index}: what ended it ran");
            }
        }
    }
}

/// A row counts in the games in which a throw belonged to it: known from the throws of the same games.
#[test]
fn a_row_of_a_throw_table_is_exercised_by_its_throws() {
    let answer = coverage(&["chuhong", "--games", "60", "--seed", "2"]);
    let game = common::embedded_game("chuhong");
    let four = game
        .program()
        .dice
        .iter()
        .position(|d| d.name.is_empty())
        .expect("the four dice");
    let mut thrown: Vec<HashSet<Vec<i32>>> = Vec::new();
    for index in 0..60 {
        let (mut dice, mut agents) = (generator(2, index, false), generator(2, index, true));
        let mut state = game.start();
        while common::step_randomly(&mut state, &mut dice, &mut agents) {}
        let throws = state.history().filter_map(|action| match action {
            Action::Throw { group, faces } if *group as usize == four => {
                let mut faces = faces.clone();
                faces.sort_unstable();
                Some(faces)
            }
            _ => None,
        });
        thrown.push(throws.collect());
    }
    let mut hit = 0;
    // Four of a kind, and three reds with one more, as the text lists them.
    for (id, faces) in [
        ("chuhongpu.biaomu.3", [4, 4, 4, 4]),
        ("chuhongpu.biaomu.4", [6, 6, 6, 6]),
        ("chuhongpu.biaomu.8", [1, 1, 1, 1]),
        ("chuhongpu.biaomu.10", [1, 4, 4, 4]),
        ("chuhongpu.biaomu.11", [2, 4, 4, 4]),
        ("chuhongpu.biaomu.14", [4, 4, 4, 6]),
    ] {
        let games = thrown.iter().filter(|t| t.contains(&faces[..])).count();
        assert_eq!(clause(&answer, id)["exercised"][0]["games"], games, "{id}");
        hit += games;
    }
    assert!(hit > 0, "some of them are thrown");
}

#[test]
fn a_refusal_counts_where_it_is_the_first() {
    let text = "language 1\ngame plain \"plain\"\nseats A, B\npieces stone 1 each\ndice 1 of d2\nspace a; space b; space c\n\
        setup each { a: 1 }\nstep go (dest in b + c) {\n require one: max(throw) = 1 \"a one\"\n require never: mine(a) > 5 \"x\"\n \
        do { move 1 a -> dest }\n}\nstep stay () {\n require two: max(throw) = 2 \"a two\"\n do { n += 1 }\n}\nvar n : 0..9 = 0\n\
        turn = t\nphase t { roll;  choose { go | stay } }\nend game when long: rounds >= 4 { draw }\n";
    let success = compile("plain.rules", text, &Library::default(), &Options::default()).expect("a game");
    let program = success.program;
    let mut playouts = Playouts::new(&program, 100);
    let part = |path: &str| program.parts.iter().position(|p| p.path == path).expect("a part");
    let (mut ones, mut twos) = (false, false);
    for index in 0..8 {
        let (_, exercise) = playouts.exercise(&mut generator(1, index, false), &mut generator(1, index, true));
        assert!(
            !exercise.met[part("go.one")],
            "`go` is never chosen, so nothing of it is met"
        );
        // `never` is asked only after a one, `one` refuses only a two.
        let one = exercise.refused[part("go.never")];
        assert_eq!(one, exercise.refused[part("stay.two")], "game {index}");
        assert_eq!(
            exercise.met[part("stay.two")],
            exercise.refused[part("go.one")],
            "game {index}"
        );
        ones |= one;
        twos |= exercise.met[part("stay.two")];
    }
    assert!(ones && twos, "both throws came");
}

/// Passage by passage: which clauses are said, shown and used; then the clauses and the silences.
#[test]
fn the_modern_game_passage_by_passage() {
    insta::assert_snapshot!(told(&["coverage", "backgammon", "--games", "20"], ""));
}

/// Everything: each register's passages with their three figures, then the silences of all games.
#[test]
fn all_registers_passage_by_passage() {
    insta::assert_snapshot!(told(&["coverage", "--games", "10"], ""));
}

#[test]
fn a_document_or_a_passage_can_be_asked_for() {
    let count = |what: &str| coverage(&[what, "--games", "1"])["total"]["clauses"].clone();
    let registers = Registers::embedded();
    // Every register that quotes the document.
    let of_it = registers.files().map(|f| &f.register);
    let of_it = of_it.filter(|r| r.document.as_ref().is_some_and(|d| d.file.starts_with("000_")));
    let all: usize = of_it.flat_map(|r| &r.passages).map(|p| p.clauses.len()).sum();
    assert!(all > 0);
    assert_eq!(count("000"), all, "the document by the beginning of its name");
    let (_, passage) = registers.passage("pushuang.ping").expect("the passage");
    assert_eq!(count("pushuang.ping"), passage.clauses.len());
    assert_eq!(run(&["coverage", "001_nothing.txt"], "").status.code(), Some(2));
    assert_eq!(
        run(&["coverage", "track"], "").status.code(),
        Some(2),
        "a library rests on nothing"
    );
}

#[test]
fn registers_and_rules_agree() {
    let registers = Registers::embedded();
    let mut games = Games::default();
    for file in embedded() {
        let game = GameRules::read(file.id, file.text, &Library::default(), &Options::default()).expect("a game");
        if game.expanded.header.is_game {
            games.games.push(game);
            games.failing.push(HashSet::new());
            games.played.push(None);
        }
    }
    let index = Index::new(&games.games, &registers);
    let passages = games.passages(&registers, &index, |_| true);
    assert_eq!(disagreements(&games.games, &passages), Vec::<Disagreement>::new());
}
