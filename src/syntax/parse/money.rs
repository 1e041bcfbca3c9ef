//! Money and payments.

use super::Rule;
use super::build::{Builder, Kids, Node, only};
use crate::syntax::tree::{Account, Amount, MoneyDecl, Party, Payment, Scope, Shortfall};

impl Builder<'_> {
    /// `money NAME { … }`.
    pub fn money(&mut self, kids: &mut Kids<'_>) -> Option<MoneyDecl> {
        let name = self.name(kids)?;
        let gloss = self.maybe_text(kids);
        let scope = kids.take(Rule::lasting).map(|n| {
            if Kids::of(n).has(Rule::kw_match) {
                Scope::Match
            } else {
                Scope::Game
            }
        });
        let accounts = kids.all(Rule::account);
        Some(MoneyDecl {
            name,
            gloss,
            scope,
            accounts: self.each(accounts, Self::account)?,
        })
    }

    fn account(&mut self, node: Node<'_>) -> Option<Account> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        let tail = self.tail(&mut kids)?;
        let node = kids.take_any(&[Rule::purse, Rule::pot, Rule::bank])?;
        let is_bank = node.as_rule() == Rule::bank;
        let mut kids = Kids::of(node);
        let name = kids
            .take(Rule::ident)
            .map(|n| (self.ident(&n), self.maybe_text(&mut kids)));
        let first = self.maybe(kids.take(Rule::initial), Self::inner_expr)?;
        let short = match kids.take(Rule::shortfall).map(Kids::of) {
            None if is_bank => Shortfall::Owes,
            None => Shortfall::Stops,
            Some(short) if short.has(Rule::kw_owe) => Shortfall::Owes,
            Some(mut short) => {
                Shortfall::PaysAll(self.maybe(short.take(Rule::short_event), |b, n| b.name(&mut Kids::of(n)))?)
            }
        };
        Some(Account {
            name,
            first,
            short,
            tail,
            span,
        })
    }

    /// `pay`, `share` or `refill`.
    pub fn pay(&mut self, rule: Rule, kids: &mut Kids<'_>) -> Option<Payment> {
        let rest = self.maybe(kids.take(Rule::paid_rest), |b, n| {
            let node = Kids::of(n).take(Rule::party)?;
            b.party(node)
        })?;
        let amount = match rule {
            Rule::pay if kids.has(Rule::the_rest) => Amount::All,
            Rule::pay => Amount::Each(self.next_sum(kids)?),
            Rule::share => Amount::Together(self.next_sum(kids)?),
            _ => Amount::UpTo(self.next_sum(kids)?),
        };
        let parties = kids.all(Rule::party);
        let mut parties = self.each(parties, Self::party)?.into_iter();
        let (first, second) = (parties.next()?, parties.next()?);
        // A pot is named before those who refill it.
        let (from, to) = if rule == Rule::refill {
            (second, first)
        } else {
            (first, second)
        };
        Some(Payment { amount, from, rest, to })
    }

    fn next_sum(&mut self, kids: &mut Kids<'_>) -> Option<crate::syntax::tree::Expr> {
        let node = kids.take(Rule::sum)?;
        self.expr(node)
    }

    fn party(&mut self, node: Node<'_>) -> Option<Party> {
        let span = self.span(&node);
        let node = only(node)?;
        Some(match node.as_rule() {
            Rule::each_other => Party::EachOther(span),
            Rule::each_one => Party::Each(span),
            _ => Party::One(self.expr(node)?),
        })
    }
}
