//! The lesson of a game: for losers and winners, after a draw, and where the board did not decide.

use foursight::notation::moves;
use foursight::{AnySize, Column, Game, Lost, Player, Position, Score, Size};
use foursight_engine::review::{Lesson, LessonKind, Review};
use foursight_engine::why::Tier;
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Limits, MoveScores, OpeningBooks, Solve, TableSize,
};

const RED: Option<Player> = Some(Player::First);
const YELLOW: Option<Player> = Some(Player::Second);

fn game(text: &str) -> Game<AnySize> {
    let mut game = Game::new(Position::empty(AnySize::default()));
    for symbol in text.chars() {
        game.play(Column::from_symbol(symbol).unwrap()).unwrap();
    }
    game
}

fn lesson(text: &str, loser: Option<Player>) -> Option<Lesson> {
    let solver = AnySolver::new(AnySize::default(), TableSize::from_mib(8));
    let mut solver = BookSolver::new(OpeningBooks::embedded(), solver);
    let game = game(text);
    let review = Review::new(&game, |position| {
        Some(solver.solve_moves(position, Goal::Score, &mut Control::default()))
    });
    review.lesson(&game, loser, &mut Control::default())
}

/// The headline for anybody, the earlier mistake, and the first sentence of the reason.
#[track_caller]
fn check(text: &str, loser: Option<Player>, expected: [&str; 3]) -> Lesson {
    let lesson = lesson(text, loser).expect("the game has a lesson");
    let reason = lesson.why.as_ref().map_or("", |why| why.sentences()[0]);
    let since = lesson.since().unwrap_or_default();
    assert_eq!([&*lesson.headline(None), &*since, reason], expected, "{text}");
    lesson
}

#[test]
fn a_loser_learns_from_the_last_move_with_a_way_out() {
    let lesson = check(
        "74434532",
        RED,
        [
            "Red lost with d3: it let Yellow get three in a row with both ends open.",
            "",
            "Yellow plays e1 and then completes a line in b1 or f1: Red can block only one.",
        ],
    );
    let told = [RED, YELLOW].map(|you| lesson.headline(you));
    assert_eq!(told[0], "You lost with d3: it let Yellow get three in a row with both ends open.");
    assert_eq!(told[1], "You won with e1: d3 let you get three in a row with both ends open.");
    let pattern = "three in a row with both ends open";
    assert_eq!(
        [None, RED, YELLOW].map(|you| lesson.pattern(you)),
        [(); 3].map(|()| Some(pattern.to_owned()))
    );
    let first = |you| lesson.why.clone().unwrap().told_to(you).sentences()[0].to_owned();
    assert_eq!(
        [RED, YELLOW].map(first),
        [
            "Yellow plays e1 and then completes a line in b1 or f1: you can block only one.",
            "You play e1 and then complete a line in b1 or f1: Red can block only one.",
        ]
    );
    assert_eq!((lesson.ply, lesson.better.to_string()), (4, "b1".to_owned()));
    // The move that changed the result is another one.
    let lesson = check(
        "53732323",
        RED,
        [
            "b2 made it easy: it let Yellow complete a line at once.",
            "Already losing since b1.",
            "Yellow plays c4 and completes c1-c2-c3-c4.",
        ],
    );
    assert_eq!((lesson.ply, lesson.lost), (6, Some(Lost::ByMove(4))));
    assert_eq!(lesson.why.unwrap().tier, Tier::Line);
    check(
        "71244342447561655",
        YELLOW,
        [
            "a2 made it easy: it let Red build a ladder, one threat above another.",
            "Already losing since c1.",
            "Red plays f2 and threatens e2: Yellow's block there fills the cell under e3, where Red completes d4-e3-f2-g1.",
        ],
    );
}

/// Red resigned, but won nothing in time, or stood well.
#[test]
fn a_game_that_was_given_up_has_a_lesson_if_the_board_decided_it() {
    let resigned = lesson("74434", RED).unwrap();
    assert_eq!((resigned.ply, resigned.answer), (4, None));
    assert_eq!(
        resigned.headline(YELLOW),
        "Red lost with d3: it let you get three in a row with both ends open."
    );
    let thrown = lesson("7443", RED).unwrap();
    let words = "You played c1. Before it you could win.";
    assert_eq!(thrown.headline(YELLOW), words, "Red resigned a draw");
    let missed = lesson("744347", RED).unwrap();
    assert_eq!(
        (missed.lost, &*missed.headline(YELLOW)),
        (None, "e1 would have won: you could get three in a row with both ends open."),
        "Yellow threw its win away, and Red resigned a draw"
    );
    assert_eq!(lesson("", RED), None);
}

#[test]
fn a_loser_who_never_had_a_chance_hears_of_no_mistake() {
    let text = "415623232236553665332552166111177777744";
    let lesson = lesson(text, YELLOW).unwrap();
    assert_eq!((lesson.kind, lesson.lost), (LessonKind::Sooner, Some(Lost::FromTheStart)));
    let headline = lesson.headline(YELLOW);
    let better = lesson.better;
    assert_eq!(
        headline,
        format!(
            "Red had the better side from the first disc. Your best chance to make it hard was {better}."
        )
    );
}

#[test]
fn without_a_loser_it_is_the_last_win_that_was_missed() {
    let lesson = check(
        "744347",
        None,
        [
            "e1 would have won: Yellow could get three in a row with both ends open.",
            "",
            "e1 would have kept the win.",
        ],
    );
    assert_eq!((lesson.kind, lesson.player), (LessonKind::MissedWin, Player::Second));
    check(
        "1122337",
        None,
        ["d1 would have won at once.", "", "Red missed d1, which completes a1-b1-c1-d1."],
    );
    // No grade is needed to find a win with a short reason.
    let game = game("744347");
    let review = Review::new(&game, |_| None);
    let lesson = review.lesson(&game, None, &mut Control::default()).unwrap();
    assert_eq!((lesson.ply, lesson.kind), (5, LessonKind::MissedWin));
    assert_eq!(
        lesson.headline(RED),
        "e1 would have won: Yellow could get three in a row with both ends open."
    );
    assert_eq!(
        lesson.why.unwrap().sentences(),
        ["Yellow plays e1 and then completes a line in b1 or f1: Red can block only one."]
    );
}

#[test]
fn the_reply_that_was_played_is_explained_unless_it_missed_a_line() {
    let answer = |text: &str| lesson(text, RED).unwrap().answer.map(|cell| cell.to_string());
    for (reply, cell) in [("2", "b1"), ("5", "e1")] {
        assert_eq!(answer(&format!("74434{reply}")), Some(cell.to_owned()));
    }
}

/// Scores that nothing short explains.
#[test]
fn without_a_short_reason_it_is_the_move_that_shortened_the_loss_or_gave_the_result_away() {
    let game = game("1117");
    let lesson_of = |scores: [Option<[i8; 2]>; 4]| {
        let review = Review::new(&game, |position| {
            let [played, best] = (*scores.get(position.ply())?)?;
            let column = game.moves()[position.ply()];
            let of = |other: Column| if other == column { played } else { best };
            let score = |column| position.play(column).ok().map(|_| Score::new(of(column)));
            Some(MoveScores::exact(position.size().columns().map(score)))
        });
        review.lesson(&game, YELLOW, &mut Control::default())
    };
    let lesson = |scores: [[i8; 2]; 4]| lesson_of(scores.map(Some)).unwrap();
    let sooner = lesson([[0, 0], [-3, 0], [3, 3], [-10, -6]]);
    assert_eq!((sooner.kind, sooner.ply), (LessonKind::Sooner, 3));
    assert_eq!(sooner.headline(YELLOW), "g1 lost sooner: your best chance was d1.");
    assert_eq!(sooner.since().as_deref(), Some("Already losing since a2."));
    let given_away = lesson([[0, 0], [-3, 0], [3, 3], [-9, -6]]);
    assert_eq!((given_away.kind.name(), given_away.ply), ("gave_away", 1));
    assert_eq!(given_away.headline(YELLOW), "You lost with a2: before it you could draw.");
    let never = lesson([[3, 3], [-3, -3], [3, 3], [-10, -6]]);
    assert_eq!(
        never.headline(YELLOW),
        "Red had the better side from the first disc. Your best chance to make it hard was d1."
    );
    let barely = lesson([[3, 3], [-3, -3], [3, 3], [-7, -6]]);
    assert_eq!(barely.headline(YELLOW), never.headline(YELLOW));
    // Red may have let its win go in between.
    let unproved = [Some([3, 3]), Some([-10, -6]), Some([3, 3]), None];
    assert_eq!(lesson_of(unproved), None);
}

#[test]
fn a_limit_leaves_no_lesson_rather_than_another_one() {
    let game = game("74434532");
    let review = Review::new(&game, |_| None);
    let stopped = std::sync::atomic::AtomicBool::new(true);
    let limits = Limits { cancel: Some(&stopped), ..Limits::default() };
    assert_eq!(review.lesson(&game, RED, &mut Control::limited(limits)), None);
    // No score is needed to find a short reason.
    let lesson = review.lesson(&game, RED, &mut Control::default()).unwrap();
    assert_eq!((lesson.ply, lesson.lost), (4, None));
    assert_eq!(lesson.since().as_deref(), Some("Who was winning before d3 is not proved."));
    assert_eq!(moves::write(&lesson.why.unwrap().line), "562");
}

#[test]
fn a_mistake_without_a_short_reason_may_have_one_that_is_counted() {
    let text = "424344414151115255233";
    let image: String = text.chars().map(|column| char::from(b'8' - column as u8 + b'0')).collect();
    for (text, [played, better, end]) in [(text, ["a5", "e2", "b3"]), (&image, ["g5", "c2", "f3"])]
    {
        let [lesson, again] = [(); 2].map(|()| lesson(text, YELLOW).unwrap());
        assert_eq!(lesson, again);
        assert_eq!(
            lesson.headline(YELLOW),
            format!(
                "{played} lost sooner: your best chance was {better}. Counted: in 16 of 20 games of perfect play after \
                 {played}, Red wins with {end}; after {better}, in 11."
            )
        );
    }
    let too_few = lesson("414171155544734353336", YELLOW).unwrap();
    assert_eq!((too_few.kind.name(), too_few.counted), ("gave_away", None));
}
