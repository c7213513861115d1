//! How much one client may have in progress at the same time, so that it keeps no other waiting.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

/// A limit on how many of something each client may have at a time, such as requests in progress.
pub(crate) struct ConcurrencyLimit {
    /// Without one, any number.
    most: Option<usize>,
    taken: Taken,
}

type Taken = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// Counts against the limit for as long as it lives.
pub(crate) struct ConcurrencyPermit {
    taken: Taken,
    client: IpAddr,
}

impl ConcurrencyLimit {
    pub(crate) fn new(most: Option<usize>) -> Self {
        Self { most, taken: Taken::default() }
    }

    /// A permit for `client`; `None` if it has reached the limit.
    pub(crate) fn take(&self, client: IpAddr) -> Option<ConcurrencyPermit> {
        let mut taken = lock(&self.taken);
        let n_taken = taken.entry(client).or_default();
        if self.most.is_some_and(|most| *n_taken >= most) {
            return None;
        }
        *n_taken += 1;
        Some(ConcurrencyPermit { taken: self.taken.clone(), client })
    }
}

impl Drop for ConcurrencyPermit {
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
