//! Landlock: the kernel refuses files that are not on a list.

use landlock::{
    ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
    RulesetStatus, Scope, path_beneath_rules,
};

use super::super::order::Order;
use super::failure::{Failure, Step};

/// Devices that every runtime may use.
pub(super) const DEVICES: [&str; 5] =
    ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What is known here; of this, the kernel does what it knows.
const KNOWN: ABI = ABI::V7;

pub(super) fn apply(order: &Order) -> Result<(), Failure> {
    match restrict(order).step("landlock")? {
        RulesetStatus::NotEnforced => {
            Err(Failure::new("landlock", "this kernel has it not, or not enabled"))
        }
        RulesetStatus::PartiallyEnforced | RulesetStatus::FullyEnforced => Ok(()),
    }
}

fn restrict(order: &Order) -> Result<RulesetStatus, RulesetError> {
    let everything = AccessFs::from_all(KNOWN);
    let device = AccessFs::ReadFile | AccessFs::WriteFile;
    let ruleset = Ruleset::default()
        .handle_access(everything)?
        // No rule allows any port.
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?
        .add_rules(path_beneath_rules(&order.readable, AccessFs::from_read(KNOWN)))?
        .add_rules(path_beneath_rules(["/proc"], AccessFs::ReadFile | AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(DEVICES, device))?
        .add_rules(path_beneath_rules([&order.scratch], everything))?;
    Ok(ruleset.restrict_self()?.ruleset)
}
