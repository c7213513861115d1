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
    let size = |game: usize| games[game].first().map_or_else(AnySize::default, |one| one.size());
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

/// The rows of a game, found from its end: what is proved about a position is what the earlier ones lead to, so that the
/// table and the score of the move that was played leave little to search.
fn rows(game: &[AnyPosition], solver: &mut Solver, control: &mut Control<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut after: Option<(AnyPosition, Score)> = None;
    for position in game.iter().rev() {
        let played = |column| after.filter(|(next, _)| position.play(column).as_ref() == Ok(next));
        let known = position.moves().find_map(|column| Some((column, -played(column)?.1)));
        let least = known.map_or(Score::loss_next(position), |(_, score)| score);
        let within = least..=Score::win_now(position);
        let solution = solver.solve_within(position, within, Goal::Score, control);
        // Only Ctrl-C ends a search, and then nobody reads the rows.
        let score = solution.lower;
        let mut best = 0;
        for column in position.moves() {
            let is_best = match known {
                Some((played, own)) if played == column => own == score,
                _ => {
                    // For the other side: whether it has more than this score leaves it.
                    let more = Goal::AtLeast(Score::new(1 - score.value() as i8));
                    solver.solve_move(position, column, score, more, control).upper >= score
                }
            };
            best |= u16::from(is_best) << column.index();
        }
        rows.push(Row { score, best });
        after = Some((*position, score));
    }
    rows.reverse();
    rows
}
