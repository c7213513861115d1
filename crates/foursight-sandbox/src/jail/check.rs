//! Stands in for a program when layers are probed, and tests whether each of them holds.
//!
//! It prints each gap that the layers leave open on this system, one per line, and fails if a layer does not hold at
//! all. A test of one layer must not pass because another one also prevents the same. It also looks from inside for a way
//! to reach the launcher; if a layer holds, there is none.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use nix::sys::resource::{Resource, getrlimit};
use nix::sys::{prctl, signal};
use nix::unistd::{Uid, getppid};

use super::failure::{Failure, Step};
use crate::launcher_task::LauncherTask;
use crate::layer::Layer;
use crate::sandbox::identity;

pub(super) fn run(task: &LauncherTask) -> Result<ExitCode, Failure> {
    for &layer in &task.layers {
        if !holds(task, layer)? {
            return Err(Failure::new(&layer.to_string(), "it was set up but has no effect"));
        }
        for gap in gaps(layer) {
            println!("{gap}");
        }
    }
    if task.has(Layer::Landlock) || task.has(Layer::Namespaces) {
        for path in exposed(task) {
            println!("this program can be read or run as {}", path.display());
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn holds(task: &LauncherTask, layer: Layer) -> Result<bool, Failure> {
    Ok(match layer {
        Layer::Session => prctl::get_no_new_privs().step("privileges")?,
        Layer::Limits => {
            let (limit, _) = getrlimit(Resource::RLIMIT_FSIZE).step("limits")?;
            limit <= task.options.file_bytes
        }
        // No program may list the root.
        Layer::Landlock => File::open(&task.exit_report).is_err() && fs::read_dir("/").is_err(),
        Layer::Seccomp => {
            let is_hidden = task.has(Layer::Namespaces);
            UdpSocket::bind("0.0.0.0:0").is_err() && (is_hidden || UnixDatagram::unbound().is_err())
        }
        // Landlock forbids to open a file, but not to find it.
        Layer::Namespaces => !task.exit_report.exists() && getppid().as_raw() == 1,
        Layer::Cgroup => match fs::read_to_string("/proc/self/cgroup") {
            Ok(own) => {
                own.trim_end().rsplit('/').next().is_some_and(|name| name.starts_with("foursight-"))
            }
            // Namespaces may lack a /proc of their own.
            Err(error) => task.has(Layer::Namespaces) || Err(error).step("/proc")?,
        },
        Layer::Wrap => true,
    })
}

fn gaps(layer: Layer) -> impl Iterator<Item = &'static str> {
    let gaps = match layer {
        Layer::Session => vec![(
            Uid::effective().is_root(),
            "players are root, though without root's capabilities: run the arena as another user",
        )],
        Layer::Landlock => vec![
            (TcpListener::bind("127.0.0.1:0").is_ok(), "TCP is open (Linux 6.7 closes it)"),
            (
                signal::kill(getppid(), None).is_ok(),
                "signals to other processes are open (Linux 6.12 closes them)",
            ),
        ],
        Layer::Namespaces => vec![
            (has_route(), "the network is open"),
            (!Path::new("/proc/self").exists(), "no /proc inside, which Java and others need"),
        ],
        _ => Vec::new(),
    };
    gaps.into_iter().filter_map(|(is_open, gap)| is_open.then_some(gap))
}

/// Whether this machine has a route to the outside; sends nothing.
fn has_route() -> bool {
    UdpSocket::bind("0.0.0.0:0").and_then(|socket| socket.connect("192.0.2.1:9")).is_ok()
}

/// The paths under which the launcher can be read or run.
fn exposed(task: &LauncherTask) -> Vec<PathBuf> {
    let own = task.launcher.first().map(PathBuf::from).into_iter();
    let known: Vec<PathBuf> = own.chain(task.hidden.iter().cloned()).collect();
    let runs = known.iter().filter(|path| runs(path, task)).cloned();
    let reads = known.iter().cloned().chain(processes()).filter(|path| reads(path, task));
    let mut exposed: Vec<PathBuf> = runs.chain(reads).collect();
    exposed.sort();
    exposed.dedup();
    exposed
}

/// The programs of all processes but this one, and the files that their command lines begin with.
fn processes() -> Vec<PathBuf> {
    let own = std::process::id();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let folders = numbers
        .filter(|&number| number != own)
        .map(|number| Path::new("/proc").join(number.to_string()));
    folders.flat_map(|folder| [folder.join("exe"), first_word(&folder.join("cmdline"))]).collect()
}

fn first_word(line: &Path) -> PathBuf {
    let line = fs::read(line).unwrap_or_default();
    let word = line.split(|&byte| byte == 0).next().unwrap_or_default();
    PathBuf::from(OsString::from_vec(word.to_owned()))
}

/// Whether a file is the launcher, and can be read.
fn reads(path: &Path, task: &LauncherTask) -> bool {
    task.launcher_file.is_some() && identity(path) == task.launcher_file && File::open(path).is_ok()
}

/// Whether a file can be run; as a launcher, it receives an empty task and fails at once.
fn runs(path: &Path, task: &LauncherTask) -> bool {
    let mut command = Command::new(path);
    command.args(task.launcher.iter().skip(1)).arg("{}");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        Ok(_) => true,
        Err(error) => !matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::NotFound),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launcher_task::{Errand, Stage};
    use crate::options::SandboxOptions;

    /// Outside, nothing is hidden.
    #[test]
    fn what_is_not_hidden_is_found() {
        let own = std::env::current_exe().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("renamed");
        fs::hard_link(&own, &copy).or_else(|_| fs::copy(&own, &copy).map(drop)).unwrap();
        let task = LauncherTask {
            stage: Stage::Enter,
            errand: Errand::Run(Vec::new()),
            launcher: vec![own.display().to_string()],
            launcher_file: identity(&own),
            layers: Vec::new(),
            options: SandboxOptions::default(),
            readable: Vec::new(),
            hidden: vec![copy.clone()],
            scratch: PathBuf::new(),
            exit_report: PathBuf::new(),
            cgroup: None,
            niceness: 0,
            supervisor: None,
        };
        let found = exposed(&task);
        assert!(found.contains(&own) && found.contains(&copy), "{found:?}");
        fs::remove_file(&copy).unwrap();
        assert!(!exposed(&task).contains(&copy));
    }
}
