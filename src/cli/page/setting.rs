//! Equipment: the board at the start, pieces, dice and money.

use super::gather::Gathered;
use super::markdown::{Markdown, capital, plain};
use crate::cli::show::describe::Measure;
use crate::engine::State;
use crate::ir::NONE;
use crate::show;
use crate::syntax::tree::ItemKind;
use serde::Serialize;

/// `{"board", "picture", "equipment", "setup", "money", "measures", "drawn_for"}`: whether there is a board, and a picture; `equipment` in
/// words; `setup` a list of `{"seat", "pieces"}`.
#[derive(Debug, Serialize)]
pub struct Setting {
    pub board: bool,
    pub picture: bool,
    pub equipment: Vec<String>,
    pub setup: Vec<Setup>,
    pub money: Vec<String>,
    pub measures: Vec<(String, Vec<Option<i32>>)>,
    /// The number of players for which this is, where there may be others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn_for: Option<usize>,
}

/// `{"seat", "pieces": [{"space", "number", "sort"}]}`.
#[derive(Debug, Serialize)]
pub struct Setup {
    pub seat: String,
    pub pieces: Vec<Stand>,
}

/// `{"space", "number", "sort"}`: no sort where there is only one.
#[derive(Debug, Serialize)]
pub struct Stand {
    pub space: String,
    pub number: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort: Option<String>,
}

impl Setting {
    pub fn of(of: &Gathered, picture: bool) -> Self {
        let described = &of.described;
        let state = &of.start;
        let seats = 0..state.program().seats.len();
        let purse = |seat: usize| {
            let name = &state.program().seats[seat].name;
            show::purse(state, seat).map(|purse| format!("{name}: {purse}"))
        };
        let gloss = |m: &Measure| m.gloss.clone().unwrap_or_else(|| m.name.clone());
        let several = of
            .game
            .expanded
            .defs
            .iter()
            .any(|d| matches!(&d.item.kind, ItemKind::Players(_, Some(_))));
        Self {
            drawn_for: several.then(|| seats.len()).filter(|_| described.lost.is_none()),
            board: !state.program().spaces.is_empty(),
            picture,
            equipment: described.equipment(),
            setup: seats
                .clone()
                .map(|seat| setup(state, seat))
                .filter(|s| !s.pieces.is_empty())
                .collect(),
            money: seats.filter_map(purse).chain(show::pots(state)).collect(),
            measures: described.measures.iter().map(|m| (gloss(m), m.start.clone())).collect(),
        }
    }

    pub fn write(&self, id: &str, page: &mut Markdown) {
        if self.board {
            page.heading(2, "Board and setup");
        } else if !self.equipment.is_empty() {
            page.heading(2, "Equipment");
        }
        if self.picture {
            let what = if self.board {
                "The board at the start of the game"
            } else {
                "What is played with"
            };
            page.block(&format!("![{what}]({id}.svg)"));
        }
        let lines: Vec<String> = self
            .equipment
            .iter()
            .map(|l| format!("- {}", plain(&capital(l))))
            .collect();
        page.lines(&lines);
        if let Some(players) = self.drawn_for {
            page.block(&format!("What stands here is for {players} players, the usual number."));
        }
        let rows: Vec<Vec<String>> = self
            .setup
            .iter()
            .map(|s| {
                let pieces: Vec<String> = s.pieces.iter().map(Stand::words).collect();
                vec![plain(&s.seat), plain(&pieces.join(", "))]
            })
            .collect();
        page.table(&["seat", "pieces at the start"], &rows);
        if !self.money.is_empty() {
            page.block(&format!("Money at the start: {}.", plain(&self.money.join("; "))));
        }
        for (gloss, start) in &self.measures {
            page.block(&format!(
                "{} at the start: {}.",
                plain(&capital(gloss)),
                together(start)
            ));
        }
    }
}

/// Numbers seat by seat; one for all where they are alike.
fn together(values: &[Option<i32>]) -> String {
    let words = |v: &Option<i32>| v.map_or_else(|| "none".to_owned(), |v| v.to_string());
    match values {
        [first, rest @ ..] if !rest.is_empty() && rest.iter().all(|v| v == first) => format!("{} each", words(first)),
        all => all.iter().map(words).collect::<Vec<_>>().join(", "),
    }
}

impl Stand {
    fn words(&self) -> String {
        match &self.sort {
            Some(sort) => format!("{} {sort} on {}", self.number, self.space),
            None => format!("{} on {}", self.number, self.space),
        }
    }
}

/// Where a seat's pieces stand, by its own numbers, or else in the order of the board.
fn setup(state: &State, seat: usize) -> Setup {
    let program = state.program();
    let mut pieces = Vec::new();
    let mut spaces: Vec<usize> = (0..program.spaces.len()).collect();
    spaces.sort_by_key(|s| program.own_number(i32::try_from(*s).unwrap_or(NONE), seat));
    for space in spaces {
        let info = &program.spaces[space];
        for (sort, named) in program.sorts.iter().enumerate() {
            let number = state.pieces(seat, sort, space);
            if number <= 0 {
                continue;
            }
            let own = program.tell_space(i32::try_from(space).unwrap_or(NONE), seat);
            pieces.push(Stand {
                space: match &info.name {
                    Some(name) if *name != own => format!("{own} {name}"),
                    _ => own,
                },
                number,
                sort: (program.sorts.len() > 1).then(|| named.name.clone()),
            });
        }
    }
    Setup {
        seat: program.seats[seat].name.clone(),
        pieces,
    }
}
