//! The command line that compiles a player, and the compiler's version.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Language, Source, java};

const SCRIPT: &str = include_str!("compile.sh");

/// Runs the script that compiles these files.
pub(crate) fn command(source: &Source, files: &[PathBuf]) -> io::Result<Vec<String>> {
    let text = |path: &Path| match path.to_str() {
        Some(text) => Ok(text.to_owned()),
        None => Err(io::Error::other(format!("the path {} is not UTF-8", path.display()))),
    };
    let language = source.language;
    let is_alone = language == Language::Java && files.len() == 1;
    let class = files.iter().find_map(|file| java::main_class(file));
    let mut words = ["sh", "-c", SCRIPT, "sh"].map(str::to_owned).to_vec();
    words.extend([
        if is_alone { "java-file" } else { language.name() }.to_owned(),
        if language.is_rust() { rust_tools() } else { String::new() },
        text(Path::new(source.root.file_name().unwrap_or_default()))?,
        class.filter(|_| language == Language::Java).unwrap_or_default(),
    ]);
    for file in files {
        words.push(text(file)?);
    }
    if is_alone {
        words.push(java::file_name(&source.main));
    }
    Ok(words)
}

/// A compiler's information about itself.
pub(crate) fn version(tool: &str) -> Vec<u8> {
    ask(tool, if tool == "go" { &["version"] } else { &["--version"] })
}

/// The folder with Rust's own programs: rustup's programs look for them in the user's home, which the jail hides.
fn rust_tools() -> String {
    let root = ask("rustc", &["--print", "sysroot"]);
    format!("{}/bin", String::from_utf8_lossy(&root).trim())
}

/// The output of an installed program, run in a folder without players' files, so that none of them runs.
fn ask(tool: &str, words: &[&str]) -> Vec<u8> {
    let output = Command::new(tool).args(words).current_dir("/").stdin(Stdio::null()).output();
    output.map(|output| output.stdout).unwrap_or_default()
}
