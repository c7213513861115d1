//! All wording of reasons.

use foursight::{AnySize, Position};

use super::Explanation;

/// Why the position has its result, in at most three sentences.
pub(super) fn of_position(_position: &Position<AnySize>, explanation: &Explanation) -> Vec<String> {
    match explanation {
        Explanation::Certain(_) => vec!["There is a short reason.".to_owned()],
        Explanation::Draw { .. } => vec!["Each side can hold the draw.".to_owned()],
        Explanation::Example { .. } => {
            vec!["There is no short reason. One example of best play follows.".to_owned()]
        }
        Explanation::Bare => vec!["There is no short reason.".to_owned()],
    }
}
