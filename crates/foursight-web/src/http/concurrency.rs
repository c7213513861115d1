//! How much one client has at the same time: who asks for much waits for itself, and not the others for it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

/// What is there for each client, such as requests that are being worked on.
pub(crate) struct Turns {
    /// How many each client may have; any number without.
    most: Option<usize>,
    taken: Taken,
}

type Taken = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// One of them, for as long as it is kept.
pub(crate) struct Turn {
    taken: Taken,
    client: IpAddr,
}

impl Turns {
    pub(crate) fn new(most: Option<usize>) -> Self {
        Self { most, taken: Taken::default() }
    }

    /// A turn for `client`; `None` if it has as many as it may.
    pub(crate) fn take(&self, client: IpAddr) -> Option<Turn> {
        let mut taken = lock(&self.taken);
        let n_taken = taken.entry(client).or_default();
        if self.most.is_some_and(|most| *n_taken >= most) {
            return None;
        }
        *n_taken += 1;
        Some(Turn { taken: self.taken.clone(), client })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        let n_taken = taken.get_mut(&self.client).expect("this one is counted");
        *n_taken -= 1;
        if *n_taken == 0 {
            taken.remove(&self.client);
        }
    }
}

fn lock(taken: &Taken) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
    taken.lock().expect("nothing panics while it counts")
}
