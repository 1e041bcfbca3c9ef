//! The board of a position as a picture (SVG), drawn by the rule file's layout as [`super::board`] draws it as text.
//!
//! A picture needs nothing but itself: shapes, and text in whatever font the reader has.

mod canvas;
mod cell;
mod horseshoe;
mod legend;
mod list;
mod ring;
mod rows;
mod tokens;

use super::board::{View, siblings};
use crate::engine::State;
use canvas::Canvas;

/// The room between what is drawn and the edge of the picture, and between its parts.
const MARGIN: i32 = 16;

/// The board as a picture with the own numbers of a seat, and below it who plays and what they have. Nothing where there is
/// neither a board nor anything to play with.
///
/// `note` is a remark for who looks into the file.
#[must_use]
pub fn picture(state: &State, seat: usize, note: &str) -> Option<String> {
    let program = state.program();
    let view = View {
        state,
        seat,
        narrow: false,
    };
    let mut canvas = Canvas::default();
    let mut drawn = vec![false; program.spaces.len()];
    let mut bottom = MARGIN;
    if let Some(drawing) = &program.drawing {
        let named = drawing
            .lines
            .iter()
            .flat_map(|(_, rows)| rows.iter().flatten().flatten());
        for id in named.flat_map(|id| siblings(program, *id)) {
            drawn[id] = true;
        }
        bottom = match drawing.shape.as_str() {
            "horseshoe" => horseshoe::draw(&mut canvas, &view, drawing, bottom),
            "ring" => ring::draw(&mut canvas, &view, drawing, bottom),
            _ => rows::draw(&mut canvas, &view, drawing, bottom),
        };
    }
    bottom = list::occupied(&mut canvas, &view, &drawn, bottom);
    legend::draw(&mut canvas, &view, bottom);
    canvas.finish(&program.title, note)
}

#[cfg(test)]
mod tests {
    use super::picture;
    use crate::check::{Library, Options, compile};
    use crate::engine::Game;

    fn drawn(seats: usize, board: &str) -> Option<String> {
        let names: Vec<String> = (1..=seats).map(|n| format!("s{n} \"a<{n}>\"")).collect();
        let rules = format!(
            "language 1\ngame g \"a & b\"\nplayers {seats}\nseats {}\n{board}\nturn = t\nphase t {{ again }}\nend game when never: false {{ draw }}\n",
            names.join(", ")
        );
        let made = compile("g.rules", &rules, &Library::default(), &Options::default());
        let made = made.unwrap_or_else(|f| panic!("{:?}", f.diagnostics));
        picture(&Game::new(made.program).start(), 0, "drawn by a test")
    }

    #[test]
    fn every_shape_is_drawn_for_every_number_of_seats() {
        for seats in [1, 2, 3, 7, 12] {
            for layout in [
                "rows { rows p[1..4] | p[5..9]; aside h }",
                "horseshoe { rows p[1..5] / p[9..6]; between h }",
                "ring { rows p; between h }",
            ] {
                let board = format!(
                    "pieces a 2 each\npieces b 7 each\nspace p[1..9]\nspace h of each player\nsetup each {{ p[1]: a 2; h: b 7 }}\nlayout {layout}"
                );
                let svg = drawn(seats, &board).expect("a picture");
                assert_eq!(svg.matches("<svg").count(), 1);
                assert!(svg.contains("a &amp; b") && svg.contains("a&lt;1&gt;"), "{svg}");
                assert!(svg.contains("drawn by a test"));
            }
        }
    }

    #[test]
    fn pieces_without_a_layout_are_listed_and_dice_stand_for_a_board_that_is_none() {
        let listed = drawn(2, "pieces a 2 each\nspace p[1..9]\nsetup each { p[3]: 2 }").expect("a picture");
        assert!(listed.contains(">p[3]<"), "{listed}");
        let dice = drawn(2, "dice 2 of d6\ndice lot = 1 of d6 of each player").expect("a picture");
        assert!(dice.contains("1 to 6"), "{dice}");
        assert_eq!(drawn(2, ""), None);
    }
}
