//! The requests and usage of one client, and the networks around it: many small ones may belong to one customer.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::ticket::Ticket;
use crate::networks::{N_LEVELS, Networks, SHARES};

/// The limit on how far a client's use of processor time can set it back: a client that used a lot while alone must not
/// wait forever.
const MAX_SETBACK: Duration = Duration::from_secs(5);

/// A client with its questions.
pub(super) struct Client<Q> {
    pub(super) address: IpAddr,
    pub(super) waiting: VecDeque<(Arc<Ticket>, Q)>,
    pub(super) paused: VecDeque<Arc<Ticket>>,
    pub(super) running: Vec<Turn>,
    pub(super) n_begun: usize,
    /// The time at which all processor time used so far is paid for.
    pub(super) used_until: Instant,
    /// The time from which the client is no longer set back.
    pub(super) set_back_until: Instant,
    /// The time at which one of its questions last received a turn.
    pub(super) last_turn: Option<Instant>,
}

/// A question that is being worked on.
pub(super) struct Turn {
    pub(super) ticket: Arc<Ticket>,
    pub(super) since: Instant,
}

/// A client's place in the queue: its turns, the end of its setback, and its last turn. The client with the least value
/// goes first.
pub(super) type Standing = (usize, Instant, Option<Instant>);

impl<Q> Client<Q> {
    pub(super) fn new(address: IpAddr, now: Instant) -> Self {
        Self {
            address,
            waiting: VecDeque::new(),
            paused: VecDeque::new(),
            running: Vec::new(),
            n_begun: 0,
            used_until: now,
            set_back_until: now,
            last_turn: None,
        }
    }

    /// The place of the first waiting question that may begin; `may_be_rigid` allows rigid ones.
    pub(super) fn first_waiting(&self, may_be_rigid: bool) -> Option<usize> {
        self.waiting.iter().position(|(ticket, _)| may_be_rigid || !ticket.is_rigid)
    }

    /// The same among those that are paused.
    pub(super) fn first_paused(&self, may_be_rigid: bool) -> Option<usize> {
        self.paused.iter().position(|ticket| may_be_rigid || !ticket.is_rigid)
    }

    pub(super) fn oldest_turn(&self) -> &Turn {
        self.running.iter().min_by_key(|turn| turn.since).expect("it has a turn")
    }

    /// The client's place in the queue, if a network around it is set back until `set_back_until`.
    pub(super) fn standing(&self, set_back_until: Instant, now: Instant) -> Standing {
        (self.running.len(), set_back_until.clamp(now, now + MAX_SETBACK), self.last_turn)
    }
}

/// The networks around clients that are wider than a client's own, by their levels and addresses; IPv4 addresses have
/// none.
#[derive(Default)]
pub(super) struct WideNetworks(HashMap<(usize, IpAddr), Wide>);

#[derive(Default)]
struct Wide {
    /// The time at which all use so far is paid for, as for a client.
    used_until: Option<Instant>,
    set_back_until: Option<Instant>,
    /// The number of started questions.
    n_begun: usize,
}

impl WideNetworks {
    /// The time at which everything used by the networks around a client is paid for.
    pub(super) fn used_until(&self, client: IpAddr) -> Option<Instant> {
        around(client).filter_map(|network| self.0.get(&network)?.used_until).max()
    }

    /// Until when the networks around a client are set back.
    pub(super) fn set_back_until(&self, client: IpAddr) -> Option<Instant> {
        around(client).filter_map(|network| self.0.get(&network)?.set_back_until).max()
    }

    /// Charges the networks around a client, less for networks that stand for more clients. The charge says how long it
    /// takes until the use is paid for, and until it no longer sets them back.
    pub(super) fn charge(&mut self, client: IpAddr, (used, set_back): Charge, now: Instant) {
        for network in around(client) {
            let wide = self.0.entry(network).or_default();
            let later = |until: Option<Instant>, time: Duration| {
                Some(until.map_or(now, |until| until.max(now)) + time / SHARES[network.0] as u32)
            };
            wide.used_until = later(wide.used_until, used);
            wide.set_back_until = later(wide.set_back_until, set_back);
        }
    }

    /// Whether the networks around a client may begin another question, where each client may begin `most`.
    pub(super) fn may_begin(&self, client: IpAddr, most: usize) -> bool {
        around(client).all(|network| {
            self.0.get(&network).is_none_or(|wide| wide.n_begun < most * SHARES[network.0])
        })
    }

    /// A client's question starts.
    pub(super) fn begin(&mut self, client: IpAddr) {
        for network in around(client) {
            self.0.entry(network).or_default().n_begun += 1;
        }
    }

    /// A client's question ends.
    pub(super) fn end(&mut self, client: IpAddr) {
        for network in around(client) {
            self.0.get_mut(&network).expect("its question has begun").n_begun -= 1;
        }
    }

    /// Forgets the networks that have no questions here and no debt left.
    pub(super) fn forget_idle(&mut self, now: Instant) {
        self.0.retain(|_, wide| {
            wide.n_begun > 0 || wide.used_until.max(wide.set_back_until) > Some(now)
        });
    }
}

/// The time to pay for some use, and the time for which it sets its client back among the others.
pub(super) type Charge = (Duration, Duration);

/// The networks around a client, without its own.
fn around(client: IpAddr) -> impl Iterator<Item = (usize, IpAddr)> {
    Networks::of(client).each().filter(|&(level, _)| level < N_LEVELS - 1)
}
