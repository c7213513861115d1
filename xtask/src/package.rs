//! `cargo xtask package`: builds the packages for crates.io, checks their files, and compiles them as their users do.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use crate::command::{cargo, output_of, step, workspace};

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
        let folder = entry?.path();
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !OTHERS.contains(&&*name) {
            check(&name, &folder)?;
        }
    }
    // Cargo takes a package of an earlier run with the same version for the same, and keeps its files elsewhere.
    let target = workspace().join("target/as-others");
    let home = env::home_dir().context("there is no home folder")?.join(".cargo");
    let home = env::var_os("CARGO_HOME").map_or(home, PathBuf::from);
    let sources = fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten();
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

/// Fails if a package lacks a file for readers or one that its code includes, or if it contains tests.
fn check(name: &str, folder: &Path) -> Result<()> {
    let mut list = cargo(&["package", "--quiet", "--list", "--allow-dirty", "--package", name]);
    let list = output_of(&mut list)?;
    let files: Vec<&str> = list.lines().collect();
    let embedded = EMBEDDED.iter().filter(|(package, _)| *package == name).map(|(_, file)| *file);
    for file in FOR_READERS.into_iter().chain(embedded) {
        ensure!(files.contains(&file), "the package {name} lacks {file}");
    }
    let is_test = |file: &&str| file.starts_with("tests/") || file.starts_with("src/tests");
    ensure!(!files.iter().any(is_test), "the package {name} contains tests");
    let packed: Vec<PathBuf> =
        files.iter().flat_map(|file| folder.join(file).canonicalize()).collect();
    for path in packed.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        for included in included(&fs::read_to_string(path)?) {
            let included = path.with_file_name(included);
            let is_packed = included.canonicalize().is_ok_and(|path| packed.contains(&path));
            ensure!(is_packed, "the package {name} lacks {}", included.display());
        }
    }
    Ok(())
}

/// The files that code includes when it is compiled. Documentation is left out, because only tests include it.
fn included(code: &str) -> impl Iterator<Item = &str> {
    let code = code.lines().filter(|line| !line.trim_start().starts_with("#[doc"));
    code.filter_map(|line| {
        let (_, path) =
            line.split_once("include_str!(\"").or_else(|| line.split_once("include_bytes!(\""))?;
        Some(path.split_once('"')?.0)
    })
}
