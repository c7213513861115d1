//! Networks in which many people share an address, as at a school with one public address.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::str::FromStr;

use ipnet::IpNet;

/// A network each of whose addresses counts as several clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrustedNetwork {
    network: IpNet,
    n_clients: NonZeroU32,
}

/// The highest number of clients: more would not be a limit at all.
const MAX_CLIENTS: u32 = 100_000;

/// The reason why a text does not describe a trusted network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a network and the number of clients for each of its addresses, from 1 to {MAX_CLIENTS}, such as \
     203.0.113.7=300 or 10.0.0.0/8=30"
)]
pub struct NotATrustedNetwork;

impl FromStr for TrustedNetwork {
    type Err = NotATrustedNetwork;

    fn from_str(text: &str) -> Result<Self, NotATrustedNetwork> {
        let (network, n_clients) = text.split_once('=').ok_or(NotATrustedNetwork)?;
        let network = read_network(network).ok_or(NotATrustedNetwork)?;
        let n_clients = n_clients.parse().ok().filter(|n: &NonZeroU32| n.get() <= MAX_CLIENTS);
        Ok(Self { network, n_clients: n_clients.ok_or(NotATrustedNetwork)? })
    }
}

/// A network such as `10.0.0.0/8`, or a single address.
pub fn read_network(text: &str) -> Option<IpNet> {
    text.parse::<IpAddr>().map(IpNet::from).or_else(|_| text.parse()).ok()
}

/// The number of clients an address counts as; the smallest network that contains it decides.
pub(crate) fn n_clients(address: IpAddr, networks: &[TrustedNetwork]) -> u32 {
    let has_address = networks.iter().filter(|trusted| trusted.network.contains(&address));
    let smallest = has_address.max_by_key(|trusted| trusted.network.prefix_len());
    smallest.map_or(1, |trusted| trusted.n_clients.get())
}

/// The `number`th of the clients that an address counts as: an address that no client has (240.0.0.0/4), for which
/// every limit is counted separately.
pub(crate) fn nth_client(address: IpAddr, number: u32) -> IpAddr {
    let mut hasher = DefaultHasher::new();
    (address, number).hash(&mut hasher);
    Ipv4Addr::from_bits(0xf000_0000 | hasher.finish() as u32).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_network_decides() {
        let networks = ["10.0.0.0/8=30", "10.1.0.0/16=7", "203.0.113.7=300", "2001:db8::/32=50"];
        let networks = networks.map(|text| text.parse().unwrap());
        for (address, expected) in [
            ("10.2.0.1", 30),
            ("10.1.0.1", 7),
            ("203.0.113.7", 300),
            ("203.0.113.8", 1),
            ("2001:db8::7", 50),
            ("2001:db9::7", 1),
        ] {
            assert_eq!(n_clients(address.parse().unwrap(), &networks), expected, "{address}");
        }
    }

    #[test]
    fn what_names_none_is_refused() {
        for text in ["", "10.0.0.0/8", "10.0.0.0/33=5", "10.0.0.1=0", "10.0.0.1=-5", "ten=5"] {
            assert_eq!(text.parse::<TrustedNetwork>(), Err(NotATrustedNetwork), "{text:?}");
        }
        assert!("10.0.0.1=100000".parse::<TrustedNetwork>().is_ok());
        assert!("10.0.0.1=100001".parse::<TrustedNetwork>().is_err());
    }
}
