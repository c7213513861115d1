//! Landlock: the kernel refuses access to files outside a list.

use std::fs;
use std::path::PathBuf;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use super::failure::{Failure, Step};
use crate::launcher_task::LauncherTask;
use crate::layer::Layer;
use crate::sandbox::identity;

/// Devices that every program may use; `/dev/zero` would be memory that nobody counts.
pub(super) const DEVICES: [&str; 4] = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];

/// The newest version used here; an older kernel enforces the part that it supports.
const KNOWN: ABI = ABI::V7;

pub(super) fn apply(task: &LauncherTask) -> Result<(), Failure> {
    match restrict(task).step("landlock")? {
        RulesetStatus::NotEnforced => {
            Err(Failure::new("landlock", "this kernel lacks it or has it disabled"))
        }
        RulesetStatus::PartiallyEnforced | RulesetStatus::FullyEnforced => Ok(()),
    }
}

/// Whether this kernel lets a program send signals only to what it started itself (Linux 6.12).
pub(super) fn confines_signals() -> bool {
    let strict = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    strict.scope(Scope::Signal).is_ok()
}

fn restrict(task: &LauncherTask) -> Result<RulesetStatus, RulesetError> {
    let everything = AccessFs::from_all(KNOWN);
    let device = AccessFs::ReadFile | AccessFs::WriteFile;
    // The namespaces have covered what is hidden.
    let hidden = if task.has(Layer::Namespaces) { &[] } else { &task.hidden[..] };
    let readable = Readable::new(&task.readable, hidden);
    let scratch =
        if task.options.runs_scratch { everything } else { everything & !AccessFs::Execute };
    let ruleset = Ruleset::default()
        .handle_access(everything)?
        // No rule allows any port.
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?
        .add_rules(path_beneath_rules(&readable.whole, AccessFs::from_read(KNOWN)))?
        .add_rules(path_beneath_rules(&readable.listed, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(["/proc"], AccessFs::ReadFile | AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(DEVICES, device))?
        .add_rules(path_beneath_rules([&task.scratch], scratch))?;
    Ok(ruleset.restrict_self()?.ruleset)
}

/// The paths that a program may read. A rule cannot make an exception, so a folder with something hidden is replaced by
/// its other entries.
#[derive(Debug, Default)]
struct Readable {
    /// Files, and folders with all their content.
    whole: Vec<PathBuf>,
    /// Folders in which only the names are readable.
    listed: Vec<PathBuf>,
}

impl Readable {
    fn new(paths: &[PathBuf], hidden: &[PathBuf]) -> Self {
        let mut readable = Self::default();
        for path in paths.iter().filter_map(|path| path.canonicalize().ok()) {
            readable.add(path, hidden);
        }
        readable
    }

    /// Adds a real path.
    fn add(&mut self, path: PathBuf, hidden: &[PathBuf]) {
        // A rule for a file covers all its names.
        let own = identity(&path);
        if hidden.iter().any(|hidden| identity(hidden) == own) {
            return;
        }
        if !hidden.iter().any(|hidden| hidden.starts_with(&path)) {
            return self.whole.push(path);
        }
        for entry in fs::read_dir(&path).into_iter().flatten().flatten() {
            // A link gives no access to what it leads to.
            if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
                self.add(entry.path(), hidden);
            }
        }
        self.listed.push(path);
    }
}
