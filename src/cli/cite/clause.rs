//! A clause, a passage or a register: the words, and what rests on them in all games.

use super::game::named;

use crate::cli::args::Format;
use crate::cli::exit::{Exit, Fault};
use crate::cli::open::Found;
use crate::cli::warrants::{Through, through};
use crate::examples;
use crate::sources::{ClauseRef, GameRules, Index, Kind, Registers, Status, Test, Use};
use crate::syntax::source::Span;
use crate::syntax::tree::Text;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::io::Write;

/// `{"bopu", "clauses"}`.
#[derive(Debug, Serialize)]
struct Answer {
    bopu: u32,
    clauses: Vec<ClauseAnswer>,
}

/// `{"id", "register", "heading", "document", "line", "quote", "says", "kind", "status", "reason", "damage", "rules", "tests"}`.
#[derive(Debug, Serialize)]
struct ClauseAnswer {
    id: String,
    register: String,
    heading: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quote: Option<String>,
    says: String,
    kind: String,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    damage: Vec<DamageAnswer>,
    rules: Vec<RuleAnswer>,
    tests: Vec<TestAnswer>,
}

/// `{"kind", "words", "emendation", "ground"}`.
#[derive(Debug, Serialize)]
struct DamageAnswer {
    kind: &'static str,
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    emendation: Option<String>,
    ground: String,
}

/// `{"game", "kind", "part", "text", "grade", "quote", "because", "file", "line", "under", "inherited_by"}`: `under` names the
/// choices of readings under which alone the rule stands.
#[derive(Debug, Serialize)]
struct RuleAnswer {
    game: String,
    kind: &'static str,
    part: String,
    text: String,
    grade: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    quote: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
    file: String,
    line: usize,
    under: Vec<String>,
    inherited_by: Vec<Heir>,
}

/// `{"game", "through"}`: a derived game that has the rule, and by which links.
#[derive(Debug, Serialize)]
struct Heir {
    game: String,
    through: Vec<Through>,
}

/// `{"game", "kind", "title", "ok", "false_as_printed", "file", "line"}`: the text makes a claim that is false.
#[derive(Debug, Serialize)]
struct TestAnswer {
    game: String,
    kind: &'static str,
    title: String,
    ok: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    false_as_printed: bool,
    file: String,
    line: usize,
}

/// Tells what rests on a clause, on the clauses of a passage, or on those of a register.
pub fn run(registers: &Registers, id: &str, format: Format) -> Result<Exit, Fault> {
    let (files, games): (Vec<Found>, Vec<GameRules>) = super::embedded_games()?.into_iter().unzip();
    let index = Index::new(&games, registers);
    let wanted = |c: &ClauseRef<'_>| {
        let passage = format!("{}.{}", c.register.id, c.passage.id);
        c.id() == id || passage == id || c.register.id == id
    };
    let mut teller = Teller {
        registers,
        files,
        games,
        index,
        failing: HashMap::new(),
    };
    let clauses: Result<Vec<ClauseAnswer>, Fault> =
        registers.clauses().filter(wanted).map(|c| teller.clause(&c)).collect();
    let answer = Answer {
        bopu: 1,
        clauses: clauses?,
    };
    let mut out = anstream::stdout();
    match format {
        Format::Json => super::super::json::write(&mut out, &answer)?,
        Format::Human => {
            for (i, clause) in answer.clauses.iter().enumerate() {
                if i > 0 {
                    writeln!(out)?;
                }
                human(&mut out, clause)?;
            }
        }
    }
    Ok(Exit::Done)
}

struct Teller<'a> {
    registers: &'a Registers,
    files: Vec<Found>,
    games: Vec<GameRules>,
    index: Index,
    /// The examples and claims that fail, of the games whose examples were run.
    failing: HashMap<usize, HashSet<Span>>,
}

impl Teller<'_> {
    fn clause(&mut self, c: &ClauseRef<'_>) -> Result<ClauseAnswer, Fault> {
        let clause = c.clause;
        let entry = self.index.entry(&c.id()).cloned().unwrap_or_default();
        let reason = match &clause.status {
            Status::Encoded => None,
            Status::SetAside(why) | Status::Disputed(why) | Status::Lacunose(why) => Some(why.clone()),
        };
        let damage = clause.damage.iter().map(|d| DamageAnswer {
            kind: d.kind.name(),
            words: d.words.clone(),
            emendation: d.emendation.clone(),
            ground: d.ground.clone(),
        });
        let tests: Result<Vec<TestAnswer>, Fault> = entry.tests.iter().map(|t| self.test(*t)).collect();
        Ok(ClauseAnswer {
            id: c.id(),
            register: c.register.title.clone(),
            heading: format!("{}, {}", c.passage.heading, c.passage.gloss),
            document: c.register.document.as_ref().map(|d| d.file.clone()),
            line: clause.line,
            quote: clause.quote.clone(),
            says: clause.says.clone(),
            kind: kind_name(clause.kind).to_owned(),
            status: clause.status.name(),
            reason,
            damage: damage.collect(),
            rules: self.rules(&entry.uses, clause.quote.as_deref()),
            tests: tests?,
        })
    }

    /// Rules, each once: the games that inherit one stand beside the game whose warrant it is.
    fn rules(&self, uses: &[Use], words: Option<&str>) -> Vec<RuleAnswer> {
        let place = |u: &Use| {
            let game = &self.games[u.game];
            (game.place(u.warrant.span), u.warrant.span.start, u.path.clone())
        };
        let mut out = Vec::new();
        let is_own = |u: &Use| self.games[u.game].is_own(u.warrant.span);
        for own in uses.iter().filter(|u| is_own(u)) {
            let game = &self.games[own.game];
            let heirs = uses.iter().filter(|u| !is_own(u) && place(u) == place(own));
            let (file, line) = game.place(own.warrant.span);
            // What is quoted of another of its clauses is not said here.
            let only = own.warrant.clauses.len() == 1;
            let here = |q: &&Text| only || words.is_some_and(|w| w.contains(&q.text));
            let quoted = own.warrant.quote.as_ref().filter(here);
            out.push(RuleAnswer {
                game: game.id.clone(),
                kind: own.kind,
                part: own.path.clone(),
                text: own.text.clone(),
                grade: own.grade().word(),
                quote: quoted.map(|q| q.text.clone()),
                because: own.warrant.because.as_ref().map(|b| b.text.clone()),
                file,
                line,
                under: own.under.iter().map(|(r, c)| format!("{r}={c}")).collect(),
                inherited_by: heirs
                    .map(|heir| Heir {
                        game: self.games[heir.game].id.clone(),
                        through: through(&self.games[heir.game], self.registers, &heir.warrant),
                    })
                    .collect(),
            });
        }
        out
    }

    fn test(&mut self, test: Test) -> Result<TestAnswer, Fault> {
        if !self.failing.contains_key(&test.game) {
            let failing = failing(&self.files[test.game])?;
            self.failing.insert(test.game, failing);
        }
        let game = &self.games[test.game];
        let example = &game.examples[test.pinned];
        let (file, line) = game.place(example.span);
        Ok(TestAnswer {
            game: game.id.clone(),
            kind: if example.claim { "claim" } else { "example" },
            title: example.title.clone(),
            ok: !self.failing[&test.game].contains(&example.span),
            false_as_printed: example.printed_false,
            file,
            line,
        })
    }
}

/// The places of a game's examples and claims that fail.
pub fn failing(file: &Found) -> Result<HashSet<Span>, Fault> {
    let report = examples::run(&file.name, &file.text, &file.library).map_err(Fault::Rules)?;
    let failing = report.outcomes.iter().filter(|o| o.trouble.is_some());
    Ok(failing.map(|o| o.span).collect())
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Rule => "rule",
        Kind::Example => "example",
        Kind::Term => "term",
        Kind::Advice => "advice",
        Kind::Remark => "remark",
        Kind::Heading => "heading",
    }
}

fn human(out: &mut impl Write, clause: &ClauseAnswer) -> Result<(), Fault> {
    writeln!(out, "{}  ({})", clause.id, clause.heading)?;
    if let Some(quote) = &clause.quote {
        writeln!(out, "  “{quote}”")?;
    }
    writeln!(out, "  {}", clause.says)?;
    let place = match (&clause.document, clause.line) {
        (Some(document), Some(line)) => format!("{document}, line {line}"),
        (Some(document), None) => document.clone(),
        (None, _) => clause.register.clone(),
    };
    let reason = clause.reason.as_ref().map_or_else(String::new, |r| format!(": {r}"));
    writeln!(out, "  {place}; {}, {}{reason}", clause.kind, clause.status)?;
    for damage in &clause.damage {
        let read = damage
            .emendation
            .as_ref()
            .map_or_else(String::new, |e| format!(", read “{e}”"));
        writeln!(out, "  {}: “{}”{read}; {}", damage.kind, damage.words, damage.ground)?;
    }
    if clause.rules.is_empty() {
        writeln!(out, "\n  No rule rests on it.")?;
    } else {
        writeln!(out, "\n  Rules that rest on it")?;
    }
    for rule in &clause.rules {
        rule_lines(out, rule)?;
    }
    if !clause.tests.is_empty() {
        writeln!(out, "\n  Examples and claims")?;
    }
    for test in &clause.tests {
        let ok = match (test.ok, test.false_as_printed) {
            (false, _) => "failed",
            (true, true) => "false as printed",
            (true, false) => "ok",
        };
        writeln!(
            out,
            "    {ok:6}  {}: {} \"{}\"  ({}:{})",
            test.game, test.kind, test.title, test.file, test.line
        )?;
    }
    Ok(())
}

fn rule_lines(out: &mut impl Write, rule: &RuleAnswer) -> Result<(), Fault> {
    let under = if rule.under.is_empty() {
        String::new()
    } else {
        format!(", with {}", rule.under.join(" "))
    };
    writeln!(
        out,
        "    {}: {}, {}{under}  ({}:{})",
        rule.game,
        named(rule.kind, &rule.part),
        rule.grade,
        rule.file,
        rule.line
    )?;
    if !rule.text.is_empty() && !rule.text.starts_with(&named(rule.kind, &rule.part)) {
        writeln!(out, "        {}", rule.text)?;
    }
    match (&rule.quote, &rule.because) {
        (Some(quote), Some(because)) => writeln!(out, "        “{quote}”, because {because}")?,
        (Some(quote), None) => writeln!(out, "        “{quote}”")?,
        (None, Some(because)) => writeln!(out, "        because {because}")?,
        (None, None) => {}
    }
    for heir in &rule.inherited_by {
        let links: Vec<String> = heir
            .through
            .iter()
            .map(|l| format!("{} extends {} {}", l.game, l.extends, l.warrant))
            .collect();
        let links = if links.is_empty() {
            String::new()
        } else {
            format!(" ({})", links.join("; "))
        };
        writeln!(out, "        also in {}{links}", heir.game)?;
    }
    Ok(())
}
