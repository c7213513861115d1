//! Runs test programs, and the steps that some of them need first, side by side, one per core.
//!
//! `cargo-nextest` runs neither Node.js nor pytest, which take half of the time.

use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::metadata::target;

/// Number of slowest tests to list.
const N_SLOWEST: usize = 10;

/// The work of a worker.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there are a few dozen of them")]
pub(crate) enum Task {
    Test(Job),
    /// A check, or the preparation of the test programs that it returns.
    Step {
        name: &'static str,
        /// The command that runs it alone.
        alone: &'static str,
        run: fn() -> Result<Vec<Job>>,
    },
}

/// A test program.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) name: String,
    pub(crate) command: Command,
    /// The command that runs it alone.
    pub(crate) alone: String,
}

/// A task's output and exit status.
struct Outcome {
    name: String,
    alone: String,
    output: String,
    /// The failure that its exit status shows, if any.
    failure: Option<String>,
}

/// Runs all tasks in order, and fails if one of them fails. Each failure is printed at once and in full; the names of
/// all failures come last.
///
/// Returns what the tests could not try on this machine.
pub(crate) fn run(tasks: Vec<Task>) -> Result<Vec<String>> {
    let folder = &target()?.join("test-output");
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    eprintln!("xtask: running the tests; their output is in {}", folder.display());
    let queue = &Mutex::new(VecDeque::from(tasks));
    let next = || queue.lock().expect("no task panics").pop_front();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let outcomes = std::thread::scope(|scope| {
        let work = || std::iter::from_fn(next).map(|task| run_one(task, queue, folder)).collect();
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let all = workers.into_iter().map(|worker| worker.join().expect("no task panics"));
        all.collect::<Result<Vec<Vec<Outcome>>>>()
    })?;
    let outcomes: Vec<Outcome> = outcomes.into_iter().flatten().collect();
    list_slowest(&outcomes);
    let failed: Vec<&Outcome> = outcomes.iter().filter(|one| one.failure.is_some()).collect();
    for Outcome { name, alone, .. } in &failed {
        eprintln!("xtask: FAILED: {name}; to run it alone: {alone}");
    }
    ensure!(failed.is_empty(), "{} of {} tasks failed", failed.len(), outcomes.len());
    Ok(untested(&outcomes))
}

fn run_one(task: Task, queue: &Mutex<VecDeque<Task>>, folder: &Path) -> Result<Outcome> {
    match task {
        Task::Test(job) => run_test(job, folder),
        Task::Step { name, alone, run } => {
            let added = run();
            let failure = added.as_ref().err().map(|error| format!("{error:#}"));
            if let Some(failure) = &failure {
                eprintln!("xtask: FAILED: {name}: {failure}");
            }
            let mut queue = queue.lock().expect("no task panics");
            // The new jobs come before all others: the last tasks are short, so that no core is idle at the end.
            for job in added.unwrap_or_default().into_iter().rev() {
                queue.push_front(Task::Test(job));
            }
            let (name, alone) = (name.to_owned(), alone.to_owned());
            Ok(Outcome { name, alone, output: String::new(), failure })
        }
    }
}

/// Runs a job with its output in a file, so that processes it leaves behind cannot block the end of the output.
fn run_test(mut job: Job, folder: &Path) -> Result<Outcome> {
    let path = folder.join(job.name.replace(['/', ':', ' '], "-") + ".txt");
    let file = File::create(&path).with_context(|| path.display().to_string())?;
    let start = Instant::now();
    let command = job.command.stdout(file.try_clone()?).stderr(file);
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    let time = start.elapsed().as_secs_f64();
    let output = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
    let failure = (!status.success()).then(|| status.to_string());
    match &failure {
        None => eprintln!("xtask: {} in {time:.1} s", job.name),
        // In one call, because other threads print, too.
        Some(end) => eprintln!("{output}\nxtask: FAILED: {} in {time:.1} s ({end})", job.name),
    }
    Ok(Outcome { name: job.name, alone: job.alone, output, failure })
}

/// The things that tests report they could not try.
fn untested(outcomes: &[Outcome]) -> Vec<String> {
    let lines = outcomes.iter().flat_map(|one| one.output.lines());
    let lacks = lines.filter_map(|line| line.split_once("NOT TESTED: ")).map(|(_, lack)| lack);
    lacks.map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
}

fn list_slowest(outcomes: &[Outcome]) {
    let mut tests: Vec<(Duration, &str, &str)> = Vec::new();
    for Outcome { name, output, .. } in outcomes {
        tests.extend(output.lines().filter_map(timed).map(|(test, time)| (time, &**name, test)));
    }
    tests.sort_unstable_by(|a, b| b.cmp(a));
    eprintln!("xtask: the slowest of {} tests:", tests.len());
    for (time, name, test) in tests.into_iter().take(N_SLOWEST) {
        eprintln!("{:8.1} s  {name}: {test}", time.as_secs_f64());
    }
}

/// The name of a passed test and its duration: from `test NAME ... ok <1.234s>` or `✔ NAME (1234.5ms)`.
fn timed(line: &str) -> Option<(&str, Duration)> {
    let (name, seconds) = if let Some(test) = line.strip_prefix("test ") {
        let (name, time) = test.strip_suffix("s>")?.split_once(" ... ok <")?;
        (name, time.parse().ok()?)
    } else {
        let (name, time) =
            line.trim_start().strip_prefix("✔ ")?.strip_suffix("ms)")?.rsplit_once(" (")?;
        (name, time.parse::<f64>().ok()? / 1000.0)
    };
    Some((name, Duration::try_from_secs_f64(seconds).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_time(line: &str, expected: Option<(&str, u64)>) {
        let expected = expected.map(|(name, ms)| (name, Duration::from_millis(ms)));
        assert_eq!(timed(line), expected, "{line:?}");
    }

    #[test]
    fn the_time_of_a_test_follows_its_name() {
        check_time("test book::books_agree ... ok <1.552s>", Some(("book::books_agree", 1552)));
        check_time("✔ a game (with a friend) (812ms)", Some(("a game (with a friend)", 812)));
        check_time("  ✔ inside (1ms)", Some(("inside", 1)));
        check_time("test book::books_agree ... FAILED <1.552s>", None);
        check_time("test result: ok. 97 passed; 0 failed; finished in 1.19s", None);
    }

    fn job(name: &str, script: &str) -> Job {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Job { name: name.to_owned(), command, alone: String::new() }
    }

    fn pass() -> Job {
        job("pool passes", "echo NOT TESTED: bagpipes; echo more >&2")
    }

    fn step(run: fn() -> Result<Vec<Job>>) -> Task {
        Task::Step { name: "pool step", alone: "", run }
    }

    #[test]
    fn all_tasks_run_and_each_failure_counts() {
        assert_eq!(run(vec![Task::Test(pass())]).unwrap(), ["bagpipes"]);
        let failed = |tasks| run(tasks).unwrap_err().to_string();
        let fail = job("pool fails", "exit 3");
        assert_eq!(failed(vec![Task::Test(fail), Task::Test(pass())]), "1 of 2 tasks failed");
        assert_eq!(run(vec![step(|| Ok(vec![pass()]))]).unwrap(), ["bagpipes"]);
        let fail = step(|| Ok(vec![job("pool fails later", "exit 3")]));
        assert_eq!(failed(vec![fail]), "1 of 2 tasks failed");
        let fail = step(|| anyhow::bail!("no browser"));
        assert_eq!(failed(vec![fail, Task::Test(pass())]), "1 of 2 tasks failed");
    }
}
