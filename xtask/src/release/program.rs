//! Builds the released program, its completions and its manual.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::source::Source;
use crate::compiler::Compiler;
use crate::dependencies::Dependencies;
use crate::step::{cargo, output_of, step, workspace};
use crate::{metadata, wasm};

/// The package of the program.
pub(super) const PACKAGE: &str = "foursight-cli";

/// A compiled program that runs on this machine.
pub(super) struct Program(PathBuf);

impl Program {
    pub(super) const FILE_NAME: &str = if cfg!(windows) { "foursight.exe" } else { "foursight" };

    /// Compiles the program, without symbols and without this machine's folder names.
    pub(super) fn build(
        compiler: &Compiler,
        dependencies: &Dependencies,
        source: &Source,
    ) -> Result<Self> {
        let target = &compiler.target;
        let folders = folders(dependencies, compiler)?;
        let mut build = cargo(&["build", "--locked", "--release", "--package", PACKAGE]);
        // With a target, even this machine's own, the flags do not apply to macros and build scripts.
        build.args(["--target", target]);
        build.env("CARGO_ENCODED_RUSTFLAGS", flags(&folders).join("\x1f"));
        build.env("SOURCE_DATE_EPOCH", source.seconds.to_string());
        let module = wasm::build()?;
        build.env("FOURSIGHT_EMBED_ENGINE", &module);
        step(&format!("build the program for {target}"), build)?;
        let folder = metadata::target()?.join(target).join("release");
        let program = Self(folder.join(Self::FILE_NAME));
        let bytes = program.bytes()?;
        let module = fs::read(&module).with_context(|| module.display().to_string())?;
        ensure!(contains(&bytes, &module), "the program lacks the WebAssembly module");
        for (folder, _) in folders {
            let name = folder.as_os_str().as_encoded_bytes();
            ensure!(
                !contains(&bytes, name),
                "the program contains the folder name {}",
                folder.display()
            );
        }
        Ok(program)
    }

    pub(super) fn bytes(&self) -> Result<Vec<u8>> {
        fs::read(&self.0).with_context(|| self.0.display().to_string())
    }

    /// The manual pages in order, with their file names.
    pub(super) fn manual(&self) -> Result<Vec<(String, Vec<u8>)>> {
        let folder = self.0.with_file_name("man");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        output_of(Command::new(&self.0).args(["man", "--output"]).arg(&folder))?;
        let mut pages = Vec::new();
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            pages.push((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?));
        }
        pages.sort();
        Ok(pages)
    }

    /// The program's output.
    pub(super) fn output(&self, args: &[&str]) -> Result<String> {
        output_of(Command::new(&self.0).args(args))
    }
}

/// The folder names that the compiler would embed in the program, with their replacements. For a file in several of
/// them, the last one applies.
fn folders(dependencies: &Dependencies, compiler: &Compiler) -> Result<Vec<(PathBuf, String)>> {
    let others = dependencies.of_others()?;
    let parents = others.iter().filter_map(|dependency| dependency.folder.parent());
    let mut folders: Vec<_> = parents.map(|folder| (folder.to_owned(), "dependencies")).collect();
    folders.sort();
    folders.dedup();
    folders.push((workspace().to_owned(), "foursight"));
    folders.push((metadata::target()?.to_owned(), "target"));
    let named = folders.into_iter().map(|(folder, name)| (folder, name.to_owned()));
    Ok(named.chain([compiler.sources()]).collect())
}

fn flags(folders: &[(PathBuf, String)]) -> Vec<String> {
    let mut flags = vec!["-Ctarget-feature=+crt-static".to_owned(), "-Cstrip=symbols".to_owned()];
    for (folder, name) in folders {
        flags.push(format!("--remap-path-prefix={}={name}", folder.display()));
    }
    flags
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_contain_the_same_program() {
        let path = workspace().join("deploy/Containerfile");
        let steps = fs::read_to_string(path).expect("there is a Containerfile");
        assert!(steps.contains("cargo build --release "), "{steps}");
        assert!(steps.contains("\nWORKDIR /workspace\n"), "{steps}");
        assert!(steps.contains("\nRUN cargo xtask wasm\n"), "{steps}");
        let module = "FOURSIGHT_EMBED_ENGINE=/workspace/target/wasm/foursight.wasm ";
        assert!(steps.contains(module), "{steps}");
        assert!(steps.contains("/target/release/foursight "), "{steps}");
    }

    #[test]
    fn the_names_of_folders_are_replaced() {
        let folders = [("/registry", "dependencies"), ("/w", "foursight"), ("/w/target", "target")];
        let flags = flags(&folders.map(|(folder, name)| (folder.into(), name.to_owned())));
        assert_eq!(
            flags[2..],
            [
                "--remap-path-prefix=/registry=dependencies",
                "--remap-path-prefix=/w=foursight",
                "--remap-path-prefix=/w/target=target"
            ]
        );
        assert!(contains(b"at /home/ann/src/main.rs", b"/home/ann"));
        assert!(!contains(b"at foursight/src/main.rs", b"/home/ann"));
    }
}
