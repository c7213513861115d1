//! `/api/puzzles`: positions with one move that wins, or draws.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight::notation::moves;
use foursight::{AnySize, Column, Position, Size};
use foursight_engine::{Forecast, Solution};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::client::Client;
use crate::http::color::Color;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::{Body, Params, Segment};
use crate::solving::Solving;
use crate::solving::puzzle::{MAX_DIFFICULTY, MAX_ID, difficulty_of, next_of};
use crate::store::StoredPuzzle;

#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleBody {
    id: u32,
    /// The position, as columns from 1.
    pos: String,
    #[schema(example = "7x6")]
    size: String,
    connect: usize,
    to_move: Color,
    /// What one move achieves and no other: `win` or `draw`.
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
    /// The number of the puzzle before.
    #[serde(default)]
    after: u32,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct AttemptBody {
    /// The column tried, from 1.
    #[schema(example = 4, minimum = 1, maximum = 7)]
    column: Option<usize>,
    /// True to get the solution.
    #[serde(default)]
    give_up: bool,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct AttemptResult {
    correct: bool,
    /// The solution, as a column from 1; only after it was found or given up.
    solution: Option<usize>,
    /// What the move leads to, for the side that played it; after giving up, what the solution leads to.
    score: i32,
    #[schema(example = "loses in 3 moves")]
    words: String,
    /// The best reply to a wrong move and play after it, as columns from 1.
    refutation: Option<String>,
    /// The solution and best play after it, as columns from 1.
    line: Option<String>,
}

/// The puzzle of the day, which changes at midnight UTC.
#[utoipa::path(
    get, path = "/api/puzzles/daily", tag = "puzzles",
    responses((status = OK, body = PuzzleBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn daily(
    State(solving): State<Arc<Solving>>,
    client: Client,
) -> Result<Json<PuzzleBody>> {
    Ok(Json(PuzzleBody::new(&solving.daily_puzzle(client.network).await?)))
}

/// The next puzzle of a difficulty.
#[utoipa::path(
    get, path = "/api/puzzles", tag = "puzzles", params(NextParams),
    responses((status = OK, body = PuzzleBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn next(
    State(solving): State<Arc<Solving>>,
    client: Client,
    Params(NextParams { difficulty, after }): Params<NextParams>,
) -> Result<Json<PuzzleBody>> {
    if !(1..=MAX_DIFFICULTY).contains(&difficulty) {
        let message = format!("the difficulty is from 1 to {MAX_DIFFICULTY}");
        return Err(Error::invalid("difficulty", message));
    }
    // The last puzzle is followed by the first; daily ones are not among them.
    let after = if after < MAX_ID - MAX_DIFFICULTY { after } else { 0 };
    Ok(Json(PuzzleBody::new(&solving.puzzle(client.network, next_of(difficulty, after)).await?)))
}

/// A puzzle by its number.
#[utoipa::path(
    get, path = "/api/puzzles/{id}", tag = "puzzles", params(("id" = u32, Path)),
    responses((status = OK, body = PuzzleBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn puzzle(
    State(solving): State<Arc<Solving>>,
    client: Client,
    Segment(id): Segment<u32>,
) -> Result<Json<PuzzleBody>> {
    Ok(Json(PuzzleBody::new(&solving.puzzle(client.network, id).await?)))
}

/// Try a move of a puzzle, or give up.
#[utoipa::path(
    post, path = "/api/puzzles/{id}/attempt", tag = "puzzles", params(("id" = u32, Path)),
    request_body = AttemptBody,
    responses((status = OK, body = AttemptResult), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn attempt(
    State(solving): State<Arc<Solving>>,
    client: Client,
    Segment(id): Segment<u32>,
    Body(body): Body<AttemptBody>,
) -> Result<Json<AttemptResult>> {
    let puzzle = solving.puzzle(client.network, id).await?;
    let position = position_of(&puzzle);
    let solution = Column::new(puzzle.solution - 1);
    let tried = match (body.column, body.give_up) {
        (Some(number), false) => read_column(&position, number)?,
        (None, true) => solution,
        _ => return Err(Error::invalid("column", "send either a column or give_up")),
    };
    let (score, line) = solving.follow(client.network, position, tried).await?;
    let correct = tried == solution && !body.give_up;
    let is_solution = tried == solution;
    let exact = Solution::exact(score);
    Ok(Json(AttemptResult {
        correct,
        solution: is_solution.then_some(puzzle.solution),
        score: score.value(),
        words: Forecast::new(&exact, &position).to_string(),
        refutation: (!is_solution).then(|| moves::write(&line[1..])),
        line: is_solution.then(|| moves::write(&line)),
    }))
}

fn read_column(position: &Position<AnySize>, number: usize) -> Result<Column> {
    let column = number.checked_sub(1).and_then(Column::checked);
    let column = column.filter(|&column| position.can_play(column));
    column.ok_or_else(|| Error::invalid("column", format!("column {number} cannot be played")))
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
