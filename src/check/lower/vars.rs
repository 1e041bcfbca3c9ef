//! Types, variables, constants and the layout of a position.

use super::types::{Declared, Form, Sym, Ty};
use super::{Lowerer, Need, Val};
use crate::engine::MAX_BEST;
use crate::ir::{Index, Layout, Meaning, NONE, Named, OWED_CAP, Shape, Var, control};
use crate::syntax::source::Span;
use crate::syntax::tree::{Expr, Ident, IndexBy, Item, ItemKind, Scope, Type, TypeKind};

const MAX_SLOTS: usize = 1 << 20;
/// How many indices a variable has at most.
const MAX_INDICES: usize = 3;

impl Lowerer<'_> {
    /// A declared type.
    pub(super) fn declared(&mut self, ty: &Type) -> Option<Declared> {
        let scalar = |ty: Ty, range: (i32, i32)| Declared {
            ty,
            range,
            or_none: false,
            form: Form::Scalar,
        };
        Some(match &ty.kind {
            TypeKind::Range(a, b) => {
                let (a, b) = (self.constant_int(a)?, self.constant_int(b)?);
                if a > b {
                    self.error(
                        "type::range",
                        "this range is empty",
                        ty.span,
                        "the first number is the greater one",
                    );
                    return None;
                }
                scalar(Ty::Int, (a, b))
            }
            TypeKind::Name(name) => {
                let last = |n: u32| n.max(1) as i32 - 1;
                match name.text.as_str() {
                    "int" => scalar(Ty::Int, (-1_000_000_000, 1_000_000_000)),
                    "truth" => scalar(Ty::Truth, (0, 1)),
                    "player" => {
                        self.need(Need::Seats);
                        scalar(Ty::Player, (0, last(self.program.seats.len() as u32)))
                    }
                    "space" => {
                        self.need(Need::Spaces);
                        scalar(Ty::Space, (0, last(self.program.spaces.len() as u32)))
                    }
                    "kind" => {
                        self.need(Need::Kinds);
                        scalar(Ty::Kind, (0, last(self.program.kinds.len() as u32)))
                    }
                    "route" => {
                        self.need(Need::Routes);
                        scalar(Ty::Route, (0, last(self.program.routes.len() as u32)))
                    }
                    "throw" => Declared {
                        form: Form::Throw,
                        ..scalar(Ty::Int, (0, 0))
                    },
                    _ => match self.lookup(&name.text) {
                        Some(Sym::Enum(e) | Sym::Die(Some(e))) => {
                            let n = self.program.enums[e as usize].values.len() as u32;
                            scalar(Ty::Enum(e), (0, last(n)))
                        }
                        Some(Sym::Family(_) | Sym::Region { .. }) => {
                            self.need(Need::Spaces);
                            scalar(Ty::Space, (0, last(self.program.spaces.len() as u32)))
                        }
                        _ => {
                            self.unknown(name, "type");
                            if self.diagnostics.last().is_none_or(|d| d.help.is_none()) {
                                self.help("types are: a range such as 1..6, int, truth, player, space, kind, route, throw, bag N of T, list N of T, set of T, an enumeration");
                            }
                            return None;
                        }
                    },
                }
            }
            TypeKind::Inline(values) => {
                let named: Vec<Named> = values
                    .iter()
                    .map(|v| Named {
                        name: v.text.clone(),
                        gloss: None,
                    })
                    .collect();
                let known = self
                    .program
                    .enums
                    .iter()
                    .position(|e| e.name.is_empty() && e.values == named);
                let n = named.len() as i32;
                let id = known.map_or_else(|| self.add_enum("", named), |i| i as u32);
                scalar(Ty::Enum(id), (0, n - 1))
            }
            TypeKind::Bag(n, inner) | TypeKind::List(n, inner) => {
                let n = self.constant_int(n)?;
                if !(1..=1_000).contains(&n) {
                    self.error(
                        "size::bag",
                        "a bag or list holds 1 to 1,000 elements",
                        ty.span,
                        "out of range",
                    );
                    return None;
                }
                let mut inner = self.member_type(inner)?;
                inner.form = if matches!(ty.kind, TypeKind::Bag(..)) {
                    Form::Bag(n as u32)
                } else {
                    Form::List(n as u32)
                };
                inner
            }
            TypeKind::Set(inner) => {
                let mut inner = self.member_type(inner)?;
                inner.form = Form::Set;
                inner
            }
            TypeKind::OrNone(inner) => {
                let mut inner = self.scalar_type(inner)?;
                inner.or_none = true;
                inner
            }
        })
    }

    /// What a bag, list or set holds: single values, never none.
    fn member_type(&mut self, ty: &Type) -> Option<Declared> {
        let declared = self.scalar_type(ty)?;
        if declared.or_none {
            self.error(
                "type::nested",
                "a bag, list or set holds values, and none is no value",
                ty.span,
                "`or none` here",
            );
            self.help("leave `or none` out: where there is nothing, it is empty, `size(…) = 0`");
            return None;
        }
        Some(declared)
    }

    fn scalar_type(&mut self, ty: &Type) -> Option<Declared> {
        let declared = self.declared(ty)?;
        if declared.form != Form::Scalar {
            self.error(
                "type::nested",
                "bags, lists and sets hold single values",
                ty.span,
                "not a single value",
            );
            return None;
        }
        Some(declared)
    }

    /// Reports a constant outside the range of its type.
    pub(super) fn in_range(&mut self, value: i32, declared: &Declared, span: Span) -> bool {
        let fits = if value == NONE {
            declared.or_none
        } else {
            (declared.range.0..=declared.range.1).contains(&value)
        };
        if !fits {
            let written = self.program.write_value(value, &declared.ty.meaning());
            let range = match declared.ty {
                Ty::Int => format!("{}..{}", declared.range.0, declared.range.1),
                ref other => self.describe(other),
            };
            self.error(
                "type::range",
                format!("{written} is outside the range of its type"),
                span,
                format!("must be {range}"),
            );
            if declared.ty == Ty::Int {
                self.help("choose a value within it, or widen the range where it is declared");
            }
        }
        fits
    }

    /// `const NAME [: TYPE] = VALUE`.
    pub(super) fn constant_value(&mut self, name: &Ident, ty: Option<&Type>, value: &Expr) -> Option<()> {
        let declared = match ty {
            Some(ty) => Some(self.declared(ty)?),
            None => None,
        };
        let (node, ty) = self.scalar(value, declared.as_ref().map(|d| &d.ty))?;
        let Some(v) = self.scalar_value(node) else {
            self.error(
                "type::constant",
                "a constant cannot change during play",
                value.span,
                "this does",
            );
            self.help(format!("write `fn {}() = …`", name.text));
            return None;
        };
        if let Some(declared) = declared {
            self.in_range(v, &declared, value.span);
        }
        self.declare(name, Sym::Const(Val::Scalar(node, ty)));
        Some(())
    }

    /// What a variable may be indexed by.
    fn index_of(&mut self, by: &IndexBy) -> Option<Index> {
        let meaning = match by {
            IndexBy::Player(_) => Meaning::Player,
            IndexBy::Space(_) => {
                self.need(Need::Spaces);
                Meaning::Space
            }
            IndexBy::Kind(_) => {
                self.need(Need::Kinds);
                Meaning::Kind
            }
            IndexBy::Enum(e) => match self.lookup(&e.text) {
                Some(Sym::Enum(id) | Sym::Die(Some(id))) => Meaning::Enum(id),
                _ => {
                    self.unknown(e, "enumeration");
                    return None;
                }
            },
        };
        let len = self.meaning_len(&meaning)?;
        Some(Index { meaning, len })
    }

    /// `var NAME [of each INDEX, INDEX] : TYPE …`.
    pub(super) fn variable(&mut self, item: &Item) -> Option<()> {
        let ItemKind::Var {
            name,
            index: indices,
            ty,
            scope,
            ..
        } = &item.kind
        else {
            return None;
        };
        let declared = self.declared(ty)?;
        if indices.len() > MAX_INDICES {
            self.error(
                "type::index",
                format!("a variable has at most {MAX_INDICES} indices"),
                item.head,
                format!("{} here", indices.len()),
            );
            return None;
        }
        let mut index = Vec::new();
        for by in indices {
            index.push(self.index_of(by)?);
        }
        let (shape, or_none) = match declared.form {
            Form::Scalar => (Shape::Scalar, declared.or_none),
            Form::Bag(_) | Form::List(_) | Form::Set if !index.is_empty() => {
                self.error("type::index", "a bag, list or set has no index", item.head, "both here");
                self.help("declare one for each, or count in numbers: `var NAME of each player, VALUES : 0..9`");
                return None;
            }
            Form::Bag(_) | Form::Set => {
                let len = i64::from(declared.range.1) - i64::from(declared.range.0) + 1;
                if len > 4_096 {
                    self.error(
                        "size::bag",
                        "a bag or set counts at most 4,096 different values",
                        ty.span,
                        format!("{len} here"),
                    );
                    return None;
                }
                let len = len as u32;
                let cap = match declared.form {
                    Form::Bag(cap) => cap,
                    _ => len,
                };
                (Shape::Bag { cap, len }, false)
            }
            Form::List(cap) => (Shape::List { cap }, false),
            Form::Throw => {
                self.error(
                    "type::throw",
                    "a variable cannot hold a throw",
                    ty.span,
                    "keep its faces in a bag",
                );
                return None;
            }
        };
        let at = self.program.vars.len();
        self.program.vars.push(Var {
            name: name.text.clone(),
            base: 0,
            index,
            meaning: declared.ty.meaning(),
            range: declared.range,
            or_none,
            shape,
            scope: scope.unwrap_or(Scope::Game),
            initial: Vec::new(),
        });
        self.declare(name, Sym::Var(at));
        Some(())
    }

    /// Gives everything its slot and every variable its first value. Nothing when a position would be too large.
    pub(super) fn layout_slots(&mut self) -> Option<()> {
        let seats = self.program.seats.len() as u32;
        let mut next = control::END as u32;
        let mut take = |n: u32| {
            let at = next;
            next = next.saturating_add(n);
            at
        };
        let mut layout = Layout {
            owed: take(2 * OWED_CAP as u32),
            best: take(MAX_BEST as u32),
            scores: take(seats),
            in_play: take(seats),
            pieces: take((seats * self.program.spaces.len() as u32).saturating_mul(self.program.sorts.len() as u32)),
            tmps: self.program.layout.tmps,
            ..Layout::default()
        };
        layout.dice = take(0);
        for dice in &mut self.program.dice {
            dice.base = take(dice.number * if dice.each { seats } else { 1 });
        }
        layout.vars = take(0);
        for var in &mut self.program.vars {
            var.base = take(var.slots());
        }
        layout.frame = take(0);
        layout.len = layout.frame;
        if layout.len as usize > MAX_SLOTS {
            let span = self.game.header.span;
            self.error(
                "size::state",
                "a position of this game is too large",
                span,
                format!("{} slots", layout.len),
            );
            return None;
        }
        self.program.layout = layout;
        self.frame = 0;
        let mut initial = vec![0; self.program.layout.len as usize];
        initial[control::MOVER] = self.program.first_seat();
        initial[control::PHASE] = -1;
        initial[control::PASSED] = NONE;
        initial[control::WINNER] = NONE;
        for dice in &self.program.dice {
            let n = dice.number * if dice.each { seats } else { 1 };
            initial[dice.base as usize..(dice.base + n) as usize].fill(NONE);
        }
        for seat in 0..seats {
            initial[(self.program.layout.in_play + seat) as usize] = 1;
        }
        self.program.initial = initial;
        self.progress.laid_out = true;
        self.first_values();
        self.money_first_values();
        Some(())
    }

    fn first_values(&mut self) {
        let game = self.game;
        for def in &game.defs {
            let ItemKind::Var { name, ty, init, .. } = &def.item.kind else {
                continue;
            };
            let Some(Sym::Var(at)) = self.symbols.get(&name.text).cloned() else {
                continue;
            };
            let Some(declared) = self.declared(ty) else { continue };
            let var = self.program.vars[at].clone();
            let count = (var.slots() / var.width()) as usize;
            let first = match (&var.shape, init) {
                (Shape::Scalar, Some(init)) => {
                    let Some((node, _)) = self.scalar(init, Some(&declared.ty)) else {
                        continue;
                    };
                    match self.scalar_value(node) {
                        Some(v) => {
                            self.in_range(v, &declared, init.span);
                            v
                        }
                        None => {
                            self.error(
                                "type::constant",
                                "a first value must be constant",
                                init.span,
                                "changes during play",
                            );
                            continue;
                        }
                    }
                }
                (Shape::Scalar, None) if var.or_none => NONE,
                (Shape::Scalar, None) => var.range.0.max(0).min(var.range.1),
                (_, None) => 0,
                (_, Some(init)) => {
                    self.error(
                        "type::constant",
                        "a bag, list or set begins empty",
                        init.span,
                        "fill it in `start`",
                    );
                    continue;
                }
            };
            let initial = vec![first; count * var.width() as usize];
            let base = var.base as usize;
            self.program.initial[base..base + initial.len()].copy_from_slice(&initial);
            self.program.vars[at].initial = initial;
        }
    }
}
