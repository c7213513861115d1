//! What the networks around clients have used and begun: many small ones may be of one provider's customer.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use crate::crowd::{N_LEVELS, Networks, SHARES};

/// The networks of clients that are wider than one of them, by their levels and addresses; IPv4 addresses have none.
#[derive(Default)]
pub(super) struct WideNetworks(HashMap<(usize, IpAddr), Wide>);

#[derive(Default)]
struct Wide {
    /// As those of a client.
    used_until: Option<Instant>,
    set_back_until: Option<Instant>,
    /// How many questions have begun.
    n_begun: usize,
}

impl WideNetworks {
    /// When all that the networks around a client have used is paid for.
    pub(super) fn used_until(&self, client: IpAddr) -> Option<Instant> {
        around(client).filter_map(|network| self.0.get(&network)?.used_until).max()
    }

    /// Until when the networks around a client are set back.
    pub(super) fn set_back_until(&self, client: IpAddr) -> Option<Instant> {
        around(client).filter_map(|network| self.0.get(&network)?.set_back_until).max()
    }

    /// Charges the networks around a client, each less the more clients it stands for: how long until that is paid for,
    /// and until it sets them back no more.
    pub(super) fn charge(&mut self, client: IpAddr, (used, set_back): Charge, now: Instant) {
        for network in around(client) {
            let wide = self.0.entry(network).or_default();
            let later = |until: Option<Instant>, time: Duration| {
                Some(until.map_or(now, |until| until.max(now)) + time / SHARES[network.0] as u32)
            };
            wide.used_until = later(wide.used_until, used);
            wide.set_back_until = later(wide.set_back_until, set_back);
        }
    }

    /// Whether the networks around a client may begin another question, where each client may begin `most`.
    pub(super) fn may_begin(&self, client: IpAddr, most: usize) -> bool {
        around(client).all(|network| {
            self.0.get(&network).is_none_or(|wide| wide.n_begun < most * SHARES[network.0])
        })
    }

    /// A question of a client begins.
    pub(super) fn begin(&mut self, client: IpAddr) {
        for network in around(client) {
            self.0.entry(network).or_default().n_begun += 1;
        }
    }

    /// A question of a client ends.
    pub(super) fn end(&mut self, client: IpAddr) {
        for network in around(client) {
            self.0.get_mut(&network).expect("its question has begun").n_begun -= 1;
        }
    }

    /// Forgets the networks that have nothing here and no more to pay for.
    pub(super) fn forget_idle(&mut self, now: Instant) {
        self.0.retain(|_, wide| {
            wide.n_begun > 0 || wide.used_until.max(wide.set_back_until) > Some(now)
        });
    }
}

/// For how long what was used is not paid for, and for how long it sets its client back among the others.
pub(super) type Charge = (Duration, Duration);

/// The networks around a client, without its own.
fn around(client: IpAddr) -> impl Iterator<Item = (usize, IpAddr)> {
    Networks::of(client).each().filter(|&(level, _)| level < N_LEVELS - 1)
}
