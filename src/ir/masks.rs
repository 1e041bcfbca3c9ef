//! Expressions over all values of one variable at once: bit `v` says whether something holds for `v`.
//!
//! The variable is a space, or another small value: a parameter of a step or what a quantifier goes through. The last bit
//! stands for none.

use super::{NodeId, SetId, Sorts, Whose};

/// A truth for each value of a variable.
pub type Mask = u128;
/// A mask expression.
pub type MaskId = u32;

/// How many values a mask tells apart.
pub const MASK_VALUES: usize = 126;
/// How many masks are kept while an inner parameter is gone through.
pub const MAX_KEPT: usize = 8;
/// The bit that stands for none.
pub const NONE_BIT: Mask = 1 << 127;

/// How a number of pieces is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Fewer than.
    Less,
    /// At most.
    AtMost,
    /// More than.
    More,
    /// At least.
    AtLeast,
    /// Just as many.
    Equal,
}

/// A number that selects constant masks: of a run of them, one for each value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The number.
    pub node: NodeId,
    /// The value of the first mask.
    pub low: i32,
    /// How many values.
    pub len: u32,
}

/// Where a map leads, turned round: which values lead to those of a mask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pull {
    /// So far down a mask is moved (up, if negative), and which values are led there.
    pub shifts: Vec<(i32, Mask)>,
    /// Which values lead to none.
    pub none: Mask,
}

/// What holds for all values of a variable at once.
#[derive(Clone, Debug, PartialEq)]
pub enum MaskExpr {
    /// A truth that is the same for all.
    Holds(NodeId),
    /// A constant for each seat.
    Constant {
        /// First of the masks, one for each seat.
        masks: u32,
    },
    /// A constant for each seat and value of another number.
    Keyed {
        /// The other number.
        key: Key,
        /// First of the masks: those of the first seat, then of the next.
        masks: u32,
    },
    /// Pieces on each space compared with a number.
    Pieces {
        /// Whose pieces.
        whose: Whose,
        /// Of which sorts; of all, if none are given.
        sorts: Option<Sorts>,
        /// How they are compared.
        compare: Compare,
        /// With what.
        than: NodeId,
    },
    /// What lies strictly between two spaces on `me`'s route.
    Between {
        /// On which route.
        route: NodeId,
        /// The one end.
        from: NodeId,
        /// The other end.
        to: NodeId,
    },
    /// Both.
    And(MaskId, MaskId),
    /// Either.
    Or(MaskId, MaskId),
    /// Not.
    Not(MaskId),
    /// One or the other, by a truth that is the same for all.
    If(NodeId, MaskId, MaskId),
    /// With a temporary set.
    Let {
        /// Where the value stands.
        tmp: u32,
        /// The value.
        value: NodeId,
        /// What is evaluated with it.
        body: MaskId,
    },
    /// As another player.
    As {
        /// Who is `me` in the body.
        player: NodeId,
        /// What is evaluated.
        body: MaskId,
    },
    /// What holds for the value to which a map leads.
    Pulled {
        /// The number that the map depends on besides, if any.
        key: Option<Key>,
        /// First of the maps: those of the first seat, then of the next.
        pulls: u32,
        /// What holds there.
        of: MaskId,
    },
    /// What holds for some member of a set.
    Some {
        /// The members.
        set: SetId,
        /// Where each stands.
        tmp: u32,
        /// What holds with it.
        body: MaskId,
    },
    /// What is related to some value of another mask.
    Related {
        /// The other mask, over another variable.
        to: MaskId,
        /// First of the masks, one for each seat and value: what is related to it.
        masks: u32,
        /// How many values each seat has.
        len: u32,
    },
    /// What is computed once for all values of an inner parameter.
    Kept(u32),
}

/// How the candidates of a step are found: all values of one parameter at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Lanes {
    /// Where in the plan that parameter stands.
    pub at: u32,
    /// In which order its values are gone through, for each seat.
    pub orders: Vec<Order>,
    /// What it ranges over, then what is required of it.
    pub tests: Vec<MaskId>,
    /// The next parameter, where its values don't depend on the first.
    pub inner: Option<Inner>,
    /// What is left of the plan.
    pub rest: Vec<super::Test>,
}

/// In which order the values of a mask are gone through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// The least first.
    Ascending,
    /// The greatest first.
    Descending,
    /// As listed.
    Listed(Vec<u8>),
}

impl Order {
    /// The order of listed values.
    #[must_use]
    pub fn of(list: &[i32]) -> Self {
        if list.is_sorted() {
            Self::Ascending
        } else if list.iter().rev().is_sorted() {
            Self::Descending
        } else {
            Self::Listed(list.iter().map(|v| *v as u8).collect())
        }
    }

    /// Takes the first value of a mask out of it; nothing where there is none.
    #[inline]
    pub fn take(&self, mask: &mut Mask) -> Option<u32> {
        if *mask == 0 {
            return None;
        }
        let first = match self {
            Self::Ascending => mask.trailing_zeros(),
            Self::Descending => 127 - mask.leading_zeros(),
            Self::Listed(list) => u32::from(*list.iter().find(|v| *mask >> **v & 1 == 1)?),
        };
        *mask &= !(1 << first);
        Some(first)
    }
}

/// A parameter that is gone through for all values of the first at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Inner {
    /// Which parameter.
    pub param: u32,
    /// What it ranges over.
    pub set: SetId,
    /// What is computed before its values are gone through.
    pub kept: Vec<MaskId>,
    /// What is required.
    pub tests: Vec<MaskId>,
}
