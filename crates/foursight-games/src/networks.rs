//! A network whose addresses may all belong to one client.

use std::net::{IpAddr, Ipv6Addr};

/// The number of networks around an address that count.
pub(crate) const N_LEVELS: usize = 3;

/// The multiples of a client's share that each network may have, the widest first.
pub const SHARES: [usize; N_LEVELS] = [4, 2, 1];

/// The networks around an address, the widest first; for an IPv4 address, the address itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Networks([IpAddr; N_LEVELS]);

impl Networks {
    /// The networks around `address`.
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            v4 @ IpAddr::V4(_) => Self([v4; N_LEVELS]),
            IpAddr::V6(v6) => Self([48, 56, 64].map(|length| {
                Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << (128 - length))).into()
            })),
        }
    }

    /// The network at a level, the widest at 0.
    pub fn at(self, level: usize) -> IpAddr {
        self.0[level]
    }

    /// The networks with their levels, the smallest first; an IPv4 address counts once.
    pub fn each(self) -> impl Iterator<Item = (usize, IpAddr)> {
        let widest = if self.client().is_ipv4() { N_LEVELS - 1 } else { 0 };
        (widest..N_LEVELS).rev().map(move |level| (level, self.at(level)))
    }

    /// The smallest network, which stands for a client.
    pub fn client(self) -> IpAddr {
        self.0[N_LEVELS - 1]
    }
}
