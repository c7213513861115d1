//! Per-process limits that the kernel enforces.

use nix::sys::resource::{Resource, getrlimit, rlim_t, setrlimit};

use super::failure::{Failure, Step};
use crate::launcher_task::LauncherTask;
use crate::layer::Layer;

pub(super) fn apply(task: &LauncherTask) -> Result<(), Failure> {
    let options = &task.options;
    set(Resource::RLIMIT_CORE, 0)?;
    set(Resource::RLIMIT_CPU, options.cpu_seconds)?;
    set(Resource::RLIMIT_FSIZE, options.file_bytes)?;
    set(Resource::RLIMIT_NOFILE, options.n_open_files)?;
    set(Resource::RLIMIT_MSGQUEUE, 0)?;
    if task.has(Layer::Namespaces) {
        // Without namespaces it would count all processes of the user.
        set(Resource::RLIMIT_NPROC, options.n_processes_granted())?;
    }
    Ok(())
}

fn set(resource: Resource, limit: rlim_t) -> Result<(), Failure> {
    let (_, highest) = getrlimit(resource).step("limits")?;
    let limit = limit.min(highest);
    setrlimit(resource, limit, limit).step("limits")
}
