//! Drops the capabilities of an administrator.

use caps::{CapSet, Capability};

use super::failure::{Failure, Step};

/// Drops what `exec` would give back to an administrator.
pub(super) fn drop_for_good() -> Result<(), Failure> {
    if caps::has_cap(None, CapSet::Effective, Capability::CAP_SETPCAP).step("capabilities")? {
        caps::clear(None, CapSet::Bounding).step("capabilities")?;
    }
    caps::clear(None, CapSet::Inheritable).step("capabilities")
}

/// Drops those of this process image.
pub(super) fn drop_now() -> Result<(), Failure> {
    caps::clear(None, CapSet::Effective).step("capabilities")?;
    caps::clear(None, CapSet::Permitted).step("capabilities")
}
