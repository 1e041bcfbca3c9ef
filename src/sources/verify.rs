//! Holds a register against its document: each quotation verbatim, whole passages covered.

use super::nearest::{Nearest, nearest};
use super::register::{Document, Passage, Register};
use sha2::{Digest, Sha256};
use std::ops::Range;

/// What holding a register against its document came to.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// Whether the document has the registered fingerprint.
    pub same_document: bool,
    /// Quotations, in reading order.
    pub quotations: Vec<Quotation>,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

/// A quotation that was looked for.
#[derive(Clone, Debug)]
pub struct Quotation {
    /// The clause's id.
    pub clause: String,
    /// The line that the register gives.
    pub said: Option<usize>,
    /// The line at which it stands.
    pub line: Option<usize>,
}

/// Where a register is not as its document says.
#[derive(Clone, Debug)]
pub enum Fault {
    /// Words that the document does not have.
    NotThere {
        /// What has them: a clause's id, or the heading of a passage.
        what: String,
        /// The registered words.
        words: String,
        /// What the document has instead, and its line.
        nearest: Option<(Nearest, usize)>,
    },
    /// Words that stand elsewhere in the document than a passage that is quoted whole.
    OutOfPlace {
        /// The clause's id.
        clause: String,
        /// The line at which they stand.
        line: usize,
        /// Why that is no place for them.
        why: &'static str,
    },
    /// Words of a passage that is said to be quoted whole, in no quotation.
    Uncovered {
        /// The passage's id.
        passage: String,
        /// The words.
        words: String,
        /// Their line.
        line: usize,
    },
    /// Lines that the document does not have.
    NoSuchLines {
        /// The passage's id.
        passage: String,
        /// The lines.
        lines: (usize, usize),
        /// How many lines the document has.
        has: usize,
    },
    /// A passage said to be quoted whole, of which it is not said from where to where it goes.
    NoLines {
        /// The passage's id.
        passage: String,
    },
    /// Damaged words that are not words of the quotation.
    Damage {
        /// The clause's id.
        clause: String,
        /// The words.
        words: String,
    },
}

/// The fingerprint of a document, as registers give it.
#[must_use]
pub fn fingerprint(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

/// Holds a register against the text of its document.
#[must_use]
pub fn verify(register: &Register, document: &Document, text: &str) -> Verified {
    let mut verifier = Verifier {
        text,
        lines: std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect(),
        out: Verified {
            same_document: fingerprint(text.as_bytes()) == document.sha256,
            ..Verified::default()
        },
    };
    for passage in &register.passages {
        verifier.passage(&register.id, passage);
    }
    verifier.out
}

struct Verifier<'a> {
    text: &'a str,
    /// The first byte of each line.
    lines: Vec<usize>,
    out: Verified,
}

impl Verifier<'_> {
    /// The line of a byte, from 1.
    fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|first| *first <= at)
    }

    /// The bytes of some lines, as many of them as there are.
    fn stretch(&self, from: usize, to: usize) -> Range<usize> {
        let byte = |line: usize| self.lines.get(line).copied().unwrap_or(self.text.len());
        byte(from.saturating_sub(1))..byte(to)
    }

    fn passage(&mut self, register: &str, passage: &Passage) {
        let id = format!("{register}.{}", passage.id);
        if !self.text.contains(&passage.heading) {
            let near = self.nearest(&passage.heading, passage.lines.map(|(from, _)| from));
            self.out.faults.push(Fault::NotThere {
                what: format!("the heading of {id}"),
                words: passage.heading.clone(),
                nearest: near,
            });
        }
        let whole = passage.whole.then(|| self.whole(&id, passage)).flatten();
        let mut covered = Vec::new();
        let mut behind = whole.as_ref().map_or(0, |w| w.start);
        for clause in &passage.clauses {
            let Some(quote) = &clause.quote else { continue };
            let clause_id = format!("{id}.{}", clause.id);
            for damage in clause.damage.iter().filter(|d| !quote.contains(&d.words)) {
                self.out.faults.push(Fault::Damage {
                    clause: clause_id.clone(),
                    words: damage.words.clone(),
                });
            }
            let found = self.find(quote, clause.line.or(passage.lines.map(|(from, _)| from)), behind);
            let line = found.map(|at| self.line(at));
            self.out.quotations.push(Quotation {
                clause: clause_id.clone(),
                said: clause.line,
                line,
            });
            match (found, line, &whole) {
                (Some(at), Some(line), Some(whole)) => {
                    let end = at + quote.len();
                    let why = if at < whole.start || end > whole.end {
                        Some("outside the lines of its passage, which is quoted whole")
                    } else if at < behind {
                        Some("before the end of the clause before it")
                    } else {
                        None
                    };
                    if let Some(why) = why {
                        let clause = clause_id;
                        self.out.faults.push(Fault::OutOfPlace { clause, line, why });
                    }
                    covered.push(at..end);
                    behind = behind.max(end);
                }
                (Some(_), ..) => {}
                (None, ..) => {
                    let near = self.nearest(quote, clause.line);
                    // The words that stand there instead are told once.
                    covered.extend(near.iter().map(|(n, _)| n.start..n.end));
                    self.out.faults.push(Fault::NotThere {
                        what: clause_id,
                        words: quote.clone(),
                        nearest: near,
                    });
                }
            }
        }
        if let Some(whole) = whole {
            self.uncovered(&id, whole, covered);
        }
    }

    /// The bytes of a passage that is quoted whole. Where the document has grown or shrunk above it, its lines move with
    /// its first clause that stands where it can only stand once.
    fn whole(&mut self, id: &str, passage: &Passage) -> Option<Range<usize>> {
        let Some((from, to)) = passage.lines else {
            self.out.faults.push(Fault::NoLines { passage: id.to_owned() });
            return None;
        };
        let moved = passage.clauses.iter().find_map(|c| {
            let (quote, said) = (c.quote.as_ref()?, c.line?);
            let mut places = self.text.match_indices(quote.as_str());
            let (at, _) = places.next()?;
            places.next().is_none().then(|| self.line(at) as i64 - said as i64)
        });
        let shift = |line: usize| usize::try_from(line as i64 + moved.unwrap_or(0)).unwrap_or(0).max(1);
        let (first, last) = (shift(from), shift(to));
        let has = self.text.lines().count();
        if last > has || first > last {
            self.out.faults.push(Fault::NoSuchLines {
                passage: id.to_owned(),
                lines: (first, last),
                has,
            });
        }
        Some(self.stretch(first, last))
    }

    /// Where words stand: at or behind a place where they can, else nearest to the line that is said.
    fn find(&self, words: &str, said: Option<usize>, behind: usize) -> Option<usize> {
        let said = said.unwrap_or(0);
        self.text
            .match_indices(words)
            .map(|(at, _)| at)
            .min_by_key(|at| (self.line(*at).abs_diff(said), *at < behind, *at))
    }

    fn nearest(&self, words: &str, said: Option<usize>) -> Option<(Nearest, usize)> {
        let near = self.stretch(said.unwrap_or(1), said.unwrap_or(1)).start;
        let found = nearest(words, self.text, near)?;
        let line = self.line(found.start);
        Some((found, line))
    }

    /// Reports what stands in a stretch outside all quotations and is more than punctuation and white space.
    fn uncovered(&mut self, id: &str, whole: Range<usize>, mut covered: Vec<Range<usize>>) {
        covered.sort_by_key(|r| r.start);
        covered.push(whole.end..whole.end);
        let mut at = whole.start;
        for quoted in covered {
            if quoted.start > at {
                let between = &self.text[at..quoted.start.min(whole.end)];
                for line in between.split_inclusive('\n') {
                    let words = words_of(line);
                    if !words.is_empty() {
                        let start = at + words.start;
                        let words = &line[words];
                        self.out.faults.push(Fault::Uncovered {
                            passage: id.to_owned(),
                            words: words.to_owned(),
                            line: self.line(start),
                        });
                    }
                    at += line.len();
                }
            }
            at = at.max(quoted.end).min(whole.end);
        }
    }
}

/// Where the words of a line begin and end: what is more than punctuation, white space and numbers of notes, `[17]`.
fn words_of(line: &str) -> Range<usize> {
    let mut found: Option<Range<usize>> = None;
    let mut rest = 0;
    while let Some(c) = line[rest..].chars().next() {
        let end = rest + note_mark(&line[rest..]).unwrap_or(c.len_utf8());
        if c.is_alphanumeric() {
            found.get_or_insert(rest..end).end = end;
        }
        rest = end;
    }
    found.unwrap_or(0..0)
}

/// How long the number of a note is with which a text begins.
fn note_mark(text: &str) -> Option<usize> {
    let (number, _) = text.strip_prefix('[')?.split_once(']')?;
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    digits.then_some(number.len() + 2)
}
