//! Limits for one address: open games, and new games per day.

use std::net::IpAddr;

use sha2::{Digest, Sha256};

use crate::networks::{N_LEVELS, Networks, SHARES};

/// The number of games that an address may start in a day, for each one it may have open.
const A_DAY_PER_OPEN: usize = 20;

/// The maximum number of games that one address may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Unfinished games that changed within the last week.
    pub open: usize,
    /// Games started within a day.
    pub a_day: usize,
}

/// The reason why an address may not start another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum OverQuota {
    #[error("your address has {0} open games; finish or resign some")]
    Open(usize),
    #[error("your address has started {0} games within a day; try again tomorrow")]
    ADay(usize),
}

/// The number of bytes that stand for a network in an owner.
const NETWORK_BYTES: usize = 8;

/// The salt for hashing addresses, so that the database stores none.
pub(crate) struct AddressSalt(pub(crate) Vec<u8>);

impl Quota {
    /// The quota of an address that may have this many open games.
    pub fn of_open(open: usize) -> Self {
        Self { open, a_day: open.saturating_mul(A_DAY_PER_OPEN) }
    }

    /// The networks around an owner, each as the prefix of all owners in it, with its quota.
    pub fn of_networks(self, owner: &[u8]) -> impl Iterator<Item = (&[u8], Self)> {
        let n_wide = if owner.len() == N_LEVELS * NETWORK_BYTES { N_LEVELS - 1 } else { 0 };
        (0..n_wide).map(move |level| {
            let times = |most: usize| most.saturating_mul(SHARES[level]);
            let quota = Self { open: times(self.open), a_day: times(self.a_day) };
            (&owner[..(level + 1) * NETWORK_BYTES], quota)
        })
    }
}

impl AddressSalt {
    /// A hash that stands for an address in the database; for IPv6, it has a part for each network around it, the
    /// widest first.
    pub(crate) fn hash(&self, address: IpAddr) -> Vec<u8> {
        let networks = Networks::of(address);
        if address.is_ipv4() {
            return self.hash_text(&address.to_string())[..16].to_vec();
        }
        let part = |level: usize| {
            self.hash_text(&format!("{level} {}", networks.at(level)))[..NETWORK_BYTES].to_vec()
        };
        (0..N_LEVELS).flat_map(part).collect()
    }

    fn hash_text(&self, text: &str) -> [u8; 32] {
        Sha256::new().chain_update(&self.0).chain_update(text).finalize().into()
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
