//! `bopu page`: the page of a game as Markdown, or the pages of all games with their boards and an index.

mod about;
mod agreements;
mod cited;
mod content;
mod damage;
mod entry;
mod folder;
mod gather;
mod index;
mod markdown;
mod own;
mod readings;
mod rules;
mod sample;
mod setting;
mod silences;
mod texts;
mod trials;
mod words;

use super::args::{Format, PageArgs};
use super::exit::{Exit, Fault};
use super::open::{self, Found};
use crate::check::load;
use crate::show::svg;
use content::Content;
use folder::File;
use gather::Gathered;
use index::Listed;
use rayon::prelude::*;
use std::io::Write;
use std::path::Path;

/// The remark by which this command knows the files that it wrote.
const NOTE: &str = "Written by `bopu page`: what is changed here by hand is lost";

/// Runs the command.
pub fn run(args: &PageArgs) -> Result<Exit, Fault> {
    let mut out = anstream::stdout();
    if let Some(folder) = &args.all {
        return all(folder, &mut out);
    }
    let Some(game) = &args.game else {
        return Err(Fault::usage(
            "no game is named",
            Some("`bopu list` shows the games".into()),
        ));
    };
    let gathered = Gathered::of(&open::find(game)?)?;
    let picture = picture(&gathered);
    if args.board {
        let nothing = || {
            let message = format!("`{}` has neither a board nor dice to be drawn", gathered.described.id);
            Fault::cannot_run(message, None)
        };
        write!(out, "{}", picture.ok_or_else(nothing)?)?;
        return Ok(Exit::Done);
    }
    let content = Content::of(&gathered, picture.is_some())?;
    match args.format {
        Format::Json => super::json::write(&mut out, &content)?,
        Format::Human => write!(out, "{}", content.markdown(NOTE))?,
    }
    Ok(Exit::Done)
}

/// Writes everything into a folder.
fn all(folder: &Path, out: &mut impl Write) -> Result<Exit, Fault> {
    let mut games = open::all_or(&[])?;
    // Libraries have no page. What can't be read at all is for the game itself to report.
    games.retain(|f| load::header(&f.name, &f.text).is_none_or(|h| h.is_game));
    let made: Result<Vec<(Listed, Vec<File>)>, Fault> = games.par_iter().map(one).collect();
    let (listed, files): (Vec<Listed>, Vec<Vec<File>>) = made?.into_iter().unzip();
    let mut files: Vec<File> = files.into_iter().flatten().collect();
    files.push(("README.md".to_owned(), index::write(&listed, NOTE)));
    let changed = folder::write(folder, &files)?;
    writeln!(
        out,
        "{}: {}, {changed} of {} files new or changed",
        folder.display(),
        markdown::counted(listed.len(), "game"),
        files.len()
    )?;
    Ok(Exit::Done)
}

/// The page of one game and its board.
fn one(found: &Found) -> Result<(Listed, Vec<File>), Fault> {
    let gathered = Gathered::of(found)?;
    let picture = picture(&gathered);
    let content = Content::of(&gathered, picture.is_some())?;
    let id = &content.about.id;
    let mut files = vec![(format!("{id}.md"), content.markdown(NOTE))];
    files.extend(picture.map(|svg| (format!("{id}.svg"), svg)));
    let lengths = sample::lengths(&gathered.success.program);
    let listed = Listed::of(&content, dice(&gathered), lengths);
    Ok((listed, files))
}

/// The board at the start of the game, seen by who begins.
fn picture(gathered: &Gathered) -> Option<String> {
    let state = &gathered.start;
    let last = state.program().seats.len().saturating_sub(1);
    svg::picture(state, state.mover().min(last), NOTE)
}

/// The dice in a few words: `2, lot 1 each`.
fn dice(gathered: &Gathered) -> String {
    let groups = gathered.described.dice.iter().map(|d| {
        let each = if d.each_player { " each" } else { "" };
        let name = d.name.as_ref().map_or_else(String::new, |n| format!("{n} "));
        format!("{name}{}{each}", d.number)
    });
    let groups: Vec<String> = groups.collect();
    if groups.is_empty() {
        "none".to_owned()
    } else {
        groups.join(", ")
    }
}
