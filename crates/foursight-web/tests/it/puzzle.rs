//! Puzzles: the same for everybody, solved by one move.

use foursight::{Column, Position, Score};
use foursight_engine::{Solve, Solver, rate_moves};
use serde_json::json;

use crate::test_clock::TestClock;
use crate::{PATIENCE, Site};

#[tokio::test]
async fn one_move_solves_a_puzzle() {
    let site = Site::new();
    let mut solver = Solver::new(foursight::STANDARD);
    for id in 1..=10 {
        let puzzle = site.json(&format!("/api/puzzles/{id}")).await;
        assert_eq!(puzzle["difficulty"], (id - 1) % 5 + 1);
        let position: Position = puzzle["pos"].as_str().unwrap().parse().unwrap();
        let is_win =
            |&column: &Column| -solver.score(&position.play(column).unwrap()) > Score::DRAW;
        assert_eq!(position.moves().filter(is_win).count(), 1, "{puzzle}");
        assert_eq!(puzzle["goal"], "win");
    }
}

/// Looking three plies ahead finds a puzzle of difficulty 1, and looking one ply ahead does not; and so on.
#[tokio::test]
async fn difficulty_is_how_far_one_must_look() {
    let site = Site::new();
    for (id, deep, shallow) in [(1, 4, 1), (2, 6, 4), (3, 10, 6)] {
        let puzzle = site.json(&format!("/api/puzzles/{id}")).await;
        let position: Position = puzzle["pos"].as_str().unwrap().parse().unwrap();
        let seen = |depth| {
            let ratings = rate_moves(&position, depth);
            let verdicts = ratings.into_iter().flatten().map(Score::verdict).collect::<Vec<_>>();
            verdicts.iter().filter(|&&verdict| verdict == foursight::Verdict::Win).count() == 1
        };
        assert!(seen(deep), "{id}: {puzzle}");
        assert!(!seen(shallow), "{id}: {puzzle}");
    }
}

#[tokio::test]
async fn puzzles_are_the_same_on_every_server() {
    let patient = || Site::with(|config| config.limits.solve_time = PATIENCE);
    let (one, other) = (patient(), patient());
    for path in ["/api/puzzles/7", "/api/puzzles/daily", "/api/puzzles?difficulty=2&after=4"] {
        let puzzle = one.json(path).await;
        assert_eq!(puzzle, other.json(path).await);
        assert_eq!(puzzle, one.json(path).await, "and once more");
    }
    for (after, id) in [(999_994, 999_999), (999_995, 999_999), (999_999, 4), (u32::MAX, 4)] {
        let next = one.json(&format!("/api/puzzles?difficulty=4&after={after}")).await;
        assert_eq!(next["id"], id, "after {after}");
    }
    assert_eq!(one.json("/api/puzzles?difficulty=5&after=999995").await["id"], 1_000_000);
    let next = one.json("/api/puzzles?difficulty=2&after=4").await;
    assert_eq!((&next["id"], &next["difficulty"]), (&json!(7), &json!(2)));
    assert_eq!(one.json("/api/puzzles?difficulty=1").await["id"], 1);
}

/// Somebody who knows the number of a daily puzzle must not be able to look up its solution a day early.
#[tokio::test]
async fn a_daily_puzzle_is_unknown_before_its_day() {
    let clock = TestClock::new();
    let site = Site::with(|config| clock.set_in(config));
    let today = site.json("/api/puzzles/daily").await["id"].as_u64().unwrap();
    let tomorrow = format!("/api/puzzles/{}", today + 1);
    assert_eq!(site.get(&tomorrow).await.status, 404);
    assert_eq!(site.get(&format!("/puzzles/{}", today + 1)).await.status, 404);
    // The machine sleeps for a day, in which clocks that never jump stand still.
    clock.sleep_ms(24 * 3600 * 1000);
    assert_eq!(site.json("/api/puzzles/daily").await["id"], today + 1);
    assert_eq!(site.json(&tomorrow).await["id"], today + 1);
    assert_eq!(
        site.json(&format!("/api/puzzles/{today}")).await["id"],
        today,
        "and the one before stays"
    );
}
