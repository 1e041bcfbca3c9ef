//! The agreements that players make before a game.

use super::cited;
use super::gather::Gathered;
use super::markdown::{Markdown, cell_code, code, plain};
use crate::check::expand::Done;
use crate::cli::warrants::{Cited, cited as cite};
use crate::syntax::tree::Warrant;
use serde::Serialize;

/// `{"name", "gloss", "range", "default", "warrants"}`.
#[derive(Debug, Serialize)]
pub struct Agreement {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gloss: Option<String>,
    pub range: String,
    pub default: String,
    pub warrants: Vec<Cited>,
}

/// All agreements, inherited ones too: which stand depends on the game that is played.
pub fn of(of: &Gathered) -> Vec<Agreement> {
    let agreed = of.described.agreements.iter().map(|a| {
        let rule = of.game.rules.iter().find(|r| r.kind == "agreed" && r.path == a.name);
        Agreement {
            name: a.name.clone(),
            gloss: a.gloss.clone(),
            range: a.range.clone(),
            default: a.default.clone(),
            warrants: rule
                .iter()
                .flat_map(|r| &r.own)
                .chain(default(of, &a.name))
                .map(|w| cite(&of.game, &of.registers, w))
                .collect(),
        }
    });
    agreed.collect()
}

/// The warrants of the default that a derived file set last, if one did.
fn default<'g>(of: &'g Gathered, name: &str) -> &'g [Warrant] {
    let to = format!("agreed {name}");
    let changes = of.game.expanded.changes.iter().rev();
    let mut set = changes.filter(|c| c.to == to && matches!(c.done, Done::Default(_)));
    set.next().map(|c| c.warrants.as_slice()).unwrap_or_default()
}

pub fn write(agreements: &[Agreement], page: &mut Markdown) {
    if agreements.is_empty() {
        return;
    }
    page.heading(2, "Agreements");
    page.block("What the players settle before they play (`--agree NAME=VALUE`).");
    let rows: Vec<Vec<String>> = agreements
        .iter()
        .map(|a| {
            vec![
                code(&a.name),
                a.gloss.as_ref().map_or_else(String::new, |g| plain(g)),
                cell_code(&a.range),
                cell_code(&a.default),
                cited::cell(&a.warrants),
            ]
        })
        .collect();
    page.table(&["agreement", "", "of", "default", "rests on"], &rows);
}
