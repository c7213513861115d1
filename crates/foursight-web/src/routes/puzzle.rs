//! `/api/puzzles`: positions with one move that wins, or draws.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight::notation::moves;
use foursight::{AnySize, Column, Position, Score, Size};
use foursight_engine::{Goal, Solution, Solve, Words};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::position::Color;
use crate::App;
use crate::error::{Error, ErrorBody, Result};
use crate::extract::{Body, Params, Segment};
use crate::pool::JobLimits;
use crate::puzzle::{
    FIRST_DAILY, LAST_DAILY, MAX_DIFFICULTY, MAX_ID, difficulty_of, find, next_of,
};
use crate::store::StoredPuzzle;
use crate::thinker::Thinker;

#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleBody {
    id: u32,
    /// The position, as columns from 1.
    pos: String,
    #[schema(example = "7x6")]
    size: String,
    connect: usize,
    to_move: Color,
    /// What one move reaches and no other: `win` or `draw`.
    #[schema(example = "win")]
    goal: String,
    /// From 1 to 5.
    #[schema(minimum = 1, maximum = 5)]
    difficulty: u32,
    #[schema(example = "red to move: one move wins")]
    words: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct NextParams {
    /// From 1 (easy) to 5.
    #[param(minimum = 1, maximum = 5)]
    difficulty: u32,
    /// The puzzle after which the next one is asked for.
    #[serde(default)]
    after: u32,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct AttemptBody {
    /// The column tried, from 1.
    #[schema(example = 4)]
    column: Option<usize>,
    /// True to be told the solution.
    #[serde(default)]
    give_up: bool,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct AttemptResult {
    correct: bool,
    /// The column that was looked for, from 1; only once it was found or given up.
    solution: Option<usize>,
    /// What the move leads to, for the side that played it: that of the solution after giving up.
    score: i32,
    #[schema(example = "loses in 3 moves")]
    words: String,
    /// How a wrong move is answered, as columns from 1.
    refutation: Option<String>,
    /// The solution and best play after it, as columns from 1.
    line: Option<String>,
}

/// The puzzle of the day, by the clock of Greenwich.
#[utoipa::path(
    get, path = "/api/puzzles/daily", tag = "puzzles",
    responses((status = OK, body = PuzzleBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn daily(State(app): State<Arc<App>>) -> Result<Json<PuzzleBody>> {
    Ok(Json(PuzzleBody::new(&app.daily_puzzle().await?)))
}

/// The next puzzle of a difficulty.
#[utoipa::path(
    get, path = "/api/puzzles", tag = "puzzles", params(NextParams),
    responses((status = OK, body = PuzzleBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn next(
    State(app): State<Arc<App>>,
    Params(NextParams { difficulty, after }): Params<NextParams>,
) -> Result<Json<PuzzleBody>> {
    if !(1..=MAX_DIFFICULTY).contains(&difficulty) {
        let message = format!("puzzles are of difficulty 1 to {MAX_DIFFICULTY}");
        return Err(Error::invalid("difficulty", message));
    }
    // After the last comes the first again, and a daily one is not among them.
    let after = if after < MAX_ID - MAX_DIFFICULTY { after } else { 0 };
    Ok(Json(PuzzleBody::new(&app.puzzle(next_of(difficulty, after)).await?)))
}

/// A puzzle by its number.
#[utoipa::path(
    get, path = "/api/puzzles/{id}", tag = "puzzles", params(("id" = u32, Path)),
    responses((status = OK, body = PuzzleBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn puzzle(
    State(app): State<Arc<App>>,
    Segment(id): Segment<u32>,
) -> Result<Json<PuzzleBody>> {
    Ok(Json(PuzzleBody::new(&app.puzzle(id).await?)))
}

/// Try a move of a puzzle, or give up.
#[utoipa::path(
    post, path = "/api/puzzles/{id}/attempt", tag = "puzzles", params(("id" = u32, Path)),
    request_body = AttemptBody,
    responses((status = OK, body = AttemptResult), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn attempt(
    State(app): State<Arc<App>>,
    Segment(id): Segment<u32>,
    Body(body): Body<AttemptBody>,
) -> Result<Json<AttemptResult>> {
    let puzzle = app.puzzle(id).await?;
    let position = position_of(&puzzle);
    let solution = Column::new(puzzle.solution - 1);
    let tried = match (body.column, body.give_up) {
        (Some(number), false) => read_column(&position, number)?,
        (None, true) => solution,
        _ => return Err(Error::invalid("column", "send a column, or give_up, and not both")),
    };
    let time = app.config.limits.solve_time;
    let found =
        app.pool.run(time, move |thinker, limits| follow(thinker, &position, tried, limits));
    let not_solved =
        || Error::busy("not_solved_in_time", "the move was not solved in time; ask again");
    let (score, line) = found.await?.ok_or_else(not_solved)?;
    let correct = tried == solution && !body.give_up;
    let is_told = tried == solution;
    let exact = Solution::exact(score);
    Ok(Json(AttemptResult {
        correct,
        solution: is_told.then_some(puzzle.solution),
        score: score.value(),
        words: Words::new(&exact, &position).to_string(),
        refutation: (!is_told).then(|| moves::write(&line[1..])),
        line: is_told.then(|| moves::write(&line)),
    }))
}

fn read_column(position: &Position<AnySize>, number: usize) -> Result<Column> {
    let column = number.checked_sub(1).and_then(Column::checked);
    let column = column.filter(|&column| position.can_play(column));
    column.ok_or_else(|| Error::invalid("column", format!("column {number} cannot be played")))
}

/// The score of a move, and the move with best play after it.
fn follow(
    thinker: &mut Thinker,
    position: &Position<AnySize>,
    column: Column,
    limits: &JobLimits,
) -> Option<(Score, Vec<Column>)> {
    let next = position.play(column).expect("the move is legal");
    let score = -thinker.solve(&next, Goal::Score, &mut limits.control()).score()?;
    let mut line = vec![column];
    line.extend(thinker.principal_variation(&next, &mut limits.control()));
    Some((score, line))
}

/// The position of a puzzle.
fn position_of(puzzle: &StoredPuzzle) -> Position<AnySize> {
    moves::position(&puzzle.moves, AnySize::default())
        .expect("puzzles are stored as they were found")
}

impl PuzzleBody {
    fn new(puzzle: &StoredPuzzle) -> Self {
        let position = position_of(puzzle);
        let to_move = Color::from(position.side_to_move());
        let color = to_move.name();
        let words = match puzzle.goal.as_str() {
            "win" => format!("{color} to move: one move wins"),
            _ => format!("{color} to move: one move draws, all others lose"),
        };
        Self {
            id: puzzle.id,
            pos: puzzle.moves.clone(),
            size: position.size().to_string(),
            connect: position.size().connect(),
            to_move,
            goal: puzzle.goal.clone(),
            difficulty: difficulty_of(puzzle.id),
            words,
        }
    }
}

impl App {
    /// A puzzle by its number: from the store, or found now and stored.
    pub(crate) async fn puzzle(&self, id: u32) -> Result<StoredPuzzle> {
        if !(1..=LAST_DAILY).contains(&id) {
            return Err(Error::not_found(format!("puzzles are numbered from 1 to {LAST_DAILY}")));
        }
        if let Some(puzzle) = self.store.puzzle(id).await? {
            return Ok(puzzle);
        }
        let time = self.config.limits.solve_time;
        let found = self.pool.run(time, move |thinker, limits| find(id, thinker, limits)).await?;
        let not_found =
            || Error::busy("not_solved_in_time", "no puzzle was found in time; ask again");
        let puzzle = found.ok_or_else(not_found)?;
        // Where it cannot be stored it is found again the next time; the log says why.
        let _ = self.store.save_puzzle(puzzle.clone()).await;
        Ok(puzzle)
    }

    /// The puzzle of the day.
    pub(crate) async fn daily_puzzle(&self) -> Result<StoredPuzzle> {
        let day = self.now() / (24 * 3600 * 1000);
        let day = u32::try_from(day).unwrap_or_default();
        self.puzzle((FIRST_DAILY + day).min(LAST_DAILY)).await
    }
}
