use foursight::notation::moves;
use foursight::{AnySize, Column, Position};
use foursight_engine::Guess;

fn position(size: &str, text: &str) -> Position<AnySize> {
    moves::position(text, size.parse().unwrap()).unwrap()
}

/// The guess for a position, one of the `expected` columns.
#[track_caller]
fn check(size: &str, text: &str, expected: &[usize]) -> Guess {
    let guess = Guess::new(&position(size, text)).expect("the game is open");
    let column = guess.column().index() + 1;
    assert!(expected.contains(&column), "{size} {text}: column {column}");
    guess
}

#[test]
fn wins_are_taken_and_blocked() {
    assert_eq!(check("9x9", "112233", &[4]).share(), 99);
    check("9x9", "21314", &[5]);
    // Both ends of the row are open.
    assert_eq!(check("9x9", "41516", &[3, 7]).share(), 1);
}

/// Two in a row with room on both sides must be stopped now.
#[test]
fn an_open_row_is_stopped_in_time() {
    check("9x9", "413", &[2, 5, 6]);
    check("10x10", "5a6", &[4, 7]);
}

/// On the standard board, whose scores are known: positions that are decided only by the last discs, long after the end
/// of the estimate's search. Without an evaluation, each side would always have 50 %.
#[test]
#[cfg(feature = "book-12")]
fn estimates_tell_who_wins_at_the_end() {
    use foursight::STANDARD;
    use foursight_engine::OpeningBooks;

    use crate::naive::random_position;

    let books = OpeningBooks::embedded();
    let mut random = fastrand::Rng::with_seed(1);
    let (mut n_right, mut n_positions) = (0, 0);
    while n_positions < 60 {
        let position = random_position(STANDARD, &mut random, 12..13);
        let score = books.score(&position).expect("it is in the book").value();
        if (1..=6).contains(&score.abs()) {
            let share = Guess::new(&position).unwrap().share();
            n_positions += 1;
            n_right += usize::from(if score > 0 { share > 50 } else { share < 50 });
        }
    }
    assert!(n_right >= 39, "{n_right} of {n_positions} are right");
}

/// Boards with other line lengths have guesses, too.
#[test]
fn other_lines_have_guesses() {
    let size = AnySize::new(10, 10, 6).unwrap();
    let row = [0, 9, 1, 9, 2, 9, 3, 9, 4].map(Column::new);
    let position = Position::from_columns(size, row).unwrap();
    assert_eq!(Guess::new(&position).unwrap().column(), Column::new(5));
}

#[test]
fn a_guess_says_what_it_expects() {
    let at_start = Guess::new(&position("8x8", "")).unwrap();
    assert!(at_start.to_string().contains("(not proved; "), "{at_start}");
    for text in ["112233", "41516"] {
        let guess = Guess::new(&position("9x9", text)).unwrap();
        assert_eq!(guess.result(), "likely better for red, 99%", "{text}");
    }
    assert_eq!(Guess::new(&position("9x9", "1212121")), None, "the game is over");
}
