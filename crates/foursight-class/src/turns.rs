//! Turns: one request at a time is worked on, and nobody waits for all requests of another.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::mem;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::client::Client;

/// The time after which half of the time that a client has used is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(30);

/// A used time of less than this, in seconds, is forgotten.
const LEAST: f64 = 1e-3;

/// A line in which one client at a time has its turn: of those who wait, the one that has used the least time lately.
#[derive(Clone, Default)]
pub(crate) struct Line(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    is_taken: bool,
    /// Those who wait, in the order in which they came.
    waiting: Vec<Waiting>,
    used: HashMap<IpAddr, Used>,
    /// The time at which clients were last forgotten.
    forgotten_at: Option<Instant>,
}

struct Waiting {
    client: Client,
    call: oneshot::Sender<Turn>,
}

/// The time that a client has used, in seconds.
#[derive(Clone, Copy)]
struct Used {
    seconds: f64,
    /// The time at which it was that much.
    at: Instant,
}

impl Used {
    fn by(self, now: Instant) -> f64 {
        let half_lives = now.saturating_duration_since(self.at).div_duration_f64(HALF_LIFE);
        self.seconds * 0.5_f64.powf(half_lives)
    }
}

/// A client's turn, which lasts until it is dropped.
pub(crate) struct Turn {
    line: Line,
    client: Client,
    begin: Instant,
}

impl Line {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn of a client, once it comes.
    pub(crate) async fn turn(&self, client: Client) -> Turn {
        let called = {
            let mut state = self.state();
            if !mem::replace(&mut state.is_taken, true) {
                return self.begin(client);
            }
            let (call, called) = oneshot::channel();
            state.waiting.push(Waiting { client, call });
            called
        };
        called.await.expect("everybody who waits is called")
    }

    fn begin(&self, client: Client) -> Turn {
        Turn { line: self.clone(), client, begin: Instant::now() }
    }

    /// Notes the time that a client has used, and calls the next one.
    fn end(&self, client: Client, time: Duration) {
        let next = {
            let mut state = self.state();
            state.charge(client, time, Instant::now());
            let next = state.next(Instant::now());
            state.is_taken = next.is_some();
            next
        };
        if let Some(Waiting { client, call }) = next {
            // If the client has just given up, the turn ends at once.
            let _ = call.send(self.begin(client));
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.line.end(self.client, self.begin.elapsed());
    }
}

impl State {
    fn used(&self, client: Client, now: Instant) -> f64 {
        self.used.get(&client.network).map_or(0.0, |used| used.by(now))
    }

    fn charge(&mut self, client: Client, time: Duration, now: Instant) {
        let seconds = self.used(client, now) + time.as_secs_f64() / f64::from(client.n_people);
        self.used.insert(client.network, Used { seconds, at: now });
        let forgotten_at = *self.forgotten_at.get_or_insert(now);
        if now.saturating_duration_since(forgotten_at) > HALF_LIFE {
            self.used.retain(|_, used| used.by(now) >= LEAST);
            self.forgotten_at = Some(now);
        }
    }

    /// Takes the next client out of the line.
    fn next(&mut self, now: Instant) -> Option<Waiting> {
        self.waiting.retain(|waiting| !waiting.call.is_closed());
        let used = |place: &usize| self.used(self.waiting[*place].client, now);
        let less = |a: &usize, b: &usize| used(a).partial_cmp(&used(b)).unwrap_or(Ordering::Equal);
        let next = (0..self.waiting.len()).min_by(less)?;
        Some(self.waiting.remove(next))
    }
}

/// The pupils and the teacher, `None`, of whom something is on its way: one thing of each.
#[derive(Clone, Default)]
pub(crate) struct OneEach(Arc<Mutex<BTreeSet<Option<i64>>>>);

/// What is on its way, until it is dropped.
pub(crate) struct OnItsWay {
    all: OneEach,
    owner: Option<i64>,
}

impl OneEach {
    fn owners(&self) -> MutexGuard<'_, BTreeSet<Option<i64>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `None` if something of this owner is still on its way.
    pub(crate) fn begin(&self, owner: Option<i64>) -> Option<OnItsWay> {
        let is_free = self.owners().insert(owner);
        is_free.then(|| OnItsWay { all: self.clone(), owner })
    }
}

impl Drop for OnItsWay {
    fn drop(&mut self) {
        self.all.owners().remove(&self.owner);
    }
}

#[cfg(test)]
mod tests {
    use tokio::runtime::Builder;
    use tokio::task::{spawn, yield_now};

    use super::*;

    fn client(last: u8, n_people: u32) -> Client {
        Client { network: [192, 0, 2, last].into(), n_people }
    }

    #[test]
    fn nobody_waits_for_all_requests_of_another() {
        let (line, served) = (Line::default(), Arc::new(Mutex::new(Vec::new())));
        let enter = |last: u8, name: &'static str| {
            let (line, served) = (line.clone(), Arc::clone(&served));
            spawn(async move {
                let mut turn = line.turn(client(last, 1)).await;
                turn.begin -= Duration::from_secs(1);
                served.lock().unwrap().push(name);
            })
        };
        Builder::new_current_thread().build().unwrap().block_on(async {
            let turn = line.turn(client(3, 1)).await;
            let waiting = [(1, "first"), (1, "second"), (1, "given up"), (2, "other"), (1, "third")]
                .map(|(last, name)| enter(last, name));
            yield_now().await;
            waiting[2].abort();
            yield_now().await;
            drop(turn);
            for request in waiting {
                // The one that was given up is an error.
                let _ = request.await;
            }
        });
        assert_eq!(*served.lock().unwrap(), ["first", "other", "second", "third"]);
        assert!(!line.state().is_taken);
    }

    #[test]
    fn what_was_used_is_halved_and_forgotten() {
        let (mut state, start) = (State::default(), Instant::now());
        let used = |state: &State, last, now| state.used(client(last, 1), now);
        state.charge(client(1, 1), Duration::from_secs(4), start);
        state.charge(client(2, 30), Duration::from_secs(60), start);
        assert_eq!([1, 2, 3].map(|last| used(&state, last, start)), [4.0, 2.0, 0.0]);
        state.charge(client(1, 1), Duration::from_secs(4), start + HALF_LIFE);
        assert_eq!([1, 2].map(|last| used(&state, last, start + HALF_LIFE)), [6.0, 1.0]);
        state.charge(client(3, 1), Duration::from_secs(1), start + 100 * HALF_LIFE);
        assert_eq!(state.used.len(), 1, "others are forgotten");
    }

    #[test]
    fn everybody_has_one_thing_on_its_way() {
        let all = OneEach::default();
        let first = all.begin(Some(1));
        assert!(first.is_some() && all.begin(Some(1)).is_none());
        assert!(all.begin(None).is_some());
        drop(first);
        assert!(all.begin(Some(1)).is_some());
    }
}
