//! Claims that were computed, and examples that were played.

use super::cited;
use super::gather::Gathered;
use super::markdown::{Markdown, plain};
use crate::cli::warrants::{Cited, cited as cite};
use serde::Serialize;

/// `{"title", "claim", "warrants", "ok", "instead"}`: `instead` is what is the case where the text's claim is false, or where
/// something is not as it is said to be.
#[derive(Debug, Serialize)]
pub struct Trial {
    pub title: String,
    pub claim: bool,
    pub warrants: Vec<Cited>,
    pub ok: bool,
    pub false_as_printed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
}

/// The examples and claims of a game's own file, in the order written.
pub fn of(of: &Gathered) -> Vec<Trial> {
    let outcomes = of.outcomes.iter().map(|o| {
        let pinned = of.game.examples.iter().find(|e| e.span == o.span);
        let warrants = pinned.map(|p| p.warrants.as_slice()).unwrap_or_default();
        Trial {
            title: o.title.clone(),
            claim: o.claim,
            warrants: warrants.iter().map(|w| cite(&of.game, &of.registers, w)).collect(),
            ok: o.trouble.is_none(),
            false_as_printed: o.printed_false.is_some(),
            instead: o
                .printed_false
                .clone()
                .or_else(|| o.trouble.as_ref().map(|t| t.found.clone())),
        }
    });
    outcomes.collect()
}

pub fn write(trials: &[Trial], page: &mut Markdown) {
    let claims: Vec<&Trial> = trials.iter().filter(|t| t.claim).collect();
    if !claims.is_empty() {
        page.heading(2, "Claims");
        page.block("What the text says that can be computed.");
        table(&claims, "claim", page);
    }
    let examples: Vec<&Trial> = trials.iter().filter(|t| !t.claim).collect();
    if !examples.is_empty() {
        page.heading(2, "Examples");
        page.block("Positions and throws that are played by the rules; each stands in the rule file.");
        table(&examples, "example", page);
    }
}

fn table(trials: &[&Trial], what: &str, page: &mut Markdown) {
    let rows: Vec<Vec<String>> = trials
        .iter()
        .map(|t| vec![plain(&t.title), clauses(&t.warrants), t.outcome()])
        .collect();
    page.table(&[what, "rests on", "outcome"], &rows);
}

/// The ids alone: titles often are the words of the clause.
fn clauses(warrants: &[Cited]) -> String {
    let each = warrants.iter().map(|w| {
        let ids: Vec<&str> = w.clauses.iter().map(|c| c.id.as_str()).collect();
        let words = if ids.is_empty() {
            w.quote.as_ref().or(w.because.as_ref())
        } else {
            None
        };
        let words = words.map_or_else(|| cited::id(&ids.join(", ")), |text| plain(text));
        format!("**{}** {words}", w.grade)
    });
    each.collect::<Vec<_>>().join("<br>")
}

impl Trial {
    fn outcome(&self) -> String {
        let instead = self
            .instead
            .as_ref()
            .map_or_else(String::new, |i| format!(": {}", plain(i)));
        match (self.ok, self.false_as_printed, self.claim) {
            (true, true, _) => format!("**false as printed**{instead}"),
            (true, false, true) => "true".to_owned(),
            (true, false, false) => "holds".to_owned(),
            (false, ..) => format!("**fails**{instead}"),
        }
    }
}
