//! The threads that solve, and the queue of questions that wait for them.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use foursight_engine::{Control, Limits};
use metrics::{counter, gauge, histogram};
use tokio::sync::oneshot;

use super::error::SolvingError;
use super::knowledge::Knowledge;
use super::thinker::Thinker;

/// The stack of a thread that solves: a search recurses for up to 100 plies, and a build without
/// optimization takes many KiB for each. Unused stack takes no memory.
const STACK_BYTES: usize = 64 << 20;

/// Threads, each with a solver of its own.
pub(crate) struct Pool {
    queue: Arc<Queue>,
    max_waiting: usize,
}

type Question = Box<dyn FnOnce(&mut Thinker) + Send>;

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    questions: VecDeque<Question>,
    is_closed: bool,
}

/// When to stop working on a question: at its deadline, or once nobody waits for the answer.
pub(crate) struct QuestionLimits {
    deadline: Instant,
    cancel: Arc<AtomicBool>,
}

impl QuestionLimits {
    /// A control for a search.
    pub(crate) fn control(&self) -> Control<'_> {
        self.control_for(Duration::MAX)
    }

    /// The same, for `time` from now at most.
    pub(crate) fn control_for(&self, time: Duration) -> Control<'_> {
        let end = Instant::now().checked_add(time);
        let deadline = Some(end.map_or(self.deadline, |end| end.min(self.deadline)));
        Control::limited(Limits { deadline, cancel: Some(&self.cancel), nodes: None })
    }

    /// Whether to stop now.
    pub(crate) fn are_reached(&self) -> bool {
        self.control().limits.are_reached(0)
    }
}

/// Stops a search when the request that asked for it is gone.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    pub(crate) fn new(
        n_threads: NonZeroUsize,
        max_waiting: usize,
        knowledge: &Arc<Knowledge>,
    ) -> std::io::Result<Self> {
        let queue = Arc::<Queue>::default();
        for number in 1..=n_threads.get() {
            let (queue, knowledge) = (queue.clone(), knowledge.clone());
            let builder =
                thread::Builder::new().name(format!("solver {number}")).stack_size(STACK_BYTES);
            builder.spawn(move || queue.work(&knowledge))?;
        }
        Ok(Self { queue, max_waiting })
    }

    /// Runs `work` on one of the threads; `time` includes the time in the queue.
    ///
    /// # Errors
    ///
    /// If the queue is full, or the time is up before the work begins.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(&mut Thinker, &QuestionLimits) -> T + Send + 'static,
    ) -> Result<T, SolvingError> {
        let asked = Instant::now();
        let cancel = Arc::<AtomicBool>::default();
        let _guard = CancelOnDrop(cancel.clone());
        let limits = QuestionLimits { deadline: asked + time, cancel };
        let (sender, answer) = oneshot::channel();
        let question: Question = Box::new(move |thinker| {
            histogram!("foursight_solver_wait_seconds").record(asked.elapsed().as_secs_f64());
            // Without an answer the channel closes, and that means busy.
            if !limits.are_reached() {
                let _ = sender.send(work(thinker, &limits));
            }
        });
        self.queue.push(question, self.max_waiting)?;
        answer.await.map_err(|_| too_busy())
    }

    /// Whether another question fits into the queue.
    pub(crate) fn has_room(&self) -> bool {
        self.queue.lock().questions.len() < self.max_waiting
    }
}

fn too_busy() -> SolvingError {
    counter!("foursight_solver_refused_total").increment(1);
    SolvingError::Busy
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut waiting = self.queue.lock();
        waiting.is_closed = true;
        waiting.questions.clear();
        self.queue.changed.notify_all();
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting
            .lock()
            .expect("questions are answered outside the lock, so no thread panics in it")
    }

    fn push(&self, question: Question, max_waiting: usize) -> Result<(), SolvingError> {
        let mut waiting = self.lock();
        if waiting.questions.len() >= max_waiting {
            return Err(too_busy());
        }
        waiting.questions.push_back(question);
        gauge!("foursight_solver_queue").set(waiting.questions.len() as f64);
        self.changed.notify_one();
        Ok(())
    }

    fn pop(&self) -> Option<Question> {
        let is_idle = |waiting: &mut Waiting| waiting.questions.is_empty() && !waiting.is_closed;
        let waiting = self.changed.wait_while(self.lock(), is_idle);
        let mut waiting =
            waiting.expect("questions are answered outside the lock, so no thread panics in it");
        let question = waiting.questions.pop_front();
        gauge!("foursight_solver_queue").set(waiting.questions.len() as f64);
        question
    }

    fn work(&self, knowledge: &Arc<Knowledge>) {
        let mut thinker = Thinker::new(knowledge.clone());
        while let Some(question) = self.pop() {
            let result = catch_unwind(AssertUnwindSafe(|| question(&mut thinker)));
            if result.is_err() {
                tracing::error!("a solver panicked; the next question gets a new one");
                thinker = Thinker::new(knowledge.clone());
            }
        }
    }
}
