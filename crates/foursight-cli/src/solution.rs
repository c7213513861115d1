//! What is proved about a position or a move, as text and JSON.

use foursight_engine::Solution;
use serde_json::{Value, json};

/// The score of a move, `?` if it is not proved.
pub(crate) fn short(solution: &Solution) -> String {
    solution.score().map_or("?".to_owned(), |score| score.to_string())
}

/// `score` where it is proved, else `lower` and `upper`.
pub(crate) fn bounds_to_json(solution: &Solution) -> Value {
    match solution.score() {
        Some(score) => json!({ "score": score.value() }),
        None => json!({ "lower": solution.lower.value(), "upper": solution.upper.value() }),
    }
}
