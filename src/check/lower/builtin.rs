//! Words of the language that are values or functions.

use super::types::{Sym, Ty, Val};
use super::{Lowerer, Need};
use crate::ir::{BagExpr, BagId, Fold, NONE, Node, NodeId, SetExpr, Whose, control};
use crate::syntax::source::Span;
use crate::syntax::tree::{Expr, ExprKind, Ident, ItemKind};

/// Names that a rule file cannot declare.
pub(super) const NAMES: &[&str] = &[
    "me",
    "mover",
    "opponent",
    "throw",
    "rounds",
    "games",
    "players",
    "spaces",
    "seat",
    "seats",
    "ahead",
    "left",
    "place",
    "space_at",
    "between",
    "mine",
    "ours",
    "theirs",
    "partners",
    "count",
    "total",
    "own",
    "faces",
    "copies",
    "size",
    "sum",
    "min",
    "max",
    "times",
    "alike",
    "at",
    "next",
    "previous",
    "in_play",
    "seats_from",
    "bigger",
    "smaller",
    "abs",
    "throws",
    "some_end",
];

impl Lowerer<'_> {
    pub(super) fn builtin_name(&mut self, name: &Ident) -> Option<Val> {
        if matches!(name.text.as_str(), "me" | "mover" | "opponent" | "seat" | "seats") {
            self.need(Need::Seats);
            if self.program.seats.is_empty() {
                return None;
            }
        }
        let slot = |s: &mut Self, at: usize, ty: Ty| Some(Val::Scalar(s.node(Node::Slot(at as u32)), ty));
        match name.text.as_str() {
            "me" => Some(Val::Scalar(self.node(Node::Me), Ty::Player)),
            "mover" => slot(self, control::MOVER, Ty::Player),
            "rounds" => slot(self, control::ROUNDS, Ty::Int),
            "games" => slot(self, control::GAMES, Ty::Int),
            "opponent" => self.opponent(name.span).map(|n| Val::Scalar(n, Ty::Player)),
            "seat" => match self.seat {
                Some(seat) => Some(Val::Scalar(self.constant(seat + 1), Ty::Int)),
                None => {
                    let (me, one) = (self.node(Node::Me), self.constant(1));
                    Some(Val::Scalar(self.node(Node::Add(me, one)), Ty::Int))
                }
            },
            "seats" => Some(Val::Scalar(self.constant(self.program.seats.len() as i32), Ty::Int)),
            "throw" => match self.program.dice.iter().position(|d| d.name.is_empty()) {
                Some(group) => Some(self.throw(group as u32, None)),
                None if self.was_refused("throw", name.span) => None,
                None => {
                    self.error(
                        "name::unknown",
                        "there is no unnamed group of dice",
                        name.span,
                        "nothing is thrown",
                    );
                    self.help("declare `dice 2 of d6`, or name the group that is meant");
                    None
                }
            },
            "players" | "spaces" => {
                let e = Expr {
                    kind: ExprKind::Name(name.clone()),
                    span: name.span,
                };
                self.set_of(&e, None).map(|(id, ty)| Val::Set(id, ty))
            }
            _ => {
                self.unknown(name, "name");
                None
            }
        }
    }

    /// A call: a function, condition, indexed variable, column or a word of the language.
    pub(super) fn call(&mut self, name: &Ident, args: &[Expr], span: Span, want: Option<&Ty>) -> Option<Val> {
        match self.lookup(&name.text) {
            Some(Sym::Fn(def)) => return self.inline_fn(def, name, args, span),
            Some(Sym::Condition(def)) => return self.condition_truth(def, name, args, span),
            Some(Sym::Var(at)) => return self.var_value(at, args, span),
            Some(Sym::Column { table, ty, of, low }) => {
                self.arity(name, 1, args.len(), span)?;
                let (index, given) = self.scalar(&args[0], Some(&of))?;
                self.same_type(&of, &given, args[0].span)?;
                let node = self.node(Node::Table { table, index, low });
                return Some(Val::Scalar(node, ty));
            }
            Some(Sym::Enum(rows)) if self.sorts_throws(name) => {
                self.arity(name, 1, args.len(), span)?;
                let (throw, ty) = self.bag_of(&args[0], None)?;
                // A table whose heads were refused is no error where it is used.
                let (table, group) = self.sorting.get(&rows).copied()?;
                let faces = Ty::from_meaning(&self.program.dice[group as usize].meaning);
                self.same_type(&faces, &ty, args[0].span)?;
                return Some(Val::Scalar(self.node(Node::Row { table, throw }), Ty::Enum(rows)));
            }
            Some(Sym::Enum(names)) if self.program.sides.as_ref().is_some_and(|s| s.names == names) => {
                self.arity(name, 1, args.len(), span)?;
                let (player, _) = self.scalar(&args[0], Some(&Ty::Player))?;
                return self.side_of(player);
            }
            Some(Sym::Dice(group)) => {
                self.arity(name, 1, args.len(), span)?;
                if !self.program.dice[group as usize].each {
                    self.error(
                        "type::index",
                        format!("`{}` is one throw", name.text),
                        span,
                        "no index here",
                    );
                    return None;
                }
                let (player, _) = self.scalar(&args[0], Some(&Ty::Player))?;
                return Some(self.throw(group, Some(player)));
            }
            Some(Sym::Measure(_)) => {
                self.arity(name, 1, args.len(), span)?;
                let (player, _) = self.scalar(&args[0], Some(&Ty::Player))?;
                let inner = Expr {
                    kind: ExprKind::Name(name.clone()),
                    span: name.span,
                };
                let (body, ty) = self.scalar(&inner, Some(&Ty::Int))?;
                return Some(Val::Scalar(self.node(Node::As { player, body }), ty));
            }
            Some(_) => {
                self.error(
                    "type::call",
                    format!("`{}` cannot be called", name.text),
                    name.span,
                    "not a function",
                );
                return None;
            }
            None if self.was_refused(&name.text, name.span) => return None,
            None => {}
        }
        let int = |n: NodeId| Some(Val::Scalar(n, Ty::Int));
        match name.text.as_str() {
            "ahead" => {
                let (route, space) = self.route_args(name, args, 2, span)?;
                let (steps, _) = self.scalar(&args[1], Some(&Ty::Int))?;
                Some(Val::Scalar(self.node(Node::Ahead { route, space, steps }), Ty::Space))
            }
            "left" | "place" => {
                let (route, space) = self.route_args(name, args, 1, span)?;
                let node = if name.text == "left" {
                    Node::Left { route, space }
                } else {
                    Node::Place { route, space }
                };
                int(self.node(node))
            }
            "space_at" => {
                let route = self.route_arg(args.get(1), span)?;
                self.at_least(name, args, 1, 2, span)?;
                let (place, _) = self.scalar(&args[0], Some(&Ty::Int))?;
                Some(Val::Scalar(self.node(Node::SpaceAt { route, place }), Ty::Space))
            }
            "between" => {
                self.at_least(name, args, 2, 3, span)?;
                let route = self.route_arg(args.get(2), span)?;
                let (from, _) = self.scalar(&args[0], Some(&Ty::Space))?;
                let (to, _) = self.scalar(&args[1], Some(&Ty::Space))?;
                Some(Val::Set(self.set(SetExpr::Between { route, from, to }), Ty::Space))
            }
            "mine" | "ours" | "theirs" => {
                self.arity_within(name, args, (1, 3), span)?;
                let number = self.count_named(&args[1..], |s, sorts| match name.text.as_str() {
                    "mine" => s.pieces_at(Whose::Mine, None, sorts, &args[0]),
                    "ours" => s.side_at(Whose::Ours, sorts, &args[0]),
                    _ => s.side_at(Whose::Theirs, sorts, &args[0]),
                });
                self.counted(number)
            }
            "count" => {
                self.arity_within(name, args, (2, 4), span)?;
                let (player, _) = self.scalar(&args[0], Some(&Ty::Player))?;
                let number = self.count_named(&args[2..], |s, sorts| {
                    s.pieces_at(Whose::Of(player), Some(player), sorts, &args[1])
                });
                self.counted(number)
            }
            "partners" => {
                self.arity(name, 1, args.len(), span)?;
                let (player, _) = self.scalar(&args[0], Some(&Ty::Player))?;
                Some(self.partners(player))
            }
            "total" => {
                self.arity(name, 1, args.len(), span)?;
                let (player, _) = self.scalar(&args[0], Some(&Ty::Player))?;
                // Pieces only move: what a player has in all is what he began with.
                self.need(Need::Kinds);
                let all = self.constant(self.program.kinds.iter().map(|k| k.number).sum());
                if matches!(self.program.nodes[player as usize], Node::Me | Node::Const(0..)) {
                    return int(all);
                }
                let (none, nothing) = (self.constant(NONE), self.constant(0));
                let nobody = self.node(Node::Eq(player, none));
                int(self.node(Node::If(nobody, nothing, all)))
            }
            "own" => {
                self.arity(name, 1, args.len(), span)?;
                self.scalar(&args[0], Some(&Ty::Space)).map(|(n, t)| Val::Scalar(n, t))
            }
            "next" | "previous" => {
                self.arity(name, 1, args.len(), span)?;
                let (player, _) = self.scalar(&args[0], Some(&Ty::Player))?;
                let step = if name.text == "next" { 1 } else { -1 };
                Some(Val::Scalar(self.node(Node::Next { player, step }), Ty::Player))
            }
            "in_play" => {
                self.arity(name, 1, args.len(), span)?;
                let (player, _) = self.scalar(&args[0], Some(&Ty::Player))?;
                Some(Val::Scalar(self.node(Node::InPlay(player)), Ty::Truth))
            }
            "seats_from" => {
                self.arity(name, 1, args.len(), span)?;
                let (player, _) = self.scalar(&args[0], Some(&Ty::Player))?;
                Some(Val::Set(self.set(SetExpr::SeatsFrom(player)), Ty::Player))
            }
            "faces" => {
                self.arity(name, 1, args.len(), span)?;
                let (bag, ty) = self.bag_of(&args[0], None)?;
                Some(Val::Bag { bag, ty, single: false })
            }
            "copies" => {
                self.arity(name, 2, args.len(), span)?;
                let (n, _) = self.scalar(&args[0], Some(&Ty::Int))?;
                let (v, ty) = self.scalar(&args[1], want)?;
                Some(Val::Bag {
                    bag: self.bag(BagExpr::Copies(n, v)),
                    ty,
                    single: false,
                })
            }
            "size" => {
                self.arity(name, 1, args.len(), span)?;
                if let Some((bag, _)) = self.quiet_bag(&args[0]) {
                    return int(self.node(Node::Size(bag)));
                }
                let (set, _) = self.set_of(&args[0], None)?;
                self.walkable(set, args[0].span)?;
                let (tmp, yes) = (self.tmp(), self.constant(1));
                int(self.node(Node::Fold {
                    fold: Fold::Count,
                    tmp,
                    set,
                    body: yes,
                }))
            }
            "times" => {
                self.arity(name, 2, args.len(), span)?;
                let (bag, ty) = self.bag_of(&args[1], None)?;
                let (v, _) = self.scalar(&args[0], Some(&ty))?;
                int(self.node(Node::Times(bag, v)))
            }
            "alike" => {
                self.arity(name, 1, args.len(), span)?;
                let (bag, _) = self.bag_of(&args[0], None)?;
                Some(Val::Scalar(self.node(Node::Alike(bag)), Ty::Truth))
            }
            "at" => {
                self.arity(name, 2, args.len(), span)?;
                let (bag, ty) = self.bag_of(&args[1], None)?;
                let (n, _) = self.scalar(&args[0], Some(&Ty::Int))?;
                Some(Val::Scalar(self.node(Node::At(bag, n)), ty))
            }
            "sum" | "min" | "max" if args.len() == 1 => self.fold_of(name, &args[0]),
            "min" | "max" | "bigger" | "smaller" => {
                self.arity(name, 2, args.len(), span)?;
                let (a, _) = self.scalar(&args[0], Some(&Ty::Int))?;
                let (b, _) = self.scalar(&args[1], Some(&Ty::Int))?;
                let less = self.node(Node::Lt(a, b));
                let low = matches!(name.text.as_str(), "min" | "smaller");
                int(if low {
                    self.node(Node::If(less, a, b))
                } else {
                    self.node(Node::If(less, b, a))
                })
            }
            "abs" => {
                self.arity(name, 1, args.len(), span)?;
                let (a, _) = self.scalar(&args[0], Some(&Ty::Int))?;
                let zero = self.constant(0);
                let minus = self.node(Node::Sub(zero, a));
                let negative = self.node(Node::Lt(a, zero));
                int(self.node(Node::If(negative, minus, a)))
            }
            "throws" => self.distinct_throws(name, args, span),
            "some_end" => {
                self.error(
                    "type::chance",
                    "`some_end` belongs in a claim or in what an example expects",
                    span,
                    "not in a rule, nor within another expression",
                );
                None
            }
            _ => {
                self.unknown(name, "function");
                None
            }
        }
    }

    /// `throws()`: how many different throws the unnamed group of dice has; `throws(GROUP)` that of another;
    /// `throws(CONDITION)` how many of the unnamed group's satisfy it.
    fn distinct_throws(&mut self, name: &Ident, args: &[Expr], span: Span) -> Option<Val> {
        let wanted = match args {
            [] => "",
            [
                Expr {
                    kind: ExprKind::Name(group),
                    ..
                },
            ] if !matches!(self.symbols.get(&group.text), Some(Sym::Fn(_) | Sym::Condition(_))) => {
                self.used.insert(group.text.clone());
                group.text.as_str()
            }
            [condition] => return self.throws_that(condition),
            _ => {
                self.error(
                    "type::arguments",
                    format!("`{}` takes the name of a group of dice, or nothing", name.text),
                    span,
                    "not a group",
                );
                return None;
            }
        };
        self.need(Need::Dice);
        let refused = if wanted.is_empty() { "throw" } else { wanted };
        let Some(dice) = self.program.dice.iter().find(|d| d.name == wanted) else {
            if self.was_refused(refused, span) {
                return None;
            }
            self.error(
                "name::unknown",
                if wanted.is_empty() {
                    "there is no unnamed group of dice".to_owned()
                } else {
                    format!("there is no group of dice `{wanted}`")
                },
                span,
                "nothing is thrown",
            );
            return None;
        };
        let (faces, dice_number) = (dice.faces.len() as u64, u64::from(dice.number));
        let one = if dice.ordered {
            faces.checked_pow(dice.number)
        } else {
            // Ways to choose a multiset: C(faces + dice - 1, dice), each step dividing evenly.
            (1..=dice_number).try_fold(1u64, |n, k| Some(n.checked_mul(faces + k - 1)? / k))
        };
        let throwers = if dice.each { self.program.seats.len() as u32 } else { 1 };
        let all = one
            .and_then(|n| n.checked_pow(throwers))
            .and_then(|n| i32::try_from(n).ok());
        let Some(all) = all else {
            self.error(
                "type::range",
                "there are more than 2,000,000,000 throws",
                span,
                "too many",
            );
            return None;
        };
        Some(Val::Scalar(self.constant(all), Ty::Int))
    }

    /// Whether a name is that of a table of throws.
    fn sorts_throws(&self, name: &Ident) -> bool {
        self.defs()
            .iter()
            .any(|d| matches!(&d.item.kind, ItemKind::Table(t) if t.name.text == name.text && t.of.is_some()))
    }

    fn fold_of(&mut self, name: &Ident, arg: &Expr) -> Option<Val> {
        let fold = match name.text.as_str() {
            "sum" => Fold::Sum,
            "min" => Fold::Min,
            _ => Fold::Max,
        };
        let (bag, ty) = self.bag_of(arg, None)?;
        if ty != Ty::Int {
            self.error(
                "type::mismatch",
                "numbers are needed here",
                arg.span,
                "these are not numbers",
            );
            return None;
        }
        let tmp = self.tmp();
        let body = self.node(Node::Tmp(tmp));
        Some(Val::Scalar(self.node(Node::FoldBag { fold, tmp, bag, body }), Ty::Int))
    }

    /// A bag, if the expression is one; a set otherwise is no error.
    fn quiet_bag(&mut self, e: &Expr) -> Option<(BagId, Ty)> {
        if matches!(e.kind, ExprKind::Set(_) | ExprKind::Such(..) | ExprKind::Range(..)) {
            return None;
        }
        let before = self.diagnostics.len();
        let found = match self.expr(e, None) {
            Some(Val::Bag { bag, ty, .. }) => Some((bag, ty)),
            _ => None,
        };
        self.diagnostics.truncate(before);
        found
    }

    fn at_least(&mut self, name: &Ident, args: &[Expr], least: usize, most: usize, span: Span) -> Option<()> {
        if (least..=most).contains(&args.len()) {
            return Some(());
        }
        self.error(
            "type::arguments",
            format!("`{}` takes {least} or {most} arguments", name.text),
            span,
            format!("{} given", args.len()),
        );
        None
    }

    fn arity_within(&mut self, name: &Ident, args: &[Expr], (least, most): (usize, usize), span: Span) -> Option<()> {
        if (least..=most).contains(&args.len()) {
            return Some(());
        }
        self.error(
            "type::arguments",
            format!("`{}` takes {least} to {most} arguments", name.text),
            span,
            format!("{} given", args.len()),
        );
        None
    }

    fn route_args(&mut self, name: &Ident, args: &[Expr], least: usize, span: Span) -> Option<(NodeId, NodeId)> {
        self.at_least(name, args, least, least + 1, span)?;
        let route = self.route_arg(args.get(least), span)?;
        let (space, _) = self.scalar(&args[0], Some(&Ty::Space))?;
        Some((route, space))
    }

    /// The route that is meant: the one given, the one that numbers, or the only one.
    fn route_arg(&mut self, arg: Option<&Expr>, span: Span) -> Option<NodeId> {
        if let Some(arg) = arg {
            return self.scalar(arg, Some(&Ty::Route)).map(|(n, _)| n);
        }
        self.need(Need::Numbering);
        if self.program.numbering.is_none() {
            self.need(Need::Routes);
            if self.routes_refused() {
                return None;
            }
        }
        let route = match (self.program.numbering, self.program.routes.len()) {
            (Some((route, _)), _) => route,
            (None, 1) => 0,
            (None, n) => {
                self.error(
                    "type::route",
                    "which route is meant is not clear",
                    span,
                    if n == 0 {
                        "this game has no route".to_owned()
                    } else {
                        format!("this game has {n} routes and no `numbering`")
                    },
                );
                self.help("name the route as the last argument, or declare `numbering ROUTE by left`");
                return None;
            }
        };
        Some(self.constant(route as i32))
    }
}
