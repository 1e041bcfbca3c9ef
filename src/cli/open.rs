//! From what a user calls a game to the compiled game.

use super::args::{GameArgs, OptionArgs};
use super::exit::Fault;
use crate::check::{self, Library, Options, Success, closest, embedded};
use crate::engine::Game;
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
            let head = e.text.lines().take(6).collect::<Vec<_>>().join(" ");
            let header = head.split("\nsource").next().unwrap_or(&head).to_owned();
            quoted(&header).any(|a| a.to_lowercase() == folded)
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

fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2)
}

/// The largest rule file that is read.
const MAX_FILE: u64 = 4 << 20;

fn read_capped(path: &Path) -> Result<String, Fault> {
    let cannot = |e: std::io::Error| Fault::cannot_run(format!("cannot read `{}`: {e}", path.display()), None);
    let size = std::fs::metadata(path).map_err(cannot)?.len();
    if size > MAX_FILE {
        return Err(Fault::cannot_run(
            format!("`{}` is larger than 4 MB", path.display()),
            Some("a rule file is text that people read".into()),
        ));
    }
    std::fs::read_to_string(path).map_err(cannot)
}

/// The compilation options that were asked for.
///
/// # Errors
/// Wrong usage where one is not of the form `NAME=VALUE`.
pub fn options(args: &OptionArgs) -> Result<Options, Fault> {
    let pairs = |list: &[String], flag: &str| {
        list.iter()
            .map(|p| {
                p.split_once('=')
                    .map(|(a, b)| (a.trim().to_owned(), b.trim().to_owned()))
                    .ok_or_else(|| {
                        Fault::usage(
                            format!("`--{flag} {p}` is not of the form NAME=VALUE"),
                            Some(format!("write `--{flag} NAME=VALUE`")),
                        )
                    })
            })
            .collect::<Result<Vec<_>, _>>()
    };
    Ok(Options {
        witness: args.witness.clone(),
        readings: pairs(&args.readings, "reading")?,
        agreements: pairs(&args.agreements, "agree")?,
        players: args.players,
    })
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
/// As [`compile`].
pub fn game(args: &GameArgs) -> Result<Game, Fault> {
    compile(args).map(|s| Game::new(s.program))
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
