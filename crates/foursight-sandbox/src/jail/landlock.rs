//! Landlock: the kernel refuses access to files outside a list.

use landlock::{
    ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
    RulesetStatus, Scope, path_beneath_rules,
};

use super::failure::{Failure, Step};
use crate::launcher_task::LauncherTask;

/// Devices that every program may use.
pub(super) const DEVICES: [&str; 5] =
    ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The newest version used here; an older kernel enforces the part that it knows.
const KNOWN: ABI = ABI::V7;

pub(super) fn apply(task: &LauncherTask) -> Result<(), Failure> {
    match restrict(task).step("landlock")? {
        RulesetStatus::NotEnforced => {
            Err(Failure::new("landlock", "this kernel lacks it or has it disabled"))
        }
        RulesetStatus::PartiallyEnforced | RulesetStatus::FullyEnforced => Ok(()),
    }
}

fn restrict(task: &LauncherTask) -> Result<RulesetStatus, RulesetError> {
    let everything = AccessFs::from_all(KNOWN);
    let device = AccessFs::ReadFile | AccessFs::WriteFile;
    let ruleset = Ruleset::default()
        .handle_access(everything)?
        // No rule allows any port.
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?
        .add_rules(path_beneath_rules(&task.readable, AccessFs::from_read(KNOWN)))?
        .add_rules(path_beneath_rules(["/proc"], AccessFs::ReadFile | AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(DEVICES, device))?
        .add_rules(path_beneath_rules([&task.scratch], everything))?;
    Ok(ruleset.restrict_self()?.ruleset)
}
