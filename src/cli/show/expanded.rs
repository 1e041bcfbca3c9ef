//! A derived game as one rule file that stands alone.

use crate::check::Success;
use crate::check::expand::nameable;
use crate::syntax::print::print_file;
use crate::syntax::source::Span;
use crate::syntax::tree::{
    ExampleKind, Expr, ExprKind, File, Grade, Ident, Item, ItemKind, Mode, RestsEntry, Tail, Text, Warrant,
};

/// The whole game as the text of a rule file: no base, every definition once. It plays the same game as the one it was made
/// from: guards are decided, and the choices and values in force have become the defaults.
pub fn file(success: &Success) -> String {
    let game = &success.expanded;
    let mut header = game.header.clone();
    let bases = game.files.iter().rev().skip(1);
    let bases: Vec<&str> = bases.map(|o| o.header.id.text.as_str()).collect();
    header.extends = None;
    header.uses.clear();
    let mut items: Vec<Item> = Vec::new();
    let (sources, rest): (Vec<_>, Vec<_>) = game
        .defs
        .iter()
        .partition(|d| matches!(d.item.kind, ItemKind::Source(_)));
    items.extend(sources.into_iter().map(|d| d.item.clone()));
    items.extend(readings(success));
    for def in rest {
        let mut item = def.item.clone();
        item.mode = Mode::Plain;
        item.tail.guard = None;
        match &mut item.kind {
            ItemKind::Agreed { name, default, .. } => {
                if let Some(agreed) = success.program.agreements.iter().find(|a| a.name == name.text) {
                    *default = value(&agreed.chosen, default.span);
                }
            }
            ItemKind::Example { lines, .. } if asks_otherwise(success, lines) => continue,
            _ => {}
        }
        items.push(item);
    }
    let renamed = nameable(&mut items);
    let there = |part: &str| success.program.rules.iter().any(|r| r.path == part);
    let mut rests: Vec<RestsEntry> = game
        .rests
        .iter()
        .filter(|(part, ..)| there(part))
        .map(|(part, warrants, span)| RestsEntry {
            parts: vec![Ident {
                text: in_new_words(part, &renamed),
                span: *span,
            }],
            warrants: warrants.clone(),
        })
        .collect();
    rests.extend(own_authority(success).map(|(part, span, warrant)| RestsEntry {
        parts: vec![Ident {
            text: in_new_words(part, &renamed),
            span,
        }],
        warrants: vec![warrant],
    }));
    rests.extend(by_header(success).map(|(part, span, warrants)| RestsEntry {
        parts: vec![Ident {
            text: in_new_words(part, &renamed),
            span,
        }],
        warrants,
    }));
    if !rests.is_empty() {
        items.push(plain(ItemKind::Rests(rests)));
    }
    let choices: Vec<String> = game
        .readings
        .iter()
        .map(|r| format!("{} is {}", r.name, r.choices[r.chosen].name.text))
        .collect();
    let mut comment = format!("# {} with everything it is derived from", header.id.text);
    if !bases.is_empty() {
        comment.push_str(&format!(" ({})", bases.join(", ")));
    }
    if !choices.is_empty() {
        comment.push_str(&format!("; guards are decided for {}", choices.join(", ")));
    }
    let text = print_file(&File {
        language: 1,
        language_span: header.span,
        header,
        items,
    });
    format!("{comment}\n{text}")
}

/// A part under the name that its definition has now.
fn in_new_words(part: &str, renamed: &[(String, String)]) -> String {
    renamed
        .iter()
        .find_map(|(old, new)| {
            let rest = part.strip_prefix(old.as_str())?;
            (rest.is_empty() || rest.starts_with('.')).then(|| format!("{new}{rest}"))
        })
        .unwrap_or_else(|| part.to_owned())
}

/// Readings as declared, with the choice in force as the default.
fn readings(success: &Success) -> impl Iterator<Item = Item> {
    success.expanded.readings.iter().map(|r| {
        let word = |text: &str| Ident {
            text: text.to_owned(),
            span: r.span,
        };
        let mut choices = r.choices.clone();
        for (i, choice) in choices.iter_mut().enumerate() {
            choice.default = i == r.chosen;
        }
        plain(ItemKind::Reading {
            name: word(&r.name),
            question: r.question.as_ref().map(|q| Text {
                text: q.clone(),
                span: r.span,
            }),
            choices,
        })
    })
}

fn plain(kind: ItemKind) -> Item {
    Item {
        mode: Mode::Plain,
        kind,
        tail: Tail::default(),
        span: Span::default(),
        head: Span::default(),
    }
}

/// A constant as it is written.
fn value(text: &str, span: Span) -> Expr {
    let kind = match (text, text.parse()) {
        (_, Ok(n)) => ExprKind::Int(n),
        ("true", _) => ExprKind::Truth(true),
        ("false", _) => ExprKind::Truth(false),
        ("none", _) => ExprKind::None,
        _ => ExprKind::Name(Ident {
            text: text.to_owned(),
            span,
        }),
    };
    Expr { kind, span }
}

/// Whether an example is about another reading than the one in force: its guards are gone.
fn asks_otherwise(success: &Success, lines: &[crate::syntax::tree::ExampleLine]) -> bool {
    lines.iter().any(|line| match &line.kind {
        ExampleKind::Reading { name, choice } => success
            .expanded
            .readings
            .iter()
            .any(|r| r.name == name.text && r.choices[r.chosen].name.text != choice.text),
        _ => false,
    })
}

/// What rests on the warrants in the header of a base, which is no longer there.
fn by_header(success: &Success) -> impl Iterator<Item = (&str, Span, Vec<Warrant>)> {
    let bases = success
        .expanded
        .files
        .iter()
        .filter(|o| o.file != success.expanded.file);
    let headers: Vec<Span> = bases.flat_map(|o| o.header.warrants.iter().map(|w| w.span)).collect();
    success.program.rules.iter().filter_map(move |rule| {
        let rests_on = &rule.ground.rests_on;
        let inherited = !rests_on.is_empty() && rests_on.iter().all(|w| headers.contains(&w.span));
        (inherited && rule.decides && !rule.path.is_empty() && rule.called.is_empty())
            .then(|| (rule.path.as_str(), rule.span, rests_on.clone()))
    })
}

/// What a file without a source says of a game that has one rests on nothing; in one file with the rest it has to say so.
fn own_authority(success: &Success) -> impl Iterator<Item = (&str, Span, Warrant)> {
    let sourced = success.expanded.files.iter().any(|o| !o.sources.is_empty());
    let because = format!("`{}` is its own authority for this", success.program.id);
    let bare = success.program.rules.iter().filter(move |rule| {
        sourced && rule.decides && !rule.path.is_empty() && rule.called.is_empty() && rule.ground.rests_on.is_empty()
    });
    bare.map(move |rule| {
        let warrant = Warrant {
            grade: Grade::Modern,
            clauses: Vec::new(),
            quote: None,
            emends: None,
            because: Some(Text {
                text: because.clone(),
                span: rule.span,
            }),
            span: rule.span,
        };
        (rule.path.as_str(), rule.span, warrant)
    })
}
