//! Arguments that several commands share: board, position, seed and style; each larger group has a file.

mod search;
mod source;

use std::path::Path;

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use foursight::notation::Expected;
use foursight::{AnySize, Column, Game, OpeningRule, Size};
use foursight_render::TextStyle;

#[cfg(unix)]
pub(crate) use crate::books::book_options;
pub(crate) use crate::books::{BookArgs, DataArgs};
use crate::failure::{InvalidPosition, UsageError};
use crate::format::Format;
pub(crate) use search::{
    QuestionArgs, SearchArgs, Solver, at_least_one, n_threads, solver, table_size, whole,
};
pub(crate) use source::Source;

/// The seed of commands that choose a new one each time.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SeedArgs {
    /// Seed for random choices; the same seed repeats them [default: a new one each time].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl SeedArgs {
    pub(crate) fn seed(self) -> u64 {
        self.seed.unwrap_or_else(|| fastrand::u64(..))
    }
}

/// Reads one of these values by its name; help lists the names, each with its line.
pub(crate) fn named<T, const N: usize>(
    values: [(T, &'static str, &'static str); N],
) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    let possible = |(_, name, help): &(T, &'static str, &'static str)| {
        PossibleValue::new(name).help((!help.is_empty()).then_some(*help))
    };
    let names = values.each_ref().map(possible);
    PossibleValuesParser::new(names).map(move |word| {
        let mut values = values.iter().filter(|(_, name, _)| *name == word);
        values.next().expect("every possible value is here").0.clone()
    })
}

/// Reads an opening rule; help and completions list the rules.
pub(crate) fn opening_rule() -> impl TypedValueParser<Value = OpeningRule> {
    let names = PossibleValuesParser::new(OpeningRule::ALL.map(OpeningRule::name));
    names.map(|name| name.parse().expect("every possible value is a rule"))
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ReplaceArgs {
    /// Replace what --output names, if it exists.
    #[arg(long, requires = "output")]
    force: bool,
}

impl ReplaceArgs {
    /// Rejects a folder, and an existing file unless it may be replaced.
    pub(crate) fn check(self, path: &Path) -> Result<(), UsageError> {
        if path.is_dir() {
            return Err(UsageError(format!("{} is a folder, not a file", path.display())));
        }
        if self.force || !path.is_file() {
            return Ok(());
        }
        Err(UsageError(format!("{} exists; add --force to replace it", path.display())))
    }
}

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

/// One position, in any notation.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// The position, as in 44455 (the columns played, from 1) or startpos, a file that holds it, or - for standard input;
    /// other notations are recognized [default: -].
    position: Option<String>,
    /// The format of the position [default: detected].
    #[arg(long, value_name = "FORMAT", value_parser = Format::parser())]
    from: Option<Format>,
    #[command(flatten)]
    board: BoardArgs,
}

impl PositionArgs {
    pub(crate) fn game(&self) -> Result<Game<AnySize>> {
        Source::game(self.position.as_slice(), self.from, self.board.expected()?)
    }

    /// The game, if it is not over.
    pub(crate) fn open_game(&self) -> Result<Game<AnySize>> {
        let game = self.game()?;
        match game.outcome() {
            None => Ok(game),
            Some(outcome) => Err(InvalidPosition(format!("the game is over: {outcome}")).into()),
        }
    }
}

/// The column with this number (from 1; the tenth is 10) or this letter (the first is a).
///
/// # Errors
///
/// If the board has no such column; the message lists its columns.
pub(crate) fn read_column(word: &str, size: AnySize) -> Result<Column, String> {
    let by_number = |column: &Column| word == (column.index() + 1).to_string();
    let by_letter = |column: &Column| word.eq_ignore_ascii_case(&column.letter().to_string());
    let column = size.columns().find(|column| by_number(column) || by_letter(column));
    column.ok_or_else(|| {
        let last = Column::new(size.width() - 1).letter();
        format!("{word:?} is not a column from 1 to {} or a to {last}", size.width())
    })
}
