//! Reviews of games, by a solver and by scripted scores.

use foursight::size::Fixed;
use foursight::{
    Accuracy, AnySize, Column, Game, Grade, Mark, Oversight, Player, Position, STANDARD, Score,
    Size, notation,
};
use foursight_engine::review::{Review, evaluate, remark, remedy};
use foursight_engine::{Control, Goal, MoveScores, Solution, Solve, Solver};

fn game(opening: &str, moves: &str) -> Game {
    let mut game = Game::new(opening.parse().unwrap());
    for symbol in moves.chars() {
        game.play(Column::from_symbol(symbol).unwrap()).unwrap();
    }
    game
}

fn solved<S: Size>(game: &Game<S>) -> Review {
    let mut solver = Solver::new(game.position().size());
    Review::new(game, |position| {
        Some(solver.solve_moves(position, Goal::Score, &mut Control::default()))
    })
}

fn evaluation(review: &Review) -> Vec<Option<i32>> {
    review.evaluation().iter().map(|score| score.map(Score::value)).collect()
}

fn marks(review: &Review) -> Vec<Option<Mark>> {
    review.moves().iter().map(|played| Some(played.as_ref()?.grade.mark())).collect()
}

/// The scores of an open position on the standard board, all equal to `score`.
fn all(position: &Position, score: i8) -> MoveScores {
    let of_column = |column| position.play(column).ok().map(|_| Score::new(score));
    MoveScores::exact(STANDARD.columns().map(of_column))
}

/// The second player gives a win away with the third move, and regains it at once.
#[test]
fn a_mistake_and_a_blunder() {
    let game = game("37313333717124171162542", "44545");
    let review = solved(&game);
    let best = Some(Mark::Best);
    assert_eq!(marks(&review), [best, best, Some(Mark::Mistake), Some(Mark::Blunder), best]);
    assert_eq!(evaluation(&review), [-3, -3, -3, 0, -4, -4].map(Some));
    assert!(review.is_complete());
    let [first, second] = [Player::First, Player::Second].map(|player| review.accuracy(player));
    assert_eq!(first, Accuracy { best: 1, blunders: 1, kept: 1, ..Accuracy::default() });
    assert_eq!(second, Accuracy { best: 2, mistakes: 1, kept: 2, ..Accuracy::default() });
    let mistake = review.moves()[2].as_ref().unwrap();
    assert_eq!((mistake.ply, mistake.column.symbol()), (25, '5'));
    assert_eq!(mistake.player, Player::Second);
    assert_eq!((mistake.grade.score().value(), mistake.grade.best().value()), (0, 3));
    let scores = mistake.scores.scores().unwrap();
    let scores: Vec<_> = scores.iter().map(|score| score.map(Score::value)).collect();
    assert_eq!(scores, [None, Some(1), None, Some(3), Some(0), Some(-1), Some(-1)]);
    assert_eq!(mistake.scores.best_columns(), [Column::new(3)]);
}

#[test]
fn later_positions_are_asked_about_first_and_finished_ones_never() {
    let mut asked = Vec::new();
    let review = Review::new(&game("44", "1212121"), |position| {
        asked.push(position.ply());
        None
    });
    assert_eq!(
        asked,
        [8, 7, 6, 5, 4, 3, 2],
        "nobody chose the opening, and the end needs no solver"
    );
    assert_eq!(marks(&review), [None; 7]);
    assert_eq!(evaluation(&review)[..7], [None; 7]);
    assert_eq!(review.evaluation()[7].map(Score::value), Some(17));
    assert_eq!(review.accuracy(Player::First).n_graded(), 0);
    assert!(!review.is_complete());
}

#[test]
fn the_last_evaluation_is_the_result() {
    let end = |opening, moves| {
        let review = Review::new(&game(opening, moves), |position| Some(all(position, 0)));
        assert!(review.is_complete());
        evaluation(&review).last().copied().flatten()
    };
    assert_eq!(end("", "1212121"), Some(18), "the first player has won");
    assert_eq!(end("3", "1212121"), Some(-18), "the second player has won");
    assert_eq!(end("3", "121212"), Some(0), "the game is open");

    // With best play nobody wins on 4x4.
    let start = Position::empty(Fixed::<4, 4>);
    let mut draw = Game::new(start);
    let mut solver = Solver::new(start.size());
    for column in solver.principal_variation(&start, &mut Control::default()) {
        draw.play(column).unwrap();
    }
    let review = solved(&draw);
    assert_eq!(marks(&review), [Some(Mark::Best); 16]);
    assert_eq!(evaluation(&review), [Some(0); 17]);
}

/// The bounds from a stopped search may be enough for a grade.
#[test]
fn bounds_are_enough_if_they_prove_the_best_move() {
    let game = game("112233", "4");
    let review_by = |column: usize, score: i8| {
        Review::new(&game, |position| {
            let mut scores = MoveScores::unproved(position);
            scores.set(Column::new(column), Solution::exact(Score::new(score)));
            Some(scores)
        })
    };
    let review = review_by(3, 18);
    assert_eq!(marks(&review), [Some(Mark::Best)]);
    assert_eq!(evaluation(&review), [Some(18), Some(18)]);
    assert!(review.is_complete());
    for open in [review_by(3, 17), review_by(2, 18)] {
        assert_eq!(marks(&open), [None]);
        assert!(!open.is_complete());
    }
    assert_eq!(evaluation(&review_by(3, 17)), [None, Some(18)]);
    assert_eq!(evaluation(&review_by(2, 18)), [Some(18), Some(18)], "another move is known to win");
}

/// Every second position is unknown.
#[test]
fn what_is_not_known_is_left_out() {
    let game = game("", "4444");
    let review = Review::new(&game, |position| {
        (position.ply() % 2 == 0).then(|| all(position, -(position.ply() as i8)))
    });
    let best = Some(Mark::Best);
    assert_eq!(marks(&review), [best, None, best, None]);
    assert_eq!(evaluation(&review), [Some(0), None, Some(-2), None, Some(-4)]);
    assert_eq!(review.accuracy(Player::First).n_graded(), 2);
    assert_eq!(review.accuracy(Player::Second).n_graded(), 0);
    assert!(!review.is_complete());
}

#[test]
fn a_position_is_evaluated_as_the_first_player_sees_it() {
    let position: Position = "4".parse().unwrap();
    assert_eq!(evaluate(&position, None), None);
    assert_eq!(evaluate(&position, Some(&all(&position, -1))), Some(Score::new(1)));
    assert_eq!(evaluate(&position, Some(&MoveScores::unproved(&position))), None);
}

#[test]
fn a_full_column_has_no_score() {
    let position: Position = "444444".parse().unwrap();
    let scores = MoveScores::unproved(&position);
    assert_eq!(scores.moves().count(), 6);
    assert_eq!(scores.get(Column::new(3)), None);
    assert_eq!(scores.get(Column::new(7)), None);
    assert_eq!(all(&position, 2).grade(&position, Column::new(3)), None);
    assert_eq!(all(&position, 2).scores().unwrap()[3], None);
    let over: Position = "1212121".parse().unwrap();
    assert_eq!(MoveScores::unproved(&over).columns(), [None; 7]);
    assert_eq!(MoveScores::unproved(&over).score(), None);
}

/// Yellow misses a win in one, which keeps the result, and red misses a block; between the two and after them are an
/// inaccuracy, a blunder and a mistake.
#[test]
fn the_worst_mistakes_come_first() {
    let game = game("", "1212127123");
    let review = Review::new(&game, |position| {
        let (score, best) = match position.ply() {
            1 => (1, 9),
            4 => (0, 2),
            5 => (-18, 3),
            6 => (17, 18),
            8 => (-2, 0),
            _ => (0, 0),
        };
        let played = game.moves().get(position.ply()).copied();
        let of_column = |column| if Some(column) == played { score } else { best };
        Some(MoveScores::exact(
            STANDARD.columns().map(|column| Some(Score::new(of_column(column)))),
        ))
    });
    let symbols: Vec<_> =
        review.moves().iter().map(|m| m.as_ref().unwrap().grade.mark().symbol()).collect();
    assert_eq!(symbols.join(" ").trim(), " ?!   ? ??? ???  ??".trim_start());
    let mistakes: Vec<_> = review.mistakes().iter().map(|played| played.ply).collect();
    assert_eq!(mistakes, [6, 5, 8, 4], "the inaccuracy is none");
}

#[test]
fn a_remark_says_what_a_move_gave_away() {
    let remark = |score, best| remark(Grade::new(Score::new(score), Score::new(best)));
    for (score, best, expected) in [
        (1, 3, "wins 2 moves later than it could"),
        (-4, -3, "loses 1 move sooner than it could"),
        (0, 3, "turned a win into a draw"),
        (-1, 3, "turned a win into a loss"),
        (-1, 0, "turned a draw into a loss"),
    ] {
        assert_eq!(remark(score, best).as_deref(), Some(expected), "{score} where {best} is best");
    }
    assert_eq!([remark(3, 3), remark(0, 0), remark(-2, -2)], [None, None, None]);
}

#[test]
fn a_remedy_names_the_columns_that_a_move_missed() {
    let check =
        |[width, height, connect]: [usize; 3], moves, column: usize, [one, two]: [&str; 2]| {
            let size = AnySize::new(width, height, connect).unwrap();
            let position = notation::moves::position(moves, size).unwrap();
            let grade = Grade::new(Score::new(-1), Score::new(2))
                .with_oversight(Oversight::of_move(&position, Column::new(column - 1)));
            assert_eq!(remark(grade).as_deref(), Some(one), "{moves}");
            assert_eq!(remedy(grade).as_deref(), Some(two), "{moves}");
        };
    check([4, 4, 3], "1212", 3, ["missed three in a row", "column a won at once"]);
    check([7, 6, 4], "332244", 7, ["missed four in a row", "columns a and e won at once"]);
    check([9, 9, 5], "12121212", 3, ["missed five in a row", "column a won at once"]);
    check([7, 6, 4], "12121", 3, ["let the opponent win at once", "column a had to be blocked"]);
}
