//! Many games at a time, one move in each: for agents that learn by self-play.

use std::num::NonZeroUsize;
use std::thread;

use foursight::{AnySize, Column, Position, STANDARD, Score, Size};
use foursight_engine::{Goal, Solve};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};

use crate::errors::{memory_error, value_error};
use crate::layout::Layout;
use crate::options::Options;
use crate::pickle::{Reduced, reduced};
use crate::position;
use crate::positions::Positions;
use crate::search::search_many;
use crate::step::{Step, play};

/// The least number of games for which a thread is worth its start.
const GAMES_PER_THREAD: usize = 1 << 14;

/// Games that restart when they end: the part of `foursight.vector` that is written in Rust.
#[pyclass(module = "foursight._foursight")]
pub(crate) struct _Vector {
    n_games: usize,
    size: AnySize,
    games: Box<dyn ManyGames>,
    starts: Vec<Position<AnySize>>,
    next_start: usize,
    /// The score of each position, where it is known.
    values: Vec<Option<Score>>,
}

type Bytes<'py> = Bound<'py, PyByteArray>;

#[pymethods]
impl _Vector {
    /// Games that begin from `starts` in turn, or from the empty board, of the size of `board`.
    #[new]
    fn new(n_games: usize, board: &position::Position, starts: &Positions) -> PyResult<Self> {
        let size = board.0.size();
        let mut positions = Vec::new();
        for (place, read) in starts.positions.iter().enumerate() {
            let wrong = |why: &str| value_error(format!("positions: number {place}: {why}"));
            let position = read.clone().map_err(|error| wrong(&error))?;
            if position.size() != size {
                return Err(wrong(&format!("it is on a board of {}, not {size}", position.size())));
            }
            if position.outcome().is_some() {
                return Err(wrong("the game is over"));
            }
            positions.push(position);
        }
        if positions.is_empty() {
            positions.push(Position::empty(size));
        }
        let games: Box<dyn ManyGames> = if size == STANDARD.to_any() {
            Box::new(Games::new(STANDARD, n_games)?)
        } else {
            Box::new(Games::new(size, n_games)?)
        };
        let (starts, values) = (positions, Vec::new());
        let mut games = Self { n_games, size, games, starts, next_start: 0, values };
        games.reset();
        Ok(games)
    }

    /// Restarts all games, from the first of the starts on.
    fn reset(&mut self) {
        self.next_start = 0;
        self.values.clear();
        for game in 0..self.n_games {
            self.begin(game);
        }
    }

    /// Plays a move in each game; returns the reward of each, whether it has ended, and if `layout` is given, the boards
    /// before the games that have ended restart.
    #[pyo3(signature = (columns, threads, layout = None))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        columns: &[u8],
        threads: NonZeroUsize,
        layout: Option<&str>,
    ) -> PyResult<(Bytes<'py>, Bytes<'py>, Option<Bytes<'py>>)> {
        self.check(columns)?;
        let (games, mut rewards, mut ends) =
            (&mut self.games, vec![0; self.n_games], vec![0; self.n_games]);
        py.detach(|| games.step(columns, threads, &mut rewards, &mut ends));
        let last = layout.map(|layout| self.observe(py, layout, 0, self.n_games, threads));
        let last = last.transpose()?;
        if ends.contains(&1) {
            for game in (0..self.n_games).filter(|&game| ends[game] == 1) {
                self.begin(game);
                if let Some(value) = self.values.get_mut(game) {
                    *value = None;
                }
            }
        }
        Ok((PyByteArray::new(py, &rewards), PyByteArray::new(py, &ends), last))
    }

    /// The score of each of these moves and that of the best move, as signed bytes: what `step` with the same columns
    /// is worth. A move that cannot be played costs a point more than to lose with the opponent's next disc.
    fn values<'py>(
        &mut self,
        py: Python<'py>,
        columns: &[u8],
        options: &Bound<'_, PyDict>,
    ) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
        self.check(columns)?;
        let options = Options::read(Some(options))?;
        let (games, known) = (&self.games, &self.values);
        let found = search_many(
            py,
            self.n_games,
            &options,
            |_| self.size,
            |game, solver, control| {
                let position = games.position(game);
                let best = known.get(game).copied().flatten();
                let best =
                    best.or_else(|| solver.solve(&position, Goal::Score, control).score())?;
                let column = Column::checked(columns[game].into());
                let Some(column) = column.filter(|&column| position.play(column).is_ok()) else {
                    return Some((Score::new(Score::loss_next(&position).value() as i8 - 1), best));
                };
                let own =
                    solver.solve_move(&position, column, best, Goal::Score, control).score()?;
                Some((own, best))
            },
        )?;
        let found: Vec<(Score, Score)> =
            found.into_iter().map(|one| one.expect("nothing limits it")).collect();
        self.values = found.iter().map(|&(own, _)| Some(-own)).collect();
        let bytes = |value: fn(&(Score, Score)) -> Score| {
            let bytes: Vec<u8> =
                found.iter().map(|one| (value(one).value() as i8).cast_unsigned()).collect();
            PyByteArray::new(py, &bytes)
        };
        Ok((bytes(|one| one.0), bytes(|one| one.1)))
    }

    /// For each game, 1 for each column that has room.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bytes<'py>> {
        let (games, width) = (&self.games, self.size.width());
        PyByteArray::new_with(py, self.n_games * width, |cells| {
            py.detach(|| games.mask(cells));
            Ok(())
        })
    }

    /// The boards of the games from `first` to before `end` in a layout.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        layout: &str,
        first: usize,
        end: usize,
        threads: NonZeroUsize,
    ) -> PyResult<Bytes<'py>> {
        let (games, layout) = (&self.games, Layout::named(layout)?);
        PyByteArray::new_with(py, (end - first) * layout.n_bytes(self.size), |cells| {
            py.detach(|| games.observe(layout, first, threads, cells));
            Ok(())
        })
    }

    /// The position of each game.
    fn positions(&self) -> Vec<position::Position> {
        (0..self.n_games).map(|game| position::Position(self.games.position(game))).collect()
    }

    #[staticmethod]
    fn _going_on(
        board: &position::Position,
        starts: &Positions,
        next_start: usize,
        positions: &Positions,
    ) -> PyResult<Self> {
        let mut games = Self::new(positions.positions.len(), board, starts)?;
        for (game, position) in positions.positions.iter().flatten().enumerate() {
            games.games.set(game, position);
        }
        games.next_start = next_start;
        Ok(games)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, Parts> {
        let games = slf.borrow();
        let positions = (0..games.n_games).map(|game| Ok(games.games.position(game))).collect();
        let starts = Positions { positions: games.starts.iter().copied().map(Ok).collect() };
        let board = position::Position(Position::empty(games.size));
        reduced(slf, "_going_on", (board, starts, games.next_start, Positions { positions }))
    }
}

/// The arguments of `_going_on`.
type Parts = (position::Position, Positions, usize, Positions);

impl _Vector {
    fn check(&self, columns: &[u8]) -> PyResult<()> {
        if columns.len() != self.n_games {
            let error = format!("{} actions for {} games", columns.len(), self.n_games);
            return Err(value_error(error));
        }
        Ok(())
    }

    /// Begins a game from the next start.
    fn begin(&mut self, game: usize) {
        self.games.set(game, &self.starts[self.next_start]);
        self.next_start = (self.next_start + 1) % self.starts.len();
    }
}

/// Games on boards of one size.
trait ManyGames: Send + Sync {
    /// Plays a move in each game; sets its reward and, if it has ended, 1.
    fn step(&mut self, columns: &[u8], threads: NonZeroUsize, rewards: &mut [u8], ends: &mut [u8]);
    fn mask(&self, cells: &mut [u8]);
    /// Writes the boards from the game `first` on, as many as fit.
    fn observe(&self, layout: Layout, first: usize, threads: NonZeroUsize, cells: &mut [u8]);
    fn set(&mut self, game: usize, position: &Position<AnySize>);
    fn position(&self, game: usize) -> Position<AnySize>;
}

struct Games<S: Size> {
    size: S,
    positions: Vec<Position<S>>,
}

impl<S: Size> Games<S> {
    fn new(size: S, n_games: usize) -> PyResult<Self> {
        let mut positions = Vec::new();
        let no_room = |_| memory_error(format!("not enough memory for {n_games} games"));
        positions.try_reserve_exact(n_games).map_err(no_room)?;
        positions.resize(n_games, Position::empty(size));
        Ok(Self { size, positions })
    }
}

/// The number of games for each of several threads.
fn part(n_games: usize, threads: NonZeroUsize) -> usize {
    n_games.div_ceil(threads.get()).max(GAMES_PER_THREAD)
}

/// Does all tasks, each but the first on a thread of its own.
fn side_by_side<T: Send>(mut tasks: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
    let work = &work;
    thread::scope(|scope| {
        let first = tasks.next();
        for task in tasks {
            scope.spawn(move || work(task));
        }
        first.map(work);
    });
}

impl<S: Size> ManyGames for Games<S> {
    fn step(&mut self, columns: &[u8], threads: NonZeroUsize, rewards: &mut [u8], ends: &mut [u8]) {
        let n = part(self.positions.len(), threads);
        let results = rewards.chunks_mut(n).zip(ends.chunks_mut(n));
        let parts = self.positions.chunks_mut(n).zip(columns.chunks(n)).zip(results);
        side_by_side(parts, |((positions, columns), (rewards, ends))| {
            let results = rewards.iter_mut().zip(ends);
            for ((position, &column), (reward, end)) in
                positions.iter_mut().zip(columns).zip(results)
            {
                let step = play(position, column);
                *reward = match step {
                    Step::Wins => 1,
                    Step::IsIllegal => (-1_i8).cast_unsigned(),
                    Step::GoesOn | Step::Draws => 0,
                };
                *end = u8::from(!matches!(step, Step::GoesOn));
            }
        });
    }

    fn mask(&self, cells: &mut [u8]) {
        let rows = cells.chunks_exact_mut(self.size.width());
        for (position, row) in self.positions.iter().zip(rows) {
            let playable = position.playable_cells();
            for (column, cell) in self.size.columns().zip(row) {
                *cell = u8::from(!playable.in_column(column).is_empty());
            }
        }
    }

    fn observe(&self, layout: Layout, first: usize, threads: NonZeroUsize, cells: &mut [u8]) {
        let n_bytes = layout.n_bytes(self.size);
        let n = part(cells.len() / n_bytes, threads);
        let parts = self.positions[first..].chunks(n).zip(cells.chunks_mut(n * n_bytes));
        side_by_side(parts, |(positions, cells)| {
            for (position, cells) in positions.iter().zip(cells.chunks_exact_mut(n_bytes)) {
                layout.write(position, cells);
            }
        });
    }

    fn set(&mut self, game: usize, position: &Position<AnySize>) {
        let position = position.with_size(self.size);
        self.positions[game] = position.expect("all games are on boards of this size");
    }

    fn position(&self, game: usize) -> Position<AnySize> {
        self.positions[game].to_any()
    }
}
