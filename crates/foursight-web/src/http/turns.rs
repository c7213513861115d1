//! How many requests of one client are worked on at the same time: one that asks for much waits for itself
//! and not the others for it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};

/// The requests that are being worked on, by client.
pub(crate) struct Turns {
    /// How many each client may have; any number without.
    most: Option<usize>,
    taken: Mutex<HashMap<IpAddr, usize>>,
}

/// A request that is being worked on.
pub(crate) struct Turn<'a> {
    turns: &'a Turns,
    client: IpAddr,
}

impl Turns {
    pub(crate) fn new(most: Option<usize>) -> Self {
        Self { most, taken: Mutex::default() }
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.taken.lock().expect("nothing panics while it counts")
    }

    /// A turn for `client`; `None` if it has as many as it may.
    pub(crate) fn take(&self, client: IpAddr) -> Option<Turn<'_>> {
        let mut taken = self.taken();
        let n_taken = taken.entry(client).or_default();
        if self.most.is_some_and(|most| *n_taken >= most) {
            return None;
        }
        *n_taken += 1;
        Some(Turn { turns: self, client })
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut taken = self.turns.taken();
        let n_taken = taken.get_mut(&self.client).expect("this one is counted");
        *n_taken -= 1;
        if *n_taken == 0 {
            taken.remove(&self.client);
        }
    }
}
