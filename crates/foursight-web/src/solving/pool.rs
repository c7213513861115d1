//! The solver threads, and the requests that wait for a turn of theirs.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};
use std::{io, thread};

use foursight_engine::{Limits, SEARCH_STACK_BYTES, ThreadBudget};
use foursight_games::supervise;
use metrics::{counter, gauge, histogram};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout_at};

use super::SolvingError;
use super::knowledge::{Knowledge, SharedSolver};
use super::queue::{self, LEAD, Queue};

/// The maximum number of solvers kept warm for clients with questions; each takes 4 to 8 MiB.
const MAX_WARM: usize = 16;

/// The number kept when there are no questions.
const MIN_WARM: usize = 2;

/// The work of a turn.
type Slice = Box<dyn FnOnce() + Send>;

/// Threads that work on as many questions at a time as there are turns.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    slices: mpsc::Sender<Slice>,
}

struct Shared {
    state: Mutex<State>,
    knowledge: Arc<Knowledge>,
    threads: ThreadBudget,
}

struct State {
    queue: Queue<oneshot::Sender<Turn>>,
    /// Solvers with the clients that used them last, the oldest first: what a solver proved helps the same client.
    warm: Vec<(IpAddr, SharedSolver)>,
    /// Whether a task looks which turns should end.
    is_watched: bool,
}

/// A turn with its solver. It ends when this is dropped, even by a panic, which takes the solver with it.
struct Turn {
    shared: Arc<Shared>,
    in_queue: queue::Turn,
    /// Taken only when the turn ends.
    solver: Option<SharedSolver>,
    /// The time that helpers of the solver had searched before.
    helped: Duration,
}

/// Ends a turn early when its request is gone.
struct EndOnDrop(Arc<AtomicBool>);

impl Pool {
    /// A pool that works on `n_turns` questions at a time.
    pub(crate) fn new(n_turns: NonZeroUsize, knowledge: &Arc<Knowledge>) -> io::Result<Self> {
        let state = Mutex::new(State {
            queue: Queue::new(n_turns.get()),
            warm: Vec::new(),
            is_watched: false,
        });
        let (knowledge, threads) = (knowledge.clone(), ThreadBudget::new(n_turns));
        let (slices, waiting) = mpsc::channel::<Slice>();
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 1..=n_turns.get() {
            let waiting = waiting.clone();
            let next = move || waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let work = move || while next().map(|slice| slice()).is_ok() {};
            let thread = thread::Builder::new().name(format!("solver {number}"));
            thread.stack_size(SEARCH_STACK_BYTES).spawn(move || supervise("solver", work))?;
        }
        Ok(Self { shared: Arc::new(Shared { state, knowledge, threads }), slices })
    }

    /// Works on a question of a client in its turns, until the `deadline` and at most for `time` from the beginning of
    /// the first. When a turn ends early, `work` is called again in the next one, unless its result `is_final`: its solver
    /// is warm. The result of the last call counts.
    ///
    /// # Errors
    ///
    /// If no turn begins before the `deadline`.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        (client, is_rigid): (IpAddr, bool),
        mut deadline: Instant,
        time: Duration,
        mut work: impl FnMut(&mut SharedSolver, Limits<'_>) -> T + Send + 'static,
        is_final: fn(&T) -> bool,
    ) -> Result<T, SolvingError> {
        let since = Instant::now();
        let mut result = None;
        loop {
            let turn = self.shared.turn((client, is_rigid), result.is_some());
            let Ok(Ok(turn)) = timeout_at(deadline.into(), turn).await else { break };
            if result.is_none() {
                histogram!("foursight_solver_wait_seconds").record(since.elapsed().as_secs_f64());
                deadline = deadline.min(Instant::now() + time);
            }
            let is_over = EndOnDrop(turn.in_queue.is_over.clone());
            let (done, again) = self.slice(turn, deadline, work).await?;
            let is_done = is_final(&done) || !is_over.0.load(Ordering::Relaxed);
            result = Some(done);
            work = again;
            if is_done || Instant::now() >= deadline {
                break;
            }
        }
        result.ok_or_else(too_busy)
    }

    /// Works for a turn; returns the result, and the work to go on with.
    async fn slice<T: Send + 'static, W>(
        &self,
        mut turn: Turn,
        deadline: Instant,
        mut work: W,
    ) -> Result<(T, W), SolvingError>
    where
        W: FnMut(&mut SharedSolver, Limits<'_>) -> T + Send + 'static,
    {
        let (sender, done) = oneshot::channel();
        let slice = Box::new(move || {
            let is_over = turn.in_queue.is_over.clone();
            let (deadline, cancel) = (Some(deadline), Some(&*is_over));
            let solver = turn.solver.as_mut().expect("the turn has not ended");
            let result = work(solver, Limits { deadline, cancel, nodes: None });
            drop(turn);
            // If the request is gone, nobody needs the result.
            let _ = sender.send((result, work));
        });
        self.slices.send(slice).expect("the threads wait as long as there is a pool");
        done.await.map_err(|_| too_busy())
    }

    /// Records a client's request that takes no turn.
    pub(crate) fn visit(&self, client: IpAddr) {
        self.shared.lock().queue.visit(client, Instant::now());
        self.shared.give_turns();
        self.shared.watch();
    }

    /// Forgets the clients that have used no time for a while.
    pub(crate) fn forget_idle(&self) {
        self.shared.lock().queue.accounts.forget_idle(Instant::now());
    }
}

fn too_busy() -> SolvingError {
    counter!("foursight_solver_refused_total").increment(1);
    SolvingError::Busy
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a question into the queue; the answer is its turn.
    fn turn(
        self: &Arc<Self>,
        (client, is_rigid): (IpAddr, bool),
        is_begun: bool,
    ) -> oneshot::Receiver<Turn> {
        let (sender, turn) = oneshot::channel();
        let mut state = self.lock();
        state.queue.forget(oneshot::Sender::is_closed);
        if is_begun {
            state.queue.push_again(client, is_rigid, sender);
        } else {
            state.queue.visit(client, Instant::now());
            state.queue.push(client, is_rigid, sender);
        }
        drop(state);
        self.give_turns();
        self.watch();
        turn
    }

    /// Looks again and again whether a turn should end, as long as somebody waits or has company.
    fn watch(self: &Arc<Self>) {
        let must_watch = |state: &State| {
            state.queue.n_waiting() > 0 || state.queue.keeps_one_free(Instant::now())
        };
        let mut state = self.lock();
        if state.is_watched || !must_watch(&state) {
            return;
        }
        state.is_watched = true;
        drop(state);
        let shared = self.clone();
        tokio::spawn(async move {
            loop {
                sleep(LEAD).await;
                shared.give_turns();
                let mut state = shared.lock();
                state.is_watched = must_watch(&state);
                if !state.is_watched {
                    return;
                }
            }
        });
    }

    /// Gives the free turns to the questions that are first, ends the turns that should end, and leaves free turns to
    /// helpers.
    fn give_turns(self: &Arc<Self>) {
        let (mut state, mut given, now) = (self.lock(), Vec::new(), Instant::now());
        state.queue.forget(oneshot::Sender::is_closed);
        while let Some((turn, sender)) = state.queue.next(now) {
            let new = || SharedSolver::new(self.knowledge.clone(), self.threads.timed_apart());
            let solver = state.warm_solver(turn.client).unwrap_or_else(new);
            let helped = solver.threads.lent_time();
            let (shared, solver) = (self.clone(), Some(solver));
            given.push((sender, Turn { shared, in_queue: turn, solver, helped }));
        }
        state.queue.make_room(now);
        self.threads.keep_back(usize::from(state.queue.keeps_one_free(now)));
        gauge!("foursight_solver_queue").set(state.queue.n_waiting() as f64);
        drop(state);
        for (sender, turn) in given {
            // If the request is gone, the turn ends here.
            let _ = sender.send(turn);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        if let Some(solver) = self.solver.take() {
            let helped = solver.threads.lent_time().saturating_sub(self.helped);
            state.queue.end(&self.in_queue, helped, Instant::now());
            if !thread::panicking() {
                state.keep_warm(self.in_queue.client, solver);
            }
        }
        drop(state);
        self.shared.give_turns();
    }
}

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl State {
    /// The solver that the client used last, or else the oldest if there are enough.
    fn warm_solver(&mut self, client: IpAddr) -> Option<SharedSolver> {
        let own = self.warm.iter().rposition(|&(user, _)| user == client);
        let oldest = (self.warm.len() >= self.max_warm()).then_some(0);
        own.or(oldest).map(|place| self.warm.remove(place).1)
    }

    fn keep_warm(&mut self, client: IpAddr, solver: SharedSolver) {
        self.warm.push((client, solver));
        let n_surplus = self.warm.len().saturating_sub(self.max_warm());
        self.warm.drain(..n_surplus);
    }

    fn max_warm(&self) -> usize {
        self.queue.n_open().clamp(MIN_WARM, MAX_WARM)
    }
}

#[cfg(test)]
mod tests;
