//! The networks with the most recent requests, for the operator.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use ipnet::IpNet;

/// The number of networks listed.
const N_SHOWN: usize = 10;

/// The maximum number of networks counted at once, so that a peer with more cannot fill the memory.
const MAX_COUNTED: usize = 4096;

const MINUTE: Duration = Duration::from_mins(1);

/// The requests of each network in this minute and in the last one.
#[derive(Default)]
pub(crate) struct Busiest(Mutex<Minutes>);

#[derive(Default)]
struct Minutes {
    begun: Option<Instant>,
    now: HashMap<IpNet, Asked>,
    last: HashMap<IpNet, Asked>,
}

/// The requests of a network.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Asked {
    n_requests: u64,
    n_refused: u64,
    time: Duration,
}

impl Busiest {
    /// Counts a request that was answered after `time`.
    pub(crate) fn record(&self, address: IpAddr, status: StatusCode, time: Duration) {
        let network = network(address);
        let mut minutes = self.minutes();
        if minutes.now.len() >= MAX_COUNTED && !minutes.now.contains_key(&network) {
            return;
        }
        let asked = minutes.now.entry(network).or_default();
        asked.n_requests += 1;
        asked.n_refused += u64::from(status == StatusCode::TOO_MANY_REQUESTS);
        asked.time += time;
    }

    /// The busiest networks as metrics, with one line per metric and network.
    pub(crate) fn metrics(&self) -> String {
        let busiest = self.shown();
        let mut text = String::new();
        let mut push = |name: &str, value: fn(&Asked) -> f64| {
            writeln!(text, "# TYPE {name} gauge").expect("a string takes all");
            for (network, asked) in &busiest {
                let value = value(asked);
                writeln!(text, "{name}{{network=\"{network}\"}} {value}")
                    .expect("a string takes all");
            }
        };
        push("foursight_network_requests", |asked| asked.n_requests as f64);
        push("foursight_network_refusals", |asked| asked.n_refused as f64);
        push("foursight_network_seconds", |asked| asked.time.as_secs_f64());
        text
    }

    /// The networks with the most requests, the busiest first.
    fn shown(&self) -> Vec<(IpNet, Asked)> {
        let minutes = self.minutes();
        let mut sums = minutes.last.clone();
        for (&network, asked) in &minutes.now {
            let sum = sums.entry(network).or_default();
            sum.n_requests += asked.n_requests;
            sum.n_refused += asked.n_refused;
            sum.time += asked.time;
        }
        drop(minutes);
        let mut sums: Vec<_> = sums.into_iter().collect();
        sums.sort_by_key(|(network, asked)| (Reverse(asked.n_requests), *network));
        sums.truncate(N_SHOWN);
        sums
    }

    fn minutes(&self) -> MutexGuard<'_, Minutes> {
        let mut minutes = self.0.lock().expect("nothing panics while it counts");
        minutes.turn(Instant::now());
        minutes
    }
}

impl Minutes {
    /// Starts a new minute if the last one is over.
    fn turn(&mut self, now: Instant) {
        let age = now - *self.begun.get_or_insert(now);
        if age >= MINUTE {
            self.last = std::mem::take(&mut self.now);
            self.begun = Some(now);
        }
        if age >= 2 * MINUTE {
            self.last.clear();
        }
    }
}

/// The network of an address, large enough not to identify anybody: a /24, or in IPv6 a /48.
fn network(address: IpAddr) -> IpNet {
    let length = if address.is_ipv4() { 24 } else { 48 };
    IpNet::new(address, length).expect("no address is shorter").trunc()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_busiest_come_first_and_few_are_told() {
        let busiest = Busiest::default();
        let ask = |address: &str, status| {
            busiest.record(address.parse().unwrap(), status, Duration::from_millis(500));
        };
        for n in 0..20 {
            ask(&format!("10.0.{n}.1"), StatusCode::OK);
        }
        ask("203.0.113.7", StatusCode::OK);
        ask("203.0.113.8", StatusCode::TOO_MANY_REQUESTS);
        ask("2001:db8:1:2::7", StatusCode::OK);
        ask("2001:db8:1:3::7", StatusCode::OK);
        let shown = busiest.shown();
        assert_eq!(shown.len(), N_SHOWN);
        let asked = Asked { n_requests: 2, n_refused: 1, time: Duration::from_secs(1) };
        assert_eq!(shown[0], ("203.0.113.0/24".parse().unwrap(), asked));
        assert_eq!(shown[1].0, "2001:db8:1::/48".parse().unwrap());
        let metrics = busiest.metrics();
        assert!(
            metrics.contains("\nfoursight_network_seconds{network=\"203.0.113.0/24\"} 1\n"),
            "{metrics}"
        );
    }

    #[test]
    fn what_was_asked_minutes_ago_is_forgotten() {
        let mut minutes = Minutes::default();
        let begin = Instant::now();
        minutes.turn(begin);
        minutes.now.insert("10.0.0.0/24".parse().unwrap(), Asked::default());
        minutes.turn(begin + MINUTE / 2);
        assert_eq!((minutes.now.len(), minutes.last.len()), (1, 0));
        minutes.turn(begin + MINUTE);
        assert_eq!((minutes.now.len(), minutes.last.len()), (0, 1));
        minutes.turn(begin + 3 * MINUTE);
        assert_eq!((minutes.now.len(), minutes.last.len()), (0, 0));
    }

    #[test]
    fn memory_is_bounded() {
        let busiest = Busiest::default();
        for n in 0..2 * MAX_COUNTED as u32 {
            let address = std::net::Ipv4Addr::from_bits(n << 8);
            busiest.record(address.into(), StatusCode::OK, Duration::ZERO);
        }
        assert_eq!(busiest.minutes().now.len(), MAX_COUNTED);
    }
}
