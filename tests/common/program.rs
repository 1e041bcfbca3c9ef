//! Runs of the program `bopu` itself.

use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs it with this typed.
pub fn run(args: &[&str], input: &str) -> Output {
    run_in(Path::new(env!("CARGO_MANIFEST_DIR")), args, input)
}

/// Runs it in another folder.
pub fn run_in(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bopu"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bopu runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|s| {
        s.spawn(move || {
            // A command that has done what it had to do doesn't read on.
            let _ = stdin.write_all(input.as_bytes());
        });
        child.wait_with_output().expect("bopu ends")
    })
}

/// What it writes to standard output.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// What it writes to standard error.
pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// What it tells people, where it succeeds.
#[track_caller]
pub fn told(args: &[&str], input: &str) -> String {
    told_in(Path::new(env!("CARGO_MANIFEST_DIR")), args, input)
}

/// What it tells people in another folder, where it succeeds.
#[track_caller]
pub fn told_in(folder: &Path, args: &[&str], input: &str) -> String {
    let output = run_in(folder, args, input);
    assert!(output.status.success(), "{}", err(&output));
    out(&output)
}

/// What it tells programs, where it succeeds.
#[track_caller]
pub fn json(args: &[&str]) -> Value {
    json_in(Path::new(env!("CARGO_MANIFEST_DIR")), args)
}

/// What it tells programs in another folder.
#[track_caller]
pub fn json_in(folder: &Path, args: &[&str]) -> Value {
    let args = [args, &["--format", "json"]].concat();
    serde_json::from_str(&told_in(folder, &args, "")).expect("JSON")
}

/// A text without the numbers of lines of rule files.
pub fn unnumbered(text: &str) -> String {
    let mut pieces = text.split(".rules:");
    let mut told = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        told.push_str(".rules");
        told.push_str(piece.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    told
}
