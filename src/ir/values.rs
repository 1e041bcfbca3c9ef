//! What numbers mean, and the variables that hold them.

use crate::syntax::tree::Scope;

/// A name with its gloss.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Its gloss.
    pub gloss: Option<String>,
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumInfo {
    /// Its name; empty for one written in place.
    pub name: String,
    /// Its values.
    pub values: Vec<Named>,
}

/// What a slot's number means, for people and files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A whole number.
    Number,
    /// A truth.
    Truth,
    /// A seat.
    Player,
    /// A space.
    Space,
    /// A kind of piece.
    Kind,
    /// A value of an enumeration.
    Enum(u32),
    /// A route.
    Route,
}

/// The shape of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One slot.
    Scalar,
    /// A count for each value.
    Bag {
        /// How many elements it holds at most.
        cap: u32,
        /// How many different values.
        len: u32,
    },
    /// A length and elements.
    List {
        /// How many elements it holds at most.
        cap: u32,
    },
}

/// An index of a variable: values from 0 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// What its values mean.
    pub meaning: Meaning,
    /// How many there are.
    pub len: u32,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// First slot.
    pub base: u32,
    /// What it is indexed by; the last index runs quickest.
    pub index: Vec<Index>,
    /// What its values mean.
    pub meaning: Meaning,
    /// The range of its values.
    pub range: (i32, i32),
    /// Whether it may be none.
    pub or_none: bool,
    /// Scalar, bag or list.
    pub shape: Shape,
    /// How long it lives.
    pub scope: Scope,
    /// First value of each slot.
    pub initial: Vec<i32>,
}

impl Var {
    /// Slots that one value takes.
    #[must_use]
    pub fn width(&self) -> u32 {
        match self.shape {
            Shape::Scalar => 1,
            Shape::Bag { len, .. } => len,
            Shape::List { cap } => cap + 1,
        }
    }

    /// Slots that it takes in all.
    #[must_use]
    pub fn slots(&self) -> u32 {
        self.index
            .iter()
            .fold(self.width(), |n, index| n.saturating_mul(index.len))
    }
}
