//! Declarations.

use super::example;
use super::expr::{self, Level, at, atom, begins_like_kind, beside, expr, ty, valued};
use super::step::{alternative, edit, parts, place};
use super::stmt::{bound, braced};
use super::text::{Inline, append, block, inner, maybe_quoted, names, prefixed, quoted, wrap};
use super::warrant::{with_tail, with_warrants};
use super::{money, table};
use crate::syntax::tree::{
    Choice, Column, Expr, Face, GlossaryEntry, Ident, IndexBy, Item, ItemKind, LayoutCell, LayoutDecl, Member, Mode,
    OnWhat, Param, Pick, RestsEntry, RouteOwner, RouteStep, Scope, SetupEntry, SpaceDecl, StepParam, Type,
};

/// A declaration with its tail.
pub fn item(item: &Item, room: usize) -> String {
    let mode = match item.mode {
        Mode::Plain => "",
        Mode::Override => "override ",
        Mode::Open => "open ",
    };
    let text = prefixed(mode, room, |room| bare(&item.kind, room));
    with_tail(&text, &item.tail, room)
}

fn bare(kind: &ItemKind, room: usize) -> String {
    match kind {
        ItemKind::Source(ids) => format!("source {}", names(ids)),
        ItemKind::Players(least, None) => format!("players {}", at(least, Level::Sum)),
        ItemKind::Players(least, Some(most)) => format!("players {}", expr::range(least, most)),
        ItemKind::Seats(seats, order) => {
            let seats: Vec<_> = seats
                .iter()
                .map(|(n, t)| n.text.clone() + &maybe_quoted(t.as_ref()))
                .collect();
            let order = if order.is_empty() {
                String::new()
            } else {
                format!(" order {}", names(order))
            };
            format!("seats {}{order}", seats.join(", "))
        }
        ItemKind::Next(value) => format!("next = {}", expr(value)),
        ItemKind::Sides(sides) => {
            let sides: Vec<_> = sides
                .iter()
                .map(|s| {
                    format!(
                        "{}{} = {}",
                        s.name.text,
                        maybe_quoted(s.gloss.as_ref()),
                        names(&s.seats)
                    )
                })
                .collect();
            block("sides", &sides, Inline::Many, room)
        }
        ItemKind::Pieces { name, number, marks } => {
            let marks = marks.as_ref().map_or_else(String::new, |t| format!(" marks {}", ty(t)));
            format!("pieces {} {} each{marks}", name.text, at(number, Level::Sum))
        }
        ItemKind::Die { name, faces } => format!("die {} = {}", name.text, die(faces)),
        ItemKind::Dice {
            name,
            number,
            die,
            each_player,
            in_order,
        } => {
            let name = name.as_ref().map_or_else(String::new, |n| format!("{} = ", n.text));
            let each = each(*each_player);
            let order = if *in_order { " in order" } else { "" };
            format!("dice {name}{} of {}{each}{order}", atom(number), die.text)
        }
        ItemKind::Space(space) => self::space(space, room),
        ItemKind::Money(money) => money::money(money, room),
        ItemKind::Table(table) => table::table(table, room),
        ItemKind::Route {
            name,
            owner,
            steps,
            around,
        } => route(&name.text, owner, steps, *around),
        ItemKind::Numbering { route, by_left } => {
            let by = match by_left {
                Some(true) => " by left",
                Some(false) => " by place",
                None => "",
            };
            format!("numbering {}{by}", route.text)
        }
        ItemKind::Region { name, each_player, set } => {
            format!("region {}{} = {}", name.text, each(*each_player), expr(set))
        }
        ItemKind::Setup { seat, entries } => {
            let seat = seat.as_ref().map_or("each", |s| &s.text);
            setup_entries(&format!("setup {seat}"), entries, room)
        }
        ItemKind::Enum { name, values } => {
            let values: Vec<_> = values
                .iter()
                .map(|(n, t)| n.text.clone() + &maybe_quoted(t.as_ref()))
                .collect();
            format!("enum {} = {{{}}}", name.text, values.join(", "))
        }
        ItemKind::Var {
            name,
            index,
            ty,
            init,
            scope,
        } => {
            let words: Vec<&str> = index.iter().map(index_word).collect();
            let index = if words.is_empty() {
                String::new()
            } else {
                format!(" of each {}", words.join(", "))
            };
            let mut out = format!("var {}{index} : {}", name.text, expr::ty(ty));
            if let Some(init) = init {
                out = format!("{out} = {}", expr(init));
            }
            if let Some(scope) = scope {
                out = format!("{out} scope {}", scope_word(*scope));
            }
            out
        }
        ItemKind::Const { name, ty, value } => defined(
            &format!("const {}{}", name.text, typed(ty.as_ref())),
            value.as_ref(),
            room,
        ),
        ItemKind::Fn { name, params, ty, body } => {
            let head = format!("fn {}({}){}", name.text, self::params(params), typed(ty.as_ref()));
            defined(&head, body.as_ref(), room)
        }
        ItemKind::Condition {
            name,
            params,
            parts: body,
        } => {
            let head = format!("condition {}({})", name.text, self::params(params));
            match body {
                Some(body) => parts(&head, body, room),
                None => head,
            }
        }
        ItemKind::Routine { name, params, body } => {
            let head = format!("routine {}({})", name.text, self::params(params));
            match body {
                Some(body) => braced(&head, body, room),
                None => head,
            }
        }
        ItemKind::Step {
            name,
            params,
            parts: body,
        } => {
            let params: Vec<_> = params.iter().map(step_param).collect();
            parts(&format!("step {} ({})", name.text, params.join(", ")), body, room)
        }
        ItemKind::Group { name, members } => {
            let members: Vec<_> = members.iter().map(|m| alternative(m, inner(inner(room)))).collect();
            let line = format!("group {} = {}", name.text, members.join(" | "));
            if line.contains('\n') {
                format!("group {} =\n    {}", name.text, members.join("\n  | "))
            } else {
                line
            }
        }
        ItemKind::Turn(phases) if phases.is_empty() => "no turn".to_string(),
        ItemKind::Turn(phases) => format!("turn = {}", names(phases)),
        ItemKind::Phase { name, place, body } => braced(
            &format!("phase {}{}", name.text, self::place(place.as_ref())),
            body,
            room,
        ),
        ItemKind::Start(body) => braced("start", body, room),
        ItemKind::Event { name, params } => format!("event {}({})", name.text, self::params(params)),
        ItemKind::On {
            what,
            name,
            before,
            when,
            body,
        } => {
            let mut head = format!("on {}", on_what(what));
            for (word, name) in [("as", name), ("before", before)] {
                if let Some(name) = name {
                    head = format!("{head} {word} {}", name.text);
                }
            }
            if let Some(when) = when {
                head = format!("{head} when {}", expr(when));
            }
            braced(&head, body, room)
        }
        ItemKind::Referee {
            name,
            params,
            gloss,
            body,
        } => {
            let gloss = maybe_quoted(gloss.as_ref());
            braced(
                &format!("referee {}({}){gloss}", name.text, self::params(params)),
                body,
                room,
            )
        }
        ItemKind::EndGame { name, when, body } => {
            braced(&format!("end game when {}: {}", name.text, expr(when)), body, room)
        }
        ItemKind::EndMatch { name, when, body } => {
            braced(&format!("end match when {}: {}", name.text, expr(when)), body, room)
        }
        ItemKind::Payoff(value) => format!("payoff {}", expr(value)),
        ItemKind::ThrowName(value) => format!("call throw {}", expr(value)),
        ItemKind::Measure { name, gloss, value } => valued(
            &format!("measure {}{} =", name.text, maybe_quoted(gloss.as_ref())),
            value,
            room,
        ),
        ItemKind::Layout(layout) => self::layout(layout, room),
        ItemKind::PlayNotation(entries) => {
            let entries: Vec<_> = entries
                .iter()
                .map(|(n, t)| format!("{} {}", n.text, quoted(t)))
                .collect();
            block("notation of plays", &entries, Inline::Many, room)
        }
        ItemKind::Reading {
            name,
            question,
            choices,
        } => {
            let entries: Vec<_> = choices.iter().map(|c| choice(c, inner(room))).collect();
            block(
                &format!("reading {}{}", name.text, maybe_quoted(question.as_ref())),
                &entries,
                Inline::One,
                room,
            )
        }
        ItemKind::Witness {
            name,
            gloss,
            follows,
            picks,
        } => {
            let gloss = maybe_quoted(gloss.as_ref());
            let head = format!("witness {}{gloss} follows {}", name.text, names(follows));
            let picks: Vec<_> = picks.iter().map(|p| pick(p, inner(room))).collect();
            if picks.is_empty() {
                head
            } else {
                block(&head, &picks, Inline::One, room)
            }
        }
        ItemKind::Agreed {
            name,
            ty,
            default,
            gloss,
        } => {
            let gloss = maybe_quoted(gloss.as_ref());
            format!("agreed {} : {} = {}{gloss}", name.text, expr::ty(ty), expr(default))
        }
        ItemKind::Default { reading, name, value } => {
            let word = if *reading { "reading" } else { "agreed" };
            format!("default {word} {} = {}", name.text, expr(value))
        }
        ItemKind::Rests(entries) => {
            let entries: Vec<_> = entries.iter().map(|e| rests(e, inner(room))).collect();
            block("rests", &entries, Inline::One, room)
        }
        ItemKind::Glossary { name, gloss, entries } => {
            let entries: Vec<_> = entries.iter().map(|e| glossary_entry(e, inner(room))).collect();
            block(
                &format!("glossary {}{}", name.text, maybe_quoted(gloss.as_ref())),
                &entries,
                Inline::One,
                room,
            )
        }
        ItemKind::Lost(why) => format!("status lost {}", quoted(why)),
        ItemKind::Example { title, lines } => example::lines(&format!("example {}", quoted(title)), lines, room),
        ItemKind::Claim {
            title,
            printed_false,
            given,
            fact,
        } => {
            let printed = if *printed_false { " false as printed" } else { "" };
            let head = format!("claim {}{printed}", quoted(title));
            let head = if given.is_empty() {
                head
            } else {
                example::lines(&(head + " given"), given, room)
            };
            append(head + ":", &expr(fact), room)
        }
        ItemKind::Remove { kind, name } => format!("remove {}{}", kind.text, maybe_name(name.as_ref())),
        ItemKind::Edit { kind, name, edits } => {
            let edits: Vec<_> = edits.iter().map(|e| edit(e, inner(room))).collect();
            let head = format!("in {}{}", kind.text, maybe_name(name.as_ref()));
            block(&head, &edits, Inline::One, room)
        }
        ItemKind::Supplied { name, by, theirs } => format!("{} = {}.{}", name.text, by.text, theirs.text),
    }
}

fn maybe_name(name: Option<&Ident>) -> String {
    name.map_or_else(String::new, |n| format!(" {}", n.text))
}

/// `HEAD = EXPR`, or the head alone.
fn defined(head: &str, value: Option<&Expr>, room: usize) -> String {
    value.map_or_else(|| head.to_string(), |v| valued(&format!("{head} ="), v, room))
}

fn typed(ty: Option<&Type>) -> String {
    ty.map_or_else(String::new, |t| format!(" : {}", expr::ty(t)))
}

fn each(each_player: bool) -> &'static str {
    if each_player { " of each player" } else { "" }
}

fn params(params: &[Param]) -> String {
    params
        .iter()
        .map(|p| p.name.text.clone() + &typed(p.ty.as_ref()))
        .collect::<Vec<_>>()
        .join(", ")
}

fn step_param(p: &StepParam) -> String {
    format!("{} in {}", p.name.text, expr(&p.domain))
}

fn die(faces: &[Face]) -> String {
    // `1..6` alone needs no braces.
    if let [Face::Numbers(a, Some(b), None)] = faces {
        return expr::range(a, b);
    }
    let faces: Vec<_> = faces.iter().map(face).collect();
    format!("{{{}}}", faces.join(", "))
}

fn face(face: &Face) -> String {
    let (text, weight) = match face {
        Face::Numbers(a, None, weight) => (at(a, Level::Sum), weight),
        Face::Numbers(a, Some(b), weight) => (expr::range(a, b), weight),
        Face::Named(name, weight) => (name.text.clone(), weight),
    };
    weight
        .as_ref()
        .map_or_else(|| text.clone(), |w| format!("{text} weight {}", expr(w)))
}

fn space(space: &SpaceDecl, room: usize) -> String {
    let mut out = format!("space {}", space.name.text);
    if let Some((a, b)) = &space.range {
        out = format!("{out}[{}]", expr::range(a, b));
    }
    out += each(space.each_player);
    if !space.columns.is_empty() {
        out = format!("{out} ({})", columns(&space.columns));
    }
    if space.members.is_empty() {
        return out;
    }
    let members: Vec<_> = space.members.iter().map(|m| member(m, inner(room))).collect();
    block(&(out + " named"), &members, Inline::One, room)
}

/// Columns of a family of spaces or a table.
pub fn columns(columns: &[Column]) -> String {
    let columns: Vec<_> = columns
        .iter()
        .map(|c| {
            let default = c
                .default
                .as_ref()
                .map_or_else(String::new, |d| format!(" = {}", expr(d)));
            format!("{} : {}{default}", c.name.text, expr::ty(&c.ty))
        })
        .collect();
    columns.join(", ")
}

fn member(m: &Member, room: usize) -> String {
    let mut out = format!("{} {}", atom(&m.number), m.name.text);
    for cell in &m.cells {
        out = format!("{out} {}", beside(cell));
    }
    with_tail(&out, &m.tail, room)
}

fn route(name: &str, owner: &RouteOwner, steps: &[RouteStep], around: bool) -> String {
    let mut out = format!("route {name}");
    match owner {
        RouteOwner::Shared => {}
        RouteOwner::Each => out += " of each player",
        RouteOwner::Seat(seat) => out = format!("{out} of seat {}", atom(seat)),
    }
    if !steps.is_empty() {
        let steps: Vec<_> = steps.iter().map(route_step).collect();
        out = format!("{out} = {}", steps.join(", "));
    }
    if around { out + " around" } else { out }
}

fn route_step(step: &RouteStep) -> String {
    match step {
        RouteStep::One(space) => match expr(space) {
            // In brackets of its own it would be a run.
            text if text.starts_with('[') => format!("({text})"),
            text => text,
        },
        RouteStep::Run { family, from, to } => format!("{}[{}]", family.text, expr::range(from, to)),
        RouteStep::Each { var, range, space } => format!("[{} for {} in {}]", expr(space), var.text, expr(range)),
    }
}

/// `head { 13: 5; 6: 3 }`.
pub fn setup_entries(head: &str, entries: &[SetupEntry], room: usize) -> String {
    let entries: Vec<_> = entries.iter().map(|e| setup_entry(e, inner(room))).collect();
    block(head, &entries, Inline::Many, room)
}

/// `13: 5` with its tail.
pub fn setup_entry(e: &SetupEntry, room: usize) -> String {
    let named = [&e.kind, &e.mark].into_iter().flatten();
    let kind: String = named.map(|k| format!("{} ", k.text)).collect();
    let number = match expr(&e.number) {
        text if e.kind.is_none() && begins_like_kind(&text) => format!("({text})"),
        text => text,
    };
    with_tail(&format!("{}: {kind}{number}", expr(&e.space)), &e.tail, room)
}

fn index_word(index: &IndexBy) -> &str {
    match index {
        IndexBy::Player(_) => "player",
        IndexBy::Space(_) => "space",
        IndexBy::Kind(_) => "kind",
        IndexBy::Enum(name) => &name.text,
    }
}

pub fn scope_word(scope: Scope) -> &'static str {
    match scope {
        Scope::Round => "round",
        Scope::Turn => "turn",
        Scope::Game => "game",
        Scope::Match => "match",
    }
}

fn on_what(what: &OnWhat) -> String {
    match what {
        OnWhat::Event(event, values) => event.text.clone() + &bound(values),
        OnWhat::GameOver(values) => format!("game over {}", bound(values)).trim_end().to_string(),
        OnWhat::Becomes { test, phase } => format!("{} becomes true at end of {}", expr(test), phase.text),
    }
}

fn layout(layout: &LayoutDecl, room: usize) -> String {
    let lines: Vec<_> = layout
        .lines
        .iter()
        .map(|line| {
            let rows: Vec<_> = line.rows.iter().map(|row| blocks(row)).collect();
            wrap(&format!("{} {}", line.word.text, rows.join(" / ")), inner(room))
        })
        .collect();
    block(&format!("layout {}", layout.shape.text), &lines, Inline::One, room)
}

fn blocks(row: &[Vec<LayoutCell>]) -> String {
    let blocks: Vec<_> = row
        .iter()
        .map(|block| block.iter().map(cell).collect::<Vec<_>>().join(", "))
        .collect();
    blocks.join(" | ")
}

fn cell(cell: &LayoutCell) -> String {
    match &cell.run {
        Some((a, b)) => format!("{}[{}]", cell.name.text, expr::range(a, b)),
        None => cell.name.text.clone(),
    }
}

fn choice(c: &Choice, room: usize) -> String {
    let default = if c.default { " default" } else { "" };
    with_tail(
        &format!("{}{}{default}", c.name.text, maybe_quoted(c.gloss.as_ref())),
        &c.tail,
        room,
    )
}

fn pick(p: &Pick, room: usize) -> String {
    with_warrants(format!("{} = {}", p.reading.text, p.choice.text), &p.warrants, room)
}

fn glossary_entry(e: &GlossaryEntry, room: usize) -> String {
    with_tail(&format!("{} {}", e.word.text, quoted(&e.gloss)), &e.tail, room)
}

fn rests(e: &RestsEntry, room: usize) -> String {
    with_warrants(names(&e.parts), &e.warrants, room)
}
