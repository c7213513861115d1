//! Questions about a position or a game, answered as far as time allows.

use std::time::Duration;

use foursight::{AnySize, Column, Game, Position, Score};
use foursight_engine::review::{Review, ReviewedMove};
use foursight_engine::why::Why;
use foursight_engine::{Analysis, Goal, Solve};

use super::thinker::Thinker;
use super::ticket::Ticket;

/// How long one request searches for scores; what is not proved by then is given as bounds.
const SCORE_TIME: Duration = Duration::from_secs(4);
/// How long the lines behind the moves are searched for, once the scores are known.
const LINE_TIME: Duration = Duration::from_millis(300);

/// How long the reason of a result is searched for, once the scores are known; for a review, all of its reasons.
const WHY_TIME: Duration = Duration::from_secs(2);

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

/// Why `position` has its result or, with a move, why that leads to what it leads to.
pub(super) fn why(
    thinker: &mut Thinker,
    position: &Position<AnySize>,
    column: Option<Column>,
    ticket: &Ticket,
) -> Why {
    let scores = thinker.solve_moves(position, Goal::Score, &mut ticket.control_for(SCORE_TIME));
    let control = &mut ticket.control_for(WHY_TIME);
    match column {
        None => Why::of_position(position, &scores, thinker, control),
        Some(column) => Why::of_move(position, column, &scores, thinker, control),
    }
}

/// The reasons of moves of a game, each with the position before it; `None` where time ran out.
pub(super) fn reasons(
    thinker: &mut Thinker,
    moves: &[(Position<AnySize>, ReviewedMove)],
    ticket: &Ticket,
) -> Vec<Option<Why>> {
    let mut control = ticket.control_for(WHY_TIME);
    let reason = |(position, played): &(Position<AnySize>, ReviewedMove)| {
        thinker.pause_if_due();
        let why = Why::of_move(position, played.column, &played.scores, thinker, &mut control);
        (!control.limits.are_reached(0)).then_some(why)
    };
    moves.iter().map(reason).collect()
}

/// Every move graded whose alternatives are all scored in time.
pub(super) fn review(thinker: &mut Thinker, game: &Game<AnySize>, ticket: &Ticket) -> Review {
    let mut control = ticket.control_for(REVIEW_TIME);
    Review::new(game, |position| {
        let scores = thinker.solve_moves(position, Goal::Score, &mut control);
        scores.proves(Goal::Score).then_some(scores)
    })
}
