//! `bopu list` and `bopu show`, for the embedded games and for games of other shapes.

mod common;

use bopu::check::{Library, Options, compile, embedded};
use bopu::engine::Game;
use bopu::show;
use common::program::{err, json, run, told};
use common::reports;

/// Three to four seats, two kinds of piece, rows, named spaces, a reading, an agreement, a referee.
const RACE: &str = include_str!("rules/race.rules");

fn compiled(id: &str, text: &str, options: &Options) -> bopu::check::Success {
    let compiled = compile(&format!("{id}.rules"), text, &Library::default(), options);
    compiled.unwrap_or_else(|failure| panic!("{id} does not compile:\n{}\n{text}", reports(&failure)))
}

#[test]
fn list_names_every_embedded_file() {
    let listed = told(&["list"], "");
    for file in embedded() {
        let line = format!("  {} ", file.id);
        assert!(listed.contains(&line), "{} is missing in\n{listed}", file.id);
    }
    assert!(listed.contains("双陆棋"), "aliases are listed:\n{listed}");
}

#[test]
fn list_for_programs() {
    let listing = json(&["list"]);
    assert_eq!(listing["bopu"], 1);
    let games = listing["games"].as_array().expect("a list of games");
    let game = games.iter().find(|g| g["id"] == "backgammon").expect("the game");
    assert_eq!(game["players"], serde_json::json!([2, 2]));
    assert_eq!(game["seats"], serde_json::json!(["White", "Black"]));
    assert_eq!(game["aliases"], serde_json::json!(["双陆棋", "雙陸棋"]));
    let libraries = listing["libraries"].as_array().expect("a list of libraries");
    assert!(libraries.iter().any(|l| l["id"] == "track"));
    assert!(games.iter().all(|g| g["id"] != "track"), "a library is no game");
}

#[test]
fn show_for_people() {
    insta::assert_snapshot!(told(&["show", "双陆棋"], ""));
}

#[test]
fn show_a_game_with_several_kinds_and_seats() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("race.rules");
    std::fs::write(&path, RACE).expect("a file");
    let path = path.to_str().expect("a path");
    let chosen = ["--players", "3", "--reading", "far=two", "--agree", "stake=5"];
    insta::assert_snapshot!(told(&[&["show", path], &chosen[..]].concat(), ""));
}

#[test]
fn show_sides_and_marks() {
    let shown = told(&["show", "tests/games/partners.rules"], "");
    for line in [
        "side meridian (北南): North, South",
        "side parallel (东西): East, West",
        "pieces: 2 man for each player, each fresh or turned",
    ] {
        assert!(shown.contains(line), "{line}:\n{shown}");
    }
    let game = json(&["show", "tests/games/partners.rules"]);
    let north = serde_json::json!({"name": "meridian", "gloss": "北南", "seats": ["North", "South"]});
    assert_eq!(game["sides"][0], north);
    assert_eq!(game["pieces"][0]["marks"], serde_json::json!(["fresh", "turned"]));
    let played = told(&["run", "tests/games/partners.rules", "--seed", "3"], "");
    assert!(
        played.contains("(East, West) wins:") || played.contains("(North, South) wins:"),
        "{played}"
    );
}

#[test]
fn what_a_game_extends_is_told_apart_from_what_it_uses() {
    for (game, lines, derived_from) in [
        (
            "ping",
            "derived from tables, which is derived from track\nuses match\n",
            vec!["tables", "track"],
        ),
        (
            "luoying",
            "derived from ping, which is derived from tables, which is derived from track\nping uses match\n",
            vec!["ping", "tables", "track"],
        ),
    ] {
        let text = told(&["show", game], "");
        assert!(text.contains(lines), "{text}");
        let json = json(&["show", game]);
        assert_eq!(json["derived_from"], serde_json::json!(derived_from));
        let used = |library: &str| serde_json::json!({"library": library, "by": "ping"});
        assert_eq!(json["uses"], serde_json::json!([used("match"), used("handicap")]));
    }
    assert_eq!(json(&["show", "chuhong"])["uses"], serde_json::json!([]));
}

#[test]
fn show_for_programs() {
    let game = json(&["show", "backgammon", "--expanded"]);
    let keys: Vec<&str> = game
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    let mut expected = [
        "bopu",
        "id",
        "title",
        "aliases",
        "sources",
        "derived_from",
        "uses",
        "grades",
        "board",
        "seats",
        "pieces",
        "dice",
        "measures",
        "rules",
        "glossaries",
        "readings",
        "agreements",
        "expanded",
    ];
    expected.sort_unstable();
    assert_eq!(keys, expected);
    assert_eq!(game["derived_from"], serde_json::json!(["tables", "track"]));
    assert_eq!(game["measures"][0]["start"], serde_json::json!([167, 167]));
    let readings = game["readings"].as_array().expect("readings");
    let opening = readings.iter().find(|r| r["name"] == "opening").expect("the reading");
    assert_eq!(opening["chosen"], "fresh");
    let rules = game["rules"].as_array().expect("rules");
    let land = rules.iter().find(|r| r["name"] == "may_land").expect("the condition");
    assert_eq!(land["kind"], "condition");
    assert_eq!(land["parts"][0]["name"], "block");
    assert_eq!(land["parts"][0]["reason"], "two or more pieces hold that point");
}

#[test]
fn an_unknown_game_is_wrong_usage() {
    let output = run(&["show", "bakgammon"], "");
    assert_eq!(output.status.code(), Some(2));
    let told = err(&output);
    assert!(told.contains("did you mean `backgammon`?"), "{told}");
}

/// What is printed as the whole game compiles by itself, without a warning that the game does not have, and is the same
/// game: the same board, choices and throws.
fn expanded_is_the_same_game(id: &str, text: &str, options: &Options, printed: &str) {
    let original = compiled(id, text, options);
    let again = compiled(id, printed, &Options::default());
    let codes = |s: &bopu::check::Success| s.warnings.iter().map(|w| w.message.clone()).collect::<Vec<_>>();
    let new: Vec<String> = codes(&again)
        .into_iter()
        .filter(|w| !codes(&original).contains(w))
        .collect();
    assert!(new.is_empty(), "{id}: new warnings {new:?}\n{printed}");
    assert!(again.expanded.header.extends.is_none(), "it has no base");
    let (mut a, mut b) = (Game::new(original.program).start(), Game::new(again.program).start());
    let mut dice = bopu::engine::generator(11, 0, false);
    let mut agents = bopu::engine::generator(11, 0, true);
    for _ in 0..400 {
        let choices = |s: &bopu::engine::State| s.legal_choices().iter().map(|c| s.write(c)).collect::<Vec<_>>();
        assert_eq!(choices(&a), choices(&b), "{id}");
        assert_eq!(show::board(&a, a.actor()), show::board(&b, b.actor()), "{id}");
        if let Some(choice) = bopu::agents::Agent::Random.choose(&a, &mut agents) {
            let at = a
                .legal_choices()
                .iter()
                .position(|c| *c == choice)
                .expect("a legal choice");
            let same = b.legal_choices()[at];
            a.choose(choice).expect("legal");
            b.choose(same).expect("legal");
        } else if let Some(faces) = a.draw(&mut dice) {
            a.throw(&faces).expect("due");
            b.throw(&faces).expect("due");
        } else {
            assert_eq!(a.current(), b.current(), "{id}");
            return;
        }
    }
}

#[test]
fn expanded_files_stand_alone() {
    for file in embedded() {
        if file.text.contains("\ngame ") {
            let printed = told(&["show", file.id, "--expanded"], "");
            expanded_is_the_same_game(file.id, file.text, &Options::default(), &printed);
        }
    }
}

#[test]
fn expanded_files_keep_what_was_chosen() {
    let file = embedded().into_iter().find(|f| f.id == "backgammon").expect("embedded");
    let printed = told(&["show", "backgammon", "--expanded", "--reading", "opening=pair"], "");
    let first = printed.lines().next().unwrap_or_default();
    assert!(first.starts_with('#') && first.contains("opening is pair"), "{first}");
    let options = Options {
        readings: vec![("opening".into(), "pair".into())],
        ..Options::default()
    };
    expanded_is_the_same_game("backgammon", file.text, &options, &printed);
}

#[test]
fn a_game_without_a_layout_lists_its_occupied_spaces() {
    let text = "language 1\ngame plain \"plain\"\nplayers 2\npieces stone 2 each\ndice 1 of d4\n\
                board { space a; space b; space goal of each player }\nsetup each { a: 2 }\n\
                step put () {\n require has: mine(a) > 0 \"none left\"\n do { move 1 a -> goal }\n notation \"put\"\n}\n\
                turn = go\nphase go { roll; choose { put } }\nend game when home: mine(goal) = 2 { win me }\n";
    let mut state = Game::new(compiled("plain", text, &Options::default()).program).start();
    assert_eq!(show::board(&state, 0), "  a  ○2 ●2\n");
    state.throw(&[1]).expect("due");
    let put = state.legal_choices()[0];
    state.choose(put).expect("legal");
    assert_eq!(show::board(&state, 0), "  a              ○1 ●2\n  goal of first  ○1\n");
}

/// The circuit of the language's page, which shows how it is drawn.
fn circuit() -> (String, String) {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/language.md")).expect("the page");
    let block = |from: &str| {
        let at = page.find(from).unwrap_or_else(|| panic!("`{from}` stands on the page"));
        let rest = &page[at..];
        rest[..rest.find("```").expect("the end of the block")].to_owned()
    };
    (block("language 1\ngame circuit"), block("→   1    2"))
}

#[test]
fn a_ring_is_drawn_around_a_rectangle() {
    let (text, picture) = circuit();
    let board = |text: &str, players: usize| {
        let options = Options {
            players: Some(players),
            ..Options::default()
        };
        let game = Game::new(compiled("circuit", text, &options).program);
        show::board(&game.start(), 0)
    };
    assert_eq!(board(&text, 2), picture);
    // Thirteen spaces: the lower left corner stays empty, and the ring has no room for four homes.
    let odd = text
        .replace("ring[0..15]", "ring[0..12]")
        .replace("(4 * seat - 4 + k) mod 16", "(3 * seat - 3 + k) mod 13")
        .replace("k in 0..15", "k in 0..12")
        .replace("15: 1", "12: 1");
    let odd = odd.split("example").next().expect("the game");
    assert_eq!(
        board(odd, 4),
        "\
→   1    2    3    4    5
    ·    ·    ·    ·    ·
    13    home ○ 0      6
    ·     home ● 0      ·
    12    home 西 0     7
    ·     home 北 0     ·
←        11   10   9    8
         ·    ·    ·    ·

  yard ○ 2   yard ● 2   yard 西 2   yard 北 2
"
    );
    // Two hundred spaces are no wider than a page; what has no room within stands below.
    let long = odd
        .replace("0..12", "0..199")
        .replace("mod 13", "mod 200")
        .replace("between home", "between home, yard");
    let drawn = board(&long, 3);
    assert!(drawn.lines().all(|l| show::width(l) <= 104), "{drawn}");
    for n in 1..=200 {
        assert!(
            drawn.split_whitespace().any(|word| word == n.to_string()),
            "{n} is missing in\n{drawn}"
        );
    }
}

/// A space without an own number is called as one types it, where there is room.
#[test]
fn spaces_of_two_families_are_told_apart() {
    let game = |layout: &str| {
        let text = format!(
            "language 1\ngame arms \"arms\"\nplayers 2\npieces stone 1 each\n\
             board {{ space ring[1..30]; space arm[1..30]; space den[1..2] of each player; route main = ring[1..30] }}\n\
             numbering main by place\nsetup each {{ arm[2]: 1 }}\n\
             step go () {{ do {{ move 1 arm[2] -> ring[1] }};  notation \"go\" }}\n\
             turn = t\nphase t {{ choose {{ go }} }}\nend game when x: mine(ring) = 1 {{ win me }}\n\
             layout rows {{ {layout} }}\n"
        );
        show::board(
            &Game::new(compiled("arms", &text, &Options::default()).program).start(),
            1,
        )
    };
    assert_eq!(
        game("rows ring[1..3] / arm[1..3] / den[1..2]"),
        "\
→   0       1       2
    ·       ·       ·

    arm[1]  arm[2]  arm[3]
    ·       ○1 ●1   ·

    den[1]  den[2]
    ·       ·
"
    );
    // Thirty to a row fit only by their numbers; beside the board there is room.
    let wide = game("rows arm[1..30];  aside ring[1], den[2]");
    assert!(wide.starts_with("  1      2      3"), "{wide}");
    assert!(wide.ends_with("  0 ·   den[2] ○ 0   den[2] ● 0\n"), "{wide}");
    // What the layout leaves out is listed.
    assert!(game("rows ring[1..3]").ends_with("  arm[2]  ○1 ●1\n"));
}

#[test]
fn what_a_step_does_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("circuit.rules");
    std::fs::write(&path, circuit().0).expect("a file");
    let path = path.to_str().expect("a path");
    let shown = told(&["show", path], "");
    let step = "
      room: two men hold that place
      let b = ahead(a, throw)
      do {
        for p in players {
          if p != me and b in ring and count(p, b) = 1 {
            move of p 1 b -> yard
            emit struck(b)
          }
        }
        move 1 a -> b
      }
";
    assert!(shown.contains(step), "{shown}");
    let rules = json(&["show", path])["rules"].clone();
    let does = |name: &str| {
        let mut rules = rules.as_array().expect("rules").iter();
        rules.find(|r| r["name"] == name).expect("the rule")["does"].clone()
    };
    assert!(
        does("walk")
            .as_str()
            .is_some_and(|d| d.starts_with("let b = ahead(a, throw)\ndo {"))
    );
    assert!(does("go").is_null(), "a phase is shown whole");
}
