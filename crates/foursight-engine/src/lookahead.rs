//! A look a few plies ahead: what a player sees who does not calculate to the end.

use foursight::{Position, Score, Size};

use crate::solve::sort_from_center;

/// A rating for each column, seen `depth` plies ahead; `None` where no disc can be played.
///
/// A rating other than 0 is exact: the side to move can force that win within `depth` plies, or
/// loses so within them. Whatever lies further ahead is rated 0, like a draw. At depth 1 only
/// winning moves are rated.
///
/// ```
/// use foursight::{Position, STANDARD};
/// use foursight_engine::rate_moves;
///
/// let position = Position::from_columns(STANDARD, [0, 6, 0, 5, 1, 4, 1])?;
/// let ratings = rate_moves(&position, 1).into_iter().map(|rating| rating.unwrap().value());
/// assert_eq!(ratings.collect::<Vec<_>>(), [0, 0, 0, 18, 0, 0, 0]);
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
pub fn rate_moves<S: Size>(position: &Position<S>, depth: usize) -> Vec<Option<Score>> {
    let size = position.size();
    let mut columns: Vec<_> = size.columns().collect();
    sort_from_center(&mut columns, size);
    let lookahead = Lookahead { columns: &columns };
    let rate = |column| {
        let next = position.play(column).ok()?;
        let rating = if next.is_won() {
            Score::win_now(size.n_cells(), position.ply())
        } else {
            -lookahead.rate(&next, depth - 1, Score::new(-i8::MAX), Score::new(i8::MAX))
        };
        Some(rating)
    };
    if depth == 0 {
        return size
            .columns()
            .map(|column| position.play(column).ok().map(|_| Score::DRAW))
            .collect();
    }
    size.columns().map(rate).collect()
}

/// Negamax to a depth, with a window.
struct Lookahead<'a> {
    /// The columns from the center outward.
    columns: &'a [foursight::Column],
}

impl Lookahead<'_> {
    fn rate<S: Size>(
        &self,
        position: &Position<S>,
        depth: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        if depth == 0 || position.is_full() {
            return Score::DRAW;
        }
        let playable = position.playable_cells();
        if !(playable & position.winning_cells()).is_empty() {
            return Score::win_now(position.size().n_cells(), position.ply());
        }
        if depth == 1 {
            return Score::DRAW;
        }
        let moves = position.non_losing_moves();
        if moves.is_empty() {
            return Score::loss_next(position.size().n_cells(), position.ply());
        }
        // No move loses within two plies, and none wins within three unless it is looked at.
        let mut best = Score::new(-i8::MAX);
        for &column in self.columns {
            let landing = moves.in_column(column);
            if landing.is_empty() {
                continue;
            }
            let next = position.play_unchecked(landing);
            best = best.max(-self.rate(&next, depth - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
