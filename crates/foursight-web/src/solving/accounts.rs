//! The processor time that clients have used, and the networks around them: many small ones may belong to one customer.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use crate::debts::Debts;
use crate::networks::{Networks, SHARES};

/// The processor time a client may use at once, in seconds of its long-term allowance: a player who tries out large
/// boards on their own machine should not notice.
const BURST: Duration = Duration::from_secs(30);

/// The time after which half of what a client has used no longer counts against it: a client that used a lot while alone
/// must not wait for long.
const HALF_LIFE: Duration = Duration::from_secs(5);

/// A use of less than this is forgotten.
const LEAST: Duration = Duration::from_millis(1);

/// The use of all clients and of the networks around them.
pub(super) struct Accounts {
    /// The seconds of processor time that one client may use per second, and what each one owes; unlimited if missing.
    allowed: Option<(f64, Debts)>,
    /// The time that counted when it was last charged, by the levels and addresses of networks. A network that stands
    /// for several clients is charged less.
    recent: HashMap<(usize, IpAddr), (Duration, Instant)>,
}

impl Accounts {
    /// Empty accounts; without an `allowance`, no client is refused.
    pub(super) fn new(allowance: Option<f64>) -> Self {
        let allowed = allowance.map(|allowance| (allowance, Debts::new(BURST)));
        Self { allowed, recent: HashMap::new() }
    }

    pub(super) fn charge(&mut self, client: IpAddr, used: Duration, now: Instant) {
        if let Some((allowance, debts)) = &mut self.allowed {
            debts.charge(client, used.div_f64(*allowance), now);
        }
        for network in Networks::of(client).each() {
            let recent = self.recent.entry(network).or_insert((Duration::ZERO, now));
            *recent = (rest(*recent, now) + used / SHARES[network.0] as u32, now);
        }
    }

    /// The time that a client, or a network around it, has used lately.
    pub(super) fn recent(&self, client: IpAddr, now: Instant) -> Duration {
        let of_network = |network| Some(rest(*self.recent.get(&network)?, now));
        Networks::of(client).each().filter_map(of_network).max().unwrap_or_default()
    }

    /// The time until a client that has used too much may try again.
    pub(super) fn must_wait(&self, client: IpAddr, now: Instant) -> Option<Duration> {
        let (_, debts) = self.allowed.as_ref()?;
        debts.check(client, Duration::ZERO, now).err().map(|late| late.wait)
    }

    /// Forgets the networks that have used nothing for a while.
    pub(super) fn forget_idle(&mut self, now: Instant) {
        self.recent.retain(|_, recent| rest(*recent, now) >= LEAST);
        if let Some((_, debts)) = &mut self.allowed {
            debts.forget_paid(now);
        }
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
    fn time_is_charged_paid_off_and_forgotten() {
        let (start, [a, b]) = (Instant::now(), [1, 2].map(|last| IpAddr::from([192, 0, 2, last])));
        let mut accounts = Accounts::new(Some(0.5));
        accounts.charge(a, 16 * SECOND, start);
        assert_eq!(accounts.must_wait(a, start), Some(2 * SECOND), "30 of 32 s are the burst");
        assert_eq!(accounts.must_wait(b, start), None);
        accounts.charge(a, SECOND, start + HALF_LIFE);
        assert_eq!(accounts.recent(a, start + HALF_LIFE), 9 * SECOND);
        assert_eq!(accounts.recent(b, start), Duration::ZERO);
        accounts.forget_idle(start + 60 * SECOND);
        assert_eq!(accounts.recent.len(), 1);
        accounts.forget_idle(start + 120 * SECOND);
        assert_eq!(accounts.recent.len(), 0);
    }

    #[test]
    fn a_wide_network_is_charged_for_all_its_clients() {
        let (mut accounts, now) = (Accounts::new(None), Instant::now());
        for number in 0..5 {
            let client = format!("2001:db8:0:{number:x}00::").parse().unwrap();
            accounts.charge(client, 4 * SECOND, now);
        }
        assert_eq!(accounts.recent("2001:db8:0:ff00::".parse().unwrap(), now), 5 * SECOND);
        assert_eq!(
            accounts.must_wait("2001:db8::".parse().unwrap(), now),
            None,
            "no rate, no limit"
        );
    }
}
