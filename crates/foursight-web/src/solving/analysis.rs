//! Questions about a position or a game, answered as far as time allows.

use std::time::Duration;

use foursight::{AnySize, Game, Position, Score};
use foursight_engine::review::Review;
use foursight_engine::{Analysis, Goal, Solve};

use super::thinker::Thinker;
use super::ticket::Ticket;

/// How long one request searches for scores; what is not proved by then is given as bounds.
const SCORE_TIME: Duration = Duration::from_secs(4);
/// How long the lines behind the moves are searched for, once the scores are known.
const LINE_TIME: Duration = Duration::from_millis(300);

/// How long one review searches; asked again, it continues from there.
const REVIEW_TIME: Duration = Duration::from_secs(4);

/// The score of each column for the side to move; `None` where no disc can be played.
pub(crate) type ColumnScores = Vec<Option<Score>>;

/// The scores of all columns, if they are found in time.
pub(super) fn score_columns(
    thinker: &mut Thinker,
    position: &Position<AnySize>,
    ticket: &Ticket,
) -> Option<ColumnScores> {
    thinker.solve_moves(position, Goal::Score, &mut ticket.control()).scores()
}

/// What every move leads to: the scores first, and lines in the time that is left.
pub(super) fn analyze(
    thinker: &mut Thinker,
    position: &Position<AnySize>,
    ticket: &Ticket,
) -> Analysis {
    let scores = thinker.solve_moves(position, Goal::Score, &mut ticket.control_for(SCORE_TIME));
    Analysis::of_scores(&scores, thinker, position, &mut ticket.control_for(LINE_TIME))
}

/// Every move graded whose alternatives are all scored in time.
pub(super) fn review(thinker: &mut Thinker, game: &Game<AnySize>, ticket: &Ticket) -> Review {
    let mut control = ticket.control_for(REVIEW_TIME);
    Review::new(game, |position| {
        let scores = thinker.solve_moves(position, Goal::Score, &mut control);
        scores.proves(Goal::Score).then_some(scores)
    })
}
