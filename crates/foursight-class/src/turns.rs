//! Turns: a pupil stores one upload at a time, and so does the class. Only one upload of each network waits for the class,
//! so that nobody waits for all uploads of another.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Mutex as Lock;

/// The owner of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    Pupil(i64),
    Network(IpAddr),
    Class,
}

/// A lock for each owner: whoever has it has the owner's turn, and others wait in the order in which they came.
#[derive(Default)]
pub(crate) struct Turns(Mutex<HashMap<Owner, Arc<Lock<()>>>>);

impl Turns {
    pub(crate) fn of(&self, owner: Owner) -> Arc<Lock<()>> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody has the others, or waits for them.
        locks.retain(|_, lock| Arc::strong_count(lock) > 1);
        Arc::clone(locks.entry(owner).or_default())
    }
}

#[cfg(test)]
mod tests {
    use tokio::runtime::Builder;
    use tokio::task::{spawn, yield_now};

    use super::*;

    #[test]
    fn nobody_waits_for_all_uploads_of_another() {
        let turns = Arc::new(Turns::default());
        let served = Arc::new(Mutex::new(Vec::new()));
        let enter = |last: u8, name: &'static str| {
            let (turns, served) = (Arc::clone(&turns), Arc::clone(&served));
            spawn(async move {
                let _own = turns.of(Owner::Network([192, 0, 2, last].into())).lock_owned().await;
                let _turn = turns.of(Owner::Class).lock_owned().await;
                served.lock().unwrap().push(name);
                yield_now().await;
            })
        };
        Builder::new_current_thread().build().unwrap().block_on(async {
            let greedy = ["first", "second", "given up", "third"].map(|name| enter(1, name));
            greedy[2].abort();
            enter(2, "other").await.unwrap();
            for upload in greedy {
                // The one that was given up is an error.
                let _ = upload.await;
            }
        });
        assert_eq!(*served.lock().unwrap(), ["first", "other", "second", "third"]);
        turns.of(Owner::Class);
        assert_eq!(turns.0.lock().unwrap().len(), 1, "others are forgotten");
    }
}
