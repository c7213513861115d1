//! Two-dimensional boards with rows from the top, as in the Ruby assignment (seed 004).

use foursight::notation::nested;
use foursight::{Board, Column, Direction, PlayError, Player};

#[test]
fn discs_fall_to_the_lowest_empty_row() {
    let mut board = Board::default();
    let column = Column::new(2);
    for row in (0..6).rev() {
        assert_eq!(board.drop_disc(Player::First, column), Ok(row));
    }
    let full = board;
    assert_eq!(board.drop_disc(Player::Second, column), Err(PlayError::ColumnFull(column)));
    assert_eq!(board, full);
    let outside = PlayError::NoSuchColumn { column: Column::new(7), width: 7 };
    assert_eq!(board.drop_disc(Player::Second, Column::new(7)), Err(outside));
}

#[test]
fn the_example_of_the_assignment() {
    let text = "[ [nil, nil, nil, nil, nil, nil, nil], [nil, nil, nil, nil, nil, nil, nil],
        [nil, nil, nil, nil, nil, 1, nil], [nil, 1, nil, nil, 1, 0, nil],
        [nil, 0, nil, nil, 0, 0, nil], [0, 1, 1, nil, 1, 0, nil] ]";
    let board = nested::read(text, 4).unwrap();
    assert_eq!(board.disc_at(2, Column::new(5)), Some(Player::Second));
    assert_eq!(board.disc_at(3, Column::new(5)), Some(Player::First));
    assert_eq!(board.disc_at(5, Column::new(0)), Some(Player::First));
    assert_eq!(board.disc_at(0, Column::new(0)), None);
    assert_eq!(board.disc_at(6, Column::new(0)), None, "there is no such row");
    // Three red discs lie on one another, one short of a line.
    assert!(!board.completes_line(3, Column::new(5), Direction::Vertical));
}

/// The directions in which the disc at `row` and `column` is part of a line.
#[track_caller]
fn check_directions(grid: &str, row: usize, column: usize, expected: &[Direction]) {
    let board = foursight::notation::grid::read(grid, 4).unwrap();
    let column = Column::new(column);
    let found: Vec<_> =
        Direction::ALL.into_iter().filter(|&d| board.completes_line(row, column, d)).collect();
    assert_eq!(found, expected, "{grid}");
}

#[test]
fn wins_by_direction() {
    use Direction::{Falling, Horizontal, Rising, Vertical};
    check_directions("....\nX...\nX...\nX...\nX...", 1, 0, &[Vertical]);
    check_directions("....\n....\n....\nXXXX", 3, 2, &[Horizontal]);
    check_directions("...X\n..X.\n.X..\nX...", 0, 3, &[Rising]);
    check_directions("X...\n.X..\n..X.\n...X", 2, 2, &[Falling]);
    check_directions("....\n....\n....\nXX.X", 3, 1, &[]);
    check_directions("....\n....\n....\nXX.X", 3, 2, &[]);
    check_directions("X..X\n.XX.\n.XX.\nX..X", 1, 1, &[Falling]);
    check_directions("XXXXX\n.....\n.....", 0, 4, &[Horizontal]);
}
