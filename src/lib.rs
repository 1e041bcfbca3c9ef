//! `bopu` (博谱): a language for the rules of games, and one interpreter that plays any of them.
//!
//! A rule file is compiled to a [`engine::Game`]; a game gives positions ([`engine::State`]) that say what they wait for,
//! what may be chosen, and why something may not.
//!
//! ```
//! use bopu::check::{Library, Options, compile};
//! use bopu::engine::{Current, Game};
//!
//! let rules = r#"
//! language 1
//! game sprint "the first over four squares"
//! players 2
//! seats 甲 "A", 乙 "B"
//! pieces runner 1 each
//! dice 1 of die2
//! die die2 = 1..2
//! board {
//!   space lane[1..5] of each player
//!   route track of each player = lane[1..5]
//! }
//! setup each { lane[1]: 1 }
//! step go (a in lane) {
//!   let b = ahead(a, max(throw))   else "the lane ends before that"
//!   require own: mine(a) > 0       "no runner stands there"
//!   do { move 1 a -> b }
//! }
//! turn = move
//! phase move { roll;  choose { go } }
//! end game when home: mine(lane[5]) = 1 { win me by 1 }
//! "#;
//! let success = compile("sprint.rules", rules, &Library::default(), &Options::default()).expect("compiles");
//! let game = Game::new(success.program);
//!
//! let mut state = game.start();
//! assert!(matches!(state.current(), Current::Chance { .. }));
//! let outcomes = state.chance_outcomes().expect("few enough to list");
//! assert_eq!(outcomes.len(), 2);
//!
//! state.throw(&[2]).expect("a throw of these dice");
//! assert_eq!(state.current(), Current::Player { seat: 0 });
//! let choice = state.legal_choices()[0];
//! assert!(state.explain(&choice).refusal.is_none());
//! let before = state.hash();
//! state.choose(choice).expect("legal");
//! assert_eq!(state.scores(), [0, 0]);
//! assert!(state.undo());
//! assert_eq!(state.hash(), before);
//! ```

#![warn(missing_docs)]

pub mod agents;
pub mod check;
pub mod cli;
pub mod diagnostics;
pub mod engine;
pub mod examples;
pub mod files;
pub mod ir;
pub mod record;
pub mod show;
pub mod sim;
pub mod sources;
pub mod syntax;
