//! `bopu coverage`: which clauses the rules say, which an example shows, which random games use; and where rules stand
//! without a clause.

mod answer;
mod table;

use super::args::{CoverageArgs, Format};
use super::cite::{embedded_games, failing, is_id, nothing, registers_of};
use super::exit::{Exit, Fault};
use super::open::{self, Found};
use crate::check::provenance::clause_ids;
use crate::check::{self, Options};
use crate::sources::{GameRules, Games, Index, Registers, Rule, disagreements, exercised};
use answer::{Answer, Asked};
use std::collections::BTreeSet;

/// Runs the command.
pub fn run(args: &CoverageArgs) -> Result<Exit, Fault> {
    let target = target(args.what.as_deref())?;
    let mut games = Games::default();
    let wanted = passages(&target);
    for (found, game) in target.games {
        let cites = cited_passages(&game, &target.registers);
        let named = matches!(target.scope, Scope::Game);
        let played = if named || cites.iter().any(|p| wanted(p)) {
            games.failing.push(failing(&found)?);
            Some(play(&found, &game, args)?)
        } else {
            games.failing.push(Default::default());
            None
        };
        games.games.push(game);
        games.played.push(played);
    }
    let index = Index::new(&games.games, &target.registers);
    let passages = games.passages(&target.registers, &index, &wanted);
    let answer = Answer::new(&Asked {
        games: &games,
        registers: &target.registers,
        passages: &passages,
        // What one game leaves unsaid another may say.
        disagreements: match target.scope {
            Scope::Game => Vec::new(),
            _ => disagreements(&games.games, &passages),
        },
        seed: args.seed,
        inherited: matches!(target.scope, Scope::Game),
    });
    let mut out = anstream::stdout();
    match args.format {
        Format::Json => super::json::write(&mut out, &answer)?,
        Format::Human => table::human(&mut out, &answer, !matches!(target.scope, Scope::All))?,
    }
    Ok(if answer.faults.is_empty() {
        Exit::Done
    } else {
        Exit::Faults
    })
}

/// What is asked for.
enum Scope {
    /// Everything.
    All,
    /// One game: the passages that it cites.
    Game,
    /// A register, a passage, or the registers of a document: these ids.
    Ids(Vec<String>),
}

struct Target {
    scope: Scope,
    registers: Registers,
    games: Vec<(Found, GameRules)>,
}

fn target(what: Option<&str>) -> Result<Target, Fault> {
    let registers = Registers::embedded();
    let Some(what) = what else {
        let games = embedded_games()?;
        return Ok(Target {
            scope: Scope::All,
            registers,
            games,
        });
    };
    let documents: Vec<String> = registers
        .files()
        .map(|f| &f.register)
        .filter(|r| r.document.as_ref().is_some_and(|d| is_document(&d.file, what)))
        .map(|r| r.id.clone())
        .collect();
    let ids = if is_id(&registers, what) {
        vec![what.to_owned()]
    } else {
        documents
    };
    if !ids.is_empty() {
        let games = embedded_games()?;
        return Ok(Target {
            scope: Scope::Ids(ids),
            registers,
            games,
        });
    }
    let found = open::find(what).map_err(|fault| nothing(&registers, what, fault))?;
    let game = GameRules::read(&found.name, &found.text, &found.library, &Options::default()).map_err(Fault::Rules)?;
    if !game.expanded.header.is_game {
        return Err(Fault::usage(
            format!("`{what}` is a library: what its rules rest on, its games say"),
            Some("`bopu list` shows the games".into()),
        ));
    }
    Ok(Target {
        scope: Scope::Game,
        registers: registers_of(&game, &found.library)?,
        games: vec![(found, game)],
    })
}

/// Whether a document is meant: by its file's name, or the part before its first `_` or `.`.
fn is_document(file: &str, what: &str) -> bool {
    file == what || file.split(['_', '.']).next() == Some(what)
}

/// Which passages are wanted, by their ids.
fn passages(target: &Target) -> impl Fn(&str) -> bool + use<> {
    let ids = match &target.scope {
        Scope::All => None,
        Scope::Ids(ids) => Some(ids.iter().cloned().collect()),
        Scope::Game => {
            let cited = target.games.iter().map(|(_, g)| cited_passages(g, &target.registers));
            Some(cited.flatten().collect::<BTreeSet<String>>())
        }
    };
    move |passage| {
        ids.as_ref().is_none_or(|ids| {
            let register = passage.split('.').next().unwrap_or_default();
            let within = |id: &String| id.strip_prefix(passage).is_some_and(|rest| rest.starts_with('.'));
            ids.contains(passage) || ids.contains(register) || ids.iter().any(within)
        })
    }
}

/// The passages that a game cites.
fn cited_passages(game: &GameRules, registers: &Registers) -> BTreeSet<String> {
    let rules = game.all().map(|(_, r)| &r.own);
    let warrants = rules.chain(game.examples.iter().map(|e| &e.warrants));
    warrants
        .flat_map(|w| clause_ids(w, registers))
        .filter_map(|id| id.rsplit_once('.').map(|(passage, _)| passage.to_owned()))
        .collect()
}

/// Plays a game at random.
fn play(found: &Found, game: &GameRules, args: &CoverageArgs) -> Result<crate::sources::Exercised, Fault> {
    let success =
        check::compile(&found.name, &found.text, &found.library, &Options::default()).map_err(Fault::Rules)?;
    let rules: Vec<&Rule> = game.rules.iter().flat_map(Rule::all).collect();
    // In a game without turns nothing happens unless somebody calls.
    let games = if success.program.idle.is_some() { 0 } else { args.games };
    Ok(exercised(&success.program, &rules, games, args.seed))
}
