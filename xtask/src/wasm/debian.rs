//! Debian's compiler for WebAssembly: unpacked but never installed, as it conflicts with Debian's own rustc.
//!
//! Its packages follow Firefox and Chromium, so they exist in many versions; each package names the version of the next
//! one.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::step::step;

/// The package from which the others are found.
const COMPILER: &str = "rustc-web";

/// The compiler's other packages: each prefix names a dependency of a known package.
const NEEDS: [(&str, &str); 3] = [
    ("rustc-web", "libstd-rust-web-dev"),
    ("libstd-rust-web-dev", "libstd-rust-web-"),
    ("libstd-rust-web-", "libllvm"),
];

/// The sources of the standard library.
const SOURCES: &str = "rust-web-src";

/// A file that is written last, as a sign of completeness.
const MARK: &str = "unpacked";

/// Whether the installation is complete.
pub(super) fn is_unpacked(folder: &Path) -> bool {
    folder.join(MARK).is_file()
}

/// Downloads the packages and unpacks them into a folder; they take a gigabyte.
pub(super) fn unpack(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let packages = folder.join("packages");
    fs::create_dir_all(&packages)?;
    let mut download = Command::new("apt-get");
    download.arg("download").args(names()?).current_dir(&packages);
    // apt-get prints what it downloads, but `$(cargo xtask wasm)` must be only the module's path.
    download.stdout(std::io::stderr());
    step("download Debian's compiler for WebAssembly", download)?;
    for package in fs::read_dir(&packages)? {
        let mut unpack = Command::new("dpkg-deb");
        unpack.arg("--extract").arg(package?.path()).arg(folder);
        ensure!(unpack.status()?.success(), "{unpack:?} failed");
    }
    link_linker(folder)?;
    fs::remove_dir_all(packages)?;
    Ok(fs::write(folder.join(MARK), "")?)
}

/// The packages in matching versions.
fn names() -> Result<Vec<String>> {
    let mut names = vec![COMPILER.to_owned(), SOURCES.to_owned()];
    for (of, prefix) in NEEDS {
        let of = names
            .iter()
            .rfind(|name| name.starts_with(of))
            .with_context(|| format!("no package whose name starts with {of}"))?;
        names.push(dependency(of, prefix)?);
    }
    let llvm = names.last().and_then(|name| name.strip_prefix("libllvm"));
    names.push(format!("lld-{}", llvm.context("the last one is LLVM")?));
    Ok(names)
}

/// The dependency of a package whose name begins with `prefix`.
fn dependency(package: &str, prefix: &str) -> Result<String> {
    let mut ask = Command::new("apt-cache");
    ask.args(["depends", package]);
    let output = ask.output().with_context(|| format!("cannot start {ask:?}"))?;
    find_dependency(&String::from_utf8_lossy(&output.stdout), prefix)
        .with_context(|| format!("{package} depends on no {prefix}*"))
}

fn find_dependency(listing: &str, prefix: &str) -> Option<String> {
    let depended = listing.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    depended.map(str::to_owned).find(|name| name.starts_with(prefix))
}

/// The linker name that the compiler looks for.
fn link_linker(folder: &Path) -> Result<()> {
    let versions = folder.join("usr/lib");
    for entry in fs::read_dir(&versions)? {
        let linker = entry?.path().join("bin/lld");
        if linker.is_file() {
            #[cfg(unix)]
            std::os::unix::fs::symlink(&linker, folder.join("usr/bin/rust-lld"))?;
            return Ok(());
        }
    }
    anyhow::bail!("there is no linker in {}", versions.display())
}

/// Makes a cargo command use the compiler in a folder.
pub(super) fn use_compiler(command: &mut Command, folder: &Path) {
    let programs = folder.join("usr/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(programs.clone()).chain(std::env::split_paths(&path));
    command.env("RUSTC", programs.join("rustc"));
    command.env("PATH", std::env::join_paths(path).expect("the folders come from such a list"));
    let libraries = format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    command.env("LD_LIBRARY_PATH", folder.join(libraries));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_package_names_the_next() {
        let listing = "libstd-rust-web-dev\n  Depends: libc6\n  Depends: libstd-rust-web-1.96\n  \
                       Conflicts: <rustup>\n";
        let found = find_dependency(listing, "libstd-rust-web-");
        assert_eq!(found.as_deref(), Some("libstd-rust-web-1.96"));
        assert_eq!(find_dependency(listing, "libllvm"), None);
    }
}
