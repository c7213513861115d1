//! Openings: imposed first moves that make deterministic players play different games.

use fastrand::Rng;
use foursight::{AnySize, Column, Position, Size};

/// An opening of `plies` random moves after which the game is open and nobody has an immediate win.
///
/// The same random numbers give the same opening. On boards too small for this many moves it is shorter.
pub fn random_opening(size: AnySize, plies: usize, random: &mut Rng) -> Vec<Column> {
    (0..=plies.min(size.n_cells()))
        .rev()
        .find_map(|plies| (0..100).find_map(|_| attempt(size, plies, random)))
        .expect("nobody wins at once on an empty board")
}

fn attempt(size: AnySize, plies: usize, random: &mut Rng) -> Option<Vec<Column>> {
    let mut position = Position::empty(size);
    let mut columns = Vec::new();
    for _ in 0..plies {
        let column = random.choice(position.moves().collect::<Vec<_>>())?;
        position = position.play(column).expect("the move is legal");
        columns.push(column);
    }
    let playable = position.playable_cells();
    let wins = position.winning_cells() | position.opponent_winning_cells();
    (position.outcome().is_none() && (playable & wins).is_empty()).then_some(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_open_and_can_be_had_again() {
        for plies in [0, 1, 4, 8, 12, 40] {
            for seed in 0..9 {
                let draw = || random_opening(AnySize::default(), plies, &mut Rng::with_seed(seed));
                let opening = draw();
                assert!(opening.len() == plies || plies == 40);
                assert_eq!(opening, draw());
                let position = Position::from_columns(AnySize::default(), opening).unwrap();
                assert_eq!(position.outcome(), None);
                let wins = position.winning_cells() | position.opponent_winning_cells();
                assert!((position.playable_cells() & wins).is_empty(), "{position:?}");
            }
        }
    }
}
