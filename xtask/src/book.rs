//! `cargo xtask book`: builds and verifies the opening books that are compiled in, with all optimizations.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};

use crate::check::{cargo, step, workspace};

#[derive(Args, Debug)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Solve every position of a ply of the standard board and write the book.
    ///
    /// Solved positions are kept in book/work, where a stopped build resumes. 8 plies take about forty minutes of
    /// one core, 12 plies about three hours.
    Build {
        /// The ply whose positions are stored.
        #[arg(long, value_name = "N")]
        plies: usize,
    },
    /// Check the books against fresh solves and against each other.
    #[command(disable_help_flag = true)]
    Verify {
        /// Its options.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

pub(crate) fn run(args: &BookArgs) -> Result<()> {
    match &args.task {
        Task::Build { plies } => build(*plies),
        Task::Verify { arguments } => step("opening books", program("foursight-book", arguments)),
    }
}

fn build(plies: usize) -> Result<()> {
    let name = format!("7x6-{plies}.book");
    let folder = workspace().join("book/work");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let built = folder.join(&name);
    let number = plies.to_string();
    let arguments = ["book", "build", "--plies", &number, "--output"].map(OsString::from);
    let arguments = [&arguments[..], &[built.clone().into_os_string()]].concat();
    step("opening book", program("foursight-cli", &arguments))?;
    // Large books are packages of their own.
    let package = if plies == 12 { "foursight-book-12" } else { "foursight-engine/books" };
    let path: PathBuf = workspace().join("crates").join(package).join(name);
    let bytes = fs::read(&built).with_context(|| built.display().to_string())?;
    foursight_files::write(&path, &bytes).with_context(|| path.display().to_string())?;
    // What the next build finds would count as built.
    fs::remove_file(&built).with_context(|| built.display().to_string())
}

/// The program of a package, with these arguments.
fn program(package: &str, arguments: &[OsString]) -> std::process::Command {
    let mut program = cargo(&["run", "--quiet", "--profile", "dist", "--package", package, "--"]);
    program.args(arguments);
    program
}
