//! The path of exercises, as the page receives it.

use serde_json::Value;

use crate::Site;

fn all(chapters: &Value) -> Vec<Value> {
    let chapters = chapters.as_array().unwrap().iter();
    chapters.flat_map(|chapter| chapter["exercises"].as_array().unwrap().clone()).collect()
}

#[tokio::test]
async fn exercises_are_numbered_along_the_path() {
    let chapters = Site::new().json("/api/exercises").await;
    let ids: Vec<u64> = all(&chapters).iter().map(|one| one["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, (1..=ids.len() as u64).collect::<Vec<_>>());
    assert!(chapters[0]["lesson"].as_str().unwrap().ends_with('.'));
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
