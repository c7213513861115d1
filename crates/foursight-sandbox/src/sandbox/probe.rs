//! Probing: runs a stand-in for a program under each layer, to find out which layers hold here.

use std::fs;
use std::io;
use std::process::{Output, Stdio};
use std::sync::Arc;

use super::Sandbox;
use crate::cgroup::Delegation;
use crate::exit_report::ExitReport;
use crate::launcher_task::Errand;
use crate::layer::{Layer, LayerReport, LayerStatus};
use crate::options::SandboxOptions;
use crate::readable;
use crate::room::Room;

pub(super) fn probe(launcher: Vec<String>, options: SandboxOptions) -> (Sandbox, Vec<LayerReport>) {
    let mut paths = readable::system();
    paths.extend(options.readable.iter().cloned());
    // A wrap may show the launcher under its own path only.
    let hidden =
        launcher.first().and_then(|word| readable::find_program(word)?.canonicalize().ok());
    let mut sandbox = Sandbox {
        launcher: launcher.into(),
        layers: Layer::ALL.to_vec(),
        options: Arc::new(options),
        hidden,
        readable: paths.into(),
        delegation: Delegation::own().ok(),
    };
    let mut reports: Vec<LayerReport> = Vec::new();
    for &layer in Layer::ALL {
        let has_session = reports.first().is_some_and(LayerReport::is_active);
        reports.push(LayerReport { layer, status: status(&sandbox, layer, has_session) });
    }
    let is_missing = |report: &LayerReport| matches!(report.status, LayerStatus::Missing { .. });
    let kept = reports.iter().filter(|report| !is_missing(report));
    sandbox.layers = kept.map(|report| report.layer).collect();
    if sandbox.layers.is_empty() {
        if sandbox.options.wrap.is_none() {
            sandbox.launcher = Arc::new([]);
        }
    } else if let Err(reason) = attempt(&sandbox, &sandbox.layers) {
        for report in reports.iter_mut().filter(|report| report.is_active()) {
            let reason = format!("it holds alone, but not together with the others: {reason}");
            report.status = LayerStatus::Lost { reason };
        }
    }
    (sandbox, reports)
}

/// The status of a layer that is tried alone. The steps that make a session, the first layer, precede those of all
/// others: unless they work, a failure shows nothing about another layer.
fn status(sandbox: &Sandbox, layer: Layer, has_session: bool) -> LayerStatus {
    let missing = |reason| LayerStatus::Missing { reason, cure: cure(layer).to_owned() };
    match layer {
        _ if !cfg!(target_os = "linux") => missing("this system is not Linux".to_owned()),
        Layer::Wrap if sandbox.options.wrap.is_none() => missing("none is given".to_owned()),
        Layer::Cgroup if let Err(reason) = Delegation::own() => missing(reason),
        _ => match attempt(sandbox, &[layer]) {
            Ok(gaps) => LayerStatus::Active { gaps },
            Err(reason) if has_session => missing(reason),
            Err(reason) => LayerStatus::Lost { reason },
        },
    }
}

/// Runs the stand-in under these layers. Returns the gaps that it found, or the reason why it could not run.
fn attempt(sandbox: &Sandbox, layers: &[Layer]) -> Result<Vec<String>, String> {
    let (output, report) = run(&sandbox.only(layers)).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_through = report.exit_status().is_some_and(|status| status.success());
    if is_through && output.status.success() {
        return Ok(text.lines().map(str::to_owned).collect());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let last = errors.trim_end().lines().last().filter(|line| !line.is_empty());
    Err(match last {
        Some(line) => line.strip_prefix("foursight: ").unwrap_or(line).to_owned(),
        None => format!("the launcher failed: {}", output.status),
    })
}

fn run(sandbox: &Sandbox) -> io::Result<(Output, ExitReport)> {
    let room = Room::new()?;
    // The file must exist, to show that the stand-in cannot reach it.
    fs::write(room.exit_report(), "")?;
    let mut launch = sandbox.launch_errand(Errand::Check, Vec::new(), &room)?;
    let output = launch.command.stdin(Stdio::null()).output()?;
    Ok((output, ExitReport::read(&room.exit_report())))
}

/// The way to get a missing layer.
fn cure(layer: Layer) -> &'static str {
    if !cfg!(target_os = "linux") {
        return "run it on Linux, or in a container";
    }
    match layer {
        Layer::Session | Layer::Limits => "allow the system call prlimit64",
        Layer::Landlock => {
            "use Linux 5.13 or later with landlock in its `lsm=` parameter, and a container that allows \
             its system calls"
        }
        Layer::Seccomp => "use a kernel with CONFIG_SECCOMP_FILTER",
        Layer::Namespaces => {
            "allow user namespaces: sysctl kernel.unprivileged_userns_clone=1, \
             kernel.apparmor_restrict_unprivileged_userns=0 or user.max_user_namespaces above 0; in a \
             container, use a seccomp profile that allows unshare and mount"
        }
        Layer::Cgroup => "start it with systemd-run --user --scope -p Delegate=yes",
        Layer::Wrap => "give one, such as 'bwrap ... {cmd}'",
    }
}
