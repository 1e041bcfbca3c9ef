//! One game from its beginning to its end: what is waited for is thrown, chosen by a machine, or asked for.

mod choosing;
mod commands;

use super::command::{read, suggestion};
use super::input::{Asked, Input};
use super::save::Saver;
use super::{Exit, Fault, say, values};
use crate::agents::Agent as Machine;
use crate::cli::args::Agent;
use crate::cli::{consequences, matches};
use crate::engine::{Action, Candidate, Current, Game, State, generator};
use crate::record::referees;
use crate::show;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use std::io::Write;

/// How a game is played.
pub struct Settings {
    /// Who plays each seat.
    pub who: Vec<Agent>,
    /// Whether throws are typed.
    pub own_dice: bool,
    /// The cap on rounds.
    pub max_rounds: u32,
}

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Go,
    Quit,
}

/// A moment at which a person was asked, and everything that undo restores.
#[derive(Clone)]
struct Mark {
    len: usize,
    dice: ChaCha8Rng,
    agents: ChaCha8Rng,
    pending: Option<Pending>,
}

/// What a seat has chosen since it was last reported.
#[derive(Clone)]
struct Pending {
    seat: usize,
    moves: Vec<String>,
    /// What was paid for it.
    paid: Vec<String>,
}

/// A running game.
pub struct Session {
    state: State,
    settings: Settings,
    saver: Saver,
    input: Input,
    dice: ChaCha8Rng,
    agents: ChaCha8Rng,
    marks: Vec<Mark>,
    pending: Option<Pending>,
    /// The round and mover that were announced.
    announced: Option<(u32, usize)>,
    /// The round and mover for which the board was drawn.
    drawn: Option<(u32, usize)>,
}

impl Session {
    /// A session at the beginning of a game, or where a saved one stopped.
    pub fn new(
        game: &Game,
        settings: Settings,
        saver: Saver,
        input: Input,
        past: Option<&State>,
    ) -> Result<Self, Fault> {
        let seed = saver.seed();
        let mut session = Self {
            state: game.start_capped(settings.max_rounds),
            settings,
            saver,
            input,
            dice: generator(seed, 0, false),
            agents: generator(seed, 0, true),
            marks: Vec::new(),
            pending: None,
            announced: None,
            drawn: None,
        };
        for action in past.iter().flat_map(|p| p.history()) {
            session.relive(action)?;
        }
        Ok(session)
    }

    /// Applies what a saved game says, and draws what was drawn for it, so that the game goes on as if it had not stopped.
    fn relive(&mut self, action: &Action) -> Result<(), Fault> {
        match (action, self.state.current()) {
            (Action::Throw { .. }, _) if self.settings.own_dice => self.mark(),
            (Action::Throw { .. }, _) => {
                let _ = self.state.draw(&mut self.dice);
            }
            (Action::Choice(_), Current::Player { seat }) if self.machine(seat).is_some() => {
                self.agents.next_u64();
            }
            // Between games people are asked, machines are not.
            (Action::NextGame, _) if !self.settings.who.contains(&Agent::Human) => {}
            _ => self.mark(),
        }
        if let Action::Choice(choice) = action {
            return self.choose(&mut std::io::sink(), *choice);
        }
        self.pending = None;
        self.state
            .apply(action.clone())
            .map_err(|e| Fault::cannot_run(format!("the saved game cannot be replayed: {e}"), None))
    }

    /// Plays until the game is left.
    pub fn run(mut self, out: &mut impl Write) -> Result<Exit, Fault> {
        self.greet(out)?;
        loop {
            self.turn_begins(out)?;
            let next = match self.state.current() {
                Current::Chance { group } => self.throw(out, group)?,
                Current::Player { seat } => match self.machine(seat) {
                    Some(machine) => self.machine_chooses(out, machine)?,
                    None => self.person_chooses(out)?,
                },
                Current::Idle => self.referee_calls(out)?,
                Current::Over { .. } | Current::Unfinished => self.over(out)?,
            };
            if next == Next::Quit {
                return Ok(Exit::Done);
            }
        }
    }

    fn machine(&self, seat: usize) -> Option<Machine> {
        match self.settings.who[seat] {
            Agent::Human => None,
            Agent::Random => Some(Machine::Random),
            Agent::Greedy => Some(Machine::Greedy),
        }
    }

    fn greet(&self, out: &mut impl Write) -> Result<(), Fault> {
        let program = self.state.program();
        if program.idle.is_some() {
            writeln!(out, "{}: a game of what its referee calls", program.title)?;
            writeln!(out, "`help` lists what can be typed")?;
            return Ok(());
        }
        let seats: Vec<String> = self
            .settings
            .who
            .iter()
            .enumerate()
            .map(|(seat, who)| {
                let who = match who {
                    Agent::Human => "a person",
                    Agent::Random => "random",
                    Agent::Greedy => "greedy",
                };
                format!("{} {who}", say::seat(program, seat))
            })
            .collect();
        writeln!(
            out,
            "{}: {}; seed {}",
            program.title,
            seats.join(", "),
            self.saver.seed()
        )?;
        writeln!(out, "`help` lists what can be typed")?;
        Ok(())
    }

    /// Says where a turn begins whose it is. The board is drawn for people, or where nobody but machines plays.
    fn turn_begins(&mut self, out: &mut impl Write) -> Result<(), Fault> {
        let now = (self.state.rounds(), self.state.mover());
        let over = matches!(
            self.state.current(),
            Current::Idle | Current::Over { .. } | Current::Unfinished
        );
        if self.state.phase() == "start" || self.announced == Some(now) || over {
            return Ok(());
        }
        self.report(out)?;
        self.announced = Some(now);
        let who = &self.settings.who;
        if who[now.1] == Agent::Human || !who.contains(&Agent::Human) {
            self.draw(out)?;
        }
        writeln!(out, "round {}: {}", now.0 + 1, say::seat(self.state.program(), now.1))?;
        Ok(())
    }

    /// Draws the board, once a round.
    fn draw(&mut self, out: &mut impl Write) -> Result<(), Fault> {
        let now = (self.state.rounds(), self.state.mover());
        if self.drawn.replace(now) != Some(now) {
            writeln!(out)?;
            self.board(out)?;
            writeln!(out)?;
        }
        Ok(())
    }

    fn board(&self, out: &mut impl Write) -> Result<(), Fault> {
        write!(out, "{}", show::board(&self.state, self.state.actor()))?;
        write!(out, "{}", show::seats(&self.state))?;
        Ok(())
    }

    /// Says what a seat has chosen, once it is done.
    fn report(&mut self, out: &mut impl Write) -> Result<(), Fault> {
        if let Some(pending) = self.pending.take() {
            writeln!(out, "{}", say::play(self.state.program(), pending.seat, &pending.moves))?;
            for line in pending.paid {
                writeln!(out, "  {line}")?;
            }
        }
        Ok(())
    }

    /// Notes a moment to which undo goes back.
    fn mark(&mut self) {
        self.marks.push(Mark {
            len: self.state.history_len(),
            dice: self.dice.clone(),
            agents: self.agents.clone(),
            pending: self.pending.clone(),
        });
    }

    fn throw(&mut self, out: &mut impl Write, group: u32) -> Result<Next, Fault> {
        self.report(out)?;
        let thrower = self.state.actor();
        if self.settings.own_dice {
            return self.ask_throw(out, group);
        }
        let Some(faces) = self.state.draw(&mut self.dice) else {
            return Err(Fault::cannot_run(
                "no throw of these dice satisfies what the rule asks for, so the game cannot go on",
                None,
            ));
        };
        self.thrown(out, thrower, group, &faces)?;
        Ok(Next::Go)
    }

    /// Applies a throw and says what it was, and whether it left anything to choose.
    fn thrown(&mut self, out: &mut impl Write, thrower: usize, group: u32, faces: &[i32]) -> Result<(), Fault> {
        let before = (self.state.rounds(), self.state.mover(), self.state.phase() == "start");
        // The position was asked beforehand, or drew the throw itself.
        self.state
            .throw(faces)
            .map_err(|e| Fault::cannot_run(e.to_string(), None))?;
        writeln!(out, "{}", say::throw(&self.state, thrower, group, faces))?;
        for line in consequences::lines(&self.state) {
            writeln!(out, "  {line}")?;
        }
        let passed = before.0 != self.state.rounds() || before.1 != self.state.mover();
        if passed && !before.2 {
            writeln!(
                out,
                "{} has nothing to choose",
                self.state.program().seats[thrower].name
            )?;
        }
        Ok(())
    }

    /// Asks for a throw of real dice.
    fn ask_throw(&mut self, out: &mut impl Write, group: u32) -> Result<Next, Fault> {
        self.mark();
        let thrower = self.state.actor();
        loop {
            let program = self.state.program();
            let dice = &program.dice[group as usize];
            let name = if dice.name.is_empty() {
                "throw".to_owned()
            } else {
                format!("throw of {}", dice.name)
            };
            let who = if dice.each {
                "all seats in order".to_owned()
            } else {
                program.seats[thrower].name.clone()
            };
            let needed = values::needed(program, dice);
            let faces = if needed == 1 { "face" } else { "faces" };
            let line = match self.input.read(out, &format!("{name}, {who}, {needed} {faces}> "))? {
                Asked::Line(line) => line,
                other => return self.leave(out, &other),
            };
            if let Some(command) = read(&line) {
                match self.obey(out, command)? {
                    Some(next) => return Ok(next),
                    None => continue,
                }
            }
            let program = self.state.program();
            match values::faces(program, &program.dice[group as usize], &line) {
                Ok(faces) => {
                    let faces = self.state.canonical_throw(&faces);
                    let mut after = self.state.clone();
                    if after.throw(&faces).is_ok() {
                        self.thrown(out, thrower, group, &faces)?;
                        return Ok(Next::Go);
                    }
                    writeln!(out, "such a throw does not count here: throw again")?;
                }
                Err(wrong) => writeln!(out, "{wrong}")?,
            }
        }
    }

    fn machine_chooses(&mut self, out: &mut impl Write, machine: Machine) -> Result<Next, Fault> {
        let Some(choice) = machine.choose(&self.state, &mut self.agents) else {
            return Err(Fault::cannot_run(
                "there is nothing to choose, so the game cannot go on",
                None,
            ));
        };
        self.choose(out, choice)?;
        Ok(Next::Go)
    }

    /// Applies a choice; it is reported with the others of its play.
    fn choose(&mut self, out: &mut impl Write, choice: Candidate) -> Result<(), Fault> {
        let seat = self.state.actor();
        if self.pending.as_ref().is_some_and(|p| p.seat != seat) {
            self.report(out)?;
        }
        let text = self.state.write(&choice);
        self.state
            .choose(choice)
            .map_err(|e| Fault::cannot_run(format!("`{text}`: {e}"), None))?;
        let pending = self.pending.get_or_insert(Pending {
            seat,
            moves: Vec::new(),
            paid: Vec::new(),
        });
        if choice.is_step() {
            pending.moves.push(text);
        }
        pending.paid.extend(consequences::lines(&self.state));
        Ok(())
    }

    /// A game without turns: shows how it stands, and waits for an event.
    fn referee_calls(&mut self, out: &mut impl Write) -> Result<Next, Fault> {
        writeln!(out)?;
        self.board(out)?;
        self.mark();
        loop {
            let line = match self.input.read(out, "call> ")? {
                Asked::Line(line) => line,
                other => return self.leave(out, &other),
            };
            let names: Vec<String> = self.state.program().referees.iter().map(|r| r.name.clone()).collect();
            let word = line.split([' ', ',', '\t']).next().unwrap_or_default();
            let command = if names.iter().any(|n| n == word) {
                read(&format!("call {line}"))
            } else {
                read(&line)
            };
            let Some(command) = command else {
                let help = match suggestion(&line, &names) {
                    Some(near) if !line.is_empty() => format!("did you mean `{near}`?"),
                    _ => format!("the events are {}", referees(self.state.program())),
                };
                writeln!(out, "there is no event or command `{word}`: {help}")?;
                continue;
            };
            if let Some(next) = self.obey(out, command)? {
                return Ok(next);
            }
        }
    }

    /// The end of the game: a person may still look, save or take back.
    fn over(&mut self, out: &mut impl Write) -> Result<Next, Fault> {
        self.report(out)?;
        writeln!(out)?;
        self.board(out)?;
        write!(out, "\n{}", say::result(&self.state))?;
        let goes_on = self.state.match_goes_on();
        if goes_on {
            let standing = matches::standing(&self.state);
            writeln!(out, "after game {}: {standing}", self.state.games() + 1)?;
        } else if let Some(result) = self.state.match_result() {
            writeln!(out, "{}", matches::ending(&self.state, &result))?;
        }
        if !self.settings.who.contains(&Agent::Human) {
            return if goes_on { self.next_game(out) } else { Ok(Next::Quit) };
        }
        let (prompt, help) = if goes_on {
            let help = "the match goes on: Enter begins the next game; `undo`, `save FILE` or `quit`";
            ("next> ", help)
        } else {
            ("over> ", "the game is over: `undo`, `save FILE` or `quit`")
        };
        self.mark();
        loop {
            let line = match self.input.read(out, prompt)? {
                Asked::Line(line) => line,
                other => return self.leave(out, &other),
            };
            match read(&line) {
                _ if line.is_empty() && goes_on => return self.next_game(out),
                _ if line.is_empty() => return Ok(Next::Quit),
                Some(command) => {
                    if let Some(next) = self.obey(out, command)? {
                        return Ok(next);
                    }
                }
                None => writeln!(out, "{help}")?,
            }
        }
    }

    /// Begins the next game of the match.
    fn next_game(&mut self, out: &mut impl Write) -> Result<Next, Fault> {
        self.state
            .apply(Action::NextGame)
            .map_err(|e| Fault::cannot_run(e.to_string(), None))?;
        (self.announced, self.drawn) = (None, None);
        writeln!(out, "\ngame {}", self.state.games() + 1)?;
        Ok(Next::Go)
    }

    /// The input has ended, or was interrupted.
    fn leave(&mut self, out: &mut impl Write, how: &Asked) -> Result<Next, Fault> {
        self.report(out)?;
        if matches!(how, Asked::Interrupted) {
            writeln!(out, "interrupted; what was saved stays saved")?;
        }
        Ok(Next::Quit)
    }
}
