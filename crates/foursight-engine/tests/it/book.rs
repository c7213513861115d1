//! The built-in opening books, and books for other boards.

use foursight::size::Fixed;
use foursight::{
    AnySize, Board, Column, Player, Position, STANDARD, Score, Standard, notation::grid,
};
use foursight_engine::{
    AnySolver, BookError, BookSolver, Control, Goal, OpeningBook, OpeningBooks, Solve, Solver,
    TableSize, stored_positions,
};

use crate::scores::slow_tests;

fn only(book: OpeningBook) -> OpeningBooks {
    let mut books = OpeningBooks::none();
    books.add(book);
    books
}

fn embedded(plies: usize) -> OpeningBook {
    let books = OpeningBooks::embedded();
    let book = books.all().find(|book| book.plies() == plies).expect("the book is compiled in");
    book.clone()
}

/// The scores of all first moves, as published by J. Tromp and others.
#[test]
fn the_first_moves_are_known() {
    let empty = Position::new();
    let books = OpeningBooks::embedded();
    let score = |column| Some(-books.score(&empty.play(column).unwrap())?.value());
    let scores: Option<Vec<i32>> = empty.moves().map(score).collect();
    assert_eq!(scores.unwrap(), [-2, -1, 0, 1, 0, -1, -2]);
    assert_eq!(books.score(&empty), Some(Score::new(1)));
}

#[test]
fn random_positions_score_as_the_solver_says() {
    let mut solver = Solver::new(STANDARD);
    for book in OpeningBooks::embedded().all() {
        // A position of a shallow book takes ten seconds or more; `books_agree` compares it with the deeper one.
        let n_positions = match (slow_tests(), book.plies()) {
            (true, 8..) => 2_000,
            (false, 12) => 2,
            _ => 0,
        };
        let (books, positions) = (only(book.clone()), stored_positions(STANDARD, book.plies()));
        assert_eq!(positions.len(), book.n_positions());
        for position in fastrand::Rng::with_seed(3).choose_multiple(&positions, n_positions) {
            assert_eq!(books.score(position), Some(solver.score(position)), "{position}");
            assert_eq!(books.score(&position.mirror()), books.score(position));
            assert_eq!(books.score(&position.to_any()), books.score(position));
        }
    }
}

/// Building a book from the same scores in another order gives the same file, byte for byte.
#[track_caller]
fn check_second_build(book: &OpeningBook, max_bytes: usize) {
    let plies = book.plies();
    let mut positions = stored_positions(STANDARD, plies);
    assert_eq!(positions.len(), book.n_positions());
    positions.reverse();
    let books = only(book.clone());
    let scores: Vec<_> =
        positions.iter().map(|p| (p.mirror(), books.score(p).expect("it is stored"))).collect();
    let bytes = OpeningBook::encode(STANDARD, plies, &scores).unwrap();
    assert!(bytes == book.as_bytes());
    assert!(bytes.len() <= max_bytes, "{} bytes", bytes.len());
}

#[test]
fn a_second_build_gives_the_same_file() {
    check_second_build(&embedded(8), 45_000);
    if cfg!(feature = "book-12") {
        check_second_build(&embedded(4), 400);
    }
    if slow_tests() && cfg!(feature = "book-12") {
        check_second_build(&embedded(12), 2_500_000);
    }
}

/// A book's scores agree with best play to the positions of a deeper book.
#[test]
fn books_agree() {
    let books: Vec<OpeningBook> = OpeningBooks::embedded().all().cloned().collect();
    let n_positions = if slow_tests() { 77_715 } else { 2_000 };
    for pair in books.windows(2) {
        let [shallow, deep] = [0, 1].map(|book| only(pair[book].clone()));
        let positions = stored_positions(STANDARD, pair[0].plies());
        for position in fastrand::Rng::with_seed(5).choose_multiple(&positions, n_positions) {
            assert_eq!(shallow.score(position), deep.score(position), "{position}");
        }
    }
}

#[test]
fn what_no_game_leads_to_has_no_score() {
    let board: Board =
        grid::read(".......\n.......\n.......\n.......\nX..X...\nO..O...", 4).unwrap();
    let unreachable = Position::from_board(STANDARD, &board).unwrap();
    assert_eq!(unreachable.side_to_move(), Player::First);
    let books = OpeningBooks::embedded();
    assert_eq!(books.score(&unreachable), None);
    let won: Position = "1212121".parse().unwrap();
    assert_eq!(books.score(&won), None);
    let other_board = Position::empty(Fixed::<6, 7>);
    assert_eq!(books.score(&other_board), None);
}

#[test]
fn a_solver_with_books_says_where_its_answer_is_from() {
    let mut solver = BookSolver::new(only(embedded(8)), Solver::new(STANDARD));
    let mut solve = |moves: &str| {
        let position: Position = moves.parse().unwrap();
        let solution = solver.solve(&position, Goal::Score, &mut Control::default());
        (solution.score().unwrap().value(), solution.from_book, solution.nodes > 0)
    };
    assert_eq!(solve("4444"), (1, true, false));
    assert_eq!(solve("37313333717124171162542"), (3, false, true));
}

#[test]
fn damaged_books_are_refused() {
    let bytes = embedded(8).as_bytes().to_vec();
    let error = |bytes: &[u8]| OpeningBook::from_bytes(bytes.to_vec()).unwrap_err();
    assert_eq!(error(b""), BookError::NoBook);
    assert_eq!(error(b"444 1\n445 2\n"), BookError::NoBook);
    for length in [8, 9, 20, 100, bytes.len() - 1] {
        assert_eq!(error(&bytes[..length]), BookError::Damaged, "{length}");
    }
    for at in (0..bytes.len()).step_by(97).chain(0..60) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        let expected = match at {
            0..8 => BookError::NoBook,
            8 => BookError::Version(0x11),
            _ => BookError::Damaged,
        };
        assert_eq!(error(&damaged), expected, "{at}");
    }
}

/// The checksum described in docs/book-format.md.
fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(0xcbf2_9ce4_8422_2325, |sum, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3))
}

/// Intact files with impossible contents. docs/book-format.md gives the position of each number.
#[test]
fn books_that_make_no_sense_are_refused() {
    let bytes = embedded(8).as_bytes().to_vec();
    let with = |at: usize, value: u8| {
        let mut changed = bytes[..bytes.len() - 8].to_vec();
        changed[at] = value;
        let sum = checksum(&changed);
        changed.extend(sum.to_le_bytes());
        OpeningBook::from_bytes(changed).map(|_| ())
    };
    assert_eq!(with(9, 7), Ok(()), "the same width");
    let (lowest, n_symbols) = (17, usize::from(bytes[18]));
    for (at, value) in [
        (9, 0),                     // columns
        (10, 200),                  // rows
        (11, 9),                    // in a row
        (12, 42),                   // plies
        (lowest, 0x80),             // the lowest score
        (lowest, 20),               // and with it the highest
        (18, 0),                    // symbols
        (19, 49),                   // the length of a codeword
        (19, 1),                    // more codewords than there can be
        (19 + n_symbols, 0),        // layers
        (19 + n_symbols, 9),        // more layers than there is room for
        (19 + n_symbols + 3, 0x7f), // slots
    ] {
        assert_eq!(with(at, value), Err(BookError::Damaged), "{at} {value}");
    }
}

#[test]
fn what_cannot_be_stored_is_refused() {
    let position: Position = "12".parse().unwrap();
    let draw = Score::DRAW;
    let encode = |plies, scores: &[_]| OpeningBook::encode(STANDARD, plies, scores).map(|_| ());
    assert_eq!(encode(2, &[(position, draw), (position.mirror(), draw)]), Ok(()));
    let scores = [(position, draw), (position.mirror(), Score::new(1))];
    assert_eq!(encode(2, &scores), Err(BookError::TwoScores));
    let expected = BookError::Ply { found: 2, expected: 3 };
    assert_eq!(encode(3, &[(position, draw)]), Err(expected));
    assert!(matches!(encode(42, &[]), Err(BookError::Ply { .. })));
}

/// A book that is far deeper than the position is not searched for hours.
#[test]
fn deep_books_are_not_asked_about_early_positions() {
    let size = Fixed::<4, 4>;
    let mut solver = Solver::new(size);
    let scores: Vec<_> =
        stored_positions(size, 12).into_iter().map(|p| (p, solver.score(&p))).collect();
    let book = OpeningBook::from_bytes(OpeningBook::encode(size, 12, &scores).unwrap()).unwrap();
    let books = only(book);
    assert_eq!(books.score(&Position::empty(size)), None);
    let later = Position::from_columns(size, [0, 1, 0, 1].map(Column::new)).unwrap();
    assert_eq!(books.score(&later), Some(solver.score(&later)));
}

/// Of two books for the same positions, the one added last answers.
#[test]
fn an_own_book_comes_before_that_of_the_program() {
    let mut books = OpeningBooks::embedded();
    let nothing: [(Position, Score); 0] = [];
    books
        .add(OpeningBook::from_bytes(OpeningBook::encode(STANDARD, 8, &nothing).unwrap()).unwrap());
    let first = books.all().find(|book| book.plies() == 8);
    assert_eq!(first.map(OpeningBook::n_positions), Some(0));
}

/// A cleared solver works as hard as a new one.
#[test]
fn clearing_reaches_the_solver_behind_the_books() {
    let position: Position = "37313333717124171162542".parse().unwrap();
    let mut solver = BookSolver::new(only(embedded(8)), Solver::new(STANDARD));
    let new = solved_nodes(&mut solver, &position);
    assert!(solved_nodes(&mut solver, &position) < new, "the table knows the answer");
    solver.clear();
    assert_eq!(solved_nodes(&mut solver, &position), new);
}

fn solved_nodes(solver: &mut impl Solve<Standard>, position: &Position) -> u64 {
    solver.solve(position, Goal::Score, &mut Control::default()).nodes
}

/// Every position that games reach, with its mirror image, has the score that the solver finds.
#[track_caller]
fn check_all_positions(board: &str, connect: usize, plies: usize) {
    let size = board.parse::<AnySize>().unwrap().with_connect(connect).unwrap();
    let mut solver = AnySolver::new(size, TableSize::from_mib(1));
    let stored: Vec<_> =
        stored_positions(size, plies).into_iter().map(|p| (p, solver.score(&p))).collect();
    let bytes = OpeningBook::encode(size, plies, &stored).unwrap();
    let book = OpeningBook::from_bytes(bytes).unwrap();
    assert_eq!((book.size(), book.plies(), book.n_positions()), (size, plies, stored.len()));
    let books = only(book);
    let (mut of_ply, mut n_seen) = (vec![Position::empty(size)], 0);
    for _ in 0..=plies {
        for position in &of_ply {
            let score = solver.score(position);
            assert_eq!(books.score(position), Some(score), "{board} {connect}\n{position}");
            n_seen += 1;
        }
        let next = of_ply.iter().flat_map(|p| p.moves().map(|column| p.play(column).unwrap()));
        let mut next: Vec<_> = next.filter(|position| position.outcome().is_none()).collect();
        next.sort_by_key(Position::key);
        next.dedup_by_key(|position| position.key());
        for beyond in next.iter().filter(|position| position.ply() > plies) {
            assert_eq!(books.score(beyond), None, "{board} {connect}\n{beyond}");
        }
        of_ply = next;
    }
    assert!(n_seen > 30, "{n_seen} positions");
}

/// Narrow, wide and high boards, with keys of up to 64 bits.
#[test]
fn books_of_other_boards_know_every_position() {
    for (board, connect, plies) in [
        ("5x4", 4, 5),
        ("4x5", 4, 7),
        ("3x3", 3, 6),
        ("9x3", 3, 3),
        ("8x7", 3, 3),
        ("6x9", 3, 4),
        ("10x5", 3, 3),
        ("7x6", 3, 4),
    ] {
        check_all_positions(board, connect, plies);
    }
}

#[test]
fn boards_with_long_keys_have_no_books() {
    let size = AnySize::new(8, 8, 4).unwrap();
    assert_eq!(OpeningBook::encode(size, 0, &[]), Err(BookError::Board(size)));
}
