//! Choices are written so that each can be read back, whatever their notations, and those that are one are listed once.

mod common;

use bopu::engine::Unread;
use common::{Table, small_game};

const ENDS: &str = "turn = t\nend game when x: rounds > 9 { draw }";

/// A space of each player, both of which a step can name.
const BARS: &str = "pieces man 2 each
space bar of each player
setup each { bar: 2 }
var freed : 0..9
step free (a in spaces) { do { freed := count(甲, a) + 1 };  notation \"free {a}\" }
measure shown = freed
phase t { choose { free } }";

/// What is offered first, each read back as itself.
fn offers(lines: &str) -> Vec<String> {
    let table = Table::new(&small_game(&format!("{lines}\n{ENDS}")));
    let written = table.offers().1;
    for (text, candidate) in written.iter().zip(table.state.legal_choices()) {
        assert_eq!(table.state.read_play(text), Ok(vec![*candidate]), "{text}");
        if let Some(named) = table.state.named(candidate) {
            assert_eq!(table.state.read_play(&named), Ok(vec![*candidate]), "{named}");
        }
    }
    written
}

#[test]
fn steps_with_one_notation_are_told_apart_by_name() {
    let two = "var n : 0..9
step up (a in 1..2) { do { n := a }; notation \"go\" }
step down (a in 1..2) { do { n := 9 - a }; notation \"go\" }
step over () { do { n := 5 }; notation \"go\" }
measure shown = n
phase t { choose { up | down | over } }";
    assert_eq!(
        offers(two),
        ["go [up 1]", "go [up 2]", "go [down 1]", "go [down 2]", "go [over]"]
    );
    let pass = "var n : 0..9
step still () { do { n := 5 }; notation \"pass\" }
measure shown = n
phase t { choose { still | pass } }";
    assert_eq!(offers(pass), ["pass [still]", "pass"]);
}

#[test]
fn spaces_that_each_player_has_are_told_apart_by_owner() {
    assert_eq!(offers(BARS), ["free bar [bar]", "free bar [bar of 乙]"]);
}

/// Values without a sign between them: 1 and 11 are written like 11 and 1.
#[test]
fn values_that_run_into_each_other_do_not_keep_equal_choices_apart() {
    let sums = "var n : 0..99
step add (a in { 1, 11 }, b in { 1, 11 }) { do { n := a + b }; notation \"{a}{b}\" }
measure shown = n
phase t { choose { add } }";
    assert_eq!(offers(sums), ["11", "111", "1111"]);
    let others = sums.replace("n := a + b", "n := a");
    assert_eq!(offers(&others), ["11", "111 [1 11]", "111 [11 1]", "1111"]);
}

/// What is taken from a bag tells choices apart only if it is gone when all is done.
#[test]
fn what_is_taken_and_put_back_does_not_keep_equal_choices_apart() {
    let bag = |effects: &str| {
        format!(
            "var pips : bag 4 of 1..6
start {{ pips := [3, 5] }}
var none_left : truth
step use (a in pips) {{ do {{ {effects} }}; notation \"use\" }}
measure shown = if none_left then size(pips) else 0
phase t {{ choose {{ use }} }}"
        )
    };
    let spent = bag("take a from pips");
    assert_eq!(offers(&spent), ["use [3]", "use [5]"]);
    assert_eq!(offers(&bag("take a from pips;  put a in pips")), ["use"]);
    assert_eq!(
        offers(&bag("if none_left { take a from pips } else { none_left := true }")),
        ["use"]
    );
    assert_eq!(offers(&bag("take a from pips;  pips := []")), ["use"]);
    let handled = format!("{spent}\non use(a) {{ put a in pips }}");
    assert_eq!(offers(&handled), ["use"]);
}

/// Whole plays that are written alike and end differently are listed so that each can be read back.
#[test]
fn whole_plays_that_are_written_alike_are_named_by_their_steps() {
    let lines = "var n : 0..99
var left_over : 0..9 = 2
step up (a in 1..2) { require more: left_over > 0 \"enough\";  do { n := n * 10 + a;  left_over -= 1 }; notation \"go\" }
measure shown = n
turn = t
phase t { play { up } }
end game when x: rounds > 9 { draw }";
    let table = Table::new(&small_game(lines));
    let wholes = table.state.wholes().expect("few plays");
    let written: Vec<&str> = wholes.iter().map(|w| w.notation.as_str()).collect();
    assert_eq!(written, ["up(1) up(1)", "up(1) up(2)", "up(2) up(1)", "up(2) up(2)"]);
    for whole in &wholes {
        assert_eq!(table.state.read_play(&whole.notation).as_ref(), Ok(&whole.steps));
    }
}

#[test]
fn ones_own_space_is_also_called_by_whose_it_is() {
    let table = Table::new(&small_game(&format!("{BARS}\n{ENDS}")));
    let read = |text: &str| table.state.read_play(text).map(|way| way[0]);
    assert_eq!(read("free(bar of 甲)"), read("free(bar)"));
    assert_ne!(read("free(bar of 乙)"), read("free(bar)"));
    assert!(read("free(bar of 丙)").is_err());
}

/// A member of a family may be typed by its name, though it is written otherwise.
#[test]
fn names_of_spaces_may_be_typed_for_them() {
    let road = "pieces man 2 each
space p[1..4] named { 1 aa;  2 bb;  3 cc }
space home[1..2] of each player named { 1 door }
setup each { p[1]: 1;  door: 1 }
step go (a in p + home, b in p + home) {
  require own: mine(a) > 0 \"nobody there\"
  require empty: mine(b) = 0 \"somebody there\"
  do { move 1 a -> b }
  notation \"{a}-{b}\"
}
phase t { choose { go } }";
    let table = Table::new(&small_game(&format!("{road}\n{ENDS}")));
    let state = &table.state;
    for (typed, written) in [
        ("aa-bb", "p[1]-p[2]"),
        ("aa-p[4]", "p[1]-p[4]"),
        ("door-cc", "home[1]-p[3]"),
    ] {
        assert_eq!(state.read_play(typed), state.read_play(written), "{typed}");
        assert!(state.read_play(typed).is_ok(), "{typed}");
        assert_eq!(state.candidates_written(typed), state.candidates_written(written));
    }
    assert_eq!(state.read_play("bb-cc"), Err(Unread::Illegal("p[2]-p[3]".into())));
    assert_eq!(state.read_play("bb-dd"), Err(Unread::NoSuchMove("bb-dd".into())));
    assert!(!state.candidates_written("bb-cc").is_empty());
}

/// What is typed with brackets means just that, also in plays of several moves and where it is refused; without them it is
/// asked which is meant.
#[test]
fn brackets_are_read() {
    let lines = "var n : 0..999
var left_over : 0..9 = 2
step up (a in 1..2) { require more: left_over > 0 \"enough\";  do { n := n * 10 + a;  left_over -= 1 }; notation \"go\" }
step down (a in 1..2) { require deep: n > 50 \"not yet\";  do { n := 0 }; notation \"go\" }
measure shown = n
turn = t
phase t { play { up | down } }
end game when x: rounds > 9 { draw }";
    let state = Table::new(&small_game(lines)).state;
    let after = |text: &str| {
        let mut state = state.clone();
        let way = state.read_play(text)?;
        state.choose_all(&way).expect("legal");
        Ok(state.measure(0, 0))
    };
    assert_eq!(after("go [2]"), Ok(Some(2)));
    assert_eq!(after("go［1］"), Err(Unread::NoSuchMove("go［1］".into())));
    assert_eq!(after("go ［1］"), Ok(Some(1)));
    assert_eq!(after("go [1] go [2]"), Ok(Some(12)));
    assert_eq!(after("go [2] up(1)"), Ok(Some(21)));
    let which = Unread::Ambiguous(vec!["go [1]".into(), "go [2]".into()]);
    assert_eq!(after("go"), Err(which));
    assert!(matches!(after("go go"), Err(Unread::Ambiguous(plays)) if plays.len() == 4));
    assert_eq!(after("go [down 1]"), Err(Unread::Illegal("go [down 1]".into())));
    assert_eq!(after("go [3]"), Err(Unread::NoSuchMove("go [3]".into())));
    let refused = state.candidates_written("go [down 2]");
    assert_eq!(
        refused.iter().filter_map(|c| state.named(c)).collect::<Vec<_>>(),
        ["down(2)"]
    );
}
