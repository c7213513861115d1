//! A game with its moves graded.

use foursight::notation::Expected;
use foursight::record::GameResult;
use foursight::{AnySize, Cell, Game, Lost, Player};
use foursight_answers::review::ReviewBody;
use foursight_engine::review::{remark, remedy};
use foursight_engine::{Control, Goal, Solve};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::value_error;
use crate::game;
use crate::json::to_json;
use crate::move_scores::MoveScores;
use crate::options::{Options, with_options};
use crate::pickle::{Reduced, reduced};
use crate::reading;
use crate::search::search;
use crate::why::Why;

/// A game with its moves graded, as far as the scores of its positions are known.
#[pyclass(frozen, module = "foursight")]
pub(crate) struct Review {
    /// The moves in order; None where a limit left no grade.
    #[pyo3(get)]
    moves: Vec<Option<Py<ReviewedMove>>>,
    /// The score before each move and at the end, from the first player's point of view; None where it is not proved.
    #[pyo3(get)]
    evaluation: Vec<Option<i32>>,
    /// The moves to learn from, the worst first.
    #[pyo3(get)]
    mistakes: Vec<Py<ReviewedMove>>,
    /// The marks of the first and of the second player.
    #[pyo3(get)]
    accuracy: (Py<Accuracy>, Py<Accuracy>),
    /// The move to learn from, once the game is over; None if there is none, or a limit left too little proved.
    #[pyo3(get)]
    lesson: Option<Py<Lesson>>,
    body: ReviewBody,
    game: Game<AnySize>,
    /// The scores of each open position, the last one first.
    scores: Vec<MoveScores>,
}

/// The move of a game from which a person can learn most: the last one after which the other side had a short way to win,
/// if another move left none. A solver may know earlier mistakes.
#[pyclass(frozen, get_all, module = "foursight")]
pub(crate) struct Lesson {
    /// The number of discs before the move.
    ply: usize,
    /// `first` or `second`.
    player: &'static str,
    /// The column played, counted from 0.
    column: usize,
    /// `unstoppable`, `sooner` (another move lasts at least four discs longer), `gave_away` (the result, without a short
    /// reason) or `missed_win`.
    kind: &'static str,
    /// The column to compare with.
    better: usize,
    /// The lesson in one or two sentences.
    headline: String,
    /// The move that lost the game by its exact result, as the number of discs before it; None if there is none.
    lost_by: Option<usize>,
    /// The short reason; None unless the kind is `unstoppable` or `missed_win`.
    why: Option<Py<Why>>,
    /// What is counted in place of a short reason for a loser's mistake; None if too few games end alike, or if counting
    /// them takes too long. The headline says it.
    counted: Option<Py<Counted>>,
}

/// How most games end that are played on after a move, by players who choose at random among the best moves. It is counted,
/// not proved.
#[pyclass(frozen, get_all, module = "foursight")]
pub(crate) struct Counted {
    /// `first` or `second`.
    winner: &'static str,
    /// The cell of the winner's last disc or, if more games end so, the cells of the line: `c3`.
    cells: Vec<String>,
    /// The number of games after the move, and as many after the better one.
    n_games: usize,
    /// The number of games after the move that end so: at least three in five.
    n_alike: usize,
    /// The number of games after the better move that end so.
    n_alike_after_better: usize,
}

#[pymethods]
impl Counted {
    fn __repr__(&self) -> String {
        format!("<Counted: {} of {} games>", self.n_alike, self.n_games)
    }
}

#[pymethods]
impl Lesson {
    fn __repr__(&self) -> String {
        format!("<Lesson: {}>", self.headline)
    }
}

impl Lesson {
    fn new(
        py: Python<'_>,
        game: &Game<AnySize>,
        lesson: &foursight_engine::review::Lesson,
    ) -> PyResult<Self> {
        let before = game.positions().iter().find(|position| position.ply() == lesson.ply).copied();
        let why = lesson.why.clone().map(|reason| Py::new(py, Why { reason, before, asked: None }));
        let counted = lesson.counted.as_ref().map(|counted| {
            let cells = counted.cells.iter().map(Cell::to_string).collect();
            let [n_alike, n_alike_after_better] = counted.n_alike;
            let (winner, n_games) = (counted.winner.name(), counted.games[0].len());
            Py::new(py, Counted { winner, cells, n_games, n_alike, n_alike_after_better })
        });
        Ok(Self {
            ply: lesson.ply,
            player: lesson.player.name(),
            column: lesson.cell.column.index(),
            kind: lesson.kind.name(),
            better: lesson.better.column.index(),
            headline: lesson.headline(None),
            lost_by: match lesson.lost {
                Some(Lost::ByMove(ply)) => Some(ply),
                _ => None,
            },
            why: why.transpose()?,
            counted: counted.transpose()?,
        })
    }
}

#[pymethods]
impl Review {
    /// The review as the JSON object that the server returns, where columns count from 1.
    fn json(&self) -> String {
        to_json(&self.body)
    }

    #[staticmethod]
    fn _of_scores(
        py: Python<'_>,
        game: &game::Game,
        scores: Vec<PyRef<'_, MoveScores>>,
    ) -> PyResult<Self> {
        let known = scores.into_iter().map(|scores| (*scores).clone()).collect();
        reviewed(py, &game.0, known, &Options::read(None)?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (game::Game, Vec<MoveScores>)> {
        let Self { game, scores, .. } = slf.get();
        reduced(slf, "_of_scores", (game::Game(game.clone()), scores.clone()))
    }

    fn __repr__(&self) -> String {
        format!("<Review: {} moves, {} mistakes>", self.moves.len(), self.mistakes.len())
    }
}

/// A move of a game and its grade.
#[pyclass(frozen, get_all, module = "foursight")]
pub(crate) struct ReviewedMove {
    /// The number of discs before the move.
    ply: usize,
    /// `first` or `second`.
    player: &'static str,
    /// The column played, counted from 0.
    column: usize,
    /// The score of the move, for the player.
    score: i32,
    /// The score of the best move.
    best: i32,
    /// `best`, `good`, `inaccuracy`, `mistake`, `blunder`, `missed_block` or `missed_win`.
    mark: &'static str,
    /// The effect of the move, in words; None for a best move.
    remark: Option<String>,
    /// The oversight, in words.
    remedy: Option<String>,
    /// The score of each column; None where no disc could be played or the score is not proved.
    scores: Vec<Option<i32>>,
}

#[pymethods]
impl ReviewedMove {
    fn __repr__(&self) -> String {
        format!("<ReviewedMove: ply {}, column {}, {}>", self.ply, self.column, self.mark)
    }
}

/// The number of a player's moves with each mark.
#[pyclass(frozen, get_all, module = "foursight")]
pub(crate) struct Accuracy {
    /// Moves that no other move beats.
    best: usize,
    /// Moves that win a little later, or lose a little sooner.
    good: usize,
    /// Moves that win much later, or lose much sooner.
    inaccuracies: usize,
    /// Wins that became draws.
    mistakes: usize,
    /// Wins and draws that became losses.
    blunders: usize,
    /// Missed blocks where the opponent could win at once.
    missed_blocks: usize,
    /// Missed immediate wins.
    missed_wins: usize,
    /// Moves that kept the result.
    kept: usize,
    /// Moves with a grade.
    graded: usize,
}

#[pymethods]
impl Accuracy {
    fn __repr__(&self) -> String {
        format!("<Accuracy: {} best, {} kept of {}>", self.best, self.kept, self.graded)
    }
}

impl Accuracy {
    fn new(accuracy: &foursight::Accuracy) -> Self {
        Self {
            best: accuracy.best,
            good: accuracy.good,
            inaccuracies: accuracy.inaccuracies,
            mistakes: accuracy.mistakes,
            blunders: accuracy.blunders,
            missed_blocks: accuracy.missed_blocks,
            missed_wins: accuracy.missed_wins,
            kept: accuracy.kept,
            graded: accuracy.n_graded(),
        }
    }
}

impl ReviewedMove {
    fn new(played: &foursight_engine::review::ReviewedMove) -> Self {
        let grade = played.grade;
        let columns = played.scores.columns().iter();
        let score = |solution: &Option<foursight_engine::Solution>| {
            solution.and_then(|solution| Some(solution.score()?.value()))
        };
        Self {
            ply: played.ply,
            player: played.player.name(),
            column: played.column.index(),
            score: grade.score().value(),
            best: grade.best().value(),
            mark: grade.mark().name(),
            remark: remark(grade),
            remedy: remedy(grade),
            scores: columns.map(score).collect(),
        }
    }
}

#[doc = with_options!("review(game, *, ")]
/// Grade every move of a game: a `Game`, or text with its moves. The options are those of `solve`; a `time_limit` is for
/// the whole game.
///
/// >>> review = foursight.review("4455667")
/// >>> [(move.ply, move.mark) for move in review.mistakes]
/// [(3, 'blunder'), (2, 'blunder')]
/// >>> review.evaluation
/// [1, 1, 1, -2, 18, 18, 18, 18]
/// >>> review.lesson.headline
/// 'Yellow lost with e2: it let Red get three in a row with both ends open.'
#[pyfunction]
#[pyo3(signature = (game, **options), text_signature = None)]
pub(crate) fn review(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Review> {
    let game = &reading::game(game, Expected::ANY, None)?;
    if game.moves().is_empty() {
        return Err(value_error("a position without moves has nothing to review: pass a game"));
    }
    reviewed(py, game, Vec::new(), &Options::read(options)?)
}

/// The review of a game, given the scores of its open positions, the last one first, as far as they are known.
fn reviewed(
    py: Python<'_>,
    game: &Game<AnySize>,
    known: Vec<MoveScores>,
    options: &Options,
) -> PyResult<Review> {
    use foursight_engine::review::Review as Graded;
    let mut known = known.into_iter();
    let (value, scores) = search(py, game.position().size(), options, |solver, control| {
        let mut all = Vec::new();
        let value = Graded::new(game, |position| {
            let scores = known.next().map_or_else(
                || solver.solve_moves(position, Goal::Score, control),
                |known| known.scores,
            );
            all.push(MoveScores { scores: scores.clone(), position: *position });
            Some(scores)
        });
        (value, all)
    })?;
    let one_move =
        |played: &foursight_engine::review::ReviewedMove| Py::new(py, ReviewedMove::new(played));
    let accuracy = |player| Py::new(py, Accuracy::new(&value.accuracy(player)));
    let moves = value.moves().iter().map(|played| played.as_ref().map(one_move).transpose());
    let evaluation = value.evaluation().iter().map(|score| score.map(foursight::Score::value));
    let result = GameResult::from(game.outcome());
    let is_over = result != GameResult::Unfinished;
    let control = &mut Control::default();
    let lesson = is_over.then(|| value.lesson(game, result.loser(), control)).flatten();
    let body = ReviewBody::new(game, &value, lesson.as_ref(), None);
    let lesson = lesson.map(|lesson| Py::new(py, Lesson::new(py, game, &lesson)?));
    Ok(Review {
        lesson: lesson.transpose()?,
        moves: moves.collect::<PyResult<_>>()?,
        evaluation: evaluation.collect(),
        mistakes: value.mistakes().into_iter().map(one_move).collect::<PyResult<_>>()?,
        accuracy: (accuracy(Player::First)?, accuracy(Player::Second)?),
        body,
        game: game.clone(),
        scores,
    })
}
