//! `GET /api/position`: what the rules say of a position.

use axum::Json;
use foursight::notation::moves;
use foursight::{AnySize, Board, Game, Outcome, Player, Size};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::color::{CellNumbers, Color, OutcomeBody, line_cells};
use crate::http::error::{ErrorBody, Result};
use crate::http::position_query::{PositionParams, PositionQuery};

#[derive(Serialize, ToSchema)]
pub(crate) struct PositionBody {
    /// The columns played, from 1.
    #[schema(example = "4455")]
    pos: String,
    #[schema(example = "7x6")]
    size: String,
    #[schema(example = 4)]
    connect: usize,
    /// The number of discs.
    #[schema(example = 4)]
    ply: usize,
    /// Null after the end of the game.
    to_move: Option<Color>,
    outcome: Option<OutcomeBody>,
    /// The completed lines, each as its cells: column and row from 1, row 1 at the bottom.
    #[schema(value_type = Vec<Vec<Vec<usize>>>)]
    lines: Vec<Vec<CellNumbers>>,
    /// The columns where a disc can be played, from 1.
    legal: Vec<usize>,
    /// The rows from the top: `R`, `Y`, and `.` for an empty cell.
    #[schema(example = json!([".......", ".......", ".......", ".......", "...YY..", "...RR.."]))]
    rows: Vec<String>,
    /// The state of the game.
    #[schema(example = "red to move")]
    words: String,
}

/// What the rules say of a position.
#[utoipa::path(
    get, path = "/api/position", tag = "positions", params(PositionParams),
    responses((status = OK, body = PositionBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn position(PositionQuery(game): PositionQuery) -> Result<Json<PositionBody>> {
    Ok(Json(PositionBody::new(&game)))
}

impl PositionBody {
    fn new(game: &Game<AnySize>) -> Self {
        let position = game.position();
        Self {
            pos: moves::write(game.moves()),
            size: position.size().to_string(),
            connect: position.size().connect(),
            ply: position.ply(),
            to_move: game.to_move().map(Color::from),
            outcome: game.outcome().map(OutcomeBody::from),
            lines: line_cells(position),
            legal: position.moves().map(|column| column.index() + 1).collect(),
            rows: rows(&position.to_board()),
            words: state_in_words(game),
        }
    }
}

fn rows(board: &Board) -> Vec<String> {
    let size = board.size();
    let symbol = |row, column| match board.disc_at(row, column) {
        Some(Player::First) => 'R',
        Some(Player::Second) => 'Y',
        None => '.',
    };
    (0..size.height())
        .map(|row| size.columns().map(|column| symbol(row, column)).collect())
        .collect()
}

/// `yellow to move`, `red has won` or `a draw`.
pub(crate) fn state_in_words(game: &Game<AnySize>) -> String {
    match game.outcome() {
        None => format!("{} to move", Color::from(game.side_to_move()).name()),
        Some(Outcome::Win(player)) => format!("{} has won", Color::from(player).name()),
        Some(Outcome::Draw) => "a draw".to_owned(),
    }
}
