//! The processor time that clients have used lately, and the networks around them: many small ones may belong to one
//! customer.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use foursight_games::{Networks, SHARES};

/// The time after which half of what a client has used no longer counts against it: a client that used a lot while alone
/// must not wait for long.
const HALF_LIFE: Duration = Duration::from_secs(5);

/// A use of less than this is forgotten.
const LEAST: Duration = Duration::from_millis(1);

/// The time that counted when it was last charged, by the levels and addresses of networks. A network that stands for
/// several clients is charged less.
#[derive(Default)]
pub(super) struct Accounts(HashMap<(usize, IpAddr), (Duration, Instant)>);

impl Accounts {
    pub(super) fn charge(&mut self, client: IpAddr, used: Duration, now: Instant) {
        for network in Networks::of(client).each() {
            let recent = self.0.entry(network).or_insert((Duration::ZERO, now));
            *recent = (rest(*recent, now) + used / SHARES[network.0] as u32, now);
        }
    }

    /// The time that a client, or a network around it, has used lately.
    pub(super) fn recent(&self, client: IpAddr, now: Instant) -> Duration {
        let of_network = |network| Some(rest(*self.0.get(&network)?, now));
        Networks::of(client).each().filter_map(of_network).max().unwrap_or_default()
    }

    /// Forgets the networks that have used nothing for a while.
    pub(super) fn forget_idle(&mut self, now: Instant) {
        self.0.retain(|_, recent| rest(*recent, now) >= LEAST);
    }
}

/// The part of a use that still counts.
fn rest((used, at): (Duration, Instant), now: Instant) -> Duration {
    used.mul_f64(0.5_f64.powf((now - at).div_duration_f64(HALF_LIFE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn half_of_a_use_is_forgotten_after_a_while() {
        let (start, client) = (Instant::now(), [192, 0, 2, 1].into());
        let mut accounts = Accounts::default();
        accounts.charge(client, 16 * SECOND, start);
        accounts.charge(client, SECOND, start + HALF_LIFE);
        assert_eq!(accounts.recent(client, start + HALF_LIFE), 9 * SECOND);
        accounts.forget_idle(start + 60 * SECOND);
        assert_eq!(accounts.0.len(), 1);
        accounts.forget_idle(start + 120 * SECOND);
        assert_eq!(accounts.0.len(), 0);
    }

    #[test]
    fn a_wide_network_is_charged_for_all_its_clients() {
        let (mut accounts, now) = (Accounts::default(), Instant::now());
        for number in 0..5 {
            let client = format!("2001:db8:0:{number:x}00::").parse().unwrap();
            accounts.charge(client, 4 * SECOND, now);
        }
        assert_eq!(accounts.recent("2001:db8:0:ff00::".parse().unwrap(), now), 5 * SECOND);
    }
}
