//! `bopu list`: the embedded games, and the libraries apart.

use super::args::{Format, ListArgs};
use super::exit::{Exit, Fault};
use crate::check::{Embedded, Expanded, Library, Options, embedded, expand, load};
use crate::show::{pad, width};
use crate::syntax::print::print_expr;
use crate::syntax::source::Sources;
use crate::syntax::tree::{Expr, ExprKind, ItemKind};
use serde::Serialize;
use std::io::Write;

/// Runs the command.
pub fn run(args: &ListArgs) -> Result<Exit, Fault> {
    let listing = listing();
    let mut out = anstream::stdout();
    match args.format {
        Format::Json => super::json::write(&mut out, &listing)?,
        Format::Human => {
            table(&mut out, "Games", &listing.games)?;
            table(&mut out, "Libraries, which games extend", &listing.libraries)?;
        }
    }
    Ok(Exit::Done)
}

/// What is embedded, as it is written for programs: `{"bopu": 1, "games": […], "libraries": […]}`.
#[derive(Debug, Serialize)]
struct Listing {
    /// The version of this format.
    bopu: u32,
    /// Games, by id.
    games: Vec<Entry>,
    /// Libraries, by id.
    libraries: Vec<Entry>,
}

/// One rule file: `{"id", "title", "aliases": […], "players": [least, most], "seats": […], "lost", "file"}`; `lost` where the rules
/// of the game are lost.
#[derive(Debug, Serialize)]
struct Entry {
    id: String,
    title: Option<String>,
    aliases: Vec<String>,
    /// The least and the greatest number of players, where the file says it in numbers.
    players: Option<(i64, i64)>,
    /// Names of the seats, where they have names.
    seats: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    lost: bool,
    file: String,
    #[serde(skip)]
    players_written: String,
}

/// Derivation is enough to know the seats: nothing is lowered.
fn listing() -> Listing {
    let mut out = Listing {
        bopu: 1,
        games: Vec::new(),
        libraries: Vec::new(),
    };
    for file in embedded() {
        if let Some(expanded) = expanded(&file) {
            let list = if expanded.header.is_game {
                &mut out.games
            } else {
                &mut out.libraries
            };
            list.push(entry(&file, &expanded));
        }
    }
    for list in [&mut out.games, &mut out.libraries] {
        list.sort_by(|a, b| a.id.cmp(&b.id));
    }
    out
}

fn expanded(file: &Embedded) -> Option<Expanded> {
    let (mut sources, mut diagnostics) = (Sources::default(), Vec::new());
    let name = file.path.display().to_string();
    let files = load::load(&name, file.text, &Library::default(), &mut sources, &mut diagnostics)?;
    expand::expand(&files, &Options::default(), &mut diagnostics)
}

fn entry(file: &Embedded, expanded: &Expanded) -> Entry {
    let header = &expanded.header;
    let mut entry = Entry {
        id: header.id.text.clone(),
        title: header.title.as_ref().map(|t| t.text.clone()),
        aliases: header.also.iter().map(|t| t.text.clone()).collect(),
        // A game that says nothing is for two.
        players: Some((2, 2)),
        players_written: players(expanded),
        seats: Vec::new(),
        lost: false,
        file: format!("rules/{}", file.path.display()),
    };
    for def in &expanded.defs {
        match &def.item.kind {
            ItemKind::Players(least, most) => {
                let most = most.as_ref().unwrap_or(least);
                entry.players = number(least).zip(number(most));
            }
            ItemKind::Lost(_) => entry.lost = true,
            ItemKind::Seats(seats, _) => entry.seats = seats.iter().map(|(n, _)| n.text.clone()).collect(),
            _ => {}
        }
    }
    entry
}

/// The number of players, as the file writes it: `2 to 5`.
pub fn players(expanded: &Expanded) -> String {
    let declared = expanded.defs.iter().find_map(|d| match &d.item.kind {
        ItemKind::Players(least, most) => Some((least, most.as_ref().unwrap_or(least))),
        _ => None,
    });
    // A game that says nothing is for two.
    let Some((least, most)) = declared else {
        return "2".into();
    };
    match (print_expr(least), print_expr(most)) {
        (a, b) if a == b => a,
        (a, b) => format!("{a} to {b}"),
    }
}

fn number(e: &Expr) -> Option<i64> {
    match e.kind {
        ExprKind::Int(n) => Some(n),
        _ => None,
    }
}

fn table(out: &mut impl Write, title: &str, entries: &[Entry]) -> Result<(), Fault> {
    if entries.is_empty() {
        return Ok(());
    }
    writeln!(out, "{title}")?;
    let widest = entries.iter().map(|e| width(&e.id)).max().unwrap_or(0);
    for entry in entries {
        let mut words = Vec::new();
        if let Some(title) = entry.title.as_ref().filter(|t| **t != entry.id) {
            words.push(title.clone());
        }
        if !entry.aliases.is_empty() {
            words.push(format!("also {}", entry.aliases.join(", ")));
        }
        words.push(match (entry.seats.as_slice(), entry.players_written.as_str()) {
            _ if entry.lost => "its rules are lost".into(),
            ([], "1") => "1 player".into(),
            ([], n) => format!("{n} players"),
            (seats, n) => format!("{n} players: {}", seats.join(", ")),
        });
        writeln!(out, "  {}  {}", pad(&entry.id, widest), words.join("; "))?;
    }
    Ok(())
}
