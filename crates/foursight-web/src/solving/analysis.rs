//! Questions about a position or a game, answered as far as time allows.

use std::time::{Duration, Instant};

use foursight::{AnySize, Column, Game, Position, Score, Size};
use foursight_engine::review::{Review, ReviewedMove};
use foursight_engine::why::Why;
use foursight_engine::{Analysis, Goal, Guess, MoveScores, Solve};

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

/// What every move leads to: the scores first, and lines in the time that is left; with a guess if no move is proved to
/// be best.
pub(super) fn analyze(
    thinker: &mut Thinker,
    position: &Position<AnySize>,
    ticket: &Ticket,
) -> (Analysis, Option<Guess>) {
    let scores = score_in_turn(thinker, position, ticket, SCORE_TIME);
    let mut control = ticket.control_for(LINE_TIME);
    let analysis = Analysis::of_scores(&scores, thinker, position, &mut control);
    let guess = analysis.advice.is_none().then(|| Guess::new(position, thinker)).flatten();
    (analysis, guess)
}

/// What is proved of each move, those near the center first. Each gets an equal share of the time that is left, so that
/// one that takes too long does not hide the others.
fn score_in_turn(
    solver: &mut impl Solve<AnySize>,
    position: &Position<AnySize>,
    ticket: &Ticket,
    time: Duration,
) -> MoveScores {
    let width = position.size().width();
    let mut moves: Vec<Column> = position.moves().collect();
    moves.sort_by_key(|column| (2 * column.index() + 1).abs_diff(width));
    let end = Instant::now() + time;
    let mut scores = MoveScores::unproved(position);
    for (n_left, &column) in (1..=moves.len() as u32).rev().zip(&moves) {
        let share = end.saturating_duration_since(Instant::now()) / n_left;
        let next = position.play(column).expect("the move is legal");
        let solution = solver.solve(&next, Goal::Score, &mut ticket.control_for(share));
        scores.set(column, solution.negated());
    }
    scores
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

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use foursight_engine::{Control, Solution};

    use super::*;

    /// A solver that proves nothing, and remembers which moves it was asked about and until when.
    struct Asked(Vec<(usize, Instant)>);

    impl Solve<AnySize> for Asked {
        fn solve(
            &mut self,
            position: &Position<AnySize>,
            _: Goal,
            control: &mut Control<'_>,
        ) -> Solution {
            let cell = position.discs().cells().next().expect("a move was played");
            let deadline = control.limits.deadline.expect("each move has a limit");
            self.0.push((cell.column.index() + 1, deadline));
            Solution::unproved(position)
        }

        fn clear(&mut self) {}
    }

    #[test]
    fn each_move_gets_its_share_of_the_time_those_near_the_center_first() {
        let time = Duration::from_secs(70);
        let start = Instant::now();
        let ticket = Ticket::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0, start + 2 * time);
        let mut solver = Asked(Vec::new());
        score_in_turn(&mut solver, &Position::empty(AnySize::default()), &ticket, time);
        let columns: Vec<usize> = solver.0.iter().map(|&(column, _)| column).collect();
        assert_eq!(columns, [4, 3, 5, 2, 6, 1, 7]);
        let end = start + time;
        assert!(solver.0[0].1 < start + time / 2, "the first leaves time to the others");
        assert!(solver.0[6].1 >= end, "the last has all that is left");
        assert!(solver.0.is_sorted_by_key(|&(_, deadline)| deadline));
    }
}
