//! `GET /api/position`: what the rules say of a position.

use axum::Json;
use foursight::notation::moves;
use foursight::{AnySize, Board, Game, Outcome, Player, Position, Size};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Params, PositionParams};

/// A player, by the color of the discs; red begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Color {
    Red,
    Yellow,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GameResult {
    Red,
    Yellow,
    Draw,
}

/// A cell as column and row, both from 1; row 1 is at the bottom.
pub(crate) type CellNumbers = [usize; 2];

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
    /// Nobody after the end of the game.
    to_move: Option<Color>,
    outcome: Option<GameResult>,
    /// The completed lines, each as its cells: column and row from 1, row 1 at the bottom.
    #[schema(value_type = Vec<Vec<Vec<usize>>>)]
    lines: Vec<Vec<CellNumbers>>,
    /// The columns that can be played, from 1.
    legal: Vec<usize>,
    /// The rows from the top: `R`, `Y`, and `.` for an empty cell.
    #[schema(example = json!([".......", ".......", ".......", ".......", "...YY..", "...RR.."]))]
    rows: Vec<String>,
    /// How it stands.
    #[schema(example = "red to move")]
    words: String,
}

/// What the rules say of a position.
#[utoipa::path(
    get, path = "/api/position", tag = "positions", params(PositionParams),
    responses((status = OK, body = PositionBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn position(Params(params): Params<PositionParams>) -> Result<Json<PositionBody>> {
    Ok(Json(PositionBody::new(&params.game()?)))
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
            outcome: game.outcome().map(GameResult::from),
            lines: line_cells(position),
            legal: position.moves().map(|column| column.index() + 1).collect(),
            rows: rows(&position.to_board()),
            words: state_in_words(game),
        }
    }
}

impl From<Player> for Color {
    fn from(player: Player) -> Self {
        match player {
            Player::First => Self::Red,
            Player::Second => Self::Yellow,
        }
    }
}

impl Color {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Yellow => "yellow",
        }
    }

    #[must_use]
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Red => Self::Yellow,
            Self::Yellow => Self::Red,
        }
    }
}

impl From<Color> for GameResult {
    fn from(color: Color) -> Self {
        match color {
            Color::Red => Self::Red,
            Color::Yellow => Self::Yellow,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(player) => Color::from(player).into(),
            Outcome::Draw => Self::Draw,
        }
    }
}

/// The completed lines of a position.
pub(crate) fn line_cells(position: &Position<AnySize>) -> Vec<Vec<CellNumbers>> {
    let lines = position.completed_lines().into_iter();
    lines
        .map(|line| line.cells.cells().map(|c| [c.column.index() + 1, c.row + 1]).collect())
        .collect()
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
