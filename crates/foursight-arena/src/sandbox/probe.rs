//! Finding out which layers hold here: a stand-in for a player is run under each of them, and tries.

use std::io;
use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::sync::Arc;

use super::layer::{Layer, LayerReport, LayerStatus};
use super::options::SandboxOptions;
use super::order::{Order, Stage};
use super::{Delegation, Ending, Sandbox, ending_in, readable, scratch_in};
use crate::referee::room::Room;

pub(crate) fn probe(launcher: Vec<String>, options: SandboxOptions) -> (Sandbox, Vec<LayerReport>) {
    let mut paths = readable::system();
    // It runs itself again from inside.
    paths.extend(launcher.first().map(PathBuf::from));
    paths.extend(options.readable.iter().cloned());
    let mut sandbox = Sandbox {
        launcher: launcher.into(),
        layers: Layer::ALL.to_vec(),
        options: Arc::new(options),
        readable: paths.into(),
        delegation: None,
    };
    let delegation = Delegation::own();
    sandbox.delegation = delegation.as_ref().ok().cloned();
    let reports: Vec<LayerReport> = Layer::ALL
        .into_iter()
        .map(|layer| match (&delegation, layer) {
            (Err(reason), Layer::Cgroup) => missing(layer, reason.clone()),
            _ => report(&sandbox, layer),
        })
        .collect();
    let layers = reports.iter().filter(|report| report.is_active()).map(|report| report.layer);
    let mut active = Sandbox { layers: layers.collect(), ..sandbox };
    if active.layers.is_empty() && active.options.wrap.is_none() {
        active.launcher = Arc::new([]);
    }
    (active, reports)
}

fn report(sandbox: &Sandbox, layer: Layer) -> LayerReport {
    match attempt(sandbox, layer) {
        Ok(gaps) => LayerReport { layer, status: LayerStatus::Active { gaps } },
        Err(reason) => missing(layer, reason),
    }
}

fn missing(layer: Layer, reason: String) -> LayerReport {
    let cure = cure(layer).to_owned();
    LayerReport { layer, status: LayerStatus::Missing { reason, cure } }
}

/// Runs the stand-in under one layer; what it found not to hold, or why it could not run.
fn attempt(sandbox: &Sandbox, layer: Layer) -> Result<Vec<String>, String> {
    if !cfg!(target_os = "linux") {
        return Err("this system is not Linux".to_owned());
    }
    if layer == Layer::Wrap && sandbox.options.wrap.is_none() {
        return Err("none is given".to_owned());
    }
    let (output, ending) = run(sandbox, layer).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_through = ending.exit_status().is_some_and(|status| status.success());
    if is_through && output.status.success() {
        return Ok(text.lines().map(str::to_owned).collect());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let last = errors.trim_end().lines().last().filter(|line| !line.is_empty());
    Err(last.map_or_else(|| format!("its launcher: {}", output.status), reason))
}

/// A launcher's message without its name.
fn reason(line: &str) -> String {
    line.strip_prefix("foursight: ").unwrap_or(line).to_owned()
}

fn run(sandbox: &Sandbox, layer: Layer) -> io::Result<(Output, Ending)> {
    let room = Room::new()?;
    // What is out of reach has to be there, to show that it is.
    std::fs::write(ending_in(room.path()), "")?;
    let alone = Sandbox { layers: vec![layer], ..sandbox.clone() };
    let inner = Order {
        stage: Stage::Check(layer),
        launcher: sandbox.launcher.to_vec(),
        layers: Vec::new(),
        options: (*sandbox.options).clone(),
        readable: Vec::new(),
        scratch: scratch_in(room.path()),
        ending: ending_in(room.path()),
        cgroup: None,
        referee: None,
        command: Vec::new(),
    };
    let line = inner.command_line(inner.stage)?;
    let mut launch = alone.launch(&line, None, room.path())?;
    let output = launch.command.stdin(Stdio::null()).output()?;
    Ok((output, Ending::read(&ending_in(room.path()))))
}

/// What a person can do about a layer that is missing.
fn cure(layer: Layer) -> &'static str {
    if !cfg!(target_os = "linux") {
        return "run the arena on Linux, or in a container";
    }
    match layer {
        Layer::Session | Layer::Limits => "run the arena where /proc is mounted",
        Layer::Landlock => {
            "a kernel of 5.13 or later with landlock among the modules of its `lsm=` parameter, and a \
             container that allows its system calls"
        }
        Layer::Seccomp => "a kernel with CONFIG_SECCOMP_FILTER",
        Layer::Namespaces => {
            "allow user namespaces: sysctl kernel.unprivileged_userns_clone=1, \
             kernel.apparmor_restrict_unprivileged_userns=0 or user.max_user_namespaces above 0; in a \
             container, a seccomp profile that allows unshare and mount"
        }
        Layer::Cgroup => "systemd-run --user --scope -p Delegate=yes foursight arena ...",
        Layer::Wrap => "--wrap 'bwrap ... {cmd}'",
    }
}
