//! `--size`, `--connect` and `--style`.

use anyhow::Result;
use clap::Args;
use clap::builder::TypedValueParser;
use foursight::AnySize;
use foursight::notation::Expected;
use foursight_render::TextStyle;

use super::named;
use crate::failure::UsageError;

/// The board to play on.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BoardArgs {
    /// Columns x rows, 3 to 10 each [default: from the position, or 7x6].
    #[arg(long, value_name = "WxH")]
    pub(crate) size: Option<AnySize>,
    /// Discs in a row needed to win, 3 to 6; longer lines also win [default: from the position, or 4].
    #[arg(long, value_name = "N")]
    pub(crate) connect: Option<usize>,
}

impl BoardArgs {
    /// The board, the standard one unless another is given.
    pub(crate) fn size(self) -> Result<AnySize> {
        let size = Expected::new(self.size, self.connect).size();
        size.map_err(|error| UsageError(error.to_string()).into())
    }

    /// The board on which to read a position, whose text may give its own size.
    pub(crate) fn expected(self) -> Result<Expected> {
        self.size()?;
        Ok(Expected::new(self.size, self.connect))
    }
}

/// Reads the look of a board as text.
pub(crate) fn style() -> impl TypedValueParser<Value = TextStyle> {
    named([
        (TextStyle::Discs, "discs", "Colored discs, with the last move and completed lines marked"),
        (TextStyle::Letters, "letters", "X for red and O for yellow, with the same marks"),
        (TextStyle::Ascii, "ascii", "X for the side to move and O for the other"),
        (TextStyle::Emoji, "emoji", "Red and yellow emoji under a header"),
    ])
}

/// The style in which the terminal can show a board, and its name.
pub(crate) fn usual_style() -> (TextStyle, &'static str) {
    if foursight_tui::prefers_ascii() {
        (TextStyle::Letters, "letters")
    } else {
        (TextStyle::Discs, "discs")
    }
}
