//! What can be looked at for all values of a variable at once: candidates of steps by all values of a parameter, and
//! quantifiers by all that they go through.

mod build;
mod constants;
mod lanes;

use super::Lowerer;
use crate::engine::Fuel;
use crate::ir::{Compare, Fold, MASK_VALUES, MaskExpr, MaskId, Node, NodeId, SetExpr, SetId, Whose};

/// From how many members on a quantifier is looked at as a whole.
const WORTHWHILE: usize = 6;
/// How many expressions are tried in all.
const TRIED: u32 = 20_000;
/// How many values all constants may go through while they are computed.
const EFFORT: u32 = 4_000_000;

/// What is left of the bounds on making masks.
#[derive(Debug)]
pub(super) struct Effort {
    tried: u32,
    fuel: Fuel,
}

impl Effort {
    fn new() -> Self {
        Self {
            tried: TRIED,
            fuel: Fuel::of(EFFORT),
        }
    }
}

/// A variable of which all values are looked at.
#[derive(Clone, Debug)]
struct Over {
    /// Where a value stands.
    tmp: u32,
    /// How many values there are, from 0.
    size: usize,
    /// What else stands for a value that it leads to: another temporary, and the expression.
    maps: Vec<(u32, NodeId)>,
    /// Temporaries that depend on it in other ways.
    opaque: Vec<u32>,
}

impl Over {
    const fn new(tmp: u32, size: usize) -> Self {
        Self {
            tmp,
            size,
            maps: Vec::new(),
            opaque: Vec::new(),
        }
    }
}

impl Lowerer<'_> {
    /// Finds the steps and quantifiers that masks can be used for.
    pub(super) fn mask(&mut self) {
        let mut effort = Effort::new();
        for step in 0..self.program.steps.len() {
            let lanes = self.lanes_of(step, &mut effort);
            self.program.steps[step].lanes = lanes;
        }
        for id in 0..self.program.nodes.len() as NodeId {
            self.mask_fold(id, &mut effort);
        }
    }

    /// Puts masks in the place of a quantifier; what it said is kept for where they do not reach.
    fn mask_fold(&mut self, id: NodeId, effort: &mut Effort) {
        let (fold, set, body) = match self.program.nodes[id as usize].clone() {
            Node::Fold { fold, tmp, set, body }
                if matches!(fold, Fold::Some | Fold::All | Fold::Count | Fold::First) =>
            {
                let Some((members, size, ascending)) = self.members_mask(set, effort) else {
                    return;
                };
                if fold == Fold::First && !ascending {
                    return;
                }
                let over = Over::new(tmp, size);
                let Some(body) = self.mask_of(body, &over, effort) else {
                    return;
                };
                (fold, members, body)
            }
            Node::AllMineIn(set) if self.program.spaces.len() <= MASK_VALUES && self.size_of(set).is_some() => {
                let pieces = MaskExpr::Pieces {
                    whose: Whose::Mine,
                    sorts: None,
                    compare: Compare::More,
                    than: self.constant(0),
                };
                let Some(set) = self.fixed_mask(set) else { return };
                (Fold::All, self.new_mask(pieces), set)
            }
            _ => return,
        };
        let of = self.program.nodes.len() as NodeId;
        let said = std::mem::replace(
            &mut self.program.nodes[id as usize],
            Node::Masked { fold, set, body, of },
        );
        self.program.nodes.push(said);
        self.reach.nodes.push(self.reach.nodes[id as usize].clone());
        let part = self.program.bound_of(id);
        if part != 0 {
            self.program.bounds.push((of, part));
        }
    }

    /// The members of a set as a mask, how many values they are among, and whether they ascend.
    fn members_mask(&mut self, set: SetId, effort: &mut Effort) -> Option<(MaskId, usize, bool)> {
        match self.program.sets[set as usize].clone() {
            SetExpr::Fixed(_) => {
                let size = self.size_of(set)?;
                let rows = self.fixed_members(set)?;
                let ascending = rows.iter().all(|row| row.list.is_sorted());
                if rows.iter().all(|row| row.list.len() < WORTHWHILE) {
                    return None;
                }
                Some((self.fixed_mask(set)?, size, ascending))
            }
            SetExpr::Such { base, tmp, test } => {
                let (members, size, ascending) = self.members_mask(base, effort)?;
                let test = self.mask_of(test, &Over::new(tmp, size), effort)?;
                Some((self.new_mask(MaskExpr::And(members, test)), size, ascending))
            }
            _ => None,
        }
    }

    fn new_mask(&mut self, mask: MaskExpr) -> MaskId {
        self.program.masks.push(mask);
        self.program.masks.len() as MaskId - 1
    }

    /// Up to where the members of a constant set go, if a mask can hold them.
    fn size_of(&self, set: SetId) -> Option<usize> {
        let members = self.fixed_members(set)?.iter().flat_map(|f| &f.list);
        let last = members.copied().max().unwrap_or(0);
        let size = usize::try_from(last).ok()? + 1;
        (size <= MASK_VALUES).then_some(size)
    }
}
