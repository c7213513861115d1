//! Networks that the operator blocks.

use std::net::IpAddr;

use ipnet::IpNet;
use tokio::sync::watch;

/// The blocked networks.
pub(crate) struct Blocked(watch::Sender<Vec<IpNet>>);

impl Blocked {
    pub(crate) fn new(networks: Vec<IpNet>) -> Self {
        Self(watch::Sender::new(networks))
    }

    pub(crate) fn all(&self) -> Vec<IpNet> {
        self.0.borrow().clone()
    }

    /// Blocks a network, or lets it in again.
    pub(crate) fn set(&self, network: IpNet, is_blocked: bool) {
        self.0.send_modify(|networks| {
            networks.retain(|known| *known != network);
            if is_blocked {
                networks.push(network);
            }
        });
    }

    pub(crate) fn has(&self, address: IpAddr) -> bool {
        has(&self.0.borrow(), address)
    }

    /// Ready once this address is blocked.
    pub(crate) fn reached(&self, address: IpAddr) -> impl Future<Output = ()> + Send + use<> {
        let mut networks = self.0.subscribe();
        async move {
            if networks.wait_for(|networks| has(networks, address)).await.is_err() {
                // The server has ended.
                std::future::pending::<()>().await;
            }
        }
    }
}

fn has(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|network| network.contains(&address))
}
