//! The games that come with the program, looked at together: how they are found, and that each is shown at work.

mod common;

use bopu::check::{Library, Options, compile, embedded};
use bopu::syntax::tree::ItemKind;
use common::program::run;

/// Names that a reader would try, in both scripts, with and without 双陆, and the game that is meant.
const NAMES: [(&str, &str); 60] = [
    ("平双陆", "ping"),
    ("平雙陸", "ping"),
    ("契丹双陆", "ping"),
    ("打间", "dajian"),
    ("打间双陆", "dajian"),
    ("打間雙陸", "dajian"),
    ("回回", "huihui"),
    ("回回双陆", "huihui"),
    ("回回雙陸", "huihui"),
    ("七梁", "qiliang"),
    ("七梁双陆", "qiliang"),
    ("七梁雙陸", "qiliang"),
    ("三梁", "sanliang"),
    ("三梁双陆", "sanliang"),
    ("三梁雙陸", "sanliang"),
    ("啰嬴", "luoying"),
    ("啰嬴双陆", "luoying"),
    ("囉嬴雙陸", "luoying"),
    ("下囋", "xiazan"),
    ("下囋双陆", "xiazan"),
    ("下囋雙陸", "xiazan"),
    ("不打", "buda"),
    ("不打双陆", "buda"),
    ("不打雙陸", "buda"),
    ("佛", "fo"),
    ("佛双陆", "fo"),
    ("佛雙陸", "fo"),
    ("三堆", "sandui"),
    ("三堆双陆", "sandui"),
    ("三堆雙陸", "sandui"),
    ("四架八", "sijiaba"),
    ("四架八双陆", "sijiaba"),
    ("四架八雙陸", "sijiaba"),
    ("南皮", "nanpi"),
    ("南皮双陆", "nanpi"),
    ("南皮雙陸", "nanpi"),
    ("大食", "dashi"),
    ("大食双陆", "dashi"),
    ("大食雙陸", "dashi"),
    ("日本双陆", "riben"),
    ("日本雙陸", "riben"),
    ("古双陆", "gu"),
    ("古雙陸", "gu"),
    ("双陆棋", "backgammon"),
    ("雙陸棋", "backgammon"),
    ("打马", "dama"),
    ("打馬", "dama"),
    ("关西马", "guanxi"),
    ("關西馬", "guanxi"),
    ("宣和马", "xuanhe"),
    ("宣和馬", "xuanhe"),
    ("朝京马", "chaojing"),
    ("朝京馬", "chaojing"),
    ("除红", "chuhong"),
    ("除紅", "chuhong"),
    ("蹴鞠", "cuju"),
    ("acey-deucey", "acey-deucey"),
    ("hypergammon", "hypergammon"),
    ("nackgammon", "nackgammon"),
    ("sugoroku", "sugoroku"),
];

#[test]
fn each_game_is_found_by_its_names() {
    for (name, id) in NAMES {
        let output = run(&["show", name, "--format", "json"], "");
        assert!(output.status.success(), "{name}");
        let shown: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(shown["id"], id, "{name}");
    }
}

/// A text in quotation marks that is no name of a game opens none.
#[test]
fn only_names_are_names() {
    let name = "the document names no seat; its diagram has red and black";
    assert_eq!(run(&["show", name], "").status.code(), Some(2));
}

/// Five examples at least for a game that can be played, worked out by hand from the text.
#[test]
fn each_game_has_examples_of_its_own() {
    for file in embedded() {
        let compiled = compile(file.id, file.text, &Library::default(), &Options::default());
        let compiled = compiled.unwrap_or_else(|f| panic!("{}", common::reports(&f)));
        if !compiled.expanded.header.is_game || compiled.program.lost.is_some() {
            continue;
        }
        let own = compiled.program.examples.iter();
        let examples = own.filter(|e| matches!(e.kind, ItemKind::Example { .. })).count();
        assert!(examples >= 5, "{} has {examples}", file.id);
    }
}
