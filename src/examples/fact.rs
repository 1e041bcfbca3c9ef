//! What examples expect and claims state, computed in a position; chances exactly.

use super::Trouble;
use super::ratio::Ratio;
use crate::check::is_computed;
use crate::engine::{Action, Current, State, Stopped};
use crate::ir::NodeId;
use crate::syntax::print::print_expr;
use crate::syntax::source::Span;
use crate::syntax::tree::{BinOp, Expr, ExprKind};
use std::cmp::Ordering;

/// A position and the seat from whose side expressions are read.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// The position.
    pub state: &'a State,
    /// The seat.
    pub me: usize,
}

impl At<'_> {
    fn node(&self, e: &Expr) -> Result<NodeId, Trouble> {
        let fact = self.state.program().fact(e.span);
        fact.map(|f| f.node)
            .ok_or_else(|| Trouble::new(e.span, format!("`{}` to be computed", print_expr(e)), "it cannot be"))
    }

    /// The value of an expression.
    pub fn value(&self, e: &Expr) -> Result<i32, Trouble> {
        self.value_in(self.state.slots(), e)
    }

    /// The same in another position.
    fn value_in(&self, slots: &[i32], e: &Expr) -> Result<i32, Trouble> {
        let game = self.state.game();
        game.value(slots, self.node(e)?, self.me).map_err(|part| {
            let found = Stopped::by(game.program(), part).to_string();
            Trouble::new(e.span, format!("`{}` to be computed", print_expr(e)), found)
        })
    }

    /// Whether what is stated holds.
    pub fn holds(&self, e: &Expr) -> Result<bool, Trouble> {
        match &e.kind {
            ExprKind::Not(a) if is_computed(e) => Ok(!self.holds(a)?),
            ExprKind::Binary(BinOp::And, a, b) if is_computed(e) => Ok(self.holds(a)? && self.holds(b)?),
            ExprKind::Binary(BinOp::Or, a, b) if is_computed(e) => Ok(self.holds(a)? || self.holds(b)?),
            ExprKind::Binary(BinOp::Implies, a, b) if is_computed(e) => Ok(!self.holds(a)? || self.holds(b)?),
            ExprKind::Binary(op, a, b) if is_computed(e) => {
                let (a, b) = (self.quantity(a)?, self.quantity(b)?);
                let order = a.compare(b).ok_or_else(|| too_large(e))?;
                Ok(match op {
                    BinOp::Eq => order == Ordering::Equal,
                    BinOp::Ne => order != Ordering::Equal,
                    BinOp::Lt => order == Ordering::Less,
                    BinOp::Le => order != Ordering::Greater,
                    BinOp::Gt => order == Ordering::Greater,
                    _ => order != Ordering::Less,
                })
            }
            ExprKind::Call(name, args) if name.text == "some_end" => match args.first() {
                Some(end) => self.some_end(end),
                None => Ok(false),
            },
            _ => Ok(self.value(e)? > 0),
        }
    }

    /// Whether some whole play from here ends where the expression holds. Where I have nothing to choose, the position
    /// itself is the end.
    fn some_end(&self, e: &Expr) -> Result<bool, Trouble> {
        // A throw that is due within the same round comes before anything is chosen.
        let begun = !self.state.since_turn_began().1.is_empty();
        if begun && matches!(self.state.current(), Current::Chance { .. }) {
            let found = super::script::waiting(self.state);
            return Err(
                Trouble::new(e.span, "a play to end without another throw", found).help(
                    "`chance` goes over one throw: say what is thrown first in `given { … }`, or let the claim be of another throw",
                ),
            );
        }
        if self.state.current() != (Current::Player { seat: self.me }) {
            return Ok(self.value(e)? > 0);
        }
        let wholes = self
            .state
            .wholes()
            .ok_or_else(|| Trouble::new(e.span, "all plays to be looked at", "there are too many positions"))?;
        for whole in wholes {
            if self.value_in(&whole.slots, e)? > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn quantity(&self, e: &Expr) -> Result<Ratio, Trouble> {
        let of_two = |f: fn(Ratio, Ratio) -> Option<Ratio>, a: &Expr, b: &Expr| {
            f(self.quantity(a)?, self.quantity(b)?).ok_or_else(|| too_large(e))
        };
        match &e.kind {
            ExprKind::Chance(event) => self.chance(event),
            ExprKind::Binary(BinOp::Add, a, b) => of_two(Ratio::plus, a, b),
            ExprKind::Binary(BinOp::Sub, a, b) => of_two(Ratio::minus, a, b),
            ExprKind::Binary(BinOp::Mul, a, b) => of_two(Ratio::times, a, b),
            ExprKind::Binary(BinOp::Div, a, b) => of_two(Ratio::divided_by, a, b),
            ExprKind::Neg(a) => Ratio::whole(0).minus(self.quantity(a)?).ok_or_else(|| too_large(e)),
            _ => self.value(e).map(Ratio::whole),
        }
    }

    /// The probability, over the throw that is due, that the expression holds after it.
    fn chance(&self, event: &Expr) -> Result<Ratio, Trouble> {
        if !matches!(self.state.current(), Current::Chance { .. }) {
            let found = super::script::waiting(self.state);
            return Err(Trouble::new(event.span, "a throw to be due", found)
                .help("begin the turn of the player who throws: `given { to move SEAT }`"));
        }
        self.thrown_for(event)?;
        let outcomes = self
            .state
            .chance_outcomes()
            .ok_or_else(|| Trouble::new(event.span, "all throws to be listed", "there are too many"))?;
        let (mut holding, mut all) = (0i128, 0i128);
        for outcome in outcomes {
            let mut after = self.state.clone();
            if let Err(refusal) = after.throw(&outcome.faces) {
                return Err(Trouble::new(
                    event.span,
                    "every throw to be possible",
                    refusal.to_string(),
                ));
            }
            let weight = i128::from(outcome.weight);
            all += weight;
            let there = At {
                state: &after,
                me: self.me,
            };
            if there.holds(event)? {
                holding += weight;
            }
        }
        Ratio::new(holding, all).ok_or_else(|| Trouble::new(event.span, "some throw to be possible", "none is"))
    }

    /// Whether the throws that an expression asks for are known after the throw that is due: that one itself, and others that
    /// were made before it.
    fn thrown_for(&self, event: &Expr) -> Result<(), Trouble> {
        let Current::Chance { group: due } = self.state.current() else {
            return Ok(());
        };
        let program = self.state.program();
        let within =
            |span: Span| span.file == event.span.file && event.span.start <= span.start && span.end <= event.span.end;
        let facts = program.facts.iter().filter(|f| within(f.span));
        let asked = program.throws_in(facts.map(|f| f.node));
        let made = |group: u32| {
            let (_, since) = self.state.since_turn_began();
            let now = since
                .iter()
                .any(|a| matches!(a, Action::Throw { group: g, .. } if *g == group));
            let first = program.dice[group as usize].base as usize;
            now || self.state.slots()[first] != program.initial[first]
        };
        let missing = if asked.contains(&due) {
            asked.iter().find(|group| **group != due && !made(**group))
        } else {
            asked.first()
        };
        let Some(missing) = missing else { return Ok(()) };
        let expected = match program.dice[*missing as usize].name.as_str() {
            "" => "the unnamed dice to be thrown next".to_owned(),
            name => format!("`{name}` to be thrown next"),
        };
        Err(
            Trouble::new(event.span, expected, format!("{} is next", super::script::waiting(self.state))).help(
                "`chance` is over the next throw: say what is thrown and done before it in `given { … }`, or at which phase                  (`to move SEAT at PHASE`)",
            ),
        )
    }

    /// What is the case where a stated truth does not hold: the values of what it compares.
    pub fn shown(&self, e: &Expr) -> Result<String, Trouble> {
        match &e.kind {
            ExprKind::Binary(BinOp::And, a, b) if is_computed(e) => {
                if self.holds(a)? {
                    self.shown(b)
                } else {
                    self.shown(a)
                }
            }
            ExprKind::Binary(BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge, a, b) => {
                let mut values = Vec::new();
                for side in [a, b] {
                    let written = print_expr(side);
                    let value = if is_computed(e) {
                        Some(self.quantity(side)?.to_string())
                    } else {
                        self.written(side)
                    };
                    // A number says itself, a fraction too.
                    if let Some(value) = value.filter(|v| *v != written.replace(' ', "")) {
                        values.push(format!("`{written}` is {value}"));
                    }
                }
                Ok(if values.is_empty() {
                    "that is false".to_owned()
                } else {
                    values.join(", ")
                })
            }
            _ => Ok("that is false".to_owned()),
        }
    }

    fn written(&self, e: &Expr) -> Option<String> {
        let program = self.state.program();
        let fact = program.fact(e.span)?;
        let value = self.value(e).ok()?;
        Some(program.write_value(value, &fact.meaning))
    }
}

fn too_large(e: &Expr) -> Trouble {
    Trouble::new(
        e.span,
        format!("`{}` to be computed", print_expr(e)),
        "it divides by zero or grows too large",
    )
}
