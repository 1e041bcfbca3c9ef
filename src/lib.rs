//! `bopu` (博谱): a language for the rules of games, and one interpreter that plays any of them.

pub mod agents;
pub mod check;
pub mod cli;
pub mod diagnostics;
pub mod engine;
pub mod examples;
pub mod ir;
pub mod record;
pub mod show;
pub mod sim;
pub mod syntax;
