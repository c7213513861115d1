//! `cargo xtask release`: builds the downloads for this system, byte for byte the same on every machine.

mod archive;
mod contents;
mod debian;
mod program;
mod source;

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use sha2::{Digest, Sha256};

use contents::Contents;
use program::Program;
use source::Source;

use crate::compiler::Compiler;
use crate::dependencies::Dependencies;
use crate::step::{step, workspace};
use crate::{licenses, metadata, python};

/// The release folder, in the target folder.
const ARTIFACTS: &str = "artifacts";

#[derive(Args, Debug)]
pub(crate) struct ReleaseArgs {
    /// Release even files that differ from the commit.
    #[arg(long)]
    allow_dirty: bool,
    /// Also build the Python package; needs Python 3 with venv.
    #[arg(long)]
    wheel: bool,
}

/// Builds the archive, the Debian package on Linux, the Python package if requested, and their checksums.
///
/// The same commit and the same tools give the same bytes, wherever the checkout and the target folder lie.
pub(crate) fn run(args: &ReleaseArgs) -> Result<()> {
    // The wheel comes first, because Python may be missing.
    let wheel = args.wheel.then(python::wheel).transpose()?;
    let compiler = Compiler::ask()?;
    let target = &compiler.target;
    let dependencies = Dependencies::of(program::PACKAGE, target)?;
    let source = Source::read(dependencies.version()?, args.allow_dirty)?;
    let licenses = licenses::collect(&dependencies, &compiler)?;
    let program = Program::build(&compiler, &dependencies, &source)?;
    let contents = Contents::collect(&program, &licenses)?;

    let folder = metadata::target()?.join(ARTIFACTS);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let name = archive_name(&source.version, target);
    let archive = archive::tar_gz(&contents.in_archive(&name), source.seconds)?;
    let mut artifacts = vec![(format!("{name}.tar.gz"), archive)];
    if let Some(architecture) = debian::architecture(target) {
        let package = debian::package(&contents, architecture, &source)?;
        artifacts.push((debian::file_name(&source.version, architecture), package));
    }
    if let Some(wheel) = wheel {
        let name = wheel.file_name().context("a wheel has a name")?;
        artifacts.push((name.to_string_lossy().into_owned(), fs::read(&wheel)?));
    }
    artifacts.push(("SHA256SUMS".to_owned(), checksums(&artifacts).into_bytes()));
    for (name, bytes) in &artifacts {
        let path = folder.join(name);
        foursight_files::write(&path, bytes).with_context(|| path.display().to_string())?;
        println!("{}", path.display());
    }
    Ok(())
}

/// The name of the archive without its suffix, and of the only folder in it.
fn archive_name(version: &str, target: &str) -> String {
    format!("foursight-{version}-{target}")
}

/// A line for each file, in the format of `sha256sum --check`.
fn checksums(files: &[(String, Vec<u8>)]) -> String {
    let hashes = files.iter().map(|(name, bytes)| (hex::encode(Sha256::digest(bytes)), name));
    hashes.flat_map(|(hash, name)| [hash, format!("  {name}\n")]).collect()
}

/// Builds the release of the last commit in two clones, in folders with names of different lengths, and compares the
/// checksums.
pub(crate) fn twice() -> Result<()> {
    let one = made_in("one")?;
    let another = made_in("another")?;
    ensure!(one == another, "two releases of one commit differ:\n{one}\n{another}");
    Ok(())
}

/// The checksums of a release built in a fresh clone, whose files are then deleted.
fn made_in(name: &str) -> Result<String> {
    let folder = metadata::target()?.join("release-twice").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut clone = Command::new("git");
    let checkout = folder.join("checkout");
    clone.args(["clone", "--quiet"]).arg(workspace()).arg(&checkout);
    step(&format!("clone into {}", checkout.display()), clone)?;
    let built = folder.join("built");
    let mut release = Command::new("cargo");
    release.args(["xtask", "release", "--wheel"]).current_dir(&checkout);
    release.env("CARGO_TARGET_DIR", &built);
    step("release", release)?;
    let path = built.join(ARTIFACTS).join("SHA256SUMS");
    let checksums = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    fs::remove_dir_all(&folder)?;
    Ok(checksums)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_sha256sum() {
        let files = [("a.txt".to_owned(), b"abc".to_vec())];
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.txt\n";
        assert_eq!(checksums(&files), expected);
    }

    /// `cargo binstall` finds the archive, and the program in it, by the names that the package states.
    #[test]
    fn installers_find_the_archive() {
        let manifest = workspace().join("crates/foursight-cli/Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("the program has a manifest");
        let stated = |key: &str| {
            let line = manifest.lines().find_map(|line| line.strip_prefix(&format!("{key} = ")));
            let text = line.unwrap_or_else(|| panic!("the manifest lacks {key}")).trim_matches('"');
            text.replace("{ version }", "1.2.3").replace("{ target }", "a-b-c")
        };
        let name = archive_name("1.2.3", "a-b-c");
        assert_eq!(
            stated("pkg-url"),
            format!("{{ repo }}/releases/download/v1.2.3/{name}{{ archive-suffix }}")
        );
        assert_eq!(stated("bin-dir"), format!("{name}/{{ bin }}{{ binary-ext }}"));
    }
}
