//! Random playouts, loading, and listing the outcomes of a turn, of an embedded game.

use bopu::check::{Library, Options, compile, embedded};
use bopu::engine::{Game, Playouts, State, generator};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn load() -> Game {
    let file = embedded().into_iter().find(|e| e.id == "backgammon").expect("embedded");
    let success = compile("backgammon.rules", file.text, &Library::default(), &Options::default()).expect("compiles");
    Game::new(success.program)
}

fn benches(c: &mut Criterion) {
    c.bench_function("load", |b| b.iter(|| black_box(load())));
    let game = load();
    let mut playouts = Playouts::new(game.program(), 10_000);
    let mut index = 0;
    c.bench_function("playout", |b| {
        b.iter(|| {
            index += 1;
            black_box(playouts.play(&mut generator(1, index, false), &mut generator(1, index, true)))
        });
    });
    let mut state = State::at_turn(&game, game.program().initial.clone(), 0, 10_000).expect("a turn");
    state.throw(&[6, 2]).expect("a throw");
    c.bench_function("turn", |b| b.iter(|| black_box(state.wholes())));
}

criterion_group!(group, benches);
criterion_main!(group);
