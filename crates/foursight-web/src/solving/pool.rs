//! The threads that solve: so many at a time, and only so many questions waiting for them.

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

use crate::http::error::{Error, Result};
use crate::solving::knowledge::Knowledge;
use crate::solving::thinker::Thinker;

/// The stack of a thread that solves: a search calls itself for each of up to 100 plies, and a build without
/// optimization takes many KiB for each. What is not used takes no memory.
const STACK_BYTES: usize = 64 << 20;

/// Threads with a solver each.
pub(crate) struct Pool {
    queue: Arc<Queue>,
    max_waiting: usize,
}

type Job = Box<dyn FnOnce(&mut Thinker) + Send>;

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    is_closed: bool,
}

/// When a job is to stop: at its time, or when nobody waits for the answer any more.
pub(crate) struct JobLimits {
    deadline: Instant,
    cancel: Arc<AtomicBool>,
}

impl JobLimits {
    /// A control for a search of the job.
    pub(crate) fn control(&self) -> Control<'_> {
        self.control_for(Duration::MAX)
    }

    /// The same, and at most for `time` from now.
    pub(crate) fn control_for(&self, time: Duration) -> Control<'_> {
        let end = Instant::now().checked_add(time);
        let deadline = Some(end.map_or(self.deadline, |end| end.min(self.deadline)));
        Control::limited(Limits { deadline, cancel: Some(&self.cancel), nodes: None })
    }

    /// Whether the job is to stop now.
    pub(crate) fn are_reached(&self) -> bool {
        self.control().limits.are_reached(0)
    }
}

/// Stops a job when the request that asked for it is gone.
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

    /// Does `job` on one of the threads; the time that it waits counts.
    ///
    /// # Errors
    ///
    /// If too many jobs wait already, or the time is up before it begins.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        time: Duration,
        job: impl FnOnce(&mut Thinker, &JobLimits) -> T + Send + 'static,
    ) -> Result<T> {
        let asked = Instant::now();
        let cancel = Arc::<AtomicBool>::default();
        let _guard = CancelOnDrop(cancel.clone());
        let limits = JobLimits { deadline: asked + time, cancel };
        let (sender, answer) = oneshot::channel();
        let job: Job = Box::new(move |thinker| {
            histogram!("foursight_solver_wait_seconds").record(asked.elapsed().as_secs_f64());
            // Without an answer the channel closes, which is an answer too.
            if !limits.are_reached() {
                let _ = sender.send(job(thinker, &limits));
            }
        });
        self.queue.push(job, self.max_waiting)?;
        answer.await.map_err(|_| too_busy())
    }

    /// How many jobs wait.
    pub(crate) fn n_waiting(&self) -> usize {
        self.queue.lock().jobs.len()
    }
}

fn too_busy() -> Error {
    counter!("foursight_solver_refused_total").increment(1);
    Error::busy("busy", "the solver has too much to do; ask again in a moment")
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut waiting = self.queue.lock();
        waiting.is_closed = true;
        waiting.jobs.clear();
        self.queue.changed.notify_all();
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().expect("jobs run outside the lock, so no thread panics in it")
    }

    fn push(&self, job: Job, max_waiting: usize) -> Result<()> {
        let mut waiting = self.lock();
        if waiting.jobs.len() >= max_waiting {
            return Err(too_busy());
        }
        waiting.jobs.push_back(job);
        gauge!("foursight_solver_queue").set(waiting.jobs.len() as f64);
        self.changed.notify_one();
        Ok(())
    }

    fn pop(&self) -> Option<Job> {
        let is_idle = |waiting: &mut Waiting| waiting.jobs.is_empty() && !waiting.is_closed;
        let waiting = self.changed.wait_while(self.lock(), is_idle);
        let mut waiting = waiting.expect("jobs run outside the lock, so no thread panics in it");
        let job = waiting.jobs.pop_front();
        gauge!("foursight_solver_queue").set(waiting.jobs.len() as f64);
        job
    }

    fn work(&self, knowledge: &Arc<Knowledge>) {
        let mut thinker = Thinker::new(knowledge.clone());
        while let Some(job) = self.pop() {
            let result = catch_unwind(AssertUnwindSafe(|| job(&mut thinker)));
            if result.is_err() {
                tracing::error!("a solver has panicked; the next question gets a new one");
                thinker = Thinker::new(knowledge.clone());
            }
        }
    }
}
