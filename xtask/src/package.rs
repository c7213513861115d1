//! `cargo xtask package`: the packages for crates.io, and what they must contain.

use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::check::{cargo, step};

/// Files for readers, which every package contains.
const FOR_READERS: [&str; 3] = ["README.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Files that are embedded by folder: the package compiles without them.
const EMBEDDED: [(&str, &str); 2] =
    [("foursight-web", "page/shell.html"), ("foursight-web", "page/main.js")];

/// Makes the packages without building them, and checks the files in each.
pub(crate) fn run() -> Result<()> {
    let published = published()?;
    let mut package = cargo(&["package", "--quiet", "--no-verify", "--allow-dirty"]);
    for name in &published {
        package.args(["--package", name]);
    }
    step("packages", package)?;
    published.iter().try_for_each(|name| check_files(name))
}

/// The names of the packages that can be published.
fn published() -> Result<Vec<String>> {
    let metadata = output_of(&["metadata", "--no-deps", "--format-version", "1"])?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    let published = packages.iter().filter(|package| package["publish"].is_null());
    Ok(published.filter_map(|package| package["name"].as_str().map(str::to_owned)).collect())
}

fn check_files(name: &str) -> Result<()> {
    let files = output_of(&["package", "--list", "--allow-dirty", "--package", name])?;
    let contains = |file: &str| files.lines().any(|line| line == file);
    let embedded = EMBEDDED.iter().filter(|(package, _)| *package == name).map(|(_, file)| *file);
    for file in FOR_READERS.into_iter().chain(embedded) {
        ensure!(contains(file), "the package {name} lacks {file}");
    }
    let test = files.lines().find(|file| file.starts_with("tests/"));
    ensure!(test.is_none(), "the package {name} carries {}", test.unwrap_or_default());
    Ok(())
}

fn output_of(args: &[&str]) -> Result<String> {
    let mut command = cargo(args);
    let output = command.stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "{command:?} failed ({})", output.status);
    Ok(String::from_utf8(output.stdout)?)
}
