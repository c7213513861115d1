//! Runs the package `tools`, which links the engine. It is compiled only when needed, so that xtask starts quickly.

use std::ffi::OsString;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::docs::{self, date};
use crate::metadata::target;
use crate::step::{cargo, output_of, step, workspace};

/// The engine's file with the learning path.
const EXERCISES: &str = "crates/foursight-engine/src/exercise/path.txt";

/// The games that say in which order to learn the first player's plan.
const BEAT: &str = "crates/foursight-web/page/plans/first.games";

/// The page with the figures of `reasons`.
const PAGE: &str = "why.md";

/// The section of the page to rewrite; the rest is kept.
const HEADING: &str = "## How often there is a reason\n";

/// The options of a tool, which parses them itself.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct ToolArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Runs a tool that writes its own results.
pub(crate) fn run(name: &str, args: &ToolArgs) -> Result<()> {
    let mut command = tool(name)?;
    command.args(&args.arguments);
    step(name, command)
}

/// The output of a tool.
pub(crate) fn output(name: &str) -> Result<String> {
    output_of(&mut tool(name)?)
}

/// Finds new exercises, and writes them where the engine reads them.
pub(crate) fn exercises() -> Result<()> {
    let path = workspace().join(EXERCISES);
    foursight_files::write(&path, output("exercises")?.as_bytes()).context(EXERCISES)
}

/// Plays levels against the first player's plan, and writes the games where the page reads them.
pub(crate) fn beat() -> Result<()> {
    let path = workspace().join(BEAT);
    foursight_files::write(&path, output("beat")?.as_bytes()).context(BEAT)
}

/// Counts how often results and mistakes have a reason, and writes it into docs/why.md.
pub(crate) fn reasons() -> Result<()> {
    let path = workspace().join("docs").join(PAGE);
    let page = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let figures = output("reasons")?;
    docs::save(PAGE, &with_section(&page, &figures, &date()?)?)
}

fn with_section(page: &str, figures: &str, date: &str) -> Result<String> {
    let (before, rest) =
        page.split_once(HEADING).with_context(|| format!("docs/{PAGE} lacks {HEADING:?}"))?;
    let after = rest.find("\n## ").map_or("", |start| &rest[start..]);
    Ok(format!(
        "{before}{HEADING}\nMeasured on {date} by `cargo xtask reasons`, which writes this section:\n\n{figures}{after}"
    ))
}

/// Without a named package, cargo reuses what it compiled for the tests. Tools that need the program build it in the same
/// folder.
fn tool(name: &str) -> Result<Command> {
    let mut command = cargo(&["run", "--bin", "tools", "--", name]);
    command.env("CARGO_TARGET_DIR", target()?);
    Ok(command)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn every_tool_knows_where_to_build_the_program() {
        let tool = tool("reasons").unwrap();
        let is_folder =
            |(name, value): (&OsStr, Option<&OsStr>)| name == "CARGO_TARGET_DIR" && value.is_some();
        assert!(tool.get_envs().any(is_folder), "{tool:?}");
    }

    #[test]
    fn only_the_section_changes() {
        let page = format!("# Why\n\n{HEADING}\nold\n\n## The end\n\nlast\n");
        let expected = format!(
            "# Why\n\n{HEADING}\nMeasured on 2026-01-02 by `cargo xtask reasons`, which writes this section:\n\n\
             new\n\n## The end\n\nlast\n"
        );
        assert_eq!(with_section(&page, "new\n", "2026-01-02").unwrap(), expected);
        assert!(with_section("# Why\n", "new\n", "2026-01-02").is_err());
    }
}
