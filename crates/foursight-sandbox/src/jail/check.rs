//! Stands in for a program when layers are probed, and tests whether each of them holds.
//!
//! It prints each gap that the layers leave open on this system, one per line, and fails if a layer does not hold at
//! all. A test of one layer must not pass because another one also prevents the same.

use std::fs::{self, File};
use std::net::{TcpListener, UdpSocket};
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::ExitCode;

use nix::sys::resource::{Resource, getrlimit};
use nix::sys::{prctl, signal};
use nix::unistd::{Uid, getppid};

use super::exposure;
use super::failure::{Failure, Step};
use crate::launcher_task::LauncherTask;
use crate::layer::Layer;

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
        for path in exposure::exposed(task) {
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
