//! Steps: commands of cargo and other programs, run one after another in the workspace folder.

use std::path::Path;
use std::process::{Command, Stdio};
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

/// The output of a git command in the workspace.
pub(crate) fn git(args: &[&str]) -> Result<String> {
    output_of(Command::new("git").args(args).current_dir(workspace()))
}

/// A cargo command, run in the workspace.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(workspace());
    command
}

/// The folder of the workspace.
pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}
