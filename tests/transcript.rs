//! Transcripts: saved, replayed, damaged; the same seed gives the same one.

mod common;

use bopu::check::Options;
use bopu::engine::{Game, generator};
use bopu::record::{Entry, Transcript};
use common::program::{err, out, run};
use common::{embedded_game, step_randomly};
use std::path::Path;

fn game() -> Game {
    embedded_game("backgammon")
}

fn played(game: &Game, seed: u64, most: usize) -> Transcript {
    let (mut dice, mut agents) = (generator(seed, 0, false), generator(seed, 0, true));
    let mut state = game.start();
    for _ in 0..most {
        if !step_randomly(&mut state, &mut dice, &mut agents) {
            break;
        }
    }
    let transcript = Transcript::of("backgammon", &Options::default(), Some(seed), &state);
    assert_eq!(transcript.replay(game).as_ref(), Ok(&state));
    transcript
}

#[test]
fn random_games_are_replayed_from_their_text() {
    let game = game();
    for seed in 0..30 {
        // Whole games, and games broken off anywhere.
        let transcript = played(&game, seed, if seed % 3 == 0 { 17 * seed as usize } else { 10_000 });
        assert_eq!(Transcript::parse(&transcript.text()).as_ref(), Ok(&transcript));
    }
}

#[test]
fn run_and_replay_tell_the_same_game_and_the_seed_decides_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.ron");
    let path = file.to_str().expect("UTF-8");
    for format in ["human", "json"] {
        let args = ["run", "backgammon", "--seed", "7", "--format", format, "--save", path];
        let first = run(&args, "");
        assert!(first.status.success());
        let saved = std::fs::read_to_string(&file).expect("saved");
        let second = run(&args, "");
        assert_eq!(first.stdout, second.stdout);
        assert_eq!(saved, std::fs::read_to_string(&file).expect("saved"));
        let replay = run(&["replay", path, "--format", format], "");
        assert_eq!(out(&replay), out(&first));
    }
    // Nothing but the transcript is left in the folder.
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn a_cut_off_transcript_never_panics() {
    let game = game();
    let text = played(&game, 1, 40).text();
    for (end, _) in text.char_indices() {
        if let Ok(part) = Transcript::parse(&text[..end]) {
            let _ = part.replay(&game);
        }
    }
}

#[test]
fn damaged_transcripts_say_where_and_what() {
    let game = game();
    let good = played(&game, 2, 10_000);
    let mut bad: Vec<(&str, String)> = vec![
        ("nothing", String::new()),
        ("no RON", "hello there".into()),
        ("cut off", good.text()[..400].into()),
        ("a later format", good.text().replace("bopu: 1", "bopu: 2")),
        ("an unknown field", good.text().replace("game:", "gmae:")),
        ("too deep", "(bopu: 1, game: ".to_owned() + &"[".repeat(10_000)),
    ];
    let mut change = |name: &'static str, change: &dyn Fn(&mut Transcript)| {
        let mut other = good.clone();
        change(&mut other);
        bad.push((name, other.text()));
    };
    change("an illegal choice", &|t| t.actions[2] = Entry::Choice("1/2".into()));
    change("a choice before the throw", &|t| {
        t.actions.insert(1, Entry::Choice("8/4".into()))
    });
    change("no such throw", &|t| t.actions[1] = Entry::Throw(vec![]));
    change("no such dice", &|t| t.actions[0] = Entry::ThrowOf("lto".into(), vec![]));
    change("no such event", &|t| {
        t.actions.insert(0, Entry::Call("noise".into(), vec![]))
    });
    change("lost entries", &|t| t.actions.truncate(20));
    change("entries after the end", &|t| {
        t.actions.push(Entry::Choice("8/4".into()))
    });
    change("another result", &|t| {
        t.result = Some(bopu::record::Outcome::Unfinished)
    });
    let report: Vec<String> = bad
        .iter()
        .map(
            |(name, text)| match Transcript::parse(text).and_then(|t| t.replay(&game)) {
                Ok(_) => format!("{name}: TAKEN"),
                Err(d) => format!("{name}\n    {d}\n    {}", d.help.clone().unwrap_or_default()),
            },
        )
        .collect();
    insta::assert_snapshot!(report.join("\n"));
}

#[test]
fn what_cannot_be_replayed_exits_with_3_and_what_cannot_be_run_with_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    };
    let lost = write("lost.ron", r#"(bopu: 1, game: "backgamon", actions: [])"#);
    let reading = write(
        "reading.ron",
        r#"(bopu: 1, game: "backgammon", readings: [("opening", "odd")], actions: [])"#,
    );
    let bytes = folder.path().join("bytes.ron");
    std::fs::write(&bytes, [0xff, 0xfe, 0x00]).expect("written");
    for path in [&lost, &reading, bytes.to_str().expect("UTF-8"), "nowhere.ron"] {
        let output = run(&["replay", path], "");
        assert_eq!(output.status.code(), Some(3), "{path}: {}", err(&output));
        assert!(output.stdout.is_empty());
    }
    for args in [
        &["run", "backgammon", "--seat", "human"][..],
        &[
            "run",
            "backgammon",
            "--seat",
            "random",
            "--seat",
            "random",
            "--seat",
            "random",
        ],
    ] {
        assert_eq!(run(args, "").status.code(), Some(2));
    }
}

#[test]
fn a_file_that_cannot_be_written_leaves_what_was_there() {
    let transcript = played(&game(), 3, 20);
    assert!(transcript.write(Path::new("/nowhere/at/all.ron")).is_err());
}

#[test]
fn a_game_is_the_same_alone_and_among_many() {
    let game = game();
    let mut playouts = bopu::engine::Playouts::new(game.program(), bopu::engine::MAX_ROUNDS);
    for seed in 0..30 {
        let among = playouts.play(&mut generator(seed, 0, false), &mut generator(seed, 0, true));
        let alone = played(&game, seed, 100_000).replay(&game).expect("replays");
        assert_eq!(
            (alone.scores(), alone.rounds()),
            (among.scores, among.rounds),
            "seed {seed}"
        );
    }
}
