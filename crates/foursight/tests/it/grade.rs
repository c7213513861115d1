//! Marks, remarks and accuracy.

use foursight::{Accuracy, Grade, Mark, Score};

#[track_caller]
fn check(score: i8, best: i8, expected: Mark, remark: Option<&str>) {
    let grade = Grade::new(Score::new(score), Score::new(best));
    assert_eq!(grade.mark(), expected, "{score} where {best} is best");
    assert_eq!(grade.remark().as_deref(), remark, "{score} where {best} is best");
}

#[test]
fn a_move_is_marked_by_what_it_gave_away() {
    check(3, 3, Mark::Best, None);
    check(0, 0, Mark::Best, None);
    check(-2, -2, Mark::Best, None);
    check(1, 3, Mark::Good, Some("wins 2 moves later than it could"));
    check(1, 4, Mark::Inaccuracy, Some("wins 3 moves later than it could"));
    check(-4, -3, Mark::Good, Some("loses 1 move sooner than it could"));
    check(-9, -3, Mark::Inaccuracy, Some("loses 6 moves sooner than it could"));
    check(0, 3, Mark::Mistake, Some("turned a win into a draw"));
    check(-1, 3, Mark::Blunder, Some("turned a win into a loss"));
    check(-1, 0, Mark::Blunder, Some("turned a draw into a loss"));
}

#[test]
fn no_move_is_better_than_the_best() {
    let scores = [-1, 2, 0].map(Score::new);
    assert_eq!(Grade::among(Score::new(0), scores).best(), Score::new(2));
    assert_eq!(Grade::new(Score::new(3), Score::new(2)).mark(), Mark::Best);
}

#[test]
fn accuracy_is_the_share_of_moves() {
    assert_eq!(Accuracy::default().best_share(), None);
    let mut twice: Accuracy = Mark::ALL.into_iter().collect();
    twice += twice;
    assert_eq!((twice.n_graded(), twice.good, twice.blunders), (10, 2, 2));
    assert_eq!((twice.best_share(), twice.kept_share()), (Some(0.2), Some(0.6)));
}
