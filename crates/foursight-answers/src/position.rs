//! `/api/position`: what the rules say about a position, and the position that a text describes.

use foursight::notation::{Expected, Notation, flat, moves, names_board};
use foursight::{AnySize, Board, Game, Player, Size};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::color::{CellNumbers, Color, OutcomeBody, line_cells};
use crate::{CONTRACT, Problem, Result, read_size};

/// The facts that the rules determine about a position.
#[derive(Serialize, ToSchema)]
pub struct PositionBody {
    /// The version of this format.
    #[schema(example = 1)]
    version: u32,
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

/// A text that describes a position or a game.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub struct PositionText {
    /// Any notation that the program reads, or the contents of a game file.
    #[schema(example = "....\n....\n.YY.\nRRR.")]
    text: String,
    /// Columns x rows, each from 3 to 10, if the text does not say.
    #[schema(example = "7x6")]
    size: Option<String>,
    /// Discs in a row needed to win, 3 to 6, if the text does not say.
    #[schema(example = 4)]
    connect: Option<usize>,
}

impl PositionText {
    /// The game, with moves that lead to its position.
    ///
    /// # Errors
    ///
    /// If the text describes no game.
    pub fn game(&self) -> Result<Game<AnySize>> {
        let game = read_game(&self.text, read_size(self.size.as_deref(), self.connect)?)?;
        let size = game.position().size();
        let columns = moves::of_game(&game).map_err(|error| Problem::invalid("text", error))?;
        Ok(moves::read(&moves::write(&columns), size).expect("an order of moves is legal"))
    }
}

/// The game in a text; `size` supplies what the text does not say about the board.
fn read_game(text: &str, size: AnySize) -> Result<Game<AnySize>> {
    let notation = Notation::detect(text, Expected::of_size(size));
    // Texts in these notations do not show the size of the board.
    let is_bare = [Notation::Moves, Notation::ZeroBased, Notation::Flat, Notation::Uci];
    let expected = if names_board(text) {
        Expected::ANY
    } else if is_bare.contains(&notation) {
        Expected::of_size(size)
    } else {
        Expected::new(None, Some(size.connect()))
    };
    Notation::read_any(text, expected).map_err(|error| Problem::invalid("text", error))
}

impl PositionBody {
    /// The facts that the rules determine.
    pub fn new(game: &Game<AnySize>) -> Self {
        let position = game.position();
        Self {
            version: CONTRACT,
            pos: pos_of(game),
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

/// The moves of a game from the empty board or, if no sequence of moves leads to the game's start, the cells of its
/// position.
pub fn pos_of(game: &Game<AnySize>) -> String {
    let moves = moves::of_game(game).map(|columns| moves::write(&columns));
    moves.unwrap_or_else(|_| flat::write(&game.position().to_board()))
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
pub fn state_in_words(game: &Game<AnySize>) -> String {
    let outcome = game.outcome().map(|outcome| outcome.to_string());
    outcome.unwrap_or_else(|| format!("{} to move", game.side_to_move()))
}
