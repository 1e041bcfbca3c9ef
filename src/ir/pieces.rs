//! Pieces and whose they are: kinds, marks, sides, moves.

use super::{NodeId, PartId, Program};

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// How many each player has.
    pub number: i32,
    /// The enumeration of its marks, if it has any.
    pub marks: Option<u32>,
    /// Its sorts.
    pub sorts: Sorts,
}

/// Pieces of a kind that bear the same mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    /// Its name in files: `KIND`, or `KIND+MARK`.
    pub name: String,
    /// The kind.
    pub kind: u32,
    /// The mark, where the kind has marks.
    pub mark: Option<u32>,
}

/// Players who win and lose together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The enumeration of their names.
    pub names: u32,
    /// The side of each seat.
    pub of: Vec<i32>,
    /// The constant table of the same.
    pub table: u32,
}

/// Sorts of piece that follow each other: a kind's with all its marks, or with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sorts {
    /// The first.
    pub first: u32,
    /// How many.
    pub len: u32,
}

/// A move of pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveOp {
    /// Whose pieces.
    pub owner: NodeId,
    /// The first sort that may move.
    pub sort: NodeId,
    /// How many sorts from it: one, or a kind with all its marks.
    pub sorts: NodeId,
    /// How many; `None` for all.
    pub number: Option<NodeId>,
    /// From where.
    pub from: NodeId,
    /// To where.
    pub to: NodeId,
    /// The sort that they are then, where they get another mark.
    pub becomes: Option<NodeId>,
    /// Where a shortage is reported.
    pub part: PartId,
}

impl Program {
    /// The slot that counts an owner's pieces of a sort on a space.
    #[inline]
    #[must_use]
    pub fn piece_slot(&self, owner: usize, sort: usize, space: usize) -> usize {
        self.layout.pieces as usize + (owner * self.sorts.len() + sort) * self.spaces.len() + space
    }

    /// The sorts of a kind, as indices.
    #[must_use]
    pub fn sorts_of(&self, kind: usize) -> std::ops::Range<usize> {
        let sorts = self.kinds.get(kind).map_or(Sorts { first: 0, len: 0 }, |k| k.sorts);
        sorts.first as usize..(sorts.first + sorts.len) as usize
    }

    /// The sort that a kind and a mark name; without a mark, pieces as they are set up.
    #[must_use]
    pub fn sort_named(&self, kind: &str, mark: Option<&str>) -> Option<usize> {
        let kind = self.kinds.iter().position(|k| k.name == kind)?;
        let mut sorts = self.sorts_of(kind);
        let (Some(mark), Some(marks)) = (mark, self.kinds[kind].marks) else {
            return sorts.next().filter(|_| mark.is_none());
        };
        let values = &self.enums[marks as usize].values;
        let at = values.iter().position(|v| v.name == mark)?;
        sorts.nth(at)
    }

    /// Whether two players are on one side; without sides, each is on his own.
    #[inline]
    #[must_use]
    pub fn allied(&self, a: i32, b: i32) -> bool {
        match &self.sides {
            None => a == b,
            Some(sides) => match (usize::try_from(a), usize::try_from(b)) {
                (Ok(a), Ok(b)) => sides.of.get(a).is_some_and(|s| sides.of.get(b) == Some(s)),
                _ => false,
            },
        }
    }

    /// The first seat on a side, by the side's name.
    #[must_use]
    pub fn seat_on_side(&self, name: &str) -> Option<usize> {
        let sides = self.sides.as_ref()?;
        let values = &self.enums.get(sides.names as usize)?.values;
        let side = i32::try_from(values.iter().position(|v| v.name == name)?).ok()?;
        sides.of.iter().position(|s| *s == side)
    }

    /// Who has won where this seat has: it alone, or its side with all its players, `the blues (ann, bob)`.
    #[must_use]
    pub fn winners(&self, seat: usize) -> String {
        let name = |seat: usize| self.seats.get(seat).map_or("", |s| s.name.as_str());
        let side = self.sides.as_ref().and_then(|s| Some((s, *s.of.get(seat)?)));
        let Some((sides, side)) = side else {
            return name(seat).to_owned();
        };
        let seats: Vec<&str> = (0..sides.of.len()).filter(|s| sides.of[*s] == side).map(name).collect();
        format!(
            "{} ({})",
            self.enums[sides.names as usize].values[side as usize].name,
            seats.join(", ")
        )
    }
}
