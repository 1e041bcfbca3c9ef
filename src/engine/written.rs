//! Moves and whole plays as they are written and read.

use super::machine::Candidate;
use super::named::Named;
use super::state::{Action, Current, Refusal, State};
use crate::ir::{Piece, PlayNotation, Program, Space};

/// Why a written play could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// Nothing is to be chosen now.
    NotNow,
    /// A part of the text is no move of this game, or the whole where no part of it is one.
    NoSuchMove(String),
    /// A part is a move but not legal at its place.
    Illegal(String),
    /// The text means several different things.
    Ambiguous(Vec<String>),
}

/// Joins written moves, in the order played, to the notation of a whole play.
#[must_use]
pub fn write_play(program: &Program, moves: &[String]) -> String {
    let notation = &program.play_notation;
    let mut chains: Vec<String> = Vec::new();
    for text in moves.iter().filter(|t| !t.is_empty()) {
        let link = notation.chain.as_deref().and_then(|sep| {
            let (from, rest) = text.split_once(sep)?;
            let at = chains.iter().position(|c| {
                c.rsplit(sep)
                    .next()
                    .is_some_and(|end| c.contains(sep) && bare(program, end) == from)
            })?;
            Some((at, format!("{sep}{rest}")))
        });
        match link {
            Some((at, tail)) => chains[at].push_str(&tail),
            None => chains.push(text.clone()),
        }
    }
    let mut out: Vec<(String, usize)> = Vec::new();
    for chain in chains {
        match out.iter_mut().find(|(c, _)| *c == chain) {
            Some((_, n)) if notation.same.is_some() => *n += 1,
            _ => out.push((chain, 1)),
        }
    }
    let written: Vec<String> = out
        .into_iter()
        .map(|(text, n)| match (&notation.same, n) {
            (Some(same), 2..) => same.replace("{move}", &text).replace("{n}", &n.to_string()),
            _ => text,
        })
        .collect();
    written.join(&notation.join)
}

/// A place without the signs that events add to it.
fn bare<'t>(program: &Program, text: &'t str) -> &'t str {
    let mut text = text;
    for step in &program.steps {
        for piece in &step.notation {
            if let Piece::If(_, sign) = piece {
                text = text.trim_end_matches(sign.as_str());
            }
        }
    }
    text
}

impl State {
    /// Reads a move or a whole play in the game's notation: the choices, in an order in which they are legal.
    ///
    /// Moves may stand in any order; signs of events may be left out; `6/4(3)` and `13/7/5` stand for several moves. Of a
    /// chain the places in between may be left out, where all ways from end to end come to the same. A move may also be
    /// named by its step and values, `advance(6, 4)`; alone, by as many of the first as single it out. Where nothing is written
    /// so, names of spaces may stand for them.
    ///
    /// # Errors
    /// [`Unread`].
    pub fn read_play(&self, text: &str) -> Result<Vec<Candidate>, Unread> {
        let read = self.read_written(text);
        if !matches!(read, Err(Unread::NoSuchMove(_) | Unread::Illegal(_))) {
            return read;
        }
        match self.without_names(text).map(|other| self.read_written(&other)) {
            None | Some(Err(Unread::NoSuchMove(_))) => read,
            Some(other) => other,
        }
    }

    /// A text with the names of spaces replaced by how who acts writes them in moves; nothing where it has none.
    pub(super) fn without_names(&self, text: &str) -> Option<String> {
        let (program, me) = (self.program(), self.actor());
        let own = |s: &Space| s.owner.is_none_or(|owner| owner as usize == me);
        let written = |word: &str| {
            let mut spaces = (0..).zip(&program.spaces);
            let (at, _) = spaces.find(|(_, s)| s.name.as_deref() == Some(word) && own(s))?;
            Some(program.write_space(at, me))
        };
        let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
        let mut out = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let in_word = part_of_name(first);
            let end = rest.find(|c| part_of_name(c) != in_word).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            out.push_str(&written(word).unwrap_or_else(|| word.to_owned()));
            rest = after;
        }
        (out != text).then_some(out)
    }

    fn read_written(&self, text: &str) -> Result<Vec<Candidate>, Unread> {
        if self.legal_choices().is_empty() {
            return Err(Unread::NotNow);
        }
        // One choice written as `write` writes it, brackets included.
        let wanted = marked(text).map_or_else(|| text.trim().to_owned(), |(plain, marks)| format!("{plain} [{marks}]"));
        let exact: Vec<Candidate> = self
            .labels()
            .iter()
            .zip(self.legal_choices())
            .filter(|(label, _)| **label == wanted)
            .map(|(_, candidate)| *candidate)
            .collect();
        if let [only] = exact.as_slice() {
            return Ok(vec![*only]);
        }
        if let Some(named) = Named::read(self.program(), text) {
            let legal = self.legal_choices().iter().copied();
            let meant: Vec<Candidate> = legal.filter(|c| self.is_named(c, &named)).collect();
            match meant.as_slice() {
                [] => {}
                [only] => return Ok(vec![*only]),
                several => {
                    return Err(Unread::Ambiguous(
                        several.iter().filter_map(|c| self.named(c)).collect(),
                    ));
                }
            }
        }
        let moves = split(self.program(), text);
        if moves.is_empty() {
            return Err(Unread::NoSuchMove(text.trim().to_owned()));
        }
        let actor = self.actor();
        let mut way = Vec::new();
        let mut left = moves.clone();
        let mut budget = 20_000;
        if follow(self, actor, &mut left, &mut way, &mut budget) {
            return self.only_meaning(&moves, way);
        }
        if let Some(sep) = self.program().play_notation.chain.as_deref() {
            let mut short = Shortened {
                sep,
                actor,
                budget: 2_000,
                found: Vec::new(),
            };
            short.follow(self, &moves, &mut Vec::new(), &mut Vec::new());
            match short.found.as_slice() {
                [] => {}
                [(_, only, _)] => return Ok(only.clone()),
                several => {
                    let plays = several.iter().map(|(_, _, texts)| write_play(self.program(), texts));
                    return Err(Unread::Ambiguous(plays.collect()));
                }
            }
        }
        // A notation may have blanks in it, so that the whole is one move.
        if !self.candidates_written(text).is_empty() {
            return Err(Unread::Illegal(text.trim().to_owned()));
        }
        if moves.len() > 1 && !self.any_written(&moves) {
            return Err(Unread::NoSuchMove(text.trim().to_owned()));
        }
        let first = moves
            .iter()
            .find(|m| self.legal_choices().iter().all(|c| !spelled(self, c, m)))
            .or(moves.first())
            .cloned()
            .unwrap_or_default();
        if self.candidates_written(&first).is_empty() {
            Err(Unread::NoSuchMove(first))
        } else {
            Err(Unread::Illegal(first))
        }
    }

    /// A way that written moves stand for, unless they stand for others that end differently too: where moves are written
    /// alike and nothing tells them apart.
    fn only_meaning(&self, moves: &[String], way: Vec<Candidate>) -> Result<Vec<Candidate>, Unread> {
        let mut state = self.clone();
        let alike = way.iter().any(|c| {
            let alike = state.write(c) != state.machine().text(state.slots(), c);
            alike | state.choose(*c).is_err()
        });
        if !alike {
            return Ok(way);
        }
        let mut ways = Ways {
            actor: self.actor(),
            budget: 2_000,
            found: Vec::new(),
        };
        ways.follow(self, moves, &mut Vec::new());
        match ways.found.as_slice() {
            [] | [_] => Ok(way),
            several => Err(Unread::Ambiguous(
                several.iter().map(|(_, texts)| texts.join(" ")).collect(),
            )),
        }
    }

    /// The position in which the rest of a written play is judged: this one, if the same player is to choose, else the one in
    /// which he last was to choose and nothing could be chosen.
    #[must_use]
    pub fn goes_on(&self, actor: usize) -> Option<Self> {
        if self.current() == (Current::Player { seat: actor }) {
            return Some(self.clone());
        }
        self.passed_over().into_iter().find(|p| p.actor() == actor)
    }

    /// The first move of a written play that is refused, in the order written, and the position in which it is. Nothing where
    /// no move is, though the whole may be.
    #[must_use]
    pub fn refused_at(&self, text: &str) -> Option<(Self, String)> {
        let actor = self.actor();
        let mut state = self.clone();
        for text in split(self.program(), text) {
            let legal = state
                .legal_choices()
                .iter()
                .find(|c| spelled(&state, c, &text))
                .copied();
            let mut after = state.clone();
            match legal {
                Some(candidate) if after.choose(candidate).is_ok() => state = after.goes_on(actor)?,
                _ => return Some((state, text)),
            }
        }
        None
    }

    /// Applies a sequence of choices.
    ///
    /// # Errors
    /// The refusal of the first that is not legal at its place; those before it stay applied.
    pub fn choose_all(&mut self, choices: &[Candidate]) -> Result<(), Refusal> {
        choices.iter().try_for_each(|c| self.apply(Action::Choice(*c)))
    }
}

/// All that written moves can come to in the order written, as far as it differs.
struct Ways {
    actor: usize,
    budget: u32,
    /// Each position that they lead to, with one way there as it is written.
    found: Vec<(State, Vec<String>)>,
}

impl Ways {
    fn follow(&mut self, state: &State, moves: &[String], texts: &mut Vec<String>) {
        let Some((first, others)) = moves.split_first() else {
            if self.found.iter().all(|(end, _)| end != state) {
                self.found.push((state.clone(), texts.clone()));
            }
            return;
        };
        if self.budget == 0 || state.actor() != self.actor {
            return;
        }
        self.budget -= 1;
        for candidate in state.legal_choices() {
            let mut next = state.clone();
            if spelled(state, candidate, first) && next.choose(*candidate).is_ok() {
                texts.push(state.write(candidate));
                self.follow(&next, others, texts);
                texts.pop();
            }
        }
    }
}

/// A written move and what tells it apart: `go` and `up 1` of `go [up 1]`.
pub(super) fn marked(text: &str) -> Option<(&str, &str)> {
    let (plain, marks) = text.trim().split_once(['[', '［'])?;
    let marks = marks.strip_suffix([']', '］'])?;
    let plain = plain.strip_suffix(char::is_whitespace)?;
    (!marks.contains(['[', '［'])).then_some((plain.trim_end(), marks))
}

/// Whether a candidate is written so, event signs aside, or named so with all its values.
fn spelled(state: &State, candidate: &Candidate, text: &str) -> bool {
    if let Some((plain, marks)) = marked(text) {
        return state.write(candidate) == format!("{plain} [{marks}]");
    }
    let written = state.machine().text(state.slots(), candidate);
    let program = state.program();
    written == text
        || (bare(program, &written) == bare(program, text))
        || Named::read(program, text).is_some_and(|n| n.whole(program) && state.is_named(candidate, &n))
}

/// Uses up the written moves in any order that is legal.
fn follow(state: &State, actor: usize, left: &mut Vec<String>, way: &mut Vec<Candidate>, budget: &mut u32) -> bool {
    if left.is_empty() {
        return true;
    }
    if *budget == 0 || state.actor() != actor {
        return false;
    }
    *budget -= 1;
    for i in 0..left.len() {
        if left[..i].contains(&left[i]) {
            continue;
        }
        for candidate in state.legal_choices() {
            if !spelled(state, candidate, &left[i]) {
                continue;
            }
            let mut next = state.clone();
            if next.choose(*candidate).is_err() {
                continue;
            }
            let text = left.remove(i);
            way.push(*candidate);
            if follow(&next, actor, left, way, budget) {
                return true;
            }
            way.pop();
            left.insert(i, text);
        }
    }
    false
}

/// Reads chains of which only the ends are written.
struct Shortened<'p> {
    sep: &'p str,
    actor: usize,
    budget: u32,
    /// Each position that the written moves lead to, with one way there.
    found: Vec<(State, Vec<Candidate>, Vec<String>)>,
}

impl Shortened<'_> {
    fn follow(&mut self, state: &State, left: &[String], way: &mut Vec<Candidate>, texts: &mut Vec<String>) {
        if left.is_empty() {
            if self.found.iter().all(|(end, ..)| end != state) {
                self.found.push((state.clone(), way.clone(), texts.clone()));
            }
            return;
        }
        if self.budget == 0 || state.actor() != self.actor {
            return;
        }
        self.budget -= 1;
        for candidate in state.legal_choices() {
            let text = state.machine().text(state.slots(), candidate);
            for i in 0..left.len() {
                if left[..i].contains(&left[i]) {
                    continue;
                }
                let mut rest = left.to_vec();
                if spelled(state, candidate, &left[i]) {
                    rest.remove(i);
                } else if let Some(tail) = self.tail(state.program(), &text, &left[i]) {
                    rest[i] = tail;
                } else {
                    continue;
                }
                let mut next = state.clone();
                if next.choose(*candidate).is_err() {
                    continue;
                }
                way.push(*candidate);
                texts.push(text.clone());
                self.follow(&next, &rest, way, texts);
                way.pop();
                texts.pop();
            }
        }
    }

    /// What is left of a written chain after a move that begins where it begins: `7/4` of `13/4` after `13/7`.
    fn tail(&self, program: &Program, text: &str, chain: &str) -> Option<String> {
        let (from, to) = text.split_once(self.sep)?;
        let (begins, ends) = chain.split_once(self.sep)?;
        (from == begins).then(|| format!("{}{}{ends}", bare(program, to), self.sep))
    }
}

/// The single moves that a written play stands for, in the order written.
#[must_use]
pub fn split_play(program: &Program, text: &str) -> Vec<String> {
    split(program, text)
}

/// A written play as single moves: `13/7*/5` is `13/7*` and `7/5`, `6/4(3)` is three times `6/4`.
fn split(program: &Program, text: &str) -> Vec<String> {
    let notation = &program.play_notation;
    let mut moves = Vec::new();
    for word in words(notation.join.trim(), text) {
        if Named::read(program, word).is_some() || marked(word).is_some() {
            moves.push(word.to_owned());
            continue;
        }
        let (word, times) = repeated(notation, word);
        let mut single = Vec::new();
        match notation.chain.as_deref() {
            Some(sep) if word.matches(sep).count() > 1 => {
                let stops: Vec<&str> = word.split(sep).collect();
                for pair in stops.windows(2) {
                    let from = pair[0].trim_end_matches(|c: char| !c.is_alphanumeric());
                    single.push(format!("{from}{sep}{}", pair[1]));
                }
            }
            _ => single.push(word.to_owned()),
        }
        for _ in 0..times {
            moves.extend(single.iter().cloned());
        }
    }
    moves.truncate(64);
    moves
}

/// What stands between the signs that join moves, or between blanks. Within parentheses and brackets nothing is joined, nor
/// before a bracket.
fn words<'t>(join: &str, text: &'t str) -> Vec<&'t str> {
    let mut words = Vec::new();
    let (mut start, mut depth) = (0, 0_i32);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '（' | '[' | '［' => depth += 1,
            ')' | '）' | ']' | '］' => depth -= 1,
            _ => {}
        }
        let joins = if join.is_empty() {
            let marks = text[at..].trim_start().starts_with(['[', '［']);
            (c.is_whitespace() && !marks).then_some(c.len_utf8())
        } else {
            text[at..].starts_with(join).then_some(join.len())
        };
        if let Some(len) = joins.filter(|_| depth <= 0 && at >= start) {
            words.push(&text[start..at]);
            start = at + len;
        }
    }
    words.push(&text[start.min(text.len())..]);
    words.into_iter().map(str::trim).filter(|w| !w.is_empty()).collect()
}

fn repeated<'w>(notation: &PlayNotation, word: &'w str) -> (&'w str, usize) {
    let Some((before, after)) = notation
        .same
        .as_deref()
        .and_then(|s| s.strip_prefix("{move}"))
        .and_then(|s| s.split_once("{n}"))
    else {
        return (word, 1);
    };
    let parsed = word.strip_suffix(after).and_then(|w| {
        let (text, n) = w.rsplit_once(before)?;
        Some((text, n.parse::<usize>().ok()?))
    });
    match parsed {
        Some((text, n)) if (1..=64).contains(&n) && !before.is_empty() => (text, n),
        _ => (word, 1),
    }
}
