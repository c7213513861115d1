//! Counts of move sequences and distinct positions that the rules allow.
//!
//! The correct numbers are known, so comparing them catches almost every mistake in a move generator.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::size::SizeVisitor;
use crate::{AnySize, Position, Size};

/// Number of move sequences of exactly `depth` plies from `position`.
///
/// Games that end earlier are not counted, so a won or full position has none from depth 1 on. At
/// depth 0 there is one sequence, the empty one, from every position.
///
/// ```
/// use foursight::{Position, perft::perft};
///
/// assert_eq!(perft(&Position::new(), 4), 2_401);
///
/// let won: Position = "1212121".parse()?;
/// assert_eq!([0, 1, 2].map(|depth| perft(&won, depth)), [1, 0, 0]);
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
pub fn perft<S: Size>(position: &Position<S>, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.is_won() { 0 } else { perft_open(position, depth) }
}

/// [`perft`] for a position in which nobody has a line, at least one ply deep.
fn perft_open<S: Size>(position: &Position<S>, depth: usize) -> u64 {
    let playable = position.playable_cells();
    if depth == 1 {
        return playable.count() as u64;
    }
    let going_on = playable & !position.winning_cells();
    going_on
        .columns()
        .map(|column| perft_open(&position.play_unchecked(playable.in_column(column)), depth - 1))
        .sum()
}

/// [`perft`] at full speed for a size known at run time.
///
/// ```
/// use foursight::{Position, perft::perft_any_size};
///
/// let position = Position::new().to_any();
/// assert_eq!(perft_any_size(&position, 4), 2_401);
/// ```
pub fn perft_any_size(position: &Position<AnySize>, depth: usize) -> u64 {
    struct Count<'a>(&'a Position<AnySize>, usize);
    impl SizeVisitor for Count<'_> {
        type Output = u64;

        fn visit<S: Size>(self, size: S) -> u64 {
            perft(&of_size(self.0, size), self.1)
        }
    }
    position.size().dispatch(Count(position, depth))
}

/// The numbers of distinct positions after 0, 1, 2, ... plies from `position`, as long as there are
/// any.
///
/// Unlike [`perft`], this counts finished games: a game won by its last move counts as a position of that ply, but no
/// position follows it. Mirror images count separately. On the standard board the numbers are sequence A212693 of the
/// OEIS.
///
/// Memory holds all positions of a ply and, while the next ply is computed, every move from them: on the standard
/// board, 27 MB for the 1.7 million positions after 10 plies, and 180 MB for their moves.
///
/// ```
/// use foursight::{Position, perft::positions_by_ply};
/// let counts: Vec<u64> = positions_by_ply(Position::new()).take(5).collect();
/// assert_eq!(counts, [1, 7, 49, 238, 1_120]);
///
/// let won: Position = "1212121".parse()?;
/// assert_eq!(positions_by_ply(won).collect::<Vec<_>>(), [1]);
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
pub fn positions_by_ply<S: Size>(position: Position<S>) -> impl Iterator<Item = u64> {
    let mut ply = vec![position];
    core::iter::from_fn(move || {
        let count = ply.len() as u64;
        ply = next_ply(&ply);
        (count > 0).then_some(count)
    })
}

/// [`positions_by_ply`] at full speed for a size known at run time.
pub fn positions_by_ply_any_size(position: &Position<AnySize>) -> Box<dyn Iterator<Item = u64>> {
    struct Count<'a>(&'a Position<AnySize>);
    impl SizeVisitor for Count<'_> {
        type Output = Box<dyn Iterator<Item = u64>>;

        fn visit<S: Size>(self, size: S) -> Self::Output {
            Box::new(positions_by_ply(of_size(self.0, size)))
        }
    }
    position.size().dispatch(Count(position))
}

fn of_size<S: Size>(position: &Position<AnySize>, size: S) -> Position<S> {
    position.with_size(size).expect("the size is the position's own")
}

fn next_ply<S: Size>(ply: &[Position<S>]) -> Vec<Position<S>> {
    let open = ply.iter().filter(|position| !position.is_won());
    let mut next: Vec<_> = open
        .flat_map(|position| {
            let playable = position.playable_cells();
            playable.columns().map(move |c| position.play_unchecked(playable.in_column(c)))
        })
        .collect();
    next.sort_unstable_by_key(Position::key);
    next.dedup();
    next
}
