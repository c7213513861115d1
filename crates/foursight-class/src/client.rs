//! The sender of a request, and what each sender may do in a minute.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The sender of a request, as the surrounding server counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client {
    /// The key for counting: the address, or the network that one client has to itself.
    pub network: IpAddr,
    /// The number of people who may share it.
    pub n_people: u32,
}

/// The number of pupils of one client who may join in a minute without the teacher's approval.
pub(crate) const MAX_JOINS: u32 = 10;

/// The number of wrong class codes in a minute after which a client must wait.
pub(crate) const MAX_WRONG_CODES: u32 = 30;

/// The number of things that one person can report in a minute.
pub(crate) const MAX_REPORTS: u32 = 30;

const MINUTE: Duration = Duration::from_mins(1);

/// The number of times that each client has done something within a minute.
pub(crate) struct PerMinute {
    /// The limit for one person.
    most: u32,
    /// The time of the first, and the number so far.
    counts: Mutex<HashMap<IpAddr, (Instant, u32)>>,
}

impl PerMinute {
    pub(crate) fn new(most: u32) -> Self {
        Self { most, counts: Mutex::default() }
    }

    /// Counts `n_more` more, if a client has not reached its limit; otherwise returns the rest of its minute.
    pub(crate) fn count(&self, client: Client, n_more: u32, now: Instant) -> Result<(), Duration> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.retain(|_, (start, _)| now.duration_since(*start) < MINUTE);
        let (start, n) = counts.entry(client.network).or_insert((now, 0));
        if *n >= self.most.saturating_mul(client.n_people) {
            return Err(MINUTE.saturating_sub(now.duration_since(*start)));
        }
        *n += n_more;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_has_its_own_minute() {
        let per_minute = PerMinute::new(2);
        let start = Instant::now();
        let count = |last: u8, n_people, seconds| {
            let client = Client { network: [192, 0, 2, last].into(), n_people };
            per_minute.count(client, 1, start + Duration::from_secs(seconds))
        };
        let counted = [(1, 0), (1, 59), (1, 59), (2, 59), (1, 60), (1, 118), (1, 119)];
        let counted = counted.map(|(last, seconds)| count(last, 1, seconds));
        let [rest, whole] = [1, 1].map(Duration::from_secs);
        let expected = [Ok(()), Ok(()), Err(rest), Ok(()), Ok(()), Ok(()), Err(whole)];
        assert_eq!(counted, expected);
        assert!((0..60).all(|_| count(3, 30, 0).is_ok()) && count(3, 30, 0).is_err());
    }
}
