//! What a loop goes through, and in which order, where the loop itself changes what it goes through.

mod common;

use common::{Table, small_game};

/// What `log` holds when a phase has done something.
fn logged(statements: &str) -> Vec<i32> {
    let game = small_game(&format!(
        "pieces man 1 each
space ring[1..9]
route lap of each player = ring[1..9]
setup each {{ ring[1]: 1 }}
var log : list 20 of 0..99
var n : 0..99 = 3
var post : space = ring[6]
var who : player = 乙
step nod () {{ do {{ n := n }}; notation \"nod\" }}
measure shown = n + size(log) + place(post) + (if who = 甲 then 1 else 0)
turn = t
phase t {{ {statements}
  choose {{ nod }} }}
end game when x: rounds > 9 {{ draw }}"
    ));
    let table = Table::new(&game);
    assert_eq!(table.offers().1, ["nod"], "{statements}");
    let log = table.var("log");
    log[1..=log[0] as usize].to_vec()
}

#[test]
fn the_ends_of_a_range_are_those_that_it_begins_with() {
    assert_eq!(logged("for i in 1..n { push i to log;  n := 1 }"), [1, 2, 3]);
    assert_eq!(
        logged("for i in 1..n { push i to log;  if n < 9 { n += 1 } }"),
        [1, 2, 3]
    );
    // Between the second and the sixth lie the third to the fifth.
    let between = "for s in between(ring[2], post) { push place(s) to log;  post := ring[9] }";
    assert_eq!(logged(between), [2, 3, 4]);
    assert_eq!(
        logged("for s in between(post, ring[2]) { push place(s) to log;  post := s }"),
        [2, 3, 4]
    );
    assert_eq!(
        logged("for i in (if n = 3 then 1..2 else 5..6) { push i to log;  n := 4 }"),
        [1, 2]
    );
}

#[test]
fn seats_are_gone_through_from_the_one_that_was_first() {
    let seats = "for p in seats_from(who) { push (if p = 甲 then 1 else 2) to log;  who := 甲 }";
    assert_eq!(logged(seats), [2, 1]);
    let without = "for p in seats_from(who) - { 甲 } { push (if p = 甲 then 1 else 2) to log;  who := p }";
    assert_eq!(logged(without), [2]);
    let chosen = "for p in (if n = 3 then seats_from(who) else players) { push (if p = 甲 then 1 else 2) to log }";
    assert_eq!(logged(chosen), [2, 1]);
}

#[test]
fn whether_a_member_is_gone_through_is_asked_when_its_turn_comes() {
    assert_eq!(
        logged("for i in { k in 1..9 : k > n } { push i to log;  n := 7 }"),
        [4, 8, 9]
    );
}
