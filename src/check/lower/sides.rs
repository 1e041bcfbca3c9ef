//! Sides: players who win and lose together.

use super::Lowerer;
use super::players::NAMES;
use super::types::{Sym, Ty, Val};
use crate::ir::{Named, Node, NodeId, SetExpr, Sides};
use crate::syntax::source::Span;
use crate::syntax::tree::{Ident, ItemKind};

impl Lowerer<'_> {
    /// Which seat is on which side; seats that nobody has in this game are passed over.
    pub(super) fn who_is_with_whom(&mut self, most: i32) {
        let Some(def) = self.single("sides") else { return };
        let ItemKind::Sides(sides) = &def.item.kind else { return };
        let all: Vec<String> = match self.single("seats").map(|d| &d.item.kind) {
            Some(ItemKind::Seats(list, _)) => list.iter().map(|(n, _)| n.text.clone()).collect(),
            _ => NAMES
                .iter()
                .take(most.max(0) as usize)
                .map(|n| (*n).to_owned())
                .collect(),
        };
        let mut of: Vec<Option<(i32, Span)>> = vec![None; all.len()];
        let mut names: Vec<Named> = Vec::new();
        for (at, side) in (0..).zip(sides) {
            if names.iter().any(|n| n.name == side.name.text) {
                self.error(
                    "name::duplicate",
                    format!("there are two sides `{}`", side.name.text),
                    side.name.span,
                    "again here",
                );
                return;
            }
            names.push(Named {
                name: side.name.text.clone(),
                gloss: side.gloss.as_ref().map(|g| g.text.clone()),
            });
            for name in &side.seats {
                let Some(seat) = all.iter().position(|n| *n == name.text) else {
                    self.no_seat(name, all.iter().map(String::as_str));
                    return;
                };
                if let Some((_, first)) = of[seat] {
                    self.error(
                        "name::sides",
                        format!("`{}` is on two sides", name.text),
                        name.span,
                        "on a side already",
                    );
                    self.also(first, "named here first");
                    return;
                }
                of[seat] = Some((at, name.span));
            }
        }
        if let Some(alone) = of.iter().position(Option::is_none) {
            self.error(
                "name::sides",
                format!("`{}` is on no side", all[alone]),
                def.item.head,
                "not named here",
            );
            self.help("every seat is on one side; who plays for himself is a side of one");
            return;
        }
        let of: Vec<i32> = of.into_iter().flatten().map(|(at, _)| at).collect();
        // More players than seats are a finding of their own.
        let playing = self.program.seats.len().min(of.len());
        let names = self.add_enum("side", names);
        let name = Ident {
            text: "side".into(),
            span: def.item.head,
        };
        self.declare(&name, Sym::Enum(names));
        let table = self.program.tables.len() as u32;
        let of = of[..playing].to_vec();
        self.program.tables.push(of.clone());
        self.program.sides = Some(Sides { names, of, table });
    }

    /// `side(p)`.
    pub(super) fn side_of(&mut self, player: NodeId) -> Option<Val> {
        let sides = self.program.sides.as_ref()?;
        let (table, names) = (sides.table, sides.names);
        let node = self.node(Node::Table {
            table,
            index: player,
            low: 0,
        });
        Some(Val::Scalar(node, Ty::Enum(names)))
    }

    /// Whether two players are on one side.
    pub(super) fn same_side(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.side_of(a), self.side_of(b)) {
            (Some(Val::Scalar(a, _)), Some(Val::Scalar(b, _))) => self.node(Node::Eq(a, b)),
            _ => self.node(Node::Eq(a, b)),
        }
    }

    /// `partners(p)`: those in play on p's side, without p.
    pub(super) fn partners(&mut self, player: NodeId) -> Val {
        let first = self.constant(self.program.first_seat());
        let base = self.set(SetExpr::SeatsFrom(first));
        let tmp = self.tmp();
        let other = self.node(Node::Tmp(tmp));
        let together = self.same_side(other, player);
        let same = self.node(Node::Eq(other, player));
        let another = self.node(Node::Not(same));
        let test = self.node(Node::And(another, together));
        Val::Set(self.set(SetExpr::Such { base, tmp, test }), Ty::Player)
    }

    /// Refuses what needs one opponent where there is not just one.
    pub(super) fn one_opponent(&mut self, span: Span) -> Option<()> {
        let seats = self.program.seats.len();
        if seats == 2 && !self.program.allied(0, 1) {
            return Some(());
        }
        self.error(
            "type::opponent",
            if seats == 2 {
                "`opponent` needs two sides of one player each"
            } else {
                "`opponent` needs exactly two players"
            },
            span,
            if seats == 2 {
                "the two players of this game are partners".to_owned()
            } else {
                format!("this game has {seats}")
            },
        );
        self.help(if self.program.sides.is_some() {
            "name the player, or go through those of another side: `for p in players { if side(p) != side(me) { … } }`"
        } else {
            "name the player: `next(me)`, or a seat"
        });
        None
    }
}
