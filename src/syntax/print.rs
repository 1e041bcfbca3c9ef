//! The printer of rule files: tree to text that parses back to an equal tree, comments and spans aside.
//!
//! Every function gives text whose first line stands at column 0; whoever nests it shifts the whole. `room` is the
//! number of columns that are left at that place, so that a text knows when to break.

mod example;
mod expr;
mod item;
mod money;
mod step;
mod stmt;
mod table;
mod text;
mod warrant;

use super::tree::{Account, Expr, File, Header, Item, Part, Row, Stmt, Type, Warrant};
use text::{WIDTH, join_entries, quoted};

/// A whole rule file, with a line feed at its end.
#[must_use]
pub fn print_file(file: &File) -> String {
    let mut blocks = vec![format!("language {}\n{}", file.language, header(&file.header))];
    blocks.extend(file.items.iter().map(print_item));
    // One-line declarations stand together; whatever takes more than a line has blank lines around it.
    join_entries(&blocks, |before, after| {
        if before.contains('\n') || after.contains('\n') {
            "\n\n"
        } else {
            "\n"
        }
    }) + "\n"
}

/// A declaration, without a line feed at its end.
#[must_use]
pub fn print_item(item: &Item) -> String {
    item::item(item, WIDTH)
}

/// An expression on one line, with the parentheses that precedence needs.
#[must_use]
pub fn print_expr(e: &Expr) -> String {
    expr::expr(e)
}

/// Warrants on one line.
#[must_use]
pub fn print_warrants(warrants: &[Warrant]) -> String {
    warrants.iter().map(warrant::warrant).collect::<Vec<_>>().join(" ")
}

/// A part of a step or a condition, with its warrants.
#[must_use]
pub fn print_part(part: &Part) -> String {
    step::part(part, WIDTH)
}

/// A statement, with its warrants.
#[must_use]
pub fn print_stmt(stmt: &Stmt) -> String {
    stmt::stmt(stmt, WIDTH)
}

/// A row of a table, without its warrants.
#[must_use]
pub fn print_row(row: &Row) -> String {
    table::row(row)
}

/// An account of `money`, without its warrants.
#[must_use]
pub fn print_account(account: &Account) -> String {
    money::account(account)
}

/// A type.
#[must_use]
pub fn print_type(ty: &Type) -> String {
    expr::ty(ty)
}

fn header(header: &Header) -> String {
    let word = if header.is_game { "game" } else { "library" };
    let mut out = format!("{word} {}", header.id.text);
    if let Some(title) = &header.title {
        out = text::append(out, &quoted(title), WIDTH);
    }
    for (i, name) in header.also.iter().enumerate() {
        let word = if i == 0 { "also " } else { "" };
        out = text::append(out, &format!("{word}{}", quoted(name)), WIDTH);
    }
    if !header.uses.is_empty() {
        out = text::append(out, &format!("uses {}", text::names(&header.uses)), WIDTH);
    }
    out = warrant::with_warrants(out, &header.warrants, WIDTH);
    if let Some((base, warrants)) = &header.extends {
        out = text::append(out, &format!("extends {}", base.text), WIDTH);
        out = warrant::with_warrants(out, warrants, WIDTH);
    }
    out
}
