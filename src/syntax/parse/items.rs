//! Declarations and the first two lines.

use super::Rule;
use super::build::{Builder, Kids, Node, add_guard, only};
use crate::diagnostics::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::{
    Choice, Expr, ExprKind, Face, GlossaryEntry, Header, Ident, IndexBy, Item, ItemKind, Mode, OnWhat, Pick,
    RestsEntry, Scope, SetupEntry, Side, StepParam, Tail, Text,
};

impl Builder<'_> {
    /// `language N`: the number and where it stands.
    pub fn language(&mut self, node: &Node<'_>) -> Option<(i64, Span)> {
        let number = Kids::of(node.clone()).take(Rule::number)?;
        // A number too large for us is a language that we don't have.
        let language = number.as_str().trim_end().parse().unwrap_or(i64::MAX);
        Some((language, self.span(&number)))
    }

    /// `game …` or `library …`.
    pub fn header(&mut self, node: Node<'_>) -> Option<Header> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        let mut header = Header {
            is_game: kids.has(Rule::kw_game),
            id: self.ident(&kids.take(Rule::file_id)?),
            title: kids.take(Rule::string).map(|n| self.text(&n)),
            also: Vec::new(),
            extends: None,
            uses: Vec::new(),
            warrants: self.warrants(&mut kids)?,
            span,
        };
        for node in kids.rest() {
            let span = self.span(&node);
            let rule = node.as_rule();
            let mut kids = Kids::of(node);
            match rule {
                Rule::header_also => header.also.extend(self.texts(&kids.all(Rule::string))),
                Rule::header_uses => header.uses.extend(self.idents(&kids.all(Rule::file_id))),
                Rule::header_extends if header.extends.is_some() => {
                    let error = Diagnostic::error("syntax::expected", "a file extends one other", span, "a second one");
                    self.report(error.help("a file may use several libraries: `uses A, B`"));
                }
                Rule::header_extends => {
                    let base = self.ident(&kids.take(Rule::file_id)?);
                    header.extends = Some((base, self.warrants(&mut kids)?));
                }
                _ => {}
            }
        }
        Some(header)
    }

    /// A declaration with its tail.
    pub fn item(&mut self, node: Node<'_>) -> Option<Item> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        if let Some(node) = kids.take(Rule::supplied) {
            let tail = self.tail(&mut kids)?;
            return self.supplied(node, tail, span);
        }
        let mode = match kids.take(Rule::modifier).and_then(only).map(|n| n.as_rule()) {
            Some(Rule::kw_override) => Mode::Override,
            Some(_) => Mode::Open,
            None => Mode::Plain,
        };
        let after = kids.take(Rule::tail);
        let node = kids.rest().next()?;
        let head = self.head(&node)?;
        let mut tail = Tail::default();
        let kind = self.item_kind(node, &mut tail)?;
        if let Some(after) = after {
            self.add_tail(&mut Kids::of(after), &mut tail)?;
        }
        self.check_body(mode, &kind, head);
        Some(Item {
            mode,
            kind,
            tail,
            span,
            head,
        })
    }

    /// `override NAME = FILE.NAME`.
    fn supplied(&mut self, node: Node<'_>, tail: Tail, span: Span) -> Option<Item> {
        let head = self.span(&node);
        let mut kids = Kids::of(node);
        let name = self.ident(&kids.take(Rule::word)?);
        let mut supplier = Kids::of(kids.take(Rule::supplier)?);
        let by = self.ident(&supplier.take(Rule::file_id)?);
        let theirs = self.ident(&supplier.take(Rule::word)?);
        Some(Item {
            mode: Mode::Override,
            kind: ItemKind::Supplied { name, by, theirs },
            tail,
            span,
            head,
        })
    }

    /// The keyword and, where there is one, the name.
    fn head(&self, node: &Node<'_>) -> Option<Span> {
        // The name stands at most so many words in, as in `end game when NAME`.
        let mut words = node.clone().into_inner();
        let first = self.span(&words.next()?);
        let name = words
            .take(3)
            .find(|n| matches!(n.as_rule(), Rule::ident | Rule::file_id | Rule::string | Rule::word));
        Some(name.map_or(first, |n| first.to(self.span(&n))))
    }

    /// Only an `open` declaration may lack what it declares.
    fn check_body(&mut self, mode: Mode, kind: &ItemKind, head: Span) {
        let (lacks, form) = match kind {
            _ if mode == Mode::Open => return,
            ItemKind::Route { steps, .. } => (steps.is_empty(), "= SPACE, SPACE, …"),
            ItemKind::Numbering { by_left, .. } => (by_left.is_none(), "by left` or `by place"),
            ItemKind::Const { value, .. } => (value.is_none(), "= EXPRESSION"),
            ItemKind::Fn { body, .. } => (body.is_none(), "= EXPRESSION"),
            ItemKind::Condition { parts, .. } => (parts.is_none(), "{ require … }"),
            ItemKind::Routine { body, .. } => (body.is_none(), "{ … }"),
            _ => return,
        };
        if lacks {
            let error = Diagnostic::error(
                "syntax::expected",
                "this declaration says nothing",
                head,
                "nothing follows its name",
            );
            self.report(error.help(format!(
                "add `{form}`, or write `open` before it to leave it to derived games"
            )));
        }
    }

    fn item_kind(&mut self, node: Node<'_>, tail: &mut Tail) -> Option<ItemKind> {
        let rule = node.as_rule();
        match rule {
            Rule::die
            | Rule::dice
            | Rule::space
            | Rule::route
            | Rule::numbering
            | Rule::region
            | Rule::setup
            | Rule::layout
            | Rule::pieces => return self.board_item(node, tail),
            Rule::edit => return self.edit(node, tail),
            _ => {}
        }
        let mut kids = Kids::of(node);
        let k = &mut kids;
        // Whatever stands before a body belongs to the declaration as what stands behind it does.
        self.add_tail(k, tail)?;
        Some(match rule {
            Rule::source => ItemKind::Source(self.idents(&k.all(Rule::file_id))),
            Rule::players => ItemKind::Players(self.next_expr(k)?, self.maybe(k.expr(), Self::expr)?),
            Rule::seats => {
                let seats = self.named_texts(k)?;
                let order = k.take(Rule::seat_order);
                let order = order.map(|n| self.idents(&Kids::of(n).all(Rule::ident)));
                ItemKind::Seats(seats, order.unwrap_or_default())
            }
            Rule::sides => {
                let sides = k.all(Rule::one_side);
                ItemKind::Sides(self.each(sides, Self::side)?)
            }
            Rule::next_turn => ItemKind::Next(self.next_expr(k)?),
            Rule::money => ItemKind::Money(self.money(k)?),
            Rule::table => ItemKind::Table(self.table(k)?),
            Rule::enumeration => ItemKind::Enum {
                name: self.name(k)?,
                values: self.named_texts(k)?,
            },
            Rule::variable => self.variable(k)?,
            Rule::constant => ItemKind::Const {
                name: self.name(k)?,
                ty: self.maybe(k.take(Rule::type_name), Self::type_name)?,
                value: self.maybe(k.take(Rule::initial), Self::inner_expr)?,
            },
            Rule::function => self.function(k)?,
            Rule::condition => ItemKind::Condition {
                name: self.name(k)?,
                params: self.params(k.take(Rule::params))?,
                parts: self.maybe(k.take(Rule::parts), Self::parts)?,
            },
            Rule::routine => ItemKind::Routine {
                name: self.name(k)?,
                params: self.params(k.take(Rule::params))?,
                body: self.maybe(k.take(Rule::block), Self::block)?,
            },
            Rule::step => ItemKind::Step {
                name: self.name(k)?,
                params: self.step_params(k.take(Rule::step_params))?,
                parts: self.parts(k.take(Rule::parts)?)?,
            },
            Rule::group => {
                let members = k.all(Rule::alternative);
                ItemKind::Group {
                    name: self.name(k)?,
                    members: self.each(members, Self::alternative)?,
                }
            }
            Rule::turn => ItemKind::Turn(self.idents(&k.all(Rule::ident))),
            Rule::no_turn => ItemKind::Turn(Vec::new()),
            Rule::phase => ItemKind::Phase {
                name: self.name(k)?,
                place: self.maybe(k.take(Rule::place), Self::place)?,
                body: self.next_block(k)?,
            },
            Rule::start => ItemKind::Start(self.next_block(k)?),
            Rule::event => ItemKind::Event {
                name: self.name(k)?,
                params: self.params(k.take(Rule::params))?,
            },
            Rule::handler => self.handler(k)?,
            Rule::referee => ItemKind::Referee {
                name: self.name(k)?,
                params: self.params(k.take(Rule::params))?,
                gloss: self.maybe_text(k),
                body: self.next_block(k)?,
            },
            Rule::ending => {
                let (name, when, body) = (self.name(k)?, self.next_expr(k)?, self.next_block(k)?);
                if k.has(Rule::kw_match) {
                    ItemKind::EndMatch { name, when, body }
                } else {
                    ItemKind::EndGame { name, when, body }
                }
            }
            Rule::payoff => ItemKind::Payoff(self.next_expr(k)?),
            Rule::throw_name => ItemKind::ThrowName(self.next_expr(k)?),
            Rule::measure => ItemKind::Measure {
                name: self.name(k)?,
                gloss: self.maybe_text(k),
                value: self.next_expr(k)?,
            },
            Rule::play_notation => {
                let entries = k.all(Rule::notation_entry);
                ItemKind::PlayNotation(self.each(entries, |b, n| {
                    let mut kids = Kids::of(n);
                    Some((b.ident(&kids.take(Rule::word)?), b.text(&kids.take(Rule::string)?)))
                })?)
            }
            Rule::reading => {
                let choices = k.all(Rule::choice);
                ItemKind::Reading {
                    name: self.name(k)?,
                    question: self.maybe_text(k),
                    choices: self.each(choices, Self::choice)?,
                }
            }
            Rule::witness => ItemKind::Witness {
                name: self.name(k)?,
                gloss: self.maybe_text(k),
                follows: self.idents(&k.all(Rule::clause_id)),
                picks: match k.take(Rule::picks) {
                    Some(node) => self.each(Kids::of(node).all(Rule::picked), Self::pick)?,
                    None => Vec::new(),
                },
            },
            Rule::agreed => ItemKind::Agreed {
                name: self.name(k)?,
                ty: self.type_name(k.take(Rule::type_name)?)?,
                default: self.next_expr(k)?,
                gloss: self.maybe_text(k),
            },
            Rule::default_choice => ItemKind::Default {
                reading: k.has(Rule::kw_reading),
                name: self.name(k)?,
                value: self.next_expr(k)?,
            },
            Rule::rests => {
                let entries = k.all(Rule::rests_entry);
                ItemKind::Rests(self.each(entries, |b, n| {
                    let mut kids = Kids::of(n);
                    let parts = b.idents(&kids.all(Rule::part_name));
                    let warrants = b.warrants(&mut kids)?;
                    Some(RestsEntry { parts, warrants })
                })?)
            }
            Rule::glossary => {
                let entries = k.all(Rule::glossary_entry);
                ItemKind::Glossary {
                    name: self.name(k)?,
                    gloss: self.maybe_text(k),
                    entries: self.each(entries, Self::glossary_entry)?,
                }
            }
            Rule::lost => ItemKind::Lost(self.maybe_text(k)?),
            Rule::example => ItemKind::Example {
                title: self.maybe_text(k)?,
                lines: self.example_block(k.take(Rule::example_block)?)?,
            },
            Rule::claim => ItemKind::Claim {
                title: self.maybe_text(k)?,
                printed_false: k.has(Rule::printed_false),
                given: self
                    .maybe(k.take(Rule::example_block), Self::example_block)?
                    .unwrap_or_default(),
                fact: self.next_expr(k)?,
            },
            Rule::removal => {
                let (kind, name) = self.edited(k)?;
                ItemKind::Remove { kind, name }
            }
            _ => return None,
        })
    }

    /// The next name among children.
    pub fn name(&mut self, kids: &mut Kids<'_>) -> Option<Ident> {
        Some(self.ident(&kids.take(Rule::ident)?))
    }

    pub fn maybe_text(&mut self, kids: &mut Kids<'_>) -> Option<Text> {
        kids.take(Rule::string).map(|n| self.text(&n))
    }

    fn named_texts(&mut self, kids: &mut Kids<'_>) -> Option<Vec<(Ident, Option<Text>)>> {
        let nodes = kids.all(Rule::named_text);
        self.each(nodes, |b, node| {
            let mut kids = Kids::of(node);
            Some((b.name(&mut kids)?, b.maybe_text(&mut kids)))
        })
    }

    fn variable(&mut self, kids: &mut Kids<'_>) -> Option<ItemKind> {
        let name = self.name(kids)?;
        let mut index = Vec::new();
        for node in kids.all(Rule::index_by) {
            for word in Kids::of(node).all(Rule::ident) {
                let word = self.ident(&word);
                index.push(match word.text.as_str() {
                    "player" => IndexBy::Player(word.span),
                    "space" => IndexBy::Space(word.span),
                    "kind" => IndexBy::Kind(word.span),
                    _ => IndexBy::Enum(word),
                });
            }
        }
        let ty = self.type_name(kids.take(Rule::type_name)?)?;
        let init = self.maybe(kids.take(Rule::initial), Self::inner_expr)?;
        let scope = kids.take(Rule::scope).and_then(|n| n.into_inner().last());
        let scope = scope.and_then(|n| match n.as_rule() {
            Rule::kw_round => Some(Scope::Round),
            Rule::kw_turn => Some(Scope::Turn),
            Rule::kw_game => Some(Scope::Game),
            Rule::kw_match => Some(Scope::Match),
            _ => None,
        });
        if let Some(second) = kids.take_any(&[Rule::initial, Rule::scope]) {
            let span = self.span(&second);
            self.report(Diagnostic::error(
                "syntax::expected",
                "this is said twice",
                span,
                "the second time",
            ));
        }
        Some(ItemKind::Var {
            name,
            index,
            ty,
            init,
            scope,
        })
    }

    fn function(&mut self, kids: &mut Kids<'_>) -> Option<ItemKind> {
        let name = self.name(kids)?;
        let params = self.params(kids.take(Rule::params))?;
        let ty = self.maybe(kids.take(Rule::type_name), Self::type_name)?;
        let braced = kids.take(Rule::braced_value);
        if let Some(node) = &braced {
            let span = self.span(node);
            let error = Diagnostic::error(
                "syntax::expected",
                "a function is one expression",
                span,
                "expected `= EXPRESSION`",
            );
            self.report(
                error.help("write `fn NAME(…) = EXPRESSION`, without braces; a `routine` has statements in braces"),
            );
        }
        let body = braced.or_else(|| kids.take(Rule::initial));
        let body = self.maybe(body, Self::inner_expr)?;
        Some(ItemKind::Fn { name, params, ty, body })
    }

    fn step_params(&mut self, node: Option<Node<'_>>) -> Option<Vec<StepParam>> {
        let Some(node) = node else { return Some(Vec::new()) };
        let params = Kids::of(node).all(Rule::step_param);
        self.each(params, |b, node| {
            let mut kids = Kids::of(node);
            Some(StepParam {
                name: b.name(&mut kids)?,
                domain: b.next_expr(&mut kids)?,
            })
        })
    }

    fn handler(&mut self, kids: &mut Kids<'_>) -> Option<ItemKind> {
        let what = if let Some(node) = kids.take(Rule::game_over) {
            let names = Kids::of(node).take(Rule::names);
            let names = names.map_or_else(Vec::new, |n| Kids::of(n).all(Rule::ident));
            OnWhat::GameOver(self.idents(&names))
        } else {
            let test = self.next_expr(kids)?;
            match kids.take(Rule::becomes) {
                Some(node) => OnWhat::Becomes {
                    test,
                    phase: self.name(&mut Kids::of(node))?,
                },
                None => self.event_of(test)?,
            }
        };
        let name_in = |b: &mut Self, n: Node<'_>| b.name(&mut Kids::of(n));
        Some(ItemKind::On {
            what,
            name: self.maybe(kids.take(Rule::on_name), name_in)?,
            before: self.maybe(kids.take(Rule::on_before), name_in)?,
            when: self.conditions(kids)?,
            body: self.next_block(kids)?,
        })
    }

    /// A handler with two conditions acts when both hold.
    fn conditions(&mut self, kids: &mut Kids<'_>) -> Option<Option<Expr>> {
        let mut conditions = Tail::default();
        for node in kids.all(Rule::on_when) {
            let condition = self.inner_expr(node)?;
            add_guard(&mut conditions, condition);
        }
        Some(conditions.guard)
    }

    /// `EVENT(names)`, which has the form of an expression.
    fn event_of(&mut self, e: Expr) -> Option<OnWhat> {
        let span = e.span;
        let names = match e.kind {
            ExprKind::Name(event) => return Some(OnWhat::Event(event, Vec::new())),
            ExprKind::Call(event, values) => values
                .into_iter()
                .map(|v| match v.kind {
                    ExprKind::Name(name) => Some(name),
                    _ => None,
                })
                .collect::<Option<Vec<_>>>()
                .map(|names| OnWhat::Event(event, names)),
            _ => None,
        };
        if names.is_none() {
            let error = Diagnostic::error(
                "syntax::expected",
                "this is no event",
                span,
                "expected an event with names for what it brings",
            );
            self.report(error.help(
                "write `on EVENT(a, b) { … }`, `on game over (winner, value) { … }` or `on TEST becomes true at end of PHASE { … }`",
            ));
        }
        names
    }

    /// `NAME = SEAT, SEAT`.
    fn side(&mut self, node: Node<'_>) -> Option<Side> {
        let mut kids = Kids::of(node);
        Some(Side {
            name: self.name(&mut kids)?,
            gloss: self.maybe_text(&mut kids),
            seats: self.idents(&kids.all(Rule::ident)),
        })
    }

    /// A choice of a reading.
    fn choice(&mut self, node: Node<'_>) -> Option<Choice> {
        let mut kids = Kids::of(node);
        Some(Choice {
            name: self.ident(&kids.take(Rule::word)?),
            gloss: self.maybe_text(&mut kids),
            default: kids.take(Rule::kw_default).is_some(),
            tail: self.tail(&mut kids)?,
        })
    }

    /// A word of a glossary.
    fn glossary_entry(&mut self, node: Node<'_>) -> Option<GlossaryEntry> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        Some(GlossaryEntry {
            word: self.ident(&kids.take(Rule::word)?),
            gloss: self.maybe_text(&mut kids)?,
            tail: self.tail(&mut kids)?,
            span,
        })
    }

    /// What a witness takes.
    fn pick(&mut self, node: Node<'_>) -> Option<Pick> {
        let mut kids = Kids::of(node);
        Some(Pick {
            reading: self.name(&mut kids)?,
            choice: self.ident(&kids.take(Rule::word)?),
            warrants: self.warrants(&mut kids)?,
        })
    }

    /// `13: 5; 6: checker 3`.
    pub fn setup_entries(&mut self, node: Node<'_>) -> Option<Vec<SetupEntry>> {
        let entries = Kids::of(node).all(Rule::setup_entry);
        self.each(entries, Self::setup_entry)
    }

    /// `13: 5` or `6: checker 3`.
    pub fn setup_entry(&mut self, node: Node<'_>) -> Option<SetupEntry> {
        let mut kids = Kids::of(node);
        Some(SetupEntry {
            tail: self.tail(&mut kids)?,
            kind: self.kind_name(&mut kids)?,
            mark: self.mark_name(&mut kids)?,
            space: self.next_expr(&mut kids)?,
            number: self.next_expr(&mut kids)?,
        })
    }

    /// A face or a run of faces of a die.
    pub fn face(&mut self, node: Node<'_>) -> Option<Face> {
        let mut kids = Kids::of(node);
        let weight = self.maybe(kids.take(Rule::weight), Self::inner_expr)?;
        let first = self.next_expr(&mut kids)?;
        let last = self.maybe(kids.expr(), Self::expr)?;
        Some(match (first.kind, last) {
            (ExprKind::Name(name), None) => Face::Named(name, weight),
            (kind, last) => Face::Numbers(Expr { kind, span: first.span }, last, weight),
        })
    }
}
