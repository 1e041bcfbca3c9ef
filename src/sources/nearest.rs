//! The passage of a document that is most like some words, and where the two differ.

/// The most cells of the table in which the passage is looked for: beyond it only a part of the document is searched.
const MAX_CELLS: usize = 40_000_000;

/// A character of one text beside the character of the other that answers to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The character of the words looked for; none where the document has one more.
    pub words: Option<char>,
    /// The character of the document; none where it lacks one.
    pub document: Option<char>,
}

impl Pair {
    /// Whether the two texts differ here.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.words != self.document
    }
}

/// A passage of a document beside the words that it resembles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// Its first byte in the document.
    pub start: usize,
    /// The byte behind it.
    pub end: usize,
    /// The two texts, character by character.
    pub pairs: Vec<Pair>,
}

impl Nearest {
    /// How many characters differ.
    #[must_use]
    pub fn distance(&self) -> usize {
        self.pairs.iter().filter(|p| p.differs()).count()
    }
}

/// The passage of a document nearest to some words: the one that needs the fewest characters changed, put in or left out.
/// Of a document too long to be searched whole, the part around the byte `near` is searched. Nothing where more than half
/// of the words would have to change.
#[must_use]
pub fn nearest(words: &str, document: &str, near: usize) -> Option<Nearest> {
    let pattern: Vec<char> = words.chars().collect();
    let (from, text) = part_around(document, near, MAX_CELLS / pattern.len().max(1));
    let text: Vec<(usize, char)> = text.char_indices().map(|(at, c)| (at + from, c)).collect();
    let (first, last) = window(&pattern, &text)?;
    let found: Vec<char> = text[first..last].iter().map(|(_, c)| *c).collect();
    let pairs = align(&pattern, &found);
    let start = text[first].0;
    let nearest = Nearest {
        start,
        end: start + found.iter().map(|c| c.len_utf8()).sum::<usize>(),
        pairs,
    };
    (2 * nearest.distance() <= pattern.len()).then_some(nearest)
}

/// At most so many bytes of a document around a place, cut between characters.
fn part_around(document: &str, near: usize, most: usize) -> (usize, &str) {
    if document.len() <= most {
        return (0, document);
    }
    let mut from = near.saturating_sub(most / 2).min(document.len() - most);
    while !document.is_char_boundary(from) {
        from -= 1;
    }
    let mut to = from + most;
    while !document.is_char_boundary(to) {
        to -= 1;
    }
    (from, &document[from..to])
}

/// The characters of a text nearest to a pattern (Sellers' table, one column at a time; each cell knows where its passage
/// begins). Of several equally near, the first.
fn window(pattern: &[char], text: &[(usize, char)]) -> Option<(usize, usize)> {
    let rows = pattern.len();
    let mut column: Vec<(usize, usize)> = (0..=rows).map(|cost| (cost, 0)).collect();
    let mut best: Option<(usize, usize, usize)> = None;
    for (at, (_, c)) in text.iter().enumerate() {
        let mut diagonal = column[0];
        column[0] = (0, at + 1);
        for row in 1..=rows {
            let changed = (diagonal.0 + usize::from(pattern[row - 1] != *c), diagonal.1);
            let lacking = (column[row - 1].0 + 1, column[row - 1].1);
            let more = (column[row].0 + 1, column[row].1);
            diagonal = column[row];
            column[row] = [changed, lacking, more]
                .into_iter()
                .min_by_key(|(cost, _)| *cost)
                .unwrap_or(changed);
        }
        let (cost, first) = column[rows];
        if first <= at && best.is_none_or(|(least, ..)| cost < least) {
            best = Some((cost, first, at + 1));
        }
    }
    best.map(|(_, first, last)| (first, last))
}

/// Two texts side by side with as few differences as can be.
fn align(words: &[char], document: &[char]) -> Vec<Pair> {
    let (rows, columns) = (words.len() + 1, document.len() + 1);
    let mut cost = vec![0; rows * columns];
    for row in 0..rows {
        for column in 0..columns {
            cost[row * columns + column] = match (row, column) {
                (0, n) | (n, 0) => n,
                _ => {
                    let changed = usize::from(words[row - 1] != document[column - 1]);
                    (cost[(row - 1) * columns + column - 1] + changed)
                        .min(cost[(row - 1) * columns + column] + 1)
                        .min(cost[row * columns + column - 1] + 1)
                }
            };
        }
    }
    let (mut row, mut column) = (words.len(), document.len());
    let mut pairs = Vec::new();
    while row > 0 || column > 0 {
        let here = cost[row * columns + column];
        let both = row > 0 && column > 0;
        let pair = if both
            && here == cost[(row - 1) * columns + column - 1] + usize::from(words[row - 1] != document[column - 1])
        {
            (row, column) = (row - 1, column - 1);
            (Some(words[row]), Some(document[column]))
        } else if row > 0 && here == cost[(row - 1) * columns + column] + 1 {
            row -= 1;
            (Some(words[row]), None)
        } else {
            column -= 1;
            (None, Some(document[column]))
        };
        pairs.push(Pair {
            words: pair.0,
            document: pair.1,
        });
    }
    pairs.reverse();
    pairs
}

#[cfg(test)]
mod tests {
    use super::{MAX_CELLS, nearest};

    #[test]
    fn one_character_changed_put_in_or_left_out() {
        let document = "甲乙丙丁\n不能把棋子独自放置在一路上。\n戊己庚辛";
        for (words, found, differing) in [
            ("不能将棋子独自放置", "不能把棋子独自放置", (Some('将'), Some('把'))),
            ("不能把棋子自放置", "不能把棋子独自放置", (None, Some('独'))),
            ("不能把棋子单独自放置", "不能把棋子独自放置", (Some('单'), None)),
        ] {
            let near = nearest(words, document, 0).expect("a passage like it");
            assert_eq!(&document[near.start..near.end], found);
            assert_eq!(near.distance(), 1);
            let pair = near.pairs.iter().find(|p| p.differs()).expect("one differs");
            assert_eq!((pair.words, pair.document), differing);
        }
    }

    #[test]
    fn what_is_nowhere_has_no_nearest_passage() {
        assert_eq!(nearest("子丑寅卯辰巳", "甲乙丙丁戊己庚辛", 0), None);
        assert_eq!(nearest("子丑", "", 0), None);
    }

    #[test]
    fn of_a_long_document_the_part_around_the_place_is_searched() {
        let words: String = "甲乙丙丁".repeat(200);
        let other = "戊".repeat(MAX_CELLS / words.chars().count() / 3);
        let document = format!("{other}{words}{other}");
        let changed = words.replacen('甲', "己", 1);
        let near = nearest(&changed, &document, other.len()).expect("it is there");
        assert_eq!(near.start, other.len());
        assert_eq!(near.distance(), 1);
        assert!(
            nearest(&changed, &document, document.len()).is_none(),
            "too far from there"
        );
    }
}
