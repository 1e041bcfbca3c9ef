//! The board of a position: what stands on each space that is drawn, and in which shape.

use super::rows::ROOM;
use super::signs::piece;
use super::text::width;
use super::{horseshoe, list, ring, rows};
use crate::engine::State;
use crate::ir::{Drawing, NONE, Program};

/// The board as text, with the own numbers of a seat.
///
/// The layout of the rule file decides the shape; whatever stands on a space that the layout leaves out is listed below, and
/// a game without a layout has a list of the occupied spaces.
#[must_use]
pub fn board(state: &State, seat: usize) -> String {
    let program = state.program();
    let narrow = program.drawing.as_ref().is_some_and(|d| !roomy(program, seat, d));
    let view = View { state, seat, narrow };
    let Some(drawing) = &program.drawing else {
        return list::occupied(&view, &vec![false; program.spaces.len()]);
    };
    let mut drawn = vec![false; program.spaces.len()];
    for id in drawing
        .lines
        .iter()
        .flat_map(|(_, rows)| rows.iter().flatten().flatten())
    {
        for id in siblings(program, *id) {
            drawn[id] = true;
        }
    }
    let mut out = match drawing.shape.as_str() {
        "horseshoe" => horseshoe::draw(&view, drawing),
        "ring" => ring::draw(&view, drawing),
        _ => rows::draw(&view, drawing),
    };
    out.push_str(&list::occupied(&view, &drawn));
    out
}

/// A position and who looks at it.
pub(super) struct View<'s> {
    /// The position.
    pub state: &'s State,
    /// Whose own numbers are shown.
    pub seat: usize,
    /// Whether the board has no room for the names of spaces without an own number: then their numbers alone are shown.
    pub narrow: bool,
}

/// Some pieces of one owner and sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// How one of them is drawn.
    pub sign: String,
    /// How many there are.
    pub count: usize,
}

impl View<'_> {
    /// The pieces on spaces taken together, seat by seat, sort by sort.
    pub fn groups(&self, spaces: &[usize]) -> Vec<Group> {
        let program = self.state.program();
        let mut out = Vec::new();
        for seat in 0..program.seats.len() {
            for sort in 0..program.sorts.len() {
                let count: i32 = spaces.iter().map(|s| self.state.pieces(seat, sort, *s)).sum();
                if let Ok(count @ 1..) = usize::try_from(count) {
                    out.push(Group {
                        sign: piece(program, seat, sort),
                        count,
                    });
                }
            }
        }
        out
    }

    /// The pieces on spaces on one line, `○2 ●1`, or a dot.
    pub fn counts(&self, spaces: &[usize]) -> String {
        let groups = self.groups(spaces);
        if groups.is_empty() {
            return "·".into();
        }
        let written: Vec<String> = groups.iter().map(|g| format!("{}{}", g.sign, g.count)).collect();
        written.join(" ")
    }

    /// What a space is called in its cell of the board, as who looks types it.
    pub fn label(&self, space: usize) -> String {
        let program = self.state.program();
        let space = siblings(program, space).get(self.seat).copied().unwrap_or(space);
        let info = &program.spaces[space];
        let bare = self.narrow && info.name.is_none() && program.families[info.family as usize].numbered;
        match i32::try_from(space).ok().and_then(|s| program.own_number(s, self.seat)) {
            None if bare => info.number.to_string(),
            _ => called(program, space, self.seat),
        }
    }

    /// The same spaces for every owner, where each player has one, with a line for each: name and pieces.
    pub fn lines_of(&self, drawing: &Drawing, word: &str) -> Vec<String> {
        let program = self.state.program();
        spaces_of(drawing, word)
            .into_iter()
            .flat_map(|id| siblings(program, id))
            .map(|id| match program.spaces[id].owner {
                Some(owner) => {
                    let label = called(program, id, owner as usize);
                    let counts = self.counts(&[id]);
                    let mine = super::sign(program, owner as usize);
                    match counts.strip_prefix(&mine) {
                        Some(number) if program.sorts.len() == 1 => format!("{label} {mine} {number}"),
                        _ if counts == "·" => format!("{label} {mine} 0"),
                        _ => format!("{label} {mine}: {counts}"),
                    }
                }
                None => format!("{} {}", called(program, id, self.seat), self.counts(&[id])),
            })
            .collect()
    }
}

/// What a seat calls a space: a member by its name, else as it is written in moves.
pub(super) fn called(program: &Program, space: usize, seat: usize) -> String {
    let name = program.spaces[space].name.clone();
    name.unwrap_or_else(|| program.write_space(i32::try_from(space).unwrap_or(NONE), seat))
}

/// Whether the longest row has room for all spaces as they are written.
fn roomy(program: &Program, seat: usize, drawing: &Drawing) -> bool {
    let rows = rows_of(drawing);
    let longest = |rows: &[&Vec<Vec<u32>>]| rows.iter().map(|r| r.iter().map(Vec::len).sum()).max().unwrap_or(0);
    let across: usize = match drawing.shape.as_str() {
        // A ring is about as wide as it is high.
        "ring" => {
            rows.iter()
                .map(|r| r.iter().map(Vec::len).sum::<usize>())
                .sum::<usize>()
                / 4
                + 2
        }
        _ => longest(&rows),
    };
    let spaces = rows.iter().flat_map(|r| r.iter().flatten());
    let widest = spaces
        .map(|s| width(&called(program, *s as usize, seat)))
        .max()
        .unwrap_or(0);
    across * (widest.max(3) + 2) <= ROOM
}

/// The spaces that lines of a drawing with this word name.
pub(super) fn spaces_of(drawing: &Drawing, word: &str) -> Vec<usize> {
    drawing
        .lines
        .iter()
        .filter(|(w, _)| w == word)
        .flat_map(|(_, rows)| rows.iter().flatten().flatten())
        .map(|id| *id as usize)
        .collect()
}

/// The rows of a drawing: blocks of spaces.
pub(super) fn rows_of(drawing: &Drawing) -> Vec<&Vec<Vec<u32>>> {
    drawing
        .lines
        .iter()
        .filter(|(w, _)| w == "rows")
        .flat_map(|(_, rows)| rows)
        .collect()
}

/// A space, or where each player has one, everybody's.
pub(super) fn siblings(program: &Program, space: impl TryInto<usize>) -> Vec<usize> {
    let Ok(space) = space.try_into() else { return Vec::new() };
    let family = &program.families[program.spaces[space].family as usize];
    if !family.each {
        return vec![space];
    }
    let (first, len) = (family.first as usize, family.len as usize);
    let at = (space - first) % len;
    (0..program.seats.len()).map(|owner| first + owner * len + at).collect()
}
