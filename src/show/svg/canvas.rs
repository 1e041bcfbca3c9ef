//! The elements of a picture: boxes, discs and words, in the colours that all pictures share.

use super::MARGIN;
use crate::show::width;
use svg::Document;
use svg::node::Comment;
use svg::node::element::{Circle, Element, Rectangle, Text, Title};

/// The colour of the ground.
const GROUND: &str = "#fbf7ee";
/// The colour of words and outlines.
const INK: &str = "#2b2620";
/// The colour of the outlines of boxes.
const LINE: &str = "#a8997c";
/// The colours of boxes, from light to dark.
const TONES: [&str; 3] = ["#f6efdf", "#e9dfc7", "#dccfb0"];
/// The colours of the seats' pieces after the first two, which are white and black.
const SEATS: [&str; 10] = [
    "#b5473c", "#3d6b8e", "#5d7f3f", "#8a5a9e", "#b07a1e", "#3f8780", "#9a6b4f", "#6b6f7a", "#a8577e", "#7d7a35",
];

/// The tone of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A space.
    Light,
    /// Every second space, where that helps the eye.
    Middle,
    /// What stands apart from the other spaces.
    Dark,
}

/// Where words stand, seen from the place that is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// They begin there.
    Start,
    /// It is their middle.
    Middle,
}

/// A picture in the making. It grows with what is put on it.
#[derive(Debug, Default)]
pub struct Canvas {
    nodes: Vec<Element>,
    right: i32,
    bottom: i32,
}

/// How wide a line of words is at most: fonts differ.
pub fn text_width(text: &str, size: i32) -> i32 {
    let columns = i32::try_from(width(text)).unwrap_or(i32::MAX / 1_000);
    columns * size * 31 / 50
}

impl Canvas {
    /// A box.
    pub fn rect(&mut self, (x, y): (i32, i32), (w, h): (i32, i32), tone: Tone) {
        let fill = TONES[tone as usize];
        self.push(
            Rectangle::new()
                .set("x", x)
                .set("y", y)
                .set("width", w)
                .set("height", h)
                .set("fill", fill)
                .set("stroke", LINE),
        );
        self.grow(x + w, y + h);
    }

    /// A disc of a seat's colour.
    pub fn disc(&mut self, (x, y): (i32, i32), radius: i32, seat: usize) {
        let fill = match seat {
            0 => "#ffffff",
            1 => INK,
            n => SEATS[(n - 2) % SEATS.len()],
        };
        self.push(
            Circle::new()
                .set("cx", x)
                .set("cy", y)
                .set("r", radius)
                .set("fill", fill)
                .set("stroke", INK),
        );
        self.grow(x + radius, y + radius);
    }

    /// Words whose middle line is at `y`.
    pub fn text(&mut self, (x, y): (i32, i32), size: i32, anchor: Anchor, text: &str) {
        self.words((x, y), size, anchor, text, INK);
    }

    /// Words on a disc of a seat's colour.
    pub fn text_on(&mut self, at: (i32, i32), size: i32, seat: usize, text: &str) {
        let colour = if seat == 0 { INK } else { "#ffffff" };
        self.words(at, size, Anchor::Middle, text, colour);
    }

    fn words(&mut self, (x, y): (i32, i32), size: i32, anchor: Anchor, text: &str, colour: &str) {
        let wide = text_width(text, size);
        let (anchor, right) = match anchor {
            Anchor::Start => ("start", x + wide),
            Anchor::Middle => ("middle", x + wide / 2),
        };
        self.push(
            Text::new(text)
                .set("x", x)
                // Not every program that draws knows how to centre words by height.
                .set("y", y + size * 7 / 20)
                .set("font-size", size)
                .set("text-anchor", anchor)
                .set("fill", colour),
        );
        self.grow(right, y + size / 2);
    }

    fn push(&mut self, node: impl Into<Element>) {
        self.nodes.push(node.into());
    }

    fn grow(&mut self, right: i32, bottom: i32) {
        self.right = self.right.max(right);
        self.bottom = self.bottom.max(bottom);
    }

    /// How far to the right something stands.
    pub fn right(&self) -> i32 {
        self.right
    }

    /// The picture as a file; nothing where nothing was put on it.
    pub fn finish(self, title: &str, note: &str) -> Option<String> {
        if self.nodes.is_empty() {
            return None;
        }
        let (w, h) = (self.right + MARGIN, self.bottom + MARGIN);
        let ground = Rectangle::new().set("width", w).set("height", h).set("fill", GROUND);
        let mut document = Document::new()
            .set("viewBox", (0, 0, w, h))
            .set("width", w)
            .set("height", h)
            .set("role", "img")
            .set("font-family", "sans-serif")
            .add(Comment::new(note))
            .add(Title::new(title))
            .add(ground);
        for node in self.nodes {
            document = document.add(node);
        }
        Some(format!("{document}\n"))
    }
}
