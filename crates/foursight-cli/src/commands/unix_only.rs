//! Stands in for `arena`, which needs Unix: it fails with a message.

use std::ffi::OsString;

use anyhow::Result;
use clap::Args;

use crate::failure::UsageError;

/// Needs Linux or macOS, or the Windows Subsystem for Linux.
#[derive(Args, Debug)]
pub(crate) struct UnixOnlyArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

pub(crate) fn refuse() -> Result<()> {
    let message = "it starts, limits and stops players in ways that only Unix supports; use Linux, macOS or the Windows Subsystem for Linux";
    Err(UsageError(format!("there is no `foursight arena` on this system: {message}")).into())
}
