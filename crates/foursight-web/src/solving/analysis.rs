//! What every move of a position leads to, as far as it is found in time.

use std::time::Duration;

use foursight::{AnySize, Position, Score, Size};
use foursight_engine::{Analysis, Goal, MoveAnalysis, Solve};

use super::pool::QuestionLimits;
use super::thinker::Thinker;

/// How long one request searches for scores; what is not proved by then is given as bounds.
const SCORE_TIME: Duration = Duration::from_secs(4);
/// How long the lines behind the moves are searched for, once the scores are known.
const LINE_TIME: Duration = Duration::from_millis(300);

/// The score of each column for the side to move; `None` where no disc can be played.
pub(crate) type ColumnScores = Vec<Option<Score>>;

/// The scores of all columns, if they are found in time.
pub(super) fn score_columns(
    thinker: &mut Thinker,
    position: &Position<AnySize>,
    limits: &QuestionLimits,
) -> Option<ColumnScores> {
    let mut scores = vec![None; position.size().width()];
    let solutions = thinker.solve_moves(position, Goal::Score, &mut limits.control());
    for (column, solution) in solutions {
        scores[column.index()] = Some(solution.score()?);
    }
    Some(scores)
}

/// What every move leads to: scores first, as finding them again takes no time, then the lines.
pub(super) fn analyze(
    thinker: &mut Thinker,
    position: &Position<AnySize>,
    limits: &QuestionLimits,
) -> Analysis {
    let solutions = thinker.solve_moves(position, Goal::Score, &mut limits.control_for(SCORE_TIME));
    let mut analysis = Analysis::new(thinker, position, &mut limits.control_for(LINE_TIME));
    // Bounds found in the time for scores may be better than those found in the time for lines.
    for (of_move, (_, solution)) in analysis.moves.iter_mut().zip(solutions) {
        of_move.solution.lower = of_move.solution.lower.max(solution.lower);
        of_move.solution.upper = of_move.solution.upper.min(solution.upper);
    }
    let bound = |of: fn(&MoveAnalysis) -> Score| analysis.moves.iter().map(of).max();
    if let (Some(lower), Some(upper)) = (bound(|m| m.solution.lower), bound(|m| m.solution.upper)) {
        analysis.solution.lower = lower;
        analysis.solution.upper = upper;
    }
    analysis
}
