//! The games that determine the plan's order, and the games and positions of a course.

use foursight::Column;
use foursight_engine::Level;
use foursight_engine::trainer::{Course, GAMES};

#[test]
fn in_its_games_every_reply_needs_a_line() {
    let course = Course::new();
    let plan = course.plan();
    for (name, n_games) in [("level", 900), ("trial", 100)] {
        for level in 1..=10 {
            let head = format!("{name} {level}: ");
            let games = GAMES.lines().find_map(|line| line.strip_prefix(&head)).unwrap();
            let mut n = 0;
            for game in games.split(' ') {
                let (replies, times) = game.split_once('*').unwrap_or((game, "1"));
                let mut position = *plan.position();
                for symbol in replies.trim_matches('-').chars() {
                    let step = plan.step(&position).expect("each position has a line");
                    position = position.play(step.cell.column).unwrap();
                    let column = Column::from_symbol(symbol).unwrap();
                    let reply = position.landing(column).unwrap();
                    assert!(step.has_own(reply), "{game}: {reply} has no line of its own");
                    position = position.play(column).unwrap();
                    let wins = position.moves().any(|column| position.is_winning_move(column));
                    assert!(!wins, "{game}: run `cargo xtask beat`");
                }
                assert!(plan.step(&position).is_some(), "{game}: run `cargo xtask beat`");
                n += times.parse::<usize>().unwrap();
            }
            assert_eq!(n, n_games, "{head}");
        }
    }
}

#[test]
fn frequent_positions_come_first_and_win_most_games() {
    let course = Course::new();
    for level in Level::all().skip(1) {
        let order = course.order(level);
        let n_games = |line: usize| -> usize {
            let games = course.games(level).iter();
            games.filter(|game| game.lines.contains(&line)).map(|game| game.n).sum()
        };
        assert_eq!(n_games(order[0]), 900, "level {level}: the empty board comes up in each");
        let counts: Vec<usize> = order.iter().map(|&line| n_games(line)).collect();
        assert!(counts.is_sorted_by(|one, next| one >= next), "level {level}: {counts:?}");
        let n_met = counts.iter().filter(|&&n| n > 0).count();
        let wins = course.wins_in_hundred(level, |line| order[..n_met].contains(&line));
        assert!(wins > 80, "level {level}: {wins} of 100");
        assert_eq!(course.wins_in_hundred(level, |_| false), 0, "level {level}");
    }
    assert!(course.games(Level::RANDOM).is_empty());
    assert_eq!(course.order(Level::RANDOM).len(), course.plan().lines().len());
}

#[test]
fn a_game_that_comes_to_a_line_can_be_repeated() {
    let course = Course::new();
    let level = Level::new(4).unwrap();
    let games = course.games(level);
    let line = games.last().unwrap().lines[2];
    for random in [0.0, 0.3, 0.999] {
        let game = course.game_to(level, line, random);
        assert!(game.contains(&line));
        let mut position = *course.plan().position();
        for (index, &line) in game.iter().enumerate() {
            assert_eq!(course.plan().number(&position), Some(line));
            let step = course.plan().step(&position).unwrap();
            position = position.play(step.cell.column).unwrap();
            let Some(&next) = game.get(index + 1) else { break };
            position = position.play(course.replies_to(&position, next)[0]).unwrap();
        }
    }
    let often = games.iter().max_by_key(|game| game.n).unwrap();
    let chosen = (0..900).map(|n| course.game_to(level, 0, f64::from(n) / 900.0));
    assert_eq!(chosen.filter(|&game| game == often.lines).count(), often.n);
    let rare = *course.order(level).last().unwrap();
    assert!(!course.game_to(level, rare, 0.5).is_empty(), "any game where none comes to it");
    assert!(course.game_to(Level::RANDOM, rare, 0.5).is_empty());
}
