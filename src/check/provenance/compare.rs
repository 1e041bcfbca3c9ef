//! A quotation held against the words of a register: whether it is verbatim, and where it is not.

use std::cmp::Reverse;
use std::ops::Range;

/// Longer texts are not aligned character by character.
const MAX_CHARS: usize = 600;

/// The pieces of a quotation that must be verbatim: `…` skips words.
pub fn pieces(quote: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    let push = |from: usize, to: usize, out: &mut Vec<Range<usize>>| {
        let piece = &quote[from..to];
        let trimmed = piece.trim();
        if !trimmed.is_empty() {
            let begin = from + (piece.len() - piece.trim_start().len());
            out.push(begin..begin + trimmed.len());
        }
    };
    for (i, c) in quote.char_indices() {
        if c == '…' {
            push(start, i, &mut out);
            start = i + c.len_utf8();
        }
    }
    push(start, quote.len(), &mut out);
    out
}

/// Whether the pieces stand in the words of some clauses, each within one clause, in this order. Otherwise the first piece
/// that doesn't.
pub fn verbatim(quote: &str, pieces: &[Range<usize>], clauses: &[&str]) -> Result<(), usize> {
    let (mut clause, mut from) = (0, 0);
    for (n, piece) in pieces.iter().enumerate() {
        let piece = &quote[piece.clone()];
        loop {
            let Some(words) = clauses.get(clause) else {
                return Err(n);
            };
            if let Some(at) = words[from..].find(piece) {
                from += at + piece.len();
                break;
            }
            clause += 1;
            from = 0;
        }
    }
    Ok(())
}

/// Where two texts differ: bytes of the one and of the other. Either may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How many characters differ.
    pub distance: usize,
    /// In the piece that was quoted.
    pub piece: Range<usize>,
    /// In the words that it was held against.
    pub words: Range<usize>,
}

/// How many characters differ so far, how many agree, and where the stretch begins.
type Cell = (usize, Reverse<usize>, usize);

/// The first, unless the second is better.
fn better(a: Cell, b: Cell) -> Cell {
    if (b.0, b.1) < (a.0, a.1) { b } else { a }
}

/// How a piece differs from that stretch of some words which is most like it. Nothing where no stretch is much like it.
pub fn difference(piece: &str, words: &str) -> Option<Difference> {
    let a: Vec<(usize, char)> = piece.char_indices().collect();
    let b: Vec<(usize, char)> = words.char_indices().collect();
    if a.is_empty() || b.is_empty() || a.len() > MAX_CHARS || b.len() > MAX_CHARS {
        return None;
    }
    // Edit distance with free ends in the words: row by row, each cell with the place where its stretch begins. Of ways
    // that are equally long, the one along which more characters agree.
    let mut row: Vec<Cell> = (0..=b.len()).map(|j| (0, Reverse(0), j)).collect();
    for (i, (_, c)) in a.iter().enumerate() {
        let mut next: Vec<Cell> = vec![(i + 1, Reverse(0), 0)];
        for (j, (_, d)) in b.iter().enumerate() {
            let (n, Reverse(agree), start) = row[j];
            let same = (n + usize::from(c != d), Reverse(agree + usize::from(c == d)), start);
            let skipped = (row[j + 1].0 + 1, row[j + 1].1, row[j + 1].2);
            let added = (next[j].0 + 1, next[j].1, next[j].2);
            next.push(better(better(same, skipped), added));
        }
        row = next;
    }
    let best = |(end, (n, agree, _)): &(usize, Cell)| (*n, *agree, Reverse(*end));
    let (end, (distance, _, start)) = row.into_iter().enumerate().min_by_key(best)?;
    if distance * 2 > a.len() {
        return None;
    }
    let stretch = &b[start..end];
    let before = a.iter().zip(stretch).take_while(|((_, c), (_, d))| c == d).count();
    let most = (a.len() - before).min(stretch.len() - before);
    let after = a.iter().rev().zip(stretch.iter().rev()).take(most);
    let after = after.take_while(|((_, c), (_, d))| c == d).count();
    let byte = |list: &[(usize, char)], n: usize, whole: &str| list.get(n).map_or(whole.len(), |(i, _)| *i);
    Some(Difference {
        distance,
        piece: byte(&a, before, piece)..byte(&a, a.len() - after, piece),
        words: byte(&b, start + before, words)..byte(&b, end - after, words),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(quote: &str, clauses: &[&str]) -> Result<(), usize> {
        verbatim(quote, &pieces(quote), clauses)
    }

    #[test]
    fn a_quotation_may_skip_words_but_keeps_their_order() {
        assert_eq!(holds("二骰", &["掷二骰，各行其数。"]), Ok(()));
        assert_eq!(holds("掷…行其数", &["掷二骰，各行其数。"]), Ok(()));
        assert_eq!(holds("行其数…掷", &["掷二骰，各行其数。"]), Err(1));
        assert_eq!(holds("掷……数 … 胜", &["掷二骰，各行其数。", "至终者胜"]), Ok(()));
        // Each piece stands within one clause.
        assert_eq!(holds("其数。至终", &["各行其数。", "至终者胜"]), Err(0));
        // The same words don't count twice.
        assert_eq!(holds("数…数", &["各行其数。"]), Err(1));
        assert_eq!(holds("…", &["各行其数。"]), Ok(()));
    }

    fn differing<'a>(piece: &'a str, words: &'a str) -> Option<(&'a str, &'a str)> {
        difference(piece, words).map(|d| (&piece[d.piece], &words[d.words]))
    }

    #[test]
    fn what_differs_is_found_to_the_character() {
        assert_eq!(differing("各行其數", "掷二骰，各行其数。"), Some(("數", "数")));
        assert_eq!(differing("掷骰，各行", "掷二骰，各行其数。"), Some(("", "二")));
        assert_eq!(differing("各各行其数", "掷二骰，各行其数。"), Some(("各", "，")));
        assert_eq!(differing("与此无关", "掷二骰，各行其数。"), None);
    }
}
