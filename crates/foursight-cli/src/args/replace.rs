//! `--force`: whether `--output` may replace a file.

use std::path::Path;

use clap::Args;

use crate::failure::UsageError;

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
