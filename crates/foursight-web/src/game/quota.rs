//! How many games one address may have open, and how many it may begin in a day.

use std::net::IpAddr;

use sha2::{Digest, Sha256};

/// Games that an address may begin in a day, for each that it may have open.
const A_DAY_PER_OPEN: usize = 20;

/// How many games one address may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quota {
    /// Games that are not over, of those touched within the last week.
    pub(crate) open: usize,
    /// Games begun within a day.
    pub(crate) a_day: usize,
}

/// Why an address may not begin another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OverQuota {
    #[error("your address has {0} open games: finish or resign some")]
    Open(usize),
    #[error("your address has begun {0} games within a day: come back tomorrow")]
    ADay(usize),
}

/// What addresses are hashed with, so that the database holds none.
pub(crate) struct AddressSalt(pub(crate) Vec<u8>);

impl Quota {
    pub(crate) fn of_open(open: usize) -> Self {
        Self { open, a_day: open.saturating_mul(A_DAY_PER_OPEN) }
    }
}

impl AddressSalt {
    /// Stands for an address in the database.
    pub(crate) fn hash(&self, address: IpAddr) -> Vec<u8> {
        let hash = Sha256::new().chain_update(&self.0).chain_update(address.to_string());
        hash.finalize()[..16].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_differ_by_address_and_by_salt() {
        let hash = |salt: &[u8], address: [u8; 4]| AddressSalt(salt.into()).hash(address.into());
        let known = hash(b"a", [192, 0, 2, 1]);
        assert_eq!((known.len(), &known), (16, &hash(b"a", [192, 0, 2, 1])));
        assert!(known != hash(b"b", [192, 0, 2, 1]) && known != hash(b"a", [192, 0, 2, 2]));
    }
}
