//! `cargo xtask package`: builds the packages for crates.io and compiles them as their users do.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::metadata::{self, target};
use crate::step::{cargo, step, workspace};

/// Files for readers, which every package contains.
const FOR_READERS: [&str; 3] = ["README.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Files embedded by folder: the package would compile without them.
const EMBEDDED: [(&str, &str); 2] =
    [("foursight-web", "page/shell.html"), ("foursight-web", "page/main.js")];

/// A package that can be published.
struct Package {
    name: String,
    version: String,
}

/// Builds and checks all packages, and compiles them with the features that they ask for themselves. `cargo package` could
/// compile each one itself, but would compile every dependency again for each.
pub(crate) fn run() -> Result<()> {
    check(&["--workspace"])
}

/// The same, but compiles only the library for other programs, which has almost no dependencies. The workspace is
/// compiled with different features, so compiling all packages would take 150 s of processor time.
pub(crate) fn run_small() -> Result<()> {
    check(&["--package", "foursight-engine"])
}

/// Builds all packages, unpacks them side by side, checks their files, and compiles some.
fn check(compiled: &[&str]) -> Result<()> {
    let packages = published()?;
    make(&packages)?;
    let folder = unpack(&packages)?;
    for package in &packages {
        let folder = folder.join(package.folder());
        check_files(&package.name, &folder)?;
        check_included(&folder.join("src"))?;
    }
    let mut check = cargo(&["check", "--quiet", "--offline"]);
    check.args(compiled).arg("--manifest-path").arg(folder.join("Cargo.toml"));
    check.arg("--target-dir").arg(target()?);
    step("packages as others compile them", check)
}

/// Builds the packages. Warnings are errors.
fn make(packages: &[Package]) -> Result<()> {
    eprintln!("xtask: packages");
    let mut make = cargo(&["package", "--no-verify", "--allow-dirty", "--color", "never"]);
    for package in packages {
        make.args(["--package", &package.name]);
    }
    let output = make.output().with_context(|| format!("cannot start {make:?}"))?;
    let messages = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{make:?} failed ({}):\n{messages}", output.status);
    let warnings: Vec<&str> = messages.lines().filter(|line| is_complaint(line)).collect();
    ensure!(warnings.is_empty(), "{make:?} warns:\n{messages}");
    Ok(())
}

/// Whether a line is a warning other than the intended one about excluded tests and examples.
fn is_complaint(line: &str) -> bool {
    let is_left_out = line.starts_with("warning: ignoring test `it` ")
        || line.starts_with("warning: ignoring example `");
    line.starts_with("warning:") && !is_left_out
}

/// The publishable packages of this workspace.
fn published() -> Result<Vec<Package>> {
    let published = metadata::packages()?.iter().filter(|package| package["publish"].is_null());
    published.map(Package::new).collect()
}

impl Package {
    fn new(metadata: &Value) -> Result<Self> {
        let text =
            |key: &str| metadata[key].as_str().map(str::to_owned).context("a nameless package");
        Ok(Self { name: text("name")?, version: text("version")? })
    }

    /// The only folder in the package.
    fn folder(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }
}

/// Unpacks the packages into a separate workspace, in which they find one another.
fn unpack(packages: &[Package]) -> Result<PathBuf> {
    let made = target()?.join("package");
    let folder = made.join("unpacked");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let mut manifest =
        "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n[patch.crates-io]\n".to_owned();
    for package in packages {
        let file = made.join(format!("{}.crate", package.folder()));
        let mut tar = Command::new("tar");
        // Packages carry an old date; without `m`, cargo would take changed files for those that it has already
        // compiled.
        tar.arg("-xzmf").arg(file).current_dir(&folder);
        ensure!(tar.status()?.success(), "{tar:?} failed");
        writeln!(manifest, "{} = {{ path = \"{}\" }}", package.name, package.folder())?;
    }
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(folder)
}

fn check_files(name: &str, folder: &Path) -> Result<()> {
    let embedded = EMBEDDED.iter().filter(|(package, _)| *package == name).map(|(_, file)| *file);
    for file in FOR_READERS.into_iter().chain(embedded) {
        ensure!(folder.join(file).is_file(), "the package {name} lacks {file}");
    }
    for tests in ["tests", "src/tests"] {
        ensure!(!folder.join(tests).exists(), "the package {name} contains {tests}");
    }
    Ok(())
}

/// Fails if the code includes a file that is not in its package.
fn check_included(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            check_included(&path)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            for name in included(&fs::read_to_string(&path)?) {
                ensure!(folder.join(name).is_file(), "{} lacks {name}", path.display());
            }
        }
    }
    Ok(())
}

/// The files that code includes when it is compiled. Documentation is left out, because only tests include it.
fn included(code: &str) -> impl Iterator<Item = &str> {
    let code = code.lines().filter(|line| !line.trim_start().starts_with("#[doc"));
    code.filter_map(|line| {
        let (_, included) =
            line.split_once("include_str!(").or_else(|| line.split_once("include_bytes!("))?;
        Some(included.strip_prefix('"')?.split_once('"')?.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_included_is_found() {
        let code = "const A: &str = include_str!(\"../a.txt\");\n#[doc = include_str!(\"b.md\")]\n\
            const C: &[u8] = include_bytes!(\"c\");\nconst D: &str = include_str!(concat!(\"d\"));\n";
        assert_eq!(included(code).collect::<Vec<_>>(), ["../a.txt", "c"]);
    }
}
