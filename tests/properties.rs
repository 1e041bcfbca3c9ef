//! What holds in every game and every position.

mod common;

use bopu::agents::Agent;
use bopu::engine::{Action, Current, Game, Playouts, Reason, State, generator};
use common::{all_games, embedded_game, step_randomly, test_game};
use rand::Rng;
use std::collections::HashMap;

/// A cap on rounds that no decent test game reaches.
const ROUNDS: u32 = 500;

/// Calls `look` on every position of a random game, the first and the last too.
fn walk(game: &Game, seed: u64, index: u64, mut look: impl FnMut(&State)) -> State {
    let (mut dice, mut agents) = (generator(seed, index, false), generator(seed, index, true));
    let mut state = game.start_capped(ROUNDS);
    look(&state);
    while step_randomly(&mut state, &mut dice, &mut agents) {
        look(&state);
    }
    state
}

#[test]
fn pieces_are_conserved() {
    for (name, game) in all_games() {
        let program = game.program();
        let placed = |slots: &[i32]| -> Vec<i32> {
            (0..program.seats.len() * program.kinds.len())
                .map(|i| {
                    // A kind's marks follow each other.
                    let sorts = program.sorts_of(i % program.kinds.len());
                    let from = program.piece_slot(i / program.kinds.len(), sorts.start, 0);
                    slots[from..from + sorts.len() * program.spaces.len()].iter().sum()
                })
                .collect()
        };
        let all: Vec<i32> = program
            .seats
            .iter()
            .flat_map(|_| program.kinds.iter().map(|k| k.number))
            .collect();
        for index in 0..20 {
            walk(&game, 1, index, |state| {
                assert_eq!(placed(state.slots()), all, "{name}");
                let from = program.layout.pieces as usize;
                let pieces = &state.slots()[from..program.layout.dice as usize];
                assert!(pieces.iter().all(|n| *n >= 0), "{name}: fewer than no pieces");
            });
        }
    }
}

#[test]
fn undo_goes_back_through_every_position() {
    for (name, game) in all_games() {
        for index in 0..10 {
            let mut seen = Vec::new();
            let mut state = walk(&game, 2, index, |s| {
                seen.push((s.hash(), s.slots().to_vec(), s.legal_choices().to_vec(), s.current()));
            });
            for (hash, slots, choices, current) in seen.iter().rev() {
                assert_eq!((state.hash(), state.current()), (*hash, current.clone()), "{name}");
                assert_eq!(state.slots(), slots, "{name}");
                assert_eq!(state.legal_choices(), choices, "{name}");
                state.undo();
            }
            assert!(!state.undo(), "{name}: nothing is left to take back");
            assert_eq!(state, game.start_capped(ROUNDS), "{name}");
        }
    }
}

#[test]
fn what_was_taken_back_can_be_done_again() {
    for (name, game) in all_games() {
        let mut state = walk(&game, 3, 0, |_| {});
        let actions: Vec<Action> = state.history().cloned().collect();
        let end = state.hash();
        for _ in 0..actions.len() / 2 {
            state.undo();
        }
        for action in &actions[state.history_len()..] {
            state
                .apply(action.clone())
                .expect("what was done before can be done again");
        }
        assert_eq!(state.hash(), end, "{name}");
    }
}

#[test]
fn every_listed_choice_applies_and_is_explained_as_allowed() {
    for (name, game) in all_games() {
        for index in 0..5 {
            walk(&game, 4, index, |state| {
                for choice in state.legal_choices() {
                    state.clone().choose(*choice).unwrap_or_else(|r| panic!("{name}: {r}"));
                    if choice.is_step() {
                        assert_eq!(state.explain(choice).refusal, None, "{name}: {}", state.write(choice));
                    }
                }
                if matches!(state.current(), Current::Player { .. }) {
                    assert!(!state.legal_choices().is_empty(), "{name}: a choice among nothing");
                }
            });
        }
    }
}

/// Of a thousand positions, whatever is not listed is refused by a part that has a name.
#[test]
fn what_is_not_listed_is_refused_by_a_named_part() {
    let game = embedded_game("backgammon");
    let (mut positions, mut refused, mut by_play, mut by_parameter, mut index) = (0, 0, 0, 0, 0);
    while positions < 1_000 {
        walk(&game, 5, index, |state| {
            // Every fifth choice, so that the positions come from several games.
            if !matches!(state.current(), Current::Player { .. }) || state.history_len() % 5 != 0 || positions >= 1_000
            {
                return;
            }
            positions += 1;
            for candidate in state.conceivable() {
                let explanation = state.explain(&candidate);
                let written = || format!("{:?}: {explanation:?}", state.write(&candidate));
                if state.legal_choices().contains(&candidate) {
                    assert_eq!(explanation.refusal, None, "{}", written());
                    continue;
                }
                refused += 1;
                let named = |part: u32| !game.program().parts[part as usize].path.is_empty();
                match &explanation.refusal {
                    Some(Reason::Requirement(part)) => assert!(named(*part), "{}", written()),
                    Some(Reason::Play { part, instead }) => {
                        by_play += 1;
                        assert!(named(*part), "{}", written());
                        state
                            .clone()
                            .choose_all(instead)
                            .expect("the play that shows why is legal");
                    }
                    Some(Reason::Parameter { at, part }) => {
                        let step = &game.program().steps[candidate.step as usize];
                        let path = format!("{}.{}", step.name, step.params[*at].name);
                        assert_eq!(game.program().parts[*part as usize].path, path);
                        // It rests on what its step does, where nothing else is said of it.
                        let ground = |part: u32| &game.program().parts[part as usize].ground;
                        assert_eq!(ground(*part).clauses, ground(step.part).clauses, "{path}");
                        by_parameter += 1;
                    }
                    other => panic!("{other:?} for {}", written()),
                }
                assert!(state.clone().choose(candidate).is_err(), "{}", written());
            }
        });
        index += 1;
    }
    assert!(
        refused > 100_000 && by_play > 0 && by_parameter > 0,
        "{refused} refused, {by_play} of them by the duty"
    );
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for (name, game) in all_games() {
        let play = |index| -> Vec<Action> { walk(&game, 6, index, |_| {}).history().cloned().collect() };
        let games: Vec<_> = (0..8).map(play).collect();
        assert_eq!(games, (0..8).map(play).collect::<Vec<_>>(), "{name}");
    }
    let game = embedded_game("backgammon");
    let hashes: Vec<u64> = (0..8).map(|i| walk(&game, 6, i, |_| {}).hash()).collect();
    assert!(hashes.windows(2).all(|w| w[0] != w[1]), "different games differ");
}

/// Playouts leave out the history, and must play the very games that positions and random agents play.
#[test]
fn playouts_are_the_games_of_random_agents() {
    for (name, game) in all_games() {
        let mut playouts = Playouts::new(game.program(), ROUNDS);
        for index in 0..200 {
            let played = playouts.play(&mut generator(7, index, false), &mut generator(7, index, true));
            let (mut dice, mut agents) = (generator(7, index, false), generator(7, index, true));
            let mut state = game.start_capped(ROUNDS);
            let mut decisions = 0;
            loop {
                match state.current() {
                    Current::Chance { group } => {
                        let faces = state.draw(&mut dice).expect("a throw");
                        state
                            .apply(Action::Throw { group, faces })
                            .expect("a drawn throw applies");
                    }
                    Current::Player { .. } => {
                        decisions += 1;
                        let choice = Agent::Random.choose(&state, &mut agents).expect("a choice");
                        state.choose(choice).expect("a drawn choice applies");
                    }
                    Current::Idle | Current::Over { .. } | Current::Unfinished => break,
                }
            }
            if state.current() == Current::Idle {
                // Nobody calls anything in a playout.
                assert!(!played.finished, "{name} {index}");
                continue;
            }
            assert_eq!(played.scores, state.scores(), "{name} {index}");
            assert_eq!(played.rounds, state.rounds(), "{name} {index}");
            assert_eq!(
                played.finished,
                state.current() != Current::Unfinished,
                "{name} {index}"
            );
            assert_eq!(Some(played.by), state.ended_by(), "{name} {index}");
            assert_eq!(played.decisions, decisions, "{name} {index}");
        }
    }
}

#[test]
fn outcomes_have_their_exact_weights() {
    let mut state = embedded_game("backgammon").start();
    // The lot: a die for each seat, ties excluded.
    let lot = state.chance_outcomes().expect("few outcomes");
    assert_eq!(lot.len(), 30);
    assert!(lot.iter().all(|o| o.weight == 1 && o.faces[0] != o.faces[1]));
    assert!(state.clone().throw(&[3, 3]).is_err(), "a tie is thrown again");
    state.throw(&[6, 2]).expect("a throw of the lot");
    assert_eq!(state.actor(), 0);
    // Two dice whose order is invisible.
    let throws = state.chance_outcomes().expect("few outcomes");
    assert_eq!(throws.len(), 21);
    assert_eq!(throws.iter().map(|o| o.weight).sum::<u64>(), 36);
    for o in &throws {
        assert_eq!(o.weight, if o.faces[0] == o.faces[1] { 1 } else { 2 }, "{:?}", o.faces);
        assert!(o.faces[0] >= o.faces[1], "greatest first: {:?}", o.faces);
    }
    // Drawn throws have these chances.
    let mut rng = generator(8, 0, false);
    let mut drawn: HashMap<Vec<i32>, f64> = HashMap::new();
    for _ in 0..36_000 {
        *drawn.entry(state.draw(&mut rng).expect("a throw")).or_default() += 1.0;
    }
    let expected: Vec<f64> = throws.iter().map(|o| o.weight as f64 * 1_000.0).collect();
    let counted: Vec<f64> = throws
        .iter()
        .map(|o| drawn.get(&o.faces).copied().unwrap_or(0.0))
        .collect();
    assert_plausible(&counted, &expected);
}

/// Chi-square with a generous bound: six deviations above its mean.
fn assert_plausible(counted: &[f64], expected: &[f64]) {
    let chi: f64 = counted.iter().zip(expected).map(|(c, e)| (c - e) * (c - e) / e).sum();
    let freedom = counted.len() as f64 - 1.0;
    assert!(
        chi < freedom + 6.0 * (2.0 * freedom).sqrt(),
        "{chi} with {freedom} degrees: {counted:?}"
    );
}

#[test]
fn random_choices_are_uniform() {
    let mut state = embedded_game("backgammon").start();
    state.throw(&[6, 2]).expect("the lot");
    state.throw(&[2, 1]).expect("a throw");
    let choices = state.legal_choices().to_vec();
    assert!(choices.len() > 5, "a position with many choices");
    let mut rng = generator(9, 0, true);
    let mut counted = vec![0.0; choices.len()];
    for _ in 0..1_000 * choices.len() {
        let choice = state.sample(rng.next_u64()).expect("a choice");
        counted[choices.iter().position(|c| *c == choice).expect("a listed choice")] += 1.0;
    }
    assert_plausible(&counted, &vec![1_000.0; choices.len()]);
}

#[test]
fn hashes_are_equal_when_positions_are() {
    for (name, game) in all_games() {
        let mut known: HashMap<u64, Vec<i32>> = HashMap::new();
        for index in 0..20 {
            walk(&game, 10, index, |state| {
                let slots = known.entry(state.hash()).or_insert_with(|| state.slots().to_vec());
                assert_eq!(slots, state.slots(), "{name}: two positions with one hash");
            });
        }
    }
}

#[test]
fn a_copy_played_on_leaves_the_original_alone() {
    for (name, game) in all_games() {
        walk(&game, 11, 0, |state| {
            if state.history_len() % 7 != 0 {
                return;
            }
            let (hash, slots, choices) = (state.hash(), state.slots().to_vec(), state.legal_choices().to_vec());
            let mut copy = state.clone();
            let (mut dice, mut agents) = (generator(12, 0, false), generator(12, 0, true));
            for _ in 0..10 {
                step_randomly(&mut copy, &mut dice, &mut agents);
            }
            while copy.undo() {}
            assert_eq!(state.hash(), hash, "{name}");
            assert_eq!(state.slots(), slots, "{name}");
            assert_eq!(state.legal_choices(), choices, "{name}");
        });
    }
}

/// The race over four squares: a side needs k turns with probability 2^-(k-1), k >= 2. So the first to throw has won by
/// its k-th turn with probability sum of 2^-(2j-3), j = 2..k, and the second with sum of 4^-(j-1): two thirds and one
/// third in the end.
#[test]
fn the_tiny_race_has_the_chances_worked_out_by_hand() {
    for turns in 2..=12 {
        let game = test_game("tiny");
        // Weights over 2^(2 turns): one die of two faces a turn. Equal positions are walked through once.
        let mut level = vec![(game.start_capped(2 * turns), 1_u64 << (2 * turns))];
        let (mut wins, mut unfinished) = ([0_u64; 2], 0);
        while !level.is_empty() {
            let mut next: HashMap<u64, (State, u64)> = HashMap::new();
            for (state, weight) in level {
                let mut children = Vec::new();
                match state.current() {
                    Current::Over { winner } => wins[winner.expect("somebody wins")] += weight,
                    Current::Idle | Current::Unfinished => unfinished += weight,
                    Current::Chance { .. } => {
                        for outcome in state.chance_outcomes().expect("few outcomes") {
                            let mut after = state.clone();
                            after.throw(&outcome.faces).expect("a listed throw applies");
                            children.push((after, weight / 2 * outcome.weight));
                        }
                    }
                    Current::Player { .. } => {
                        assert_eq!(state.legal_choices().len(), 1, "one runner, one way");
                        let mut after = state.clone();
                        after.choose(state.legal_choices()[0]).expect("a listed choice applies");
                        children.push((after, weight));
                    }
                }
                for (after, weight) in children {
                    next.entry(after.hash()).or_insert((after, 0)).1 += weight;
                }
            }
            level = next.into_values().collect();
        }
        let all = 1_u64 << (2 * turns);
        let first: u64 = (2..=turns).map(|j| all >> (2 * j - 3)).sum();
        let second: u64 = (2..=turns).map(|j| all >> (2 * (j - 1))).sum();
        assert_eq!(
            (wins, unfinished),
            ([first, second], all - first - second),
            "after {turns} turns of each"
        );
    }
}
