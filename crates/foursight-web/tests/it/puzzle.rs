//! Puzzles: the same for everybody, solved by one move.

use foursight::{Column, Position, Score};
use foursight_engine::{Solve, Solver, rate_moves};
use serde_json::{Value, json};

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
        let give_up = json!({ "give_up": true });
        let told = site.post(&format!("/api/puzzles/{id}/attempt"), &give_up).await.json();
        let solution = told["solution"].as_u64().unwrap() as usize;
        assert_eq!(told["correct"], false);
        for column in position.moves() {
            let score = -solver.score(&position.play(column).unwrap());
            let is_solution = column == Column::new(solution - 1);
            match puzzle["goal"].as_str().unwrap() {
                "win" => assert_eq!(score > Score::DRAW, is_solution, "{id}: {column}"),
                _ => assert_eq!(score == Score::DRAW, is_solution, "{id}: {column}"),
            }
        }
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
            let best = *verdicts.iter().max().unwrap();
            let is_goal = (best == foursight::Verdict::Win) == (puzzle["goal"] == "win");
            is_goal && verdicts.iter().filter(|&&verdict| verdict == best).count() == 1
        };
        assert!(seen(deep), "{id}: {puzzle}");
        assert!(!seen(shallow), "{id}: {puzzle}");
    }
}

#[tokio::test]
async fn attempts_tell_no_more_than_they_should() {
    let site = Site::new();
    let told = site.post("/api/puzzles/3/attempt", &json!({ "give_up": true })).await.json();
    let solution = told["solution"].as_u64().unwrap();
    let right = site.post("/api/puzzles/3/attempt", &json!({ "column": solution })).await.json();
    assert_eq!((&right["correct"], &right["solution"]), (&json!(true), &json!(solution)));
    assert!(right["line"].as_str().unwrap().starts_with(&solution.to_string()));
    let position = site.json("/api/puzzles/3").await["pos"].as_str().unwrap().to_owned();
    let legal = site.json(&format!("/api/position?pos={position}")).await["legal"].clone();
    let wrong =
        legal.as_array().unwrap().iter().find(|column| **column != json!(solution)).unwrap();
    let answer = site.post("/api/puzzles/3/attempt", &json!({ "column": wrong })).await.json();
    assert_eq!((&answer["correct"], &answer["solution"]), (&json!(false), &Value::Null));
    assert_eq!(answer["line"], Value::Null);
    assert!(answer["refutation"].is_string());
}

#[tokio::test]
async fn puzzles_are_the_same_on_every_server() {
    let patient = || Site::with(|config| config.limits.solve_time = PATIENCE);
    let (one, other) = (patient(), patient());
    for path in ["/api/puzzles/7", "/api/puzzles/daily", "/api/puzzles?difficulty=2&after=4"] {
        let puzzle = one.json(path).await;
        assert_eq!(puzzle, other.json(path).await);
        assert_eq!(puzzle, one.json(path).await, "and from the store");
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
    let give_up = json!({ "give_up": true });
    assert_eq!(site.get(&tomorrow).await.status, 404);
    assert_eq!(site.post(&format!("{tomorrow}/attempt"), &give_up).await.status, 404);
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
