//! A diagram: the discs of a position and the marks on them.

use foursight::{AnySize, Board, Cell, Column, Game, Line, Outcome, Player, Position, Size};

use crate::overlay::Overlay;

/// The parts to draw.
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
    pub(crate) outcome: Option<Outcome>,
    pub(crate) winning_lines: Vec<Line<AnySize>>,
    pub(crate) last_move: Option<Cell>,
    /// One for each column, or none at all.
    pub(crate) notes: Vec<String>,
    /// Columns that are not full.
    pub(crate) arrows: Vec<Column>,
    /// Signs in empty cells.
    pub(crate) labels: Vec<(Cell, char)>,
    pub(crate) overlay: Overlay,
    pub(crate) has_coordinates: bool,
}

impl Diagram {
    /// The discs of `position`; completed lines are marked.
    pub fn new<S: Size>(position: &Position<S>) -> Self {
        let position = position.to_any();
        Self {
            board: position.to_board(),
            side_to_move: position.side_to_move(),
            outcome: position.outcome(),
            winning_lines: position.completed_lines(),
            last_move: None,
            notes: Vec::new(),
            arrows: Vec::new(),
            labels: Vec::new(),
            overlay: Overlay::default(),
            has_coordinates: false,
        }
    }

    /// The position of `game`; the last move is marked too.
    pub fn of_game<S: Size>(game: &Game<S>) -> Self {
        let position = game.position();
        let last_disc = |column| position.discs().in_column(column).cells().next_back();
        let last_move = game.moves().last().and_then(|&column| last_disc(column));
        Self { last_move, ..Self::new(position) }
    }

    /// Each position of `game`, from its start, with the move that led to it marked.
    pub fn each_of_game<S: Size>(game: &Game<S>) -> Vec<Self> {
        let mut replay = Game::new(*game.start());
        let mut diagrams = vec![Self::of_game(&replay)];
        for &column in game.moves() {
            replay.play(column).expect("the game has played it");
            diagrams.push(Self::of_game(&replay));
        }
        diagrams
    }

    /// The diagram with a note, such as a score, under each column.
    ///
    /// Text output has room for every note; pictures know [`SIGNS`](crate::SIGNS), and show an empty box for any other
    /// character.
    #[must_use]
    pub fn with_notes(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    /// The diagram with an arrow for each of these columns, in the cell that a disc would take; full columns get none.
    /// Pictures only.
    #[must_use]
    pub fn with_arrows(self, columns: impl IntoIterator<Item = Column>) -> Self {
        let has_room = |column: &Column| self.board.disc_at(0, *column).is_none();
        let arrows = columns.into_iter().filter(has_room).collect();
        Self { arrows, ..self }
    }

    /// The diagram with a sign in each of these cells; cells with a disc get none.
    ///
    /// Pictures know [`SIGNS`](crate::SIGNS). [`Palette::Classic`](crate::Palette::Classic), `Ascii` and
    /// `Emoji` text show none.
    #[must_use]
    pub fn with_labels(self, labels: impl IntoIterator<Item = (Cell, char)>) -> Self {
        let is_empty = |&(cell, _): &(Cell, char)| self.disc_at(cell).is_none();
        let labels = labels.into_iter().filter(is_empty).collect();
        Self { labels, ..self }
    }

    /// The diagram with column letters and row numbers along the border.
    ///
    /// [`Palette::Classic`](crate::Palette::Classic) shows none.
    #[must_use]
    pub fn with_coordinates(self) -> Self {
        Self { has_coordinates: true, ..self }
    }

    /// The diagram with these signs over the board, and with [coordinates](Self::with_coordinates).
    ///
    /// `Ascii` and `Emoji` text only list the signs below the board;
    /// [`Palette::Classic`](crate::Palette::Classic) shows none.
    ///
    /// # Panics
    ///
    /// If a cell is not on the board.
    ///
    /// ```
    /// use foursight::Position;
    /// use foursight_render::{Diagram, Overlay, TextStyle};
    ///
    /// let position: Position = "44".parse()?;
    /// let overlay = Overlay { arrows: vec![("c1".parse()?, "c2".parse()?)], ..Overlay::default() };
    /// let text = Diagram::new(&position).with_overlay(overlay).to_text(TextStyle::Letters);
    /// assert!(text.ends_with("     a  b  c  d  e  f  g\n  c1 -> c2\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_overlay(self, overlay: Overlay) -> Self {
        let Overlay { rings, arrows, links, steps } = &overlay;
        let pairs = arrows.iter().chain(links).flat_map(|&(one, two)| [one, two]);
        let cells = rings.iter().copied().chain(pairs).chain(steps.iter().map(|&(cell, _)| cell));
        let size = self.board.size();
        for cell in cells {
            let is_on_board = cell.column.index() < size.width() && cell.row < size.height();
            assert!(is_on_board, "{cell} is not on the board of {size}");
        }
        Self { overlay, ..self.with_coordinates() }
    }

    /// The number of the step in this cell, counted from 1, and its player.
    pub(crate) fn step_at(&self, cell: Cell) -> Option<(usize, Player)> {
        let index = self.overlay.steps.iter().position(|&(step, _)| step == cell)?;
        Some((index + 1, self.overlay.steps[index].1))
    }

    pub(crate) fn label_at(&self, cell: Cell) -> Option<char> {
        self.labels.iter().find(|(labeled, _)| *labeled == cell).map(|&(_, sign)| sign)
    }

    pub(crate) fn is_in_winning_line(&self, cell: Cell) -> bool {
        self.winning_lines.iter().any(|line| line.cells.contains(cell))
    }
}
