//! Integration tests of the command line: the program is run as a person would run it.

#[cfg(unix)]
mod arena;
#[cfg(target_os = "linux")]
mod isolation;
mod play;
#[cfg(target_os = "linux")]
mod screen;
mod serve;
mod show;
mod streams;
// The pages also show the commands that need Unix.
#[cfg(unix)]
mod transcripts;

use assert_cmd::Command;

/// The program with these arguments.
fn foursight(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("foursight"));
    command.args(args).env_remove("NO_COLOR");
    command
}

/// What the program writes to standard output and error, and its exit code.
struct Outcome {
    stdout: String,
    stderr: String,
    code: Option<i32>,
}

fn run(args: &[&str], input: &str) -> Outcome {
    let output = foursight(args).write_stdin(input).output().expect("the program starts");
    Outcome {
        stdout: String::from_utf8(output.stdout).expect("output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("output is UTF-8"),
        code: output.status.code(),
    }
}
