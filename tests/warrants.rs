//! What rules rest on: which need a warrant, which warrant counts, and how it is traced through derivations.

mod common;

use bopu::check::{Failure, Library, Options, Success, compile, embedded};
use bopu::ir::{Ground, Program};
use bopu::sources::Registers;
use bopu::syntax::tree::Grade;
use common::program::told_in;
use common::{register, reports};
use std::path::Path;
use tempfile::TempDir;

/// The passages of the register `road`.
const PASSAGES: &str = r#"
    (id: "walk", heading: "行", gloss: "Walking", clauses: [
        (id: "1", quote: "二人，各一子。", says: "Two players, one stone each.", kind: Rule, status: Encoded),
        (id: "2", quote: "掷一骰，依数而行。", says: "Go as far as the die says.", kind: Rule, status: Encoded),
        (id: "3", quote: "先至者胜。", says: "Who is first there wins.", kind: Rule, status: Encoded),
    ]),
    (id: "run", heading: "走", gloss: "Running", clauses: [
        (id: "1", quote: "馀如行。", says: "The rest as in walking.", kind: Rule, status: Encoded),
    ]),
    (id: "fly", heading: "飞", gloss: "Flying", clauses: [
        (id: "1", quote: "馀如走。", says: "The rest as in running.", kind: Rule, status: Encoded),
    ]),
"#;

const LIBRARY: &str = "language 1
library ways \"a way that two walk along\"
players 2
space lane[1..9] of each player
route way of each player = lane[1..9]
open fn pace(t : throw) : 0..9
fn both(n : int) = n + n
condition may_go(a : space) { require own: mine(a) > 0 \"no stone there\" }
routine account() { walked += 1 }
routine step_on(a : space, b : space) { move 1 a -> b }
var walked : 0..9999 = 0
step go (a in lane) {
  let b = ahead(a, pace(throw)) else \"the way ends there\"
  require may_go(a)
  do { step_on(a, b);  account() }
}
turn = walk
phase walk { roll;  choose { go | pass } }
end game when there: mine(lane[9]) = 1 { win me by 1 }
measure far = both(walked)
";

/// A game on the library that says what everything rests on.
const WALK: &str = "language 1
game walk \"walking\" extends ways
source road
seats A, B                                   per road.walk.1 \"二人\"
pieces stone 1 each                          per road.walk.1 \"各一子\"
dice 1 of d6                                 per road.walk.2 \"掷一骰\"
setup each { lane[1]: 1 }                    modern because \"it must begin somewhere\"
fn pace(t : throw) = max(t)                  per road.walk.2 \"依数而行\"
rests {
  lane, way   modern because \"the book has no board\"
  step_on     per road.walk.2
  go          per road.walk.1 .. road.walk.2
  may_go      guess because \"one moves what is one's own\"
  walk        from road.walk.2 because \"one goes after throwing\"
  there       per road.walk.3, elsewhere \"all books\"
}
";

/// The same without a word on what it rests on.
fn without_warrants() -> String {
    let declarations = WALK.lines().take_while(|l| *l != "rests {");
    let bare = declarations.map(|l| {
        l.split("  per ")
            .next()
            .unwrap_or(l)
            .split("  modern ")
            .next()
            .unwrap_or(l)
    });
    bare.map(|l| format!("{l}\n")).collect()
}

/// A folder with the register, the library and the game.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let road = register("road", PASSAGES);
    for (name, text) in [
        ("road.ron", road.as_str()),
        ("ways.rules", LIBRARY),
        ("walk.rules", WALK),
    ] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

fn read(folder: &Path, name: &str, text: &str) -> Result<Success, Box<Failure>> {
    let library = Library {
        beside: Some(folder.to_path_buf()),
    };
    compile(name, text, &library, &Options::default())
}

fn compiles(text: &str) -> Success {
    let folder = folder();
    read(folder.path(), "test.rules", text).unwrap_or_else(|failure| panic!("{}", reports(&failure)))
}

/// Codes of what is found wrong with a text, and the help of the first.
fn refused(text: &str) -> (Vec<&'static str>, String) {
    let folder = folder();
    let failure = read(folder.path(), "test.rules", text).expect_err("refused");
    let codes = failure.diagnostics.iter().map(|d| d.code).collect();
    (codes, failure.diagnostics[0].help.clone().unwrap_or_default())
}

/// The names in the table that an error offers.
fn offered(help: &str) -> Vec<&str> {
    let table = help.lines().skip_while(|l| *l != "rests {").skip(1);
    table
        .take_while(|l| *l != "}")
        .filter_map(|l| l.split_whitespace().next())
        .collect()
}

fn ground<'a>(program: &'a Program, path: &str) -> &'a Ground {
    let rule = program.rules.iter().find(|r| r.path == path);
    &rule.unwrap_or_else(|| panic!("no rule `{path}`")).ground
}

fn links(program: &Program, path: &str) -> Vec<String> {
    let links = program.links_of(ground(program, path));
    links.map(|l| format!("{} < {}", l.game, l.base)).collect()
}

#[test]
fn each_rule_of_a_game_with_a_source_needs_a_warrant_and_helpers_need_none() {
    let bare = without_warrants();
    let (codes, help) = refused(&bare);
    assert_eq!(codes, ["warrant::missing"]);
    // `players` is said by the seats; `both` and `account` decide nothing; the condition is named by its requirement.
    let mut names = offered(&help);
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "dice",
            "go",
            "lane",
            "may_go.own",
            "pace",
            "seats",
            "setup",
            "step_on",
            "stone",
            "there",
            "walk",
            "way"
        ]
    );
    // What the game itself rests on is not what its rules rest on.
    let header = "extends ways  per road.walk.1";
    let headed = refused(&bare.replace("extends ways", header));
    assert_eq!(headed.0, ["warrant::missing"]);
    assert_eq!(offered(&headed.1).len(), names.len());
    // The table that is offered, filled in, is what was missing.
    let start = help.find("rests {").expect("a table");
    let table = help[start..].replace("PASSAGE.N", "walk.1");
    let success = compiles(&format!("{bare}\n{table}\n"));
    assert_eq!(ground(&success.program, "go").clauses, ["road.walk.1"]);
}

#[test]
fn a_game_without_a_source_is_its_own_authority() {
    let success = compiles(&without_warrants().replace("source road\n", ""));
    assert!(ground(&success.program, "go").rests_on.is_empty());
    assert_eq!(ground(&success.program, "go").grade(), None);
}

#[test]
fn the_innermost_warrant_counts() {
    let success = compiles(WALK);
    let program = &success.program;
    assert_eq!(ground(program, "go").clauses, ["road.walk.1", "road.walk.2"]);
    // The `let` of the step has none of its own.
    assert_eq!(ground(program, "go.b").clauses, ["road.walk.1", "road.walk.2"]);
    assert_eq!(ground(program, "may_go.own").grade(), Some(Grade::Conjecture));
    assert_eq!(ground(program, "walk").grade(), Some(Grade::Implied));
    // Another witness supports a clause and doesn't weaken it.
    assert_eq!(ground(program, "there").grade(), Some(Grade::Stated));
    let own = WALK.replace(
        "rests {",
        "in step go { add require fit: walked < 99  guess because \"nobody walks so far\" }\nrests {",
    );
    let success = compiles(&own);
    assert_eq!(ground(&success.program, "go.fit").grade(), Some(Grade::Conjecture));
    // Parts of the program, which explanations and transcripts use, know the same.
    for part in &success.program.parts {
        if let Some(rule) = success.program.rules.iter().find(|r| r.path == part.path) {
            assert_eq!(part.ground.clauses, rule.ground.clauses, "{}", part.path);
        }
    }
}

#[test]
fn nothing_rests_on_a_warrant_that_was_written_before_it() {
    let (codes, help) = refused(
        "language 1\ngame run \"running\" extends walk per road.run.1\n\
         in step go { add require fit: walked < 99 }\noverride fn pace(t : throw) = 2\n",
    );
    assert_eq!(codes, ["warrant::missing"]);
    assert_eq!(offered(&help), ["pace", "go.fit"]);
    // Without a clause the derivation is its own authority, and its words do not rest on the book's.
    let success = compiles(
        "language 1\ngame home \"at home\" extends walk\n\
         in step go { add require fit: walked < 99 }\noverride fn pace(t : throw) = 2\n",
    );
    assert!(ground(&success.program, "pace").rests_on.is_empty());
    assert!(ground(&success.program, "go.fit").rests_on.is_empty());
    assert_eq!(ground(&success.program, "go.b").clauses, ["road.walk.1", "road.walk.2"]);
}

#[test]
fn what_is_derived_by_clauses_is_traced_through_each() {
    let folder = folder();
    let run = "language 1\ngame run \"running\" extends walk per road.run.1 \"馀如行\"\n\
               override fn pace(t : throw) = max(t) + 1   per road.run.1\n";
    std::fs::write(folder.path().join("run.rules"), run).expect("written");
    let fly = "language 1\ngame fly \"flying\" extends run per road.fly.1\nrests { there  per road.fly.1 }\n";
    let success = read(folder.path(), "fly.rules", fly).expect("compiles");
    let program = &success.program;
    // A rule of the first game came by both links; one of the second by one; one of the last by none.
    assert_eq!(ground(program, "go").clauses, ["road.walk.1", "road.walk.2"]);
    assert_eq!(links(program, "go"), ["fly < run", "run < walk"]);
    assert_eq!(ground(program, "pace").clauses, ["road.run.1"]);
    assert_eq!(links(program, "pace"), ["fly < run"]);
    assert_eq!(ground(program, "there").clauses, ["road.fly.1"]);
    assert_eq!(links(program, "there"), Vec::<String>::new());
    let shown = bopu::show::rests_on(program, ground(program, "go"));
    assert_eq!(
        shown,
        [
            "per road.walk.1 .. road.walk.2",
            "fly extends run per road.fly.1",
            "run extends walk per road.run.1 \"馀如行\""
        ]
    );
}

#[test]
fn removals_and_changed_defaults_need_a_warrant_too() {
    let walk = WALK.replace(
        "rests {",
        "reading early \"may one stop early?\" { soon default; late }\n\
         fn stop() : truth = early is soon\nin step go { add require fit: stop() or walked < 99  modern because \"x\" }\n\
         rests {\n  early.soon  per road.walk.2\n  early.late  elsewhere \"the neighbours\"\n",
    );
    let folder = folder();
    std::fs::write(folder.path().join("walk.rules"), &walk).expect("written");
    let text = "language 1\ngame run extends walk per road.run.1\n\
                default reading early = late\nin step go { remove fit }\n";
    let failure = read(folder.path(), "run.rules", text).expect_err("refused");
    let help = failure.diagnostics[0].help.clone().unwrap_or_default();
    assert!(help.contains("`default reading early = late` (run.rules:3)"), "{help}");
    assert!(help.contains("`in step go { remove fit }` (run.rules:4)"), "{help}");
    let text = text
        .replace("= late", "= late  per road.run.1")
        .replace("remove fit", "remove fit  per road.run.1");
    let success = read(folder.path(), "run.rules", &text).expect("compiles");
    let warrants = &success.program.readings[0].choices[1].2;
    assert_eq!(warrants[0].grade, Grade::Elsewhere);
}

#[test]
fn an_entry_may_speak_of_what_another_choice_brings_in() {
    let walk = WALK.replace(
        "rests {",
        "reading kind \"?\" { mild default modern because \"x\"; hard modern because \"x\" }\n\
         in step go { add require fit: walked < 99  when kind is hard }\nrests {\n  go.fit      per road.walk.2\n",
    );
    compiles(&walk);
}

#[test]
fn a_register_beside_the_file_does_not_shadow_one_in_silence() {
    let folder = folder();
    std::fs::write(folder.path().join("pushuang.ron"), register("pushuang", PASSAGES)).expect("written");
    let success = read(folder.path(), "walk.rules", &WALK.replace("road", "pushuang")).expect("compiles");
    let codes: Vec<&str> = success.warnings.iter().map(|w| w.code).collect();
    assert_eq!(codes, ["source::shadows"]);
}

#[test]
fn the_rules_of_the_games_that_come_along_rest_on_clauses_that_are_there() {
    let registers = Registers::embedded();
    for file in embedded() {
        let Ok(success) = compile(file.id, file.text, &Library::default(), &Options::default()) else {
            panic!("{} does not compile", file.id)
        };
        let sourced = success.expanded.files.iter().any(|o| !o.sources.is_empty());
        for rule in &success.program.rules {
            assert!(
                !sourced || !rule.decides || rule.ground.grade().is_some(),
                "{}: {}",
                file.id,
                rule.path
            );
            for clause in &rule.ground.clauses {
                assert!(registers.clause(clause).is_some(), "{}: {clause}", file.id);
            }
        }
    }
}

/// A thousand false citations take no time, and are not all told.
#[test]
fn a_thousand_mistakes_are_told_in_a_moment() {
    let mut text = WALK.to_owned();
    for i in 0..1_000 {
        text.push_str(&format!(
            "const c{i} : 1..9 = 3  per road.walk.1 \"二人，各三子\"  per road.walk.{i}\n"
        ));
        text.push_str(&format!("rests {{ no{i}  guess because \"x\" }}\n"));
    }
    let folder = folder();
    let start = std::time::Instant::now();
    let failure = read(folder.path(), "test.rules", &text).expect_err("refused");
    assert!(
        start.elapsed() < std::time::Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
    // Fifty are told, and that there are more.
    assert_eq!(failure.diagnostics.len(), 51);
    assert_eq!(failure.diagnostics[50].code, "size::findings");
}

#[test]
fn a_variant_written_out_whole_says_what_rests_on_itself() {
    let text = "language 1\ngame home \"at home\" extends walk\n\
                in step go { add require fit: walked < 99 \"too far\" }\noverride fn pace(t : throw) = 2\n";
    let folder = folder();
    std::fs::write(folder.path().join("home.rules"), text).expect("written");
    let whole = told_in(folder.path(), &["show", "./home.rules", "--expanded"], "");
    let success = read(folder.path(), "home.rules", &whole).expect("compiles");
    assert_eq!(ground(&success.program, "pace").grade(), Some(Grade::Modern));
    assert_eq!(ground(&success.program, "go.b").clauses, ["road.walk.1", "road.walk.2"]);
}
