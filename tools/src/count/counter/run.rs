//! Runs of discs of one color, as seen from the next cell in line.

/// A run that ends next to a cell, in one direction; no run is longer than a line less one disc.
///
/// A run through the first mark also counts its discs after the mark: without the mark, only those are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Run {
    None,
    Own(u8),
    Other(u8),
    Marked { total: u8, after: u8 },
}

impl Run {
    /// One byte for each run; `None` is 0.
    pub(super) fn to_byte(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Own(total) => 1 << 6 | total << 3,
            Self::Other(total) => 2 << 6 | total << 3,
            Self::Marked { total, after } => 3 << 6 | total << 3 | after,
        }
    }

    pub(super) fn from_byte(byte: u8) -> Self {
        let (total, after) = (byte >> 3 & 7, byte & 7);
        match byte >> 6 {
            0 => Self::None,
            1 => Self::Own(total),
            2 => Self::Other(total),
            _ => Self::Marked { total, after },
        }
    }

    /// The number of discs.
    pub(super) fn total(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Own(total) | Self::Other(total) | Self::Marked { total, .. } => total,
        }
    }

    /// The run with `own` discs only, if there are any.
    pub(super) fn own(total: u8) -> Self {
        if total == 0 { Self::None } else { Self::Own(total) }
    }

    pub(super) fn is_marked(self) -> bool {
        matches!(self, Self::Marked { .. })
    }
}
