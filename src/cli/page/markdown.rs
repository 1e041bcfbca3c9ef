//! Text as Markdown: escaped, in code marks, in tables, quoted.

use std::fmt::Write as _;

/// Plain words, with the signs escaped that Markdown would take for its own. What stands between two backticks is code here
/// too, as in reasons that name a rule.
pub fn plain(text: &str) -> String {
    let pieces: Vec<&str> = text.split('`').collect();
    let last = pieces.len() - 1;
    let mut out = String::new();
    for (at, piece) in pieces.into_iter().enumerate() {
        match at % 2 {
            // The second of two: what is left open at the end is no code.
            1 if at < last => out.push_str(&cell_code(piece)),
            1 => out.push_str(&format!("\\`{}", escaped(piece))),
            _ => out.push_str(&escaped(piece)),
        }
    }
    out
}

fn escaped(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let word = |at: Option<&char>| at.is_some_and(|c| c.is_alphanumeric());
    let mut out = String::new();
    for (at, c) in chars.iter().enumerate() {
        let escaped = match c {
            '\\' | '*' | '<' | '[' | ']' | '~' | '|' => true,
            // Within a word it is no sign of emphasis.
            '_' => !(word(at.checked_sub(1).and_then(|i| chars.get(i))) && word(chars.get(at + 1))),
            '#' | '>' | '+' | '-' => at == 0,
            _ => false,
        };
        if escaped {
            out.push('\\');
        }
        out.push(*c);
    }
    out
}

/// Words as code. Line feeds become blanks.
pub fn code(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}

/// The same for a cell of a table, where a bar would end the cell even within code.
pub fn cell_code(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// The first letter as a capital.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// A number with what is counted: `1 clause`, `2 clauses`.
pub fn counted(n: usize, one: &str) -> String {
    if n == 1 {
        format!("1 {one}")
    } else {
        format!("{n} {one}s")
    }
}

/// The name by which a heading can be linked to.
fn anchor(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase)
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// A page in the making: blocks with an empty line between them.
#[derive(Debug, Default)]
pub struct Markdown {
    text: String,
    /// The headings of the second level.
    sections: Vec<String>,
    /// Where the list of them is to stand.
    contents: Option<usize>,
}

impl Markdown {
    /// A heading of the first level or below.
    pub fn heading(&mut self, level: usize, text: &str) {
        if level == 2 {
            self.sections.push(text.to_owned());
        }
        self.block(&format!("{} {text}", "#".repeat(level)));
    }

    /// A place for links to the sections that follow.
    pub fn contents(&mut self) {
        self.contents = Some(self.text.len());
    }

    /// A block: a paragraph, a list, code.
    pub fn block(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(text.trim_end());
        self.text.push('\n');
    }

    /// A block of lines. Of several empty ones together one is kept.
    pub fn lines(&mut self, lines: &[String]) {
        let mut kept: Vec<&str> = lines.iter().map(String::as_str).collect();
        kept.dedup_by(|later, earlier| later.is_empty() && earlier.is_empty());
        self.block(&kept.join("\n"));
    }

    /// A table; nothing where it has no rows.
    pub fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        if rows.is_empty() {
            return;
        }
        let mut out = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
        for row in rows {
            let _ = writeln!(out, "| {} |", row.join(" | "));
        }
        self.block(&out);
    }

    /// The whole page.
    pub fn finish(mut self) -> String {
        if let Some(at) = self.contents {
            let links: Vec<String> = self.sections.iter().map(|s| format!("[{s}](#{})", anchor(s))).collect();
            self.text.insert_str(at, &format!("\n{}\n", links.join(" · ")));
        }
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::{Markdown, cell_code, code, plain};

    #[test]
    fn signs_of_markdown_are_escaped() {
        assert_eq!(plain("13/7*/5 [5] <b>"), "13/7\\*/5 \\[5\\] \\<b>");
        assert_eq!(plain("bar_first and _x_"), "bar_first and \\_x\\_");
        assert_eq!(plain("- a | b"), "\\- a \\| b");
        assert_eq!(plain("`a * b` is * and ` stays"), "`a * b` is \\* and \\` stays");
        assert_eq!(code("a\n  `b`"), "`` a `b` ``");
        assert_eq!(cell_code("a | b"), "`a \\| b`");
    }

    #[test]
    fn blocks_stand_apart() {
        let mut page = Markdown::default();
        page.heading(2, "Rules");
        page.block("");
        page.table(&["a"], &[]);
        page.table(&["a", "b"], &[vec!["1".into(), "2".into()]]);
        assert_eq!(page.finish(), "## Rules\n\n| a | b |\n|---|---|\n| 1 | 2 |\n");
        let mut page = Markdown::default();
        page.heading(1, "A game");
        page.contents();
        page.heading(2, "The end, and after");
        page.lines(&["a".into(), String::new(), String::new(), "b".into()]);
        let text = "# A game\n\n[The end, and after](#the-end-and-after)\n\n## The end, and after\n\na\n\nb\n";
        assert_eq!(page.finish(), text);
    }
}
