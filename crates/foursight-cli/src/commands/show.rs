//! `foursight show`: a position as text.

use std::io::Write;

use anyhow::Result;
use clap::{Args, ValueEnum};
use foursight_render::{Diagram, TextStyle};

use crate::args::PositionArgs;

/// Show a position as a board.
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// How the board looks.
    #[arg(long, value_enum, default_value_t = Style::Discs)]
    style: Style,
}

/// How a board looks as text.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Style {
    /// Colored discs, with the last move and completed lines marked.
    Discs,
    /// X for the first player and O for the second, with the same marks.
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

pub(crate) fn run(args: &ShowArgs) -> Result<()> {
    let game = args.position.game()?;
    let text = Diagram::of_game(&game).to_text(args.style.into());
    write!(anstream::stdout(), "{text}")?;
    Ok(())
}
