//! The letters in which a position is read: column by column from the left, each from the bottom up.

/// The content that the reader finds at a cell.
///
/// Discs belong to the side to move (in a won position, to the side that played the last disc) or to its opponent. A
/// *mark* is a disc that may have been the last one: the top disc of its column, and the side to move's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    /// Nothing: the column ends below.
    End,
    Own,
    Other,
    /// A mark, to the right of which there are more.
    Mark,
    /// The rightmost mark.
    LastMark,
}

impl Symbol {
    pub(super) const ALL: [Self; 5] =
        [Self::End, Self::Own, Self::Other, Self::Mark, Self::LastMark];

    /// Whether the column continues above a cell in row `row`.
    pub(super) fn goes_on(self, row: usize, height: usize) -> bool {
        matches!(self, Self::Own | Self::Other) && row + 1 < height
    }
}
