//! Integration tests of the command line: they run the program as a person would.

#[cfg(unix)]
mod arena;
mod batches;
mod bench;
mod book;
mod contract;
mod engine;
mod formats;
#[cfg(target_os = "linux")]
mod isolation;
mod label;
mod man;
mod mcp;
mod output;
mod plan;
mod play;
#[cfg(target_os = "linux")]
mod screen;
mod serve;
mod show;
mod site;
mod streams;
// The pages also show the commands that need Unix.
#[cfg(unix)]
mod transcripts;
mod usage;
mod why;

use assert_cmd::Command;

/// A data folder that does not exist.
const NO_DATA: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-data");

/// The program with these arguments.
fn foursight(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("foursight"));
    // The account that runs the tests may have books, and any locale and terminal.
    command.args(args).env_remove("NO_COLOR").env("FOURSIGHT_DATA", NO_DATA);
    command.env("LC_ALL", "C.UTF-8").env("TERM", "dumb");
    // On a busy machine, players take longer to start than tournaments allow by default.
    let has_players = matches!(args, ["arena", "run" | "match" | "check", ..]);
    let is_set = args.iter().any(|arg| arg.starts_with("--start-time"));
    if cfg!(unix) && has_players && !is_set {
        command.arg("--start-time=5m");
    }
    command
}

/// The program's standard output, standard error and exit code.
struct Outcome {
    stdout: String,
    stderr: String,
    code: Option<i32>,
}

impl Outcome {
    fn of(command: &mut Command) -> Self {
        let output = command.output().expect("the program starts");
        Self {
            stdout: String::from_utf8(output.stdout).expect("output is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("output is UTF-8"),
            code: output.status.code(),
        }
    }

    #[track_caller]
    fn succeeded(self) -> Self {
        assert_eq!(self.code, Some(0), "{}{}", self.stderr, self.stdout);
        self
    }

    /// Checks the exit code, and a part of the error.
    #[track_caller]
    fn failed(self, code: i32, reason: &str) -> Self {
        assert_eq!(self.code, Some(code), "{}{}", self.stderr, self.stdout);
        assert!(self.stderr.contains(reason), "{reason:?} is missing: {}", self.stderr);
        self
    }
}

/// Presses Ctrl-C once the program is ready for it.
#[cfg(unix)]
fn interrupt(program: &std::process::Child) {
    // Without `/proc`, nobody can tell, so the program has ten seconds to get ready.
    for _ in 0..if cfg!(target_os = "linux") { 6000 } else { 1000 } {
        if is_ready_for_interrupts(program.id()) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let id = program.id().to_string();
    let kill = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(kill.expect("there is a kill").success());
}

/// Whether a process catches the Ctrl-C signal, which is number 2.
#[cfg(unix)]
fn is_ready_for_interrupts(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_some_and(|mask| mask & 0b10 != 0)
}

/// The words of a command line.
fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The words of a command line that ends with a path.
#[cfg(unix)]
fn words_to<'a>(line: &'a str, path: &'a std::path::Path) -> Vec<&'a str> {
    line.split(' ').chain([path.to_str().expect("the path is UTF-8")]).collect()
}

fn run(args: &[&str], input: &str) -> Outcome {
    Outcome::of(foursight(args).write_stdin(input))
}
