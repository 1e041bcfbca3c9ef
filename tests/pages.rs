//! The pages of the games: those that are kept are what the command writes, and it writes pages of all sorts of games.

mod common;

use common::program::{err, json_in, out, run_in, told, told_in};
use std::collections::BTreeMap;
use std::path::Path;

/// What writes the pages anew.
const REGENERATE: &str = "cargo run --release -- page --all docs/games";

fn kept() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/games")
}

/// The files of a folder with their texts.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let read = entries.map(|entry| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).expect("a text"))
    });
    read.collect()
}

#[test]
fn the_kept_pages_are_those_of_the_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    told(&["page", "--all", &folder.path().display().to_string()], "");
    let (made, kept) = (files(folder.path()), files(&kept()));
    let other = made.iter().filter(|(name, text)| kept.get(*name) != Some(text));
    let other: Vec<&String> = other.map(|(name, _)| name).collect();
    assert!(
        other.is_empty(),
        "docs/games is not what the rules say: {other:?}\nwrite it anew with `{REGENERATE}`"
    );
    let left: Vec<&String> = kept.keys().filter(|name| !made.contains_key(*name)).collect();
    assert!(left.is_empty(), "docs/games has pages of no game: remove {left:?}");
}

#[test]
fn links_of_the_kept_pages_lead_somewhere() {
    let kept = files(&kept());
    for (name, text) in kept.iter().filter(|(name, _)| name.ends_with(".md")) {
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split([')', '#']).next())
        {
            let page = link.ends_with(".md") || link.ends_with(".svg");
            assert!(!page || kept.contains_key(link), "{name}: {link}");
        }
    }
}

/// A file in a folder of its own, with the page that is made of it.
fn page(rules: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("g.rules"), rules).expect("a file");
    told_in(folder.path(), &["page", "g.rules"], "")
}

#[test]
fn a_game_whose_rules_are_lost_has_a_page() {
    let page = page(
        "language 1\ngame g \"a lost race\" also \"失传之戏\"\nstatus lost \"only its pieces are told of\"\npieces 马 10 each\n\
         glossary told \"what is told of it\" { 将 \"a general\" }\n",
    );
    assert!(page.contains("# 失传之戏 — a lost race"), "{page}");
    assert!(
        page.contains("**The rules of this game are lost**: only its pieces are told of."),
        "{page}"
    );
    assert!(
        page.contains("## What is told of it") && page.contains("| 将 | a general |"),
        "{page}"
    );
    assert!(
        !page.contains("How a game begins") && !page.contains("bopu play"),
        "{page}"
    );
}

#[test]
fn a_scoring_sheet_has_a_page_without_a_game() {
    let page = page(
        "language 1\ngame g \"a sheet\"\nplayers 2..12\nvar points of each player : 0..99\nno turn\n\
         referee goal(p : player) \"a goal\" { points(p) += 1 }\nend game when won: points(me) = 9 { win me }\n",
    );
    assert!(page.contains("For 2 to 12 players."), "{page}");
    assert!(
        page.contains("its rules are their own authority") && page.contains("`referee goal"),
        "{page}"
    );
    assert!(!page.contains("How a game begins") && !page.contains("!["), "{page}");
}

#[test]
fn a_derived_page_tells_what_becomes_of_the_base() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = "language 1\ngame g \"a short game\" extends backgammon\noverride setup each { 6: 5; 5: 5; 4: 5 }\n\
                 default reading opening = pair\nin condition may_land { add require six: mine(b) < 6 \"full\" }\n";
    std::fs::write(folder.path().join("g.rules"), rules).expect("a file");
    let page = told_in(folder.path(), &["page", "g.rules"], "");
    assert!(
        page.contains("It is derived from [backgammon](backgammon.md)"),
        "{page}"
    );
    assert!(page.contains("| replaced | `setup` |"), "{page}");
    assert!(page.contains("| changed in part | `condition may_land` |"), "{page}");
    assert!(
        page.contains("| another default | `reading opening = pair` |"),
        "{page}"
    );
    assert!(page.contains("- `six`: full"), "{page}");
    assert!(page.contains("[backgammon](backgammon.md#readings)"), "{page}");
    let data = json_in(folder.path(), &["page", "g.rules"]);
    assert_eq!(data["rules"]["changes"][0]["to"], "reading opening");
    assert_eq!(data["setting"]["setup"][0]["pieces"][0]["number"], 5);
}

#[test]
fn a_picture_is_printed_where_there_is_something_to_draw() {
    let svg = told(&["page", "--board", "ping"], "");
    assert!(svg.starts_with("<svg") && svg.contains("左后一梁"), "{svg}");
    let folder = tempfile::tempdir().expect("a folder");
    let rules = "language 1\ngame g \"a coin\"\nvar n : 0..9\nturn = t\nphase t { n += 1 }\nend game when done: n = 9 { draw }\n";
    std::fs::write(folder.path().join("g.rules"), rules).expect("a file");
    let output = run_in(folder.path(), &["page", "--board", "g.rules"], "");
    assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    let page = run_in(folder.path(), &["page", "track"], "");
    assert_eq!(page.status.code(), Some(2), "{}{}", out(&page), err(&page));
}
