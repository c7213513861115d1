//! The data folder, which holds the server's database, opening books and progress.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::failure::UsageError;

#[derive(Args, Clone, Debug)]
pub(crate) struct DataArgs {
    /// Folder for the database, opening books and progress [default: foursight in your data folder].
    #[arg(long, env = VARIABLE, hide_env_values = true, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl DataArgs {
    /// The folder given on the command line, or the default.
    pub(crate) fn folder(&self) -> Result<PathBuf> {
        let folder = self.data.clone().or_else(default_folder);
        let message = "your account has no data folder; choose one with --data";
        Ok(folder.ok_or_else(|| UsageError(message.to_owned()))?)
    }
}

const VARIABLE: &str = "FOURSIGHT_DATA";

/// The folder for commands without an option for it.
pub(super) fn folder() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).filter(|v| !v.is_empty()).map(PathBuf::from).or_else(default_folder)
}

/// `foursight` in the account's data folder.
fn default_folder() -> Option<PathBuf> {
    let folder = |variable| std::env::var_os(variable).filter(|v| !v.is_empty()).map(PathBuf::from);
    let data = folder("XDG_DATA_HOME").or_else(|| folder("LOCALAPPDATA"));
    let data = data.or_else(|| Some(folder("HOME")?.join(".local/share")));
    Some(data?.join("foursight"))
}
