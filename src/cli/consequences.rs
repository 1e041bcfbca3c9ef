//! What followed from an action that the move itself doesn't say: who paid whom, and who left.

use super::payments;
use crate::engine::State;

/// A line for each payment of the last action, and for each player who left by it.
pub fn lines(state: &State) -> Vec<String> {
    let left = left(state).into_iter().map(|name| format!("{name} leaves"));
    payments::lines(state).into_iter().chain(left).collect()
}

/// The names of who left by the last action.
pub fn left(state: &State) -> Vec<String> {
    state
        .left()
        .map(|seat| state.program().seats[seat].name.clone())
        .collect()
}
