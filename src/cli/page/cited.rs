//! Warrants as lines of Markdown.

use super::markdown::plain;
use crate::cli::warrants::{Cited, CitedClause};
use std::collections::HashSet;

/// A line or more for each warrant: its grade, then each clause with its words, what they say and its id, then the reason.
pub fn lines(warrants: &[Cited]) -> Vec<String> {
    warrants.iter().flat_map(warrant).collect()
}

/// The same as a quotation, a paragraph a line, behind some blanks.
pub fn quoted(warrants: &[Cited], indent: &str) -> Vec<String> {
    let mut out = Vec::new();
    for line in lines(warrants) {
        if !out.is_empty() {
            out.push(format!("{indent}>"));
        }
        out.push(format!("{indent}> {line}"));
    }
    out
}

/// In one line, for a cell of a table.
pub fn cell(warrants: &[Cited]) -> String {
    lines(warrants).join("<br>")
}

/// The same in a table whose rows cite the same clauses again and again: the words of each are told once.
pub fn cell_once<'c>(warrants: &'c [Cited], told: &mut HashSet<&'c str>) -> String {
    let cells = warrants.iter().flat_map(|w| {
        let known = |c: &CitedClause| told.contains(c.id.as_str());
        // Words that the rule file quotes are what is meant here.
        let brief = w.quote.is_none() && !w.clauses.is_empty() && w.clauses.iter().all(known);
        let lines = if brief {
            let ids: Vec<String> = w.clauses.iter().map(|c| id(&c.id)).collect();
            let because = w
                .because
                .as_ref()
                .map_or_else(String::new, |b| format!(" — because {}", plain(b)));
            vec![format!("**{}** {}{because}", w.grade, ids.join(", "))]
        } else {
            warrant(w)
        };
        told.extend(w.clauses.iter().map(|c| c.id.as_str()));
        lines
    });
    cells.collect::<Vec<_>>().join("<br>")
}

fn warrant(cited: &Cited) -> Vec<String> {
    let mut words = Vec::new();
    let several = cited.clauses.len() > 1;
    for clause in &cited.clauses {
        // The rule file quotes what it means of one clause; of several, the register's words tell them apart.
        let own = cited.quote.as_ref().filter(|_| !several);
        words.push(self::clause(clause, own));
    }
    if cited.clauses.is_empty() {
        words.extend(cited.quote.as_ref().map(|q| plain(q)));
    }
    let mut reasons = Vec::new();
    if let Some(read) = &cited.read {
        reasons.push(format!(
            "reading “{}” for “{}”",
            plain(&read.words),
            plain(&read.instead_of)
        ));
    }
    if let Some(because) = &cited.because {
        reasons.push(format!("because {}", plain(because)));
    }
    let reasons = reasons.join(", ");
    match words.last_mut() {
        Some(last) if !reasons.is_empty() && !several => {
            last.push_str(&format!(" — {reasons}"));
        }
        _ if !reasons.is_empty() => words.push(reasons),
        _ => {}
    }
    if let Some(first) = words.first_mut() {
        *first = format!("**{}** {first}", cited.grade);
    } else {
        words.push(format!("**{}**", cited.grade));
    }
    words
}

/// A clause: its words, what they say, its id. `quote` are the words that matter.
pub fn clause(clause: &CitedClause, quote: Option<&String>) -> String {
    let mut out = String::new();
    if let Some(quote) = quote.or(clause.quote.as_ref()) {
        out.push_str(&format!("“{}” ", plain(quote)));
    }
    if let Some(says) = &clause.says {
        out.push_str(&format!("{} ", plain(says)));
    }
    out + &id(&clause.id)
}

/// The id of a clause, small.
pub fn id(id: &str) -> String {
    format!("<sub>{id}</sub>")
}
