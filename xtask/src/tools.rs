//! Runs the package `tools`, which links the engine. It is compiled only when needed, so that xtask starts quickly.

use std::ffi::OsString;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::metadata::target;
use crate::step::{cargo, output_of, step, workspace};

/// Where the engine reads the path of exercises.
const EXERCISES: &str = "crates/foursight-engine/src/exercise/path.txt";

/// The options of a tool, which it reads itself.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct ToolArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Runs a tool that writes its results itself.
pub(crate) fn run(name: &str, args: &ToolArgs) -> Result<()> {
    let mut command = tool(name);
    command.args(&args.arguments).env("CARGO_TARGET_DIR", target()?);
    step(name, command)
}

/// What a tool prints.
pub(crate) fn output(name: &str) -> Result<String> {
    output_of(&mut tool(name))
}

/// Finds the path of exercises anew, and writes it where the engine reads it.
pub(crate) fn exercises() -> Result<()> {
    let path = workspace().join(EXERCISES);
    foursight_files::write(&path, output("exercises")?.as_bytes()).context(EXERCISES)
}

/// Without a package named, cargo uses what it compiled for the tests.
fn tool(name: &str) -> Command {
    cargo(&["run", "--bin", "tools", "--", name])
}
