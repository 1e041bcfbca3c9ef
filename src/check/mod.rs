//! Tree to program: files and derivation, readings, names, types; many findings in one run.

pub mod expand;
pub mod load;
mod lower;
pub mod provenance;
mod suggest;

pub use expand::{Expanded, Options};
pub use load::{Embedded, Library, embedded};
pub use lower::{is_computed, lower};
pub use suggest::closest;

use crate::diagnostics::{Diagnostic, Level};
use crate::ir::Program;
use crate::syntax::source::Sources;

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
    let result = load::load(name, text, library, &mut sources, &mut diagnostics).and_then(|files| {
        let expanded = expand::expand(&files, options, &mut diagnostics);
        let readable = diagnostics.iter().all(|d| d.level < Level::Error);
        let registers = provenance::citations(&files, library.beside.as_deref(), &mut sources, &mut diagnostics);
        let expanded = expanded.filter(|_| readable)?;
        provenance::coverage(&expanded, &files, &sources, &mut diagnostics);
        let mut program = lower::lower(&expanded, options, &sources, &mut diagnostics)?;
        provenance::annotate(&mut program, &expanded, &registers);
        Some((program, expanded))
    });
    let failed = diagnostics.iter().any(|d| d.level == Level::Error);
    match result {
        Some((program, expanded)) if !failed => Ok(Success {
            program,
            expanded,
            warnings: diagnostics,
        }),
        _ => Err(Box::new(Failure { sources, diagnostics })),
    }
}
