//! The request rate of each client: a bucket that refills with time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::networks::{N_LEVELS, Networks, SHARES};

/// The number of seconds' worth of requests that a client may make at once.
const BURST_SECONDS: u32 = 5;

/// The prices of requests: for a file of the page, for a plain answer, and for the work of the solver.
const COST_OF_FILE: NonZeroU32 = NonZeroU32::MIN;
const COST: NonZeroU32 = NonZeroU32::new(10).expect("10 is not 0");
const COST_OF_THINKING: NonZeroU32 = NonZeroU32::new(50).expect("50 is not 0");

/// The speed at which the rest of a client's burst is answered, in multiples of its rate, and the highest price of the
/// solver's work in that burst.
const TWICE: NonZeroU32 = NonZeroU32::new(2).expect("2 is not 0");

/// The time for which new connections are closed for a client that continues after very many refusals.
const SHUT_OUT_TIME: Duration = Duration::from_secs(2);

/// A bucket for each network at each level, the widest first.
type Buckets = [DefaultKeyedRateLimiter<IpAddr>; N_LEVELS];

/// The number of requests for one refusal: refusals cost time as well, and whoever goes on after them has to wait.
const REQUESTS_PER_REFUSAL: u32 = 5;

/// The buckets of all networks. Each network has one for requests, and a smaller one for refusals.
pub(crate) struct Rates(Option<Limited>);

struct Limited {
    requests: Buckets,
    refusals: Buckets,
    /// The burst that a client may send without waiting; with five seconds' worth at once, others would have to wait.
    paces: DefaultKeyedRateLimiter<IpAddr>,
    /// The networks that were refused too often, with their levels, and the time at which they are let in again.
    shut_out: Mutex<HashMap<(usize, IpAddr), Instant>>,
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
    /// Buckets that refill at `per_second`; without a rate, there is no limit.
    pub(crate) fn new(per_second: Option<NonZeroU32>) -> Self {
        Self(per_second.map(|rate| Limited {
            requests: buckets(rate.saturating_mul(COST)),
            refusals: buckets(NonZeroU32::new(rate.get() / REQUESTS_PER_REFUSAL).unwrap_or(rate)),
            paces: DefaultKeyedRateLimiter::keyed(pace(rate.saturating_mul(COST))),
            shut_out: Mutex::default(),
        }))
    }

    /// Takes a request for `path` out of the buckets of the client's networks.
    pub(crate) fn take(&self, client: IpAddr, path: &str) -> Result<(), TooMany> {
        let Some(limited) = &self.0 else { return Ok(()) };
        let Err((_, wait)) = take(&limited.requests, client, cost(path)) else { return Ok(()) };
        let refusal = take(&limited.refusals, client, NonZeroU32::MIN);
        if let Err((network, _)) = refusal {
            limited.shut_out().insert(network, Instant::now() + SHUT_OUT_TIME);
        }
        Err(TooMany { wait, is_shut_out: refusal.is_err() })
    }

    /// The time until an accepted request may ask for its turn again; `None` if it is its turn.
    pub(crate) fn wait(&self, client: IpAddr, path: &str) -> Option<Duration> {
        let paces = &self.0.as_ref()?.paces;
        // Even a file costs as much as a plain answer here, and the solver's work little more: the solver assigns its
        // own turns.
        let cost = cost(path).clamp(COST, COST.saturating_mul(TWICE));
        match paces.check_key_n(&client, cost) {
            Ok(Ok(())) => None,
            Ok(Err(until)) => Some(until.wait_time_from(DefaultClock::default().now())),
            Err(_) => unreachable!("the bucket holds the cost of the most expensive request"),
        }
    }

    /// Whether a client's connections should be closed before they send a request.
    pub(crate) fn is_shut_out(&self, client: IpAddr) -> bool {
        let Some(limited) = &self.0 else { return false };
        let (shut_out, now) = (limited.shut_out(), Instant::now());
        let is_shut_out = |network| shut_out.get(&network).is_some_and(|&end| now < end);
        !shut_out.is_empty() && Networks::of(client).each().any(is_shut_out)
    }

    /// Forgets networks whose buckets are full.
    pub(crate) fn forget_idle(&self) {
        let Some(limited) = &self.0 else { return };
        let buckets = limited.requests.iter().chain(&limited.refusals);
        for buckets in buckets.chain([&limited.paces]) {
            buckets.retain_recent();
            buckets.shrink_to_fit();
        }
        let now = Instant::now();
        limited.shut_out().retain(|_, end| now < *end);
    }
}

impl Limited {
    fn shut_out(&self) -> MutexGuard<'_, HashMap<(usize, IpAddr), Instant>> {
        self.shut_out.lock().expect("nothing panics while it has them")
    }
}

/// A second's worth of `rate` at once, and then twice the rate until five seconds' worth are used up.
fn pace(rate: NonZeroU32) -> Quota {
    Quota::per_second(rate.saturating_mul(TWICE)).allow_burst(rate.max(COST_OF_THINKING))
}

fn cost(path: &str) -> NonZeroU32 {
    match path {
        _ if is_file(path) => COST_OF_FILE,
        _ if needs_thinking(path) => COST_OF_THINKING,
        _ => COST,
    }
}

/// Buckets that refill at `rate` for a client, and at a multiple of it for a wider network: its number of shares.
fn buckets(rate: NonZeroU32) -> Buckets {
    SHARES.map(|share| {
        let times = |rate: NonZeroU32, n| rate.saturating_mul(NonZeroU32::new(n).expect("not 0"));
        let rate = times(rate, share as u32);
        let burst = times(rate, BURST_SECONDS);
        DefaultKeyedRateLimiter::keyed(Quota::per_second(rate).allow_burst(burst))
    })
}

/// Takes `cost` out of the bucket of each of the client's networks, or returns which one is empty and how long to wait.
fn take(
    buckets: &Buckets,
    client: IpAddr,
    cost: NonZeroU32,
) -> Result<(), ((usize, IpAddr), Duration)> {
    for (level, network) in Networks::of(client).each() {
        match buckets[level].check_key_n(&network, cost) {
            Ok(Ok(())) => {}
            Ok(Err(until)) => {
                let wait = until.wait_time_from(DefaultClock::default().now());
                return Err(((level, network), wait));
            }
            Err(_) => unreachable!("every bucket holds the cost of the most expensive request"),
        }
    }
    Ok(())
}

/// Whether the answer is a file of the page: loading the page takes several files, and each needs almost no work.
pub(crate) fn is_file(path: &str) -> bool {
    path.starts_with("/assets/")
}

fn needs_thinking(path: &str) -> bool {
    let thinking = [
        "/api/score",
        "/api/analyze",
        "/api/review",
        "/api/why",
        "/api/move",
        "/api/puzzles",
        "/render.png",
        "/render.gif",
        "/card.png",
        // The class's uploads and new pupils, and its replays and lists of games, which the database has to read.
        "/class/game",
        "/class/report",
        "/class/upload",
        "/class/join",
    ];
    thinking.iter().any(|prefix| path.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    /// The number of simultaneous requests that are answered at a rate of one per second, with five seconds' worth
    /// available.
    fn n_answered(path: &str) -> usize {
        let rates = Rates::new(NonZeroU32::new(1));
        (0..1000).take_while(|_| rates.take(CLIENT, path).is_ok()).count()
    }

    #[test]
    fn what_is_more_work_costs_more() {
        let [file, plain] = ["/assets/main.js", "/solve"].map(n_answered);
        // A machine that is busy gives the bucket time to refill.
        assert!(file >= 50 && (5..50).contains(&plain));
        for path in ["/api/analyze", "/class/game/7", "/class/upload"] {
            assert!((1..5).contains(&n_answered(path)), "{path}");
        }
        assert_eq!(Rates::new(None).take(CLIENT, "/api/analyze"), Ok(()));
    }

    #[test]
    fn a_burst_is_answered_at_twice_the_rate() {
        let rates = Rates::new(NonZeroU32::new(10));
        for (path, n_at_once) in [("/assets/main.js", 10), ("/solve", 10), ("/api/analyze", 5)] {
            let client = IpAddr::V4(std::net::Ipv4Addr::from_bits(path.len() as u32));
            let n = (0..1000).take_while(|_| rates.wait(client, path).is_none()).count();
            // A machine that is busy gives the bucket time to refill.
            assert!((n_at_once..5 * n_at_once).contains(&n), "{path}: {n}");
            let wait = rates.wait(client, path).unwrap_or_default();
            assert!(wait <= Duration::from_millis(500) / n_at_once as u32, "{path}: {wait:?}");
            assert_eq!(rates.wait([192, 0, 2, 1].into(), "/solve"), None, "others do not wait");
        }
        assert_eq!(Rates::new(None).wait(CLIENT, "/solve"), None);
    }

    #[test]
    fn full_buckets_are_forgotten() {
        // This bucket refills within nanoseconds.
        let rates = Rates::new(NonZeroU32::new(u32::MAX));
        rates.take(CLIENT, "/solve").unwrap();
        rates.forget_idle();
        assert!(rates.0.unwrap().requests.iter().all(DefaultKeyedRateLimiter::is_empty));
    }

    /// The number of requests answered, from clients with these numbers, until one is refused.
    fn n_answered_of(address: impl Fn(u32) -> String) -> u32 {
        let rates = Rates::new(NonZeroU32::new(1));
        let is_answered = |&number: &u32| {
            let client = Networks::of(address(number).parse().unwrap()).client();
            rates.take(client, "/solve").is_ok()
        };
        (0..1000).take_while(is_answered).count() as u32
    }

    #[test]
    fn wide_networks_have_a_rate() {
        // A machine that is busy gives the buckets time to refill.
        for (expected, n_answered) in [
            (5, n_answered_of(|number| format!("2001:db8::{number:x}"))),
            (10, n_answered_of(|number| format!("2001:db8:0:{:x}::1", number % 256))),
            (20, n_answered_of(|number| format!("2001:db8:0:{number:x}00::1"))),
            (1000, n_answered_of(|number| format!("2001:db8:{number:x}::1"))),
        ] {
            assert!((expected..=2 * expected).contains(&n_answered), "{n_answered} of {expected}");
        }
    }

    #[test]
    fn who_is_refused_too_often_is_shut_out() {
        let rates = Rates::new(NonZeroU32::new(1));
        let refusals: Vec<_> = (0..60).filter_map(|_| rates.take(CLIENT, "/solve").err()).collect();
        assert!(refusals[..5].iter().all(|refusal| !refusal.is_shut_out), "{refusals:?}");
        assert!(refusals.iter().any(|refusal| refusal.is_shut_out), "{refusals:?}");
        assert!(rates.is_shut_out(CLIENT) && !rates.is_shut_out([192, 0, 2, 1].into()));
        rates.0.as_ref().unwrap().shut_out().values_mut().for_each(|end| *end = Instant::now());
        assert!(!rates.is_shut_out(CLIENT), "not for long");
        rates.forget_idle();
        assert!(rates.0.unwrap().shut_out().is_empty());
    }
}
