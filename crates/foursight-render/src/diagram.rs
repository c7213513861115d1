//! A diagram: the discs of a position and the marks on them.

use foursight::{AnySize, Bitboard, Board, Cell, Game, Player, Position, Size};

/// What is to be drawn.
///
/// ```
/// use foursight::Position;
/// use foursight_render::{Diagram, TextStyle};
///
/// let position: Position = "44".parse()?;
/// let text = Diagram::new(&position).to_text(TextStyle::Letters);
/// assert!(text.contains(" O "));
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    pub(crate) board: Board,
    pub(crate) side_to_move: Player,
    pub(crate) winning_cells: Bitboard<AnySize>,
    pub(crate) last_move: Option<Cell>,
    /// One for each column, or none at all.
    pub(crate) notes: Vec<String>,
}

impl Diagram {
    /// The discs of `position`; completed lines are marked.
    pub fn new<S: Size>(position: &Position<S>) -> Self {
        let position = position.to_any();
        let lines = position.completed_lines();
        let no_cell = Bitboard::empty(position.size());
        Self {
            board: position.to_board(),
            side_to_move: position.side_to_move(),
            winning_cells: lines.iter().fold(no_cell, |cells, line| cells | line.cells),
            last_move: None,
            notes: Vec::new(),
        }
    }

    /// The position of `game`; the last move is marked too.
    pub fn of_game<S: Size>(game: &Game<S>) -> Self {
        let position = game.position();
        let last_disc = |column| position.discs().in_column(column).cells().last();
        let last_move = game.moves().last().and_then(|&column| last_disc(column));
        Self { last_move, ..Self::new(position) }
    }

    /// The same with a note, such as a score, under each column.
    #[must_use]
    pub fn with_notes(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }
}
