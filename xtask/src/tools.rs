//! Runs the package `tools`, which links the engine. It is compiled only when needed, so that xtask starts quickly.

use std::ffi::OsString;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::metadata::target;
use crate::step::{cargo, output_of, step, workspace};

/// The engine's file with the learning path.
const EXERCISES: &str = "crates/foursight-engine/src/exercise/path.txt";

/// The options of a tool, which parses them itself.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct ToolArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Runs a tool that writes its own results.
pub(crate) fn run(name: &str, args: &ToolArgs) -> Result<()> {
    let mut command = tool(name);
    command.args(&args.arguments).env("CARGO_TARGET_DIR", target()?);
    step(name, command)
}

/// The output of a tool.
pub(crate) fn output(name: &str) -> Result<String> {
    output_of(&mut tool(name))
}

/// Finds new exercises, and writes them where the engine reads them.
pub(crate) fn exercises() -> Result<()> {
    let path = workspace().join(EXERCISES);
    foursight_files::write(&path, output("exercises")?.as_bytes()).context(EXERCISES)
}

/// Without a named package, cargo reuses what it compiled for the tests.
fn tool(name: &str) -> Command {
    cargo(&["run", "--bin", "tools", "--", name])
}
