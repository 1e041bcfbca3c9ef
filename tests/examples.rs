//! Examples and claims: what they can say, and how they fail.

mod common;

use bopu::check::{Library, Options, compile};
use bopu::examples::{self, Report};
use common::program::{self, out, run_in};
use common::reports;

/// A game derived from one with a board, dice, a bar and a duty, with these examples.
fn run(text: &str) -> Report {
    let text = format!("language 1\ngame trial extends backgammon\n{text}\n");
    match examples::run("trial.rules", &text, &Library::default()) {
        Ok(report) => report,
        Err(failure) => panic!("does not compile:\n{}", reports(&failure)),
    }
}

/// What a failing example or claim says of itself.
fn says(text: &str) -> String {
    let report = run(text);
    assert_eq!(report.outcomes.len(), 1);
    let trouble = report.outcomes[0].trouble.as_ref();
    let trouble = trouble.unwrap_or_else(|| panic!("this was to fail: {text}"));
    format!("expected {}; found {}", trouble.expected, trouble.found)
}

fn example(lines: &str) -> String {
    says(&format!("example \"one\" {{ {lines} }}"))
}

#[test]
fn what_examples_can_say() {
    for file in ["tests/games/trial.rules", "tests/games/fair.rules"] {
        let output = program::run(&["test", file], "");
        assert_eq!(output.status.code(), Some(0), "{}", out(&output));
        assert!(out(&output).contains(", 0 failed"), "{}", out(&output));
    }
}

#[test]
fn all_embedded_rule_files_hold() {
    let output = program::run(&["test"], "");
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
}

#[test]
fn a_claim_of_the_text_that_is_false_tells_what_is_the_case() {
    let report = run("claim \"thirty-six throws\" false as printed : throws() = 36");
    assert!(report.outcomes[0].trouble.is_none());
    // Six doubles and fifteen throws of two numbers.
    assert_eq!(report.outcomes[0].printed_false.as_deref(), Some("`throws()` is 21"));
    assert_eq!(
        says("claim \"twenty-one throws\" false as printed : throws() = 21"),
        "expected `throws() = 21` to be false, as the claim says; found it is true"
    );
    let report = run("claim \"twenty-one throws\" : throws() = 21");
    assert_eq!(report.outcomes[0].printed_false, None);
}

/// White's 24/18 leaves nothing to be played with the five: what is left of the play is still judged for White, where the
/// piece stands now.
#[test]
fn a_reason_that_holds_before_a_play_is_no_reason_in_its_middle() {
    let lines = "given White { 24: 1; off: 14 }; given Black { 12: 2; 24: 13 }; to move White; throw 6 5;";
    assert_eq!(
        example(&format!("{lines} White cannot \"24/18/13\" because advance.own")),
        "expected `18/13` to be refused by `advance.own`; found `18/13` is refused by `may_land.block` (two or more pieces \
         hold that point)"
    );
    let right = format!("example \"one\" {{ {lines} White cannot \"24/18/13\" because may_land.block }}");
    assert!(run(&right).outcomes[0].trouble.is_none());
}

#[test]
fn false_as_printed_may_stand_behind_what_it_rests_on() {
    let report = run("claim \"thirty-six throws\" modern because \"a test\"\n  false as printed : throws() = 36");
    assert!(report.outcomes[0].printed_false.is_some());
}

/// The setting of the example doesn't compile: the error is told, not a warning that comes before it.
#[test]
fn where_a_setting_does_not_compile_the_error_is_told() {
    let text = "fn idle() : int = 3
reading way \"?\" { one default;  two }
measure m = 1      when way is one
measure m = true   when way is two
example \"under the other\" { reading way is two;  to move White }";
    let found = says(text);
    assert!(found.ends_with("found a number is needed here"), "{found}");
}

/// The part stands under the default only: under the other choice the file is as good as before.
#[test]
fn a_part_that_an_example_names_need_not_be_there_under_every_choice() {
    let text = "reading late \"may they rest?\" { no_more default;  always }
in step advance {
  add require never: a != point[24]  \"not from there\"  when late is no_more
}
example \"not from there\" { to move White;  throw 6 5;  White cannot \"24/18\" because advance.never }
example \"under the other\" { reading late is always;  to move White;  throw 6 5;  White plays \"24/18/13\" }";
    let report = run(text);
    let troubles: Vec<_> = report.outcomes.iter().filter_map(|o| o.trouble.as_ref()).collect();
    assert!(troubles.is_empty(), "{troubles:?}");
}

/// Used by a claim alone, a function is not called unused.
#[test]
fn what_computes_a_claim_is_used() {
    let text = "language 1\ngame trial extends backgammon\nfn squared(n : int) : int = n * n\nclaim \"nine\" : squared(3) = 9\n";
    let compiled = compile("trial.rules", text, &Library::default(), &Options::default()).expect("a game");
    assert!(compiled.warnings.is_empty(), "{:?}", compiled.warnings);
}

#[test]
fn every_piece_must_be_accounted_for() {
    assert_eq!(
        example("given White { 6: 5; bar: 1 }; to move White"),
        "expected all 15 of `checker` of White to be placed; found 6 are placed"
    );
    assert_eq!(
        example("given pips = [9]; to move White"),
        "expected a value in the range of `pips`; found `[9]`"
    );
}

#[test]
fn a_line_must_match_what_the_game_waits_for() {
    assert_eq!(
        example("to move White; White plays \"8/4\""),
        "expected a throw of White; found a choice of White"
    );
    assert_eq!(
        example("to move White; throw 6 2; throw 3 1"),
        "expected a choice of White; found a throw"
    );
    assert_eq!(
        example("to move White; throw 6 2; Black plays \"8/4\""),
        "expected a choice of White; found a choice of Black"
    );
    assert_eq!(
        example("White plays \"8/4\""),
        "expected a throw of `lot`; found a choice of White"
    );
    assert_eq!(
        example("throw 4 4"),
        "expected a throw of `lot` that can come here; found `4 4`"
    );
    assert_eq!(
        example("to move White; throw 7 2"),
        "expected a throw of the dice that can come here; found `7 2`"
    );
    assert_eq!(
        example("given White { off: 14; 1: 1 }; to move White; throw 2 1; White plays \"1/off\"; throw 2 1"),
        "expected nothing more, since the game is over: White won 3; found a throw"
    );
    assert_eq!(
        example("to move White; throw 6 2; given pips = [1]"),
        "expected a throw, a play, a call or `expect`; found what is given"
    );
}

/// A line that comes too early is told what has to stand before it.
#[test]
fn what_must_come_first_is_said() {
    let help = |lines: &str| {
        let report = run(&format!("example \"one\" {{ {lines} }}"));
        let trouble = report.outcomes[0].trouble.clone().expect("it fails");
        trouble.help.unwrap_or_default()
    };
    let before = "a line before this one must say what happens first: ";
    for line in [
        "White cannot \"8/4\"",
        "White plays \"8/4\"",
        "expect legal \"8/4\"",
        "expect only \"8/4\"",
    ] {
        assert_eq!(
            help(&format!("to move White; {line}")),
            format!("{before}`throw FACE FACE`"),
            "{line}"
        );
    }
    let waits_for_a_play = format!("{before}`White plays \"…\"`");
    assert_eq!(help("to move White; throw 6 2; expect White wins"), waits_for_a_play);
    assert_eq!(help("to move White; throw 6 2; throw 6 2"), waits_for_a_play);
}

/// A line too many, dice that are named where they are meant anyway, and what can be named instead of what is no move.
#[test]
fn what_an_example_cannot_say_is_told_otherwise() {
    let help = |lines: &str| {
        let report = run(&format!("example \"one\" {{ {lines} }}"));
        let trouble = report.outcomes[0].trouble.clone().expect("it fails");
        trouble.help.unwrap_or_default()
    };
    let surplus = help("to move White; throw 6 2; White plays \"24/16\"; White plays \"24/16\"");
    assert!(
        surplus.starts_with("White has just played: this line may be one too many, or a line before"),
        "{surplus}"
    );
    let none = help("to move White; throw 6 2; White cannot \"24-18\"");
    assert!(
        none.contains("`STEP(VALUES)`") && none.contains("`expect only"),
        "{none}"
    );
    assert!(none.contains("legal now are, among others: 24/22, 24/18"), "{none}");
}

#[test]
fn a_play_that_is_refused_names_the_part() {
    assert_eq!(
        example("to move White; throw 5 2; White plays \"24/19\""),
        "expected `24/19` to be legal; found `24/19` is refused by `may_land.block` (two or more pieces hold that point)"
    );
    assert_eq!(
        example("to move White; throw 6 2; expect legal \"24/18\" \"8/5\""),
        "expected `8/5` to be legal; found `8/5` is refused by `advance.pip`"
    );
    assert_eq!(
        example("to move White; throw 6 2; White plays \"hello\""),
        "expected `hello` to be legal; found nothing that is offered here is written `hello`"
    );
}

#[test]
fn what_cannot_be_done_is_refused_by_the_part_that_is_named() {
    assert_eq!(
        example("to move White; throw 6 2; White cannot \"24/18\""),
        "expected `24/18` to be refused; found it is legal"
    );
    assert_eq!(
        example("to move White; throw 5 2; White cannot \"24/19\" because may_bear_off.gathered"),
        "expected `24/19` to be refused by `may_bear_off.gathered`; \
         found `24/19` is refused by `may_land.block` (two or more pieces hold that point)"
    );
    // A slip of the pen is not what the example means.
    assert_eq!(
        example("to move White; throw 6 2; White cannot \"24-18\""),
        "expected `24-18` to be refused; found nothing that is offered here is written `24-18`"
    );
    // The duty to play both numbers, and the larger of two, are parts like others.
    let report = run("example \"both\" {
        given White { 24: 1; 8: 1; 2: 13 }  Black { 6: 13; 7: 2 }
        to move White; throw 6 5
        White cannot \"8/3\" because move.larger
        expect only \"8/2\"
    }");
    assert!(report.outcomes[0].trouble.is_none(), "{:?}", report.outcomes[0].trouble);
}

#[test]
fn what_is_expected_of_a_position() {
    assert_eq!(
        example("to move White; throw 6 2; White plays \"24/18 13/11\"; expect White { 24: 2; 13: 5; 8: 3; 6: 5 }"),
        "expected `White { 24: 2; 13: 5; 8: 3; 6: 5 }`; found `White { 24: 1; 18: 1; 13: 4; 11: 1; 8: 3; 6: 5 }`"
    );
    assert_eq!(
        example("to move White; throw 6 2; expect mine(24) = 1 + theirs(1)"),
        "expected `mine(24) = 1 + theirs(1)`; found `mine(24)` is 2, `1 + theirs(1)` is 3"
    );
    assert_eq!(
        example("to move White; throw 6 2; White plays \"24/18\"; expect mine(24) fell by 2"),
        "expected `mine(24)` to fall by 2; found it was 2 and is 1"
    );
    assert_eq!(
        example("to move White; throw 6 2; expect over"),
        "expected the game to be over; found a choice of White"
    );
    assert_eq!(
        example("to move White; throw 6 2; expect next Black"),
        "expected Black next; found White at `move`"
    );
    assert_eq!(
        example("to move White; throw 6 2; expect pass"),
        "expected nothing to be possible; found `24/22` is legal"
    );
    assert_eq!(
        example("given White { off: 14; 1: 1 }; to move White; throw 2 1; White plays \"1/off\"; expect White wins 1"),
        "expected White to win 1; found the game is over: White won 3"
    );
    assert_eq!(
        example(
            "given White { 8: 1; 6: 14 }  Black { 21: 2; 1: 13 }; to move White; throw 4 2; expect only \"8/4\" \"6/2\""
        ),
        "expected just these whole plays; found `8/4` `6/2` is no further whole play; also legal: `8/6/2`"
    );
}

#[test]
fn a_false_claim_shows_what_is_true() {
    assert_eq!(
        says("claim \"few\" : throws() = 20"),
        "expected `throws() = 20`; found `throws()` is 21"
    );
    assert_eq!(
        says("claim \"one in six\" given { to move White } : chance alike(throw) = 1/9"),
        "expected `chance alike(throw) = 1 / 9`; found `chance alike(throw)` is 1/6"
    );
    assert_eq!(
        says("claim \"thrown\" given { to move White; throw 6 2 } : chance alike(throw) = 1/6"),
        "expected a throw to be due; found a choice of White"
    );
}

#[test]
fn chances_are_exact() {
    // One piece on the bar and two points held against it: 1 - (2/6)(2/6) that it comes in, whatever else.
    let text = "claim \"coming in\" given {
        given White { bar: 1; 6: 14 }  Black { 1: 2; 2: 2; 13: 11 }
        to move White
    } : chance some_end(mine(bar) = 0) = 8/9 and 1 - chance can enter = (1/3) * (1/3)
    claim \"not more\" given { to move Black } : chance (alike(throw) or some_end(mine(24) = 0)) <= 1/2 implies false";
    let report = run(text);
    assert!(report.outcomes[0].trouble.is_none(), "{:?}", report.outcomes[0].trouble);
}

#[test]
fn what_stands_for_one_reading_only_is_run_for_it() {
    let text = "example \"the pair is played\" { throw 5 3; expect next White at move } when opening is pair
example \"a fresh throw\" { throw 5 3; expect next White at roll } when opening is fresh
example \"asked for\" { reading opening is pair; throw 5 3; White plays \"8/3 6/3\"; expect opened }";
    let report = run(text);
    let results: Vec<(&str, bool)> = report
        .outcomes
        .iter()
        .map(|o| (o.title.as_str(), o.trouble.is_none()))
        .collect();
    assert_eq!(
        results,
        [
            ("the pair is played", true),
            ("a fresh throw", true),
            ("asked for", true)
        ]
    );
}

/// The first finding of a file that does not compile.
fn refused(text: &str) -> String {
    let text = format!("language 1\ngame trial extends backgammon\n{text}\n");
    let failure = compile("trial.rules", &text, &Library::default(), &Options::default());
    failure.expect_err("this does not compile").diagnostics[0]
        .message
        .clone()
}

#[test]
fn names_in_examples_are_checked_when_the_file_is() {
    assert_eq!(refused("example \"one\" { to move Red }"), "there is no seat `Red`");
    assert_eq!(
        refused("example \"one\" { to move White at rol }"),
        "there is no phase `rol`"
    );
    assert_eq!(
        refused("example \"one\" { reading openin is pair }"),
        "there is no reading `openin`"
    );
    assert_eq!(
        refused("example \"one\" { reading opening is pairs }"),
        "there is no choice `pairs`"
    );
    assert_eq!(
        refused("example \"one\" { White cannot \"8/4\" because may_land.blok }"),
        "there is no part `may_land.blok`"
    );
    assert_eq!(
        refused("example \"one\" { call noise }"),
        "there is no referee event `noise`"
    );
    assert_eq!(
        refused("example \"one\" { given pipps = [1] }"),
        "there is no variable `pipps`"
    );
    assert_eq!(refused("claim \"one\" : pipcount"), "a truth is needed here");
    assert_eq!(
        refused("end game when soon: some_end(mine(off) > 0) { draw }"),
        "`some_end` belongs in a claim or in what an example expects"
    );
}

#[test]
fn a_name_that_only_an_example_uses_is_still_unused() {
    let text = "language 1\ngame trial extends backgammon\nfn idle() = 3\nexample \"three\" { expect idle() = 3 }\n";
    let success = compile("trial.rules", text, &Library::default(), &Options::default()).expect("it compiles");
    assert_eq!(success.warnings[0].message, "nothing names function `idle`");
}

#[test]
fn the_report_for_people_and_for_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("shaky.rules");
    let text = "language 1
game shaky extends backgammon
example \"白先\" {
  to move White
  throw 6 2
  White plays \"24/18 13/11\"
  expect mine(18) = 2
}
claim \"twenty-one kinds of throw\": throws() = 21
";
    std::fs::write(&file, text).expect("written");
    let run = |format: &str| run_in(folder.path(), &["test", "shaky.rules", "--format", format], "");
    let human = run("human");
    assert_eq!(human.status.code(), Some(1));
    insta::assert_snapshot!("examples_for_people", out(&human));
    let json = run("json");
    assert_eq!(json.status.code(), Some(1));
    insta::assert_snapshot!("examples_for_programs", out(&json));
}

#[test]
fn what_cannot_be_read_or_compiled_could_not_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.rules");
    std::fs::write(&file, "language 1\ngame bad extends backgammon\nturn = nothing\n").expect("written");
    assert_eq!(
        program::run(&["test", file.to_str().expect("a path")], "")
            .status
            .code(),
        Some(3)
    );
    assert_eq!(program::run(&["test", "missing.rules"], "").status.code(), Some(3));
    assert_eq!(program::run(&["test", "no-such-game"], "").status.code(), Some(2));
}

/// What is stopped has not ended: an example that comes to that fails, whatever its lines say.
#[test]
fn an_example_in_which_the_game_is_stopped_fails() {
    let text = "language 1
game full \"a list that is full\"
seats A, B
var log : list 1 of 1..6
step note () { do { push 1 to log };  notation \"note\" }
turn = t
phase t { choose { note } }
end game when x: rounds > 9 { draw }
measure notes = size(log)
example \"once\" { to move A;  A plays \"note\" }
example \"twice\" {
  to move A
  A plays \"note\"
  B plays \"note\"
}";
    let report = examples::run("full.rules", text, &Library::default()).expect("it compiles");
    let troubles: Vec<Option<String>> = report
        .outcomes
        .iter()
        .map(|o| o.trouble.as_ref().map(|t| t.found.clone()))
        .collect();
    assert_eq!(troubles[0], None);
    assert!(troubles[1].as_ref().is_some_and(|t| t.contains("note")), "{troubles:?}");
}

/// Two groups of dice, thrown one after the other, then a move; what a claim about the next throw says.
fn of_two_throws(given: &str, chance: &str) -> String {
    let text = format!(
        "language 1
game throws
players 2
dice a = 2 of d6
dice b = 2 of d6
var last : 0..12
step keep (n in 1..2) {{ do {{ last := n * max(b) }};  notation \"keep {{n}}\" }}
turn = go
phase go {{ roll a;  roll b;  choose {{ keep }} }}
end game when late: rounds = 9 {{ draw }}
measure so_far = last + max(a) + max(b)
claim \"one\" given {{ to move first;  {given} }} : {chance}
"
    );
    let report = match examples::run("throws.rules", &text, &Library::default()) {
        Ok(report) => report,
        Err(failure) => panic!("does not compile:\n{}", reports(&failure)),
    };
    let trouble = report.outcomes[0].trouble.as_ref();
    trouble.map_or_else(
        || "holds".to_owned(),
        |t| format!("expected {}; found {}", t.expected, t.found),
    )
}

#[test]
fn a_chance_is_of_the_throw_that_is_next() {
    // One die of two shows the six: 11 of 36; both throws are known where the first was made.
    assert_eq!(of_two_throws("", "chance (max(a) = 6) = 11/36"), "holds");
    assert_eq!(of_two_throws("throw 6 1", "chance (max(b) = 6) = 11/36"), "holds");
    assert_eq!(of_two_throws("throw 6 1", "chance (max(a) = max(b)) = 11/36"), "holds");
    let next = "expected `b` to be thrown next; found a throw of `a` is next";
    assert_eq!(of_two_throws("", "chance (max(b) = 6) = 11/36"), next);
    assert_eq!(of_two_throws("", "chance (max(a) = max(b)) = 1/6"), next);
    assert_eq!(
        of_two_throws("throw 6 1", "chance (max(a) = 6) = 1"),
        "expected `a` to be thrown next; found a throw of `b` is next"
    );
    assert_eq!(
        of_two_throws("throw 6 1;  throw 2 2", "chance (max(b) = 6) = 0"),
        "expected a throw to be due; found a choice of first"
    );
}

#[test]
fn what_can_be_reached_is_known_only_without_another_throw() {
    // Twelve needs a six, doubled.
    assert_eq!(
        of_two_throws("throw 1 1", "chance some_end(last = 12) = 11/36"),
        "holds"
    );
    assert_eq!(
        of_two_throws("", "chance some_end(last = 12) = 11/36"),
        "expected a play to end without another throw; found a throw of `b`"
    );
}
