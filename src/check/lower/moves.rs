//! Statements that move pieces.

use super::Lowerer;
use super::types::Ty;
use crate::ir::{MoveOp, NodeId, Op};
use crate::syntax::source::Span;
use crate::syntax::tree::{Expr, ExprKind, MoveStmt, Whose};

impl Lowerer<'_> {
    pub(super) fn move_stmt(&mut self, m: &MoveStmt, span: Span) -> Option<()> {
        let owner = match &m.whose {
            Whose::My => self.me_node(),
            Whose::Their => self.opponent(span)?,
            Whose::Of(p) => self.scalar(p, Some(&Ty::Player))?.0,
        };
        let number = match &m.number {
            Some(n) => Some(self.scalar(n, Some(&Ty::Int))?.0),
            None => None,
        };
        let (named, becomes) = self.sorts_of_move(m, span)?;
        let from = self.piece_space(&m.from, owner)?;
        let to = match &m.to {
            Some(to) => self.piece_space(to, owner)?,
            None => from,
        };
        let several = self.scalar_value(named.len) != Some(1);
        let part = self.bound_part(
            span,
            if several {
                "there are not so many pieces there, or there is no such space, or their marks differ and none is named"
            } else {
                "there are not so many pieces there, or there is no such space"
            },
        );
        self.emit(Op::Move(Box::new(MoveOp {
            owner,
            sort: named.first,
            sorts: named.len,
            number,
            from,
            to,
            becomes,
            part,
        })));
        Some(())
    }

    /// A space that each player has, named barely, is the piece's owner's.
    fn piece_space(&mut self, e: &Expr, owner: NodeId) -> Option<NodeId> {
        let owner = match e.kind {
            ExprKind::Name(_) | ExprKind::Member(..) => Some(owner),
            _ => None,
        };
        self.owned_by(owner, |s| s.scalar(e, Some(&Ty::Space))).map(|(n, _)| n)
    }
}
