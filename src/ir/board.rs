//! The board: spaces, routes, and how it is drawn.

/// A space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Physical id: `point[13]`, `bar`.
    pub id: String,
    /// Name of a named member.
    pub name: Option<String>,
    /// Its family.
    pub family: u32,
    /// Its number in the family.
    pub number: i32,
    /// Its owner, where each player has one.
    pub owner: Option<u32>,
}

/// A family of spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// Id of its first space.
    pub first: u32,
    /// Number of its first member.
    pub low: i32,
    /// How many members (for each player, where each has its own).
    pub len: u32,
    /// Whether it is a family at all, or a single space.
    pub numbered: bool,
    /// Whether each player has one.
    pub each: bool,
}

/// A route, resolved for each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// Its name.
    pub name: String,
    /// Whether its end joins its beginning.
    pub around: bool,
    /// For each seat the spaces in order; empty for a seat that has none.
    pub spaces: Vec<Vec<i32>>,
    /// For each seat and space its place, or none.
    pub places: Vec<Vec<i32>>,
}

/// A board drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// `horseshoe`, `rows`, `road`.
    pub shape: String,
    /// Lines: word, then rows of blocks of spaces (for a space that each player has, the first seat's).
    pub lines: Vec<(String, Vec<Vec<Vec<u32>>>)>,
}
