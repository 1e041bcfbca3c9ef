//! Seats, pieces and dice.

use super::types::{Sym, Ty};
use super::{Lowerer, closest};
use crate::ir::{Dice, Meaning, Named};
use crate::syntax::print::print_expr;
use crate::syntax::source::Span;
use crate::syntax::tree::{BinOp, Expr, ExprKind, Face, Ident, ItemKind};

/// How many may play a game.
pub const MAX_SEATS: usize = 12;
// Further caps of a file; each has its own error.
const MAX_DICE: i32 = 64;
const MAX_FACES: usize = 1_000;

pub(super) const NAMES: [&str; MAX_SEATS] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
];

impl Lowerer<'_> {
    /// Who plays. Nothing when that cannot be known.
    pub(super) fn seats(&mut self) -> Option<()> {
        let game = self.game;
        let (mut low, mut high, mut span) = (2, 2, game.header.span);
        if let Some(def) = self.single("players")
            && let ItemKind::Players(a, b) = &def.item.kind
        {
            low = self.constant_int(a)?;
            high = match b {
                Some(b) => self.constant_int(b)?,
                None => low,
            };
            span = def.item.span;
        }
        if low < 1 || high < low || high > MAX_SEATS as i32 {
            self.error(
                "size::seats",
                format!("a game has 1 to {MAX_SEATS} players"),
                span,
                format!("this says {low} to {high}"),
            );
            if let Some(ItemKind::Players(
                Expr {
                    kind: ExprKind::Binary(BinOp::Sub, a, b),
                    ..
                },
                None,
            )) = self.single("players").map(|d| &d.item.kind)
            {
                self.help(format!("a range is written `{}..{}`", print_expr(a), print_expr(b)));
            }
            return None;
        }
        let named: Vec<Named> = match self.single("seats").map(|d| &d.item.kind) {
            Some(ItemKind::Seats(list, _)) => list
                .iter()
                .map(|(n, g)| Named {
                    name: n.text.clone(),
                    gloss: g.as_ref().map(|g| g.text.clone()),
                })
                .collect(),
            _ => Vec::new(),
        };
        let chosen = self
            .options
            .players
            .map_or(low, |n| i32::try_from(n).unwrap_or(i32::MAX));
        if !(low..=high).contains(&chosen) {
            self.diagnostics.push(crate::check::expand::option_error(
                format!("this game cannot be played by {chosen}"),
                Some(if low == high {
                    format!("it is for {low} players")
                } else {
                    format!("it is for {low} to {high} players")
                }),
            ));
            return None;
        }
        if !named.is_empty() && (named.len() as i32) < high {
            let at = self.single("seats").map_or(span, |d| d.item.span);
            self.error(
                "name::seats",
                format!("{high} players need {high} seats"),
                at,
                format!("{} named here", named.len()),
            );
        }
        for (i, ordinal) in NAMES.iter().enumerate().take(chosen as usize) {
            let seat = named.get(i).cloned().unwrap_or_else(|| Named {
                name: (*ordinal).to_owned(),
                gloss: None,
            });
            self.program.seats.push(seat);
        }
        for (i, seat) in self.program.seats.clone().iter().enumerate() {
            let name = Ident {
                text: seat.name.clone(),
                span: self.single("seats").map_or(span, |d| d.item.span),
            };
            if named.is_empty() && NAMES.contains(&seat.name.as_str()) && seat.name == "first" {
                continue;
            }
            self.declare(&name, Sym::Seat(i as i32));
        }
        self.order_of_play();
        self.who_is_with_whom(high);
        Some(())
    }

    /// A name that none of the seats has.
    pub(super) fn no_seat<'n>(&mut self, name: &Ident, seats: impl IntoIterator<Item = &'n str>) {
        let near = closest(&name.text, seats);
        self.error(
            "name::unknown",
            format!("there is no seat `{}`", name.text),
            name.span,
            "not one of the seats",
        );
        if let Some(near) = near {
            self.help(format!("did you mean `{near}`?"));
        }
    }

    /// `seats … order …`: each seat once; those that nobody has in this game are passed over.
    fn order_of_play(&mut self) {
        let Some(ItemKind::Seats(list, order)) = self.single("seats").map(|d| &d.item.kind) else {
            return;
        };
        let mut seats = Vec::new();
        for (i, name) in order.iter().enumerate() {
            let Some(seat) = list.iter().position(|(n, _)| n.text == name.text) else {
                self.no_seat(name, list.iter().map(|(n, _)| n.text.as_str()));
                return;
            };
            if order[..i].iter().any(|n| n.text == name.text) {
                self.error(
                    "name::seats",
                    format!("`{}` comes twice in the order of play", name.text),
                    name.span,
                    "again here",
                );
                return;
            }
            seats.push(seat as i32);
        }
        if !order.is_empty()
            && let Some((left_out, _)) = list.iter().find(|(n, _)| order.iter().all(|o| o.text != n.text))
        {
            self.error(
                "name::seats",
                format!("`{}` has no place in the order of play", left_out.text),
                left_out.span,
                "not in the order",
            );
            self.help("name every seat behind `order`");
            return;
        }
        let playing = self.program.seats.len() as i32;
        seats.retain(|s| *s < playing);
        self.program.order = seats;
    }

    pub(super) fn dice(&mut self) {
        for def in self.defs() {
            let ItemKind::Dice {
                name,
                number,
                die,
                each_player,
                in_order,
            } = &def.item.kind
            else {
                continue;
            };
            let number = self.constant_int(number).unwrap_or(1);
            if !(1..=MAX_DICE).contains(&number) {
                self.error(
                    "size::dice",
                    format!("a roll has 1 to {MAX_DICE} dice"),
                    def.item.span,
                    format!("this says {number}"),
                );
                self.refuse_dice(name.as_ref());
                continue;
            }
            let Some((faces, meaning)) = self.die(die) else {
                self.refuse_dice(name.as_ref());
                continue;
            };
            let id = self.program.dice.len() as u32;
            self.program.dice.push(Dice {
                name: name.as_ref().map(|n| n.text.clone()).unwrap_or_default(),
                number: number as u32,
                each: *each_player,
                ordered: *in_order,
                faces,
                meaning,
                base: 0,
            });
            if let Some(name) = name {
                self.declare(name, Sym::Dice(id));
            }
        }
    }

    /// A group that was refused is no error where it is rolled.
    fn refuse_dice(&mut self, name: Option<&Ident>) {
        self.refused
            .insert(name.map_or_else(|| "throw".to_owned(), |n| n.text.clone()));
    }

    /// The faces of a die: a declared one, or `d6` and its like.
    fn die(&mut self, name: &Ident) -> Option<(Vec<(i32, u32)>, Meaning)> {
        let game = self.game;
        let declared = game.defs.iter().find_map(|d| match &d.item.kind {
            ItemKind::Die { name: n, faces } if n.text == name.text => Some((n, faces, d.item.span)),
            _ => None,
        });
        let Some((declared_name, faces, span)) = declared else {
            if let Some(n) = name.text.strip_prefix('d').and_then(|n| n.parse::<i32>().ok()) {
                if !(1..=MAX_FACES as i32).contains(&n) {
                    self.too_many_faces(name.span, n.into());
                    return None;
                }
                return Some(((1..=n).map(|f| (f, 1)).collect(), Meaning::Number));
            }
            let known: Vec<String> = self.symbols.keys().cloned().collect();
            let near = closest(&name.text, known.iter().map(String::as_str)).map(str::to_owned);
            self.error(
                "name::unknown",
                format!("there is no die `{}`", name.text),
                name.span,
                "not declared",
            );
            self.help(near.map_or_else(
                || {
                    format!(
                        "declare it, `die {} = 1..6`, or use `d6` for an ordinary one",
                        name.text
                    )
                },
                |n| format!("did you mean `{n}`?"),
            ));
            return None;
        };
        self.used.insert(name.text.clone());
        let mut list = Vec::new();
        let mut named = Vec::new();
        for face in faces {
            match face {
                Face::Named(n, w) => {
                    let weight = self.weight(w.as_ref());
                    list.push((named.len() as i32, weight));
                    named.push(Named {
                        name: n.text.clone(),
                        gloss: None,
                    });
                }
                Face::Numbers(a, b, w) => {
                    let a = self.constant_int(a)?;
                    let b = match b {
                        Some(b) => self.constant_int(b)?,
                        None => a,
                    };
                    if i64::from(b) - i64::from(a) > MAX_FACES as i64 {
                        self.too_many_faces(span, i64::from(b) - i64::from(a) + 1);
                        return None;
                    }
                    let weight = self.weight(w.as_ref());
                    list.extend((a..=b).map(|f| (f, weight)));
                }
            }
        }
        if list.is_empty() || list.len() > MAX_FACES {
            self.too_many_faces(span, list.len() as i64);
            return None;
        }
        if named.is_empty() {
            return Some((list, Meaning::Number));
        }
        if named.len() != list.len() {
            self.error(
                "type::die",
                "a die's faces are all numbers or all names",
                span,
                "both here",
            );
            return None;
        }
        match self.symbols.get(&declared_name.text) {
            Some(Sym::Die(Some(id))) => Some((list, Meaning::Enum(*id))),
            _ => None,
        }
    }

    fn weight(&mut self, weight: Option<&Expr>) -> u32 {
        let Some(expr) = weight else { return 1 };
        let weight = self.constant_int(expr).unwrap_or(1);
        if !(1..=1_000_000).contains(&weight) {
            self.error(
                "type::range",
                "a weight is a whole number from 1 to 1,000,000",
                expr.span,
                "out of range",
            );
        }
        weight.clamp(1, 1_000_000) as u32
    }

    fn too_many_faces(&mut self, span: Span, faces: i64) {
        self.error(
            "size::faces",
            "a die has 1 to 1,000 faces",
            span,
            format!("this has {faces}"),
        );
    }

    /// A constant whole number.
    pub(super) fn constant_int(&mut self, expr: &Expr) -> Option<i32> {
        let (node, ty) = self.scalar(expr, Some(&Ty::Int))?;
        if ty != Ty::Int {
            return None;
        }
        match self.scalar_value(node) {
            Some(v) => Some(v),
            None => {
                self.error(
                    "type::constant",
                    "a constant is needed here",
                    expr.span,
                    "this changes during play",
                );
                None
            }
        }
    }
}
