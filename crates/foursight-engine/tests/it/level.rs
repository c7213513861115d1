use std::time::{Duration, Instant};

use foursight::notation::moves;
use foursight::{AnySize, Column, Outcome, Player, Position, STANDARD, Size};
use foursight_engine::{
    AnySolver, BookSolver, Control, Guess, Level, LevelPlayer, Limits, OpeningBooks, Solve, Solver,
    TableSize, Ties,
};

use crate::limits::PROMPTLY;
use crate::naive::random_position;
use crate::scores::slow_tests;

fn levels() -> impl Iterator<Item = Level> {
    (0..=10).map(|number| Level::new(number).unwrap())
}

/// A control that keeps level 10 from searching for long.
fn briefly() -> Control<'static> {
    Control::limited(Limits { nodes: Some(20_000), ..Limits::default() })
}

#[test]
fn levels_are_from_0_to_10() {
    assert_eq!("10".parse(), Ok(Level::PERFECT));
    for text in ["11", "-1", "", "best"] {
        let message = format!("{text:?} is not a level from 0 (random) to 10 (perfect)");
        assert_eq!(text.parse::<Level>().unwrap_err().to_string(), message);
    }
    assert!(Level::new(11).is_err());
}

#[test]
fn no_level_from_6_up_misses_a_win_in_one() {
    let mut solver = Solver::new(STANDARD);
    let mut random = fastrand::Rng::with_seed(4);
    let mut n_wins = 0;
    while n_wins < 30 {
        let position = random_position(STANDARD, &mut random, 7..42);
        if !position.moves().any(|column| position.is_winning_move(column)) {
            continue;
        }
        n_wins += 1;
        for level in levels().skip(6) {
            let mut player = LevelPlayer::new(level, n_wins);
            let column = player.choose(&position, &mut solver, &mut briefly()).unwrap();
            assert!(position.is_winning_move(column), "level {level}\n{position:?}");
        }
    }
}

#[test]
fn every_level_from_6_up_blocks() {
    let mut solver = Solver::new(STANDARD);
    // The second player must stop the bottom row at column 4.
    let position: Position = "17273".parse().unwrap();
    for level in levels().skip(6) {
        for seed in 0..5 {
            let choice =
                LevelPlayer::new(level, seed).choose(&position, &mut solver, &mut briefly());
            assert_eq!(choice, Some(Column::new(3)), "level {level}");
        }
    }
}

/// A careless level plays right below a cell where the opponent then completes a line; no level from 6 up does.
#[test]
fn careful_levels_see_what_a_disc_opens() {
    let mut solver = Solver::new(STANDARD);
    // A disc in column 4 would let the second player complete the row above it.
    let position: Position = "11337262".parse().unwrap();
    let mut opens = |level: Level| {
        (0..60).any(|seed| {
            let mut player = LevelPlayer::new(level, seed);
            player.choose(&position, &mut solver, &mut briefly()) == Some(Column::new(3))
        })
    };
    assert!(levels().take(3).all(&mut opens));
    assert!(!levels().skip(6).any(opens));
}

/// The blocks that levels 1 to 6 miss in 400 tries, where the second player must play column 4 and `last` is the column
/// of the last disc.
fn n_missed(moves: &str, last: usize) -> Vec<usize> {
    let position: Position = moves.parse().unwrap();
    let mut solver = Solver::new(STANDARD);
    let mut is_missed = |level, seed| {
        let mut player = LevelPlayer::new(level, seed);
        let player = player.look_at(Some(Column::new(last)));
        player.choose(&position, &mut solver, &mut briefly()) != Some(Column::new(3))
    };
    let levels = levels().skip(1).take(6);
    levels.map(|level| (0..400).filter(|&seed| is_missed(level, seed)).count()).collect()
}

#[test]
fn levels_1_to_5_overlook_diagonals_and_what_is_far_from_the_last_disc() {
    let (row, diagonal) = ("17273", "12234334747");
    let [near, far] = [3, 6].map(|last| [row, diagonal].map(|moves| n_missed(moves, last)));
    for missed in near.iter().chain(&far) {
        assert!(missed.is_sorted_by(|lower, higher| lower > higher), "{missed:?}");
        assert_eq!(missed[5], 0);
    }
    for level in 0..5 {
        let [[row, diagonal], [far_row, far_diagonal]] =
            [&near, &far].map(|both| [both[0][level], both[1][level]]);
        let orders = [row < diagonal, row < far_row, diagonal < far_diagonal];
        assert_eq!(orders, [true; 3], "level {}: {near:?} {far:?}", level + 1);
    }
    // Seven of ten glances overlook a row; then, one disc of seven blocks by chance.
    assert!((215..=265).contains(&near[0][0]), "240 are expected: {near:?}");
}

#[test]
fn a_seed_makes_a_level_reproducible() {
    let game = |level, seed| {
        let mut player = LevelPlayer::new(level, seed);
        let mut solver = Solver::new(STANDARD);
        let mut position = Position::new();
        let mut columns = Vec::new();
        // Not to the end, and without level 10, to be quick.
        while let Some(column) = player.choose(&position, &mut solver, &mut briefly()) {
            position = position.play(column).unwrap();
            columns.push(column);
        }
        columns
    };
    for level in levels().take(7) {
        assert_eq!(game(level, 5), game(level, 5), "level {level}");
        let games: Vec<_> = (0..10).map(|seed| game(level, seed)).collect();
        assert!(games.iter().any(|other| *other != games[0]), "seeds differ at level {level}");
    }
}

/// The share of points that `stronger` scores against `weaker`, in games from random openings with sides swapped.
fn share_of_points(size: &str, stronger: u8, weaker: u8, n_pairs: u64) -> f64 {
    let size: AnySize = size.parse().unwrap();
    let mut solver = AnySolver::new(size, TableSize::default());
    let mut random = fastrand::Rng::with_seed(7);
    let mut points = 0.0;
    for pair in 0..n_pairs {
        let opening = random_position(size, &mut random, 2..7);
        for side in [Player::First, Player::Second] {
            let seat = |level| LevelPlayer::new(Level::new(level).unwrap(), pair);
            let mut players = [seat(stronger), seat(weaker)];
            let mut position = opening;
            while position.outcome().is_none() {
                let index = usize::from(position.side_to_move() != side);
                let choice = players[index].choose(&position, &mut solver, &mut briefly());
                position = position.play(choice.unwrap()).unwrap();
            }
            points += match position.outcome() {
                Some(Outcome::Win(winner)) if winner == side => 1.0,
                Some(Outcome::Draw) => 0.5,
                _ => 0.0,
            };
        }
    }
    points / (2 * n_pairs) as f64
}

#[test]
fn higher_levels_are_stronger() {
    for (stronger, weaker) in [(1, 0), (2, 1), (4, 2), (6, 4), (8, 6), (10, 8)] {
        let n_pairs = if slow_tests() { 40 } else { 15 };
        let share = share_of_points("7x6", stronger, weaker, n_pairs);
        assert!(share > 0.55, "level {stronger} makes {share} of the points against {weaker}");
    }
}

/// On a large board, where a search would take long.
#[test]
fn a_deadline_holds_for_every_level() {
    let size = AnySize::new(10, 10, 6).unwrap();
    let mut solver = AnySolver::new(size, TableSize::from_mib(1));
    for level in levels() {
        let mut player = LevelPlayer::new(level, 1);
        let deadline = Instant::now() + Duration::from_millis(20);
        let limits = Limits { deadline: Some(deadline), ..Limits::default() };
        let position = Position::empty(size);
        let choice = player.choose(&position, &mut solver, &mut Control::limited(limits));
        assert!(choice.is_some());
        assert!(Instant::now() < deadline + PROMPTLY, "level {level}");
    }
}

/// Level 10 wins a won position as fast as possible, against every answer that lasts longest.
#[test]
fn level_10_wins_in_the_number_of_moves_it_should() {
    let mut solver = Solver::new(STANDARD);
    let mut position: Position = "37313333717124171162542".parse().unwrap();
    let winner = Player::Second;
    let moves_to_end = solver.score(&position).moves_to_end(&position).unwrap();
    let mut player = LevelPlayer::new(Level::PERFECT, 1).with_ties(Ties::Random);
    let mut n_moves = 0;
    while position.outcome().is_none() {
        n_moves += usize::from(position.side_to_move() == winner);
        let column = player.choose(&position, &mut solver, &mut Control::default()).unwrap();
        position = position.play(column).unwrap();
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(winner)));
    assert_eq!(n_moves, moves_to_end);
}

#[test]
fn ties_go_to_the_center_or_anywhere() {
    let mut solver = Solver::new(STANDARD);
    let mut random = fastrand::Rng::with_seed(6);
    let (position, best) = loop {
        let position = random_position(STANDARD, &mut random, 30..36);
        let best = solver.best_moves(&position, &mut Control::default()).unwrap();
        if best.len() > 2 {
            break (position, best);
        }
    };
    let mut choose = |ties, seed| {
        let mut player = LevelPlayer::new(Level::PERFECT, seed).with_ties(ties);
        player.choose(&position, &mut solver, &mut Control::default()).unwrap()
    };
    let off_center = |column: &Column| column.index().abs_diff(3);
    let central = *best.iter().min_by_key(|column| (off_center(column), column.index())).unwrap();
    assert!((0..20).all(|seed| choose(Ties::Center, seed) == central));
    let mut any: Vec<Column> = (0..50).map(|seed| choose(Ties::Random, seed)).collect();
    any.sort();
    any.dedup();
    assert_eq!(any, best);
}

/// On a board that cannot be calculated, a level that estimates beats one that only looks ahead.
#[test]
fn estimates_are_stronger_than_looking_ahead() {
    let share = share_of_points("9x9", 10, 4, 10);
    assert!(share >= 0.8, "level 10 makes {share} of the points");
}

/// While a proof is unlikely, an eighth of the nodes goes into one, and the rest into the estimate: here, as many as into
/// a guess.
#[test]
fn the_perfect_level_estimates_with_all_that_is_left() {
    let size: AnySize = "9x9".parse().unwrap();
    let mut solver = AnySolver::new(size, TableSize::from_mib(1));
    let mut player = LevelPlayer::new(Level::PERFECT, 1);
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..20 {
        let position = random_position(size, &mut random, 4..20);
        let limits = Limits { nodes: Some(34_285), ..Limits::default() };
        let column = player.choose(&position, &mut solver, &mut Control::limited(limits));
        let guess = Guess::new(&position).expect("the game is open");
        assert_eq!(column, Some(guess.column()), "{position}");
    }
}

#[test]
fn the_perfect_level_swaps_and_places_by_the_score() {
    let mut solver = BookSolver::new(OpeningBooks::embedded(), Solver::new(STANDARD));
    let mut player = LevelPlayer::new(Level::PERFECT, 1);
    let first = |column| Position::new().play(Column::new(column)).unwrap();
    let control = &mut Control::default();
    let swaps = [0, 1, 2, 3].map(|column| player.swaps(&first(column), &mut solver, control));
    assert_eq!(swaps, [false, false, false, true], "only the center wins for red");
    for seed in 0..5 {
        let mut player = LevelPlayer::new(Level::PERFECT, seed);
        let disc = player.place(&Position::new(), 1, &mut solver, control).unwrap();
        assert!([2, 4].contains(&disc.index()), "{disc} is no draw");
    }
}

#[test]
fn levels_swap_and_place_by_estimates_on_large_boards() {
    let size: AnySize = "9x9".parse().unwrap();
    let mut solver = AnySolver::new(size, TableSize::from_mib(1));
    let mut player = LevelPlayer::new(Level::PERFECT, 1);
    let after = |moves: &str| moves::position(moves, size).unwrap();
    let mut brief = briefly();
    // Red has two in a row with room on both sides against a disc in the corner: the side to move loses.
    assert!(player.swaps(&after("51516"), &mut solver, &mut brief));
    assert!(!player.swaps(&after("5151"), &mut solver, &mut brief));
    let placed = after("51").play(player.place(&after("51"), 1, &mut solver, &mut brief).unwrap());
    let share = Guess::new(&placed.unwrap()).unwrap().share();
    assert!((45..=55).contains(&share), "{share} %");
    let mut random = LevelPlayer::new(Level::RANDOM, 1);
    let tossed: Vec<bool> =
        (0..20).map(|_| random.swaps(&after("51516"), &mut solver, &mut brief)).collect();
    assert!(tossed.contains(&true) && tossed.contains(&false));
}

#[test]
fn every_level_plays_every_size() {
    for size in ["3x3", "4x10", "10x10"] {
        let size: AnySize = size.parse().unwrap();
        let mut solver = AnySolver::new(size, TableSize::from_mib(1));
        for level in [0, 1, 2, 4, 10].map(|number| Level::new(number).unwrap()) {
            let mut player = LevelPlayer::new(level, 1);
            let mut position = Position::empty(size);
            let brief = Limits { nodes: Some(5_000), ..Limits::default() };
            for _ in 0..size.n_cells() {
                let choice = player.choose(&position, &mut solver, &mut Control::limited(brief));
                let Some(column) = choice else { break };
                position = position.play(column).unwrap();
            }
            assert!(position.outcome().is_some(), "{size} level {level}");
        }
    }
}
