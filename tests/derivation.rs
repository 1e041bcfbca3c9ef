//! Games made of other games: what an override replaces and can still name, whose definition stands, which parts can be
//! changed, and what a part rests on when it is no longer what the base wrote.

mod common;

use bopu::check::{Failure, Library, Options, Success, compile};
use bopu::engine::{Current, Game};
use bopu::syntax::print::print_expr;
use common::program::told_in;
use common::{Table, reports};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/derivation")
}

fn compiled(text: &str, options: &Options) -> Result<Success, Box<Failure>> {
    let library = Library { beside: Some(folder()) };
    compile("mine.rules", &format!("language 1\n{text}\n"), &library, options)
}

/// A game without errors or warnings.
#[track_caller]
fn success(text: &str) -> Success {
    with(text, &Options::default())
}

#[track_caller]
fn with(text: &str, options: &Options) -> Success {
    match compiled(text, options) {
        Ok(success) => {
            let warnings: Vec<&str> = success.warnings.iter().map(|w| w.message.as_str()).collect();
            assert!(warnings.is_empty(), "{warnings:?}");
            success
        }
        Err(failure) => panic!("{}", reports(&failure)),
    }
}

/// The findings: code, message, help.
fn findings(text: &str) -> Vec<(&'static str, String, String)> {
    let failure = compiled(text, &Options::default()).expect_err("it has errors");
    let rows = failure.diagnostics.into_iter();
    rows.map(|d| (d.code, d.message, d.help.unwrap_or_default())).collect()
}

/// The findings without their help.
fn messages(text: &str) -> Vec<(&'static str, String)> {
    findings(text).into_iter().map(|f| (f.0, f.1)).collect()
}

/// The code of the first finding, and its help.
fn help(text: &str) -> (&'static str, String) {
    let (code, _, help) = findings(text).remove(0);
    (code, help)
}

fn mine(rules: &str) -> String {
    format!("game mine extends walk\n{rules}")
}

/// The position after East's first step, of one square.
#[track_caller]
fn one_step(text: &str) -> Table {
    let game = Game::new(success(text).program);
    let mut table = Table::new(&game);
    table.throw(&[1]).pick("0-1");
    table
}

/// What East has earned with it.
#[track_caller]
fn earned(text: &str) -> i32 {
    one_step(text).var("tally")[0]
}

/// The clauses that a part rests on, or nothing where there is no such part.
fn clauses(success: &Success, path: &str) -> Option<Vec<String>> {
    let part = success.program.parts.iter().find(|p| p.path == path)?;
    let clauses = part.warrants.iter().flat_map(|w| &w.clauses);
    Some(clauses.map(|(c, _)| c.text.clone()).collect())
}

#[test]
fn a_function_can_name_what_it_replaces_over_several_files() {
    // 1 + 2 in the first game, ten times that in the second, one more here.
    assert_eq!(earned("game mine extends walk"), 3);
    assert_eq!(earned("game mine extends tenfold"), 30);
    assert_eq!(
        earned("game mine extends tenfold\noverride fn worth(n) = base.worth(n) + 1"),
        31
    );
    // The first file's function, three levels down, is called with what the levels above make of n.
    let text = "game mine extends tenfold
        override fn worth(n) = base.worth(n + 1)
        override fn worth(n) = base.worth(n) + base.worth(n + 1)";
    // (2 + 2) * 10 + (3 + 2) * 10.
    assert_eq!(earned(text), 90);
}

#[test]
fn what_is_replaced_sees_what_now_stands_of_everything_else() {
    // The bonus is 2 + 5 wherever it is named.
    let text = "game mine extends tenfold\noverride const bonus : 0..99 = base.bonus + 5";
    assert_eq!(earned(text), 80);
}

#[test]
fn routines_phases_groups_regions_measures_and_the_start_can_name_what_they_replace() {
    assert_eq!(
        earned(&mine(
            "override routine reward(n) { base.reward(n);  base.reward(2 * n) }"
        )),
        9
    );
    assert_eq!(earned(&mine("override phase go { base.go;  tally(me) += 20 }")), 23);
    let start = mine("override start { base.start;  tally(West) := 4 }");
    assert_eq!(one_step(&start).var("tally"), [3, 4]);

    let measure = mine("override measure value \"doubled\" = 2 * base.value");
    let table = one_step(&measure);
    assert_eq!(table.measure("value", 0), 6);
    assert_eq!(
        table.state.program().measures.len(),
        1,
        "what was replaced is no figure of the game"
    );

    let group = mine(
        "step stay () { require once: moved = 0;  do { moved := 1 };  notation \"stay\" }
         override group moves = base.moves | stay",
    );
    let game = Game::new(success(&group).program);
    Table::new(&game).throw(&[1]).expect("East", &["0-1", "stay"]);

    // One square on is no camp yet in the first game.
    assert_eq!(
        one_step("game mine extends walk").current(),
        Current::Chance { group: 0 }
    );
    let region = mine("override region camp of each player = base.camp + 1");
    assert_eq!(one_step(&region).current(), Current::Over { winner: Some(0) });
}

#[test]
fn a_condition_brings_the_requirements_of_what_it_replaces() {
    let text = mine(
        "override condition may_land(b) {
           require below: base.may_land(b)
           require far:   left(b) != 2  \"nobody stands in the middle\"
         }",
    );
    let success = success(&text);
    assert_eq!(clauses(&success, "base.may_land.free"), Some(vec!["old.walk.2".into()]));
    assert_eq!(clauses(&success, "may_land.far"), Some(vec![]));
    let game = Game::new(success.program);
    let mut table = Table::new(&game);
    // Two squares on is the middle; three squares on West then finds East's runner.
    table.throw(&[2]);
    assert_eq!(table.current(), Current::Chance { group: 0 }, "East can't move");
    table.throw(&[3]).pick("0-3").throw(&[3]);
    assert_eq!(
        table.state.mover(),
        1,
        "West can't move, and East throws for the same square"
    );
}

#[test]
fn a_guarded_override_names_what_stands_without_it() {
    let text = mine(
        "reading price \"what is a step worth?\" { plain default; double }
         override fn worth(n) = 2 * base.worth(n)   when price is double
         override fn worth(n) = base.worth(n) + 10  when price is plain",
    );
    assert_eq!(earned(&text), 13);
    let options = Options {
        readings: vec![("price".into(), "double".into())],
        ..Options::default()
    };
    let mut table = Table::new(&Game::new(with(&text, &options).program));
    assert_eq!(table.throw(&[1]).pick("0-1").var("tally")[0], 6);
}

#[test]
fn what_is_replaced_has_no_name_outside() {
    for (rules, code) in [
        ("measure m = base.worth(1)", "derive::base"),
        ("override fn worth(n) = base.reward(n)", "derive::base"),
        (
            "in condition may_land { add require more: base.may_land(b) }",
            "derive::base",
        ),
        (
            "override step advance (a in square) { require base.advance(a);  do { again } }",
            "derive::base",
        ),
        (
            "open fn price() : int\noverride fn price() = base.price()",
            "derive::base",
        ),
    ] {
        let codes: Vec<_> = findings(&mine(rules)).into_iter().map(|f| f.0).collect();
        assert_eq!(codes, [code], "{rules}");
    }
    // It is not in the game under any other name either.
    let codes: Vec<_> = findings(&mine("override fn worth(n) = base.worth(n)\nmeasure m = base_worth(1)"))
        .into_iter()
        .map(|f| f.0)
        .collect();
    assert_eq!(codes, ["name::unknown"]);
}

#[test]
fn a_mistake_in_what_several_call_is_told_once() {
    let rules = "override routine reward(n) { base.reward(n);  tally(me) += lots }
        on advance(a) as more { reward(1) }";
    assert_eq!(
        messages(&mine(rules)),
        [("name::unknown", "there is no name `lots`".to_owned())]
    );
}

#[test]
fn a_region_that_is_wrong_is_no_unknown_name() {
    let rules = "override region camp of each player = base.camp + nowhere";
    assert_eq!(
        messages(&mine(rules)),
        [("name::unknown", "there is no name `nowhere`".to_owned())]
    );
}

#[test]
fn two_suppliers_of_a_name_are_an_error_that_says_how_to_choose() {
    let found = findings("game mine extends walk uses stakes, bets");
    let rows: Vec<_> = found
        .iter()
        .map(|(code, message, _)| (*code, message.as_str()))
        .collect();
    assert_eq!(
        rows,
        [
            ("derive::twice", "`bonus` is supplied by `walk` and by `bets`"),
            (
                "derive::twice",
                "`worth` is supplied by `walk` and by `stakes` and by `bets`"
            ),
        ]
    );
    assert_eq!(
        found[0].2,
        "say whose definition stands: `override bonus = walk.bonus` or `override bonus = bets.bonus`"
    );
}

#[test]
fn a_file_chooses_among_its_suppliers() {
    let text = |chosen: &str, more: &str| {
        format!(
            "game mine extends tenfold uses stakes, bets
             override bonus = tenfold.bonus
             override worth = {chosen}.worth\n{more}"
        )
    };
    assert_eq!(earned(&text("stakes", "")), 7);
    assert_eq!(earned(&text("bets", "")), 41);
    assert_eq!(earned(&text("tenfold", "")), 30, "the whole chain of the supplier");
    // What is chosen is what a further override replaces.
    assert_eq!(earned(&text("stakes", "override fn worth(n) = base.worth(n) + 1")), 8);
    // The other bonus counts for the base's function too.
    let other = "game mine extends walk uses bets\noverride worth = walk.worth\noverride bonus = bets.bonus";
    assert_eq!(earned(other), 4);
}

#[test]
fn two_changes_of_one_base_are_two_suppliers() {
    let both = "game mine extends tenfold uses louder";
    assert_eq!(
        messages(both),
        [(
            "derive::twice",
            "`worth` is supplied by `tenfold` and by `louder`".to_owned()
        )]
    );
    assert_eq!(earned(&format!("{both}\noverride worth = tenfold.worth")), 30);
    assert_eq!(earned(&format!("{both}\noverride worth = louder.worth")), 83);
    // Edits of parts don't exclude each other: three squares on would be one from the end.
    let game = Game::new(success(&format!("{both}\noverride worth = louder.worth")).program);
    let mut table = Table::new(&game);
    table.throw(&[3]);
    assert_eq!(table.current(), Current::Chance { group: 0 });
}

#[test]
fn what_the_other_supplier_rested_on_goes_with_it() {
    let text = |chosen: &str| format!("game mine extends walk uses stakes\noverride worth = {chosen}.worth");
    let rests = |text: &str| {
        let success = success(text);
        success.expanded.rests.iter().any(|(part, ..)| part == "worth")
    };
    assert!(rests(&text("walk")));
    assert!(!rests(&text("stakes")));
}

#[test]
fn a_supplier_that_supplies_nothing_is_refused() {
    for (line, message) in [
        (
            "override worth = wagers.worth",
            "`mine` neither extends nor uses `wagers`",
        ),
        ("override worth = bets.worth", "`mine` neither extends nor uses `bets`"),
        ("override bonus = stakes.bonus", "`stakes` supplies no `bonus`"),
        ("override worth = stakes.bonus", "`bonus` can't be called `worth` here"),
    ] {
        let text = format!("game mine extends walk uses stakes\noverride worth = walk.worth\n{line}");
        assert_eq!(messages(&text), [("derive::supplier", message.to_owned())], "{line}");
    }
}

#[test]
fn ends_handlers_the_start_and_statements_within_are_edited_by_name() {
    let ended = |rules: &str, faces: i32, step: &str| {
        let game = Game::new(success(&mine(rules)).program);
        let mut table = Table::new(&game);
        table.throw(&[faces]).pick(step);
        table.current()
    };
    assert!(matches!(
        ended("in end game home { override when mine(1) = 1 }", 1, "0-1"),
        Current::Over { .. }
    ));
    let game = Game::new(
        success(&mine(
            "in end game home { override when mine(1) = 1;  override prize: win me by 5 }",
        ))
        .program,
    );
    let mut table = Table::new(&game);
    table.throw(&[1]).pick("0-1");
    assert_eq!(table.state.scores(), [5, -5]);

    // 3 for the step and 50 from the handler, which now acts at the first square.
    assert_eq!(earned(&mine("in on tip { override when left(a) = 4 }")), 53);
    assert_eq!(earned(&mine("in on tip { remove when;  add { tally(me) += 1 } }")), 54);
    let mover = mine("in start { override first: mover := West }");
    let game = Game::new(success(&mover).program);
    let mut table = Table::new(&game);
    table.throw(&[1]).expect("West", &["0-1"]);
    assert_eq!(earned(&mine("in step advance { override pay: reward(9) }")), 9);
    assert_eq!(earned(&mine("in step advance { remove pay }")), 0);
    assert_eq!(
        earned(&mine("in step advance { add { tally(me) += 4 } before pay }")),
        7
    );
}

#[test]
fn what_becomes_true_is_edited_by_name() {
    let text = |edit: &str| {
        mine(&format!(
            "on mine(2) = 1 becomes true at end of go as arrived {{ label gain: tally(me) += 9 }}\n{edit}"
        ))
    };
    assert_eq!(earned(&text("")), 3);
    assert_eq!(earned(&text("in on arrived { override becomes mine(1) = 1 }")), 12);
    assert_eq!(
        earned(&text(
            "in on arrived { override becomes mine(1) = 1;  override gain: tally(me) += 5 }"
        )),
        8
    );
}

#[test]
fn a_setup_is_edited_by_its_spaces() {
    let text = mine("override pieces runner 2 each\nin setup each { add 1: 1 }");
    let game = Game::new(success(&text).program);
    // One square on stands a runner of West's, as on every square but two.
    let mut table = Table::new(&game);
    table.throw(&[2]).expect("East", &["0-2", "1-3"]);
    let text = mine("in setup each { override 0: 0;  add 2: 1 }");
    Table::new(&Game::new(success(&text).program))
        .throw(&[1])
        .expect("East", &["2-3"]);
    let text = mine("in setup each { remove 0;  add 3: 1 }");
    Table::new(&Game::new(success(&text).program))
        .throw(&[1])
        .expect("East", &["3-4"]);
    let none = mine("in setup each { remove 2 }");
    assert_eq!(help(&none), ("derive::nothing", "its parts are: 0".into()));
}

#[test]
fn a_removal_names_the_kind_and_only_that_goes() {
    let without = success(&mine(
        "remove start\nremove on tip\nremove end game home\nend game when late: rounds > 9 { draw }",
    ));
    assert_eq!(clauses(&without, "home"), None);
    let kind = mine("remove fn advance");
    assert_eq!(help(&kind), ("derive::kind", "write `step advance`".into()));
    let named = mine("remove start start");
    assert_eq!(help(&named), ("syntax::expected", "leave the name `start` out".into()));
}

#[test]
fn what_a_base_says_about_a_part_holds_while_the_part_is_the_bases() {
    let base = success("game mine extends walk");
    for (part, clause) in [
        ("advance.own", "old.walk.1"),
        ("advance.land", "old.walk.1"),
        ("may_land.free", "old.walk.2"),
        ("go.poor", "old.walk.4"),
        ("home", "old.walk.5"),
    ] {
        assert_eq!(clauses(&base, part), Some(vec![clause.to_owned()]), "{part}");
    }
    // A part that is replaced loses it, its neighbours keep theirs.
    let edited = success(&mine(
        "in step advance { override require own: mine(a) = 1  \"exactly one piece\" }",
    ));
    assert_eq!(clauses(&edited, "advance.own"), Some(vec![]));
    assert_eq!(clauses(&edited, "advance.land"), Some(vec!["old.walk.1".into()]));
    // So do all parts of a definition that is replaced as a whole.
    let whole = success(&mine(
        "override step advance (a in square) {
           let b = ahead(a, 1)
           require own: mine(a) > 0
           require land: may_land(b)
           require once: moved = 0
           do { move 1 a -> b;  moved := 1;  reward(worth(1)) }
         }",
    ));
    assert_eq!(clauses(&whole, "advance.own"), Some(vec![]));
    assert_eq!(clauses(&whole, "advance.land"), Some(vec![]));
    assert_eq!(clauses(&whole, "may_land.free"), Some(vec!["old.walk.2".into()]));
    // Rules of a play and ends are no exception.
    let rules = success(&mine(
        "in phase go { override such that poor: tally(me) < 50 }
         override end game when home: mine(3) = 1 { draw }",
    ));
    assert_eq!(clauses(&rules, "go.poor"), Some(vec![]));
    assert_eq!(clauses(&rules, "home"), Some(vec![]));
}

#[test]
fn the_files_own_warrants_count_for_what_it_replaces() {
    let own = success(&mine(
        "in step advance { override require own: mine(a) = 1  \"exactly one\"  per old.walk.2 }
         override end game when home: mine(3) = 1 { draw }
         rests { home per old.walk.3;  advance.land per old.walk.4 }",
    ));
    assert_eq!(clauses(&own, "advance.own"), Some(vec!["old.walk.2".into()]));
    assert_eq!(clauses(&own, "home"), Some(vec!["old.walk.3".into()]));
    assert_eq!(clauses(&own, "advance.land"), Some(vec!["old.walk.4".into()]));
}

#[test]
fn where_an_added_part_stands_may_be_said_on_the_next_line() {
    let text = mine(
        "in step advance {
           add require early: rounds < 2
             \"too late\"
             before own
           add require later: rounds < 3  \"later\"
             after own
         }
         phase rest
           before cast { tally(me) += 0 }",
    );
    let success = success(&text);
    let names: Vec<&str> = success
        .program
        .parts
        .iter()
        .filter_map(|p| p.path.strip_prefix("advance."))
        .collect();
    // The parameter, then what the step asks for.
    assert_eq!(names, ["a", "b", "early", "own", "later", "land", "once"]);
    assert_eq!(success.program.turn.len(), 3);
}

#[test]
fn a_name_so_called_begins_a_line_of_its_own_elsewhere() {
    let text = mine(
        "reading moment \"when?\" {
           now    \"at once\"  default
           before \"earlier\"
           after
         }
         override fn worth(n) = n  when moment is before",
    );
    let success = success(&text);
    let choices: Vec<&str> = success.program.readings[0]
        .choices
        .iter()
        .map(|c| c.0.as_str())
        .collect();
    assert_eq!(choices, ["now", "before", "after"]);
}

/// The whole game, printed, is the same game: definitions that only an override could name have names of their own there.
#[test]
fn printed_as_one_file_it_is_the_same_game() {
    let text = "game mine extends tenfold
        override fn worth(n) = base.worth(n) + 1
        override routine reward(n) { base.reward(n);  tally(me) += 2 }";
    let folder = tempfile::tempdir().expect("a folder");
    for file in ["walk.rules", "tenfold.rules", "old.ron"] {
        std::fs::copy(self::folder().join(file), folder.path().join(file)).expect("copied");
    }
    std::fs::write(folder.path().join("mine.rules"), format!("language 1\n{text}\n")).expect("written");
    let printed = told_in(folder.path(), &["show", "mine.rules", "--expanded"], "");
    assert!(!printed.contains("extends"), "{printed}");
    let whole = printed.split_once("language 1\n").expect("a rule file").1;
    assert_eq!(earned(text), 33);
    assert_eq!(earned(whole), 33);
}

#[test]
fn what_is_replaced_is_printed_as_it_is_written() {
    let success = success("game mine extends tenfold\noverride fn worth(n) = base.worth(n) + 1");
    let bodies: Vec<String> = success
        .expanded
        .defs
        .iter()
        .filter_map(|d| match &d.item.kind {
            bopu::syntax::tree::ItemKind::Fn {
                name, body: Some(body), ..
            } => Some(format!("{} = {}", name.text, print_expr(body))),
            _ => None,
        })
        .collect();
    assert_eq!(
        bodies,
        [
            "base.base.worth = n + bonus",
            "base.worth = base.base.worth(n) * 10",
            "worth = base.worth(n) + 1"
        ]
    );
}
