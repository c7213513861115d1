//! `cargo xtask test`: runs everything that must pass.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::Value;

use crate::pool::{self, Job, Task};
use crate::setup::{self, Part, Parts};
use crate::step::{cargo, step};
use crate::{deny, docs, package, page, proof, python};

#[derive(Args, Debug)]
pub(crate) struct TestArgs {
    /// Install missing system packages without asking, as if the variable CI were set.
    #[arg(long)]
    install: bool,
    #[command(flatten)]
    pub(crate) parts: Parts,
}

pub(crate) fn run(args: &TestArgs) -> Result<()> {
    let parts = &args.parts;
    setup::run(parts, args.install)?;
    step("formatting", cargo(&["fmt", "--all", "--check"]))?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"];
    step("lints", cargo(&clippy))?;
    let bare = ["clippy", "--package", "foursight-engine", "--no-default-features", "--", "--deny"];
    step("lints without an opening book", cargo(&[&bare[..], &["warnings"]].concat()))?;
    let mut untested = parts.untested();
    untested.extend(deny::run()?);
    untested.extend(docs::build()?);
    untested.extend(suite(parts)?);
    report(&untested);
    Ok(())
}

/// Reports what was not tested.
pub(crate) fn report(untested: &[String]) {
    if untested.is_empty() {
        eprintln!("xtask: everything passed");
    } else {
        eprintln!("xtask: passed, but NOT TESTED: {}", untested.join("; "));
    }
}

/// Runs all tests of the crates, their documentation and the page side by side, and returns what could not be tested on
/// this machine.
fn suite(parts: &Parts) -> Result<Vec<String>> {
    let (tests, programs): (Vec<_>, Vec<_>) =
        build(parts)?.into_iter().partition(|executable| executable.is_test);
    let (large, small): (Vec<_>, Vec<_>) = tests.iter().partition(|test| test.kind == "test");
    // Tasks that others need, or that one core does alone, begin first, then those that take longest, so that no core
    // is idle at the end.
    let mut tasks = Vec::new();
    if parts.include(Part::Browser) {
        let alone = "cargo xtask page";
        tasks.push(Task::Step { name: "module and npm package", alone, run: page::jobs });
    }
    // Both wait for cargo's lock: one after the other, they occupy only one worker.
    let alone = "cargo xtask package";
    let run = || package::run_small().map(|()| vec![documentation()]);
    tasks.push(Task::Step { name: "packages", alone, run });
    // The Python package needs the module, for which a worker would have to wait.
    if parts.include(Part::Python) {
        let alone = "cargo xtask python";
        tasks.push(Task::Step { name: "Python package", alone, run: python::jobs });
    }
    let proofs = setup::has_coq();
    tasks.extend(proofs.then(|| Task::Test(proof::quick())));
    let test = |test: &&Executable| Task::Test(test.job(&programs, parts));
    tasks.extend(large.iter().map(test));
    tasks.push(Task::Test(examples(parts)));
    tasks.extend(small.iter().map(test));
    let mut untested = pool::run(tasks)?;
    untested.extend((!proofs).then(|| "the proofs (Coq is missing)".to_owned()));
    Ok(untested)
}

fn documentation() -> Job {
    let mut command = cargo(&["doc", "--workspace", "--no-deps", "--document-private-items"]);
    command.env("RUSTDOCFLAGS", "--deny warnings");
    let alone = "cargo doc --workspace --no-deps --document-private-items".to_owned();
    Job { name: "documentation".to_owned(), command, alone }
}

/// The test programs that cargo builds.
fn build(parts: &Parts) -> Result<Vec<Executable>> {
    eprintln!("xtask: build the tests");
    let mut build = cargo(&["test", "--workspace", "--no-run"]);
    build.args(parts.exclusions()).arg("--message-format=json-render-diagnostics");
    let output = build.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start {build:?}"))?;
    ensure!(output.status.success(), "{build:?} failed ({})", output.status);
    let mut executables = Vec::new();
    for message in String::from_utf8(output.stdout)?.lines() {
        executables.extend(Executable::new(&serde_json::from_str(message)?));
    }
    Ok(executables)
}

struct Executable {
    /// The folder of the program's package.
    folder: PathBuf,
    kind: String,
    name: String,
    path: PathBuf,
    is_test: bool,
}

impl Executable {
    /// The executable in one of cargo's messages, if any.
    fn new(message: &Value) -> Option<Self> {
        let text = |path: &str| message.pointer(path)?.as_str().map(str::to_owned);
        Some(Self {
            path: text("/executable")?.into(),
            folder: Path::new(&text("/manifest_path")?).parent()?.to_owned(),
            kind: text("/target/kind/0")?,
            name: text("/target/name")?,
            is_test: message["profile"]["test"].as_bool()?,
        })
    }

    /// The test program, set up as cargo would run it.
    fn job(&self, programs: &[Self], parts: &Parts) -> Job {
        let package = self.folder.file_name().unwrap_or_default().to_string_lossy();
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command.envs(without_shims().map(|folders| ("PATH", folders)));
        for program in programs.iter().filter(|program| program.folder == self.folder) {
            command.env(format!("CARGO_BIN_EXE_{}", program.name), &program.path);
        }
        // The time of each test is an unstable option of the test program; the compiler does not see this.
        command.args(["-Zunstable-options", "--report-time", "--show-output"]).args(parts.skips());
        command.env("RUSTC_BOOTSTRAP", "1");
        let (kind, name) = (&self.kind, &self.name);
        let which = if kind == "lib" { String::new() } else { format!(" {name}") };
        let folder = self.folder.display();
        Job {
            name: format!("{package} {kind}{which}"),
            alone: format!("(cd {folder} && cargo test --{kind}{which})"),
            command,
        }
    }
}

/// `PATH` without the shims of pyenv and rbenv, if the other folders have the interpreters, too: a shim is a shell script,
/// and each isolated tournament searches the folder of all versions behind it.
fn without_shims() -> Option<OsString> {
    let search = std::env::var_os("PATH")?;
    let mut folders: Vec<PathBuf> = std::env::split_paths(&search).collect();
    folders.retain(|folder| !folder.ends_with("shims"));
    let has = |name: &str| folders.iter().any(|folder| folder.join(name).is_file());
    let has_all = has("python3") && has("ruby");
    has_all.then(|| std::env::join_paths(&folders).ok()).flatten()
}

fn examples(parts: &Parts) -> Job {
    let mut command = cargo(&["test", "--workspace", "--doc"]);
    command.args(parts.exclusions());
    let alone = "cargo test --workspace --doc".to_owned();
    Job { name: "examples in the documentation".to_owned(), command, alone }
}
