//! Turns: one request at a time is worked on, and nobody waits for all requests of another.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::mem;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::time::sleep_until;

use crate::client::Client;

/// The time after which half of the time that a client has used is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(30);

/// A used time of less than this, in seconds, is forgotten.
const LEAST: f64 = 1e-3;

/// Above this used time, in seconds, a client is greedy: the open pages of a pupil use a tenth of it.
const GREEDY: f64 = 0.5;

/// After a greedy client's turn, no greedy client has a turn for this many times as long.
const REST: u32 = 9;

/// A line in which one client at a time has its turn: of those who wait, the one that has used the least time lately.
/// All greedy clients together have at most a tenth of the time, so that they leave the processor to the ladder.
#[derive(Clone, Default)]
pub(crate) struct Line {
    all: Queue,
    /// Where greedy clients wait before they wait among all.
    greedy: Queue,
    /// The end of the rest after a greedy client's turn.
    rest_end: Arc<Mutex<Option<Instant>>>,
}

/// A client's turn, which lasts until it is dropped.
pub(crate) struct Turn {
    place: Place,
    /// The place in the queue of greedy clients, for one of them.
    greedy: Option<(Place, Line)>,
}

impl Line {
    fn rest_end(&self) -> MutexGuard<'_, Option<Instant>> {
        self.rest_end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn of a client, once it comes.
    pub(crate) async fn turn(&self, client: Client) -> Turn {
        let is_greedy = self.all.state().used(client, Instant::now()) > GREEDY;
        let greedy = if is_greedy { Some(self.greedy.place(client).await) } else { None };
        let rest_end = greedy.as_ref().and_then(|_| *self.rest_end());
        if let Some(end) = rest_end {
            sleep_until(end.into()).await;
        }
        let place = self.all.place(client).await;
        Turn { place, greedy: greedy.map(|greedy| (greedy, self.clone())) }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some((_, line)) = &self.greedy {
            *line.rest_end() = Some(Instant::now() + self.place.begin.elapsed() * REST);
        }
    }
}

/// A queue with one place at its head, for whoever has used it for the least time lately.
#[derive(Clone, Default)]
struct Queue(Arc<Mutex<State>>);

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
    call: oneshot::Sender<Place>,
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

/// The place at the head of a queue, until it is dropped.
struct Place {
    queue: Queue,
    client: Client,
    begin: Instant,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn place(&self, client: Client) -> Place {
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

    fn begin(&self, client: Client) -> Place {
        Place { queue: self.clone(), client, begin: Instant::now() }
    }
}

impl Drop for Place {
    /// Notes the time that the client has used, and calls the next one.
    fn drop(&mut self) {
        let next = {
            let (mut state, now) = (self.queue.state(), Instant::now());
            state.charge(self.client, now - self.begin, now);
            let next = state.next(now);
            state.is_taken = next.is_some();
            next
        };
        if let Some(Waiting { client, call }) = next {
            // If the client has just given up, its place is dropped, which calls the one after it.
            let _ = call.send(self.queue.begin(client));
        }
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
        if now - forgotten_at > HALF_LIFE {
            self.used.retain(|_, used| used.by(now) >= LEAST);
            self.forgotten_at = Some(now);
        }
    }

    /// Takes the next client out of the queue.
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
        let (queue, served) = (Queue::default(), Arc::new(Mutex::new(Vec::new())));
        let enter = |last: u8, name: &'static str| {
            let (queue, served) = (queue.clone(), Arc::clone(&served));
            spawn(async move {
                let mut place = queue.place(client(last, 1)).await;
                place.begin -= Duration::from_secs(1);
                served.lock().unwrap().push(name);
            })
        };
        Builder::new_current_thread().build().unwrap().block_on(async {
            let place = queue.place(client(3, 1)).await;
            let waiting =
                [(1, "first"), (1, "second"), (1, "given up"), (2, "other"), (1, "third")]
                    .map(|(last, name)| enter(last, name));
            yield_now().await;
            waiting[2].abort();
            yield_now().await;
            drop(place);
            for request in waiting {
                // The one that was given up is an error.
                let _ = request.await;
            }
        });
        assert_eq!(*served.lock().unwrap(), ["first", "other", "second", "third"]);
        assert!(!queue.state().is_taken);
    }

    #[tokio::test]
    async fn greedy_clients_leave_time() {
        let line = Line::default();
        let take = async |last: u8, millis| {
            let mut turn = line.turn(client(last, 1)).await;
            turn.place.begin -= Duration::from_millis(millis);
        };
        take(1, 1000).await;
        assert_eq!(*line.rest_end(), None, "it was not greedy before");
        take(1, 100).await;
        let rest = line.rest_end().unwrap() - Instant::now();
        assert!(Duration::from_millis(800) < rest, "{rest:?}");
        let served = Mutex::new(Vec::new());
        let serve = async |last| {
            take(last, 1).await;
            served.lock().unwrap().push(last);
        };
        let ((), (), ()) = tokio::join!(serve(1), serve(2), serve(3));
        assert_eq!(*served.lock().unwrap(), [2, 3, 1], "others do not wait");
    }

    #[test]
    fn what_was_used_is_halved_and_forgotten() {
        let (mut state, start) = (State::default(), Instant::now());
        let used = |state: &State, last, now| state.used(client(last, 1), now).round() as u64;
        state.charge(client(1, 1), Duration::from_secs(4), start);
        state.charge(client(2, 30), Duration::from_mins(1), start);
        assert_eq!([1, 2, 3].map(|last| used(&state, last, start)), [4, 2, 0]);
        state.charge(client(1, 1), Duration::from_secs(4), start + HALF_LIFE);
        assert_eq!([1, 2].map(|last| used(&state, last, start + HALF_LIFE)), [6, 1]);
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
