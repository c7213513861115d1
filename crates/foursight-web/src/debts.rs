//! What clients owe for their use of a limited good, such as requests or processor time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use crate::networks::{Networks, SHARES};

/// A price is the time in which a client pays it off; a client may owe at most `limit`. The networks around the client
/// owe as well, but pay off several clients' prices at a time.
pub(crate) struct Debts {
    limit: Duration,
    /// When each network has paid everything off, by its level and address.
    paid_at: HashMap<(usize, IpAddr), Instant>,
}

/// A network owes too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OverLimit {
    /// The network with its level.
    pub(crate) network: (usize, IpAddr),
    /// The time after which it may owe the price.
    pub(crate) wait: Duration,
}

impl Debts {
    pub(crate) fn new(limit: Duration) -> Self {
        Self { limit, paid_at: HashMap::new() }
    }

    /// Whether a client may owe another `price`.
    ///
    /// # Errors
    ///
    /// If not.
    pub(crate) fn check(
        &self,
        client: IpAddr,
        price: Duration,
        now: Instant,
    ) -> Result<(), OverLimit> {
        for network in Networks::of(client).each() {
            let debt =
                self.paid_at.get(&network).map(|paid_at| paid_at.saturating_duration_since(now));
            let debt = debt.unwrap_or_default() + price / SHARES[network.0] as u32;
            let wait = debt.saturating_sub(self.limit);
            if !wait.is_zero() {
                return Err(OverLimit { network, wait });
            }
        }
        Ok(())
    }

    /// Adds a `price`, whatever the client owes already.
    pub(crate) fn charge(&mut self, client: IpAddr, price: Duration, now: Instant) {
        for network in Networks::of(client).each() {
            let paid_at = self.paid_at.entry(network).or_insert(now);
            *paid_at = now.max(*paid_at) + price / SHARES[network.0] as u32;
        }
    }

    /// Adds a `price` if the client may owe it.
    ///
    /// # Errors
    ///
    /// If not.
    pub(crate) fn take(
        &mut self,
        client: IpAddr,
        price: Duration,
        now: Instant,
    ) -> Result<(), OverLimit> {
        self.check(client, price, now)?;
        self.charge(client, price, now);
        Ok(())
    }

    /// Forgets the networks that owe nothing.
    pub(crate) fn forget_paid(&mut self, now: Instant) {
        self.paid_at.retain(|_, paid_at| *paid_at > now);
        self.paid_at.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn debts_are_limited_and_paid_off() {
        let (mut debts, now, client) =
            (Debts::new(5 * SECOND), Instant::now(), [192, 0, 2, 1].into());
        for _ in 0..5 {
            assert_eq!(debts.take(client, SECOND, now), Ok(()));
        }
        let late = debts.take(client, SECOND, now).unwrap_err();
        assert_eq!((late.network.1, late.wait), (client, SECOND));
        assert_eq!(debts.take([192, 0, 2, 2].into(), SECOND, now), Ok(()), "others owe nothing");
        assert_eq!(debts.take(client, SECOND, now + SECOND), Ok(()));
        debts.charge(client, 10 * SECOND, now + SECOND);
        assert_eq!(
            debts.check(client, Duration::ZERO, now + SECOND).unwrap_err().wait,
            10 * SECOND
        );
        debts.forget_paid(now + 15 * SECOND);
        assert_eq!(debts.paid_at.len(), 1);
        debts.forget_paid(now + 16 * SECOND);
        assert_eq!(debts.paid_at.len(), 0);
    }

    #[test]
    fn wide_networks_have_a_limit() {
        let n_taken = |address: &dyn Fn(u32) -> String| {
            let (mut debts, now) = (Debts::new(5 * SECOND), Instant::now());
            let takes = |&n: &u32| debts.take(address(n).parse().unwrap(), SECOND, now).is_ok();
            (0..100).take_while(takes).count()
        };
        assert_eq!(n_taken(&|n| format!("2001:db8::{n:x}")), 5, "one /64");
        assert_eq!(n_taken(&|n| format!("2001:db8:0:{n:x}::1")), 10, "one /56");
        assert_eq!(n_taken(&|n| format!("2001:db8:0:{n:x}00::1")), 20, "one /48");
        assert_eq!(n_taken(&|n| format!("2001:db8:{n:x}::1")), 100, "many of them");
    }
}
