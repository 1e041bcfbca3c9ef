//! What masks find is what looking at each value finds.

mod common;

use bopu::engine::{Candidate, Game, State, generator};
use bopu::ir::Node;
use common::{all_games, step_randomly};
use rayon::prelude::*;

/// What may be chosen, in order, and now and then what measures say.
fn seen(state: &State, step: u32) -> (Vec<Candidate>, Vec<Option<i32>>) {
    let seats = 0..if step % 16 == 0 { state.program().seats.len() } else { 0 };
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
