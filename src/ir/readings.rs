//! What may be chosen before a game: readings and agreements, with the choice in force.

use crate::syntax::source::Span;
use crate::syntax::tree::Warrant;

/// A reading and the choice in force.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Its name.
    pub name: String,
    /// The question it answers.
    pub question: Option<String>,
    /// Its choices: name, gloss, warrants.
    pub choices: Vec<(String, Option<String>, Vec<Warrant>)>,
    /// The default.
    pub default: usize,
    /// The choice in force.
    pub chosen: usize,
    /// Where it is declared.
    pub span: Span,
}

/// An agreement and the value in force.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// Its name.
    pub name: String,
    /// Its gloss.
    pub gloss: Option<String>,
    /// The values it may take, for people.
    pub range: String,
    /// The default, written.
    pub default: String,
    /// The value in force, written.
    pub chosen: String,
}
