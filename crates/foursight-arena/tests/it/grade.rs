//! Grades by scripted solvers.

use foursight::{Column, Grade, Score};
use foursight_arena::{GradedGame, GradedMove, Lost, StoredGame, grade};

use crate::sample::game;

#[test]
fn a_move_is_graded_beside_all_others() {
    let graded = GradedMove::new(Column::new(0), vec![Some(0), Some(3), None]).unwrap();
    assert_eq!(graded.grade(), Grade::new(Score::DRAW, Score::new(3)));
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

/// The first disc is a mistake of the player who chose it, and no reason why the thief has lost.
#[test]
fn a_stolen_disc_is_graded_for_who_chose_it() {
    let scores = [Some((-2, 0)), Some((2, 2)), Some((-2, -2))];
    let mut game = game("", "111", "0-1");
    game.stolen = true;
    let graded = graded(&game, &scores);
    let [thief, other] = [0, 1].map(|seat| graded.accuracy(&game, seat));
    assert_eq!((thief.n_graded(), thief.mistakes + thief.blunders), (1, 0));
    assert_eq!((other.n_graded(), other.mistakes + other.blunders), (2, 1));
    assert_eq!(graded.lost(&game), Some(Lost::FromTheStart));
    game.stolen = false;
    assert_eq!(graded.lost(&game), Some(Lost::ByMove(1)));
}

#[test]
fn players_are_told_apart_after_any_opening() {
    let scores = [Some((0, 2)), Some((-1, 0)), Some((1, 3)), None];
    for (opening, first) in [("", 0), ("4", 1), ("44", 0)] {
        let game = game(opening, "1111", "1-0");
        let graded = graded(&game, &scores);
        let [accuracy, other] = [first, 1 - first].map(|seat| graded.accuracy(&game, seat));
        assert_eq!((accuracy.mistakes, accuracy.good, accuracy.n_graded()), (1, 1, 2));
        assert_eq!((accuracy.best_share(), accuracy.kept_share()), (Some(0.0), Some(0.5)));
        assert_eq!((other.blunders, other.n_graded()), (1, 1));
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
