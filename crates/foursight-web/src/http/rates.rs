//! How many requests a second each client may make: a bucket that refills with time.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

/// How many seconds' worth a client can ask for at once.
const BURST_SECONDS: u32 = 5;

/// What requests cost: for a file of the page, for a plain answer, and for the work of the solver.
const COST_OF_FILE: NonZeroU32 = NonZeroU32::MIN;
const COST: NonZeroU32 = NonZeroU32::new(10).expect("10 is not 0");
const COST_OF_THINKING: NonZeroU32 = NonZeroU32::new(50).expect("50 is not 0");

/// The buckets of all clients.
pub(crate) struct Rates {
    limiter: Option<DefaultKeyedRateLimiter<IpAddr>>,
}

impl Rates {
    /// Buckets that refill at `per_second`; without it there is no limit.
    pub(crate) fn new(per_second: Option<NonZeroU32>) -> Self {
        let limiter = per_second.map(|rate| {
            let rate = rate.saturating_mul(COST);
            let burst = rate.saturating_mul(NonZeroU32::new(BURST_SECONDS).expect("5 is not 0"));
            DefaultKeyedRateLimiter::keyed(Quota::per_second(rate).allow_burst(burst))
        });
        Self { limiter }
    }

    /// Takes a request for `path` out of the client's bucket, or says how long to wait.
    pub(crate) fn take(&self, client: IpAddr, path: &str) -> Result<(), Duration> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        let cost = match path {
            _ if is_file(path) => COST_OF_FILE,
            _ if needs_thinking(path) => COST_OF_THINKING,
            _ => COST,
        };
        match limiter.check_key_n(&client, cost) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(until)) => Err(until.wait_time_from(DefaultClock::default().now())),
            Err(_) => unreachable!("every bucket holds what the dearest request costs"),
        }
    }

    /// Forgets clients whose buckets are full.
    pub(crate) fn forget_idle(&self) {
        if let Some(limiter) = &self.limiter {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// Whether the answer is a file of the page: a load of the page takes several, and each next to no work.
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
    ];
    thinking.iter().any(|prefix| path.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    /// How many requests at once are answered with five seconds' worth of one a second.
    fn n_answered(path: &str) -> usize {
        let rates = Rates::new(NonZeroU32::new(1));
        (0..1000).take_while(|_| rates.take(CLIENT, path).is_ok()).count()
    }

    #[test]
    fn what_is_more_work_costs_more() {
        let [file, plain, thinking] = ["/assets/main.js", "/solve", "/api/analyze"].map(n_answered);
        // A machine that is busy gives the bucket time to refill.
        assert!(file >= 50 && (5..50).contains(&plain) && (1..5).contains(&thinking));
        assert_eq!(Rates::new(None).take(CLIENT, "/api/analyze"), Ok(()));
    }

    #[test]
    fn full_buckets_are_forgotten() {
        // It refills within nanoseconds.
        let rates = Rates::new(NonZeroU32::new(u32::MAX));
        rates.take(CLIENT, "/solve").unwrap();
        rates.forget_idle();
        assert!(rates.limiter.unwrap().is_empty());
    }
}
