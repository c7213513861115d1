//! The scores behind the moves of a game.

use std::time::Duration;

use foursight::{AnySize, Position, Size};
use foursight_engine::{Goal, Solve};

use super::analysis::ColumnScores;
use super::pool::QuestionLimits;
use super::thinker::Thinker;

/// How long one request searches; asked again, it continues from there.
const REVIEW_TIME: Duration = Duration::from_secs(4);

/// The scores of each position that are found in time: from the last position, as what comes later is
/// quicker to solve and helps with what comes before.
pub(super) fn score_all(
    thinker: &mut Thinker,
    positions: &[Position<AnySize>],
    limits: &QuestionLimits,
) -> Vec<Option<ColumnScores>> {
    let mut control = limits.control_for(REVIEW_TIME);
    let mut of_position = |position: &Position<AnySize>| {
        let solutions = thinker.solve_moves(position, Goal::Score, &mut control);
        let mut scores = vec![None; position.size().width()];
        for (column, solution) in solutions {
            scores[column.index()] = Some(solution.score()?);
        }
        Some(scores)
    };
    let mut known: Vec<_> = positions.iter().rev().map(&mut of_position).collect();
    known.reverse();
    known
}
