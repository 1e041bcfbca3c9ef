//! Two facing rows of lanes: pieces of the upper row hang down from the edge, those of the lower row stand up.

use super::MARGIN;
use super::canvas::{Anchor, Canvas, Tone, text_width};
use super::cell::{Cell, label};
use super::tokens::{self, RADIUS, Token};
use crate::ir::Drawing;
use crate::show::board::{View, rows_of, siblings, spaces_of};

/// How many pieces of a lane are drawn one by one.
const HEIGHT: usize = 5;
/// The step from disc to disc.
const STEP: i32 = RADIUS * 2 + 1;
/// The size of what lanes are called.
const NAME: i32 = 10;
/// The room between blocks of a row.
const GAP: i32 = 12;
/// The room between the two rows.
const MIDDLE: i32 = 20;

/// A lane: its number and name, and the discs on it from the edge inwards.
struct Lane {
    label: Vec<String>,
    discs: Vec<Token>,
    tone: Tone,
    /// The room before it.
    gap: i32,
}

/// Draws the rows of a layout two by two, and what stands aside at the right; how far down it goes.
pub fn draw(canvas: &mut Canvas, view: &View<'_>, drawing: &Drawing, top: i32) -> i32 {
    let program = view.state.program();
    let rows = rows_of(drawing);
    let all = |word: &str| -> Vec<usize> {
        let spaces = spaces_of(drawing, word);
        spaces.into_iter().flat_map(|id| siblings(program, id)).collect()
    };
    // What stands between the blocks and aside is shared out over the rows, so that each of two seats has its own half.
    let shared = |spaces: &[usize], at: usize| -> Vec<usize> {
        spaces.iter().skip(at).step_by(rows.len().max(1)).copied().collect()
    };
    let (between, aside) = (all("between"), all("aside"));
    let lanes: Vec<Vec<Lane>> = rows
        .iter()
        .enumerate()
        .map(|(at, blocks)| row(view, blocks, &between, &shared(&between, at)))
        .collect();
    let asides: Vec<Vec<Cell>> = (0..rows.len())
        .map(|at| shared(&aside, at).into_iter().map(|s| Cell::owned(view, s)).collect())
        .collect();
    let each = || lanes.iter().flatten();
    let names = each().flat_map(|l| l.label.iter().map(|t| text_width(t, NAME)));
    let discs = each().flat_map(|l| l.discs.iter().map(Token::width));
    let wide = names.chain(discs).max().unwrap_or(0).max(STEP) + 6;
    let most = each().map(|l| l.discs.len()).max().unwrap_or(0).max(HEIGHT);
    let high = i32::try_from(most).unwrap_or(5) * STEP + 8;
    let lines = i32::try_from(each().map(|l| l.label.len()).max().unwrap_or(1)).unwrap_or(1);
    let names = lines * (NAME + 3) + 4;
    let mut y = top;
    for (pair, beside) in lanes.chunks(2).zip(asides.chunks(2)) {
        let across = |row: &Vec<Lane>| row.iter().map(|lane| wide + lane.gap).sum::<i32>();
        let right = MARGIN + pair.iter().map(across).max().unwrap_or(0) + MARGIN;
        let place = Place { wide, high };
        labels(canvas, &pair[0], y, wide);
        y += names;
        place.row(canvas, &pair[0], y, true);
        stand(canvas, beside.first(), (right, y), true, high);
        y += high;
        if let Some(lower) = pair.get(1) {
            y += MIDDLE;
            place.row(canvas, lower, y, false);
            stand(canvas, beside.get(1), (right, y), false, high);
            y += high + 4;
            labels(canvas, lower, y, wide);
            y += names;
        }
        y += MARGIN;
    }
    y
}

/// The lanes of a row, with what stands between its blocks in their middle.
fn row(view: &View<'_>, blocks: &[Vec<u32>], between: &[usize], middle: &[usize]) -> Vec<Lane> {
    let program = view.state.program();
    let mut out: Vec<Lane> = Vec::new();
    let middle_at = blocks.len() / 2;
    for at in 0..=blocks.len() {
        if at == middle_at && !between.is_empty() {
            let named = middle.first().or(between.first());
            out.push(Lane {
                label: named.map(|s| label(view, *s)).unwrap_or_default(),
                discs: stack(tokens::of(view, middle)),
                tone: Tone::Dark,
                gap: 0,
            });
        }
        for (number, space) in blocks.get(at).into_iter().flatten().enumerate() {
            out.push(Lane {
                label: label(view, *space as usize),
                discs: stack(tokens::of(view, &siblings(program, *space))),
                tone: if number % 2 == 0 { Tone::Light } else { Tone::Middle },
                // Where something stands between them, blocks need no gap.
                gap: if number == 0 && at > 0 && between.is_empty() {
                    GAP
                } else {
                    0
                },
            });
        }
    }
    out
}

/// A disc for each piece while there are few; of more, the last says how many there are.
fn stack(tokens: Vec<Token>) -> Vec<Token> {
    let total: usize = tokens.iter().map(|t| t.count).sum();
    let plain = |token: &Token| Token {
        inside: if token.behind.is_some() || token.count == 1 {
            token.inside.clone()
        } else {
            String::new()
        },
        behind: None,
        count: 1,
        seat: token.seat,
    };
    match tokens.as_slice() {
        [only] if total > HEIGHT => {
            let mut out = vec![plain(only); HEIGHT - 1];
            out.push(only.clone());
            out
        }
        all if total <= HEIGHT => all
            .iter()
            .flat_map(|t| std::iter::repeat_n(plain(t), t.count))
            .collect(),
        _ => tokens,
    }
}

struct Place {
    wide: i32,
    high: i32,
}

impl Place {
    fn row(&self, canvas: &mut Canvas, lanes: &[Lane], y: i32, hangs: bool) {
        let mut x = MARGIN;
        for lane in lanes {
            x += lane.gap;
            canvas.rect((x, y), (self.wide, self.high), lane.tone);
            let mut at = if hangs {
                y + 4 + RADIUS
            } else {
                y + self.high - 4 - RADIUS
            };
            for disc in &lane.discs {
                let left = x + (self.wide - disc.width()) / 2;
                disc.draw(canvas, (left + RADIUS, at));
                at += if hangs { STEP } else { -STEP };
            }
            x += self.wide;
        }
    }
}

fn labels(canvas: &mut Canvas, lanes: &[Lane], y: i32, wide: i32) {
    let mut x = MARGIN;
    for lane in lanes {
        x += lane.gap;
        let mut at = y + NAME / 2 + 1;
        for line in &lane.label {
            canvas.text((x + wide / 2, at), NAME, Anchor::Middle, line);
            at += NAME + 3;
        }
        x += wide;
    }
}

/// Draws what stands aside, at the outer edge of its row.
fn stand(canvas: &mut Canvas, cells: Option<&Vec<Cell>>, (x, y): (i32, i32), hangs: bool, high: i32) {
    let cells = cells.map(Vec::as_slice).unwrap_or_default();
    let (w, h) = super::cell::size(cells.iter());
    let rows = (high / (h + 4)).max(1);
    for (cell, at) in cells.iter().zip(0..) {
        let (column, row) = (at / rows, at % rows);
        let down = row * (h + 4);
        let y = if hangs { y + down } else { y + high - h - down };
        cell.draw(canvas, (x + column * (w + 4), y), (w, h), Tone::Dark);
    }
}
