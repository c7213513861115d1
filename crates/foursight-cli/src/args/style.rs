//! `--style`: how a board looks as text.

use clap::ValueEnum;
use foursight_render::TextStyle;

/// How a board looks as text.
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
