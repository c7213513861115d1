//! `cargo xtask book`: runs the program in `book/`, which needs the solver and all optimizations.

use std::ffi::OsString;

use anyhow::Result;
use clap::Args;

use crate::check::{cargo, step};

#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct BookArgs {
    /// The task and its options.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

pub(crate) fn run(args: &BookArgs) -> Result<()> {
    let mut program =
        cargo(&["run", "--quiet", "--profile", "dist", "--package", "foursight-book", "--"]);
    program.args(&args.arguments);
    step("opening books", program)
}
