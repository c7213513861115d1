//! A stand-in for a player, which tries whether a layer holds.
//!
//! It prints what the layer lets through on this system, a line each, and fails if it does not hold at all.

use std::fs::File;
use std::net::{TcpListener, UdpSocket};
use std::path::Path;
use std::process::ExitCode;

use nix::sys::resource::{Resource, getrlimit};
use nix::sys::{prctl, signal};
use nix::unistd::{getpid, getppid};

use super::super::layer::Layer;
use super::super::order::Order;
use super::failure::{Failure, Step};

pub(super) fn run(order: &Order, layer: Layer) -> Result<ExitCode, Failure> {
    let holds = match layer {
        Layer::Session => prctl::get_no_new_privs().step("privileges")?,
        Layer::Limits => {
            let (limit, _) = getrlimit(Resource::RLIMIT_FSIZE).step("limits")?;
            limit <= order.options.file_bytes
        }
        Layer::Landlock => File::open(&order.ending).is_err(),
        Layer::Seccomp => UdpSocket::bind("127.0.0.1:0").is_err(),
        Layer::Namespaces => File::open(&order.ending).is_err() && getpid().as_raw() < 100,
        Layer::Cgroup => {
            let own = std::fs::read_to_string("/proc/self/cgroup").step("/proc")?;
            own.trim_end().rsplit('/').next().is_some_and(|name| name.starts_with("foursight-"))
        }
        Layer::Wrap => true,
    };
    if !holds {
        return Err(Failure::new(&layer.to_string(), "it was set up, and does not hold"));
    }
    for (is_open, gap) in gaps(layer) {
        if is_open {
            println!("{gap}");
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn gaps(layer: Layer) -> Vec<(bool, &'static str)> {
    match layer {
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
    }
}

/// Whether a way leads out of this machine; nothing is sent on it.
fn has_route() -> bool {
    UdpSocket::bind("0.0.0.0:0").and_then(|socket| socket.connect("192.0.2.1:9")).is_ok()
}
