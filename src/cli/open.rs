//! From what a user calls a game to the compiled game.

use super::args::{GameArgs, OptionArgs};
use super::exit::Fault;
use crate::check::{self, Library, Options, Success, closest, embedded, load};
use crate::engine::Game;
use crate::files;
use crate::record::referees;
use std::path::Path;

/// A rule file that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// How it is called in reports.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Where its bases are looked for.
    pub library: Library,
}

/// Finds a rule file by path, id or alias.
///
/// # Errors
/// Wrong usage where nothing is so called; cannot run where a file cannot be read.
pub fn find(name: &str) -> Result<Found, Fault> {
    let path = Path::new(name);
    let looks_like_path = path.extension().is_some_and(|e| e == "rules") || name.contains(std::path::MAIN_SEPARATOR);
    if looks_like_path {
        let text = read_capped(path)?;
        return Ok(Found {
            name: name.to_owned(),
            text,
            library: Library {
                beside: Some(path.parent().map(Path::to_path_buf).unwrap_or_default()),
            },
        });
    }
    let all = embedded();
    let folded = name.to_lowercase();
    let by_alias = || {
        all.iter().find(|e| {
            let header = load::header(e.id, e.text);
            let also = header.iter().flat_map(|h| &h.also);
            also.into_iter().any(|a| a.text.to_lowercase() == folded)
        })
    };
    if let Some(e) = all.iter().find(|e| e.id == folded).or_else(by_alias) {
        return Ok(Found {
            name: format!("rules/{}", e.path.display()),
            text: e.text.to_owned(),
            library: Library::default(),
        });
    }
    let near = closest(&folded, all.iter().map(|e| e.id));
    Err(Fault::usage(
        format!("there is no game `{name}`"),
        Some(near.map_or_else(
            || "`bopu list` shows the games; a rule file is named by its path, ending in .rules".to_owned(),
            |n| format!("did you mean `{n}`?"),
        )),
    ))
}

fn read_capped(path: &Path) -> Result<String, Fault> {
    files::read(path, check::MAX_FILE).map_err(|e| {
        let help = (!e.is_missing()).then(|| "a rule file is text that people read".into());
        Fault::cannot_run(e.told(&path.display().to_string()), help)
    })
}

/// The compilation options that were asked for.
///
/// # Errors
/// Wrong usage where one is not of the form `NAME=VALUE`, or two contradict each other.
pub fn options(args: &OptionArgs) -> Result<Options, Fault> {
    Ok(Options {
        witness: args.witness.clone(),
        readings: pairs(&args.readings, "reading")?,
        agreements: pairs(&args.agreements, "agree")?,
        players: args.players,
    })
}

/// What a flag was given, each name once.
fn pairs(list: &[String], flag: &str) -> Result<Vec<(String, String)>, Fault> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for given in list {
        let Some((name, value)) = given.split_once('=').map(|(a, b)| (a.trim(), b.trim())) else {
            return Err(Fault::usage(
                format!("`--{flag} {given}` is not of the form NAME=VALUE"),
                Some(format!("write `--{flag} NAME=VALUE`")),
            ));
        };
        match pairs.iter().find(|(n, _)| n == name) {
            None => pairs.push((name.to_owned(), value.to_owned())),
            Some((_, before)) if before == value => {}
            Some((_, before)) => {
                return Err(Fault::usage(
                    format!("`--{flag} {name}={before}` and `--{flag} {name}={value}` contradict each other"),
                    Some("leave one of them out".into()),
                ));
            }
        }
    }
    Ok(pairs)
}

/// Finds and compiles a game with everything that is known of it.
///
/// # Errors
/// As [`find`], and the findings of a file that does not compile.
pub fn compile(args: &GameArgs) -> Result<Success, Fault> {
    let found = find(&args.game)?;
    let options = options(&args.options)?;
    let success = check::compile(&found.name, &found.text, &found.library, &options).map_err(Fault::Rules)?;
    if !success.expanded.header.is_game {
        return Err(Fault::usage(
            format!("`{}` is a library, not a game", args.game),
            Some("`bopu list` shows the games".into()),
        ));
    }
    Ok(success)
}

/// Finds and compiles a game to be played.
///
/// # Errors
/// As [`compile`]; cannot run where the rules of the game are lost.
pub fn game(args: &GameArgs) -> Result<Game, Fault> {
    let program = compile(args)?.program;
    if let Some(why) = &program.lost {
        return Err(Fault::cannot_run(
            format!("`{}` can't be played: {why}", program.id),
            Some(format!("`bopu show {}` shows what is attested of it", args.game)),
        ));
    }
    Ok(Game::new(program))
}

/// The rule files that are named, or all embedded ones.
///
/// # Errors
/// As [`find`].
pub fn all_or(names: &[String]) -> Result<Vec<Found>, Fault> {
    if !names.is_empty() {
        return names.iter().map(|n| find(n)).collect();
    }
    Ok(embedded()
        .into_iter()
        .map(|e| Found {
            name: format!("rules/{}", e.path.display()),
            text: e.text.to_owned(),
            library: Library::default(),
        })
        .collect())
}

/// Refuses a game that consists only of what its referee calls, where nobody is there to call.
///
/// # Errors
/// A wrong usage, with what to do instead.
pub fn moves_by_itself(game: &Game) -> Result<(), Fault> {
    if game.program().idle.is_none() {
        return Ok(());
    }
    let id = &game.program().id;
    Err(Fault::usage(
        format!("nothing moves by itself in `{id}`: it has no turns, only what its referee calls"),
        Some(format!("`bopu play {id}` is for calling: {}", referees(game.program()))),
    ))
}
