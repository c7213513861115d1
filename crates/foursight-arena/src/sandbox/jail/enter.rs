//! The last stage: it gives up what the player is not to have, and becomes the player.

use std::os::unix::process::CommandExt;
use std::process::Command;

use caps::{CapSet, Capability};
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal};

use super::super::layer::Layer;
use super::super::order::Order;
use super::failure::{Failure, Step};
use super::{landlock, limits, seccomp};

/// Returns only if it could not.
pub(super) fn run(order: &Order) -> Failure {
    if let Err(failure) = give_up(order) {
        return failure;
    }
    match order.command.split_first() {
        Some((program, arguments)) => {
            Failure::new(program, Command::new(program).args(arguments).exec())
        }
        None => Failure::new("order", "an empty command line"),
    }
}

fn give_up(order: &Order) -> Result<(), Failure> {
    prctl::set_pdeathsig(Signal::SIGKILL).step("parent")?;
    // What the launcher blocks is not blocked for the player.
    SigSet::all().thread_unblock().step("signals")?;
    if !order.has(Layer::Namespaces) {
        super::join(order)?;
    }
    if order.has(Layer::Limits) {
        limits::apply(order)?;
    }
    if !order.is_trusting() {
        capabilities()?;
    }
    if order.has(Layer::Landlock) {
        landlock::apply(order)?;
    }
    if order.has(Layer::Seccomp) {
        seccomp::apply()?;
    }
    Ok(())
}

/// Takes away what `exec` would give to an administrator again.
fn capabilities() -> Result<(), Failure> {
    if caps::has_cap(None, CapSet::Effective, Capability::CAP_SETPCAP).step("capabilities")? {
        caps::clear(None, CapSet::Bounding).step("capabilities")?;
    }
    caps::clear(None, CapSet::Inheritable).step("capabilities")
}
