//! `bopu simulate`.

mod overlaps;

use super::args::{Agent as Who, Format, SimulateArgs};
use super::exit::{Exit, Fault};
use super::open;
use crate::agents::Agent;
use crate::engine::{Game, Stopped};

use crate::sim::{self, Plan, Spread, Tally};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};
use unicode_width::UnicodeWidthStr;

#[derive(Serialize)]
struct Answer<'a> {
    game: &'a str,
    seed: u64,
    games: u64,
    max_rounds: u32,
    finished: u64,
    unfinished: Vec<UnfinishedRow<'a>>,
    drawn: u64,
    seats: Vec<SeatRow<'a>>,
    rounds: SpreadRow,
    decisions: SpreadRow,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    overlaps: Vec<overlaps::Row<'a>>,
    /// What differs from run to run stands apart.
    timing: Timing,
}

#[derive(Serialize)]
struct UnfinishedRow<'a> {
    #[serde(flatten)]
    stopped: Stopped<'a>,
    games: u64,
}

#[derive(Serialize)]
struct SeatRow<'a> {
    seat: &'a str,
    agent: &'static str,
    wins: u64,
    mean_score: Option<f64>,
    scores: BTreeMap<i64, u64>,
}

#[derive(Serialize)]
struct SpreadRow {
    mean: Option<f64>,
    median: Option<f64>,
    min: Option<i64>,
    max: Option<i64>,
}

impl SpreadRow {
    fn new(spread: &Spread) -> Self {
        Self {
            mean: spread.mean(),
            median: spread.median(),
            min: spread.least(),
            max: spread.most(),
        }
    }
}

#[derive(Serialize)]
struct Timing {
    wall_seconds: f64,
    cpu_seconds: f64,
    /// Nothing where the time is too short to tell.
    games_per_second: Option<f64>,
    games_per_cpu_second: Option<f64>,
}

/// What passes between two looks of the system at how long a thread has computed, and a good deal more: rates over less time
/// mean nothing.
const TELLING: Duration = Duration::from_millis(20);

impl Timing {
    fn new(games: u64, wall: Duration, cpu: Duration) -> Self {
        let rate = |time: Duration| (time >= TELLING).then(|| games as f64 / time.as_secs_f64());
        Self {
            wall_seconds: wall.as_secs_f64(),
            cpu_seconds: cpu.as_secs_f64(),
            games_per_second: rate(wall),
            games_per_cpu_second: rate(cpu),
        }
    }
}

/// Runs the command.
pub fn run(args: &SimulateArgs) -> Result<Exit, Fault> {
    let game = open::game(&args.game)?;
    open::moves_by_itself(&game)?;
    let plan = Plan {
        games: args.games,
        jobs: args.jobs.into(),
        agents: agents(&args.seats, &game)?,
        seed: args.seed,
        max_rounds: args.max_rounds,
    };
    let progress = progress(args.games);
    let began = Instant::now();
    let (tally, cpu) = sim::run(&game, &plan, &|done| progress.inc(done)).map_err(|e| {
        Fault::cannot_run(
            format!("cannot start the threads: {e}"),
            Some("ask for fewer by `--jobs`".into()),
        )
    })?;
    let timing = Timing::new(args.games, began.elapsed(), cpu);
    progress.finish_and_clear();
    let answer = answer(&game, &plan, &tally, timing);
    let mut out = anstream::stdout();
    match args.format {
        Format::Json => super::json::write(&mut out, &answer)?,
        Format::Human => human(&mut out, &answer)?,
    }
    Ok(Exit::Done)
}

fn agents(asked: &[Who], game: &Game) -> Result<Vec<Agent>, Fault> {
    let seats = game.program().seat_count();
    if asked.len() > seats {
        return Err(Fault::usage(
            format!("{} seats are filled, and this game has {seats}", asked.len()),
            Some("write `--seat WHO` once for each seat, in order".into()),
        ));
    }
    let mut agents = Vec::new();
    for who in asked {
        agents.push(match who {
            Who::Random => Agent::Random,
            Who::Greedy => Agent::Greedy,
            Who::Human => {
                return Err(Fault::usage(
                    "nobody sits at a simulation",
                    Some("seats are filled by `random` or `greedy`; `bopu play` is for people".into()),
                ));
            }
        });
    }
    agents.resize(seats, Agent::Random);
    Ok(agents)
}

/// Progress on a terminal's error stream; nothing elsewhere.
fn progress(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let progress = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} games, {eta} left") {
        progress.set_style(style);
    }
    progress
}

fn answer<'a>(game: &'a Game, plan: &Plan, tally: &Tally, timing: Timing) -> Answer<'a> {
    let program = game.program();
    let unfinished = tally.unfinished.iter().map(|(part, games)| UnfinishedRow {
        stopped: Stopped::by(program, *part),
        games: *games,
    });
    let seats = program.seats.iter().enumerate().map(|(i, seat)| SeatRow {
        seat: &seat.name,
        agent: match plan.agents[i] {
            Agent::Random => "random",
            Agent::Greedy => "greedy",
        },
        // Partners win together.
        wins: (0..tally.wins.len())
            .filter(|s| program.allied(i as i32, *s as i32))
            .map(|s| tally.wins[s])
            .sum(),
        mean_score: tally.scores[i].mean(),
        scores: tally.scores[i].counts().collect(),
    });
    Answer {
        game: &program.id,
        seed: plan.seed,
        games: plan.games,
        max_rounds: plan.max_rounds,
        finished: tally.finished,
        unfinished: unfinished.collect(),
        drawn: tally.finished - tally.wins.iter().sum::<u64>(),
        seats: seats.collect(),
        rounds: SpreadRow::new(&tally.rounds),
        decisions: SpreadRow::new(&tally.decisions),
        overlaps: overlaps::rows(game, plan, tally),
        timing,
    }
}

fn human(out: &mut impl Write, answer: &Answer<'_>) -> std::io::Result<()> {
    let unfinished: u64 = answer.unfinished.iter().map(|u| u.games).sum();
    writeln!(
        out,
        "{}: {} games of seed {}, {} finished, {} unfinished",
        answer.game, answer.games, answer.seed, answer.finished, unfinished
    )?;
    for row in &answer.unfinished {
        writeln!(out, "  {} stopped: {}", row.games, row.stopped)?;
    }
    if answer.finished > 0 {
        writeln!(out)?;
        table(out, answer)?;
        writeln!(out)?;
        spread(out, "rounds a game", &answer.rounds)?;
        spread(out, "decisions a game", &answer.decisions)?;
    }
    overlaps::human(out, &answer.overlaps)?;
    let timing = &answer.timing;
    match (timing.games_per_cpu_second, timing.games_per_second) {
        (Some(cpu), Some(wall)) => writeln!(out, "{} games per CPU second, {} a second", rate(cpu), rate(wall)),
        _ => writeln!(out, "too short to tell how many games are played in a second"),
    }
}

/// A rate with as many digits as say something.
fn rate(rate: f64) -> String {
    if rate < 10.0 {
        format!("{rate:.1}")
    } else {
        format!("{rate:.0}")
    }
}

fn table(out: &mut impl Write, answer: &Answer<'_>) -> std::io::Result<()> {
    let mut rows = vec![["seat", "agent", "wins", "", "mean score", "scores"].map(str::to_owned)];
    for seat in &answer.seats {
        let share = 100.0 * seat.wins as f64 / answer.finished as f64;
        let scores: Vec<String> = seat.scores.iter().map(|(score, n)| format!("{score} × {n}")).collect();
        rows.push([
            seat.seat.to_owned(),
            seat.agent.to_owned(),
            seat.wins.to_string(),
            format!("{share:.1} %"),
            seat.mean_score.map_or_else(String::new, |m| format!("{m:+.3}")),
            shortened(&scores),
        ]);
    }
    let widths: [usize; 6] = std::array::from_fn(|i| rows.iter().map(|r| r[i].width()).max().unwrap_or(0));
    for row in &rows {
        let mut line = String::new();
        for (i, cell) in row.iter().enumerate() {
            let room = " ".repeat(widths[i] - cell.width());
            // Words begin at the left, numbers end at the right.
            if (2..5).contains(&i) {
                line.push_str(&room);
                line.push_str(cell);
            } else {
                line.push_str(cell);
                line.push_str(&room);
            }
            line.push_str("  ");
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    if answer.drawn > 0 {
        writeln!(out, "nobody won {}", answer.drawn)?;
    }
    Ok(())
}

/// The scores that fit on a line: all of a few, else the lowest and highest.
fn shortened(scores: &[String]) -> String {
    const SHOWN: usize = 8;
    if scores.len() <= SHOWN {
        return scores.join(", ");
    }
    let (low, high) = (&scores[..SHOWN / 2], &scores[scores.len() - SHOWN / 2..]);
    format!("{}, …, {}", low.join(", "), high.join(", "))
}

fn spread(out: &mut impl Write, what: &str, spread: &SpreadRow) -> std::io::Result<()> {
    if let (Some(mean), Some(median), Some(min), Some(max)) = (spread.mean, spread.median, spread.min, spread.max) {
        writeln!(out, "{what}: mean {mean:.1}, median {median}, least {min}, most {max}")?;
    }
    Ok(())
}
