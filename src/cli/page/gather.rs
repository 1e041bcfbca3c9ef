//! Everything that is known of a game, from which its page is made.

use super::own::Own;
use crate::check::{self, Options, Success};
use crate::cli::cite::registers_of;
use crate::cli::exit::Fault;
use crate::cli::open::Found;
use crate::cli::show::describe::{self, Described};
use crate::engine::{Game, State};
use crate::examples::{self, Outcome};
use crate::sources::{GameRules, Registers, Rule};
use crate::syntax::tree::Warrant;

/// A game, read, compiled and looked at from all sides, under its default readings.
pub struct Gathered {
    /// The rules with what they rest on.
    pub game: GameRules,
    /// The compiled game.
    pub success: Success,
    /// The answer of `show`.
    pub described: Described,
    /// The position at which a game begins.
    pub start: State,
    /// The registers that it can cite.
    pub registers: Registers,
    /// The outcomes of its examples and claims.
    pub outcomes: Vec<Outcome>,
    /// The rules that its page tells itself.
    pub own: Own,
    /// The name of its file.
    pub file: String,
}

impl Gathered {
    /// Reads a game from its file.
    ///
    /// # Errors
    /// The findings of a file that is no game.
    pub fn of(found: &Found) -> Result<Self, Fault> {
        let Found { name, text, library } = found;
        let options = Options::default();
        let success = check::compile(name, text, library, &options).map_err(Fault::Rules)?;
        if !success.expanded.header.is_game {
            return Err(Fault::usage(
                format!("`{}` is a library, not a game", success.program.id),
                Some("`bopu list` shows the games".into()),
            ));
        }
        let game = GameRules::read(name, text, library, &options).map_err(Fault::Rules)?;
        let report = examples::run(name, text, library).map_err(Fault::Rules)?;
        Ok(Self {
            registers: registers_of(&game, library)?,
            described: describe::describe(success.clone(), None),
            start: Game::new(success.program.clone()).start(),
            outcomes: report.outcomes,
            own: Own::of(&game.expanded),
            file: name.clone(),
            game,
            success,
        })
    }

    /// True if a rule is told on this page: it is written here, or what it rests on is.
    pub fn tells(&self, rule: &Rule) -> bool {
        self.own.has(rule.span) || rule.own.iter().any(|w| self.own.has(w.span))
    }

    /// All warrants of rules, choices, examples and claims under any readings.
    pub fn warrants(&self) -> impl Iterator<Item = &Warrant> {
        let rules = self.game.all().flat_map(|(_, rule)| &rule.own);
        rules.chain(self.game.examples.iter().flat_map(|e| &e.warrants))
    }
}
