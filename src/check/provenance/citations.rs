//! Each citation held against its register: that the clause is there, and that it says what is quoted.

use super::compare;
use super::visit;
use crate::check::closest;
use crate::check::load::Loaded;
use crate::diagnostics::Diagnostic;
use crate::sources::{ClauseRef, Missing, RegisterFile, Registers, Status, embedded_ids, find};
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::{Grade, Ident, ItemKind, Text, Warrant};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::Path;

/// After so many errors, the rest of the citations wait.
const MOST: usize = 200;

/// Checks all warrants of all files.
pub fn check(
    files: &[Loaded],
    beside: Option<&Path>,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Registers {
    let mut citations = Citations {
        beside,
        registers: Registers::default(),
        lost: HashSet::new(),
        numbers: HashMap::new(),
        named: Vec::new(),
        most: diagnostics.len() + MOST,
        sources,
        diagnostics,
    };
    for file in files {
        citations.file(file);
    }
    citations.registers
}

struct Citations<'a> {
    beside: Option<&'a Path>,
    registers: Registers,
    /// Registers that were asked for and are of no use: that was said once.
    lost: HashSet<String>,
    /// The numbers of registers' files among the sources.
    numbers: HashMap<String, u16>,
    /// The registers that the files so far name as their sources.
    named: Vec<String>,
    /// With so many findings it stops.
    most: usize,
    sources: &'a mut Sources,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// Part of a register's text, to be shown.
struct Shown {
    range: Range<usize>,
    label: String,
}

impl Citations<'_> {
    fn file(&mut self, file: &Loaded) {
        let header = &file.tree.header;
        let linked = header.extends.iter().flat_map(|(_, w)| w).chain(&header.warrants);
        let items = &file.tree.items;
        if !header.is_game {
            let inside = items.iter().flat_map(visit::warrants).map(|w| w.span);
            let warrants = linked.map(|w| w.span).chain(inside);
            let followed = items.iter().filter_map(|i| match &i.kind {
                ItemKind::Witness { follows, .. } => follows.first().map(|s| s.span),
                _ => None,
            });
            let all: Vec<Span> = warrants.chain(followed).collect();
            self.library(&header.id, &all);
            return;
        }
        for item in items {
            if let ItemKind::Source(ids) = &item.kind {
                for id in ids {
                    self.open(&id.text, id.span);
                    self.named.push(id.text.clone());
                }
            }
        }
        for item in items {
            if let ItemKind::Witness { follows, .. } = &item.kind {
                follows.iter().for_each(|id| self.followed(id));
            }
        }
        for warrant in linked {
            self.warrant(warrant, true);
        }
        for item in items {
            let rule = !matches!(item.kind, ItemKind::Example { .. } | ItemKind::Claim { .. });
            for warrant in visit::warrants(item) {
                self.warrant(&warrant, rule);
            }
        }
    }

    /// A library has no warrants: what its parts rest on is for each game to say.
    fn library(&mut self, id: &Ident, cited: &[Span]) {
        let Some((first, rest)) = cited.split_first() else {
            return;
        };
        let mut error = Diagnostic::error(
            "warrant::library",
            format!("the library `{}` cites what its rules rest on", id.text),
            *first,
            "a library cites nothing",
        )
        .help("the same words rest on other clauses in each game: a game says so in its `rests { PART WARRANT; … }`");
        for span in rest {
            error = error.also(*span, "");
        }
        self.diagnostics.push(error);
    }

    /// What a witness follows is a register, or a passage of one.
    fn followed(&mut self, id: &Ident) {
        let register = id.text.split('.').next().unwrap_or_default();
        if !self.open(register, id.span) || register == id.text || self.registers.passage(&id.text).is_some() {
            return;
        }
        let file = self.registers.file(register);
        let known = file.iter().flat_map(|f| &f.register.passages).map(|p| p.id.as_str());
        let known: Vec<&str> = known.collect();
        let error = Diagnostic::error(
            "source::unknown",
            format!("there is no passage `{}`", id.text),
            id.span,
            "a witness follows registers, or passages of them",
        );
        let help = format!("the passages of `{register}` are: {}", known.join(", "));
        self.diagnostics.push(error.help(help));
    }

    /// Finds a register; whether there is one.
    fn open(&mut self, id: &str, span: Span) -> bool {
        if self.registers.file(id).is_some() {
            return true;
        }
        if self.lost.contains(id) {
            return false;
        }
        match find(id, self.beside) {
            Ok(found) => {
                if found.shadows {
                    self.diagnostics.push(
                        Diagnostic::warning(
                            "source::shadows",
                            format!("`{id}.ron` beside this file stands for a register that comes with bopu"),
                            span,
                            format!("means {}", found.file.name),
                        )
                        .help("give the register an id of its own"),
                    );
                }
                self.registers.add(found.file);
                return true;
            }
            Err(Missing::Unknown) => {
                let known = embedded_ids();
                let beside = self.beside.map(registers_in).unwrap_or_default();
                let near = closest(id, known.iter().copied().chain(beside.iter().map(String::as_str)));
                self.diagnostics.push(
                    Diagnostic::error(
                        "source::unknown",
                        format!("there is no register `{id}`"),
                        span,
                        format!("looked for `{id}.ron` beside this file, then among the registers that come with bopu"),
                    )
                    .help(near.map_or_else(
                        || format!("the registers are: {}", known.join(", ")),
                        |n| format!("did you mean `{n}`?"),
                    )),
                );
            }
            Err(Missing::Unreadable(file)) => {
                let number = self.sources.add(file.name.as_str(), file.text.clone());
                for found in file.in_file(number) {
                    self.diagnostics.push(found.also(span, "named here"));
                }
            }
        }
        self.lost.insert(id.to_owned());
        false
    }

    /// The number of a register's file among the sources, which it joins when something of it is first shown.
    fn number(&mut self, file: &RegisterFile) -> u16 {
        let (name, text) = (file.name.as_str(), file.text.clone());
        let sources = &mut *self.sources;
        *self
            .numbers
            .entry(file.register.id.clone())
            .or_insert_with(|| sources.add(name, text))
    }

    /// A finding with a place in the rule file and one in a register.
    fn push(&mut self, found: Diagnostic, file: &RegisterFile, shown: Shown) {
        let byte = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let span = Span {
            file: self.number(file),
            start: byte(shown.range.start),
            end: byte(shown.range.end),
        };
        self.diagnostics.push(found.also(span, shown.label));
    }

    fn warrant(&mut self, warrant: &Warrant, rule: bool) {
        if self.diagnostics.len() >= self.most {
            return;
        }
        self.look_at(warrant, rule);
        if self.diagnostics.len() >= self.most
            && let Some(last) = self.diagnostics.last_mut()
        {
            let help = last.help.take().unwrap_or_default();
            last.help = Some(
                format!("{help}\nfurther citations have not been looked at")
                    .trim()
                    .to_owned(),
            );
        }
    }

    fn look_at(&mut self, warrant: &Warrant, rule: bool) {
        if let Some(because) = &warrant.because
            && because.text.trim().is_empty()
        {
            self.diagnostics.push(
                Diagnostic::error("warrant::because", "this reason is empty", because.span, "no reason")
                    .help("say in a sentence why"),
            );
        }
        if let Some((right, _)) = &warrant.emends
            && warrant.because.is_none()
        {
            self.diagnostics.push(
                Diagnostic::error(
                    "warrant::because",
                    "an emendation has no reason",
                    warrant.span,
                    format!("why “{}”?", right.text),
                )
                .help("write `because \"…\"` behind it"),
            );
        }
        let mut cited: Vec<(Ident, String)> = Vec::new();
        let mut whole = true;
        for (first, last) in &warrant.clauses {
            match self.clauses(warrant.grade, first, last.as_ref()) {
                Some(ids) => cited.extend(ids.into_iter().map(|id| (first.clone(), id))),
                None => whole = false,
            }
        }
        if cited.is_empty() || !whole {
            return;
        }
        let registers = std::mem::take(&mut self.registers);
        let clauses: Vec<ClauseRef<'_>> = cited.iter().filter_map(|(_, id)| registers.clause(id)).collect();
        if let Some(quote) = &warrant.quote {
            self.quotation(warrant, quote, &clauses, &registers);
        }
        if let Some((right, wrong)) = &warrant.emends {
            self.emendation(right, wrong, &clauses);
        }
        if rule && warrant.grade == Grade::Stated {
            for ((ident, _), clause) in cited.iter().zip(&clauses) {
                self.status(ident, clause, warrant.emends.is_some());
            }
        }
        self.registers = registers;
    }

    /// The ids of the clauses that an id or a range means; nothing where that was reported.
    fn clauses(&mut self, grade: Grade, first: &Ident, last: Option<&Ident>) -> Option<Vec<String>> {
        let register = first.text.split('.').next().unwrap_or_default().to_owned();
        if !self.open(&register, first.span) {
            return None;
        }
        if matches!(grade, Grade::Stated | Grade::Implied) && !self.named.contains(&register) {
            self.diagnostics.push(
                Diagnostic::error(
                    "source::unnamed",
                    format!("this game does not name `{register}` as its source"),
                    first.span,
                    "cited as what the game is taken from",
                )
                .help(format!(
                    "write `source {register}` below the header, or `elsewhere {}` if it is another witness",
                    first.text
                )),
            );
        }
        self.known(first)?;
        let Some(last) = last else {
            return Some(vec![first.text.clone()]);
        };
        self.known(last)?;
        if let Some(range) = self.registers.range(&first.text, &last.text) {
            return Some(range.iter().map(ClauseRef::id).collect());
        }
        self.diagnostics.push(
            Diagnostic::error(
                "warrant::range",
                format!("there is nothing from `{}` to `{}`", first.text, last.text),
                first.span.to(last.span),
                "not a stretch of one passage",
            )
            .help("a range goes from an earlier clause of a passage to a later one; name other clauses one by one"),
        );
        None
    }

    /// Whether a clause is there; what is said if not depends on how far its id is right.
    fn known(&mut self, id: &Ident) -> Option<()> {
        if self.registers.clause(&id.text).is_some() {
            return Some(());
        }
        let mut segments = id.text.split('.');
        let (register, passage) = (segments.next().unwrap_or_default(), segments.next());
        let number = segments.next();
        let near = self.registers.nearest(&id.text);
        let registers = std::mem::take(&mut self.registers);
        if let Some(file) = registers.file(register) {
            let list = &file.register.passages;
            let at = list.iter().position(|p| Some(p.id.as_str()) == passage);
            match (at, number) {
                (None, _) => {
                    let near = passage.and_then(|p| closest(p, list.iter().map(|p| p.id.as_str())));
                    let all: Vec<&str> = list.iter().map(|p| p.id.as_str()).collect();
                    let message = match passage {
                        Some(passage) => format!("the register `{register}` has no passage `{passage}`"),
                        None => format!("`{}` names a register and no clause", id.text),
                    };
                    self.diagnostics.push(
                        Diagnostic::error("warrant::unknown", message, id.span, "expected REGISTER.PASSAGE.NUMBER")
                            .help(near.map_or_else(
                                || format!("its passages are: {}", all.join(", ")),
                                |n| format!("did you mean `{register}.{n}`?"),
                            )),
                    );
                }
                (Some(at), number) => {
                    let passage = &list[at];
                    let ends = passage.clauses.first().zip(passage.clauses.last());
                    let has = ends.map_or_else(
                        || "has no clauses".to_owned(),
                        |(a, b)| format!("has the clauses {} to {}", a.id, b.id),
                    );
                    let name = format!("{register}.{}", passage.id);
                    let message = match number {
                        Some(number) => format!("the passage `{name}` has no clause {number}"),
                        None => format!("`{name}` names a passage and no clause"),
                    };
                    let near = near.filter(|n| number.is_some() && n.starts_with(&name));
                    let help = near.map(|n| format!("did you mean `{n}`?")).or_else(|| {
                        let (a, b) = ends.filter(|_| number.is_none())?;
                        Some(format!("for all of it write `{name}.{} .. {name}.{}`", a.id, b.id))
                    });
                    let found =
                        Diagnostic::error("warrant::unknown", message, id.span, "no such clause").maybe_help(help);
                    let shown = Shown {
                        range: file.heading_range(at),
                        label: format!("this passage {has}"),
                    };
                    self.push(found, file, shown);
                }
            }
        }
        self.registers = registers;
        None
    }

    /// A quotation stands verbatim in what is cited.
    fn quotation(&mut self, warrant: &Warrant, quote: &Text, clauses: &[ClauseRef<'_>], registers: &Registers) {
        let words: Vec<&str> = clauses.iter().filter_map(|c| c.clause.quote.as_deref()).collect();
        if words.is_empty() {
            // Of a witness that isn't quoted, `elsewhere` may say in our words what it has.
            if warrant.grade != Grade::Elsewhere
                && let Some(clause) = clauses.first()
            {
                let found = Diagnostic::error(
                    "warrant::words",
                    format!("`{}` is not quoted in its register", clause.id()),
                    quote.span,
                    "nothing to hold these words against",
                )
                .help("leave the quotation out");
                let shown = Shown {
                    range: clause.file.clause_range(clause.passage_at, clause.clause_at),
                    label: "this clause has no words, only what it says".into(),
                };
                self.push(found, clause.file, shown);
            }
            return;
        }
        let pieces = compare::pieces(&quote.text);
        let Err(failed) = compare::verbatim(&quote.text, &pieces, &words) else {
            return;
        };
        let quoted = |c: &&ClauseRef<'_>| c.clause.quote.is_some();
        let ids: Vec<String> = clauses.iter().filter(quoted).map(|c| format!("`{}`", c.id())).collect();
        let where_to = if let [only] = ids.as_slice() {
            format!("clause {only}")
        } else {
            format!("clauses {}", ids.join(", "))
        };
        let message = format!("these words do not stand in {where_to}");
        let piece = &quote.text[pieces[failed].clone()];
        // All words are there, each piece somewhere: then their order is at fault, or another clause has them.
        let other = registers
            .clauses()
            .find(|c| c.clause.quote.as_deref().is_some_and(|q| q.contains(piece)));
        let likest = clauses
            .iter()
            .filter_map(|c| Some((compare::difference(piece, c.clause.quote.as_deref()?)?, c)))
            .min_by_key(|(d, _)| d.distance);
        let help = match &other {
            Some(o) if clauses.iter().any(|c| c.id() == o.id()) => {
                Some("the words stand there in another order: quote them as they follow each other".to_owned())
            }
            Some(o) => Some(format!("they stand in `{}`", o.id())),
            None => None,
        };
        let Some(clause) = likest.as_ref().map(|(_, c)| *c).or(clauses.iter().find(quoted)) else {
            return;
        };
        let (label, at, part, theirs) = match likest {
            Some((d, _)) if d.distance > 0 => {
                let register = &clause.clause.quote.as_deref().unwrap_or_default()[d.words.clone()];
                let here = &piece[d.piece.clone()];
                let at = pieces[failed].start + d.piece.start..pieces[failed].start + d.piece.end;
                (said(here, register), at, Some(d.words), said(register, here))
            }
            _ => (
                "not in the words of the clause".to_owned(),
                pieces[failed].clone(),
                None,
                "the words of the clause".to_owned(),
            ),
        };
        let found = Diagnostic::error("warrant::words", message, self.within(quote, at), label)
            .help(help.unwrap_or_else(|| "a quotation is verbatim, to the character; `…` skips words".to_owned()));
        let shown = Shown {
            range: clause
                .file
                .field_range(clause.passage_at, clause.clause_at, "quote", part),
            label: theirs,
        };
        self.push(found, clause.file, shown);
    }

    /// The characters of a text, where they can be told in the file.
    fn within(&self, text: &Text, part: Range<usize>) -> Span {
        let written = self.sources.text(text.span);
        let open = written.chars().next().map_or(0, char::len_utf8);
        if written.get(open..open + text.text.len()) != Some(text.text.as_str()) {
            return text.span;
        }
        let byte = |n: usize| text.span.start + u32::try_from(open + n).unwrap_or(0);
        Span {
            file: text.span.file,
            start: byte(part.start),
            end: byte(part.end),
        }
    }

    /// The words that are read otherwise stand in the clause, and the register reads them so too.
    fn emendation(&mut self, right: &Text, wrong: &Text, clauses: &[ClauseRef<'_>]) {
        let stands = |c: &&ClauseRef<'_>| {
            let quote = c.clause.quote.as_deref();
            // Nothing stands where words are lost.
            if wrong.text.is_empty() {
                return c.clause.damage.iter().any(|d| d.words.is_empty());
            }
            quote.is_some_and(|q| q.contains(&wrong.text))
                || c.clause.damage.iter().any(|d| d.words.contains(&wrong.text))
        };
        let Some(clause) = clauses.iter().find(stands) else {
            let Some(clause) = clauses.first() else { return };
            let found = Diagnostic::error(
                "warrant::emends",
                format!("“{}” does not stand in `{}`", wrong.text, clause.id()),
                wrong.span,
                "not words of the clause",
            )
            .help("write `read \"what should stand there\" for \"what stands there\"`");
            let shown = Shown {
                range: clause
                    .file
                    .field_range(clause.passage_at, clause.clause_at, "quote", None),
                label: "its words".into(),
            };
            self.push(found, clause.file, shown);
            return;
        };
        let damage = &clause.clause.damage;
        let touched = |d: &&crate::sources::Damage| {
            if d.words.is_empty() || wrong.text.is_empty() {
                return d.words == wrong.text;
            }
            d.words.contains(&wrong.text) || wrong.text.contains(&d.words)
        };
        let agrees = |d: &&crate::sources::Damage| {
            d.emendation.as_ref().is_some_and(|e| {
                *e == right.text
                    || d.words.replacen(&wrong.text, &right.text, 1) == *e
                    || wrong.text.replacen(&d.words, e, 1) == right.text
            })
        };
        if damage.iter().any(|d| touched(&d) && agrees(&d)) {
            return;
        }
        let listed = damage.iter().find(touched);
        let (message, field) = match listed.map(|d| d.emendation.as_deref()) {
            Some(Some(other)) => (
                format!("the register reads “{other}” where this rule reads “{}”", right.text),
                "damage",
            ),
            Some(None) => (
                format!("the register knows no emendation of “{}”", wrong.text),
                "damage",
            ),
            None => (
                format!("the register does not list “{}” as damaged", wrong.text),
                "quote",
            ),
        };
        let found = Diagnostic::warning(
            "warrant::emendation",
            message,
            right.span,
            "an emendation of this file's own",
        )
        .help("if it holds, the register should list it as `damage`, with its ground");
        let shown = Shown {
            range: clause
                .file
                .field_range(clause.passage_at, clause.clause_at, field, None),
            label: format!("`{}`", clause.id()),
        };
        self.push(found, clause.file, shown);
    }

    /// What yields no rule in the register can't be what a rule is stated by.
    fn status(&mut self, ident: &Ident, clause: &ClauseRef<'_>, emended: bool) {
        let (word, why) = match &clause.clause.status {
            Status::SetAside(why) => ("is set aside in its register", why),
            Status::Lacunose(why) if !emended => ("is too damaged to rest a rule on, says its register", why),
            _ => return,
        };
        let found = Diagnostic::warning(
            "warrant::status",
            format!("clause `{}` {word}", clause.id()),
            ident.span,
            "a rule rests on it here",
        )
        .help("cite another clause, say `from … because` or `guess because`, or change the clause's status");
        let range = clause
            .file
            .field_range(clause.passage_at, clause.clause_at, "status", None);
        self.push(
            found,
            clause.file,
            Shown {
                range,
                label: why.clone(),
            },
        );
    }
}

/// The names of the files in a folder that may be registers.
fn registers_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "ron"));
    paths
        .filter_map(|p| Some(p.file_stem()?.to_str()?.to_owned()))
        .collect()
}

/// What stands at a place, and what stands there in the other text.
fn said(here: &str, there: &str) -> String {
    match (here.is_empty(), there.is_empty()) {
        (true, _) => format!("“{there}” is missing here"),
        (_, true) => format!("“{here}” stands only here"),
        _ => format!("“{here}” here, “{there}” there"),
    }
}
