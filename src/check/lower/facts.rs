//! Expressions of examples and claims: lowered beside the rules, found again by where they stand.

use super::types::Ty;
use super::{Lowerer, closest};
use crate::ir::{Fact, Given, Op};
use crate::syntax::print::print_expr;
use crate::syntax::source::Span;
use crate::syntax::tree::{
    AssignOp, BinOp, Block, ExampleKind, ExampleLine, Expr, ExprKind, Ident, ItemKind, SetupEntry, Stmt, StmtKind, Tail,
};

/// Whether an expression is computed piece by piece, because a chance or a whole play's end occurs in it.
#[must_use]
pub fn is_computed(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Chance(_) => true,
        ExprKind::Call(name, _) => name.text == "some_end",
        ExprKind::Not(a) | ExprKind::Neg(a) => is_computed(a),
        ExprKind::Binary(_, a, b) => is_computed(a) || is_computed(b),
        _ => false,
    }
}

impl Lowerer<'_> {
    /// Lowers what the examples and claims say, where they speak of the readings, agreements and seats in force.
    pub(super) fn facts(&mut self) {
        let game = self.game;
        // That an example names something does not make it part of the game, but what computes may serve a claim alone.
        let used = self.used.clone();
        for def in &game.defs {
            let (lines, fact) = match &def.item.kind {
                ItemKind::Example { lines, .. } => (lines, None),
                ItemKind::Claim { given, fact, .. } => (given, Some(fact)),
                _ => continue,
            };
            if !self.in_force(lines) {
                continue;
            }
            for line in lines {
                self.example_line(line);
            }
            if let Some(fact) = fact {
                let before = self.used.clone();
                self.fact_truth(fact);
                let by_claim = self.used.difference(&before).cloned();
                self.stated.extend(by_claim);
            }
        }
        self.used = used;
    }

    /// Whether the readings, agreements and number of players that an example asks for are those of this compilation.
    fn in_force(&mut self, lines: &[ExampleLine]) -> bool {
        lines.iter().all(|line| match &line.kind {
            ExampleKind::Reading { name, choice } => {
                let Some(reading) = self.program.readings.iter().find(|r| r.name == name.text).cloned() else {
                    let known: Vec<String> = self.program.readings.iter().map(|r| r.name.clone()).collect();
                    self.unlisted("reading", name, &known);
                    return false;
                };
                match reading.choices.iter().position(|c| c.0 == choice.text) {
                    Some(at) => at == reading.chosen,
                    None => {
                        let known: Vec<String> = reading.choices.into_iter().map(|c| c.0).collect();
                        self.unlisted("choice", choice, &known);
                        false
                    }
                }
            }
            ExampleKind::Agreed { name, value } => {
                let Some(agreement) = self.program.agreements.iter().find(|a| a.name == name.text).cloned() else {
                    let known: Vec<String> = self.program.agreements.iter().map(|a| a.name.clone()).collect();
                    self.unlisted("agreement", name, &known);
                    return false;
                };
                agreement.chosen == print_expr(value)
            }
            ExampleKind::Players(n) => match n.kind {
                ExprKind::Int(n) => usize::try_from(n).is_ok_and(|n| n == self.program.seats.len()),
                _ => {
                    self.error(
                        "type::constant",
                        "a number of players is written out",
                        n.span,
                        "not a number",
                    );
                    false
                }
            },
            _ => true,
        })
    }

    fn unlisted(&mut self, what: &str, name: &Ident, known: &[String]) {
        let near = closest(&name.text, known.iter().map(String::as_str)).map(str::to_owned);
        self.error(
            "name::unknown",
            format!("there is no {what} `{}`", name.text),
            name.span,
            "not declared",
        );
        if let Some(near) = near {
            self.help(format!("did you mean `{near}`?"));
        }
    }

    fn seat_named(&mut self, name: &Ident) {
        let known: Vec<String> = self.program.seats.iter().map(|s| s.name.clone()).collect();
        if known.contains(&name.text) {
            return;
        }
        self.unlisted("seat", name, &known);
        if let Some(on_it) = self.program.seat_on_side(&name.text).map(|s| known[s].clone()) {
            self.help(format!(
                "`{}` is a side; name a seat that is on it, such as `{on_it}`: who is on a side wins with it",
                name.text
            ));
        } else if matches!(name.text.as_str(), "me" | "mover" | "opponent" | "side" | "player") {
            self.help(format!("an example names the seat: {}", known.join(", ")));
        }
    }

    fn phase_named(&mut self, name: Option<&Ident>) {
        if let Some(name) = name {
            let known: Vec<String> = self.program.phases.iter().map(|p| p.name.clone()).collect();
            if !known.contains(&name.text) {
                self.unlisted("phase", name, &known);
            }
        }
    }

    fn example_line(&mut self, line: &ExampleLine) {
        match &line.kind {
            ExampleKind::Pieces { seat, entries } | ExampleKind::ExpectPieces { seat, entries } => {
                self.seat_named(seat);
                self.entries(entries);
            }
            ExampleKind::Var { target, value } => self.given(target, value, line.span),
            ExampleKind::ToMove { seat, phase } | ExampleKind::ExpectNext { seat, phase } => {
                self.seat_named(seat);
                self.phase_named(phase.as_ref());
            }
            // A bare name is a face, looked for among those of the dice that are due.
            ExampleKind::Throw(faces) => {
                for face in faces.iter().filter(|f| !matches!(f.kind, ExprKind::Name(_))) {
                    self.fact(face, Some(&Ty::Int));
                }
            }
            ExampleKind::Plays { seat, .. } => self.seat_named(seat),
            ExampleKind::Cannot { seat, because, .. } => {
                self.seat_named(seat);
                if let Some(part) = because {
                    self.part_named(part);
                }
            }
            ExampleKind::Call { event, args } => {
                let Some(referee) = self.program.referees.iter().find(|r| r.name == event.text).cloned() else {
                    let known: Vec<String> = self.program.referees.iter().map(|r| r.name.clone()).collect();
                    self.unlisted("referee event", event, &known);
                    return;
                };
                if self.arity(event, referee.params.len(), args.len(), line.span).is_some() {
                    for (arg, param) in args.iter().zip(&referee.params) {
                        self.fact(arg, Some(&Ty::from_meaning(&param.meaning)));
                    }
                }
            }
            ExampleKind::ExpectOver {
                winner: Some((seat, value)),
            } => {
                self.seat_named(seat);
                if let Some(value) = value {
                    self.fact(value, Some(&Ty::Int));
                }
            }
            ExampleKind::ExpectChange { target, by, .. } => {
                self.fact(target, Some(&Ty::Int));
                self.fact(by, Some(&Ty::Int));
            }
            ExampleKind::Expect(fact) => self.fact_truth(fact),
            ExampleKind::Reading { .. }
            | ExampleKind::Agreed { .. }
            | ExampleKind::Players(_)
            | ExampleKind::ExpectLegal(_)
            | ExampleKind::ExpectOnly(_)
            | ExampleKind::ExpectPass
            | ExampleKind::ExpectOver { winner: None } => {}
        }
    }

    fn entries(&mut self, entries: &[SetupEntry]) {
        for entry in entries {
            self.fact(&entry.space, Some(&Ty::Space));
            self.fact(&entry.number, Some(&Ty::Int));
            self.sort_of_entry(entry.kind.as_ref(), entry.mark.as_ref());
        }
    }

    fn given(&mut self, target: &Expr, value: &Expr, span: Span) {
        let code = self.program.code.len() as u32;
        let set = Stmt {
            label: None,
            kind: StmtKind::Assign {
                target: target.clone(),
                op: AssignOp::Set,
                value: value.clone(),
            },
            tail: Tail::default(),
            span,
        };
        self.calling.push(("given".into(), span));
        self.giving = true;
        self.block(&Block::from([set]));
        self.giving = false;
        self.calling.pop();
        self.program.code.push(Op::Return);
        self.program.givens.push(Given { span, code });
    }

    /// A part that may refuse a move: a requirement, a condition of plays, or a parameter of a step.
    /// Under another choice than the default of some reading it need not be there: then it just doesn't refuse.
    fn part_named(&mut self, name: &Ident) {
        if self.game.readings.iter().any(|r| r.chosen != r.default) {
            return;
        }
        let mut known: Vec<String> = self.program.parts.iter().map(|p| p.path.clone()).collect();
        for step in &self.program.steps {
            known.extend(step.params.iter().map(|p| format!("{}.{}", step.name, p.name)));
        }
        if !known.contains(&name.text) {
            self.unlisted("part", name, &known);
        }
    }

    fn fact(&mut self, e: &Expr, want: Option<&Ty>) {
        if let Some((node, ty)) = self.scalar(e, want) {
            self.program.facts.push(Fact {
                span: e.span,
                node,
                meaning: ty.meaning(),
            });
        }
    }

    /// A truth that is stated: whole where it can be, else by the parts that are computed one by one.
    fn fact_truth(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Binary(op, a, b) if is_computed(e) => {
                if matches!(op, BinOp::And | BinOp::Or | BinOp::Implies) {
                    self.fact_truth(a);
                    self.fact_truth(b);
                } else if matches!(
                    op,
                    BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge
                ) {
                    self.fact_quantity(a);
                    self.fact_quantity(b);
                } else {
                    self.error("type::mismatch", "a truth is needed here", e.span, "this is a number");
                }
            }
            ExprKind::Not(a) if is_computed(e) => self.fact_truth(a),
            ExprKind::Call(name, args) if name.text == "some_end" => match args.as_slice() {
                [end] => self.fact(end, Some(&Ty::Truth)),
                _ => {
                    self.arity(name, 1, args.len(), e.span);
                }
            },
            _ => {
                self.fact(e, Some(&Ty::Truth));
                self.sides(e);
            }
        }
    }

    /// The two sides of a comparison, so that a fact that does not hold can be shown with what is the case.
    fn sides(&mut self, e: &Expr) {
        let ExprKind::Binary(BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge, a, b) = &e.kind
        else {
            return;
        };
        let found = self.diagnostics.len();
        for side in [a, b] {
            self.fact(side, None);
        }
        self.diagnostics.truncate(found);
    }

    /// A number beside a chance: fractions are kept exactly.
    fn fact_quantity(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Chance(inner) => self.fact_truth(inner),
            ExprKind::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div, a, b) => {
                self.fact_quantity(a);
                self.fact_quantity(b);
            }
            ExprKind::Neg(a) => self.fact_quantity(a),
            _ => self.fact(e, Some(&Ty::Int)),
        }
    }
}
