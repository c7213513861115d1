//! The solver threads, and the questions that wait for them.

mod turn;

use std::net::IpAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use foursight_engine::SEARCH_STACK_BYTES;
use metrics::{counter, gauge, histogram};
use tokio::sync::oneshot;

use super::SolvingError;
use super::knowledge::Knowledge;
use super::schedule::{Next, Schedule};
use super::thinker::Thinker;
use super::ticket::Ticket;
use crate::supervise::supervise;
pub(super) use turn::Turn;

/// The maximum number of questions begun or paused at once, or twice the number of turns if that is more: each keeps a
/// solver of 4 to 8 MiB.
const MIN_BEGUN: usize = 16;

/// The number of allowed requests per second that gives a client one second of processor time per second.
const REQUESTS_PER_PROCESSOR: f64 = 100.0;

/// Threads that work on as many questions at a time as there are turns, each with its own solver.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    max_waiting: usize,
}

type Question = Box<dyn FnOnce(&mut Thinker, &Ticket) + Send>;

struct Shared {
    state: Mutex<State>,
    /// Signaled when a question may start.
    begin: Condvar,
    knowledge: Arc<Knowledge>,
    n_turns: NonZeroUsize,
}

struct State {
    schedule: Schedule<Question>,
    /// Questions that have a turn but no thread yet.
    begun: Vec<(Arc<Ticket>, Question)>,
    /// Solvers with the clients that used them last, the oldest first: what a solver proved helps the same client.
    idle: Vec<(IpAddr, Thinker)>,
    n_asked: u64,
    is_closed: bool,
}

/// Passes the turn of a question on, even if the question panics.
struct FinishOnDrop<'a> {
    shared: &'a Shared,
    ticket: &'a Arc<Ticket>,
    /// The time for which helpers have worked on it, as far as it is not charged yet.
    helped: Duration,
}

/// Ends a question when its request is gone.
struct CancelOnDrop<'a>(&'a Shared, Arc<Ticket>);

impl Pool {
    /// A pool that works on `n_turns` questions at a time; `rate` is the number of requests per second that a client
    /// may send.
    pub(crate) fn new(
        n_turns: NonZeroUsize,
        max_waiting: usize,
        rate: Option<NonZeroU32>,
        knowledge: &Arc<Knowledge>,
    ) -> io::Result<Self> {
        let n_threads = MIN_BEGUN.max(2 * n_turns.get());
        let allowance = rate.map(|rate| f64::from(rate.get()) / REQUESTS_PER_PROCESSOR);
        let state = State {
            schedule: Schedule::new(n_turns.get(), n_threads, allowance),
            begun: Vec::new(),
            idle: Vec::new(),
            n_asked: 0,
            is_closed: false,
        };
        let (state, begin, knowledge) = (Mutex::new(state), Condvar::new(), knowledge.clone());
        let pool =
            Self { shared: Arc::new(Shared { state, begin, knowledge, n_turns }), max_waiting };
        for number in 1..=n_threads {
            let shared = pool.shared.clone();
            let builder = thread::Builder::new()
                .name(format!("solver {number}"))
                .stack_size(SEARCH_STACK_BYTES);
            builder.spawn(move || supervise("solver", || shared.work()))?;
        }
        Ok(pool)
    }

    /// Runs `work` for `client` when its turn comes; `time` includes waiting for that. Work that is rigid cannot pause, or only after tens of milliseconds.
    ///
    /// # Errors
    ///
    /// If too many of the client's questions are already waiting, it has used too much processor time, or the time is
    /// up before the work begins.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: IpAddr,
        time: Duration,
        is_rigid: bool,
        work: impl FnOnce(&mut Thinker, &Ticket) -> T + Send + 'static,
    ) -> Result<T, SolvingError> {
        let asked = Instant::now();
        let deadline = asked + time;
        let (sender, mut answer) = oneshot::channel();
        let question: Question = Box::new(move |thinker, ticket| {
            histogram!("foursight_solver_wait_seconds").record(asked.elapsed().as_secs_f64());
            // Without an answer, the channel closes, which means that the solver is busy.
            if !ticket.is_over() {
                let _ = sender.send(work(thinker, ticket));
            }
        });
        let ticket = self.shared.push((client, deadline, is_rigid), question, self.max_waiting)?;
        let _guard = CancelOnDrop(&self.shared, ticket.clone());
        let in_time = tokio::time::timeout_at(deadline.into(), &mut answer).await;
        if in_time.is_err() && self.shared.lock().schedule.withdraw(&ticket) {
            return Err(too_busy());
        }
        // Work that has begun ends by itself when its time is up, and has an answer even then.
        let answer = match in_time {
            Ok(answer) => answer,
            Err(_) => answer.await,
        };
        answer.map_err(|_| too_busy())
    }

    /// Records a client's request that takes no turn.
    pub(crate) fn visit(&self, client: IpAddr) {
        self.shared.lock().schedule.visit(client, Instant::now());
    }

    /// Forgets the clients that have no questions here.
    pub(crate) fn forget_idle(&self) {
        self.shared.lock().schedule.forget_idle(Instant::now());
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
        state.schedule.clear();
        self.shared.begin.notify_all();
    }
}

impl Drop for FinishOnDrop<'_> {
    fn drop(&mut self) {
        let now = Instant::now();
        let mut state = self.shared.lock();
        state.schedule.finish(self.ticket, self.helped, now);
        self.shared.give_turns(&mut state, now);
    }
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        let Self(shared, ticket) = self;
        let mut state = shared.lock();
        ticket.cancel();
        if !state.schedule.withdraw(ticket) {
            ticket.resume.notify_one();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(
        &self,
        (client, deadline, is_rigid): (IpAddr, Instant, bool),
        question: Question,
        max_waiting: usize,
    ) -> Result<Arc<Ticket>, SolvingError> {
        let now = Instant::now();
        let mut state = self.lock();
        if let Some(wait) = state.schedule.must_wait(client, now) {
            return Err(SolvingError::OverAllowance(wait));
        }
        if state.schedule.is_full(client, max_waiting) {
            return Err(too_busy());
        }
        state.n_asked += 1;
        let ticket = Ticket::new(client, state.n_asked, deadline);
        let ticket = Arc::new(if is_rigid { ticket.rigid() } else { ticket });
        state.schedule.push(ticket.clone(), question, now);
        self.give_turns(&mut state, now);
        Ok(ticket)
    }

    /// Assigns all free turns, and asks for another turn back if a waiting question should have it.
    fn give_turns(&self, state: &mut State, now: Instant) {
        while let Some(next) = state.schedule.next(now) {
            self.give_turn(state, next);
        }
        state.schedule.make_room(now);
        gauge!("foursight_solver_queue").set(state.schedule.n_waiting() as f64);
    }

    fn give_turn(&self, state: &mut State, next: Next<Question>) {
        match next {
            Next::Begin(ticket, question) => {
                state.begun.push((ticket, question));
                // No more questions can be begun than there are threads, so one of the threads is free.
                self.begin.notify_one();
            }
            Next::Resume(ticket) => ticket.resume.notify_one(),
        }
    }

    /// Answers questions until the pool is closed; a question that panics takes its solver with it.
    fn work(self: &Arc<Self>) {
        while let Some((ticket, question, thinker)) = self.wait_to_begin() {
            let mut end = FinishOnDrop { shared: self, ticket: &ticket, helped: Duration::ZERO };
            let new = || Thinker::new(self.knowledge.clone(), self.n_turns);
            let mut thinker = thinker.unwrap_or_else(new);
            thinker.turn = Some(Turn::new(self.clone(), ticket.clone(), thinker.threads.clone()));
            question(&mut thinker, &ticket);
            end.helped = thinker.end_turn().map_or(Duration::ZERO, |mut turn| turn.helped());
            self.lock().keep(ticket.client, thinker, self.n_turns.get());
        }
    }

    /// The next question with a solver for it, if one is idle; `None` once the pool is closed.
    fn wait_to_begin(&self) -> Option<(Arc<Ticket>, Question, Option<Thinker>)> {
        let is_idle = |state: &mut State| state.begun.is_empty() && !state.is_closed;
        let state = self.begin.wait_while(self.lock(), is_idle);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let (ticket, question) = state.begun.pop()?;
        let thinker = state.idle_thinker(ticket.client);
        Some((ticket, question, thinker))
    }
}

impl State {
    /// The solver that the client used last, or else the oldest.
    fn idle_thinker(&mut self, client: IpAddr) -> Option<Thinker> {
        let own = self.idle.iter().rposition(|&(user, _)| user == client);
        (!self.idle.is_empty()).then(|| self.idle.remove(own.unwrap_or(0)).1)
    }

    fn keep(&mut self, client: IpAddr, thinker: Thinker, most: usize) {
        self.idle.push((client, thinker));
        if self.idle.len() > most {
            self.idle.remove(0);
        }
    }
}

#[cfg(test)]
mod tests;
