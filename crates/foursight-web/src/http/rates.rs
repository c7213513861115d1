//! The request rate of each client.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use foursight_answers::Endpoint;

use crate::debts::Debts;
use crate::networks::Networks;

/// The requests that a client may make at once, as the time in which its rate allows them.
const BURST: Duration = Duration::from_secs(5);

/// The prices of requests, in plain answers: for a file of the page, and for the work of the solver.
const PRICE_OF_FILE: f64 = 0.1;
const PRICE_OF_THINKING: f64 = 5.0;

/// The speed at which the rest of a client's burst is answered, in multiples of its rate, and the highest price of the
/// solver's work in that burst.
const PACE: f64 = 2.0;

/// The number of requests for one refusal: refusals cost time as well, and whoever goes on after them has to wait.
const REQUESTS_PER_REFUSAL: u32 = 5;

/// The time for which new connections are closed for a client that continues after very many refusals.
const SHUT_OUT_TIME: Duration = Duration::from_secs(2);

/// The requests of all networks; without a rate, there is no limit.
pub(crate) struct Rates(Option<(f64, Mutex<Limited>)>);

struct Limited {
    requests: Debts,
    refusals: Debts,
    /// The price of a refusal.
    refusal: Duration,
    /// The burst that a client may send without waiting; with five seconds' worth at once, others would have to wait.
    paces: Debts,
    /// The networks that were refused too often, with their levels, and the time at which they are let in again.
    shut_out: HashMap<(usize, IpAddr), Instant>,
}

/// A client has exceeded its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany {
    /// The time that the client has to wait.
    pub(crate) wait: Duration,
    /// Whether the client was also refused too often.
    pub(crate) is_shut_out: bool,
}

impl Rates {
    /// The limits at a rate of requests per second.
    pub(crate) fn new(per_second: Option<NonZeroU32>) -> Self {
        Self(per_second.map(|rate| {
            let refusals = NonZeroU32::new(rate.get() / REQUESTS_PER_REFUSAL).unwrap_or(rate);
            let rate = f64::from(rate.get());
            let limited = Limited {
                requests: Debts::new(BURST),
                refusals: Debts::new(BURST),
                refusal: Duration::from_secs(1) / refusals.get(),
                // A second's worth at once, but at least the most expensive request.
                paces: Debts::new(Duration::from_secs_f64(
                    rate.max(PRICE_OF_THINKING) / (PACE * rate),
                )),
                shut_out: HashMap::new(),
            };
            (rate, Mutex::new(limited))
        }))
    }

    fn limited(&self) -> Option<(f64, MutexGuard<'_, Limited>)> {
        let (rate, limited) = self.0.as_ref()?;
        Some((*rate, limited.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Counts a request for `path` that a client may make.
    pub(crate) fn take(&self, client: IpAddr, path: &str, now: Instant) -> Result<(), TooMany> {
        let Some((rate, mut limited)) = self.limited() else { return Ok(()) };
        let price = Duration::from_secs_f64(price(path) / rate);
        let Err(late) = limited.requests.take(client, price, now) else { return Ok(()) };
        let Limited { refusals, refusal, shut_out, .. } = &mut *limited;
        let refused = refusals.take(client, *refusal, now);
        if let Err(too_often) = refused {
            shut_out.insert(too_often.network, now + SHUT_OUT_TIME);
        }
        Err(TooMany { wait: late.wait, is_shut_out: refused.is_err() })
    }

    /// The time until an accepted request may ask for its turn again; `None` if it is its turn.
    pub(crate) fn wait(&self, client: IpAddr, path: &str, now: Instant) -> Option<Duration> {
        let (rate, mut limited) = self.limited()?;
        // Even a file costs as much as a plain answer here, and the solver's work little more: the solver assigns its
        // own turns.
        let price = Duration::from_secs_f64(price(path).clamp(1.0, PACE) / (PACE * rate));
        limited.paces.take(client, price, now).err().map(|late| late.wait)
    }

    /// Whether a client's connections should be closed before they send a request.
    pub(crate) fn is_shut_out(&self, client: IpAddr, now: Instant) -> bool {
        let Some((_, limited)) = self.limited() else { return false };
        let is_shut_out = |network| limited.shut_out.get(&network).is_some_and(|&end| now < end);
        Networks::of(client).each().any(is_shut_out)
    }

    /// Forgets networks that owe nothing.
    pub(crate) fn forget_idle(&self, now: Instant) {
        let Some((_, mut limited)) = self.limited() else { return };
        let Limited { requests, refusals, paces, shut_out, .. } = &mut *limited;
        for debts in [requests, refusals, paces] {
            debts.forget_paid(now);
        }
        shut_out.retain(|_, end| now < *end);
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

    const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn rates(rate: u32) -> (Rates, Instant) {
        (Rates::new(NonZeroU32::new(rate)), Instant::now())
    }

    #[test]
    fn what_is_more_work_costs_more() {
        for (path, expected) in [
            ("/assets/main.js", 50),
            ("/solve", 5),
            ("/api/games", 5),
            ("/api/analyze", 1),
            ("/api/puzzles/7/attempt", 1),
            ("/class/game/7", 1),
            ("/class/upload", 1),
        ] {
            let (rates, now) = rates(1);
            let n = (0..1000).take_while(|_| rates.take(CLIENT, path, now).is_ok()).count();
            assert_eq!(n, expected, "{path}");
        }
        let (rates, now) = rates(0);
        assert_eq!(rates.take(CLIENT, "/api/analyze", now), Ok(()));
    }

    #[test]
    fn a_burst_is_answered_at_twice_the_rate() {
        for (path, n_at_once) in [("/assets/main.js", 10), ("/solve", 10), ("/api/analyze", 5)] {
            let (rates, now) = rates(10);
            let n = (0..1000).take_while(|_| rates.wait(CLIENT, path, now).is_none()).count();
            assert_eq!(n, n_at_once, "{path}");
            let wait = Duration::from_millis(500) / n_at_once as u32;
            assert_eq!(rates.wait(CLIENT, path, now), Some(wait), "{path}");
            assert_eq!(rates.wait([192, 0, 2, 1].into(), path, now), None, "others do not wait");
        }
        let (rates, now) = rates(0);
        assert_eq!(rates.wait(CLIENT, "/solve", now), None);
    }

    #[test]
    fn who_is_refused_too_often_is_shut_out() {
        let (rates, now) = rates(1);
        let refusals: Vec<_> =
            (0..60).filter_map(|_| rates.take(CLIENT, "/solve", now).err()).collect();
        assert!(refusals[..5].iter().all(|refusal| !refusal.is_shut_out), "{refusals:?}");
        assert!(refusals[5..].iter().all(|refusal| refusal.is_shut_out), "{refusals:?}");
        assert!(rates.is_shut_out(CLIENT, now) && !rates.is_shut_out([192, 0, 2, 1].into(), now));
        let later = now + SHUT_OUT_TIME;
        assert!(!rates.is_shut_out(CLIENT, later), "not for long");
        rates.forget_idle(later);
        assert!(rates.limited().unwrap().1.shut_out.is_empty());
    }
}
