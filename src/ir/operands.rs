//! What an expression is made of, one level down.

use super::{BagExpr, BagId, Node, NodeId, SetExpr, SetId, Whose};

/// A part of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// One value.
    Node(NodeId),
    /// A set.
    Set(SetId),
    /// A bag.
    Bag(BagId),
}

impl Node {
    /// What the expression is made of, in the order in which it is evaluated.
    #[must_use]
    pub fn operands(&self) -> Vec<Operand> {
        use Operand::{Bag, Node as One, Set};
        let whose = |whose: &Whose| match whose {
            Whose::Of(player) => Some(One(*player)),
            Whose::Mine | Whose::Ours | Whose::Theirs => None,
        };
        match self {
            Self::Const(_) | Self::Slot(_) | Self::Tmp(_) | Self::Me | Self::BySeat { .. } => Vec::new(),
            Self::Indexed { index: a, .. }
            | Self::Table { index: a, .. }
            | Self::SeatTable { index: a, .. }
            | Self::Tabled { of: a, .. }
            | Self::Masked { of: a, .. }
            | Self::Not(a)
            | Self::OtherOf(a)
            | Self::InPlay(a)
            | Self::Next { player: a, .. } => vec![One(*a)],
            Self::Pieces { whose: w, space, .. } => [Some(One(*space)), whose(w)].into_iter().flatten().collect(),
            Self::PiecesIn { whose: w, set, .. } => [Some(Set(*set)), whose(w)].into_iter().flatten().collect(),
            Self::AllMineIn(set) => vec![Set(*set)],
            Self::Ahead { route, space, steps } => vec![One(*route), One(*space), One(*steps)],
            Self::Place { route, space: at } | Self::Left { route, space: at } | Self::SpaceAt { route, place: at } => {
                vec![One(*route), One(*at)]
            }
            Self::Add(a, b)
            | Self::Sub(a, b)
            | Self::Mul(a, b)
            | Self::Div(a, b)
            | Self::Mod(a, b)
            | Self::Eq(a, b)
            | Self::Lt(a, b)
            | Self::Le(a, b)
            | Self::And(a, b)
            | Self::Or(a, b)
            | Self::As { player: a, body: b }
            | Self::Let { value: a, body: b, .. } => vec![One(*a), One(*b)],
            Self::If(a, b, c) => vec![One(*a), One(*b), One(*c)],
            Self::In(v, set) => vec![One(*v), Set(*set)],
            Self::Fold { set, body, .. } => vec![Set(*set), One(*body)],
            Self::FoldBag { bag, body, .. } => vec![Bag(*bag), One(*body)],
            Self::Size(bag) | Self::Alike(bag) | Self::Row { throw: bag, .. } => vec![Bag(*bag)],
            Self::Times(bag, v) | Self::At(bag, v) => vec![One(*v), Bag(*bag)],
            Self::Possible { args, .. } => args.iter().map(|a| One(*a)).collect(),
        }
    }

    /// The temporary that the expression gives values to while it is evaluated.
    #[must_use]
    pub const fn binds(&self) -> Option<u32> {
        match self {
            Self::Fold { tmp, .. } | Self::FoldBag { tmp, .. } | Self::Let { tmp, .. } => Some(*tmp),
            _ => None,
        }
    }
}

impl SetExpr {
    /// What the set is made of.
    #[must_use]
    pub fn operands(&self) -> Vec<Operand> {
        use Operand::{Bag, Node as One, Set};
        match self {
            Self::Fixed(_) => Vec::new(),
            Self::Range(a, b) => vec![One(*a), One(*b)],
            Self::List(list) => list.iter().map(|n| One(*n)).collect(),
            Self::Such { base, test, .. } => vec![Set(*base), One(*test)],
            Self::Union(a, b) | Self::Minus(a, b) => vec![Set(*a), Set(*b)],
            Self::Bag(bag) => vec![Bag(*bag)],
            Self::Between { route, from, to } => vec![One(*route), One(*from), One(*to)],
            Self::If(c, a, b) => vec![One(*c), Set(*a), Set(*b)],
            Self::SeatsFrom(player) => vec![One(*player)],
        }
    }

    /// The temporary that the set gives values to while its members are looked for.
    #[must_use]
    pub const fn binds(&self) -> Option<u32> {
        match self {
            Self::Such { tmp, .. } => Some(*tmp),
            _ => None,
        }
    }
}

impl BagExpr {
    /// What the bag is made of.
    #[must_use]
    pub fn operands(&self) -> Vec<Operand> {
        use Operand::{Bag, Node as One};
        match self {
            Self::Var { .. } | Self::List { .. } => Vec::new(),
            Self::Throw { player, .. } => player.iter().map(|p| One(*p)).collect(),
            Self::Literal(list) => list.iter().map(|n| One(*n)).collect(),
            Self::Copies(a, b) => vec![One(*a), One(*b)],
            Self::Sum(a, b) => vec![Bag(*a), Bag(*b)],
            Self::If(c, a, b) => vec![One(*c), Bag(*a), Bag(*b)],
        }
    }
}
