//! Counting what the rules allow: move sequences and distinct positions.
//!
//! The counts of a move generator are known for many games and catch almost every mistake in one.

use alloc::vec;
use alloc::vec::Vec;

use crate::{Position, Size};

/// Number of move sequences of exactly `depth` plies from `position`.
///
/// Games that end earlier are not counted.
///
/// ```
/// use foursight::{Position, perft::perft};
/// assert_eq!(perft(&Position::new(), 4), 2_401);
/// ```
pub fn perft<S: Size>(position: &Position<S>, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.is_won() { 0 } else { perft_open(position, depth) }
}

/// [`perft`] from a position in which nobody has a line, at least one ply deep.
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

/// The numbers of distinct positions after 0, 1, 2, ... plies from `position`, until no game goes on.
///
/// Mirror images count apart. On the standard board this is sequence A212693 of the OEIS. The
/// positions of a whole ply are kept in memory: 4.5 million after 11 plies.
///
/// ```
/// use foursight::{Position, perft::positions_by_ply};
/// let counts: Vec<u64> = positions_by_ply(Position::new()).take(5).collect();
/// assert_eq!(counts, [1, 7, 49, 238, 1_120]);
/// ```
pub fn positions_by_ply<S: Size>(position: Position<S>) -> impl Iterator<Item = u64> {
    let mut ply = vec![position];
    core::iter::from_fn(move || {
        let count = ply.len() as u64;
        ply = next_ply(&ply);
        (count > 0).then_some(count)
    })
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
