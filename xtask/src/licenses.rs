//! License texts of all third-party code in a program or library.
//!
//! `cargo-deny` lists licenses without their texts, and `cargo-about` takes minutes to compile.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::command::{cargo, output_of, rustc, workspace};
use crate::wasm;

/// Prefixes of the names of license and notice files, in lower case.
const BEGINNINGS: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

/// A list of the packages that a package of this workspace needs, then each license text once, with the names of its
/// packages. Fails if one of them has none.
pub(crate) fn of_packages(package: &str) -> Result<String> {
    let mut tree = cargo(&["tree", "--locked", "--package", package, "--edges", "normal"]);
    tree.args(["--prefix", "none", "--format", "{p}\t{l}"]);
    let tree = output_of(&mut tree)?;
    // Such as `serde v1.0.1 (proc-macro)`; packages of this workspace have their folder in the brackets.
    let is_ours = |name: &str| name.contains(&workspace().display().to_string());
    let lines = tree.lines().filter_map(|line| line.trim_end_matches(" (*)").split_once('\t'));
    let mut document = "Foursight contains these packages, each under the license beside its name. Their license texts \
        follow.\n\n"
        .to_owned();
    // Keyed by the text without its line breaks, because many packages have the same text.
    let mut texts: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
    for (name, license) in lines.filter(|(name, _)| !is_ours(name)).collect::<BTreeSet<_>>() {
        let (name, version) = name.split_once(" v").context("a package has a version")?;
        let version = version.split(' ').next().unwrap_or_default();
        writeln!(document, "{name} {version}: {license}")?;
        for file in files(name, version)? {
            let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
            let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let (_, names) = texts.entry(words).or_insert((text, BTreeSet::new()));
            names.insert(format!("{name} {version}"));
        }
    }
    for (text, names) in texts.values() {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        document.push_str(&section(&names.join(", "), text));
    }
    Ok(document)
}

/// The page for the standard library that comes with the compiler.
pub(crate) fn of_standard_library() -> Result<Vec<u8>> {
    let sysroot = output_of(&mut rustc(&["--print", "sysroot"]))?;
    let page = Path::new(sysroot.trim_end()).join("share/doc/rust/COPYRIGHT-library.html");
    fs::read(&page).with_context(|| page.display().to_string())
}

/// The text for a C library that becomes part of a Linux program.
pub(crate) fn of_c_library(target: &str) -> Result<String> {
    let (name, file) = match target.split_once("-linux-") {
        Some((_, system)) if system.starts_with("gnu") => ("The GNU C Library", "glibc.txt"),
        Some((_, system)) if system.starts_with("musl") => ("The C library musl", "musl.txt"),
        _ => return Ok(String::new()),
    };
    Ok(section(name, &fs::read_to_string(workspace().join("xtask/licenses/system").join(file))?))
}

/// The files with license texts in a package, otherwise the file that we keep for it.
fn files(name: &str, version: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for registry in fs::read_dir(wasm::cargo_home()?.join("registry/src"))? {
        let Ok(folder) = fs::read_dir(registry?.path().join(format!("{name}-{version}"))) else {
            continue;
        };
        for path in folder.filter_map(|entry| Some(entry.ok()?.path())) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
            if path.is_file() && BEGINNINGS.iter().any(|start| name.starts_with(start)) {
                files.push(path);
            }
        }
    }
    let kept = workspace().join(format!("xtask/licenses/{name}.txt"));
    if files.is_empty() && kept.exists() {
        files.push(kept);
    }
    ensure!(!files.is_empty(), "{name} has no license text; put it into xtask/licenses/{name}.txt");
    files.sort();
    Ok(files)
}

fn section(title: &str, text: &str) -> String {
    let line = "=".repeat(80);
    format!("\n{line}\n{title}\n{line}\n\n{}\n", text.trim_matches('\n'))
}
