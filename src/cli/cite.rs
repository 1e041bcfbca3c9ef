//! `bopu cite`: what the rules of a game rest on, what rests on a clause, and whether the registers quote their documents.

mod clause;
mod game;
mod verify;

pub use clause::failing;
pub use game::named;

use super::args::CiteArgs;
use super::exit::{Exit, Fault};
use super::open;
use crate::check::{Failure, Library, Options, closest, embedded};
use crate::sources::{GameRules, Missing, Registers, Unreadable, find};
use crate::syntax::source::Sources;
use rayon::prelude::*;
use std::sync::Arc;

/// Runs the command.
pub fn run(args: &CiteArgs) -> Result<Exit, Fault> {
    if let Some(folder) = &args.verify {
        return verify::run(args.what.as_deref(), folder, args.format);
    }
    let Some(what) = &args.what else {
        return Err(Fault::usage("nothing to cite is named", None));
    };
    let registers = Registers::embedded();
    if is_id(&registers, what) {
        return clause::run(&registers, what, args.format);
    }
    let found = open::find(what).map_err(|fault| nothing(&registers, what, fault))?;
    let options = open::options(&args.options)?;
    let game = GameRules::read(&found.name, &found.text, &found.library, &options).map_err(Fault::Rules)?;
    let registers = registers_of(&game, &found.library)?;
    game::run(&game, &registers, args.format)
}

/// Whether something is the id of a register, a passage or a clause.
pub fn is_id(registers: &Registers, id: &str) -> bool {
    registers.file(id).is_some() || registers.passage(id).is_some() || registers.clause(id).is_some()
}

/// That something is neither a game nor a clause, with what may have been meant.
pub fn nothing(registers: &Registers, what: &str, fault: Fault) -> Fault {
    let Fault::Usage { .. } = fault else { return fault };
    let register = what.split('.').next().unwrap_or_default();
    if let Some(file) = registers.file(register) {
        let near = registers.nearest(what);
        let known: Vec<&str> = file.register.passages.iter().map(|p| p.id.as_str()).collect();
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the passages of `{register}` are: {}", known.join(", ")),
        };
        return Fault::usage(format!("there is no clause or passage `{what}`"), Some(help));
    }
    let games = embedded();
    let near = closest(what, games.iter().map(|e| e.id)).map(str::to_owned);
    let near = near.or_else(|| registers.nearest(what));
    Fault::usage(
        format!("there is no game, clause, passage or register `{what}`"),
        Some(near.map_or_else(
            || {
                let known: Vec<&str> = registers.files().map(|f| f.register.id.as_str()).collect();
                format!("`bopu list` shows the games; the registers are: {}", known.join(", "))
            },
            |near| format!("did you mean `{near}`?"),
        )),
    )
}

/// The registers that a game can cite: the embedded ones, and those beside its file that it names.
pub fn registers_of(game: &GameRules, library: &Library) -> Result<Registers, Fault> {
    let mut registers = Registers::embedded();
    for id in game.sources() {
        match find(&id, library.beside.as_deref()) {
            Ok(found) => registers.add(Arc::clone(&found.file)),
            Err(Missing::Unknown) => {}
            Err(Missing::Unreadable(unreadable)) => return Err(unusable(&unreadable)),
        }
    }
    Ok(registers)
}

/// That a register can't be used, and why.
fn unusable(register: &Unreadable) -> Fault {
    let mut sources = Sources::default();
    let file = sources.add(register.name.as_str(), Arc::clone(&register.text));
    Fault::Rules(Box::new(Failure {
        sources,
        diagnostics: register.in_file(file),
    }))
}

/// All embedded games.
pub fn embedded_games() -> Result<Vec<(open::Found, GameRules)>, Fault> {
    let read = |found: open::Found| {
        let game = GameRules::read(&found.name, &found.text, &found.library, &Options::default());
        game.map(|game| (found, game)).map_err(Fault::Rules)
    };
    let all: Result<Vec<_>, Fault> = open::all_or(&[])?.into_par_iter().map(read).collect();
    Ok(all?.into_iter().filter(|(_, g)| g.expanded.header.is_game).collect())
}
