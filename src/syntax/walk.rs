//! Visits every name in a declaration that stands for a value, a routine or an alternative.

use super::tree::{
    Alternative, Amount, Block, CaseArm, Edit, EditKind, EditPart, Expr, ExprKind, Face, Ident, Item, ItemKind, OnWhat,
    Part, PartKind, Party, PlayRule, RouteStep, Row, SetupEntry, Stmt, StmtKind, Type, TypeKind, Whose,
};

/// Calls `f` with each such name of a declaration, in no particular order. Names that are declared are left out, as are
/// those in guards, examples and claims.
pub fn names(item: &mut Item, f: &mut dyn FnMut(&mut Ident)) {
    Walk { f }.item(item);
}

struct Walk<'f> {
    f: &'f mut dyn FnMut(&mut Ident),
}

impl Walk<'_> {
    fn item(&mut self, item: &mut Item) {
        match &mut item.kind {
            ItemKind::Players(a, b) => {
                self.expr(a);
                self.maybe(b);
            }
            ItemKind::Next(e) | ItemKind::Payoff(e) => self.expr(e),
            ItemKind::Pieces { number, marks, .. } => {
                self.expr(number);
                if let Some(marks) = marks {
                    self.ty(marks);
                }
            }
            ItemKind::Dice { number, .. } => self.expr(number),
            ItemKind::Region { set, .. } => self.expr(set),
            ItemKind::Measure { value, .. } | ItemKind::Default { value, .. } => self.expr(value),
            ItemKind::Die { faces, .. } => faces.iter_mut().for_each(|face| self.face(face)),
            ItemKind::Space(decl) => {
                if let Some((a, b)) = &mut decl.range {
                    self.expr(a);
                    self.expr(b);
                }
                for column in &mut decl.columns {
                    self.ty(&mut column.ty);
                    self.maybe(&mut column.default);
                }
                for member in &mut decl.members {
                    self.expr(&mut member.number);
                    self.exprs(&mut member.cells);
                }
            }
            ItemKind::ThrowName(value) => self.expr(value),
            ItemKind::Money(decl) => decl.accounts.iter_mut().for_each(|a| self.maybe(&mut a.first)),
            ItemKind::Table(decl) => {
                for column in &mut decl.columns {
                    self.ty(&mut column.ty);
                    self.maybe(&mut column.default);
                }
                decl.rows.iter_mut().for_each(|row| self.row(row));
            }
            ItemKind::Route { steps, .. } => steps.iter_mut().for_each(|step| self.route_step(step)),
            ItemKind::Setup { entries, .. } => entries.iter_mut().for_each(|e| self.entry(e)),
            ItemKind::Var { ty, init, .. } => {
                self.ty(ty);
                self.maybe(init);
            }
            ItemKind::Const { ty, value, .. } => {
                self.maybe_ty(ty);
                self.maybe(value);
            }
            ItemKind::Fn { params, ty, body, .. } => {
                params.iter_mut().for_each(|p| self.maybe_ty(&mut p.ty));
                self.maybe_ty(ty);
                self.maybe(body);
            }
            ItemKind::Condition { params, parts, .. } => {
                params.iter_mut().for_each(|p| self.maybe_ty(&mut p.ty));
                self.parts(parts.as_mut());
            }
            ItemKind::Routine { params, body, .. } => {
                params.iter_mut().for_each(|p| self.maybe_ty(&mut p.ty));
                body.iter_mut().for_each(|b| self.block(b));
            }
            ItemKind::Step { params, parts, .. } => {
                params.iter_mut().for_each(|p| self.expr(&mut p.domain));
                self.parts(Some(parts));
            }
            ItemKind::Group { members, .. } => self.alternatives(members),
            ItemKind::Phase { body, .. } | ItemKind::Start(body) => self.block(body),
            ItemKind::Event { params, .. } => params.iter_mut().for_each(|p| self.maybe_ty(&mut p.ty)),
            ItemKind::On { what, when, body, .. } => {
                if let OnWhat::Becomes { test, .. } = what {
                    self.expr(test);
                }
                self.maybe(when);
                self.block(body);
            }
            ItemKind::Referee { params, body, .. } => {
                params.iter_mut().for_each(|p| self.maybe_ty(&mut p.ty));
                self.block(body);
            }
            ItemKind::EndGame { when, body, .. } | ItemKind::EndMatch { when, body, .. } => {
                self.expr(when);
                self.block(body);
            }
            ItemKind::Agreed { ty, default, .. } => {
                self.ty(ty);
                self.expr(default);
            }
            ItemKind::Edit { edits, .. } => edits.iter_mut().for_each(|e| self.edit(e)),
            ItemKind::Source(_)
            | ItemKind::Seats(..)
            | ItemKind::Sides(_)
            | ItemKind::Numbering { .. }
            | ItemKind::Enum { .. }
            | ItemKind::Turn(_)
            | ItemKind::Layout(_)
            | ItemKind::PlayNotation(_)
            | ItemKind::Reading { .. }
            | ItemKind::Witness { .. }
            | ItemKind::Rests(_)
            | ItemKind::Example { .. }
            | ItemKind::Claim { .. }
            | ItemKind::Remove { .. }
            | ItemKind::Supplied { .. } => {}
        }
    }

    fn face(&mut self, face: &mut Face) {
        match face {
            Face::Numbers(a, b, weight) => {
                self.expr(a);
                self.maybe(b);
                self.maybe(weight);
            }
            Face::Named(_, weight) => self.maybe(weight),
        }
    }

    fn route_step(&mut self, step: &mut RouteStep) {
        match step {
            RouteStep::One(e) => self.expr(e),
            RouteStep::Run { from, to, .. } => {
                self.expr(from);
                self.expr(to);
            }
            RouteStep::Each { range, space, .. } => {
                self.expr(range);
                self.expr(space);
            }
        }
    }

    fn row(&mut self, row: &mut Row) {
        if let Some(head) = &mut row.head {
            self.exprs(&mut head.faces);
            self.maybe(&mut head.test);
        }
        self.exprs(&mut row.cells);
    }

    fn entry(&mut self, entry: &mut SetupEntry) {
        self.expr(&mut entry.space);
        self.expr(&mut entry.number);
    }

    fn edit(&mut self, edit: &mut Edit) {
        match &mut edit.kind {
            EditKind::Add { part, .. } | EditKind::Override(part) => match part {
                EditPart::Part(part) => self.part(part),
                EditPart::Alternative(a) => self.alternative(a),
                EditPart::SuchThat(rule) | EditPart::Best(rule) => self.expr(&mut rule.value),
                EditPart::Statement(stmt) => self.stmt(stmt),
                EditPart::Entry(entry) => self.entry(entry),
                EditPart::Row(row) => self.row(row),
                EditPart::When(e) | EditPart::Becomes(e) => self.expr(e),
            },
            EditKind::RemoveEntry { space, .. } => self.expr(space),
            EditKind::Remove(_) => {}
        }
    }

    fn parts(&mut self, parts: Option<&mut Vec<Part>>) {
        parts.into_iter().flatten().for_each(|p| self.part(p));
    }

    fn part(&mut self, part: &mut Part) {
        match &mut part.kind {
            PartKind::Let { value: e, .. } | PartKind::Pick { domain: e, .. } | PartKind::Require { test: e, .. } => {
                self.expr(e);
            }
            PartKind::Do(body) => self.block(body),
            PartKind::Notation(_) => {}
        }
    }

    fn alternatives(&mut self, list: &mut [Alternative]) {
        list.iter_mut().for_each(|a| self.alternative(a));
    }

    fn alternative(&mut self, a: &mut Alternative) {
        (self.f)(&mut a.name);
        self.exprs(&mut a.args);
        self.maybe(&mut a.when);
    }

    fn block(&mut self, block: &mut Block) {
        block.iter_mut().for_each(|s| self.stmt(s));
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Let(_, e)
            | StmtKind::PassTurn(e)
            | StmtKind::Leaves(e)
            | StmtKind::DropFirst(e)
            | StmtKind::Rank(e) => self.expr(e),
            StmtKind::Assign {
                target: a, value: b, ..
            }
            | StmtKind::Take { value: a, from: b }
            | StmtKind::Put { value: a, into: b }
            | StmtKind::Push { value: a, list: b } => {
                self.expr(a);
                self.expr(b);
            }
            StmtKind::Pay(pay) => {
                match &mut pay.amount {
                    Amount::Each(e) | Amount::Together(e) | Amount::UpTo(e) => self.expr(e),
                    Amount::All => {}
                }
                for party in [&mut pay.from, &mut pay.to].into_iter().chain(&mut pay.rest) {
                    if let Party::One(e) = party {
                        self.expr(e);
                    }
                }
            }
            StmtKind::Shift { value, from, to } => {
                self.expr(value);
                self.expr(from);
                self.expr(to);
            }
            StmtKind::If { test, yes, no } => {
                self.expr(test);
                self.block(yes);
                no.iter_mut().for_each(|b| self.block(b));
            }
            StmtKind::For { domain: e, body, .. } | StmtKind::As { player: e, body } => {
                self.expr(e);
                self.block(body);
            }
            StmtKind::Cases(arms) => {
                for CaseArm { test, body, .. } in arms {
                    self.maybe(test);
                    self.block(body);
                }
            }
            StmtKind::Loop { most, body, beyond, .. } => {
                self.expr(most);
                self.block(body);
                self.block(beyond);
            }
            StmtKind::Roll { given: e, .. } | StmtKind::Then { by: e, .. } => self.maybe(e),
            StmtKind::Choose { groups, otherwise } => {
                groups.iter_mut().for_each(|g| self.alternatives(g));
                otherwise.iter_mut().for_each(|b| self.block(b));
            }
            StmtKind::Play {
                groups,
                such_that,
                best_by,
            } => {
                groups.iter_mut().for_each(|g| self.alternatives(g));
                for PlayRule { value, .. } in such_that.iter_mut().chain(best_by) {
                    self.expr(value);
                }
            }
            StmtKind::Emit(_, args) => self.exprs(args),
            StmtKind::Move(m) => {
                if let Whose::Of(e) = &mut m.whose {
                    self.expr(e);
                }
                self.maybe(&mut m.number);
                self.expr(&mut m.from);
                self.maybe(&mut m.to);
                self.maybe(&mut m.becomes);
            }
            StmtKind::EndGame(body) | StmtKind::EndMatch(body) => self.block(body),
            StmtKind::Win { player, by } => {
                self.expr(player);
                self.maybe(by);
            }
            StmtKind::Call(name, args) => {
                (self.f)(name);
                self.exprs(args);
            }
            StmtKind::Leave | StmtKind::Again | StmtKind::Draw => {}
        }
    }

    fn maybe_ty(&mut self, ty: &mut Option<Type>) {
        ty.iter_mut().for_each(|t| self.ty(t));
    }

    fn ty(&mut self, ty: &mut Type) {
        match &mut ty.kind {
            TypeKind::Range(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            TypeKind::Bag(number, of) | TypeKind::List(number, of) => {
                self.expr(number);
                self.ty(of);
            }
            TypeKind::Set(of) | TypeKind::OrNone(of) => self.ty(of),
            TypeKind::Name(_) | TypeKind::Inline(_) => {}
        }
    }

    fn exprs(&mut self, list: &mut [Expr]) {
        list.iter_mut().for_each(|e| self.expr(e));
    }

    fn maybe(&mut self, e: &mut Option<Expr>) {
        e.iter_mut().for_each(|e| self.expr(e));
    }

    fn expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Name(name) => (self.f)(name),
            ExprKind::Call(name, args) => {
                (self.f)(name);
                self.exprs(args);
            }
            ExprKind::Can(_, args) | ExprKind::CountStep(_, args) | ExprKind::Set(args) | ExprKind::Bag(args) => {
                self.exprs(args);
            }
            ExprKind::Member(name, a) => {
                (self.f)(name);
                self.expr(a);
            }
            ExprKind::Mine(_, a)
            | ExprKind::Neg(a)
            | ExprKind::Not(a)
            | ExprKind::AllMineIn(a)
            | ExprKind::Chance(a) => self.expr(a),
            ExprKind::Of(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Range(a, b)
            | ExprKind::As(a, b)
            | ExprKind::Quant(_, _, a, b)
            | ExprKind::Such(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::If(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            ExprKind::Cases(arms) => {
                for (test, value, _) in arms {
                    self.maybe(test);
                    self.expr(value);
                }
            }
            ExprKind::Int(_) | ExprKind::Truth(_) | ExprKind::None => {}
        }
    }
}
