//! The last stage: gives up the rights that the program must not have, and becomes the program.

use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal};
use nix::unistd;

use super::failure::{Failure, Step};
use super::{check, init, landlock, limits, seccomp};
use crate::launcher_task::{Errand, LauncherTask};
use crate::layer::Layer;

/// Returns only on failure, or when a check is done.
pub(super) fn run(task: &LauncherTask) -> Result<ExitCode, Failure> {
    prctl::set_pdeathsig(Signal::SIGKILL).step("parent")?;
    // The kernel may share the processors evenly among sessions. In a session apart from the program's, the watching
    // stage keeps its share however many processes the program has.
    unistd::setsid().step("session")?;
    limits::lower_priority(task)?;
    if task.has(Layer::Namespaces) {
        init::pass_gate(task)?;
    }
    unistd::chdir(&task.scratch).step("scratch")?;
    give_up(task)?;
    match &task.errand {
        Errand::Check => check::run(task),
        Errand::Run(command) => {
            let (program, arguments) = command
                .split_first()
                .ok_or_else(|| Failure::new("task", "the command line is empty"))?;
            let error = Command::new(program).args(arguments).exec();
            Err(Failure::of_program(program, &error))
        }
    }
}

fn give_up(task: &LauncherTask) -> Result<(), Failure> {
    // Signals that the launcher blocks must reach the program.
    SigSet::all().thread_unblock().step("signals")?;
    if !task.has(Layer::Namespaces) {
        super::join(task)?;
    }
    if task.has(Layer::Limits) {
        limits::limit(task)?;
    }
    if !task.is_trusting() {
        limits::drop_capabilities_for_good()?;
    }
    if task.has(Layer::Landlock) {
        landlock::apply(task)?;
    }
    if task.has(Layer::Seccomp) {
        seccomp::apply(task)?;
    }
    Ok(())
}
