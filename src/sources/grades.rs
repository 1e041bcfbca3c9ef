//! How many rules are of each grade.

use super::rules::Rule;
use crate::syntax::tree::Grade;
use serde::Serialize;

/// How many of some rules are of each grade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grades {
    /// A clause says it.
    pub stated: usize,
    /// It follows from clauses.
    pub implied: usize,
    /// Another witness or tradition has it.
    pub elsewhere: usize,
    /// The text is silent or corrupt.
    pub conjecture: usize,
    /// A convenience of ours.
    pub modern: usize,
}

impl Grades {
    /// The rules and parts that have warrants of their own.
    #[must_use]
    pub fn of(rules: &[Rule]) -> Self {
        let all = rules.iter().flat_map(Rule::all);
        all.filter_map(|r| Grade::of(&r.own)).collect()
    }

    /// The grades that occur, with how often, firmest first.
    pub fn each(&self) -> impl Iterator<Item = (Grade, usize)> {
        let all = [
            (Grade::Stated, self.stated),
            (Grade::Implied, self.implied),
            (Grade::Elsewhere, self.elsewhere),
            (Grade::Conjecture, self.conjecture),
            (Grade::Modern, self.modern),
        ];
        all.into_iter().filter(|(_, n)| *n > 0)
    }
}

impl FromIterator<Grade> for Grades {
    fn from_iter<I: IntoIterator<Item = Grade>>(grades: I) -> Self {
        let mut out = Self::default();
        for grade in grades {
            *match grade {
                Grade::Stated => &mut out.stated,
                Grade::Implied => &mut out.implied,
                Grade::Elsewhere => &mut out.elsewhere,
                Grade::Conjecture => &mut out.conjecture,
                Grade::Modern => &mut out.modern,
            } += 1;
        }
        out
    }
}

impl std::fmt::Display for Grades {
    /// `41 stated, 7 implied, 0 elsewhere, 3 conjecture, 6 modern`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} stated, {} implied, {} elsewhere, {} conjecture, {} modern",
            self.stated, self.implied, self.elsewhere, self.conjecture, self.modern
        )
    }
}
