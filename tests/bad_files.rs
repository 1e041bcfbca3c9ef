//! Bad rule files: what is reported, where, and how to mend it; and that nothing bad makes the compiler panic or hang.

mod common;

use bopu::check::{Failure, Library, Options, Success, compile, embedded};
use bopu::diagnostics::Level;
use bopu::engine::{Game, generator};
use common::step_randomly;
use rand::Rng;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

type Compiled = Result<Success, Box<Failure>>;

fn compile_in(folder: Option<&Path>, name: &str, text: &str, options: &Options) -> Compiled {
    let library = Library {
        beside: folder.map(Path::to_path_buf),
    };
    compile(name, text, &library, options)
}

/// The reports without the folder that this test runs in.
fn report(compiled: &Compiled) -> String {
    let (sources, diagnostics) = match compiled {
        Ok(success) => (&success.program.sources, &success.warnings),
        Err(failure) => (&failure.sources, &failure.diagnostics),
    };
    let reports: String = diagnostics.iter().map(|d| d.render(sources, false) + "\n").collect();
    let here = format!("{}/", env!("CARGO_MANIFEST_DIR"));
    // Lines end as they are drawn, without the blanks behind them.
    reports
        .replace(&here, "")
        .lines()
        .map(|l| format!("{}\n", l.trim_end()))
        .collect()
}

/// Every bad file with everything that is said about it.
#[test]
fn each_mistake_has_its_report() {
    insta::glob!("bad/*.rules", |path| {
        let text = std::fs::read_to_string(path).expect("a bad file");
        let stem = path.file_stem().and_then(|s| s.to_str()).expect("a name");
        let mut options = Options::default();
        if stem == "unknown_reading_option" {
            options.readings = vec![("速".into(), "中".into()), ("迅".into(), "快".into())];
            options.agreements = vec![("stake".into(), "3".into())];
            options.players = Some(5);
            options.witness = Some("书".into());
        }
        if stem == "witness_divided" {
            options.witness = Some("shu".into());
        }
        let compiled = compile_in(path.parent(), &format!("tests/bad/{stem}.rules"), &text, &options);
        let mut shown = String::new();
        let _ = write!(shown, "SOURCE\n\n{text}\nREPORT\n\n{}", report(&compiled));
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(shown);
        });
    });
}

/// A game is too large by its code alone too, however the last instruction before the bound came to be.
#[test]
fn code_that_is_too_large_is_refused() {
    // Two thousand thousand-fold `again`s, and a few more or less: with the end of the phase and what ends the game the
    // bound of 2,000,000 lies among them.
    let many = |rest: usize| {
        let agains = |n: usize| "again; ".repeat(n);
        format!(
            "language 1\ngame large\nroutine most() {{ {} }}\nturn = one, two\nphase one {{ {} {} }}\nphase two {{ again }}\n\
             end game when never: rounds > 5 {{ draw }}\n",
            agains(2_000),
            "most(); ".repeat(999),
            agains(rest),
        )
    };
    let refused = |rest: usize| {
        let compiled = compile_in(None, "large.rules", &many(rest), &Options::default());
        match &compiled {
            Err(failure) => {
                let codes: Vec<&str> = failure.diagnostics.iter().map(|d| d.code).collect();
                assert_eq!(codes, ["size::game"], "{}", report(&compiled));
                true
            }
            Ok(success) => {
                let program = &success.program;
                let two = &program.code[program.phases[1].entry as usize..];
                assert!(
                    matches!(two[0], bopu::ir::Op::Again),
                    "{rest}: what the phase does is there"
                );
                false
            }
        }
    };
    assert!(!refused(1_900));
    let all: Vec<bool> = (1_994..=2_001).map(refused).collect();
    assert!(all.windows(2).all(|w| w[0] <= w[1]) && all[7], "{all:?}");
}

/// A message that goes over several lines is not broken within what stands between backticks.
#[test]
fn nothing_in_backticks_is_broken_over_lines() {
    let mut several = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad")).expect("the bad files") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|e| e != "rules") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a bad file");
        let name = path.file_name().and_then(|n| n.to_str()).expect("a name");
        for line in report(&compile_in(path.parent(), name, &text, &Options::default())).lines() {
            // Lines of the file are drawn behind their number.
            let drawn = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
            assert!(drawn || line.matches('`').count() % 2 == 0, "{name}: {line}");
            several += usize::from(line.starts_with("        ") || line.starts_with("  │ "));
        }
    }
    assert!(several > 5, "some messages go over several lines");
}

/// Whatever is found points into a file; what fails says why.
fn check(compiled: &Compiled, what: &str) {
    let (sources, diagnostics) = match compiled {
        Ok(success) => (&success.program.sources, &success.warnings),
        Err(failure) => (&failure.sources, &failure.diagnostics),
    };
    if compiled.is_err() {
        assert!(
            diagnostics.iter().any(|d| d.level == Level::Error),
            "{what}: refused without an error"
        );
    }
    for d in diagnostics {
        assert!(!d.labels.is_empty(), "{what}: `{}` has no place", d.message);
        assert!(!d.message.contains('\n'), "{what}: `{}` has several lines", d.message);
        for (span, label) in &d.labels {
            let file = sources
                .file(span.file)
                .unwrap_or_else(|| panic!("{what}: `{}` is in no file", d.message));
            let (start, end) = (span.start as usize, span.end as usize);
            assert!(
                start <= end && end <= file.text.len(),
                "{what}: `{}` at {start}..{end}",
                d.message
            );
            assert!(
                file.text.is_char_boundary(start) && file.text.is_char_boundary(end),
                "{what}: `{}` ({label}) cuts a character",
                d.message
            );
        }
        let _ = d.render(sources, false);
    }
}

/// Compiles and checks, and says how long it took.
fn timed(what: &str, text: &str) -> (Compiled, Duration) {
    let start = Instant::now();
    let compiled = compile_in(None, "mutated.rules", text, &Options::default());
    let taken = start.elapsed();
    check(&compiled, what);
    (compiled, taken)
}

fn codes(compiled: &Compiled) -> Vec<&'static str> {
    match compiled {
        Ok(_) => Vec::new(),
        Err(failure) => failure.diagnostics.iter().map(|d| d.code).collect(),
    }
}

#[test]
fn a_file_that_is_too_large_is_refused_before_it_is_read() {
    let text = format!("language 1\ngame large\n{}", "# 字\n".repeat(1 << 20));
    let (compiled, taken) = timed("large", &text);
    assert_eq!(codes(&compiled), ["syntax::size"]);
    assert!(taken < Duration::from_secs(1), "{taken:?}");
}

#[test]
fn nesting_without_end_is_refused() {
    for (open, close) in [
        ("(", ")"),
        ("not ", ""),
        ("- ", ""),
        ("if a then ", ""),
        ("{", "}"),
        ("[", "]"),
        ("as me (", ")"),
    ] {
        let text = format!(
            "language 1\ngame deep\npayoff {}1{}\n",
            open.repeat(100_000),
            close.repeat(100_000)
        );
        let (compiled, taken) = timed(open, &text);
        assert!(compiled.is_err(), "{open}");
        assert!(taken < Duration::from_secs(2), "{open}: {taken:?}");
    }
}

/// A function that calls another twice, which calls another twice …: what it expands to is bounded.
#[test]
fn doubling_without_end_is_refused() {
    let mut text = String::from("language 1\ngame doubling\nfn f0(n : 0..9) = n\n");
    for i in 1..60 {
        let _ = writeln!(text, "fn f{i}(n : 0..9) = f{}(n) + f{}(rounds + n)", i - 1, i - 1);
    }
    text.push_str("turn = a\nphase a { }\nend game when over: f59(1) > 0 { draw }\n");
    let (compiled, taken) = timed("doubling", &text);
    assert!(codes(&compiled).contains(&"size::game"), "{:?}", codes(&compiled));
    assert!(taken < Duration::from_secs(5), "{taken:?}");
}

#[test]
fn ranges_without_end_are_refused() {
    let game = |line: &str| {
        format!(
            "language 1\ngame wide\nspace lane[1..3]\nroute way of each player = lane[1..3]\n{line}\n\
             turn = a\nphase a {{ }}\nend game when over: rounds > 1 {{ draw }}\n"
        )
    };
    for line in [
        "measure m = sum x in 1..2147483647 : x",
        "measure m = size(1..2147483647)",
        "measure m = if 3 in {1, 5..2147483647} then 1 else 2",
        "measure m = size(1..2147483647 - {3})",
        "route far of each player = lane[1..2147483647]",
        "layout rows { rows lane[2147483647..1] }",
        "space field[-2147483647..2147483647]",
        "die huge = -2147483647..2147483647\ndice 1 of huge",
        "start { for x in 1..2147483647 { mover := me } }",
        "start { loop at most 2147483647 { leave } beyond { } }",
        "step s (x in 1..2147483647) { do { again } }",
        "var v : bag 4 of -2147483647..2147483647",
        "var v : set of int",
    ] {
        let (compiled, taken) = timed(line, &game(line));
        assert!(compiled.is_err(), "{line}");
        assert!(taken < Duration::from_secs(1), "{line}: {taken:?}");
    }
    // Whether a number lies within is asked without going through them.
    let (compiled, _) = timed("within", &game("measure m = if rounds in 0..2147483647 then 1 else 2"));
    assert!(compiled.is_ok());
}

/// Copies of the embedded files and of the test games with random pieces deleted, doubled, swapped or exchanged.
#[test]
fn mutated_files_never_panic_and_never_take_long() {
    let mut texts: Vec<String> = embedded().iter().map(|e| e.text.to_owned()).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|e| e.expect("a file").path())
        .filter(|p| p.is_file())
        .collect();
    paths.sort();
    texts.extend(paths.iter().map(|p| std::fs::read_to_string(p).expect("a test game")));
    let mut rng = generator(31, 0, false);
    let mut slowest = Duration::ZERO;
    let mut refused = 0;
    for round in 0..2_000 {
        let mut pieces = tokens(&texts[round % texts.len()]);
        for _ in 0..=rng.next_u32() % 4 {
            mutate(&mut pieces, &mut rng);
        }
        let text = pieces.concat();
        let (compiled, taken) = timed(&format!("round {round}"), &text);
        match compiled {
            Ok(success) => play(&Game::new(success.program), round as u64),
            Err(_) => refused += 1,
        }
        slowest = slowest.max(taken);
        assert!(taken < Duration::from_secs(1), "round {round} took {taken:?}:\n{text}");
    }
    assert!(refused > 1_000, "mutations break most files: {refused}");
}

/// What still compiles can be played without a panic, however odd it is.
fn play(game: &Game, index: u64) {
    let (mut dice, mut agents) = (generator(37, index, false), generator(37, index, true));
    let mut state = game.start_capped(20);
    for _ in 0..60 {
        let before = state.clone();
        if !step_randomly(&mut state, &mut dice, &mut agents) {
            break;
        }
        for candidate in before.conceivable().iter().step_by(7) {
            let _ = before.explain(candidate);
        }
    }
}

/// Words, numbers, blanks and single signs.
fn tokens(text: &str) -> Vec<String> {
    let class = |c: char| {
        if c.is_alphanumeric() || c == '_' {
            0
        } else if c == ' ' {
            1
        } else {
            2
        }
    };
    let mut out: Vec<String> = Vec::new();
    for c in text.chars() {
        match out.last_mut() {
            Some(last) if class(c) < 2 && last.chars().next_back().map(class) == Some(class(c)) => last.push(c),
            _ => out.push(c.to_string()),
        }
    }
    out
}

fn mutate(pieces: &mut Vec<String>, rng: &mut impl Rng) {
    let mut below = |n: usize| rng.next_u32() as usize % n.max(1);
    if pieces.is_empty() {
        return;
    }
    let at = below(pieces.len());
    let other = below(pieces.len());
    match below(8) {
        0 => drop(pieces.remove(at)),
        1 => {
            let piece = pieces[at].clone();
            pieces.insert(other, piece);
        }
        2 => pieces.swap(at, other),
        3 => pieces[at] = pieces[other].clone(),
        4 => {
            let end = (at + below(30)).min(pieces.len());
            pieces.drain(at..end);
        }
        5 => {
            let signs = [
                "{", "}", "(", ")", "[", "]", "\"", "“", "；", "#", "..", ":=", "|", "不", "\u{3000}", "\r", "\u{0}",
                "\u{FEFF}",
            ];
            pieces.insert(at, signs[below(signs.len())].to_owned());
        }
        6 => {
            let numbers = [
                "0",
                "-1",
                "7",
                "65",
                "1001",
                "5000",
                "2147483647",
                "2147483648",
                "99999999999999999999",
            ];
            pieces[at] = numbers[below(numbers.len())].to_owned();
        }
        _ => {
            let words = [
                "me", "opponent", "none", "roll", "again", "place", "size", "point", "pips", "throw", "players", "if",
                "all",
            ];
            pieces[at] = words[below(words.len())].to_owned();
        }
    }
}
