//! Grades by given scores.

use foursight::{AnySize, Column, Grade, Lost, Mark, OpeningRule, Player, Score};
use foursight_arena::{ColumnScores, GradedGame, GradedMove};

use crate::sample::game;

fn scores(values: &[Option<i8>]) -> ColumnScores {
    values.iter().map(|value| value.map(Score::new)).collect()
}

#[test]
fn a_move_is_graded_beside_all_others() {
    let graded = GradedMove::new(Column::new(0), scores(&[Some(0), Some(3), None])).unwrap();
    assert_eq!(graded.grade(), Grade::new(Score::DRAW, Score::new(3)));
    assert_eq!(GradedMove::new(Column::new(2), scores(&[None; 3])), None);
    assert_eq!(GradedMove::new(Column::new(3), scores(&[Some(1); 3])), None);
}

/// The moves of a game from pairs `(score, best)`, all in column 1.
fn graded(moves: &[Option<(i8, i8)>]) -> GradedGame {
    let graded = moves.iter().map(|&of_move| {
        let (score, best) = of_move?;
        GradedMove::new(Column::new(0), scores(&[Some(score), Some(best)]))
    });
    GradedGame { moves: graded.collect(), ..GradedGame::default() }
}

#[track_caller]
fn check_lost(opening: &str, result: &str, scores: &[Option<(i8, i8)>], expected: Option<Lost>) {
    let game = game(opening, &"1".repeat(scores.len()), result);
    let graded = graded(scores);
    assert_eq!(graded.lost(&game), expected, "{opening:?} {result} {scores:?}");
}

#[test]
fn the_last_moment_that_lost_counts() {
    // The second player loses, is let off, and loses again by move 4.
    let twice = [Some((0, 0)), Some((-2, 0)), Some((0, 2)), Some((-1, 0)), Some((1, 1))];
    check_lost("", "1-0", &twice, Some(Lost::ByMove(4)));
    check_lost("4444", "1-0", &twice, Some(Lost::ByMove(8)));
    check_lost("", "1/2", &twice, None);
    // The player who won by the opponent's fault had a lost position.
    check_lost("", "0-1", &twice, Some(Lost::NotOnTheBoard));
    check_lost("", "0-1", &[Some((-1, -1)), Some((1, 1))], Some(Lost::FromTheStart));
    check_lost("", "0-1", &[Some((0, 0)), Some((0, 0))], Some(Lost::NotOnTheBoard));
    check_lost("", "0-1", &[], None);
    // A move without a grade leaves the question open.
    check_lost("", "1-0", &[Some((0, 0)), None, Some((2, 2))], None);
    check_lost("", "1-0", &[None, Some((-2, 0)), Some((2, 2))], Some(Lost::ByMove(2)));
}

/// The first disc is a mistake of the player who placed it, but no reason why anybody lost.
#[test]
fn a_placed_disc_is_graded_for_who_chose_it() {
    let scores = [Some((-2, 0)), Some((2, 2)), Some((-2, -2))];
    let mut game = game("", "111", "0-1");
    (game.opening_rule, game.swapped) = (OpeningRule::Pie, true);
    let graded = graded(&scores);
    let [thief, other] = [Player::First, Player::Second]
        .map(|player| graded.accuracy(&game, AnySize::default(), player));
    assert_eq!((thief.n_graded(), thief.mistakes + thief.blunders), (1, 0));
    assert_eq!((other.n_graded(), other.mistakes + other.blunders), (2, 1));
    assert_eq!(graded.lost(&game), Some(Lost::FromTheStart));
    (game.opening_rule, game.swapped) = (OpeningRule::None, false);
    assert_eq!(graded.lost(&game), Some(Lost::ByMove(1)));
}

#[test]
fn players_are_told_apart_after_any_opening() {
    let scores = [Some((0, 2)), Some((-1, 0)), Some((1, 3)), None];
    for (opening, first) in [("", Player::First), ("4", Player::Second), ("44", Player::First)] {
        let game = game(opening, "1111", "1-0");
        let graded = graded(&scores);
        let [accuracy, other] =
            [first, first.other()].map(|player| graded.accuracy(&game, AnySize::default(), player));
        assert_eq!((accuracy.mistakes, accuracy.good, accuracy.n_graded()), (1, 1, 2));
        assert_eq!((accuracy.best_share(), accuracy.kept_share()), (Some(0.0), Some(0.5)));
        assert_eq!((other.blunders, other.n_graded()), (1, 1));
    }
}

/// Oversights are judged by the moves before, including those of the opening.
#[test]
fn missed_wins_and_blocks_are_seen_on_the_board() {
    let size = AnySize::default();
    for opening in ["", "12", "121"] {
        // Yellow does not block column 1, and red does not win there, either.
        let moves = &"1212135"[opening.len()..];
        let game = game(opening, moves, "1/2");
        let graded = graded(&vec![Some((-18, 2)); moves.len()]);
        let marks = graded.grades(&game, size).into_iter().map(|grade| grade.unwrap().mark());
        let marks: Vec<Mark> = marks.skip(5 - opening.len()).collect();
        assert_eq!(marks, [Mark::MissedBlock, Mark::MissedWin], "{opening}");
        let missed = |player| graded.accuracy(&game, size, player).n_missed();
        assert_eq!([Player::First, Player::Second].map(missed), [1, 1], "{opening}");
    }
}

#[test]
fn grades_are_stored_as_json() {
    let graded = graded(&[Some((0, 2)), None]);
    let json = serde_json::to_string(&graded).unwrap();
    assert_eq!(json, r#"{"moves":[{"score":0,"scores":[0,2]},null]}"#);
    assert_eq!(serde_json::from_str::<GradedGame>(&json).unwrap(), graded);
    // A number that cannot be a score is refused, not changed into another one.
    let error = serde_json::from_str::<GradedGame>(&json.replace("[0,2]", "[0,258]")).unwrap_err();
    assert!(error.to_string().contains("invalid value: integer `258`"), "{error}");
}
