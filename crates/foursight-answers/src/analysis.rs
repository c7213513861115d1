//! `/api/analyze`: what every move of a position leads to.

use std::time::Duration;

use foursight::notation::moves;
use foursight::{AnySize, Column, Game, Position, Score, Size};
use foursight_engine::clock::Instant;
use foursight_engine::{
    Advice, Analysis, Control, Goal, Guess, Limits, MoveAnalysis, MoveScores, Solve,
    sort_from_center,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::CONTRACT;
use crate::position::pos_of;
use crate::score::SCORE_TIME;

/// The time for the scores of the other moves where one wins at once: hardly anybody waits for them.
const TIME_BESIDE_WIN: Duration = Duration::from_millis(400);

/// The time to search for the lines behind the moves, once the scores are known.
pub(crate) const LINE_TIME: Duration = Duration::from_millis(300);

/// The result of every move of a position.
#[derive(Serialize, ToSchema)]
pub struct AnalysisBody {
    /// The version of this format.
    #[schema(example = 1)]
    version: u32,
    #[schema(example = "4455")]
    pos: String,
    #[schema(example = "7x6")]
    size: String,
    #[schema(example = 4)]
    connect: usize,
    /// The score for the side to move, if it is proved.
    score: Option<i32>,
    /// The score is at least this.
    lower: i32,
    /// The score is at most this.
    upper: i32,
    /// The result in words, for the side to move.
    #[schema(example = "wins in 7 moves")]
    words: String,
    /// The moves to point out; null if none is proved to be best.
    advice: Option<AdviceBody>,
    /// The column, from 1, that level 10 would play where no move is proved to be best; otherwise null.
    guess: Option<usize>,
    /// The result that level 10 expects of its guess: an estimate; null without a guess.
    #[schema(example = "likely better for red, 71%")]
    estimate: Option<String>,
    /// The legal moves, from the left.
    moves: Vec<MoveBody>,
}

/// Advice for a person who asks for a hint.
#[derive(Serialize, ToSchema)]
struct AdviceBody {
    /// The columns to point out, from 1: the best moves, which in a lost position hold out longest; none if one move is
    /// as good as another.
    columns: Vec<usize>,
    /// The columns to praise: those in `columns`, but none if all moves lose.
    recommended: Vec<usize>,
    #[schema(example = "all moves lose; column e holds out longest")]
    words: String,
}

#[derive(Serialize, ToSchema)]
struct MoveBody {
    /// The column, from 1.
    column: usize,
    /// The score of the move, for the side that plays it, if it is proved.
    score: Option<i32>,
    lower: i32,
    upper: i32,
    #[schema(example = "wins in 7 moves")]
    words: String,
    /// Whether no other move is better, though all may lose.
    best: bool,
    /// The move, and best play after it as far as it was found in time.
    #[schema(example = "444475555567622")]
    line: String,
}

/// The results of all moves, as far as they are found within the limits: first the scores, then lines in the remaining
/// time; with a guess if no move is proved to be best.
pub fn analyze(
    game: &Game<AnySize>,
    solver: &mut impl Solve<AnySize>,
    limits: Limits<'_>,
) -> AnalysisBody {
    let position = game.position();
    let wins_now = position.moves().any(|column| position.is_winning_move(column));
    let time = if wins_now { TIME_BESIDE_WIN } else { SCORE_TIME };
    let end_of_scores = limits.deadline.map(|end| end.checked_sub(LINE_TIME).unwrap_or(end));
    let to_score = Limits { deadline: end_of_scores, ..limits };
    let scores = score_in_turn(solver, position, to_score, time);
    let mut control = Control::limited(limits.within(LINE_TIME));
    let analysis = Analysis::of_scores(&scores, solver, position, &mut control);
    AnalysisBody::new(game, &analysis)
}

/// The proved bounds of each move, moves near the center first. Each gets an equal share of the remaining time, so that
/// a slow one does not crowd out the others.
fn score_in_turn(
    solver: &mut impl Solve<AnySize>,
    position: &Position<AnySize>,
    limits: Limits<'_>,
    time: Duration,
) -> MoveScores {
    let most = solver.known_score(position).unwrap_or(Score::win_now(position));
    let mut moves: Vec<Column> = position.moves().collect();
    sort_from_center(&mut moves, position.size());
    let end = Instant::now() + time;
    let mut scores = MoveScores::unproved(position);
    for (n_left, &column) in (1..=moves.len() as u32).rev().zip(&moves) {
        let share = end.saturating_duration_since(Instant::now()) / n_left;
        let control = &mut Control::limited(limits.within(share));
        scores.set(column, solver.solve_move(position, column, most, Goal::Score, control));
    }
    scores
}

impl AdviceBody {
    fn new(advice: &Advice) -> Self {
        let numbers = |columns: &[Column]| columns.iter().map(|c| c.index() + 1).collect();
        Self {
            columns: numbers(advice.columns()),
            recommended: numbers(advice.recommended()),
            words: advice.to_string(),
        }
    }
}

impl AnalysisBody {
    /// The findings of an analysis of a game's last position.
    pub fn new(game: &Game<AnySize>, analysis: &Analysis) -> Self {
        let of_move = |of_move: &MoveAnalysis| MoveBody {
            column: of_move.column.index() + 1,
            score: of_move.solution.score().map(Score::value),
            lower: of_move.solution.lower.value(),
            upper: of_move.solution.upper.value(),
            words: of_move.forecast.to_string(),
            best: of_move.solution.lower >= analysis.solution.upper,
            line: moves::write(&of_move.line),
        };
        Self {
            version: CONTRACT,
            pos: pos_of(game),
            size: game.position().size().to_string(),
            connect: game.position().size().connect(),
            score: analysis.solution.score().map(Score::value),
            lower: analysis.solution.lower.value(),
            upper: analysis.solution.upper.value(),
            words: analysis.forecast.to_string(),
            advice: analysis.advice.as_ref().map(AdviceBody::new),
            guess: analysis.guess.map(|guess| guess.column().index() + 1),
            estimate: analysis.guess.map(Guess::result),
            moves: analysis.moves.iter().map(of_move).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::RangeInclusive;

    use foursight_engine::Solution;

    use super::*;

    /// A solver that proves nothing, and records the moves and deadlines of the questions it receives.
    struct Recorder(Vec<(usize, Instant)>);

    impl Solve<AnySize> for Recorder {
        fn solve_within(
            &mut self,
            position: &Position<AnySize>,
            known: RangeInclusive<Score>,
            _: Goal,
            control: &mut Control<'_>,
        ) -> Solution {
            let cell = position.discs().cells().next().expect("a move was played");
            let deadline = control.limits.deadline.expect("each move has a limit");
            self.0.push((cell.column.index() + 1, deadline));
            Solution { lower: *known.start(), upper: *known.end(), ..Solution::unproved(position) }
        }

        fn clear(&mut self) {}
    }

    #[test]
    fn each_move_gets_its_share_of_the_time_those_near_the_center_first() {
        let time = Duration::from_secs(70);
        let start = Instant::now();
        let limits = Limits { deadline: Some(start + 2 * time), ..Limits::default() };
        let mut solver = Recorder(Vec::new());
        score_in_turn(&mut solver, &Position::empty(AnySize::default()), limits, time);
        let columns: Vec<usize> = solver.0.iter().map(|&(column, _)| column).collect();
        assert_eq!(columns, [4, 3, 5, 2, 6, 1, 7]);
        let end = start + time;
        assert!(solver.0[0].1 < start + time / 2, "the first leaves time to the others");
        assert!(solver.0[6].1 >= end, "the last has all that is left");
        assert!(solver.0.is_sorted_by_key(|&(_, deadline)| deadline));
    }
}
