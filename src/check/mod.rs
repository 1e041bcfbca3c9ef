//! Tree to program: files and derivation, readings, names, types; many findings in one run.

pub mod expand;
pub mod load;
mod lost;
mod lower;
pub mod parts;
pub mod provenance;
mod suggest;
mod twice;

pub use expand::{Expanded, Options};
pub use load::{Embedded, Library, MAX_FILE, embedded};
pub use lower::{MAX_SEATS, is_computed, lower};
pub use suggest::closest;

use crate::diagnostics::{Diagnostic, Level};
use crate::ir::Program;
use crate::syntax::source::Sources;
use load::Loaded;
use lost::Lost;
use std::collections::HashSet;

/// A compilation that failed, with everything that was found.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The files that were read.
    pub sources: Sources,
    /// The findings, errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// A compiled program with its warnings.
#[derive(Clone, Debug)]
pub struct Success {
    /// The program.
    pub program: Program,
    /// The whole game after derivation.
    pub expanded: Expanded,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// Compiles a rule file that was read already.
///
/// # Errors
/// Every finding, where at least one is an error.
pub fn compile(name: &str, text: &str, library: &Library, options: &Options) -> Result<Success, Box<Failure>> {
    let mut sources = Sources::default();
    let mut diagnostics = Vec::new();
    let result = load::load(name, text, library, &mut sources, &mut diagnostics)
        .and_then(|files| checked(&files, library, options, &mut sources, &mut diagnostics));
    let failed = diagnostics.iter().any(|d| d.level == Level::Error);
    cap(&mut diagnostics);
    match result {
        Some((program, expanded)) if !failed => Ok(Success {
            program,
            expanded,
            warnings: diagnostics,
        }),
        _ => Err(Box::new(Failure { sources, diagnostics })),
    }
}

/// Derivation and names, also of files that could be read in part only: findings that may follow from what was lost are
/// left for another time.
fn checked(
    files: &[Loaded],
    library: &Library,
    options: &Options,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Program, Expanded)> {
    let lost = Lost::of(files, sources);
    let mut found = Vec::new();
    for file in files {
        twice::twice(&file.tree.items, diagnostics);
    }
    let expanded = expand::expand(files, options, &mut found);
    found.retain(|d| !lost.may_explain(d, sources));
    let goes_on = found.iter().all(|d| d.level < Level::Error);
    diagnostics.append(&mut found);
    let registers = provenance::citations(files, library.beside.as_deref(), sources, diagnostics);
    let expanded = expanded.filter(|_| goes_on)?;
    // What a lost declaration rested on can't be missed.
    if files.iter().all(|f| f.lost.is_empty()) {
        provenance::coverage(&expanded, files, sources, diagnostics);
    }
    let program = lower::lower(&expanded, options, sources, &mut found);
    // What is called from several places is expanded in each, and wrong once.
    let mut said = HashSet::new();
    found.retain(|d| said.insert((d.code, d.message.clone(), d.labels.first().map(|(span, _)| *span))));
    found.retain(|d| !lost.may_explain(d, sources));
    diagnostics.append(&mut found);
    let mut program = program?;
    provenance::annotate(&mut program, &expanded, &registers);
    Some((program, expanded))
}

/// The most findings told in one run.
const MOST: usize = 50;

/// Keeps the first findings, errors before warnings, and says how many more there are.
fn cap(diagnostics: &mut Vec<Diagnostic>) {
    let Some(more) = diagnostics.len().checked_sub(MOST).filter(|more| *more > 0) else {
        return;
    };
    // Errors are told before warnings.
    diagnostics.sort_by_key(|d| std::cmp::Reverse(d.level));
    let level = diagnostics[MOST].level;
    diagnostics.truncate(MOST);
    diagnostics.push(Diagnostic {
        code: "size::findings",
        level,
        message: format!("{more} more findings are not shown"),
        labels: diagnostics.last().map(|d| d.labels.clone()).unwrap_or_default(),
        help: Some("mend these first; the others may follow from them".into()),
    });
}
