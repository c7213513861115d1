//! Explanations obeyed literally, by a reader who knows only the page that describes them.

use std::collections::BTreeMap;

use fastrand::Rng;
use foursight::plan::{Plan, SHIPPED};
use foursight::reason::Claim;
use foursight::{AnySize, Column, Game, Player, Position, STANDARD, Size};
use foursight_engine::why::{Explanation, Planned};
use foursight_engine::{AnySolver, BookSolver, OpeningBooks, TableSize};

use super::reader::{Lessons, SIZES, Survey, exact, last_plies, mirrored, sizes};

/// Whether tests that take minutes are requested.
fn slow_tests() -> bool {
    std::env::var_os("SLOW_TESTS").is_some_and(|value| value == "1")
}

#[track_caller]
fn check(survey: &Survey) {
    let (n, errors) = (survey.errors.len(), &survey.errors);
    assert!(errors.is_empty(), "{n} are false, first:\n{}", errors[..n.min(8)].join("\n"));
}

#[test]
fn whoever_obeys_the_words_gets_what_they_say() {
    let (mut survey, random) = (Survey::default(), &mut Rng::with_seed(7));
    survey.add(AnySize::default(), 16..STANDARD.n_cells(), 300, random);
    for size in sizes(30) {
        survey.add(size, last_plies(size), 2, random);
    }
    check(&survey);
    assert!(survey.n_all() > 500 && survey.n_sentences > 900, "{}", survey.n_sentences);
}

#[test]
fn a_mistake_and_its_image_in_a_mirror_get_the_same_words() {
    let n_mistakes = if slow_tests() { 2_000 } else { 400 };
    let survey = mirrored(18, n_mistakes, 5);
    check(&survey);
    assert_eq!(survey.n_mistakes, n_mistakes);
    assert!(2 * survey.n_sentences > 3 * n_mistakes, "{}", survey.n_sentences);
}

/// Positions and mistakes in the opening, beside their mirror images.
#[test]
fn whoever_obeys_a_map_gets_what_it_says() {
    let mut survey = Survey::default();
    let n_positions = if slow_tests() { 12 } else { 5 };
    survey.add(AnySize::default(), 6..12, n_positions, &mut Rng::with_seed(3));
    assert!(survey.errors.is_empty(), "{}", survey.errors.join("\n"));
    assert!(survey.n_maps > n_positions / 3, "{}", survey.n_maps);
}

/// The positions in the first plies of all games in which the hero follows a plan, with either side to move.
fn followed(plan: &Plan, last_ply: usize) -> Vec<Position<AnySize>> {
    let mut found = BTreeMap::new();
    let mut pending = vec![Vec::new()];
    while let Some(moves) = pending.pop() {
        let after = |position: Position<AnySize>, column: &Column| position.play(*column);
        let position = moves.iter().try_fold(*plan.position(), after).unwrap();
        let mut is_new = || found.insert(position.canonical_key(), position).is_none();
        if position.ply() > last_ply || position.outcome().is_some() || !is_new() {
            continue;
        }
        let columns = match plan.answer(&moves) {
            Some(cell) => vec![cell.column],
            None => position.moves().collect(),
        };
        pending.extend(columns.into_iter().map(|column| [&*moves, &[column]].concat()));
    }
    found.into_values().collect()
}

/// Reads the explanations without a plan, and some of the others, each beside its mirror image.
#[test]
fn every_position_of_the_opening_is_explained_where_the_better_side_follows_its_plan() {
    let solver = AnySolver::new(AnySize::default(), TableSize::from_mib(16));
    let solver = &mut BookSolver::new(OpeningBooks::embedded(), solver);
    // In a draw, a plan of one side explains only that this side does not lose.
    let plans = SHIPPED.into_iter().map(|text| text.parse().expect("a plan"));
    for plan in plans.filter(|plan: &Plan| plan.claim() == Claim::Wins) {
        let mut survey = Survey::default();
        for (number, position) in followed(&plan, 8).iter().enumerate() {
            // Where a plan covers a position, it is told unless there is something shorter. Finding out takes longest.
            let is_tried = number % 2_400 == 0
                || number % 120 == 0 && Planned::find(position).is_none()
                || slow_tests();
            if !is_tried {
                continue;
            }
            let scores = exact(solver, position);
            let why = survey.explain(solver, position, &scores);
            let is_proved = match &why.explanation {
                Explanation::Certain(_) | Explanation::Plan { .. } => true,
                Explanation::Replies { map, .. } => map.n_open() == 0,
                _ => false,
            };
            assert!(is_proved, "{position:?}: {:?}", why.sentences());
        }
        assert!(survey.errors.is_empty(), "{}", survey.errors.join("\n"));
    }
}

/// The errors in the lesson of a game, and the number of its counted reasons.
fn read(size: &str, moves: &str, loser: Player) -> (Vec<String>, usize, usize) {
    let size = size.parse().unwrap();
    let mut game = Game::new(Position::empty(size));
    for symbol in moves.chars() {
        game.play(Column::from_symbol(symbol).unwrap()).unwrap();
    }
    let (mut read, solver) = (Lessons::default(), AnySolver::new(size, TableSize::from_mib(8)));
    read.read(&game, loser, &mut BookSolver::new(OpeningBooks::embedded(), solver));
    (read.errors, read.n_open, read.n_counted)
}

#[test]
fn lessons_are_true() {
    // After c5, Yellow wins in 3 moves with a short reason; after a4 in 3 moves, too.
    assert_eq!(read("6x5", "464446466563131331312122", Player::First), (vec![], 0, 0));
    // The counted games are played again. The last disc may complete another line as well.
    for (moves, loser) in [
        ("424344414151115255233", Player::Second),
        ("464544474737773633655", Player::Second),
        ("4444446566656555513373633371", Player::First),
    ] {
        assert_eq!(read("7x6", moves, loser), (vec![], 0, 1), "{moves}");
    }
}

#[test]
fn losers_are_shown_short_reasons_that_are_true() {
    let random = &mut Rng::with_seed(3);
    let n_games = if slow_tests() { 40 } else { 1 };
    let lessons = SIZES.map(|(size, n)| {
        let mut lessons = Lessons::default();
        lessons.add(size.parse().unwrap(), n * n_games, random);
        lessons
    });
    let lessons = lessons.into_iter().fold(Lessons::default(), Lessons::with);
    assert!(lessons.errors.is_empty(), "{}", lessons.errors.join("\n"));
    let Lessons { n_lost, tiers, n_sooner, n_given_away, n_open, .. } = lessons;
    assert_eq!(tiers.iter().sum::<usize>() + n_sooner + n_given_away + n_open, n_lost);
    assert!(lessons.n_short() * 5 >= n_lost * 4, "{tiers:?} of {n_lost}");
}
