//! Games given as lists of zero-based columns, as in the test-driven Clojure tutorial
//! (seed 002): red moves first, and cells are named (row, column) from the lower left.

use foursight::{Bitboard, Cell, Column, Game, Outcome, PlayError, Player, Position, STANDARD};

const RED: Option<Player> = Some(Player::First);
const YELLOW: Option<Player> = Some(Player::Second);
const EMPTY: Option<Player> = None;

fn play(columns: &[usize]) -> Position {
    Position::from_columns(STANDARD, columns.iter().copied().map(Column::new)).unwrap()
}

#[track_caller]
fn check_disc(columns: &[usize], row: usize, column: usize, expected: Option<Player>) {
    assert_eq!(play(columns).disc_at(Cell::new(column, row)), expected);
}

#[test]
fn discs_come_to_rest_where_they_should() {
    check_disc(&[], 0, 0, EMPTY);
    check_disc(&[0], 0, 0, RED);
    check_disc(&[1], 0, 0, EMPTY);
    check_disc(&[1], 0, 1, RED);
    check_disc(&[2], 0, 0, EMPTY);
    check_disc(&[2], 0, 1, EMPTY);
    check_disc(&[2], 0, 2, RED);
    check_disc(&[0, 1], 0, 0, RED);
    check_disc(&[0, 1], 0, 1, YELLOW);
    check_disc(&[0, 0], 0, 0, RED);
    check_disc(&[0, 0], 1, 0, YELLOW);
}

const FULL: [usize; 42] = [
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 4, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5,
    5, 5, 5, 5, 6, 6, 6, 6, 6, 6,
];

#[test]
fn a_full_board_is_a_draw() {
    let position = play(&FULL);
    assert!(position.is_full());
    assert_eq!(position.outcome(), Some(Outcome::Draw));
}

#[test]
fn a_move_into_a_full_column_changes_nothing() {
    let mut game = Game::new(play(&[0, 0, 0, 0, 0, 0]));
    assert_eq!(game.play(Column::new(0)), Err(PlayError::ColumnFull(Column::new(0))));
    assert_eq!(*game.position(), play(&[0, 0, 0, 0, 0, 0]));
    assert!(!game.position().can_play(Column::new(0)));
    assert!(game.position().can_play(Column::new(1)));
}

#[track_caller]
fn check_connect_four(columns: &[usize], winner: Option<Player>) {
    assert_eq!(play(columns).is_won(), winner.is_some());
    assert_eq!(play(columns).outcome(), winner.map(Outcome::Win));
}

#[test]
fn connect_four() {
    check_connect_four(&[3, 3], None);
    check_connect_four(&[0, 0, 1, 1, 2, 2, 3], RED);
    check_connect_four(&[0, 1, 1, 2, 2, 3, 3, 4], YELLOW);
    check_connect_four(&[0, 1, 0, 1, 0, 1, 0], RED);
    check_connect_four(&[0, 1, 0, 1, 0, 1, 2, 1], YELLOW);
    check_connect_four(&[0, 1, 1, 2, 2, 3, 2, 3, 3, 5, 3], RED);
}

/// The cells where discs can land: the tutorial's column heights.
#[test]
fn heights_of_columns() {
    let position = play(&[0, 0, 1, 2, 3, 2, 4]);
    let landing = [(0, 2), (1, 1), (2, 2), (3, 1), (4, 1), (5, 0), (6, 0)];
    let cells: Bitboard = landing.into_iter().map(|(column, row)| Cell::new(column, row)).collect();
    assert_eq!(position.playable_cells(), cells);
}

#[test]
fn the_place_of_a_wrong_move_is_named() {
    let error = Position::from_columns(STANDARD, [0, 6, 7].map(Column::new)).unwrap_err();
    assert_eq!(error.to_string(), "move 3: there is no column 8; the board has columns 1 to 7");
    let error = Position::from_columns(STANDARD, [Column::new(0); 7]).unwrap_err();
    assert_eq!(error.to_string(), "move 7: column 1 is full");
}
