//! What one client may have all addresses of.

use std::net::{IpAddr, Ipv6Addr};

/// How many networks around an address count.
pub(super) const N_LEVELS: usize = 3;

/// The networks around an address, the widest first; of an IPv4 address, itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Networks([IpAddr; N_LEVELS]);

impl Networks {
    pub(crate) fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            v4 @ IpAddr::V4(_) => Self([v4; N_LEVELS]),
            IpAddr::V6(v6) => Self([48, 56, 64].map(|length| {
                Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << (128 - length))).into()
            })),
        }
    }

    /// The network at a level, the widest at 0.
    pub(super) fn at(self, level: usize) -> IpAddr {
        self.0[level]
    }

    /// The smallest one, which stands for a client.
    pub(crate) fn client(self) -> IpAddr {
        self.0[N_LEVELS - 1]
    }
}
