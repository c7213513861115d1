//! Commands of cargo and other programs, run in the workspace folder.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

/// Prints a step's name, runs its command, and prints how long it took; fails if the command does.
pub(crate) fn step(name: &str, mut command: Command) -> Result<()> {
    eprintln!("xtask: {name}");
    let start = Instant::now();
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(status.success(), "{name}: {command:?} failed ({status})");
    eprintln!("xtask: {name} in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// The output of a command; fails if the command does. Its messages stay visible.
pub(crate) fn output_of(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start {command:?}"))?;
    ensure!(output.status.success(), "{command:?} failed ({})", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// Whether a program is installed and succeeds; its output is ignored.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A program, run in the workspace.
pub(crate) fn program(name: impl AsRef<std::ffi::OsStr>, args: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(args).current_dir(workspace());
    command
}

/// A cargo command, run in the workspace.
pub(crate) fn cargo(args: &[&str]) -> Command {
    program(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), args)
}

/// The folder of the workspace.
pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// Cargo's target folder, in which this program lies in the folder of its profile.
pub(crate) fn target() -> &'static Path {
    static TARGET: LazyLock<std::path::PathBuf> = LazyLock::new(|| {
        let program = env::current_exe().expect("the system knows this program");
        program.ancestors().nth(2).expect("cargo puts it into the target folder").to_owned()
    });
    &TARGET
}

/// Whether the compiler has the standard library of a target.
pub(crate) fn has_target(target: &str) -> Result<bool> {
    let folder = output_of(&mut rustc(&["--print", "target-libdir", "--target", target]))?;
    Ok(Path::new(folder.trim_end()).exists())
}

pub(crate) fn rustc(args: &[&str]) -> Command {
    program(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()), args)
}
