//! Witnesses: who follows certain sources takes, for each reading, the choice that cites them.

use super::readings::choice_index;
use super::{Options, ReadingDef, duplicate, option_error};
use crate::check::closest;
use crate::check::load::Loaded;
use crate::diagnostics::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::{Ident, ItemKind, Mode, Pick, Warrant};

/// A witness as declared. What it says of each reading is derived.
#[derive(Clone, Debug)]
pub struct WitnessDef {
    /// Its name.
    pub name: String,
    /// What it is.
    pub gloss: Option<String>,
    /// The registers and passages that it follows.
    pub follows: Vec<Ident>,
    /// What it takes where these are divided.
    pub picks: Vec<Pick>,
    /// Where it is declared.
    pub span: Span,
}

/// What a witness says of a reading. Choices are told by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// One choice cites its sources.
    Cited(usize),
    /// Several do, and it picks one.
    Picked(usize),
    /// None does: the default stands.
    Silent,
    /// Several do, and it picks none.
    Divided(Vec<usize>),
}

impl Decision {
    /// The choice that is taken, where the witness takes one.
    #[must_use]
    pub fn choice(&self) -> Option<usize> {
        match self {
            Self::Cited(at) | Self::Picked(at) => Some(*at),
            Self::Silent | Self::Divided(_) => None,
        }
    }
}

impl WitnessDef {
    /// What it says of a reading. Clauses as they are transmitted go before clauses that are emended: a choice that cites
    /// its sources only with emended words yields to one that doesn't.
    #[must_use]
    pub fn decide(&self, reading: &ReadingDef) -> Decision {
        // A derived game that takes another default by a clause says so of itself; the choices speak of its base.
        if let Some((at, why)) = &reading.changed
            && why.iter().any(|w| !self.clauses(w).is_empty())
        {
            return Decision::Cited(*at);
        }
        let found = self.cited(reading);
        let picked = self.picks.iter().find(|p| p.reading.text == reading.name);
        let picked = picked.and_then(|p| reading.choices.iter().position(|c| c.name.text == p.choice.text));
        match (found.as_slice(), picked) {
            ([], _) => Decision::Silent,
            ([only], _) => Decision::Cited(*only),
            (_, Some(picked)) if found.contains(&picked) => Decision::Picked(picked),
            _ => Decision::Divided(found),
        }
    }

    /// The choices that cite its sources, without those that yield.
    fn cited(&self, reading: &ReadingDef) -> Vec<usize> {
        let citing: Vec<(usize, bool)> = reading
            .grounds
            .iter()
            .enumerate()
            .filter_map(|(at, ground)| {
                let mut citing = ground.iter().filter(|w| !self.clauses(w).is_empty()).peekable();
                citing.peek()?;
                Some((at, citing.all(|w| w.emends.is_some())))
            })
            .collect();
        let yields = citing.iter().any(|(_, emended)| !emended);
        let left = citing.into_iter().filter(|(_, emended)| !(yields && *emended));
        left.map(|(at, _)| at).collect()
    }

    /// The clauses of its sources that a warrant cites, as they are written.
    fn clauses<'w>(&self, warrant: &'w Warrant) -> Vec<&'w str> {
        let clauses = warrant.clauses.iter().map(|(first, _)| first.text.as_str());
        clauses
            .filter(|id| self.follows.iter().any(|s| within(id, &s.text)))
            .collect()
    }
}

/// Whether a clause belongs to a register or a passage.
fn within(clause: &str, source: &str) -> bool {
    clause.strip_prefix(source).is_some_and(|rest| rest.starts_with('.'))
}

/// Collects witnesses, and reports picks of the last file that pick nothing.
pub fn collect(files: &[Loaded], readings: &[ReadingDef], diagnostics: &mut Vec<Diagnostic>) -> Vec<WitnessDef> {
    let mut list: Vec<WitnessDef> = Vec::new();
    for item in files.iter().flat_map(|f| &f.tree.items) {
        match &item.kind {
            ItemKind::Witness {
                name,
                gloss,
                follows,
                picks,
            } => {
                let def = WitnessDef {
                    name: name.text.clone(),
                    gloss: gloss.as_ref().map(|g| g.text.clone()),
                    follows: follows.clone(),
                    picks: picks.clone(),
                    span: name.span,
                };
                match list.iter_mut().find(|w| w.name == name.text) {
                    None => list.push(def),
                    Some(old) if item.mode == Mode::Override => *old = def,
                    Some(old) => {
                        diagnostics.push(duplicate(&format!("witness `{}`", name.text), name.span, old.span));
                    }
                }
            }
            ItemKind::Remove { kind, name: Some(name) } if kind.text == "witness" => {
                let before = list.len();
                list.retain(|w| w.name != name.text);
                if list.len() == before {
                    let near = closest(&name.text, list.iter().map(|w| w.name.as_str()));
                    diagnostics.push(
                        Diagnostic::error(
                            "derive::nothing",
                            format!("there is no witness `{}` to remove", name.text),
                            name.span,
                            "no file that this one is derived from defines it",
                        )
                        .maybe_help(near.map(|n| format!("did you mean `{n}`?"))),
                    );
                }
            }
            _ => {}
        }
    }
    // What a base picked, a derived file may have decided.
    let last = files.last().map(|f| f.file);
    for witness in list.iter().filter(|w| Some(w.span.file) == last) {
        picks(witness, readings, diagnostics);
    }
    list
}

fn picks(witness: &WitnessDef, readings: &[ReadingDef], diagnostics: &mut Vec<Diagnostic>) {
    for (at, pick) in witness.picks.iter().enumerate() {
        let name = &pick.reading.text;
        if let Some(first) = witness.picks[..at].iter().find(|p| p.reading.text == *name) {
            diagnostics.push(duplicate(
                &format!("the pick for `{name}`"),
                pick.reading.span,
                first.reading.span,
            ));
            continue;
        }
        let Some(reading) = readings.iter().find(|r| r.name == *name) else {
            let near = closest(name, readings.iter().map(|r| r.name.as_str()));
            diagnostics.push(
                Diagnostic::error(
                    "name::unknown",
                    format!("there is no reading `{name}`"),
                    pick.reading.span,
                    "not declared",
                )
                .maybe_help(near.map(|n| format!("did you mean `{n}`?"))),
            );
            continue;
        };
        let choice = &pick.choice;
        let Some(picked) = choice_index(reading, &choice.text, choice.span, diagnostics) else {
            continue;
        };
        let cited = witness.cited(reading);
        if cited.len() > 1 && cited.contains(&picked) {
            continue;
        }
        let help = match cited.as_slice() {
            [] => format!("no choice of `{name}` cites what it follows: leave the pick out, and the default stands"),
            [only] => format!(
                "only `{}` cites what it follows: leave the pick out",
                reading.choices[*only].name.text
            ),
            several => format!("those that cite what it follows are: {}", names(reading, several)),
        };
        diagnostics.push(
            Diagnostic::error(
                "witness::pick",
                format!("witness `{}` has no `{name} = {}` to pick", witness.name, choice.text),
                pick.reading.span.to(choice.span),
                "a witness picks only where its sources are divided",
            )
            .also(reading.span, "the reading")
            .help(help),
        );
    }
}

/// Takes the choices of the witness that was asked for, except where a reading was asked for too.
pub fn follow(
    witnesses: &[WitnessDef],
    readings: &mut [ReadingDef],
    options: &Options,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(asked) = &options.witness else { return };
    let Some(witness) = witnesses.iter().find(|w| w.name == *asked) else {
        let all: Vec<&str> = witnesses.iter().map(|w| w.name.as_str()).collect();
        let near = closest(asked, all.iter().copied()).map(|n| format!("did you mean `{n}`?"));
        let help = near.or_else(|| (!all.is_empty()).then(|| format!("this game's witnesses are: {}", all.join(", "))));
        diagnostics.push(option_error(format!("there is no witness `{asked}`"), help));
        return;
    };
    for reading in readings {
        if options.readings.iter().any(|(name, _)| *name == reading.name) {
            continue;
        }
        match witness.decide(reading) {
            Decision::Cited(at) | Decision::Picked(at) => reading.chosen = at,
            Decision::Silent => {}
            Decision::Divided(several) => diagnostics.push(divided(witness, reading, &several)),
        }
    }
}

fn divided(witness: &WitnessDef, reading: &ReadingDef, several: &[usize]) -> Diagnostic {
    let (name, question) = (&witness.name, &reading.name);
    let mut error = Diagnostic::error(
        "witness::divided",
        format!(
            "witness `{name}` is divided on `{question}`: {}",
            names(reading, several)
        ),
        witness.span,
        "its sources speak for more than one choice",
    );
    for at in several {
        let clauses: Vec<&str> = reading.grounds[*at].iter().flat_map(|w| witness.clauses(w)).collect();
        error = error.also(reading.choices[*at].name.span, format!("cites {}", clauses.join(", ")));
    }
    error.help(format!(
        "pick one: `witness {name} follows … {{ {question} = CHOICE }}`; or write `--reading {question}=CHOICE` beside `--witness {name}`"
    ))
}

fn names(reading: &ReadingDef, choices: &[usize]) -> String {
    let all: Vec<String> = choices
        .iter()
        .map(|at| format!("`{}`", reading.choices[*at].name.text))
        .collect();
    all.join(", ")
}
