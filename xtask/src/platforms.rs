//! Other systems for which the program must compile.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::step::{cargo, output_of, step};

const TARGETS: [&str; 2] = ["aarch64-apple-darwin", "x86_64-pc-windows-msvc"];

/// Checks the workspace for each system whose standard library is installed; warnings are errors.
///
/// Nothing is linked, so no tools of other systems are needed.
pub(crate) fn check() -> Result<()> {
    for target in TARGETS {
        if !is_installed(target)? {
            eprintln!("xtask: NOT TESTED: {target}; `rustup target add {target}` installs it");
            continue;
        }
        let mut clippy = cargo(&["clippy", "--workspace", "--all-targets", "--target", target]);
        clippy.args(["--", "--deny", "warnings"]);
        // Pretends that these systems have SQLite, so that its C code is not compiled.
        clippy.env("LIBSQLITE3_SYS_USE_PKG_CONFIG", "1").env("SQLITE3_LIB_DIR", "none");
        step(&format!("lints for {target}"), clippy)?;
    }
    Ok(())
}

/// Whether the compiler has the standard library of a target.
pub(crate) fn is_installed(target: &str) -> Result<bool> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command.args(["--print", "target-libdir", "--target", target]);
    Ok(Path::new(output_of(&mut command)?.trim_end()).exists())
}
