//! `/api/position`: what the rules say of a position, and which one a text describes.

use axum::Json;
use foursight::notation::{Expected, Notation, moves};
use foursight::record::read_games;
use foursight::{AnySize, Board, Game, Outcome, Player, Size};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::color::{CellNumbers, Color, OutcomeBody, line_cells};
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::Body;
use crate::http::position_query::{PositionParams, PositionQuery, read_size};

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

/// A text that describes a position or a game.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PositionText {
    /// Any notation that the program reads, or a game as it stands in a game file.
    #[schema(example = "....\n....\n.YY.\nRRR.")]
    text: String,
    /// Columns x rows, each from 3 to 10, if the text does not say.
    #[schema(example = "7x6")]
    size: Option<String>,
    /// How many discs in a row win, from 3 to 6, if the text does not say.
    #[schema(example = 4)]
    connect: Option<usize>,
}

/// The position that a text describes, with moves that lead there.
#[utoipa::path(
    post, path = "/api/position", tag = "positions", request_body = PositionText,
    responses((status = OK, body = PositionBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn read_position(
    Body(PositionText { text, size, connect }): Body<PositionText>,
) -> Result<Json<PositionBody>> {
    let game = read_game(&text, read_size(size.as_deref(), connect)?)?;
    let size = game.position().size();
    let columns = moves::of_game(&game).map_err(|error| Error::invalid("text", error))?;
    let game = moves::read(&moves::write(&columns), size).expect("an order of moves is legal");
    Ok(Json(PositionBody::new(&game)))
}

/// The game of a text; what it does not say of the board is as in `size`.
fn read_game(text: &str, size: AnySize) -> Result<Game<AnySize>> {
    let invalid = |error: &dyn std::fmt::Display| Error::invalid("text", error);
    let has_tags = text.lines().any(|line| line.starts_with('[') && line.ends_with("\"]"));
    match read_games(text) {
        Ok(games) if !games.is_empty() => {
            return games[0].record().map(|record| record.game).map_err(|error| invalid(&error));
        }
        Err(error) if has_tags => return Err(invalid(&error)),
        _ => {}
    }
    let notation = Notation::detect(text, Expected::Size(size));
    // These do not show the board.
    let is_bare = [Notation::Moves, Notation::ZeroBased, Notation::Flat, Notation::Uci];
    let expected = if is_bare.contains(&notation) {
        Expected::Size(size)
    } else {
        Expected::AnyWithConnect(size.connect())
    };
    notation.read(text.trim_end(), expected).map_err(|error| invalid(&error))
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
