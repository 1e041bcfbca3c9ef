//! Statements.

use super::expr::{Level, args, at, before_in, begins_like_kind, beside, expr, maybe_args, owner, reference, valued};
use super::money;
use super::step::{alternative, rule};
use super::text::{Inline, block, first_width, indented, inner, last_width, names, prefixed, width};
use super::warrant::with_tail;
use crate::syntax::tree::{
    Alternative, AssignOp, CaseArm, ExprKind, Ident, MoveStmt, PlayRule, Stmt, StmtKind, Tail, Whose,
};

/// A statement with its label and tail.
pub fn stmt(stmt: &Stmt, room: usize) -> String {
    let label = stmt
        .label
        .as_ref()
        .map_or_else(String::new, |l| format!("label {}: ", l.text));
    prefixed(&label, room, |room| core(&stmt.kind, &stmt.tail, room))
}

/// `head { statements }`.
pub fn braced(head: &str, body: &[Stmt], room: usize) -> String {
    let entries: Vec<_> = body.iter().map(|s| stmt(s, inner(room))).collect();
    block(head, &entries, Inline::One, room)
}

/// A statement without its label.
fn core(kind: &StmtKind, tail: &Tail, room: usize) -> String {
    let text = match kind {
        StmtKind::Let(name, value) => valued(&format!("let {} =", name.text), value, room),
        StmtKind::Assign { target, op, value } => {
            let sign = match op {
                AssignOp::Set => ":=",
                AssignOp::Add => "+=",
                AssignOp::Subtract => "-=",
            };
            valued(&format!("{} {sign}", reference(target)), value, room)
        }
        StmtKind::If { test, yes, no } => {
            let mut out = braced(&format!("if {}", expr(test)), yes, room);
            match no.as_deref() {
                None => {}
                // A chain: what stands behind `else` is a single plain `if`.
                Some([only]) if is_plain_if(only) => out = format!("{out} else {}", stmt(only, room)),
                Some(no) => out = follow(&out, "else", no, room),
            }
            out
        }
        StmtKind::For { var, domain, body } => braced(&format!("for {} in {}", var.text, expr(domain)), body, room),
        StmtKind::Cases(arms) => {
            let entries: Vec<_> = arms.iter().map(|a| arm(a, inner(room))).collect();
            block("cases", &entries, Inline::One, room)
        }
        StmtKind::Loop {
            var,
            most,
            body,
            beyond,
        } => {
            let head = match var {
                Some(var) => format!("loop {} at most {}", var.text, expr(most)),
                None => format!("loop at most {}", expr(most)),
            };
            follow(&braced(&head, body, room), "beyond", beyond, room)
        }
        StmtKind::Leave => "leave".to_string(),
        StmtKind::Roll { group, given } => {
            let mut out = "roll".to_string();
            if let Some(group) = group {
                out = format!("{out} {}", group.text);
            }
            if let Some(given) = given {
                out = format!("{out} given {}", expr(given));
            }
            out
        }
        StmtKind::Choose { groups, otherwise } => {
            let out = offer("choose", groups, room);
            match otherwise {
                Some(otherwise) => follow(&out, "else", otherwise, room),
                None => out,
            }
        }
        StmtKind::Play {
            groups,
            such_that,
            best_by,
        } => {
            // Behind the last rule warrants would be the rule's.
            let mut out = with_tail(&offer("play", groups, room), tail, room);
            out += &rules("such that", such_that, room);
            out += &rules("best by", best_by, room);
            return out;
        }
        StmtKind::Pay(pay) => money::payment(pay),
        StmtKind::Again => "again".to_string(),
        StmtKind::Then { phase, by } => {
            let by = by.as_ref().map_or_else(String::new, |p| format!(" by {}", expr(p)));
            format!("then {}{by}", phase.text)
        }
        StmtKind::PassTurn(player) => format!("pass turn to {}", expr(player)),
        StmtKind::Leaves(player) => format!("{} leaves", reference(player)),
        StmtKind::As { player, body } => braced(&format!("as {}", reference(player)), body, room),
        StmtKind::Emit(event, values) => format!("emit {}{}", event.text, maybe_args(values)),
        StmtKind::Move(m) => moving(m),
        StmtKind::Shift { value, from, to } => format!("shift {} from {} to {}", expr(value), expr(from), expr(to)),
        StmtKind::Take { value, from } => format!("take {} from {}", expr(value), expr(from)),
        StmtKind::Put { value, into } => format!("put {} in {}", before_in(value), expr(into)),
        StmtKind::Push { value, list } => format!("push {} to {}", expr(value), expr(list)),
        StmtKind::DropFirst(list) => format!("drop first of {}", expr(list)),
        StmtKind::EndGame(body) => braced("end game", body, room),
        StmtKind::EndMatch(body) => braced("end match", body, room),
        StmtKind::Win { player, by } => {
            let by = by.as_ref().map_or_else(String::new, |v| format!(" by {}", expr(v)));
            format!("win {}{by}", expr(player))
        }
        StmtKind::Draw => "draw".to_string(),
        StmtKind::Rank(value) => format!("rank seats by {}", expr(value)),
        StmtKind::Call(name, values) => name.text.clone() + &args(values),
    };
    with_tail(&text, tail, room)
}

fn is_plain_if(stmt: &Stmt) -> bool {
    let bare = stmt.label.is_none() && stmt.tail.warrants.is_empty() && stmt.tail.guard.is_none();
    bare && matches!(stmt.kind, StmtKind::If { .. })
}

/// A second block behind the first: `… } else { … }`, all on one line when short.
fn follow(text: &str, word: &str, body: &[Stmt], room: usize) -> String {
    let more = braced(word, body, room);
    let fits = last_width(text) + 1 + first_width(&more) <= room;
    format!("{text}{}{more}", if fits { " " } else { "\n" })
}

fn arm(arm: &CaseArm, room: usize) -> String {
    let test = arm.test.as_ref().map_or_else(|| "otherwise".to_string(), expr);
    with_tail(&braced(&format!("{test} ->"), &arm.body, room), &arm.tail, room)
}

/// `choose { A | B } or { C }`.
fn offer(word: &str, groups: &[Vec<Alternative>], room: usize) -> String {
    let mut out = String::new();
    for (i, group) in groups.iter().enumerate() {
        if i == 0 {
            out = bars(word, group, room);
        } else {
            out = format!("{out} {}", bars("or", group, room));
        }
    }
    out
}

/// `word { A | B }`: on one line when short, else an alternative a line.
fn bars(word: &str, group: &[Alternative], room: usize) -> String {
    let entries: Vec<_> = group.iter().map(|a| alternative(a, inner(inner(room)))).collect();
    let line = format!("{word} {{ {} }}", entries.join(" | "));
    if !line.contains('\n') && width(&line) <= room {
        return line;
    }
    format!("{word} {{\n{}\n}}", indented(&entries.join("\n| ")))
}

/// ` such that …` or ` best by …` on continuation lines, a rule a line.
fn rules(words: &str, rules: &[PlayRule], room: usize) -> String {
    let mut out = String::new();
    // A rule without a name begins a list, since only a name tells that a list goes on.
    for list in rules.chunk_by(|_, next| next.name.is_some()) {
        let entries: Vec<_> = list.iter().map(|r| rule(r, room.saturating_sub(6))).collect();
        let only = format!("{words} {}", entries[0]);
        if entries.len() == 1 && !only.contains('\n') && width(&only) <= inner(room) {
            out = format!("{out}\n{}", indented(&only));
        } else {
            out = format!("{out}\n  {words}\n{}", indented(&indented(&entries.join("\n"))));
        }
    }
    out
}

fn moving(m: &MoveStmt) -> String {
    let mut from = at(&m.from, Level::Postfix);
    if begins_like_kind(&from) {
        from = format!("({from})");
    }
    let bracket = from.starts_with(['(', '[']);
    let number = m.number.as_ref().map_or_else(|| "all".to_string(), beside);
    // A name right before a bracket would be a call.
    let number = match &m.number {
        Some(n) if bracket && m.kind.is_none() && matches!(n.kind, ExprKind::Name(_)) => format!("({number})"),
        _ => number,
    };
    let whose = match &m.whose {
        Whose::My => String::new(),
        Whose::Their => "their ".to_string(),
        Whose::Of(player) if number.starts_with('(') => format!("of ({}) ", expr(player)),
        Whose::Of(player) => format!("of {} ", owner(player)),
    };
    let named = [&m.kind, &m.mark].into_iter().flatten();
    let kind: String = named.map(|k| format!("{} ", k.text)).collect();
    let becomes = m
        .becomes
        .as_ref()
        .map_or_else(String::new, |e| format!(" as {}", reference(e)));
    match &m.to {
        Some(to) => format!("move {whose}{number} {kind}{from} -> {}{becomes}", expr(to)),
        None => format!("mark {whose}{number} {kind}at {}{becomes}", expr(&m.from)),
    }
}

/// `(a, b)` for the names that a handler gives to what happened.
pub fn bound(values: &[Ident]) -> String {
    if values.is_empty() {
        String::new()
    } else {
        format!("({})", names(values))
    }
}
