//! Grades by scripted solvers.

use foursight::Column;
use foursight_arena::{GradedGame, GradedMove, Lost, Mark, StoredGame, grade};

use crate::sample::game;

#[track_caller]
fn check_mark(scores: &[Option<i32>], expected: Mark, remark: Option<&str>) {
    let graded = GradedMove::new(Column::new(0), scores.to_vec()).unwrap();
    assert_eq!(graded.mark(), expected, "{scores:?}");
    assert_eq!(graded.remark().as_deref(), remark, "{scores:?}");
}

#[test]
fn a_move_is_marked_by_what_it_gave_away() {
    check_mark(&[Some(3), Some(3), None], Mark::Best, None);
    check_mark(&[Some(0), Some(-1), None], Mark::Best, None);
    check_mark(&[Some(-2), Some(-5)], Mark::Best, None);
    check_mark(&[Some(1), Some(3)], Mark::Inaccuracy, Some("wins 2 moves later than it could"));
    check_mark(&[Some(-4), Some(-3)], Mark::Inaccuracy, Some("loses 1 move sooner than it could"));
    check_mark(&[Some(0), Some(3)], Mark::Mistake, Some("turned a win into a draw"));
    check_mark(&[Some(-1), Some(3)], Mark::Blunder, Some("turned a win into a loss"));
    check_mark(&[Some(-1), Some(0)], Mark::Blunder, Some("turned a draw into a loss"));
    assert_eq!(GradedMove::new(Column::new(2), vec![None; 3]), None);
    assert_eq!(GradedMove::new(Column::new(3), vec![Some(1); 3]), None);
}

/// Grades a game by `(score, best)` for each of its moves.
fn graded(game: &StoredGame, scores: &[Option<(i32, i32)>]) -> GradedGame {
    let opening = game.opening.len();
    grade(game, |played| {
        let (score, best) = scores[played.len() - opening]?;
        // Every move of these games is in column 1.
        Some(vec![Some(score), Some(best)])
    })
}

#[track_caller]
fn check_lost(opening: &str, result: &str, scores: &[Option<(i32, i32)>], expected: Option<Lost>) {
    let game = game(opening, &"1".repeat(scores.len()), result);
    let graded = graded(&game, scores);
    assert_eq!(graded.lost(&game), expected, "{opening:?} {result} {scores:?}");
}

#[test]
fn the_last_moment_that_lost_counts() {
    // The second player loses, is let off, and loses again by move 4.
    let twice = [Some((0, 0)), Some((-2, 0)), Some((0, 2)), Some((-1, 0)), Some((1, 1))];
    check_lost("", "1-0", &twice, Some(Lost::ByMove(4)));
    check_lost("4444", "1-0", &twice, Some(Lost::ByMove(8)));
    check_lost("", "1/2", &twice, None);
    // The winner by a fault was lost on the board.
    check_lost("", "0-1", &twice, Some(Lost::NotOnTheBoard));
    check_lost("", "0-1", &[Some((-1, -1)), Some((1, 1))], Some(Lost::FromTheStart));
    check_lost("", "0-1", &[Some((0, 0)), Some((0, 0))], Some(Lost::NotOnTheBoard));
    check_lost("", "0-1", &[], None);
    // What is not graded does not tell.
    check_lost("", "1-0", &[Some((0, 0)), None, Some((2, 2))], None);
    check_lost("", "1-0", &[None, Some((-2, 0)), Some((2, 2))], Some(Lost::ByMove(2)));
}

#[test]
fn players_are_told_apart_after_any_opening() {
    let scores = [Some((0, 2)), Some((-1, 0)), Some((1, 3)), None];
    for (opening, first) in [("", 0), ("4", 1), ("44", 0)] {
        let game = game(opening, "1111", "1-0");
        let graded = graded(&game, &scores);
        let [accuracy, other] = [first, 1 - first].map(|seat| graded.accuracy(&game, seat));
        assert_eq!((accuracy.mistakes, accuracy.inaccuracies, accuracy.graded()), (1, 1, 2));
        assert_eq!((accuracy.best_share(), accuracy.kept_share()), (Some(0.0), Some(0.5)));
        assert_eq!((other.blunders, other.graded()), (1, 1));
        let n = opening.len();
        assert_eq!(
            graded.turning_points(&game),
            [
                format!("move {} turned a win into a draw", n + 1),
                format!("move {} turned a draw into a loss", n + 2)
            ]
        );
    }
}

#[test]
fn the_solver_is_asked_about_chosen_moves_only() {
    let game = game("44", "5a", "1/2");
    let mut asked = Vec::new();
    let graded = grade(&game, |played| {
        asked.push(played.iter().map(|column| column.symbol()).collect::<String>());
        None
    });
    assert_eq!(asked, ["44", "445"]);
    assert_eq!(graded.moves, [None, None]);
}

#[test]
fn grades_are_stored_as_json() {
    let game = game("", "11", "1/2");
    let graded = graded(&game, &[Some((0, 2)), None]);
    let json = serde_json::to_string(&graded).unwrap();
    assert_eq!(json, r#"{"moves":[{"score":0,"scores":[0,2]},null]}"#);
    assert_eq!(serde_json::from_str::<GradedGame>(&json).unwrap(), graded);
}
