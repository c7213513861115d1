//! Tools that measure, compare and generate what the repository keeps: `cargo xtask` compiles and runs them.

mod beat;
mod book;
mod count;
mod exercises;
mod levels;
mod reasons;
mod rival;
mod sizes;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Parser;

/// Tools that measure, compare and generate.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Tool {
    /// Play every level against the first player's plan, and print the plan with the games as the page reads it.
    Beat,
    /// Build or verify the opening books.
    #[command(subcommand)]
    Book(book::Task),
    /// Count the positions of a board that games can reach, by number of discs, and how many of them are won.
    Count(count::CountArgs),
    /// Find the exercises of the page's learning path, and print them as the engine reads them.
    Exercises,
    /// Play every level against the one below, and write a part of docs/levels.md.
    Levels(levels::LevelsArgs),
    /// Count how often results and mistakes in games between the levels have a reason, and print a section of
    /// docs/why.md.
    Reasons,
    /// Play as an ordinary program in games that `levels` arranges.
    #[command(hide = true)]
    Rival {
        /// The program.
        program: rival::Rival,
    },
    /// Solve the empty boards of all sizes on two threads, and write docs/sizes.md.
    ///
    /// Stop it with Ctrl-C at any time: the next run resumes.
    Sizes(sizes::SizesArgs),
}

fn main() -> Result<()> {
    match Tool::parse() {
        Tool::Beat => beat::run()?,
        Tool::Book(task) => book::run(&task)?,
        Tool::Count(args) => count::run(&args)?,
        Tool::Exercises => exercises::run(),
        Tool::Levels(args) => levels::run(&args)?,
        Tool::Reasons => reasons::run()?,
        Tool::Rival { program } => program.run()?,
        Tool::Sizes(args) => sizes::run(&args)?,
    }
    Ok(())
}

/// The folder of the workspace.
fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tools lie in the workspace")
}

/// The program `foursight`: the one named by the variable `FOURSIGHT`, otherwise a new release build.
fn program() -> Result<OsString> {
    if let Some(program) = env::var_os("FOURSIGHT") {
        return Ok(program);
    }
    let mut build = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args(["build", "--release", "--bin", "foursight"]).current_dir(workspace());
    step("build the program", build)?;
    Ok(target()?.join("release/foursight").into())
}

/// Cargo's target folder.
fn target() -> Result<PathBuf> {
    let folder = env::var_os("CARGO_TARGET_DIR");
    folder.map(PathBuf::from).context("CARGO_TARGET_DIR is missing: `cargo xtask` sets it")
}

/// Writes a file of the workspace, whole or not at all.
fn save(name: &str, text: &str) -> Result<()> {
    foursight_files::write(&workspace().join(name), text.as_bytes()).context(name.to_owned())
}

/// Runs a command; fails if it does.
fn step(name: &str, mut command: Command) -> Result<()> {
    eprintln!("tools: {name}");
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(status.success(), "{name}: {command:?} failed ({status})");
    Ok(())
}

/// The output of a command.
fn output(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start {command:?}"))?;
    ensure!(output.status.success(), "{command:?} failed ({})", output.status);
    Ok(String::from_utf8(output.stdout)?)
}
