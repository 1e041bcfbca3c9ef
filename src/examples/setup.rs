//! The position in which an example or claim begins.

use super::Trouble;
use super::fact::At;
use crate::check::Options;
use crate::engine::{Game, MAX_ROUNDS, State};
use crate::ir::{Account, Program, Short};
use crate::syntax::print::print_expr;
use crate::syntax::tree::{ExampleKind, ExampleLine, ExprKind, Ident, SetupEntry};

/// Whether a line describes where an example begins.
pub fn is_setup(kind: &ExampleKind) -> bool {
    matches!(
        kind,
        ExampleKind::Pieces { .. }
            | ExampleKind::Var { .. }
            | ExampleKind::Reading { .. }
            | ExampleKind::Agreed { .. }
            | ExampleKind::Players(_)
            | ExampleKind::ToMove { .. }
    )
}

/// The options that an example asks for, besides those in force; nothing when it asks for none.
pub fn options(lines: &[ExampleLine], base: &Options) -> Option<Options> {
    let mut options = base.clone();
    for line in lines {
        match &line.kind {
            ExampleKind::Reading { name, choice } => options.readings.push((name.text.clone(), choice.text.clone())),
            ExampleKind::Agreed { name, value } => options.agreements.push((name.text.clone(), print_expr(value))),
            ExampleKind::Players(n) => options.players = print_expr(n).parse().ok(),
            _ => {}
        }
    }
    (options != *base).then_some(options)
}

/// The position at which an example begins. With `to move`, a turn in mid-game; without, the start of a game that is set up
/// as given.
pub fn begin(game: &Game, lines: &[ExampleLine]) -> Result<State, Trouble> {
    let program = game.program();
    let mut slots = program.initial.clone();
    let mut mover = None;
    for line in lines {
        if let ExampleKind::ToMove { seat, phase } = &line.kind {
            mover = Some((seat_of(program, seat)?, phase, line.span));
        }
    }
    let me = mover.map_or(0, |(seat, ..)| seat);
    for line in lines {
        match &line.kind {
            ExampleKind::Pieces { seat, entries } => {
                let seat = seat_of(program, seat)?;
                place(game, &mut slots, seat, entries)?;
                complete(program, &slots, seat, line)?;
            }
            ExampleKind::Var { target, value } => {
                let code = program.givens.iter().find(|g| g.span == line.span).map(|g| g.code);
                let set = code.is_some_and(|code| game.execute(&mut slots, code, me).is_ok());
                if !set {
                    let expected = format!("a value in the range of `{}`", print_expr(target));
                    let found = format!("`{}`", print_expr(value));
                    return Err(Trouble::new(line.span, expected, found));
                }
            }
            _ => {}
        }
    }
    money(game, lines, &mut slots)?;
    match mover {
        Some((seat, phase, span)) => {
            let at = match phase {
                None => Some(0),
                Some(name) => program
                    .turn
                    .iter()
                    .position(|p| program.phases[*p as usize].name == name.text),
            };
            at.and_then(|at| State::at_turn_phase(game, slots, seat, at, MAX_ROUNDS).ok())
                .ok_or_else(|| Trouble::new(span, "a phase of the turn", "no turn can begin so"))
        }
        None if slots != program.initial => {
            let mut program = program.clone();
            program.initial = slots;
            Ok(Game::new(program).start())
        }
        None => Ok(game.start()),
    }
}

/// Money only moves: what is given to one account another has less. Where the bank is not given, it is the bank that has.
fn money(game: &Game, lines: &[ExampleLine], slots: &mut [i32]) -> Result<(), Trouble> {
    let program = game.program();
    let Some(money) = &program.money else { return Ok(()) };
    let given = |name: &str| {
        lines.iter().find(|line| match &line.kind {
            ExampleKind::Var { target, .. } => match &target.kind {
                ExprKind::Name(n) | ExprKind::Call(n, _) => n.text == name,
                _ => false,
            },
            _ => false,
        })
    };
    let account = |a: &Account| &program.vars[a.var as usize];
    let Some(line) = money.accounts.iter().find_map(|a| given(&account(a).name)) else {
        return Ok(());
    };
    if let Some((var, _, held)) = program.overdrawn(slots) {
        let expected = format!("`{}` to hold something or nothing", var.name);
        return Err(Trouble::new(line.span, expected, held.to_string())
            .help("only the bank, and what the rules say `may owe`, can go below 0"));
    }
    let (is, expected) = (program.money_in(slots), program.money_in(&program.initial));
    let bank = money.accounts.iter().find(|a| a.bank).map(account);
    if let Some(bank) = bank.filter(|b| given(&b.name).is_none()) {
        let at = bank.base as usize;
        let balance = i64::from(slots[at]) + expected - is;
        if let Ok(balance) = i32::try_from(balance) {
            slots[at] = balance;
            return Ok(());
        }
    }
    if is == expected {
        return Ok(());
    }
    let trouble = Trouble::new(
        line.span,
        format!("{expected} of `{}` in all", money.name),
        is.to_string(),
    );
    let help = match balance(program, lines, slots, is - expected) {
        Some(add) => format!(
            "money only moves: what one account has less, another has more; add `{}`",
            add.join("; ")
        ),
        None => "money only moves: what one account has less, another has more".to_owned(),
    };
    Err(trouble.help(help))
}

/// The lines that take so much from accounts that are not given, the purses first; nothing where they don't hold it.
fn balance(program: &Program, lines: &[ExampleLine], slots: &[i32], much: i64) -> Option<Vec<String>> {
    let targets: Vec<String> = lines
        .iter()
        .filter_map(|line| match &line.kind {
            ExampleKind::Var { target, .. } => Some(print_expr(target)),
            _ => None,
        })
        .collect();
    let mut left = much;
    let mut add = Vec::new();
    for account in program.money.iter().flat_map(|m| &m.accounts) {
        let var = &program.vars[account.var as usize];
        for at in 0..var.slots() as usize {
            let name = match program.seats.get(at) {
                Some(seat) if !var.index.is_empty() => format!("{}({})", var.name, seat.name),
                _ => var.name.clone(),
            };
            if left == 0 || targets.contains(&name) {
                continue;
            }
            let held = i64::from(slots[var.base as usize + at]);
            let taken = if account.short == Short::Owes {
                left
            } else {
                left.min(held.max(0))
            };
            if taken != 0 {
                add.push(format!("given {name} = {}", held - taken));
                left -= taken;
            }
        }
    }
    (left == 0).then_some(add)
}

/// The number of a seat.
pub fn seat_of(program: &Program, name: &Ident) -> Result<usize, Trouble> {
    program
        .seats
        .iter()
        .position(|s| s.name == name.text)
        .ok_or_else(|| Trouble::new(name.span, format!("seat `{}`", name.text), "it does not play"))
}

/// Replaces a seat's pieces.
pub fn place(game: &Game, slots: &mut [i32], seat: usize, entries: &[SetupEntry]) -> Result<(), Trouble> {
    let program = game.program();
    let spaces = program.spaces.len();
    let all = program.piece_slot(seat, 0, 0);
    slots[all..all + program.sorts.len() * spaces].fill(0);
    let start = game.start();
    let at = At {
        state: &start,
        me: seat,
    };
    for entry in entries {
        let space = usize::try_from(at.value(&entry.space)?)
            .ok()
            .filter(|s| *s < spaces)
            .ok_or_else(|| {
                let found = format!("{} has no `{}`", program.seats[seat].name, print_expr(&entry.space));
                Trouble::new(entry.space.span, "a space", found)
            })?;
        let number = at.value(&entry.number)?;
        if !(0..=10_000).contains(&number) {
            return Err(Trouble::new(
                entry.number.span,
                "0 to 10,000 pieces",
                number.to_string(),
            ));
        }
        let sort = match &entry.kind {
            None => 0,
            Some(kind) => program
                .sort_named(&kind.text, entry.mark.as_ref().map(|m| m.text.as_str()))
                .unwrap_or(0),
        };
        slots[program.piece_slot(seat, sort, space)] += number;
    }
    Ok(())
}

/// Every piece of a seat must be accounted for.
fn complete(program: &Program, slots: &[i32], seat: usize, line: &ExampleLine) -> Result<(), Trouble> {
    for (kind, info) in program.kinds.iter().enumerate() {
        let sorts = program.sorts_of(kind);
        let from = program.piece_slot(seat, sorts.start, 0);
        let placed: i32 = slots[from..from + sorts.len() * program.spaces.len()].iter().sum();
        if placed != info.number {
            let who = &program.seats[seat].name;
            return Err(Trouble::new(
                line.span,
                format!("all {} of `{}` of {who} to be placed", info.number, info.name),
                format!("{placed} are placed"),
            )
            .help("every piece stands somewhere, those that are off the board too"));
        }
    }
    Ok(())
}

/// A seat's pieces as they would be given, farthest from the end first.
pub fn written(program: &Program, slots: &[i32], seat: usize) -> String {
    let mut entries = Vec::new();
    for space in 0..program.spaces.len() {
        for (sort, info) in program.sorts.iter().enumerate() {
            let n = slots[program.piece_slot(seat, sort, space)];
            if n != 0 {
                let space = i32::try_from(space).unwrap_or(0);
                let own = program.own_number(space, seat);
                let kind = if program.sorts.len() > 1 {
                    format!("{} ", info.name.replace('+', " "))
                } else {
                    String::new()
                };
                entries.push((own, format!("{}: {kind}{n}", program.write_space(space, seat))));
            }
        }
    }
    entries.sort_by_key(|(own, _)| std::cmp::Reverse(*own));
    let texts: Vec<String> = entries.into_iter().map(|(_, text)| text).collect();
    format!("{} {{ {} }}", program.seats[seat].name, texts.join("; "))
}
