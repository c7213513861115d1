//! Everything that takes computing: threads with a solver each, shared fairly; known scores; puzzles.

mod knowledge;
mod pool;
mod queue;

use std::io;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use foursight_answers::puzzle::{self, Puzzle, PuzzleBody};
use foursight_answers::{Answer, Context, Effort, Problem, Question, Request};
use foursight_engine::{Limits, OpeningBooks};
use foursight_games::supervise;
use quick_cache::sync::Cache;

use crate::{ServerLimits, WallClock};
use knowledge::Knowledge;
use pool::Pool;

pub(crate) use knowledge::SharedSolver;

/// The number of puzzles remembered, that of the day among them.
const MAX_PUZZLES: usize = 1000;

/// A server's solver, shared by all clients. A `client` is an address; for IPv6, its network.
pub(crate) struct Solving {
    knowledge: Arc<Knowledge>,
    pool: Pool,
    /// The time limit for one request, including its time in the queue.
    time: Duration,
    puzzles: Cache<u32, Puzzle>,
    clock: WallClock,
}

impl Solving {
    /// Starts the threads.
    pub(crate) fn new(
        n_threads: NonZeroUsize,
        limits: &ServerLimits,
        books: OpeningBooks,
        clock: WallClock,
    ) -> io::Result<Self> {
        let knowledge = Arc::new(Knowledge::new(books));
        let pool = Pool::new(n_threads, &knowledge)?;
        let puzzles = Cache::new(MAX_PUZZLES);
        Ok(Self { knowledge, pool, time: limits.solve_time, puzzles, clock })
    }

    /// Learns the scores of the openings, which takes about a second; requests need not wait for it.
    pub(crate) fn learn_openings(&self) -> io::Result<()> {
        let knowledge = self.knowledge.clone();
        let thread = std::thread::Builder::new().name("openings".to_owned());
        thread.spawn(move || supervise("openings", || knowledge.learn_openings())).map(drop)
    }

    /// Forgets the clients that have made no recent requests.
    pub(crate) fn forget_idle(&self) {
        self.pool.forget_idle();
    }

    /// Draws a picture in the client's turns; `draw` is called again each time until it succeeds.
    pub(crate) async fn draw<T: Send + 'static>(
        &self,
        client: IpAddr,
        draw: impl FnMut(&mut SharedSolver, Limits<'_>) -> Result<T, SolvingError> + Send + 'static,
    ) -> Result<T, SolvingError> {
        let deadline = Instant::now() + self.time;
        self.pool.run((client, true), deadline, self.time, draw, Result::is_ok).await?
    }

    /// Answers a question in the client's turns, within `time` from the beginning of the first.
    async fn ask<T: Send + 'static>(
        &self,
        client: IpAddr,
        effort: Effort,
        time: Option<Duration>,
        answer: impl FnMut(&mut SharedSolver, Limits<'_>) -> T + Send + 'static,
    ) -> Result<T, SolvingError> {
        let (deadline, time) = (Instant::now() + self.time, time.unwrap_or(self.time));
        self.pool.run((client, effort == Effort::Rigid), deadline, time, answer, |_| false).await
    }

    /// The answer to a question: at once if no search is needed.
    pub(crate) async fn answer(
        &self,
        client: IpAddr,
        request: &Request<'_>,
    ) -> Result<Answer, SolvingError> {
        let question =
            request.read(Context { today: self.clock.today(), seed: fastrand::u64(..) })?;
        if let Question::Puzzle(id) = question {
            return Ok(Answer::json(&PuzzleBody::new(&self.puzzle(client, id).await?)));
        }
        let effort = question.effort();
        if effort == Effort::Scores {
            self.pool.visit(client);
        }
        if let Some(answer) = self.knowledge.answer(&question) {
            return Ok(answer?);
        }
        let time = question.time();
        let answer =
            move |solver: &mut SharedSolver, limits: Limits<'_>| question.answer(solver, limits);
        Ok(self.ask(client, effort, time, answer).await??)
    }

    /// A puzzle by its number: one found lately, or found now.
    pub(crate) async fn puzzle(&self, client: IpAddr, id: u32) -> Result<Puzzle, SolvingError> {
        let id = puzzle::known_id(id, self.clock.today())?;
        self.pool.visit(client);
        if let Some(puzzle) = self.puzzles.get(&id) {
            return Ok(puzzle);
        }
        let mut finder = puzzle::Finder::new(id);
        let find = move |solver: &mut SharedSolver, limits: Limits<'_>| finder.find(solver, limits);
        let puzzle = self.ask(client, Effort::Search, None, find).await??;
        self.puzzles.insert(id, puzzle.clone());
        Ok(puzzle)
    }

    /// The puzzle of the day, which changes at midnight UTC.
    pub(crate) async fn daily_puzzle(&self, client: IpAddr) -> Result<Puzzle, SolvingError> {
        self.puzzle(client, puzzle::daily_id(self.clock.today())).await
    }
}

/// The reason why the solver has no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum SolvingError {
    #[error("the solver is busy; try again in a moment")]
    Busy,
    #[error("the picture was not drawn in time; try again")]
    NotDrawn,
    #[error(transparent)]
    Problem(#[from] Problem),
}
