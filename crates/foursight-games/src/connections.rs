//! Assigns a limited number of places, and decides who gives way, so that a few addresses cannot keep others out.
//!
//! Places are counted by network: an IPv4 address, or the /64, /56 and /48 of an IPv6 address, as one client can own
//! any of these. A network has a share of the places. When a share or all places are taken, a newcomer takes the place
//! of the largest holder's least useful connection: an idle one before a spectator's, and a spectator's before a
//! player's; among equals, the one that has been in that state longest. Nobody gives way to a network that already
//! holds as many places.

mod places;
#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use crate::networks::Networks;
use places::Places;

/// The number of places.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// The number of places in all.
    pub all: usize,
    /// The number of places for an IPv4 address or the /64 of an IPv6 address; a /56 has twice as many and a /48 four
    /// times as many, but neither ever has more than half of all. Without a share, each network may have all places.
    pub share: Option<NonZeroUsize>,
}

/// The uses of a place, in the order in which places are given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Activity {
    /// No request is being answered.
    Idle,
    /// A client that follows a game without playing it.
    Watching,
    /// A player in a game that is not over.
    Playing,
    /// A request is being answered: such a place is never given up.
    Busy,
}

/// A limited number of places.
#[derive(Clone, Debug)]
pub struct Connections(Arc<Mutex<Places>>);

impl Connections {
    /// That many places, all free.
    pub fn new(capacity: Capacity) -> Self {
        Self(Arc::new(Mutex::new(Places::new(capacity))))
    }

    /// A place for a client in these networks; for a proxy, which stands for many clients, without networks.
    pub fn enter(&self, networks: Option<Networks>, activity: Activity) -> Option<Place> {
        let gives_way = watch::Sender::new(false);
        let given_up = gives_way.subscribe();
        let id = places(&self.0).enter(networks, activity, gives_way)?;
        Some(Place { places: self.0.clone(), id, given_up })
    }

    /// Ready once all places are free.
    pub async fn left(&self) {
        let mut n_taken = places(&self.0).n_taken();
        // The sender lives as long as this value, so waiting cannot fail.
        let _ = n_taken.wait_for(|&n_taken| n_taken == 0).await;
    }
}

fn places(places: &Mutex<Places>) -> std::sync::MutexGuard<'_, Places> {
    places.lock().expect("nothing panics while it counts")
}

/// A place that is taken until this value is dropped or the place is given up for another client.
#[derive(Debug)]
pub struct Place {
    places: Arc<Mutex<Places>>,
    id: u64,
    given_up: watch::Receiver<bool>,
}

impl Place {
    /// Sets what the place is used for from now on.
    pub fn is_now(&self, activity: Activity) {
        places(&self.places).set(self.id, |_| activity);
    }

    /// Records that a request is answered, unless another activity has started meanwhile.
    pub fn is_answered(&self) {
        places(&self.places).set(self.id, |activity| match activity {
            Activity::Busy => Activity::Idle,
            other => other,
        });
    }

    /// Records whose place this is, if that was not known.
    pub fn belongs_to(&self, networks: Networks) {
        places(&self.places).attribute(self.id, networks);
    }

    /// Ready once another client has the place, so that this one must leave it.
    pub async fn given_up(&self) {
        if self.given_up.clone().wait_for(|&given_up| given_up).await.is_err() {
            // The places are gone, and this one was not given up.
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        places(&self.places).leave(self.id);
    }
}
