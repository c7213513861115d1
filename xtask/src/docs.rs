//! The folder `docs`: builds the book, and saves measured figures in its pages.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::metadata::target;
use crate::pinned_tools::Tool;
use crate::step::{output_of, step, workspace};

const MDBOOK: Tool = Tool { name: "mdbook", version: "0.5.4", version_line: "mdbook v0.5.4" };

/// Installs mdBook unless it is there. Only this task needs it, so it is never compiled.
pub(crate) fn prepare() -> Result<()> {
    if !is_installed()? {
        MDBOOK.install()?;
    }
    Ok(())
}

/// Whether the right version is installed.
pub(crate) fn is_installed() -> Result<bool> {
    Ok(MDBOOK.installed()?.is_some())
}

/// Builds the book as HTML; reports if that is impossible here.
pub(crate) fn build() -> Result<Option<String>> {
    let Some(program) = MDBOOK.installed()? else {
        return Ok(Some(format!("the book (mdBook {} cannot be installed)", MDBOOK.version)));
    };
    let mut build = Command::new(program);
    build.arg("build").arg(workspace().join("docs"));
    build.arg("--dest-dir").arg(target()?.join("site"));
    step("the book", build)?;
    Ok(None)
}

/// Builds the book, and prints its path.
pub(crate) fn run() -> Result<()> {
    prepare()?;
    if let Some(untested) = build()? {
        bail!(untested);
    }
    println!("{}", target()?.join("site/index.html").display());
    Ok(())
}

/// Writes a file in this folder, whole or not at all.
pub(crate) fn save(name: &str, text: &str) -> Result<()> {
    let path = workspace().join("docs").join(name);
    foursight_files::write(&path, text.as_bytes()).with_context(|| path.display().to_string())
}

/// Today's date, as year-month-day.
pub(crate) fn date() -> Result<String> {
    let date = output_of(Command::new("date").args(["-u", "+%F"]))?;
    Ok(date.trim_end().to_owned())
}
