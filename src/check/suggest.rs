//! The nearest known name to one that is unknown.

/// The candidate nearest to `name`, if one is near enough to be meant.
#[must_use]
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|c| (strsim::damerau_levenshtein(&name.to_lowercase(), &c.to_lowercase()), c))
        .filter(|(d, c)| *d <= (name.chars().count().max(c.chars().count()) / 3).max(1))
        .filter(|(d, c)| *d < c.chars().count().max(1) || name.chars().count() > 1)
        .min()
        .map(|(_, c)| c)
}
