//! The request rate of each client.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use foursight_answers::Endpoint;
use foursight_games::{Networks, SHARES};

/// The requests that a client may make at once, as the time in which its rate allows them.
const BURST: Duration = Duration::from_secs(5);

/// The prices of requests, in plain answers: for a file of the page, and for the work of the solver.
const PRICE_OF_FILE: f64 = 0.1;
const PRICE_OF_THINKING: f64 = 5.0;

/// What clients owe for their requests, as the time in which their rate pays it off; without a rate, nothing.
pub(crate) struct Rates(Option<(f64, Mutex<Debts>)>);

/// When each network has paid everything off, by its level and address. The networks around a client owe as well, but
/// pay off several clients' requests at a time.
#[derive(Default)]
struct Debts(HashMap<(usize, IpAddr), Instant>);

impl Rates {
    /// The limits at a rate of requests per second.
    pub(crate) fn new(per_second: Option<NonZeroU32>) -> Self {
        Self(per_second.map(|rate| (f64::from(rate.get()), Mutex::default())))
    }

    fn debts(&self) -> Option<(f64, MutexGuard<'_, Debts>)> {
        let (rate, debts) = self.0.as_ref()?;
        Some((*rate, debts.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Counts a request for `path` that a client may make, or returns the time that the client has to wait.
    pub(crate) fn take(&self, client: IpAddr, path: &str, now: Instant) -> Result<(), Duration> {
        let Some((rate, mut debts)) = self.debts() else { return Ok(()) };
        let price = Duration::from_secs_f64(price(path) / rate);
        let wait = debts.wait(client, price, now);
        if !wait.is_zero() {
            return Err(wait);
        }
        debts.charge(client, price, now);
        Ok(())
    }

    /// Forgets networks that owe nothing.
    pub(crate) fn forget_idle(&self, now: Instant) {
        if let Some((_, mut debts)) = self.debts() {
            debts.0.retain(|_, paid_at| *paid_at > now);
            debts.0.shrink_to_fit();
        }
    }
}

impl Debts {
    /// The time after which a client may owe another `price`.
    fn wait(&self, client: IpAddr, price: Duration, now: Instant) -> Duration {
        let debt = |(level, network)| {
            let paid_at = self.0.get(&(level, network)).copied().unwrap_or(now);
            paid_at.saturating_duration_since(now) + price / SHARES[level] as u32
        };
        Networks::of(client).each().map(debt).max().unwrap_or_default().saturating_sub(BURST)
    }

    fn charge(&mut self, client: IpAddr, price: Duration, now: Instant) {
        for network in Networks::of(client).each() {
            let paid_at = self.0.entry(network).or_insert(now);
            *paid_at = now.max(*paid_at) + price / SHARES[network.0] as u32;
        }
    }
}

fn price(path: &str) -> f64 {
    match path {
        _ if is_file(path) => PRICE_OF_FILE,
        _ if needs_thinking(path) => PRICE_OF_THINKING,
        _ => 1.0,
    }
}

/// Whether the answer is a file of the page: loading the page takes several files, and each needs almost no work.
pub(crate) fn is_file(path: &str) -> bool {
    path.starts_with("/assets/")
}

fn needs_thinking(path: &str) -> bool {
    let others = [
        "/render.png",
        "/render.gif",
        "/card.png",
        // The class's uploads and new pupils, and its replays and lists of games, which the database has to read.
        "/class/game",
        "/class/report",
        "/class/upload",
        "/class/join",
    ];
    let is_thinking = |(endpoint, _): (Endpoint, _)| endpoint.needs_thinking();
    [false, true].iter().any(|&has_body| Endpoint::find(path, has_body).is_some_and(is_thinking))
        || others.iter().any(|prefix| path.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates() -> (Rates, Instant) {
        (Rates::new(Some(NonZeroU32::MIN)), Instant::now())
    }

    #[track_caller]
    fn check(path: &str, address: &dyn Fn(u32) -> String, n_allowed: usize) {
        let (rates, now) = rates();
        let may = |&number: &u32| rates.take(address(number).parse().unwrap(), path, now).is_ok();
        assert_eq!((0..100).take_while(may).count(), n_allowed, "{path} from {}", address(0));
    }

    #[test]
    fn what_is_more_work_costs_more_and_wide_networks_have_a_limit() {
        let client = |_| "127.0.0.1".to_owned();
        check("/assets/main.js", &client, 50);
        for plain in ["/solve", "/api/games"] {
            check(plain, &client, 5);
        }
        for dear in ["/api/analyze", "/api/puzzles/7", "/class/game/7", "/class/upload"] {
            check(dear, &client, 1);
        }
        check("/solve", &|n| format!("2001:db8::{n:x}"), 5);
        check("/solve", &|n| format!("2001:db8:0:{n:x}::1"), 10);
        check("/solve", &|n| format!("2001:db8:0:{n:x}00::1"), 20);
        check("/solve", &|n| format!("2001:db8:{n:x}::1"), 100);
    }

    #[test]
    fn who_is_refused_waits_until_some_of_it_is_paid_off() {
        let (rates, now) = rates();
        let (client, other) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        let take = |now| rates.take(client, "/solve", now);
        let waits: Vec<_> = (0..20).filter_map(|_| take(now).err()).collect();
        assert_eq!(waits, [Duration::from_secs(1); 15], "refusals cost nothing");
        assert_eq!(rates.take(other, "/solve", now), Ok(()), "others owe nothing");
        assert_eq!(take(now + Duration::from_secs(1)), Ok(()));
        rates.forget_idle(now + Duration::from_secs(20));
        assert!(rates.debts().unwrap().1.0.is_empty());
    }
}
