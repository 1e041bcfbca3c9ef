//! Examples and claims of rule files: run, computed, and reported where they fail.

mod expect;
mod fact;
mod ratio;
mod script;
mod setup;

use crate::check::{self, Failure, Library, Options};
use crate::diagnostics::{Diagnostic, Level};
use crate::engine::Game;
use crate::syntax::parse;
use crate::syntax::print::print_expr;
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::{Item, ItemKind};
use fact::At;
use script::Script;
use std::cell::RefCell;
use std::collections::HashMap;

/// What an example or a claim came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Its title.
    pub title: String,
    /// Whether it is a claim.
    pub claim: bool,
    /// Where it stands.
    pub span: Span,
    /// What went wrong; nothing where all is as it says.
    pub trouble: Option<Trouble>,
    /// Of a claim that the text makes and that is false, what is the case.
    pub printed_false: Option<String>,
}

/// Where the game is not as an example or claim says.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// The line or expression.
    pub span: Span,
    /// What is asked for, or what the game waits for.
    pub expected: String,
    /// What is the case.
    pub found: String,
    /// How to mend it.
    pub help: Option<String>,
}

impl Trouble {
    fn new(span: Span, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            span,
            expected: expected.into(),
            found: found.into(),
            help: None,
        }
    }

    fn help(self, help: impl Into<String>) -> Self {
        self.maybe_help(Some(help.into()))
    }

    fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }
}

impl Outcome {
    /// The failure as a finding about the rule file.
    #[must_use]
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        let trouble = self.trouble.as_ref()?;
        let (code, what) = if self.claim {
            ("claim::false", "claim")
        } else {
            ("example::failed", "example")
        };
        let message = format!("{what} `{}` fails: expected {}", self.title, trouble.expected);
        let found = format!("found: {}", trouble.found);
        Some(Diagnostic::error(code, message, trouble.span, found).maybe_help(trouble.help.clone()))
    }
}

/// The examples and claims of one rule file.
#[derive(Clone, Debug)]
pub struct Report {
    /// The files that were read.
    pub sources: Sources,
    /// What each came to, in the order written.
    pub outcomes: Vec<Outcome>,
}

/// Runs all examples and claims of a rule file. One that stands only under another choice of a reading is run under that.
///
/// # Errors
/// The findings of a file that does not compile.
pub fn run(name: &str, text: &str, library: &Library) -> Result<Report, Box<Failure>> {
    // Many examples ask for the same readings and players.
    let known: RefCell<HashMap<Options, Result<Game, Box<Failure>>>> = RefCell::default();
    let compile = |options: &Options| {
        if let Some(known) = known.borrow().get(options) {
            return known.clone();
        }
        let compiled = check::compile(name, text, library, options).map(|success| Game::new(success.program));
        known.borrow_mut().insert(options.clone(), compiled.clone());
        compiled
    };
    let first = compile(&Options::default())?;
    let readings = first.program().readings.clone();
    let sources = first.program().sources.clone();
    let mut outcomes: Vec<Outcome> = Vec::new();
    all(&first, &Options::default(), &compile, &mut outcomes);
    let written = written(name, text);
    let others = readings.iter().flat_map(|reading| {
        let choices = reading.choices.iter().enumerate();
        let others = choices.filter(|(i, _)| *i != reading.chosen);
        others.map(|(_, (choice, ..))| (reading.name.clone(), choice.clone()))
    });
    for choice in others {
        // Each choice costs a compilation: none is tried for what has been run already.
        if outcomes.len() >= written {
            break;
        }
        let options = Options {
            readings: vec![choice],
            ..Options::default()
        };
        // A choice under which the file does not compile is for `check` to report.
        if let Ok(game) = compile(&options) {
            all(&game, &options, &compile, &mut outcomes);
        }
    }
    outcomes.sort_by_key(|o| o.span);
    Ok(Report { sources, outcomes })
}

/// The number of examples and claims of a file, under whatever readings.
fn written(name: &str, text: &str) -> usize {
    let mut sources = Sources::default();
    let file = sources.add(name, text.to_owned());
    let items = parse(&sources, file).file.map(|f| f.items).unwrap_or_default();
    let asks = |item: &&Item| matches!(item.kind, ItemKind::Example { .. } | ItemKind::Claim { .. });
    items.iter().filter(asks).count()
}

type Compile<'a> = dyn Fn(&Options) -> Result<Game, Box<Failure>> + 'a;

/// Runs those that have not been run yet.
fn all(game: &Game, options: &Options, compile: &Compile<'_>, outcomes: &mut Vec<Outcome>) {
    for item in &game.program().examples {
        if outcomes.iter().any(|o| o.span == item.span) {
            continue;
        }
        let (title, claim) = match &item.kind {
            ItemKind::Example { title, .. } => (title, false),
            ItemKind::Claim { title, .. } => (title, true),
            _ => continue,
        };
        let came = one(game, item, options, compile);
        let (printed_false, trouble) = match came {
            Ok(found) => (found, None),
            Err(trouble) => (None, Some(trouble)),
        };
        outcomes.push(Outcome {
            title: title.text.clone(),
            claim,
            span: item.span,
            trouble,
            printed_false,
        });
    }
}

/// Runs one; of a claim that is false as printed, what is the case.
fn one(game: &Game, item: &Item, options: &Options, compile: &Compile<'_>) -> Result<Option<String>, Trouble> {
    let (lines, fact, printed_false) = match &item.kind {
        ItemKind::Example { lines, .. } => (lines, None, false),
        ItemKind::Claim {
            given,
            fact,
            printed_false,
            ..
        } => (given, Some(fact), *printed_false),
        _ => return Ok(None),
    };
    let game = match setup::options(lines, options) {
        None => game.clone(),
        Some(asked) => match compile(&asked) {
            Ok(game) => game,
            Err(failure) => {
                let errors = failure.diagnostics.iter().find(|d| d.level == Level::Error);
                let first = errors.or(failure.diagnostics.first());
                let found = first.map_or_else(String::new, |d| d.message.clone());
                let span = first
                    .and_then(|d| d.labels.first())
                    .map_or(item.head, |(span, _)| *span);
                let mut trouble = Trouble::new(span, "the game to compile as the example asks", found);
                trouble.help = first.and_then(|d| d.help.clone());
                return Err(trouble);
            }
        },
    };
    let mut script = Script::new(setup::begin(&game, lines)?);
    script.run(lines)?;
    let Some(fact) = fact else { return Ok(None) };
    let at = At {
        state: &script.state,
        me: script.state.actor(),
    };
    match (at.holds(fact)?, printed_false) {
        (true, false) => return Ok(None),
        (false, true) => return at.shown(fact).map(Some),
        (true, true) => {
            let expected = format!("`{}` to be false, as the claim says", print_expr(fact));
            let trouble = Trouble::new(fact.span, expected, "it is true");
            return Err(trouble.help("leave `false as printed` out"));
        }
        (false, false) => {}
    }
    Err(Trouble::new(
        fact.span,
        format!("`{}`", print_expr(fact)),
        at.shown(fact)?,
    ))
}
