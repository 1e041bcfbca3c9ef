//! Goes through a declaration: every name that stands for a value, a routine or an alternative, and every part that may rest
//! on something or stand under a guard.

use super::tree::{
    Alternative, Amount, Block, Edit, EditKind, EditPart, Expr, ExprKind, Face, Ident, Item, ItemKind, OnWhat, Part,
    PartKind, Party, PlayRule, RouteStep, Row, SetupEntry, Stmt, StmtKind, Tail, Type, TypeKind, Whose,
};

/// What is done with what a walk comes by.
pub trait Visitor {
    /// A name that stands for a value, a routine or an alternative. Names that are declared are left out, as are those in
    /// guards, examples and claims.
    fn name(&mut self, _name: &mut Ident) {}

    /// What is written behind a part, after everything in the part: whether the part stays. Parts are requirements,
    /// statements, arms of `cases`, alternatives, rules of a play, rows, entries, members and accounts; what an edit adds or
    /// overrides stays in any case.
    fn part(&mut self, _tail: &mut Tail) -> bool {
        true
    }
}

/// Goes through a declaration, parts in the order written.
pub fn visit(item: &mut Item, visitor: &mut dyn Visitor) {
    Walk { visitor }.item(item);
}

/// Calls `f` with each name of a declaration that stands for a value, a routine or an alternative, in no particular order.
pub fn names(item: &mut Item, f: &mut dyn FnMut(&mut Ident)) {
    struct Names<'f>(&'f mut dyn FnMut(&mut Ident));
    impl Visitor for Names<'_> {
        fn name(&mut self, name: &mut Ident) {
            (self.0)(name);
        }
    }
    visit(item, &mut Names(f));
}

struct Walk<'v> {
    visitor: &'v mut dyn Visitor,
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
                decl.members.retain_mut(|member| {
                    self.expr(&mut member.number);
                    self.exprs(&mut member.cells);
                    self.visitor.part(&mut member.tail)
                });
            }
            ItemKind::ThrowName(value) => self.expr(value),
            ItemKind::Money(decl) => decl.accounts.retain_mut(|a| {
                self.maybe(&mut a.first);
                self.visitor.part(&mut a.tail)
            }),
            ItemKind::Table(decl) => {
                for column in &mut decl.columns {
                    self.ty(&mut column.ty);
                    self.maybe(&mut column.default);
                }
                decl.rows.retain_mut(|row| self.row(row));
            }
            ItemKind::Route { steps, .. } => steps.iter_mut().for_each(|step| self.route_step(step)),
            ItemKind::Setup { entries, .. } => entries.retain_mut(|e| self.entry(e)),
            ItemKind::Glossary { entries, .. } => entries.retain_mut(|e| self.visitor.part(&mut e.tail)),
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
                parts.iter_mut().for_each(|p| self.parts(p));
            }
            ItemKind::Routine { params, body, .. } => {
                params.iter_mut().for_each(|p| self.maybe_ty(&mut p.ty));
                body.iter_mut().for_each(|b| self.block(b));
            }
            ItemKind::Step { params, parts, .. } => {
                params.iter_mut().for_each(|p| self.expr(&mut p.domain));
                self.parts(parts);
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
            | ItemKind::Lost(_)
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

    fn row(&mut self, row: &mut Row) -> bool {
        if let Some(head) = &mut row.head {
            self.exprs(&mut head.faces);
            self.maybe(&mut head.test);
        }
        self.exprs(&mut row.cells);
        self.visitor.part(&mut row.tail)
    }

    fn entry(&mut self, entry: &mut SetupEntry) -> bool {
        self.expr(&mut entry.space);
        self.expr(&mut entry.number);
        self.visitor.part(&mut entry.tail)
    }

    fn edit(&mut self, edit: &mut Edit) {
        match &mut edit.kind {
            EditKind::Add { part, .. } | EditKind::Override(part) => {
                match part {
                    EditPart::Part(part) => self.part(part),
                    EditPart::Alternative(a) => self.alternative(a),
                    EditPart::SuchThat(rule) | EditPart::Best(rule) => self.play_rule(rule),
                    EditPart::Statement(stmt) => self.stmt(stmt),
                    EditPart::Entry(entry) => self.entry(entry),
                    EditPart::Row(row) => self.row(row),
                    EditPart::When(e) | EditPart::Becomes(e) => {
                        self.expr(e);
                        true
                    }
                };
            }
            EditKind::RemoveEntry { space, .. } => self.expr(space),
            EditKind::Remove(_) => {}
        }
    }

    fn parts(&mut self, parts: &mut Vec<Part>) {
        parts.retain_mut(|p| self.part(p));
    }

    fn part(&mut self, part: &mut Part) -> bool {
        match &mut part.kind {
            PartKind::Let { value: e, .. } | PartKind::Pick { domain: e, .. } | PartKind::Require { test: e, .. } => {
                self.expr(e);
            }
            PartKind::Do(body) => self.block(body),
            PartKind::Notation(_) => {}
        }
        self.visitor.part(&mut part.tail)
    }

    fn alternatives(&mut self, list: &mut Vec<Alternative>) {
        list.retain_mut(|a| self.alternative(a));
    }

    fn alternative(&mut self, a: &mut Alternative) -> bool {
        self.visitor.name(&mut a.name);
        self.exprs(&mut a.args);
        self.maybe(&mut a.when);
        self.visitor.part(&mut a.tail)
    }

    fn play_rule(&mut self, rule: &mut PlayRule) -> bool {
        self.expr(&mut rule.value);
        self.visitor.part(&mut rule.tail)
    }

    fn block(&mut self, block: &mut Block) {
        block.retain_mut(|s| self.stmt(s));
    }

    fn stmt(&mut self, stmt: &mut Stmt) -> bool {
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
                arms.retain_mut(|arm| {
                    self.maybe(&mut arm.test);
                    self.block(&mut arm.body);
                    self.visitor.part(&mut arm.tail)
                });
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
                for rules in [such_that, best_by] {
                    rules.retain_mut(|r| self.play_rule(r));
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
                self.visitor.name(name);
                self.exprs(args);
            }
            StmtKind::Leave | StmtKind::Again | StmtKind::Draw => {}
        }
        self.visitor.part(&mut stmt.tail)
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
            ExprKind::Name(name) => self.visitor.name(name),
            ExprKind::Call(name, args) => {
                self.visitor.name(name);
                self.exprs(args);
            }
            ExprKind::Can(_, args) | ExprKind::CountStep(_, args) | ExprKind::Set(args) | ExprKind::Bag(args) => {
                self.exprs(args);
            }
            ExprKind::Member(name, a) => {
                self.visitor.name(name);
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
                arms.retain_mut(|(test, value, tail)| {
                    self.maybe(test);
                    self.expr(value);
                    self.visitor.part(tail)
                });
            }
            ExprKind::Int(_) | ExprKind::Truth(_) | ExprKind::None => {}
        }
    }
}
