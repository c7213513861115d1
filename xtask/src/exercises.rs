//! `cargo xtask exercises`: finds the path of exercises anew, and writes it where the engine reads it.

use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use crate::check::{cargo, workspace};

const PATH: &str = "crates/foursight-engine/src/exercise/path.txt";

pub(crate) fn run() -> Result<()> {
    let mut find = cargo(&["run", "--package", "foursight-engine", "--example", "exercises"]);
    find.args(["--features", "book-12"]);
    let output = find.stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "{find:?} failed ({})", output.status);
    let path = workspace().join(PATH);
    foursight_files::write(&path, &output.stdout).with_context(|| path.display().to_string())
}
