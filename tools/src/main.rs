//! Tools that measure, compare and generate what the repository keeps; `cargo xtask NAME` compiles and runs them.

mod api;
mod beat;
mod book;
mod count;
mod exercises;
mod fuzz;
mod large;
mod levels;
mod load;
mod mutants;
mod order;
mod peers;
mod reasons;
mod sanitize;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::{Args, Parser};

/// Tools that measure, compare and generate.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Tool {
    /// Test whether the server follows its API description.
    Api,
    /// Play every level against the first player's plan; writes the trainer's course where the page reads it.
    Beat(Destination),
    /// Build or verify the opening books.
    #[command(subcommand)]
    Book(book::Task),
    /// Count the positions of a board that games can reach, by number of discs, and how many of them are won.
    Count(count::CountArgs),
    /// Find the exercises of the page's learning path; writes them where the page reads them.
    Exercises(Destination),
    /// Run the targets in `fuzz/` under libFuzzer; keeps what reaches new code in `fuzz/corpus`.
    Fuzz(fuzz::FuzzArgs),
    /// Answer a question about a large empty board in parts, over days.
    Large(large::LargeArgs),
    /// Play every level against the one below; writes a part of docs/levels.md.
    Levels(levels::LevelsArgs),
    /// Test the server under load: kills, live games, request rates, memory.
    Load(load::LoadArgs),
    /// Break a sample of recently changed code, and count how often the tests notice.
    Mutants(mutants::MutantsArgs),
    /// Learn the solver's order of moves.
    #[command(subcommand)]
    Order(order::Task),
    /// Compare the solver with public ones; writes docs/benchmarks.md and its plot.
    Peers(peers::PeersArgs),
    /// Count how often results and mistakes in games between the levels have a reason; writes a section of docs/why.md.
    Reasons(reasons::ReasonsArgs),
    /// Run the tests of the engine and the sandbox with sanitizers, which find wrong accesses of memory.
    Sanitize,
}

/// Where the results of a tool go.
#[derive(Args, Debug)]
struct Destination {
    /// Print the results instead of writing them into the repository.
    #[arg(long)]
    print: bool,
}

/// The order in which the page teaches the first player's plan.
const COURSE: &str = "crates/foursight-web/page/plans/first.course";

/// The lessons.
const EXERCISES: &str = "crates/foursight-web/page/plans/path.txt";

fn main() -> Result<()> {
    match Tool::parse() {
        Tool::Api => api::run(),
        Tool::Beat(Destination { print: true }) => beat::run(),
        Tool::Beat(_) => save(COURSE, &printed("beat")?),
        Tool::Book(task) => book::run(&task),
        Tool::Count(args) => count::run(&args),
        Tool::Exercises(Destination { print: true }) => {
            exercises::run();
            Ok(())
        }
        Tool::Exercises(_) => save(EXERCISES, &printed("exercises")?),
        Tool::Fuzz(args) => fuzz::run(&args),
        Tool::Large(args) => large::run(&args),
        Tool::Levels(args) => levels::run(&args),
        Tool::Load(args) => load::run(&args),
        Tool::Mutants(args) => mutants::run(&args),
        Tool::Order(task) => order::run(task),
        Tool::Peers(args) => peers::run(&args),
        Tool::Sanitize => sanitize::run(),
        Tool::Reasons(args) if args.print || args.lessons.is_some() => reasons::run(&args),
        Tool::Reasons(_) => {
            let source = "by `cargo xtask reasons`, which writes this section";
            let figures = format!("Measured on {} {source}:\n\n{}", date()?, printed("reasons")?);
            save_section("docs/why.md", "## How often there is a reason\n", &figures)
        }
    }
}

/// What a tool prints, so that a file is written whole and only after the tool has succeeded.
fn printed(tool: &str) -> Result<String> {
    output(Command::new(env::current_exe()?).args([tool, "--print"]))
}

/// The folder of the workspace.
fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tools lie in the workspace")
}

/// The program `foursight`: the one named by the variable `FOURSIGHT`, otherwise a new release build.
fn program() -> Result<OsString> {
    if let Some(program) = env::var_os("FOURSIGHT") {
        return Ok(program);
    }
    step("build the program", cargo(&["build", "--release", "--bin", "foursight"]))?;
    Ok(target()?.join("release/foursight").into())
}

/// A cargo command, run in the workspace and with its target folder.
fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(workspace());
    command
}

/// A command of the nightly cargo, without what the current cargo sets for this program.
fn nightly(args: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.arg("+nightly").args(args).current_dir(workspace());
    for variable in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(variable);
    }
    command
}

/// Cargo's target folder, which has this program in the folder of its profile.
fn target() -> Result<PathBuf> {
    let program = env::current_exe()?;
    Ok(program.ancestors().nth(2).context("this program lies in no target folder")?.to_owned())
}

/// Writes a file of the workspace, whole or not at all.
fn save(name: &str, text: &str) -> Result<()> {
    foursight_files::write(&workspace().join(name), text.as_bytes()).context(name.to_owned())
}

/// Writes the text below a heading of a page, and keeps the rest of the page.
fn save_section(name: &str, heading: &str, text: &str) -> Result<()> {
    let path = workspace().join(name);
    let page = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    save(name, &with_section(&page, heading, text).with_context(|| format!("{name}: {heading:?}"))?)
}

fn with_section(page: &str, heading: &str, text: &str) -> Option<String> {
    let (before, rest) = page.split_once(heading)?;
    let after = rest.find("\n## ").map_or("", |start| &rest[start..]);
    Some(format!("{before}{heading}\n{text}{after}"))
}

/// Today's date, as year-month-day.
fn date() -> Result<String> {
    Ok(output(Command::new("date").args(["-u", "+%F"]))?.trim_end().to_owned())
}

/// The processor time of this thread, which other programs do not affect.
#[cfg(target_os = "linux")]
fn processor_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID);
    time.expect("each thread has this clock").into()
}

/// The time since the first call.
#[cfg(not(target_os = "linux"))]
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// Runs a command; fails if it does.
fn step(name: &str, mut command: Command) -> Result<()> {
    eprintln!("tools: {name}");
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(status.success(), "{name}: {command:?} failed ({status})");
    Ok(())
}

/// The output of a command.
fn output(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start {command:?}"))?;
    ensure!(output.status.success(), "{command:?} failed ({})", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_section_changes() {
        let page = "# Why\n\n## How often\n\nold\n\n## The end\n\nlast\n";
        let expected = "# Why\n\n## How often\n\nnew\n\n## The end\n\nlast\n";
        assert_eq!(with_section(page, "## How often\n", "new\n").as_deref(), Some(expected));
        assert_eq!(with_section("# Why\n", "## How often\n", "new\n"), None);
    }
}
