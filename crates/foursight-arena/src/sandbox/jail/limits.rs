//! Limits that the kernel keeps for each process.

use nix::sys::resource::{Resource, getrlimit, rlim_t, setrlimit};

use super::super::layer::Layer;
use super::super::order::Order;
use super::failure::{Failure, Step};

pub(super) fn apply(order: &Order) -> Result<(), Failure> {
    let options = &order.options;
    set(Resource::RLIMIT_CORE, 0)?;
    set(Resource::RLIMIT_CPU, options.cpu_seconds)?;
    set(Resource::RLIMIT_FSIZE, options.file_bytes)?;
    set(Resource::RLIMIT_NOFILE, options.n_open_files)?;
    set(Resource::RLIMIT_MSGQUEUE, 0)?;
    if order.has(Layer::Namespaces) {
        // Outside of a namespace of its own it would count all processes of the user.
        set(Resource::RLIMIT_NPROC, options.n_processes)?;
    }
    Ok(())
}

fn set(resource: Resource, limit: rlim_t) -> Result<(), Failure> {
    let (_, highest) = getrlimit(resource).step("limits")?;
    let limit = limit.min(highest);
    setrlimit(resource, limit, limit).step("limits")
}
