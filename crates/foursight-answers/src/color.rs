//! Players as the API names them: by the color of their discs.

use foursight::{AnySize, Outcome, Player, Position};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A player, by the color of the discs; red moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// The first player.
    Red,
    /// The second player.
    Yellow,
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GameResult)]
pub enum OutcomeBody {
    /// Red has won.
    Red,
    /// Yellow has won.
    Yellow,
    /// Nobody has a line on a full board, or the players agreed to a draw.
    Draw,
}

/// A cell as its column and row, both counted from 1; row 1 is at the bottom.
pub type CellNumbers = [usize; 2];

impl From<Player> for Color {
    fn from(player: Player) -> Self {
        match player {
            Player::First => Self::Red,
            Player::Second => Self::Yellow,
        }
    }
}

impl From<Outcome> for OutcomeBody {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Player::First) => Self::Red,
            Outcome::Win(Player::Second) => Self::Yellow,
            Outcome::Draw => Self::Draw,
        }
    }
}

/// The completed lines of a position.
pub fn line_cells(position: &Position<AnySize>) -> Vec<Vec<CellNumbers>> {
    let lines = position.completed_lines().into_iter();
    lines
        .map(|line| line.cells.cells().map(|c| [c.column.index() + 1, c.row + 1]).collect())
        .collect()
}
