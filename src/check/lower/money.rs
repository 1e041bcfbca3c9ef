//! Money and payments.

use super::Lowerer;
use super::resolve::Need;
use super::types::{Declared, Form, Sym, Ty, Val};
use crate::ir::{Account, Index, Meaning, Money, Op, PayAmount, PayOp, Payer, Shape, Short, Var};
use crate::syntax::source::Span;
use crate::syntax::tree::{
    Account as AccountDecl, Amount, Expr, ExprKind, ItemKind, MoneyDecl, Party, Payment, Scope, Shortfall,
};

/// What an account may hold or owe at most.
const RANGE: (i32, i32) = (-1_000_000_000, 1_000_000_000);

impl Lowerer<'_> {
    /// The accounts become variables that only payments change.
    pub(super) fn money(&mut self, decl: &MoneyDecl) {
        if let Some(money) = &self.program.money {
            let first = money.name.clone();
            self.error(
                "money::accounts",
                "a game has one kind of money",
                decl.name.span,
                format!("`{first}` is declared too"),
            );
            self.help("put all purses, pots and the bank into one `money`");
            return;
        }
        self.need(Need::Seats);
        let mut accounts = Vec::new();
        let (mut purses, mut banks): (Option<Span>, Option<Span>) = (None, None);
        for account in &decl.accounts {
            let (name, is_bank) = match &account.name {
                Some((name, _)) => (name, account.first.is_none()),
                None => (&decl.name, false),
            };
            let seen = match (&account.name, is_bank) {
                (None, _) => purses.replace(account.span),
                (_, true) => banks.replace(account.span),
                _ => None,
            };
            if let Some(first) = seen {
                self.error(
                    "money::accounts",
                    if is_bank {
                        "there is at most one bank"
                    } else {
                        "each player has one purse"
                    },
                    account.span,
                    "a second one",
                );
                self.also(first, "the first one");
                continue;
            }
            let short = self.shortfall(account);
            let var = self.program.vars.len();
            let index = if account.name.is_none() {
                vec![Index {
                    meaning: Meaning::Player,
                    len: self.program.seats.len() as u32,
                }]
            } else {
                Vec::new()
            };
            self.program.vars.push(Var {
                name: name.text.clone(),
                base: 0,
                index,
                meaning: Meaning::Number,
                range: RANGE,
                or_none: false,
                shape: Shape::Scalar,
                scope: decl.scope.unwrap_or(Scope::Game),
                initial: Vec::new(),
            });
            self.declare(name, Sym::Var(var));
            accounts.push(Account {
                var: var as u32,
                gloss: account
                    .name
                    .as_ref()
                    .and_then(|(_, g)| g.as_ref().map(|g| g.text.clone())),
                short,
                bank: is_bank,
            });
            if !account.tail.warrants.is_empty() {
                let path = match &account.name {
                    Some((name, _)) => format!("{}.{}", decl.name.text, name.text),
                    None => format!("{}.purse", decl.name.text),
                };
                self.part(&path, None, account.span, &account.tail.warrants);
            }
        }
        self.program.money = Some(Money {
            name: decl.name.text.clone(),
            gloss: decl.gloss.as_ref().map(|g| g.text.clone()),
            accounts,
        });
    }

    fn shortfall(&mut self, account: &AccountDecl) -> Short {
        match &account.short {
            Shortfall::Stops => Short::Stops,
            Shortfall::Owes => Short::Owes,
            Shortfall::PaysAll(None) => Short::PaysAll(None),
            Shortfall::PaysAll(Some(event)) => {
                let Some(Sym::Event(id)) = self.lookup(&event.text) else {
                    self.unknown(event, "event");
                    return Short::PaysAll(None);
                };
                self.emitted.insert(event.text.clone());
                let types = self.event_types(&event.text);
                if types != [Ty::Player, Ty::Int] {
                    self.error(
                        "money::event",
                        format!("`{}` can't tell who is short of how much", event.text),
                        event.span,
                        "its parameters are not a player and a number",
                    );
                    self.help(format!(
                        "declare `event {}(who : player or none, missing : int)`",
                        event.text
                    ));
                    return Short::PaysAll(None);
                }
                Short::PaysAll(Some(id))
            }
        }
    }

    /// What lies in each account at first.
    pub(super) fn money_first_values(&mut self) {
        let game = self.game;
        let Some(decl) = game.defs.iter().find_map(|d| match &d.item.kind {
            ItemKind::Money(decl) => Some(decl),
            _ => None,
        }) else {
            return;
        };
        let declared = Declared {
            ty: Ty::Int,
            range: (0, RANGE.1),
            or_none: false,
            form: Form::Scalar,
        };
        for account in &decl.accounts {
            let name = account.name.as_ref().map_or(&decl.name, |(n, _)| n);
            let Some(Sym::Var(at)) = self.symbols.get(&name.text).cloned() else {
                continue;
            };
            let first = match &account.first {
                None => Some(0),
                Some(first) => self.constant_int(first).inspect(|v| {
                    self.in_range(*v, &declared, first.span);
                }),
            };
            let var = &self.program.vars[at];
            let initial = vec![first.unwrap_or(0); var.slots() as usize];
            let base = var.base as usize;
            self.program.initial[base..base + initial.len()].copy_from_slice(&initial);
            self.program.vars[at].initial = initial;
        }
    }

    /// A payment.
    pub(super) fn payment(&mut self, pay: &Payment, span: Span) -> Option<()> {
        let from = self.party(&pay.from)?;
        let to = self.party(&pay.to)?;
        let many = |p: Payer| matches!(p, Payer::Everybody | Payer::Others | Payer::Among(_));
        if many(from) && many(to) {
            return self.party_error(
                span,
                "both sides of this payment are many",
                "name one player, pot or bank",
            );
        }
        for (side, other) in [(from, to), (to, from)] {
            if side == Payer::Others && !matches!(other, Payer::Purse(_)) {
                return self.party_error(
                    span,
                    "`each other player` needs a player on the other side",
                    "write `each player`, or `for p in players { … }`",
                );
            }
        }
        let amount = match &pay.amount {
            Amount::All => PayAmount::All,
            Amount::Each(n) => PayAmount::Each(self.scalar(n, Some(&Ty::Int))?.0),
            Amount::Together(n) => PayAmount::Together(self.scalar(n, Some(&Ty::Int))?.0),
            Amount::UpTo(n) => PayAmount::UpTo(self.scalar(n, Some(&Ty::Int))?.0),
        };
        if matches!(amount, PayAmount::UpTo(_)) && many(to) {
            return self.party_error(
                span,
                "one is filled up at a time",
                "write `for p in players { refill p to N from … }`",
            );
        }
        let rest = match &pay.rest {
            None => None,
            Some(_) if matches!(amount, PayAmount::All) => {
                return self.party_error(
                    span,
                    "of all that there is nothing can be missing",
                    "write `pay N from …, the rest from … to …`, or leave the second payer out",
                );
            }
            Some(rest) => {
                let rest = self.party(rest)?;
                if many(from) || many(to) || rest == Payer::Others && !matches!(to, Payer::Purse(_)) {
                    return self.party_error(
                        span,
                        "a rest is paid where one pays one",
                        "name one player, pot or bank on both sides",
                    );
                }
                Some(rest)
            }
        };
        let part = self.bound_part(span, "this can't be paid");
        let nobody = self.bound_part(span, "nobody is there to pay or to be paid");
        self.emit(Op::Pay(Box::new(PayOp {
            amount,
            from,
            rest,
            to,
            part,
            nobody,
        })));
        Some(())
    }

    fn party_error(&mut self, span: Span, message: &str, help: &str) -> Option<()> {
        self.error("money::party", message, span, "this payment");
        self.help(help);
        None
    }

    fn party(&mut self, party: &Party) -> Option<Payer> {
        match party {
            Party::Each(span) => self.purses(*span).map(|()| Payer::Everybody),
            Party::EachOther(span) => self.purses(*span).map(|()| Payer::Others),
            Party::One(e) => {
                if let Some(at) = self.pot(e) {
                    return Some(Payer::Account(at));
                }
                let player = match self.expr(e, Some(&Ty::Player))? {
                    Val::Scalar(player, Ty::Player | Ty::Nothing) => player,
                    Val::Set(set, Ty::Player) => {
                        self.purses(e.span)?;
                        return Some(Payer::Among(set));
                    }
                    // A parameter without a type has had its finding.
                    _ if matches!(&e.kind, ExprKind::Name(n) if self.refused.contains(&n.text)) => return None,
                    other => {
                        let what = self.describe_val(&other);
                        self.error(
                            "money::party",
                            "a player, players, a pot or the bank: one of these is needed here",
                            e.span,
                            format!("this is {what}"),
                        );
                        return None;
                    }
                };
                self.purses(e.span)?;
                Some(Payer::Purse(player))
            }
        }
    }

    /// The pot or bank that a name stands for.
    fn pot(&mut self, e: &Expr) -> Option<u32> {
        let ExprKind::Name(name) = &e.kind else { return None };
        if self.locals.iter().any(|(n, _)| *n == name.text) {
            return None;
        }
        let Some(Sym::Var(at)) = self.lookup(&name.text) else {
            return None;
        };
        let money = self.program.money.as_ref()?;
        let account = money.accounts.iter().position(|a| a.var as usize == at)?;
        self.program.vars[at].index.is_empty().then_some(account as u32)
    }

    fn purses(&mut self, span: Span) -> Option<()> {
        let vars = &self.program.vars;
        let has = |m: &Money| m.accounts.iter().any(|a| !vars[a.var as usize].index.is_empty());
        if let Some(money) = self.program.money.as_ref().filter(|m| has(m)) {
            self.used.insert(money.name.clone());
            return Some(());
        }
        if self.sound() {
            self.error(
                "money::party",
                "players have no purses",
                span,
                "nothing to pay from or to",
            );
            self.help("declare `money NAME { purse of each player = 0 may owe }`");
        }
        None
    }
}
