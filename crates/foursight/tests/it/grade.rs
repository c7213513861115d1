//! Marks and accuracy.

use foursight::notation::moves;
use foursight::{Accuracy, AnySize, Column, Grade, Mark, Oversight, Score};

#[track_caller]
fn check(score: i8, best: i8, expected: Mark) {
    let grade = Grade::new(Score::new(score), Score::new(best));
    assert_eq!(grade.mark(), expected, "{score} where {best} is best");
}

#[test]
fn a_move_is_marked_by_what_it_gave_away() {
    check(3, 3, Mark::Best);
    check(0, 0, Mark::Best);
    check(-2, -2, Mark::Best);
    check(1, 3, Mark::Good);
    check(1, 4, Mark::Inaccuracy);
    check(-4, -3, Mark::Good);
    check(-9, -3, Mark::Inaccuracy);
    check(0, 3, Mark::Mistake);
    check(-1, 3, Mark::Blunder);
    check(-1, 0, Mark::Blunder);
}

#[test]
fn no_move_is_better_than_the_best() {
    let scores = [-1, 2, 0].map(Score::new);
    assert_eq!(Grade::among(Score::new(0), scores).best(), Score::new(2));
    assert_eq!(Grade::new(Score::new(3), Score::new(2)).mark(), Mark::Best);
}

const STANDARD: [usize; 3] = [7, 6, 4];

/// The grade of the move in `column`, counted from 1, given its score and the best move's score.
#[track_caller]
fn in_position(
    [width, height, connect]: [usize; 3],
    pos: &str,
    column: usize,
    score: i8,
    best: i8,
) -> Grade {
    let position = moves::position(pos, AnySize::new(width, height, connect).unwrap()).unwrap();
    let oversight = Oversight::of_move(&position, Column::new(column - 1));
    Grade::new(Score::new(score), Score::new(best)).with_oversight(oversight)
}

#[track_caller]
fn check_missed(grade: Grade, mark: Mark) {
    assert_eq!(grade.mark(), mark);
    assert_eq!(grade.mark().symbol(), "???");
}

#[test]
fn a_missed_win_in_one_is_a_mark_of_its_own() {
    check_missed(in_position(STANDARD, "121212", 3, -3, 18), Mark::MissedWin);
    // Also where the win is still certain, and where the opponent threatens as well.
    check_missed(in_position(STANDARD, "121212", 3, 17, 18), Mark::MissedWin);
    check_missed(in_position(STANDARD, "121212", 2, 2, 18), Mark::MissedWin);
    check_missed(in_position(STANDARD, "332244", 7, 16, 18), Mark::MissedWin);
    check_missed(in_position([5, 4, 4], "121213", 4, 1, 7), Mark::MissedWin);
    check_missed(in_position([4, 4, 3], "1212", 3, 0, 6), Mark::MissedWin);
}

#[test]
fn a_missed_block_is_a_mark_of_its_own() {
    check_missed(in_position(STANDARD, "12121", 3, -18, 0), Mark::MissedBlock);
    // Also where the block only delays the loss, by one move or more.
    check_missed(in_position(STANDARD, "12121", 3, -18, -17), Mark::MissedBlock);
    check_missed(in_position(STANDARD, "12121", 3, -18, -2), Mark::MissedBlock);
}

#[test]
fn what_no_move_could_help_is_not_missed() {
    let lost = in_position(STANDARD, "33224", 7, -18, -18);
    assert_eq!((lost.mark(), lost.oversight()), (Mark::Best, None));
    let even_a_block_loses = in_position(STANDARD, "12121", 3, -18, -18);
    assert_eq!(even_a_block_loses.mark(), Mark::Best);
    let blocked = in_position(STANDARD, "12121", 1, -3, 2);
    assert_eq!((blocked.mark(), blocked.oversight()), (Mark::Blunder, None));
    let won = in_position(STANDARD, "121212", 1, 18, 18);
    assert_eq!((won.mark(), won.oversight()), (Mark::Best, None));
    assert_eq!(in_position(STANDARD, "1212121", 3, -3, 2).oversight(), None, "the game is over");
}

/// With the worst moves first, a move that only changes the distance never comes before a missed win or block, or
/// before a move that changed the result.
#[test]
fn missed_wins_and_blocks_are_the_gravest() {
    let worst_first = [
        in_position(STANDARD, "121212", 3, -3, 18),
        in_position(STANDARD, "121212", 3, 17, 18),
        in_position(STANDARD, "12121", 3, -18, 2),
        in_position(STANDARD, "12121", 3, -18, -17),
        Grade::new(Score::new(-18), Score::new(3)),
        Grade::new(Score::new(-1), Score::new(0)),
        Grade::new(Score::new(0), Score::new(3)),
        Grade::new(Score::new(1), Score::new(18)),
        Grade::new(Score::new(1), Score::new(2)),
        Grade::new(Score::new(1), Score::new(1)),
    ];
    assert!(worst_first.windows(2).all(|pair| pair[0].severity() > pair[1].severity()));
    let n_mistakes = worst_first.iter().filter(|grade| grade.mark().is_mistake()).count();
    assert_eq!(n_mistakes, 7);
}

#[test]
fn accuracy_is_the_share_of_moves() {
    assert_eq!(Accuracy::default().best_share(), None);
    let grades = [
        Grade::new(Score::new(1), Score::new(1)),
        Grade::new(Score::new(1), Score::new(2)),
        Grade::new(Score::new(1), Score::new(9)),
        Grade::new(Score::new(0), Score::new(1)),
        Grade::new(Score::new(-1), Score::new(0)),
        in_position(STANDARD, "121212", 3, 17, 18),
        in_position(STANDARD, "121212", 3, 0, 18),
        in_position(STANDARD, "12121", 3, -18, -2),
    ];
    let mut twice: Accuracy = grades.into_iter().collect();
    twice += twice;
    assert_eq!((twice.n_graded(), twice.good, twice.blunders), (16, 2, 2));
    assert_eq!((twice.missed_wins, twice.missed_blocks, twice.n_missed()), (4, 2, 6));
    // A missed win that still wins kept the result, and so did a missed block in a position that was lost anyway.
    assert_eq!((twice.best_share(), twice.kept_share()), (Some(0.125), Some(0.625)));
}
