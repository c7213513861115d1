//! Labels of whole games: the part of `foursight.selfplay` that is written in Rust.

use foursight::{AnySize, Score, Size};
use foursight_engine::{Control, Goal, Solve};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};

use crate::level::mixed;
use crate::options::Options;
use crate::position::Position;
use crate::search::{Solver, search_many};

type AnyPosition = foursight::Position<AnySize>;

type Bytes<'py> = Bound<'py, PyByteArray>;

/// What is known about one position of a game.
#[derive(Clone, Copy)]
struct Row {
    score: Score,
    /// A bit for each column that is best.
    best: u16,
}

/// For each open position of some games, one after another: its score and how many moves the winner still has to play,
/// as signed bytes; for each column of each, 1 if it is best; and a random number of 32 bits that depends only on the
/// position, and is the same for its mirror image.
#[pyfunction]
pub(crate) fn _label_games<'py>(
    py: Python<'py>,
    games: Vec<Vec<PyRef<'py, Position>>>,
    options: &Bound<'_, PyDict>,
) -> PyResult<(Bytes<'py>, Bytes<'py>, Bytes<'py>, Bytes<'py>)> {
    let options = Options::read(Some(options))?;
    let open = |game: Vec<PyRef<'_, Position>>| {
        let positions = game.iter().map(|position| position.0);
        positions.filter(|position| position.outcome().is_none()).collect()
    };
    let games: Vec<Vec<AnyPosition>> = games.into_iter().map(open).collect();
    let size = |game: usize| games[game].first().map_or_else(AnySize::default, AnyPosition::size);
    let rows = search_many(py, games.len(), &options, size, |game, solver, control| {
        rows(&games[game], solver, control)
    })?;
    let [mut scores, mut distances, mut best, mut numbers] = [const { Vec::new() }; 4];
    for (row, position) in rows.iter().flatten().zip(games.iter().flatten()) {
        let moves = row.score.moves_to_end(position).unwrap_or_default();
        scores.push((row.score.value() as i8).cast_unsigned());
        distances.push(moves as u8);
        best.extend((0..position.size().width()).map(|column| (row.best >> column & 1) as u8));
        let key = position.canonical_key();
        let number = mixed(key as u64 ^ (key >> 64) as u64, position.ply());
        numbers.extend_from_slice(&(number as u32).to_ne_bytes());
    }
    let [scores, distances, best, numbers] =
        [scores, distances, best, numbers].map(|bytes| PyByteArray::new(py, &bytes));
    Ok((scores, distances, best, numbers))
}

/// The rows of a game. A best move leaves its score to the next position, any other a bound; the searches of a position
/// leave in the table what is proved about the next ones.
fn rows(game: &[AnyPosition], solver: &mut Solver, control: &mut Control<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut before: Option<(AnyPosition, Row)> = None;
    for position in game {
        let leads_here = |from: &AnyPosition, column| from.play(column).as_ref() == Ok(position);
        let known = before.and_then(|(from, row)| {
            let played = from.moves().find(|&column| leads_here(&from, column))?;
            let is_best = row.best >> played.index() & 1 == 1;
            Some((-row.score.value(), is_best))
        });
        let row = row(position, known, solver, control);
        before = Some((*position, row));
        rows.push(row);
    }
    rows
}

/// The row of a position whose score is known: exactly, or at least to be more.
fn row(
    position: &AnyPosition,
    known: Option<(i32, bool)>,
    solver: &mut Solver,
    control: &mut Control<'_>,
) -> Row {
    let (lowest, highest) = (Score::loss_next(position), Score::win_now(position));
    let score = match known {
        Some((score, true)) => Score::new(score as i8),
        known => {
            let least = known.map_or(lowest, |(less, _)| Score::new(less as i8 + 1));
            // Only Ctrl-C ends a search, and then nobody reads the rows.
            solver.solve_within(position, least..=highest, Goal::Score, control).lower
        }
    };
    // For the other side: whether it has more than this score leaves it.
    let more = Goal::AtLeast(Score::new(1 - score.value() as i8));
    let mut best = 0;
    for column in position.moves() {
        let solution = solver.solve_move(position, column, score, more, control);
        best |= u16::from(solution.upper >= score) << column.index();
    }
    Row { score, best }
}
