//! What can be written on the command line.

use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsStr;
use std::io::IsTerminal;
use std::path::PathBuf;

/// 博谱: old Chinese dice games as playable, citable rule files.
///
/// A GAME is a name or alias (`bopu list` shows them) or the path of a rule file.
#[derive(Debug, Parser)]
#[command(name = "bopu", version, propagate_version = true)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Makes the choice hold for everything that is printed.
    pub fn write_global(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// Whether reports on the error stream are coloured.
#[must_use]
pub fn colored() -> bool {
    match anstream::ColorChoice::global() {
        anstream::ColorChoice::Always | anstream::ColorChoice::AlwaysAnsi => true,
        anstream::ColorChoice::Never => false,
        anstream::ColorChoice::Auto => std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games that can be played
    List(ListArgs),
    /// Show a game: board, equipment, rules, readings, agreements
    Show(ShowArgs),
    /// Play a game at the keyboard
    Play(PlayArgs),
    /// Let the machine play against itself and print the game
    Run(RunArgs),
    /// Replay a saved game
    Replay(ReplayArgs),
    /// List legal moves of a position
    Moves(MovesArgs),
    /// Explain why a move is allowed or refused
    Explain(ExplainArgs),
    /// Play many games and count
    Simulate(SimulateArgs),
    /// Check rule files
    Check(CheckArgs),
    /// Run the examples and claims of rule files
    Test(TestArgs),
    /// Show what the rules of a game rest on, or what rests on a clause
    Cite(CiteArgs),
    /// List what a game's text leaves open: choices, what they rest on, what each witness takes
    Readings(ReadingsArgs),
    /// Count which clauses the rules say, show and use
    Coverage(CoverageArgs),
    /// Write the page of a game as Markdown, or those of all games with their boards
    Page(PageArgs),
    /// Begin a rule file derived from a game
    New(NewArgs),
}

/// Which game, for which choices.
#[derive(Clone, Debug, Args)]
pub struct GameArgs {
    /// Name, alias or path of a rule file
    #[arg(value_name = "GAME")]
    pub game: String,
    #[command(flatten)]
    pub options: OptionArgs,
}

/// Witness, readings, agreements, seats.
#[derive(Clone, Debug, Default, Args)]
pub struct OptionArgs {
    /// Follow a witness: for each reading the choice that cites its sources
    #[arg(long, value_name = "NAME")]
    pub witness: Option<String>,
    /// Take another reading of what the text leaves open (repeatable; before the witness)
    #[arg(long = "reading", value_name = "NAME=CHOICE")]
    pub readings: Vec<String>,
    /// Settle an agreement of the players (repeatable)
    #[arg(long = "agree", value_name = "NAME=VALUE")]
    pub agreements: Vec<String>,
    /// Number of players
    #[arg(long, value_name = "N")]
    pub players: Option<usize>,
}

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Human,
    /// For programs
    Json,
}

/// Who chooses for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Agent {
    /// A person at the keyboard
    Human,
    /// Uniformly at random
    Random,
    /// The choice that leaves the game's first measure best
    Greedy,
}

/// Reads who plays one seat. Several in one word are told how to be written.
#[derive(Clone, Copy, Debug)]
struct OneAgent;

impl TypedValueParser for OneAgent {
    type Value = Agent;

    fn parse_ref(&self, command: &clap::Command, arg: Option<&clap::Arg>, value: &OsStr) -> Result<Agent, clap::Error> {
        let several: Vec<String> = value
            .to_str()
            .unwrap_or_default()
            .split([',', '，', '、'])
            .map(|who| format!("--seat {}", who.trim()))
            .collect();
        if several.len() > 1 {
            let message = format!("`--seat` is given once for each seat: write `{}`", several.join(" "));
            return Err(clap::Error::raw(ErrorKind::InvalidValue, message + "\n").with_cmd(command));
        }
        EnumValueParser::<Agent>::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            Agent::value_variants().iter().filter_map(Agent::to_possible_value),
        ))
    }
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct ShowArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Print the whole rule file after derivation
    #[arg(long)]
    pub expanded: bool,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Who plays each seat, in order (default: the first human, the others random)
    #[arg(long = "seat", value_parser = OneAgent, value_name = "WHO")]
    pub seats: Vec<Agent>,
    /// Type the throws instead of having them drawn
    #[arg(long)]
    pub own_dice: bool,
    /// Seed of dice and agents (default: drawn, and shown)
    #[arg(long)]
    pub seed: Option<u64>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Stop a game after this many rounds
    #[arg(long, default_value_t = crate::engine::MAX_ROUNDS, value_name = "N")]
    pub max_rounds: u32,
}

#[derive(Debug, Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Who plays each seat, in order (default: all random)
    #[arg(long = "seat", value_parser = OneAgent, value_name = "WHO")]
    pub seats: Vec<Agent>,
    /// Seed of dice and agents
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Which game of the seed
    #[arg(long, default_value_t = 0, value_name = "I")]
    pub index: u64,
    /// Save the transcript here (RON)
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Draw the board after every turn
    #[arg(long)]
    pub board: bool,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Stop a game after this many rounds
    #[arg(long, default_value_t = crate::engine::MAX_ROUNDS, value_name = "N")]
    pub max_rounds: u32,
}

#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// A transcript (RON)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Draw the board after every turn
    #[arg(long)]
    pub board: bool,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

/// A position to look at.
#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// Position as JSON or RON text, a file, or `-` for standard input (default: the start of the game)
    #[arg(long, value_name = "POSITION")]
    pub state: Option<String>,
    /// The throw, such as `6-2` or `6,2`; `lot=5-3` for dice with a name
    #[arg(long, value_name = "FACES", allow_hyphen_values = true)]
    pub throw: Option<String>,
}

#[derive(Debug, Args)]
pub struct MovesArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub position: PositionArgs,
    /// Whole turns with the positions that they lead to
    #[arg(long)]
    pub turn: bool,
    /// Read positions line by line from standard input (JSON), answer line by line
    #[arg(long, requires = "turn")]
    pub batch: bool,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct ExplainArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The move, in the game's notation
    #[arg(value_name = "MOVE")]
    pub text: String,
    #[command(flatten)]
    pub position: PositionArgs,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How many games
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    pub games: u64,
    /// Threads, at most 1,024 (0: one for each core)
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(..=1_024))]
    pub jobs: u16,
    /// Who plays each seat, in order (default: all random)
    #[arg(long = "seat", value_parser = OneAgent, value_name = "WHO")]
    pub seats: Vec<Agent>,
    /// Seed of dice and agents
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Stop a game after this many rounds
    #[arg(long, default_value_t = crate::engine::MAX_ROUNDS, value_name = "N")]
    pub max_rounds: u32,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Rule files, or names of embedded ones (default: all embedded)
    #[arg(value_name = "FILES")]
    pub files: Vec<String>,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct TestArgs {
    /// Rule files, or names of embedded ones (default: all embedded)
    #[arg(value_name = "FILES")]
    pub files: Vec<String>,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct CiteArgs {
    /// A game, or a clause (`pushuang.ping.5`), a passage (`pushuang.ping`), a register (`pushuang`)
    #[arg(value_name = "GAME|CLAUSE", required_unless_present = "verify")]
    pub what: Option<String>,
    #[command(flatten)]
    pub options: OptionArgs,
    /// Hold the quotations of the registers (of the one named, of the game's) against the documents in a folder
    #[arg(long, value_name = "DIR")]
    pub verify: Option<PathBuf>,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct ReadingsArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct CoverageArgs {
    /// A game, a document's file, a register or a passage: clause by clause (default: all games, passage by passage)
    #[arg(value_name = "GAME|DOCUMENT|REGISTER")]
    pub what: Option<String>,
    /// How many random games are played of each game
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub games: u64,
    /// Seed of dice and agents
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct PageArgs {
    /// Name, alias or path of a rule file
    #[arg(value_name = "GAME", required_unless_present = "all")]
    pub game: Option<String>,
    /// Write the pages of all games that come with the program, their boards and an index into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "game")]
    pub all: Option<PathBuf>,
    /// Print the picture of the board at the start (SVG) instead of the page
    #[arg(long, conflicts_with = "all")]
    pub board: bool,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Human, conflicts_with_all = ["all", "board"])]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct NewArgs {
    /// Id of the new game: ASCII letters, digits, `-`
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The game that it is derived from
    #[arg(long, value_name = "GAME")]
    pub extends: String,
    /// Where to write it (default: NAME.rules here)
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
