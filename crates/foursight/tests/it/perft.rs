use foursight::perft::{perft, positions_by_ply};
use foursight::{AnySize, Position, STANDARD, Size};

#[track_caller]
fn check<S: Size>(position: &Position<S>, expected: &[u64]) {
    for (depth, &n) in (1..).zip(expected) {
        assert_eq!(perft(position, depth), n, "{position:?} at depth {depth}");
    }
}

#[test]
fn standard_board() {
    let known = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    check(&Position::new(), &known);
    check(&Position::new().to_any(), &known);
}

#[test]
fn a_finished_game_has_no_moves() {
    let won: Position = "1212121".parse().unwrap();
    check(&won, &[0, 0]);
    assert_eq!(perft(&won, 0), 1);
    let before: Position = "121212".parse().unwrap();
    check(&before, &[7, 6 * 7]);
}

/// Distinct positions by ply: OEIS A212693.
#[test]
fn distinct_positions() {
    let known = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186];
    let counts: Vec<u64> = positions_by_ply(Position::new()).take(known.len()).collect();
    assert_eq!(counts, known);
    let last = 1 + STANDARD.n_cells();
    assert!(known.len() < last);
}

/// The whole game tree of a small board, counted in two ways.
#[test]
fn distinct_positions_end_with_the_board() {
    let size = AnySize::new(3, 3, 3).unwrap();
    let counts: Vec<u64> = positions_by_ply(Position::empty(size)).collect();
    assert_eq!(counts.len(), 10, "plies 0 to 9: {counts:?}");

    let mut ply = std::collections::HashSet::from([Position::empty(size)]);
    for count in counts {
        assert_eq!(ply.len() as u64, count);
        ply = ply.iter().flat_map(|p| p.moves().map(|c| p.play(c).unwrap())).collect();
    }
    assert!(ply.is_empty());
}
