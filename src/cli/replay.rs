//! `bopu replay`: a saved game is played again and printed.

use super::args::{GameArgs, OptionArgs, ReplayArgs};
use super::exit::{Exit, Fault};
use super::{open, position, story};
use crate::record::Transcript;

/// Runs the command.
pub fn run(args: &ReplayArgs) -> Result<Exit, Fault> {
    let transcript = Transcript::read(&args.file).map_err(position::damaged)?;
    let pairs = |list: &[(String, String)]| list.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let asked = GameArgs {
        game: transcript.game.clone(),
        options: OptionArgs {
            witness: transcript.witness.clone(),
            readings: pairs(&transcript.readings),
            agreements: pairs(&transcript.agreements),
            players: transcript.players,
        },
    };
    // Nothing was typed wrong here: the file names rules that are not there any more.
    let game = open::game(&asked).map_err(|fault| match fault {
        Fault::Usage { message, help } => Fault::cannot_run(
            format!("the rules of `{}` are lost: {message}", args.file.display()),
            help,
        ),
        Fault::Rules(failure) if failure.diagnostics.iter().any(|d| d.labels.is_empty()) => Fault::cannot_run(
            format!(
                "`{}` does not fit the rules of `{}`: {}",
                args.file.display(),
                transcript.game,
                failure.diagnostics.first().map_or("", |d| d.message.as_str())
            ),
            failure.diagnostics.first().and_then(|d| d.help.clone()),
        ),
        other => other,
    })?;
    let state = transcript.replay(&game).map_err(|mut damage| {
        damage.place = format!("{}: {}", args.file.display(), damage.place);
        position::damaged(damage)
    })?;
    story::tell(&state, &transcript, args.format, args.board)?;
    Ok(Exit::Done)
}
