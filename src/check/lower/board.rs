//! Spaces, routes, numbering, regions.

use super::types::{Local, Sym, Ty, Val};
use super::{Lowerer, Need};
use crate::ir::{Family, Local as Place, NONE, Node, NodeId, Route, SetExpr, SetId, Space};
use crate::syntax::source::Span;
use crate::syntax::tree::{Expr, ExprKind, Ident, ItemKind, Mode, RouteOwner, RouteStep, SpaceDecl};

const MAX_SPACES: usize = 4_096;

impl Lowerer<'_> {
    /// Which route gives own numbers.
    pub(super) fn numbering(&mut self) {
        if let Some(def) = self.single("numbering")
            && let ItemKind::Numbering {
                route,
                by_left: Some(by_left),
            } = &def.item.kind
        {
            match self.lookup(&route.text) {
                Some(Sym::Route(id)) => self.program.numbering = Some((id, *by_left)),
                _ => self.unknown(route, "route"),
            }
        }
    }

    /// `region NAME = SET`.
    pub(super) fn region(&mut self, name: &Ident, each: bool, set: &Expr) {
        if let Some((set, _)) = self.set_of(set, Some(&Ty::Space)) {
            self.declare(name, Sym::Region { set, each });
        }
    }

    /// A route with all the definitions of its name: one for everybody, or one for each of several seats.
    pub(super) fn routes_named(&mut self, name: &Ident) {
        if self.symbols.contains_key(&name.text) && self.refused.contains(&name.text) {
            return;
        }
        if matches!(self.symbols.get(&name.text), Some(Sym::Route(_))) {
            return;
        }
        // Places are looked up by space.
        self.need(Need::Spaces);
        let game = self.game;
        let id = self.program.routes.len();
        self.program.routes.push(Route {
            name: name.text.clone(),
            around: false,
            spaces: vec![Vec::new(); self.program.seats.len()],
            places: Vec::new(),
        });
        let mut whole = true;
        for def in &game.defs {
            if let ItemKind::Route {
                name: same,
                owner,
                steps,
                around,
            } = &def.item.kind
                && same.text == name.text
                && def.item.mode != Mode::Open
            {
                whole &= self.route(id, name, owner, steps, *around, def.item.span).is_some();
            }
        }
        let spaces = self.program.spaces.len();
        let route = &mut self.program.routes[id];
        route.places = route
            .spaces
            .iter()
            .map(|list| {
                let mut places = vec![NONE; spaces];
                for (i, s) in list.iter().enumerate() {
                    places[*s as usize] = i as i32;
                }
                places
            })
            .collect();
        if whole {
            self.declare(name, Sym::Route(id as u32));
        } else {
            self.refused.insert(name.text.clone());
        }
    }

    /// Whether some route was refused: then which one is meant cannot be told.
    pub(super) fn routes_refused(&self) -> bool {
        self.program.routes.iter().any(|r| self.refused.contains(&r.name))
    }

    pub(super) fn space(&mut self, decl: &SpaceDecl, span: Span) {
        let (low, high) = match &decl.range {
            None => (0, 0),
            Some((a, b)) => {
                let (Some(a), Some(b)) = (self.constant_int(a), self.constant_int(b)) else {
                    return;
                };
                (a.min(b), a.max(b))
            }
        };
        let len = (i64::from(high) - i64::from(low) + 1) as usize;
        let owners = if decl.each_player { self.program.seats.len() } else { 1 };
        if len.saturating_mul(owners) + self.program.spaces.len() > MAX_SPACES {
            self.error(
                "size::spaces",
                "a board has at most 4,096 spaces",
                span,
                "this goes beyond",
            );
            return;
        }
        let family = self.program.families.len() as u32;
        let first = self.program.spaces.len() as u32;
        let numbered = decl.range.is_some();
        for owner in 0..owners {
            for i in 0..len {
                let number = low + i as i32;
                let id = if numbered {
                    format!("{}[{number}]", decl.name.text)
                } else {
                    decl.name.text.clone()
                };
                self.program.spaces.push(Space {
                    id,
                    name: None,
                    family,
                    number,
                    owner: decl.each_player.then_some(owner as u32),
                });
            }
        }
        self.program.families.push(Family {
            name: decl.name.text.clone(),
            first,
            low,
            len: len as u32,
            numbered,
            each: decl.each_player,
        });
        self.declare(&decl.name, Sym::Family(family));
        self.columns(decl, first, low, len, owners);
    }

    fn columns(&mut self, decl: &SpaceDecl, first: u32, low: i32, len: usize, owners: usize) {
        let family = self.program.families.len() as u32 - 1;
        let mut tables = Vec::new();
        for column in &decl.columns {
            let Some(declared) = self.declared(&column.ty) else {
                return;
            };
            let Some((node, _)) = column.default.as_ref().and_then(|d| self.scalar(d, Some(&declared.ty))) else {
                return;
            };
            let default = self.scalar_value(node).unwrap_or(0);
            let table = self.program.tables.len() as u32;
            self.program.tables.push(vec![default; len * owners]);
            self.declare(
                &column.name,
                Sym::Column {
                    table,
                    ty: declared.ty.clone(),
                    of: Ty::Space,
                    low: first as i32,
                },
            );
            tables.push((table, declared.ty));
        }
        for member in &decl.members {
            let Some(number) = self.constant_int(&member.number) else {
                continue;
            };
            let at = i64::from(number) - i64::from(low);
            if !(0..len as i64).contains(&at) {
                self.error(
                    "type::range",
                    format!("`{}` has no member {number}", decl.name.text),
                    member.number.span,
                    "outside the family",
                );
                continue;
            }
            for owner in 0..owners {
                self.program.spaces[first as usize + owner * len + at as usize].name = Some(member.name.text.clone());
            }
            let sym = if decl.each_player {
                Sym::Member { family, number }
            } else {
                Sym::Space(first as i32 + at as i32)
            };
            self.declare(&member.name, sym);
            for (cell, (table, ty)) in member.cells.iter().zip(&tables) {
                if let Some((node, _)) = self.scalar(cell, Some(ty))
                    && let Some(v) = self.scalar_value(node)
                {
                    for owner in 0..owners {
                        self.program.tables[*table as usize][owner * len + at as usize] = v;
                    }
                }
            }
        }
    }

    /// One definition of a route, for the seats that it is for.
    fn route(
        &mut self,
        id: usize,
        name: &Ident,
        owner: &RouteOwner,
        steps: &[RouteStep],
        around: bool,
        span: Span,
    ) -> Option<()> {
        let seats: Vec<i32> = match owner {
            RouteOwner::Shared | RouteOwner::Each => (0..self.program.seats.len() as i32).collect(),
            RouteOwner::Seat(e) => {
                let n = self.constant_int(e)?;
                if !(1..=self.program.seats.len() as i32).contains(&n) {
                    self.error(
                        "type::range",
                        format!("there is no seat {n}"),
                        e.span,
                        "not a seat of this game",
                    );
                    return None;
                }
                vec![n - 1]
            }
        };
        self.program.routes[id].around = around;
        for seat in seats {
            let mut list = Vec::new();
            for step in steps {
                self.route_step(step, seat, &mut list)?;
            }
            for (i, s) in list.iter().enumerate() {
                if let Some(at) = list[..i].iter().position(|t| t == s) {
                    let space = self.program.spaces[*s as usize].id.clone();
                    self.error(
                        "route::twice",
                        format!("route `{}` comes to `{space}` twice", name.text),
                        span,
                        format!("at places {at} and {i} for seat {}", seat + 1),
                    );
                    self.help("write two routes, one for each pass, and tell by a mark of the piece which it is on (`pieces … marks`); or give the second visit a space of its own");
                    return None;
                }
            }
            if list.is_empty() {
                self.error(
                    "route::empty",
                    format!("route `{}` has no space", name.text),
                    span,
                    "nothing here",
                );
                return None;
            }
            self.program.routes[id].spaces[seat as usize] = list;
        }
        Some(())
    }

    fn route_step(&mut self, step: &RouteStep, seat: i32, list: &mut Vec<i32>) -> Option<()> {
        self.seat = Some(seat);
        let result = self.route_spaces(step, seat, list);
        self.seat = None;
        result
    }

    fn route_spaces(&mut self, step: &RouteStep, seat: i32, list: &mut Vec<i32>) -> Option<()> {
        match step {
            RouteStep::One(e) => {
                let space = self.route_space(e, seat)?;
                list.push(space);
            }
            RouteStep::Run { family, from, to } => {
                let (a, b) = (self.constant_int(from)?, self.constant_int(to)?);
                // Step by step: the first number that is no space ends it, however far the run was to go.
                for n in run(a, b) {
                    let span = family.span.to(to.span);
                    let number = Expr {
                        kind: ExprKind::Int(n.into()),
                        span,
                    };
                    let member = Expr {
                        kind: ExprKind::Member(family.clone(), Box::new(number)),
                        span,
                    };
                    let space = self.route_space(&member, seat)?;
                    list.push(space);
                }
            }
            RouteStep::Each { var, range, space } => {
                let (set, ty) = self.set_of(range, Some(&Ty::Int))?;
                let SetExpr::Fixed(fixed) = self.program.sets[set as usize] else {
                    self.error(
                        "type::constant",
                        "a route is laid out once",
                        range.span,
                        "this changes during play",
                    );
                    return None;
                };
                let values = self.program.fixed[fixed as usize][seat as usize].list.clone();
                for v in values {
                    let node = self.constant(v);
                    let alias = Local::Alias(Val::Scalar(node, ty.clone()));
                    let before = self.diagnostics.len();
                    let found = self.with_local(&var.text, alias, |s| s.route_space(space, seat));
                    if found.is_none() && self.diagnostics.len() > before {
                        self.help(format!("the route has a hole where `{}` is {v}", var.text));
                    }
                    list.push(found?);
                }
            }
        }
        Some(())
    }

    /// How the spaces of a family are written one after another, where only the family was named.
    fn whole_family(&mut self, e: &Expr) {
        let ExprKind::Name(name) = &e.kind else { return };
        let Some(Sym::Family(family)) = self.symbols.get(&name.text) else {
            return;
        };
        let info = &self.program.families[*family as usize];
        if info.numbered && info.len > 0 {
            let last = info.low + info.len as i32 - 1;
            self.help(format!(
                "in which order? `{0}[{1}..{last}]`, or `{0}[{last}..{1}]`",
                name.text, info.low
            ));
        }
    }

    fn route_space(&mut self, e: &Expr, seat: i32) -> Option<i32> {
        let before = self.diagnostics.len();
        let Some((node, _)) = self.scalar(e, Some(&Ty::Space)) else {
            if self.diagnostics.len() > before {
                self.whole_family(e);
            }
            return None;
        };
        let value = match &self.program.nodes[node as usize] {
            Node::Const(v) => Some(*v),
            Node::BySeat { table } => self.program.tables[*table as usize].get(seat as usize).copied(),
            _ => None,
        };
        match value {
            Some(NONE) => {
                self.error(
                    "route::hole",
                    "this route has a hole",
                    e.span,
                    format!("no such space for seat {}", seat + 1),
                );
                None
            }
            None => {
                self.error(
                    "type::constant",
                    "a route is laid out once",
                    e.span,
                    "this changes during play",
                );
                None
            }
            value => value,
        }
    }

    /// The spaces of a family for one owner.
    pub(super) fn family_spaces(&self, family: u32, seat: usize) -> Vec<i32> {
        let info = &self.program.families[family as usize];
        let from = info.first + if info.each { seat as u32 * info.len } else { 0 };
        (from..from + info.len).map(|s| s as i32).collect()
    }

    /// A family or single space as a scalar of `me`: only single spaces are.
    pub(super) fn family_value(&mut self, family: u32, owner: Option<NodeId>) -> Option<Val> {
        let info = self.program.families[family as usize].clone();
        if info.numbered {
            let set = self.family_set(family);
            let set = self.owners_set(set, info.each, owner);
            return Some(Val::Set(set, Ty::Space));
        }
        let node = if !info.each {
            self.constant(info.first as i32)
        } else if let Some(owner) = owner.or(self.owner) {
            let table = self.program.tables.len() as u32;
            let seats = self.program.seats.len() as i32;
            self.program
                .tables
                .push((0..seats).map(|s| info.first as i32 + s).collect());
            self.node(Node::Table {
                table,
                index: owner,
                low: 0,
            })
        } else {
            self.own_single(family)
        };
        Some(Val::Scalar(node, Ty::Space))
    }

    /// `me`'s space of a kind that each player has.
    fn own_single(&mut self, family: u32) -> NodeId {
        let first = self.program.families[family as usize].first as i32;
        if let Some(seat) = self.seat {
            return self.constant(first + seat);
        }
        let table = self.program.tables.len() as u32;
        let seats = self.program.seats.len() as i32;
        self.program.tables.push((0..seats).map(|s| first + s).collect());
        self.node(Node::BySeat { table })
    }

    pub(super) fn family_set(&mut self, family: u32) -> SetId {
        let seats = self.program.seats.len();
        let sets = (0..seats)
            .map(|s| crate::ir::FixedSet::new(self.family_spaces(family, self.seat.map_or(s, |x| x as usize))))
            .collect();
        self.program.fixed.push(sets);
        let id = self.program.fixed.len() as u32 - 1;
        self.set(SetExpr::Fixed(id))
    }

    /// `family[n]`, for `me` or a named owner.
    pub(super) fn member(&mut self, family: &Ident, number: &Expr, owner: Option<NodeId>) -> Option<Val> {
        let Some(Sym::Family(id)) = self.lookup(&family.text) else {
            self.unknown(family, "family of spaces");
            return None;
        };
        let info = self.program.families[id as usize].clone();
        let owner = if info.each { owner.or(self.owner) } else { owner };
        if !info.numbered {
            self.error(
                "type::space",
                format!("`{}` is a single space", info.name),
                family.span,
                "has no numbered members",
            );
            return None;
        }
        if let ExprKind::Range(a, b) = &number.kind {
            let set = self.members(id, a, b, number.span)?;
            let set = self.owners_set(set, info.each, owner);
            return Some(Val::Set(set, Ty::Space));
        }
        let (index, _) = self.scalar(number, Some(&Ty::Int))?;
        if let Some(n) = self.scalar_value(index)
            && !(info.low..info.low + info.len as i32).contains(&n)
        {
            self.error(
                "type::range",
                format!("there is no `{}[{n}]`", info.name),
                number.span,
                format!("`{}` has {} to {}", info.name, info.low, info.low + info.len as i32 - 1),
            );
            return None;
        }
        let node = self.member_at(id, index, owner);
        Some(Val::Scalar(node, Ty::Space))
    }

    /// The member of a family with a number; of a family that each player has, the owner's, or `me`'s.
    pub(super) fn member_at(&mut self, family: u32, index: NodeId, owner: Option<NodeId>) -> NodeId {
        let info = self.program.families[family as usize].clone();
        if !info.each {
            let row = self.family_spaces(family, 0);
            let table = self.table(row);
            return self.node(Node::Table {
                table,
                index,
                low: info.low,
            });
        }
        let rows = (0..self.program.seats.len())
            .flat_map(|s| self.family_spaces(family, s))
            .collect();
        let table = self.table(rows);
        let seat_table = |index| Node::SeatTable {
            table,
            index,
            low: info.low,
            len: info.len,
        };
        let Some(player) = owner.or(self.owner).or_else(|| self.seat.map(|s| self.constant(s))) else {
            return self.node(seat_table(index));
        };
        // The number is `me`'s, the space the owner's.
        let tmp = self.tmp();
        let kept = self.node(Node::Tmp(tmp));
        let body = self.node(seat_table(kept));
        let body = self.node(Node::As { player, body });
        self.node(Node::Let {
            tmp,
            value: index,
            body,
        })
    }

    fn table(&mut self, rows: Vec<i32>) -> u32 {
        self.program.tables.push(rows);
        self.program.tables.len() as u32 - 1
    }

    /// `family[a..b]`: a set.
    fn members(&mut self, family: u32, a: &Expr, b: &Expr, span: Span) -> Option<SetId> {
        let info = self.program.families[family as usize].clone();
        let (a, b) = (self.constant_int(a)?, self.constant_int(b)?);
        let (low, high) = (a.min(b), a.max(b));
        let last = info.low + info.len as i32 - 1;
        if low < info.low || high > last {
            self.error(
                "type::range",
                format!(
                    "there is no `{}[{}]`",
                    info.name,
                    if low < info.low { low } else { high }
                ),
                span,
                format!("`{}` has {} to {last}", info.name, info.low),
            );
            return None;
        }
        let run = (low - info.low) as usize..=(high - info.low) as usize;
        let sets = (0..self.program.seats.len())
            .map(|s| {
                let seat = self.seat.map_or(s, |x| x as usize);
                crate::ir::FixedSet::new(self.family_spaces(family, seat)[run.clone()].to_vec())
            })
            .collect();
        self.program.fixed.push(sets);
        let id = self.program.fixed.len() as u32 - 1;
        Some(self.set(SetExpr::Fixed(id)))
    }

    /// Keeps a parameter's place for later lookups.
    pub(super) fn local_tmp(&mut self, name: &str, ty: Ty) -> u32 {
        let tmp = self.tmp();
        self.locals.push((name.to_owned(), Local::At(Place::Tmp(tmp), ty)));
        tmp
    }
}

/// The numbers from one to another, upwards or downwards.
pub(super) fn run(from: i32, to: i32) -> impl Iterator<Item = i32> {
    let step = if from <= to { 1 } else { -1 };
    (0..=from.abs_diff(to)).map(move |i| (i64::from(from) + step * i64::from(i)) as i32)
}
