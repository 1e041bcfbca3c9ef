//! Where the pieces stand before the game.

use super::types::{Sym, Ty};
use super::{Key, Lowerer};
use crate::ir::{NONE, Node, control};
use crate::syntax::source::Span;
use crate::syntax::tree::{ItemKind, SetupEntry};

impl Lowerer<'_> {
    /// Pieces before the game, from `setup`; what is nowhere stays out of the game.
    pub(super) fn setup(&mut self) {
        let game = self.game;
        for def in &game.defs {
            let ItemKind::Setup { seat, entries } = &def.item.kind else {
                continue;
            };
            let seats: Vec<i32> = match seat {
                None => (0..self.program.seats.len() as i32).collect(),
                Some(name) => match self.lookup(&name.text) {
                    Some(Sym::Seat(s)) => vec![s],
                    _ => {
                        self.unknown(name, "seat");
                        continue;
                    }
                },
            };
            let mut whole = true;
            for entry in entries {
                whole &= self.setup_entry(entry, &seats).is_some();
            }
            // What a refused entry would have placed is not missing.
            if whole {
                self.check_setup(def.item.head, &def.key);
            }
        }
        self.program.initial[control::ME] = self.program.first_seat();
    }

    /// Places what one entry says for each of the seats.
    fn setup_entry(&mut self, entry: &SetupEntry, seats: &[i32]) -> Option<()> {
        let (node, _) = self.scalar(&entry.space, Some(&Ty::Space))?;
        let number = self.constant_int(&entry.number)?;
        let sort = self.sort_of_entry(entry.kind.as_ref(), entry.mark.as_ref())?;
        if number < 0 {
            self.error(
                "type::range",
                "a number of pieces is not negative",
                entry.number.span,
                format!("this is {number}"),
            );
            return None;
        }
        for seat in seats {
            let space = match &self.program.nodes[node as usize] {
                Node::Const(v) => Some(*v),
                Node::BySeat { table } => self.program.tables[*table as usize].get(*seat as usize).copied(),
                _ => None,
            };
            let Some(space) = space.filter(|s| *s != NONE) else {
                self.error(
                    "type::range",
                    "there is no such space",
                    entry.space.span,
                    "not on the board",
                );
                return None;
            };
            let slot = self.program.piece_slot(*seat as usize, sort, space as usize);
            // So many that they can't be counted are too many all the same.
            self.program.initial[slot] = self.program.initial[slot].saturating_add(number);
        }
        Some(())
    }

    fn check_setup(&mut self, span: Span, key: &Key) {
        let spaces = self.program.spaces.len();
        for seat in 0..self.program.seats.len() {
            if matches!(key, Key::Setup(s) if !s.is_empty() && *s != self.program.seats[seat].name) {
                continue;
            }
            for kind in 0..self.program.kinds.len() {
                if self.refused.contains(&self.program.kinds[kind].name) {
                    continue;
                }
                let sorts = self.program.sorts_of(kind);
                let from = self.program.piece_slot(seat, sorts.start, 0);
                let placed = &self.program.initial[from..from + sorts.len() * spaces];
                let placed: i64 = placed.iter().map(|n| i64::from(*n)).sum();
                let number = self.program.kinds[kind].number;
                if placed != i64::from(number) {
                    let name = self.program.kinds[kind].name.clone();
                    let who = self.program.seats[seat].name.clone();
                    self.error(
                        "setup::number",
                        format!("{who} has {number} of `{name}`, and {placed} are set up"),
                        span,
                        format!("{placed} placed here"),
                    );
                    self.help("every piece stands somewhere: give those in hand a space of their own");
                    return;
                }
            }
        }
    }
}
