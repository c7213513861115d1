//! `/api/review`: every move of a game graded.

use std::time::Duration;

use foursight::notation::moves;
use foursight::{Accuracy, AnySize, Game, Mark, Player, Position, Score};
use foursight_engine::clock::Instant;
use foursight_engine::review::{Review, ReviewedMove, remark, remedy};
use foursight_engine::why::Why;
use foursight_engine::{Control, Goal, Limits, Solution, Solve};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::CONTRACT;
use crate::color::Color;
use crate::time_limit::within;
use crate::why::{WHY_TIME, WhyBody};

/// The search time of one review; asking again continues from there.
pub(crate) const REVIEW_TIME: Duration = Duration::from_secs(4);

/// Parameters besides the game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReviewParams {
    /// Whether to add the reason for each mistake.
    #[serde(default)]
    pub why: bool,
}

/// The graded moves of a game.
#[derive(Serialize, ToSchema)]
pub struct ReviewBody {
    /// The version of this format.
    #[schema(example = 1)]
    version: u32,
    #[schema(example = "4455")]
    pos: String,
    /// The moves in order; null for those not graded in time, and for discs placed by the opening rule.
    moves: Vec<Option<GradedMove>>,
    /// The moves with `?` or worse, each as the number of discs before it, the worst first.
    mistakes: Vec<usize>,
    /// The score before each move and at the end, from red's point of view; null while unknown.
    evaluation: Vec<Option<i32>>,
    accuracy: Accuracies,
    /// Whether every move is graded, except placed discs, and every score known; if not, asking again may grade more. On
    /// boards that take too long to solve, it remains false.
    complete: bool,
}

#[derive(Serialize, ToSchema)]
struct GradedMove {
    /// The number of discs before the move.
    ply: usize,
    /// The column, from 1.
    column: usize,
    player: Color,
    /// The score of the move, for the side that played it.
    score: i32,
    /// The score of the best move.
    best: i32,
    /// The columns, from 1, of the moves that are proved to have that score.
    best_columns: Vec<usize>,
    /// The score of each column, null where no disc can be played or the score is not proved.
    scores: Vec<Option<i32>>,
    #[serde(with = "MarkName")]
    #[schema(value_type = MarkName)]
    mark: Mark,
    /// The mark as a symbol after the move: `???`, `??`, `?`, `?!` or nothing.
    symbol: &'static str,
    /// The effect of the move, unless it was a best move. It does not reveal which move was better.
    #[schema(example = "missed four in a row")]
    remark: Option<String>,
    /// After a missed immediate win or block, the move that had to be played.
    #[schema(example = "column 5 won at once")]
    remedy: Option<String>,
    /// The reason why the move was a mistake, if it was requested and found in time.
    why: Option<WhyBody>,
}

/// The quality of a move, from the best to the worst.
#[derive(Serialize, ToSchema)]
#[serde(remote = "Mark", rename_all = "snake_case")]
enum MarkName {
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
    MissedBlock,
    MissedWin,
}

#[derive(Serialize, ToSchema)]
struct Accuracies {
    #[serde(with = "AccuracyBody")]
    #[schema(value_type = AccuracyBody)]
    red: Accuracy,
    #[serde(with = "AccuracyBody")]
    #[schema(value_type = AccuracyBody)]
    yellow: Accuracy,
}

/// The number of a player's moves with each mark.
#[derive(Serialize, ToSchema)]
#[serde(remote = "Accuracy")]
struct AccuracyBody {
    #[serde(getter = "Accuracy::n_graded")]
    n_graded: usize,
    best: usize,
    good: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    missed_blocks: usize,
    missed_wins: usize,
    /// The share of best moves, from 0 to 1.
    #[serde(getter = "Accuracy::best_share")]
    best_share: Option<f64>,
    /// The share of moves that kept the result, from 0 to 1.
    #[serde(getter = "Accuracy::kept_share")]
    kept_share: Option<f64>,
}

/// Grades every move that is proved, within the limits, to be as good or bad as its grade says. Each position gets half
/// of the remaining time, so that one that takes too long leaves some for the earlier ones.
pub fn review(
    game: &Game<AnySize>,
    solver: &mut impl Solve<AnySize>,
    limits: Limits<'_>,
) -> Review {
    let end = Instant::now() + REVIEW_TIME;
    Review::new(game, |position| {
        let half = end.saturating_duration_since(Instant::now()) / 2;
        let control = &mut Control::limited(within(limits, half));
        Some(solver.solve_moves(position, Goal::Score, control))
    })
}

/// The mistakes, each with the position before it.
fn mistakes<'a>(
    game: &Game<AnySize>,
    review: &'a Review,
) -> Vec<(Position<AnySize>, &'a ReviewedMove)> {
    let position = |ply| game.positions().iter().find(|position| position.ply() == ply).copied();
    let mistakes = review.mistakes().into_iter();
    mistakes.filter_map(|played| Some((position(played.ply)?, played))).collect()
}

impl ReviewBody {
    /// The grades of a game.
    pub fn new(game: &Game<AnySize>, review: &Review) -> Self {
        Self {
            version: CONTRACT,
            pos: moves::write(game.moves()),
            moves: review.moves().iter().map(|m| m.as_ref().map(GradedMove::new)).collect(),
            mistakes: review.mistakes().iter().map(|played| played.ply).collect(),
            evaluation: review.evaluation().iter().map(|score| score.map(Score::value)).collect(),
            accuracy: Accuracies {
                red: review.accuracy(Player::First),
                yellow: review.accuracy(Player::Second),
            },
            complete: review.is_complete(),
        }
    }

    /// The same answer with the reasons for its mistakes, as far as they are found within the limits.
    #[must_use]
    pub fn explained(
        mut self,
        game: &Game<AnySize>,
        review: &Review,
        solver: &mut impl Solve<AnySize>,
        limits: Limits<'_>,
    ) -> Self {
        let mut control = Control::limited(within(limits, WHY_TIME));
        for (position, played) in mistakes(game, review) {
            let why = Why::of_move(&position, played.column, &played.scores, solver, &mut control);
            if control.limits.are_reached(0) {
                break;
            }
            self.explain(played.ply, &why);
        }
        self
    }

    fn explain(&mut self, ply: usize, why: &Why) {
        let graded = self.moves.iter_mut().flatten().find(|graded| graded.ply == ply);
        if let Some(graded) = graded {
            let pos = |ply| self.pos.chars().take(ply).collect();
            graded.why = Some(WhyBody::new(pos(why.position.ply()), Some(pos(ply)), why));
        }
    }
}

impl GradedMove {
    fn new(reviewed: &ReviewedMove) -> Self {
        let ReviewedMove { ply, player, column, scores, grade } = reviewed;
        let score =
            |solution: &Option<Solution>| solution.and_then(|s| s.score()).map(Score::value);
        Self {
            ply: *ply,
            column: column.index() + 1,
            player: (*player).into(),
            score: grade.score().value(),
            best: grade.best().value(),
            best_columns: scores.best_columns().iter().map(|column| column.index() + 1).collect(),
            scores: scores.columns().iter().map(score).collect(),
            mark: grade.mark(),
            symbol: grade.mark().symbol(),
            remark: remark(*grade),
            remedy: remedy(*grade),
            why: None,
        }
    }
}
