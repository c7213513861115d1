//! `cargo xtask package`: builds the packages for crates.io, checks their files, and compiles them as their users do.

use std::fs;

use anyhow::{Result, ensure};

use crate::command::{cargo, output_of, step, workspace};
use crate::wasm;

/// Files that every package contains.
const FOR_READERS: [&str; 3] = ["README.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Files that are embedded by folder: the package would compile without them.
const EMBEDDED: [(&str, &str); 2] =
    [("foursight-web", "page/shell.html"), ("foursight-web", "page/main.js")];

/// The package of the rules, which all others need.
const RULES: &str = concat!("foursight-", env!("CARGO_PKG_VERSION"));

/// The packages that are not for crates.io.
const OTHERS: [&str; 4] = ["foursight-python", "foursight-wasm", "tools", "xtask"];

/// Builds the packages and checks their files. Compiles those in `compiled`, or all if there are none: cargo compiles
/// every dependency again for each.
pub(crate) fn run(compiled: &[&str]) -> Result<()> {
    for entry in fs::read_dir(workspace().join("crates"))? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if !OTHERS.contains(&&*name) {
            check(&name)?;
        }
    }
    // Cargo takes a package of an earlier run with the same version for the same, and keeps its files elsewhere.
    let target = workspace().join("target/as-others");
    let sources =
        fs::read_dir(wasm::cargo_home()?.join("registry/src")).into_iter().flatten().flatten();
    // The name of a registry begins with its host, and ours has none.
    let own = sources.filter(|entry| entry.file_name().to_string_lossy().starts_with('-'));
    let own = own.map(|entry| entry.path()).filter(|folder| folder.join(RULES).exists());
    for folder in own.chain([target.clone()]).filter(|folder| folder.exists()) {
        fs::remove_dir_all(folder)?;
    }
    let mut package = cargo(&["package", "--quiet", "--allow-dirty", "--target-dir"]);
    package.arg(target);
    if compiled.is_empty() {
        package.arg("--workspace").args(OTHERS.map(|name| format!("--exclude={name}")));
    }
    package.args(compiled.iter().flat_map(|name| ["--package", name]));
    step("packages as others compile them", package)
}

/// Fails if a package lacks a file for readers or one that its code embeds, or if it contains tests.
fn check(name: &str) -> Result<()> {
    let mut list = cargo(&["package", "--quiet", "--list", "--allow-dirty", "--package", name]);
    let list = output_of(&mut list)?;
    let files: Vec<&str> = list.lines().collect();
    let embedded = EMBEDDED.iter().filter(|(package, _)| *package == name).map(|(_, file)| *file);
    for file in FOR_READERS.into_iter().chain(embedded) {
        ensure!(files.contains(&file), "the package {name} lacks {file}");
    }
    let is_test = |file: &&str| file.starts_with("tests/") || file.starts_with("src/tests");
    ensure!(!files.iter().any(is_test), "the package {name} contains tests");
    Ok(())
}
