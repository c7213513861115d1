//! `cargo xtask book`: builds and verifies the opening books that are compiled in.

mod verify;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Subcommand;

use crate::{program, step, workspace};

#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Solve every position with one number of discs on the standard board, and write the book.
    ///
    /// Solved positions are kept in tools/work, so a stopped build can resume. 8 plies take about forty minutes on one
    /// core, 12 plies about three hours.
    Build {
        /// Number of discs in the stored positions.
        #[arg(long, value_name = "N")]
        plies: usize,
    },
    /// Check the books against fresh solves and against each other.
    Verify,
}

pub(crate) fn run(task: &Task) -> Result<()> {
    match task {
        Task::Build { plies } => build(*plies),
        Task::Verify => verify::run(),
    }
}

fn build(plies: usize) -> Result<()> {
    let folder = workspace().join("tools/work");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let path = book_path(plies);
    let built = folder.join(path.file_name().expect("a book has a name"));
    let mut solve = Command::new(program()?);
    solve.args(["book", "build", "--plies", &plies.to_string(), "--output"]).arg(&built);
    step("opening book", solve)?;
    let bytes = fs::read(&built).with_context(|| built.display().to_string())?;
    foursight_files::write(&path, &bytes).with_context(|| path.display().to_string())?;
    // The next build would take a file that remains for its own result.
    fs::remove_file(&built).with_context(|| built.display().to_string())
}

/// The path of the book of this many plies: large books are packages of their own.
fn book_path(plies: usize) -> PathBuf {
    let package = if plies == 12 { "foursight-book-12" } else { "foursight-engine/books" };
    workspace().join("crates").join(package).join(format!("7x6-{plies}.book"))
}
