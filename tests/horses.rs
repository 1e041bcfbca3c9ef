//! Where 打马's horses may go: the rule file against a model that was written from the texts alone.
//!
//! In random play of two to five players, whoever is to choose may do exactly what the model says, and each choice leaves
//! the horses where the model has them; where the model finds nothing to do nobody is asked.

mod common;
#[path = "common/horses.rs"]
mod horses;

use bopu::check::Options;
use bopu::engine::{Action, Current, Game, MAX_ROUNDS, State, generator};
use bopu::ir::NONE;
use common::embedded_game_with;
use horses::{Faces, Move, Player, Table, Thrown};
use rand::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// Throws and choices of each game that are looked at.
const STEPS: usize = 1000;

/// Late positions for each number of players.
const POSITIONS: usize = 500;

/// A game, with the faces of each row of its table of throws.
struct Reader {
    game: Game,
    faces: BTreeMap<i32, Faces>,
}

impl Reader {
    fn new(players: usize) -> Self {
        let options = Options {
            players: Some(players),
            ..Options::default()
        };
        let game = embedded_game_with("dama", &options);
        let table = &game.program().throw_tables[0];
        let mut faces = BTreeMap::new();
        for a in 1..=6 {
            for (b, c) in (1..=a).flat_map(|b| (1..=b).map(move |c| (b, c))) {
                let at = usize::try_from(36 * (a - 1) + 6 * (b - 1) + c - 1).expect("a place");
                faces.insert(table.map[at], [a, b, c]);
            }
        }
        assert_eq!(faces.len(), 56);
        Self { game, faces }
    }

    /// What a variable has at an index.
    fn value(&self, state: &State, name: &str, index: usize) -> i32 {
        let var = self.game.program().vars.iter().find(|v| v.name == name).expect(name);
        assert!(index < var.initial.len());
        state.slots()[var.base as usize + index]
    }

    /// The faces of the throw that a variable holds.
    fn throw(&self, state: &State, name: &str, index: usize) -> Option<Faces> {
        let value = self.value(state, name, index);
        (value != NONE).then(|| self.faces[&value])
    }

    fn player(&self, state: &State, seat: usize, plays: bool) -> Player {
        let program = self.game.program();
        let mut horses = [0; 92];
        for (at, space) in program.spaces.iter().enumerate() {
            let owner = space.owner.map(|o| o as usize);
            if owner.is_none_or(|o| o == seat) {
                let square = if owner.is_some() {
                    0
                } else {
                    usize::try_from(space.number).expect("a square")
                };
                horses[square] = state.pieces(seat, 0, at);
            }
        }
        let flown = usize::try_from(self.value(state, "飞次", seat)).expect("a count");
        Player {
            horses,
            own: self.throw(state, "本采", seat),
            freed: self.value(state, "过关", seat) != 0,
            beaten: self.value(state, "垛倒", seat) != 0,
            batch: if flown < 20 {
                self.value(state, "元下", 20 * seat + flown)
            } else {
                0
            },
            plays,
        }
    }

    fn players(&self, state: &State, plays: &[bool]) -> Vec<Player> {
        plays
            .iter()
            .enumerate()
            .map(|(seat, plays)| self.player(state, seat, *plays))
            .collect()
    }
}

/// A move as the game writes it.
fn written(step: Move, struck: &BTreeSet<usize>) -> String {
    let stars = if struck.is_empty() { "" } else { "*" };
    match step {
        Move::Lay(n, at) => format!("下{n}@{at}{stars}"),
        Move::Forward(from, to) => format!("{from}-{to}{stars}"),
        Move::Back(from, to) => format!("{from}={to}{stars}"),
        Move::Fly(n) => format!("飞{n}"),
        Move::Leave => "出局".to_owned(),
    }
}

/// What may be chosen, as written, and where all horses are then.
type Offers = BTreeSet<(String, Vec<[i32; 92]>)>;

/// How often each sort of thing was seen.
type Seen = BTreeMap<&'static str, usize>;

fn count(seen: &mut Seen, offered: &BTreeSet<(Move, BTreeSet<usize>)>) {
    for (step, struck) in offered {
        let name = match step {
            Move::Lay(..) => "lay",
            Move::Forward(from, _) if *from >= 82 => "beyond the gate",
            Move::Forward(..) => "forward",
            Move::Back(..) => "back",
            Move::Fly(_) => "fly",
            Move::Leave => "leave",
        };
        *seen.entry(name).or_default() += 1;
        if !struck.is_empty() {
            *seen.entry("strike").or_default() += 1;
        }
    }
}

/// A throw with what came before it, and the table that it was thrown at.
struct Last {
    thrown: Thrown,
    before: Vec<Player>,
}

impl Reader {
    /// Throws, and looks whether nobody is asked where the model finds nothing to do.
    fn throw_dice(&self, state: &mut State, mut faces: Vec<i32>, plays: &[bool], seen: &mut Seen) -> Last {
        let before = self.players(state, plays);
        let by = state.actor();
        let whose = usize::try_from(self.value(state, "前人", 0)).ok();
        let last = self.throw(state, "前采", 0).zip(whose);
        let thrown_before = state
            .since_turn_began()
            .1
            .iter()
            .filter(|a| matches!(a, Action::Throw { .. }))
            .count();
        state.throw(&faces).expect("a throw applies");
        faces.sort_unstable_by(|a, b| b.cmp(a));
        let faces = faces.try_into().expect("three dice");
        let thrown = Thrown {
            faces,
            by,
            before: last,
        };
        if !matches!(state.current(), Current::Player { .. }) {
            nobody(&before, thrown, thrown_before == 2);
            *seen.entry("nobody").or_default() += 1;
        }
        Last { thrown, before }
    }

    /// Compares what may be chosen.
    #[track_caller]
    fn compare(&self, state: &State, seat: usize, plays: &[bool], last: &Last, seen: &mut Seen) {
        let mut players = self.players(state, plays);
        for (player, before) in players.iter_mut().zip(&last.before) {
            // An own throw counts from the throw after it.
            player.own = before.own;
        }
        let thrown = last.thrown;
        let table = Table {
            players: &players,
            me: seat,
            thrown,
        };
        let expected = table.moves();
        let ours: Offers = expected
            .iter()
            .map(|(step, struck)| (written(*step, struck), horses::after(&players, seat, *step, struck)))
            .collect();
        let theirs: Offers = state
            .legal_choices()
            .iter()
            .map(|choice| {
                let text = state.write(choice);
                let mut then = state.clone();
                then.choose(*choice).expect("a listed choice applies");
                let horses = self.players(&then, plays).iter().map(|p| p.horses).collect();
                // Where two are written alike, what tells them apart follows.
                (text.split(' ').next().unwrap_or_default().to_owned(), horses)
            })
            .collect();
        let texts = |offers: &Offers| offers.iter().map(|o| o.0.clone()).collect::<Vec<_>>();
        assert!(
            ours == theirs,
            "seat {seat} after {thrown:?}\nmodel {:?}\ngame  {:?}\n{}",
            texts(&ours),
            texts(&theirs),
            told(&players)
        );
        count(seen, &expected);
        *seen.entry("positions").or_default() += 1;
    }
}

/// Plays at random and compares.
fn play(reader: &Reader, index: u64, seen: &mut Seen) {
    let (mut dice, mut agents) = (generator(23, index, false), generator(23, index, true));
    let mut state = reader.game.start();
    let mut plays = vec![true; reader.game.program().seats.len()];
    let mut last = None;
    for _ in 0..STEPS {
        match state.current() {
            Current::Chance { group } => {
                let faces = state.draw(&mut dice).expect("a throw");
                if reader.game.program().dice[group as usize].name.is_empty() {
                    last = Some(reader.throw_dice(&mut state, faces, &plays, seen));
                } else {
                    state.throw(&faces).expect("a throw applies");
                }
            }
            Current::Player { seat } => {
                let last = last.as_ref().expect("a throw");
                reader.compare(&state, seat, &plays, last, seen);
                let choice = state.sample(agents.next_u64()).expect("a choice");
                plays[seat] &= state.write(&choice) != "出局";
                state.choose(choice).expect("a drawn choice applies");
            }
            _ => return,
        }
    }
}

/// A position late in a game, which random play seldom comes to: whole teams before and behind 飞龙院, horses in the ditch.
fn late(reader: &Reader, rng: &mut impl Rng) -> Vec<i32> {
    let program = reader.game.program();
    let mut slots = program.initial.clone();
    let seats = program.seats.len();
    let squares: Vec<usize> = (0..program.spaces.len())
        .filter(|s| program.spaces[*s].owner.is_none())
        .collect();
    let mut pick = |n: usize| usize::try_from(rng.next_u64() % n as u64).expect("small");
    let rows: Vec<(i32, Faces)> = reader.faces.iter().map(|(r, f)| (*r, *f)).collect();
    let mut set = |name: &str, index: usize, value: i32| {
        let var = program.vars.iter().find(|v| v.name == name).expect(name);
        slots[var.base as usize + index] = value;
    };
    let mut numbers = BTreeSet::new();
    let mut places = Vec::new();
    for seat in 0..seats {
        loop {
            let (row, faces) = rows[pick(rows.len())];
            if horses::plain(faces) && numbers.insert(horses::number(faces)) {
                set("本采", seat, row);
                break;
            }
        }
        set("过关", seat, 1);
        let first = i32::try_from(1 + pick(8)).expect("small");
        set("元下", 20 * seat, first);
        set("元下", 20 * seat + 1, 20 - first);
        let ditch = 1 + pick(20);
        places.push(match pick(4) {
            0 => vec![(82, 20)],
            1 => vec![(83 + pick(7), 20)],
            2 => vec![(90, ditch), (91, 20 - ditch)],
            _ => vec![(60 + pick(22), ditch), (82, 20 - ditch)],
        });
        if pick(2) == 0 {
            let (row, _) = rows[pick(rows.len())];
            set("前采", 0, row);
            set("前人", 0, i32::try_from(seat).expect("small"));
        }
    }
    for (seat, stacks) in places.iter().enumerate() {
        for space in 0..program.spaces.len() {
            slots[program.piece_slot(seat, 0, space)] = 0;
        }
        for (at, n) in stacks {
            slots[program.piece_slot(seat, 0, squares[at - 1])] = i32::try_from(*n).expect("small");
        }
    }
    slots
}

/// Nobody was asked after a throw: whoever would act may do nothing. That is the one before, whose throw was repeated, but for
/// the third time (wiki-dama.bofa.18); then the owner of a plain throw or of its like; the next after a fine; else the thrower.
#[track_caller]
fn nobody(players: &[Player], thrown: Thrown, third: bool) {
    let faces = thrown.faces;
    let owner = players.iter().position(|player| {
        player.plays && horses::plain(faces) && player.own.is_some_and(|f| horses::number(f) == horses::number(faces))
    });
    let me = match (horses::clash(players, &thrown).filter(|_| !third), owner) {
        (Some((_, before)), _) => before,
        (None, Some(owner)) => owner,
        _ if horses::fine(faces) => horses::next(players, thrown.by),
        _ => thrown.by,
    };
    let moves = Table { players, me, thrown }.moves();
    assert!(
        moves.is_empty(),
        "nobody is asked after {thrown:?}; {me} may {moves:?}\n{}",
        told(players)
    );
}

/// A position, to say where the two disagree.
fn told(players: &[Player]) -> String {
    let told = players.iter().map(|p| {
        let horses: Vec<_> = p.horses.iter().enumerate().filter(|(_, n)| **n > 0).collect();
        format!("own {:?}, freed {}, batch {}: {horses:?}\n", p.own, p.freed, p.batch)
    });
    told.collect()
}

/// All that is seen must have been seen often enough.
fn enough(seen: &Seen, least: &[(&str, usize)]) {
    for (name, n) in least {
        assert!(seen.get(name).is_some_and(|s| s >= n), "{name}: {seen:?}");
    }
}

#[test]
fn horses_go_where_the_texts_let_them() {
    let mut seen = Seen::new();
    for players in 2..=5 {
        let reader = Reader::new(players);
        for index in 0..2 {
            play(&reader, index, &mut seen);
        }
    }
    enough(
        &seen,
        &[
            ("positions", 1000),
            ("lay", 100),
            ("forward", 100),
            ("back", 100),
            ("strike", 100),
        ],
    );
}

#[test]
fn late_in_a_game_too() {
    let mut seen = Seen::new();
    let mut rng = generator(29, 0, false);
    for players in 2..=5 {
        let reader = Reader::new(players);
        let plays = vec![true; players];
        for _ in 0..POSITIONS {
            let slots = late(&reader, &mut rng);
            let seat = usize::try_from(rng.next_u64() % players as u64).expect("small");
            let mut state = State::at_turn(&reader.game, slots, seat, MAX_ROUNDS).expect("a position");
            let faces = match rng.next_u64() % 4 {
                0 => reader.throw(&state, "本采", 0).expect("an own throw").to_vec(),
                1 => reader.throw(&state, "前采", 0).map_or(vec![1, 1, 1], |f| f.to_vec()),
                _ => state.draw(&mut rng).expect("a throw"),
            };
            let last = reader.throw_dice(&mut state, faces, &plays, &mut seen);
            if let Current::Player { seat } = state.current() {
                reader.compare(&state, seat, &plays, &last, &mut seen);
            }
        }
    }
    enough(
        &seen,
        &[
            ("positions", 500),
            ("beyond the gate", 100),
            ("fly", 100),
            ("nobody", 100),
        ],
    );
}
