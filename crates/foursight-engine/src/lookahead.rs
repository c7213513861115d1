//! Looking a few plies ahead: what a player sees without calculating to the end.

use foursight::{Column, Position, Score, Size};

use crate::Limits;
use crate::solve::sort_from_center;

/// A rating for each column from looking `depth` plies ahead; `None` where no disc can be played.
///
/// A rating other than 0 is exact: the win or loss comes within `depth` plies. Everything further ahead rates
/// 0, like a draw. At depth 1, only winning moves have a rating other than 0.
///
/// ```
/// use foursight::{Position, STANDARD};
/// use foursight_engine::rate_moves;
///
/// let position: Position = "1716252".parse()?;
/// let ratings = rate_moves(&position, 1).into_iter().map(|rating| rating.unwrap().value());
/// assert_eq!(ratings.collect::<Vec<_>>(), [0, 0, 0, 18, 0, 0, 0]);
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
pub fn rate_moves<S: Size>(position: &Position<S>, depth: usize) -> Vec<Option<Score>> {
    let ratings = Lookahead::new(position.size(), Limits::default()).rate_moves(position, depth);
    ratings.expect("nothing stops it")
}

/// The ratings at the greatest depth up to `depth` that is finished within `limits`, but at least two plies deep.
pub(crate) fn rate_moves_within<S: Size>(
    position: &Position<S>,
    depth: usize,
    limits: Limits<'_>,
) -> Vec<Option<Score>> {
    let mut lookahead = Lookahead::new(position.size(), limits);
    let mut ratings = rate_moves(position, depth.min(2));
    for deeper in 3..=depth {
        match lookahead.rate_moves(position, deeper) {
            Ok(better) => ratings = better,
            Err(Stopped) => break,
        }
    }
    ratings
}

/// The nodes searched between two checks of the limits.
const CHECK_INTERVAL: u64 = 1 << 10;

/// Negamax to a depth, with a window.
struct Lookahead<'a> {
    columns_from_center: Vec<Column>,
    limits: Limits<'a>,
    nodes: u64,
}

/// A limit was reached.
#[derive(Debug)]
struct Stopped;

impl<'a> Lookahead<'a> {
    fn new(size: impl Size, limits: Limits<'a>) -> Self {
        let mut columns_from_center: Vec<Column> = size.columns().collect();
        sort_from_center(&mut columns_from_center, size);
        Self { columns_from_center, limits, nodes: 0 }
    }

    fn rate_moves<S: Size>(
        &mut self,
        position: &Position<S>,
        depth: usize,
    ) -> Result<Vec<Option<Score>>, Stopped> {
        let mut rate = |column| match position.play(column) {
            Err(_) => Ok(None),
            Ok(_) if depth == 0 => Ok(Some(Score::DRAW)),
            Ok(next) if next.is_won() => Ok(Some(Score::win_now(position))),
            Ok(next) => {
                let score = self.rate(&next, depth - 1, LOWEST, -LOWEST)?;
                Ok(Some(-score))
            }
        };
        position.size().columns().map(&mut rate).collect()
    }

    fn rate<S: Size>(
        &mut self,
        position: &Position<S>,
        depth: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if let Some(rating) = rate_at_once(position, depth) {
            return Ok(rating);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) && self.limits.are_reached(self.nodes) {
            return Err(Stopped);
        }
        let moves = position.non_losing_moves();
        if moves.is_empty() {
            return Ok(Score::loss_next(position));
        }
        // None of these moves lets the other side win with the last ply.
        if depth == 2 {
            return Ok(Score::DRAW);
        }
        let mut best = LOWEST;
        for index in 0..self.columns_from_center.len() {
            let landing = moves.in_column(self.columns_from_center[index]);
            if landing.is_empty() {
                continue;
            }
            let next = position.play_unchecked(landing);
            best = best.max(-self.rate(&next, depth - 1, -beta, -alpha)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}

/// Below every score.
const LOWEST: Score = Score::new(-i8::MAX);

/// The rating of an open position, if looking one move ahead shows it.
fn rate_at_once<S: Size>(position: &Position<S>, depth: usize) -> Option<Score> {
    if depth == 0 || position.is_full() {
        return Some(Score::DRAW);
    }
    if !(position.playable_cells() & position.winning_cells()).is_empty() {
        return Some(Score::win_now(position));
    }
    (depth == 1).then_some(Score::DRAW)
}
