//! The places that are taken, and which is given up next.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use metrics::counter;
use tokio::sync::watch;

use super::{Activity, Capacity};
use crate::networks::{N_LEVELS, Networks, SHARES};

/// Up to one of this many parts of its share, a network's players keep their places against any newcomer.
const PLAYERS: usize = 5;

/// A place that is taken.
#[derive(Debug)]
struct Taken {
    holder: Option<Holder>,
    activity: Activity,
    /// The start of the current activity, as an increasing number.
    since: u64,
    gives_way: watch::Sender<bool>,
}

#[derive(Clone, Debug)]
struct Holder {
    networks: Networks,
    /// The number of places of each network, kept here for fast access.
    n_places: [Arc<AtomicUsize>; N_LEVELS],
}

impl Holder {
    fn n_places(&self, level: usize) -> usize {
        self.n_places[level].load(Relaxed)
    }
}

#[derive(Debug)]
pub(super) struct Places {
    capacity: Capacity,
    taken: HashMap<u64, Taken>,
    n_taken: watch::Sender<usize>,
    n_of: [HashMap<IpAddr, Arc<AtomicUsize>>; N_LEVELS],
    time: u64,
}

impl Places {
    pub(super) fn new(capacity: Capacity) -> Self {
        let (taken, n_of) = (HashMap::new(), std::array::from_fn(|_| HashMap::new()));
        Self { capacity, taken, n_taken: watch::Sender::new(0), n_of, time: 0 }
    }

    pub(super) fn n_taken(&self) -> watch::Receiver<usize> {
        self.n_taken.subscribe()
    }

    /// Takes a place, perhaps another client's; returns its number.
    pub(super) fn enter(
        &mut self,
        networks: Option<Networks>,
        activity: Activity,
        gives_way: watch::Sender<bool>,
    ) -> Option<u64> {
        if let Some(n_shared) = self.full(networks) {
            let id = self.next_to_leave(networks, n_shared)?;
            self.leave(id).expect("it was found among them").send_replace(true);
            counter!("foursight_places_given_up_total").increment(1);
        }
        let holder = networks.map(|networks| self.count(networks));
        let id = self.now();
        self.taken.insert(id, Taken { holder, activity, since: id, gives_way });
        self.note_taken();
        Some(id)
    }

    /// Frees a place, unless it is free already; returns the channel to its holder.
    pub(super) fn leave(&mut self, id: u64) -> Option<watch::Sender<bool>> {
        let taken = self.taken.remove(&id)?;
        if let Some(Holder { networks, n_places }) = &taken.holder {
            for (level, n_places) in n_places.iter().enumerate() {
                if n_places.fetch_sub(1, Relaxed) == 1 {
                    self.n_of[level].remove(&networks.at(level));
                }
            }
        }
        self.note_taken();
        Some(taken.gives_way)
    }

    pub(super) fn set(&mut self, id: u64, next: impl FnOnce(Activity) -> Activity) {
        let now = self.now();
        if let Some(taken) = self.taken.get_mut(&id) {
            let next = next(taken.activity);
            if next != taken.activity {
                (taken.activity, taken.since) = (next, now);
            }
        }
    }

    pub(super) fn attribute(&mut self, id: u64, networks: Networks) {
        if self.taken.get(&id).is_some_and(|taken| taken.holder.is_none()) {
            let holder = Some(self.count(networks));
            self.taken.get_mut(&id).expect("it is there").holder = holder;
        }
    }

    /// Wakes the tasks that wait until all places are free; none waits for any other number.
    fn note_taken(&self) {
        let now = self.taken.len();
        self.n_taken.send_if_modified(|n_taken| {
            *n_taken = now;
            now == 0
        });
    }

    fn now(&mut self) -> u64 {
        self.time += 1;
        self.time
    }

    /// Counts a place for these networks.
    fn count(&mut self, networks: Networks) -> Holder {
        let n_places = std::array::from_fn(|level| {
            let n_places = self.n_of[level].entry(networks.at(level)).or_default();
            n_places.fetch_add(1, Relaxed);
            n_places.clone()
        });
        Holder { networks, n_places }
    }

    fn n_of(&self, networks: Networks, level: usize) -> usize {
        self.n_of[level].get(&networks.at(level)).map_or(0, |n_places| n_places.load(Relaxed))
    }

    /// If there is no place for a newcomer, the number of networks that it shares with the clients one of which must
    /// leave.
    fn full(&self, networks: Option<Networks>) -> Option<usize> {
        let is_full = |networks: Networks, level: usize| {
            self.most_of(level).is_some_and(|most| self.n_of(networks, level) >= most)
        };
        let networks = networks.and_then(|networks| {
            let level = (0..N_LEVELS).rev().find(|&level| is_full(networks, level))?;
            Some(level + 1)
        });
        networks.or_else(|| (self.taken.len() >= self.capacity.all).then_some(0))
    }

    /// The maximum number of places that a network may have.
    fn most_of(&self, level: usize) -> Option<usize> {
        let share = self.capacity.share?.get();
        let most = share.saturating_mul(SHARES[level]);
        Some(if SHARES[level] == 1 { share } else { most.min(self.capacity.all / 2).max(share) })
    }

    /// The place to give up for a newcomer, among those that share `n_shared` networks with it.
    fn next_to_leave(&self, newcomer: Option<Networks>, n_shared: usize) -> Option<u64> {
        let n_own =
            newcomer.filter(|_| n_shared < N_LEVELS).map_or(0, |own| self.n_of(own, n_shared));
        let gives_way = |taken: &Taken| {
            let holder = taken.holder.as_ref()?;
            let is_same = |level: usize| {
                newcomer.is_some_and(|own| own.at(level) == holder.networks.at(level))
            };
            if n_shared > 0 && !is_same(n_shared - 1) {
                return None;
            }
            // Among the connections of one network, only an idle one gives way.
            let is_own = n_shared == N_LEVELS || is_same(n_shared);
            let n_more = if is_own { 0 } else { holder.n_places(n_shared).saturating_sub(n_own) };
            let leaves = match taken.activity {
                Activity::Idle => is_own || n_more > 0,
                Activity::Watching => n_more > 1,
                Activity::Playing => n_more > 1 && self.has_more_than_players(holder),
                Activity::Busy => false,
            };
            let sizes: [_; N_LEVELS] = std::array::from_fn(|level| Reverse(holder.n_places(level)));
            leaves.then_some((sizes, taken.activity, taken.since))
        };
        let leaving = self.taken.iter().filter_map(|(&id, taken)| Some((gives_way(taken)?, id)));
        leaving.min().map(|(_, id)| id)
    }

    /// Whether one of the holder's networks has so many places that its players may lose theirs.
    fn has_more_than_players(&self, holder: &Holder) -> bool {
        let safe = self.capacity.share.map_or(self.capacity.all, NonZeroUsize::get) / PLAYERS;
        (0..N_LEVELS).any(|level| holder.n_places(level) > SHARES[level] * safe)
    }
}
