use foursight::bits_explained::Layout;
use foursight::size::{Fixed, SizeVisitor};
use foursight::{
    AnySize, Bitboard, Bits, Cell, Column, Outcome, PlayError, Player, Position, PositionError,
    Size,
};

use crate::naive::{self, Lcg};
use crate::size::all_sizes;

fn columns(indices: &[usize]) -> Vec<Column> {
    indices.iter().map(|&index| Column::new(index)).collect()
}

#[test]
fn generated_moves_are_exactly_the_accepted_ones() {
    let mut random = Lcg(3);
    for _ in 0..300 {
        let plies = random.below(43);
        let position = naive::random_position(foursight::STANDARD, &mut random, plies);
        let generated: Vec<Column> = position.moves().collect();
        let all = (0..Column::MAX_COUNT).map(Column::new);
        let accepted: Vec<Column> = all.filter(|&c| position.play(c).is_ok()).collect();
        assert_eq!(generated, accepted, "{position:?}");
    }
}

/// The cells where discs can land.
#[test]
fn playable_cells_lie_on_top() {
    let position: Position = "1123435".parse().unwrap();
    let landing = [(0, 2), (1, 1), (2, 2), (3, 1), (4, 1), (5, 0), (6, 0)];
    let cells: Bitboard = landing.into_iter().map(|(column, row)| Cell::new(column, row)).collect();
    assert_eq!(position.playable_cells(), cells);
}

#[test]
fn the_place_of_a_refused_move_is_named() {
    let error = Position::from_columns(foursight::STANDARD, columns(&[0, 6, 7])).unwrap_err();
    assert_eq!(error.to_string(), "move 3: there is no column h; the board has columns a to g");
    let error = Position::from_columns(foursight::STANDARD, columns(&[0; 7])).unwrap_err();
    assert_eq!(error.to_string(), "move 7: column a is full");
}

#[test]
fn refused_moves_say_why() {
    let position: Position = "444444".parse().unwrap();
    assert_eq!(position.play(Column::new(3)).unwrap_err().to_string(), "column d is full");
    assert_eq!(
        position.play(Column::new(7)).unwrap_err().to_string(),
        "there is no column h; the board has columns a to g"
    );
    let won: Position = "1212121".parse().unwrap();
    assert_eq!(won.play(Column::new(5)), Err(PlayError::GameOver(Outcome::Win(Player::First))));
    assert_eq!(won.play(Column::new(5)).unwrap_err().to_string(), "the game is over: red has won");
}

#[test]
fn a_win_with_the_42nd_disc_is_a_win() {
    let position: Position = "557353756357262164721166463253473447421112".parse().unwrap();
    assert!(position.is_full());
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::Second)));
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let position: Position = "111111222222333333544444455555666666777777".parse().unwrap();
    assert!(position.is_full());
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    assert_eq!(position.moves().count(), 0);
}

/// Compares with the definition: no reply completes a line.
#[test]
fn non_losing_moves_agree_with_their_definition() {
    let mut random = Lcg(5);
    let size = AnySize::new(6, 5, 4).unwrap();
    let mut n_checked = 0;
    while n_checked < 3_000 {
        let plies = random.below(28);
        let position = naive::random_position(size, &mut random, plies);
        if position.outcome().is_some() || position.moves().any(|c| position.is_winning_move(c)) {
            continue;
        }
        let safe: Vec<Column> = position
            .moves()
            .filter(|&column| {
                let next = position.play(column).unwrap();
                !next.moves().any(|reply| next.is_winning_move(reply))
            })
            .collect();
        let generated: Vec<Column> = position.non_losing_moves().columns().collect();
        assert_eq!(generated, safe, "{position:?}");
        n_checked += 1;
    }
}

#[test]
fn winning_moves_agree_with_playing_them() {
    let mut random = Lcg(6);
    for _ in 0..3_000 {
        let plies = random.below(42);
        let position = naive::random_position(foursight::STANDARD, &mut random, plies);
        for column in position.moves() {
            let won = position.play(column).unwrap().is_won();
            assert_eq!(position.is_winning_move(column), won, "{position:?} {column}");
        }
    }
}

/// The same position in every form of its size: 8x7 fills its word to the last bit.
#[test]
fn all_forms_of_a_size_agree() {
    fn check<S: Size>(size: S, n_positions: usize) {
        let mut random = Lcg(7);
        for _ in 0..n_positions {
            let plies = random.below(size.n_cells());
            let position = naive::random_position(size, &mut random, plies);
            let any = position.to_any();
            assert_eq!(any.with_size(size), Some(position));
            assert_eq!(any.key(), position.key().widen());
            assert_eq!(Layout::Sentinel.encode(position.discs()), any.discs().bits());
            assert_eq!(any.canonical_key(), position.canonical_key().widen());
            assert_eq!(any.outcome(), position.outcome());
            let of_any = |cells: Bitboard<S>| Bitboard::from_cells(any.size(), cells).bits();
            assert_eq!(any.winning_cells().bits(), of_any(position.winning_cells()));
            assert_eq!(any.non_losing_moves().bits(), of_any(position.non_losing_moves()));
            assert_eq!(
                any.last_moves().collect::<Vec<_>>(),
                position.last_moves().collect::<Vec<_>>()
            );
            assert_eq!(Position::from_board(size, &any.to_board()), Ok(position));
            assert_eq!(any.mirror(), position.mirror().to_any());
            assert_eq!(any.side_to_move(), position.side_to_move());
        }
    }
    struct Check;
    impl SizeVisitor for Check {
        type Output = ();

        fn visit<S: Size>(self, size: S) {
            check(size, 20);
        }
    }
    check(foursight::STANDARD, 200);
    check(Fixed::<4, 3>, 200);
    check(Fixed::<8, 7>, 200);
    check(Fixed::<5, 4, 3>, 200);
    for size in all_sizes() {
        size.dispatch(Check);
    }
}

#[test]
fn another_size_is_another_board() {
    let position = Position::empty(AnySize::new(7, 5, 4).unwrap());
    assert_eq!(position.with_size(foursight::STANDARD), None);
    let five = Position::empty(AnySize::new(7, 6, 5).unwrap());
    assert_eq!(five.with_size(foursight::STANDARD), None, "the line length is part of the size");
}

#[track_caller]
fn check_refused(grid: &str, expected: PositionError, message: &str) {
    let board = foursight::notation::grid::read(grid, 4).unwrap();
    let error = Position::from_board(board.size(), &board).unwrap_err();
    assert_eq!(error, expected);
    assert_eq!(error.to_string(), message);
}

#[test]
fn impossible_boards_are_refused() {
    check_refused(
        "....\n.X..\n....\n.O..",
        PositionError::Floating { row: 1, column: Column::new(1) },
        "row 2, cell 2: a disc floats",
    );
    check_refused(
        "....\n....\n....\nXXX.",
        PositionError::Counts { first: 3, second: 0 },
        "red has 3 more discs than yellow",
    );
    check_refused(
        "....\n....\n....\nOX.O",
        PositionError::Counts { first: 1, second: 2 },
        "yellow has 1 more disc than red",
    );
    check_refused("....\n....\nOOOO\nXXXX", PositionError::TwoWinners, "both players have a line");
    check_refused(
        "....\n...O\n.OOO\nXXXX",
        PositionError::PlayedOn(Player::First),
        "red has a line, but yellow has moved since",
    );
    check_refused(
        ".....\nXXXX.\nOOXOO\nOOXOO\nXXXXO",
        PositionError::SplitLines(Player::First),
        "red has lines that no single disc can have completed",
    );
}

#[test]
fn cells_outside_the_board_are_empty() {
    let position: Position = "1".parse().unwrap();
    assert_eq!(position.disc_at(Cell::new(7, 0)), None);
    assert_eq!(position.disc_at(Cell::new(0, 6)), None, "a sentinel is no cell");
}

#[test]
fn a_position_shows_its_board() {
    let size = AnySize::new(4, 3, 3).unwrap();
    let position = Position::from_columns(size, columns(&[0, 0, 3])).unwrap();
    assert_eq!(position.to_string(), "....\nO...\nX..X\n");
    assert_eq!(format!("{position:?}"), "Position on 4x3 with yellow to move\n....\nO...\nX..X\n");
}
