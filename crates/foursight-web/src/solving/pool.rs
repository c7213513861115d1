//! The solver threads, and the questions that wait for a turn.

use std::net::IpAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use foursight_engine::{Limits, SEARCH_STACK_BYTES, ThreadBudget};
use metrics::{counter, gauge, histogram};
use tokio::sync::oneshot;
use tokio::time::timeout_at;

use super::SolvingError;
use super::accounts::Accounts;
use super::knowledge::Knowledge;
use super::queue::{Queue, Turn};
use super::thinker::Thinker;
use crate::supervise::supervise;

/// The maximum number of solvers kept warm for clients with questions; each takes 4 to 8 MiB.
const MAX_WARM: usize = 16;

/// The number kept when there are no questions.
const MIN_WARM: usize = 2;

/// The number of allowed requests per second that gives a client one second of processor time per second.
const REQUESTS_PER_PROCESSOR: f64 = 100.0;

/// The time between two looks at whether turns should end.
const TICK: Duration = Duration::from_millis(20);

/// Threads that work on as many questions at a time as there are turns.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    max_waiting: usize,
}

/// A question on its way to an answer.
trait Question: Send {
    /// Works on it for a turn; returns whether it needs another one.
    fn work(&mut self, thinker: &mut Thinker, turn: &Turn) -> bool;

    /// Sends the result, if there is one.
    fn deliver(self: Box<Self>);
}

struct Asked<T, W> {
    work: W,
    since: Instant,
    deadline: Instant,
    /// The time for the work, until it has begun.
    time: Option<Duration>,
    result: Option<T>,
    sender: oneshot::Sender<T>,
}

struct Shared {
    state: Mutex<State>,
    /// Signaled when a question may have a turn, or may have to end its turn.
    changed: Condvar,
    knowledge: Arc<Knowledge>,
    threads: ThreadBudget,
}

struct State {
    queue: Queue<Box<dyn Question>>,
    /// Solvers with the clients that used them last, the oldest first: what a solver proved helps the same client.
    warm: Vec<(IpAddr, Thinker)>,
    is_closed: bool,
}

/// Passes a turn on, even if its question panics, which takes the solver with it.
struct EndOnDrop<'a> {
    shared: &'a Shared,
    turn: &'a Turn,
    helped: Duration,
    thinker: Option<Thinker>,
    unfinished: Option<Box<dyn Question>>,
}

/// Withdraws a question when its request is gone.
struct WithdrawOnDrop<'a> {
    shared: &'a Shared,
    client: IpAddr,
    number: u64,
}

impl Pool {
    /// A pool that works on `n_turns` questions at a time; `rate` is the number of requests per second that a client
    /// may send.
    pub(crate) fn new(
        n_turns: NonZeroUsize,
        max_waiting: usize,
        rate: Option<NonZeroU32>,
        knowledge: &Arc<Knowledge>,
    ) -> io::Result<Self> {
        let allowance = rate.map(|rate| f64::from(rate.get()) / REQUESTS_PER_PROCESSOR);
        let queue = Queue::new(n_turns.get(), Accounts::new(allowance));
        let state = Mutex::new(State { queue, warm: Vec::new(), is_closed: false });
        let (knowledge, threads) = (knowledge.clone(), ThreadBudget::new(n_turns));
        let shared = Arc::new(Shared { state, changed: Condvar::new(), knowledge, threads });
        let start = |name: String, work: fn(&Shared)| {
            let shared = shared.clone();
            let thread = thread::Builder::new().name(name).stack_size(SEARCH_STACK_BYTES);
            thread.spawn(move || supervise("solver", || work(&shared))).map(drop)
        };
        (1..=n_turns.get())
            .try_for_each(|number| start(format!("solver {number}"), Shared::work))?;
        start("turns".to_owned(), Shared::end_turns)?;
        Ok(Self { shared, max_waiting })
    }

    /// Works on a question of a client in its turns, until the `deadline` and at most for `time` from the beginning of
    /// the first. When a turn ends early, `work` is called again in the next one: its solver is warm. The result of the
    /// last call counts.
    ///
    /// # Errors
    ///
    /// If too many of the client's questions are already waiting, it has used too much processor time, or no turn
    /// begins before the `deadline`.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        (client, is_rigid): (IpAddr, bool),
        deadline: Instant,
        time: Duration,
        work: impl FnMut(&mut Thinker, Limits<'_>) -> T + Send + 'static,
    ) -> Result<T, SolvingError> {
        let (sender, mut answer) = oneshot::channel();
        let (since, time, result) = (Instant::now(), Some(time), None);
        let question = Box::new(Asked { work, since, deadline, time, result, sender });
        let asked = self.shared.push((client, is_rigid), question, self.max_waiting)?;
        let in_time = timeout_at(deadline.into(), &mut answer).await;
        if in_time.is_err()
            && let Some(question) = asked.withdraw()
        {
            question.deliver();
        }
        // Work that has begun ends by itself when its time is up, and has a result even then, unless it panics.
        let answer = match in_time {
            Ok(answer) => answer,
            Err(_) => answer.await,
        };
        answer.map_err(|_| too_busy())
    }

    /// Records a client's request that takes no turn.
    pub(crate) fn visit(&self, client: IpAddr) {
        let (mut state, now) = (self.shared.lock(), Instant::now());
        state.queue.visit(client, now);
        self.shared.update(&state, now);
    }

    /// Forgets the clients that have no debt left.
    pub(crate) fn forget_idle(&self) {
        self.shared.lock().queue.accounts.forget_idle(Instant::now());
    }
}

fn too_busy() -> SolvingError {
    counter!("foursight_solver_refused_total").increment(1);
    SolvingError::Busy
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.is_closed = true;
        state.queue.clear();
        self.shared.changed.notify_all();
    }
}

impl<T: Send, W: FnMut(&mut Thinker, Limits<'_>) -> T + Send> Question for Asked<T, W> {
    fn work(&mut self, thinker: &mut Thinker, turn: &Turn) -> bool {
        if let Some(time) = self.time.take() {
            let waited = self.since.elapsed();
            histogram!("foursight_solver_wait_seconds").record(waited.as_secs_f64());
            self.deadline = self.deadline.min(Instant::now() + time);
        }
        let (deadline, cancel) = (Some(self.deadline), Some(turn.is_over()));
        self.result = Some((self.work)(thinker, Limits { deadline, cancel, nodes: None }));
        let is_unfinished = turn.is_over().load(Ordering::Relaxed);
        is_unfinished && Instant::now() < self.deadline && !self.sender.is_closed()
    }

    fn deliver(self: Box<Self>) {
        if let Some(result) = self.result {
            // If the request is gone, nobody needs the result.
            let _ = self.sender.send(result);
        }
    }
}

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        let (mut state, now) = (self.shared.lock(), Instant::now());
        state.queue.end(self.turn, self.helped, now);
        if let Some(thinker) = self.thinker.take() {
            state.keep_warm(self.turn.client(), thinker);
        }
        if let Some(question) = self.unfinished.take().filter(|_| !state.is_closed) {
            state.queue.push_again(self.turn, question);
        }
        self.shared.update(&state, now);
    }
}

impl WithdrawOnDrop<'_> {
    fn withdraw(&self) -> Option<Box<dyn Question>> {
        self.shared.lock().queue.withdraw(self.client, self.number)
    }
}

impl Drop for WithdrawOnDrop<'_> {
    fn drop(&mut self) {
        drop(self.withdraw());
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(
        &self,
        (client, is_rigid): (IpAddr, bool),
        question: Box<dyn Question>,
        max_waiting: usize,
    ) -> Result<WithdrawOnDrop<'_>, SolvingError> {
        let (mut state, now) = (self.lock(), Instant::now());
        if let Some(wait) = state.queue.accounts.must_wait(client, now) {
            return Err(SolvingError::OverAllowance(wait));
        }
        if state.queue.is_full(client, max_waiting) {
            return Err(too_busy());
        }
        let number = state.queue.push(client, is_rigid, question, now);
        self.update(&state, now);
        Ok(WithdrawOnDrop { shared: self, client, number })
    }

    /// Ends the turns that should end, leaves free turns to helpers, and wakes the threads if questions wait.
    fn update(&self, state: &State, now: Instant) {
        state.queue.make_room(now);
        self.threads.keep_back(usize::from(state.queue.keeps_one_free(now)));
        let n_waiting = state.queue.n_waiting();
        gauge!("foursight_solver_queue").set(n_waiting as f64);
        if n_waiting > 0 {
            self.changed.notify_all();
        }
    }

    /// Ends turns in time, while there are any, until the pool is closed.
    fn end_turns(&self) {
        loop {
            let is_idle = |state: &mut State| state.queue.is_idle() && !state.is_closed;
            let state = self.changed.wait_while(self.lock(), is_idle);
            let state = state.unwrap_or_else(PoisonError::into_inner);
            if state.is_closed {
                return;
            }
            self.update(&state, Instant::now());
            drop(state);
            thread::sleep(TICK);
        }
    }

    /// Works on questions, turn by turn, until the pool is closed.
    fn work(&self) {
        while let Some((turn, mut question, thinker)) = self.wait_for_turn() {
            let (shared, turn, helped) = (self, &turn, Duration::ZERO);
            let mut end = EndOnDrop { shared, turn, helped, thinker: None, unfinished: None };
            let new = || Thinker::new(self.knowledge.clone(), self.threads.timed_apart());
            let mut thinker = thinker.unwrap_or_else(new);
            let helped = thinker.threads.lent_time();
            let is_unfinished = question.work(&mut thinker, turn);
            end.helped = thinker.threads.lent_time().saturating_sub(helped);
            end.thinker = Some(thinker);
            if is_unfinished {
                end.unfinished = Some(question);
            } else {
                drop(end);
                question.deliver();
            }
        }
    }

    /// The next question and its turn, with a solver if one is warm; `None` once the pool is closed.
    fn wait_for_turn(&self) -> Option<(Turn, Box<dyn Question>, Option<Thinker>)> {
        let mut state = self.lock();
        while !state.is_closed {
            if let Some((turn, question)) = state.queue.next(Instant::now()) {
                let thinker = state.warm_thinker(turn.client());
                return Some((turn, question, thinker));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }
}

impl State {
    /// The solver that the client used last, or else the oldest if there are enough.
    fn warm_thinker(&mut self, client: IpAddr) -> Option<Thinker> {
        let own = self.warm.iter().rposition(|&(user, _)| user == client);
        let oldest = (self.warm.len() >= self.max_warm()).then_some(0);
        own.or(oldest).map(|place| self.warm.remove(place).1)
    }

    fn keep_warm(&mut self, client: IpAddr, thinker: Thinker) {
        self.warm.push((client, thinker));
        let n_surplus = self.warm.len().saturating_sub(self.max_warm());
        self.warm.drain(..n_surplus);
    }

    fn max_warm(&self) -> usize {
        self.queue.n_open().clamp(MIN_WARM, MAX_WARM)
    }
}

#[cfg(test)]
mod tests;
