//! A game with everything that its rules rest on, under all its readings.

use super::rules::{Rule, rules};
use crate::check::load::{self, Library, Loaded};
use crate::check::{Expanded, Failure, Options, expand};
use crate::diagnostics::Level;
use crate::syntax::print::print_item;
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::{Item, ItemKind, Warrant};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Beyond so many pairs of choices, readings are changed one at a time only.
const MAX_PAIRS: usize = 2_000;

/// Choices of readings that differ from the defaults.
pub type Choices = Vec<(String, String)>;

/// What tells a part of the rules from every other: where it stands, and its path.
pub type PartKey = (Span, String);

/// A game with its rules and what they rest on.
#[derive(Clone, Debug)]
pub struct GameRules {
    /// Its id.
    pub id: String,
    /// The files that it is made of.
    pub files: Sources,
    /// The game under its default readings.
    pub expanded: Expanded,
    /// Its rules under the default readings, in reading order.
    pub rules: Vec<Rule>,
    /// Parts of rules that stand under other choices only, each with the first choices under which it was met.
    pub others: Vec<(Choices, Rule)>,
    /// Its own examples and claims, in the order written.
    pub examples: Vec<Pinned>,
    /// The readings that decide whether a part of the default game is there.
    depends: HashMap<PartKey, BTreeSet<String>>,
    /// The single choices under each of which a part stands that the default game does not have.
    under: HashMap<PartKey, Choices>,
    /// The declarations that stand under other choices only, by where they are named.
    declared: HashMap<Span, Item>,
    options: Options,
    loaded: Vec<Loaded>,
}

/// An example or claim with the clauses that it is pinned to.
#[derive(Clone, Debug)]
pub struct Pinned {
    /// Its title.
    pub title: String,
    /// Whether it is a claim.
    pub claim: bool,
    /// True if it is a claim that the text makes and that is false.
    pub printed_false: bool,
    /// Where it stands.
    pub span: Span,
    /// What it is pinned to.
    pub warrants: Vec<Warrant>,
}

/// A step of a derivation: the base, and why it may be taken as one.
#[derive(Clone, Copy, Debug)]
pub struct Link<'a> {
    /// The file that extends.
    pub from: &'a str,
    /// The base.
    pub base: &'a str,
    /// What the link rests on.
    pub warrants: &'a [Warrant],
}

impl GameRules {
    /// Reads a game's rules; the readings that are asked for count as its defaults.
    ///
    /// # Errors
    /// The findings of files that don't make a game.
    pub fn read(name: &str, text: &str, library: &Library, options: &Options) -> Result<Self, Box<Failure>> {
        let (mut files, mut diagnostics) = (Sources::default(), Vec::new());
        let loaded = load::load(name, text, library, &mut files, &mut diagnostics);
        let expanded = loaded
            .as_ref()
            .and_then(|l| expand::expand(l, options, &mut diagnostics));
        let failed = diagnostics.iter().any(|d| d.level == Level::Error);
        let (Some(loaded), Some(expanded), false) = (loaded, expanded, failed) else {
            return Err(Box::new(Failure {
                sources: files,
                diagnostics,
            }));
        };
        let mut game = Self {
            id: expanded.header.id.text.clone(),
            files,
            rules: rules(&expanded),
            examples: pinned(&loaded),
            expanded,
            others: Vec::new(),
            depends: HashMap::new(),
            under: HashMap::new(),
            declared: HashMap::new(),
            options: options.clone(),
            loaded,
        };
        game.vary();
        Ok(game)
    }

    /// The parts that stand under other readings: every choice is tried, and every two choices of readings that guard one
    /// definition together.
    fn vary(&mut self) {
        let standing: Vec<PartKey> = keys(&self.rules).collect();
        let mut seen: HashSet<PartKey> = standing.iter().cloned().collect();
        let stands = seen.clone();
        let heads: HashSet<Span> = self.expanded.defs.iter().map(|d| d.item.head).collect();
        let singles: Vec<(usize, Choices)> = self
            .expanded
            .readings
            .iter()
            .enumerate()
            .flat_map(|(at, r)| {
                let others = r.choices.iter().enumerate().filter(|(i, _)| *i != r.chosen);
                others.map(move |(_, c)| (at, vec![(r.name.clone(), c.name.text.clone())]))
            })
            .collect();
        // Only what guards ask for together can need two choices.
        let together = expand::together(&self.loaded);
        let meet = |a: &str, b: &str| {
            let (first, second) = if a < b { (a, b) } else { (b, a) };
            together.contains(&(first.to_owned(), second.to_owned()))
        };
        let mut pairs = Vec::new();
        for (a, first) in &singles {
            for (_, second) in singles.iter().filter(|(b, _)| b > a) {
                if meet(&first[0].0, &second[0].0) {
                    pairs.push([first.as_slice(), second].concat());
                }
            }
        }
        pairs.truncate(if pairs.len() > MAX_PAIRS { 0 } else { MAX_PAIRS });
        for (choices, single) in singles
            .into_iter()
            .map(|(_, c)| (c, true))
            .chain(pairs.into_iter().map(|c| (c, false)))
        {
            let options = Options {
                readings: [self.options.readings.as_slice(), &choices].concat(),
                ..self.options.clone()
            };
            // A choice under which the files don't make a game is for `check` to report.
            let Some(expanded) = expand::expand(&self.loaded, &options, &mut Vec::new()) else {
                continue;
            };
            let varied = rules(&expanded);
            for def in expanded.defs.iter().filter(|d| !heads.contains(&d.item.head)) {
                self.declared.entry(def.item.head).or_insert_with(|| def.item.clone());
            }
            if single {
                let now: HashSet<PartKey> = keys(&varied).collect();
                for key in standing.iter().filter(|k| !now.contains(k)) {
                    self.depends
                        .entry(key.clone())
                        .or_default()
                        .insert(choices[0].0.clone());
                }
            }
            if single {
                for key in keys(&varied).filter(|k| !stands.contains(k)) {
                    self.under.entry(key).or_default().push(choices[0].clone());
                }
            }
            for rule in varied {
                let parts = rule.parts.clone();
                let whole = (rule.span, rule.path.clone());
                if seen.insert(whole) {
                    self.others.push((
                        choices.clone(),
                        Rule {
                            parts: Vec::new(),
                            ..rule
                        },
                    ));
                }
                for part in parts {
                    if seen.insert((part.span, part.path.clone())) {
                        self.others.push((choices.clone(), part));
                    }
                }
            }
        }
    }

    /// All rules and their parts: of the default game, then those of other readings with the choices they need.
    pub fn all(&self) -> impl Iterator<Item = (&[(String, String)], &Rule)> {
        let default = self.rules.iter().flat_map(Rule::all).map(|r| (&[] as &[_], r));
        default.chain(self.others.iter().map(|(c, r)| (c.as_slice(), r)))
    }

    /// The readings that offer something else than a part of the default game: it is a choice of theirs, it is there only
    /// under some of their choices, or it asks for them.
    #[must_use]
    pub fn open_by(&self, rule: &Rule) -> BTreeSet<String> {
        let mut out = self.hangs_on(rule).cloned().unwrap_or_default();
        let owner = rule.path.split('.').next().unwrap_or_default();
        if rule.kind == "choice" {
            out.insert(owner.to_owned());
            return out;
        }
        out.extend(self.asked_by(rule));
        out
    }

    /// The declaration that is named at a place, under whatever readings.
    #[must_use]
    pub fn declaration(&self, head: Span) -> Option<&Item> {
        let standing = self.expanded.defs.iter().map(|d| &d.item).find(|i| i.head == head);
        standing.or_else(|| self.declared.get(&head))
    }

    /// The readings whose choices decide whether a part of the default game is there.
    #[must_use]
    pub fn hangs_on(&self, rule: &Rule) -> Option<&BTreeSet<String>> {
        self.depends.get(&(rule.span, rule.path.clone()))
    }

    /// The parts that stand under a choice of a reading, other readings being as they are, and not in the default game.
    pub fn only_under(&self, reading: &str, choice: &str) -> impl Iterator<Item = &Rule> {
        let asked = (reading.to_owned(), choice.to_owned());
        let others = self.others.iter().map(|(_, rule)| rule);
        others.filter(move |rule| {
            let under = self.under.get(&(rule.span, rule.path.clone()));
            under.is_some_and(|choices| choices.contains(&asked))
        })
    }

    /// The readings that a declaration of the default game asks for where it is written.
    #[must_use]
    pub fn asked_by(&self, rule: &Rule) -> BTreeSet<String> {
        let mut out = BTreeSet::new();
        let def = self.expanded.defs.iter().find(|d| d.item.head == rule.span);
        if let Some(def) = def {
            let written = print_item(&def.item);
            let asks = |name: &str| {
                written.match_indices(name).any(|(at, _)| {
                    let before = written[..at].chars().next_back();
                    written[at + name.len()..].starts_with(" is ")
                        && before.is_none_or(|c| !c.is_alphanumeric() && c != '_')
                })
            };
            out.extend(
                self.expanded
                    .readings
                    .iter()
                    .map(|r| r.name.clone())
                    .filter(|n| asks(n)),
            );
        }
        out
    }

    /// The links by which something that stands in a file came to this game; none for its own.
    #[must_use]
    pub fn through(&self, file: u16) -> Vec<Link<'_>> {
        let files = &self.expanded.files;
        let mut links = Vec::new();
        let mut here = files.last();
        while let Some(now) = here.filter(|o| o.file != file) {
            let Some((base, warrants)) = &now.header.extends else {
                // It came by `uses`, which claims nothing.
                return Vec::new();
            };
            links.push(Link {
                from: &now.header.id.text,
                base: &base.text,
                warrants,
            });
            here = files.iter().find(|o| o.header.id.text == base.text);
        }
        links
    }

    /// Whether something stands in the game's own file.
    #[must_use]
    pub fn is_own(&self, span: Span) -> bool {
        span.file == self.expanded.file
    }

    /// The name of a file and the line of a place in it.
    #[must_use]
    pub fn place(&self, span: Span) -> (String, usize) {
        let name = self.files.file(span.file).map(|f| f.name.clone()).unwrap_or_default();
        (name, self.files.line_column(span).0)
    }

    /// The ids of the registers that the game names as its sources, its own and those of its bases.
    #[must_use]
    pub fn sources(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for id in self.expanded.files.iter().flat_map(|o| &o.sources) {
            if !out.contains(&id.text) {
                out.push(id.text.clone());
            }
        }
        out
    }
}

fn keys(rules: &[Rule]) -> impl Iterator<Item = PartKey> + '_ {
    rules.iter().flat_map(Rule::all).map(|r| (r.span, r.path.clone()))
}

fn pinned(loaded: &[Loaded]) -> Vec<Pinned> {
    let items = loaded.last().into_iter().flat_map(|l| &l.tree.items);
    items
        .filter_map(|item| {
            let (title, claim) = match &item.kind {
                ItemKind::Example { title, .. } => (title, None),
                ItemKind::Claim {
                    title, printed_false, ..
                } => (title, Some(*printed_false)),
                _ => return None,
            };
            Some(Pinned {
                title: title.text.clone(),
                claim: claim.is_some(),
                printed_false: claim == Some(true),
                span: item.span,
                warrants: item.tail.warrants.clone(),
            })
        })
        .collect()
}
