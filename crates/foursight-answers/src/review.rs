//! `/api/review`: every move of a game graded.

use std::time::Duration;

use foursight::notation::moves;
use foursight::record::GameResult;
use foursight::{Accuracy, AnySize, Cell, Game, Lost, Mark, OpeningRule, Player, Position, Score};
use foursight_engine::clock::Instant;
use foursight_engine::review::{Lesson, LessonKind, Review, ReviewedMove, remark, remedy};
use foursight_engine::why::Why;
use foursight_engine::{Control, Goal, Limits, Solution, Solve};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::Object;
use utoipa::{IntoParams, ToSchema};

use crate::color::Color;
use crate::why::{WHY_TIME, WhyBody, one_of, read_you};
use crate::{CONTRACT, Problem, Result};

/// The search time of one review; asking again continues from there.
pub(crate) const REVIEW_TIME: Duration = Duration::from_secs(4);

/// Parameters besides the game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReviewParams {
    /// Whether to add the reason for each mistake.
    #[serde(default)]
    why: bool,
    /// The result of a game that the board does not show to be over: 1-0, 0-1 or 1/2.
    #[serde(default)]
    #[param(value_type = Option<String>, example = "0-1")]
    result: Option<String>,
    /// The player who reads the sentences, and is "you" in them; otherwise both players are named by color.
    #[serde(default)]
    #[param(value_type = Option<Color>)]
    you: Option<String>,
}

impl ReviewParams {
    /// Whether the answer gives reasons: those of the mistakes, or the lesson of a game that is over.
    pub(crate) fn needs_reasons(&self, game: &Game<AnySize>) -> bool {
        self.why || self.result.is_some() || game.outcome().is_some()
    }

    /// The result of the game.
    ///
    /// # Errors
    ///
    /// If there is no such result, or the board shows another one.
    pub(crate) fn result(&self, game: &Game<AnySize>) -> Result<GameResult> {
        let on_board = GameResult::from(game.outcome());
        let Some(result) = &self.result else { return Ok(on_board) };
        let result: GameResult =
            result.parse().map_err(|error| Problem::invalid("result", error))?;
        if ![GameResult::Unfinished, result].contains(&on_board) {
            let message = format!("the board shows {on_board}, not {result}");
            return Err(Problem::invalid("result", message));
        }
        Ok(result)
    }
}

/// The answer to a question about a game.
pub(crate) fn answer(
    game: &Game<AnySize>,
    params: &ReviewParams,
    rule: OpeningRule,
    solver: &mut impl Solve<AnySize>,
    limits: Limits<'_>,
) -> Result<ReviewBody> {
    let result = params.result(game)?;
    let review = review(game, solver, limits).without(0..rule.n_placed());
    let control = &mut Control::limited(limits.within(WHY_TIME));
    let is_over = result != GameResult::Unfinished;
    let lesson = is_over.then(|| review.lesson(game, result.loser(), control)).flatten();
    let you = read_you(params.you.as_deref())?;
    let body = ReviewBody::new(game, &review, lesson.as_ref(), you);
    Ok(if params.why { body.explained(game, &review, solver, limits, you) } else { body })
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
    /// The move to learn from, once the game is over; null if there is none, or none is proved yet.
    lesson: Option<LessonBody>,
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
    #[schema(example = "column e won at once")]
    remedy: Option<String>,
    /// The reason why the move was a mistake, if it was requested and found in time.
    why: Option<WhyBody>,
}

/// The move of a game from which a person can learn most: the last one after which the other side had a short way to
/// win, if another move left none. A solver may know earlier mistakes.
#[derive(Serialize, ToSchema)]
#[schema(as = Lesson)]
struct LessonBody {
    /// The number of discs before the move.
    ply: usize,
    player: Color,
    #[schema(schema_with = lesson_kind)]
    kind: &'static str,
    /// The column, from 1, to compare with.
    better: usize,
    /// The lesson in one or two sentences.
    #[schema(example = "You lost with d3: it let Yellow get three in a row with both ends open.")]
    headline: String,
    /// The words of the headline that name a pattern, if it names one.
    #[schema(example = "three in a row with both ends open")]
    pattern: Option<String>,
    /// Whether the game was lost before, in a sentence: by an earlier move, or nobody knows; null if the headline tells.
    #[schema(example = "Already losing since a1.")]
    since: Option<String>,
    /// The move that lost the game by its exact result, as the number of discs before it; null if there is none, or
    /// none is proved yet.
    lost_by: Option<usize>,
    /// The short reason; null unless `kind` is `unstoppable` or `missed_win`.
    why: Option<WhyBody>,
    /// What is counted in place of a short reason for a loser's mistake; null if too few games end alike, if counting
    /// them takes too long, and in the WebAssembly module, which does not count. The headline says it.
    counted: Option<CountedBody>,
}

/// How most games end that are played on after a move, by players who choose at random among the best moves. It is
/// counted, not proved.
#[derive(Serialize, ToSchema)]
#[schema(as = Counted)]
struct CountedBody {
    winner: Color,
    /// The cell of the winner's last disc or, if more games end so, the cells of the line.
    #[schema(example = json!(["c3"]))]
    cells: Vec<String>,
    /// The number of games after the move, and as many after the better one.
    #[schema(example = 20)]
    n_games: usize,
    /// The number of games after the move that end so: at least three in five.
    #[schema(example = 17)]
    n_alike: usize,
    /// The number of games after the better move that end so.
    #[schema(example = 4)]
    n_alike_after_better: usize,
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
        let control = &mut Control::limited(limits.within(half));
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
    /// The grades of a game, and its lesson, if there is one, told to `you`.
    pub fn new(
        game: &Game<AnySize>,
        review: &Review,
        lesson: Option<&Lesson>,
        you: Option<Player>,
    ) -> Self {
        let pos = moves::write(game.moves());
        Self {
            version: CONTRACT,
            lesson: lesson.map(|lesson| LessonBody::new(&pos, lesson, you)),
            pos,
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
        you: Option<Player>,
    ) -> Self {
        let mut control = Control::limited(limits.within(WHY_TIME));
        for (position, played) in mistakes(game, review) {
            let why = Why::of_move(&position, played.column, &played.scores, solver, &mut control);
            if control.limits.are_reached(0) {
                break;
            }
            self.explain(played.ply, &why, you);
        }
        self
    }

    fn explain(&mut self, ply: usize, why: &Why, you: Option<Player>) {
        let graded = self.moves.iter_mut().flatten().find(|graded| graded.ply == ply);
        if let Some(graded) = graded {
            graded.why = Some(why_body(&self.pos, ply, why, you));
        }
    }
}

/// The reason for the move after `ply` others of a game.
fn why_body(game: &str, ply: usize, why: &Why, you: Option<Player>) -> WhyBody {
    let pos = |ply| game.chars().take(ply).collect();
    WhyBody::new(pos(why.position.ply()), Some(pos(ply)), why, you)
}

impl LessonBody {
    fn new(game: &str, lesson: &Lesson, you: Option<Player>) -> Self {
        Self {
            ply: lesson.ply,
            player: lesson.player.into(),
            kind: lesson.kind.name(),
            better: lesson.better.column.index() + 1,
            headline: lesson.headline(you),
            pattern: lesson.pattern(you),
            since: lesson.since(),
            lost_by: match lesson.lost {
                Some(Lost::ByMove(ply)) => Some(ply),
                _ => None,
            },
            why: lesson.why.as_ref().map(|why| why_body(game, lesson.ply, why, you)),
            counted: lesson.counted.as_ref().map(|counted| CountedBody {
                winner: counted.winner.into(),
                cells: counted.cells.iter().map(Cell::to_string).collect(),
                n_games: counted.games[0].len(),
                n_alike: counted.n_alike[0],
                n_alike_after_better: counted.n_alike[1],
            }),
        }
    }
}

fn lesson_kind() -> Object {
    one_of(LessonKind::NAMES)
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
