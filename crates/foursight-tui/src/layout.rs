//! The screen layout for each window size.

use foursight::{AnySize, Column, Size};
use ratatui::layout::Rect;

/// The places of the parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    size: AnySize,
    /// The columns and rows of the screen that a cell of the board takes.
    pub(crate) cell: (u16, u16),
    pub(crate) title: Rect,
    /// The row above the columns, where the disc waits.
    pub(crate) preview: Rect,
    /// The cells and the frame to the left, to the right and below.
    pub(crate) board: Rect,
    /// The numbers of the columns, the scores, and their words if there is room.
    pub(crate) notes: Rect,
    /// The panel beside the board, if there is room.
    pub(crate) panel: Option<Rect>,
    /// The side to move and, if there is room, a comment on the last move below.
    pub(crate) status: Rect,
    /// Notices, or the most important keys.
    pub(crate) footer: Rect,
}

/// The heights of cells, and so of discs, from the largest.
const CELL_HEIGHTS: [u16; 7] = [7, 6, 5, 4, 3, 2, 1];
/// The minimum width, as the status line needs it.
const MIN_WIDTH: u16 = 40;
const MIN_PANEL: u16 = 22;
const MAX_PANEL: u16 = 46;
const GAP: u16 = 2;

impl Layout {
    /// The largest board that leaves room for everything else; `None` if the screen is too small.
    pub(crate) fn new(size: AnySize, screen: (u16, u16)) -> Option<Self> {
        let fits = |height: &u16, panel: u16| {
            let (width, rows) = needed(size, *height);
            width + panel <= screen.0 && rows <= screen.1
        };
        if screen.0 < MIN_WIDTH {
            return None;
        }
        let largest = |panel| CELL_HEIGHTS.into_iter().find(|height| fits(height, panel));
        let with_panel = largest(GAP + MIN_PANEL);
        let height = with_panel.or_else(|| largest(0))?;
        Some(Self::with_cells(size, screen, height, with_panel.is_some()))
    }

    /// The columns and rows of the smallest screen for a board of `size`.
    pub(crate) fn smallest(size: AnySize) -> (u16, u16) {
        let (width, rows) = needed(size, 1);
        (width.max(MIN_WIDTH), rows)
    }

    fn with_cells(size: AnySize, screen: (u16, u16), height: u16, has_panel: bool) -> Self {
        let (board_width, n_rows) = needed(size, height);
        let (cell_width, n_notes) = (cell_width(height), n_notes(height));
        let panel_width = if has_panel { (screen.0 - board_width - GAP).min(MAX_PANEL) } else { 0 };
        let width = board_width + if has_panel { GAP + panel_width } else { 0 };
        let x = (screen.0 - width) / 2;
        // Half of the spare rows go above the board, the others below.
        let spare = screen.1 - n_rows;
        let n_status = if spare > 0 { 2 } else { 1 };
        let preview_y = 1 + spare / 2;
        let board_y = preview_y + height;
        let board_height = size.height() as u16 * height + 1;
        let notes_y = board_y + board_height;
        let inner = Rect::new(x + 1, preview_y, board_width - 2, height);
        let panel_y = 1 + u16::from(spare > 1);
        let panel_height = screen.1 - panel_y - n_status - 1;
        Self {
            size,
            cell: (cell_width, height),
            title: Rect::new(0, 0, screen.0, 1),
            preview: inner,
            board: Rect::new(x, board_y, board_width, board_height),
            notes: Rect::new(x + 1, notes_y, board_width - 2, n_notes),
            panel: has_panel
                .then(|| Rect::new(x + board_width + GAP, panel_y, panel_width, panel_height)),
            status: Rect::new(0, screen.1 - 1 - n_status, screen.0, n_status),
            footer: Rect::new(0, screen.1 - 1, screen.0, 1),
        }
    }

    /// The cell of the board in this column and row; rows count from the bottom, and the row above the board holds the
    /// waiting disc.
    pub(crate) fn cell_at(&self, column: Column, row: usize) -> Rect {
        let (width, height) = self.cell;
        let from_top = (self.size.height() - row) as u16;
        let x = self.preview.x + column.index() as u16 * width;
        Rect::new(x, self.preview.y + from_top * height, width, height)
    }

    /// The column of the board that lies under or over a cell of the screen.
    pub(crate) fn column_at(&self, x: u16, y: u16) -> Option<Column> {
        let bottom = self.notes.y + self.notes.height;
        let is_inside = (self.preview.y..bottom).contains(&y);
        let column = x.checked_sub(self.preview.x).map(|offset| usize::from(offset / self.cell.0));
        let column = column.filter(|_| is_inside).and_then(Column::checked);
        column.filter(|&column| self.size.has_column(column))
    }
}

/// Terminal characters are twice as high as wide, so cells are twice as many characters wide as high. The smallest
/// cells need room for marks beside the discs, and for scores below them.
fn cell_width(height: u16) -> u16 {
    if height <= 2 { 2 * height + 2 } else { 2 * height }
}

/// The number of rows for the numbers, the scores and, where they fit, the words.
fn n_notes(height: u16) -> u16 {
    if cell_width(height) >= 8 { 3 } else { 2 }
}

/// The columns of the board with its frame, and the rows of everything, for cells of this height.
fn needed(size: AnySize, height: u16) -> (u16, u16) {
    let width = size.width() as u16 * cell_width(height) + 2;
    let board = (size.height() as u16 + 1) * height + 1;
    (width, board + n_notes(height) + 3)
}
