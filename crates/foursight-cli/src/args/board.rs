//! `--size`, `--connect` and `--style`.

use anyhow::Result;
use clap::{Args, ValueEnum};
use foursight::notation::Expected;
use foursight::{AnySize, Size};
use foursight_render::TextStyle;

use crate::failure::UsageError;

/// The board to play on.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BoardArgs {
    /// Columns x rows, 3 to 10 each [default: from the position, or 7x6].
    #[arg(long, value_name = "WxH")]
    size: Option<AnySize>,
    /// Discs in a row needed to win, 3 to 6; longer lines also win [default: from the position, or 4].
    #[arg(long, value_name = "N")]
    connect: Option<usize>,
}

impl BoardArgs {
    /// The board, the standard one unless another is given.
    pub(crate) fn size(self) -> Result<AnySize> {
        let size = self.size.unwrap_or_default();
        let connect = self.connect.unwrap_or(size.connect());
        size.with_connect(connect).map_err(|error| UsageError(error.to_string()).into())
    }

    /// The board sides and line length from the command line.
    pub(crate) fn given(self) -> (Option<AnySize>, Option<usize>) {
        (self.size, self.connect)
    }

    /// The board on which to read a position, whose text may give its own size.
    pub(crate) fn expected(self) -> Result<Expected> {
        let size = self.size()?;
        Ok(match (self.size, self.connect) {
            (None, None) => Expected::Any,
            (None, Some(connect)) => Expected::AnyWithConnect(connect),
            (Some(_), None) => {
                Expected::AnyWithSides { width: size.width(), height: size.height() }
            }
            (Some(_), Some(_)) => Expected::Size(size),
        })
    }
}

/// The look of a board as text.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Style {
    /// Colored discs, with the last move and completed lines marked.
    Discs,
    /// X for red and O for yellow, with the same marks.
    Letters,
    /// X for the side to move and O for the other.
    Ascii,
    /// Red and yellow emoji under a header.
    Emoji,
}

impl Style {
    /// The style in which the terminal can show a board.
    pub(crate) fn of_locale() -> Self {
        if foursight_tui::prefers_ascii() { Self::Letters } else { Self::Discs }
    }
}

impl From<Style> for TextStyle {
    fn from(style: Style) -> Self {
        match style {
            Style::Discs => Self::Discs,
            Style::Letters => Self::Letters,
            Style::Ascii => Self::Ascii,
            Style::Emoji => Self::Emoji,
        }
    }
}
