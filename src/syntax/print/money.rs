//! Money and payments.

use super::expr::{Level, at, expr, reference};
use super::item::scope_word;
use super::text::{Inline, block, inner, maybe_quoted};
use super::warrant::with_tail;
use crate::syntax::tree::{Account, Amount, ExprKind, MoneyDecl, Party, Payment, Shortfall};

/// `money NAME { … }`.
pub fn money(money: &MoneyDecl, room: usize) -> String {
    let scope = money
        .scope
        .map_or_else(String::new, |s| format!(" scope {}", scope_word(s)));
    let head = format!("money {}{}{scope}", money.name.text, maybe_quoted(money.gloss.as_ref()));
    let accounts: Vec<_> = money
        .accounts
        .iter()
        .map(|a| with_tail(&account(a), &a.tail, inner(room)))
        .collect();
    block(&head, &accounts, Inline::One, room)
}

/// An account without its tail.
pub fn account(account: &Account) -> String {
    let name = account
        .name
        .as_ref()
        .map(|(name, gloss)| format!("{}{}", name.text, maybe_quoted(gloss.as_ref())));
    let Some(first) = &account.first else {
        return format!("bank {}", name.unwrap_or_default());
    };
    let head = name.map_or_else(|| "purse of each player".into(), |n| format!("pot {n}"));
    let short = match &account.short {
        Shortfall::Stops => String::new(),
        Shortfall::Owes => " may owe".into(),
        Shortfall::PaysAll(None) => " short pays all".into(),
        Shortfall::PaysAll(Some(event)) => format!(" short pays all emits {}", event.text),
    };
    format!("{head} = {}{short}", expr(first))
}

/// A payment.
pub fn payment(pay: &Payment) -> String {
    let (from, to) = (party(&pay.from), party(&pay.to));
    let rest = pay
        .rest
        .as_ref()
        .map_or_else(String::new, |r| format!(", the rest from {}", party(r)));
    match &pay.amount {
        Amount::Each(n) => format!("pay {} from {from}{rest} to {to}", at(n, Level::Sum)),
        Amount::All => format!("pay the rest from {from}{rest} to {to}"),
        Amount::Together(n) => format!("share {} from {from} to {to}", at(n, Level::Sum)),
        Amount::UpTo(n) => format!("refill {to} to {} from {from}", at(n, Level::Sum)),
    }
}

fn party(party: &Party) -> String {
    match party {
        Party::Each(_) => "each player".into(),
        Party::EachOther(_) => "each other player".into(),
        Party::One(e) if matches!(e.kind, ExprKind::Set(_) | ExprKind::Such(..)) => expr(e),
        Party::One(e) => reference(e),
    }
}
