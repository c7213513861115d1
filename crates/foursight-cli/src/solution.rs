//! What is proved about a position or a move, as text.

use foursight_engine::Solution;

/// The score of a move, `?` if it is not proved.
pub(crate) fn short(solution: &Solution) -> String {
    solution.score().map_or("?".to_owned(), |score| score.to_string())
}
