//! The first process in the namespaces: when it ends, the kernel kills all others in them.
//!
//! It sets up the files, and becomes the reaper before the program starts.

use std::convert::Infallible;
use std::ffi::CString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::ExitCode;

use nix::libc::O_PATH;
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::sys::stat::Mode;
use nix::unistd::{self, fexecve, mkfifo};

use super::failure::{Failure, Step};
use super::{limits, mounts, namespaces, start};
use crate::launcher_task::{LauncherTask, Stage};

/// Returns only on failure.
pub(super) fn run(task: &LauncherTask) -> Result<ExitCode, Failure> {
    prctl::set_pdeathsig(Signal::SIGKILL).step("parent")?;
    super::join(task)?;
    // Opened while its path is still visible.
    let report = File::create(&task.exit_report).step("exit report")?;
    make_gate(task)?;
    mounts::detach()?;
    // The next stage moves to the new root only if it is in the old one.
    unistd::chdir("/").step("mounts: root")?;
    let mut program = start(task, Stage::Enter)?;
    let Err(failure) = hand_over(task, &report, program.id());
    // It must not pass the gate, which opens when this process ends.
    let _ = program.kill();
    Err(failure)
}

fn hand_over(task: &LauncherTask, report: &File, program: u32) -> Result<Infallible, Failure> {
    let names = mounts::build(task)?;
    let reaper = place(&task.scratch)?;
    let _gate = guard(task)?;
    mounts::enter(task, &names)?;
    namespaces::forbid_more();
    namespaces::limit_processes(task);
    mounts::lock_processes()?;
    limits::leave_pipes()?;
    unistd::dup2_stdout(report).step("exit report")?;
    limits::drop_capabilities_for_good()?;
    limits::drop_capabilities_now()?;
    become_reaper(&reaper, program)
}

/// Makes the gate: a named pipe that holds the program back until this process is the reaper.
///
/// Each side waits for the other to open it. Then this process knows that the launcher's last stage, with its libraries,
/// has started, and hides the launcher. This process never writes: when it becomes the reaper, the kernel closes its
/// end, and the program may pass.
fn make_gate(task: &LauncherTask) -> Result<(), Failure> {
    mkfifo(&task.gate(), Mode::S_IRUSR | Mode::S_IWUSR).step("gate")
}

/// Waits until the program is at the gate, which opens once the returned file is closed.
fn guard(task: &LauncherTask) -> Result<File, Failure> {
    OpenOptions::new().write(true).open(task.gate()).step("gate")
}

/// Waits until the gate opens.
pub(super) fn pass_gate(task: &LauncherTask) -> Result<(), Failure> {
    let gate = File::open(task.gate()).step("gate")?;
    io::copy(&mut gate.take(1), &mut io::sink()).map(drop).step("gate")
}

/// The small program that this process becomes before the program starts.
///
/// Programs can see process 1: its command line, its file. This one gives nothing away: it does not know the launcher,
/// has no capability and may not be inspected.
const REAPER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/reaper"));

/// Puts the reaper into the file system in memory at `root`, where it has no name.
fn place(root: &Path) -> Result<File, Failure> {
    write(&root.join("reaper")).step("reaper")
}

fn write(path: &Path) -> io::Result<File> {
    // The kernel lets nobody inspect a process whose file its owner can run but not read.
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o111).open(path)?;
    file.write_all(REAPER)?;
    drop(file);
    let reaper = OpenOptions::new().read(true).custom_flags(O_PATH).open(path)?;
    fs::remove_file(path)?;
    Ok(reaper)
}

/// Becomes the reaper, which waits for `program` and prints how it ended.
fn become_reaper(reaper: &File, program: u32) -> Result<Infallible, Failure> {
    let arguments = ["reaper".to_owned(), program.to_string()].map(CString::new);
    let arguments: Vec<CString> = arguments.into_iter().collect::<Result<_, _>>().step("reaper")?;
    fexecve(reaper, &arguments, &[] as &[CString])
        .step("reaper: this system cannot run a program from memory")
}
