//! How many requests a second each client may make: a bucket that refills with time.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

/// How many seconds' worth a client can ask for at once.
const BURST_SECONDS: u32 = 5;

/// What a request to the solver costs, in plain requests.
const COST_OF_THINKING: NonZeroU32 = NonZeroU32::new(5).expect("5 is not 0");

/// The buckets of all clients.
pub(crate) struct Rates {
    limiter: Option<DefaultKeyedRateLimiter<IpAddr>>,
}

impl Rates {
    /// Buckets that refill at `per_second`; without it there is no limit.
    pub(crate) fn new(per_second: Option<NonZeroU32>) -> Self {
        let limiter = per_second.map(|rate| {
            let burst = rate.saturating_mul(NonZeroU32::new(BURST_SECONDS).expect("5 is not 0"));
            DefaultKeyedRateLimiter::keyed(Quota::per_second(rate).allow_burst(burst))
        });
        Self { limiter }
    }

    /// Takes a request for `path` out of the client's bucket, or says how long to wait. Files of the page
    /// cost nothing, as a page without one of them is dead.
    pub(crate) fn take(&self, client: IpAddr, path: &str) -> Result<(), Duration> {
        let Some(limiter) = self.limiter.as_ref().filter(|_| !is_file(path)) else { return Ok(()) };
        let cost = if needs_thinking(path) { COST_OF_THINKING } else { NonZeroU32::MIN };
        match limiter.check_key_n(&client, cost) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(until)) => Err(until.wait_time_from(DefaultClock::default().now())),
            // The bucket is smaller than the cost: one such request empties it.
            Err(_) => limiter
                .check_key(&client)
                .map_err(|until| until.wait_time_from(DefaultClock::default().now())),
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

/// Whether the answer is a file of the page, which takes next to no work.
pub(crate) fn is_file(path: &str) -> bool {
    path.starts_with("/assets/")
}

fn needs_thinking(path: &str) -> bool {
    let thinking =
        ["/api/analyze", "/api/review", "/api/move", "/api/puzzles", "/render.png", "/render.gif"];
    thinking.iter().any(|prefix| path.starts_with(prefix))
}
