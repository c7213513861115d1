//! The launcher. Each stage is a process image of its own: no stage can regain rights that an earlier one gave up, and
//! no stage has threads, so safe code can give up rights.
//!
//! ```text
//! watch --- init, which becomes the reaper --- enter, which becomes the program      with namespaces
//! watch -------------------------------------- enter, which becomes the program      without
//! ```
//!
//! The launcher itself stays outside: once the program runs, no process inside is an image of the launcher, and no file
//! inside holds it.

mod check;
pub(crate) mod descendants;
mod enter;
mod failure;
mod init;
mod landlock;
mod limits;
mod mounts;
mod namespaces;
mod seccomp;
mod standstill;
mod usage;
mod watch;

use std::process::{Child, Command, ExitCode};

use crate::cgroup;
use crate::launcher_task::{LauncherTask, Stage};
use failure::{Failure, FailureFile, Step};

/// The exit code of a launcher that failed.
const FAILED: u8 = 125;

/// The body of the launcher: does its task and returns once the jailed program has ended.
///
/// Call it before starting any thread and before opening any file. `task` is the last argument of the command line,
/// written by the [`Sandbox`](crate::Sandbox) that started this program.
pub fn jail(task: &str) -> ExitCode {
    let task = serde_json::from_str::<LauncherTask>(task).step("task");
    // Opened while its path is still visible.
    let file = task.as_ref().ok().and_then(FailureFile::open);
    task.and_then(|task| run(&task)).unwrap_or_else(|failure| {
        eprintln!("foursight: {failure}");
        if let Some(file) = file.filter(|_| failure.is_of_launcher()) {
            file.record();
        }
        ExitCode::from(FAILED)
    })
}

fn run(task: &LauncherTask) -> Result<ExitCode, Failure> {
    match task.stage {
        Stage::Watch => watch::run(task),
        Stage::Init => init::run(task),
        Stage::Enter => enter::run(task),
    }
}

/// Joins the program's control group, if it has one. Every stage except the watching one is in this group.
fn join(task: &LauncherTask) -> Result<(), Failure> {
    task.cgroup.as_deref().map_or(Ok(()), cgroup::join).step("cgroup")
}

/// Starts the next stage of a task.
fn start(task: &LauncherTask, stage: Stage) -> Result<Child, Failure> {
    let line = task.command_line(stage).step("task")?;
    let (program, arguments) = line.split_first().ok_or_else(|| Failure::new("task", "empty"))?;
    Command::new(program).args(arguments).spawn().step(program)
}
