//! Runs test programs side by side.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::process::Command;
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use anyhow::{Context, Error, Result, ensure};

use crate::command::{cargo, step, target, workspace};
use crate::setup::Without;

/// A test program.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    pub(crate) command: Command,
    /// The command that runs it alone.
    pub(crate) alone: &'static str,
}

/// Builds whatever a part of the tests needs, and returns its jobs.
pub(crate) type Part<'a> = &'a (dyn Fn() -> Result<Vec<Job>> + Sync);

/// Builds all test programs, and the program `foursight` with the same features. The first part that needs them does;
/// the others wait.
pub(crate) fn build(without: Without) -> Result<()> {
    static BUILT: OnceLock<Result<(), String>> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        let mut build = cargo(&["test", "--workspace", "--no-run", "--quiet"]);
        build.args(without.exclusions());
        step("build the tests, which takes minutes", build).map_err(|error| format!("{error:#}"))
    });
    built.clone().map_err(Error::msg)
}

/// What the jobs have found so far.
#[derive(Default)]
struct Findings {
    failures: Vec<String>,
    /// The things that tests could not try on this machine.
    untested: BTreeSet<String>,
}

/// Runs the parts side by side, each part's jobs one after another, and fails if a job does. Each failure is printed at
/// once and in full; the names of all failures come last, or whatever was not tested.
pub(crate) fn run_parts(parts: &[Part], without: Without) -> Result<()> {
    // The tests of the crates say into this file what they could not try; nextest does not ask cargo for the folder.
    let report = workspace().join("target/nextest/default/junit.xml");
    let _ = fs::remove_file(&report);
    let findings = &Mutex::new(Findings::default());
    let found = || findings.lock().expect("no job panics");
    std::thread::scope(|scope| {
        for part in parts {
            scope.spawn(|| {
                let run =
                    |jobs: Vec<Job>| jobs.into_iter().try_for_each(|job| run_job(job, findings));
                if let Err(error) = part().and_then(run) {
                    found().failures.push(format!("{error:#}"));
                }
            });
        }
    });
    let Findings { failures, mut untested } = std::mem::take(&mut *found());
    for failure in &failures {
        eprintln!("xtask: FAILED: {failure}");
    }
    ensure!(failures.is_empty(), "{} failures", failures.len());
    untested.extend(not_tested(&fs::read_to_string(report).unwrap_or_default()));
    untested.extend(without.untested());
    match untested.into_iter().collect::<Vec<_>>().join("; ") {
        all if all.is_empty() => eprintln!("xtask: all tests passed"),
        some => eprintln!("xtask: passed, but NOT TESTED: {some}"),
    }
    Ok(())
}

/// Runs a job with its output in a file, so that processes it leaves behind cannot block the end of the output.
fn run_job(mut job: Job, findings: &Mutex<Findings>) -> Result<()> {
    let folder = target().join("test-output");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let path = folder.join(job.name.replace(' ', "-") + ".txt");
    let file = File::create(&path).with_context(|| path.display().to_string())?;
    eprintln!("xtask: {}: see {}", job.name, path.display());
    let start = Instant::now();
    let command = job.command.stdout(file.try_clone()?).stderr(file);
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    let time = start.elapsed().as_secs_f64();
    let output = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
    let mut findings = findings.lock().expect("no job panics");
    if status.success() {
        // All programs end with a line that counts the tests.
        let count = output.lines().rfind(|line| line.contains("pass")).unwrap_or_default().trim();
        eprintln!("xtask: {} in {time:.1} s: {count}", job.name);
    } else {
        // In one call, because other programs print, too.
        eprintln!("{output}\nxtask: FAILED: {} in {time:.1} s ({status})", job.name);
        findings.failures.push(format!("{}; to run it alone: {}", job.name, job.alone));
    }
    findings.untested.extend(not_tested(&output));
    Ok(())
}

fn not_tested(output: &str) -> impl Iterator<Item = String> {
    let lacks = output.lines().filter_map(|line| line.split_once("NOT TESTED: "));
    lacks.map(|(_, lack)| lack.to_owned())
}

#[cfg(test)]
mod tests;
