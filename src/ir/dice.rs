//! Dice, and the tables that sort their throws.

use super::Meaning;

/// A group of dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Dice {
    /// Its name; empty for the unnamed group.
    pub name: String,
    /// How many dice (for each player, where each throws).
    pub number: u32,
    /// Whether each player throws.
    pub each: bool,
    /// Whether their order is visible.
    pub ordered: bool,
    /// Faces with weights.
    pub faces: Vec<(i32, u32)>,
    /// What a face is.
    pub meaning: Meaning,
    /// First slot.
    pub base: u32,
}

/// A table that sorts the throws of a group of dice into rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThrowTable {
    /// Its name.
    pub name: String,
    /// The enumeration of its rows.
    pub rows: u32,
    /// The group of dice whose throws it sorts.
    pub group: u32,
    /// How many dice a throw has.
    pub dice: u32,
    /// Their different faces, ascending.
    pub faces: Vec<i32>,
    /// The row of each sequence of faces, the first face being the highest digit; -1 where none was found.
    pub map: Vec<i32>,
}

impl ThrowTable {
    /// The index of a sequence of faces that goes on with one more; nothing where the dice have no such face.
    #[must_use]
    pub fn further(&self, index: usize, face: i32) -> Option<usize> {
        let digit = self.faces.iter().position(|f| *f == face)?;
        Some(index * self.faces.len() + digit)
    }

    /// The row that a throw belongs to.
    #[must_use]
    pub fn row_of(&self, faces: &[i32]) -> Option<usize> {
        let index = faces.iter().try_fold(0, |index, face| self.further(index, *face))?;
        let row = self.map.get(index).filter(|_| faces.len() == self.dice as usize)?;
        usize::try_from(*row).ok()
    }
}
