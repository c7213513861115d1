//! `--size` and `--connect`.

use anyhow::Result;
use clap::Args;
use foursight::notation::Expected;
use foursight::{AnySize, Size};

use crate::failure::UsageError;

/// The board that is played on.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BoardArgs {
    /// Columns x rows, each from 3 to 10 [default: that of the position, or 7x6].
    #[arg(long, value_name = "WxH")]
    size: Option<AnySize>,
    /// How many discs in a row win, from 3 to 6; longer lines win too.
    #[arg(long, value_name = "N", default_value_t = 4)]
    connect: usize,
}

impl BoardArgs {
    /// The board, the standard one unless asked otherwise.
    pub(crate) fn size(self) -> Result<AnySize> {
        let size = self.size.unwrap_or_default();
        size.with_connect(self.connect).map_err(|error| UsageError(error.to_string()).into())
    }

    /// The board to read a position for, whose text may tell its own size.
    pub(crate) fn expected(self) -> Result<Expected> {
        let size = self.size()?;
        let is_given = self.size.is_some();
        Ok(if is_given { Expected::Size(size) } else { Expected::AnyWithConnect(size.connect()) })
    }
}
