//! Alpha-beta of depth eight with the usual evaluation: open lines, by the number of discs in them.

use foursight::line::Direction;
use foursight::{Bitboard, Bits, Column, Position, Size};
use foursight_engine::sort_from_center;

const DEPTH: i32 = 8;

/// The worth of a line of four with this number of discs of one side and none of the other.
const WORTH: [i32; 5] = [0, 1, 5, 25, 0];

const WIN: i32 = 1_000_000;

/// The move to play in an open position.
pub(super) fn choose<S: Size>(position: &Position<S>) -> Column {
    let mut columns: Vec<Column> = position.size().columns().collect();
    sort_from_center(&mut columns, position.size());
    let (mut best, mut alpha) = (None, -2 * WIN);
    for &column in &columns {
        let Ok(next) = position.play(column) else { continue };
        let value = -negamax(&next, &columns, DEPTH - 1, -2 * WIN, -alpha);
        if value > alpha {
            (best, alpha) = (Some(column), value);
        }
    }
    best.expect("the game is open")
}

fn negamax<S: Size>(
    position: &Position<S>,
    columns: &[Column],
    depth: i32,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    if position.is_won() {
        return -WIN - depth;
    }
    if position.is_full() {
        return 0;
    }
    if depth == 0 {
        let [mover, opponent] = [position.mover(), position.opponent()].map(Bitboard::bits);
        return open_lines(position.size(), mover, opponent)
            - open_lines(position.size(), opponent, mover);
    }
    let playable = position.playable_cells();
    for &column in columns {
        let landing = playable.in_column(column);
        if landing.is_empty() {
            continue;
        }
        let next = position.play_unchecked(landing);
        alpha = alpha.max(-negamax(&next, columns, depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The worth of the lines of four that `own` discs may still complete.
fn open_lines<S: Size>(size: S, own: S::Bits, other: S::Bits) -> i32 {
    let free = size.board() & !other;
    let worth = Direction::ALL.map(|direction| {
        let stride = direction.stride(size);
        // Bit by bit, whether a line that starts here is open, and whether it has exactly so many discs.
        let mut open = free;
        let mut with = [!S::Bits::ZERO, S::Bits::ZERO, S::Bits::ZERO, S::Bits::ZERO, S::Bits::ZERO];
        for n in 0..4 {
            open = open & (free >> (n * stride));
            let disc = own >> (n * stride);
            for n_discs in (1..with.len()).rev() {
                with[n_discs] = with[n_discs] & !disc | with[n_discs - 1] & disc;
            }
            with[0] = with[0] & !disc;
        }
        let lines = with.map(|lines| (lines & open).count() as i32);
        lines.iter().zip(WORTH).map(|(n_lines, worth)| n_lines * worth).sum::<i32>()
    });
    worth.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_wins_and_blocks() {
        for (moves, column) in [("112233", 3), ("17273", 3)] {
            let position: Position = moves.parse().unwrap();
            assert_eq!(choose(&position), Column::new(column), "{moves}");
        }
    }
}
