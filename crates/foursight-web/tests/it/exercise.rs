//! The path of exercises, as the page receives it.

use serde_json::Value;

use crate::Site;

fn all(chapters: &Value) -> Vec<Value> {
    let chapters = chapters.as_array().unwrap().iter();
    chapters.flat_map(|chapter| chapter["exercises"].as_array().unwrap().clone()).collect()
}

/// The scores of all moves of a position, by column; higher is better, and 100 marks a column that cannot be played.
async fn scores(site: &Site, pos: &Value) -> Vec<i64> {
    let scores = site.json(&format!("/solve?pos={}", pos.as_str().unwrap())).await["score"].clone();
    scores.as_array().unwrap().iter().map(|score| score.as_i64().unwrap()).collect()
}

#[tokio::test]
async fn exercises_are_numbered_along_the_path() {
    let chapters = Site::new().json("/api/exercises").await;
    let ids: Vec<u64> = all(&chapters).iter().map(|one| one["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, (1..=ids.len() as u64).collect::<Vec<_>>());
    assert!(chapters[0]["lesson"].as_str().unwrap().ends_with('.'));
}

/// The page's questions about an exercise: the scores of its moves, and the reason that it teaches.
#[tokio::test]
async fn the_server_agrees_with_the_path() {
    let site = Site::new();
    let exercises = all(&site.json("/api/exercises").await);
    for goal in ["win", "hold"] {
        let exercise = exercises.iter().find(|one| one["goal"] == goal).unwrap();
        let solves = |&score: &i64| score < 100 && score >= i64::from(goal == "win");
        let scores = scores(&site, &exercise["pos"]).await;
        let solving: Vec<usize> =
            (1..).zip(&scores).filter(|(_, s)| solves(s)).map(|(n, _)| n).collect();
        assert_eq!(solving, [exercise["solution"].as_u64().unwrap() as usize]);

        let about =
            exercise["trap"].as_u64().map_or(String::new(), |trap| format!("&column={trap}"));
        let pos = exercise["pos"].as_str().unwrap();
        let why = site.json(&format!("/api/why?pos={pos}{about}")).await;
        assert_eq!((&why["kind"], &why["idea"]), (&"certain".into(), &exercise["idea"]), "{why}");
    }
}

#[tokio::test]
async fn an_exercise_that_is_not_there_is_a_page_that_says_so() {
    let site = Site::new();
    for id in ["0", "999"] {
        let answer = site.get_with(&format!("/learn/{id}"), &[("accept", "text/html")]).await;
        assert_eq!(answer.status, 404);
        assert!(answer.text().contains(&format!("there is no exercise {id}")));
    }
    assert_eq!(site.get("/learn/x").await.status, 400);
}
