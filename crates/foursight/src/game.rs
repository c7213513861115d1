//! A game: its starting position, its moves, and its state.

use alloc::vec;
use alloc::vec::Vec;

use crate::{Column, Outcome, PlayError, Player, Position, Size, Standard};

/// A game in progress or finished, with undo and redo.
///
/// ```
/// use foursight::{Column, Game, Player, Position};
///
/// let mut game = Game::new(Position::new());
/// game.play(Column::new(3))?;
/// assert_eq!(game.side_to_move(), Player::Second);
/// assert_eq!(game.undo(), Some(Column::new(3)));
/// assert_eq!(game.redo(), Some(Column::new(3)));
/// # Ok::<(), foursight::PlayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<S: Size = Standard> {
    /// One position per ply from the start on; undone ones are at the end.
    // Invariant: one longer than `moves`.
    positions: Vec<Position<S>>,
    moves: Vec<Column>,
    /// The number of `moves` played; the rest were undone.
    n_played: usize,
}

impl<S: Size> Game<S> {
    /// A new game that begins at `start`.
    pub fn new(start: Position<S>) -> Self {
        Self { positions: vec![start], moves: Vec::new(), n_played: 0 }
    }

    /// The position the game started from.
    pub fn start(&self) -> &Position<S> {
        &self.positions[0]
    }

    /// The current position.
    pub fn position(&self) -> &Position<S> {
        &self.positions[self.n_played]
    }

    /// The positions from the start to the current one.
    pub fn positions(&self) -> &[Position<S>] {
        &self.positions[..=self.n_played]
    }

    /// The moves played since the start.
    pub fn moves(&self) -> &[Column] {
        &self.moves[..self.n_played]
    }

    /// The player to move; `None` after the end.
    pub fn to_move(&self) -> Option<Player> {
        self.outcome().is_none().then(|| self.side_to_move())
    }

    /// The player to move, or who would be if the game had not ended.
    pub fn side_to_move(&self) -> Player {
        self.position().side_to_move()
    }

    /// The outcome of the game, or `None` while it is open.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    /// Plays a disc into `column` and forgets undone moves.
    ///
    /// # Errors
    ///
    /// If the column is full or does not exist, or if the game has ended. The game is then unchanged.
    pub fn play(&mut self, column: Column) -> Result<(), PlayError> {
        let next = self.position().play(column)?;
        self.moves.truncate(self.n_played);
        self.positions.truncate(self.n_played + 1);
        self.moves.push(column);
        self.positions.push(next);
        self.n_played += 1;
        Ok(())
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Column> {
        self.n_played = self.n_played.checked_sub(1)?;
        Some(self.moves[self.n_played])
    }

    /// Plays the last undone move again and returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<Column> {
        let column = *self.moves.get(self.n_played)?;
        self.n_played += 1;
        Some(column)
    }
}
