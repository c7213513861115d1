//! Everything that takes thinking: threads with a solver each, shared fairly; known scores; puzzles.

mod analysis;
mod error;
mod knowledge;
mod known;
mod pool;
pub(crate) mod puzzle;
mod schedule;
mod thinker;
mod ticket;

use std::io;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use foursight::{AnySize, Column, Game, Position, Score};
use foursight_engine::review::{Review, ReviewedMove};
use foursight_engine::why::Why;
use foursight_engine::{
    Analysis, Goal, Guess, Level, LevelPlayer, MoveScores, OpeningBooks, Solve,
};

use crate::store::{Store, StoredPuzzle};
use crate::{ServerLimits, WallClock};
use knowledge::Knowledge;
use pool::Pool;
use puzzle::{FIRST_DAILY, LAST_DAILY};
use thinker::Thinker;
use ticket::Ticket;

pub(crate) use analysis::ColumnScores;
pub(crate) use error::SolvingError;

/// How long a level thinks about a move; on boards that are not solved in it, level 10 only looks ahead.
const MOVE_TIME: Duration = Duration::from_secs(3);

/// The solver of a server, for all who ask. A `client` is an address; for IPv6, its network.
pub(crate) struct Solving {
    knowledge: Arc<Knowledge>,
    pool: Pool,
    /// How long one request may take, with the time in the queue.
    time: Duration,
    store: Store,
    clock: WallClock,
}

impl Solving {
    /// Starts the threads.
    pub(crate) fn new(
        n_threads: NonZeroUsize,
        limits: &ServerLimits,
        books: OpeningBooks,
        store: Store,
        clock: WallClock,
    ) -> io::Result<Self> {
        let knowledge = Arc::new(Knowledge::new(books));
        let pool = Pool::new(n_threads, limits.queue, limits.requests_per_second, &knowledge)?;
        Ok(Self { knowledge, pool, time: limits.solve_time, store, clock })
    }

    /// Learns the scores of the openings, which takes about a second; requests need not wait for it.
    pub(crate) fn learn_openings(&self) -> io::Result<()> {
        let knowledge = self.knowledge.clone();
        let thread = std::thread::Builder::new().name("openings".to_owned());
        thread.spawn(move || knowledge.learn_openings()).map(drop)
    }

    /// Forgets the clients that have not asked for anything lately.
    pub(crate) fn forget_idle(&self) {
        self.pool.forget_idle();
    }

    /// Draws a picture in the client's turn; `draw` gets a function that it should ask from time to time whether to
    /// go on.
    pub(crate) async fn draw(
        &self,
        client: IpAddr,
        draw: impl FnOnce(&mut dyn FnMut() -> bool) -> Option<Vec<u8>> + Send + 'static,
    ) -> Result<Vec<u8>, SolvingError> {
        let draw = move |thinker: &mut Thinker, ticket: &Ticket| {
            draw(&mut || {
                thinker.pause_if_due();
                !ticket.is_over()
            })
        };
        self.ask(client, draw).await?.ok_or(SolvingError::NotDrawn)
    }

    /// What is known already, for a client who may then need no turn.
    fn knowledge_for(&self, client: IpAddr) -> &Knowledge {
        self.pool.visit(client);
        &self.knowledge
    }

    async fn ask<T: Send + 'static>(
        &self,
        client: IpAddr,
        work: impl FnOnce(&mut Thinker, &Ticket) -> T + Send + 'static,
    ) -> Result<T, SolvingError> {
        self.pool.run(client, self.time, work).await
    }

    /// The scores of all columns for the side to move: at once if no search is needed.
    pub(crate) async fn scores(
        &self,
        client: IpAddr,
        position: Position<AnySize>,
    ) -> Result<ColumnScores, SolvingError> {
        if let Some(scores) = self.knowledge_for(client).scores(&position) {
            return Ok(scores);
        }
        let search = move |thinker: &mut Thinker, ticket: &Ticket| {
            analysis::score_columns(thinker, &position, ticket)
        };
        self.ask(client, search).await?.ok_or(SolvingError::PositionNotSolved)
    }

    /// What every move of a position leads to, as far as it is found in time.
    pub(crate) async fn analysis(
        &self,
        client: IpAddr,
        position: Position<AnySize>,
    ) -> Result<(Analysis, Option<Guess>), SolvingError> {
        self.ask(client, move |thinker, ticket| analysis::analyze(thinker, &position, ticket)).await
    }

    /// The moves of a game graded, as far as they are solved in time.
    pub(crate) async fn review(
        &self,
        client: IpAddr,
        game: Game<AnySize>,
    ) -> Result<Review, SolvingError> {
        let knowledge = self.knowledge_for(client);
        let known =
            Review::new(&game, |position| knowledge.scores(position).map(MoveScores::exact));
        if known.is_complete() {
            return Ok(known);
        }
        self.ask(client, move |thinker, ticket| analysis::review(thinker, &game, ticket)).await
    }

    /// Why a position has its result or, with a legal move, why that leads to what it leads to.
    pub(crate) async fn why(
        &self,
        client: IpAddr,
        position: Position<AnySize>,
        column: Option<Column>,
    ) -> Result<Why, SolvingError> {
        let find = move |thinker: &mut Thinker, ticket: &Ticket| {
            analysis::why(thinker, &position, column, ticket)
        };
        self.ask(client, find).await
    }

    /// The reasons of moves of a game, each with the position before it; `None` for those not found in time.
    pub(crate) async fn reasons(
        &self,
        client: IpAddr,
        moves: Vec<(Position<AnySize>, ReviewedMove)>,
    ) -> Result<Vec<Option<Why>>, SolvingError> {
        self.ask(client, move |thinker, ticket| analysis::reasons(thinker, &moves, ticket)).await
    }

    /// The move that a level chooses; `None` after the end of the game.
    pub(crate) async fn choose_move(
        &self,
        client: IpAddr,
        position: Position<AnySize>,
        level: Level,
        seed: u64,
    ) -> Result<Option<Column>, SolvingError> {
        if let Some(column) = self.knowledge_for(client).choose_move(&position, level, seed) {
            return Ok(Some(column));
        }
        let mut player = LevelPlayer::new(level, seed);
        let choose = move |thinker: &mut Thinker, ticket: &Ticket| {
            player.choose(&position, thinker, &mut ticket.control_for(MOVE_TIME))
        };
        self.ask(client, choose).await
    }

    /// The score of a legal move for the side that plays it, and the move with best play after it.
    pub(crate) async fn follow(
        &self,
        client: IpAddr,
        position: Position<AnySize>,
        column: Column,
    ) -> Result<(Score, Vec<Column>), SolvingError> {
        let follow = move |thinker: &mut Thinker, ticket: &Ticket| {
            let next = position.play(column).expect("the move is legal");
            let score = -thinker.solve(&next, Goal::Score, &mut ticket.control()).score()?;
            let mut line = vec![column];
            line.extend(thinker.principal_variation(&next, &mut ticket.control()));
            Some((score, line))
        };
        self.ask(client, follow).await?.ok_or(SolvingError::MoveNotSolved)
    }

    /// A puzzle by its number: from the store, or found now and stored.
    pub(crate) async fn puzzle(
        &self,
        client: IpAddr,
        id: u32,
    ) -> Result<StoredPuzzle, SolvingError> {
        if !(1..=self.newest_daily()).contains(&id) {
            return Err(SolvingError::UnknownPuzzle);
        }
        self.pool.visit(client);
        if let Some(puzzle) = self.store.puzzle(id).await? {
            return Ok(puzzle);
        }
        let found =
            self.ask(client, move |thinker, ticket| puzzle::find(id, thinker, ticket)).await?;
        let puzzle = found.ok_or(SolvingError::PuzzleNotFound)?;
        // If it cannot be stored, it is found again the next time.
        if let Err(error) = self.store.save_puzzle(puzzle.clone()).await {
            tracing::warn!(%error, id, "a puzzle could not be stored");
        }
        Ok(puzzle)
    }

    /// The puzzle of the day, which changes at midnight UTC.
    pub(crate) async fn daily_puzzle(&self, client: IpAddr) -> Result<StoredPuzzle, SolvingError> {
        self.puzzle(client, self.newest_daily()).await
    }

    /// The number of the puzzle of the day.
    fn newest_daily(&self) -> u32 {
        FIRST_DAILY.saturating_add(self.clock.today()).min(LAST_DAILY)
    }
}
