//! The script of an example: throws, plays, calls, and what is refused.

use super::Trouble;
use super::expect;
use super::fact::At;
use super::setup::{is_setup, seat_of};
use crate::engine::{Action, Current, Reason, State, Unread, split_play, stopped};
use crate::ir::Program;
use crate::syntax::print::print_expr;
use crate::syntax::source::Span;
use crate::syntax::tree::{ExampleKind, ExampleLine, Expr, ExprKind, Ident, Text};

/// An example that runs.
pub struct Script {
    /// The position.
    pub state: State,
    /// The position before the last line that acted.
    pub before: State,
    /// Who threw, where the last line that acted was a throw.
    pub thrower: Option<usize>,
}

impl Script {
    /// Ready to run from a position.
    pub fn new(state: State) -> Self {
        Self {
            before: state.clone(),
            state,
            thrower: None,
        }
    }

    /// Runs the lines after those that describe the beginning.
    pub fn run(&mut self, lines: &[ExampleLine]) -> Result<(), Trouble> {
        let mut acted = false;
        for line in lines {
            if is_setup(&line.kind) {
                if acted {
                    return Err(
                        Trouble::new(line.span, "a throw, a play, a call or `expect`", "what is given")
                            .help("what is given comes first, what happens after it"),
                    );
                }
                continue;
            }
            acted = true;
            self.line(line)?;
        }
        match (self.state.current(), lines.last()) {
            (Current::Unfinished, Some(last)) => Err(Trouble::new(
                last.span,
                "the game to go on or to end by a rule",
                stopped(&self.state),
            )),
            _ => Ok(()),
        }
    }

    fn line(&mut self, line: &ExampleLine) -> Result<(), Trouble> {
        match &line.kind {
            ExampleKind::Throw(faces) => self.throw(faces, line.span),
            ExampleKind::Plays { seat, text } => self.plays(seat, text),
            ExampleKind::Cannot { seat, text, because } => self.cannot(seat, text, because.as_ref()),
            ExampleKind::Call { event, args } => self.call(event, args, line.span),
            _ => expect::check(self, line),
        }
    }

    fn acts(&mut self, thrower: Option<usize>) {
        self.before = self.state.clone();
        self.thrower = thrower;
    }

    fn throw(&mut self, faces: &[Expr], span: Span) -> Result<(), Trouble> {
        let Current::Chance { group } = self.state.current() else {
            let trouble = Trouble::new(span, due(&self.state), "a throw");
            return Err(trouble.maybe_help(first_needed(&self.state)));
        };
        let program = self.state.program();
        let dice = &program.dice[group as usize];
        let at = self.here();
        let mut values = Vec::new();
        for face in faces {
            values.push(match &face.kind {
                ExprKind::Name(name) => dice
                    .faces
                    .iter()
                    .map(|(f, _)| *f)
                    .find(|f| program.write_value(*f, &dice.meaning) == name.text)
                    .ok_or_else(|| {
                        let found = format!("`{}`", name.text);
                        let trouble = Trouble::new(name.span, "a face of the dice that are thrown", found);
                        let is_dice = program.dice.iter().any(|d| d.name == name.text);
                        trouble.maybe_help(is_dice.then(|| {
                            let faces: Vec<String> = faces[1..].iter().map(print_expr).collect();
                            format!("write `throw {}`: the dice that are due are meant", faces.join(" "))
                        }))
                    })?,
                _ => at.value(face)?,
            });
        }
        let thrower = self.state.actor();
        self.acts(Some(thrower));
        let written: Vec<String> = faces.iter().map(print_expr).collect();
        self.state.throw(&values).map_err(|_| {
            let what = if dice_name(self.state.program(), group).is_empty() {
                "the dice".to_owned()
            } else {
                format!("`{}`", dice_name(self.state.program(), group))
            };
            let expected = format!("a throw of {what} that can come here");
            Trouble::new(span, expected, format!("`{}`", written.join(" ")))
        })
    }

    /// The position, from the side of who acts.
    pub fn here(&self) -> At<'_> {
        At {
            state: &self.state,
            me: self.state.actor(),
        }
    }

    fn must_choose(&self, seat: &Ident) -> Result<(), Trouble> {
        let at = seat_of(self.state.program(), seat)?;
        if self.state.current() == (Current::Player { seat: at }) {
            return Ok(());
        }
        let found = format!("a choice of {}", seat.text);
        let mut help = first_needed(&self.state);
        if self.before.current() == (Current::Player { seat: at }) {
            let surplus = format!("{} has just played: this line may be one too many", seat.text);
            help = Some(help.map_or(surplus.clone(), |first| format!("{surplus}, or {first}")));
        }
        Err(Trouble::new(seat.span, due(&self.state), found).maybe_help(help))
    }

    fn plays(&mut self, seat: &Ident, text: &Text) -> Result<(), Trouble> {
        self.must_choose(seat)?;
        let choices = self
            .state
            .read_play(&text.text)
            .map_err(|unread| self.unread(&unread, text))?;
        self.acts(None);
        self.state
            .choose_all(&choices)
            .map_err(|refusal| Trouble::new(text.span, "a play that is legal", refusal.to_string()))
    }

    /// Why a written play is none here.
    pub fn unread(&self, unread: &Unread, text: &Text) -> Trouble {
        let found = match unread {
            Unread::NotNow => {
                let expected = format!("`{}` to be legal", text.text);
                return Trouble::new(text.span, expected, waiting(&self.state)).maybe_help(first_needed(&self.state));
            }
            Unread::NoSuchMove(part) => {
                let found = format!("nothing that is offered here is written `{part}`");
                let trouble = Trouble::new(text.span, format!("`{}` to be legal", text.text), found);
                return trouble.help(self.state.some_legal());
            }
            Unread::Ambiguous(ways) => format!("`{}` may mean {}", text.text, ways.join(" or ")),
            Unread::Illegal(part) => {
                let parts = refusals(&self.state, part);
                if parts.is_empty() {
                    format!("`{part}` is not legal together with the rest")
                } else {
                    format!("`{part}` is refused by {}", self.with_reasons(&parts))
                }
            }
        };
        Trouble::new(text.span, format!("`{}` to be legal", text.text), found)
    }

    /// A move is refused where its seat is to choose, or was when nothing could be chosen.
    fn cannot(&self, seat: &Ident, text: &Text, because: Option<&Ident>) -> Result<(), Trouble> {
        let at = seat_of(self.state.program(), seat)?;
        let passed = self.state.passed_over().into_iter().find(|p| p.actor() == at);
        let state = match passed {
            Some(passed) if self.state.current() != (Current::Player { seat: at }) => passed,
            _ => {
                self.must_choose(seat)?;
                self.state.clone()
            }
        };
        let expected = match because {
            None => format!("`{}` to be refused", text.text),
            Some(part) => format!("`{}` to be refused by `{}`", text.text, part.text),
        };
        let refused = match state.read_play(&text.text) {
            Ok(_) => return Err(Trouble::new(text.span, expected, "it is legal")),
            Err(Unread::Illegal(first)) => {
                // The rest of a written play is judged behind its beginning.
                if state.candidates_written(&text.text).is_empty()
                    && let Some((behind, refused)) = state.refused_at(&text.text)
                {
                    return self.refused_by(&behind, &refused, because);
                }
                first
            }
            Err(Unread::NotNow) => {
                let moves = split_play(state.program(), &text.text);
                let whole = !state.candidates_written(&text.text).is_empty();
                let first = moves.into_iter().next().filter(|_| !whole);
                let first = first.unwrap_or_else(|| text.text.trim().to_owned());
                if state.candidates_written(&first).is_empty() {
                    let found = format!("no move of this game is written `{first}`");
                    return Err(Trouble::new(text.span, expected, found));
                }
                first
            }
            Err(unread) => {
                let mut trouble = self.unread(&unread, text);
                trouble.expected = expected;
                if matches!(unread, Unread::NoSuchMove(_)) {
                    let legal = trouble.help.unwrap_or_default();
                    let instead = "what has no notation here is named by its step, `STEP(VALUES)`, or left out of \
                                   all that is possible, `expect only \"…\"`";
                    trouble.help = Some(format!("{instead}; {legal}"));
                }
                return Err(trouble);
            }
        };
        self.refused_by(&state, &refused, because)
    }

    /// A move is refused by a part of the rules, where one is named.
    fn refused_by(&self, state: &State, refused: &str, because: Option<&Ident>) -> Result<(), Trouble> {
        let Some(because) = because else { return Ok(()) };
        let expected = format!("`{refused}` to be refused by `{}`", because.text);
        let parts = refusals(state, refused);
        if parts.contains(&because.text) {
            return Ok(());
        }
        let found = if parts.is_empty() {
            format!("`{refused}` is legal alone, and only the whole play is not")
        } else {
            format!("`{refused}` is refused by {}", self.with_reasons(&parts))
        };
        Err(Trouble::new(because.span, expected, found))
    }

    fn with_reasons(&self, paths: &[String]) -> String {
        let program = self.state.program();
        let written: Vec<String> = paths
            .iter()
            .map(|path| {
                let reason = program
                    .parts
                    .iter()
                    .find(|p| p.path == *path)
                    .and_then(|p| p.reason.as_ref());
                reason.map_or_else(|| format!("`{path}`"), |r| format!("`{path}` ({r})"))
            })
            .collect();
        written.join(" or ")
    }

    fn call(&mut self, event: &Ident, args: &[Expr], span: Span) -> Result<(), Trouble> {
        let referee = self
            .state
            .program()
            .referees
            .iter()
            .position(|r| r.name == event.text)
            .ok_or_else(|| Trouble::new(event.span, "a referee event", format!("`{}`", event.text)))?;
        let at = self.here();
        let args = args.iter().map(|a| at.value(a)).collect::<Result<Vec<_>, _>>()?;
        self.acts(None);
        self.state
            .apply(Action::Call { referee, args })
            .map_err(|refusal| Trouble::new(span, format!("`{}` to be called", event.text), refusal.to_string()))
    }
}

/// The parts that refuse a written move, whatever values it may stand for. A value that a parameter cannot take counts
/// only where nothing else refuses.
fn refusals(state: &State, text: &str) -> Vec<String> {
    let program = state.program();
    let (mut parts, mut parameters) = (Vec::new(), Vec::new());
    for candidate in state.candidates_written(text) {
        let (list, path) = match state.explain(&candidate).refusal {
            Some(Reason::Requirement(part) | Reason::Play { part, .. }) => {
                (&mut parts, program.parts[part as usize].path.clone())
            }
            Some(Reason::Parameter { part, .. }) => (&mut parameters, program.parts[part as usize].path.clone()),
            Some(Reason::NotOffered) => (&mut parameters, program.steps[candidate.step as usize].name.clone()),
            Some(Reason::NotNow | Reason::Outgrown) | None => continue,
        };
        if !list.contains(&path) {
            list.push(path);
        }
    }
    if parts.is_empty() { parameters } else { parts }
}

fn dice_name(program: &Program, group: u32) -> &str {
    &program.dice[group as usize].name
}

/// The line that has to come before one that the game does not wait for.
pub fn first_needed(state: &State) -> Option<String> {
    let line = match state.current() {
        Current::Chance { group } => {
            let dice = &state.program().dice[group as usize];
            let throwers = if dice.each { state.program().seats.len() } else { 1 };
            let faces = vec!["FACE"; throwers * dice.number as usize];
            format!("throw {}", faces.join(" "))
        }
        Current::Player { seat } => format!("{} plays \"…\"", state.program().seats.get(seat)?.name),
        Current::Idle | Current::Over { .. } | Current::Unfinished => return None,
    };
    Some(format!("a line before this one must say what happens first: `{line}`"))
}

/// What a line is held against: what the game waits for.
fn due(state: &State) -> String {
    match state.current() {
        Current::Chance { .. } | Current::Player { .. } | Current::Idle => waiting(state),
        Current::Over { .. } | Current::Unfinished => format!("nothing more, since {}", waiting(state)),
    }
}

/// What a position waits for, or how the game ended, in words.
pub fn waiting(state: &State) -> String {
    let program = state.program();
    let name = |seat: usize| program.seats.get(seat).map_or("", |s| s.name.as_str());
    match state.current() {
        Current::Chance { group } => match dice_name(program, group) {
            "" => format!("a throw of {}", name(state.actor())),
            dice => format!("a throw of `{dice}`"),
        },
        Current::Player { seat } => format!("a choice of {}", name(seat)),
        Current::Idle => "a call of the referee".to_owned(),
        Current::Over { winner: Some(seat) } => {
            format!(
                "the game is over: {} won {}",
                program.winners(seat),
                state.scores()[seat]
            )
        }
        Current::Over { winner: None } => "the game is over, and nobody won".to_owned(),
        Current::Unfinished => stopped(state),
    }
}
