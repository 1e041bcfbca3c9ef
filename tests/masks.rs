//! What masks find is what looking at each value finds.

mod common;

use bopu::engine::{Candidate, Game, State, below, generator};
use bopu::ir::Node;
use common::{all_games, small_game, step_randomly};
use rand::Rng;
use rayon::prelude::*;

/// What may be chosen, in order, and now and then what measures say.
fn seen(state: &State, step: u32) -> (Vec<Candidate>, Vec<Option<i32>>) {
    let seats = 0..if step.is_multiple_of(16) {
        state.program().seats.len()
    } else {
        0
    };
    let measures = seats.flat_map(|seat| (0..state.program().measures.len()).map(move |m| (seat, m)));
    (
        state.legal_choices().to_vec(),
        measures.map(|(seat, m)| state.measure(m, seat)).collect(),
    )
}

/// How many steps and quantifiers of a game are looked at by masks.
fn masked(game: &Game) -> (usize, usize) {
    let program = game.program();
    (
        program.steps.iter().filter(|s| s.lanes.is_some()).count(),
        program
            .nodes
            .iter()
            .filter(|n| matches!(n, Node::Masked { .. }))
            .count(),
    )
}

#[test]
fn masks_find_what_is_found_one_by_one() {
    let games = all_games();
    let (steps, quantifiers) = games.iter().fold((0, 0), |(steps, quantifiers), (_, game)| {
        let (s, q) = masked(game);
        (steps + s, quantifiers + q)
    });
    assert!(
        steps >= 12 && quantifiers >= 8,
        "{steps} steps, {quantifiers} quantifiers"
    );
    games.par_iter().for_each(|(name, game)| {
        let plain = Game::new(game.program().clone().without_masks());
        assert_eq!(masked(&plain), (0, 0));
        for index in 0..2 {
            let (mut state, mut other) = (game.start_capped(60), plain.start_capped(60));
            let (mut dice, mut agents) = (generator(7, index, false), generator(7, index, true));
            let (mut same_dice, mut same_agents) = (dice.clone(), agents.clone());
            for step in 0.. {
                assert_eq!(
                    seen(&state, step),
                    seen(&other, step),
                    "{name}, game {index}: {:?}",
                    state.slots()
                );
                let on = step_randomly(&mut state, &mut dice, &mut agents);
                assert_eq!(
                    on,
                    step_randomly(&mut other, &mut same_dice, &mut same_agents),
                    "{name}"
                );
                assert_eq!(state.slots(), other.slots(), "{name}, game {index}");
                if !on {
                    break;
                }
            }
        }
    });
}

/// Writes random truths about spaces.
struct Writer<R> {
    random: R,
    names: u32,
}

impl<R: Rng> Writer<R> {
    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[below(from.len() as u32, &mut self.random) as usize]
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn number(&mut self) -> i32 {
        below(7, &mut self.random) as i32 - 1
    }

    /// A space, or none, from those at hand.
    fn space(&mut self, at_hand: &[String]) -> String {
        let any: Vec<&str> = at_hand.iter().map(String::as_str).collect();
        let s = self.pick(&any).to_owned();
        let n = self.number();
        match below(9, &mut self.random) {
            0 => format!("ahead({s}, {n})"),
            1 => format!("ahead({s}, n)"),
            2 => "ring[5]".into(),
            3 => format!("(if mine({s}) > 0 then {s} else none)"),
            _ => s,
        }
    }

    /// A number about spaces.
    fn count(&mut self, at_hand: &[String]) -> String {
        let s = self.space(at_hand);
        let what = self.pick(&["mine", "theirs", "left", "place"]);
        match below(8, &mut self.random) {
            0 => format!("count(甲, {s})"),
            1 => format!("count(opponent, {s}, king)"),
            2 => format!("mine({s}, man)"),
            3 => "n".into(),
            4 => self.number().to_string(),
            5 => format!("(max p in players : count(p, {s}))"),
            _ => format!("{what}({s})"),
        }
    }

    fn set(&mut self, at_hand: &[String]) -> String {
        let (s, other) = (self.space(at_hand), self.space(at_hand));
        let name = self.name();
        match below(8, &mut self.random) {
            0 => "home".into(),
            1 => "home of opponent".into(),
            2 => format!("between({s}, {other})"),
            3 => "ring - home".into(),
            4 => format!("(if n > 3 then ring[1..8] else home + {{ {s} }})"),
            5 => format!("{{ {name} in ring : mine({name}) > theirs({s}) }}"),
            6 => format!("{{ {name} in home : left({name}) > 2 }}"),
            _ => "ring".into(),
        }
    }

    fn truth(&mut self, at_hand: &[String], deep: u32) -> String {
        if deep == 0 {
            let (s, n) = (self.space(at_hand), self.number());
            let (a, b) = (self.count(at_hand), self.count(at_hand));
            let compare = self.pick(&["=", "!=", "<", "<=", ">", ">="]);
            return match below(7, &mut self.random) {
                0 => format!("{s} in {}", self.set(at_hand)),
                1 => format!("{s} = {}", self.space(at_hand)),
                2 => format!("{s} is none"),
                3 => format!("{a} {compare} {b}"),
                4 => "flag".into(),
                _ => format!("{a} {compare} {n}"),
            };
        }
        let a = self.truth(at_hand, deep - 1);
        let name = self.name();
        let mut more = at_hand.to_vec();
        more.push(name.clone());
        let quantifier = self.pick(&["some", "all", "no"]);
        match below(9, &mut self.random) {
            0 | 1 => format!("({a} and {})", self.truth(at_hand, deep - 1)),
            2 | 3 => format!("({a} or {})", self.truth(at_hand, deep - 1)),
            4 => format!("not ({a})"),
            5 => format!(
                "(if {} then {a} else {})",
                self.truth(at_hand, 0),
                self.truth(at_hand, deep - 1)
            ),
            6 => format!("(as opponent ({a}))"),
            _ => format!(
                "({quantifier} {name} in {} : {})",
                self.set(at_hand),
                self.truth(&more, deep - 1)
            ),
        }
    }
}

/// Random truths, by masks and one by one, in random positions.
#[test]
fn random_expressions_come_to_the_same() {
    let board = "pieces man 3 each
pieces king 1 each
dice 1 of d6
space ring[1..14]
space bar of each player
route lap of seat 1 = bar, ring[1..14]
route lap of seat 2 = bar, ring[9..14], ring[1..8]
numbering lap by left
region home of each player = { s in ring : left(s) < 5 }
setup each { bar: man 3;  bar: king 1 }
var n : 0..6
var flag : truth
turn = t
phase t { roll;  n := throw;  flag := n > 3;  choose { walk | try0 | try1 | try2 | stay } }
step walk (a in spaces) { require own: mine(a) > 0 \"nobody\";  let b = ahead(a, n) else \"no way\";  do { if mine(a, man) > 0 { move 1 man a -> b } else { move 1 king a -> b } };  notation \"{a}-{b}\" }
step stay () { require idle: not can walk \"walk\";  do { flag := not flag };  notation \"stay\" }
end game when x: rounds > 40 { draw }";
    let masks = (0..60_u64)
        .into_par_iter()
        .map(|index| {
            let mut writer = Writer {
                random: generator(23, index, false),
                names: 0,
            };
            let mut lines = String::from(board);
            for at in 0..12 {
                let deep = 1 + at % 3;
                let (count, first) = (writer.name(), writer.name());
                let counted = writer.truth(std::slice::from_ref(&count), deep);
                let found = writer.truth(std::slice::from_ref(&first), deep);
                lines += &format!("\nmeasure m{at} = count {count} in ring : {counted}");
                lines += &format!("\nmeasure f{at} = left(first {first} in ring : {found})");
            }
            for at in 0..3 {
                let (a, b, c) = (writer.name(), writer.name(), writer.name());
                let from = writer.set(&["ring[3]".into()]);
                let first = writer.truth(std::slice::from_ref(&a), at);
                let both = writer.truth(&[a.clone(), b.clone()], at);
                let all = writer.truth(&[a.clone(), b.clone(), c.clone()], 1);
                let reason = writer.pick(&["", " else \"no way\""]);
                lines += &format!(
                    "\nstep try{at} ({a} in {from}, k in {{ 1, 2, 4 }}) {{
  require first: {first} \"first\"
  let {b} = ahead({a}, k){reason}
  require both: {both} \"both\"
  let {c} = ahead({b}, n - k)
  require all_three: {all} \"all\"
  do {{ flag := k > 1 }}
  notation \"{at}:{{{a}}}-{{k}}\"
}}"
                );
            }
            let game = small_game(&lines);
            let plain = Game::new(game.program().clone().without_masks());
            let (mut state, mut other) = (game.start(), plain.start());
            let (mut dice, mut agents) = (generator(29, index, false), generator(29, index, true));
            let (mut same_dice, mut same_agents) = (dice.clone(), agents.clone());
            while step_randomly(&mut state, &mut dice, &mut agents) {
                step_randomly(&mut other, &mut same_dice, &mut same_agents);
                assert_eq!(
                    (state.slots(), state.legal_choices()),
                    (other.slots(), other.legal_choices()),
                    "choices of\n{lines}"
                );
                for seat in 0..2 {
                    for (at, measure) in game.program().measures.iter().enumerate() {
                        assert_eq!(
                            game.value(state.slots(), measure.value, seat),
                            plain.value(state.slots(), measure.value, seat),
                            "measure {at} of\n{lines}\nfor seat {seat} in {:?}",
                            state.slots()
                        );
                    }
                }
            }
            masked(&game)
        })
        .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    assert!(
        masks.0 > 60 && masks.1 > 400,
        "steps and quantifiers that are looked at by masks: {masks:?}"
    );
}
