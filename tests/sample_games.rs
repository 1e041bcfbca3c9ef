//! A whole game of each rule file that comes with the program, as `run --seed 1` tells it. The snapshots were read against the
//! rules: a change in one is a change of the game, of its dice or of how it is told.

mod common;

use bopu::check::{Library, Options, compile, embedded};
use common::program::{told, unnumbered};

#[test]
fn the_first_game_of_each_rule_file() {
    for file in embedded() {
        let Ok(compiled) = compile(file.id, file.text, &Library::default(), &Options::default()) else {
            panic!("{} does not compile", file.id);
        };
        // Libraries have no turns, scoring sheets and lost games neither.
        if !compiled.expanded.header.is_game || compiled.program.idle.is_some() {
            continue;
        }
        insta::with_settings!({ omit_expression => true, snapshot_suffix => file.id }, {
            insta::assert_snapshot!("game", unnumbered(&told(&["run", file.id, "--seed", "1"], "")));
        });
    }
}
